#!/usr/bin/env python3
"""The papers' kernels: right and clean for every size, racy without any barrier that matters, accepted by nvcc."""

import glob
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from expectation import describe, place
from harness import ROOT, CompileError, Tally, Tools, argument_parser

SIZES = [2**exponent for exponent in range(1, 11)]
REMOVAL_SIZE = 16
BARRIER = "__syncthreads();"

# For each barrier of a kernel, in source order: the pairs of statements that race without it, as pieces of their lines,
# or the reason why nothing does. A pair is unordered.
UP = "Output[indicator] = Output[indicator] + Output[indicator - stride];#1"
CLEAR = "Output[indicator] = 0;"
DOWN_READ = "int temporary = Output[indicator];"
DOWN_RIGHT = "Output[indicator] = Output[indicator] + Output[indicator - stride];#2"
DOWN_LEFT = "Output[indicator - stride] = temporary;"
BLELLOCH = [
    {(UP, UP)},
    "after the up-sweep's last barrier, thread 0 alone has work until the next barrier",
    # Not (DOWN_LEFT, DOWN_LEFT): the left node of a pair at one level is never the left node at another.
    {(CLEAR, DOWN_READ), (CLEAR, DOWN_RIGHT), (DOWN_READ, DOWN_RIGHT), (DOWN_READ, DOWN_LEFT),
     (DOWN_RIGHT, DOWN_RIGHT), (DOWN_RIGHT, DOWN_LEFT)},
]
EXPECTED = {
    "blelloch": BLELLOCH,
    "kogge_stone": [
        {("temp = Output[tid - offset] + temp;", "Output[tid] = temp;")},
        {("temp = Output[tid - offset] + temp;", "Output[tid] = temp;")},
    ],
    "stream_compaction": BLELLOCH + ["the scan's last step is a barrier"],
    "rotate": [
        {("temp = array[tid + 1];", "array[tid] = temp;#1"), ("temp = array[0];", "array[tid] = temp;#1")},
        {("temp = array[tid - 1];", "array[tid] = temp;#2"), ("temp = array[size - 1];", "array[tid] = temp;#2")},
    ],
}
# Races that may follow from the wrong values which another race leaves: indices that meet.
CONSEQUENCES = {"stream_compaction": {("Output[ExPre[tid]] = Input[tid];", "Output[ExPre[tid]] = Input[tid];")}}


def kernel_path(name):
    return os.path.join(ROOT, "kernels", name + ".cu")


def is_barrier(line):
    return line.strip() == BARRIER


def line_number(lines, piece):
    """Number of the line that is `piece`; "piece#2" is the second such line."""
    text, _, count = piece.partition("#")
    numbers = [number for number, line in enumerate(lines, 1) if line.strip() == text]
    if (not count and len(numbers) != 1) or len(numbers) < int(count or 1):
        raise ValueError(f"'{text}' is {len(numbers)} lines of the kernel")
    return numbers[int(count or 1) - 1]


def line_pairs(lines, pairs):
    return {tuple(sorted(line_number(lines, piece) for piece in pair)) for pair in pairs}


def mistakes_at_size(tools, name, size):
    """The kernel as it is, on `size` elements."""
    try:
        run = tools.run(tools.compile([kernel_path(name)]), [str(size)])
    except CompileError as error:
        return [str(error)]
    mistakes = []
    if run.exit != 0:
        mistakes.append(f"exit status {run.exit}: {run.stderr[:300]}")
    if not re.fullmatch(rf"{name}: .*\b{size} elements (is|are) right\n", run.stdout):
        mistakes.append(f"output is {run.stdout!r}")
    if run.report is None:
        mistakes.append("no report was written")
    else:
        mistakes += [f"not expected: {describe(finding)}" for finding in run.report["findings"]]
    return mistakes


def mistakes_without_barrier(tools, name, index):
    """The kernel without its barrier number `index` (from 0)."""
    with open(kernel_path(name), encoding="utf-8") as file:
        lines = file.read().splitlines(keepends=True)
    numbers = [number for number, line in enumerate(lines) if is_barrier(line)]
    lines[numbers[index]] = "\n"
    folder = os.path.join(tools.cache, f"{name}-without-{index + 1}")
    os.makedirs(folder, exist_ok=True)
    source = os.path.join(folder, name + ".cu")
    with open(source, "w", encoding="utf-8") as file:
        file.writelines(lines)
    try:
        run = tools.run(tools.compile([source]), [str(REMOVAL_SIZE)])
    except CompileError as error:
        return [str(error)]
    if run.report is None:
        return ["no report was written", run.stderr[:300]]
    expected = EXPECTED[name][index]
    findings = run.report["findings"]
    if isinstance(expected, str):
        return [f"redundant ({expected}), and yet: {describe(finding)}" for finding in findings]
    wanted = line_pairs(lines, expected)
    mistakes = [f"not a race error: {describe(finding)}" for finding in findings
                if (finding["kind"], finding["severity"]) != ("race", "error")]
    found = {tuple(sorted(place(access)[1] for access in finding["accesses"])) for finding in findings}
    mistakes += [f"not found: a race of lines {pair}" for pair in sorted(wanted - found)]
    surplus = found - wanted - line_pairs(lines, CONSEQUENCES.get(name, ()))
    mistakes += [f"not expected: a race of lines {pair}" for pair in sorted(surplus)]
    if run.exit != 66:
        mistakes.append(f"exit status {run.exit}, expected 66")
    return mistakes


