#!/usr/bin/env python3
"""`fencepost permissions --infer`: what is inferred of the papers' kernels are the papers' own permissions, at sizes that
were not observed, too; what cannot be explained is said."""

import os
import re
import subprocess
import sys
from fractions import Fraction

from harness import ROOT, run_tests

KERNELS = os.path.join(ROOT, "kernels")
POINTER = re.compile(r"\\pointer_index\((\w+), (.*), (write|read|1\\(?:\d+|\w+|\([^)]*\)))\)\)?$")
RANGE = re.compile(r"\(\\forall\* int (\w+); (.*); \\pointer_index")


def infer(tools, folder, kernel, sizes, *options):
    """Runs the command with the kernel's program; returns the process and the folder with the annotated files."""
    target = os.path.join(folder, kernel) + "/"
    words = [tools.fencepost, "permissions", "--infer", os.path.join(KERNELS, kernel + ".cu"),
             "--sizes", sizes, "--output", target, *options]
    return subprocess.run(words, capture_output=True, text=True, check=False, env=tools.environment()), target


def clauses_of(path):
    """[(the line behind the comment, {keyword: [expression]})], in order."""
    found, inside = [], None
    with open(path, encoding="utf-8") as file:
        for line in map(str.strip, file):
            if line == "/*@":
                inside = {}
            elif line == "@*/":
                found.append(["", inside])
                inside = None
            elif inside is not None:
                keyword, expression = line.rstrip(";").split(" ", 1)
                for word in ("requires", "ensures") if keyword == "context" else (keyword,):
                    inside.setdefault(word, []).append(expression)
            elif found and not found[-1][0]:
                found[-1][0] = line
    return found


def as_python(text):
    text = text.replace("&&", " and ").replace("/", "//")
    return re.sub(r"\b(threadIdx|blockDim|blockIdx|gridDim)\.x", r"\1_x", text)


class Holding:
    """Evaluates the clauses of one place for a thread: {element: fraction}."""

    def __init__(self, expressions, array):
        self.parts = []
        for text in expressions:
            guard, _, rest = text.rpartition(" ==> ")
            name, index, fraction = POINTER.search(rest or text).groups()
            if name != array:
                continue
            bound = RANGE.search(rest or text)
            share = {"write": "1", "read": "0"}.get(fraction, "Fraction(1, " + as_python(fraction[2:]) + ")")
            body = f"[({as_python(index)}, {share})]"
            if bound:
                end = re.search(bound[1] + r" < ([^&]*)", bound[2])[1]
                body = (f"[({as_python(index)}, {share}) for {bound[1]} in range({as_python(end)}) "
                        f"if {as_python(bound[2])}]")
            self.parts.append(compile(f"{body} if {as_python(guard) or 'True'} else []", text, "eval"))

    def of(self, **variables):
        held = {}
        for part in self.parts:
            for element, share in eval(part, {"Fraction": Fraction, "range": range, **variables}):
                if element in held:
                    raise ValueError(f"element {element} twice for {variables}")
                held[element] = Fraction(share)
        return held


def compare(what, holding, expected, sizes, variables):
    """expected(tid, **v) is {element: fraction}; variables(N) lists the v of one size. Returns mistakes."""
    for N in sizes:
        for v in variables(N):
            for tid in range(N):
                now = {name: value(tid) if callable(value) else value for name, value in v.items()}
                try:
                    got = holding.of(tid=tid, threadIdx_x=tid, blockDim_x=N, blockIdx_x=0, gridDim_x=1, **now)
                except ValueError as error:
                    return [f"{what}: {error}"]
                want = expected(tid, **now)
                if got != want:
                    return [f"{what}: thread {tid} with {now} has {got}, not {want}"]
    return []


SIZES = [8, 16, 32, 64, 128, 256, 512, 1024]  # Of which the runs have had at most the first two.


def is_explained(process):
    mistakes = [] if process.returncode == 0 else [f"exit status {process.returncode}: {process.stderr}"]
    return mistakes + (["not all is explained: " + process.stderr] if "is not explained" in process.stderr else [])


def rotations_have_the_papers_permissions(tools, folder):
    process, target = infer(tools, folder, "rotate", "8,16,12,5")
    mistakes = is_explained(process)
    if mistakes:
        return mistakes
    places = clauses_of(target + "rotate.cu")
    left_kernel, left_barrier, right_kernel, right_barrier = (clauses for _, clauses in places)
    one = lambda N: [{"size": N}]
    for kernel, barrier, before in ((left_kernel, left_barrier, lambda tid, size: {(tid + 1) % size: 1}),
                                    (right_kernel, right_barrier, lambda tid, size: {(tid - 1) % size: 1})):
        own = lambda tid, size: {tid: 1}
        for clauses in kernel, barrier:
            mistakes += compare("before", Holding(clauses["requires"], "array"), before, SIZES, one)
            mistakes += compare("behind", Holding(clauses["ensures"], "array"), own, SIZES, one)
    return mistakes


def what_cannot_be_explained_is_said(tools, folder):
    source = os.path.join(folder, "scatter.cu")
    with open(source, "w", encoding="utf-8") as file:
        file.write("""#include <cstdlib>
__global__ void scatter(int* a, int n) {
  int t = threadIdx.x;
  __syncthreads();
  unsigned h = t * 2654435761u;
  for (int k = 0; k < 7; ++k) h ^= h << 5 ^ h >> 7;
  a[h % 61u * 64 + t] = 1;
}
int main(int, char** v) {
  int n = atoi(v[1]), *a;
  cudaMalloc(&a, 64 * 64 * sizeof(int));
  scatter<<<1, n>>>(a, n);
  cudaDeviceSynchronize();
  cudaFree(a);
}
""")
    process = subprocess.run([tools.fencepost, "permissions", "--infer", source, "--sizes", "8,32"],
                             capture_output=True, text=True, check=False, env=tools.environment())
    mistakes = [] if "a is not explained" in process.stderr else ["explained: " + process.stderr + process.stdout]
    return mistakes + (["an annotation for it"] if "write)" in process.stdout else [])


