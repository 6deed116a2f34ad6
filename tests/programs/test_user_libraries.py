#!/usr/bin/env python3
"""Shared libraries with kernels: `fencepost-nvcc -shared`, objects of the shared toolkit's nvcc that g++ links, and programs that
load the runtime; by scripts, and by programs of others."""

import os
import subprocess
import sys

from harness import run_tests
from test_shared_library import expect, fencepost, write

SCALE = """\
#include <cstdio>
__device__ int factor = 3;
__constant__ int offsets[4];
static __device__ int calls;

template <class T>
__global__ void scale(T* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0) atomicAdd(&calls, 1);
  if (i < n) data[i] = data[i] * factor + offsets[i % 4];
}

__global__ void shift(int* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) data[i] = data[i + 1];
}

extern "C" int NAME(int* host, int n, int wrong) {
  int* data;
  cudaMalloc(&data, n * sizeof(int));
  cudaMemcpy(data, host, n * sizeof(int), cudaMemcpyHostToDevice);
  int four[4] = {1, 2, 3, 4}, more = MORE, times = 0;
  void* address = nullptr;
  if (cudaMemcpyToSymbol(offsets, four, sizeof four)) return -1;
  if (cudaGetSymbolAddress(&address, factor) || cudaMemcpy(address, &more, sizeof more, cudaMemcpyHostToDevice)) return -2;
  scale<int><<<(n + 63) / 64, 64>>>(data, n);
  if (wrong) shift<<<(n + 63) / 64, 64>>>(data, n);
  cudaMemcpyFromSymbol(&times, calls, sizeof times);
  cudaMemcpy(host, data, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(data);
  return cudaGetLastError() == cudaSuccess ? times : -3;
}
"""
SHIFT, LAUNCH, ALLOCATION = 15, 27, 20  # Lines of it.

# Opened, closed and opened again, it begins anew; two libraries with a kernel of one name have variables of their own.
SCRIPT = """\
import ctypes, sys
from _ctypes import dlclose

def called(function, more, wrong=0):
    data = (ctypes.c_int * 100)(*range(100))
    result = function(data, 100, wrong)  # call
    if not wrong:
        assert list(data) == [i * more + 1 + i % 4 for i in range(100)], list(data)
    return result

for _ in range(2):
    two = ctypes.CDLL("./libtwo.so")
    assert [called(two.two, 2), called(two.two, 2)] == [1, 2]
    dlclose(two._handle)
two, five = ctypes.CDLL("./libtwo.so"), ctypes.CDLL("./libfive.so")
assert [called(two.two, 2), called(five.five, 5), called(two.two, 2)] == [1, 1, 2]
if len(sys.argv) > 1:
    called(five.five, 5, wrong=1)
print("all right")
"""
CALL = next(i for i, line in enumerate(SCRIPT.splitlines(), 1) if line.endswith("# call"))

MAIN = """\
#include <cstdio>
extern "C" int two(int*, int, int);
int main(int count, char**) {
  int data[100] = {0};
  const int times = two(data, 100, count > 1);
  std::printf("%d %d\\n", times, data[99]);
}
"""
PROGRAM = """\
#include <cstdio>
extern "C" int two(int*, int, int);
__global__ void fill(int* data) { data[threadIdx.x] = 7; data[0] = threadIdx.x; }
int main() {
  int *data, host[100] = {0};
  cudaMalloc(&data, 256);
  fill<<<1, 64>>>(data);
  cudaMemcpy(host, data, 256, cudaMemcpyDeviceToHost);
  const int first = host[5];
  std::printf("%d %d\\n", first, two(host, 100, 0));
}
"""


def toolkit_of(tools):
    return subprocess.run([tools.fencepost, "toolkit", "--shared"], capture_output=True, text=True, check=True,
                          timeout=60).stdout.strip()


def build(tools, folder, *words):
    return subprocess.run(words, cwd=folder, env=tools.environment(), capture_output=True, text=True, timeout=300, check=False)