def mistakes_of_usage(tools, name, argument):
    """A size that the kernel is not made for: a usage line and exit status 2."""
    try:
        run = tools.run(tools.compile([kernel_path(name)]), [argument])
    except CompileError as error:
        return [str(error)]
    mistakes = [] if run.exit == 2 else [f"exit status {run.exit}, expected 2"]
    if not run.stderr.startswith(f"usage: {name} [N]"):
        mistakes.append(f"no usage line: {run.stderr[:300]}")
    return mistakes


def nvcc_path():
    return shutil.which("nvcc") or shutil.which("nvcc", path="/usr/local/cuda/bin")


def mistakes_of_nvcc(tools, source):
    """What this nvcc accepted once is not compiled again: as with any build, until the source or the compiler changes."""
    nvcc = os.stat(nvcc_path())
    with open(source, "rb") as file:
        digest = hashlib.sha256(f"{nvcc_path()} {nvcc.st_size} {nvcc.st_mtime_ns}".encode() + file.read()).hexdigest()
    accepted = os.path.join(os.path.dirname(tools.cache), "nvcc", digest)
    if os.path.exists(accepted):
        return []
    with tempfile.TemporaryDirectory() as folder:
        command = [nvcc_path(), "-arch=sm_90", "-c", source, "-o", os.path.join(folder, "object.o")]
        result = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if result.returncode != 0:
        return [result.stdout + result.stderr]
    os.makedirs(os.path.dirname(accepted), exist_ok=True)
    with open(accepted, "w", encoding="utf-8"):
        pass
    return []


def tests(tools):
    """(name, function that returns the mistakes) of each test."""
    names = sorted(os.path.basename(path)[:-3] for path in glob.glob(os.path.join(ROOT, "kernels", "*.cu")))
    for name in names:
        for size in SIZES:
            yield f"{name} of {size} elements", lambda name=name, size=size: mistakes_at_size(tools, name, size)
        for argument in ("0", "1", "2048", "-8", "8x", "") + (("12",) if name != "rotate" else ()):
            yield (f"{name} refuses '{argument}'",
                   lambda name=name, argument=argument: mistakes_of_usage(tools, name, argument))
        with open(kernel_path(name), encoding="utf-8") as lines:
            count = sum(map(is_barrier, lines))
        if count != len(EXPECTED.get(name, ())):
            yield (f"{name} has its barriers in the table",
                   lambda name=name, count=count: [f"{count} barriers, {len(EXPECTED.get(name, ()))} in the table"])
            continue
        for index in range(count):
            yield (f"{name} without barrier {index + 1}",
                   lambda name=name, index=index: mistakes_without_barrier(tools, name, index))
    if not nvcc_path():
        print("nvcc is not installed: skipped the tests that it accepts kernels and examples")
        return
    for pattern in ("kernels/*.cu", "examples/**/*.cu"):
        for source in sorted(glob.glob(os.path.join(ROOT, pattern), recursive=True)):
            yield f"nvcc accepts {os.path.relpath(source, ROOT)}", lambda source=source: mistakes_of_nvcc(tools, source)


def main():
    options = argument_parser(__doc__.splitlines()[0]).parse_args()
    tools = Tools(options.build_dir, options.compiler)
    selected = [(name, test) for name, test in tests(tools) if re.search(options.filter, name)]
    # Once for all sizes, before tests of the same kernel run side by side.
    for name in EXPECTED:
        if any(test_name.startswith(name) for test_name, _ in selected):
            try:
                tools.compile([kernel_path(name)])
            except CompileError:
                pass  # Each test of the kernel reports it.
    tally = Tally()
    with ThreadPoolExecutor(options.parallel) as pool:
        for (name, _), mistakes in zip(selected, pool.map(lambda item: item[1](), selected)):
            tally.add(name, mistakes)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
