#!/usr/bin/env python3
"""The problem matcher of examples/editors finds every finding, and every error of the compiler, at its place."""

import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from harness import ROOT, Skipped, run_tests

TASKS = os.path.join(ROOT, "examples", "editors", "vscode", "tasks.json")
BUGS = sorted(glob.glob(os.path.join(ROOT, "examples", "*", "bug.cu")))


def task():
    with open(TASKS, encoding="utf-8") as file:
        return json.load(file)["tasks"][0]


def problems_of(text):
    """(severity, file, line, column, message) of each problem that Visual Studio Code finds in lines of output."""
    pattern = task()["problemMatcher"]["pattern"]
    for line in text.splitlines():
        found = re.search(pattern["regexp"], line)
        if found:
            yield (found[pattern["severity"]], found[pattern["file"]], int(found[pattern["line"]]),
                   int(found[pattern["column"]]), found[pattern["message"]])


def run_task(tools, folder, source, *options):
    """What the task prints for the open file, on both streams as in a terminal."""
    arguments = [source if word == "${file}" else word for word in task()["args"]]
    environment = {**tools.environment(), "XDG_CACHE_HOME": os.path.join(tools.cache, "editors")}
    result = subprocess.run([tools.fencepost, *arguments[:1], *options, *arguments[1:]], cwd=folder, env=environment,
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                            errors="replace", check=False)
    return result.stdout


def places_of(finding):
    """The lines at which a finding may stand: that of its first access, or where its object comes from."""
    places = [access["location"] for access in finding["accesses"]] + [finding.get("object", {}).get("declared")]
    return next((place["line"] for place in places if place), None)


def mistakes_of_example(tools, source):
    with tempfile.TemporaryDirectory() as folder:
        text = run_task(tools, folder, source, "--report", "report.json")
        with open(os.path.join(folder, "report.json"), encoding="utf-8") as file:
            findings = json.load(file)["findings"]
        problems = [problem for problem in problems_of(text) if problem[0] != "note"]
        shown = [(severity, line, message.rpartition(" [")[2]) for severity, _, line, _, message in problems]
        wanted = [(finding["severity"], places_of(finding), finding["kind"] + "]") for finding in findings]
        mistakes = []
        if shown != wanted or not wanted:
            mistakes.append(f"{source}: {shown}, expected {wanted} in\n{text}")
        with open(source, encoding="utf-8") as file:
            lines = file.read().splitlines()
        for _, file, line, column, _ in problems_of(text):
            if not os.path.samefile(os.path.join(folder, file), source):
                mistakes.append(f"{source}: a problem is at {file}")
            elif column != len(lines[line - 1]) - len(lines[line - 1].lstrip()) + 1:
                mistakes.append(f"{source}:{line}: column {column}")
        return mistakes


def every_finding_of_the_examples_stands_at_its_line(tools, folder):
    if len(BUGS) < 15:
        return [f"only {len(BUGS)} examples have a bug"]
    with ThreadPoolExecutor(2) as pool:
        return [mistake for mistakes in pool.map(lambda source: mistakes_of_example(tools, source), BUGS)
                for mistake in mistakes]


def the_other_access_is_a_note(tools, folder):
    source = os.path.join(ROOT, "examples", "missing_barrier", "bug.cu")
    notes = [message for severity, _, line, _, message in problems_of(run_task(tools, folder, source))
             if severity == "note" and line == 9]
    return [] if notes == ["read by thread 63 of block 0"] else [f"notes at line 9: {notes}"]


def errors_of_the_compiler_stand_at_their_place(tools, folder):
    with open(os.path.join(folder, "broken.cu"), "w", encoding="utf-8") as file:
        file.write("__global__ void k() {\n  nothing();\n}\nint main() {}\n")
    found = [problem[:3] for problem in problems_of(run_task(tools, folder, "broken.cu")) if problem[0] == "error"]
    return [] if found == [("error", "broken.cu", 2)] else [f"found {found}"]


def javascript_reads_the_expression_alike(tools, folder):
    """As the editor does; everything else here takes Python's word for it."""
    if not shutil.which("node"):
        return Skipped("node is not installed")
    text = run_task(tools, folder, os.path.join(ROOT, "examples", "missing_barrier", "bug.cu"))
    script = ("const [, expression, text] = process.argv;"
              "console.log(JSON.stringify(text.split('\\n').map(l => l.match(new RegExp(expression))).filter(m => m)"
              ".map(m => m.slice(1))))")
    expression = task()["problemMatcher"]["pattern"]["regexp"]
    result = subprocess.run(["node", "-e", script, expression, text], capture_output=True, text=True, check=True)
    found = [list(match.groups()) for match in (re.search(expression, line) for line in text.splitlines()) if match]
    return [] if found and json.loads(result.stdout) == found else [f"{result.stdout}, expected {found}"]


if __name__ == "__main__":
    sys.exit(run_tests((every_finding_of_the_examples_stands_at_its_line, the_other_access_is_a_note,
                        errors_of_the_compiler_stand_at_their_place, javascript_reads_the_expression_alike), __doc__))
