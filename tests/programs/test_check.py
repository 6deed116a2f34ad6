#!/usr/bin/env python3
"""`fencepost check`: every checked process below a command in one report, whoever starts it and however it ends."""

import glob
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import textwrap
import time
import xml.etree.ElementTree as ElementTree

from harness import ROOT, Skipped, run_tests

PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "parts", "check.cu")
RACE, PAST_END = "race on sum[0]", "out of bounds"


def put_program(tools, folder, *names):
    """Copies of the program; all tests of this file share one compilation."""
    for name in names or ("app",):
        os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
        shutil.copy(tools.compile([PROGRAM]), os.path.join(folder, name))


def environment(tools, **more):
    path = os.path.join(tools.build_dir, "bin") + os.pathsep + os.environ["PATH"]
    return {**tools.environment(), "PATH": path, "GITHUB_WORKSPACE": "", **more}


def check(tools, folder, *words, more=None, **arguments):
    """Runs `fencepost check --report r.json OPTIONS -- COMMAND`; the result has the report as `.report`."""
    path = os.path.join(folder, "r.json")
    if os.path.exists(path):
        os.remove(path)
    result = subprocess.run([tools.fencepost, "check", "--report", "r.json", *words], cwd=folder, check=False,
                            env=environment(tools, **(more or {})), stdin=subprocess.DEVNULL, capture_output=True,
                            text=True, errors="replace", timeout=120, **arguments)
    result.report = None
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            result.report = json.load(file)
    return result


def processes_of(report):
    """[(program, arguments, end, status or signal, errors)]"""
    return [(p["program"], p["arguments"], p["end"], p.get("exit_status", p.get("signal")), p["errors"])
            for p in report["processes"]]


def differences(what, got, wanted, stderr=""):
    return [] if got == wanted else [f"{what}: {got}\nexpected {wanted}\n{stderr}"]


def without_clock(text):
    return re.sub(r"\(\d+\.\d+ s\)", "", text)


def one_report_of_ten_programs(tools, folder):
    """Also: the order in which they run changes nothing."""
    names = [f"bin/app{i}" for i in range(10)]
    put_program(tools, folder, *names)
    jobs = [f"{name} {'race' if i in (3, 7) else 'clean'}" for i, name in enumerate(names)]
    texts, mistakes = set(), []
    for script in ("\n".join(jobs), "\n".join(reversed(jobs)), " & ".join(jobs) + " & wait"):
        result = check(tools, folder, "--", "sh", "-c", script)
        texts.add(without_clock(result.stderr))
        report = result.report
        mistakes += differences("status", result.returncode, 66, result.stderr)
        mistakes += differences("processes", processes_of(report), [
            (name, ["race" if i in (3, 7) else "clean"], "exited", 0, int(i in (3, 7))) for i, name in enumerate(names)])
        mistakes += differences("findings", [(f["kind"], f["program"], f["processes"]) for f in report["findings"]],
                                [("race", "bin/app3", [4, 8])])
        mistakes += differences("sums", [report["summary"][key] for key in ("processes", "launches", "errors")], [10, 10, 1])
    return mistakes + differences("texts", len(texts), 1, "\n".join(texts))


def the_exit_status_is_that_of_the_first_rule_that_applies(tools, folder):
    put_program(tools, folder)
    mistakes = []
    for wanted, words in (
            (0, ["--", "./app", "clean"]), (7, ["--", "./app", "fail"]), (66, ["--", "./app", "race"]),
            (66, ["--", "sh", "-c", "./app race; exit 7"]), (7, ["--fail-on", "never", "--", "sh", "-c", "./app race; exit 7"]),
            (5, ["--error-exitcode", "5", "--", "./app", "race"]),
            (4, ["--", "./app", "nothing"]), (4, ["--", "true"]), (1, ["--", "false"]),
            (0, ["--allow-no-launch", "--", "true"]), (2, ["--", "./no-such-program"]), (2, ["./app"]), (2, ["--"]),
            (2, ["--reprot", "x", "--", "true"]), (2, ["--baseline", "none.json", "--", "true"]),
            (2, ["--suppressions", "none.txt", "--", "true"]), (128 + 9, ["--", "sh", "-c", "./app clean; kill -9 $$"])):
        result = check(tools, folder, *words)
        mistakes += differences(" ".join(words), result.returncode, wanted, result.stderr)
        if wanted == 2 and not result.stderr.startswith("fencepost: error: "):
            mistakes.append(f"{words}: no message but {result.stderr}")
    # A process keeps its own status, unless the user wants otherwise.
    for words, wanted in (([], "0\n"), (["--fail-processes"], "66\n")):
        result = check(tools, folder, *words, "--", "sh", "-c", "./app race; echo $?")
        mistakes += differences(f"{words} status of the process", result.stdout, wanted, result.stderr)
    return mistakes


