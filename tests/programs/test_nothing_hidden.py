#!/usr/bin/env python3
"""Nothing in a report hides an error: errors come first, no limit displaces them, what is left out is named, findings of
one cause are told together."""

import copy
import json
import os
import re
import sys
import xml.etree.ElementTree

import sarif_rules
from harness import run_tests
from test_reports import mistakes_in_formats, read, report_of, run, write

# A launch that only warns, then one with errors of two causes.
WARNINGS_FIRST = """
__global__ void warns(int* out) {
  __shared__ int a, b, c;
  a = 1;
  __syncthreads();
  b = 1;
  __syncthreads();
  c = 1;
  __syncthreads();
  out[threadIdx.x] = a + b + c;
}
__global__ void fails(int* out) {
  __shared__ int tile[33];
  tile[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = tile[threadIdx.x + 1];
  out[threadIdx.x + 1] = 0;
  __syncthreads();
  tile[0] = threadIdx.x;
}
int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  warns<<<1, 32>>>(out);
  fails<<<1, 32>>>(out);
  return cudaDeviceSynchronize();
}
"""


def errors_shown(text, name):
    """How many errors a report shows, as a reader of its format would count them."""
    if name == "json":
        return sum(finding["severity"] == "error" for finding in json.loads(text)["findings"])
    if name == "sarif":
        return sum(result["level"] == "error" for result in json.loads(text)["runs"][0]["results"])
    if name == "junit":
        return len(re.findall(r"^error: ", "".join(xml.etree.ElementTree.fromstring(text.encode()).itertext()), re.M))
    if name == "html":
        data = re.search(r'<script type="application/json" id="report">(.*?)</script>', text, re.S)
        return sum(finding["severity"] == "error" for finding in json.loads(data.group(1))["findings"])
    if name == "compute-sanitizer":
        return len(re.findall(r"^========= (?:Error|Invalid)", text, re.M))
    return len(re.findall(r"^::error " if name == "github" else r"^error: ", text, re.M))


def a_run_that_fails_shows_an_error_whatever_the_limit(tools, folder):
    write(WARNINGS_FIRST, folder, "w.cu")
    run(tools, folder, "run", "w.cu", "--report", "all.json")
    everything = json.loads(read(folder, "all.json"))["findings"]
    severities = [finding["severity"] for finding in everything]
    errors, warnings = severities.count("error"), severities.count("warning")
    mistakes = []
    if errors < 3 or warnings < 3 or severities != sorted(severities):
        mistakes.append(f"errors do not come first: {severities}")
    if everything[0]["launch"] != 2:
        mistakes.append("the warnings are not of the first launch")
    files = {"json": "json", "sarif": "sarif", "junit": "xml", "html": "html", "text": "txt"}
    for limit in (1, 2, 3, 100):
        words = [word for extension in files.values() for word in ("--report", "r." + extension)]
        texts = {}
        for name in ("text", "json", "sarif", "junit", "github", "markdown", "compute-sanitizer"):
            result = run(tools, folder, "run", "w.cu", "--max-findings", str(limit), "--format", name, *words)
            if result.returncode != 66:
                mistakes.append(f"--max-findings {limit} --format {name}: {result.returncode}")
            texts[name + " on the terminal"] = (name, result.stderr)
        texts.update({"r." + extension: (name, read(folder, "r." + extension)) for name, extension in files.items()})
        shown = min(limit, errors)
        for what, (name, text) in texts.items():
            # The terminal tells one of each cause.
            few = what == "text on the terminal"
            count = errors_shown(text, name)
            if not (1 <= count <= shown if few else count == shown):
                mistakes.append(f"--max-findings {limit}: {what} shows {count} errors, not {shown}")
            if limit < errors and name != "json" and "beyond --max-findings left out" not in text and name != "html":
                mistakes.append(f"--max-findings {limit}: {what} does not say what was left out")
        summary = json.loads(read(folder, "r.json"))["summary"]
        left = {entry["severity"]: 0 for entry in summary.get("left_out_by_kind", [])}
        for entry in summary.get("left_out_by_kind", []):
            left[entry["severity"]] += entry["count"]
        wanted = {"error": max(0, errors - limit), "warning": max(0, warnings - limit)}
        if {name: count for name, count in wanted.items() if count} != left or summary["left_out"] != sum(wanted.values()):
            mistakes.append(f"--max-findings {limit}: left out {left}, not {wanted}")
        if (summary["errors"], summary["warnings"]) != (errors, warnings):
            mistakes.append(f"--max-findings {limit}: {summary}")
        mistakes += mistakes_in_formats(tools, folder, os.path.join(folder, "r.json"))
    result = run(tools, folder, "run", "w.cu", "--max-findings", "0")
    if result.returncode != 2 or "'0' is not valid; give a number from 1" not in result.stderr:
        mistakes.append(f"--max-findings 0: {result.returncode} {result.stderr}")
    return mistakes


def reports_of_older_versions_are_told_errors_first(tools, folder):
    write(WARNINGS_FIRST, folder, "w.cu")
    run(tools, folder, "run", "w.cu", "--report", "now.json")
    report = json.loads(read(folder, "now.json"))
    report["findings"].sort(key=lambda finding: finding["launch"])
    del report["groups"]
    write(report, folder, "old.json")
    if report["findings"][0]["severity"] != "warning":
        return ["the test's report has no warning in front"]
    text = run(tools, folder, "report", "old.json").stdout
    mistakes = []
    if re.search(r"^warning: (?s:.*)^error: ", text, re.M) or not re.search(r"^error: ", text, re.M):
        mistakes.append(text)
    result = run(tools, folder, "report", "old.json", "-o", "again.json")
    if read(folder, "again.json") != read(folder, "now.json"):
        mistakes.append(f"the order is another: {result.stderr}")
    return mistakes


