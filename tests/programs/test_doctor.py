#!/usr/bin/env python3
"""`fencepost doctor` tells what is there, what is missing, and which command installs it."""

import os
import re
import subprocess
import sys

from harness import run_tests

INSTALL = r"(apt-get install -y --no-install-recommends|dnf install -y) .*"


def doctor(tools, *words, **environment):
    result = subprocess.run([tools.fencepost, "doctor", *words], env={**tools.environment(), **environment},
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                            errors="replace", check=False)
    return result.returncode, result.stdout


def compiler(tools, folder, condition):
    """A compiler that fails where the shell finds the condition to be true."""
    path = os.path.join(folder, "compiler")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"#!/bin/sh\nif {condition}; then echo 'not to be had' >&2; exit 1; fi\nexec {tools.compiler} \"$@\"\n")
    os.chmod(path, 0o755)
    return path


def mistakes_of(told, wanted_status, patterns):
    status, text = told
    mistakes = [f"'{pattern}' is not in\n{text}" for pattern in patterns if not re.search(pattern, text, re.M)]
    return mistakes + ([f"exit status {status}\n{text}"] if status != wanted_status else [])


def a_system_that_has_all_is_told_so(tools, folder):
    return mistakes_of(doctor(tools), 0, (
        r"^found    Fencepost            \d+\.\d+\.\d+, headers in /", r"^found    C\+\+ compiler         \S", r"^found    C\+\+ library",
        r"^found    linker", r"^found    libtbb", r"^found    a kernel             compiles, runs and is checked$",
        r"^(found|absent) +z3 ", "^All that a checked program needs is there.$"))


def a_missing_compiler_is_named_with_the_command(tools, folder):
    return mistakes_of(doctor(tools, FENCEPOST_CXX="/nowhere/g++"), 1,
                       (r"^missing  C\+\+ compiler         /nowhere/g\+\+", INSTALL + r"(g\+\+|gcc-c\+\+)"))


def missing_headers_are_told_apart_from_a_missing_linker(tools, folder):
    mistakes = mistakes_of(doctor(tools, FENCEPOST_CXX=compiler(tools, folder, '[ "$2" = -c ]')), 1,
                           (r"^missing  C\+\+ library          not to be had$", INSTALL + r"(g\+\+|gcc-c\+\+)"))
    return mistakes + mistakes_of(
        doctor(tools, FENCEPOST_CXX=compiler(tools, folder, 'case "$*" in *program.o\\ -o*) true ;; *) false ;; esac')), 1,
        (r"^found    C\+\+ library", r"^missing  linker               not to be had$", INSTALL + "binutils"))


def a_missing_library_is_named(tools, folder):
    return mistakes_of(doctor(tools, FENCEPOST_CXX=compiler(tools, folder, 'case "$*" in *-ltbb*) true ;; *) false ;; esac')), 1,
                       (r"^found    libdw ", r"^missing  libtbb               not to be had$", INSTALL + r"(libtbb-dev|tbb-devel)"))


def a_kernel_that_fails_is_told_with_its_words(tools, folder):
    return mistakes_of(doctor(tools, FENCEPOST_OPTIONS="--no-such-option"), 1,
                       ("^fails    a kernel", "--no-such-option"))


def a_compilation_that_fails_without_a_compiler_says_so(tools, folder):
    source = os.path.join(folder, "empty.cu")
    with open(source, "w", encoding="utf-8") as file:
        file.write("int main() {}\n")
    mistakes = []
    for environment, hint in (({"FENCEPOST_CXX": "/nowhere/g++"}, True), ({"FENCEPOST_CXX": "no-such-g++"}, True), ({}, False)):
        with open(source, "a", encoding="utf-8") as file:
            file.write("" if hint else "mistake\n")
        result = subprocess.run([tools.nvcc, source, "-o", os.path.join(folder, "empty")], stdin=subprocess.DEVNULL,
                                env={**tools.environment(), **environment}, capture_output=True, text=True, check=False)
        wanted = f"fencepost-nvcc: there is no {environment.get('FENCEPOST_CXX')}: 'fencepost doctor' says what to install"
        if result.returncode != 3 or (wanted in result.stderr) != hint or ("doctor" in result.stderr) != hint:
            mistakes.append(f"{environment}: exit status {result.returncode}\n{result.stderr}")
    return mistakes


def other_words_are_refused(tools, folder):
    return mistakes_of(doctor(tools, "app.cu"), 2, ("app.cu",))


TESTS = [a_system_that_has_all_is_told_so, a_missing_compiler_is_named_with_the_command,
         missing_headers_are_told_apart_from_a_missing_linker, a_missing_library_is_named,
         a_kernel_that_fails_is_told_with_its_words, a_compilation_that_fails_without_a_compiler_says_so, other_words_are_refused]

if __name__ == "__main__":
    sys.exit(run_tests(TESTS, __doc__))
