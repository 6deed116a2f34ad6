#!/usr/bin/env python3
"""--profile: figures counted by hand, the same for every schedule and number of workers, and the known stories."""

import json
import os
import re
import subprocess
import sys
import tempfile

from harness import ROOT, Tally, Tools, argument_parser

PROGRAM = os.path.join(ROOT, "tests", "programs", "parts", "profile.cu")
FIGURES = {
    "LANES": ("lanes", ("steps", "active")),
    "SHARED": ("shared", ("accesses", "passes")),
    "GLOBAL": ("global", ("requests", "sectors", "least_sectors")),
}
RUNS = ["--jobs 1 --schedule reverse", "--jobs 1 --schedule random --seed 3", "--jobs 3"]

# Blocks of several warps, barriers in a loop, several launches: what must not depend on the schedule.
MANY_BLOCKS = """
#include <cstdio>
__global__ void reduce(const int* in, int* out) {
  __shared__ int sum[96];
  int t = threadIdx.x;
  sum[t] = in[blockIdx.x * 96 + t];
  for (int active = 48; active > 2; active /= 2) {
    __syncthreads();
    if (t < active) sum[t] += sum[t + active];
  }
  __syncthreads();
  if (t == 0) out[blockIdx.x] = sum[0] + sum[1] + sum[2];
}
int main() {
  int *in, *out;
  cudaMalloc(&in, 96 * 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemset(in, 0, 96 * 64 * sizeof(int));
  for (int i = 0; i < 3; ++i) reduce<<<64, 96>>>(in, out);
  return cudaDeviceSynchronize() != cudaSuccess;
}
"""
# More events in an interval than are kept.
LONG = """
__global__ void spin(int* out) {
  for (int i = 0; i < 20000; ++i) out[threadIdx.x] = i;
}
int main() {
  int* out;
  cudaMalloc(&out, 1024 * sizeof(int));
  spin<<<1, 1024>>>(out);
  return cudaDeviceSynchronize() != cudaSuccess;
}
"""


def expected_lines():
    """Line number -> member of the profile -> figures."""
    expected = {}
    with open(PROGRAM, encoding="utf-8") as file:
        for number, text in enumerate(file, 1):
            code, _, comment = text.partition("//")
            for name, figures in re.findall(r"(LANES|SHARED|GLOBAL) ([\d ]+)", comment) if code.strip() else []:
                expected.setdefault(number, {})[name] = [int(figure) for figure in figures.split()]
    return expected


def counted_lines(profile):
    """As expected_lines(), summed over kernels."""
    counted = {}
    for kernel in profile:
        for line in kernel["lines"]:
            if os.path.basename(line.get("file", "")) != "profile.cu":
                continue
            for name, (member, figures) in FIGURES.items():
                if member in line:
                    sums = counted.setdefault(line["line"], {}).setdefault(name, [0] * len(figures))
                    for i, figure in enumerate(figures):
                        sums[i] += line[member][figure]
    return counted


def run(tools, binary, options="--jobs 1"):
    result = tools.run(binary, options="--profile " + options)
    if result.exit != 0 or result.report is None or result.report["findings"]:
        raise RuntimeError(f"exit status {result.exit} with {options}:\n{result.stderr[-1500:]}")
    return result


def kernel_named(profile, name):
    return next(kernel for kernel in profile if kernel["kernel"].startswith(name))


def test_lines(tools):
    binary = tools.compile([PROGRAM], ["--profile"])
    result = run(tools, binary)
    profile = result.report["profile"]
    counted = counted_lines(profile)
    expected = expected_lines()
    mistakes = [] if len(expected) > 40 else [f"only {len(expected)} lines have expectations"]
    for line, figures in expected.items():
        for name, values in figures.items():
            got = counted.get(line, {}).get(name)
            if got != values:
                mistakes.append(f"profile.cu:{line}: {name} {got}, expected {values}")
    for name, degree in (("void transpose<32>", 16.5), ("void transpose<33>", 1.0)):
        kernel = next((k for k in profile if name.split()[1] in k["kernel"]), None)
        if kernel is None or kernel["shared"]["conflict_degree"] != degree:
            mistakes.append(f"{name}: {kernel and kernel['shared']}, expected a conflict degree of {degree}")
    if kernel_named(profile, "straight")["lanes"]["efficiency"] != 1:
        mistakes.append("straight() is not fully efficient")
    return mistakes


