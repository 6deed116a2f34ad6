#!/usr/bin/env python3
"""Tries projects of today: how many of their CUDA files compile, how many programs run and are right.

    bench/modern/modern.py FOLDER [PROJECT...] [--results FILE.tsv] [--jobs N] [--limit SECONDS] [--extra "-I..."]

FOLDER holds copies of the projects, each under the name that projects.tsv has for it. A row of that table:

    project     the folder, and the repository it is a copy of
    repository
    files       patterns below the folder, separated by blanks
    flags       of fencepost-nvcc; {root} is the folder
    run         -: compiled only; else the arguments of each program that has a main ("" for none)
    right       what a right program prints, a regular expression; - if its exit status alone tells

A program is right if it ends with status 0 (or 66, with findings, which are counted) and prints what is expected. Prints
a line for each file that fails, with its first error, then the table for docs/coverage.md.
"""

import argparse
import csv
import glob
import os
import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
NVCC = os.path.join(ROOT, "build", "bin", "fencepost-nvcc")
FINDINGS = 66


def projects():
    with open(os.path.join(HERE, "projects.tsv"), encoding="utf-8") as table:
        return list(csv.DictReader((line for line in table if not line.startswith("#")), delimiter="\t"))


def first_error(text):
    for line in text.splitlines():
        if re.search(r"\berror\b|undefined reference", line):
            return line.strip()
    return text.strip().splitlines()[-1] if text.strip() else "no message"


def run(command, folder, limit, **environment):
    """Exit status (None: out of time) and output."""
    try:
        done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=limit,
                              env={**os.environ, **environment}, stdin=subprocess.DEVNULL, check=False)
    except subprocess.TimeoutExpired:
        return None, f"not done within {limit} s"
    return done.returncode, done.stdout.decode(errors="replace")


def has_main(path):
    with open(path, encoding="utf-8", errors="replace") as source:
        return re.search(r"^\s*(?:int|auto)\s+main\s*\(|TEST_CASE|BENCHMARK_MAIN", source.read(), re.M) is not None


def try_file(project, root, path, options):
    name = os.path.relpath(path, root)
    result = {"project": project["project"], "file": name, "compiled": 0, "ran": "", "right": "", "findings": "",
              "seconds": "", "detail": ""}
    flags = (project["flags"] + " " + options.extra).replace("{root}", root).split()
    runs = project["run"] != "-" and has_main(path)
    with tempfile.TemporaryDirectory() as scratch:
        program = os.path.join(scratch, "program")
        begin = time.monotonic()
        status, text = run([NVCC, *flags, *([] if runs else ["-c"]), path, "-o", program], os.path.dirname(path),
                           options.limit)
        result["seconds"] = f"{time.monotonic() - begin:.0f}"
        if status != 0:
            result["detail"] = first_error(text)
            return result
        result["compiled"] = 1
        if not runs:
            return result
        status, text = run([program, *project["run"].strip('"').split()], os.path.dirname(path), options.limit,
                           FENCEPOST_OPTIONS=options.options)
        result["ran"] = int(status in (0, FINDINGS))
        told = re.search(r"accesses checked: (?:(\d+) errors?, )?", text)
        result["findings"] = (told.group(1) or "0") if told else ""
        expected = project["right"] == "-" or re.search(project["right"], text, re.M) is not None
        result["right"] = int(status in (0, FINDINGS) and expected)
        if not result["right"]:
            result["detail"] = first_error(text)
        elif result["findings"] not in ("", "0"):
            result["detail"] = next((line for line in text.splitlines() if line.startswith("error:")), "")
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("projects", nargs="*")
    parser.add_argument("--results", default="")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--limit", type=int, default=300, help="seconds for each compilation and run")
    parser.add_argument("--extra", default="", help="further flags of fencepost-nvcc")
    parser.add_argument("--options", default="--jobs 1 --timeout 120", help="FENCEPOST_OPTIONS of the runs")
    options = parser.parse_args()
    wanted = [p for p in projects() if not options.projects or p["project"] in options.projects]
    tasks = []
    for project in wanted:
        root = os.path.abspath(os.path.join(options.folder, project["project"]))
        paths = sorted({p for pattern in project["files"].split()
                        for p in glob.glob(os.path.join(root, pattern), recursive=True)})
        if not paths:
            print(f"{project['project']}: no files in {root}", file=sys.stderr)
        tasks += [(project, root, path) for path in paths]
    results = []
    with ThreadPoolExecutor(options.jobs) as pool:
        for result in pool.map(lambda task: try_file(*task, options), tasks):
            results.append(result)
            if result["detail"]:
                print(f"{result['project']}\t{result['file']}\t{result['detail'][:300]}", flush=True)
    if options.results:
        with open(options.results, "w", encoding="utf-8", newline="") as out:
            writer = csv.DictWriter(out, results[0].keys(), delimiter="\t", lineterminator="\n")
            writer.writeheader()
            writer.writerows(results)
    print("| project | files | compile | ran | right | with findings |\n|---|---|---|---|---|---|")
    for project in wanted:
        own = [r for r in results if r["project"] == project["project"]]
        ran = [r for r in own if r["ran"] != ""]
        print(f"| {project['project']} | {len(own)} | {sum(r['compiled'] for r in own)} | {sum(r['ran'] for r in ran)} of "
              f"{len(ran)} | {sum(r['right'] for r in ran)} | {sum(r['findings'] not in ('', '0') for r in ran)} |")


if __name__ == "__main__":
    main()
