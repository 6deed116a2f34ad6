#!/usr/bin/env python3
"""CUDA's headers are parsed once and kept, and what is compiled with them is what is compiled without."""

import glob
import os
import resource
import subprocess
import sys

from harness import run_tests

SOURCE = """
#include <cstdio>
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <vector>
__global__ void adds(float* sums, const float* a) { atomicAdd(&sums[threadIdx.x % 4], sqrtf(a[cooperative_groups::this_thread_block().thread_rank()])); }
int main() {
  std::vector<float> a(64, 4.0f);
  float *device, *sums, sum[4] = {};
  cudaMalloc(&device, sizeof(float) * a.size());
  cudaMalloc(&sums, sizeof sum);
  cudaMemcpy(device, a.data(), sizeof(float) * a.size(), cudaMemcpyHostToDevice);
  cudaMemset(sums, 0, sizeof sum);
  adds<<<1, 64>>>(sums, device);
  cudaMemcpy(sum, sums, sizeof sum, cudaMemcpyDeviceToHost);
  std::printf("%g\\n", sum[3]);
}
"""


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


class Compiler:
    """fencepost-nvcc in a folder of its own, with a cache there."""

    def __init__(self, tools, folder):
        self.tools = tools
        self.folder = folder
        self.cache = os.path.join(folder, "cache")
        write(os.path.join(folder, "app.cu"), SOURCE)

    def __call__(self, *words, output="app.o", source="app.cu", largest=resource.RLIM_INFINITY,
                 **environment):
        """`largest`: bytes of a file; to write more fails, as on a full disk."""
        command = [self.tools.nvcc, "-c", source, "-o", output, *words]
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (largest, largest))

        return subprocess.run(command, preexec_fn=limit, restore_signals=False, cwd=self.folder, capture_output=True, text=True, check=False,
                              env={**self.tools.environment(), "FENCEPOST_CACHE_DIR": self.cache, **environment})

    def kept(self):
        return {path: os.stat(path).st_mtime_ns for path in glob.glob(os.path.join(self.cache, "headers", "*", "headers.pch"))}

    def code(self, name):
        out = subprocess.run(["objdump", "-dr", "--no-show-raw-insn", name], cwd=self.folder, capture_output=True, text=True,
                             check=True).stdout
        return out.split("\n", 4)[-1]


def the_code_is_the_same(tools, folder):
    compiler = Compiler(tools, folder)
    mistakes = []
    for flags in ((), ("--no-check",), ("-std=c++20", "-DSIZE=3", "-arch=sm_70", "-O3")):
        for output, environment in (("first.o", {}), ("again.o", {}), ("without.o", {"FENCEPOST_CACHE_SIZE": "0"})):
            made = compiler(*flags, output=output, **environment)
            if made.returncode != 0 or made.stderr:
                mistakes.append(f"{flags}: exit status {made.returncode}: {made.stderr}")
                break
        else:
            if len({compiler.code(name) for name in ("first.o", "again.o", "without.o")}) != 1:
                mistakes.append(f"{flags}: other code with parsed headers")
    return mistakes


def they_are_made_once_for_each_way(tools, folder):
    """Two files, host's and device's, for each; two more with the standard headers and CUDA's of the source, the second time,
    in whichever order it includes them."""
    compiler = Compiler(tools, folder)
    os.mkdir(os.path.join(folder, "mine"))
    mistakes = []
    counts = []
    lines = SOURCE.split("\n")
    write(os.path.join(folder, "order.cu"), "\n".join(lines[4:0:-1] + lines[5:]))
    for source, flags in (("order.cu", ()), ("app.cu", ()), ("app.cu", ("-Imine",)), ("app.cu", ("-DSIZE=3",)),
                          ("app.cu", ("-std=c++20",)), ("app.cu", ("-MD", "-MF", "app.d"))):
        compiler(*flags, source=source)
        counts.append(len(compiler.kept()))
    if counts != [2, 4, 4, 6, 8, 8]:
        mistakes.append(f"after each way there are {counts}")
    with open(os.path.join(folder, "app.d"), encoding="utf-8") as file:
        rules = file.read()
    if not all(name in rules for name in ("cuda_runtime.h", "/cstdio", "/cuda/atomic")) or folder in rules.replace("app.", ""):
        mistakes.append(f"dependencies are {rules}")
    return mistakes


