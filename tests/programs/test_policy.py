#!/usr/bin/env python3
"""What makes a run fail and what does not: suppressions, --check, --kernel, --fail-on, --error-exitcode."""

import json
import os
import re
import subprocess
import sys

from harness import run_tests

# The same lines race in two kernels and, in one of them, on two arrays. A function that calls itself is not inlined: which
# call leads there is not known.
TWO_KERNELS = """
__device__ void put(int* p, int more) { if (more > 0) put(p, more - 1); else
  *p = threadIdx.x;
}
__global__ void first(int* a, int* b) {
  put(a, 2);
  __syncthreads();
  put(b, 2);
}
__global__ void second(int* a) { put(a, 2); }
int main() {
  int *a, *b;
  cudaMalloc(&a, 4);
  cudaMalloc(&b, 4);
  first<<<1, 32>>>(a, b);
  second<<<1, 32>>>(a);
  return cudaDeviceSynchronize();
}
"""
SHARED = """
__global__ void k(int* out) {
  __shared__ int s[32], t[32];
  int* both[2] = {s, t};
  for (int i = 0; i < 2; ++i) {
    both[i][threadIdx.x / 2] = threadIdx.x;
    __syncthreads();
  }
  out[blockIdx.x * 32 + threadIdx.x] = s[threadIdx.x / 2] + t[threadIdx.x / 2];
}
int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  k<<<2, 32>>>(out);
  return cudaDeviceSynchronize();
}
"""
HOST = """
__global__ void k(int* data) { data[threadIdx.x] = 1; }
int main() {
  int *a, *b;
  cudaMallocManaged(&a, 64 * sizeof(int));
  cudaMallocManaged(&b, 64 * sizeof(int));
  k<<<1, 64>>>(a);
  int early = a[0];  // fencepost: allow(race) only a progress bar
  cudaDeviceSynchronize();
  k<<<1, 64>>>(a);
  early += a[1];
  cudaDeviceSynchronize();
  k<<<1, 64>>>(b);
  early += b[0];
  return cudaDeviceSynchronize();
}
"""
BOUNDS = """
__device__ __forceinline__ void put(int* p) {
  *p = 1;
}
__global__ void k(int* data) {
  put(data + 64);  // fencepost: allow(out-of-bounds) the padding is ours
  put(data + 65);
}
int main() {
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  k<<<1, 1>>>(data);
  return cudaDeviceSynchronize();
}
"""
LEVELS = """
__device__ int same, other, result;
__global__ void k(int what) {
  if (what == 1) same = 1;
  if (what == 2) other = threadIdx.x;
  if (threadIdx.x == 0) result = what;
}
int main(int argc, char** argv) {
  k<<<1, 32>>>(argv[1][0] - '0');
  cudaDeviceSynchronize();
  return argc > 2 ? 9 : 0;
}
"""


class Bench:
    """A folder with one compiled program."""

    def __init__(self, tools, folder, source):
        self.tools, self.folder = tools, folder
        self.write("app.cu", source)
        subprocess.run([tools.nvcc, "app.cu", "-o", "app"], cwd=folder, env=tools.environment(), check=True)

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def run(self, options, *arguments, command=("./app",)):
        """Exit status, standard error and report of a run."""
        report = os.path.join(self.folder, "report.json")
        if os.path.exists(report):
            os.remove(report)
        result = subprocess.run([*command, *arguments], cwd=self.folder, capture_output=True, text=True, check=False,
                                env=self.tools.environment(f"--report report.json {options}"))
        with open(report, encoding="utf-8") as file:
            return result.returncode, result.stderr, json.load(file)


def objects(findings):
    return sorted((finding["kernel"].split("(")[0], finding["object"]["name"]) for finding in findings)


def expect(mistakes, what, got, wanted):
    if got != wanted:
        mistakes.append(f"{what}: {got}, expected {wanted}")


