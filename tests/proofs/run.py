#!/usr/bin/env python3
"""Kernels with the verdicts that `fencepost prove` must give: one .cu file after the other.

    run.py --fencepost PROGRAM [FILE.cu...]

A kernel's verdicts are comments in front of it: `// PROVE: false: a: line +2 writes, by two threads` is a line that the
output must have (`line +2`: two lines below the comment), `// PROVED` that all is proved, `// OBSTACLE: text` why nothing
is said of the kernel, `// NONE: text` what no line has, `// ASSUME: n > 0` an option, `// REFUSED: text` the error that it is.
Exit status 1: one is missing.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys


def kernels_of(text):
    """(name, assumptions, expected lines, all proved) of each kernel."""
    assumptions, expected, proved = [], [], False
    for number, line in enumerate(text.splitlines(), 1):
        if found := re.match(r"// ASSUME: (.*)", line):
            assumptions.append(found[1])
        elif found := re.match(r"// PROVE: (.*)", line):
            expected.append(re.sub(r"line \+(\d+)", lambda m: f"line {number + int(m[1])}", found[1]))
        elif found := re.match(r"// OBSTACLE: (.*)", line):
            expected.append("obstacle: " + re.sub(r"line \+(\d+)", lambda m: f"line {number + int(m[1])}", found[1]))
        elif found := re.match(r"// NONE: (.*)", line):
            expected.append("none: " + found[1])
        elif found := re.match(r"// REFUSED: (.*)", line):
            expected.append("refused: " + found[1])
        elif line.startswith("// PROVED"):
            proved = True
        elif found := re.search(r"__global__ void (?:__launch_bounds__\(\d+\) )?(\w+)\(", line):
            yield found[1], assumptions, expected, proved
            assumptions, expected, proved = [], [], False


def check(fencepost, path):
    failed = 0
    for name, assumptions, expected, proved in kernels_of(path.read_text()):
        if not expected and not proved:
            continue
        words = [fencepost, "prove", str(path), "--kernel", name, "--json", "-"]
        for text in assumptions:
            words += ["--assume", text]
        result = subprocess.run(words, capture_output=True, text=True, check=False)
        refused = [line for line in expected if line.startswith("refused: ")]
        if refused:
            if result.returncode != 2 or refused[0].removeprefix("refused: ") not in result.stderr:
                print(f"{path.name}: {name}: expected {refused[0]}, found {result.returncode}: {result.stderr}")
                failed += 1
            continue
        if result.returncode not in (0, 5, 66):
            print(f"{path.name}: {name}: status {result.returncode}: {result.stderr}")
            failed += 1
            continue
        told = next(k for k in json.loads(result.stdout)["kernels"] if k["kernel"] == name)
        lines = [f"{v['verdict']}: {v['text']}" for v in told["verdicts"]]
        lines += [f"{v['verdict']}: {v['text']}, assuming {text}" for v in told["verdicts"] for text in v["assumptions"]]
        lines += [f"helps: {v['text']}: {v['helps']}" for v in told["verdicts"] if "helps" in v]
        lines += ["assumed: " + assumption for assumption in told["assumptions"]]
        if "obstacle" in told:
            lines.append("obstacle: " + told["obstacle"])
        unwanted = [text for text in expected if text.startswith("none: ")]
        missing = [line for line in expected if line not in lines and line not in unwanted]
        missing += [text for text in unwanted if any(text.removeprefix("none: ") in line for line in lines)]
        if proved and (result.returncode != 0 or not lines):
            missing += [line for line in lines if not line.startswith(("proved", "assumed"))] or ["some verdict"]
        if any(line.startswith("false") for line in expected) and result.returncode != 66:
            missing.append("exit status 66")
        if missing:
            failed += 1
            print(f"{path.name}: {name}: expected {missing}, found:\n  " + "\n  ".join(lines))
    return failed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--fencepost", required=True)
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    files = options.files or sorted(pathlib.Path(__file__).parent.glob("*.cu"))
    failed = sum(check(options.fencepost, path) for path in files)
    print(f"{len(files)} files, {failed} kernels failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
