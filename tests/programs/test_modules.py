#!/usr/bin/env python3
"""Code objects: what -cubin, -fatbin and -ptx write is loaded, with the verdicts of the same kernels compiled in; damaged
ones, and those of another version, are refused with a message."""

import os
import re
import struct
import subprocess
import sys

from harness import run_tests

KERNELS = """\
__device__ int total;
__device__ int few[4];
__constant__ int weights[4] = {1, 2, 3, 4};
extern "C" __global__ void sum(const int* in, int* out) {
  __shared__ int tile[64];
  extern __shared__ int more[];
  int t = threadIdx.x;
  tile[t] = in[t];
  more[t] = weights[t % 4];
  if (in[64] == 1) __syncthreads();
  out[t] = tile[63 - t] + more[63 - t];
  if (in[64] == 2) out[64] = total;
  if (in[64] == 3) total = t;
  if (in[64] == 4) tile[t + 1] = t;
  if (in[64] == 6 && t < 5) few[t + in[64] - 6] = t;
  if (in[64] == 7 && t < 2)
    few[1] = t;
  if (in[64] == 5) weights[0] == out[t] ? (void)0 : (void)(out[0] = t);
}
"""

# Of kernels that are compiled in, and of those in the file that the first argument names; the second chooses a branch.
MAIN = """\
#include <cuda.h>
#include <cstdio>
#include <cstdlib>
#ifdef COMPILED_IN
#include "kernels.cu"
#endif
int main(int argc, char** argv) {
  cuInit(0);
  CUcontext context;
  cuDevicePrimaryCtxRetain(&context, 0);
  cuCtxSetCurrent(context);
  CUfunction sum = nullptr;
#ifdef COMPILED_IN
  cudaGetFuncBySymbol(&sum, (const void*)&::sum);
#else
  CUmodule module;
  CUresult result = cuModuleLoad(&module, argv[1]);
  if (result == CUDA_SUCCESS) result = cuModuleGetFunction(&sum, module, "sum");
  if (result != CUDA_SUCCESS) return 100;
#endif
  int values[65] = {};
  values[64] = atoi(argv[2]);
  CUdeviceptr in, out;
  cuMemAlloc(&in, sizeof values);
  cuMemAlloc(&out, sizeof values);
  cuMemcpyHtoD(in, values, sizeof values);
  cuMemsetD32(out, 0, 65);
  void* arguments[] = {&in, &out};
  cuLaunchKernel(sum, 1, 1, 1, 64, 1, 1, 64 * sizeof(int), 0, arguments, 0);
  cuMemcpyDtoH(values, out, sizeof values);
  cuMemFree(in);
  cuMemFree(out);
  printf("%d\\n", values[0]);
}
"""


def make(tools, folder, *extensions):
    for name, text in (("kernels.cu", KERNELS), ("main.cu", MAIN)):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
    for command in [["main.cu", "-o", "main"]] + [["-" + e, "kernels.cu"] for e in extensions]:
        subprocess.run([tools.nvcc, *command], cwd=folder, env=tools.environment(), check=True, timeout=300)


def run(tools, folder, program, *words, options=""):
    return subprocess.run(["./" + program, *words], cwd=folder, env=tools.environment(options) | {"FENCEPOST_OPTIONS": options},
                          capture_output=True, text=True, errors="replace", timeout=120, check=False)


def without_places(text):
    """Findings without what differs: the launch's line, the time."""
    text = re.sub(r"main\.cu:\d+", "main.cu", text)
    return re.sub(r"\([\d.]+ s\)", "", text)


def test_same_verdicts(tools, folder):
    make(tools, folder, "cubin", "ptx", "fatbin")
    subprocess.run([tools.nvcc, "-DCOMPILED_IN", "main.cu", "-o", "own"], cwd=folder, env=tools.environment(), check=True,
                   timeout=300)
    mistakes = []
    for way in range(8):
        for options in ("", "--schedule reverse --jobs 2", "--exact"):
            own = run(tools, folder, "own", "-", str(way), options=options)
            for kind in ("cubin", "ptx", "fatbin"):
                if kind != "cubin" and options:
                    continue
                loaded = run(tools, folder, "main", "kernels." + kind, str(way), options=options)
                if (own.returncode, own.stdout) != (loaded.returncode, loaded.stdout):
                    mistakes.append(f"{way}, {kind}, '{options}': {loaded.returncode} {loaded.stdout}, compiled in "
                                    f"{own.returncode} {own.stdout}")
                if without_places(own.stderr) != without_places(loaded.stderr):
                    mistakes.append(f"{way}, {kind}, '{options}':\n{loaded.stderr}\ncompiled in:\n{own.stderr}")
        if (own.returncode == 66) != (way != 1):
            mistakes.append(f"{way}: exit status {own.returncode}")
    return mistakes


