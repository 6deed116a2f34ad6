#!/usr/bin/env python3
"""Proposals: the right change, no claim without a clean run, a reason where none helps; and the patch of them."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from harness import ROOT, Tally, Tools, argument_parser

MAIN = """
int main() {
  int* a;
  cudaMallocManaged(&a, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) a[i] = i;
  KERNEL<<<1, 64>>>(a ARGUMENTS);
  return cudaDeviceSynchronize();
}
"""


def program(kernel, name="k", arguments=""):
    return kernel.strip("\n") + "\n" + MAIN.replace("KERNEL", name).replace(" ARGUMENTS", arguments)


TWO_DIRECTIONS = program("""
__global__ void k(int* a) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
  for (int round = 0; round < 3; ++round) {
    int right = s[(t + 1) % 64];
    s[t] = right + round;
  }
  a[t] = s[t];
}
""")
TWO_RACES = program("""
__global__ void k(int* a) {
  __shared__ int s[64];
  __shared__ int u[64];
  int t = threadIdx.x;
  s[t] = a[t];
  int x = s[63 - t];
  u[t] = x + 1;
  a[t] = u[(t + 1) % 64];
}
""")
NO_BRACES = program("""
__global__ void k(int* a) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 64)
    s[t] = a[t];
  if (t < 64)
    a[t] = s[63 - t];
}
""")
LOOP_WITHOUT_BRACES = program("""
__global__ void k(int* a) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
  for (int half = 32; half > 0; half /= 2)
    if (t < half)
      s[t] += s[t + half];
  if (t == 0) a[0] = s[0];
}
""")
LAMBDA = program("""
__global__ void k(int* a) {
  __shared__ int s[64];
  auto turn = [&](int t) {
    s[t] = a[t];
    a[t] = s[63 - t];
  };
  turn(threadIdx.x);
}
""")
BRANCH = program("""
__global__ void k(int* a) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 48) {
    s[t] = a[t];
    a[t] = s[47 - t];
  }
}
""")
WARP_IN_BRANCH = program("""
__global__ void k(int* a) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 32) {
    s[t] = a[t];
    a[t] = s[31 - t];
  }
}
""")
WARPS_OF_A_BLOCK = program("""
__global__ void k(int* a) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = a[t];
  a[t] = s[t ^ 1];
}
""")
# All threads of all blocks add to one number.
SUM_OF_BLOCKS = """
__global__ void k(TYPE* sum, const TYPE* a) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  UPDATE
}
int main() {
  TYPE *sum, *a;
  cudaMallocManaged(&sum, sizeof(TYPE));
  cudaMallocManaged(&a, 64 * sizeof(TYPE));
  for (int i = 0; i < 64; ++i) a[i] = TYPE(i % 8);
  k<<<2, 32>>>(sum, a);
  return cudaDeviceSynchronize();
}
""".lstrip("\n")
HISTOGRAM_AND_QUEUE = """
__global__ void k(const int* a, int* hist, int* queue, int* tail) {
  __shared__ unsigned local[4];
  int t = threadIdx.x;
  if (t < 4) local[t] = 0;
  __syncthreads();
  local[a[t] % 4] = local[a[t] % 4] + 1;
  if (a[t] % 2) queue[(*tail)++] = t;
  __syncthreads();
  if (t < 4) hist[t] = local[t];
}
int main() {
  int *a, *hist, *queue, *tail;
  cudaMallocManaged(&a, 64 * sizeof(int));
  cudaMallocManaged(&hist, 4 * sizeof(int));
  cudaMallocManaged(&queue, 64 * sizeof(int));
  cudaMallocManaged(&tail, sizeof(int));
  for (int i = 0; i < 64; ++i) a[i] = i;
  *tail = 0;
  k<<<1, 64>>>(a, hist, queue, tail);
  return cudaDeviceSynchronize();
}
""".lstrip("\n")
# Each warp has neighbours of its own, and each round of the loop those of the round before.
NEIGHBOURS_IN_LOOP = """#include <cstdio>
__global__ void k(int* out) {
  __shared__ int tile[64];
  const unsigned t = threadIdx.x;
  for (int i = 0; i < 3; ++i) {
    tile[t] = i;
    out[t] += tile[(t & 32) | ((t + 1) & 31)];
  }
}
int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  k<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
"""

STREAMS = """
#define CHECK(call) if ((call) != cudaSuccess) return 7
__global__ void produce(int* data) { data[threadIdx.x] = 1; }
__global__ void consume(const int* data, int* out) { out[threadIdx.x] = data[threadIdx.x]; }

