#!/usr/bin/env python3
"""Whose cub, thrust, cuda/… and nv/target are included: the user's copy of CCCL, if -I names one, else ours (docs/libraries.md)."""

import os
import subprocess
import sys

from harness import run_tests

HEADERS = ("cuda/std/array", "cuda/mdspan", "nv/target", "thrust/detail/config/cpp_compatibility.h")
USERS = "#error the copy of the user\n"


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def copy_of_cccl(folder, name, thrust="300600", **more):
    """Headers that stop the compiler, each in the user's words."""
    for header in HEADERS:
        write(os.path.join(folder, name, header), USERS)
    write(os.path.join(folder, name, "thrust/version.h"), f"#pragma once\n#define THRUST_VERSION {thrust} //! of a test\n")
    for header, text in more.items():
        write(os.path.join(folder, name, header + ".h"), text)


def compiled(tools, folder, header, *words, name="app.cu"):
    """What the compiler says to a source that includes a header; nothing if it compiles."""
    write(os.path.join(folder, name), f"#include <{header}>\n#include <cooperative_groups.h>\n__global__ void k() {{}}\n")
    result = subprocess.run([tools.nvcc, "-c", name, "-o", "app.o", *words], cwd=folder, capture_output=True, text=True, check=False,
                            env=tools.environment())
    return result.stderr if result.returncode != 0 else ""


def the_users_copy_comes_first(tools, folder):
    copy_of_cccl(folder, "mine")
    mistakes = []
    for words, headers in ((("-Imine",), HEADERS), (("-I", "mine"), HEADERS[:1]), (("-isystem", "mine"), HEADERS[1:2]),
                           (("-isystem=mine",), HEADERS[2:3])):
        for header in headers:
            if "the copy of the user" not in (said := compiled(tools, folder, header, *words)):
                mistakes.append(f"{' '.join(words)}: {header} is not the user's: {said}")
    return mistakes


def without_one_there_is_ours(tools, folder):
    os.makedirs(os.path.join(folder, "empty"))
    mistakes = []
    for words in ((), ("-Iempty",)):
        for header in ("cuda/std/array", "cuda/atomic", "nv/target", "cooperative_groups/reduce.h"):
            if said := compiled(tools, folder, header, *words):
                mistakes.append(f"{words}: {header}: {said}")
        for header in ("cuda/mdspan", "cuda/std/__cccl/compiler.h"):
            said = compiled(tools, folder, header, *words)
            if f"{header} is not supported by Fencepost yet" not in said or "name a copy of CCCL with -I" not in said:
                mistakes.append(f"{words}: {header} is not refused: {said}")
        said = compiled(tools, folder, "cupti.h", *words)
        if "cupti.h is not supported by Fencepost yet" not in said:
            mistakes.append(f"{words}: cupti.h is not refused: {said}")
    return mistakes


def a_toolkit_is_no_copy(tools, folder):
    """Nor is a Thrust that needs our headers in front of it."""
    copy_of_cccl(folder, "toolkit", cuda_runtime_api="#error NVIDIA's\n", cuda_runtime="#error NVIDIA's\n",
                 driver_types="#error NVIDIA's\n")
    copy_of_cccl(folder, "old", thrust="101702")
    mistakes = []
    for words in (("-Itoolkit",), ("-isystem", "toolkit"), ("-Iold",)):
        for header in ("cuda/std/array", "nv/target"):
            if said := compiled(tools, folder, header, *words):
                mistakes.append(f"{words}: {header}: {said}")
    copy_of_cccl(folder, "mine")
    if "the copy of the user" not in (said := compiled(tools, folder, "cuda/std/array", "-Imine", "-Itoolkit")):
        mistakes.append(f"a copy in front of a toolkit is not read: {said}")
    # gunrock's `compat`: its own header between HIP and CUDA.
    write(os.path.join(folder, "compat", "cuda_runtime_api.h"), "#include <cuda_runtime.h>\n")
    if "the copy of the user" not in (said := compiled(tools, folder, "cuda/std/array", "-Icompat", "-Imine")):
        mistakes.append(f"a folder with a header of the toolkit's name is taken for a toolkit: {said}")
    return mistakes


INCLUDED = """#include <cuda_runtime.h>
__host__ __device__ int answer();
__global__ void ask(int* result) { *result = answer(); }
"""
ASKS = """#include <cstdio>

__host__ __device__ int answer() {
#ifdef __CUDA_ARCH__
  int result;
  asm("add.s32 %0, %1, %2;" : "=r"(result) : "r"(40), "r"(2));
  return result;
#else
  return 1;
#endif
}

int main() {
  int* result;
  cudaMalloc(&result, sizeof(int));
  ask<<<1, 1>>>(result);
  int value;
  cudaMemcpy(&value, result, sizeof value, cudaMemcpyDeviceToHost);
  std::printf("%d\\n", value);
  cudaFree(result);
}
"""


def kernels_included_by_an_option_are_once_there(tools, folder):
    """As libcu++ tests itself: the functions that inline PTX becomes are compiled without that header."""
    write(os.path.join(folder, "ask.cuh"), INCLUDED)
    write(os.path.join(folder, "app.cu"), ASKS)
    made = subprocess.run([tools.nvcc, "-include", "ask.cuh", "app.cu", "-o", "app"], cwd=folder, capture_output=True, text=True,
                          check=False, env=tools.environment())
    if made.returncode != 0:
        return [made.stderr]
    said = subprocess.run([os.path.join(folder, "app")], cwd=folder, capture_output=True, text=True, check=False).stdout
    return [] if said == "42\n" else [f"the kernel's answer is {said!r}"]


def a_header_of_an_option_may_rely_on_cudas(tools, folder):
    """As with nvcc, which includes cuda_runtime.h first."""
    write(os.path.join(folder, "early.h"), "__host__ __device__ inline int two() { return dim3(2).x; }\n")
    said = compiled(tools, folder, "cstdio", "-include", "early.h")
    return [said] if said else []


def a_users_nccl_comes_first(tools, folder):
    """Which the toolkit does not bring; without one ours is there."""
    write(os.path.join(folder, "mine", "nccl.h"), USERS)
    mistakes = []
    if "the copy of the user" not in (said := compiled(tools, folder, "nccl.h", "-Imine")):
        mistakes.append(f"nccl.h is not the user's: {said}")
    if said := compiled(tools, folder, "nccl.h"):
        mistakes.append(f"nccl.h is not there: {said}")
    return mistakes


TESTS = (a_users_nccl_comes_first, a_header_of_an_option_may_rely_on_cudas, kernels_included_by_an_option_are_once_there,
         the_users_copy_comes_first, without_one_there_is_ours, a_toolkit_is_no_copy)

if __name__ == "__main__":
    sys.exit(run_tests(TESTS, __doc__))