def make_libraries(tools, folder, mistakes):
    """libtwo.so by fencepost-nvcc alone, libfive.so of an object that g++ links."""
    toolkit = toolkit_of(tools)
    write(folder, two_cu=SCALE.replace("NAME", "two").replace("MORE", "2"),
          five_cu=SCALE.replace("NAME", "five").replace("MORE", "5"))
    for words in ([tools.nvcc, "-shared", "-Xcompiler", "-fPIC", "two.cu", "-o", "libtwo.so"],
                  [toolkit + "/bin/nvcc", "--compiler-options=\"-fPIC\"", "-include", "thrust/detail/config.h", "-c",
                   "five.cu", "-o", "five.o"],
                  ["g++", "-shared", "five.o", "-L" + toolkit + "/lib64", "-lcudart", "-o", "libfive.so"]):
        result = build(tools, folder, *words)
        if result.returncode != 0:
            mistakes.append(f"{words}: {result.stdout}{result.stderr}")


def test_script(tools, folder):
    mistakes = []
    make_libraries(tools, folder, mistakes)
    write(folder, use_py=SCRIPT)
    right = fencepost(tools, folder, "run", "use.py")
    expect(mistakes, "right", right, 0, "all right", "no findings")
    wrong = fencepost(tools, folder, "run", "use.py", "--", "wrong")
    expect(mistakes, "a race", wrong, 66, "race on data[64] (global, 4 bytes) in shift(int*, int)",
           f"five.cu:{SHIFT} if (i + 1 < n) data[i] = data[i + 1];", f"at use.py:{CALL}")
    return mistakes


def test_program(tools, folder):
    """Of others, which links the library; and one of the shared toolkit's nvcc."""
    mistakes = []
    make_libraries(tools, folder, mistakes)
    toolkit = toolkit_of(tools)
    write(folder, main_cpp=MAIN, own_cu=PROGRAM)
    for words in (["g++", "main.cpp", "-L.", "-ltwo", "-Wl,-rpath,.", "-o", "main"],
                  [toolkit + "/bin/nvcc", "own.cu", "-L.", "-ltwo", "-Xlinker", "-rpath,.", "-o", "own"]):
        result = build(tools, folder, *words)
        if result.returncode != 0:
            mistakes.append(f"{words}: {result.stdout}{result.stderr}")
    expect(mistakes, "right", build(tools, folder, "./main"), 0, "1 4", "no findings")
    expect(mistakes, "a race", build(tools, folder, "./main", "wrong"), 66, "1 4", f"launch 2 <<<2, 64>>> at two.cu:{LAUNCH}",
           f"data, 400 bytes, allocated at two.cu:{ALLOCATION}")
    expect(mistakes, "its own kernels", build(tools, folder, "./own"), 66, "7 1", "race on data[0]", "own.cu:3",
           "<<<1, 64>>> at own.cu:7")
    expect(mistakes, "by fencepost", fencepost(tools, folder, "run", "./main"), 0, "1 4", "no findings")
    return mistakes


def test_refusals(tools, folder):
    mistakes = []
    write(folder, managed_cu="__managed__ int total;\n__global__ void k() { total = 1; }\nvoid run() { k<<<1, 1>>>(); }\n",
          outer_cu="__device__ int other(int);\n__global__ void k(int* p) { *p = other(1); }\nvoid run() { k<<<1, 1>>>(0); }\n",
          load_py='import ctypes\nctypes.CDLL("./libouter.so")\n')
    expect(mistakes, "managed", build(tools, folder, tools.nvcc, "-shared", "managed.cu", "-o", "libmanaged.so"), 3,
           "managed.cu:1: error: the __managed__ variable 'total'", "cudaMallocManaged")
    if os.path.exists(os.path.join(folder, "libmanaged.so")):
        mistakes.append("a library was written")
    build(tools, folder, tools.nvcc, "-Xcompiler", "-fPIC", "-c", "outer.cu", "-o", "outer.o")
    expect(mistakes, "an object of a program", build(tools, folder, tools.nvcc, "-shared", "outer.o", "-o", "libouter.so"), 3,
           "compile those of shared libraries with the nvcc in the folder that 'fencepost toolkit --shared' prints")
    expect(mistakes, "of other objects", build(tools, folder, tools.nvcc, "-rdc=true", "-shared", "outer.cu", "-o", "libouter.so"), 0)
    expect(mistakes, "it is told", fencepost(tools, folder, "run", "load.py"), 66, "neither it nor the program has: other(int)",
           "at load.py:2")
    return mistakes


