"""Readers of reports: what is wrong with a file of each format, judged by its schema or as its usual readers read it."""

import json
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree

from harness import ROOT

try:
    import jsonschema
except ImportError:
    sys.path.append("/usr/lib/python3/dist-packages")  # Another interpreter than Debian's may run the tests.
    try:
        import jsonschema
    except ImportError:
        jsonschema = None

def validator():
    """Of the published schema; None without jsonschema."""
    if jsonschema is None:
        return None
    with open(os.path.join(ROOT, "docs", "report-schema.json"), encoding="utf-8") as file:
        return jsonschema.Draft7Validator(json.load(file))


VALIDATOR = validator()


def schema_mistakes(report):
    if VALIDATOR is None:
        return []
    return [f"schema: {'/'.join(map(str, error.absolute_path))}: {error.message[:300]}"
            for error in VALIDATOR.iter_errors(report)]


def xml_mistakes(path, report):
    """Of a JUnit file: its schema, its counts, and that no error is lost."""
    mistakes = []
    if shutil.which("xmllint"):
        lint = subprocess.run(["xmllint", "--noout", "--schema", os.path.join(ROOT, "tests", "programs", "junit.xsd"), path],
                              capture_output=True, text=True, check=False)
        if lint.returncode != 0:
            mistakes.append(lint.stderr)
    suite = xml.etree.ElementTree.parse(path).getroot().find("testsuite")
    for attribute, element in (("tests", "."), ("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        found = sum(1 for case in suite.iter("testcase") if element == "." or case.find(element) is not None)
        if int(suite.get(attribute)) != found:
            mistakes.append(f"{attribute}={suite.get(attribute)}, but there are {found}")
    text = "".join(suite.itertext())
    for finding in report["findings"]:
        if finding["severity"] == "error" and int(suite.get("failures")) + int(suite.get("errors")) == 0:
            mistakes.append("no failure in spite of an error")
        if text.count(f"{finding['severity']}: {finding['kind'].replace('-', ' ')}") == 0:
            mistakes.append(f"nothing of a {finding['severity']} {finding['kind']}")
    return mistakes


def markdown_mistakes(text, report):
    """Reads blocks as CommonMark has them: outside of fences only what the format writes, a row for each finding."""
    mistakes, rows, folds, fence = [], 0, 0, ""
    for line in text.split("\n"):
        if fence:
            fence = "" if line == fence else fence
        elif opening := re.fullmatch(r"(`{3,})text", line):
            fence = opening.group(1)
        elif re.fullmatch(r"\| (error|warning) \| (`+)(?!`).*(?<!`)\2 \| .*\|", line):
            rows += 1
            cells = re.sub(r"\\\|", "", line).count("|")
            if cells != 4:
                mistakes.append(f"{cells - 1} cells: {line}")
        elif re.fullmatch(r"<details><summary>(error|warning): [^<>]*</summary>", line):
            folds += 1
        elif not re.fullmatch(r"|</details>|### Fencepost: .*|\| \| what \| where \||\|---\|---\|---\|", line):
            mistakes.append(f"a line of no block: {line}")
    if fence or not rows == folds == len(report["findings"]):
        mistakes.append(f"{rows} rows, {folds} texts, {len(report['findings'])} findings, fence {fence!r}")
    return mistakes


def github_mistakes(text, report):
    """Undoes the escapes as the runner does; every finding must come out at its line."""
    mistakes, found = [], []
    for line in text.splitlines():
        command = re.fullmatch(r"::(error|warning|notice) ([^:]*)::(.*)", line)
        if command is None:
            if not line.startswith("fencepost: "):
                mistakes.append(f"a line that is no command: {line}")
            continue
        level, properties, message = command.groups()
        if level == "notice":
            continue
        values = dict(each.split("=", 1) for each in properties.split(","))
        for code, character in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
            message = message.replace(code, character) if code not in ("%3A", "%2C") else message
            values = {key: value.replace(code, character) for key, value in values.items()}
        if not message.startswith(f"{level}: "):
            mistakes.append(f"another message: {message}")
        found.append((level, values.get("line")))
    wanted = []
    for finding in report["findings"]:
        places = [access["location"] for access in finding["accesses"] if "line" in (access["location"] or {})]
        wanted.append((finding["severity"], str(places[0]["line"]) if places else None))
    if [(level, line) for level, line in found if line] != [(level, line) for level, line in wanted if line]:
        # Without a side's line the object's is taken.
        if len(found) != len(wanted):
            mistakes.append(f"annotations {found}, expected {wanted}")
    return mistakes


def gcc_mistakes(text, report):
    """As tools read a compiler: one line for each finding, each line for itself."""
    *lines, summary = text.splitlines()
    mistakes = [] if re.match(r"fencepost: .* checked: ", summary) else [f"the last line: {summary}"]
    found = []
    for line in lines:
        parts = re.fullmatch(r"(.+:[1-9]\d*:[1-9]\d*|fencepost): (error|warning|note): (\S.*)", line)
        if parts is None:
            mistakes.append(f"a line of no form: {line}")
        elif parts[2] != "note":
            found.append((parts[2], line.rpartition(" [")[2]))
    wanted = [(finding["severity"], finding["kind"] + "]") for finding in report["findings"]]
    return mistakes + ([] if found == wanted else [f"lines {found}, expected {wanted}"])


def sanitizer_mistakes(text, report):
    """As scripts read the logs of compute-sanitizer."""
    lines = text.splitlines()
    mistakes = [f"a line without the mark: {line}" for line in lines if not line.startswith("=========")]
    races = [finding for finding in report["findings"] if finding["kind"] == "race"]
    summary = report["summary"]
    if lines[0] != "========= COMPUTE-SANITIZER":
        mistakes.append(f"the first line: {lines[0]}")
    if f"========= ERROR SUMMARY: {summary['errors'] + summary['warnings']} error" not in text:
        mistakes.append("no ERROR SUMMARY with the count")
    counted = re.search(r"RACECHECK SUMMARY: (\d+) hazards? displayed \((\d+) errors?, (\d+) warnings?\)", text)
    if counted is None or int(counted.group(1)) != len(races):
        mistakes.append(f"RACECHECK SUMMARY: {counted}")
    if len(re.findall(r"^========= (?:Error|Warning): Race reported between \w+ access at ", text, re.M)) != len(races):
        mistakes.append("not every race is reported")
    return mistakes
