#!/usr/bin/env python3
"""Projects as users have them, unmodified, built by CMake and make with fencepost-nvcc in place of nvcc."""

import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "programs"))

from harness import run_tests  # noqa: E402


class Project:
    """A copy of a project of this folder, with the environment in which a user builds it."""

    def __init__(self, tools, name, folder):
        self.tools = tools
        self.folder = os.path.join(folder, name)
        shutil.copytree(os.path.join(HERE, name), self.folder)
        self.environment = tools.environment()
        # Not what the machine or this build is set up with; nor the job server of a make that runs the tests.
        for variable in ("CUDA_PATH", "CUDA_HOME", "CUDAARCHS", "MAKEFLAGS", "MAKELEVEL", "CMAKE_GENERATOR"):
            self.environment.pop(variable, None)
        self.environment.update(CXX=tools.compiler, CUDACXX=tools.nvcc, CUDAHOSTCXX=shutil.which(tools.compiler))

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def run(self, mistakes, *command, status=0):
        """What the command says. Another exit status than `status` is a mistake."""
        result = subprocess.run(command, cwd=self.folder, env=self.environment, capture_output=True, text=True,
                                errors="replace", check=False)
        if result.returncode != status:
            mistakes.append(f"{' '.join(command)}\nexited with {result.returncode}, not {status}:\n"
                            f"{result.stdout[-2000:]}{result.stderr[-2000:]}")
        return result.stdout + result.stderr

    def check(self, mistakes, program, *arguments, launches, finding=None):
        """Runs the program, which must be right and have no findings; or one error at `finding`, file:line."""
        run = self.tools.run(self.path(program), arguments)
        if run.report is None:
            mistakes.append(f"{program}: no report, exit status {run.exit}:\n{run.stdout}{run.stderr}")
            return
        places = [f"{os.path.basename(access['location']['file'])}:{access['location']['line']}"
                  for found in run.report["findings"] for access in found["accesses"]]
        wanted = [finding, finding] if finding else []
        if run.exit != (66 if finding else 0) or places != wanted:
            mistakes.append(f"{program}: exit status {run.exit}, findings {places}, not {wanted}:\n{run.stdout}{run.stderr}")
        if run.report["summary"]["launches"] != launches:
            mistakes.append(f"{program}: {run.report['summary']['launches']} launches, not {launches}")

    def rebuilt(self, mistakes, header, objects, *build):
        """Touches the header and builds again; a mistake unless exactly `objects`, of all beside or below, are new."""
        before = self._objects()
        newest = max(before.values())
        os.utime(self.path(header), ns=(newest + 10**9, newest + 10**9))
        self.run(mistakes, *build)
        after = self._objects()
        new = sorted(os.path.basename(path) for path in after if after[path] != before.get(path))
        if new != sorted(objects):
            mistakes.append(f"after a change of {header} were rebuilt: {new}, not {sorted(objects)}")

    def _objects(self):
        return {os.path.join(parent, name): os.stat(os.path.join(parent, name)).st_mtime_ns
                for parent, _, names in os.walk(self.folder) for name in names
                if re.search(r"\.(cu|cpp)\.o$|^[a-z0-9]+\.o$", name)}


def line_of(text, *names):
    with open(os.path.join(HERE, *names), encoding="utf-8") as file:
        return 1 + next(i for i, line in enumerate(file) if text in line)


def cmake(tools, folder, generator):
    project, mistakes = Project(tools, "cmake_project", folder), []
    configured = project.run(mistakes, "cmake", "-S", ".", "-B", "build", "-G", generator)
    if not re.search(r"CUDA compiler identification is NVIDIA 12\.", configured):
        mistakes.append("CMake does not identify the CUDA compiler:\n" + configured)
    build = ("cmake", "--build", "build", "-j", "4")
    project.run(mistakes, *build)
    if mistakes:
        return mistakes
    project.run(mistakes, "ctest", "--test-dir", "build")
    project.check(mistakes, "build/echo_filter", "700", launches=2)
    project.check(mistakes, "build/peak", launches=1)
    project.rebuilt(mistakes, "include/samples.h",
                    ["clip.cu.o", "sum.cu.o", "filter.cu.o", "main.cpp.o"], *build)
    project.check(mistakes, "build/echo_filter", launches=2)
    project.run(mistakes, "cmake", "-B", "build", "-DPEAK_WITHOUT_BARRIER=ON")
    project.run(mistakes, *build)
    line = line_of("best[t] = max(", "cmake_project", "src", "peak.cu")
    project.check(mistakes, "build/peak", launches=1, finding=f"peak.cu:{line}")
    return mistakes


