#!/usr/bin/env python3
"""What `fencepost prove` runs and writes of kernels: SARIF, and drawings of what threads access at any size beside what a
run saw."""

import contextlib
import html
import json
import os
import re
import signal
import subprocess
import sys
import time

import sarif_rules
from harness import ROOT, run_tests

KERNELS = """#include <cstdlib>
__global__ void proved(int* a) { a[threadIdx.x] = 1; }
__global__ void shifted(int* a, int n) {
  a[threadIdx.x] = a[threadIdx.x + n];
}
__global__ void scattered(int* a, const int* to) { a[to[threadIdx.x]] = threadIdx.x; }
__global__ void called(int* a, void (*f)(int*)) { f(a); }
int main() {}
"""

REDUCTION = """#include <cstdlib>
__global__ void reduce(const int* in, int* out) {
  __shared__ int s[16];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (int d = blockDim.x / 2; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
int main(int, char** words) {
  int n = atoi(words[1]), *numbers, *sums;
  cudaMalloc(&numbers, 2 * n * sizeof(int));
  cudaMemset(numbers, 0, 2 * n * sizeof(int));
  cudaMalloc(&sums, 2 * sizeof(int));
  reduce<<<2, n>>>(numbers, sums);
  cudaDeviceSynchronize();
  cudaFree(numbers);
  cudaFree(sums);
}
"""


def prove(tools, folder, *words):
    return subprocess.run([tools.fencepost, "prove", *words], capture_output=True, text=True, check=False, cwd=folder,
                          env=tools.environment())


def write(folder, name, text):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(text)


def read(folder, name):
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        return file.read()


INSTANCES = """namespace {
template <class T, int kStep>
__global__ void stepped(T* a) { a[threadIdx.x / kStep] = threadIdx.x; }
}
struct Hidden {
  explicit Hidden(int n) : n_(n) {}
  int n_;
};
__global__ void hidden(int* a, Hidden h) { a[threadIdx.x * h.n_] = threadIdx.x; }
__global__ void put(int* a) { a[threadIdx.x / 2] = threadIdx.x; }
__global__ void put(float* a) { a[threadIdx.x] = threadIdx.x; }
int main() {
  stepped<int, 2><<<1, 1>>>(nullptr);
  stepped<float, 3><<<1, 1>>>(nullptr);
  stepped<short, 1><<<1, 1>>>(nullptr);
}
"""


def all_kernels_are_run_by_one_program_that_is_compiled_once(tools, folder):
    write(folder, "instances.cu", INSTANCES)
    cache = os.path.join(folder, "cache")
    os.makedirs(cache)
    environment = {**tools.environment(), "FENCEPOST_CACHE_DIR": cache}
    done = subprocess.run([tools.fencepost, "prove", "instances.cu", "--json", "-"], capture_output=True, text=True,
                          check=False, cwd=folder, env=environment)
    told = {(k["kernel"].replace("(anonymous namespace)::", ""), k["line"]): k["verdicts"][0]
            for k in json.loads(done.stdout)["kernels"]}
    wanted = {("stepped<int, 2>", 3): "false", ("stepped<float, 3>", 3): "false", ("stepped<short, 1>", 3): "proved",
              ("hidden", 9): "unknown", ("put", 10): "false", ("put", 11): "proved"}
    found = {kernel: verdict["verdict"] for kernel, verdict in told.items()}
    problems = [] if found == wanted else [f"{found}, expected {wanted}"]
    if "Hidden" not in told["hidden", 9].get("reason", ""):
        problems.append(f"why hidden is not run: {told['hidden', 9]}")
    programs = [name for name in os.listdir(os.path.join(cache, "kernels")) if name.endswith(".cu")]
    if len(programs) != 1:
        problems.append(f"{len(programs)} programs were made")
    for verdict in told.values():
        if verdict["verdict"] != "false":
            continue
        again = subprocess.run(verdict["command"].replace("fencepost", tools.fencepost, 1), shell=True, cwd=folder,
                               capture_output=True, text=True, check=False, env=environment)
        if again.returncode != 66:
            problems.append(f"{verdict['command']}: status {again.returncode}: {again.stderr}")
    return problems


