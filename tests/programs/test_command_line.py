#!/usr/bin/env python3
"""What the commands take and print: --help, explain, reports on standard output, temporary files, the compile cache."""

import json
import os
import re
import signal
import subprocess
import sys

from harness import ROOT, run_tests

BUG = os.path.join(ROOT, "examples", "missing_barrier", "bug.cu")
COMMON = ["The report:", "What is checked:", "The run:"]
WITH_PROGRAM = ("run", "sweep", "permissions", "prove")
COMMANDS = (*WITH_PROGRAM, "contracts", "report", "diff", "explain", "toolkit", "doctor", "cache", "mcp", "serve", "lesson")
RACY = """#include <cstdio>
__global__ void k(int* data) {
  data[0] = threadIdx.x;
}
int main() {
  int* data;
  cudaMalloc(&data, 32 * sizeof(int));
  k<<<1, 32>>>(data);
  cudaDeviceSynchronize();
  printf("the program's own words\\n");
}
"""


def call(tools, folder, *words, **environment):
    """(exit status, standard output, standard error); "fencepost" is the tool. The cache is of this test alone."""
    tool = {"fencepost": tools.fencepost, "fencepost-nvcc": tools.nvcc}.get(words[0], words[0])
    base = {**tools.environment(), "XDG_CACHE_HOME": os.path.join(folder, "cache")}
    del base["FENCEPOST_CACHE_SIZE"]
    result = subprocess.run([tool, *words[1:]], cwd=folder, env={**base, **environment}, stdin=subprocess.DEVNULL,
                            capture_output=True, text=True, errors="replace", check=False)
    return result.returncode, result.stdout, result.stderr


def write(folder, name, text):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(text)


def help_has_own_options_first_and_fits_80_columns(tools, folder):
    mistakes = []
    for command in ((), *((name,) for name in COMMANDS)):
        status, text, _ = call(tools, folder, "fencepost", *command, "--help")
        mistakes += [f"{command}: too wide: {line}" for line in text.splitlines() if len(line) > 80]
        headings = re.findall(r"^[A-Z][\w ]*:$", text, re.M)
        if status != 0 or "Options:" not in headings:
            mistakes.append(f"{command}: exit status {status}, headings {headings}")
        if command and command[0] in WITH_PROGRAM:
            if headings[:2] != ["Positionals:", "Options:"] or headings[-3:] != COMMON:
                mistakes.append(f"{command}: headings {headings}")
    text = call(tools, folder, "fencepost-nvcc", "--help")[1]
    mistakes += [f"fencepost-nvcc: too wide: {line}" for line in text.splitlines() if len(line) > 80]
    own = call(tools, folder, "fencepost", "run", "--help")[1].partition("The report:")[0]
    mistakes += [f"run: {option} is not among its own options" for option in ("--runs", "--propose", "--contracts")
                 if option not in own]
    mistakes += [f"run: {option} is among its own options" for option in ("--jobs", "--report", "--check") if option in own]
    return mistakes


def help_lists_every_option_once(tools, folder):
    mistakes = []
    for command in COMMANDS:
        text = call(tools, folder, "fencepost", command, "--help")[1]
        names = re.findall(r"^  (?:-\w,)?(--[a-z-]+)", text, re.M)
        mistakes += [f"{command}: {name} stands there twice" for name in set(names) if names.count(name) != 1]
    return mistakes


def explain_takes_what_reports_print(tools, folder):
    mistakes = []
    for words, kind in ((("out of bounds",), "out-of-bounds"), (("out", "of", "bounds"), "out-of-bounds"),
                        (("Barrier Divergence",), "barrier-divergence"), (("Out-Of-Bounds",), "out-of-bounds"),
                        (("RACE",), "race"), (("use after free on a[3] (global, 4 bytes)",), "use-after-free")):
        status, text, _ = call(tools, folder, "fencepost", "explain", *words)
        if status != 0 or not text.startswith(kind + ": "):
            mistakes.append(f"{words}: exit status {status}, {text[:60]}")
    report = call(tools, folder, "fencepost", "run", "--format", "gcc", BUG)[2]
    for line in (call(tools, folder, "fencepost", "run", BUG)[2], report):
        heading = next(line for line in line.splitlines() if "error: " in line)
        status, text, _ = call(tools, folder, "fencepost", "explain", heading)
        if status != 0 or not text.startswith("race: "):
            mistakes.append(f"{heading}: exit status {status}, {text[:60]}")
    for word, nearest in (("rce", "race"), ("out-of-bound", "out-of-bounds"), ("barier divergence", "barrier-divergence")):
        status, _, text = call(tools, folder, "fencepost", "explain", word)
        if status != 2 or f"'{word}'; did you mean {nearest}?" not in text:
            mistakes.append(f"{word}: exit status {status}, {text[:100]}")
    return mistakes


