#!/usr/bin/env python3
"""An installed tree that was moved afterwards: the tools in it, its CMake package, pkg-config, the example projects."""

import atexit
import functools
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "programs"))

from harness import ROOT, Skipped, run_tests  # noqa: E402

MISSING = "// What is missing here: "


@functools.cache
def installed(build_dir):
    """Installs once; what is then moved can only be found relative to itself."""
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder, True)
    first = os.path.join(folder, "first")
    subprocess.run(["cmake", "--install", build_dir, "--prefix", first], check=True, capture_output=True)
    moved = os.path.join(folder, "moved")
    os.rename(first, moved)
    return moved


class Project:
    """A copy of a project, and commands in it that see the installed tree only."""

    def __init__(self, tools, folder, name=None):
        self.prefix = installed(tools.build_dir)
        self.folder = os.path.join(folder, "project")
        if name:
            shutil.copytree(os.path.join(ROOT, "examples", name), self.folder)
        else:
            os.mkdir(self.folder)
        self.environment = tools.environment()
        self.environment.pop("FENCEPOST_CXX")
        for variable in ("CUDACXX", "CUDA_PATH", "CUDA_HOME", "MAKEFLAGS", "MAKELEVEL", "CMAKE_GENERATOR"):
            self.environment.pop(variable, None)
        self.environment.update(CMAKE_PREFIX_PATH=self.prefix, CXX=tools.compiler,
                                PKG_CONFIG_PATH=os.path.join(self.prefix, "share", "pkgconfig"))

    def write(self, **files):
        for name, text in files.items():
            with open(os.path.join(self.folder, name.replace("__", ".")), "w", encoding="utf-8") as file:
                file.write(text)

    def run(self, *command, **environment):
        """The exit status, and all that is printed."""
        result = subprocess.run(command, cwd=self.folder, env={**self.environment, **environment}, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors="replace", check=False)
        return result.returncode, result.stdout

    def steps(self, mistakes, *commands):
        """Commands that must succeed."""
        for command in commands:
            status, text = self.run(*command)
            if status != 0:
                mistakes.append(f"{' '.join(command)} exited with {status}:\n{text[-3000:]}")
                return False
        return True

    def repair(self):
        """Takes the comment off what an example lacks."""
        for name in os.listdir(self.folder):
            path = os.path.join(self.folder, name)
            if name.endswith((".cu", ".cuh")):
                with open(path, encoding="utf-8") as file:
                    text = file.read()
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text.replace(MISSING, ""))


CONFIGURE = ("cmake", "-S", ".", "-B", "build", "-G", "Ninja")
BUILD = ("cmake", "--build", "build")
TEST = ("ctest", "--test-dir", "build", "--output-on-failure")


def fails_and_is_repaired(project, build, test, wanted):
    """The example's test fails with a report in which all of `wanted` are found, and passes when it is repaired."""
    mistakes = []
    if not project.steps(mistakes, *build):
        return mistakes
    status, text = project.run(*test)
    if status == 0 or not all(re.search(pattern, text) for pattern in wanted):
        mistakes.append(f"exit status {status}; wanted were {wanted} in:\n{text[-3000:]}")
    project.repair()
    if project.steps(mistakes, build[-1], test):
        status, text = project.run(*test)
        if "error: " in text:
            mistakes.append("still has a finding:\n" + text[-3000:])
    return mistakes


def the_cmake_example_fails_by_its_race_and_passes_without(tools, folder):
    project = Project(tools, folder, "cmake_project")
    return fails_and_is_repaired(project, (CONFIGURE, BUILD), TEST,
                                 [r"error: race on tile\[\d+\]", r"write +\S*smooth\.cu:9 ", r"read +\S*smooth\.cu:1[56] "])


def the_gtest_example_fails_by_its_race_and_passes_without(tools, folder):
    project = Project(tools, folder, "gtest_project")
    return fails_and_is_repaired(project, (CONFIGURE, BUILD), TEST,
                                 [r"Scan\.SumsOnes \.*\**Failed", r"Scan\.NeedsItsBarriers \.* +Passed",
                                  r"race on sums\[0\](.*\n)*  read +\S*scan\.cuh:11 "])


def the_make_example_fails_by_its_race_and_passes_without(tools, folder):
    if not shutil.which("pkg-config"):
        return Skipped("pkg-config is not installed")
    project = Project(tools, folder, "make_project")
    # As the Makefile says, on the command line.
    make = ("make", "PKG_CONFIG_PATH=" + project.environment.pop("PKG_CONFIG_PATH"), "CXX=" + tools.compiler)
    return fails_and_is_repaired(project, (make,), (*make, "test"),
                                 [r"error: race on counts\[0\]", r"histogram\.cu:5 ", r"histogram\.cu:8 ", r"Error 66"])


