#!/usr/bin/env python3
"""The same answer on a GPU: compiles the programs of kernels/ and the fixed ones of examples/ by nvcc and by
fencepost-nvcc, runs both, and compares exit status, output and all that is copied from the device, bit for bit: their
arithmetic is exact. Where there is no GPU, or no nvcc, with the answers that an H200 gave (h200_programs.json), which were
kept there, with nvcc, this folder, tests/programs, kernels/ and examples/, by
    compare.py --record answers.json
"""

import argparse
import difflib
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "programs"))

from harness import ROOT, Tally, Tools, argument_parser  # noqa: E402

ANSWERS = os.path.join(HERE, "h200_programs.json")
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


def gpu_answer(nvcc, source, environment, flags):
    with tempfile.TemporaryDirectory() as folder:
        return answer(nvcc, source, folder, environment, flags)


def difference(tools, source, gpu):
    """The mistakes of one program, of which a GPU gave the answer `gpu`."""
    with tempfile.TemporaryDirectory() as folder:
        # What only checked programs do, such as copying for ghost code, no GPU does.
        ours = answer(tools.nvcc, source, folder, tools.environment(), ["-U__FENCEPOST__"])
    for who, (lines, said) in (("nvcc", gpu), ("fencepost-nvcc", ours)):
        if lines is None:
            return [f"{who}: {said}"]
    if gpu[0] == ours[0]:
        return []
    different = list(difflib.unified_diff(gpu[0], ours[0], "GPU", "Fencepost", n=1, lineterm=""))
    return ["\n".join(different[:20]), f"{len(different)} lines of difference"]


def record(names, nvcc, flags, path):
    """Asks the GPU alone, and keeps its answers."""
    answers = {name: gpu_answer(nvcc, name, dict(os.environ), flags) for name in names}
    with open(path, "w", encoding="utf-8") as file:
        json.dump(answers, file, indent=0)
    failed = [f"{name}: {said}" for name, (lines, said) in answers.items() if lines is None]
    print("\n".join([*failed, f"{len(answers) - len(failed)} of {len(answers)} answers recorded"]))
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser(parents=[argument_parser(__doc__)], conflict_handler="resolve", add_help=False)
    parser.add_argument("--nvcc", default=shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc", help="NVIDIA's compiler")
    parser.add_argument("--assume-gpu", action="store_true", help="do not look for a GPU")
    parser.add_argument("--record", metavar="FILE", help="ask the GPU of this machine only; keep its answers")
    parser.add_argument("--against", metavar="FILE", help="compare with the answers that --record kept in FILE")
    options = parser.parse_args()
    names = [name for name in programs() if re.search(options.filter, name)]
    flags = [] if options.assume_gpu else ["-arch=native"]
    if options.record:
        return record(names, options.nvcc, flags, options.record)
    if not options.against and not (os.path.exists(options.nvcc) and (options.assume_gpu or has_gpu())):
        print("no GPU, or no nvcc, here: compared with an H200's answers")
        options.against = ANSWERS
    if options.against:
        with open(options.against, encoding="utf-8") as file:
            answers = json.load(file)
        names = [name for name in names if name in answers]
    tools, tally = Tools(options.build_dir, options.compiler), Tally()
    for name in names:
        gpu = answers[name] if options.against else gpu_answer(options.nvcc, name, tools.environment(), flags)
        tally.add(name, difference(tools, name, gpu))
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