def a_header_of_ones_own_comes_first(tools, folder):
    compiler = Compiler(tools, folder)
    mine = os.path.join(folder, "mine")
    os.mkdir(mine)
    if (made := compiler("-Imine")).returncode != 0:
        return [f"before: {made.stderr}"]
    write(os.path.join(mine, "limits.h"), "#error this one\n")
    made = compiler("-Imine")
    if made.returncode == 0 or "this one" not in made.stderr:
        return [f"limits.h in a folder given by -I was not read: exit status {made.returncode}: {made.stderr}"]
    return []


def cccl_of_ones_own_comes_first(tools, folder):
    """And is not parsed each time for nothing."""
    compiler = Compiler(tools, folder)
    mine = os.path.join(folder, "mine")
    os.makedirs(os.path.join(mine, "cuda"))
    write(os.path.join(mine, "cuda", "atomic"), "#error this one\n")
    told = [compiler("-Imine") for _ in range(3)]
    if any(made.returncode == 0 or "this one" not in made.stderr for made in told) or len(compiler.kept()) != 2:  # The host's.
        return [f"{[(made.returncode, made.stderr) for made in told]}, kept: {len(compiler.kept())}"]
    return []


def a_librarys_are_kept_too(tools, folder):
    """Those in folders of -isystem: from the second time on, until one of them changes or another one comes first."""
    compiler = Compiler(tools, folder)
    library, mine = os.path.join(folder, "library"), os.path.join(folder, "mine")
    for made in (library, mine):
        os.makedirs(os.path.join(made, "deep"))
    write(os.path.join(library, "deep", "twice.h"), "#pragma once\ntemplate <class T> __device__ T twice(T a) { return a + a; }\n")
    write(os.path.join(library, "twice.h"), "#ifndef TWICE_H\n#define TWICE_H\n#include <vector>\n#include <deep/twice.h>\n#endif\n")
    write(os.path.join(folder, "app.cu"), "#include <twice.h>\n__global__ void k(int* p) { *p = twice(*p); }\n")
    mistakes, counts = [], []
    for output, environment in (("first.o", {}), ("second.o", {}), ("third.o", {}), ("without.o", {"FENCEPOST_CACHE_SIZE": "0"})):
        made = compiler("-Imine", "-isystem", "library", "-MD", "-MF", "app.d", output=output, **environment)
        if made.returncode != 0 or made.stderr:
            mistakes.append(f"{output}: exit status {made.returncode}: {made.stderr}")
        counts.append(len(compiler.kept()))
        with open(os.path.join(folder, "app.d"), encoding="utf-8") as file:
            if "library/deep/twice.h" not in file.read():
                mistakes.append(f"{output} does not depend on the library")
    if counts != [2, 4, 4, 4]:
        mistakes.append(f"after each time there are {counts}")
    if len({compiler.code(name) for name in ("first.o", "second.o", "third.o", "without.o")}) != 1:
        mistakes.append("other code with parsed headers")
    for where in (library, mine):
        write(os.path.join(where, "deep", "twice.h"), "#error this one\n")
        made = compiler("-Imine", "-isystem", "library")
        if made.returncode == 0 or "this one" not in made.stderr:
            mistakes.append(f"{where} was not read: exit status {made.returncode}: {made.stderr}")
        write(os.path.join(library, "deep", "twice.h"), "#pragma once\ntemplate <class T> __device__ T twice(T a) { return 2 * a; }\n")
    return mistakes


