#!/usr/bin/env python3
"""Bad input of the command line tools: each mistake has its message and its exit status."""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

from harness import Tally, Tools, argument_parser

KERNEL = "__global__ void k(int* data) {\n  data[threadIdx.x] = threadIdx.x;\n}\n"
GOOD = KERNEL + """
int main() {
  int* data;
  cudaMalloc(&data, 32 * sizeof(int));
  k<<<1, 32>>>(data);
  return cudaDeviceSynchronize();
}
"""
RACY = GOOD.replace("data[threadIdx.x] =", "data[0] =")
HOST_POINTER = KERNEL + "int main() { int data[32]; k<<<1, 32>>>(data); return cudaDeviceSynchronize() != 0; }\n"
NULL_POINTER = KERNEL + "int main() { k<<<1, 32>>>(nullptr); return cudaDeviceSynchronize() != 0; }\n"
ENDLESS = "__global__ void k(volatile int* stop) {\n  while (*stop == 0) {\n    stop[1] += 1;\n  }\n}\n" + """
int main() {
  int* stop;
  cudaMallocManaged(&stop, 2 * sizeof(int));
  stop[0] = stop[1] = 0;
  k<<<1, 1>>>(stop);
  return cudaDeviceSynchronize() != cudaSuccess;
}
"""
# Each word is accessed by a block of its own, in no order that would be one record: all are kept.
HUNGRY = """__global__ void k(unsigned* words, unsigned n, unsigned rounds) {
  for (unsigned i = 0; i < rounds; ++i) words[(blockIdx.x * 4099u + i * 2654435761u) % n] = i;
}
int main() {
  const unsigned n = 1u << 27;
  unsigned* words;
  cudaMalloc(&words, n * sizeof(unsigned));
  k<<<64, 32>>>(words, n, 1u << 24);
  return cudaDeviceSynchronize() != cudaSuccess;
}
"""
# All accesses of a kernel with fences are kept; behind the first launch the process may not grow by what those of the second take.
FULL = """#include <sys/resource.h>
#include <fstream>
__global__ void k(unsigned* words, unsigned rounds) {
  __threadfence();
  for (unsigned i = 0; i < rounds; ++i) words[(blockIdx.x * 32 + threadIdx.x) * 512 + i % 512] = i;
}
int main() {
  unsigned* words;
  cudaMalloc(&words, 1 << 22);
  k<<<64, 32>>>(words, 1);
  cudaDeviceSynchronize();
  rlim_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const rlim_t bytes = pages * 4096 + (rlim_t{64} << 20);
  const rlimit limit = {bytes, bytes};
  setrlimit(RLIMIT_AS, &limit);
  k<<<64, 32>>>(words, 1u << 16);
  return cudaDeviceSynchronize() != cudaSuccess;
}
"""
STACK_OVERFLOW = """__device__ int down(int n) {
  volatile int frame[64] = {n};
  return n < 0 ? 0 : down(n + 1) + frame[n % 64];
}
__global__ void k(int* out) { *out = down(0); }
int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  k<<<1, 1>>>(out);
  return cudaDeviceSynchronize() != cudaSuccess;
}
"""
# After its kernel, the host part gets a signal.
HOST_DEREFERENCE = GOOD.replace("return cudaDeviceSynchronize();",
                                "cudaDeviceSynchronize();\n  volatile int* p = nullptr;\n  return *p;")
HOST_SIGNAL = "#include <csignal>\n" + GOOD.replace("return cudaDeviceSynchronize();",
                                                    "cudaDeviceSynchronize();\n  raise(SIGSEGV);\n  return 0;")
OUT_OF_MEMORY = """#include <cstdio>
int main() {
  void* data;
  cudaError_t error = cudaMalloc(&data, size_t(1) << 50);
  if (error != cudaSuccess) fprintf(stderr, "no: %s\\n", cudaGetErrorString(error));
  return error == cudaErrorMemoryAllocation ? 5 : 0;
}
"""
def refused_group(call: str) -> str:
    return ("#include <cooperative_groups.h>\n#include <cuda/barrier>\n__global__ void k() {\n" + call + "\n}\n" +
            "int main() { k<<<1, 1>>>(); }\n")


