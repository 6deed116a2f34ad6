#!/usr/bin/env python3
"""The same answer on a GPU: compiles the programs of kernels/ and the fixed ones of examples/ by nvcc and by
fencepost-nvcc, runs both, and compares exit status, output and all that is copied from the device, bit for bit: their
arithmetic is exact. Exit status 77, with the reason, where there is no GPU or no nvcc."""

import argparse
import difflib
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "programs"))

from harness import ROOT, Tally, Tools, argument_parser  # noqa: E402

SKIPPED = 77
# Needs <fencepost/prove.h>, which no GPU has.
OWN_ONLY = {"kernels/prove_scans.cu"}


def programs():
    paths = glob.glob(os.path.join(ROOT, "kernels", "*.cu")) + glob.glob(os.path.join(ROOT, "examples", "*", "fix.cu"))
    names = sorted(os.path.relpath(path, ROOT) for path in paths)
    return [name for name in names if name not in OWN_ONLY]


def has_gpu():
    try:
        listed = subprocess.run(["nvidia-smi", "-L"], capture_output=True, text=True, check=False)
    except OSError:
        return False
    return listed.returncode == 0 and "GPU" in listed.stdout


def answer(nvcc, source, folder, environment, flags):
    """What the program does, as lines of text; of a program that does not compile, what the compiler said."""
    program, copies = os.path.join(folder, "program"), os.path.join(folder, "copies")
    compiled = subprocess.run([nvcc, *flags, "-include", os.path.join(HERE, "copies.h"), os.path.join(ROOT, source), "-o",
                               program], env=environment, capture_output=True, text=True, errors="replace", check=False)
    if compiled.returncode != 0:
        return None, f"{nvcc} exited with {compiled.returncode}:\n{compiled.stdout}{compiled.stderr}"
    try:
        run = subprocess.run([program], env={**environment, "COMPARE_COPIES": copies}, stdin=subprocess.DEVNULL,
                             capture_output=True, text=True, errors="replace", timeout=300, check=False)
    except subprocess.TimeoutExpired:
        return None, "no end after 300 s"
    lines = [f"exit status {run.returncode}", *run.stdout.splitlines()]
    if os.path.exists(copies):
        with open(copies, encoding="ascii") as file:
            lines += file.read().splitlines()
    return lines, run.stderr


def difference(tools, nvcc, source, flags):
    """The mistakes of one program."""
    answers = []
    for who, compiler, options in (("nvcc", nvcc, flags), ("fencepost-nvcc", tools.nvcc, [])):
        with tempfile.TemporaryDirectory() as folder:
            lines, said = answer(compiler, source, folder, tools.environment(), options)
        if lines is None:
            return [f"{who}: {said}"]
        answers.append(lines)
    if answers[0] == answers[1]:
        return []
    different = list(difflib.unified_diff(*answers, "GPU", "Fencepost", n=1, lineterm=""))
    return ["\n".join(different[:20]), f"{len(different)} lines of difference"]


def main():
    parser = argparse.ArgumentParser(parents=[argument_parser(__doc__)], conflict_handler="resolve", add_help=False)
    parser.add_argument("--nvcc", default=shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc", help="NVIDIA's compiler")
    parser.add_argument("--assume-gpu", action="store_true", help="do not look for a GPU")
    options = parser.parse_args()
    if not os.path.exists(options.nvcc):
        print(f"skipped: no nvcc ({options.nvcc} does not exist), nothing was compared")
        return SKIPPED
    if not options.assume_gpu and not has_gpu():
        print("skipped: no GPU (nvidia-smi -L lists none), nothing was compared")
        return SKIPPED
    tools, tally = Tools(options.build_dir, options.compiler), Tally()
    for source in programs():
        if re.search(options.filter, source):
            tally.add(source, difference(tools, options.nvcc, source, [] if options.assume_gpu else ["-arch=native"]))
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
