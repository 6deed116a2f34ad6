#!/usr/bin/env python3
"""Reports in every format: each is valid by its own schema or a real reader, of the programs that the other tests ran too;
`fencepost report` converts without loss, `fencepost diff` and --baseline tell new findings from old ones."""

import copy
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree

import sarif_rules
from expectation import Expectation
from harness import ROOT, Skipped, run_tests
from report_readers import (VALIDATOR, gcc_mistakes, github_mistakes, markdown_mistakes, sanitizer_mistakes, schema_mistakes,
                            xml_mistakes)

# One program of each kind of finding and scope.
PROGRAMS = ["inlined_function_race", "host_managed_race", "streams_two_race", "ww_blocks_race", "double_free", "leak",
            "divergence_exit_warning", "bounds_past_end", "uninitialized_global", "allow_comment", "stack_overflow",
            "deadlock_warp_and_block", "misaligned_vector"]
EXTENSIONS = ("json", "sarif", "xml", "txt", "html")
HOSTILE = "k<\"'&>]]>\n::error::x\r\x1b[31m\x00\u009b\ufffe%0A{0} [a](1)${{x}} \\ \U0001f600\u202e</script>--><![CDATA["


def run(tools, folder, *words, **options):
    environment = tools.environment(options.pop("options", ""))
    environment.update(options.pop("variables", {}))
    return subprocess.run([tools.fencepost, *words], cwd=folder, env=environment, capture_output=True, text=True,
                          errors="replace", check=False, **options)


def read(*path):
    with open(os.path.join(*path), encoding="utf-8", newline="") as file:
        return file.read()


def write(text, *path):
    with open(os.path.join(*path), "w", encoding="utf-8", newline="") as file:
        file.write(text if isinstance(text, str) else json.dumps(text))


def report_of(tools, folder, name, options=""):
    """The report of a program of this folder, as a file `NAME.json` in `folder`."""
    expected = Expectation(os.path.join(ROOT, "tests", "programs", name + ".cu"))
    binary = tools.compile(expected.sources, expected.compile_flags, expected.includes)
    path = os.path.join(folder, name + ".json")
    subprocess.run([binary, *expected.args], cwd=folder, capture_output=True, check=False,
                   env=tools.environment(f"{expected.options} {options} --report {path}"))
    return path


def mistakes_in_formats(tools, folder, path, check_schema=True):
    """Converts one JSON report into everything and reads all of it."""
    text = read(path)
    report = json.loads(text)
    outputs = [os.path.join(folder, "out." + extension) for extension in EXTENSIONS]
    result = run(tools, folder, "report", path, *[word for output in outputs for word in ("-o", output)])
    if result.returncode != 0 or result.stderr or result.stdout:
        return [f"fencepost report: {result.returncode} {result.stderr}"]
    mistakes = []
    if check_schema:
        mistakes += schema_mistakes(report)
    if read(outputs[0]) != text:
        mistakes.append("the report read and written again is another")
    mistakes += sarif_rules.mistakes_of(json.loads(read(outputs[1])))
    sarif = json.loads(read(outputs[1]))["runs"][0]
    if len(sarif["results"]) != len(report["findings"]) + len(report["suppressed"]):
        mistakes.append(f"SARIF has {len(sarif['results'])} results")
    mistakes += xml_mistakes(outputs[2], report)
    return mistakes


def reports_of_every_kind_are_valid_in_every_format(tools, folder):
    mistakes = []
    for name in PROGRAMS:
        path = report_of(tools, folder, name)
        report = json.loads(read(path))
        found = mistakes_in_formats(tools, folder, path)
        found += gcc_mistakes(run(tools, folder, "report", path, "--format", "gcc").stdout, report)
        found += github_mistakes(run(tools, folder, "report", path, "--format", "github").stdout, report)
        found += sanitizer_mistakes(run(tools, folder, "report", path, "--format", "compute-sanitizer").stdout, report)
        mistakes += [f"{name}: {mistake}" for mistake in found]
    return mistakes


def reports_of_profiles_contracts_and_several_runs_are_valid(tools, folder):
    mistakes = []
    part = os.path.join(ROOT, "tests", "programs")
    for name, words in (("profile", ["--profile", os.path.join(part, "parts", "profile.cu")]),
                        ("contracts", ["--contracts", os.path.join(part, "contract_rotate_norace.cu"), "--", "8"]),
                        ("runs", ["--runs", "3", os.path.join(part, "blocks_flag_race.cu")])):
        path = os.path.join(folder, name + ".json")
        result = run(tools, folder, "run", "--report", path, *words)
        if not os.path.exists(path):
            mistakes.append(f"{name}: {result.returncode} {result.stderr}")
            continue
        if name in ("profile", "contracts") and name not in json.loads(read(path)):
            mistakes.append(f"{name}: no such member")
        mistakes += [f"{name}: {mistake}" for mistake in mistakes_in_formats(tools, folder, path)]
    return mistakes