def a_librarys_that_cannot_be_kept_are_not_tried_again(tools, folder):
    """Until they change."""
    compiler = Compiler(tools, folder)
    library = os.path.join(folder, "library")
    os.mkdir(library)
    write(os.path.join(library, "part.h"), "#pragma once\n#error not this one\n")
    write(os.path.join(folder, "app.cu"), "#include <part.h>\n__global__ void k() { other(); }\n")
    mistakes = []
    for _ in range(3):
        made = compiler("-isystem", "library")
        if made.returncode == 0 or "not this one" not in made.stderr:
            mistakes.append(f"exit status {made.returncode}: {made.stderr}")
    if len(compiler.kept()) != 1 or len(glob.glob(os.path.join(compiler.cache, "headers", "*", "failed"))) != 1:  # The host's.
        mistakes.append(f"kept: {len(compiler.kept())}")
    write(os.path.join(library, "part.h"), "#pragma once\n__device__ inline void other() {}\n")
    made = compiler("-isystem", "library")
    if made.returncode != 0 or made.stderr or len(compiler.kept()) < 3:
        mistakes.append(f"changed: exit status {made.returncode}: {made.stderr}, kept: {len(compiler.kept())}")
    return mistakes


def spoilt_ones_are_made_again(tools, folder):
    mistakes = []
    for source, text in (("plain.cu", "__global__ void k(int* p) { *p = 1; }\n"), ("app.cu", SOURCE)):
        place = os.path.join(folder, source + ".folder")
        os.mkdir(place)
        compiler = Compiler(tools, place)
        write(os.path.join(place, source), text)
        compiler(source=source)
        compiler(source=source)
        # What is read is the same, whatever was parsed: of those with the source's own headers, which take longest, two.
        ways = SPOILT if source == "plain.cu" else SPOILT[::3]
        mistakes += [f"{source}: {mistake}" for mistake in mistakes_with_spoilt(compiler, source, ways)]
    return mistakes


SPOILT = (("an empty one", "headers.pch", ""), ("half a list", "manifest", "fencepost parsed headers 1\n"),
          ("another list", "manifest", "?\n"), ("a changed file", "manifest", None))


def mistakes_with_spoilt(compiler, source, ways):
    mistakes = []
    for what, name, text in ways:
        for path in compiler.kept():
            path = os.path.join(os.path.dirname(path), name)
            if text is None:
                with open(path, encoding="utf-8") as file:
                    lines = file.read().split("\n")
                lines[2:3] = ["1" + line for line in lines[2:3]]  # Its size.
                write(path, "\n".join(lines))
            else:
                write(path, text)
        before = compiler.kept()
        made = compiler(source=source)
        if made.returncode != 0 or made.stderr:
            mistakes.append(f"{what}: exit status {made.returncode}: {made.stderr}")
        if any(before[path] == time for path, time in compiler.kept().items()):
            mistakes.append(f"{what}: it was not made again")
    return mistakes


def what_others_are_built_on_is_made_again(tools, folder):
    """CUDA's alone, of which the list is lost; with them those of the standard library, which know CUDA's by a file."""
    compiler = Compiler(tools, folder)
    compiler()
    base = compiler.kept()
    compiler()
    before = compiler.kept()
    for path in base:
        os.remove(os.path.join(os.path.dirname(path), "manifest"))
    made = compiler()
    mistakes = [] if made.returncode == 0 and not made.stderr else [f"exit status {made.returncode}: {made.stderr}"]
    again = [before[path] != time for path, time in compiler.kept().items()]
    if len(base) != 2 or again != [True] * 4:
        mistakes.append(f"of {len(base)} and {len(before) - len(base)} were made again: {again}")
    if max(os.path.getsize(path) for path in before if path not in base) > min(map(os.path.getsize, base)):
        mistakes.append("those behind CUDA's hold CUDA's, too")
    return mistakes