# A library as NVIDIA's compiler makes it: its kernels are machine code, which constructors register.
MACHINE_CODE = """\
#include <cuda_runtime.h>
#include <cstdio>
extern "C" void** __cudaRegisterFatBinary(void*);
extern "C" void __cudaRegisterFatBinaryEnd(void**);
extern "C" void __cudaUnregisterFatBinary(void**);
extern "C" char __cudaInitModule(void**);
extern "C" void __cudaRegisterFunction(void**, const char*, char*, const char*, int, uint3*, uint3*, dim3*, dim3*, int*);
extern "C" void __cudaRegisterVar(void**, char*, char*, const char*, int, size_t, int, int);
extern "C" cudaError_t cudaGetDeviceProperties_v2(cudaDeviceProp*, int);
cudaError_t capture_info(cudaStream_t, cudaStreamCaptureStatus*, unsigned long long*, cudaGraph_t*, const cudaGraphNode_t**,
                         size_t*) __asm__("cudaStreamGetCaptureInfo_v2");
static unsigned fatbin[4] = {0xBA55ED50, 0x00100001, 0, 0};
static struct { int magic, version; const void* code; void* unused; } wrapper = {0x466243B1, 1, fatbin, nullptr};
static void** handle;
static int total;
static void stub() {}
__attribute__((constructor)) static void begin() {
  handle = __cudaRegisterFatBinary(&wrapper);
  __cudaRegisterFunction(handle, (const char*)stub, (char*)"_Z4fillPii", "_Z4fillPii", -1, 0, 0, 0, 0, 0);
  __cudaRegisterVar(handle, (char*)&total, (char*)"total", "total", 0, sizeof total, 0, 0);
  __cudaInitModule(handle);
  __cudaRegisterFatBinaryEnd(handle);
}
__attribute__((destructor)) static void end() { __cudaUnregisterFatBinary(handle); }
extern "C" int fill() {
  struct { cudaDeviceProp properties; int reserved[56]; } device = {};
  if (cudaGetDeviceProperties_v2(&device.properties, 0) || device.properties.major < 5) return 1;
  for (int word : device.reserved)
    if (word != 0) return 2;
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusActive;
  if (capture_info(nullptr, &status, nullptr, nullptr, nullptr, nullptr) || status != cudaStreamCaptureStatusNone) return 3;
  int *data, n = 4;
  cudaMalloc(&data, 16);
  void* arguments[] = {&data, &n};
  if (cudaLaunchKernel((const void*)stub, 1, 4, arguments, 0, nullptr) != cudaErrorNoKernelImageForDevice) return 4;
  return cudaGetLastError() == cudaErrorNoKernelImageForDevice && cudaFree(data) == cudaSuccess ? 0 : 5;
}
"""


def test_machine_code(tools, folder):
    """A library of NVIDIA's compiler is loaded and may call CUDA; what it launches is told by name, and not done."""
    mistakes = []
    toolkit = toolkit_of(tools)
    write(folder, fill_cpp=MACHINE_CODE, use_py='import ctypes\nlibrary = ctypes.CDLL("./libfill.so")\nprint("is", library.fill())\n')
    expect(mistakes, "the library", build(tools, folder, "g++", "-shared", "-fPIC", "fill.cpp", "-I" + toolkit + "/include",
                                          "-L" + toolkit + "/lib64", "-lcudart", "-o", "libfill.so"), 0)
    expect(mistakes, "its launch", fencepost(tools, folder, "run", "use.py"), 66, "is 0", "at use.py:3",
           "fill(int*, int) is there as a GPU's machine code alone", "1 error")
    return mistakes


