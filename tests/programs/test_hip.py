#!/usr/bin/env python3
"""HIP programs: fencepost-hipcc compiles them, and they run, with the findings that the same program has in CUDA."""

import os
import re
import subprocess
import sys

from harness import ROOT, run_tests

PARTS = os.path.join(ROOT, "tests", "programs", "parts")
HEADERS = os.path.join(ROOT, "sim", "include")


def run(words, tools, folder, **more):
    return subprocess.run(words, cwd=folder, env=tools.environment(), capture_output=True, text=True, check=False, timeout=300, **more)


def test_a_program_as_its_makefile_would(tools, folder):
    hipcc = os.path.join(tools.toolkit, "bin", "hipcc")
    mistakes = []
    cub = [] if os.path.exists("/usr/include/cub/cub.cuh") else ["-DWITHOUT_CUB"]
    for words in ([*cub, "-O3", "--offload-arch=gfx90a", "-munsafe-fp-atomics", "-Wno-unused-result", "-std=c++17", "-c"], None):
        source = os.path.join(PARTS, "hip_app.cpp")
        made = run([hipcc, *words, source, "-o", "app.o"] if words else [hipcc, "app.o", "-lhipblas", "-lamdhip64", "-o", "app"], tools, folder)
        if made.returncode != 0 or made.stderr:
            mistakes.append(f"{words}: {made.returncode} {made.stderr}")
    ran = run(["./app"], tools, folder)
    if (ran.returncode, ran.stdout) != (0, "right\n") or "no findings" not in ran.stderr:
        mistakes.append(f"{ran.returncode} {ran.stdout}{ran.stderr}")
    return mistakes


def test_the_findings_of_the_same_program_in_cuda(tools, folder):
    with open(os.path.join(PARTS, "hip_findings.hip"), encoding="utf-8") as file:
        hip = file.read()
    cuda = re.sub(r"\bhip(?=[A-Z])", "cuda", hip).replace("hip/hip_runtime.h", "cuda_runtime.h")
    texts = []
    for name, text in (("app.hip", hip), ("app.cu", cuda)):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
        ran = run([tools.fencepost, "run", name], tools, folder)
        # CUDA's names stand for the functions in both.
        texts.append((ran.returncode, re.sub(r"\([\d.]+ s\)", "", re.sub(r"\bhip(?=[A-Z])", "cuda", ran.stderr.replace(name, "app")))))
    mistakes = [] if texts[0] == texts[1] else [f"{texts[0]}\nin CUDA {texts[1]}"]
    for finding in ("race on tile[", "in stream 2", "out of bounds on out[100]", "cudaMemcpy: its destination"):
        if finding not in texts[0][1]:
            mistakes.append(f"no {finding} in {texts[0]}")
    return mistakes


def test_commands_take_its_files(tools, folder):
    source = os.path.join(PARTS, "hip_findings.hip")
    mistakes = []
    for words, status, said in ((["prove", source, "--kernel", "turn"], 66, "threads 0 and 63, tile[0]"),
                                (["kernel", source + ":turn", "--grid", "1", "--block", "64", "--arg", "out=float[64]"], 66, "race on tile["),
                                (["permissions", source, "--array", "tile"], 66, "Wt0 Rt63!")):
        ran = run([tools.fencepost, *words], tools, folder)
        if ran.returncode != status or said not in ran.stdout + ran.stderr:
            mistakes.append(f"{words}: {ran.returncode}\n{ran.stdout}{ran.stderr}")
    return mistakes


