#!/usr/bin/env python3
"""Findings and the order of threads: `--schedule random --runs K` explores, each finding's seed repeats it exactly, and
programs whose control flow does not depend on the schedule report the same under any."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time

from harness import ROOT, comparable, run_tests

MAIN = """
int main() {
  k<<<BLOCKS, THREADS>>>();
  return cudaDeviceSynchronize() != cudaSuccess;
}
"""


def program(kernel, blocks=1, threads=32):
    return kernel.strip("\n") + MAIN.replace("BLOCKS", str(blocks)).replace("THREADS", str(threads))


# Each has a race on some orders of its threads only, and no other finding.
HIDDEN = {
    "a ticket": program("""
__device__ int tickets, data;
__global__ void k() {
  int mine = atomicAdd(&tickets, 1);
  if (threadIdx.x == 5) data = 1;
  if (mine == 3 && threadIdx.x % 8 == 2) data = 2;
}
"""),
    "a ticket in each of many blocks": program("""
__device__ int data[40];
__global__ void k() {
  __shared__ int tickets;
  if (threadIdx.x == 0) tickets = 0;
  __syncthreads();
  int mine = atomicAdd(&tickets, 1);
  if (threadIdx.x == 5) data[blockIdx.x] = 1;
  if (blockIdx.x == 30 && mine == 3 && threadIdx.x % 8 == 2) data[blockIdx.x] = 2;
}
""", blocks=40),
    "a spin lock with fences": program("""
__device__ int lock, order, data;
__global__ void k() {
  while (atomicCAS(&lock, 0, 1) != 0) {
  }
  __threadfence();
  int mine = order++;
  __threadfence();
  atomicExch(&lock, 0);
  if (threadIdx.x == 0) data = 1;
  if (mine == 1 && threadIdx.x % 4 == 3) data = 2;
}
""", threads=16),
    "a flag that one thread spins on": program("""
__device__ volatile int flag;
__device__ int early, data;
__global__ void k() {
  if (threadIdx.x == 0) {
    data = 1;
    __threadfence();
    flag = 1;
  } else if (threadIdx.x == 1) {
    if (flag == 0) atomicAdd(&early, 1);
    while (flag == 0) {
    }
    __threadfence();
    data = 2;
  } else if (atomicAdd(&early, 0) == 1) {
    data = 3;
  }
}
""", threads=8),
    "warp barriers": program("""
