#!/usr/bin/env python3
"""What must not grow, and how long compiling takes: the goals that bench/peers.py and fencepost-bench do not print.

- blocks, launches and memory: one worker; the time of each at the beginning and at the end, and what memory grew by
- time for each access, and memory, from 2^16 elements to 2^25 and from the first launch to the last
- time for each access against the number of elements, for each kernel of bench/peers
- two workers against one, and whether both report the same
- time for each access to one word against the number of source lines that access it, and to compile each line
- time for each access of kernels that go through memory in many ways, unchecked, checked, and checked in a program with streams
- processor time to compile kernels/*.cu: checked, unchecked, and by nvcc if there is one
"""

import argparse
import glob
import os
import re
import shutil
import subprocess
import sys

from compile_time import seconds
from peers import CASES, HERE, ROOT

ONE_SIZE = {"blelloch", "kogge_stone"}  # A single block.
MOST = {"matrix_multiply": 2**18}  # Its work grows faster than its elements.


def compile_program(options, name, source, flags=()):
    program = os.path.join(options.folder, name)
    subprocess.run([options.nvcc, "-O2", *flags, source, "-o", program], check=True)
    return program


def output_of(program, *arguments, jobs=1):
    result = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, check=False,
                            env={**os.environ, "FENCEPOST_OPTIONS": f"--jobs {jobs}"})
    if result.returncode != 0 or "WRONG" in result.stdout:
        sys.exit(f"{program} {arguments}: {result.stdout}{result.stderr}")
    return result.stdout, result.stderr


def print_limits(options):
    program = compile_program(options, "limits", os.path.join(ROOT, "bench", "programs", "limits.cu"))
    for what, text in (("blocks", "a block of 32: among 10^4, among 10^6"),
                       ("launches", "a launch of one block: of the second thousand, of the tenth"),
                       ("memory", "a block of 1024 in 16 GiB, 1 % touched: first launch, tenth")):
        out, _ = output_of(program, what)
        first, last, grown = map(float, re.search(r"ns ([\d.]+) ([\d.]+) MiB (-?[\d.]+)", out).groups())
        print(f"{text:62}{first:9,.0f} ns {last:9,.0f} ns, memory grew by {grown:.1f} MiB", flush=True)
        found = re.search(r"per byte touched ([\d.]+)", out)
        if found:
            print(f"{'  memory for each byte touched, the data among it':62}{float(found[1]):9.2f} B")


def print_real_sizes(options):
    program = compile_program(options, "real_sizes", os.path.join(ROOT, "bench", "programs", "real_sizes.cu"))
    print(f"\n{'pairs exchanged, one worker':34}{'ns an access: 1st launch':>26}{'2nd':>8}{'last':>8}"
          f"{'memory a byte':>16}{'later':>12}")
    for element, size in (("float", 4), ("double", 8), ("triple", 12)):
        for power in (16, 19, 22, 25):
            launches = max(8, 2**(25 - power)) if (element, power) != ("float", 25) else options.launches
            out, _ = output_of(program, element, 2**power, launches)
            first, second, last, mib, later = map(
                float, re.search(r"ns ([\d.]+) ([\d.]+) ([\d.]+) MiB (-?[\d.]+) (-?[\d.]+)", out).groups())
            print(f"{element + ', 2^' + str(power) + ' elements':34}{first:26.1f}{second:8.1f}{last:8.1f}"
                  f"{mib * 2**20 / (size * 2**power):14.2f} B{later:8.1f} MiB", flush=True)


def print_growth(options):
    program = compile_program(options, "checked", os.path.join(HERE, "peers.cu"))
    sizes = [2**k for k in range(10, 25, 2)]
    print(f"\n{'ns an access, checked':22}" + "".join(f"{'2^' + str(n.bit_length() - 1):>9}" for n in sizes)
          + f"{'most/least':>12}")
    for case in CASES:
        if case in ONE_SIZE:
            continue
        values = []
        for n in sizes:
            if n > MOST.get(case, n):
                continue
            runs = 3 if n >= 2**20 else 11 if n >= 2**14 else 101
            times = [output_of(program, case, 1, runs, n)[0] for _ in range(options.rounds)]
            values.append(min(float(re.search(r"ns/access ([\d.]+)", t)[1]) for t in times))
        print(f"{case:22}" + "".join(f"{value:9.2f}" for value in values) + " " * 9 * (len(sizes) - len(values))
              + f"{max(values) / min(values):12.2f}", flush=True)