HISTOGRAM = """#include <cstdlib>
__global__ void histogram(const int* data, int* bins, int n) {
  __shared__ int local[16];
  int t = threadIdx.x;
  if (t < 16) local[t] = 0;
  __syncthreads();
  if (t < n) atomicAdd(&local[data[t] % 15], 1);
  if (t == 15) local[t] = n;
  __syncthreads();
  if (t < 16) bins[t] = local[t];
}
int main(int, char** v) {
  int n = atoi(v[1]), *data, *bins;
  cudaMallocManaged(&data, n * sizeof(int));
  cudaMallocManaged(&bins, 16 * sizeof(int));
  for (int i = 0; i < n; ++i) data[i] = i * 7;
  histogram<<<1, n>>>(data, bins, n);
  cudaDeviceSynchronize();
  cudaFree(data); cudaFree(bins);
}
"""
# The last threads of more than 41 store in the reverse order, which no run of up to 32 shows.
REVERSED_END = """#include <cstdlib>
__global__ void k(int* a, int* b, int n) {
  int t = threadIdx.x;
  b[t] = t;
  __syncthreads();
  a[t > 40 ? n + 40 - t : t] = b[t];
}
int main(int, char** v) {
  int n = atoi(v[1]), *a, *b;
  cudaMallocManaged(&a, 128 * sizeof(int));
  cudaMallocManaged(&b, n * sizeof(int));
  k<<<1, n>>>(a, b, n);
  cudaDeviceSynchronize();
  cudaFree(a); cudaFree(b);
}
"""


def infer_in(tools, folder, name, text, *options):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(text)
    return subprocess.run([tools.fencepost, "permissions", "--infer", name, *options], cwd=folder, capture_output=True,
                          text=True, check=False, env=tools.environment())


def line_of(text, part):
    return next(number for number, line in enumerate(text.splitlines(), 1) if part in line)


def mistakes_of_texts(process, status, errors, written, not_written):
    mistakes = [] if process.returncode == status else [f"exit status {process.returncode}: {process.stderr}"]
    mistakes += [f"not said: {text} in: {process.stderr}" for text in errors if text not in process.stderr]
    mistakes += [f"not written: {text} in: {process.stdout}" for text in written if text not in process.stdout]
    mistakes += [f"written: {text} in: {process.stdout}" for text in not_written if text in process.stdout]
    return mistakes + ([f"a file that is not the user's: {process.stderr}"] if "/tmp/" in process.stderr else [])


def the_rest_is_written_and_what_it_does_not_cover_is_told_by_line(tools, folder):
    update = line_of(HISTOGRAM, "atomicAdd")
    errors = ["local is not explained: is changed by atomic operations", "not covered by annotations, in the run with arguments 40:",
              f"updates local[0] (hist.cu:{update}) but holds nothing of it, and 39 other times like it"]
    mistakes = []
    for options in (("--sizes", "24,40"), ("--sizes", "24,32", "--check-sizes", "40")):
        process = infer_in(tools, folder, "hist.cu", HISTOGRAM, *options)
        mistakes += mistakes_of_texts(process, 0, errors, ["pointer_index(data, "], ["pointer_index(local, "])
    return mistakes


def what_a_run_contradicts_is_left_out_and_the_rest_is_written(tools, folder):
    store = line_of(REVERSED_END, "a[t > 40")
    process = infer_in(tools, folder, "ends.cu", REVERSED_END, "--sizes", "8,32", "--check-sizes", "64")
    errors = ["contradicted by the run with arguments 64", f"(ends.cu:{store}) but holds nothing of it",
              "the annotations of a are left out; add 64 to --sizes", "what is left holds"]
    mistakes = mistakes_of_texts(process, 66, errors, ["pointer_index(b, t, write)"], ["pointer_index(a, "])
    only = REVERSED_END.replace("b[t] = t;", "").replace("= b[t]", "= t")
    process = infer_in(tools, folder, "only.cu", only, "--sizes", "8,32", "--check-sizes", "64")
    return mistakes + mistakes_of_texts(process, 66, ["none is left that no run contradicts"], [], ["/*@", "int t"])


def mistakes_on_the_command_line_are_told(tools, folder):
    def stderr_of(*words):
        command = [tools.fencepost, "permissions", "--infer", *words]
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=tools.environment())
        return done.returncode, done.stderr

    rotate = os.path.join(KERNELS, "rotate.cu")
    tried = {(rotate,): "needs --sizes", (os.path.join(folder, "no.cu"), "--sizes", "8"): "no such file",
             (rotate, "--sizes", "'8"): "quotes"}
    mistakes = []
    for words, text in tried.items():
        status, message = stderr_of(*words)
        if status != 2 or text not in message:
            mistakes.append(f"{words}: {status} {message}")
    return mistakes


if __name__ == "__main__":
    sys.exit(run_tests([rotations_have_the_papers_permissions, what_cannot_be_explained_is_said,
                        the_rest_is_written_and_what_it_does_not_cover_is_told_by_line,
                        what_a_run_contradicts_is_left_out_and_the_rest_is_written,
                        mistakes_on_the_command_line_are_told], __doc__))