def the_tools_work_in_the_moved_tree(tools, folder):
    project, mistakes = Project(tools, folder), []
    fencepost = os.path.join(project.prefix, "bin", "fencepost")
    bug = os.path.join(project.prefix, "share", "doc", "fencepost", "examples", "missing_barrier", "bug.cu")
    for command, wanted, says in (((fencepost, "run", bug), 66, "race on tile"),
                                  ((fencepost, "prove", "--scan", "kogge-stone", "--n", "8"), 0, "1 proved"),
                                  ((fencepost, "toolkit"), 0, os.path.join(project.prefix, "lib/fencepost/toolkit"))):
        status, text = project.run(*command)
        if status != wanted or says not in text:
            mistakes.append(f"{' '.join(command)}: exit status {status}, not {wanted}\n{text}")
    # Another compiler of plain C++.
    status, text = project.run(fencepost, "run", "-ccbin", "clang++", bug)
    if shutil.which("clang++") and status != 66:
        mistakes.append(f"with clang++: exit status {status}\n{text}")
    for name in ("share/man/man1/fencepost.1", "share/doc/fencepost/README.md", "share/doc/fencepost/LICENSE",
                 "share/fencepost/include/fencepost/gtest.h", "include/fencepost/cuda_runtime.h"):
        if not os.path.exists(os.path.join(project.prefix, name)):
            mistakes.append(f"{name} is not installed")
    for parent, _, names in os.walk(project.prefix):
        for name in names:
            path = os.path.join(parent, name)
            if os.path.islink(path) and not os.path.exists(path):
                mistakes.append(f"{path} leads to {os.readlink(path)}, which is not there")
            elif not os.path.islink(path):
                with open(path, "rb") as file:
                    if tools.build_dir.encode() in file.read():
                        mistakes.append(f"{path} names the build folder")
    return mistakes


KERNEL = """#include "size.h"
__global__ void fill(int* data) { data[threadIdx.x] = VALUE; }
__global__ void race(int* data) { data[0] = threadIdx.x; }
__global__ void endless(volatile int* data) { while (data[1] == 0) data[0] = data[0] + 1; }
void run(int what) {
  int* data;
  cudaMalloc(&data, SIZE * sizeof(int));
  cudaMemset(data, 0, SIZE * sizeof(int));
  if (what == 1) fill<<<1, SIZE>>>(data);
  if (what == 2) race<<<1, SIZE>>>(data);
  if (what == 3) endless<<<1, 1>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
"""
MAIN = """#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
void run(int what);
int main(int argc, char** argv) {
  run(std::atoi(argv[1]));
  std::printf("%s\\n", GREETING);
}
"""
LISTS = """cmake_minimum_required(VERSION 3.20)
project(parts LANGUAGES @LANGUAGES@)
find_package(Fencepost 0.1 REQUIRED)
enable_testing()
add_library(size INTERFACE)
target_include_directories(size INTERFACE include)
target_compile_definitions(size INTERFACE "GREETING=\\"two words\\"")
fencepost_add_executable(parts kernel.cu main.cpp OPTIONS -DVALUE=7)
target_link_libraries(parts PRIVATE size)
fencepost_add_test(NAME clean TARGET parts ARGS 1)
fencepost_add_test(NAME race COMMAND parts 2 OPTIONS --jobs 1)
fencepost_add_test(NAME endless TARGET parts ARGS 3 TIMEOUT 2)
fencepost_add_test(NAME nothing TARGET parts ARGS 0)
fencepost_add_test(NAME nothing_allowed TARGET parts ARGS 0 OPTIONS --allow-no-launch)
fencepost_add_test(NAME by_script COMMAND sh -c "$<TARGET_FILE:parts> 2"
                   OPTIONS --fail-on never --report "a report.json" WORKING_DIRECTORY ${CMAKE_BINARY_DIR})
"""


def parts(tools, folder, languages):
    project = Project(tools, folder)
    os.mkdir(os.path.join(project.folder, "include"))
    project.write(kernel__cu=KERNEL, main__cpp=MAIN, CMakeLists__txt=LISTS.replace("@LANGUAGES@", languages))
    project.write(**{"include/size__h": "#pragma once\n#define SIZE 64\n"})
    return project


