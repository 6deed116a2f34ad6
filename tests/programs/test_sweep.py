#!/usr/bin/env python3
"""`fencepost sweep`: every configuration once, whoever runs it, whoever is killed and whenever it is interrupted; one
table and one report that do not depend on any of that."""

import glob
import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import time

from harness import Skipped, run_tests

PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "parts", "sweep.cu")

MPIRUN = ["mpirun", "--allow-run-as-root", "--oversubscribe", "--enable-recovery", "-n"]


def compiled(tools, folder):
    """Puts the program into `folder`, as `app`. All tests of this file share one compilation."""
    shutil.copy(tools.compile([PROGRAM]), os.path.join(folder, "app"))


def command(tools, *words):
    return [tools.fencepost, "sweep", *words]


def call(tools, folder, *words, prefix=(), options=""):
    return subprocess.run([*prefix, *command(tools, *words)], cwd=folder, env=tools.environment(options),
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", timeout=120,
                          check=False)


def table_of(stdout):
    """The table with the place of the source left out."""
    return re.sub(r" at \S*sweep\.cu:", " at sweep.cu:", stdout)


def journal_labels(folder):
    """Labels of all records, as often as they are there."""
    labels = []
    for path in glob.glob(os.path.join(folder, "app.sweep", "*", "journal", "*.jsonl")):
        with open(path, encoding="utf-8") as file:
            labels += [json.loads(line)["label"] for line in file if line.endswith("\n")]
    return labels


def report_of(path):
    """A report without what is of the clock."""
    with open(path, encoding="utf-8") as file:
        report = json.load(file)
    report["summary"].pop("seconds")
    return report


def text_of(stderr):
    """The report, without messages of launchers and the time."""
    text = re.sub(r"^(\[.*|fencepost: .* already .*)\n", "", stderr, flags=re.MULTILINE)
    return re.sub(r" \([0-9.,]+ s\)", "", text)


def wait_for(process, folder, records):
    """Until there are so many records. False if the process ended first."""
    while len(journal_labels(folder)) < records:
        if process.poll() is not None:
            return False
        time.sleep(0.02)
    return True


def ranks_of(parent):
    """Process numbers of the children of `parent`."""
    with open(f"/proc/{parent}/task/{parent}/children", encoding="utf-8") as file:
        return [int(word) for word in file.read().split()]


THOUSAND = ["app", "--arg", "N=1..100", "--blocks", "32,64", "--seeds", "5", "--report", "report.json"]
THOUSAND_TABLE = """\
N                    BLOCKS  runs  result
1..12,14..49,51..99  32,64   970   ok
13                   32,64   10    exit status 5
50                   32      5     2 errors (#1 #2)
50                   64      5     1 error (#2)
100                  32,64   10    2 errors (#1 #2)

#1 error: race (inter-block) on data in shift(int*, int) at sweep.cu:9, first with N=50 BLOCKS=32 seed=1
#2 error: race (intra-block) on data in shift(int*, int) at sweep.cu:9, first with N=50 BLOCKS=32 seed=1
exit status 5 in 10 of 1,000 runs, first with N=13 BLOCKS=32 seed=1: N must not be 13
"""


def a_thousand_configurations_survive_killed_ranks_and_interrupts(tools, folder):
    if shutil.which("mpirun") is None:
        return Skipped("mpirun is not installed (openmpi-bin)")
    compiled(tools, folder)
    mistakes = []

    def start(*prefix):
        return subprocess.Popen([*prefix, *command(tools, *THOUSAND)], cwd=folder, env=tools.environment(),
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                errors="replace", start_new_session=True)

    # Several ranks; one is killed, the others go on; then the launcher is interrupted.
    ranks = start(*MPIRUN, "3")
    if not wait_for(ranks, folder, 100):
        return [f"the ranks ended too early: {ranks.communicate()}"]
    os.kill(ranks_of(ranks.pid)[1], signal.SIGKILL)
    if not wait_for(ranks, folder, 250):
        return [f"with one rank killed the others did not go on: {ranks.communicate()}"]
    os.kill(ranks.pid, signal.SIGINT)
    ranks.communicate()
    # One process; Ctrl-C.
    alone = start()
    if not wait_for(alone, folder, 450):
        return [f"the second call ended too early: {alone.communicate()}"]
    os.killpg(alone.pid, signal.SIGINT)
    stdout, stderr = alone.communicate()
    if alone.returncode != 130 or "fencepost: interrupted; " not in stderr or "not run" not in stdout:
        mistakes.append(f"Ctrl-C: exit status {alone.returncode}, {stdout}{stderr}")
    notes = report_of(os.path.join(folder, "report.json"))["notes"]
    if not any(note["text"].startswith("interrupted; ") for note in notes):
        mistakes.append(f"Ctrl-C: the report's notes are {notes}")
    # One process, killed with its children; what it held is taken over.
    alone = start()
    if not wait_for(alone, folder, 600):
        return [f"the third call ended too early: {alone.communicate()}"]
    os.kill(alone.pid, signal.SIGKILL)
    alone.communicate()
    # Ranks again; the first is killed, another one tells the results.
    ranks = start(*MPIRUN, "3")
    if not wait_for(ranks, folder, 750):
        return [f"the ranks ended too early: {ranks.communicate()}"]
    os.kill(ranks_of(ranks.pid)[0], signal.SIGKILL)
    stdout, stderr = ranks.communicate()
    if table_of(stdout) != THOUSAND_TABLE:
        mistakes.append(f"the table is\n{stdout}not\n{THOUSAND_TABLE}{stderr}")
    labels = journal_labels(folder)
    if len(labels) != 1000 or len(set(labels)) != 1000:
        mistakes.append(f"{len(labels)} records of {len(set(labels))} configurations instead of 1000")
    summary = report_of(os.path.join(folder, "report.json"))["summary"]
    if summary["runs"] != 1000 or summary["launches"] != 990 or summary["errors"] != 2:
        mistakes.append(f"the report's summary is {summary}")
    # With all done a call only tells, with the right status, which mpirun does not pass on.
    again = call(tools, folder, *THOUSAND)
    if table_of(again.stdout) != THOUSAND_TABLE or again.returncode != 66 or "1,000 of 1,000" not in again.stderr:
        mistakes.append(f"a further call: exit status {again.returncode}, {again.stdout}{again.stderr}")
    return mistakes


