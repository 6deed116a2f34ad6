#!/usr/bin/env python3
"""<fencepost/gtest.h>: findings fail the tests that they come in, and those that are expected do not."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

from harness import ROOT, Skipped, run_tests

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "gtest")
SOURCES = [os.path.join(HERE, name) for name in ("findings.cu", "calls.cpp")]
INCLUDES = [os.path.join(HERE, "kernels.cuh"), os.path.join(ROOT, "detector", "include", "fencepost", "gtest.h")]
FLAGS = ["-Wall", "-lgtest", "-lpthread"]


def run_gtest(tools, binary, *arguments, options=""):
    """The run, and the failures of each test."""
    with tempfile.TemporaryDirectory() as folder:
        results = os.path.join(folder, "results.json")
        run = tools.run(binary, [f"--gtest_output=json:{results}", *arguments], options)
        with open(results, encoding="utf-8") as file:
            document = json.load(file)
    failures = {}
    for suite in document["testsuites"]:
        for test in suite["testsuite"]:
            failures[f"{suite['name']}.{test['name']}"] = [entry["failure"] for entry in test.get("failures", [])]
    return run, failures


def wrong_verdicts(failures):
    """The names of tests begin with what must become of them."""
    mistakes = []
    for name, texts in failures.items():
        wanted = name.split(".")[1].startswith("Fail")
        if bool(texts) != wanted:
            mistakes.append(f"{name} must {'fail' if wanted else 'pass'}:\n" + "\n".join(texts))
    return mistakes


def tests_fail_by_their_own_findings_only(tools, folder):
    run, failures = run_gtest(tools, tools.compile(SOURCES, FLAGS, INCLUDES))
    mistakes = wrong_verdicts(failures)
    if len(failures) != 37:
        mistakes.append(f"{len(failures)} tests ran")
    # Both lines, and each test with its own launch.
    for name, line in (("Kernels.FailRace", "launch 2 "), ("Kernels.FailSameRaceAgain", "launch 3 ")):
        for text in ("kernels.cuh:11 ", "kernels.cuh:12 ", "seen    64 times, first in " + line):
            if len(failures[name]) != 1 or text not in failures[name][0]:
                mistakes.append(f"{name}: not one failure with '{text}':\n" + "\n".join(failures[name]))
    for name, text in (
            ("Kernels.FailExpectRaceNone",
             "Expected: a race between @write and @read\n  Actual: no finding in 1 launch, 64 threads, 256 accesses checked"),
            ("Kernels.FailExpectRaceNoLaunch", "Actual: no finding in 0 launches"),
            ("Kernels.FailExpectCleanNoLaunch", "Actual: no launch"),
            ("Kernels.FailExpectCleanWarning", "Actual: 1 finding in 1 launch"),
            ("Kernels.FailExpectTwoRacesOneThere", "Expected: a race between @write and @read\n"),
            ("Kernels.FailOutOfBounds", "out of bounds"),
            ("Crash.FailCrash", "null pointer"),
            ("Kernels.FailRaceAfterExpectedOne", "seen    64 times"),
            ("Streams.FailSameRaceAgain", "findings.cu:9 ")):
        if len(failures[name]) != 1 or text not in failures[name][0]:
            mistakes.append(f"{name}: not one failure with '{text}':\n" + "\n".join(failures[name]))
    # What is not expected fails the test, too.
    for name, number in (("RaceOther", 1), ("RaceElsewhere", 2), ("RacePartOfAName", 2), ("RaceOfThisFile", 2)):
        if len(failures["Kernels.FailExpect" + name]) != number:
            mistakes.append(f"{name}: not {number} failures:\n" + "\n".join(failures["Kernels.FailExpect" + name]))
    if not re.search(r"OK \] SetUp\.PassItself.*\n(\S*kernels.cuh:11: Failure\n(.*\n)*?.*first in launch)", run.stdout):
        mistakes.append("what the set-up of a suite launches fails nothing:\n" + run.stdout[-3000:])
    if "[fencepost ] 1 launch, 64 threads, 256 accesses checked: no findings\n[       OK ] Kernels.PassClean" not in run.stdout:
        mistakes.append("no line tells what was checked of a test:\n" + run.stdout[:2000])
    if "no findings, 2 expected\n[       OK ] Kernels.PassExpectTwoRaces" not in run.stdout:
        mistakes.append("expected findings are not counted:\n" + run.stdout[:2000])
    return mistakes


def the_report_has_all_and_counts_what_was_not_expected(tools, folder):
    binary = tools.compile(SOURCES, FLAGS, INCLUDES)
    mistakes = []
    expected_only, _ = run_gtest(tools, binary, "--gtest_filter=*.PassExpectRace*")
    if expected_only.exit != 0:
        mistakes.append(f"expected races fail the run: {expected_only.exit}\n{expected_only.stderr}")
    told = [finding["suppressed"] for finding in expected_only.report["suppressed"]]
    if not told or any(entry["reason"] != "expected" or not re.search(r"(findings\.cu|calls\.cpp):\d+$", entry["by"])
                       for entry in told):
        mistakes.append(f"the report lists as expected: {told}")
    every, _ = run_gtest(tools, binary, options="--jobs 2")
    again, _ = run_gtest(tools, binary, options="--jobs 1 --schedule reverse")
    if every.exit != 66 or every.report["findings"] != again.report["findings"]:
        mistakes.append(f"exit status {every.exit}, not 66, or the findings depend on the schedule")
    lines = {tuple(access["location"]["line"] for access in finding["accesses"]) for finding in every.report["findings"]}
    if not {(11, 12), (8,), (9, 9)} <= lines:
        mistakes.append(f"findings that are also expected elsewhere are missing: {lines}")
    return mistakes


def the_level_of_failure_is_that_of_the_run(tools, folder):
    binary = tools.compile(SOURCES, FLAGS, INCLUDES)
    mistakes = []
    for options, name, fails in (("--fail-on warning", "Kernels.PassWarning", True),
                                 ("--fail-on never", "Kernels.FailRace", False),
                                 ("--check memory", "Kernels.FailRace", False),
                                 ("--fail-on never", "Kernels.FailExpectCleanRace", True)):
        run, failures = run_gtest(tools, binary, "--gtest_filter=" + name, options=options)
        if bool(failures[name]) != fails:
            mistakes.append(f"{name} with {options}: {failures[name]}\n{run.stderr}")
    return mistakes


def the_header_does_nothing_without_fencepost(tools, folder):
    binary = os.path.join(folder, "unchecked")
    # The folder without our CUDA headers, which would stand in front of a toolkit's.
    include = os.path.join(tools.build_dir, "share", "fencepost", "include")
    for standard in ("c++14", "c++20"):
        build = subprocess.run([tools.compiler, "-std=" + standard, "-Wall", "-Wextra", "-Werror", "-I", include,
                                os.path.join(HERE, "unchecked.cpp"), "-o", binary, "-lgtest", "-lpthread"],
                               capture_output=True, text=True, check=False)
        if build.returncode != 0:
            return [build.stderr]
    result = subprocess.run([binary], capture_output=True, text=True, check=False)
    return [] if result.returncode == 0 and "[fencepost" not in result.stdout else [result.stdout + result.stderr]


def the_header_does_nothing_with_nvcc(tools, folder):
    nvcc = shutil.which("nvcc") or shutil.which("nvcc", path="/usr/local/cuda/bin")
    if nvcc is None or tools.compiler != "g++":
        return Skipped("there is no nvcc, or it is asked with g++")
    binary = os.path.join(folder, "unchecked")
    build = subprocess.run([nvcc, "-I", os.path.join(tools.build_dir, "share", "fencepost", "include"), "-x", "cu",
                            os.path.join(HERE, "unchecked.cpp"), "-o", binary, "-lgtest"],
                           capture_output=True, text=True, check=False)
    if build.returncode != 0 or build.stdout or build.stderr:
        return [build.stdout + build.stderr]
    result = subprocess.run([binary], capture_output=True, text=True, check=False)
    return [] if result.returncode == 0 else [result.stdout + result.stderr]


TESTS = [tests_fail_by_their_own_findings_only, the_report_has_all_and_counts_what_was_not_expected,
         the_level_of_failure_is_that_of_the_run, the_header_does_nothing_without_fencepost,
         the_header_does_nothing_with_nvcc]

if __name__ == "__main__":
    sys.exit(run_tests(TESTS, __doc__))