def test_every_name_has_one_of_cudas(tools, folder):  # pylint: disable=unused-argument
    ours = set()
    for parent, _, names in os.walk(HEADERS):
        if os.path.basename(parent) in ("hip", "hipcub"):
            continue
        for name in names:
            with open(os.path.join(parent, name), encoding="utf-8", errors="replace") as file:
                ours |= set(re.findall(r"\w+", file.read()))
    mistakes, seen = [], 0
    for name in sorted(os.listdir(os.path.join(HEADERS, "hip"))):
        with open(os.path.join(HEADERS, "hip", name), encoding="utf-8") as file:
            for hip, cuda in re.findall(r"^#define (hip\w+)(?:\(\.\.\.\))? (?:fencepost_hip_result\()?(\w+)", file.read(), re.M):
                seen += 1
                if cuda.startswith(("cuda", "CU")) and cuda not in ours:
                    mistakes.append(f"{name}: {hip} is {cuda}, which no header has")
    return mistakes if seen > 600 else [f"only {seen} names"]


def test_what_is_not_there_is_told(tools, folder):
    hipcc = os.path.join(tools.toolkit, "bin", "hipcc")
    with open(os.path.join(folder, "app.cpp"), "w", encoding="utf-8") as file:
        file.write("#include <hip/hip_runtime.h>\nint main() { hipDoesNotExist(); }\n")
    mistakes = []
    for words, status, said in ((["-mwavefrontsize64", "app.cpp"], 2, "-mwavefrontsize64 is not supported by Fencepost: warps have 32 threads"),
                                (["app.cpp"], 3, "app.cpp:2:14: error: use of undeclared identifier 'hipDoesNotExist'"),
                                (["no.hip"], 2, "no.hip"), ([], 2, "no input files")):
        made = run([hipcc, *words], tools, folder)
        if made.returncode != status or said not in made.stderr:
            mistakes.append(f"{words}: {made.returncode} {made.stderr}")
    return mistakes


def test_compiles_while_a_program_runs(tools, folder):
    hipcc = os.path.join(tools.toolkit, "bin", "hipcc")
    made = run([hipcc, os.path.join(PARTS, "hip_rtc.cpp"), "-lhiprtc", "-lamdhip64", "-o", "app"], tools, folder)
    ran = run(["./app"], tools, folder)
    if (made.returncode, made.stderr, ran.returncode, ran.stdout) != (0, "", 0, "right\n"):
        return [f"{made.returncode} {made.stderr} {ran.returncode} {ran.stdout}{ran.stderr}"]
    return []


WAVEFRONTS = """#include <hip/hip_runtime.h>
__global__ void sum(float* out, int from) {
  float value = out[threadIdx.x];
  for (int offset = from; offset > 0; offset /= 2) value += __shfl_down(value, offset);
  if (threadIdx.x % (2 * from) == 0) out[threadIdx.x] = value;
}
int main(int argc, char**) {
  float* out;
  hipMalloc(&out, 64 * sizeof(float));
  hipMemset(out, 0, 64 * sizeof(float));
  sum<<<1, 64>>>(out, argc > 1 ? 16 : 32);
  return hipDeviceSynchronize();
}
"""


def test_kernels_for_wavefronts_of_64_are_found(tools, folder):
    with open(os.path.join(folder, "app.hip"), "w", encoding="utf-8") as file:
        file.write(WAVEFRONTS)
    mistakes = []
    for words, status, said in (([], 66, "a shuffle goes over 64 lanes, but a warp has 32 threads"), (["--", "32"], 0, "no findings")):
        ran = run([tools.fencepost, "run", "app.hip", *words], tools, folder)
        if ran.returncode != status or said not in ran.stderr:
            mistakes.append(f"{words}: {ran.returncode} {ran.stderr}")
    return mistakes