ARCH_IN_PARAMETERS = """struct S {
#ifdef __CUDA_ARCH__
  int a;
#else
  long a;
#endif
};
__global__ void k(S s) {}
int main() { k<<<1, 1>>>(S()); }
"""
MANY_PARAMETERS = """struct Large { int values[9188]; };
__global__ void k(Large large, int* out) { *out = large.values[0]; }
int main() { k<<<1, 1>>>({}, nullptr); }
"""
CLUSTER = """int main();
__global__ void __cluster_dims__(2, 0, 1) k() {}
int main() { k<<<2, 1>>>(); }
"""
BLOCK_SIZE = """int main();
__global__ void __block_size__((32, 1, 1), (2, 1, 1)) k() {}
int main() { k<<<2, 32>>>(); }
"""
MTGP32 = """#include <curand_kernel.h>
__global__ void k(curandStateMtgp32* state) {}
int main() {}
"""
PTX = """__global__ void k(unsigned* out) {
  unsigned lane;
  asm volatile("mov.u32 %0, %%pm0;" : "=r"(lane));
  *out = lane;
}
int main() { k<<<1, 1>>>(nullptr); }
"""


def refused_call(call, include=""):
    """A program that makes a call that Fencepost does not have, on line 4."""
    return f"{include}\n__global__ void k() {{}}\nint main() {{\n  {call};\n}}\n"


TRIGGERS = """__global__ void k(int* p) { *p = 1; }
int main() {
  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeProgrammaticEvent;
  attribute.val = {};
  cudaLaunchConfig_t config = {2, 1, 0, 0, &attribute, 1};
  cudaLaunchKernelEx(&config, k, nullptr);
}
"""
SYNTAX = "__global__ void k(int* data) {\n  data[0] = 1\n}\nint main() { k<<<1, 1>>>(nullptr); }\n"
SYNTAX_IN_LAUNCH = KERNEL + "int main() {\n  int* data;\n  k<<<1, 32>>>(data, 5);\n}\n"
UNCLOSED_LAUNCH = KERNEL + "int main() {\n  k<<<1, 32>>(nullptr);\n}\n"
NO_MAIN = KERNEL
NO_KERNEL = "int main() { return 0; }\n"
NO_LAUNCH = KERNEL + "int main(int argc, char**) {\n  if (argc > 1) k<<<1, 1>>>(nullptr);\n  return 7;\n}\n"
LIBRARY_ALONE = r"""#include <cublas_v2.h>
int main() {
  cublasHandle_t handle;
  cublasCreate(&handle);
  float *x, *y, two = 2;
  cudaMalloc(&x, 8);
  cudaMalloc(&y, 8);
  cudaMemset(x, 0, 8);
#ifdef RIGHT
  cudaMemset(y, 0, 8);
#endif
  cublasSaxpy(handle, 2, &two, x, 1, y, 1);
  return cudaDeviceSynchronize();
}
"""
ERROR_DIRECTIVE = KERNEL + '#error "no such luck"\n'
MISSING_INCLUDE = '#include "nowhere.h"\n' + GOOD


class Case:
    """A command, and what must come of it.

    `command` is run in a folder that holds `source` as app.cu; "fencepost" and "fencepost-nvcc" stand for the tools,
    "./app" for the compiled program. `stderr` patterns must all match. `kinds` are the finding kinds that the report
    report.json must hold; None if there must be no report, so that `command` need not ask for one.
    """

    def __init__(self, name, source, command, exit_status, *stderr, options="", kinds=None, interrupt=0):
        self.name, self.source, self.command, self.exit_status = name, source, command.split(), exit_status
        self.stderr, self.options, self.kinds, self.interrupt = stderr, options, kinds, interrupt