def files_of_the_same_name_are_two(tools, folder):
    source = ("#include <cstdio>\n__global__ void k(int* p) { p[0] = threadIdx.x; }\n"
              "int main() { int* p; cudaMalloc(&p, 4); k<<<1, 64>>>(p); cudaDeviceSynchronize(); }\n")
    for part in ("a", "b"):
        os.makedirs(os.path.join(folder, part))
        with open(os.path.join(folder, part, "main.cu"), "w", encoding="utf-8") as file:
            file.write(source)
        subprocess.run([tools.nvcc, "main.cu", "-o", "app"], cwd=os.path.join(folder, part), env=environment(tools), check=True)
    script = "(cd a; ./app); (cd b; ./app); cd a; ./app"
    result = check(tools, folder, "--report", "r.sarif", "--", "sh", "-c", script)
    places = [(f["accesses"][0]["location"]["file"], f["program"], f["processes"]) for f in result.report["findings"]]
    mistakes = differences("findings", places, [("a/main.cu", "a/app", [1, 2]), ("b/main.cu", "b/app", [3])], result.stderr)
    if len({f["fingerprint"] for f in result.report["findings"]}) != 2:
        mistakes.append("one fingerprint for two findings")
    with open(os.path.join(folder, "r.sarif"), encoding="utf-8") as file:
        results = json.load(file)["runs"][0]["results"]
    uris = [r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for r in results]
    mistakes += differences("SARIF", uris, ["a/main.cu", "b/main.cu"])
    for text in ("a/main.cu:2", "b/main.cu:2", "p[0] = threadIdx.x"):
        if text not in result.stderr:
            mistakes.append(f"{text} is not in the text:\n{result.stderr}")
    # By hand it is the same.
    subprocess.run(["sh", "-c", script], cwd=folder, env=environment(tools, FENCEPOST_OPTIONS=f"--report-dir {folder}/reports"),
                   capture_output=True, check=False)
    reports = sorted(os.listdir(os.path.join(folder, "reports")))
    subprocess.run([tools.fencepost, "report", *["reports/" + name for name in reports], "-o", "all.json"], cwd=folder, check=True)
    with open(os.path.join(folder, "all.json"), encoding="utf-8") as file:
        merged = json.load(file)
    files = sorted(f["accesses"][0]["location"]["file"] for f in merged["findings"])
    return mistakes + differences("by hand", (len(reports), files), (3, ["a/main.cu", "b/main.cu"]))


def what_was_found_until_a_process_ended_is_told(tools, folder):
    put_program(tools, folder)
    app = os.path.join(folder, "app")
    mistakes = []
    for script, end, status, note in (
            ("exec ./app kill", "signal", 9, "killed by signal 9"), ("./app kill; true", "lost", None, "findings up to launch 2"),
            ("./app abort; true", "signal", 6, "killed by signal 6"), ("./app _exit; true", "exited", 5, None),
            ("./app exec-other", "lost", None, "as by kill -9 or exec")):
        result = check(tools, folder, "--", "sh", "-c", script)
        ends = [process[2:] for process in processes_of(result.report)]
        mistakes += differences(script, ends, [(end, status, 1)], result.stderr)
        mistakes += differences(script + " status", result.returncode, 66, result.stderr)
        mistakes += differences(script + " kinds", [f["kind"] for f in result.report["findings"]], ["race"])
        if note is not None and not any(note in n["text"] for n in result.report["notes"]):
            mistakes.append(f"{script}: no note '{note}': {result.report['notes']}")
        if RACE not in result.stderr:
            mistakes.append(f"{script}: {result.stderr}")
    result = check(tools, folder, "--", app, "exec")
    mistakes += differences("exec", processes_of(result.report), [("app", ["clean"], "exited", 0, 0),
                                                                 ("app", ["exec"], "replaced", None, 1)], result.stderr)
    return mistakes


