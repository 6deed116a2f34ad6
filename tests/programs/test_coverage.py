#!/usr/bin/env python3
"""--coverage: lines and branches known by hand, added up over runs, the same for every schedule and number of workers."""

import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import sarif_rules
from harness import run_tests

# What a run with `mode` 1 and 16 elements never does is marked; `ways`: of a branch that goes only one way.
SOURCE = """\
#include <cassert>
#include <cstdlib>
__device__ int helper(int x) {
  if (x > 100) {  // ways
    return 7;  // missed
  }
  return x;
}
template <int N>
__global__ void k(int* a, int n, int mode) {
  int i = threadIdx.x;
  assert(n >= 0);
  if (i < n) {
    switch (mode) {  // ways
      case 0: a[i] = 1; break;  // missed
      case 1:
        a[i] = 2;
        break;
      default: a[i] = 3;  // missed
    }
    for (int j = 0; j < N; ++j) {
      a[i] += helper(j);
    }
    if (a[i] < 0 && n > 3)  // ways
      a[i] = 0;  // missed
  }

  __syncthreads();
  auto set = [=](int value) {
    if (i < n) a[i] = value;
  };
  set(i);
}
__global__ void unused(int* a) { a[0] = 1; }
int main(int argc, char** argv) {
  int* a;
  cudaMalloc(&a, 256);
  k<3><<<1, 32>>>(a, argc > 2 ? atoi(argv[2]) : 16, argc > 1 ? atoi(argv[1]) : 1);
  cudaDeviceSynchronize();
  cudaFree(a);
}
"""


def write_source(folder):
    source = os.path.join(folder, "c.cu")
    with open(source, "w", encoding="utf-8") as file:
        file.write(SOURCE)
    return source


def marked(word):
    return [number for number, line in enumerate(SOURCE.splitlines(), 1) if line.endswith("// " + word)]


def run(tools, folder, *words, command="run"):
    return subprocess.run([tools.fencepost, command, *words], cwd=folder, env=tools.environment(), capture_output=True,
                          text=True, errors="replace", timeout=120, check=False)


def lines_of(path):
    """Of lcov's file: line -> how often."""
    with open(path, encoding="utf-8") as file:
        return {int(line): int(count) for line, count in re.findall(r"^DA:(\d+),(\d+)$", file.read(), re.M)}


def test_lines(tools, folder):
    write_source(folder)
    result = run(tools, folder, "--coverage", "--report", "r.json", "c.cu")
    mistakes = [] if result.returncode == 0 else [f"exit status {result.returncode}"]
    with open(os.path.join(folder, "r.json"), encoding="utf-8") as file:
        functions = json.load(file)["coverage"]["functions"]
    missed = sorted(line for f in functions if f["ran"] for line in f["lines_missed"])
    ways = sorted({b["line"] for f in functions if f["ran"] for b in f["branches"] if len(set(b["taken"])) > 1})
    if missed != marked("missed"):
        mistakes.append(f"missed {missed}, expected {marked('missed')}")
    if ways != marked("ways"):
        mistakes.append(f"branches that go one way {ways}, expected {marked('ways')}")
    if [(f["function"], f["kernel"], f["ran"]) for f in functions] != [("helper", False, True), ("k", True, True),
                                                                       ("lambda", False, True), ("unused", True, False)]:
        mistakes.append(f"functions {[f['function'] for f in functions]}")
    run_lines = next(f["lines_run"] for f in functions if f["function"] == "k")
    if run_lines != [11, 12, 13, 14, 17, 21, 22, 24, 28, 29, 32]:
        mistakes.append(f"lines of k that ran: {run_lines}")
    for pattern in (r"^coverage: 1 of 3 lines of helper never ran: c\.cu:5; a branch went only one way: line 4$",
                    r"^coverage: 3 of \d+ lines of k never ran: c\.cu:15, 19, 25; branches went only one\s+way:\s+lines\s+14, 24$",
                    r"^coverage: the one line of lambda ran", r"^coverage: no thread ran unused, c\.cu:34, 1 line$"):
        if not re.search(pattern, result.stderr, re.M):
            mistakes.append(f"stderr does not match /{pattern}/")
    return mistakes + ([result.stderr] if mistakes else [])


