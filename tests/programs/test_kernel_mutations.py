#!/usr/bin/env python3
"""Checked runs refuse kernels with a mistake: each is found at its line by the annotations inferred from the right ones.

All mutants of a kernel are one program, each in a namespace of its own, so that a kernel is inferred and compiled once.
"""

import concurrent.futures
import glob
import os
import re
import sys

from harness import ROOT, CompileError, Tally, Tools, argument_parser, comparable
from kernel_mutations import KERNELS, MUTATIONS

FOLDER = os.path.join(ROOT, "kernels")
ALL_FILES = sorted(glob.glob(os.path.join(FOLDER, "**", "*.*"), recursive=True))
BARRIER = re.compile(r" */\*@(?:(?!@\*/).)*@\*/\n *__syncthreads\(\);\n", re.S)
INCLUDE = re.compile(r'^#include (?:"([^"]+)"|<[^>]+>)$', re.M)
RUNS = ("--jobs 1 --schedule forward", "--jobs 4 --schedule reverse")


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def mutated(text, function, old, new, wanted):
    """The text with the mistake in it, and the numbers of the lines of which a finding must name one."""
    begin = re.search(rf"\b{function}\(", text).start()
    if isinstance(old, int):
        barrier = list(BARRIER.finditer(text, begin))[old]
        place, end = barrier.span()
    else:
        place = text.index(old, begin)
        end = place + len(old)
    changed = text[:place] + new + text[end:]
    first = changed.count("\n", 0, begin)
    lines = [number for number, line in enumerate(changed.splitlines(), 1) if number > first and (wanted or new) in line]
    if not lines:
        raise ValueError(f"no line with {wanted or new}")
    return changed, lines if wanted else lines[:1]