def a_forked_child_has_a_report_of_its_own(tools, folder):
    put_program(tools, folder)
    mistakes = []
    for what in ("fork", "fork-late"):
        result = check(tools, folder, "--", "./app", what)
        kinds = sorted((f["kind"], len(f["processes"])) for f in result.report["findings"])
        mistakes += differences(what, kinds, [("out-of-bounds", 1), ("race", 1)], result.stderr)
        owners = {tuple(f["processes"]) for f in result.report["findings"]}
        mistakes += differences(what + " owners", len(owners), 2)
    # Without a check neither is lost, and the child does not overwrite the parent's file.
    result = subprocess.run(["./app", "fork"], cwd=folder, capture_output=True, text=True, check=False,
                            env=environment(tools, FENCEPOST_OPTIONS="--report plain.json --report r-%e-%p.json"))
    if RACE not in result.stderr or PAST_END not in result.stderr:
        mistakes.append("a finding of parent or child is not printed: " + result.stderr)
    with open(os.path.join(folder, "plain.json"), encoding="utf-8") as file:
        report = json.load(file)
    mistakes += differences("plain.json", [f["kind"] for f in report["findings"]], ["race"])
    told = "1 process that fork() made of this one launched kernels"
    mistakes += differences("notes", [n["text"][:len(told)] for n in report["notes"] if n["kind"] == "forked"], [told])
    result = subprocess.run(["./app", "fork-alone"], cwd=folder, capture_output=True, text=True, check=False,
                            env=environment(tools, FENCEPOST_OPTIONS="--require-launch"))
    if result.returncode != 4 or "no kernel was launched by this process; " + told not in result.stderr:
        mistakes.append(f"fork-alone: {result.returncode}, {result.stderr}")
    kinds = []
    for name in os.listdir(folder):
        if re.fullmatch(r"r-app-\d+\.json", name):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                kinds += [f["kind"] for f in json.load(file)["findings"]]
    return mistakes + differences("%p", sorted(kinds), ["out-of-bounds", "race"])


def names_of_files_take_the_process(tools, folder):
    put_program(tools, folder)
    mistakes = []
    for name, wanted in (("r-%e.json", "r-app.json"), ("r%%.json", "r%.json"), (f"r-%h.json", f"r-{os.uname().nodename}.json")):
        result = subprocess.run(["./app", "clean"], cwd=folder, capture_output=True, text=True, check=False,
                                env=environment(tools, FENCEPOST_OPTIONS=f"--report {name}"))
        if not os.path.exists(os.path.join(folder, wanted)):
            mistakes.append(f"{name}: no {wanted}: {result.stderr}")
    result = subprocess.run(["./app", "clean"], cwd=folder, capture_output=True, text=True, check=False,
                            env=environment(tools, FENCEPOST_OPTIONS="--report r-%x.json"))
    mistakes += differences("%x", result.returncode, 2)
    if "%x stands for nothing; there are %p" not in result.stderr:
        mistakes.append(result.stderr)
    return mistakes


def nothing_is_lost_silently_when_a_file_cannot_grow(tools, folder):
    put_program(tools, folder)
    limited = ("import os, resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
               "resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000)); os.execl('./app', './app', 'race')")
    result = check(tools, folder, "--", sys.executable, "-c", limited)
    mistakes = differences("status", result.returncode, 2, result.stderr)
    if "File too large; what this process finds from now on is missing" not in result.stderr:
        mistakes.append(result.stderr)
    if not any("is missing: File too large" in note["text"] for note in result.report["notes"]):
        mistakes.append(str(result.report["notes"]))
    return mistakes


def what_does_not_compile_is_in_the_report(tools, folder):
    put_program(tools, folder)
    for name in ("broken.cu", "CMakeFiles/CMakeScratch/probe.cu"):
        os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write("int main() { return missing; }\n")
    mistakes = []
    for script, wanted in (("fencepost run broken.cu", 3), ("./app; fencepost-nvcc broken.cu -o b || true", 3),
                           ("./app; fencepost run broken.cu || ./app race", 66),
                           ("fencepost-nvcc CMakeFiles/CMakeScratch/probe.cu -o b || ./app", 0)):
        result = check(tools, folder, "--report", "r.xml", "--", "sh", "-c", script)
        mistakes += differences(script, result.returncode, wanted, result.stderr)
        named = [p for p in result.report.get("processes", []) if p["end"] == "not-compiled"]
        mistakes += differences(script + " named", [p["program"] for p in named], ["broken.cu"] if wanted else [])
        errors = [case.attrib["name"] for case in ElementTree.parse(os.path.join(folder, "r.xml")).iter("testcase")
                  if case.find("error") is not None]
        mistakes += differences(script + " JUnit", errors, ["broken.cu"] if wanted else [])
    return mistakes