def a_difference_tells_what_is_new_first_and_errors_before_warnings(tools, folder):
    write(WARNINGS_FIRST, folder, "w.cu")
    run(tools, folder, "run", "w.cu", "--report", "all.json")
    report = json.loads(read(folder, "all.json"))
    findings = report["findings"]
    first, last = findings[0], findings[-1]  # An error, a warning.
    for name, kept in (("old", [each for each in findings if each is not last][::-1][:-1]), ("new", [last] + findings[1:-1] + [first])):
        write({**report, "findings": kept}, folder, name + ".json")
    write({**report, "findings": []}, folder, "none.json")
    mistakes = []
    for before, after, wanted in (("none", "new", ["new"]), ("new", "none", ["fixed"]), ("old", "new", ["new", "same"]),
                                  ("new", "old", ["fixed", "same"])):
        text = run(tools, folder, "diff", before + ".json", after + ".json").stdout
        labels = re.findall(r"^(new|fixed|same|suppressed)[: ]", text, re.M)
        if list(dict.fromkeys(labels)) != wanted or labels != sorted(labels, key=wanted.index):
            mistakes.append(f"{before}, {after}: {labels}")
        lists = json.loads(run(tools, folder, "diff", before + ".json", after + ".json", "--json").stdout)
        for name in wanted:
            severities = [finding["severity"] for finding in lists[name]]
            if severities != sorted(severities):
                mistakes.append(f"{before}, {after}: {name}: {severities}")
    return mistakes


def findings_of_one_cause_are_told_together(tools, folder):
    lines = "".join(f"    s[t] += s[t + {2 ** i}];\n" for i in (4, 3, 2, 1, 0))
    write("__device__ int out;\n"
          "__device__ void warp_sum(volatile int* s, int t) {\n"
          "  if (t < 16) {\n" + lines + "  }\n}\n"
          "__global__ void k() {\n"
          "  __shared__ int sum[64], one;\n"
          "  sum[threadIdx.x] = threadIdx.x;\n"
          "  __syncthreads();\n"
          "  warp_sum(sum, threadIdx.x);\n"
          "  one = threadIdx.x;\n"
          "  __syncthreads();\n"
          "  if (threadIdx.x == 0) out = sum[0] + one;\n"
          "}\n"
          "int main() {\n  k<<<1, 32>>>();\n  return cudaDeviceSynchronize();\n}\n", folder, "sum.cu")
    result = run(tools, folder, "run", "sum.cu", *[word for name in ("json", "txt", "sarif") for word in ("--report", "r." + name)])
    report = json.loads(read(folder, "r.json"))
    warnings = [finding for finding in report["findings"] if finding["severity"] == "warning"]
    mistakes = []
    if len(warnings) < 10 or len(report["groups"]) != 2:
        return [f"{len(warnings)} warnings, groups: {[group['title'] for group in report['groups']]}"]
    title = f"{len(warnings)} warnings: race on sum in warp_sum, sum.cu:4-8, without __syncwarp()"
    if report["groups"][1] != {"title": title, "severity": "warning", "kind": "race", "count": len(warnings),
                               "findings": [finding["fingerprint"] for finding in warnings]}:
        mistakes.append(f"{report['groups'][1]}")
    text = result.stderr
    if text.count("warning: race") != 1 or text.count(title + "\n") != 1 or text.find("error: ") > text.find(title):
        mistakes.append(text)
    if f"and {len(warnings) - 7} more; --report FILE.txt or FILE.html tells all\n" not in text:
        mistakes.append(f"it does not say how many more there are: {text}")
    if read(folder, "r.txt").count("warning: race") != len(warnings):
        mistakes.append("the .txt file does not hold all findings")
    results = json.loads(read(folder, "r.sarif"))["runs"][0]["results"]
    groups = {each["properties"].get("groupId") for each in results if each["level"] == "warning"}
    if groups != {warnings[0]["fingerprint"]} or "groupId" in results[0]["properties"]:
        mistakes.append(f"SARIF: {groups}")
    return mistakes + mistakes_in_formats(tools, folder, os.path.join(folder, "r.json"))


def names_of_templates_are_written_once_in_sarif(tools, folder):
    report = json.loads(read(report_of(tools, folder, "inlined_function_race")))
    name = "void reduce<" + "std::pair<int, float>, " * 130 + "int>(int*)"
    finding = report["findings"][0]
    finding["kernel"] = name
    for access in finding["accesses"]:
        for place in [access["location"], *access["stack"]]:
            place["function"] = name
    report["findings"] = []
    for i in range(300):
        finding["fingerprint"] = f"{i:016x}:1"
        report["findings"].append(copy.deepcopy(finding))
    write(report, folder, "many.json")
    run(tools, folder, "report", "many.json", "-o", "many.sarif")
    text = read(folder, "many.sarif")
    log = json.loads(text)
    mistakes = sarif_rules.mistakes_of(log)
    if text.count(name) != 1:
        mistakes.append(f"the name is there {text.count(name)} times")
    result = log["runs"][0]["results"][-1]
    of_kernel = log["runs"][0]["logicalLocations"][result["properties"]["kernelIndex"]]
    if of_kernel["fullyQualifiedName"] != name:
        mistakes.append(f"the kernel is {of_kernel}")
    return mistakes


TESTS = [
    a_run_that_fails_shows_an_error_whatever_the_limit,
    reports_of_older_versions_are_told_errors_first,
    a_difference_tells_what_is_new_first_and_errors_before_warnings,
    findings_of_one_cause_are_told_together,
    names_of_templates_are_written_once_in_sarif,
]

if __name__ == "__main__":
    sys.exit(run_tests(TESTS, __doc__))
