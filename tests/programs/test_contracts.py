#!/usr/bin/env python3
"""Contracts: right ones hold at every size and schedule, and each mistake in one is found at its line."""

import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile

from contract_mutations import HEADER, MUTATIONS
from harness import ROOT, CompileError, Tally, Tools, argument_parser, comparable

PROGRAMS = os.path.join(ROOT, "tests", "programs")
FLAGS = ["--contracts"]

SIZES = {  # Of contract_NAME_norace.cu; one-thread blocks and sizes that are no powers of two where the algorithm takes them.
    "rotate": (1, 2, 33, 1024), "kogge_stone": (1, 2, 7, 64, 100), "blelloch": (2, 4, 64), "compaction": (2, 32, 64),
    "add_blocks": (1, 31, 32, 33, 300), "reduction": (1, 2, 64, 128), "blur": (3, 32, 34, 130), "count": (1, 12, 200),
    "reorder": (1, 6, 41),
}
RUNS = ["--jobs 4 --schedule forward", "--jobs 1 --schedule reverse", "--jobs 4 --schedule random --seed 3"]


def source_of(name):
    return os.path.join(PROGRAMS, f"contract_{name}_norace.cu")


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def reports(tools, binary, args=()):
    """The one report of all runs, and mistakes."""
    runs = {options: tools.run(binary, args, options) for options in RUNS}
    mistakes = [f"{options}: exit {run.exit}\n{run.stderr}" for options, run in runs.items() if run.report is None]
    if mistakes:
        return None, mistakes
    texts = {options: comparable(run.report) for options, run in runs.items()}
    mistakes = [f"{options}: another report than {RUNS[0]}\n{text}\n{texts[RUNS[0]]}" for options, text in texts.items()
                if text != texts[RUNS[0]]]
    return runs[RUNS[0]], mistakes


def holds(tools, name, size):
    binary = tools.compile([source_of(name)], FLAGS, [os.path.join(PROGRAMS, HEADER)])
    run, mistakes = reports(tools, binary, [str(size)])
    if run and (run.exit != 0 or run.report["findings"] or run.stdout != "right\n"):
        mistakes.append(f"exit {run.exit}, {run.stdout}{run.stderr}")
    if run and not re.search(r"contracts: .* held .*: checked$", run.stderr, re.M):
        mistakes.append("not checked in full\n" + run.stderr)
    return mistakes


def lines_of(finding):
    """Where the finding is, as (file, line): its accesses and clauses, and what its text names."""
    places = {(os.path.basename(access["location"]["file"]), access["location"]["line"])
              for access in finding["accesses"] if "location" in access}
    for file, line in re.findall(r"(\S+\.cuh?):(\d+)", finding["message"]):
        places.add((os.path.basename(file.strip("(`")), int(line)))
    return places


def is_caught(tools, name, old, new, where=None):
    files = {"main.cu": read(source_of(name))}
    if HEADER in files["main.cu"]:
        files[HEADER] = read(os.path.join(PROGRAMS, HEADER))
    changed = [file for file, text in files.items() if old in text]
    if not changed:
        return [f"'{old}' does not stand in {name}"]
    files[changed[-1]] = files[changed[-1]].replace(old, new, 1)
    wanted = where or new
    lines = [(os.path.basename(file), number) for file, text in files.items()
             for number, line in enumerate(text.splitlines(), 1) if wanted in line]
    if not lines:
        return [f"'{wanted}' does not stand in the mutated {name}"]
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(folder, "parts"))
        for file, text in files.items():
            with open(os.path.join(folder, file), "w", encoding="utf-8") as out:
                out.write(text)
        # The folder has another name each time: no use to keep the binary in the cache.
        binary = os.path.join(folder, "app")
        shutil.move(tools.compile([os.path.join(folder, "main.cu")], FLAGS), binary)
        run, mistakes = reports(tools, binary)
    if not run:
        return mistakes
    findings = run.report["findings"]
    if not findings or any(finding["kind"] != "permission" for finding in findings):
        mistakes.append("findings: " + ", ".join(finding["kind"] for finding in findings) + "\n" + run.stderr)
    elif not any(place in lines for finding in findings for place in lines_of(finding)):
        mistakes.append(f"no finding at {lines}\n{run.stderr}")
    if run.exit != 66 and any(finding["severity"] == "error" for finding in findings):
        mistakes.append(f"exit {run.exit}")
    return mistakes


