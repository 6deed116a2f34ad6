#!/usr/bin/env python3
"""`fencepost lesson`: each lesson's own source is not yet what it asks for, what its page does to it is, and what only looks like it is not."""

import os
import re
import signal
import subprocess
import sys

from harness import ROOT, run_tests

LESSONS = os.path.join(ROOT, "examples", "lessons")
ALL_CHECKS = "free of races|same barriers|Hand the message|Count without|Promise at the barrier"
# Lesson 1's page leads to lesson 2's source, lesson 3's shows the line.
BY_HAND = {
    1: ("  data[t] = tile[7 - t];", "  __syncthreads();\n  data[t] = tile[7 - t];"),
    3: ("    sums[t] += left;", "    sums[t] += left;\n    __syncthreads();"),
}


def lesson_of(number):
    folder = next(name for name in sorted(os.listdir(LESSONS)) if name.startswith(f"{number:02}_"))
    return os.path.join(LESSONS, folder)


def fencepost(tools, folder, *words, **more):
    return subprocess.run([tools.fencepost, "lesson", *words], cwd=folder, env=tools.environment(), capture_output=True, text=True,
                          timeout=300, check=False, **more)


class Reader:
    """Someone who works at lessons, and what was not as it should be."""

    def __init__(self, tools, folder):
        self.tools, self.folder, self.mistakes = tools, folder, []

    def says(self, words, status, *patterns, never=None):
        result = fencepost(self.tools, self.folder, *words)
        told = result.stdout + result.stderr
        if result.returncode != status:
            self.mistakes.append(f"{words}: status {result.returncode}, not {status}: {told[:600]}")
        for pattern in patterns:
            if not re.search(pattern, told):
                self.mistakes.append(f"{words}: no {pattern!r} in {told[:900]!r}")
        if never is not None and re.search(never, told):
            self.mistakes.append(f"{words}: {never!r} in {told[:900]!r}")

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as out:
            out.write(text)

    def source(self, number):
        with open(os.path.join(lesson_of(number), "lesson.cu"), encoding="utf-8") as source:
            return source.read()


def exercises():
    return [number for number in range(1, 11) if number not in (2, 10)]


def test_lessons_are_listed_and_shown(tools, folder):
    """All ten; of an exercise the question, not what mends it."""
    reader = Reader(tools, folder)
    reader.says([], 0, r"^ 1  A race\n", r"\n10  Once and for all  \(to read\)\n")
    for number in range(1, 11):
        if number in exercises():
            reader.says([str(number)], 0, rf"^# {number}\. ", ALL_CHECKS, rf"lesson check {number} mine\.cu", never=r"sed -i|What you see")
        else:
            reader.says([str(number)], 0, rf"^# {number}\. ", "What you see|A block barrier")
    return reader.mistakes


def test_a_lessons_source_is_not_yet_it_and_what_its_page_makes_of_it_is(tools, folder):
    """Findings are told without hints."""
    reader = Reader(tools, folder)
    for number in exercises():
        name = f"mine{number}.cu"
        reader.says(["start", str(number), name], 0, "is there; change it")
        reader.says(["check", str(number), name], 66, rf"^lesson {number}: not yet\n", rf"{name}:\d+", never=r"(?m)^\s+hint")
        if number in BY_HAND:
            before, after = BY_HAND[number]
            source = reader.source(number)
            if before not in source:
                reader.mistakes.append(f"lesson {number} has changed")
            reader.write(name, source.replace(before, after))
        else:
            with open(os.path.join(lesson_of(number), "README.md"), encoding="utf-8") as page:
                commands = re.findall(r"^\$ (sed -i .*) lesson\.cu$", page.read(), re.M)
            for command in commands:
                subprocess.run(f"{command} {name}", shell=True, cwd=folder, check=True)
        reader.says(["check", str(number), name], 0, rf"^lesson {number}: that is it\. {name}")
    return reader.mistakes