DIVERGENT = """#include <hip/hip_runtime.h>
#include <cstdio>
__global__ void sums(int* out, unsigned long long* votes) {
  int value = threadIdx.x;
  if (threadIdx.x < 16) {
    for (int offset = 8; offset > 0; offset /= 2) value += __shfl_down(value, offset);
    if (threadIdx.x == 0) votes[0] = __ballot(1);
  } else if (threadIdx.x < 24) {
    value = __shfl(value, 16);
  }
  __syncthreads();
  if (threadIdx.x >= 24 && threadIdx.x < 32) return;
  const unsigned long long vote = __ballot(threadIdx.x % 2);
  if (threadIdx.x == 1) votes[1] = vote;
  out[threadIdx.x] = value + 1000 * __any(threadIdx.x == 5) + 10000 * __all(1);
}
__global__ void beyond(int* out) {
  int value = threadIdx.x;
  if (threadIdx.x < 16) value += __shfl_xor(value, 16);
  out[threadIdx.x] = value;
}
int main(int argc, char**) {
  int* out;
  unsigned long long* votes;
  hipMallocManaged(&out, 64 * sizeof *out);
  hipMallocManaged(&votes, 2 * sizeof *votes);
  if (argc == 1) {
    sums<<<1, 64>>>(out, votes);
    hipDeviceSynchronize();
    printf("%d %d %d %llx %llx\\n", out[0], out[20], out[40], votes[0], votes[1]);
  } else {
    beyond<<<1, 32>>>(out);
  }
  return hipDeviceSynchronize();
}
"""


def test_without_a_mask_those_take_part_that_come(tools, folder):
    with open(os.path.join(folder, "app.hip"), "w", encoding="utf-8") as file:
        file.write(DIVERGENT)
    mistakes = []
    for flags in ([], ["-G"]):
        made = run([os.path.join(tools.toolkit, "bin", "hipcc"), *flags, "app.hip", "-o", "app"], tools, folder)
        for words, status, printed, said in (([], 0, "11120 11016 10040 1 aaaaaa\n", "no findings"),
                                             (["beyond"], 66, "", "lane 0 receives the undefined value of lane 16")):
            for schedule in ("forward", "reverse", "random"):
                ran = subprocess.run(["./app", *words], cwd=folder, env=tools.environment() | {"FENCEPOST_OPTIONS": "--schedule " + schedule},
                                     capture_output=True, text=True, check=False, timeout=100)
                if (ran.returncode, ran.stdout) != (status, printed) or said not in ran.stderr:
                    mistakes.append(f"{flags} {words} {schedule}: {ran.returncode} {ran.stdout} {made.stderr}{ran.stderr}")
    return mistakes


def test_libraries_and_code_objects(tools, folder):
    hipcc = os.path.join(tools.toolkit, "bin", "hipcc")
    with open(os.path.join(folder, "half.hip"), "w", encoding="utf-8") as file:
        file.write("#include <hip/hip_runtime.h>\n__global__ void k(int* p) { *p = 7; }\nint seven() { int* p; hipMallocManaged(&p, 4);\n"
                   "k<<<1, 1>>>(p); hipDeviceSynchronize(); return *p; }\n")
    with open(os.path.join(folder, "main.cpp"), "w", encoding="utf-8") as file:
        file.write("int seven();\nint main() { return seven(); }\n")
    lib = os.path.join(tools.toolkit, "lib")
    mistakes = []
    for words in ([hipcc, "--emit-static-lib", "-fPIC", "half.hip", "-o", "libhalf.a"], [hipcc, "--genco", "half.hip", "-o", "half.co"],
                  ["g++", "main.cpp", "-L.", "-lhalf", "-L" + lib, "-lamdhip64", "-o", "app"]):
        made = run(words, tools, folder)
        if made.returncode != 0 or made.stderr:
            mistakes.append(f"{words}: {made.returncode} {made.stderr}")
    ran = run(["./app"], tools, folder)
    if ran.returncode != 7 or "1 launch" not in ran.stderr or not os.path.getsize(os.path.join(folder, "half.co")):
        mistakes.append(f"{ran.returncode} {ran.stderr}")
    return mistakes


TESTS = [test_a_program_as_its_makefile_would, test_the_findings_of_the_same_program_in_cuda, test_commands_take_its_files,
         test_every_name_has_one_of_cudas, test_compiles_while_a_program_runs,
         test_kernels_for_wavefronts_of_64_are_found, test_without_a_mask_those_take_part_that_come,
         test_libraries_and_code_objects, test_what_is_not_there_is_told]

if __name__ == "__main__":
    sys.exit(run_tests(TESTS, __doc__))
