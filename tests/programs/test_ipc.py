#!/usr/bin/env python3
"""Memory and events that two processes share: cudaIpc…, memory pools, and memory whose file descriptor goes to another process."""

import json
import os
import subprocess
import sys

from harness import ROOT, run_tests

SOURCE = os.path.join(ROOT, "tests", "programs", "parts", "ipc.cu")
POOLS = os.path.join(ROOT, "tests", "programs", "parts", "pool_ipc.cu")


def name(source):
    """As reports have it: relative if it is below the folder where the program is compiled."""
    return os.path.relpath(source) if source.startswith(os.getcwd() + os.sep) else source


NAME = name(SOURCE)


def line(marker, of=SOURCE):
    with open(of, encoding="utf-8") as source:
        return next(number for number, text in enumerate(source, 1) if text.rstrip().endswith("// " + marker))


def findings(tools, folder, program, what):
    """Of both processes: the kind, the lines of its accesses, and the message."""
    report = os.path.join(folder, what + ".json")
    run = subprocess.run([tools.fencepost, "check", "--allow-no-launch", "--report", report, "--", program, what], cwd=folder,
                         env=tools.environment(), capture_output=True, text=True, errors="replace", timeout=120, check=False)
    with open(report, encoding="utf-8") as file:
        parsed = json.load(file)
    found = [(f["kind"], [a["location"]["line"] for a in f["accesses"] if "location" in a], f["message"])
             for f in parsed["findings"]]
    return run, sorted(found)


def expect(mistakes, what, run, found, wanted):
    """`wanted`: of each finding kind, lines, and words of its message."""
    matches = len(found) == len(wanted) and all(
        kind == k and lines == l and words in message for (kind, lines, message), (k, l, words) in zip(found, sorted(wanted)))
    status = 66 if wanted else 0
    if not matches or run.returncode != status:
        mistakes.append(f"{what}: exit {run.returncode}, found {found}, wanted {sorted(wanted)}\n{run.stdout}{run.stderr}")


def test_ipc(tools, folder):
    program = os.path.join(folder, "ipc")
    subprocess.run([tools.nvcc, SOURCE, "-o", program], env=tools.environment(), check=True, timeout=120)
    opened, closed, update = line("opened"), line("closed"), line("race") - 5
    mistakes = []
    for what, wanted in {
            "right": [],
            "ordered": [],
            "descriptor": [],
            "bounds": [("out-of-bounds", [update], f"past the end of data (4000 bytes, allocated at {NAME}:{opened}")],
            "far": [("out-of-bounds", [update], f"32768 bytes after the start of the nearest (allocated at {NAME}:{opened})")],
            "race": [("race", [line("race"), line("race")], "")],
            "unordered": [("race", [update, update], "nothing orders them")],
            "close": [("race", [update, closed], "cudaIpcCloseMemHandle takes away data[0] while add in the default stream"),
                      ("use-after-free", [update], f"memory that was unmapped at {NAME}:{closed}")],
            "misuse": [("api-error", [line("own")], "the handle is of memory of this process"),
                       ("api-error", [line("inner")], "the address is not the base of its allocation"),
                       ("api-error", [line("plain")], "the event was not created with cudaEventInterprocess"),
                       ("api-error", [line("none")], "the handle is none of cudaIpcGetMemHandle"),
                       ("api-error", [line("twice")], "or was closed already"),
                       ("api-error", [line("freed")], "cudaFree of memory of another kind"),
                       ("api-error", [line("no event")], "the handle is none of cudaIpcGetEventHandle")],
    }.items():
        expect(mistakes, what, *findings(tools, folder, program, what), wanted)
    return mistakes


def test_pools(tools, folder):
    program = os.path.join(folder, "pool_ipc")
    subprocess.run([tools.nvcc, POOLS, "-o", program], env=tools.environment(), check=True, timeout=120)
    at = {marker: line(marker, POOLS) for marker in ("opened", "update", "freed", "release", "none", "no pool", "plain", "plain memory")}
    mistakes = []
    for what, wanted in {
            "right": [],
            "bounds": [("out-of-bounds", [at["update"]], f"past the end of data (4000 bytes, allocated at {name(POOLS)}:{at['opened']}")],
            "race": [("race", [at["update"], at["release"]], "cudaFreeAsync")],
            "freed": [("use-after-free", [at["update"]], f"{name(POOLS)}:{at['freed']}")],
            "misuse": [("api-error", [at["none"]], "the file descriptor is none of cudaMemPoolExportToShareableHandle"),
                       ("api-error", [at["no pool"]], "the pool is none of cudaMemPoolImportFromShareableHandle"),
                       ("api-error", [at["plain"]], "the pool was not created with handleTypes"),
                       ("api-error", [at["plain memory"]], "the address is not that of memory of a pool")],
    }.items():
        expect(mistakes, what, *findings(tools, folder, program, what), wanted)
    return mistakes


if __name__ == "__main__":
    sys.exit(run_tests([test_ipc, test_pools], __doc__))
