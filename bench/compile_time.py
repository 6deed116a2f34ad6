#!/usr/bin/env python3
"""How long fencepost-nvcc takes to compile and link programs, beside nvcc: seconds of processor time, all processes
together, the least of several tries. Needs nvcc."""

import argparse
import glob
import os
import resource
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def seconds(command, tries):
    """Processor time of `command`; None if it fails."""
    best = None
    for _ in range(tries):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        if subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode != 0:
            return None
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
        best = used if best is None else min(best, used)
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sources", nargs="*", help="CUDA sources, each a program (default: kernels/*.cu)")
    parser.add_argument("--nvcc", default=shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc")
    parser.add_argument("--fencepost-nvcc", default=os.path.join(ROOT, "build", "bin", "fencepost-nvcc"))
    parser.add_argument("--tries", type=int, default=3)
    parser.add_argument("--arch", default="sm_90", help="for nvcc, and ours (default: %(default)s)")
    parser.add_argument("--flag", dest="flags", action="append", default=[], help="another, for both: --flag=-DNAME")
    parser.add_argument("--compile-only", action="store_true", help="with -c: the sources are no programs")
    parser.add_argument("-I", dest="includes", action="append", default=[])
    options = parser.parse_args()
    if not os.path.exists(options.nvcc):
        sys.exit(f"there is no {options.nvcc} to compare with; name one: --nvcc")
    sources = options.sources or sorted(set(glob.glob(os.path.join(ROOT, "kernels", "*.cu"))) -
                                        {os.path.join(ROOT, "kernels", "prove_scans.cu")})
    flags = ["-std=c++17", "-O3", f"-arch={options.arch}", *("-I" + path for path in options.includes)]
    flags += options.flags + (["-c"] if options.compile_only else [])
    total, width = [0.0, 0.0], max(len(os.path.basename(path)) for path in sources)
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "program")
        for source in sources:
            theirs = seconds([options.nvcc, *flags, source, "-o", program], options.tries)
            ours = seconds([options.fencepost_nvcc, *flags, source, "-o", program], options.tries)
            shown = ["   -" if used is None else f"{used:4.1f}" for used in (theirs, ours)]
            times = f"  {ours / theirs:.2f} times" if theirs and ours else ""
            print(f"{os.path.basename(source):{width}}  nvcc {shown[0]}  fencepost-nvcc {shown[1]}{times}", flush=True)
            if theirs is not None and ours is not None:
                total = [total[0] + theirs, total[1] + ours]
    print(f"{'all that both compile':{width}}  nvcc {total[0]:.1f}  fencepost-nvcc {total[1]:.1f}: "
          f"{total[1] / max(total[0], 1e-9):.2f} times")


if __name__ == "__main__":
    main()
