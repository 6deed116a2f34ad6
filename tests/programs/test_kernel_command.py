#!/usr/bin/env python3
"""fencepost kernel: every kind of argument, the program it writes, and what it says of mistakes."""

import json
import os
import re
import shutil
import struct
import subprocess
import sys
import time

from harness import ROOT, Skipped, run_tests

SOURCE = """\
#include <cuda_fp16.h>
#include <cstdio>
namespace lib {
__global__ void scan(const float* in, float* out, int n) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  tile[t] = t < n ? in[t] : 0;
  __syncthreads();
  for (int d = 1; d < blockDim.x; d *= 2) {
    if (t >= d) tile[t] += tile[t - d];
    __syncthreads();
  }
  if (t < n) out[t] = tile[t];
}
}  // namespace lib
struct Inner { int low, high; };
struct Params {
  int n;
  float alpha;
  float* data;
  int weights[3];
  Inner limits;
};
__global__ void scale(Params p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= p.n) p.data[i] = p.data[i] * p.alpha + p.weights[2] + p.limits.high;
}
__global__ void by_pointer(const Inner* p, int* out) { out[threadIdx.x] = p->low + p->high; }
template <typename T, int N>
__global__ void add(T* a, const T* b, T x) {
  int i = threadIdx.x;
  if (i < N) a[i] += b[i] * x;
}
__global__ void over(int* a) { a[threadIdx.x] = 1; }
__global__ void over(float* a) { a[threadIdx.x] = 2; }
struct Twice { __device__ int operator()(int x) const { return 2 * x; } };
enum class Mode { kPlain, kNegated };
__global__ void kinds(bool flag, signed char c, unsigned long long big, double d, __half h, Mode mode, Twice twice,
                      double* out) {
  out[0] = flag;
  out[1] = c;
  out[2] = big > 0xffffffffffULL;
  out[3] = d;
  out[4] = __half2float(h);
  out[5] = mode == Mode::kNegated;
  out[6] = twice(21);
}
__global__ void copies(float4* to, const float4* from, unsigned char* bytes, bool* flags, int n) {
  int i = threadIdx.x;
  if (i < n) { to[i] = from[i]; bytes[i] += 1; flags[i] = !flags[i]; }
}
__global__ void raw(const void* in, int* out) { out[threadIdx.x] = static_cast<const int*>(in)[threadIdx.x]; }
__global__ void dynamic(int* out, int* none) {
  extern __shared__ int parts[];
  parts[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (none == nullptr) out[threadIdx.x] = parts[blockDim.x - 1 - threadIdx.x];
}
__global__ void endless(volatile int* a, int n) { for (int i = 1; i != 0; i = (i & 7) + 1) *a = i; }
struct Hidden { private: int x; };
__global__ void hidden(Hidden h) {}
__global__ void rows(float** r) {}
__global__ void sums(const float (*rows)[2][2], float out[][2], int n) {
  int i = threadIdx.x;
  if (i >= n) return;
  out[i][0] = rows[i][0][0] + rows[i][0][1];
  out[i][1] = rows[i][1][0] + rows[i][1][1];
}
int main() { add<float, 3><<<1, 1>>>(nullptr, nullptr, 0); std::printf("never\\n"); }
"""
SCAN = ["--grid", "1", "--block", "64", "--arg", "n=50", "--arg", "in=float[n]:1", "--arg", "out=[n]"]


class Kernel:
    """Runs the command in a folder that has SOURCE as k.cu."""

    def __init__(self, tools, folder):
        self._tools, self.folder = tools, folder
        self.mistakes = []
        self.write("k.cu", SOURCE)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, contents):
        with open(self.path(name), "wb") as file:
            file.write(contents if isinstance(contents, bytes) else contents.encode())

    def run(self, *words, command="kernel"):
        return subprocess.run([self._tools.fencepost, command, *words], cwd=self.folder, env=self._tools.environment(),
                              capture_output=True, text=True, errors="replace", timeout=120, check=False,
                              stdin=subprocess.DEVNULL)

    def expect(self, words, status, *patterns, output=None):
        """A run ends with `status`, says each pattern on standard error, and prints `output`."""
        result = self.run(*words)
        told = f"{' '.join(words)}: "
        if result.returncode != status:
            self.mistakes.append(f"{told}exit status {result.returncode}, not {status}: {result.stderr[-900:]}")
        for pattern in patterns:
            if not re.search(pattern, result.stderr, re.M):
                self.mistakes.append(f"{told}nothing matches /{pattern}/ in:\n{result.stderr[:900]}")
        if output is not None and result.stdout != output:
            self.mistakes.append(f"{told}printed {result.stdout!r}, not {output!r}")
        return result


