#!/usr/bin/env python3
"""Runs the CUDA programs of tests/programs and examples and compares each run with the comment it starts with.

Each program is compiled once and run with each of --jobs-list and of --schedules. All runs must meet the
expectation, and their reports must be the same to the byte (README.md describes the comment).
"""

import contextlib
import os
import re
import sys

from expectation import BadExpectation, Expectation
from harness import ROOT, CompileError, Skipped, Tally, Tools, argument_parser, comparable


def programs(name_filter):
    names = [f"tests/programs/{name}" for name in os.listdir(os.path.join(ROOT, "tests", "programs")) if name.endswith(".cu")]
    for example in os.listdir(os.path.join(ROOT, "examples")):
        pair = (f"examples/{example}/{name}.cu" for name in ("bug", "fix"))
        names += [name for name in pair if os.path.exists(os.path.join(ROOT, name))]
    return sorted(name for name in names if re.search(name_filter, name))


def variants(jobs_list, schedules):
    """Options of each run, the default run first. The exact check of each access must say what the shadow memory says.
    Each schedule and each number of jobs comes at least once: not each with each. The default run is of the schedule
    `forward`: where that is given, it comes no second time if the others have all numbers of jobs."""
    yield ""
    yield "--exact"
    others = [schedule for schedule in schedules if schedule != "forward"]
    if len(others) >= len(jobs_list):
        schedules = others
    for i in range(max(len(jobs_list), len(schedules))):
        name, _, seed = schedules[i % len(schedules)].partition(":")
        yield f"--jobs {jobs_list[i % len(jobs_list)]} --schedule {name}" + (f" --seed {seed}" if seed else "")


def first_difference(text, other):
    lines, other_lines = text.splitlines(), other.splitlines()
    for line, other_line in zip(lines, other_lines):
        if line != other_line:
            return f"'{line.strip()}' against '{other_line.strip()}'"
    return f"{len(lines)} against {len(other_lines)} lines"


def mistakes_of(name, tools, options_of_runs):
    """Everything that is wrong with one program, as a list of sentences; a Skipped if it cannot be run here."""
    try:
        expected = Expectation(os.path.join(ROOT, name))
        if expected.missing:
            return Skipped(f"{' '.join(expected.missing)} is not installed")
        flags = expected.compile_flags + ([] if "--sample" in expected.options else ["--no-sample"])
        binary = tools.compile(expected.sources, flags, expected.includes)
    except (BadExpectation, CompileError) as error:
        return [str(error)]
    reference = reference_summary = sampled = None
    for options in options_of_runs:
        keep = name.replace("/", ".") if options == options_of_runs[0] else None
        run = tools.run(binary, expected.args, f"{expected.options} {options}", keep=keep)
        found = expected.mistakes(run.exit, run.stdout, run.stderr, run.report)
        if found:
            return [f"with options '{options}':" if options else "with default options:", *found,
                    *(run.stderr.splitlines()[:12] if run.report is None else [])]
        report = run.report
        if options == "--exact":
            # The number of accesses before a stack overflows depends on the stack that the check itself takes; --sample
            # leaves nothing out.
            report = {**report, "summary": reference_summary,
                      "notes": [sampled.get(note["kind"], note) for note in report["notes"]]}
        text = comparable(report)
        reference_summary = reference_summary or run.report["summary"]
        sampled = sampled or {note["kind"]: note for note in run.report["notes"] if note["kind"] == "sampled"}
        reference = reference or text
        if text != reference and "SCHEDULE-DEPENDENT" not in expected.single:
            return [f"the report differs with '{options}': {first_difference(reference, text)}"]
    return []


def main():
    parser = argument_parser(__doc__.splitlines()[0])
    parser.add_argument("--jobs-list", default="1,4", help="values of --jobs to run with")
    parser.add_argument("--schedules", default="forward,reverse,random:7", help="values of --schedule, with a seed")
    options = parser.parse_args()
    tools = Tools(options.build_dir, options.compiler)
    options_of_runs = list(variants(options.jobs_list.split(","), options.schedules.split(",")))
    names = programs(options.filter)
    tally = Tally()
    with contextlib.ExitStack() as stack:
        side_by_side = map
        if len(names) > 1:
            from concurrent.futures import ThreadPoolExecutor  # To import it takes longer than a run.
            side_by_side = stack.enter_context(ThreadPoolExecutor(options.parallel)).map
        for name, mistakes in zip(names, side_by_side(lambda name: mistakes_of(name, tools, options_of_runs), names)):
            tally.add(name, mistakes)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