def kernels_of_libraries_are_left_out_and_counted(tools, folder):
    write(folder, "device_write.cuh", """namespace cub {
__global__ void DeviceWrite(int* a) { a[threadIdx.x / 2] = threadIdx.x; }
}
""")
    write(folder, "library.cu", """#include "device_write.cuh"
__global__ void own(int* a) { a[threadIdx.x] = threadIdx.x; }
""")
    done = prove(tools, folder, "library.cu")
    problems = []
    if done.returncode != 0 or "DeviceWrite" in done.stdout:
        problems.append(f"status {done.returncode}: {done.stdout}")
    if "1 kernel of library headers is not asked about; --kernel NAME" not in done.stderr:
        problems.append(f"not counted: {done.stderr}")
    named = prove(tools, folder, "library.cu", "--kernel", "DeviceWrite")
    if named.returncode != 66 or ": own" in named.stdout or named.stderr:
        problems.append(f"--kernel: status {named.returncode}: {named.stdout}{named.stderr}")
    write(folder, "alone.cu", "#include \"device_write.cuh\"\n")
    alone = prove(tools, folder, "alone.cu")
    if alone.returncode != 2 or "has no kernel that is compiled, but those of library headers" not in alone.stderr:
        problems.append(f"alone: status {alone.returncode}: {alone.stderr}")
    return problems


def verdicts_are_sarif_results_in_the_words_for_provers(tools, folder):
    write(folder, "kernels.cu", KERNELS)
    done = prove(tools, folder, "kernels.cu", "--sarif", "out.sarif", "--json", "out.json", "--query-timeout", "0.2")
    if done.returncode != 66:
        return [f"status {done.returncode}: {done.stderr}"]
    log = json.loads(read(folder, "out.sarif"))
    mistakes = sarif_rules.mistakes_of(log)
    results = log["runs"][0]["results"]
    told = json.loads(read(folder, "out.json"))["kernels"]
    kinds = {"proved": ("pass", "none"), "false": ("fail", "error"), "warning": ("fail", "warning"),
             "unknown": ("open", "none")}
    expected = []
    for kernel in told:
        expected += [("open", "none", kernel["line"])] if "obstacle" in kernel else []
        expected += [(*kinds[v["verdict"]], v["lines"][0]) for v in kernel["verdicts"]]
    found = [(r["kind"], r["level"], r["locations"][0]["physicalLocation"]["region"]["startLine"]) for r in results]
    if found != expected:
        mistakes.append(f"expected {expected}, found {found}")
    if {kind for kind, _, _ in found} != {"pass", "fail", "open"}:
        mistakes.append(f"not of each kind: {found}")
    false = next((r for r in results if r["kind"] == "fail"), None)
    if false is None or "fencepost kernel kernels.cu:shifted" not in false["message"]["text"]:
        mistakes.append(f"no command that shows what is false: {false}")
    if log["runs"][0]["invocations"][0]["exitCode"] != 66:
        mistakes.append("not the exit code")
    alone = prove(tools, folder, "kernels.cu", "--kernel", "proved", "--sarif", "-")
    if alone.returncode != 0 or [r["kind"] for r in json.loads(alone.stdout)["runs"][0]["results"]] != ["pass"]:
        mistakes.append(f"not SARIF alone: {alone.stdout}")
    both = prove(tools, folder, "kernels.cu", "--sarif", "-", "--json", "-")
    if both.returncode != 2 or "cannot both" not in both.stderr:
        mistakes.append(f"both on standard output: {both.returncode} {both.stderr}")
    return mistakes


def beside(page):
    """What stands beside each interval: {its barrier: lines}."""
    rows = re.findall(r"<span class=narrow>([^<]*)</span></th>.*?<td class=rest>((?:[^<]|<br>)*)</td></tr>", page)
    return {barrier: html.unescape(lines).split("<br>") for barrier, lines in rows}


def differences(page, expected):
    found = beside(page)
    return [f"{barrier}: expected {lines}, found {found.get(barrier)}" for barrier, lines in expected.items()
            if found.get(barrier) != lines]


def scans_are_drawn_beside_what_they_access_at_any_size(tools, folder):
    drawn = {}
    for kernel in ("blelloch", "kogge_stone"):
        done = prove(tools, folder, os.path.join(ROOT, "kernels", kernel + ".cu"), "--no-run", "--query-timeout", "0.05",
                     "--kernel", "scan_block", "--draw", kernel + ".html", "--", "8")
        if done.returncode not in (0, 5):
            return [f"{kernel}: status {done.returncode}: {done.stderr}"]
        drawn[kernel] = read(folder, kernel + ".html")
    mistakes = differences(drawn["kogge_stone"], {
        "entry": ["offset < N: R on t", "offset < N, offset <= t: R on t - offset"],
        "after :21": ["offset <= t: W on t"],
        "after :27": ["offset < N: R on t", "offset < N, offset <= t: R on t - offset"]})
    up = "indicator < N, stride <= indicator"
    down = [f"stride >= 1, {up}: W on indicator", f"stride >= 1, {up}: W on indicator - stride"]
    mistakes += differences(drawn["blelloch"], {
        "after :19": [f"stride < N, {up}: R on indicator - stride", f"stride < N, {up}: W on indicator"],
        "after :26": ["N·t + N - 1 < N: W on N·t + N - 1", *down]})
    if "indicator: 2·t + 1, then 2·indicator + 1" not in drawn["blelloch"]:
        mistakes.append("it is not told what indicator is")
    # The observed table is the one that `fencepost permissions` draws.
    if not re.search(r'<td class="[^"]*" title="[^"]*written by t1[^"]*">Wt1</td>', drawn["kogge_stone"]):
        mistakes.append("no observed table")
    return mistakes