def test_findings(tools, folder):
    kernel = Kernel(tools, folder)
    result = kernel.expect(["k.cu:scan", *SCAN, "--report", "r.json", "--jobs", "1", "--schedule", "reverse"], 66,
                           r"race on tile\[\d+\] \(shared, 4 bytes\) in lib::scan", r"k\.cu:10",
                           r"first in launch 1 <<<1, 64>>> at k\.cu:4")
    kernel.expect(["k.cu:lib::scan", *SCAN, "--fail-on", "never", "--quiet"], 0)
    with open(kernel.path("r.json"), encoding="utf-8") as file:
        report = json.load(file)
    if report["program"]["file"] != "k.cu" or not report["findings"]:
        kernel.mistakes.append(f"program {report['program']}, {len(report['findings'])} findings")
    if "never" in result.stdout:
        kernel.mistakes.append("the file's main ran")
    # 51 elements are touched.
    kernel.expect(["k.cu:scale", "--grid", "(50 + block - 1) / block", "--block", "32", "--arg",
                   "p={n=50, alpha=2, data=[50]:iota, weights={0, 0, 7}, limits={high=100}}", "--print", "p.data"],
                  66, r"out of bounds on p_data\[50\]",
                  output="p_data[50] = 107 109 111 113 115 117 119 121 … 201 203 205\n")
    kernel.expect(["k.cu:scan", *SCAN[:-1], "out=[n-1]:unset"], 66, r"out of bounds on out\[49\]",
                  r"declared at k\.cu:4|allocated at k\.cu:4")
    return kernel.mistakes


def test_kinds(tools, folder):
    kernel = Kernel(tools, folder)
    launch = ["--grid", "1", "--block", "1"]
    kernel.expect(["k.cu:kinds", *launch, "--arg", "flag=true", "--arg", "c=-5", "--arg", "big=18446744073709551615",
                   "--arg", "d=1e-3", "--arg", "h=0.5", "--arg", "mode=1", "--arg", "out=[7]", "--print", "out"], 0,
                  output="out[7] = 1 -5 1 0.001 0.5 1 42\n")
    kernel.expect(["k.cu:by_pointer", "--grid", "1", "--block", "3", "--arg", "p={low=4, high=38}", "--arg",
                   "out=int[block]", "--print", "out"], 0, output="out[3] = 42 42 42\n")
    kernel.expect(["k.cu:add<float, 4>", "--grid", "1", "--block", "8", "--arg", "a=[4]:iota(start=1,step=2)", "--arg",
                   "b=float[2*2]:10", "--arg", "x=0.5", "--print", "a=all"], 0, output="a[0] = 6 8 10 12\n")
    kernel.expect(["k.cu:over(float *)", "--grid", "1", "--block", "4", "--arg", "a=float[4]", "--print", "a"], 0,
                  output="a[4] = 2 2 2 2\n")
    kernel.expect(["k.cu:copies", "--grid", "1", "--block", "8", "--arg", "n=len(bytes)", "--arg", "to=float4[n]",
                   "--arg", "from=[n]:iota", "--arg", "bytes=[2]:7", "--arg", "flags=bool[n]:true", "--print", "to",
                   "--print", "bytes", "--print", "flags"], 0,
                  output="to[2] = {0, 1, 2, 3} {4, 5, 6, 7}\nbytes[2] = 8 8\nflags[2] = 0 0\n")
    kernel.expect(["k.cu:raw", "--grid", "1", "--block", "3", "--arg", "in=int[3]:iota", "--arg", "out=[3]",
                   "--print", "out"], 0, output="out[3] = 0 1 2\n")
    kernel.expect(["k.cu:dynamic", "--grid", "1", "--block", "4", "--shared", "block * 4", "--arg", "out=[block.x]",
                   "--arg", "none=null", "--print", "out"], 0, output="out[4] = 3 2 1 0\n")
    kernel.expect(["k.cu:over(int *)", "--grid", "2,2", "--block", "4x2", "--arg", "a=[4]"], 0,
                  r"<<<\(2,2\), \(4,2\)>>>")
    # Arrays of arrays: sizes as C++ writes them, or how many of the outer ones.
    for size in ("[n]", "float[n][2][2]"):
        kernel.expect(["k.cu:sums", "--grid", "1", "--block", "4", "--arg", "n=2", "--arg", f"rows={size}:iota", "--arg",
                       "out=[n]", "--print", "out"], 0, output="out[4] = 1 5 9 13\n")
    kernel.expect(["k.cu:sums", "--grid", "1", "--block", "4", "--arg", "n=3", "--arg", "rows=[2]", "--arg", "out=[3]"],
                  66, "out-of-bounds|out of bounds")
    kernel.expect(["k.cu:sums", "--grid", "1", "--block", "4", "--arg", "n=2", "--arg", "rows=[n][3]", "--arg",
                   "out=[n]"], 2, r"give \[n\]\[2\]\[2\], or \[n\] for short")
    kernel.expect(["k.cu:sums", "--grid", "1", "--block", "4"], 2, r"'rows=float\[n\]\[2\]\[2\]:random\(seed=1\)'")
    # The same array twice; contents are a matter of the seed alone.
    first = kernel.run("k.cu:add<int,4>", "--grid", "1", "--block", "4", "--arg", "a=[4]:random(seed=3,max=9)", "--arg",
                       "b=a", "--arg", "x=0", "--print", "a")
    again = kernel.run("k.cu:add<int,4>", "--grid", "1", "--block", "4", "--arg", "a=[4]:random(seed=3,max=9)", "--arg",
                       "b=[4]:random", "--arg", "x=0", "--print", "a")
    if first.stdout != again.stdout or not re.fullmatch(r"a\[4\] =( \d){4}\n", first.stdout):
        kernel.mistakes.append(f"random contents: {first.stdout!r}, {again.stdout!r}: {first.stderr[:500]}")
    return kernel.mistakes