int main() {
  int *data, *out;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaStream_t work, other;
  cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  produce<<<1, 64, 0, work>>>(data);
  consume<<<1, 64, 0, other>>>(data, out);
  int host[64];
  CHECK(cudaMemcpyAsync(host, out, sizeof host, cudaMemcpyDeviceToHost, work));
  CHECK(cudaDeviceSynchronize());
  return 0;
}
""".lstrip("\n")
# The stream that the first launch is in has no name where the second one is.
STREAMS_APART = """
__global__ void produce(int* data) { data[threadIdx.x] = 1; }
__global__ void consume(const int* data, int* out) { out[threadIdx.x] = data[threadIdx.x]; }

void start(int* data) {
  cudaStream_t mine;
  cudaStreamCreate(&mine);
  produce<<<1, 64, 0, mine>>>(data);
}
int main() {
  int *data, *out;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaStream_t other;
  cudaStreamCreate(&other);
  start(data);
  consume<<<1, 64, 0, other>>>(data, out);
  return cudaDeviceSynchronize();
}
""".lstrip("\n")
HOST = """
__global__ void fill(int* data) { data[threadIdx.x] = 1; }

int main() {
  int* data;
  cudaMallocManaged(&data, 64 * sizeof(int));
  fill<<<1, 64>>>(data);
  int sum = data[0];
  return cudaDeviceSynchronize() + sum - 1;
}
""".lstrip("\n")
FUNCTIONS = program("""
__device__ __noinline__ void put(int* s, int i, int value) {
  s[i] = value;
}
__device__ __noinline__ int get(const int* s, int i) {
  return s[i];
}
__global__ void k(int* a) {
  __shared__ int s[64];
  int t = threadIdx.x;
  put(s, t, a[t]);
  int other = t ^ 1;
  a[t] = get(s, other);
}
""")
MACROS = program("""
#include <cassert>
#define PUT(i, v) s[i] = (v)
#define ROUND(n)                    \\
  for (int r = 0; r < (n); ++r) {   \\
    int x = s[(t + 1) % 64];        \\
    a[t] += x;                      \\
  }
__global__ void k(int* a) {
  __shared__ int s[64];
  int t = threadIdx.x;
  PUT(t, a[t]);
  assert(t < 64);
  ROUND(3)
  a[t] += 1;
}
""")
HEADER = """
#pragma once
namespace lib {
template <class T>
__global__ void rev(T* a) {
  __shared__ T s[64];
  const int t = threadIdx.x;
  s[t] = a[t];
#pragma unroll
  for (int i = 0; i < 2; ++i) {
    a[t] += s[63 - t];
  }
}
}  // namespace lib
""".lstrip("\n")
# Between its accesses is the only place, and there the program would fail.
WRONG_ORDER = """
__global__ void k(int* a) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = 1;
  s[(t + 1) % 64] = 2;
  __syncthreads();
  a[t] = s[t];
}
int main() {
  int* a;
  cudaMallocManaged(&a, 64 * sizeof(int));
  k<<<1, 64>>>(a);
  cudaDeviceSynchronize();
  return a[5] == 2 ? 9 : 0;
}
""".lstrip("\n")
RACE_AND_BLOCKS = """
__global__ void k(int* a, int* sum) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = a[t];
  a[blockIdx.x * 32 + t] = s[31 - t];
  if (t == 0) *sum += 1;
}
int main() {
  int *a, *sum;
  cudaMallocManaged(&a, 64 * sizeof(int));
  cudaMallocManaged(&sum, sizeof(int));
  k<<<2, 32>>>(a, sum);
  return cudaDeviceSynchronize();
}
""".lstrip("\n")

VERIFIED = "verified: with {} no race remains and no thread diverges"


def example(name):
    with open(os.path.join(ROOT, "examples", name, "bug.cu"), encoding="utf-8") as file:
        return file.read()


def without_barriers(text, removed):
    """A source less those of its barriers (from 0) that are in `removed`, and these barriers' lines, which stay empty."""
    lines = text.splitlines(keepends=True)
    barriers = [number for number, line in enumerate(lines) if line.strip() == "__syncthreads();"]
    for index in removed:
        lines[barriers[index]] = "\n"
    return "".join(lines), [barriers[index] + 1 for index in removed]


