#!/usr/bin/env python3
"""CUDA's libraries as shared ones: scripts and programs that nobody compiled with us find kernels' races, by the line of the
script that launched them; what was compiled with us is told once."""

import json
import os
import re
import subprocess
import sys

from harness import ROOT, run_tests

# With Python's ctypes alone: what the packages of others do inside.
SCRIPT = """\
import ctypes, sys
cuda, nvrtc = ctypes.CDLL("libcuda.so.1"), ctypes.CDLL("libnvrtc.so.12")
SOURCE = b'''extern "C" __global__ void shift(int* data, int n, int wrong) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) data[i] = data[wrong ? i + 1 : i] + 1;
}'''

def checked(result):
    assert result == 0, result

def entry(name):
    function = ctypes.c_void_p()
    checked(cuda.cuGetProcAddress_v2(name, ctypes.byref(function), 13000, ctypes.c_uint64(0), None))
    return ctypes.CFUNCTYPE(ctypes.c_int, *[ctypes.c_void_p] * 3)(function.value)

def compiled():
    program, size = ctypes.c_void_p(), ctypes.c_size_t()
    checked(nvrtc.nvrtcCreateProgram(ctypes.byref(program), SOURCE, b"shift.cu", 0, None, None))
    checked(nvrtc.nvrtcCompileProgram(program, 0, None))
    checked(nvrtc.nvrtcGetPTXSize(program, ctypes.byref(size)))
    ptx = ctypes.create_string_buffer(size.value)
    checked(nvrtc.nvrtcGetPTX(program, ptx))
    return ptx

def main(wrong, status):
    checked(cuda.cuInit(0))
    version, context, module = ctypes.c_int(), ctypes.c_void_p(), ctypes.c_void_p()
    checked(cuda.cuDriverGetVersion(ctypes.byref(version)))
    assert version.value == 13000
    checked(cuda.cuCtxCreate_v2(ctypes.byref(context), 0, 0))
    checked(cuda.cuCtxDestroy_v2(context))
    checked(cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0))
    checked(cuda.cuCtxSetCurrent(context))
    checked(cuda.cuModuleLoadData(ctypes.byref(module), compiled()))
    kernel = ctypes.c_void_p()
    checked(cuda.cuModuleGetFunction(ctypes.byref(kernel), module, b"shift"))
    data, host = ctypes.c_uint64(), (ctypes.c_int * 64)()
    checked(cuda.cuMemAlloc_v2(ctypes.byref(data), ctypes.c_size_t(256)))
    checked(entry(b"cuMemcpyHtoD")(data.value, ctypes.addressof(host), 256))
    n, wrong = ctypes.c_int(64), ctypes.c_int(wrong)
    words = [ctypes.cast(ctypes.byref(word), ctypes.c_void_p) for word in (data, n, wrong)]
    checked(cuda.cuLaunchKernel(kernel, 1, 1, 1, 64, 1, 1, 0, None, (ctypes.c_void_p * 3)(*words), None))  # launch
    checked(cuda.cuMemcpyDtoH_v2(host, data, ctypes.c_size_t(256)))
    print(sum(host))
    sys.exit(status)

if len(sys.argv) > 1:
    main(int(sys.argv[1]), int(sys.argv[2]))
"""
LAUNCH = next(i for i, line in enumerate(SCRIPT.splitlines(), 1) if line.endswith("# launch"))

# A program of others, which links the libraries by their names.
PROGRAM = """\
#include <cuda.h>
#include <cuda_runtime_api.h>
#include <nvJitLink.h>
#include <cstdio>
#include <vector>
int main(int, char** words) {
  cuInit(0);
  CUcontext context;
  cuDevicePrimaryCtxRetain(&context, 0);
  cuCtxSetCurrent(context);
  nvJitLinkHandle link;
  const char* option = "-arch=sm_90";
  if (nvJitLinkCreate(&link, 1, &option) != NVJITLINK_SUCCESS) return 100;
  if (nvJitLinkAddFile(link, NVJITLINK_INPUT_PTX, words[1]) != NVJITLINK_SUCCESS) return 101;
  if (nvJitLinkComplete(link) != NVJITLINK_ERROR_FINALIZE) return 102;
  size_t bytes = 0;
  nvJitLinkGetErrorLogSize(link, &bytes);
  std::vector<char> log(bytes), code;
  nvJitLinkGetErrorLog(link, log.data());
  std::printf("%s", log.data());
  if (nvJitLinkAddFile(link, NVJITLINK_INPUT_PTX, words[2]) != NVJITLINK_SUCCESS) return 105;
  if (nvJitLinkComplete(link) != NVJITLINK_SUCCESS) return 106;
  nvJitLinkGetLinkedCubinSize(link, &bytes);
  code.resize(bytes);
  nvJitLinkGetLinkedCubin(link, code.data());
  nvJitLinkDestroy(&link);
  CUmodule module;
  CUfunction kernel;
  if (cuModuleLoadData(&module, code.data()) != CUDA_SUCCESS) return 103;
  if (cuModuleGetFunction(&kernel, module, "all") != CUDA_SUCCESS) return 104;
  int* data = nullptr;
  cudaMallocManaged((void**)&data, 64 * sizeof(int), cudaMemAttachGlobal);
  void* arguments[] = {&data};
  cuLaunchKernel(kernel, 2, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr);
  cuCtxSynchronize();
  std::printf("%d\\n", data[0]);
}
"""
KERNELS = 'extern "C" __device__ void put(int* data);\nextern "C" __global__ void all(int* data) { put(data); }\n'
FUNCTIONS = 'extern "C" __device__ void put(int* data) { data[0] = blockIdx.x; }\n'


