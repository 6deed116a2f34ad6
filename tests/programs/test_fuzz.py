#!/usr/bin/env python3
"""`fencepost fuzz`: what default inputs hide is found within a known number of inputs, each with its smallest input; the
same whatever --jobs is; clean kernels stay clean; calls go on where others ended."""

import glob
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time

from harness import run_tests

PARTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "parts")

# Kernel and options, how many inputs, and what each finding begins with and is shown by.
KERNELS = [
    (["guard", "--arg", "out=[n]", "--arg", "in=[n]"], 30, [("error: out-of-bounds on out in guard", "n=1 grid=1 block=2")]),
    (["rare"], 80, [("error: race (intra-warp) on out in rare", "n=2 a[1]=4660 grid=1 block=2"),
                    ("error: race (intra-warp) on out in rare", "n=2 a[0]=4660 a[1]=4660 grid=1 block=2")]),
    (["warps"], 30, [("error: race (intra-block) on sums in warps", "block=33")]),
    (["ticket"], 30, [("error: race (intra-warp) on winner in ticket", "block=2 first=1")]),
    (["podium", "--block", "3", "--arg", "next=[1]:zeros", "--arg", "winner=[1]:zeros"], 30,
     [("error: race (intra-warp) on winner in podium", "first=2,1")]),
    (["tail"], 30, [("error: race (intra-block) on s in tail", "n=33 block=33")]),
    (["mode"], 80, [("error: race (intra-warp) on last in mode", "n=2 which=77077 grid=1 block=2")]),
    (["gather", "--arg", "index=[n]:random(min=0,max=70)"], 40, [("error: out-of-bounds on table in gather", "n=1 index=64 grid=1 block=1"),
                      ("warning: uninitialized-read on table in gather", "n=1 index=1 grid=1 block=1")]),
    (["no_array"], 40, [("error: invalid-address in no_array", "n=3 block=1")]),
    (["equation"], 96, [("error: race (intra-warp) on out in equation", "n=77 a[0]=123456789 grid=1 block=2")]),
    (["leaves"], 20, [("error: barrier-divergence (intra-warp) in leaves", "n=1 grid=1 block=32"),
                      ("warning: barrier-divergence (intra-warp) in leaves", "n=1 grid=1 block=1")]),
    (["crashes"], 120, [("error: crash in crashes", "n=12 grid=1 block=1")]),
    (["cells", "--arg", "job={cells=[job.rows * job.columns]}", "--assume", "job.columns > 0 && job.rows > 0", "--grid", "job.rows"],
     40, [("error: out-of-bounds on allocation 1 in cells", "job.rows=1 job.columns=1 block=2"),
          ("warning: race (inter-block) on allocation 1 in cells", "job.rows=2 job.columns=1 block=2")]),
]

SHOWN = ("rare", "ticket", "podium")  # Their commands are run.


def call(tools, folder, *words, timeout=120):
    return subprocess.run([tools.fencepost, *words], cwd=folder, env=tools.environment(), stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, errors="replace", timeout=timeout, check=False)


def setup(folder):
    for name in ("fuzz_kernels.cu", "fuzz_program.cu"):
        shutil.copy(os.path.join(PARTS, name), folder)


def fuzz(tools, folder, target, *words):
    return call(tools, folder, "fuzz", target, *words)


def findings_of(stdout):
    """Title, smallest input and command of each finding."""
    return re.findall(r"^#\d+ (.*)\n   (.*?) (?:suffices|shows it) \(.*\n   (fencepost .*)$", stdout, re.M)


def wrong(result, status, findings=None):
    """What is not as it should be."""
    mistakes = []
    if result.returncode != status:
        mistakes.append(f"exit status {result.returncode}, not {status}: {result.stdout[-800:]}{result.stderr[-800:]}")
    if findings is not None:
        found = findings_of(result.stdout)
        matches = len(found) == len(findings) and all(
            title.startswith(begin) and smallest == label for (title, smallest, _), (begin, label) in zip(found, findings))
        if not matches:
            mistakes.append(f"findings are not {findings}: {result.stdout}")
    return mistakes


def each_bug_is_found_with_its_smallest_input(tools, folder):
    setup(folder)
    mistakes = []
    for words, runs, findings in KERNELS:
        if words[0] not in SHOWN:  # Those come next.
            result = fuzz(tools, folder, "fuzz_kernels.cu:" + words[0], *words[1:], "--runs", str(runs), "--jobs", "2")
            mistakes += wrong(result, 66, findings)
    return mistakes