__device__ int tickets, data;
__global__ void k() {
  int mine = atomicAdd(&tickets, 1);
  __syncwarp();
  if (mine == 0 && threadIdx.x % 8 == 1) data = threadIdx.x;
  if (threadIdx.x == 0) data = 7;
}
"""),
}
# What a run may come to, by the ticket that thread 4 draws.
BAD_ENDS = """
#include <cstdio>
__device__ int tickets, drawn;
__global__ void k(int what, int* nowhere) {
  int mine = atomicAdd(&tickets, 1);
  if (threadIdx.x != 4) return;
  drawn = mine;
  if (mine % 4 != 2) return;
  if (what == 1) *nowhere = 1;
  while (what == 2) drawn = drawn;
}
int main(int argc, char** argv) {
  int what = argc > 1 ? argv[1][0] - '0' : 0;
  k<<<1, 8>>>(what, nullptr);
  cudaDeviceSynchronize();
  int ticket = 0, line[4];
  cudaMemcpyFromSymbol(&ticket, drawn, sizeof(int));
  volatile int* nowhere = nullptr;
  if (what == 3 && ticket % 4 == 2) *nowhere = 1;
  if (what == 4 && ticket % 4 == 2) return 7;
  if (what == 5) return scanf("%d", line) == 1 && line[0] == 42 ? 0 : 5;
  puts("done");
  return 0;
}
"""
ENDLESS = program("""
__device__ volatile int stop;
__global__ void k() {
  while (stop >= 0) stop = (stop + 1) % 1000;
}
""", threads=1)
NO_LAUNCH = "__global__ void k() {}\nint main(int argc, char**) { if (argc > 5) k<<<1, 1>>>(); }\n"


class Bench:
    """A folder with one program, and what its runs come to."""

    def __init__(self, tools, folder, source):
        self.tools, self.folder, self.mistakes = tools, folder, []
        with open(os.path.join(folder, "app.cu"), "w", encoding="utf-8") as file:
            file.write(source)
        subprocess.run([tools.nvcc, "app.cu", "-o", "app"], cwd=folder, env=tools.environment(), check=True)

    def expect(self, what, got, wanted):
        if got != wanted:
            self.mistakes.append(f"{what}: {got}, expected {wanted}")

    def report(self):
        with open(os.path.join(self.folder, "report.json"), encoding="utf-8") as file:
            return json.load(file)

    def explore(self, options, *arguments, stdin=subprocess.DEVNULL):
        """`fencepost run` of the compiled program: exit status, output, standard error and report."""
        command = [self.tools.fencepost, "run", *options.split(), "--report", "report.json", "app", "--", *arguments]
        result = subprocess.run(command, cwd=self.folder, stdin=stdin, capture_output=True, text=True, check=False,
                                env=self.tools.environment())
        return result.returncode, result.stdout, result.stderr, self.report()

    def single(self, options, *arguments):
        """A run of the program itself."""
        result = subprocess.run(["./app", *arguments], cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True,
                                text=True, check=False,
                                env=self.tools.environment(f"--report report.json {options}"))
        return result.returncode, result.stderr, self.report()


def same_defect(finding):
    return {key: value for key, value in finding.items() if key not in ("seed", "runs")}


def check_seed(bench, finding, stderr):
    """The seed of a finding shows the very same again, the one before it does not."""
    seed = finding["seed"]
    bench.expect("a seed among those tried", 5 <= seed < 65, True)
    bench.expect("in some runs only", 0 < finding["runs"] < 60, True)
    bench.expect("the text names the options", f"; repeat with --schedule random --seed {seed} --jobs 1\n" in stderr, True)
    for _ in range(3):
        status, text, report = bench.single(f"--schedule random --seed {seed} --jobs 1")
        again = [each for each in report["findings"] if each["suppression"] == finding["suppression"]]
        bench.expect("repeated: exit status", status, 66)
        bench.expect("repeated: the finding", [same_defect(each) for each in again], [same_defect(finding)])
        bench.expect("repeated: its seed", [each["seed"] for each in again], [seed])
        bench.expect("repeated: the text names the seed", f"with --schedule random --seed {seed}\n" in text, True)
    if seed > 5:
        report = bench.single(f"--schedule random --seed {seed - 1} --jobs 1")[2]
        bench.expect("the seed before", finding["suppression"] in [each["suppression"] for each in report["findings"]],
                     False)


def a_race_of_some_orders_is_found_and_repeated(tools, folder):
    mistakes = []
    for name, source in HIDDEN.items():
        bench = Bench(tools, folder, source)
        for schedule in ("forward", "reverse"):
            status, _, report = bench.single(f"--schedule {schedule}")
            bench.expect(f"{schedule}: exit status and findings", (status, report["findings"]), (0, []))
        status, _, stderr, report = bench.explore("--schedule random --seed 5 --runs 60")
        bench.expect("exit status", status, 66)
        bench.expect("kinds of findings", {finding["kind"] for finding in report["findings"]}, {"race"})
        bench.expect("runs", report["summary"]["runs"], 60)
        for finding in report["findings"]:
            check_seed(bench, finding, stderr)
        bench.expect("explored again", comparable(bench.explore("--seed 5 --runs 60")[3]), comparable(report))
        mistakes += [f"{name}: {mistake}" for mistake in bench.mistakes]
    return mistakes


def programs_of_barriers_alone_are_told_the_same(tools, folder):
    """run_programs.py compares every program under forward, reverse and random; here the sum of several runs."""
    mistakes = []
    for name in ("hidden_by_forward_order_race", "many_lines_race", "divergence_both_arms", "same_value_warning",
                 "divergence_exit_warning", "null_write", "streams_memset_race", "host_managed_race"):
        with open(os.path.join(ROOT, "tests", "programs", name + ".cu"), encoding="utf-8") as file:
            bench = Bench(tools, folder, file.read())
        status, _, report = bench.single("")
        _, _, stderr, explored = bench.explore("--runs 5")
        bench.expect("findings", [same_defect(finding) for finding in explored["findings"]],
                     [same_defect(finding) for finding in report["findings"]])
        bench.expect("runs", {finding["runs"] for finding in explored["findings"]}, {5})
        bench.expect("in each run", "in each of 5 runs" in stderr, True)
        bench.expect("exit status", bench.explore("--runs 2")[0], status)
        text = bench.single("--schedule random --seed 3")[1]
        bench.expect("a seed in the text of a single run", "--seed" in text, False)
        mistakes += [f"{name}: {mistake}" for mistake in bench.mistakes]
    return mistakes


def a_run_that_ends_badly_keeps_none_from_running(tools, folder):
    bench = Bench(tools, folder, BAD_ENDS)
    status, _, _, report = bench.explore("--runs 20", "1")
    bench.expect("null pointer: exit status", status, 66)
    bench.expect("null pointer: findings", [finding["kind"] for finding in report["findings"]], ["invalid-address"])
    bench.expect("null pointer: in some runs", 0 < report["findings"][0]["runs"] < 20, True)
    bench.expect("null pointer: launches", report["summary"]["launches"], 20)
    status, _, _, report = bench.explore("--runs 6 --timeout 0.3", "2")
    bench.expect("endless: exit status", status, 124)
    bench.expect("endless: findings", {finding["kind"] for finding in report["findings"]}, {"timeout"})
    bench.expect("endless: launches", report["summary"]["launches"], 6)
    status, _, stderr, report = bench.explore("--runs 20", "3")
    bench.expect("host crash: exit status", status, 128 + signal.SIGSEGV)
    seeds = re.findall(r"(?m)^note: the run with --seed (\d+) was ended by signal 11", stderr)
    bench.expect("host crash: some runs are noted", 0 < len(seeds) < 20, True)
    bench.expect("host crash: notes of the report", [note["kind"] for note in report["notes"]],
                 ["run-ended"] * len(seeds))
    bench.expect("host crash: launches", report["summary"]["launches"], 20)
    for seed in seeds[:1]:
        bench.expect("host crash: repeated", bench.single(f"--schedule random --seed {seed} --jobs 1", "3")[0],
                     -signal.SIGSEGV)
    bench.expect("the first status that is not 0", bench.explore("--runs 20", "4")[0], 7)
    return bench.mistakes


def the_first_run_has_the_terminal(tools, folder):
    bench = Bench(tools, folder, BAD_ENDS)
    status, stdout, stderr, _ = bench.explore("--runs 3")
    bench.expect("output", (status, stdout), (0, "done\n"))
    bench.expect("progress where it is no terminal", "of 3" in stderr, False)
    bench.expect("one summary", stderr.count("fencepost: "), 1)
    bench.expect("the summary", bool(re.match(r"fencepost: 3 runs, 3 launches, .* no findings \(", stderr)), True)
    # A file is read again by each run; what comes by a pipe, only by the first.
    with open(os.path.join(folder, "input"), "w+", encoding="utf-8") as file:
        file.write("42\n")
        file.seek(0)
        bench.expect("input from a file", bench.explore("--runs 3", "5", stdin=file)[0], 0)
    with subprocess.Popen(["echo", "42"], stdout=subprocess.PIPE) as echo:
        bench.expect("input from a pipe", bench.explore("--runs 3", "5", stdin=echo.stdout)[0], 5)
    ours, theirs = pty.openpty()
    with subprocess.Popen([tools.fencepost, "run", "--runs", "3", "app"], cwd=folder, stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=theirs,
                          env=dict(tools.environment(), TERM="xterm")) as process:
        process.wait()
    os.close(theirs)
    text = os.read(ours, 65536).decode()
    os.close(ours)
    bench.expect("progress on a terminal", re.findall(r"run \d of 3, \d findings", text),
                 ["run 2 of 3, 0 findings", "run 3 of 3, 0 findings"])
    return bench.mistakes


def the_report_is_of_all_runs(tools, folder):
    bench = Bench(tools, folder, HIDDEN["a ticket"])
    status, _, stderr, report = bench.explore("--runs 60 --report report.txt --print-suppressions")
    with open(os.path.join(folder, "report.txt"), encoding="utf-8") as file:
        bench.expect("the text file names the seed", f"--seed {report['findings'][0]['seed']} " in file.read(), True)
    rules = stderr.split("# rules for --suppressions FILE\n")[1].split("\n\n")[0]
    with open(os.path.join(folder, "rules.txt"), "w", encoding="utf-8") as file:
        file.write(rules + "\nrace kernel=other\n")
    status, _, stderr, report = bench.explore("--runs 60 --suppressions rules.txt")
    bench.expect("suppressed", (status, report["findings"], len(report["suppressed"])), (0, [], 1))
    bench.expect("unused rules", re.findall(r"note: rules\.txt:(\d+)", stderr), ["2"])
    status, _, stderr, _ = bench.explore("--runs 3 --kernel other")
    bench.expect("no such kernel", (status, stderr.count("note: nothing was checked")), (4, 1))
    bench.expect("fail never", bench.explore("--runs 60 --fail-on never")[0], 0)
    bench.expect("another status", bench.explore("--runs 60 --error-exitcode 9")[0], 9)
    bench = Bench(tools, folder, NO_LAUNCH)
    status, _, stderr, _ = bench.explore("--runs 3")
    bench.expect("no launch", (status, stderr.count("no kernel was launched")), (4, 1))
    bench.expect("no launch, allowed", bench.explore("--runs 3 --allow-no-launch")[0], 0)
    return bench.mistakes


def an_interrupt_ends_all_runs_with_a_report(tools, folder):
    bench = Bench(tools, folder, ENDLESS)
    with subprocess.Popen([tools.fencepost, "run", "--runs", "5", "--report", "report.json", "app"], cwd=folder,
                          stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                          env=tools.environment()) as process:
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        _, stderr = process.communicate(timeout=60)
        bench.expect("exit status", process.returncode, 130)
        bench.expect("interrupted once", stderr.count("fencepost: interrupted"), 1)
    bench.expect("runs", bench.report()["summary"]["runs"], 1)
    return bench.mistakes


TESTS = [a_race_of_some_orders_is_found_and_repeated, programs_of_barriers_alone_are_told_the_same,
         a_run_that_ends_badly_keeps_none_from_running, the_first_run_has_the_terminal, the_report_is_of_all_runs,
         an_interrupt_ends_all_runs_with_a_report]



if __name__ == "__main__":
    sys.exit(run_tests(TESTS, __doc__))
