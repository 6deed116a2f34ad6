#!/usr/bin/env python3
"""Barrier proposals: the right place, no claim without a clean run, a reason where no barrier helps."""

import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from harness import ROOT, Tally, Tools, argument_parser

MAIN = """
int main() {
  int* a;
  cudaMallocManaged(&a, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) a[i] = i;
  KERNEL<<<1, 64>>>(a ARGUMENTS);
  return cudaDeviceSynchronize();
}
"""


def program(kernel, name="k", arguments=""):
    return kernel.strip("\n") + "\n" + MAIN.replace("KERNEL", name).replace(" ARGUMENTS", arguments)


TWO_DIRECTIONS = program("""
__global__ void k(int* a) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
  for (int round = 0; round < 3; ++round) {
    int right = s[(t + 1) % 64];
    s[t] = right + round;
  }
  a[t] = s[t];
}
""")
TWO_RACES = program("""
__global__ void k(int* a) {
  __shared__ int s[64];
  __shared__ int u[64];
  int t = threadIdx.x;
  s[t] = a[t];
  int x = s[63 - t];
  u[t] = x + 1;
  a[t] = u[(t + 1) % 64];
}
""")
NO_BRACES = program("""
__global__ void k(int* a) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 64)
    s[t] = a[t];
  if (t < 64)
    a[t] = s[63 - t];
}
""")
LOOP_WITHOUT_BRACES = program("""
__global__ void k(int* a) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
  for (int half = 32; half > 0; half /= 2)
    if (t < half)
      s[t] += s[t + half];
  if (t == 0) a[0] = s[0];
}
""")
BRANCH = program("""
__global__ void k(int* a) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 32) {
    s[t] = a[t];
    a[t] = s[31 - t];
  }
}
""")
FUNCTIONS = program("""
__device__ __noinline__ void put(int* s, int i, int value) {
  s[i] = value;
}
__device__ __noinline__ int get(const int* s, int i) {
  return s[i];
}
__global__ void k(int* a) {
  __shared__ int s[64];
  int t = threadIdx.x;
  put(s, t, a[t]);
  int other = t ^ 1;
  a[t] = get(s, other);
}
""")
MACROS = program("""
#include <cassert>
#define PUT(i, v) s[i] = (v)
#define ROUND(n)                    \\
  for (int r = 0; r < (n); ++r) {   \\
    int x = s[(t + 1) % 64];        \\
    a[t] += x;                      \\
  }
__global__ void k(int* a) {
  __shared__ int s[64];
  int t = threadIdx.x;
  PUT(t, a[t]);
  assert(t < 64);
  ROUND(3)
  a[t] += 1;
}
""")
HEADER = """
#pragma once
namespace lib {
template <class T>
__global__ void rev(T* a) {
  __shared__ T s[64];
  const int t = threadIdx.x;
  s[t] = a[t];
#pragma unroll
  for (int i = 0; i < 2; ++i) {
    a[t] += s[63 - t];
  }
}
}  // namespace lib
""".lstrip("\n")
# Between its accesses is the only place, and there the program would fail.
WRONG_ORDER = """
__global__ void k(int* a) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = 1;
  s[(t + 1) % 64] = 2;
  __syncthreads();
  a[t] = s[t];
}
int main() {
  int* a;
  cudaMallocManaged(&a, 64 * sizeof(int));
  k<<<1, 64>>>(a);
  cudaDeviceSynchronize();
  return a[5] == 2 ? 9 : 0;
}
""".lstrip("\n")
RACE_AND_BLOCKS = """
__global__ void k(int* a, int* sum) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = a[t];
  a[blockIdx.x * 32 + t] = s[31 - t];
  if (t == 0) *sum += 1;
}
int main() {
  int *a, *sum;
  cudaMallocManaged(&a, 64 * sizeof(int));
  cudaMallocManaged(&sum, sizeof(int));
  k<<<2, 32>>>(a, sum);
  return cudaDeviceSynchronize();
}
""".lstrip("\n")

VERIFIED = "verified: with {} no race remains and no thread diverges"


def example(name):
    with open(os.path.join(ROOT, "examples", name, "bug.cu"), encoding="utf-8") as file:
        return file.read()


def without_barriers(text, removed):
    """A source less those of its barriers (from 0) that are in `removed`, and these barriers' lines, which stay empty."""
    lines = text.splitlines(keepends=True)
    barriers = [number for number, line in enumerate(lines) if line.strip() == "__syncthreads();"]
    for index in removed:
        lines[barriers[index]] = "\n"
    return "".join(lines), [barriers[index] + 1 for index in removed]