def a_rule_suppresses_no_other_kernel_and_no_other_object(tools, folder):
    bench, mistakes = Bench(tools, folder, TWO_KERNELS), []
    cases = [
        # Lines that race on several objects are one finding unless a rule tells the objects apart.
        ("race kernel=none", [("first", "a")], []),
        ("race kernel=first", [("second", "a")], [("first", "a")]),
        ("race kernel=second", [("first", "a")], [("second", "a")]),
        ("race object=a", [("first", "b")], [("first", "a")]),
        ("race object=b", [("first", "a")], [("first", "b")]),
        ("race kernel=first object=b", [("first", "a")], [("first", "b")]),
        ("race at=app.cu:3", [], [("first", "a")]),
        ("race at=app.cu:4-99", [("first", "a")], []),
        ("race scope=intra-block", [], [("first", "a")]),
        ("race scope=intra-warp", [], [("first", "a")]),
        ("race scope=inter-block", [("first", "a")], []),
        ("deadlock kernel=*", [("first", "a")], []),
    ]
    for rule, counted, suppressed in cases:
        bench.write("rules.txt", rule + "  # known\n")
        status, stderr, report = bench.run("--suppressions rules.txt")
        expect(mistakes, f"{rule}: findings", objects(report["findings"]), counted)
        expect(mistakes, f"{rule}: suppressed", objects(report["suppressed"]), suppressed)
        expect(mistakes, f"{rule}: exit status", status, 66 if counted else 0)
        expect(mistakes, f"{rule}: the summary's count", report["summary"]["suppressed"], len(suppressed))
        expect(mistakes, f"{rule}: counted in the last line",
               f", {len(suppressed)} suppressed (" in stderr.splitlines()[-1], bool(suppressed))
        note = f"note: rules.txt:1: this rule suppressed nothing: {rule}"
        expect(mistakes, f"{rule}: a note that it is unused", note in stderr, not suppressed)
        expect(mistakes, f"{rule}: the reason", {finding["suppressed"]["reason"] for finding in report["suppressed"]},
               {"known"} if suppressed else set())
    return mistakes


def shared_arrays_are_told_apart(tools, folder):
    bench, mistakes = Bench(tools, folder, SHARED), []
    for name, other in (("s", "t"), ("t", "s")):
        bench.write("rules.txt", f"race object={name}")
        _, _, report = bench.run("--suppressions rules.txt")
        expect(mistakes, f"object={name}", objects(report["findings"]), [("k", other)])
    return mistakes


def the_rules_that_a_run_prints_suppress_its_findings(tools, folder):
    bench, mistakes = Bench(tools, folder, TWO_KERNELS), []
    rules, status = "", 66
    for _ in range(3):  # What a suppressed finding stood for may come to light.
        bench.write("rules.txt", rules)
        status, stderr, report = bench.run("--print-suppressions --suppressions rules.txt")
        if status == 0:
            break
        printed = stderr.split("# rules for --suppressions FILE\n")[1].split("\n\n")[0]
        expect(mistakes, "the report's rules", sorted({finding["suppression"] for finding in report["findings"]}),
               sorted(printed.splitlines()))
        rules += printed + "\n"
    expect(mistakes, "exit status", status, 0)
    return mistakes


def several_files_are_read_and_schedules_do_not_matter(tools, folder):
    bench, mistakes = Bench(tools, folder, SHARED), []
    bench.write("one.txt", "race object=s\n")
    bench.write("two.txt", "race object=t\nrace object=u\n")
    texts = set()
    for more in ("", "--jobs 4 --schedule reverse", "--schedule random --seed 5", "--exact"):
        status, _, report = bench.run(f"--suppressions one.txt --suppressions two.txt {more}")
        expect(mistakes, f"exit status with '{more}'", status, 0)
        expect(mistakes, f"suppressed with '{more}'", objects(report["suppressed"]), [("k", "s"), ("k", "t")])
        report["summary"].pop("seconds")
        report["summary"].pop("accesses")
        texts.add(json.dumps(report))
    expect(mistakes, "different reports", len(texts), 1)
    return mistakes


def quiet_runs_keep_quiet_about_what_is_suppressed(tools, folder):
    bench, mistakes = Bench(tools, folder, SHARED), []
    bench.write("rules.txt", "race\n")
    status, stderr, _ = bench.run("--quiet --suppressions rules.txt")
    expect(mistakes, "exit status and standard error", (status, stderr), (0, ""))
    return mistakes


def text_files_list_what_is_suppressed(tools, folder):
    bench, mistakes = Bench(tools, folder, SHARED), []
    bench.write("rules.txt", "race  # known for years\n")
    _, stderr, _ = bench.run("--suppressions rules.txt --report report.txt")
    with open(os.path.join(folder, "report.txt"), encoding="utf-8") as file:
        text = file.read()
    line = r"(?m)^suppressed by rules\.txt:1: race on s\[0\].* at app\.cu:6 \(known for years\)$"
    expect(mistakes, "a line in the file", bool(re.search(line, text)), True)
    expect(mistakes, "a line on the terminal", "suppressed by" in stderr, False)
    return mistakes