def commands_that_are_told_show_the_finding(tools, folder):
    setup(folder)
    mistakes = []
    for words, runs, findings in KERNELS:
        name = words[0]
        if name not in SHOWN:
            continue
        result = fuzz(tools, folder, "fuzz_kernels.cu:" + name, *words[1:], "--runs", str(runs), "--jobs", "2", "--report", "r.json")
        mistakes += wrong(result, 66, findings)
        words = r"^   needs thread 1, which comes to fuzz_kernels\.cu:44, to run before thread 0, which comes to fuzz_kernels\.cu:45, as far as it can$"
        if (re.search(words, result.stdout, re.M) is not None) != (name == "ticket"):
            mistakes.append(f"of the order of threads: {result.stdout}")
        words = (r"^   needs thread 2, which comes to fuzz_kernels\.cu:(\d+), to run first, then thread 1, which comes to "
                 r"fuzz_kernels\.cu:(\d+), then the others, as far as each can$")
        if (re.search(words, result.stdout, re.M) is not None) != (name == "podium"):
            mistakes.append(f"of an order of several threads: {result.stdout}")
        for title, _, told in findings_of(result.stdout):
            again = call(tools, folder, *shlex.split(told)[1:])
            place = re.search(r"fuzz_kernels\.cu:\d+", title)[0]
            if again.returncode != 66 or place not in again.stderr:
                mistakes.append(f"{told} does not show {title}: {again.returncode} {again.stderr}")
        with open(os.path.join(folder, "r.json"), encoding="utf-8") as file:
            report = json.load(file)
        if [finding["repeat"] for finding in report["findings"]] != [told for _, _, told in findings_of(result.stdout)]:
            mistakes.append("the report's commands are others")
        if report["summary"]["runs"] != runs or not report["coverage"]["functions"]:
            mistakes.append(f"{report['summary']}, coverage {report['coverage']}")
    return mistakes


def clean_kernels_stay_clean_and_sizes_that_nobody_knows_are_not_told(tools, folder):
    setup(folder)
    mistakes = wrong(fuzz(tools, folder, "fuzz_kernels.cu:clean", "--runs", "80"), 0, [])
    for kernel, words, question in (("guard", [], "--arg 'out=[n]' --arg 'in=[n]'\n"),
                                    ("rows", [], "--arg 'a=[height * width]' --arg 'out=[height * width]'\n"),
                                    ("rows_of_warps", [], "--arg 'out=[n]'\n"), ("sixty_four", ["--block", "32..64"], None)):
        result = fuzz(tools, folder, "fuzz_kernels.cu:" + kernel, *words, "--runs", "40", "--jobs", "2")
        mistakes += wrong(result, 0, [])
        if ("Is the guard at" in result.stdout) != (question is not None) or (question or "") not in result.stdout:
            mistakes.append(f"of the guard of {kernel}: {result.stdout}")
    if "an assertion of the kernel" not in result.stdout:
        mistakes.append(f"nothing is said of the assertion: {result.stdout}")
    return mistakes


def searches_do_not_depend_on_jobs_and_go_on(tools, folder):
    setup(folder)
    mistakes = []
    words = ["fuzz_kernels.cu:rare", "--runs", "60", "--seed", "7"]
    texts = []
    for jobs in ("1", "3"):
        shutil.rmtree(os.path.join(folder, "fencepost-fuzz"), ignore_errors=True)
        result = fuzz(tools, folder, *words, "--jobs", jobs)
        texts.append(result.stdout + re.sub(r" \([0-9.,]+ s\)", "", result.stderr))
    if len(set(texts)) != 1:
        mistakes.append(f"texts differ with --jobs: {texts}")
    if not findings_of(texts[0]):
        mistakes.append(f"nothing was found: {texts[0]}")
    # All that is known is there at once, and other inputs are tried.
    again = fuzz(tools, folder, "fuzz_kernels.cu:rare", "--runs", "16", "--seed", "7")
    if "kept by earlier calls" not in again.stdout or not findings_of(again.stdout):
        mistakes.append(f"the next call did not go on: {again.stdout}")
    # Those of another kernel do not fit.
    corpus = glob.glob(os.path.join(folder, "fencepost-fuzz", "*"))[0]
    other = fuzz(tools, folder, "fuzz_kernels.cu:warps", "--corpus", corpus, "--runs", "8")
    if "are of other arguments or sizes" not in other.stderr:
        mistakes.append(f"foreign inputs are not told: {other.stderr}")
    return mistakes


