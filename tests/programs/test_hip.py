#!/usr/bin/env python3
"""HIP programs: fencepost-hipcc compiles them, and they run, with the findings that the same program has in CUDA."""

import json
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
    for architecture in ("gfx90a", "gfx1030"):
        for words in ([*cub, "-O3", "--offload-arch=" + architecture, "-munsafe-fp-atomics", "-Wno-unused-result", "-std=c++17", "-c"], None):
            source = os.path.join(PARTS, "hip_app.cpp")
            made = run([hipcc, *words, source, "-o", "app.o"] if words else [hipcc, "app.o", "-lhipblas", "-lamdhip64", "-o", "app"], tools, folder)
            if made.returncode != 0 or made.stderr:
                mistakes.append(f"{words}: {made.returncode} {made.stderr}")
        ran = run(["./app"], tools, folder)
        if (ran.returncode, ran.stdout) != (0, "right\n") or "no findings" not in ran.stderr:
            mistakes.append(f"{ran.returncode} {ran.stdout}{ran.stderr}")
    return mistakes


def test_what_the_manuals_examples_use(tools, folder):
    hipcc = os.path.join(tools.toolkit, "bin", "hipcc")
    made = run([hipcc, os.path.join(PARTS, "hip_examples.hip"), "-o", "app"], tools, folder)
    if made.returncode != 0 or made.stderr:
        return [f"{made.returncode} {made.stderr}"]
    ran = run(["./app"], tools, folder)
    right = (ran.returncode, ran.stdout) == (0, "right\n") and "no findings" in ran.stderr
    return [] if right else [f"{ran.returncode} {ran.stdout}{ran.stderr}"]


