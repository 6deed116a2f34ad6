#!/usr/bin/env python3
"""Signals that a program handles, or does not, while kernels run that never end: each does what it would without a
kernel, or at least ends the run with a report."""

import json
import os
import signal
import subprocess
import sys
import time

from harness import run_tests

PROGRAM = """
#include <setjmp.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

volatile sig_atomic_t handled;
sigjmp_buf place;
HANDLER
__global__ void k(int rounds, unsigned* out) {
  __shared__ unsigned tile[32];
  tile[threadIdx.x] = 1;
  const unsigned early = tile[31 - threadIdx.x];  // A race: the report has something to hold.
  __syncthreads();
  for (int i = 0; rounds < 0 || i < rounds; ++i) out[threadIdx.x] += early;
}

int main() {
  unsigned* out;
  cudaMalloc(&out, 32 * sizeof(unsigned));
  cudaMemset(out, 0, 32 * sizeof(unsigned));
  if (sigsetjmp(place, 1) != 0) return 7;
MAIN
}
"""
ENDLESS = "k<<<1, 32>>>(-1, out);\n  return 8;"
TICKING = """signal(SIGALRM, h);
  const itimerval each_millisecond = {{0, 1000}, {0, 1000}};
  setitimer(ITIMER_REAL, &each_millisecond, nullptr);
  """


def compiled(tools, folder, handler, main):
    source = os.path.join(folder, "app.cu")
    with open(source, "w", encoding="utf-8") as file:
        file.write(PROGRAM.replace("HANDLER", handler).replace("MAIN", "  " + main))
    subprocess.run([tools.nvcc, source, "-o", os.path.join(folder, "app")], env=tools.environment(), check=True)


def run(tools, folder, signals=(), options=""):
    """Exit status, standard error and kinds of findings of a run that gets `signals`, a second apart; None if it had to
    be killed."""
    report = os.path.join(folder, "report.json")
    with subprocess.Popen(["./app"], cwd=folder, env=tools.environment(f"--report {report} {options}"),
                          stderr=subprocess.PIPE, text=True, errors="replace") as process:
        try:
            for number in signals:
                time.sleep(1)
                process.send_signal(number)
            _, stderr = process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            process.kill()
            return None, process.communicate()[1], []
    if not os.path.exists(report):
        return process.returncode, stderr, None
    with open(report, encoding="utf-8") as file:
        return process.returncode, stderr, [finding["kind"] for finding in json.load(file)["findings"]]


def expect(mistakes, what, actual, expected):
    if actual != expected:
        mistakes.append(f"{what}: {actual}, expected {expected}")


def a_handler_that_exits_ends_an_endless_kernel(tools, folder):
    mistakes = []
    compiled(tools, folder, "void h(int) { std::exit(5); }", "signal(SIGINT, h);\n  " + ENDLESS)
    for jobs in (1, 4):
        status, stderr, kinds = run(tools, folder, [signal.SIGINT], f"--jobs {jobs} --fail-on never")
        expect(mistakes, "exit status", status, 5)
        expect(mistakes, "findings", kinds, ["race"])
        expect(mistakes, "summaries", stderr.count("1 launch, 1 block"), 1)
    expect(mistakes, "exit status with an error", run(tools, folder, [signal.SIGINT])[0], 66)
    return mistakes


def what_the_program_does_not_handle_ends_an_endless_kernel(tools, folder):
    mistakes = []
    compiled(tools, folder, "void h(int) { ++handled; }", "signal(SIGTERM, h);\n  signal(SIGALRM, h);\n  " + ENDLESS)
    status, stderr, kinds = run(tools, folder, [signal.SIGTERM, signal.SIGALRM, signal.SIGINT])
    expect(mistakes, "exit status", status, 130)
    expect(mistakes, "findings", kinds, ["race"])
    expect(mistakes, "interrupted", stderr.count("fencepost: interrupted"), 1)
    status, _, kinds = run(tools, folder, [signal.SIGTERM, signal.SIGUSR1])
    expect(mistakes, "ended by", status, -signal.SIGUSR1)
    return mistakes


def a_time_out_ends_a_kernel_that_is_interrupted_all_the_time(tools, folder):
    mistakes = []
    compiled(tools, folder, "void h(int) { ++handled; }", TICKING + ENDLESS)
    for jobs in (1, 4):
        status, stderr, kinds = run(tools, folder, options=f"--jobs {jobs} --timeout 3")
        expect(mistakes, "exit status", status, 124)
        expect(mistakes, "findings", sorted(kinds), ["race", "timeout"])
        expect(mistakes, "time-outs", stderr.count("--timeout of 3 s ran out"), 1)
    return mistakes


def to_leave_an_endless_kernel_by_siglongjmp_is_refused(tools, folder):
    mistakes = []
    compiled(tools, folder, "void h(int) { siglongjmp(place, 1); }", "signal(SIGINT, h);\n  " + ENDLESS)
    status, stderr, kinds = run(tools, folder, [signal.SIGINT])
    expect(mistakes, "exit status", status, 130)
    expect(mistakes, "findings", kinds, ["race"])
    expect(mistakes, "messages", stderr.count("a signal handler leaves launch 1, which still runs, by siglongjmp"), 1)
    return mistakes