def reports_that_other_tests_kept_are_valid_in_every_format(tools, folder):
    kept = sorted(glob.glob(os.path.join(tools.kept_reports(), "*.json")))
    if not kept:
        return Skipped("no test of programs has run with these tools")
    mistakes = []
    for path in kept:
        mistakes += [f"{os.path.basename(path)}: {mistake}" for mistake in mistakes_in_formats(tools, folder, path)]
    return mistakes


def every_report_meets_the_published_schema(_tools, _folder):
    if VALIDATOR is None:
        return Skipped("python3-jsonschema is not installed; the other tests checked the rest")
    VALIDATOR.check_schema(VALIDATOR.schema)
    return [] if schema_mistakes({"fencepost": {"version": "1.0.0", "schema": 2}}) else ["it accepts what is none"]


def the_object_model_of_sarif_accepts_our_logs(_tools, _folder):
    if sarif_rules.sarif_om is None:
        return Skipped("python3-sarif-python-om is not installed; the other tests checked the rest")
    bad = {"version": "2.1.0", "runs": [{"tool": {"driver": {"nam": "x"}}}]}
    found = sarif_rules.of_model(bad, "SarifLog")
    return [] if len(found) == 2 else [f"it does not see what is wrong: {found}"]


def the_schema_of_junit_refuses_two_outcomes_of_a_case(_tools, folder):
    if not shutil.which("xmllint"):
        return Skipped("libxml2-utils is not installed; the other tests checked the rest")
    counts = 'name="x" tests="1" failures="1" errors="0" skipped="0" time="0"'
    failures = '<failure message="a"/>' * 2
    write(f'<testsuites {counts}><testsuite {counts}><testcase classname="a" name="b" time="0">{failures}</testcase>'
          "</testsuite></testsuites>", folder, "two.xml")
    mistakes = xml_mistakes(os.path.join(folder, "two.xml"), {"findings": []})
    return [] if any("failure" in mistake for mistake in mistakes) else ["it accepts them"]