def kernel_files():
    """All of kernels/, by path."""
    files = {}
    for folder, _, names in os.walk(os.path.join(ROOT, "kernels")):
        for name in names:
            path = os.path.join(folder, name)
            if name.endswith((".cu", ".cuh", ".h")):
                with open(path, encoding="utf-8") as file:
                    files[os.path.relpath(path, os.path.join(ROOT, "kernels"))] = file.read()
    return files


class Workplace:
    """A folder with the sources of one test, in which fencepost runs."""

    def __init__(self, tools, files):
        self.tools = tools
        self.directory = tempfile.TemporaryDirectory()
        self.folder = self.directory.name
        for name, text in files.items():
            path = os.path.join(self.folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.directory.cleanup()

    def run(self, command):
        environment = dict(self.tools.environment(), XDG_CACHE_HOME=os.path.join(self.folder, "cache"))
        return subprocess.run(command, cwd=self.folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, errors="replace", check=False, timeout=300)

    def propose(self, *arguments):
        """What is said behind the report, in one line without the places' sources; and the exit status."""
        result = self.run([self.tools.fencepost, "run", "--propose", *arguments])
        said = re.split(r"\nfencepost: \d[^\n]*\n\n", result.stderr)[-1]
        rows = [line for line in said.splitlines() if re.match(r" +((\d+|\+) \|( |$)|\.\.\.$)", line)]
        return " ".join(line.strip() for line in said.splitlines() if line not in rows), rows, result.returncode

    def put_barriers(self, places):
        """Puts a real barrier before each of the places ("file:line"), from below."""
        for place in sorted(places, key=lambda place: -int(place.rsplit(":", 1)[1])):
            name, line = place.rsplit(":", 1)
            path = os.path.join(self.folder, name)
            with open(path, encoding="utf-8") as file:
                lines = file.read().splitlines(keepends=True)
            index = int(line) - 1
            while lines[index - 1].lstrip().startswith("#pragma"):
                index -= 1
            lines.insert(index, "__syncthreads();\n")
            with open(path, "w", encoding="utf-8") as file:
                file.writelines(lines)


def mistakes_of_verified(tools, files, arguments, places):
    """Exactly `places` are proposed, and the source with real barriers there is clean."""
    with Workplace(tools, files) as work:
        said, rows, status = work.propose("scan.cu", *arguments)
        listed = places[0] if len(places) == 1 else ", ".join(places[:-1]) + " and " + places[-1]
        expected = VERIFIED.format(("a barrier" if len(places) == 1 else "barriers") + " before " + listed)
        mistakes = [] if said.startswith(expected + " (") else [f"expected: {expected}", f"said: {said}"]
        if sum(" + |" in row or row.lstrip().startswith("+ |") for row in rows) != len(places):
            mistakes.append(f"the sources shown are {rows}")
        if status != 66:
            mistakes.append(f"exit status {status}, expected 66")
        work.put_barriers(places)
        result = work.run([tools.fencepost, "run", "scan.cu", *arguments])
        if "no findings" not in result.stderr:
            mistakes.append(f"with the barriers in the source: {result.stderr}")
        return mistakes


def mistakes_of_refusal(tools, files, arguments, expected):
    with Workplace(tools, files) as work:
        said, _, _ = work.propose("scan.cu", *arguments)
        mistakes = [f"not said: {text} in: {said}" for text in expected if text not in said]
        return mistakes + ([f"claims: {said}"] if "verified" in said else [])


def mistakes_of_kernel(tools, name, removed):
    """The papers' kernel gets barriers again near those that were taken out, but for one that separates nothing."""
    files = kernel_files()
    header = f"scan/{name}.cuh"
    files[header], lines = without_barriers(files[header], removed)
    redundant = [1] if name == "blelloch" else []
    wanted = [line for index, line in zip(removed, lines) if index not in redundant]
    with Workplace(tools, files) as work:
        said, _, _ = work.propose(f"{name}.cu", "--", "16")
        claim = re.match(r"verified: with a? ?barriers? before (.*) no race remains and no thread diverges \(", said)
        if not claim:
            return [f"said: {said}"]
        places = re.split(", | and ", claim[1])
        numbers = [int(place.rsplit(":", 1)[1]) for place in places]
        mistakes = []
        if len(numbers) != len(wanted) or any(abs(number - line) > 4 for number, line in zip(numbers, wanted)):
            mistakes.append(f"removed {wanted} of {header}, proposed {places}")
        work.put_barriers(places)
        result = work.run([tools.fencepost, "run", f"{name}.cu", "--", "16"])
        if "no findings" not in result.stderr:
            mistakes.append(f"with the barriers in the source: {result.stderr}")
        return mistakes


def mistakes_of_partial(tools):
    """One race ends, the other is between blocks: no claim that none remains."""
    with Workplace(tools, {"scan.cu": RACE_AND_BLOCKS}) as work:
        said, _, _ = work.propose("scan.cu")
        expected = ["verified: with a barrier before scan.cu:5 ", "is gone and no thread diverges",
                    "a barrier orders the threads of one block only"]
        mistakes = [f"not said: {text} in: {said}" for text in expected if text not in said]
        return mistakes + ([f"claims: {said}"] if "no race remains" in said else [])


def mistakes_of_executable(tools):
    with Workplace(tools, {"scan.cu": TWO_RACES}) as work:
        work.run([tools.nvcc, "scan.cu", "-o", "scan"])
        said, _, status = work.propose("./scan")
        return [] if said == "give the .cu file to have barriers proposed" and status == 66 else [f"{status}: {said}"]


def mistakes_of_driver(tools):
    """The driver refuses a place in one line, with exit status 3."""
    mistakes = []
    with Workplace(tools, {"scan.cu": NO_BRACES}) as work:
        for line in (1, 5, 7, 12, 99):
            result = work.run([tools.nvcc, "scan.cu", "--virtual-barrier", f"scan.cu:{line}", "-o", "scan"])
            if result.returncode != 3 or f"no statement starts at scan.cu:{line};" not in result.stderr:
                mistakes.append(f"scan.cu:{line}: {result.returncode}: {result.stderr}")
        result = work.run([tools.nvcc, "scan.cu", "--virtual-barrier", "scan.cu:6", "-o", "scan"])
        result = work.run(["./scan"])
        if "no findings" not in result.stderr:
            mistakes.append(f"with a barrier before scan.cu:6: {result.stderr}")
    return mistakes


def tests(tools):
    """(name, function that returns the mistakes) of each test."""
    def verified(name, source, *places, files=None, arguments=()):
        sources = {"scan.cu": source, **(files or {})}
        return name, lambda: mistakes_of_verified(tools, sources, arguments, places)

    def refused(name, source, *expected, arguments=()):
        return name, lambda: mistakes_of_refusal(tools, {"scan.cu": source}, arguments, expected)

    yield verified("missing_barrier", example("missing_barrier"), "scan.cu:9")
    yield verified("overwritten_in_loop", example("overwritten_in_loop"), "scan.cu:13")
    yield verified("transpose_tile", example("transpose_tile"), "scan.cu:9")
    yield verified("reduction_result", example("reduction_result"), "scan.cu:13")
    yield verified("lockstep_warp", example("lockstep_warp"), "scan.cu:9")
    yield refused("stencil_in_block", example("stencil_in_block"), "which a thread runs once", "atomic operation")
    yield refused("histogram_shared", example("histogram_shared"), "it remains with a barrier", "atomic operation")
    yield refused("halo_off_by_one", example("halo_off_by_one"), "exits with status 1")
    yield refused("stencil_between_blocks", example("stencil_between_blocks"), "threads of one block only")
    yield refused("same_value_flag has no error", example("same_value_flag"), "no race that a barrier could end")
    yield verified("a loop that takes a barrier each way", TWO_DIRECTIONS, "scan.cu:8", "scan.cu:9")
    yield verified("two races", TWO_RACES, "scan.cu:6", "scan.cu:8")
    yield verified("statements without braces", NO_BRACES, "scan.cu:6")
    yield refused("a loop without braces", LOOP_WITHOUT_BRACES, "the for at scan.cu:6 has no braces")
    yield refused("a branch", BRANCH, "inside the if at scan.cu:4 and is not reached by all threads")
    yield verified("functions that the kernel calls", FUNCTIONS, "scan.cu:12")
    yield verified("macros", MACROS, "scan.cu:13")
    yield verified("a template kernel in a header", '#include "rev.cuh"\n' + program("", "lib::rev"), "inc/rev.cuh:9",
                   files={"inc/rev.cuh": HEADER}, arguments=("-I", "inc"))
    yield refused("a barrier that makes the program fail", WRONG_ORDER, "exits with status 9")
    for kernel, removed in (("kogge_stone", (0,)), ("kogge_stone", (1,)), ("kogge_stone", (0, 1)), ("blelloch", (0,)),
                            ("blelloch", (2,))):
        yield (f"{kernel} without barriers {removed}",
               lambda kernel=kernel, removed=removed: mistakes_of_kernel(tools, kernel, removed))
    yield "a race that remains", lambda: mistakes_of_partial(tools)
    yield "an executable", lambda: mistakes_of_executable(tools)
    yield "places that the driver refuses", lambda: mistakes_of_driver(tools)


def main():
    options = argument_parser(__doc__.splitlines()[0]).parse_args()
    tools = Tools(options.build_dir, options.compiler)
    selected = [(name, test) for name, test in tests(tools) if re.search(options.filter, name)]
    tally = Tally()
    with ThreadPoolExecutor(options.parallel) as pool:
        for (name, _), mistakes in zip(selected, pool.map(lambda item: item[1](), selected)):
            tally.add(name, mistakes)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
