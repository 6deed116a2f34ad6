#!/usr/bin/env python3
"""Ranks of NCCL in several processes of one machine: what they compute, and what is told of them."""

import json
import os
import subprocess
import sys

from harness import ROOT, run_tests

SOURCE = os.path.join(ROOT, "tests", "programs", "parts", "nccl_processes.cu")


def line(marker):
    with open(SOURCE, encoding="utf-8") as source:
        return next(number for number, text in enumerate(source, 1) if text.rstrip().endswith("// " + marker))


def run(tools, folder, program, what, ranks, **variables):
    """The run, and of all processes the kind, the lines of the accesses and the message of each finding."""
    report = os.path.join(folder, what + ".json")
    done = subprocess.run([tools.fencepost, "check", "--allow-no-launch", "--report", report, "--", program, what, str(ranks)],
                          cwd=folder, env=dict(tools.environment(), FENCEPOST_DEVICES="5", **variables), capture_output=True,
                          text=True, errors="replace", timeout=300, check=False)
    with open(report, encoding="utf-8") as file:
        parsed = json.load(file)
    return done, sorted((f["kind"], [a["location"]["line"] for a in f["accesses"] if "location" in a], f["message"])
                        for f in parsed["findings"])


def test_nccl_processes(tools, folder):
    program = os.path.join(folder, "nccl_processes")
    subprocess.run([tools.nvcc, SOURCE, "-o", program, "-lnccl"], env=tools.environment(), check=True, timeout=200)
    files = set(os.listdir("/dev/shm"))
    mistakes = []

    def expect(what, ranks, wanted, **variables):
        """`wanted`: of each finding kind, lines, and words of its message."""
        done, found = run(tools, folder, program, what, ranks, **variables)
        matches = len(found) == len(wanted) and all(
            kind == k and lines == l and words in message
            for (kind, lines, message), (k, l, words) in zip(found, sorted(wanted)))
        if not matches or done.returncode != (66 if wanted else 0):
            mistakes.append(f"{what} {ranks}: exit {done.returncode}, found {found}, wanted {sorted(wanted)}\n"
                            f"{done.stdout[-2000:]}{done.stderr[-2000:]}")

    made, waits = line("made"), line("waits")
    expect("right", 2, [])
    expect("right", 4, [])
    expect("several", 2, [])
    expect("unwritten", 2, [("uninitialized-read", [line("added")], "reads memory that nothing has written")])
    expect("race", 2, [("race", [line("reduced"), line("added")], "ncclAllReduce in stream 1 of device 1 and add in stream 2")])
    expect("bounds", 2, [("api-error", [line("beyond")], "goes 4 bytes past the end")])
    expect("differ", 2, [("api-error", [line("differs")], "rank 1 calls ncclAllReduce of 999 ncclInt32")])  # In both.
    expect("ends", 2, [("deadlock", [waits], "rank 1, which has not come, and its process, ")])
    expect("leaves", 2, [("deadlock", [waits], "rank 1, which has not come, and ended its communicator: ncclCommDestroy at ")])
    expect("late", 2, [("deadlock", [waits], "rank 1, which has not come within 1 s")], FENCEPOST_NCCL_TIMEOUT="1")
    expect("never", 2, [("deadlock", [made], "rank 1, which has not come within 1 s")], FENCEPOST_NCCL_TIMEOUT="1")
    expect("twice", 2, [("api-error", [made], "rank 0 has come already")])
    expect("device", 2, [("api-error", [made], "are both of device 0: each rank must have a device of its own")])
    left = set(os.listdir("/dev/shm")) - files
    if any("fencepost" in name or "nccl" in name for name in left):
        mistakes.append(f"left behind: {left}")
    return mistakes


if __name__ == "__main__":
    sys.exit(run_tests([test_nccl_processes], __doc__))
