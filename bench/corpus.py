#!/usr/bin/env python3
"""Measures Fencepost on labelled programs: what is right, what is missed, what is a false alarm.

The programs come from a table or a folder, neither of which is part of this repository:

    bench/corpus.py programs.tsv
    bench/corpus.py folder --label '_norace=clean' --label '_race=race' --flags '-I include'

A table has tab-separated columns, named by its first line; all but `source` may be missing or empty:

    suite      a word; the results are summed up by it
    name       of the row; default: the path of the first source
    source     one or several .cu files, separated by spaces, quoted as in a shell; relative to --root
    flags      of fencepost-nvcc
    args       of the program
    input      a file that it reads as its standard input, relative to --root; default: nothing
    directory  where it is compiled and run, relative to --root; default: where the first source lies
    expect     what has to be found, see below; empty: nothing is known

`expect` is `clean` or kinds of findings as reports name them, each perhaps with source lines of which the findings of
that kind must name every one: `race@52,58+out-of-bounds`. A row is

    right         every kind and line was found; of a clean program: no finding
    missed        something was not
    false alarm   a clean program with a finding
    beyond        found as expected, and an error of another kind as well
    not compiled, timeout, not run (no report, no launch) and unlabelled
"""

import argparse
import csv
import glob
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter, namedtuple
from concurrent.futures import ThreadPoolExecutor, as_completed

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VERDICTS = ("right", "beyond", "missed", "false alarm", "not compiled", "timeout", "not run", "unlabelled")
QUIET_VERDICTS = ("right", "unlabelled")

Row = namedtuple("Row", "suite name sources flags args input directory expect")
Result = namedtuple("Result", "row verdict detail seconds")


class BadTable(Exception):
    """The table, the folder or an expectation cannot be read; says where and why."""


def parse_expectation(text):
    """`race@52,58+out-of-bounds` as {"race": {52, 58}, "out-of-bounds": set()}; `clean` as {}; empty as None."""
    if not text or text == "-":
        return None
    if text == "clean":
        return {}
    expected = {}
    for part in text.split("+"):
        match = re.fullmatch(r"([a-z-]+)(?:@(\d+(?:,\d+)*))?", part)
        if not match:
            raise BadTable(f"'{text}' is no expectation; write clean, or such as race@52,58+out-of-bounds")
        expected.setdefault(match[1], set()).update(int(line) for line in (match[2] or "").split(",") if line)
    return expected


def judge(expected, findings):
    """(verdict, detail) of the findings of a report."""
    found = {}
    for finding in findings:
        places = found.setdefault(finding["kind"], set())
        places.update(access["location"]["line"] for access in finding["accesses"] if access.get("location"))
        places.update(frame["line"] for access in finding["accesses"] for frame in access.get("stack") or [])
    if expected is None:
        return "unlabelled", summary_of(findings)
    if not expected:
        return ("false alarm" if findings else "right"), summary_of(findings)
    lacking = [kind if kind not in found else f"{kind}@{','.join(map(str, sorted(lines - found[kind])))}"
               for kind, lines in expected.items() if kind not in found or lines - found[kind]]
    if lacking:
        return "missed", f"no {' '.join(lacking)}; found: {summary_of(findings)}"
    if any(finding["kind"] not in expected and finding["severity"] == "error" for finding in findings):
        return "beyond", summary_of(findings)
    return "right", summary_of(findings)


def summary_of(findings):
    """Each finding in a few words: `race error intra-block 52/58 data1`."""
    words = []
    for finding in findings[:6]:
        lines = [str(access["location"]["line"]) for access in finding["accesses"][:2] if access.get("location")]
        parts = [finding["kind"], finding["severity"], finding.get("scope"), "/".join(lines),
                 (finding.get("object") or {}).get("name")]
        words.append(" ".join(part for part in parts if part))
    if len(findings) > 6:
        words.append(f"and {len(findings) - 6} more")
    return "; ".join(words) or "nothing"


