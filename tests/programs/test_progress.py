#!/usr/bin/env python3
"""The line of progress: on a terminal, for what takes longer than two seconds; it leaves nothing behind, and is not there
in pipes and with --quiet. --verbose. Ctrl-C with a report of what was found so far."""

import json
import os
import pty
import re
import signal
import subprocess
import sys

from harness import run_tests

PROGRAM = r"""
#include <cstdio>
#include <cstdlib>
__global__ void race(int* data) { *data = threadIdx.x; }
__global__ void wait(long long ticks) {
  long long start = clock64();
  while (clock64() - start < ticks) __syncthreads();
}
__global__ void count(int* data) {
  int sum = __syncthreads_count(data[threadIdx.x]);
  data[threadIdx.x] = sum;
}
int main(int argc, char** argv) {
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  int* data;
  cudaMalloc(&data, 32 * sizeof(int));
  race<<<1, 32>>>(data);
  if (argc > 2) count<<<1, 32>>>(data);
  if (argc > 1) wait<<<dim3(20, 2), 1>>>(atof(argv[1]) * properties.clockRate * 1000 / 40);
  cudaDeviceSynchronize();
  cudaFree(data);
  printf("done\n");
}
"""


def compiled(tools, folder):
    source = os.path.join(tools.cache, "progress.cu")
    if not os.path.exists(source) or open(source, encoding="utf-8").read() != PROGRAM:
        with open(source, "w", encoding="utf-8") as file:
            file.write(PROGRAM)
    return tools.compile([source])


def on_terminal(tools, words, options="", interrupt_after=None):
    """Exit status and all that came to the terminal; standard output too."""
    main, terminal = pty.openpty()
    with subprocess.Popen(words, env=dict(tools.environment(options), TERM="xterm"), stdin=subprocess.DEVNULL,
                          stdout=terminal, stderr=terminal) as process:
        os.close(terminal)
        text = b""
        while True:
            try:
                text += os.read(main, 65536)
            except OSError:
                break
            if interrupt_after is not None and interrupt_after in text:
                process.send_signal(signal.SIGINT)
                interrupt_after = None
        status = process.wait()
    os.close(main)
    return status, text.decode()


def what_stays(text):
    """The screen after `text`, lines that were replaced left out."""
    lines = []
    for line in text.replace("\r\n", "\n").split("\n"):
        shown = line.split("\x1b[K")[-1]  # Each replaced all before it.
        lines.append(re.sub(r"\x1b\[[0-9;]*m", "", shown.split("\r")[-1]))
    return lines


def long_launches_have_a_line_that_goes_away(tools, folder):
    binary = compiled(tools, folder)
    mistakes = []
    status, text = on_terminal(tools, [binary, "3.5"], "--jobs 1")
    lines = re.findall(r"launch 2: (\d+) of 40 blocks, [0-9.]+ a second, \d+ s left, 1 finding in those before", text)
    if status != 66 or not lines:
        mistakes.append(f"exit status {status}, {text!r}")
    elif [int(line) for line in lines] != sorted(int(line) for line in lines):
        mistakes.append(f"blocks done: {lines}")
    stays = what_stays(text)
    if any("of 40 blocks" in line for line in stays) or "done" not in stays:
        mistakes.append(f"what stays on the terminal: {stays}")
    status, text = on_terminal(tools, [binary, "2.5"], "--jobs 1 --quiet")
    if status != 66 or "of 40 blocks" in text:
        mistakes.append(f"--quiet: {text!r}")
    status, text = on_terminal(tools, [binary], "--jobs 1")
    if "\x1b[K" in text:
        mistakes.append(f"short launches: {text!r}")
    return mistakes


def verbose_tells_each_launch(tools, folder):
    run = tools.run(compiled(tools, folder), ["0.01", "count"], "--verbose --jobs 1")
    expected = (r"fencepost: launch 1: race\(int\*\) <<<1, 32>>> took 0\.\d{3} s, threads in loops, "
                r"0 of 32 accesses in rows\n"
                r"fencepost: launch 2: count\(int\*\) <<<1, 32>>> took 0\.\d{3} s, threads on fibers, "
                r"as they wait at \S*progress\.cu:10, 0 of 64 accesses in rows\n"
                r"fencepost: launch 3: wait\(long long\) <<<20x2, 1>>> took 0\.\d{3} s, threads in loops\n")
    return [] if run.exit == 66 and re.match(expected, run.stderr) and "\r" not in run.stderr else [run.stderr]


ROWS = r"""
#include <vector>
__global__ void add(const int* a, const int* b, int* sum, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] = a[i] + b[i];
}
__global__ void add_strided(const int* a, int* sum, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum[i] += a[i];
}
__global__ void multiply(const int* a, const int* b, int* product, int n) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  product[row * n + column] = sum;
}
__global__ void count(const int* a, int* bins, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[a[i] & 7], 1);
}
int main() {
  const int n = 1 << 16;
  std::vector<int> host(n);
  int *a, *b, *sum;
  for (int** array : {&a, &b, &sum}) cudaMalloc(array, n * sizeof(int));
  cudaMemcpy(a, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(b, 0, n * sizeof(int));
  for (int i = 0; i < 2; ++i) add<<<n / 256, 256>>>(a, b, sum, n);
  add_strided<<<16, 256>>>(a, sum, n - 77);
  multiply<<<dim3(2, 256), 128>>>(a, b, sum, 256);
  multiply<<<dim3(16, 16), dim3(16, 16)>>>(a, b, sum, 256);
  count<<<16, 64>>>(a, sum, 1000);
  cudaDeviceSynchronize();
}
"""