def test_same_everywhere(tools, folder):
    binary = tools.compile([write_source(folder)], ["--coverage"])
    first = tools.run(binary, options="--coverage --jobs 1")
    mistakes = [f"something else with {options}" for options in ("--schedule reverse", "--schedule random --seed 3 --jobs 3")
                if tools.run(binary, options="--coverage " + options).report["coverage"] != first.report["coverage"]]
    if "coverage" in tools.run(binary).report:
        mistakes.append("coverage although nobody asked")
    for flags in (["-G"], ["--reference"]):
        other = tools.run(tools.compile([os.path.join(folder, "c.cu")], ["--coverage", *flags]), options="--coverage")
        if other.report["coverage"] != first.report["coverage"]:
            mistakes.append(f"something else with {flags}")
    result = tools.run(tools.compile([os.path.join(folder, "c.cu")]), options="--coverage")
    if "fencepost-nvcc --coverage" not in result.stderr or result.report["coverage"]["functions"]:
        mistakes.append("it does not say how to compile")
    return mistakes


def test_adds_up(tools, folder):
    write_source(folder)
    info = os.path.join(folder, "all.info")
    mistakes = []
    run(tools, folder, "--coverage=all.info", "c.cu")
    first = lines_of(info)
    second = run(tools, folder, "--coverage=all.info", "c.cu", "--", "0")
    both = lines_of(info)
    if first[15] != 0 or both[15] != 1 or both[17] != 1 or both[13] != 2 or both[34] != 0:
        mistakes.append(f"{first} and then {both}")
    if not re.search(r"^coverage: 2 of \d+ lines of k never ran: c\.cu:19, 25", second.stderr, re.M):
        mistakes.append(second.stderr)
    # A kernel alone, several processes at a time, and the sum of a sweep.
    run(tools, folder, "c.cu:unused", "--grid", "1", "--block", "1", "--arg", "a=[1]", "--coverage=all.info", command="kernel")
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda mode: run(tools, folder, "--coverage=all.info", "c.cu", "--", str(mode)), range(4)))
    run(tools, folder, "--arg", "mode=0..2", "--coverage=all.info", "--resume", "s", "c.cu", "--", "{mode}", command="sweep")
    counts = lines_of(info)
    if counts[34] != 1 or counts[13] < 6 or counts[19] < 2:
        mistakes.append(f"after a kernel, and several at once: {counts}")
    with open(info, encoding="utf-8") as file:
        text = file.read()
    for pattern in (r"^SF:/.*/c\.cu$", r"^FN:10,k$", r"^FNDA:\d+,k$", r"^BRDA:14,\d+,2,[1-9]", r"^LF:\d+$", r"^end_of_record$"):
        if not re.search(pattern, text, re.M):
            mistakes.append(f"{info} does not match /{pattern}/")
    return mistakes


def test_mistakes(tools, folder):
    source = write_source(folder)
    mistakes = []
    for words, status, pattern in ((["--coverage=c.cu", "c.cu"], 2, "c.cu is there, and is no file of lcov's format"),
                                   (["--coverage=away/x.info", "c.cu"], 2, "cannot write --coverage away/x.info: No such file")):
        result = run(tools, folder, *words)
        if result.returncode != status or pattern not in result.stderr:
            mistakes.append(f"{words}: exit status {result.returncode}: {result.stderr[:500]}")
    with open(source, encoding="utf-8") as file:
        if file.read() != SOURCE:
            mistakes.append("the source was written over")
    return mistakes


def test_page(tools, folder):
    write_source(folder)
    result = run(tools, folder, "--coverage", "--report", "r.html", "--report", "r.sarif", "c.cu")
    with open(os.path.join(folder, "r.html"), encoding="utf-8") as file:
        page = file.read()
    wanted = ("coverageCard", '"lines_missed"', "never ran", "return 7;")
    mistakes = [f"the page lacks {text}: {result.stderr[:300]}" for text in wanted if text not in page]
    with open(os.path.join(folder, "r.sarif"), encoding="utf-8") as file:
        log = json.load(file)
    notes = [r for r in log["runs"][0]["results"] if r["ruleId"] == "not-run"]
    lines = sorted(n["locations"][0]["physicalLocation"]["region"]["startLine"] for n in notes)
    if lines != sorted(marked("missed") + [34]) or {n["level"] for n in notes} != {"note"}:
        mistakes.append(f"the SARIF log's notes are of lines {lines}")
    return mistakes + sarif_rules.mistakes_of(log)


if __name__ == "__main__":
    sys.exit(run_tests([test_lines, test_same_everywhere, test_adds_up, test_mistakes, test_page], __doc__))
