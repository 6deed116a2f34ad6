#!/usr/bin/env python3
"""The eight cases of bench/peers side by side: checked, unchecked, Oclgrind's race detector, PoCL. One thread each.

Needs oclgrind, pocl-opencl-icd, opencl-headers and ocl-icd-opencl-dev for the peers; what is missing is left out, and
said. Each figure is the median time of a launch in milliseconds; of PoCL the better of two ways to run a work-group.
The rounds go around all tools, so that a busy machine slows all of them; the least median of the rounds counts.
"""

import argparse
import math
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
HERE = os.path.join(ROOT, "bench", "peers")
CASES = re.findall(r'^ +\{"(\w+)"', open(os.path.join(HERE, "cases.h"), encoding="utf-8").read(), re.M)
LARGE = {"kogge_stone_tiles", "reduce", "matrix_multiply", "vector_add", "histogram", "stencil"}


class Tool:
    """A way to run a case: a command in front of the case's name, environment variables, warm-ups and runs."""

    def __init__(self, name, command, environment=(), small=(20, 101), large=(1, 5)):
        self.name, self.command, self.environment = name, command, dict(environment)
        self.counts = {case: large if case in LARGE else small for case in CASES}

    def milliseconds(self, case):
        command = [*self.command, case, *map(str, self.counts[case])]
        result = subprocess.run(command, env={**os.environ, **self.environment}, capture_output=True, text=True, check=False)
        found = re.search(r"^ms ([\d.]+) (right|WRONG)$", result.stdout, re.M)
        if not found or found[2] != "right":
            sys.exit(f"{self.name}, {case}: {' '.join(command)} printed {result.stdout!r}\n{result.stderr[:2000]}")
        return float(found[1])


def compiled(folder, build):
    """Compiles what can be compiled here: yields the tools."""
    nvcc = os.path.join(build, "bin", "fencepost-nvcc")
    source = os.path.join(HERE, "peers.cu")
    for name, flags in (("checked", []), ("unchecked", ["--no-check"])):
        program = os.path.join(folder, name)
        subprocess.run([nvcc, "-O2", *flags, source, "-o", program], check=True)
        yield Tool(name, [program], {"FENCEPOST_OPTIONS": "--jobs 1"})
    host = os.path.join(folder, "opencl_peers")
    command = ["g++", "-O2", os.path.join(HERE, "opencl_peers.cpp"), "-lOpenCL", "-o", host]
    if subprocess.run(command, capture_output=True, check=False).returncode != 0:
        print("OpenCL does not compile here: apt-get install opencl-headers ocl-icd-opencl-dev pocl-opencl-icd oclgrind")
        return
    kernels = os.path.join(HERE, "peers.cl")
    for method in ("loopvec", "cbs"):
        pocl = {"POCL_MAX_PTHREAD_COUNT": "1", "POCL_WORK_GROUP_METHOD": method}
        yield Tool(f"PoCL {method}", [host, kernels], pocl, large=(2, 11))
    if shutil.which("oclgrind"):
        yield Tool("oclgrind", ["oclgrind", "--data-races", "--num-threads", "1", host, kernels],
                   small=(0, 3), large=(0, 1))
    else:
        print("oclgrind is not installed: apt-get install oclgrind")


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build-dir", default=os.path.join(ROOT, "build"))
    parser.add_argument("--rounds", type=int, default=3, help="of Oclgrind one, it takes minutes (default: 3)")
    parser.add_argument("--without", action="append", default=[], metavar="TOOL", help="leave out oclgrind or PoCL")
    parser.add_argument("cases", nargs="*", metavar="CASE", help=f"some of {', '.join(CASES)}")
    options = parser.parse_args()
    unknown = set(options.cases) - set(CASES)
    if unknown:
        parser.error(f"no such case: {', '.join(sorted(unknown))}")
    folder = os.path.join(options.build_dir, "peers")
    os.makedirs(folder, exist_ok=True)
    tools = [tool for tool in compiled(folder, options.build_dir) if tool.name.split()[0] not in options.without]
    best = {}
    for turn in range(options.rounds):
        for tool in tools:
            for case in options.cases or CASES:
                if tool.name == "oclgrind" and turn:
                    continue
                if sys.stderr.isatty():
                    print(f"\r\033[Kround {turn + 1} of {options.rounds}: {tool.name}, {case}", end="", file=sys.stderr)
                taken = tool.milliseconds(case)
                best[tool.name, case] = min(taken, best.get((tool.name, case), taken))
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)

    print(f"{'milliseconds a launch':22}{'checked':>10}{'unchecked':>11}{'Oclgrind':>11}{'PoCL':>9}"
          f"{'Oclgrind/checked':>18}{'checked/PoCL':>14}{'checked/unchecked':>19}")
    ratios = {}
    for case in options.cases or CASES:
        ours, bare = best["checked", case], best["unchecked", case]
        grind = best.get(("oclgrind", case))
        pocl = min((best[name, case] for name, other in best if other == case and name.startswith("PoCL")), default=None)
        row = {"grind": grind and grind / ours, "pocl": pocl and ours / pocl, "bare": ours / bare}
        for name, value in row.items():
            if value:
                ratios.setdefault(name, []).append(value)

        def shown(value, width, digits):
            return f"{'-' if value is None else format(value, f',.{digits}f'):>{width}}"

        print(f"{case:22}{shown(ours, 10, 3)}{shown(bare, 11, 3)}{shown(grind, 11, 1)}{shown(pocl, 9, 3)}"
              f"{shown(row['grind'], 18, 0)}{shown(row['pocl'], 14, 1)}{shown(row['bare'], 19, 2)}")
    for name, what, goal in (("grind", "Oclgrind / checked, geometric mean", ">= 2000"),
                             ("pocl", "checked / PoCL, geometric mean", "<= 4"),
                             ("bare", "checked / unchecked, geometric mean", "<= 3")):
        if name in ratios:
            print(f"{what:44}{geometric_mean(ratios[name]):8.1f} x  goal {goal}"
                  + (f", least {min(ratios[name]):.0f}, goal >= 700" if name == "grind" else ""))


if __name__ == "__main__":
    main()