def arguments_files_and_standard_input_of_programs_vary(tools, folder):
    setup(folder)
    mistakes = []
    for name in ("file.txt", "input.txt"):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write("5\n")
    result = fuzz(tools, folder, "fuzz_program.cu", "--runs", "40", "--", "64")
    mistakes += wrong(result, 66, [("error: out-of-bounds on a in fill", "1")])
    result = fuzz(tools, folder, "fuzz_program.cu", "--input", "file.txt", "--stdin", "input.txt", "--runs", "200", "--jobs", "2",
                  "--", "{n:64..64}", "@@")
    titles = [title for title, _, _ in findings_of(result.stdout)]
    if not any("race" in title and "in note" in title for title in titles):
        mistakes.append(f"no race in note: {result.stdout}{result.stderr}")
    for title, _, told in findings_of(result.stdout):
        again = subprocess.run(told.replace("fencepost", shlex.quote(tools.fencepost), 1), shell=True, cwd=folder,
                               env=tools.environment(), capture_output=True, text=True, timeout=60, check=False)
        if again.returncode != 66:
            mistakes.append(f"{told} does not show {title}: {again.stderr}")
    return mistakes


def runs_that_do_not_end_are_ended(tools, folder):
    setup(folder)
    result = fuzz(tools, folder, "fuzz_kernels.cu:hangs", "--runs", "12", "--timeout", "0.5", "--jobs", "2")
    return wrong(result, 66, [("error: timeout in hangs", "n=0 grid=1 block=1")])


def interrupts_tell_what_there_is(tools, folder):
    setup(folder)
    process = subprocess.Popen([tools.fencepost, "fuzz", "fuzz_kernels.cu:tail", "--time", "100"], cwd=folder,
                               env=tools.environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True, start_new_session=True)
    pattern = os.path.join(folder, "fencepost-fuzz", "*", "finding-1.json")
    for _ in range(600):
        if glob.glob(pattern) or process.poll() is not None:
            break
        time.sleep(0.1)
    os.killpg(process.pid, signal.SIGINT)
    stdout, stderr = process.communicate(timeout=60)
    if process.returncode != 130 or "on s in tail" not in stdout or "race on s" not in stderr:
        return [f"exit status {process.returncode}: {stdout}{stderr}"]
    return []


def mistakes_are_told(tools, folder):
    setup(folder)
    with open(os.path.join(folder, "broken.cu"), "w", encoding="utf-8") as file:
        file.write("__global__ void k(int* a) { a[0] = b; }\n")
    with open(os.path.join(folder, "idle.cu"), "w", encoding="utf-8") as file:
        file.write("__global__ void k(int* a) { a[0] = 1; }\nint main() {}\n")
    mistakes = []
    for words, status, text in (
            ([], 2, "give a CUDA source and a kernel's name, FILE.cu:NAME, or a program"),
            (["away.cu:k"], 2, "away.cu: no such file"),
            (["fuzz_kernels.cu:nothing"], 2, "no kernel"),
            (["fuzz_kernels.cu:tail", "--arg", "m=1"], 2, "the kernel has no parameter m"),
            (["fuzz_kernels.cu:tail", "--arg", "n=9..1"], 2, "'9..1' is no range"),
            (["fuzz_kernels.cu:tail", "--arg", "a=[m]"], 2, "nothing is called m"),
            (["fuzz_kernels.cu:tail", "--assume", "n"], 2, "compares nothing"),
            (["fuzz_kernels.cu:tail", "--block", "0..0"], 2, "nothing of 0..0 is possible"),
            (["fuzz_kernels.cu:tail", "--assume", "n > 5 && n < 3", "--runs", "5"], 2, "no input was found"),
            (["fuzz_kernels.cu:tail", "--runs", "0"], 2, "'0' is not valid"),
            (["fuzz_kernels.cu:tail", "--time", "soon"], 2, "'soon' is not valid"),
            (["fuzz_kernels.cu:tail", "--", "5"], 2, "arguments after -- are of a program"),
            (["fuzz_program.cu", "--grid", "5"], 2, "are of a kernel"),
            (["fuzz_program.cu", "--", "{n:5}"], 2, "is no placeholder"),
            (["broken.cu:k"], 3, "undeclared"),
            (["idle.cu", "--runs", "3"], 4, "no kernel was launched")):
        result = call(tools, folder, "fuzz", *words)
        if result.returncode != status or text not in result.stderr:
            mistakes.append(f"{words}: exit status {result.returncode}: {result.stderr[:600]}")
    return mistakes


if __name__ == "__main__":
    sys.exit(run_tests([each_bug_is_found_with_its_smallest_input, commands_that_are_told_show_the_finding,
                        clean_kernels_stay_clean_and_sizes_that_nobody_knows_are_not_told,
                        searches_do_not_depend_on_jobs_and_go_on, arguments_files_and_standard_input_of_programs_vary,
                        runs_that_do_not_end_are_ended, interrupts_tell_what_there_is, mistakes_are_told], __doc__))