SMALL = ["app", "--arg", "N=40..50:5,13,100", "--blocks", "32,64", "--seeds", "2"]


def order_and_ranks_change_nothing(tools, folder):
    compiled(tools, folder)
    ways = {"one at a time": (["--jobs", "1"], []), "four at a time": (["--jobs", "4"], [])}
    if shutil.which("mpirun") is not None:
        ways["three ranks"] = ([], [*MPIRUN, "3"])
        ways["three ranks and nothing to do"] = (["--results", "0"], [*MPIRUN, "3"])
    results = {}
    for i, (name, (words, prefix)) in enumerate(ways.items()):
        run = call(tools, folder, *SMALL, "--results", str(i), "--report", f"{i}.json", *words, prefix=prefix)
        results[name] = (run.stdout, text_of(run.stderr), report_of(os.path.join(folder, f"{i}.json")))
    first = results["one at a time"]
    mistakes = [f"{name}: {result}\nbut one at a time: {first}" for name, result in results.items() if result != first]
    finding = first[2]["findings"][0]
    if finding["configuration"] != "N=50 BLOCKS=32 seed=1" or finding["runs"] != 6:
        mistakes.append(f"the first finding is of {finding['configuration']} and {finding['runs']} runs")
    expected = "fencepost run --schedule random --seed 1 --jobs 1 app -- 50 32"
    if finding["repeat"] != expected:
        mistakes.append(f"it says 'repeat: {finding['repeat']}'")
    repeat = subprocess.run([tools.fencepost, *expected.split()[1:]], cwd=folder, env=tools.environment(),
                            capture_output=True, text=True, check=False)
    if repeat.returncode != 66:
        mistakes.append(f"its command exits with {repeat.returncode}: {repeat.stderr}")
    return mistakes


def each_way_to_end_is_told(tools, folder):
    compiled(tools, folder)
    cases = [
        ("clean", ["--arg", "N=8"], 0, "8  1     ok"),
        ("racy", ["--arg", "N=8,50"], 66, "50  1     2 errors (#1 #2)"),
        ("own status", ["--arg", "N=8,13"], 5, "exit status 5 in 1 of 2 runs, first with N=13: N must not be 13"),
        ("racy and own status", ["--arg", "N=13,50"], 66, "exit status 5"),
        ("no launch", ["--arg", "N=-1,8"], 4, "-1  1     no kernel checked"),
        ("no launch allowed", ["--arg", "N=-1,8", "--allow-no-launch"], 0, "-1,8  2     ok"),
        ("signal", ["--arg", "N=50,-2"], 139, "-2  1     signal 11"),
        ("kills itself", ["--arg", "N=-4"], 137, "-4  1     signal 9"),
        ("timeout", ["--arg", "N=-3,8,50", "--timeout", "0.5"], 124, "timeout"),
        ("never fails", ["--arg", "N=50", "--fail-on", "never"], 0, "50  1     2 errors (#1 #2)"),
    ]
    mistakes = []
    for i, (name, words, status, text) in enumerate(cases):
        run = call(tools, folder, "app", *words, "--results", str(i))
        if run.returncode != status or text not in run.stdout:
            mistakes.append(f"{name}: exit status {run.returncode}, {run.stdout}{run.stderr}")
    return mistakes