def write(folder, **files):
    for name, text in files.items():
        with open(os.path.join(folder, name.replace("_", ".")), "w", encoding="utf-8") as file:
            file.write(text)


def fencepost(tools, folder, *words):
    return subprocess.run([tools.fencepost, *words], cwd=folder, env=tools.environment(), capture_output=True, text=True,
                          errors="replace", timeout=120, check=False)


def expect(mistakes, what, result, status, *texts):
    said = " ".join((result.stdout + result.stderr).split())
    missing = [text for text in texts if text not in said]
    if result.returncode != status or missing:
        mistakes.append(f"{what}: {result.returncode}, without {missing}:\n{result.stdout}{result.stderr}")


def test_script(tools, folder):
    write(folder, shift_py=SCRIPT)
    mistakes = []
    wrong = fencepost(tools, folder, "run", "--report", "x.json", "shift.py", "--", "1", "0")
    expect(mistakes, "a race", wrong, 66, "race on data[", "shift.cu:3 if (i + 1 < n) data[i]", f"at shift.py:{LAUNCH}",
           "data, 256 bytes, allocated at shift.py:")
    with open(os.path.join(folder, "x.json"), encoding="utf-8") as file:
        report = json.load(file)
    if "shift.py" not in json.dumps(report["program"]):
        mistakes.append(f"the report's program: {report['program']}")
    right = fencepost(tools, folder, "run", "shift.py", "--", "0", "0")
    expect(mistakes, "no race", right, 0, "63", "1 launch", "no findings")
    expect(mistakes, "its own status", fencepost(tools, folder, "run", "shift.py", "--", "0", "7"), 7, "no findings")
    expect(mistakes, "no launch", fencepost(tools, folder, "run", "shift.py"), 4, "no kernel was launched")
    expect(mistakes, "no script", fencepost(tools, folder, "run", "none.py"), 2, "none.py: no such file")
    # Options of the compiler are of no use.
    expect(mistakes, "-O3", fencepost(tools, folder, "run", "-O3", "shift.py"), 2, "compiler option -O3")
    return mistakes


def test_check(tools, folder):
    """Also what was compiled with us, which has a runtime of its own, and what launches nothing."""
    write(folder, shift_py=SCRIPT, own_cu="__global__ void all(int* data) { data[0] = blockIdx.x; }\n" + """\
int main() {
  int* data;
  cudaMalloc(&data, 4);
  all<<<2, 1>>>(data);
  cudaDeviceSynchronize();
}
""", all_sh="./own\nfor i in 0 1; do python3 shift.py $i 0; done\npython3 -c 'print(5)'\n")
    subprocess.run([tools.nvcc, "own.cu", "-o", "own"], cwd=folder, env=tools.environment(), check=True, timeout=300)
    mistakes = []
    quoted = "if (i + 1 < n) data[i] = data[wrong ?"  # Of a source that is in no file.
    reports = [word for name in ("all.json", "all.html", "all.sarif") for word in ("--report", name)]
    result = fencepost(tools, folder, "check", "--libraries", *reports, "--", "sh", "all.sh")
    expect(mistakes, "check", result, 66, "race on data[0]", "race on data[", "own: 1 error", "shift.py 1 0: 1 error",
           "3 launches", quoted)
    expect(mistakes, "its report", fencepost(tools, folder, "report", "all.json"), 0, quoted)
    for name in ("all.html", "all.sarif"):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            if quoted.replace("<", "\\u003c" if name == "all.html" else "<") not in file.read():
                mistakes.append(f"{name} does not quote the kernel")
    result = fencepost(tools, folder, "check", "--", "python3", "-c", "print(5)")
    expect(mistakes, "check without them", result, 4, "--libraries")
    return mistakes