def test_same_everywhere(tools):
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "many_blocks.cu")
        with open(source, "w", encoding="utf-8") as file:
            file.write(MANY_BLOCKS)
        binary = tools.compile([source], ["--profile"])
        first = run(tools, binary).report["profile"]
        mistakes = [f"another profile with {options}" for options in RUNS
                    if run(tools, binary, options).report["profile"] != first]
        # The loads, 3 warps in 64 blocks in 3 launches, and one lane's store.
        if first[0]["launches"] != 3 or first[0]["global"]["requests"] != 3 * 64 * 4 or first[0]["cut"] != 0:
            mistakes.append(json.dumps({key: first[0][key] for key in ("launches", "global", "cut")}))
        return mistakes


def test_long_interval(tools):
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "long.cu")
        with open(source, "w", encoding="utf-8") as file:
            file.write(LONG)
        binary = tools.compile([source], ["--profile"])
        result = run(tools, binary)
        kernel = result.report["profile"][0]
        mistakes = []
        if kernel["cut"] != 32 or kernel["lanes"]["efficiency"] != 1:
            mistakes.append(f"cut {kernel['cut']}, {kernel['lanes']}; expected 32 whole warps that are cut")
        if not 1000 < kernel["global"]["requests"] / 32 < 20000:
            mistakes.append(f"{kernel['global']}: neither kept nor cut")
        if "too long" not in result.stderr:
            mistakes.append("it does not say that intervals were cut")
        if run(tools, binary, "--jobs 1 --schedule reverse").report["profile"] != result.report["profile"]:
            mistakes.append("another profile with another schedule")
        return mistakes


def test_not_compiled_for_it(tools):
    result = run(tools, tools.compile([PROGRAM]))
    mistakes = [] if "fencepost-nvcc --profile" in result.stderr else ["it does not say how to compile"]
    plain = tools.run(tools.compile([PROGRAM], ["--profile"]), options="--jobs 1")
    if "profile" in plain.report or "SIMT" in plain.stderr:
        mistakes.append("a profile although none was asked for")
    return mistakes


def test_command_line(tools):
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(tools.environment(), XDG_CACHE_HOME=folder)
        result = subprocess.run([tools.fencepost, "run", "--profile", PROGRAM], env=environment, capture_output=True,
                                text=True, errors="replace", check=False)
    mistakes = [] if result.returncode == 0 else [f"exit status {result.returncode}"]
    for pattern in (r"^profile: both_arms\(\), 1 launch$", r"SIMT efficiency +\d+\.\d % of lanes active in \d+ warp step",
                    r"conflict degree 16\.5; worst\s+\S*profile\.cu:\d+", r"scattered in global memory",
                    r"sum \+= a\[8 \* threadIdx\.x\];", r"^fencepost: 19 launches, .* no findings"):
        if not re.search(pattern, result.stderr, re.MULTILINE):
            mistakes.append(f"stderr does not match /{pattern}/")
    return mistakes + ([result.stderr[:3000]] if mistakes else [])


TESTS = {
    "profile: figures counted by hand": test_lines,
    "profile: same for every schedule and number of workers": test_same_everywhere,
    "profile: long intervals are cut": test_long_interval,
    "profile: a program compiled without it": test_not_compiled_for_it,
    "profile: fencepost run": test_command_line,
}


def main():
    options = argument_parser(__doc__.splitlines()[0]).parse_args()
    tools = Tools(options.build_dir, options.compiler)
    tally = Tally()
    for name, test in TESTS.items():
        if not re.search(options.filter, name):
            continue
        try:
            mistakes = test(tools)
        except Exception as error:  # Whatever it is, the other tests go on.
            mistakes = [f"{type(error).__name__}: {error}"]
        tally.add(name, mistakes)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