def a_cmake_project_builds_by_ninja(tools, folder):
    return cmake(tools, folder, "Ninja")


def a_cmake_project_builds_by_make(tools, folder):
    return cmake(tools, folder, "Unix Makefiles")


def architectures_are_detected_and_accepted(tools, folder):
    project, mistakes = Project(tools, "cmake_project", folder), []
    for architectures in ("native", "all", "70;80-real"):
        project.run(mistakes, "cmake", "-S", ".", "-B", "build", "-G", "Ninja",
                    "-DCMAKE_CUDA_ARCHITECTURES=" + architectures)
        project.run(mistakes, "cmake", "--build", "build", "--target", "peak")
        project.check(mistakes, "build/peak", launches=1)
    return mistakes


SHARED = {
    "CMakeLists.txt": """cmake_minimum_required(VERSION 3.18)
project(scale LANGUAGES CXX CUDA)
find_package(CUDAToolkit REQUIRED)
foreach(header thrust/version.h cub/cub.cuh cuda/atomic)  # As projects look for CCCL.
  string(MAKE_C_IDENTIFIER ${header} name)
  find_path(${name} ${header} HINTS ${CUDAToolkit_INCLUDE_DIRS} NO_DEFAULT_PATH REQUIRED)
endforeach()
add_library(scale SHARED scale.cu)
target_include_directories(scale SYSTEM PRIVATE ${thrust_version_h} ${cub_cub_cuh})
add_executable(main main.cpp)
target_link_libraries(main PRIVATE scale)
""",
    "scale.cu": """#include <cub/version.cuh>
#include <thrust/version.h>
static_assert(THRUST_VERSION > 100000 && CUB_VERSION > 100000, "their own");
__global__ void scale(int* p, int n) { if (threadIdx.x < n) p[threadIdx.x] *= 2; }
int twice(int value) {
  int* p;
  cudaMalloc(&p, 4);
  cudaMemcpy(p, &value, 4, cudaMemcpyHostToDevice);
  scale<<<1, 32>>>(p, 1);
  cudaMemcpy(&value, p, 4, cudaMemcpyDeviceToHost);
  cudaFree(p);
  return value;
}
""",
    "main.cpp": "int twice(int);\nint main() { return twice(21) == 42 ? 0 : 1; }\n"}


def a_cmake_project_has_shared_libraries_with_kernels(tools, folder):
    mistakes = []
    project = Project(tools, "cmake_project", folder)
    toolkit = project.run(mistakes, tools.fencepost, "toolkit", "--shared").strip()
    project.environment.update(CUDACXX=toolkit + "/bin/nvcc", LD_LIBRARY_PATH=toolkit + "/lib64")
    for name, text in SHARED.items():
        with open(project.path(name), "w", encoding="utf-8") as file:
            file.write(text)
    project.run(mistakes, "cmake", "-S", ".", "-B", "build", "-G", "Ninja")
    project.run(mistakes, "cmake", "--build", "build")
    said = project.run(mistakes, "build/main")
    if not re.search(r"1 launch, 1 block, 32 threads, .* no findings", said):
        mistakes.append("not checked:\n" + said)
    return mistakes


def a_library_that_is_not_there_is_named(tools, folder):
    project, mistakes = Project(tools, "cmake_project", folder), []
    with open(project.path("CMakeLists.txt"), "a", encoding="utf-8") as file:
        file.write("target_link_libraries(peak PRIVATE CUDA::cupti)\n")
    # Nor in a toolkit that is installed on this machine.
    said = project.run(mistakes, "cmake", "-S", ".", "-B", "build", "-G", "Ninja",
                       "-DCMAKE_IGNORE_PREFIX_PATH=/usr/local;/usr/local/cuda", status=1)
    if "CUDA::cupti" not in said:
        mistakes.append("CUDA::cupti is not named:\n" + said)
    return mistakes


def make(mistakes, project):
    return ("make", "-j8", "CUDA_PATH=" + project.tools.toolkit, "HOST_COMPILER=" + project.tools.compiler)


