#!/usr/bin/env python3
"""An index takes writes of a kernel from one array far into another one, which the launch was taken to read only."""

import json
import os
import subprocess
import sys

from harness import run_tests

SOURCE = """constexpr int kBlocks = 256, kThreads = 32, n = kBlocks * kThreads;

__global__ void stray(const int* from, int* to, long far) {
  const int index = blockIdx.x * kThreads + threadIdx.x;
  const int other = (blockIdx.x + 1) % kBlocks * kThreads + (threadIdx.x ^ 5);
  const int value = from[other];
  WRITE;
}
__global__ void reads(const int* from, int* to) { to[blockIdx.x * kThreads + threadIdx.x] = from[threadIdx.x]; }

int main() {
  int* arrays[2];
  for (int*& array : arrays) {
    void* memory;
    cudaMalloc(&memory, 2 * n * sizeof(int));
    cudaMemset(memory, 0, 2 * n * sizeof(int));
    array = (int*)memory + n / 2;  // Away from its first page and last, which are not all of it.
  }
  const long far = arrays[0] - arrays[1];
  stray<<<kBlocks, kThreads>>>(arrays[0], arrays[1], far);
  reads<<<kBlocks, kThreads>>>(arrays[0], arrays[1]);
  stray<<<kBlocks, kThreads>>>(arrays[0], arrays[1], far);
  return cudaDeviceSynchronize();
}
"""
WRITES = {"plain": "to[index + far] = value", "atomic": "atomicAdd(&to[index + far], value)",
          "ordered": "__syncwarp(); to[index + far] = value"}
NOTE = ("stray wrote, in launch 1, to the allocation of 65536 bytes at {}:15, into which none of the pointers points that "
        "it writes through: ")


def run(tools, folder, write, flags, options):
    source = os.path.join(folder, "stray.cu")
    with open(source, "w", encoding="utf-8") as file:
        file.write(SOURCE.replace("WRITE", write))
    binary, report = os.path.join(folder, "stray"), os.path.join(folder, "report.json")
    subprocess.run([tools.nvcc, "--no-sample", *flags, source, "-o", binary], env=tools.environment(), check=True)
    subprocess.run([binary], stderr=subprocess.PIPE, check=False,
                   env=tools.environment(f"--report {report} {options}"))
    with open(report, encoding="utf-8") as file:
        return json.load(file)


def races(report):
    return [(finding["launch"], finding["occurrences"]) for finding in report["findings"]]


def it_is_told_and_the_next_launch_is_compared(tools, folder):
    mistakes = []
    for name, write in WRITES.items():
        for options in ("", "--jobs 4 --schedule reverse", "--schedule random --seed 3"):
            report = run(tools, folder, write, [], options)
            notes = [note["text"] for note in report["notes"] if note["kind"] == "stray-write"]
            if len(notes) != 1 or NOTE.split("{}")[0] not in notes[0] or NOTE.split("{}")[1] not in notes[0]:
                mistakes.append(f"{name} {options}: notes {notes}")
            if races(report) != [(3, 8192)]:
                mistakes.append(f"{name} {options}: {races(report)}")
    return mistakes


def reference_code_compares_all(tools, folder):
    mistakes = []
    for name, write in WRITES.items():
        report = run(tools, folder, write, ["--reference"], "")
        if races(report) != [(1, 16384)] or any(note["kind"] == "stray-write" for note in report["notes"]):
            mistakes.append(f"{name}: {races(report)} {report['notes']}")
    return mistakes


TESTS = [it_is_told_and_the_next_launch_is_compared, reference_code_compares_all]

if __name__ == "__main__":
    sys.exit(run_tests(TESTS, __doc__))
