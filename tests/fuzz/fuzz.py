#!/usr/bin/env python3
"""Runs the libFuzzer targets, as many side by side as there are cores, and says what each one found.

usage: fuzz.py --build-dir DIR [SECONDS] [TARGET...]
Exit status 0, 1 if an input made a target fail, 2 for bad usage.
"""
import argparse
import os
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
TARGETS = sorted(path.name.removesuffix("_fuzz.cpp") for path in HERE.glob("*_fuzz.cpp"))


def fuzz(target: str, seconds: int, build: Path) -> dict:
    """Searches for `seconds`; what stops the search is kept under build/crashes."""
    corpus, crashes = build / "corpus" / target, build / "crashes"
    corpus.mkdir(parents=True, exist_ok=True)
    crashes.mkdir(exist_ok=True)
    program = build / "bin" / f"fencepost-fuzz-{target}"
    before = set(crashes.iterdir())
    command = [program, f"-max_total_time={seconds}", "-timeout=60", "-rss_limit_mb=4096", "-max_len=8192",
               "-print_final_stats=1", f"-artifact_prefix={crashes}/{target}-", corpus]
    seeds = HERE / "corpus" / target
    if seeds.is_dir():
        command.append(seeds)
    dictionary = HERE / "dictionaries" / f"{target}.txt"
    if dictionary.is_file():
        command.append(f"-dict={dictionary}")
    begin = time.monotonic()
    log = build / f"{target}.log"
    with open(log, "wb") as out:
        status = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=out,
                                env={**os.environ, "UBSAN_OPTIONS": "print_stacktrace=1"}, check=False).returncode
    text = log.read_text(errors="replace")

    def last(pattern: str) -> int:
        found = re.findall(pattern, text)
        return int(found[-1]) if found else 0

    return {"target": target, "status": status, "seconds": time.monotonic() - begin, "log": log,
            "runs": last(r"number_of_executed_units: (\d+)") or last(r"^#(\d+)"), "edges": last(r"\bcov: (\d+)"),
            "kept": len(list(corpus.iterdir())), "crashes": sorted(set(crashes.glob(f"{target}-*")) - before)}


def main() -> int:
    parser = argparse.ArgumentParser(prog="./dev fuzz", usage="%(prog)s [SECONDS] [TARGET...]")
    parser.add_argument("--build-dir", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("seconds", nargs="?", type=int, default=60, metavar="SECONDS",
                        help="how long to search with each target (default: 60)")
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"any of {', '.join(TARGETS)} (default: all)")
    options = parser.parse_args()
    if options.seconds < 1:
        parser.error("SECONDS: give a number from 1")
    for target in options.targets:
        if target not in TARGETS:
            parser.error(f"no target '{target}'; there are {', '.join(TARGETS)}")
    build = options.build_dir.resolve()
    targets = options.targets or TARGETS
    workers = max(1, len(os.sched_getaffinity(0)))
    failures = 0
    print(f"{'target':<14} {'runs':>12} {'per second':>11} {'edges':>7} {'inputs kept':>12}")
    with ThreadPoolExecutor(workers) as pool:
        for result in pool.map(lambda target: fuzz(target, options.seconds, build), targets):
            print(f"{result['target']:<14} {result['runs']:>12,} {result['runs'] / result['seconds']:>11,.0f} "
                  f"{result['edges']:>7,} {result['kept']:>12,}", flush=True)
            if result["status"] == 0:
                continue
            failures += 1
            print(f"  failed: see {result['log']}")
            for crash in result["crashes"]:
                print(f"  repeat: {build}/bin/fencepost-fuzz-{result['target']} {crash}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