def accesses_in_rows(tools, folder):
    source = os.path.join(folder, "rows.cu")
    with open(source, "w", encoding="utf-8") as file:
        file.write(ROWS)
    run = tools.run(tools.compile([source]), [], "--verbose --jobs 1")
    told = [tuple(int(number.replace(",", "")) for number in numbers)
            for numbers in re.findall(r"([\d,]+) of ([\d,]+) accesses in rows", run.stderr)]
    # All of them, also to new memory, where threads go in strides, down columns; and beside atomic operations.
    expected = [(196_608,) * 2, (196_608,) * 2, (3 * (65_536 - 77),) * 2, (256 * 256 * 513,) * 2,
                (256 * 256 * 513,) * 2, (1000, 2000)]
    mistakes = [] if run.exit == 0 and told == expected else [f"exit status {run.exit}, {run.stderr}"]
    # Blocks of two dimensions: borders, halos, indices kept over barriers, many rows of a page.
    planes = os.path.join(os.path.dirname(os.path.abspath(__file__)), "rows_of_planes_norace.cu")
    run = tools.run(tools.compile([planes]), [], "--verbose --jobs 1")
    told = re.findall(r"([\d,]+) of ([\d,]+) accesses in rows", run.stderr)
    if run.exit != 0 or len(told) != 9 or any(some != all_of_them for some, all_of_them in told):
        mistakes.append(f"exit status {run.exit}, {run.stderr}")
    return mistakes


def an_interrupt_tells_what_was_found(tools, folder):
    report = os.path.join(folder, "report.json")
    status, text = on_terminal(tools, [compiled(tools, folder), "60"], f"--jobs 1 --report {report}",
                               interrupt_after=b"of 40 blocks")
    mistakes = []
    stays = what_stays(text)
    if status != 130 or not any(line.startswith("fencepost: interrupted") for line in stays):
        mistakes.append(f"exit status {status}, {stays}")
    if any("of 40 blocks" in line for line in stays):
        mistakes.append(f"the line of progress stays: {stays}")
    with open(report, encoding="utf-8") as file:
        written = json.load(file)
    if written["summary"]["launches"] != 2 or [finding["kind"] for finding in written["findings"]] != ["race"]:
        mistakes.append(f"the report: {written['summary']}, {len(written['findings'])} findings")
    if not any(note["text"].startswith("interrupted: ") for note in written["notes"]):
        mistakes.append(f"the report's notes: {written['notes']}")
    return mistakes


def long_compilations_have_a_line(tools, folder):
    # The compiler takes long as it waits for its input.
    header = os.path.join(folder, "slow.h")
    os.mkfifo(header)
    source = os.path.join(folder, "app.cu")
    with open(source, "w", encoding="utf-8") as file:
        file.write('#include "slow.h"\nint main() {}\n')
    words = [tools.fencepost, "run", "--allow-no-launch", source]
    # Read by each pass, and by the cache.
    write = f"import time; time.sleep(4)\nwhile True: open({header!r}, 'w').close()"
    writer = subprocess.Popen([sys.executable, "-c", write])
    environment = os.environ.get("XDG_CACHE_HOME")
    os.environ["XDG_CACHE_HOME"] = folder
    try:
        status, text = on_terminal(tools, words)
    finally:
        writer.kill()
        writer.wait()
        if environment is None:
            del os.environ["XDG_CACHE_HOME"]
        else:
            os.environ["XDG_CACHE_HOME"] = environment
    if re.search(r"compiling \S*app\.cu, \d+ s\r", text) and not any("compiling" in line for line in what_stays(text)):
        return []
    return [f"exit status {status}, {text!r}"]


def the_compilers_errors_are_coloured(tools, folder):
    source = os.path.join(folder, "bad.cu")
    with open(source, "w", encoding="utf-8") as file:
        file.write("int main() { return missing; }\n")
    words = [tools.nvcc, "-c", source, "-o", os.path.join(folder, "bad.o")]
    status, text = on_terminal(tools, words)
    piped = subprocess.run(words, env=tools.environment(), capture_output=True, text=True, check=False).stderr
    mistakes = [] if status == 3 and "\x1b[" in text and "missing" in text else [f"on a terminal: {status}, {text!r}"]
    return mistakes + ([f"piped: {piped!r}"] if "\x1b" in piped or "error: use of undeclared" not in piped else [])


TESTS = [long_launches_have_a_line_that_goes_away, verbose_tells_each_launch, accesses_in_rows, an_interrupt_tells_what_was_found,
         long_compilations_have_a_line, the_compilers_errors_are_coloured]

if __name__ == "__main__":
    sys.exit(run_tests(TESTS, __doc__))