def standard_output_holds_the_report_alone(tools, folder):
    write(folder, "app.cu", RACY)
    mistakes = []
    for options in (("--report", "-"), ("--report", "-", "--format", "json"), ("--report", "-", "--runs", "2"),
                    ("--report", "json:-", "--format", "gcc")):
        status, out, err = call(tools, folder, "fencepost", "run", *options, "app.cu")
        kinds = [finding["kind"] for finding in json.loads(out)["findings"]] if out.startswith("{") else out[:200]
        if status != 66 or kinds != ["race"]:
            mistakes.append(f"{options}: exit status {status}, {kinds}")
        if "the program's own words" not in err or "error: race on data[0]" not in err:
            mistakes.append(f"{options}: on standard error is\n{err}")
    status, out, err = call(tools, folder, "fencepost", "run", "--format", "gcc", "--report", "-", "app.cu")
    if not out.startswith("app.cu:3:3: error: race on data[0]") or "error: race on data[0]" not in err:
        mistakes.append(f"--format gcc: {out}\n{err}")
    call(tools, folder, "fencepost-nvcc", "app.cu", "-o", "app")
    status, out, err = call(tools, folder, os.path.join(folder, "app"), FENCEPOST_OPTIONS="--format sarif --report - --quiet")
    if status != 66 or json.loads(out)["version"] != "2.1.0" or "the program's own words" not in err:
        mistakes.append(f"a program by itself: exit status {status}\n{out[:200]}\n{err}")
    return mistakes


def formats_may_be_named(tools, folder):
    status, _, err = call(tools, folder, "fencepost", "run", "--report", "sarif:report", "--report", "gcc:lines.json", BUG)
    with open(os.path.join(folder, "report"), encoding="utf-8") as file:
        version = json.load(file).get("version")
    with open(os.path.join(folder, "lines.json"), encoding="utf-8") as file:
        lines = file.read()
    mistakes = [] if status == 66 and version == "2.1.0" else [f"exit status {status}, version {version}\n{err}"]
    if not re.match(r"\S*bug\.cu:8:3: error: race ", lines):
        mistakes.append(lines)
    call(tools, folder, "fencepost", "run", "--report", "r.json", BUG)
    for words, begin in ((("r.json", "-o", "-"), "{"), (("r.json", "-o", "-", "--format", "junit"), "<?xml"),
                         (("r.json", "-o", "html:-"), "<!"), (("r.json", "--format", "gcc"), "/")):
        status, out, err = call(tools, folder, "fencepost", "report", *words)
        if status != 0 or not out.startswith(begin):
            mistakes.append(f"report {words}: exit status {status}, {out[:60]}{err}")
    return mistakes


def a_full_disk_is_told(tools, folder):
    mistakes = []
    for target in ("json:/dev/full", "text:/dev/full", "html:/dev/full", "sarif:/dev/full", "junit:/dev/full",
                   "gcc:/dev/full", "github:/dev/full"):
        fix = os.path.join(os.path.dirname(BUG), "fix.cu")
        status, _, err = call(tools, folder, "fencepost", "run", "--report", target, fix)
        if status != 2 or "cannot write report /dev/full: No space left on device" not in err:
            mistakes.append(f"{target}: exit status {status}\n{err}")
    with open("/dev/full", "w", encoding="utf-8") as full:
        for words in (("run", "--report", "-", fix), ("run", "--report", "-", "--runs", "2", fix)):
            result = subprocess.run([tools.fencepost, *words], env=tools.environment(), stdout=full, check=False,
                                    stderr=subprocess.PIPE, text=True)
            if result.returncode != 2 or "standard output: No space left on device" not in result.stderr:
                mistakes.append(f"{words}: exit status {result.returncode}\n{result.stderr}")
        for words in (("-E", fix), ("-M", fix), ("-E", fix, BUG)):
            result = subprocess.run([tools.nvcc, *words], env=tools.environment(), stdout=full, check=False,
                                    stderr=subprocess.PIPE, text=True)
            if result.returncode != 3 or "standard output: No space left on device" not in result.stderr:
                mistakes.append(f"{words}: exit status {result.returncode}\n{result.stderr}")
    return mistakes