def test_what_only_looks_like_it(tools, folder):
    """One thread, another kernel, a wrong result, no annotation, output that one order of the threads makes right."""
    reader = Reader(tools, folder)
    one = reader.source(1)
    reader.write("one.cu", one.replace("<<<1, 8>>>", "<<<1, 1>>>").replace(
        "  tile[t] = data[t];\n  data[t] = tile[7 - t];",
        "  for (t = 0; t < 8; ++t) tile[t] = data[t];\n  for (t = 0; t < 8; ++t) data[t] = tile[7 - t];"))
    reader.says(["check", "1", "one.cu"], 66, "1 block of 1 thread, and should 1 block of 8 threads")
    reader.write("none.cu", re.sub(r"reverse\b", "turn", one).replace("  data[t] = tile", "  __syncthreads();\n  data[t] = tile"))
    reader.says(["check", "1", "none.cu"], 66, "launches no kernel reverse")
    reader.write("same.cu", one.replace("data[t] = tile[7 - t]", "data[t] = tile[t]"))
    reader.says(["check", "1", "same.cu"], 66, "'7 6 5 4 3 2 1 0'", "it prints 0 1 2 3 4 5 6 7")
    bare = re.sub(r"/\*@.*?@\*/", "", reader.source(9), flags=re.S)
    reader.write("bare.cu", bare)
    reader.says(["check", "9", "bare.cu"], 66, "no annotation")
    order = one.replace("__global__", "__device__ int first;\n__global__").replace(
        "  data[t] = tile[7 - t];", "  __syncthreads();\n  if (atomicAdd(&first, 1) == 0 && t != 0) tile[0] = 9;\n"
        "  __syncthreads();\n  data[t] = tile[7 - t];")
    reader.write("order.cu", order)
    reader.says(["check", "1", "order.cu"], 66, "in one order of its threads at least")
    return reader.mistakes


def test_bad_input(tools, folder):
    """Words, files, sources and kernels that are none, or never end."""
    reader = Reader(tools, folder)
    for words, pattern in ((["11"], "there is no lesson '11'"), (["0"], "no lesson '0'"), (["x"], "no lesson 'x'"), (["check"], "no lesson 'check'"),
                           (["check", "1"], "give a lesson's number"), (["check", "1", "a", "b"], "give a lesson's number"),
                           (["chekc", "1", "a.cu"], "give a lesson's number"), (["check", "2", "a.cu"], "is to be read"),
                           (["check", "1", "missing.cu"], "missing.cu does not exist.*lesson start 1"), (["check", "1", "."], "is no file"),
                           (["start", "1", "no/such/folder.cu"], "cannot write"), (["--frobnicate"], "frobnicate")):
        reader.says(words, 2, pattern)
    reader.write("text.txt", "")
    reader.says(["check", "1", "text.txt"], 2, r"no \.cu file")
    reader.write("mine.cu", "kept")
    reader.says(["start", "1", "mine.cu"], 2, "File exists")
    reader.says(["check", "1", "mine.cu"], 3, "error")
    reader.write("mine.cu", "int main() { return 5; }")
    reader.says(["check", "1", "mine.cu"], 66, "not yet", "no kernel reverse|nothing|without a report")
    reader.write("mine.cu", "__global__ void reverse() { for (volatile int i = 0;; ++i) {} }\n"
                            "int main() { reverse<<<1, 8>>>(); cudaDeviceSynchronize(); for (;;) {} }")
    process = subprocess.Popen([tools.fencepost, "lesson", "check", "1", "mine.cu"], cwd=folder, env=tools.environment(),
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        output, _ = process.communicate(timeout=10)
        reader.mistakes.append(f"an endless kernel ended: {output}")
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=60)
        if process.returncode != 130:
            reader.mistakes.append(f"an interrupt: status {process.returncode}: {output}")
    return reader.mistakes


if __name__ == "__main__":
    sys.exit(run_tests([test_lessons_are_listed_and_shown, test_a_lessons_source_is_not_yet_it_and_what_its_page_makes_of_it_is,
                        test_what_only_looks_like_it, test_bad_input], __doc__))