def check_parts(project, mistakes, configure=CONFIGURE):
    if not project.steps(mistakes, configure, BUILD):
        return
    status, text = project.run("ctest", "--test-dir", "build", "--output-on-failure", "-L", "fencepost")
    for name, wanted in (("clean", "Passed"), ("race", "Failed"), ("endless", "Failed"), ("nothing", "Failed"),
                         ("nothing_allowed", "Passed"), ("by_script", "Passed")):
        if not re.search(rf" {name} \.*[ *]*{wanted}", text):
            mistakes.append(f"{name} is not '{wanted}'")
    for wanted in (r"race on data\[0\]", r"kernel\.cu:3 ", "--timeout of 2 s ran out", r"kernel\.cu:4 ", "no kernel was launched"):
        if not re.search(wanted, text):
            mistakes.append(f"'{wanted}' is not in the output")
    if not os.path.exists(os.path.join(project.folder, "build", "a report.json")):
        mistakes.append("the option with a blank did not come through")
    if mistakes:
        mistakes.append(text[-5000:])
    # A changed header is noticed.
    time.sleep(0.02)
    project.write(**{"include/size__h": "#pragma once\n#define SIZE 32\n"})
    if project.steps(mistakes, BUILD):
        _, text = project.run("build/parts", "1")
        if " 32 threads" not in text or "two words" not in text:
            mistakes.append("after a change of size.h:\n" + text)


def tests_of_a_project_without_cuda(tools, folder):
    mistakes = []
    project = parts(tools, folder, "CXX")
    check_parts(project, mistakes)
    if project.steps(mistakes, BUILD):
        _, text = project.run(*BUILD)
        if "no work to do" not in text:
            mistakes.append("a second build does something:\n" + text)
    return mistakes


def tests_of_a_project_whose_cuda_compiler_is_fencepost_nvcc(tools, folder):
    mistakes = []
    project = parts(tools, folder, "CXX CUDA")
    project.environment["CUDACXX"] = os.path.join(project.prefix, "bin", "fencepost-nvcc")
    check_parts(project, mistakes)
    return mistakes


def a_target_for_the_gpu_beside_a_checked_one(tools, folder):
    nvcc = shutil.which("nvcc") or shutil.which("nvcc", path="/usr/local/cuda/bin")
    if nvcc is None:
        return Skipped("there is no nvcc")
    mistakes = []
    project = parts(tools, folder, "CXX CUDA")
    with open(os.path.join(project.folder, "CMakeLists.txt"), "a", encoding="utf-8") as file:
        file.write("add_executable(for_gpu kernel.cu main.cpp)\ntarget_link_libraries(for_gpu PRIVATE size)\n"
                   "target_compile_definitions(for_gpu PRIVATE VALUE=7)\n"
                   "target_include_directories(for_gpu PRIVATE ${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES})\n")
    project.environment["CUDACXX"] = nvcc
    check_parts(project, mistakes)
    if not mistakes:
        with open(os.path.join(project.folder, "build", "for_gpu"), "rb") as file:
            if b"FENCEPOST_OPTIONS" in file.read():
                mistakes.append("the program for the GPU is a checked one")
    return mistakes


def mistakes_in_a_cmake_file_are_told(tools, folder):
    mistakes = []
    head = "cmake_minimum_required(VERSION 3.20)\nproject(p LANGUAGES CXX)\nfind_package(Fencepost {})\nenable_testing()\n"
    for number, (version, line, wanted) in enumerate((
            ("", "fencepost_add_executable(t nowhere.cu)", r"there is no file\s+\S*nowhere\.cu"),
            ("", "fencepost_add_executable(t)", "needs sources"),
            ("", "fencepost_add_test(NAME t)", "needs a NAME, and either TARGET or COMMAND"),
            ("", "fencepost_add_test(NAME t COMAND t)", "what about COMAND"),
            ("9.9 REQUIRED", "", "9.9"))):
        project = Project(tools, os.path.join(folder, os.makedirs(os.path.join(folder, str(number))) or str(number)))
        project.write(CMakeLists__txt=head.format(version) + line)
        status, text = project.run("cmake", "-S", ".", "-B", "build", "-DCMAKE_CXX_COMPILER_WORKS=1")
        if status == 0 or not re.search(wanted, text):
            mistakes.append(f"{line or version}: exit status {status}\n{text[-1500:]}")
    return mistakes


TESTS = [the_cmake_example_fails_by_its_race_and_passes_without, the_gtest_example_fails_by_its_race_and_passes_without,
         the_make_example_fails_by_its_race_and_passes_without, the_tools_work_in_the_moved_tree,
         tests_of_a_project_without_cuda, tests_of_a_project_whose_cuda_compiler_is_fencepost_nvcc,
         a_target_for_the_gpu_beside_a_checked_one, mistakes_in_a_cmake_file_are_told]

if __name__ == "__main__":
    sys.exit(run_tests(TESTS, __doc__))