def print_workers(options):
    program = compile_program(options, "checked", os.path.join(HERE, "peers.cu"))
    print(f"\n{'ms a launch':22}{'one worker':>12}{'two':>10}{'ratio':>8}   findings")
    for case in CASES:
        if case in ONE_SIZE:
            continue
        times, endings = {}, {}
        for _ in range(options.rounds):
            for jobs in (1, 2):
                out, err = output_of(program, case, 6, 7, jobs=jobs)  # Each worker has its own shadow to touch first.
                value = float(re.search(r"ms ([\d.]+)", out)[1])
                times[jobs] = min(value, times.get(jobs, value))
                endings[jobs] = re.sub(r" \([\d.]+ s\)", "", err)
        print(f"{case:22}{times[1]:12.1f}{times[2]:10.1f}{times[1] / times[2]:8.2f}   "
              + ("the same" if endings[1] == endings[2] else f"DIFFER:\n{endings[1]}\n{endings[2]}"), flush=True)


LINES = """#include "bench_timer.h"
__global__ void k(const int* word, int* hits) {
  int found = 0;
%s
  hits[threadIdx.x] = found;
}
int main() {
  int* memory;
  cudaMalloc(&memory, 257 * sizeof(int));
  cudaMemset(memory, 0, 257 * sizeof(int));
  const double seconds = median_seconds(5, [&] { k<<<1, 256>>>(memory, memory + 1); });
  printf("ns %%.2f\\n", 1e9 * seconds / (256.0 * (%d + 1)));
}
"""


def print_lines(options):
    numbers = [30, 300, 3000]
    times, compiled = [], []
    for lines in numbers:
        source = os.path.join(options.folder, f"lines_{lines}.cu")
        with open(source, "w", encoding="utf-8") as file:
            file.write(LINES % ("\n".join(f"  if (*word == {i + 1}) ++found;" for i in range(lines)), lines))
        program = source.removesuffix(".cu")
        command = [options.nvcc, "-O2", "-I", os.path.join(ROOT, "bench", "programs"), source, "-o", program]
        taken = seconds(command, options.rounds)
        if taken is None:
            sys.exit(f"{source} does not compile")
        compiled.append(taken)
        times.append(min(float(output_of(program)[0].split()[1]) for _ in range(options.rounds)))
    print(f"\n{'lines that touch one word':34}" + "".join(f"{n:10,}" for n in numbers))
    print(f"{'  ns an access, checked':34}" + "".join(f"{value:10.1f}" for value in times))
    print(f"{'  s to compile and link':34}" + "".join(f"{value:10.2f}" for value in compiled), flush=True)


def print_patterns(options):
    source = os.path.join(ROOT, "bench", "programs", "patterns.cu")
    ways = {"unchecked": ["--no-check"], "checked": [], "with streams": ["-DSTREAMS"]}
    columns = []
    for name, flags in ways.items():
        text, _ = output_of(compile_program(options, f"patterns_{len(columns)}", source, flags))
        columns.append(dict(line.rsplit(" ", 1) for line in text.splitlines()))
    print(f"\n{'ns an access, by one worker':34}" + "".join(f"{name:>14}" for name in ways))
    for kernel in columns[0]:
        print(f"  {kernel:32}" + "".join(f"{float(column[kernel]):14.2f}" for column in columns), flush=True)


def print_compiling(options):
    sources = sorted(set(glob.glob(os.path.join(ROOT, "kernels", "*.cu"))) -
                     {os.path.join(ROOT, "kernels", "prove_scans.cu")})
    out = os.path.join(options.folder, "compiled")
    ways = {"checked": [options.nvcc, "-O1"], "unchecked": [options.nvcc, "-O1", "--no-check"]}
    if os.path.exists(options.cuda):
        ways["nvcc"] = [options.cuda, "-O1", "-arch=sm_90"]
    else:
        print(f"there is no {options.cuda} to compare with")
    totals = {}
    for name, command in ways.items():
        taken = [seconds([*command, "-std=c++17", source, "-o", out], options.rounds) for source in sources]
        if None in taken:
            sys.exit(f"{name} does not compile {sources[taken.index(None)]}")
        totals[name] = sum(taken)
    print(f"\ncompile and link the {len(sources)} programs of kernels/*.cu with -O1: "
          + ", ".join(f"{name} {total:.1f} s" for name, total in totals.items()))
    for other in ("nvcc", "unchecked"):
        if other in totals:
            print(f"  checked / {other}: {totals['checked'] / totals[other]:.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build-dir", default=os.path.join(ROOT, "build"))
    parser.add_argument("--nvcc", dest="cuda", default=shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--launches", type=int, default=200, help="of 2^25 floats")
    parser.add_argument("parts", nargs="*", choices=["limits", "sizes", "growth", "workers", "lines", "patterns", "compiling", []])
    options = parser.parse_args()
    options.nvcc = os.path.join(options.build_dir, "bin", "fencepost-nvcc")
    options.folder = os.path.join(options.build_dir, "peers")
    os.makedirs(options.folder, exist_ok=True)
    for name, part in (("limits", print_limits), ("sizes", print_real_sizes), ("growth", print_growth),
                       ("workers", print_workers), ("lines", print_lines), ("patterns", print_patterns),
                       ("compiling", print_compiling)):
        if not options.parts or name in options.parts:
            part(options)


if __name__ == "__main__":
    main()