def test_what_clang_refuses_ends_compilation(tools, folder):
    with open(os.path.join(folder, "app.hip"), "w", encoding="utf-8") as file:
        file.write("int main() {}\n")
    os.symlink("app.hip", os.path.join(folder, "app.cu"))
    hipcc = os.path.join(tools.toolkit, "bin", "hipcc")
    nvcc = os.path.join(tools.toolkit, "bin", "nvcc")
    mistakes = []
    # clang knows both, and neither for this processor; g++ knows the second.
    for words, status, said in (([hipcc, "-bogus", "-c", "app.hip"], 3, r"^error: unsupported option '-b'"),
                                ([hipcc, "-mrecord-mcount", "-c", "app.hip"], 3, r"^error: unsupported option '-mrecord-mcount'"),
                                ([nvcc, "-Xcompiler", "-mrecord-mcount", "-c", "app.cu"], 0, r"^fencepost-nvcc: warning: .*'-mrecord-mcount'.* compiled without it$"),
                                ([hipcc, "-m64", "-mavx2", "-march=x86-64", "-c", "app.hip"], 0, r"\A\Z"),
                                ([hipcc, "-m32", "-c", "app.hip"], 2, r"unknown option '-m32'")):
        made = run(words, tools, folder)
        if made.returncode != status or not re.search(said, made.stderr, re.M):
            mistakes.append(f"{words}: {made.returncode} {made.stderr}")
        if status == 0 and "error" in made.stderr:
            mistakes.append(f"{words}: status 0, and {made.stderr}")
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
    for words, status, said in ((["app.cpp"], 3, "app.cpp:2:14: error: use of undeclared identifier 'hipDoesNotExist'"),
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
    for words, status, said in (([], 66, "a shuffle goes over 64 lanes, but a warp has 32 threads"), (["--", "32"], 0, "no findings"),
                                (["-mwavefrontsize64"], 0, "no findings")):
        ran = run([tools.fencepost, "run", *(w for w in words if w[1:2] == "m"), "app.hip", *(w for w in words if w[1:2] != "m")], tools, folder)
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


ORDERED = """#include <hip/hip_runtime.h>
#include <cstdio>
#include <cstring>
__global__ void handed(int* out) {  // What lane 0 hands to lane 40 is ordered where they are of one wavefront.
  __shared__ int value;
  if (threadIdx.x == 0) value = 1;
  __builtin_amdgcn_wave_barrier();
  if (threadIdx.x == 40) *out = value;
}
__global__ void unordered(int* out) {
  __shared__ int value;
  if (threadIdx.x == 0) value = 0;
  __syncthreads();
  if (threadIdx.x == 0) value = 1;
  if (threadIdx.x == 40) *out = value;
}
__global__ void lockstep(int* out) {
  __shared__ volatile int value;
  if (threadIdx.x == 0) value = 0;
  __syncthreads();
  if (threadIdx.x == 0) value = 1;
  if (threadIdx.x == 40) *out = value;
}
__global__ void masked(int* out) { out[threadIdx.x] = __shfl_sync(0xffffffffu, static_cast<int>(threadIdx.x), 3); }
__global__ void away(int* out) {
  if (threadIdx.x == 41) __syncthreads();
  else __syncwarp();
  *out = 1;
}
__global__ void returned(int* out) {
  if (threadIdx.x == 50) return;
  const int sum = __shfl_sync(~0ull, static_cast<int>(threadIdx.x), 50);
  if (threadIdx.x == 0) *out = sum;
}
__global__ void wide(int* out) { out[threadIdx.x] = __shfl_down(static_cast<int>(threadIdx.x), 1, 128); }
__global__ void upper(int* out) {  // The first lane that comes is the 33rd.
  if (threadIdx.x < 33) return;
  out[threadIdx.x - 33] = __builtin_amdgcn_readfirstlane(static_cast<int>(threadIdx.x)) + __popcll(__activemask());
}
int main(int, char** argv) {
  int* out;
  hipMallocManaged(&out, 128 * sizeof *out);
#define CASE(name) if (std::strcmp(argv[1], #name) == 0) name<<<1, 64>>>(out);
  CASE(handed) CASE(unordered) CASE(lockstep) CASE(masked) CASE(away) CASE(returned) CASE(wide) CASE(upper)
  const int status = hipDeviceSynchronize();
  if (std::strcmp(argv[1], "upper") == 0) printf("%d\\n", *out);
  return status;
}
"""


def test_findings_in_wavefronts_of_64(tools, folder):
    with open(os.path.join(folder, "app.hip"), "w", encoding="utf-8") as file:
        file.write(ORDERED)
    hipcc = os.path.join(tools.toolkit, "bin", "hipcc")
    mistakes = []
    for flags in ([], ["-G"]):
        for words, name in ((["-mwavefrontsize64"], "w64"), ([], "w32")):
            made = run([hipcc, "-w", *flags, *words, "app.hip", "-o", name], tools, folder)
            if made.returncode != 0 or made.stderr:
                mistakes.append(f"{words}: {made.returncode} {made.stderr}")
        for name, case, status, said in (
                ("w64", "handed", 0, "no findings"), ("w32", "handed", 66, "race on value"),
                ("w64", "unordered", 66, ["error", "intra-warp"]), ("w32", "unordered", 66, ["error", "intra-block"]),
                ("w64", "lockstep", 0, ["warning", "intra-warp"]), ("w32", "lockstep", 0, "no findings"),
                ("w64", "masked", 66, "the mask 0x00000000ffffffff of a warp operation is that of a warp of 32 threads and does not name lane 32"),
                ("w64", "away", 66, "of warp 0 waits with the mask 0xffffffffffffffff for lane 41, which waits elsewhere"),
                ("w32", "away", 66, "of warp 1 waits with the mask 0xffffffff for lane 9, which waits elsewhere"),
                ("w64", "returned", 66, "names lanes that have returned from the kernel, and lane 0 receives the undefined value of lane 50"),
                ("w64", "wide", 66, "the width 128 of a shuffle is no power of two from 1 to 64"),
                ("w64", "upper", 0, "no findings")):
            reports = []
            for schedule in ("forward", "reverse", "random"):
                options = {"FENCEPOST_OPTIONS": "--report out.json --schedule " + schedule}
                ran = subprocess.run(["./" + name, case], cwd=folder, env=tools.environment() | options,
                                     capture_output=True, text=True, check=False, timeout=100)
                reports.append(ran.stdout)
                with open(os.path.join(folder, "out.json"), encoding="utf-8") as file:
                    found = [[finding["severity"], finding["scope"]] for finding in json.load(file)["findings"]]
                if ran.returncode != status or (found != [said] if isinstance(said, list) else said not in " ".join(ran.stderr.split())):
                    mistakes.append(f"{flags} {name} {case} {schedule}: {ran.returncode} {ran.stdout}{ran.stderr}")
            if case == "upper" and reports != ["64\n"] * 3:
                mistakes.append(f"{flags} {case}: {reports}")
    return mistakes


def test_lanes_do_what_they_are_said_to(tools, folder):
    hipcc = os.path.join(tools.toolkit, "bin", "hipcc")
    mistakes = []
    for words, size in ((["-mwavefrontsize64"], 64), ([], 32), (["--offload-arch=gfx90a:xnack-,gfx1030"], 64), (["--offload-arch=gfx1030"], 32),
                        (["--offload-arch=gfx942", "-mno-wavefrontsize64"], 32), (["-mwavefrontsize64", "-G"], 64)):
        made = run([hipcc, *words, os.path.join(PARTS, "hip_wavefronts.hip"), "-o", "app"], tools, folder)
        if made.returncode != 0 or made.stderr:
            mistakes.append(f"{words}: {made.returncode} {made.stderr}")
        for schedule in ("forward", "reverse", "random"):
            ran = subprocess.run(["./app", "6"], cwd=folder, env=tools.environment() | {"FENCEPOST_OPTIONS": "--schedule " + schedule},
                                 capture_output=True, text=True, check=False, timeout=200)
            if (ran.returncode, ran.stdout) != (0, f"{size} right\n") or "no findings" not in ran.stderr:
                mistakes.append(f"{words} {schedule}: {ran.returncode} {ran.stdout}{ran.stderr}")
    return mistakes


def test_one_size_in_a_program(tools, folder):
    hipcc = os.path.join(tools.toolkit, "bin", "hipcc")
    parts = {"one.hip": "#include <hip/hip_runtime.h>\n__global__ void k() {}\nvoid other();\nint main() { k<<<1, 1>>>(); other(); return hipDeviceSynchronize(); }\n",
             "two.hip": "#include <hip/hip_runtime.h>\n__global__ void l() {}\nvoid other() { l<<<1, 1>>>(); }\n",
             "app.cu": "int main() {}\n",
             "load.hip": "#include <hip/hip_runtime.h>\n__global__ void k() {}\nint main() { k<<<1, 1>>>(); hipDeviceSynchronize(); hipModule_t m;\n"
                         "return hipModuleLoad(&m, \"two.co\"); }\n"}
    for name, text in parts.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
    mistakes = []
    for words, status, said in (([hipcc, "-c", "one.hip"], 0, ""), ([hipcc, "-mwavefrontsize64", "-c", "two.hip"], 0, ""),
                                ([hipcc, "one.o", "two.o", "-o", "app"], 0, ""),
                                (["./app"], 3, "compile all of them with -mwavefrontsize64, or none"),
                                ([hipcc, "--genco", "-mwavefrontsize64", "two.hip", "-o", "two.co"], 0, ""),
                                ([hipcc, "load.hip", "-o", "load"], 0, ""),
                                (["./load"], 66, "a code object for warps of 64 threads, in a program whose warps have 32"),
                                ([hipcc, "-mwavefrontsize64", "load.hip", "-o", "load"], 0, ""), (["./load"], 0, "no findings"),
                                ([tools.fencepost, "run", "-mwavefrontsize64", "app.cu"], 2, "a warp of CUDA's has 32 threads"),
                                ([tools.fencepost, "prove", "-mwavefrontsize64", "two.hip"], 2, "nothing is proved of kernels for wavefronts of 64")):
        ran = run(words, tools, folder)
        if ran.returncode != status or said not in " ".join(ran.stderr.split()):
            mistakes.append(f"{words}: {ran.returncode} {ran.stdout}{ran.stderr}")
    return mistakes


TESTS = [test_a_program_as_its_makefile_would, test_the_findings_of_the_same_program_in_cuda, test_commands_take_its_files,
         test_every_name_has_one_of_cudas, test_compiles_while_a_program_runs,
         test_kernels_for_wavefronts_of_64_are_found, test_findings_in_wavefronts_of_64, test_lanes_do_what_they_are_said_to,
         test_one_size_in_a_program, test_without_a_mask_those_take_part_that_come,
         test_libraries_and_code_objects, test_what_is_not_there_is_told, test_what_the_manuals_examples_use,
         test_what_clang_refuses_ends_compilation]

if __name__ == "__main__":
    sys.exit(run_tests(TESTS, __doc__))