REPORT = "--report report.json"
INTERLEAVED = """#include <cuda.h>
int main() {
  CUtensorMap map;
  const cuuint64_t size[] = {16, 8, 2}, stride[] = {32, 256};
  const cuuint32_t box[] = {8, 8, 1}, steps[] = {1, 1, 1};
  void* tensor;
  cudaMalloc(&tensor, 512);
  return cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_UINT16, 3, tensor, size, stride, box, steps,
                                CU_TENSOR_MAP_INTERLEAVE_16B, CU_TENSOR_MAP_SWIZZLE_NONE,
                                CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}
"""
CASES = [
    # fencepost-nvcc
    Case("nvcc: no argument", None, "fencepost-nvcc", 2, r"fencepost-nvcc: .*(input|file)"),
    Case("nvcc: missing file", None, "fencepost-nvcc nowhere.cu -o app", 2, r"nowhere\.cu",
         r"no such file|does not exist"),
    Case("nvcc: unknown option", GOOD, "fencepost-nvcc --frobnicate app.cu -o app", 2, r"--frobnicate"),
    Case("nvcc: option without its value", GOOD, "fencepost-nvcc app.cu -o", 2, r"-o"),
    Case("nvcc: unknown kind of file", GOOD, "fencepost-nvcc app.cu picture.png -o app", 2, r"picture\.png"),
    Case("nvcc: empty file", "", "fencepost-nvcc app.cu -o app", 3, r"main"),
    Case("nvcc: no main", NO_MAIN, "fencepost-nvcc app.cu -o app", 3, r"main"),
    Case("nvcc: a graph with conditions", refused_call("cudaGraphConditionalHandle h; cudaGraphConditionalHandleCreate_v2(&h, 0)"),
         "fencepost-nvcc -Werror=unsupported app.cu -o app", 3, r"app\.cu:4(:\d+)?: .*cudaGraphConditionalHandleCreate_v2 is not supported"),
    Case("nvcc: a device function that returns nothing", "__device__ int f(int x) { if (x) return 1; }\n", "fencepost-nvcc -c app.cu", 0,
         r"app.cu:1:\d+: warning: non-void function does not return a value"),
    Case("nvcc: a version of CUDA that is not known", GOOD, "fencepost-nvcc --cuda-version=11.4 app.cu -o app", 2,
         r"unknown version '11\.4' in --cuda-version; use 12\.8 or 13\.0"),
    Case("nvcc: a __shared__ variable with an initialiser", "struct A { int x; __device__ A() : x(1) {} };\n"
         "__global__ void k(int* p) { __shared__ A a{}; *p = a.x; }\n", "fencepost-nvcc -c app.cu", 3,
         r"app.cu:2:\d+: error: initialization is not supported for __shared__ variables"),
    Case("nvcc: a __shared__ variable with a constructor", "struct A { int x; __device__ A() : x(1) {} };\n"
         "__global__ void k(int* p) { __shared__ A a; *p = a.x; }\n", "fencepost-nvcc -c app.cu", 0,
         r"app.cu:2:\d+: warning: 'a' is not initialised"),
    Case("nvcc: a number made narrower", "struct Extent {\n  const int& width;\n};\nint area(unsigned long n) {\n"
         "  return Extent{n}.width;\n}\nint main() { return area(4) - 4; }\n",
         "fencepost-nvcc app.cu -o app", 0, r"app\.cu:5(:\d+)?: warning: .*narrowed"),
    Case("nvcc: a launch of CUDA 6", refused_call("cudaConfigureCall(1, 1)"), "fencepost-nvcc -Werror=unsupported app.cu -o app", 3,
         r"app\.cu:4(:\d+)?: .*cudaConfigureCall is not supported by Fencepost"),
    Case("nvcc: a launch on several devices", refused_call("cudaLaunchCooperativeKernelMultiDevice(0, 1)"),
         "fencepost-nvcc -Werror=unsupported app.cu -o app", 3, r"app\.cu:4(:\d+)?: .*MultiDevice is not supported by Fencepost"),
    Case("nvcc: external memory", refused_call("cudaExternalMemoryHandleDesc d"), "fencepost-nvcc app.cu -o app", 3,
         r"app\.cu:4(:\d+)?: .*cudaExternalMemoryHandleDesc is not supported by Fencepost"),
    Case("nvcc: what the driver API lacks", refused_call("cuGetExportTable(0, 0)", "#include <cuda.h>"),
         "fencepost-nvcc -Werror=unsupported app.cu -o app -lcuda", 3, r"app\.cu:4(:\d+)?: .*cuGetExportTable is not supported"),
    Case("program: what the driver API lacks", refused_call("cuGetExportTable(0, 0)", "#include <cuda.h>"), "./app", 3,
         r"fencepost: error: .*app\.cu:4: cuGetExportTable is not supported"),
    Case("program: a launch with an event", TRIGGERS, "./app", 3,
         r"fencepost: error: .*app\.cu:7: an event that blocks of a launch trigger .*ProgrammaticEvent.* is not supported"),
    Case("program: an interleaved tensor", INTERLEAVED, "./app", 3,
         r"fencepost: error: .*app\.cu:8: an interleaved tensor map \(cuTensorMapEncodeTiled\) is not supported"),
    Case("nvcc: syntax error", SYNTAX, "fencepost-nvcc app.cu -o app", 3, r"app\.cu:[23]:\d+: error"),
    Case("nvcc: wrong arguments of a launch", SYNTAX_IN_LAUNCH, "fencepost-nvcc app.cu -o app", 3,
         r"app\.cu:6:\d+: error"),
    Case("nvcc: broken launch", UNCLOSED_LAUNCH, "fencepost-nvcc app.cu -o app", 3, r"app\.cu:5(:\d+)?: error"),
    Case("nvcc: #error", ERROR_DIRECTIVE, "fencepost-nvcc app.cu -o app", 3, r"app\.cu:4:\d+: error: .*no such luck"),
    Case("nvcc: missing include", MISSING_INCLUDE, "fencepost-nvcc app.cu -o app", 3, r"app\.cu:1:\d+: .*nowhere\.h"),
    Case("nvcc: a parameter with an error in its class", "struct Part { Missing inner; };\n"
         "struct Whole { Part parts[2]; };\n__global__ void k(Whole whole);\n", "fencepost-nvcc -c app.cu", 3,
         r"app\.cu:1:\d+: error: .*Missing"),
    Case("nvcc: the grid's barrier in two parts", refused_group("(void)cooperative_groups::this_grid().barrier_arrive();"),
         "fencepost-nvcc app.cu -o app", 3, r"app\.cu:4(:\d+)?: .*barrier_arrive is not supported by Fencepost"),
    Case("nvcc: MTGP32", MTGP32, "fencepost-nvcc app.cu -o app", 3,
         r"app\.cu:2:\d+: .*MTGP32 generators are not supported by Fencepost"),
    Case("nvcc: inline PTX", PTX, "fencepost-nvcc -Werror=unsupported app.cu -o app", 3, r"app\.cu:3(:\d+)?: .*PTX"),
    Case("nvcc: parameters that depend on __CUDA_ARCH__", ARCH_IN_PARAMETERS, "fencepost-nvcc app.cu -o app", 3,
         r"app\.cu:8(:\d+)?: error: .*__CUDA_ARCH__"),
    Case("nvcc: too many parameters", MANY_PARAMETERS, "fencepost-nvcc app.cu -o app", 3,
         r"app\.cu:2(:\d+)?: error: the parameters of this kernel take 36,?760 bytes; CUDA's limit is 32764"),
    Case("nvcc: __cluster_dims__", CLUSTER, "fencepost-nvcc app.cu -o app", 3,
         r"app\.cu:2(:\d+)?: error: __cluster_dims__ takes one to three positive constants"),
    Case("nvcc: __block_size__ with clusters", BLOCK_SIZE, "fencepost-nvcc app.cu -o app", 3,
         r"app\.cu:2(:\d+)?: error: __block_size__ .* not supported by Fencepost"),
    Case("nvcc: unknown architecture", GOOD, "fencepost-nvcc -arch=sm_fast app.cu -o app", 2, r"sm_fast", r"sm_90"),
    Case("nvcc: GPU code", GOOD, "fencepost-nvcc -ltoir app.cu", 2, r"-ltoir is not supported by Fencepost"),
    Case("nvcc: unwritable output", GOOD, "fencepost-nvcc app.cu -o nowhere/app", 3, r"nowhere/app|nowhere"),
    # fencepost
    Case("fencepost: no command", None, "fencepost", 2, r"."),
    Case("fencepost: unknown command", None, "fencepost frobnicate", 2, r"frobnicate"),
    Case("fencepost: unknown option", None, "fencepost --frobnicate", 2, r"--frobnicate"),
    Case("explain: unknown kind", None, "fencepost explain frobnicate", 2, r"frobnicate", r"race"),
    Case("run: no file", None, "fencepost run", 2, r"(?i)file"),
    Case("run: missing file", None, "fencepost run nowhere.cu", 2, r"nowhere\.cu", r"no such file|does not exist"),
    Case("run: unknown option", GOOD, "fencepost run --frobnicate app.cu", 2, r"--frobnicate"),
    Case("run: bad value", GOOD, "fencepost run --schedule sideways app.cu", 2, r"--schedule", r"sideways", r"forward"),
    Case("run: bad number", GOOD, "fencepost run --jobs many app.cu", 2, r"--jobs", r"many"),
    Case("run: unknown report format", GOOD, "fencepost run --report report.pdf app.cu", 2, r"report\.pdf", r"\.json"),
    Case("run: unwritable report", GOOD, "fencepost run --report nowhere/report.json app.cu", 2,
         r"nowhere/report\.json"),
    Case("run: missing suppressions", GOOD, "fencepost run --suppressions nowhere.txt app.cu", 2, r"nowhere\.txt",
         r"No such file"),
    Case("run: a folder of suppressions", GOOD, "fencepost run --suppressions . app.cu", 2, r"(?i)is a directory"),
    Case("run: malformed suppressions", GOOD, "fencepost run --suppressions app.cu app.cu", 2, r"app\.cu:1:1: ",
         r"no kind of finding is called '__global__'"),
    Case("run: unknown check", GOOD, "fencepost run --check race,speed app.cu", 2, r"--check", r"race,speed",
         r"race, memory, init, sync"),
    Case("run: no such kernel", GOOD, "fencepost run --kernel nope app.cu", 4, r"no kernel's name matches --kernel nope",
         r"launched were k\b"),
    Case("run: unknown level", GOOD, "fencepost run --fail-on info app.cu", 2, r"--fail-on", r"error, warning or never"),
    Case("run: exit code too large", GOOD, "fencepost run --error-exitcode 256 app.cu", 2, r"--error-exitcode", r"255"),
    Case("run: no runs", GOOD, "fencepost run --runs 0 app.cu", 2, r"--runs", r"'0'", r"from 1 to 1000000"),
    Case("run: runs without a number", GOOD, "fencepost run --runs many app.cu", 2, r"--runs", r"many"),
    Case("run: runs without a value", GOOD, "fencepost run app.cu --runs", 2, r"--runs needs a value"),
    Case("run: runs of another schedule", GOOD, "fencepost run --runs 3 --schedule reverse app.cu", 2, r"--runs",
         r"--schedule random"),
    Case("run: runs of several jobs", GOOD, "fencepost run --runs 3 --jobs 4 app.cu", 2, r"--runs", r"--jobs"),
    Case("run: runs and proposals", GOOD, "fencepost run --runs 3 --propose app.cu", 2, r"--propose", r"--runs"),
    Case("run: runs and a profile", GOOD, "fencepost run --runs 3 --profile app.cu", 2, r"--profile", r"--runs"),
    Case("run: runs that do not compile", SYNTAX, "fencepost run --runs 3 app.cu", 3, r"app\.cu:[23]:\d+: error"),
    Case("run: runs with an unwritable report", GOOD, "fencepost run --runs 3 --report nowhere/report.json app.cu", 2,
         r"nowhere/report\.json"),
    Case("run: runs of a racy program", RACY, f"fencepost run {REPORT} --runs 3 app.cu", 66, r"in each of 3 runs",
         kinds=["race"]),
    Case("run: empty file", "", "fencepost run app.cu", 3, r"main"),
    Case("run: syntax error", SYNTAX, "fencepost run app.cu", 3, r"app\.cu:[23]:\d+: error"),
    Case("run: inline PTX", PTX, f"fencepost run {REPORT} app.cu", 66, r"app\.cu:3", r"inline PTX", kinds=["unsupported"]),
    Case("run: no kernel in the file", NO_KERNEL, "fencepost run app.cu", 4, r"(?i)no kernel was launched"),
    Case("run: nothing launched", NO_LAUNCH, "fencepost run app.cu", 4, r"(?i)no kernel was launched"),
    Case("run: a library alone", "#define RIGHT\n" + LIBRARY_ALONE, f"fencepost run {REPORT} app.cu", 0,
         r"0 launches, .* 1 library operation checked: no findings", kinds=[]),
    Case("run: a library alone, with a finding", LIBRARY_ALONE, f"fencepost run {REPORT} app.cu", 66,
         r"cublasSaxpy reads its y", kinds=["uninitialized-read"]),
    Case("run: nothing launched, allowed", NO_LAUNCH, "fencepost run --allow-no-launch app.cu", 7),
    Case("run: out of device memory", OUT_OF_MEMORY, "fencepost run --allow-no-launch app.cu", 5, r"no: out of memory"),
    Case("run: a clean program", GOOD, f"fencepost run {REPORT} app.cu", 0, kinds=[]),
    Case("run: a racy program", RACY, f"fencepost run {REPORT} app.cu", 66, r"app\.cu:2", kinds=["race"]),
    Case("run: host pointer", HOST_POINTER, f"fencepost run {REPORT} app.cu", 66, r"app\.cu:2",
         kinds=["invalid-address"]),
    Case("run: null pointer", NULL_POINTER, f"fencepost run {REPORT} app.cu", 66, r"app\.cu:2",
         kinds=["invalid-address"]),
    Case("run: stack overflow", STACK_OVERFLOW, f"fencepost run {REPORT} app.cu", 66, r"app\.cu:[1-4]", r"(?i)stack",
         kinds=["crash"]),
    Case("run: endless kernel", ENDLESS, f"fencepost run {REPORT} --timeout 1 app.cu", 124, r"app\.cu:[23]", r"(?i)time",
         kinds=["timeout"]),
    Case("run: all memory that it may take", HUNGRY, f"fencepost run {REPORT} --memory-limit 300M --check memory app.cu", 66,
         r"error: memory runs out: this process takes 0\.[3-9] of [0-9.]+ GiB, and [0-9.]+ GiB are left; take smaller",
         r"app\.cu:2 ", r"the memory that the program may take is used up", kinds=["crash"]),
    Case("run: memory that cannot grow", FULL, f"fencepost run {REPORT} app.cu", 66,
         r"error: memory runs out: this process takes [0-9.]+ of [0-9.]+ GiB", r"memory ran out: this is what was found",
         kinds=[]),
    # The first wrong word is named, and the nearest option.
    Case("words: a slip of the pen", GOOD, "fencepost run --reprot x app.cu", 2,
         r"(?m)unknown option --reprot; did you mean --report\?$"),
    Case("words: one dash", GOOD, "fencepost run -jobs 3 app.cu", 2, r"unknown option -jobs; did you mean --jobs\?"),
    Case("words: an option of others", GOOD, "fencepost run -j 3 app.cu", 2, r"unknown option -j; did you mean --jobs\?"),
    Case("words: a negative number", GOOD, "fencepost run --jobs -3 app.cu", 2, r"--jobs: '-3' is not valid"),
    Case("words: an argument of the program", GOOD, "fencepost run app.cu 40", 2,
         r"unexpected argument 40; arguments of the program come after --"),
    Case("words: two files", GOOD, "fencepost run app.cu b.cu", 2, r"unexpected argument b\.cu; .* fencepost-nvcc"),
    Case("words: the first of two mistakes", GOOD, "fencepost run --jobs many --reprot x app.cu", 2, r"--jobs: 'many'"),
    Case("words: the first of two other mistakes", GOOD, "fencepost run --reprot x --jobs many app.cu", 2, r"--reprot"),
    Case("words: an option for a value", GOOD, "fencepost run --seed --quiet app.cu", 2,
         r"--seed needs a value, and --quiet is an option"),
    Case("words: a flag with a value", GOOD, "fencepost run --quiet=very app.cu", 2, r"'very' is no value of --quiet"),
    Case("words: another flag with a value", GOOD, "fencepost run --contracts=many app.cu", 2,
         r"--contracts: 'many' is not valid; give strict"),
    Case("words: an option before the command", GOOD, "fencepost --jobs 3 run app.cu", 2,
         r"--jobs comes after the command"),
    Case("words: no command", GOOD, "fencepost app.cu", 2, r"did you mean fencepost run app\.cu\?"),
    Case("words: a misspelt command", GOOD, "fencepost rnu app.cu", 2, r"unknown command rnu; did you mean run\?"),
    *(Case(f"words: of {command}", GOOD, f"fencepost {command} --{wrong} app.cu", 2,
           f"unknown option --{wrong}; did you mean --{right}\\?")
      for command, wrong, right in (("sweep", "blcks", "blocks"), ("permissions", "frmat", "format"),
                                    ("prove", "lst", "list"), ("contracts", "jsn", "json"), ("report", "outptu", "output"),
                                    ("diff", "jsno", "json"), ("toolkit", "clang", "clangd"), ("cache", "clera", "clear"))),
    Case("words: too many", GOOD, "fencepost diff a.json b.json c.json", 2,
         r"unexpected argument c\.json; see 'fencepost diff --help'"),
    Case("words: of nvcc", GOOD, "fencepost-nvcc --contract app.cu", 2,
         r"unknown option '--contract'; did you mean --contracts\?"),
    Case("words: in FENCEPOST_OPTIONS", GOOD, "fencepost run app.cu", 2,
         r"unknown option --reprot; did you mean --report\? \(in FENCEPOST_OPTIONS\)", options="--reprot x"),
    Case("words: an open quotation", GOOD, "fencepost run --nvcc-args ' app.cu", 2,
         r"--nvcc-args: a quotation in .* is not closed"),
    # What keeps the compiler from making a program.
    *(Case(f"run: {words}", GOOD, f"fencepost run {words} app.cu", 2,
           f"compiler option {words.split()[0]} would keep app.cu from being compiled and run")
      for words in ("-o other", "-c", "-E", "-run")),
    Case("run: the same in --nvcc-args", GOOD, "fencepost run --nvcc-args -c app.cu", 2, r"compiler option -c would keep"),
    Case("run: values of the compiler's options", GOOD, "fencepost run -maxrregcount 32 -Xptxas -O3 app.cu", 0),
    Case("run: an option twice", GOOD, "fencepost run --runs 2 --runs 3 app.cu", 0, r"3 runs"),
    Case("run: a folder for a report", GOOD, "fencepost run --report json:. app.cu", 2,
         r"cannot write report \.: Is a directory"),
    Case("sweep: two variables", GOOD, f"fencepost sweep app.cu --arg N=1..2 --arg M=3..4 --results r {REPORT}", 0,
         r"4 runs", kinds=[]),
    Case("sweep: half a range", GOOD, "fencepost sweep app.cu --arg N=1..", 2,
         r"the range 1\.\. needs both ends, as 1\.\.64"),
    Case("sweep: results in a file", GOOD, "fencepost sweep app.cu --arg N=1 --results app.cu", 2,
         r"Not a directory; give another --results"),
    Case("sweep: a report among its table", GOOD, "fencepost sweep app.cu --arg N=1 --report -", 2,
         r"--report -: .*give a FILE"),
    Case("permissions: a report in its drawing", GOOD, "fencepost permissions app.cu --report -", 2,
         r"--report: .*give a FILE"),
    Case("contracts: missing file", None, "fencepost contracts nowhere.cu", 2, r"cannot read nowhere\.cu: No such file"),
    Case("contracts: a folder", None, "fencepost contracts .", 2, r"cannot read \.: is a directory"),
    Case("nvcc: a folder of options", GOOD, "fencepost-nvcc @. app.cu", 2, r"cannot read the response file '\.'"),
    # a checked program by itself
    Case("program: unknown option", GOOD, "./app", 2, r"FENCEPOST_OPTIONS", r"--frobnicate", options="--frobnicate"),
    Case("program: bad value", GOOD, "./app", 2, r"--timeout", r"soon", options="--timeout soon"),
    Case("program: open quote", GOOD, "./app", 2, r"(?i)quot", options="--kernel 'scan"),
    Case("program: unwritable report", GOOD, "./app", 2, r"nowhere/report\.json",
         options="--report nowhere/report.json"),
    Case("program: missing suppressions", GOOD, "./app", 2, r"nowhere\.txt", r"No such file",
         options="--suppressions nowhere.txt"),
    Case("program: malformed suppressions", GOOD, "./app", 2, r"app\.cu:1:1: ", options="--suppressions app.cu"),
    Case("program: nothing launched", NO_LAUNCH, "./app", 7),
    Case("program: crash of the host part", HOST_DEREFERENCE, "./app", -11, r"host part .* signal 11", options=REPORT,
         kinds=[]),
    Case("program: signal sent to the host part", HOST_SIGNAL, "./app", -11, r"host part .* signal 11", options=REPORT,
         kinds=[]),
    Case("program: interrupted", ENDLESS, "./app", 130, r"(?i)interrupt", options=REPORT, kinds=[], interrupt=1),
    Case("program: interrupted twice at once", ENDLESS, "./app", 130, r"(?i)interrupt", options=REPORT, kinds=[],
         interrupt=2),
    Case("program: racy with two reports", RACY, "./app", 66, options=f"{REPORT} --report report.txt", kinds=["race"]),
]