def a_kernel_pattern_that_matches_nothing_is_no_green_run(tools, folder):
    bench, mistakes = Bench(tools, folder, TWO_KERNELS), []
    note = "note: nothing was checked: no kernel's name matches --kernel thrid; launched were first, second"
    for command, wanted in ((("./app",), 0), ((tools.fencepost, "run", "app"), 4),
                            ((tools.fencepost, "run", "--allow-no-launch", "app"), 0)):
        status, stderr, report = bench.run("--kernel thrid", command=command)
        expect(mistakes, f"{command[1:]}: exit status", status, wanted)
        expect(mistakes, f"{command[1:]}: the note", note in stderr, True)
        expect(mistakes, f"{command[1:]}: its kind", [note["kind"] for note in report["notes"]], ["no-such-kernel"])
    status, stderr, _ = bench.run("--quiet --kernel thrid", command=(tools.fencepost, "run", "app"))
    expect(mistakes, "quiet", (status, stderr.count("\n"), "--kernel names no kernel" in stderr), (4, 1, True))
    status, _, report = bench.run("--kernel sec*")
    expect(mistakes, "sec*", (status, objects(report["findings"]), report["notes"]), (66, [("second", "a")], []))
    return mistakes


def races_with_the_host_are_suppressed_likewise(tools, folder):
    bench, mistakes = Bench(tools, folder, HOST), []

    def host_lines(findings):
        return sorted(finding["accesses"][1]["location"]["line"] for finding in findings)

    for rule, counted in (("race object=none", [11, 14]), ("race scope=stream", [11, 14]), ("race scope=host-device", []),
                          ("race at=app.cu:14", [11]), ("race kernel=k at=app.cu:11", [14])):
        bench.write("rules.txt", rule)
        _, _, report = bench.run("--suppressions rules.txt")
        expect(mistakes, rule, host_lines(report["findings"]), counted)
        expect(mistakes, f"{rule}: in all", host_lines(report["findings"] + report["suppressed"]), [8, 11, 14])
    return mistakes


def memory_faults_of_an_allowed_call_are_told_apart(tools, folder):
    bench, mistakes = Bench(tools, folder, BOUNDS), []
    _, _, report = bench.run("")
    for name in ("findings", "suppressed"):
        expect(mistakes, name, [finding["accesses"][0]["stack"][1]["line"] for finding in report[name]],
               [7] if name == "findings" else [6])
    return mistakes


def levels_and_exit_statuses(tools, folder):
    bench, mistakes = Bench(tools, folder, LEVELS), []
    fails = {"error": (False, False, True), "warning": (False, True, True), "never": (False, False, False)}
    for level, failing in fails.items():
        for what, fail in enumerate(failing):
            for own in (0, 9):
                for options, code in (("", 66), ("--error-exitcode 7", 7)):
                    arguments = [str(what)] + (["x"] if own else [])
                    status, _, _ = bench.run(f"--fail-on {level} {options}", *arguments)
                    expect(mistakes, f"--fail-on {level} {options}, program {arguments}", status,
                           code if fail else own)
    status, _, report = bench.run("--same-value error", "1")
    expect(mistakes, "--same-value error", (status, report["summary"]["errors"]), (66, 1))
    bench.write("rules.txt", "race kernel=k\n")
    status, _, _ = bench.run("--fail-on warning --suppressions rules.txt", "2", "x")
    expect(mistakes, "the program's own status where all is suppressed", status, 9)
    return mistakes


TESTS = [a_rule_suppresses_no_other_kernel_and_no_other_object, shared_arrays_are_told_apart,
         the_rules_that_a_run_prints_suppress_its_findings, several_files_are_read_and_schedules_do_not_matter,
         quiet_runs_keep_quiet_about_what_is_suppressed, text_files_list_what_is_suppressed,
         a_kernel_pattern_that_matches_nothing_is_no_green_run, races_with_the_host_are_suppressed_likewise, memory_faults_of_an_allowed_call_are_told_apart,
         levels_and_exit_statuses]



if __name__ == "__main__":
    sys.exit(run_tests(TESTS, __doc__))
