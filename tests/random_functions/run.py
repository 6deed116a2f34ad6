#!/usr/bin/env python3
"""Random functions (generate.py) must do in a kernel what they do on the host.

What each returns and leaves in memory is compared with g++ and clang++ at -O0 and -O2; the accesses that it is seen to make,
in order, with those of the same source compiled without optimisation. A run of many: --seed N --count 10000."""

import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(os.path.dirname(HERE), "programs"), HERE]
from generate import source  # noqa: E402
from harness import Tools, argument_parser  # noqa: E402

HOST_FLAGS = ("-std=c++17", "-w", "-fwrapv", "-fno-strict-aliasing", "-ffp-contract=off")
HOSTS = (("g++", "-O0"), ("g++", "-O2"), ("clang++", "-O0"), ("clang++", "-O2"))
CASES = os.path.join(HERE, "cases.h")
BATCH = 200  # Functions of a source.


class Failed(Exception):
    """What went wrong, in sentences."""


def command(words, environment=None):
    result = subprocess.run(words, capture_output=True, text=True, errors="replace", check=False, env=environment)
    if result.returncode != 0:
        raise Failed(f"{' '.join(words[:3])} … ended with {result.returncode}:\n{(result.stderr or result.stdout)[:2000]}")
    return result.stdout


def build_and_run(words, program, environment=None):
    command([*words, "-o", program], environment)
    return command([program], environment)


def first_difference(mine, other):
    for line, expected in zip(mine.splitlines(), other.splitlines()):
        if line != expected:
            return f"'{line}' against '{expected}'"
    return None if mine == other else "lines are missing"


def batch(tools, seed, count):
    """The sentences of what differs in one source."""
    with tempfile.TemporaryDirectory(prefix="random-functions-") as folder:
        with open(os.path.join(folder, "functions.h"), "w", encoding="utf-8") as file:
            file.write(source(seed, count))
        program = os.path.join(folder, "program")
        include = ("-I", folder, "-I", HERE)
        environment = tools.environment()
        outputs = {}
        for compiler, level in HOSTS:
            words = [compiler, level, *HOST_FLAGS, *include, os.path.join(HERE, "host.cpp")]
            outputs[f"{compiler} {level}"] = build_and_run(words, program)
        mistakes = []
        reference = outputs["g++ -O0"]
        for name, output in outputs.items():
            if output != reference:
                mistakes.append(f"seed {seed}: {name} and g++ -O0 differ: {first_difference(output, reference)}")
        for flags in ((), ("-G",)):
            words = [tools.nvcc, *flags, "-std=c++17", "-w", *include, os.path.join(HERE, "device.cu")]
            difference = first_difference(build_and_run(words, program, environment), reference)
            if difference:
                mistakes.append(f"seed {seed}: a kernel{''.join(' ' + flag for flag in flags)} and g++ -O0 differ: {difference}")
        traces = []
        for flags in ((), ("-G",)):
            seen = os.path.join(folder, "seen.o")
            command([tools.nvcc, *flags, "-std=c++17", "-w", *include, "-c", os.path.join(HERE, "seen.cu"), "-o", seen], environment)
            words = ["g++", *HOST_FLAGS, "-no-pie", *include, os.path.join(HERE, "trace.cpp"), seen]
            traces.append(build_and_run(words, program))
        difference = first_difference(*traces)
        if difference:
            mistakes.append(f"seed {seed}: accesses differ from those without optimisation: {difference}")
        return mistakes


def main():
    parser = argument_parser(__doc__)
    parser.add_argument("--seed", type=int, default=1, help="of the first source")
    parser.add_argument("--count", type=int, default=BATCH, help="how many functions")
    options = parser.parse_args()
    tools = Tools(options.build_dir, options.compiler)
    sizes = [min(BATCH, options.count - done) for done in range(0, options.count, BATCH)]
    failed = 0
    with ThreadPoolExecutor(options.parallel) as pool:
        tasks = [pool.submit(batch, tools, options.seed + i, size) for i, size in enumerate(sizes)]
        for task, size in zip(tasks, sizes):
            try:
                mistakes = task.result()
            except Failed as error:
                mistakes = [str(error)]
            failed += size if mistakes else 0
            for mistake in mistakes:
                print("FAIL " + mistake, flush=True)
    print(f"{options.count - failed} functions agree, {failed} are in sources that do not")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