def sarif_names_files_below_the_root_of_the_checkout(tools, folder):
    source = os.path.join(folder, "my project", "src")
    os.makedirs(source)
    shutil.copy(os.path.join(ROOT, "examples", "missing_barrier", "bug.cu"), os.path.join(source, "bug 1.cu"))
    mistakes = []
    for variables, base, uri in (({}, "my%20project/src/", "bug%201.cu"),
                                 ({"GITHUB_WORKSPACE": os.path.join(folder, "my project")}, "my%20project/", "src/bug%201.cu")):
        run(tools, source, "run", "bug 1.cu", "--report", "r.sarif", variables=variables)
        log = json.loads(read(source, "r.sarif"))["runs"][0]
        location = log["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
        root = log["originalUriBaseIds"]["%SRCROOT%"]["uri"]
        if location["uri"] != uri or not root.endswith("/" + base):
            mistakes.append(f"{variables}: {root} {location}")
        text = run(tools, source, "run", "bug 1.cu", "--format", "github", variables=variables).stderr
        if f"::error file={uri.replace('%20', ' ')},line=8,title=race on tile[0]" not in text:
            mistakes.append(f"{variables}: {text}")
    return mistakes


def a_run_prints_the_format_and_width_that_it_is_told(tools, folder):
    for name in ("bug.cu", "fix.cu"):  # A long path would not be cut.
        shutil.copy(os.path.join(ROOT, "examples", "missing_barrier", name), folder)
    source, mistakes = "bug.cu", []
    first = {"json": "{", "sarif": "{", "junit": "<?xml", "github": "::error ", "markdown": "### Fencepost: 1 error", "compute-sanitizer": "========= COMPUTE",
             "text": "error: race"}
    for name, begin in first.items():
        result = run(tools, folder, "run", source, "--format", name)
        if result.returncode != 66 or not result.stderr.startswith(begin):
            mistakes.append(f"{name}: {result.returncode} {result.stderr[:200]}")
    narrow = run(tools, folder, "run", source, "--width", "50").stderr
    if max(map(len, narrow.splitlines()[:-1])) > 50:
        mistakes.append(f"wider than 50:\n{narrow}")
    clean = run(tools, folder, "run", source.replace("bug", "fix"), "--format", "compute-sanitizer")
    if "========= ERROR SUMMARY: 0 errors\n" not in clean.stderr or clean.returncode != 0:
        mistakes.append(clean.stderr)
    return mistakes


def hostile(report):
    """`report` with hostile text wherever a report takes text from a program."""
    report = copy.deepcopy(report)

    def place(location):
        if location:
            location["function"] = HOSTILE
            location["file"] = HOSTILE

    for finding in report["findings"] + report["suppressed"]:
        for member in ("kernel", "element", "message", "hint"):
            if member in finding:
                finding[member] = HOSTILE
        if "suppressed" in finding:
            finding["suppressed"].update(by=HOSTILE, reason=HOSTILE)
        else:
            del finding["suppression"]
        if "object" in finding:
            finding["object"]["name"] = HOSTILE
            place(finding["object"]["declared"])
        for access in finding["accesses"]:
            access["by"] = HOSTILE
            for each in [access["location"], *access["stack"]]:
                place(each)
    for kernel in report["kernels"]:
        kernel["name"] = HOSTILE
    report["notes"] = [{"kind": "run-ended", "text": HOSTILE}]
    return report


def hostile_names_stay_text_in_every_format(tools, folder):
    mistakes = []
    for name in ("inlined_function_race", "allow_comment", "bounds_past_end", "divergence_exit_warning"):
        report = hostile(json.loads(read(report_of(tools, folder, name))))
        path = os.path.join(folder, "hostile.json")
        write(report, path)
        normal = os.path.join(folder, "normal.json")  # As Fencepost itself writes it.
        result = run(tools, folder, "report", path, "-o", normal)
        if result.returncode != 0:
            return [result.stderr]
        mistakes += mistakes_in_formats(tools, folder, normal, check_schema=False)
        if json.loads(read(normal))["kernels"] != report["kernels"]:
            mistakes.append("a name changes on its way through JSON")
        for words in (["--format", "text"], ["--format", "gcc"], ["--format", "github"],
                      ["--format", "markdown"], ["--format", "compute-sanitizer"]):
            text = run(tools, folder, "report", path, *words).stdout
            if re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", text):
                mistakes.append(f"{words}: a control character reaches the terminal")
            if re.search(r"^(?!::(?:error|warning|notice) (?:file|title)=)::", text, re.M):
                mistakes.append(f"{words}: a line begins with a command that a name holds:\n{text}")
        mistakes += gcc_mistakes(run(tools, folder, "report", path, "--format", "gcc").stdout, report)
        mistakes += github_mistakes(run(tools, folder, "report", path, "--format", "github").stdout, report)
        mistakes += markdown_mistakes(run(tools, folder, "report", path, "--format", "markdown").stdout, report)
        mistakes += sanitizer_mistakes(run(tools, folder, "report", path, "--format", "compute-sanitizer").stdout, report)
    return mistakes


def what_is_no_report_is_refused_with_its_reason(tools, folder):
    good = json.loads(read(report_of(tools, folder, "inlined_function_race")))
    threads = copy.deepcopy(good)
    threads["findings"][0]["accesses"][0].update(kind="barrier", threads=[[0, 4294967295]])
    other = copy.deepcopy(good)
    other["fencepost"]["schema"] = 2
    wrong = copy.deepcopy(good)
    wrong["findings"][0]["accesses"][0]["thread"] = [0, "x", 0]
    bytes_of = {
        "empty": "", "broken": json.dumps(good)[:700], "list": "[]", "number": "7", "other": '{"version": "2.1.0", "runs": []}',
        "deep": "[" * 2000000, "closed": "[" * 300000 + "]" * 300000, "threads": json.dumps(threads), "schema": json.dumps(other),
        "wrong": json.dumps(wrong), "null": json.dumps({**good, "findings": None}), "text": "error: race on tile[17]\n",
        "findings": json.dumps({**good, "findings": {"a": 1}}), "summary": json.dumps({**good, "summary": []}),
    }
    mistakes = []
    for name, text in bytes_of.items():
        path = os.path.join(folder, name + ".json")
        write(text, path)
        for words in (["report", path], ["report", path, "-o", os.path.join(folder, "o.xml")], ["diff", path, path],
                      ["run", "--baseline", path, os.path.join(ROOT, "examples", "missing_barrier", "bug.cu")]):
            result = run(tools, folder, *words, timeout=60)
            lines = result.stderr.splitlines()
            if result.returncode != 2 or len(lines) != 1 or not lines[0].startswith(f"fencepost: error: {path}: no report"):
                mistakes.append(f"{name}: {words[0]}: {result.returncode} {result.stderr[:300]}")
            if len(result.stderr) > 500 + len(path):
                mistakes.append(f"{name}: a long message")
    if os.path.exists(os.path.join(folder, "o.xml")):
        mistakes.append("a file was written nevertheless")
    return mistakes


def mistakes_on_the_command_line_have_their_messages(tools, folder):
    path = report_of(tools, folder, "inlined_function_race")
    write("fine", folder, "plain")
    cases = [
        (["report"], "give a JSON report; see 'fencepost report --help'"),
        (["diff", path], "give two JSON reports; see 'fencepost diff --help'"),
        (["report", "none.json"], "cannot read report none.json: No such file or directory"),
        (["report", "."], "cannot read report .: Is a directory"),
        (["report", path, "-o", "x.pdf"], "report formats are .json, .html, .sarif"),
        (["report", path, "-o", "x"], "report formats are .json, .html, .sarif"),
        (["report", path, "-o", "no/x.xml"], "cannot write report no/x.xml: No such file or directory"),
        (["report", path, "-o", "plain/x.xml"], "cannot write report plain/x.xml: Not a directory"),
        (["report", path, "--format", "pdf"], "--format: 'pdf' is not valid; give text, json"),
        (["report", path, "--width", "3"], "--width: '3' is not valid; give a number from 40"),
        (["diff", path, "none.json"], "cannot read report none.json: No such file or directory"),
        (["diff", path, path, "-o", "no/x"], "cannot write report no/x: No such file or directory"),
        (["run", "--baseline", "none.json", "x.cu"], "x.cu: no such file"),
    ]
    mistakes = []
    for words, message in cases:
        result = run(tools, folder, *words)
        if result.returncode != 2 or message not in result.stderr:
            mistakes.append(f"{words}: {result.returncode} {result.stderr}")
    os.symlink("/dev/full", os.path.join(folder, "full.xml"))
    result = run(tools, folder, "report", path, "-o", "full.xml")
    if result.returncode != 2 or "No space left" not in result.stderr:
        mistakes.append(f"/dev/full: {result.returncode} {result.stderr}")
    return mistakes


# Two races that look the same, and one that does not.
RACES = """
__global__ void k(int* out) {
  __shared__ int s[32], t[32];
  s[threadIdx.x / 2] = threadIdx.x;
  t[threadIdx.x / 2] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[0] + t[0];
}
int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  k<<<1, 32>>>(out);
  return cudaDeviceSynchronize();
}
"""


def old_findings_are_known_after_their_lines_have_moved(tools, folder):
    write(RACES, folder, "old.cu")
    moved = "// A comment.\n" + RACES.replace("  __shared__", "\n\n  __shared__").replace("s[threadIdx.x / 2]", "s[ threadIdx.x/2 ]")
    write(moved, folder, "moved.cu")
    write(moved.replace("  __syncthreads();", "  s[threadIdx.x / 4] = 7 * threadIdx.x;\n  __syncthreads();"), folder, "more.cu")
    write(moved.replace("  t[threadIdx.x / 2]", "  t[threadIdx.x]"), folder, "fixed.cu")
    mistakes = []
    for name in ("old", "moved", "more", "fixed"):
        run(tools, folder, "run", name + ".cu", "--report", name + ".json")
    for before, after, counts, status in (
            ("old", "old", (0, 0, 2), 0), ("old", "moved", (0, 0, 2), 0), ("moved", "more", (2, 0, 2), 66),
            ("more", "moved", (0, 2, 2), 0), ("old", "fixed", (0, 1, 1), 0), ("fixed", "old", (1, 0, 1), 66)):
        result = run(tools, folder, "diff", before + ".json", after + ".json", "--json")
        lists = json.loads(result.stdout)
        found = tuple(len(lists[name]) for name in ("new", "fixed", "same"))
        if found != counts or result.returncode != status or tuple(lists["summary"].values())[:3] != counts:
            mistakes.append(f"{before}, {after}: {found} {result.returncode}")
    text = run(tools, folder, "diff", "fixed.json", "old.json")
    if not re.search(r"^new error: race on t\[\d+\]", text.stdout) or "fencepost: 1 new, 0 fixed, 1 same\n" not in text.stdout:
        mistakes.append(text.stdout)
    for words, status in ((["--fail-on", "never"], 0), (["--error-exitcode", "9"], 9)):
        result = run(tools, folder, "diff", "fixed.json", "old.json", *words)
        if result.returncode != status:
            mistakes.append(f"{words}: {result.returncode}")
    return mistakes


def a_baseline_makes_only_new_findings_count(tools, folder):
    write(RACES, folder, "old.cu")
    write("\n" + RACES.replace("  __syncthreads();", "  s[threadIdx.x / 4] = 7 * threadIdx.x;\n  __syncthreads();"),
          folder, "new.cu")
    run(tools, folder, "run", "old.cu", "--report", "old.json")
    mistakes = []
    for source, count, status in (("old.cu", 0, 0), ("new.cu", 2, 66)):
        for runs in ([], ["--runs", "2"]):
            result = run(tools, folder, "run", source, "--baseline", "old.json", "--report", "now.json", *runs)
            report = json.loads(read(folder, "now.json"))
            if result.returncode != status or len(report["findings"]) != count or len(report["suppressed"]) != 2:
                mistakes.append(f"{source} {runs}: {result.returncode} {result.stderr}")
            if {finding["suppressed"]["kind"] for finding in report["suppressed"]} != {"baseline"}:
                mistakes.append(f"{source} {runs}: suppressed by something else")
            again = run(tools, folder, "run", source, "--baseline", "now.json", *runs)
            if again.returncode != 0:
                mistakes.append(f"{source} {runs}: a report is no baseline of the same: {again.stderr}")
    return mistakes


def several_reports_become_one(tools, folder):
    paths = [report_of(tools, folder, name) for name in ("inlined_function_race", "bounds_past_end", "inlined_function_race")]
    mistakes = []
    result = run(tools, folder, "report", *paths, "-o", "all.json", "-o", "all.sarif")
    report = json.loads(read(folder, "all.json"))
    parts = [json.loads(read(path)) for path in paths]
    for member in ("launches", "blocks", "threads", "accesses"):
        if report["summary"][member] != sum(part["summary"][member] for part in parts):
            mistakes.append(f"{member}: {report['summary'][member]}")
    if result.returncode != 0 or report["summary"]["runs"] != 3:
        mistakes.append(f"{result.returncode} {result.stderr} {report['summary']}")
    runs = sorted((finding["kind"], finding["runs"]) for finding in report["findings"])
    if runs != sorted({(finding["kind"], 2 if finding["kind"] == "race" else 1)
                       for part in parts for finding in part["findings"]}):
        mistakes.append(f"findings: {runs}")
    mistakes += mistakes_in_formats(tools, folder, os.path.join(folder, "all.json"))
    text = run(tools, folder, "report", "all.json").stdout
    if "found   in 2 of 3 runs\n" not in text:
        mistakes.append(text)
    return mistakes


def ten_thousand_findings_take_seconds(tools, folder):
    report = json.loads(read(report_of(tools, folder, "inlined_function_race")))
    finding = report["findings"][0]
    report["findings"] = []
    for i in range(10000):
        finding["fingerprint"] = f"{i:016x}:1"
        finding["accesses"][0]["location"]["line"] = i + 1
        report["findings"].append(copy.deepcopy(finding))
    write(report, folder, "many.json")
    outputs = [word for extension in EXTENSIONS for word in ("-o", "many." + extension)]
    result = run(tools, folder, "report", "many.json", *outputs, timeout=60)
    xml.etree.ElementTree.parse(os.path.join(folder, "many.xml"))
    return [] if result.returncode == 0 else [f"{result.returncode} {result.stderr}"]


TESTS = [
    every_report_meets_the_published_schema,
    the_object_model_of_sarif_accepts_our_logs,
    the_schema_of_junit_refuses_two_outcomes_of_a_case,
    reports_of_every_kind_are_valid_in_every_format,
    reports_of_profiles_contracts_and_several_runs_are_valid,
    reports_that_other_tests_kept_are_valid_in_every_format,
    sarif_names_files_below_the_root_of_the_checkout,
    a_run_prints_the_format_and_width_that_it_is_told,
    hostile_names_stay_text_in_every_format,
    what_is_no_report_is_refused_with_its_reason,
    mistakes_on_the_command_line_have_their_messages,
    old_findings_are_known_after_their_lines_have_moved,
    a_baseline_makes_only_new_findings_count,
    several_reports_become_one,
    ten_thousand_findings_take_seconds,
]

if __name__ == "__main__":
    sys.exit(run_tests(TESTS, __doc__))