def values_go_where_the_user_says(tools, folder):
    compiled(tools, folder)
    cases = [
        (["--arg", "N=50", "--blocks", "64"], "first with N=50 BLOCKS=64; repeat: fencepost run --jobs 1 app -- 50 64"),
        (["--arg", "N=5", "--blocks", "64", "--", "{N}0", "{BLOCKS}"], "app -- 50 64"),
        (["--env", "ELEMENTS=50"], "repeat: ELEMENTS=50 fencepost run --jobs 1 app"),
        (["--seeds", "2", "--seed", "7", "--", "50"], "in 2 of 2 runs, first with seed=7"),
    ]
    mistakes = []
    for i, (words, text) in enumerate(cases):
        run = call(tools, folder, "app", "--results", str(i), *words)
        if run.returncode != 66 or text not in re.sub(r"\n +", " ", run.stderr):
            mistakes.append(f"{' '.join(words)}: exit status {run.returncode}, {run.stderr}")
    wrong = [
        (["--arg", "N=1..4", "--", "{M}"], "no values are given for {M}"),
        (["--arg", "N=1..4", "--", "8"], "write {N} among the arguments"),
        (["--arg", "N"], "give NAME=VALUES"),
        (["--arg", "N=4..1"], "4..1 does not lead"),
        (["--arg", "N=1,,2"], "a value is missing"),
        (["--arg", "N=1,1..3"], "the value 1 is there twice"),
        (["--arg", "N=1", "--env", "N=2"], "N is given twice"),
        (["--arg", "N=1..1000000", "--blocks", "1..1000"], "more than"),
        (["--seeds", "0"], "from 1 to 1000000"),
        (["--seeds", "3", "--schedule", "reverse"], "--schedule random"),
        ([], "nothing varies"),
    ]
    for words, text in wrong:
        run = call(tools, folder, "app", *words)
        if run.returncode != 2 or text not in run.stderr or os.path.exists(os.path.join(folder, "app.sweep")):
            mistakes.append(f"{' '.join(words)}: exit status {run.returncode}, {run.stderr}")
    return mistakes


def results_are_of_one_program_and_one_grid(tools, folder):
    compiled(tools, folder)
    mistakes = []

    def expect(name, words, records, text):
        run = call(tools, folder, "app", *words)
        if run.returncode != 0 or len(journal_labels(folder)) != records or text not in run.stderr:
            mistakes.append(f"{name}: {len(journal_labels(folder))} records, {run.stderr}")

    expect("the first call", ["--arg", "N=1..3"], 3, "3 runs")
    expect("the same call", ["--arg", "N=1..3"], 3, "3 of 3 configurations are done already")
    expect("another grid", ["--arg", "N=1..4"], 7, "holds results of another grid; this sweep starts anew")
    expect("the first grid again", ["--arg", "N=1..3"], 7, "3 of 3 configurations are done already")
    expect("other options", ["--arg", "N=1..3", "--check", "race"], 10, "of another options")
    # As a rebuilt program: other contents.
    with open(os.path.join(folder, "app"), "ab") as file:
        file.write(b"more")
    expect("another program", ["--arg", "N=1..3"], 13, "of another program")
    # A machine that went down while a record was written, and garbage.
    journals = glob.glob(os.path.join(folder, "app.sweep", "*", "journal", "*.jsonl"))
    newest = max(journals, key=os.path.getmtime)
    with open(newest, "rb+") as file:
        text = file.read()
        file.truncate(len(text) - 20)
    expect("a record that was cut short", ["--arg", "N=1..3"], 13, "2 of 3 configurations are done already")
    return mistakes


def a_terminal_shows_progress_and_nothing_of_it_stays(tools, folder):
    compiled(tools, folder)
    main, terminal = pty.openpty()
    with subprocess.Popen(command(tools, "app", "--arg", "N=1..200", "--jobs", "1"), cwd=folder,
                          env=dict(tools.environment(), TERM="xterm"), stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=terminal) as process:
        os.close(terminal)
        text = b""
        while True:
            try:
                text += os.read(main, 65536)
            except OSError:
                break
        process.wait()
    os.close(main)
    shown = re.findall(r"\r\x1b\[K([\d,]+ of 200 configurations[^\r]*)\r", text.decode())
    mistakes = []
    if not shown or not any(re.search(r", \d+ a second, \d+ s left, 0 findings", line) for line in shown):
        mistakes.append(f"the line of progress: {text}")
    if "\r\x1b[K" not in text.decode().split(shown[-1] if shown else "none")[-1]:
        mistakes.append(f"the line of progress was not removed: {text}")
    piped = call(tools, folder, "app", "--arg", "N=1..12", "--results", "piped")
    if "\r" in piped.stderr or " a second" in piped.stderr:
        mistakes.append(f"progress in a pipe: {piped.stderr}")
    quiet = call(tools, folder, "app", "--arg", "N=1..12", "--results", "piped", "--quiet")
    if quiet.stderr or "1..12  12    ok" not in quiet.stdout:
        mistakes.append(f"--quiet: {quiet.stdout}{quiet.stderr}")
    return mistakes


TESTS = [a_thousand_configurations_survive_killed_ranks_and_interrupts, order_and_ranks_change_nothing,
         each_way_to_end_is_told, values_go_where_the_user_says, results_are_of_one_program_and_one_grid,
         a_terminal_shows_progress_and_nothing_of_it_stays]

if __name__ == "__main__":
    sys.exit(run_tests(TESTS, __doc__))
