#!/usr/bin/env python3
"""Random kernels (generate.py) do the same by loops and with checks of their own as on fibers and with checks that are
calls (fencepost-nvcc --reference), in every schedule: what is found, printed and left in memory. With --sample, when one of
the three launches is run by code that checks nothing, they print and leave the same, and nothing else is found. Compiled with
--no-check those in which nothing is found, and which do the same in all schedules, print and leave the same. Every second source is of kernels on a plane, of which two workers find the same, too. A run of many: --seed N --count 10000."""

import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(os.path.dirname(HERE), "programs"), HERE]
from generate import field_source, source  # noqa: E402
from harness import Tools, argument_parser  # noqa: E402

BATCH = 40  # Kernels of a source.
IN_PART = "--sample --sample-after 0"
SCHEDULES = ("forward", "reverse", "random --seed 7")


WAVEFRONTS = ("--hip", "-x", "hip", "-mwavefrontsize64")


def wavefront_source(seed, count):
    """The same kernels, their blocks one wavefront of 64 threads, or a part of one."""
    return source(seed, count).replace("~0u", "~0ull")


def compiled(tools, text, folder):
    path = os.path.join(folder, "random.cu")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    programs = []
    for flags in ((), ("--reference",), ("--no-check",)):
        programs.append(os.path.join(folder, "program" + "".join(flags)))
        words = [tools.nvcc, *flags, "--sample", *(WAVEFRONTS if "~0ull" in text else ()), "-w", "-lineinfo", path, "-o", programs[-1]]
        result = subprocess.run(words, capture_output=True, text=True, check=False, env=tools.environment())
        if result.returncode != 0:
            raise RuntimeError(f"does not compile{' with '.join(('', *flags))}:\n{result.stderr[:3000]}")
    return programs


def run(tools, program, number, schedule, options="", jobs=1):
    """What a user can see of it, except for times; and whether all launches were run by loops."""
    environment = tools.environment(f"--verbose --jobs {jobs} --schedule {schedule} {options}")
    result = subprocess.run([program, str(number)], capture_output=True, text=True, check=False, env=environment,
                            cwd=os.path.dirname(program), timeout=120)
    told = re.findall(r"^fencepost: launch .*\n", result.stderr, re.MULTILINE)
    report = re.sub(r"^fencepost: launch .*\n|\(\d+\.\d+ s\)$", "", result.stderr, flags=re.MULTILINE)
    return (result.returncode, result.stdout, report), all("threads in loops" in line for line in told)


def first_difference(mine, other):
    for part, (one, two) in zip(("exit status", "output", "report"), zip(mine, other)):
        if one == two:
            continue
        lines = [pair for pair in zip(str(one).splitlines(), str(two).splitlines()) if pair[0] != pair[1]]
        return f"{part}: '{lines[0][0]}' against '{lines[0][1]}'" if lines else f"{part}: lines are missing"
    return None


def findings(tools, program, number, schedule, options="", jobs=1):
    """Kind and lines of each. Not the severity of races: of writes that differ, only some of the same value may have been
    looked at."""
    path = f"{program}.json"
    run(tools, program, number, schedule, f"--max-findings 1000 --report {path} {options}", jobs)
    with open(path, encoding="utf-8") as file:
        found = json.load(file)["findings"]
    lines = lambda each: sorted((access.get("location") or {}).get("line", 0) for access in each["accesses"])  # noqa: E731
    return {(each["kind"], *lines(each)) for each in found}


def first_difference_of_sample(mine, sampled, found, found_in_part):
    if sampled[1] != mine[1]:
        return first_difference((0, mine[1], ""), (0, sampled[1], ""))
    more = found_in_part - found
    if more:
        return f"found by --sample alone: {sorted(more)[0]}"
    if "of 3 launches" in sampled[2] and not re.search("[12] of 3 launches in full, [12] (for bounds alone|by some blocks)", sampled[2]):
        return "--sample has checked everything"
    return None


def batch(tools, make, seed, count):
    """What differs, in sentences; how many runs were by loops, and how many found something."""
    with tempfile.TemporaryDirectory(prefix="random-kernels-") as folder:
        try:
            loops, fibers, unchecked = compiled(tools, make(seed, count), folder)
        except RuntimeError as error:
            return [f"seed {seed} {error}"], 0, 0
        mistakes, by_loops, found = [], 0, 0
        for number in range(count):
            outputs, of_bare = set(), []
            for schedule in SCHEDULES:
                mine, in_loops = run(tools, loops, number, schedule)
                other, _ = run(tools, fibers, number, schedule)
                by_loops += in_loops
                found += mine[0] != 0
                difference = first_difference(mine, other)
                if difference:
                    mistakes.append(f"seed {seed}, kernel {number}, {schedule}: loops and fibers differ: {difference}")
                    continue
                bare, _ = run(tools, unchecked, number, schedule)
                outputs.add(mine[1])
                if mine[0] == 0 and bare[1] != mine[1]:  # What races do is up to the optimiser.
                    difference = first_difference((0, mine[1], ""), (0, bare[1], ""))
                    of_bare.append(f"seed {seed}, kernel {number}, {schedule}: with --no-check: {difference}")
                if make is field_source and schedule == SCHEDULES[0]:
                    alone, together = (findings(tools, loops, number, schedule, jobs=jobs) for jobs in (1, 2))
                    if alone != together:
                        mistakes.append(f"seed {seed}, kernel {number}: two workers differ: {sorted(alone ^ together)[0]}")
                sampled, _ = run(tools, loops, number, schedule, IN_PART)
                found_in_part = findings(tools, loops, number, schedule, IN_PART) if sampled[0] != 0 else set()
                all_found = findings(tools, loops, number, schedule) if found_in_part else set()
                difference = first_difference_of_sample(mine, sampled, all_found, found_in_part)
                if difference:
                    mistakes.append(f"seed {seed}, kernel {number}, {schedule}: in part: {difference}")
            if len(outputs) == 1:  # Else it depends on which atomic operation comes first, also on when blocks take turns.
                mistakes += of_bare
        return mistakes, by_loops, found


def main():
    parser = argument_parser(__doc__)
    parser.add_argument("--seed", type=int, default=1, help="of the first source")
    parser.add_argument("--count", type=int, default=3 * BATCH, help="how many kernels")
    options = parser.parse_args()
    tools = Tools(options.build_dir, options.compiler)
    sizes = [min(BATCH, options.count - done) for done in range(0, options.count, BATCH)]
    failed = by_loops = found = 0
    with ThreadPoolExecutor(options.parallel) as pool:
        jobs = [((source, field_source, wavefront_source)[i % 3], options.seed + i, size) for i, size in enumerate(sizes)]
        for mistakes, loops, finds in pool.map(lambda job: batch(tools, *job), jobs):
            by_loops, found, failed = by_loops + loops, found + finds, failed + len(mistakes)
            for mistake in mistakes:
                print("FAIL " + mistake, flush=True)
    runs = options.count * len(SCHEDULES)
    print(f"{runs - failed} runs agree, {failed} do not; {by_loops} by loops alone, {found} with findings")
    # Or nothing was compared.
    return 1 if failed or not runs / 4 < by_loops < runs or not runs / 4 < found < runs else 0


if __name__ == "__main__":
    sys.exit(main())