def options_hold_for_every_process(tools, folder):
    put_program(tools, folder)
    os.makedirs(os.path.join(folder, "deep"))
    with open(os.path.join(folder, "rules.txt"), "w", encoding="utf-8") as file:
        file.write("race kernel=race  # known\n")
    mistakes = []
    script = "cd deep && ../app race"
    for words, wanted in (([], (66, 1, 0)), (["--check", "memory"], (0, 0, 0)), (["--kernel", "clean"], (4, 0, 0)),
                          (["--suppressions", "rules.txt"], (0, 0, 1))):
        result = check(tools, folder, *words, "--", "sh", "-c", script)
        got = (result.returncode, len(result.report["findings"]), len(result.report["suppressed"]))
        mistakes += differences(str(words), got, wanted, result.stderr)
    # What is known does not count; a report of one's own is written as well.
    check(tools, folder, "--report", "old.json", "--", "sh", "-c", script)
    result = check(tools, folder, "--baseline", "old.json", "--", "sh", "-c",
                   script + "; FENCEPOST_OPTIONS='--report own.json --jobs 1' ../app race")
    mistakes += differences("baseline", (result.returncode, len(result.report["suppressed"])), (0, 1), result.stderr)
    with open(os.path.join(folder, "deep", "own.json"), encoding="utf-8") as file:
        mistakes += differences("own", [f["kind"] for f in json.load(file)["findings"]], ["race"])
    result = check(tools, folder, "--", "./app", "race", more={"FENCEPOST_OPTIONS": "--check memory --report outer.json"})
    mistakes += differences("the user's own FENCEPOST_OPTIONS", (result.returncode, os.path.exists(os.path.join(folder, "outer.json"))),
                            (0, True), result.stderr)
    quiet = check(tools, folder, "--quiet", "--", "./app", "clean").stderr
    verbose = check(tools, folder, "--verbose", "--", "./app", "race").stderr
    mistakes += differences("--quiet", quiet, "")
    return mistakes + differences("--verbose", verbose.count(RACE), 2)


def it_ends_in_time_and_on_ctrl_c(tools, folder):
    put_program(tools, folder)
    mistakes = []
    result = check(tools, folder, "--timeout", "4", "--", "sh", "-c", "./app hang & ./app hang; wait")
    mistakes += differences("--timeout", (result.returncode, len(result.report["processes"])), (124, 2), result.stderr)
    mistakes += differences("--timeout", [f["kind"] for f in result.report["findings"]], ["race"])
    for first in ("hang", "sleep"):
        command = [tools.fencepost, "check", "--report", "i.json", "--", "sh", "-c", f"./app {first}; echo went on"]
        with subprocess.Popen(command, cwd=folder, env=environment(tools), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              stdin=subprocess.DEVNULL, text=True, start_new_session=True) as process:
            journal_with_race(process.pid)
            os.killpg(process.pid, signal.SIGINT)
            stdout, stderr = process.communicate(timeout=60)
        mistakes += differences(f"Ctrl-C in {first}", (process.returncode, stdout.replace("hanging\n", "")), (130, ""), stderr)
        with open(os.path.join(folder, "i.json"), encoding="utf-8") as file:
            mistakes += differences(f"Ctrl-C in {first}", [f["kind"] for f in json.load(file)["findings"]], ["race"], stderr)
    return mistakes


def journal_with_race(pid):
    """Waits until a process below the check has written down a finding."""
    for _ in range(1200):
        for path in glob.glob(os.path.join(os.environ.get("TMPDIR", "/tmp"), "fencepost-*", "*.journal")):
            try:
                with open(path, "rb") as file:
                    text = file.read()
                with open(f"/proc/{pid}/task/{pid}/children", encoding="utf-8") as file:
                    shell = file.read().split()
            except FileNotFoundError:
                continue
            own = re.search(rb'"pid":(\d+)', text)
            if own and b'"finding"' in text and parent_of(own.group(1).decode()) in shell:
                return
        time.sleep(0.05)
    raise RuntimeError("nothing was found")