class Mutants:
    """The annotated program of a kernel and its mutants, by their numbers; number 0 is the program without a mistake."""

    def __init__(self, tools, kernel, mutations):
        self.file, sizes, check_sizes, self.size = KERNELS[kernel]
        self.kernel = kernel
        self.folder = tools.infer(os.path.join(FOLDER, kernel + ".cu"), sizes, check_sizes, ALL_FILES)
        for path in glob.glob(os.path.join(self.folder, "**", "*.*"), recursive=True):
            # Only annotations may refuse a mutant.
            write(path, read(path).replace("#ifdef __FENCEPOST__", "#ifdef WITH_GHOST_CHECKS"))
        self.text = read(os.path.join(self.folder, self.file))
        self.mistakes = {}
        self.wanted = {}  # Number and lines of a mutant.
        self.texts = [self.text]
        for mutation in mutations:
            self.add(mutation)
        self.binary = self.compile(tools)

    def add(self, mutation):
        function, old, new, *where = mutation[1:]
        try:
            text, lines = mutated(self.text, function, old, new, where[0] if where else None)
        except (AttributeError, ValueError, IndexError):
            self.mistakes[mutation] = [f"the annotated {self.file} has no such place:\n{self.text}"]
            return
        self.wanted[mutation] = len(self.texts), lines
        self.texts.append(text)

    def name(self, file, number):
        stem, ending = os.path.splitext(file)
        return f"{stem}_{number}{ending}"

    def compile(self, tools):
        """One program of all, whose first argument is the mutant's number. They share what they include."""
        program = self.kernel + ".cu"
        files = {program: read(os.path.join(self.folder, program)), self.file: self.text}
        shared = []
        for file, text in files.items():
            for include in INCLUDE.finditer(text):
                path = include[1] and os.path.normpath(os.path.join(os.path.dirname(file), include[1]))
                if path != self.file and (path is None or os.path.exists(os.path.join(self.folder, path))):
                    shared.append(f'#include "{path}"' if path else include[0])
        main = [*dict.fromkeys(shared), "#include <cstdlib>"]
        for number, text in enumerate(self.texts):
            host = text if self.file == program else files[program].replace(self.file, self.name(self.file, number))
            write(os.path.join(self.folder, self.name(self.file, number)), text)
            # An ordinary function does not return 0 by itself.
            host = host.replace("int main(int argc", "static int main_of_mutant(int argc").rstrip("}\n") + "return 0;\n}\n"
            write(os.path.join(self.folder, self.name(program, number)), host)
            main.append(f'namespace mutant_{number} {{\n#include "{self.name(program, number)}"\n}}')
        main.append("int main(int argc, char** argv) {\n  switch (atoi(argv[1])) {")
        main += [f"    case {number}: return mutant_{number}::main_of_mutant(argc - 1, argv + 1);"
                 for number in range(len(self.texts))]
        main.append("  }\n  return 2;\n}\n")
        path = os.path.join(self.folder, f"mutants_of_{program}")
        write(path, "\n".join(main))
        return tools.compile([path], ["--contracts"], sorted(glob.glob(os.path.join(self.folder, "**", "*_[0-9]*.*"),
                                                                       recursive=True)))

    def run(self, tools, number):
        """The one report of all runs, and mistakes."""
        runs = [tools.run(self.binary, [str(number), str(self.size)], options) for options in RUNS]
        mistakes = [f"exit {run.exit}\n{run.stderr}" for run in runs if run.report is None]
        if not mistakes and comparable(runs[0].report) != comparable(runs[1].report):
            mistakes.append(f"another report\n{runs[0].stderr}\n{runs[1].stderr}")
        return runs[0], mistakes

    def is_accepted(self, tools):
        run, mistakes = self.run(tools, 0)
        if run.exit != 0 or not re.search(r"contracts: .* held .*: checked$", run.stderr, re.M):
            mistakes.append(f"exit {run.exit}\n{run.stderr}")
        return mistakes

    def is_refused(self, tools, mutation):
        if mutation in self.mistakes:
            return self.mistakes[mutation]
        number, lines = self.wanted[mutation]
        run, mistakes = self.run(tools, number)
        if mistakes:
            return mistakes
        file = os.path.basename(self.name(self.file, number))
        places = [access["location"] for finding in run.report["findings"] if finding["kind"] == "permission"
                  for access in finding["accesses"][:1] if access["location"]]
        if not any(os.path.basename(place["file"]) == file and place["line"] in lines for place in places):
            mistakes.append(f"no finding of kind permission at {file}:{lines}\n{run.stderr}")
        if run.exit != 66:
            mistakes.append(f"exit {run.exit}")
        return mistakes


def mistakes_of(kernel, tools, chosen):
    """{name of the test: its mistakes} of one kernel."""
    try:
        mutants = Mutants(tools, kernel, [mutation for _, mutation in chosen if mutation])
    except CompileError as error:
        return {name: [str(error)] for name, _ in chosen}
    return {name: mutants.is_refused(tools, mutation) if mutation else mutants.is_accepted(tools)
            for name, mutation in chosen}


def described(kernel, function, old, new, *_):
    return f"{kernel}: {function}: " + (f"no barrier {old}" if isinstance(old, int) else f"{old} -> {new}")


def tests_of(kernel):
    yield f"{kernel}: without a mistake", None
    for mutation in MUTATIONS:
        if mutation[0] == kernel:
            yield described(*mutation), mutation


def main():
    options = argument_parser(__doc__.splitlines()[0]).parse_args()
    tools = Tools(options.build_dir, options.compiler)
    tally = Tally()
    chosen = {kernel: [(name, mutation) for name, mutation in tests_of(kernel) if re.search(options.filter, name)]
              for kernel in KERNELS}
    chosen = {kernel: tests for kernel, tests in chosen.items() if tests}
    with concurrent.futures.ThreadPoolExecutor(options.parallel) as pool:
        for results in pool.map(lambda kernel: mistakes_of(kernel, tools, chosen[kernel]), chosen):
            for name, mistakes in results.items():
                tally.add(name, mistakes)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