def test_shared_variables(tools, folder):
    """Of all of a library's kernels together they may be more than a block's; and of an extension of PyTorch's they often are."""
    mistakes = []
    write(folder, many_cu="""\
template <int N>
__global__ void last(int* out) {
  __shared__ int tile[10000 + N];
  tile[9999 + N - threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) out[N] = tile[9999 + N];
}
template <int N>
void launch(int* out) {
  last<N><<<1, 32>>>(out);
  if constexpr (N > 0) launch<N - 1>(out);
}
extern "C" int many() {
  int *out, host[15];
  cudaMalloc(&out, sizeof host);
  launch<14>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(out);
  int wrong = 0;
  for (int value : host) wrong += value != 0;
  return wrong;
}
""", use_py='import ctypes, os\nprint("wrong", ctypes.CDLL("./libmany.so").many(), os.environ["PYTORCH_NO_CUDA_MEMORY_CACHING"])\n')
    expect(mistakes, "the library", build(tools, folder, tools.nvcc, "-std=c++17", "-shared", "many.cu", "-o", "libmany.so"), 0)
    # A tensor of PyTorch's is an allocation of its own.
    expect(mistakes, "600,000 bytes", fencepost(tools, folder, "run", "use.py"), 0, "wrong 0 1", "15 launches", "no findings")
    return mistakes


# 48 kernels with 24 KiB of __shared__ variables each, more than all threads could keep apart.
MANY = """\
#include <cstdio>
#include <utility>
template <int K>
__global__ void turn(int* data, int wrong) {
  __shared__ int few[8 + K];
  __shared__ int tile[6000];
  int i = threadIdx.x;
  if (i < 8 + K) few[i] = K;
  tile[i] = data[i];
  if (wrong != 1) __syncthreads();
  if (wrong == 2) few[8 + K + i % 2] = 0;
  data[i] = tile[blockDim.x - 1 - i] + few[i % (8 + K)];
}
template <int... K>
void all(int* data, int wrong, std::integer_sequence<int, K...>) {
  (turn<K><<<1, 64>>>(data, wrong >> 8 == K ? wrong & 255 : 0), ...);
}
extern "C" int NAME(int* host, int wrong) {
  int* data;
  cudaMalloc(&data, 256);
  cudaMemcpy(data, host, 256, cudaMemcpyHostToDevice);
  all(data, wrong, std::make_integer_sequence<int, 48>());
  cudaMemcpy(host, data, 256, cudaMemcpyDeviceToHost);
  return cudaFree(data);
}
"""
MANY_SCRIPT = """\
import ctypes, sys
wrong = int(sys.argv[1]) if len(sys.argv) > 1 else 0
for name in ("first", "second"):
    data = (ctypes.c_int * 64)(*range(64))
    assert getattr(ctypes.CDLL("./lib" + name + ".so"), name)(data, wrong if name == "second" else 0) == 0
    if not wrong:
        assert list(data) == [i + sum(range(48)) for i in range(64)], list(data)
print("all right")
"""


def test_many_shared_variables(tools, folder):
    """The variables of kernels, of two libraries, lie in one place; those of one kernel are told from others'."""
    mistakes = []
    write(folder, many_py=MANY_SCRIPT)
    for name in ("first", "second"):
        write(folder, **{name + "_cu": MANY.replace("NAME", name)})
        result = build(tools, folder, tools.nvcc, "-std=c++17", "-shared", name + ".cu", "-o", f"lib{name}.so")
        expect(mistakes, "build", result, 0)
    run = lambda *words: fencepost(tools, folder, "run", "many.py", "--", *words)
    expect(mistakes, "right", run(), 0, "all right", "no findings", "96 launches")
    expect(mistakes, "sampled", fencepost(tools, folder, "run", "--sample", "many.py"), 0, "all right", "no findings")
    line = MANY.splitlines().index("  tile[i] = data[i];") + 1
    expect(mistakes, "a race", run(str(5 * 256 + 1)), 66, "(shared, 4 bytes) in turn<5>(int*, int)",
           "race on few[0]", "tile[0] at", f"second.cu:{line} ", "few, 52 bytes, declared")
    expect(mistakes, "out of bounds", run(str(40 * 256 + 2)), 66, "few[48]", "in turn<40>(int*, int)",
           "few, 192 bytes, declared")
    return mistakes


if __name__ == "__main__":
    sys.exit(run_tests([test_script, test_program, test_refusals, test_machine_code, test_shared_variables, test_many_shared_variables], __doc__))