def kernel_files():
    """All of kernels/, by path."""
    files = {}
    for folder, _, names in os.walk(os.path.join(ROOT, "kernels")):
        for name in names:
            path = os.path.join(folder, name)
            if name.endswith((".cu", ".cuh", ".h")):
                with open(path, encoding="utf-8") as file:
                    files[os.path.relpath(path, os.path.join(ROOT, "kernels"))] = file.read()
    return files


class Workplace:
    """A folder with the sources of one test, in which fencepost runs."""

    def __init__(self, tools, files):
        self.tools = tools
        self.directory = tempfile.TemporaryDirectory()
        self.folder = self.directory.name
        for name, text in files.items():
            path = os.path.join(self.folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.directory.cleanup()

    def run(self, command):
        environment = self.tools.environment()
        return subprocess.run(command, cwd=self.folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, errors="replace", check=False, timeout=300)

    def propose(self, *arguments):
        """What is said behind the report, in one line without the places' sources; and the exit status."""
        result = self.run([self.tools.fencepost, "run", "--propose", *arguments])
        said = re.split(r"\nfencepost: \d[^\n]*\n\n", result.stderr)[-1]
        rows = [line for line in said.splitlines() if re.match(r" +((\d+|\+) \|( |$)|\.\.\.$)", line)]
        return " ".join(line.strip() for line in said.splitlines() if line not in rows), rows, result.returncode

    def text(self, name):
        with open(os.path.join(self.folder, name), encoding="utf-8") as file:
            return file.read()

    def put_barriers(self, places):
        """Puts a real barrier before each of the places ("file:line"), from below."""
        for place in sorted(places, key=lambda place: -int(place.rsplit(":", 1)[1])):
            name, line = place.rsplit(":", 1)
            path = os.path.join(self.folder, name)
            with open(path, encoding="utf-8") as file:
                lines = file.read().splitlines(keepends=True)
            index = int(line) - 1
            while lines[index - 1].lstrip().startswith("#pragma"):
                index -= 1
            lines.insert(index, "__syncthreads();\n")
            with open(path, "w", encoding="utf-8") as file:
                file.writelines(lines)


def mistakes_of_verified(tools, files, arguments, places):
    """Exactly `places` are proposed, and the source with real barriers there is clean."""
    with Workplace(tools, files) as work:
        said, rows, status = work.propose("scan.cu", *arguments)
        listed = places[0] if len(places) == 1 else ", ".join(places[:-1]) + " and " + places[-1]
        expected = VERIFIED.format(("a barrier" if len(places) == 1 else "barriers") + " before " + listed)
        mistakes = [] if said.startswith((expected + " (", expected + " tried before for ")) else [f"expected: {expected}", f"said: {said}"]
        if sum(" + |" in row or row.lstrip().startswith("+ |") for row in rows) != len(places):
            mistakes.append(f"the sources shown are {rows}")
        if status != 66:
            mistakes.append(f"exit status {status}, expected 66")
        work.put_barriers(places)
        result = work.run([tools.fencepost, "run", "scan.cu", *arguments])
        if "no findings" not in result.stderr:
            mistakes.append(f"with the barriers in the source: {result.stderr}")
        return mistakes


def apply_patch(work, folder, patch, tool):
    """In `folder`; returns what went wrong."""
    commands = {"patch": ["patch", "-p1", "-i", patch], "git": ["git", "apply", patch]}
    result = subprocess.run(commands[tool], cwd=folder, capture_output=True, text=True, check=False)
    return [] if result.returncode == 0 else [f"{tool}: {result.stdout}{result.stderr}{work.text(patch)}"]


def mistakes_of_change(tools, source, expected, rows, files=None, arguments=(), more=()):
    """It is said that `expected` was verified, `rows` are in the patch, and what the patch makes is clean, by either tool."""
    with Workplace(tools, {"scan.cu": source, **(files or {})}) as work:
        said, _, status = work.propose("--patch", "fix.diff", "scan.cu", *arguments)
        mistakes = [] if said.startswith("verified: with " + expected + " ") else [f"expected: {expected}", f"said: {said}"]
        mistakes += [f"not said: {text} in: {said}" for text in more if text not in said]
        if status != 66 or work.text("scan.cu") != source:
            mistakes.append(f"exit status {status}, or the source was changed")
        patch = os.path.join(work.folder, "fix.diff")
        lines = work.text("fix.diff").splitlines()
        mistakes += [f"not in the patch: {row}" for row in rows if row not in lines]
        if mistakes:
            return mistakes
        patched = {}
        for tool in ("patch", "git"):
            copy = os.path.join(work.folder, tool)
            shutil.copytree(work.folder, copy, ignore=shutil.ignore_patterns("cache", "patch", "fix.diff"))
            mistakes += apply_patch(work, copy, patch, tool)
            patched[tool] = {name: work.text(os.path.join(tool, name)) for name in ("scan.cu", *(files or {}))}
        if patched["git"] != patched["patch"]:
            mistakes.append(f"git makes another source than patch: {patched}")
        result = subprocess.run([tools.fencepost, "run", "scan.cu", *arguments], cwd=copy, env=tools.environment(),
                                capture_output=True, text=True, check=False)
        if result.returncode != 0 or "no findings" not in result.stderr:
            mistakes.append(f"patched: {result.returncode}: {result.stderr}{work.text('fix.diff')}")
        return mistakes


def mistakes_of_patch_elsewhere(tools):
    """The header lies beside the working directory: the patch is of the folder that both are in, and says so."""
    header = HEADER.replace("rev", "rev2")
    source = '#include "../inc/rev2.cuh"\n' + program("", "lib::rev2")
    with Workplace(tools, {"src/scan.cu": source, "inc/rev2.cuh": header}) as work:
        below = os.path.join(work.folder, "src")
        environment = tools.environment()
        result = subprocess.run([tools.fencepost, "run", "--propose", "--patch", "fix.diff", "scan.cu"], cwd=below,
                                env=environment, capture_output=True, text=True, check=False)
        told = re.search(r"^written to fix.diff; apply it in (.*) with: patch -p1 < (.*)$", result.stderr, re.MULTILINE)
        if not told:
            return [f"said: {result.stderr}"]
        mistakes = apply_patch(work, told[1], told[2], "patch")
        if work.text("inc/rev2.cuh").count("__syncthreads") != 1:
            mistakes.append(f"patched: {work.text('inc/rev2.cuh')}")
        return mistakes


def mistakes_of_reports(tools):
    """JSON, SARIF and HTML hold each race's own changes; SARIF's make the same file as the patch."""
    with Workplace(tools, {"scan.cu": TWO_RACES}) as work:
        reports = [word for name in ("json", "sarif", "html") for word in ("--report", "r." + name)]
        work.propose("--patch", "fix.diff", *reports, "scan.cu")
        findings = json.loads(work.text("r.json"))["findings"]
        proposals = [finding.get("proposal") for finding in findings]
        if len(proposals) != 2 or not all(each and each["verified"] and each["patch"] for each in proposals):
            return [f"proposals: {proposals}"]
        mistakes = []
        for each, place in zip(proposals, ("scan.cu:6", "scan.cu:8")):
            if not each["text"].startswith(f"with a barrier before {place} this race is gone: verified by a run with "
                                           "barriers before scan.cu:6 and scan.cu:8 in which no race remains"):
                mistakes.append(each["text"])
            if each["patch"].count("+  __syncthreads();") != 1:
                mistakes.append(each["patch"])
        lines = work.text("scan.cu").splitlines(keepends=True)
        replaced = []
        for result in json.loads(work.text("r.sarif"))["runs"][0]["results"]:
            change = result["fixes"][0]["artifactChanges"][0]
            if change["artifactLocation"]["uri"] != "scan.cu":
                mistakes.append(f"SARIF: {change}")
            replaced += change["replacements"]
        for each in sorted(replaced, key=lambda each: -each["deletedRegion"]["startLine"]):
            region = each["deletedRegion"]
            if (region["startColumn"], region["endColumn"]) != (1, 1):
                mistakes.append(f"SARIF: {each}")
            lines[region["startLine"] - 1:region["endLine"] - 1] = [each["insertedContent"]["text"]]
        work.run(["patch", "-p1", "-i", "fix.diff"])
        if "".join(lines) != work.text("scan.cu"):
            mistakes.append(f"SARIF makes: {''.join(lines)}")
        if r"+  __syncthreads();\n" not in work.text("r.html"):
            mistakes.append("HTML has no patch")
        again = work.run([tools.fencepost, "report", "r.json", "-o", "again.json"])
        if again.returncode == 0 and json.loads(work.text("again.json"))["findings"] != findings:
            mistakes.append("read and written again, the report is another")
        return mistakes


def mistakes_of_empty_patch(tools):
    """Nothing helps: no patch of an earlier run stays, and JSON says why."""
    with Workplace(tools, {"scan.cu": WRONG_ORDER, "fix.diff": "old"}) as work:
        said, _, _ = work.propose("--patch", "fix.diff", "--report", "r.json", "scan.cu")
        mistakes = [] if work.text("fix.diff") == "" and "fix.diff is empty" in said else [f"said: {said}"]
        proposal = json.loads(work.text("r.json"))["findings"][0]["proposal"]
        if proposal["verified"] or proposal["patch"] or "exits with status 9" not in proposal["text"]:
            mistakes.append(str(proposal))
        result = work.run([tools.fencepost, "run", "--patch", "fix.diff", "scan.cu"])
        if result.returncode != 2 or "give --propose, too" not in result.stderr:
            mistakes.append(f"--patch alone: {result.returncode}: {result.stderr}")
        result = work.run([tools.fencepost, "run", "--propose", "--patch", "no/fix.diff", "scan.cu"])
        if result.returncode != 2 or "cannot write no/fix.diff" not in result.stderr:
            mistakes.append(f"--patch no/fix.diff: {result.returncode}: {result.stderr}")
        return mistakes


def mistakes_of_refusal(tools, files, arguments, expected):
    with Workplace(tools, files) as work:
        said, _, _ = work.propose("scan.cu", *arguments)
        mistakes = [f"not said: {text} in: {said}" for text in expected if text not in said]
        return mistakes + ([f"claims: {said}"] if "verified" in said else [])


# One launch of a scan of kernels/ and its result, compiled in a fifth of the time of the program there: most of the tests
# of a proposal are compilations.
ONE_SCAN = """
#include "scan/NAME.cuh"
#include "scan/sum.cuh"
__global__ void scan(int* Output, int N) { ALGORITHM::scan(Output, N, Sum<int>()); }
int main() {
  int* Output;
  cudaMallocManaged(&Output, 16 * sizeof(int));
  for (int i = 0; i < 16; ++i) Output[i] = i + 1;
  scan<<<1, 16>>>(Output, 16);
  cudaDeviceSynchronize();
  int before = 0;
  for (int i = 0; i < 16; ++i) {
    if (Output[i] != before + (ALGORITHM::kExclusive ? 0 : i + 1)) return 1;
    before += i + 1;
  }
}
""".lstrip("\n")


def mistakes_of_kernel(tools, name, removed, algorithm=None):
    """The papers' kernel gets barriers again near those that were taken out, but for one that separates nothing: in the
    program of kernels/, or alone, as `algorithm`."""
    files = kernel_files()
    if algorithm is not None:
        files[f"{name}.cu"] = ONE_SCAN.replace("NAME", name).replace("ALGORITHM", algorithm)
    arguments = [] if algorithm is not None else ["--", "16"]
    header = f"scan/{name}.cuh"
    files[header], lines = without_barriers(files[header], removed)
    redundant = [1] if name == "blelloch" else []
    wanted = [line for index, line in zip(removed, lines) if index not in redundant]
    with Workplace(tools, files) as work:
        said, _, _ = work.propose(f"{name}.cu", *arguments)
        claim = re.match(r"verified: with a? ?barriers? before (.*) no race remains and no thread diverges \(", said)
        if not claim:
            return [f"said: {said}"]
        places = re.split(", | and ", claim[1])
        numbers = [int(place.rsplit(":", 1)[1]) for place in places]
        mistakes = []
        if len(numbers) != len(wanted) or any(abs(number - line) > 4 for number, line in zip(numbers, wanted)):
            mistakes.append(f"removed {wanted} of {header}, proposed {places}")
        work.put_barriers(places)
        result = work.run([tools.fencepost, "run", f"{name}.cu", *arguments])
        if "no findings" not in result.stderr:
            mistakes.append(f"with the barriers in the source: {result.stderr}")
        return mistakes


def mistakes_of_partial(tools):
    """Two races end, the third is between blocks: no claim that none remains."""
    with Workplace(tools, {"scan.cu": RACE_AND_BLOCKS}) as work:
        said, _, _ = work.propose("scan.cu")
        expected = ["verified: with a barrier before scan.cu:5 and an atomic operation at scan.cu:6, 2 of 3 races are gone "
                    "and no thread diverges",
                    "a barrier orders the threads of one block only"]
        mistakes = [f"not said: {text} in: {said}" for text in expected if text not in said]
        return mistakes + ([f"claims: {said}"] if "no race remains" in said else [])


def mistakes_of_executable(tools):
    with Workplace(tools, {"scan.cu": TWO_RACES}) as work:
        work.run([tools.nvcc, "scan.cu", "-o", "scan"])
        said, _, status = work.propose("./scan")
        return [] if said == "give the .cu file to have changes proposed" and status == 66 else [f"{status}: {said}"]


def mistakes_of_driver(tools):
    """The driver refuses an edit that it cannot make in one line, with exit status 3."""
    mistakes = []
    with Workplace(tools, {"scan.cu": NO_BRACES}) as work:
        for edit in ("scan.cu:99:1+0=x", "scan.cu:4:3+1=x", "scan.cu:5:90+1=x", "other.cu:5:1+0=x"):
            result = work.run([tools.nvcc, "scan.cu", "--edit", edit, "-o", "scan"])
            if result.returncode != 3 or f"nothing can be edited at {edit.split('+')[0]};" not in result.stderr:
                mistakes.append(f"{edit}: {result.returncode}: {result.stderr}")
        result = work.run([tools.nvcc, "scan.cu", "--edit", "scan.cu:6:3+0=__syncthreads();", "-o", "scan"])
        result = work.run(["./scan"])
        if "no findings" not in result.stderr:
            mistakes.append(f"with a barrier before scan.cu:6: {result.stderr}")
    return mistakes


def tests(tools):
    """(name, function that returns the mistakes) of each test."""
    def verified(name, source, *places, files=None, arguments=()):
        sources = {"scan.cu": source, **(files or {})}
        return name, lambda: mistakes_of_verified(tools, sources, arguments, places)

    def changed(name, source, expected, *rows, **more):
        return name, lambda: mistakes_of_change(tools, source, expected, rows, **more)

    def refused(name, source, *expected, arguments=()):
        return name, lambda: mistakes_of_refusal(tools, {"scan.cu": source}, arguments, expected)

    yield verified("missing_barrier", example("missing_barrier"), "scan.cu:9")
    yield verified("overwritten_in_loop", example("overwritten_in_loop"), "scan.cu:13")
    yield changed("neighbours in a loop", NEIGHBOURS_IN_LOOP, "__syncwarp() before scan.cu:7 and scan.cu:8",
                  "+    __syncwarp();")
    yield verified("transpose_tile", example("transpose_tile"), "scan.cu:9")
    yield verified("reduction_result", example("reduction_result"), "scan.cu:13")
    yield changed("lockstep_warp", example("lockstep_warp"), "__syncwarp() before scan.cu:9", "+  __syncwarp();")
    yield refused("stencil_in_block", example("stencil_in_block"), "which a thread runs once", "atomic operation")
    yield refused("halo_off_by_one", example("halo_off_by_one"), "exits with status 1")
    yield refused("stencil_between_blocks", example("stencil_between_blocks"), "threads of one block only")
    yield refused("same_value_flag has no error", example("same_value_flag"), "no race that a change could end")
    yield verified("a loop that takes a barrier each way", TWO_DIRECTIONS, "scan.cu:8", "scan.cu:9")
    yield verified("two races", TWO_RACES, "scan.cu:6", "scan.cu:8")
    yield verified("statements without braces", NO_BRACES, "scan.cu:6")
    yield changed("a loop without braces", LOOP_WITHOUT_BRACES, "__syncwarp() before scan.cu:9", "+    __syncwarp();")
    yield verified("a lambda", LAMBDA, "scan.cu:5")
    yield refused("a branch", BRANCH, "a barrier before scan.cu:6 is inside the if at scan.cu:4 and is not reached by all threads of the block")
    yield changed("a branch that a warp takes", WARP_IN_BRANCH, "__syncwarp() before scan.cu:6", "+    __syncwarp();")
    yield changed("warps of a block", WARPS_OF_A_BLOCK, "__syncwarp() before scan.cu:5", "+  __syncwarp();")
    for type_name, update, change in (("int", "*sum += a[t];", "atomicAdd(sum, a[t]);"),
                                      ("float", "*sum -= a[t];", "atomicAdd(sum, -(a[t]));"),
                                      ("unsigned", "sum[0] -= a[t];", "atomicSub(&sum[0], a[t]);"),
                                      ("unsigned", "*sum = max(*sum, a[t]);", "atomicMax(sum, a[t]);"),
                                      ("unsigned", "sum[0]++;", "atomicAdd(&sum[0], 1);")):
        source = SUM_OF_BLOCKS.replace("TYPE", type_name).replace("UPDATE", update)
        yield changed(f"{type_name}: {update}", source, "an atomic operation at scan.cu:3", "-  " + update, "+  " + change)
    for type_name, update in (("short", "*sum += a[t];"), ("int", "*sum += a[t] * 0.5f;"), ("int", "*sum *= a[t];")):
        source = SUM_OF_BLOCKS.replace("TYPE", type_name).replace("UPDATE", update)
        yield refused(f"{type_name}: {update}", source, "a barrier orders the threads of one block only",
                      *(["does not compile"] if "+=" in update else []))
    yield changed("a histogram and a queue", HISTOGRAM_AND_QUEUE, "atomic operations at scan.cu:6 and scan.cu:7",
                  "+  atomicAdd(&local[a[t] % 4], 1);", "+  if (a[t] % 2) queue[atomicAdd(&(*tail), 1)] = t;")
    yield changed("streams", STREAMS, "events before scan.cu:13 and scan.cu:15",
                  "+    cudaEventRecord(earlier, work);", "+    cudaStreamWaitEvent(other, earlier, 0);")
    yield changed("streams of two functions", STREAMS_APART, "cudaDeviceSynchronize() before scan.cu:16",
                  "+  cudaDeviceSynchronize();", more=("with an event before scan.cu:16 the program does not compile",))
    yield changed("the host", HOST, "cudaDeviceSynchronize() before scan.cu:7", "+  cudaDeviceSynchronize();")
    yield changed("functions that the kernel calls", FUNCTIONS, "__syncwarp() before scan.cu:12", "+  __syncwarp();")
    yield verified("macros", MACROS, "scan.cu:13")
    yield verified("a template kernel in a header", '#include "rev.cuh"\n' + program("", "lib::rev"), "inc/rev.cuh:9",
                   files={"inc/rev.cuh": HEADER}, arguments=("-I", "inc"))
    yield refused("a barrier that makes the program fail", WRONG_ORDER, "exits with status 9")
    for kernel, removed, algorithm in (("kogge_stone", (0,), None), ("kogge_stone", (1,), "KoggeStone"),
                                       ("kogge_stone", (0, 1), "KoggeStone"), ("blelloch", (0,), "Blelloch"),
                                       ("blelloch", (2,), "Blelloch")):
        yield (f"{kernel} without barriers {removed}",
               lambda kernel=kernel, removed=removed, algorithm=algorithm:
                   mistakes_of_kernel(tools, kernel, removed, algorithm))
    yield "a race that remains", lambda: mistakes_of_partial(tools)
    yield "an executable", lambda: mistakes_of_executable(tools)
    yield "a patch for the folder above", lambda: mistakes_of_patch_elsewhere(tools)
    yield "reports", lambda: mistakes_of_reports(tools)
    yield "an empty patch", lambda: mistakes_of_empty_patch(tools)
    yield "edits that the driver refuses", lambda: mistakes_of_driver(tools)


def main():
    options = argument_parser(__doc__.splitlines()[0]).parse_args()
    tools = Tools(options.build_dir, options.compiler)
    selected = [(name, test) for name, test in tests(tools) if re.search(options.filter, name)]
    tally = Tally()
    with ThreadPoolExecutor(options.parallel) as pool:
        for (name, _), mistakes in zip(selected, pool.map(lambda item: item[1](), selected)):
            tally.add(name, mistakes)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
