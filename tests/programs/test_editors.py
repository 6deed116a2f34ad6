#!/usr/bin/env python3
"""What examples/editors takes from a run's text is what the report says."""

import json
import os
import re
import subprocess
import sys

from harness import ROOT, run_tests

TASKS = os.path.join(ROOT, "examples", "editors", "vscode", "tasks.json")
EXAMPLES = ("missing_barrier", "same_value_flag", "barrier_in_branch", "missing_guard", "null_pointer")


def matchers():
    """The two problem matchers: of findings, two lines each, and of the compiler."""
    with open(TASKS, encoding="utf-8") as file:
        return [matcher["pattern"] for matcher in json.load(file)["tasks"][0]["problemMatcher"]]


def problems_of(text):
    """(severity, file, line) of each problem that Visual Studio Code finds: patterns match lines that follow each other."""
    first, second = matchers()[0]
    lines = text.splitlines()
    for line, after in zip(lines, lines[1:]):
        head, place = re.search(first["regexp"], line), re.search(second["regexp"], after)
        if head and place:
            yield head[first["severity"]], place[second["file"]], int(place[second["line"]])


def run(tools, folder, source):
    command = [tools.fencepost, "run", "--report", "report.json", source]
    result = subprocess.run(command, cwd=folder, env=tools.environment(), capture_output=True, text=True, check=False)
    return result.stderr


def findings_stand_at_their_first_access(tools, folder):
    mistakes = []
    for example in EXAMPLES:
        source = os.path.join(ROOT, "examples", example, "bug.cu")
        shown = list(problems_of(run(tools, folder, source)))
        with open(os.path.join(folder, "report.json"), encoding="utf-8") as file:
            findings = json.load(file)["findings"]
        # A finding that has no access, as of the runtime API, has its place in another form.
        wanted = [(finding["severity"], finding["accesses"][0]["location"]["line"]) for finding in findings
                  if finding.get("accesses")]
        if [(severity, line) for severity, _, line in shown] != wanted or not wanted:
            mistakes.append(f"{example}: {shown}, expected {wanted}")
        mistakes += [f"{example}: no such file: {file}" for _, file, _ in shown
                     if not os.path.samefile(os.path.join(folder, file), source)]
    return mistakes


def errors_of_the_compiler_stand_at_their_place(tools, folder):
    with open(os.path.join(folder, "broken.cu"), "w", encoding="utf-8") as file:
        file.write("__global__ void k() {\n  nothing();\n}\nint main() {}\n")
    pattern = matchers()[1]
    found = [match for match in (re.search(pattern["regexp"], line) for line in run(tools, folder, "broken.cu").splitlines())
             if match]
    if [(m[pattern["file"]], m[pattern["line"]], m[pattern["severity"]]) for m in found] != [("broken.cu", "2", "error")]:
        return [f"found {[m[0] for m in found]}"]
    return []


if __name__ == "__main__":
    sys.exit(run_tests((findings_stand_at_their_first_access, errors_of_the_compiler_stand_at_their_place), __doc__))