def test_damaged_files(tools, folder):
    make(tools, folder, "cubin", "ptx")
    with open(os.path.join(folder, "kernels.cubin"), "rb") as file:
        good = file.read()
    with open(os.path.join(folder, "kernels.ptx"), "rb") as file:
        text = file.read()
    version = good.index(b"Fencepost code object ") + len(b"Fencepost code object ")
    files = {
        "empty": b"", "header": good[:64], "half": good[:len(good) // 2], "short": good[:-1],
        "sections": good[:60] + b"\xff\xff" + good[62:],
        "table": good[:40] + b"\xff" * 8 + good[48:],
        "flipped": good[:len(good) // 2] + bytes([good[len(good) // 2] ^ 4]) + good[len(good) // 2 + 1:],
        "text": text[:len(text) // 2], "words": text.replace(b"A", b"!", 500),
        "other": good[:version] + b"9.9.9" + good[version + 5:],
    }
    own = good[version:good.index(b"\n", version)].decode()
    other = f"a code object of another version of Fencepost (9.9.9{own[5:]}; the program has {own})"
    mistakes = []
    for name, content in files.items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(content)
        result = run(tools, folder, "main", name, "1")
        wanted = {"other": other, "flipped": "it was given a code object that is damaged"}.get(name, "it was given")
        message = " ".join(result.stderr.split())
        if result.returncode not in (66, 100) or wanted not in message or "main.cu" not in message:
            mistakes.append(f"{name}: {result.returncode} {result.stderr}")
    return mistakes


def test_names_and_outputs(tools, folder):
    make(tools, folder, "ptx")
    mistakes = []
    for place, begin in (("/dev/null", ""), ("/dev/stdout", "ELF")):  # Neither can be read again.
        result = subprocess.run([tools.nvcc, "-cubin", "kernels.cu", "-o", place], cwd=folder, env=tools.environment(),
                                capture_output=True, text=True, errors="replace", timeout=300, check=False)
        if result.returncode != 0 or begin not in result.stdout[:8]:
            mistakes.append(f"-cubin -o {place}: {result.returncode} {result.stderr}")
    with open(os.path.join(folder, "kernels.ptx"), encoding="ascii") as file:
        if "No GPU runs it" not in file.read():
            mistakes.append("the text does not say what it is")
    with open(os.path.join(folder, "plain.cpp"), "w", encoding="utf-8") as file:
        file.write("int x;\n")
    result = subprocess.run([tools.nvcc, "-cubin", "plain.cpp"], cwd=folder, env=tools.environment(), capture_output=True,
                            text=True, timeout=120, check=False)
    if result.returncode != 2 or "has no device code for -cubin" not in result.stderr:
        mistakes.append(f"plain.cpp: {result.returncode} {result.stderr}")
    subprocess.run([tools.nvcc, "-cubin", "-arch=sm_80", "-o", "x.bin", "kernels.cu"], cwd=folder, env=tools.environment(),
                   check=True, timeout=120)
    if run(tools, folder, "main", "x.bin", "1").returncode != 0:
        mistakes.append("-o x.bin is not loaded")
    return mistakes


def test_many_functions(tools, folder):
    """A code object's table of sections has 65,279 at most: functions, which may be more, have none of their own."""
    functions = range(300)
    with open(os.path.join(folder, "many.cu"), "w", encoding="utf-8") as file:
        file.writelines(f"__device__ __noinline__ int f{i}(int x) {{ return x + {i}; }}\n" for i in functions)
        file.write("__global__ void k(int* x) { " + "".join(f"*x = f{i}(*x);" for i in functions) + " }\n")
    subprocess.run([tools.nvcc, "-cubin", "-G", "many.cu"], cwd=folder, env=tools.environment(), check=True, timeout=300)
    with open(os.path.join(folder, "many.cubin"), "rb") as file:
        sections = struct.unpack("<H", file.read(64)[60:62])[0]
    return [f"{sections} sections"] if sections > 100 else []


RTC = """\
#include <nvrtc.h>
#include <cstdio>
int main() {
  nvrtcProgram program;
  nvrtcCreateProgram(&program, "__global__ void k() {}", "k.cu", 0, nullptr, nullptr);
  const nvrtcResult result = nvrtcCompileProgram(program, 0, nullptr);
  std::puts(nvrtcGetErrorString(result));
  nvrtcDestroyProgram(&program);
}
"""


def test_other_linker(tools, folder):
    """Plain C++, compiled and linked by g++ with the toolkit's folder: the compiler is found on PATH, or it is said that not."""
    with open(os.path.join(folder, "rtc.cpp"), "w", encoding="utf-8") as file:
        file.write(RTC)
    toolkit = os.path.join(tools.build_dir, "lib", "fencepost", "toolkit")
    subprocess.run(["g++", "rtc.cpp", "-I" + toolkit + "/include", "-L" + toolkit + "/lib64", "-lnvrtc", "-lcuda", "-o", "rtc"],
                   cwd=folder, check=True, timeout=300)
    mistakes = []
    for path, wanted, status in ((os.path.dirname(tools.nvcc), "NVRTC_SUCCESS", 0),
                                 ("/nowhere", "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE", 66)):
        result = subprocess.run(["./rtc"], cwd=folder, env=tools.environment() | {"PATH": path}, capture_output=True,
                                text=True, timeout=120, check=False)
        if result.returncode != status or result.stdout.strip() != wanted:
            mistakes.append(f"PATH={path}: {result.returncode} {result.stdout} {result.stderr}")
    if "put it on PATH" not in " ".join(result.stderr.split()):
        mistakes.append(f"without a compiler: {result.stderr}")
    return mistakes


if __name__ == "__main__":
    sys.exit(run_tests([test_same_verdicts, test_damaged_files, test_names_and_outputs, test_many_functions,
                        test_other_linker], __doc__))
