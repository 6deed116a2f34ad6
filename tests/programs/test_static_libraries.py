#!/usr/bin/env python3
"""Static libraries of objects with -rdc=true: all of these are in the program, as nvcc's device linker has it, also those
that nothing refers to; of other objects those that something refers to. Templates that a source for g++ calls."""

import subprocess
import sys

from harness import run_tests
from test_shared_library import expect, fencepost, write

NAMES = """\
#include <vector>
inline std::vector<const char*>& names() { static std::vector<const char*> all; return all; }
struct Add { Add(const char* name) { names().push_back(name); } };
"""
PART = """\
#include "names.h"
__global__ void NAME_kernel(int* p) { *p = 1; }
void launch_NAME(int* p) { NAME_kernel<<<1, 1>>>(p); }
static Add add("NAME");
"""
MAIN = """\
#include "names.h"
#include <cstdio>
void launch_named(int* p);
int main() {
  int* p;
  cudaMalloc(&p, sizeof *p);
  launch_named(p);
  for (const char* name : names()) printf("%s ", name);
  printf("end\\n");
}
"""


def build(tools, folder, *command):
    return subprocess.run(command, cwd=folder, env=tools.environment(), capture_output=True, text=True, timeout=300, check=False)


def test_self_registration(tools, folder):
    """A program that nvcc links, one of a device link and g++'s, and one without -rdc."""
    mistakes = []
    write(folder, names_h=NAMES, main_cu=MAIN)
    for name in ("named", "alone"):
        write(folder, **{name + "_cu": PART.replace("NAME", name)})
    for rdc, words in (("true", "alone named end"), ("false", "named end")):
        for name in ("main", "named", "alone"):
            expect(mistakes, name, build(tools, folder, tools.nvcc, f"-rdc={rdc}", "-c", name + ".cu", "-o", name + ".o"), 0)
        build(tools, folder, "rm", "-f", "libparts.a")
        expect(mistakes, "ar", build(tools, folder, "ar", "rcs", "libparts.a", "alone.o", "named.o"), 0)
        for how, link in (("-l", ["-L.", "-lparts"]), ("a path", ["libparts.a"])):
            expect(mistakes, "link", build(tools, folder, tools.nvcc, "main.o", *link, "-o", "app"), 0)
            run = fencepost(tools, folder, "run", "./app")
            if words not in " ".join(sorted(run.stdout.split(" end")[0].split())) + " end":
                mistakes.append(f"-rdc={rdc}, {how}: {run.stdout}")
            expect(mistakes, f"-rdc={rdc}, {how}", run, 0)
            if rdc == "false" and "alone" in run.stdout:
                mistakes.append(f"{how}: an object without -rdc that nothing refers to")
            expect(mistakes, "device link", build(tools, folder, tools.nvcc, "-dlink", "main.o", *link, "-o", "device.o"), 0)
            expect(mistakes, "link of both", build(tools, folder, tools.nvcc, "main.o", "device.o", *link, "-o", "app"), 0)
            expect(mistakes, f"-rdc={rdc}, {how}, -dlink", fencepost(tools, folder, "run", "./app"), 0, "named", "end")
    return mistakes


# What decides whether a template can be called is in none of g++ 12's names; clang 18 has it in its own.
TEMPLATES = """\
#include <type_traits>
template <class T, std::enable_if_t<std::is_integral_v<T>, int> = 0> T add(T a);
template <class T, std::enable_if_t<std::is_floating_point_v<T>, void>* = nullptr> T add(T a);
template <class T> concept Small = sizeof(T) < 3;
template <Small T> T twice(T a);
template <template <class...> class C, class T> T first(const C<T>& c);
"""
DEFINITIONS = """\
#include "templates.h"
#include <vector>
template <class T> __global__ void add_one(T* p) { *p += 1; }
template <class T> T on_device(T a) {
  T* p;
  cudaMalloc(&p, sizeof *p);
  cudaMemcpy(p, &a, sizeof a, cudaMemcpyDefault);
  add_one<<<1, 1>>>(p);
  cudaMemcpy(&a, p, sizeof a, cudaMemcpyDefault);
  cudaFree(p);
  return a;
}
template <class T, std::enable_if_t<std::is_integral_v<T>, int>> T add(T a) { return on_device(a); }
template <class T, std::enable_if_t<std::is_floating_point_v<T>, void>*> T add(T a) { return on_device(a); }
template <Small T> T twice(T a) { return a + a; }
template <template <class...> class C, class T> T first(const C<T>& c) { return *c.begin(); }
template int add<int, 0>(int);
template double add<double, nullptr>(double);
template short twice<short>(short);
template int first<std::vector, int>(const std::vector<int>&);
"""
CALLER = """\
#include <cstdio>
#include <vector>
#include "templates.h"
int main() { std::printf("%d %g %d %d\\n", add(1), add(2.5), twice(short{3}), first<std::vector, int>({7})); }
"""


def test_templates_of_another_compiler(tools, folder):
    """A source that g++ compiles calls templates that one with kernels instantiates."""
    mistakes = []
    write(folder, templates_h=TEMPLATES, definitions_cu=DEFINITIONS, caller_cpp=CALLER)
    expect(mistakes, "g++", build(tools, folder, "g++", "-std=c++20", "-c", "caller.cpp", "-o", "caller.o"), 0)
    expect(mistakes, "nvcc", build(tools, folder, tools.nvcc, "-std=c++20", "-c", "definitions.cu", "-o", "definitions.o"), 0)
    expect(mistakes, "link", build(tools, folder, tools.nvcc, "caller.o", "definitions.o", "-o", "app"), 0)
    expect(mistakes, "run", fencepost(tools, folder, "run", "./app"), 0, "2 3.5 6 7")
    return mistakes


if __name__ == "__main__":
    sys.exit(run_tests([test_self_registration, test_templates_of_another_compiler], __doc__))