def test_program(tools, folder):
    write(folder, all_cu=KERNELS, put_cu=FUNCTIONS, main_cpp=PROGRAM)
    toolkit = subprocess.run([tools.fencepost, "toolkit", "--shared"], capture_output=True, text=True, check=True,
                             timeout=60).stdout.strip()
    for source in ("all.cu", "put.cu"):
        subprocess.run([tools.nvcc, "-rdc=true", "-ptx", source], cwd=folder, env=tools.environment(), check=True, timeout=300)
    subprocess.run(["g++", "-g", "main.cpp", "-I" + toolkit + "/include", "-L" + toolkit + "/lib64", "-lcuda", "-lcudart", "-lnvJitLink",
                    "-o", "main"], cwd=folder, check=True, timeout=300)
    mistakes = []
    result = fencepost(tools, folder, "run", "./main", "--", "all.ptx", "put.ptx")
    expect(mistakes, "linked with them", result, 66, "neither it nor the program has: put", "race on data[0]",
           "put.cu:1", "by thread 0 of block 0", "by thread 0 of block 1", "at main.cpp:")
    if "fencepost_driver" in result.stdout + result.stderr:
        mistakes.append("a launch is told by a line of our headers")
    # Nothing has to be loaded first where the program is linked with it.
    alone = subprocess.run(["./main", "all.ptx", "put.ptx"], cwd=folder, env=tools.environment() | {"LD_LIBRARY_PATH": toolkit + "/lib64"},
                           capture_output=True, text=True, timeout=120, check=False)
    expect(mistakes, "alone", alone, 66, "race on data[0]")
    expect(mistakes, "no CUDA", fencepost(tools, folder, "run", "/bin/true"), 4, "no kernel was launched")
    subprocess.run(["g++", "-static", "-x", "c++", "-", "-o", "static"], cwd=folder, input="int main() {}\n", text=True, check=True,
                   timeout=300)
    expect(mistakes, "a static one", fencepost(tools, folder, "run", "./static"), 2, "loads no libraries")
    return mistakes


def test_names(tools, folder):
    """Each function of the header is exported by its name, and found by it."""
    with open(os.path.join(ROOT, "sim", "include", "fencepost_driver_functions.inc"), encoding="utf-8") as file:
        names = re.findall(r"^FENCEPOST_DRIVER_FUNCTION\((\w+), (\d+), \d+, (\d+)\)", file.read(), re.MULTILINE)
    names = [(name, int(since), int(until)) for name, since, until in names]
    write(folder, names_py=f"""\
import ctypes
cuda = ctypes.CDLL("libcuda.so.1")
for name, since, until in {names!r}:
    function = ctypes.c_void_p()
    getattr(cuda, name)
    for version in (since, until - 1 if until else 13000):
        result = cuda.cuGetProcAddress_v2(name.encode(), ctypes.byref(function), version, ctypes.c_uint64(0), None)
        if result != 0 or not function.value:
            print(name, version, result)
    if cuda.cuGetProcAddress(name.encode(), ctypes.byref(function), since - 1, ctypes.c_uint64(0)) == 0:
        print(name, "before", since)
for name in ("cuMemAlloc_v2", "cuCtxCreate_v4", "cudaMalloc", "nvrtcCompileProgram", "nvJitLinkCreate", "cublasSgemm_v2",
             "cufftPlan1d", "curandCreateGenerator", "cusparseCreate", "cusolverDnCreate"):
    getattr(cuda, name)
print("all right")
""")
    mistakes = []
    result = fencepost(tools, folder, "run", "--allow-no-launch", "names.py")
    expect(mistakes, "names", result, 0)
    if result.stdout != "all right\n":
        mistakes.append(result.stdout)
    return mistakes


THREADS = """\
import threading
checked(cuda.cuInit(0))
context, module, kernel = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
checked(cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0))
checked(cuda.cuCtxSetCurrent(context))
checked(cuda.cuModuleLoadData(ctypes.byref(module), compiled()))
checked(cuda.cuModuleGetFunction(ctypes.byref(kernel), module, b"shift"))

def work(library):
    checked(library.cuCtxSetCurrent(context))
    for _ in range(60):
        data, host, n, wrong = ctypes.c_uint64(), (ctypes.c_int * 64)(), ctypes.c_int(64), ctypes.c_int(0)
        checked(library.cuMemAlloc_v2(ctypes.byref(data), ctypes.c_size_t(256)))
        checked(library.cuMemcpyHtoD_v2(data, host, ctypes.c_size_t(256)))
        words = [ctypes.cast(ctypes.byref(word), ctypes.c_void_p) for word in (data, n, wrong)]
        checked(library.cuLaunchKernel(kernel, 1, 1, 1, 64, 1, 1, 0, None, (ctypes.c_void_p * 3)(*words), None))
        assert library.cuMemFree_v2(ctypes.c_uint64(64)) != 0
        checked(library.cuCtxSynchronize())
        checked(library.cuMemFree_v2(data))

threads = [threading.Thread(target=work, args=(library,)) for library in (cuda, ctypes.PyDLL("libcuda.so.1")) * 2]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


def test_threads(tools, folder):
    """Some call with the interpreter's lock, some without it."""
    write(folder, threads_py=SCRIPT + THREADS)
    line = next(i for i, text in enumerate((SCRIPT + THREADS).splitlines(), 1) if "assert library" in text)
    mistakes = []
    expect(mistakes, "threads", fencepost(tools, folder, "run", "threads.py"), 66, "240 launches", "1 error",
           f"at threads.py:{line}", "cudaFree of an address that was never allocated")
    return mistakes


if __name__ == "__main__":
    sys.exit(run_tests([test_script, test_check, test_program, test_names, test_threads], __doc__))
