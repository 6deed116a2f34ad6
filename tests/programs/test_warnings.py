#!/usr/bin/env python3
"""Warnings of clang's are told once, wherever they stand: kernels and functions of the device are parsed for one side only."""

import os
import re
import subprocess
import sys

from harness import run_tests

SOURCE = """#include <cstdio>
static __device__ int called_by_the_device(int a) { return a; }
__device__ int of_device(int a) { if (a = 1) return 2; return called_by_the_device(a); }  // -Wparentheses
__host__ __device__ int of_both(int a) { int unused; if (a = 1) return 2; return a; }  // -Wunused-variable -Wparentheses
template <class T> __global__ void of_template(T* p) { T unused; *p = 1; }  // -Wunused-variable
__global__ void kernel(int* p) { int unused; *p = of_device(*p) + of_both(1); }  // -Wunused-variable
struct Member {
  __device__ int of_class(int a) const { if (a = 1) return 2; return a; }  // -Wparentheses
};
int main() {
  int unused;  // -Wunused-variable
  kernel<<<1, 1>>>(nullptr);
  of_template<<<1, 1>>>((int*)nullptr);
}
"""
CLEAN = SOURCE.replace("a = 1", "a == 1").replace(" int unused;", "").replace(" T unused;", "")


def told(tools, folder, text, *flags):
    """Lines and names of warnings, in order; and the exit status."""
    with open(os.path.join(folder, "app.cu"), "w", encoding="utf-8") as file:
        file.write(text)
    made = subprocess.run([tools.nvcc, "-c", "app.cu", "-o", "app.o", *flags], cwd=folder, capture_output=True, text=True,
                          check=False, env=tools.environment())
    return sorted(re.findall(r"^app\.cu:(\d+):\d+: (?:warning|error): .*\[(?:-Werror,)?(-W\S+)\]$", made.stderr, re.M)), made.returncode


def expected(*names):
    lines = enumerate(SOURCE.split("\n"), 1)
    return sorted((str(number), name) for number, line in lines for name in re.findall(r"-W\S+", line.partition("//")[2])
                  if name in names)


def they_are_told_once(tools, folder):
    mistakes = []
    for flags, names in (((), ("-Wparentheses",)), (("-Xcompiler", "-Wall"), ("-Wparentheses", "-Wunused-variable")),
                         (("-Xcompiler", "-Wall,-Wno-parentheses"), ("-Wunused-variable",)), (("-w",), ())):
        if (out := told(tools, folder, SOURCE, *flags)) != (expected(*names), 0):
            mistakes.append(f"{flags}: told are {out}")
    return mistakes


def functions_that_the_device_calls_are_used(tools, folder):
    """For the host, which does not see who calls them, too, and is not parsed again because of them."""
    out = told(tools, folder, CLEAN, "-Xcompiler", "-Wall,-Wextra,-Werror", "--time", "times.csv")
    with open(os.path.join(folder, "times.csv"), encoding="utf-8") as file:
        hosts = file.read().count("clang (host)")
    return [] if (out, hosts) == (([], 0), 1) else [f"told are {out}, parsed {hosts} times"]


def those_of_the_device_are_no_errors(tools, folder):
    """clang has others than nvcc, whose -Werror a build asks for. Told they are."""
    of_device = SOURCE.replace("if (a = 1) return 2; return a; }  // -Wunused", "return a; }  // -Wunused")
    out, status = told(tools, folder, of_device, "-Werror", "all-warnings")
    wanted = [pair for pair in expected("-Wparentheses") if pair[0] != "4"]
    return [] if (out, status) == (wanted, 0) else [f"told are {out}, exit status {status}"]


if __name__ == "__main__":
    sys.exit(run_tests((they_are_told_once, functions_that_the_device_calls_are_used, those_of_the_device_are_no_errors),
                       __doc__))