def npy(code, values, letter):
    header = f"{{'descr': '{code}', 'fortran_order': False, 'shape': ({len(values)},), }}"
    return b"\x93NUMPY\x01\x00\x76\x00" + header.ljust(117).encode() + b"\n" + struct.pack(f"<{len(values)}{letter}", *values)


def test_files(tools, folder):
    kernel = Kernel(tools, folder)
    launch = ["k.cu:add<float, 4>", "--grid", "1", "--block", "4", "--arg", "x=1"]
    kernel.write("b.npy", npy("<f4", [1, 2, 3, 4], "f"))
    kernel.write("d.npy", npy("<f8", [1, 2, 3, 4], "d"))
    kernel.write("b.csv", "1.5, 2;3\n\n4e1\n")
    kernel.write("text.csv", "1,2\nx,3\n")
    kernel.write("short.npy", npy("<f4", [1, 2, 3, 4], "f")[:-1])
    kernel.write("none.npy", "hello")
    kernel.expect([*launch, "--arg", "a=[len(b)]", "--arg", "b=b.npy", "--print", "a", "--save", "a=out.npy"], 0,
                  output="a[4] = 1 2 3 4\n")
    with open(kernel.path("out.npy"), "rb") as file:
        if file.read() != npy("<f4", [1, 2, 3, 4], "f"):
            kernel.mistakes.append("--save wrote another file than NumPy would")
    kernel.expect([*launch, "--arg", "a=out.npy", "--arg", "b=float[4]:b.csv", "--print", "a"], 0,
                  output="a[4] = 2.5 4 6 44\n")
    for value, pattern in (("d.npy", r"d\.npy holds float64, the kernel takes float; convert it by .*astype"),
                           ("short.npy", r"short\.npy has less numbers than its header says"),
                           ("none.npy", r"none\.npy is no file of NumPy's"),
                           ("text.csv", r"text\.csv:2: 'x' is no number"),
                           ("away.npy", r"cannot read away\.npy: No such file"),
                           ("[3]:b.csv", r"b\.csv has 4 elements, the array 3")):
        kernel.expect([*launch, "--arg", "a=[4]", "--arg", "b=" + value], 2, "argument b.*" + pattern)
    return kernel.mistakes