def rows_of_table(path, root):
    with open(path, encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        if "source" not in (reader.fieldnames or []):
            raise BadTable(f"{path}: the first line must name the columns, one of them 'source'")
        for fields in reader:
            field = {key: (value or "").strip() for key, value in fields.items() if key}
            sources = [os.path.join(root, word) for word in shlex.split(field["source"])]
            if not sources:
                raise BadTable(f"{path}:{reader.line_num}: no source")
            directory = field.get("directory")
            yield Row(suite=field.get("suite", ""), name=field.get("name") or shlex.split(field["source"])[0],
                      sources=sources, flags=shlex.split(field.get("flags", "")),
                      args=shlex.split(field.get("args", "")),
                      input=os.path.join(root, field["input"]) if field.get("input") else os.devnull,
                      directory=os.path.join(root, directory) if directory else os.path.dirname(sources[0]),
                      expect=parse_expectation(field.get("expect", "")))


def rows_of_folder(folder, labels, flags, args):
    patterns = []
    for label in labels:
        pattern, equals, expect = label.rpartition("=")
        if not equals:
            raise BadTable(f"--label {label}: write PATTERN=EXPECTATION")
        patterns.append((re.compile(pattern), parse_expectation(expect)))
    for source in sorted(glob.glob(os.path.join(glob.escape(folder), "**", "*.cu"), recursive=True)):
        name = os.path.relpath(source, folder)
        expect = next((expect for pattern, expect in patterns if pattern.search(name)), None)
        yield Row(suite="", name=name, sources=[source], flags=shlex.split(flags), args=shlex.split(args),
                  input=os.devnull, directory=os.path.dirname(source), expect=expect)


def run_limited(command, limit, directory, environment, stdin=os.devnull):
    """(exit status or None past the limit, the output's end). Kills what it started, the children included."""
    with tempfile.TemporaryFile() as output, open(stdin, "rb") as given, subprocess.Popen(
            command, cwd=directory, env=environment, stdin=given, stdout=output, stderr=output,
            start_new_session=True) as process:
        try:
            status = process.wait(timeout=limit)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            status = None
        size = output.seek(0, os.SEEK_END)
        output.seek(max(0, size - 65536))
        return status, output.read().decode(errors="replace")


def first_error(text):
    """The line that says what went wrong, of a compiler's output."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    said = [line for line in lines if re.search(r"\berror\b|undefined reference|No such file", line)]
    return (said or lines or ["nothing was said"])[0]


def measure(rows, settings, folder):
    """Results of rows that share one binary."""
    first = rows[0]
    binary = os.path.join(folder, "program")
    environment = {key: value for key, value in os.environ.items() if key != "FENCEPOST_OPTIONS"}
    start = time.monotonic()
    command = [settings.nvcc, *first.flags, *first.sources, "-o", binary]
    try:
        status, output = run_limited(command, settings.compile_limit, first.directory, environment)
    except OSError as error:
        status, output = 1, f"error: {error}"
    compiled = time.monotonic() - start
    if status != 0:
        reason = first_error(output) if status is not None else "the compiler took too long"
        return [Result(row, "not compiled", reason, compiled if row is first else 0.0) for row in rows]
    results = []
    for row in rows:
        start = time.monotonic()
        verdict, detail = run_row(row, binary, settings, folder, environment)
        results.append(Result(row, verdict, detail, time.monotonic() - start + (compiled if row is first else 0.0)))
    return results


def run_row(row, binary, settings, folder, environment):
    path = os.path.join(folder, "report.json")
    if os.path.exists(path):
        os.remove(path)
    options = f"--report {shlex.quote(path)} --timeout {settings.limit} --max-findings 1000 {settings.options}"
    # The program ends itself at the limit, with a report; it is killed only if that fails.
    status, output = run_limited([binary, *row.args], settings.limit + 10, row.directory,
                                 {**environment, "FENCEPOST_OPTIONS": options}, row.input)
    report = None
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            report = json.load(file)
    findings = [finding for finding in report["findings"] if finding["kind"] != "timeout"] if report else []
    if status is None or status == 124:
        return "timeout", summary_of(findings)
    if report is None:
        return "not run", f"exit status {status}: {(output.strip().splitlines() or ['nothing was said'])[-1]}"
    if report["summary"]["launches"] == 0:
        return "not run", f"no kernel was launched; exit status {status}: {(output.strip().splitlines() or [''])[0]}"
    return judge(row.expect, findings)


def measure_all(rows, settings):
    """Results in the order of `rows`."""
    binaries = {}
    for index, row in enumerate(rows):
        binaries.setdefault((tuple(row.sources), tuple(row.flags), row.directory), []).append(index)
    results = [None] * len(rows)
    done = 0
    with tempfile.TemporaryDirectory(prefix="corpus-") as folder, ThreadPoolExecutor(settings.parallel) as pool:

        def task(indices):
            with tempfile.TemporaryDirectory(dir=folder) as own:
                return indices, measure([rows[index] for index in indices], settings, own)

        tasks = [pool.submit(task, indices) for indices in binaries.values()]
        for future in as_completed(tasks):
            indices, measured = future.result()
            for index, result in zip(indices, measured):
                results[index] = result
            done += len(indices)
            if sys.stderr.isatty():
                print(f"\r{done}/{len(rows)}", end="\n" if done == len(rows) else "", file=sys.stderr, flush=True)
    return results


def print_results(results, all_rows):
    for result in results:
        if all_rows or result.verdict not in QUIET_VERDICTS:
            args = " ".join(result.row.args)
            print(f"{result.verdict}: {result.row.name}{' ' + args if args else ''}\n    {result.detail}")
    print()
    used = [verdict for verdict in VERDICTS if any(result.verdict == verdict for result in results)]
    suites = sorted({result.row.suite for result in results})
    width = max(len(suite) for suite in [*suites, "total"])
    print("  ".join([" " * width, *used, "rows"]))
    for suite in [*suites, None] if len(suites) > 1 else suites:
        counted = Counter(result.verdict for result in results if suite is None or result.row.suite == suite)
        cells = [str(counted[verdict]).rjust(len(verdict)) for verdict in used]
        print("  ".join([("total" if suite is None else suite).ljust(width), *cells,
                         str(sum(counted.values())).rjust(4)]))


def write_results(path, results):
    with open(path, "w", encoding="utf-8") as file:
        file.write("suite\tname\targs\tverdict\tseconds\tdetail\n")
        for result in results:
            fields = (result.row.suite, result.row.name, " ".join(result.row.args), result.verdict,
                      f"{result.seconds:.2f}", result.detail)
            file.write("\t".join(re.sub(r"\s", " ", field) for field in fields) + "\n")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", help="a table, or a folder of .cu files, each of which is a program")
    parser.add_argument("--root", help="where a table's paths begin; default: where the table lies")
    parser.add_argument("--label", action="append", default=[], metavar="PATTERN=EXPECTATION",
                        help="of a folder's programs whose path matches; the first that matches counts (repeatable)")
    parser.add_argument("--flags", default="", help="of fencepost-nvcc, for a folder's programs")
    parser.add_argument("--args", default="", help="of a folder's programs")
    parser.add_argument("--filter", default="", help="only rows whose name matches this regular expression")
    parser.add_argument("--build-dir", default=os.path.join(ROOT, "build"), help="where bin/fencepost-nvcc is")
    parser.add_argument("--options", default="", help="of the checked programs, as in FENCEPOST_OPTIONS")
    parser.add_argument("--limit", type=float, default=60, help="seconds that a program may run")
    parser.add_argument("--compile-limit", type=float, default=300, help="seconds that compiling it may take")
    parser.add_argument("--parallel", type=int, default=2, help="how many programs to handle at once")
    parser.add_argument("--results", metavar="FILE.tsv", help="write every row with its verdict there")
    parser.add_argument("--all", action="store_true", help="print the rows that are right, too")
    settings = parser.parse_args()
    settings.nvcc = os.path.join(os.path.abspath(settings.build_dir), "bin", "fencepost-nvcc")
    if not os.path.exists(settings.nvcc):
        parser.error(f"{settings.nvcc} does not exist; build it first: ./dev build")
    return parser, settings


def main():
    parser, settings = arguments()
    path = os.path.abspath(settings.programs)
    try:
        if os.path.isdir(path):
            rows = list(rows_of_folder(path, settings.label, settings.flags, settings.args))
        else:
            rows = list(rows_of_table(path, os.path.abspath(settings.root or os.path.dirname(path))))
    except (OSError, BadTable) as error:
        parser.error(str(error))
    rows = [row for row in rows if re.search(settings.filter, row.name)]
    if not rows:
        parser.error("no programs there")
    start = time.monotonic()
    results = measure_all(rows, settings)
    print_results(results, settings.all)
    print(f"{len(rows)} rows in {time.monotonic() - start:.0f} s")
    if settings.results:
        write_results(settings.results, results)
    return 0 if all(result.verdict in QUIET_VERDICTS for result in results) else 1


if __name__ == "__main__":
    sys.exit(main())