# Each clause has a conjunct that is not supported, or that has no value; ELEMENTS is a macro's name.
PARTLY = r"""#include <cstdlib>
#define ELEMENTS 8
//@ pure bool unsaid(int n);
/*@
  requires n == ELEMENTS ** Perm(a[\ltid], write);
  requires n == 8 && n \in set<int> { 8 };
  ensures even ==> a[\ltid] == \ltid && unsaid(n);
@*/
__global__ void numbers(int* a, int n, bool even, int mistake) {
  int i = threadIdx.x;
  a[mistake == 1 && i == 3 ? 4 : i] = i;
  if (mistake == 2 && i == 5) a[i] = 0;
  //@ ghost int unset;
  //@ assert unset == 0 && mistake != 3;
  //@ assert \pointer_length(a) == n && missing == n;
}
int main(int, char** arguments) {
  int* a;
  cudaMalloc(&a, 8 * sizeof(int));
  numbers<<<1, 8>>>(a, 8, true, atoi(arguments[1]));
  cudaDeviceSynchronize();
  cudaFree(a);
}
"""
PARTLY_WARNINGS = r"""main.cu:5:17: warning: not checked: nothing in the program has the name 'ELEMENTS' (macros in annotations are not expanded)
main.cu:6:22: warning: not checked: '\in' is not supported
main.cu:15:41: warning: not checked: nothing in the program has the name 'missing' (macros in annotations are not expanded)
"""


def parts_are_checked_for_themselves(tools):
    mistakes = []
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "main.cu"), "w", encoding="utf-8") as out:
            out.write(PARTLY)
        compiled = subprocess.run([tools.nvcc, "--contracts", "main.cu", "-o", "app"], cwd=folder, capture_output=True,
                                  text=True, env=tools.environment(), check=False)
        if compiled.returncode != 0 or compiled.stderr != PARTLY_WARNINGS:
            return [f"compiled with {compiled.returncode}\n{compiled.stderr}"]
        for mistake, line in enumerate((None, 11, 7, 14)):
            run = tools.run(os.path.join(folder, "app"), [str(mistake)])
            places = {place for finding in run.report["findings"] for place in lines_of(finding)}
            if (run.exit != 66 or ("main.cu", line) not in places) if line else (run.exit != 0 or places):
                mistakes.append(f"mistake {mistake}: exit {run.exit}\n{run.stderr}")
            if not re.search("contracts: .* 3 not supported: partly checked$", run.stderr, re.M):
                mistakes.append(f"mistake {mistake}: not partly checked\n{run.stderr}")
    return mistakes


def tests(tools):
    yield "parts are checked for themselves", lambda: parts_are_checked_for_themselves(tools)
    for name, sizes in SIZES.items():
        for size in sizes:
            yield f"{name} of {size} holds", lambda name=name, size=size: holds(tools, name, size)
    for mutation in MUTATIONS:
        yield f"{mutation[0]}: {mutation[1]} -> {mutation[2]}", lambda mutation=mutation: is_caught(tools, *mutation)


def outcome(test):
    try:
        return test()
    except CompileError as error:
        return [str(error)]


def main():
    options = argument_parser(__doc__.splitlines()[0]).parse_args()
    tools = Tools(options.build_dir, options.compiler)
    tally = Tally()
    chosen = [(name, test) for name, test in tests(tools) if re.search(options.filter, name)]
    with concurrent.futures.ThreadPoolExecutor(options.parallel) as pool:
        for (name, _), mistakes in zip(chosen, pool.map(lambda pair: outcome(pair[1]), chosen)):
            tally.add(name, mistakes)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