def test_program(tools, folder):
    """--main: a program of its own that has the same findings, and that nvcc takes."""
    kernel = Kernel(tools, folder)
    words = ["k.cu:scan", *SCAN, "--print", "out"]
    first = kernel.expect([*words, "--main", "out.cu", "--format", "json"], 66)
    second = kernel.run("out.cu", "--format", "json", command="run")
    findings = [[(f["kind"], f.get("element"), f["accesses"][0]["location"]["line"], f["occurrences"])
                 for f in json.loads(run.stderr)["findings"]] for run in (first, second)]
    if findings[0] != findings[1] or first.stdout != second.stdout or not findings[0]:
        kernel.mistakes.append(f"--main: {findings[0]} and {findings[1]}; {first.stdout!r} and {second.stdout!r}")
    kernel.expect([*words, "--main", "away/out.cu"], 2, "cannot write away/out.cu: No such file")
    kernel.expect([*words, "--main", "k.cu"], 2, "--main k.cu is the kernel's own file")
    with open(kernel.path("k.cu"), encoding="utf-8") as file:
        if file.read() != SOURCE:
            kernel.mistakes.append("--main wrote over the kernel's file")
    nvcc = shutil.which("nvcc", path=os.environ.get("PATH", "") + os.pathsep + "/usr/local/cuda/bin")
    if nvcc is None:
        return kernel.mistakes or Skipped("nvcc is not installed; all but that is as it should be")
    for name, more in (("out.cu", words),
                       ("two.cu", ["k.cu:copies", "--grid", "1", "--block", "8", "--arg", "n=2", "--arg", "to=[n]", "--arg",
                                   "from=[n]:random", "--arg", "bytes=[n]:iota", "--arg", "flags=[n]:random", "--print",
                                   "to", "--cooperative", "--shared", "65536"])):
        kernel.run(*more, "--main", name)
        result = subprocess.run([nvcc, "-std=c++17", "-arch=sm_90", "-c", name, "-o", "out.o"], cwd=kernel.folder,
                                capture_output=True, text=True, check=False)
        if result.returncode != 0:
            kernel.mistakes.append(f"nvcc of {name}: {result.stderr[:1500]}")
    return kernel.mistakes


def test_missing(tools, folder):
    kernel = Kernel(tools, folder)
    kernel.expect(["k.cu:scan"], 2, r"lacks --grid, --block, in, out, n:",
                  r"^  __global__ void scan\(const float \*in, float \*out, int n\)   k\.cu:4$",
                  r"--arg 'in=float\[n\]:random\(seed=1\)'", r"--arg 'out=float\[n\]'$", r"--arg n=1024")
    kernel.expect(["k.cu:scan", *SCAN[:-2]], 2, "the kernel lacks out:")
    kernel.expect(["k.cu"], 2, "say which kernel", r"lib::scan", r"by_pointer")
    kernel.expect(["k.cu:over", *SCAN[:4]], 2, "several kernels are called over", r"'k\.cu:over\(int \*\)'",
                  r"'k\.cu:over\(float \*\)'")
    kernel.expect(["k.cu:scann"], 2, "no kernel scann; did you mean scan")
    kernel.expect(["k.cu:add"], 2, "add is a template", r"the file itself launches 'k\.cu:add<float, 3>'")
    kernel.expect(["k.cu:add<flot, 3>"], 2, r"<flot, 3> does not fit template <typename T, int N>", "flot")
    kernel.expect(["k.cu:scan<3>"], 2, "scan is no template")
    kernel.expect(["away.cu:scan"], 2, r"away\.cu: no such file")
    kernel.expect([], 2, r"FILE\.cu:NAME")
    kernel.write("none.cu", "int main() {}\n")
    kernel.expect(["none.cu:scan"], 2, r"none\.cu has no kernel")
    kernel.write("bad.cu", "__global__ void bad(int* a) { *a = nothing; }\n")
    kernel.expect(["bad.cu:bad"], 3, r"bad\.cu:1:.*'nothing'")
    kernel.expect(["k.cu:hidden", *SCAN[:4], "--arg", "h={x=1}"], 2, "has private members")
    kernel.expect(["k.cu:rows", *SCAN[:4], "--arg", "r=[3]"], 2, "arrays of float \\* cannot be given")
    return kernel.mistakes