def a_missing_folder_for_temporary_files_is_replaced(tools, folder):
    nowhere, mistakes = os.path.join(folder, "nowhere"), []
    write(folder, "app.cu", RACY)
    write(folder, "file", "")
    for place in (nowhere, os.path.join(folder, "file")):
        for words, wanted in ((("fencepost-nvcc", "app.cu", "-o", "app"), 0), (("fencepost", "run", "app.cu"), 66),
                              (("fencepost", "run", "--runs", "2", "app.cu"), 66), (("./app",), 66),
                              (("fencepost", "permissions", "app.cu"), 66),
                              (("fencepost", "prove", "--scan", "kogge-stone", "--n", "8"), 0)):
            cache = os.path.join(folder, "cache." + words[0].replace("/", "") + words[-1])
            status, _, err = call(tools, folder, *words, TMPDIR=place, XDG_CACHE_HOME=cache)
            notes = re.findall(r"^fencepost: note: TMPDIR is '.*', where no file can be made; /tmp is used$", err, re.M)
            if status != wanted or len(notes) > 1 or (words[0] == "fencepost-nvcc" and not notes):
                mistakes.append(f"{words}: exit status {status}, {len(notes)} notes\n{err}")
    return mistakes


def the_cache_is_bounded_and_told_of(tools, folder):
    mistakes = []
    source = "int first;  // No standard header leads: all four have CUDA's alone parsed.\n" + RACY
    for name in ("one", "two", "three"):
        write(folder, name + ".cu", source)
        call(tools, folder, "fencepost", "run", name + ".cu")
    status, out, _ = call(tools, folder, "fencepost", "cache")
    if status != 0 or not re.fullmatch(r".*/cache/fencepost: 3 programs, \d+ MiB of at most 1,024 MiB\n", out):
        mistakes.append(f"exit status {status}: {out}")
    of_programs = of_headers = 0
    for place, _, names in os.walk(os.path.join(folder, "cache")):
        size = sum(os.path.getsize(os.path.join(place, name)) for name in names)
        if "headers" in place:
            of_headers += size
        else:
            of_programs += size
    if of_headers == 0:
        mistakes.append("no parsed headers are kept")
    # Room for two of the three, and the headers.
    limit = {"FENCEPOST_CACHE_SIZE": f"{(of_headers + of_programs * 5 // 6) // 1024 + 1}K"}
    write(folder, "four.cu", source)
    call(tools, folder, "fencepost", "run", "one.cu", **limit)  # Now the last used one.
    call(tools, folder, "fencepost", "run", "four.cu", **limit)
    out = call(tools, folder, "fencepost", "cache")[1]
    if ": 2 programs, " not in out:
        mistakes.append("of four, two have room: " + out)
    kept = {name.split("-")[0] for _, _, names in os.walk(os.path.join(folder, "cache")) for name in names}
    if not {"one", "four"} <= kept or kept & {"two", "three"}:
        mistakes.append(f"kept are {kept}")
    out = call(tools, folder, "fencepost", "cache", "--clear")[1]
    if ": 0 programs, 0 MiB of" not in out:
        mistakes.append("after --clear: " + out)
    status, out, _ = call(tools, folder, "fencepost", "run", "one.cu", FENCEPOST_CACHE_SIZE="0")
    if status != 66 or ": 0 programs" not in call(tools, folder, "fencepost", "cache")[1]:
        mistakes.append(f"with size 0: exit status {status}")
    status, _, err = call(tools, folder, "fencepost", "run", "one.cu", FENCEPOST_CACHE_SIZE="plenty")
    if status != 2 or "FENCEPOST_CACHE_SIZE: 'plenty' is not valid; give a size" not in err:
        mistakes.append(f"no size: exit status {status}\n{err}")
    own = os.path.join(folder, "own")
    call(tools, folder, "fencepost", "run", "one.cu", FENCEPOST_CACHE_DIR=own)
    out = call(tools, folder, "fencepost", "cache", FENCEPOST_CACHE_DIR="own")[1]
    if not out.startswith(own + ": 1 program, "):
        mistakes.append("a folder of one's own: " + out)
    status, _, err = call(tools, folder, "fencepost", "run", "one.cu", FENCEPOST_CACHE_DIR=os.path.join(folder, "one.cu"))
    if status != 66 or "where no program can be kept" not in err:
        mistakes.append(f"an impossible folder: exit status {status}\n{err}")
    return mistakes