def handlers_that_call_the_runtime_do_not_hang(tools, folder):
    """CUDA does not allow it. Between two calls it works; in the middle of one it ends the process."""
    mistakes = []
    handler = """
void h(int) {
  ++handled;
  void* memory = nullptr;
  cudaMalloc(&memory, 100);
  cudaMemset(memory, 0, 100);
  cudaFree(memory);
  cudaStreamQuery(nullptr);
}"""
    compiled(tools, folder, handler, TICKING + """for (int i = 0; i < 300; ++i) {
    k<<<2, 32>>>(20, out);
    unsigned first = 0;
    cudaMemcpy(&first, out, sizeof first, cudaMemcpyDeviceToHost);
  }
  const itimerval never = {};
  setitimer(ITIMER_REAL, &never, nullptr);
  return handled == 0;""")
    for jobs in (1, 4):
        for _ in range(3):
            status, stderr, _ = run(tools, folder, options=f"--jobs {jobs} --fail-on never")
            refused = status == 134 and "a signal handler calls the CUDA runtime in the middle" in stderr
            if status != 0 and not refused:
                mistakes.append(f"exit status {status}: {stderr[:1000]}")
    return mistakes


def a_crash_in_the_memory_allocator_is_reported(tools, folder):
    """Whose locks the thread holds then; the report needs memory, too."""
    mistakes = []
    overruns = {
        "of the last block": "memset(malloc(5000), 0xff, 5100);"
                             "for (int i = 1; i < 100; ++i) out = (unsigned*)malloc(i * 1000);",
        "of a block in use": "char* a = (char*)malloc(3000); char* b = (char*)malloc(3000); out = (unsigned*)malloc(10);"
                             "memset(a, 0, 3064); free(b); free(a);",
        "of a free block": "char* a = (char*)malloc(3000); char* b = (char*)malloc(3000); out = (unsigned*)malloc(10);"
                           "free(a); memset(a, 65, 64); for (int i = 1; i < 100; ++i) b = (char*)malloc(i * 1000);"}
    for name, code in overruns.items():
        compiled(tools, folder, "", "k<<<1, 32>>>(1, out);\n  cudaDeviceSynchronize();\n  " + code + "\n  return 8;")
        status, stderr, kinds = run(tools, folder)
        told = "the host part of the program got signal" in stderr
        if status not in (-signal.SIGABRT, -signal.SIGSEGV) or kinds != ["race"] or not told:
            mistakes.append(f"{name}: exit status {status}, findings {kinds}\n{stderr[:1000]}")
        os.remove(os.path.join(folder, "report.json"))
    return mistakes


def a_program_ends_when_who_runs_it_is_killed(tools, folder):
    compiled(tools, folder, "", 'printf("%d\\n", getpid());\n  fflush(stdout);\n  ' + ENDLESS)
    with subprocess.Popen([tools.fencepost, "run", "./app"], cwd=folder, env=tools.environment(), text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        child = int(process.stdout.readline())
        process.kill()
        process.wait()
        for _ in range(100):
            try:
                with open(f"/proc/{child}/stat", encoding="utf-8", errors="replace") as file:
                    if file.read().rpartition(")")[2].split()[0] == "Z":
                        return []
            except OSError:
                return []
            time.sleep(0.1)
    os.kill(child, signal.SIGKILL)
    return ["it goes on"]


def without_checks_the_row_of_the_thread_is_told(tools, folder):
    """Threads run side by side then; where each calls something, it is told itself."""
    path = os.path.join(folder, "row.cu")
    with open(path, "w", encoding="utf-8") as file:
        file.write("""
__global__ void row(int* data, int addend) { data[threadIdx.x] += addend; }
__global__ void alone(int* data) { if (threadIdx.x < 40) atomicAdd(data, 1); else data[threadIdx.x - 40] = 1; }
int main(int count, char** words) {
  int* data = nullptr;
  if (*words[1] != 'n') cudaMalloc(&data, 256);
  if (*words[1] == 'a') alone<<<2, 64>>>(data);
  else row<<<2, 64>>>(data, 3);
  cudaDeviceSynchronize();
}
""")
    binary = os.path.join(folder, "row")
    subprocess.run([tools.nvcc, "--no-check", path, "-o", binary], env=tools.environment(), check=True)
    mistakes = []
    for word, exit_status, line in (("right", 0, None), ("null", 66, 2), ("atomic", 0, None)):
        run_of_it = tools.run(binary, [word])
        found = [(access["location"]["line"], access["thread"], "a later thread of the row" in (finding["hint"] or ""))
                 for finding in run_of_it.report["findings"] for access in finding["accesses"]]
        expect(mistakes, word, (run_of_it.exit, found), (exit_status, [(2, [0, 0, 0], True)] if line else []))
    return mistakes


TESTS = [a_handler_that_exits_ends_an_endless_kernel, what_the_program_does_not_handle_ends_an_endless_kernel,
         a_time_out_ends_a_kernel_that_is_interrupted_all_the_time,
         to_leave_an_endless_kernel_by_siglongjmp_is_refused, handlers_that_call_the_runtime_do_not_hang,
         a_crash_in_the_memory_allocator_is_reported, a_program_ends_when_who_runs_it_is_killed,
         without_checks_the_row_of_the_thread_is_told]

if __name__ == "__main__":
    sys.exit(run_tests(TESTS, __doc__))