def test_bad_values(tools, folder):
    kernel = Kernel(tools, folder)
    for name, value, pattern in (
            ("n", "1.5", "no whole number"), ("n", "3000000000", "does not fit into int"), ("n", "n", "to find n itself"),
            ("n", "4/0", "divides by zero"), ("n", "10 % (5 - 5)", "divides by zero"), ("n", "m", "nothing is called m"),
            ("n", "len(in)", "to find|itself"), ("n", "(" * 200, "lacks|deep"), ("n", "2 *", "lacks a number"),
            ("n", "99999999999999999999", "beyond 64 bits"), ("n", "{1}", "is of type int, not"),
            ("n", "", "lacks a value"), ("in", "float[-1]", "is -1; give 0 or more"),
            ("in", "float[1000000000000000000]", "too many for this machine"),
            ("in", "float[4000000000 * 4000000000]", "beyond 64 bits"),
            ("in", "float[4000000000, 8000000000]", "beyond 64 bits"),
            ("in", "int[n]", "is an array of float, not of int"), ("in", "[n", "lacks '\\]'"),
            ("in", "[n]:whatever", "nothing is called whatever"), ("in", "[n]:random(sed=1)", "'sed=1' is not known"),
            ("in", "[n]:random(seed=-1)", "seed is 0 to"), ("in", "[n]:random(min=3, max=2)", "min is above max"),
            ("in", "[]", "lacks a size"), ("in", "7", "not '7'; give float\\[n\\]"), ("in", "{x=1}", "give float\\[n\\]")):
        values = {"n": "50", "in": "float[n]:1", "out": "[50]", name: value}
        words = [word for each in values.items() for word in ("--arg", "=".join(each))]
        result = kernel.expect(["k.cu:scan", *SCAN[:4], *words], 2, pattern)
        if "error:" not in result.stderr or "terminate" in result.stderr:
            kernel.mistakes.append(f"{name}={value}: {result.stderr[:400]}")
    for words, pattern in ((["--block", "2048"], "1 to 1024"), (["--block", "64,32"], "2048 threads"),
                           (["--grid", "0"], "0 is not valid"), (["--grid", "1,1,1,1"], "more than three"),
                           (["--grid", "block", "--block", "grid"], "to find itself"), (["--shared", "-1"], "-1 bytes"),
                           (["--print", "n"], "no argument that is an array"), (["--save", "out=x.txt"], "FILE.npy"),
                           (["--arg", "m=1"], "no parameter m"), (["--arg", "n=2"], "given twice"),
                           (["--jobs", "x"], "--jobs"), (["--frobnicate"], "frobnicate"),
                           (["-c"], "compiler option -c would keep k.cu"), (["-frobnicate"], "unknown option")):
        kernel.expect(["k.cu:scan", *SCAN, *words], 2, pattern)
    return kernel.mistakes


def test_ends(tools, folder):
    """Endless kernels end by --timeout, and by an interrupt with a report."""
    kernel = Kernel(tools, folder)
    words = ["k.cu:endless", "--grid", "1", "--block", "1", "--arg", "a=[1]", "--arg", "n=1"]
    kernel.expect([*words, "--timeout", "1"], 124, "--timeout of 1 s ran out")
    process = subprocess.Popen([tools.fencepost, "kernel", *words], cwd=kernel.folder, env=tools.environment(),
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True)
    time.sleep(3)  # It was compiled before.
    process.send_signal(2)
    _, errors = process.communicate(timeout=60)
    if process.returncode != 130 or "interrupted" not in errors:
        kernel.mistakes.append(f"an interrupt: exit status {process.returncode}: {errors[:600]}")
    return kernel.mistakes


def test_scans(tools, folder):
    """A kernel of kernels/, in a header that the file includes: wrong at a size that it is not made for."""
    kernel = Kernel(tools, folder)
    for size, output in ((8, "Output[0] = 0 0 1 3 6 10 15 21\n"), (33, None)):
        source = os.path.join(ROOT, "kernels", "blelloch.cu")
        result = kernel.expect([f"{source}:scan_block<Blelloch, int, Sum<int>>", "--grid", "1", "--block", str(size),
                                "--arg", f"N={size}", "--arg", "Output=int[N]:iota", "--print", "Output=all"], 0,
                               f"{size} threads, .* no findings", output=output)
        if size == 33 and result.stdout.startswith("Output[0] = 0 0 1 3"):
            kernel.mistakes.append("33 elements are right, too")
    return kernel.mistakes


PART = """int elsewhere(int);
extern int setting;
__global__ void k(int* p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] = i;
}
void launch(int* p, int n) { k<<<(n + 255) / 256, 256>>>(p, elsewhere(n) + setting); }
"""


def test_part(tools, folder):
    """What host code wants of the program's other files is not missed."""
    kernel = Kernel(tools, folder)
    kernel.write("part.cu", PART)
    words = ["--grid", "2", "--block", "32", "--arg", "n=60", "--arg", "p=int[64]"]
    kernel.expect(["part.cu:k", *words, "--print", "p"], 0, "no findings",
                  output="p[64] = 0 1 2 3 4 5 6 7 … 0 0 0\n")
    kernel.write("called.cu", PART + "int at_start = elsewhere(1);\n")
    kernel.expect(["called.cu:k", *words], 3, r"undefined symbol: elsewhere\(int\)|undefined reference to .elsewhere\(int\)")
    return kernel.mistakes


TESTS = [test_findings, test_kinds, test_files, test_program, test_missing, test_bad_values, test_ends, test_scans,
         test_part]


if __name__ == "__main__":
    sys.exit(run_tests(TESTS, __doc__))