def parent_of(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            return file.read().rpartition(")")[2].split()[1]
    except FileNotFoundError:
        return None


def a_check_below_a_check_tells_both(tools, folder):
    put_program(tools, folder)
    result = check(tools, folder, "--", "sh", "-c", "./app clean; fencepost check --report inner.json -- ./app race; echo $?")
    mistakes = differences("outer", (result.returncode, len(result.report["processes"]), result.stdout), (66, 2, "66\n"),
                           result.stderr)
    with open(os.path.join(folder, "inner.json"), encoding="utf-8") as file:
        return mistakes + differences("inner", len(json.load(file)["processes"]), 1)


def junit_has_a_suite_for_each_program(tools, folder):
    put_program(tools, folder, "one", "two")
    result = check(tools, folder, "--report", "r.xml", "--report", "r.html", "--report", "r.txt", "--", "sh", "-c",
                   "./one race; ./one clean; ./two fail; ./two nothing; ./two kill")
    root = ElementTree.parse(os.path.join(folder, "r.xml")).getroot()
    suites = {suite.attrib["name"]: {case.attrib["name"]: [child.tag for child in case if child.tag != "system-out"]
                                     for case in suite} for suite in root}
    wanted = {"one": {"one clean": [], "one race": [], "clean(int*)": [], "race(int*)": ["failure"]},
              "two": {"two fail": ["error"], "two kill": ["error"], "two nothing": ["skipped"], "clean(int*)": [],
                      "race(int*)": ["failure"]}, "fencepost": {"notes": []}}
    mistakes = differences("suites", suites, wanted, result.stderr)
    if shutil.which("xmllint"):
        schema = os.path.join(os.path.dirname(os.path.abspath(__file__)), "junit.xsd")
        lint = subprocess.run(["xmllint", "--noout", "--schema", schema, "r.xml"], cwd=folder, capture_output=True, text=True,
                              check=False)
        mistakes += differences("xmllint", lint.returncode, 0, lint.stderr)
    try:
        import jsonschema  # pylint: disable=import-outside-toplevel
        with open(os.path.join(ROOT, "docs", "report-schema.json"), encoding="utf-8") as file:
            jsonschema.validate(result.report, json.load(file))
    except ImportError:
        pass
    with open(os.path.join(folder, "r.txt"), encoding="utf-8") as file:
        text = file.read()
    for words in ("program  one, and 1 more process", "one race: 1 error, 0 warnings", "note: process "):
        if words not in text:
            mistakes.append(f"'{words}' is not in:\n{text}")
    # Read back and written again it is the same report.
    subprocess.run([tools.fencepost, "report", "r.json", "-o", "again.json", "-o", "again.xml"], cwd=folder, check=True)
    for first, second in (("r.json", "again.json"), ("r.xml", "again.xml")):
        with open(os.path.join(folder, first), encoding="utf-8") as a, open(os.path.join(folder, second), encoding="utf-8") as b:
            mistakes += differences(second, a.read() == b.read(), True)
    return mistakes


# ---- the tools that people use ---------------------------------------------------------------------------------------

def with_make(tools, folder):
    put_program(tools, folder)
    with open(os.path.join(folder, "Makefile"), "w", encoding="utf-8") as file:
        file.write("check: a b c d\na b d:\n\t./app clean $@\nc:\n\t./app race $@\n")
    result = check(tools, folder, "--", "make", "-j4", "check")
    return differences("make -j4 check", (result.returncode, processes_of(result.report)), (66, [
        ("app", ["clean", "a"], "exited", 0, 0), ("app", ["clean", "b"], "exited", 0, 0),
        ("app", ["clean", "d"], "exited", 0, 0), ("app", ["race", "c"], "exited", 0, 1)]), result.stderr)


def with_ctest(tools, folder):
    if shutil.which("ctest") is None:
        return Skipped("ctest is not installed (cmake)")
    put_program(tools, folder)
    with open(os.path.join(folder, "CTestTestfile.cmake"), "w", encoding="utf-8") as file:
        file.write("".join(f'add_test({name} "{folder}/app" {what})\n' for name, what in
                           (("a", "clean"), ("b", "race"), ("c", "fail"), ("d", "hang"))) +
                   "set_tests_properties(d PROPERTIES TIMEOUT 3)\n")
    result = check(tools, folder, "--", "ctest", "-j", "4")
    ends = {p["arguments"][0]: (p["end"], p["errors"]) for p in result.report["processes"]}
    return differences("ctest", (result.returncode, ends), (66, {"clean": ("exited", 0), "race": ("exited", 1),
                                                                 "fail": ("exited", 0), "hang": ("lost", 1)}),
                       result.stdout + result.stderr)


def with_pytest(tools, folder):
    pytest = shutil.which("pytest-3") or shutil.which("pytest")
    if pytest is None:
        return Skipped("pytest is not installed (python3-pytest)")
    put_program(tools, folder)
    with open(os.path.join(folder, "test_app.py"), "w", encoding="utf-8") as file:
        file.write(textwrap.dedent("""\
            import subprocess
            import pytest

            @pytest.mark.parametrize("what", ["clean", "race"])
            def test_app(what):
                subprocess.run(["./app", what], check=True)
            """))
    result = check(tools, folder, "--", pytest, "-q", "-p", "no:cacheprovider")
    mistakes = [] if "2 passed" in result.stdout else [result.stdout]
    return mistakes + differences("pytest", (result.returncode, processes_of(result.report)), (66, [
        ("app", ["clean"], "exited", 0, 0), ("app", ["race"], "exited", 0, 1)]), result.stderr)


def with_mpirun(tools, folder):
    if shutil.which("mpirun") is None:
        return Skipped("mpirun is not installed (openmpi-bin)")
    put_program(tools, folder)
    result = check(tools, folder, "--", "mpirun", "--allow-run-as-root", "--oversubscribe", "-n", "4", "./app", "race")
    return differences("mpirun", (result.returncode, processes_of(result.report), [f["processes"] for f in result.report["findings"]]),
                       (66, 4 * [("app", ["race"], "exited", 0, 1)], [[1, 2, 3, 4]]), result.stderr)


def with_googletest(tools, folder):
    if not os.path.exists("/usr/include/gtest/gtest.h"):
        return Skipped("GoogleTest is not installed (libgtest-dev)")
    with open(os.path.join(folder, "tests.cu"), "w", encoding="utf-8") as file:
        file.write(textwrap.dedent("""\
            #include <gtest/gtest.h>
            __global__ void k(int* p) { p[0] = threadIdx.x; }
            void launch(int threads) {
              int* p;
              cudaMalloc(&p, 4);
              k<<<1, threads>>>(p);
              cudaDeviceSynchronize();
            }
            TEST(Tests, Clean) { launch(1); }
            TEST(Tests, Racy) { launch(64); }
            TEST(Tests, DeathTest) { EXPECT_EXIT(launch(1); exit(3), testing::ExitedWithCode(3), ""); }
            """))
    built = subprocess.run([tools.nvcc, "tests.cu", "-o", "tests", "-lgtest", "-lgtest_main"], cwd=folder,
                           env=environment(tools), capture_output=True, text=True, check=False)
    if built.returncode != 0:
        return [built.stderr]
    result = check(tools, folder, "--", "./tests")
    ends = [p["end"] for p in result.report["processes"]]
    return differences("GoogleTest", (result.returncode, len(result.report["findings"]), ends, "PASSED" in result.stdout),
                       (66, 1, ["exited", "exited"], True), result.stdout + result.stderr)


if __name__ == "__main__":
    sys.exit(run_tests((one_report_of_ten_programs, the_exit_status_is_that_of_the_first_rule_that_applies,
                        files_of_the_same_name_are_two, what_was_found_until_a_process_ended_is_told,
                        a_forked_child_has_a_report_of_its_own, names_of_files_take_the_process,
                        nothing_is_lost_silently_when_a_file_cannot_grow, what_does_not_compile_is_in_the_report,
                        options_hold_for_every_process, it_ends_in_time_and_on_ctrl_c, a_check_below_a_check_tells_both,
                        junit_has_a_suite_for_each_program, with_make, with_ctest, with_pytest, with_mpirun,
                        with_googletest), __doc__))
