#!/usr/bin/env python3
"""Formats of reports that a checked program has `fencepost` write."""

import os
import re
import subprocess
import sys

from harness import run_tests

SOURCE = """#include <csignal>
#include <unistd.h>
__global__ void k(int* a) { a[threadIdx.x] = 1; a[threadIdx.x + 1] = 2; }
int main(int argc, char** argv) {
  if (argc > 1 && chdir(argv[1]) != 0) return 1;
  signal(SIGCHLD, SIG_IGN);
  int* a;
  cudaMalloc(&a, 400);
  k<<<1, 32>>>(a);
  cudaDeviceSynchronize();
  cudaFree(a);
}
"""
FORMATS = ("sarif", "junit", "gcc", "github", "markdown", "compute-sanitizer", "html")


class Program:
    """A program with a race, which ignores the end of its children."""

    def __init__(self, tools, folder):
        self.tools = tools
        self.folder = folder
        with open(os.path.join(folder, "app.cu"), "w", encoding="utf-8") as file:
            file.write(SOURCE)
        subprocess.run([tools.nvcc, "app.cu", "-o", "app"], cwd=folder, env=tools.environment(), check=True)

    def __call__(self, options, *arguments, **environment):
        return subprocess.run([os.path.join(self.folder, "app"), *arguments], cwd=self.folder, capture_output=True, text=True,
                              check=False, env={**self.tools.environment(options), **environment})

    def file(self, name):
        with open(os.path.join(self.folder, name), encoding="utf-8") as file:
            return file.read()


def they_are_those_of_the_json_report(tools, folder):
    program = Program(tools, folder)
    run = program("--quiet --report r.json " + " ".join(f"--report {name}:{name}.out" for name in FORMATS))
    mistakes = [] if run.returncode == 66 else [f"exit status {run.returncode}: {run.stderr}"]
    for name in FORMATS:
        subprocess.run([tools.fencepost, "report", "r.json", "-o", f"{name}:{name}.later"], cwd=folder, check=True)
        told, later = (re.sub(r'"seconds": ?[0-9.e-]+|\([0-9.]+ s\)|time="[0-9.]+"', "", program.file(name + end))
                       for end in (".out", ".later"))
        if told != later or len(told) < 100:
            mistakes.append(f"{name} differs:\n{told[:2000]}\n---\n{later[:2000]}")
    return mistakes


def sources_are_found_from_elsewhere(tools, folder):
    program = Program(tools, folder)
    place = os.path.join(folder, "place")
    os.mkdir(place)
    run = program("--report-only --report r.html --report r.sarif", place)
    texts = [program.file("place/r.html"), program.file("place/r.sarif")]
    if run.returncode != 66 or not all("a[threadIdx.x] = 1; a[threadIdx.x + 1] = 2;" in text for text in texts):
        return [f"exit status {run.returncode}: {run.stderr}"]
    return []


def standard_output_and_error(tools, folder):
    program = Program(tools, folder)
    mistakes = []
    run = program("--report github:-")
    if not run.stdout.startswith("::error file=app.cu,line=3") or "error: race on" not in run.stderr:
        mistakes.append(f"--report github:-: {run.stdout}{run.stderr}")
    run = program("--format gcc")
    if run.stdout or not run.stderr.startswith("app.cu:3:"):
        mistakes.append(f"--format gcc: {run.stdout}{run.stderr}")
    return mistakes


def what_cannot_be_written_is_told(tools, folder):
    program = Program(tools, folder)
    run = program("--report-only --report html:/dev/full --report r.sarif")
    mistakes = []
    if "error: cannot write report /dev/full: No space left on device" not in run.stderr or run.returncode != 66:
        mistakes.append(f"a full disk: exit status {run.returncode}: {run.stderr}")
    if '"version": "2.1.0"' not in program.file("r.sarif"):
        mistakes.append("a full disk: the other report is missing")
    return mistakes


def nothing_is_lost_without_fencepost(tools, folder):
    """The place of `fencepost` is in the program."""
    program = Program(tools, folder)
    with open(os.path.join(folder, "app"), "rb") as file:
        code = file.read()
    place = tools.fencepost.encode() + b"\0"
    if code.count(place) != 1:
        return [f"the program names {tools.fencepost} {code.count(place)} times"]
    with open(os.path.join(folder, "app"), "wb") as file:
        file.write(code.replace(place, b"/" + b"x" * (len(place) - 2) + b"\0"))
    mistakes = []
    run = program("--report r.html", PATH="/none")
    if run.returncode != 2 or "the program fencepost writes reports that are neither text nor JSON" not in run.stderr:
        mistakes.append(f"none: exit status {run.returncode}: {run.stderr}")
    run = program("--report r.json", PATH="/none")
    if run.returncode != 66 or "race" not in program.file("r.json"):
        mistakes.append(f"none, and not needed: exit status {run.returncode}: {run.stderr}")
    run = program("--report r.html", PATH=f"/none:{os.path.dirname(tools.fencepost)}")
    if run.returncode != 66 or "<html" not in program.file("r.html"):
        mistakes.append(f"on PATH: exit status {run.returncode}: {run.stderr}")
    broken = os.path.join(folder, "fencepost")
    with open(broken, "w", encoding="utf-8") as file:
        file.write("#!/bin/sh\nkill -9 $$\n")
    os.chmod(broken, 0o755)
    run = program("--report late.html --format gcc", PATH=folder)
    if run.returncode != 66 or "late.html.json, for: fencepost report late.html.json -o html:late.html" not in run.stderr:
        mistakes.append(f"broken: exit status {run.returncode}: {run.stderr}")
    if "error: race on a[1]" not in run.stderr or '"findings"' not in program.file("late.html.json"):
        mistakes.append(f"broken: not told otherwise: {run.stderr}")
    return mistakes


TESTS = (they_are_those_of_the_json_report, sources_are_found_from_elsewhere, standard_output_and_error,
         what_cannot_be_written_is_told, nothing_is_lost_without_fencepost)

if __name__ == "__main__":
    sys.exit(run_tests(TESTS, __doc__))