def reductions_and_transposes_are_drawn(tools, folder):
    write(folder, "reduce.cu", REDUCTION)
    done = prove(tools, folder, "reduce.cu", "--draw", "reduce.html", "--", "8")
    if done.returncode != 0:
        return [f"status {done.returncode}: {done.stdout} {done.stderr}"]
    page = read(folder, "reduce.html")
    loop = ["d > 0, t < d: R on d + t", "d > 0, t < d: W on t", "d <= 0, t == 0: R on 0"]
    sections = {re.search("<code>([^<]*)<", section)[1]: section for section in page.split("<section")[1:]}
    mistakes = differences(sections["s"], {"entry": ["W on t"], "after :6": loop, "after :9": loop})
    # Of the global arrays each has another name in main.
    told = [text for name, section in sections.items() if name != "s" for lines in beside(section).values() for text in lines]
    if "R on blockDim.x·blockIdx.x + t" not in told:
        mistakes.append(f"the input is not told of: {told}")
    source = os.path.join(ROOT, "examples", "transpose_tile", "fix.cu")
    done = prove(tools, folder, source, "--draw", "t.svg", "--assume", "blockDim.x == 16 && blockDim.y == 16")
    picture = read(folder, "t.svg") if done.returncode == 0 else done.stdout + done.stderr
    for text in ("W on [ty][tx]", "R on [tx][ty]"):
        if text not in picture:
            mistakes.append(f"transpose: no {text}")
    return mistakes


ENDLESS = """
__global__ void computes(int* a, volatile int* b) {
  a[0] = threadIdx.x;
  for (long long j = 0; j < 1LL << 40; ++j) b[threadIdx.x] = b[threadIdx.x] * 3 + j;
}
"""


def commands_below(process):
    """Words of what it runs at this moment."""
    commands = []
    with contextlib.suppress(OSError):  # It has just ended.
        with open(f"/proc/{process}/task/{process}/children", encoding="utf-8") as file:
            children = file.read().split()
        for child in children:
            with open(f"/proc/{child}/cmdline", encoding="utf-8") as file:
                commands.append(file.read().split("\0"))
    return commands


def who_ends_it_while_a_kernel_runs_ends_it(tools, folder):
    """Not just that run, which another one would follow."""
    write(folder, "endless.cu", ENDLESS)
    with subprocess.Popen([tools.fencepost, "prove", "endless.cu"], cwd=folder, env=tools.environment(),
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        def runs(words):
            return len(words) > 1 and words[1].endswith("/input")

        while process.poll() is None and not any(runs(words) for words in commands_below(process.pid)):
            time.sleep(0.05)
        process.send_signal(signal.SIGTERM)
        try:
            status = process.wait(timeout=15)
        except subprocess.TimeoutExpired:
            process.kill()
            return ["it goes on"]
    return [] if status == -signal.SIGTERM else [f"exit status {status}"]


def mistakes_on_the_command_line_are_told(tools, folder):
    write(folder, "kernels.cu", KERNELS)
    mistakes = []
    for words, text in ((("kernels.cu", "--draw", "a.pdf"), "neither with .svg nor with .html"),
                        (("--draw", "a.svg"), "needs the source"),
                        (("no.cu", "--draw", "a.svg"), "has no kernels to prove")):
        done = prove(tools, folder, *words)
        if done.returncode != 2 or text not in done.stderr:
            mistakes.append(f"{words}: {done.returncode} {done.stderr}")
    return mistakes


if __name__ == "__main__":
    sys.exit(run_tests([all_kernels_are_run_by_one_program_that_is_compiled_once,
                        kernels_of_libraries_are_left_out_and_counted,
                        verdicts_are_sarif_results_in_the_words_for_provers,
                        scans_are_drawn_beside_what_they_access_at_any_size, reductions_and_transposes_are_drawn,
                        who_ends_it_while_a_kernel_runs_ends_it, mistakes_on_the_command_line_are_told], __doc__))