def clang_may_crash_by_them(tools, folder):
    """As by a file that the disk has spoilt and whose size and time are as they were; or by an error of clang's own: new ones
    that nobody could read to the end are tried three times."""
    compiler = Compiler(tools, folder)
    compiler()
    compiler()
    compiler(output="without.o", FENCEPOST_CACHE_SIZE="0")
    code, crashes, mistakes = compiler.code("without.o"), 0, []

    def compiles(what):
        made = compiler()
        told = [line for line in made.stderr.splitlines() if not line.startswith("LLVM ERROR: ASTReader")]
        if made.returncode != 0 or told or compiler.code("app.o") != code:
            mistakes.append(f"{what}: exit status {made.returncode}: {made.stderr}")

    for path in compiler.kept():
        with open(path, "rb") as file:
            sound = file.read()
        times = os.stat(path)
        for part in (2, 5):
            place = len(sound) // part
            with open(path, "wb") as file:
                file.write(sound[:place] + b"\xff" * (len(sound) // 10) + sound[place + len(sound) // 10:])
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
            unproved = os.path.join(os.path.dirname(path), "unproved")
            write(unproved, "")
            for _ in range(4):
                compiles(f"{os.path.basename(os.path.dirname(path))} spoilt at {place}")
            if os.path.exists(unproved):
                crashes += 1
                if (tries := os.path.getsize(unproved)) != 3:
                    mistakes.append(f"tried {tries} times")
                os.remove(unproved)
        with open(path, "wb") as file:
            file.write(sound)
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    if crashes == 0:
        mistakes.append("clang never crashed")
    return mistakes


def it_goes_on_without(tools, folder):
    compiler = Compiler(tools, folder)
    compiler.cache = os.path.join(folder, "app.cu")  # No folder.
    made = compiler()
    mistakes = [] if made.returncode == 0 and not made.stderr else [f"no folder: {made.returncode}: {made.stderr}"]
    made = compiler(FENCEPOST_CACHE_DIR="", XDG_CACHE_HOME="", HOME="")
    if made.returncode != 0 or made.stderr:
        mistakes.append(f"no home: {made.returncode}: {made.stderr}")
    compiler.cache = os.path.join(folder, "cache")
    made = compiler(largest=1 << 20)
    if made.returncode != 0 or made.stderr or compiler.kept():
        mistakes.append(f"a full disk: {made.returncode}: {made.stderr}")
    made = compiler("-Dtypename=nonsense")
    if made.returncode == 0 or "error" not in made.stderr:
        mistakes.append(f"headers that do not compile: {made.returncode}: {made.stderr}")
    return mistakes


def errors_are_told_as_without(tools, folder):
    compiler = Compiler(tools, folder)
    write(os.path.join(folder, "bad.cu"), "__global__ void k(int* p) { *p = missing; }\n__device__ int f() { return sqrt(\"a\"); }\n")
    write(os.path.join(folder, "calls.h"), "#include <cstdio>\nvoid host();\n__device__ inline void device() { host(); }\n")
    write(os.path.join(folder, "calls.cu"), "#include \"calls.h\"\n__global__ void k() { device(); }\n")
    mistakes = []
    for source, error in (("bad.cu", "bad.cu:1:34: error: use of undeclared identifier 'missing'"),
                          ("calls.cu", "calls.h:3:35: error: no matching function for call to 'host'")):
        told = [compiler(source=source, **environment).stderr for environment in ({}, {}, {"FENCEPOST_CACHE_SIZE": "0"})]
        if len(set(told)) != 1 or error not in told[0]:
            mistakes.append(f"{source}: told are\n" + "\n---\n".join(told))
    return mistakes


TESTS = (the_code_is_the_same, they_are_made_once_for_each_way, a_header_of_ones_own_comes_first, cccl_of_ones_own_comes_first,
         a_librarys_are_kept_too, a_librarys_that_cannot_be_kept_are_not_tried_again,
         spoilt_ones_are_made_again, what_others_are_built_on_is_made_again, clang_may_crash_by_them, it_goes_on_without, errors_are_told_as_without)

if __name__ == "__main__":
    sys.exit(run_tests(TESTS, __doc__))
