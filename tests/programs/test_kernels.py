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

import barriers_of_kernels
import barriers_of_scans
from broken_kernels import BROKEN
from expectation import describe, place
from harness import ALL, ROOT, CompileError, Tally, Tools, argument_parser

KERNELS = os.path.join(ROOT, "kernels")
BARRIER = "__syncthreads();"
BARRIERS = {**barriers_of_scans.EXPECTED, **barriers_of_kernels.EXPECTED}

# Programs whose arguments are not those of kernels/sizes.h; they have tests of their own.
OTHER_ARGUMENTS = {"prove_scans"}
# Programs of one block have a largest size.
LARGEST = {"rotate": 1024, "stream_compaction": 1024}
# All sizes up to this one, where that of the others, 2048, takes half a minute.
LARGEST_OF_ALL = {"radix_sort": 600}
# Random sizes up to this one; a radix sort takes several passes of five launches.
LARGEST_RANDOM = {"radix_sort": 8000}
SECONDS = 300  # Long enough for all sizes of a program on a busy machine.


def program_path(name):
    return os.path.join(KERNELS, name + ".cu")


def sources_of(folder):
    """All sources and headers below a folder with the layout of kernels/."""
    return sorted(path for path in glob.glob(os.path.join(folder, "**", "*"), recursive=True)
                  if path.endswith((".cu", ".cuh", ".h")))


def headers_of(folder):
    return [path for path in sources_of(folder) if not path.endswith(".cu")]


def compiled(tools, name, folder=KERNELS, flags=()):
    return tools.compile([os.path.join(folder, name + ".cu")], flags, headers_of(folder))


def lines_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read().splitlines(keepends=True)


def is_barrier(line):
    return line.strip() == BARRIER


def line_number(lines, piece):
    """Number of the line that is `piece`; "piece#2" is the second such line."""
    text, _, count = piece.partition("#")
    numbers = [number for number, line in enumerate(lines, 1) if line.strip() == text]
    if (not count and len(numbers) != 1) or len(numbers) < int(count or 1):
        raise ValueError(f"'{text}' is {len(numbers)} lines of the file")
    return numbers[int(count or 1) - 1]


def statement_place(piece, file):
    """File name and line of a statement of `file`, or of the file that the statement begins with."""
    other = re.fullmatch(r"([\w/]+\.cuh?): (.*)", piece)
    path, text = other.groups() if other else (file, piece)
    return os.path.basename(path), line_number(lines_of(os.path.join(KERNELS, path)), text)


def places_of_pairs(pairs, file):
    return {tuple(sorted(statement_place(piece, file) for piece in pair)) for pair in pairs}


def changed_kernels(tools, name, file, change):
    """A copy of kernels/ in which change(lines) has changed the lines of `file`; its folder is called `name`."""
    folder = os.path.join(tools.cache, "changed", re.sub(r"\W+", "-", name))
    for source in sources_of(KERNELS):
        path = os.path.relpath(source, KERNELS)
        lines = lines_of(source)
        if path == file:
            change(lines)
        copy = os.path.join(folder, path)
        os.makedirs(os.path.dirname(copy), exist_ok=True)
        with open(copy, "w", encoding="utf-8") as target:
            target.writelines(lines)
    return folder


def run_changed(tools, name, file, program, arguments, change):
    """The run of `program` with a change, and its mistakes if it is no run to compare findings of."""
    try:
        folder = changed_kernels(tools, name, file, change)
        # No run here has --sample, and without its code a program compiles in two thirds of the time.
        run = tools.run(compiled(tools, os.path.splitext(program)[0], folder, ["--no-sample"]), arguments)
    except CompileError as error:
        return None, [str(error)]
    if run.report is None:
        return None, ["no report was written", run.stderr[:300]]
    return run, []


def mistakes_at_sizes(tools, name, arguments, words):
    """The kernel as it is, on the sizes that `arguments` ask for and the regular expression `words` describes."""
    try:
        run = tools.run(compiled(tools, name), arguments, limit=SECONDS)
    except CompileError as error:
        return [str(error)]
    mistakes = []
    if run.exit != 0:
        mistakes.append(f"exit status {run.exit}: {run.stderr[:300]}")
    if not re.fullmatch(rf"{name}: .*\b{words} elements (is|are) right\n", run.stdout):
        mistakes.append(f"output is {run.stdout!r}")
    if run.report is None:
        mistakes.append("no report was written")
    else:
        mistakes += [f"not expected: {describe(finding)}" for finding in run.report["findings"]]
    return mistakes