def a_makefile_project_builds_in_parallel(tools, folder):
    project, mistakes = Project(tools, "makefile_project", folder), []
    build = make(mistakes, project)
    said = project.run(mistakes, *build)
    if re.search("warning|#\\$", said):
        mistakes.append("make was not silent:\n" + said)
    if mistakes:
        return mistakes
    for program in ("blur", "blur_nvcc"):
        project.check(mistakes, program, launches=10)
    project.rebuilt(mistakes, "image.h",
                    ["main.o", "image.o", "blur.o", "border.o"] + [f"table{i}.o" for i in range(8)], *build)
    project.check(mistakes, "blur", launches=10)
    return mistakes


def a_program_of_openmp_is_linked_by_the_compiler_of_plain_code(tools, folder):
    # Its CUDA source and its plain one share a runtime, though the linker is told of g++'s alone.
    if not os.path.exists(os.path.join(tools.toolkit, "lib64", "libfencepost_openmp.so")):
        return []
    os.makedirs(folder, exist_ok=True)
    programs = os.path.join(os.path.dirname(HERE), "programs")
    source, plain = (os.path.join(programs, name) for name in ("openmp_host_norace.cu", "parts/openmp_plain.cpp"))
    for command in ([tools.nvcc, "-Xcompiler", "-fopenmp", "-c", source, "-o", "main.o"],
                    ["g++", "-fopenmp", "-c", plain, "-o", "plain.o"],
                    ["g++", "-fopenmp", "main.o", "plain.o", f"-L{tools.toolkit}/lib64", "-lcudart", "-o", "program"],
                    ["./program"]):
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            return [f"{command[0]} exited with {done.returncode}:\n{done.stdout}{done.stderr}"]
    return []


def two_builds_at_once_do_not_disturb_each_other(tools, folder):
    mistakes = []
    projects = [Project(tools, "makefile_project", os.path.join(folder, name)) for name in ("first", "second")]
    for project in projects:
        project.environment["PATH"] = os.path.dirname(tools.nvcc) + os.pathsep + project.environment["PATH"]
    builds = [subprocess.Popen([*make(mistakes, project), "NVCC=fencepost-nvcc -ccbin " + tools.compiler],
                               cwd=project.folder, env=project.environment, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, text=True) for project in projects]
    for project, build in zip(projects, builds):
        _, errors = build.communicate()
        if build.returncode != 0:
            mistakes.append(f"make exited with {build.returncode}:\n{errors}")
        else:
            project.check(mistakes, "blur", launches=10)
    return mistakes


def clang_reads_the_sources_with_the_flags_for_clangd(tools, folder):
    project, mistakes = Project(tools, "cmake_project", folder), []
    configuration = project.run(mistakes, tools.fencepost, "toolkit", "--clangd")
    added = re.search(r"Add: \[(.*)\]", configuration)
    if added is None:
        return [*mistakes, "no flags in:\n" + configuration]
    for source in ("lib/clip.cu", "lib/sum.cu", "src/filter.cu", "src/peak.cu"):
        project.run(mistakes, "clang++", "-std=c++14", "-Iinclude", "-DBLOCK_SIZE=64", '-DGREETING=""', "-fsyntax-only",
                    "-Werror", *added[1].split(", "), source)
    if shutil.which("clangd"):
        with open(project.path(".clangd"), "w", encoding="utf-8") as file:
            file.write(configuration)
        project.run(mistakes, "cmake", "-S", ".", "-B", "build", "-G", "Ninja", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON")
        said = project.run(mistakes, "clangd", "--check=src/peak.cu", "--compile-commands-dir=build")
        if "All checks completed, 0 errors" not in said:
            mistakes.append("clangd finds errors:\n" + said[-3000:])
    return mistakes


TESTS = [a_cmake_project_builds_by_ninja, a_cmake_project_builds_by_make, architectures_are_detected_and_accepted,
         a_cmake_project_has_shared_libraries_with_kernels, a_library_that_is_not_there_is_named,
         a_makefile_project_builds_in_parallel,
         a_program_of_openmp_is_linked_by_the_compiler_of_plain_code,
         two_builds_at_once_do_not_disturb_each_other, clang_reads_the_sources_with_the_flags_for_clangd]

if __name__ == "__main__":
    sys.exit(run_tests(TESTS, __doc__))
