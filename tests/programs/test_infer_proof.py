#!/usr/bin/env python3
"""`fencepost permissions --prove`: Z3 finds no conflict in the papers' kernels, says what that needs, and what it finds in
others is run and races."""

import os
import shutil
import subprocess
import sys

from harness import ROOT, Skipped, run_tests

KERNELS = os.path.join(ROOT, "kernels")
PROVED = "no two threads of a block conflict, for any size"

MAIN = """
int main(int argc, char** argv) {
  int n = atoi(argv[1]), k = argc > 2 ? atoi(argv[2]) : 1;
  int* a;
  cudaMalloc(&a, 2 * n * sizeof(int));
  cudaMemset(a, 0, 2 * n * sizeof(int));
  kernel<<<1, n>>>(a, n, k);
  cudaDeviceSynchronize();
  cudaFree(a);
}
"""


def prove(tools, folder, source, sizes, path=None):
    """Runs the command; `source` is a kernel's text, `path` a program instead."""
    if path is None:
        path = os.path.join(folder, "kernel.cu")
        with open(path, "w", encoding="utf-8") as file:
            file.write("#include <cstdlib>\n" + source + MAIN)
    words = [tools.fencepost, "permissions", "--prove", path, "--sizes", sizes]
    return subprocess.run(words, capture_output=True, text=True, check=False, env=tools.environment())


def needs_z3(test):
    def run(tools, folder):
        if shutil.which("z3") is None:
            return Skipped("z3 is not installed")
        return test(tools, folder)

    run.__name__ = test.__name__
    return run


def expect(process, status, *texts, without=()):
    mistakes = [] if process.returncode == status else [f"exit status {process.returncode}, not {status}"]
    mistakes += [f"no '{text}'" for text in texts if text not in process.stdout]
    mistakes += [f"there is '{text}'" for text in without if text in process.stdout]
    return mistakes + [process.stdout + process.stderr] if mistakes else []


@needs_z3
def the_papers_kernels_have_no_conflict_at_any_size(tools, folder):
    mistakes = []
    for kernel, arrays, assumed in (
            ("rotate", ["left_rotation: array", "right_rotation: array"], ["tid == threadIdx.x"]),
            ("kogge_stone", ["scan_block: Output"], ["tid == threadIdx.x"]),
            ("blelloch", ["scan_block: Output"], ["stride", "indicator == "]),
            ("sklansky", ["scan_block: Output"], ["stride is a power of two", "right == "])):
        process = prove(tools, folder, "", "4,8,16" if kernel == "blelloch" else "8,16,32", os.path.join(KERNELS, kernel + ".cu"))
        proved = [f"{array}: {PROVED}" for array in arrays]
        mistakes += expect(process, 0, *proved, *assumed, "the patterns also hold in the runs with",
                           without=["not proved"])
    return mistakes


@needs_z3
def a_conflict_between_the_sizes_is_found_and_races(tools, folder):
    # Right where n and k have no common divisor, as in all these runs.
    source = """
__global__ void kernel(int* a, int n, int k) {
  int place = threadIdx.x * k;
  __syncthreads();
  a[place % n] = k + threadIdx.x;
}
"""
    process = prove(tools, folder, source, "8 3,16 5,32 7,15 4")
    return expect(process, 66, "writes a[place % n]", "both write", "a: race on a[0] (kernel.cu:", without=[PROVED])


@needs_z3
def a_number_of_the_source_is_tried(tools, folder):
    # With at most 64 threads this is a[tid].
    source = "__global__ void kernel(int* a, int n, int k) { a[threadIdx.x % 64] = threadIdx.x; }"
    return expect(prove(tools, folder, source, "8,16,40"), 66, "kernel: a: race on a[0] (kernel.cu:",
                  "in the run with 65", without=[PROVED])


@needs_z3
def an_assumption_that_the_program_breaks_races(tools, folder):
    # What is read has an odd number if n / 2 is even.
    source = """
__global__ void kernel(int* a, int n, int k) {
  int tid = threadIdx.x;
  if (tid % 2 == 0) a[tid] = a[tid + n / 2 + 1] + k;
}
"""
    return expect(prove(tools, folder, source, "8,16,32"), 66, "is a power of two': run with", ": race on a[",
                  without=[PROVED])


@needs_z3
def a_reduction_has_no_conflict(tools, folder):
    source = """
__global__ void kernel(int* a, int n, int k) {
  int tid = threadIdx.x;
  for (int s = n / 2; s > 0; s /= 2) {
    if (tid < s) a[tid] += a[tid + s];
    __syncthreads();
  }
}
"""
    return expect(prove(tools, folder, source, "8,16,32,24"), 0, "kernel: a: " + PROVED, "tid == threadIdx.x",
                  "kernel: k = 1", without=["race"])


@needs_z3
def another_pattern_at_other_sizes_is_no_proof(tools, folder):
    # Never a race; but beyond 20 threads it is not what was observed.
    source = "__global__ void kernel(int* a, int n, int k) { a[threadIdx.x < 20 ? threadIdx.x : n + 19 - threadIdx.x] = k; }"
    return expect(prove(tools, folder, source, "8,12,16"), 0, "kernel: a: not proved", "the pattern does not hold in the run",
                  without=[PROVED, "race"])


def without_z3_the_package_is_named(tools, folder):
    environment = dict(tools.environment(), PATH=folder)
    words = [tools.fencepost, "permissions", "--prove", os.path.join(KERNELS, "rotate.cu"), "--sizes", "8"]
    process = subprocess.run(words, capture_output=True, text=True, check=False, env=environment)
    if process.returncode == 2 and "install z3" in process.stderr:
        return []
    return [f"exit status {process.returncode}: {process.stderr}"]


if __name__ == "__main__":
    sys.exit(run_tests([the_papers_kernels_have_no_conflict_at_any_size,
                        a_conflict_between_the_sizes_is_found_and_races, a_number_of_the_source_is_tried,
                        an_assumption_that_the_program_breaks_races, a_reduction_has_no_conflict,
                        another_pattern_at_other_sizes_is_no_proof, without_z3_the_package_is_named], __doc__))