def mistakes_without_barrier(tools, name, index):
    """The kernel without barrier number `index` (from 0) of entry `name` in the table."""
    entry = BARRIERS[name]

    def remove(lines):
        numbers = [number for number, line in enumerate(lines) if is_barrier(line)]
        lines[numbers[index]] = "\n"

    run, mistakes = run_changed(tools, f"{name}-without-{index + 1}", entry["file"], entry["program"],
                                entry["arguments"], remove)
    if run is None:
        return mistakes
    findings = run.report["findings"]
    expected = entry["barriers"][index]
    if isinstance(expected, str):
        mistakes += [f"redundant ({expected}), and yet: {describe(finding)}" for finding in findings]
        if run.exit != 0:
            mistakes.append(f"redundant ({expected}), and yet exit status {run.exit}")
        return mistakes
    consequences = entry["consequences"][index] if "consequences" in entry else set()
    kinds = {item for item in consequences if isinstance(item, str)}
    wanted = places_of_pairs(expected, entry["file"])
    allowed = wanted | places_of_pairs(consequences - kinds, entry["file"])
    races = []
    for finding in findings:
        if (finding["kind"], finding["severity"]) == ("race", "error"):
            races.append(tuple(sorted(place(access) for access in finding["accesses"])))
        elif finding["kind"] not in {"permission", *kinds}:  # What a race has spoilt, ghost checks may find.
            mistakes.append(f"not a race error: {describe(finding)}")
    mistakes += [f"not found: a race of {pair}" for pair in sorted(wanted - set(races))]
    mistakes += [f"not expected: a race of {pair}" for pair in sorted(set(races) - allowed)]
    if run.exit != 66:
        mistakes.append(f"exit status {run.exit}, expected 66")
    return mistakes


def mistakes_of_table(path):
    """Every barrier of a file is in exactly one table."""
    file = os.path.relpath(path, KERNELS)
    entries = [entry for entry in BARRIERS.values() if entry["file"] == file]
    barriers = sum(map(is_barrier, lines_of(path)))
    if len(entries) != (1 if barriers else 0):
        return [f"{barriers} barriers, {len(entries)} entries in the tables"]
    if entries and len(entries[0]["barriers"]) != barriers:
        return [f"{barriers} barriers, {len(entries[0]['barriers'])} in the table"]
    return []


def mistakes_unnoticed(tools, broken):
    """A kernel with a mistake that is no race: the ghost check says so, and nothing is called a race."""
    name, file, program, arguments, replacements, text = broken

    def replace(lines):
        for line, replacement in replacements.items():
            lines[line_number(lines, line) - 1] = replacement + "\n"

    run, mistakes = run_changed(tools, name, file, program, arguments, replace)
    if run is None:
        return mistakes
    findings = run.report["findings"]
    mistakes += [f"not expected: {describe(finding)}" for finding in findings if finding["kind"] != "permission"]
    messages = [finding["message"] for finding in findings if finding["kind"] == "permission"]
    if not any(message.endswith(": " + text) for message in messages):
        mistakes.append(f"no ghost check says '{text}', only {messages}")
    if run.exit != 66:
        mistakes.append(f"exit status {run.exit}, expected 66")
    return mistakes


def mistakes_of_usage(tools, name, arguments):
    """Sizes that the program is not made for: a usage line and exit status 2."""
    try:
        run = tools.run(compiled(tools, name), arguments)
    except CompileError as error:
        return [str(error)]
    mistakes = [] if run.exit == 2 else [f"exit status {run.exit}, expected 2"]
    if not run.stderr.startswith(f"usage: {name} [N | FIRST-LAST | random COUNT LARGEST [SEED]]"):
        mistakes.append(f"no usage line: {run.stderr[:300]}")
    return mistakes


def nvcc_path():
    return shutil.which("nvcc") or shutil.which("nvcc", path="/usr/local/cuda/bin")