def run_in(folder, command, environment, interrupt=0):
    with subprocess.Popen(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, errors="replace") as process:
        try:
            if interrupt:
                time.sleep(1)
                for _ in range(interrupt):
                    process.send_signal(signal.SIGINT)
                    time.sleep(0.02)  # Signals sent at the very same time are one.
            stdout, stderr = process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            return None, "", "it did not end within a minute"
    return process.returncode, stdout, stderr


def mistakes_of(tools, case):
    with tempfile.TemporaryDirectory() as folder:
        environment = tools.environment(case.options)
        source = os.path.join(folder, "app.cu")
        if case.source is not None:
            with open(source, "w", encoding="utf-8") as file:
                file.write(case.source)
        command = list(case.command)
        if command[0] == "./app":
            compiled = subprocess.run([tools.nvcc, source, "-o", os.path.join(folder, "app")], capture_output=True,
                                      env=environment, text=True, errors="replace", check=False)
            if compiled.returncode != 0:
                return ["the program does not compile: " + compiled.stderr]
        else:
            command[0] = {"fencepost": tools.fencepost, "fencepost-nvcc": tools.nvcc}[command[0]]
        status, stdout, stderr = run_in(folder, command, environment, case.interrupt)
        mistakes = []
        if status != case.exit_status:
            mistakes.append(f"exit status {status}, expected {case.exit_status}")
        mistakes += [f"stderr does not match /{pattern}/" for pattern in case.stderr if not re.search(pattern, stderr)]
        if case.kinds is not None:
            mistakes += mistakes_of_report(os.path.join(folder, "report.json"), case.kinds)
        if "report.txt" in case.options and not os.path.getsize(os.path.join(folder, "report.txt")):
            mistakes.append("the text report is empty")
        if mistakes:
            mistakes.append("it said:\n" + (stdout + stderr)[:1500])
        return mistakes


def mistakes_of_report(path, kinds):
    if not os.path.exists(path):
        return ["no report was written"]
    with open(path, encoding="utf-8") as file:
        found = [finding["kind"] for finding in json.load(file)["findings"]]
    return [] if found == kinds else [f"the report lists {found}, expected {kinds}"]


def main():
    options = argument_parser(__doc__.splitlines()[0]).parse_args()
    tools = Tools(options.build_dir, options.compiler)
    cases = [case for case in CASES if re.search(options.filter, case.name)]
    tally = Tally()
    with ThreadPoolExecutor(options.parallel) as pool:
        for case, mistakes in zip(cases, pool.map(lambda case: mistakes_of(tools, case), cases)):
            tally.add(case.name, mistakes)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