def a_program_pays_for_no_streams_that_it_does_not_make(tools, folder):
    """Nor for an order of single threads: both are chosen by what the linker takes from the archive."""
    mistakes = []
    streams = RACY.replace("int* data;\n  cuda", "cudaStream_t s;\n  cudaStreamCreate(&s);\n  int* data;\n  cuda")
    fences = RACY.replace("data[0] =", "__threadfence();\n  data[0] =")
    for name, text, wanted in (("plain", RACY, set()), ("streams", streams, {"cudaStreamCreate"}),
                               ("fences", fences, {"fencepost_fence"})):
        write(folder, name + ".cu", text)
        call(tools, folder, "fencepost-nvcc", name + ".cu", "-o", name)
        symbols = subprocess.run(["nm", name], cwd=folder, capture_output=True, text=True, check=True).stdout
        found = {symbol for symbol in ("cudaStreamCreate", "fencepost_fence") if re.search(rf" T {symbol}$", symbols, re.M)}
        if found != wanted:
            mistakes.append(f"{name} has {found}")
    return mistakes


def a_launch_that_fails_counts_what_it_did(tools, folder):
    """Kernels count in a register; a thread that is ended at an access has told before."""
    write(folder, "fails.cu", """
__global__ void k(int* a) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
  int v = s[63 - t] + s[t];
  if (t == 40) a = nullptr;
  a[t] = v;
}
__global__ void late(int* a) {
  int t = threadIdx.x;
  int v = a[t];
  __syncthreads();
  if (t == 40) a = nullptr;
  a[63 - v] = t;
}
int main(int argc, char**) {
  int* a;
  cudaMalloc(&a, 64 * sizeof(int));
  int values[64];
  for (int i = 0; i < 64; ++i) values[i] = argc == 1 ? 0 : i;
  cudaMemcpy(a, values, sizeof values, cudaMemcpyHostToDevice);
  if (argc == 1) k<<<1, 64>>>(a);
  if (argc == 2) late<<<1, 64>>>(a);
  cudaDeviceSynchronize();
}
""")
    mistakes = []
    for flags in ((), ("--reference",)):
        call(tools, folder, "fencepost-nvcc", *flags, "fails.cu", "-o", "fails")
        for arguments, accesses in (((), 320), (("late",), 128)):
            status, _, err = call(tools, folder, "./fails", *arguments)
            if status != 66 or f"64 threads, {accesses} accesses checked: 1 error" not in err:
                mistakes.append(f"{flags} {arguments}: exit status {status}\n{err}")
    return mistakes


def several_sources_are_compiled_at_once(tools, folder):
    """Whatever each of them does with memory at that moment; an interrupt ends all of them."""
    names = [f"wrong{i}.cu" for i in range(4)]
    for name in names:
        write(folder, name, "__global__ void kernel(int* data) { data[threadIdx.x] = missing; }\n")
    mistakes = []
    for _ in range(8):
        status, _, errors = call(tools, folder, "fencepost-nvcc", "-c", "--threads", "4", *names, TMPDIR=folder)
        told = sorted(re.findall(r"^(\S+):1:\d+: error: use of undeclared identifier 'missing'", errors, re.MULTILINE))
        if status != 3 or told != names:
            mistakes.append(f"exit status {status}, not 3, or not one error of each:\n{errors}")
    ignored = subprocess.run([tools.nvcc, "-c", *names[:2]], cwd=folder, env=tools.environment(), check=False, capture_output=True,
                             timeout=120, preexec_fn=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN))
    if ignored.returncode != 3:
        mistakes.append(f"by who ignores that children end: exit status {ignored.returncode}, not 3")
    for name in ("slow0.cu", "slow1.cu"):
        write(folder, name, '#include "pipe"\n')
    os.mkfifo(os.path.join(folder, "pipe"))
    with subprocess.Popen([tools.nvcc, "-c", "--threads", "3", "slow0.cu", "slow1.cu", "wrong0.cu"], cwd=folder,
                          env=dict(tools.environment(), TMPDIR=folder), stderr=subprocess.PIPE, text=True) as process:
        process.stderr.readline()  # One has ended.
        process.send_signal(signal.SIGINT)
        process.stderr.read()  # To the end of all that can write.
    left = [name for name in os.listdir(folder) if name.startswith("fencepost-")]
    if process.returncode != 130 or left:
        mistakes.append(f"interrupted: exit status {process.returncode}, not 130, or {left} are left")
    return mistakes


TESTS = (help_has_own_options_first_and_fits_80_columns, help_lists_every_option_once, explain_takes_what_reports_print,
         standard_output_holds_the_report_alone, formats_may_be_named, a_full_disk_is_told,
         a_missing_folder_for_temporary_files_is_replaced, the_cache_is_bounded_and_told_of,
         a_program_pays_for_no_streams_that_it_does_not_make, a_launch_that_fails_counts_what_it_did,
         several_sources_are_compiled_at_once)

if __name__ == "__main__":
    sys.exit(run_tests(TESTS, __doc__))