def mistakes_of_nvcc(tools, source, headers):
    """What this nvcc accepted once is not compiled again: as with any build, until a source or the compiler changes."""
    nvcc = os.stat(nvcc_path())
    digest = hashlib.sha256(f"{nvcc_path()} {nvcc.st_size} {nvcc.st_mtime_ns}".encode())
    for path in [source, *headers]:
        with open(path, "rb") as file:
            digest.update(file.read() + b"\0")
    accepted = os.path.join(os.path.dirname(tools.cache), "nvcc", digest.hexdigest())
    if os.path.exists(accepted):
        return []
    with tempfile.TemporaryDirectory() as folder:
        ours = os.path.join(tools.build_dir, "share", "fencepost", "include")  # <fencepost/gtest.h>
        command = [nvcc_path(), "-arch=sm_90", "-I", ours, "-c", source, "-o", os.path.join(folder, "object.o")]
        result = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if result.returncode != 0:
        return [result.stdout + result.stderr]
    os.makedirs(os.path.dirname(accepted), exist_ok=True)
    with open(accepted, "w", encoding="utf-8"):
        pass
    return []


def tests_of_program(tools, name, thorough):
    """Sizes and usage of one program."""
    every = min(2048 if thorough else 256, LARGEST.get(name, 2048), LARGEST_OF_ALL.get(name, 2048))
    count, largest = (100, 20000) if thorough else (10, 5000)
    largest = min(largest, LARGEST.get(name, largest), LARGEST_RANDOM.get(name, largest))
    for title, arguments, words in (
            ("without arguments", [], "8"),
            (f"of 1 to {every} elements", [f"1-{every}"], f"each of 1 to {every}"),
            (f"of {count} random sizes", ["random", str(count), str(largest)], rf"{count} sizes up to \d+")):
        yield (f"{name} {title}",
               lambda arguments=arguments, words=words: mistakes_at_sizes(tools, name, arguments, words))
    refused = [["0"], ["-8"], ["8x"], [""], ["9-8"], ["0-8"], ["8", "9"], ["random", "3"], ["random", "3", "0"]]
    if name in LARGEST:
        refused += [[str(LARGEST[name] + 1)], [f"1-{LARGEST[name] + 1}"], ["random", "3", str(LARGEST[name] + 1)]]
    for arguments in refused:
        yield (f"{name} refuses '{' '.join(arguments)}'",
               lambda arguments=arguments: mistakes_of_usage(tools, name, arguments))


def tests(tools):
    """(name, function that returns the mistakes) of each test."""
    for path in sorted(glob.glob(os.path.join(KERNELS, "*.cu"))):
        name = os.path.basename(path)[:-3]
        if name not in OTHER_ARGUMENTS:
            yield from tests_of_program(tools, name, ALL)
    for path in sources_of(KERNELS):
        yield (f"{os.path.relpath(path, KERNELS)} has its barriers in a table",
               lambda path=path: mistakes_of_table(path))
    for name, entry in sorted(BARRIERS.items()):
        for index in range(len(entry["barriers"])):
            yield (f"{name} without barrier {index + 1}",
                   lambda name=name, index=index: mistakes_without_barrier(tools, name, index))
    for broken in BROKEN:
        yield f"{broken[0]} in {broken[1]}", lambda broken=broken: mistakes_unnoticed(tools, broken)
    if not nvcc_path():
        print("nvcc is not installed: skipped the tests that it accepts kernels and examples")
        return
    for pattern, headers in (("kernels/*.cu", headers_of(KERNELS)), ("examples/**/*.cu", [])):
        for source in sorted(glob.glob(os.path.join(ROOT, pattern), recursive=True)):
            yield (f"nvcc accepts {os.path.relpath(source, ROOT)}",
                   lambda source=source, headers=headers: mistakes_of_nvcc(tools, source, headers))


def main():
    options = argument_parser(__doc__.splitlines()[0]).parse_args()
    tools = Tools(options.build_dir, options.compiler)
    selected = [(name, test) for name, test in tests(tools) if re.search(options.filter, name)]
    # Once for all tests of a program, before they run side by side.
    for name in sorted({name.split()[0] for name, _ in selected}):
        if os.path.exists(program_path(name)):
            try:
                compiled(tools, name)
            except CompileError:
                pass  # Each test of the program reports it.
    tally = Tally()
    with ThreadPoolExecutor(options.parallel) as pool:
        for (name, _), mistakes in zip(selected, pool.map(lambda item: item[1](), selected)):
            tally.add(name, mistakes)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
