#!/usr/bin/env python3
"""Measures `fencepost prove` on kernels of other provers' test suites: how many are decided, which wrongly, how fast.

    bench/proofs.py gpuverify FOLDER...   # testsuite/CUDA of GPUVerify, CUDA50 of GPUVerifyBenchmarks
    bench/proofs.py faial FOLDER          # examples/drf

CUDA50 is kernels of cuda-samples without the headers that they include. What does not compile is asked again with what
GPUVerify declares itself: cuRAND, size_t and clock_t of 32 bits, and with --helpers the operators of Common/helper_math.h
of cuda-samples.

The folders are not part of this repository. A kernel's preconditions (__requires, __assume) are branches that end the
program; the launch that a file names is assumed. What a file says of itself:

    gpuverify   line 1 `//pass` or `//xfail:...`, line 2 the launch; of an xfail, later comments the error. Only errors
                that are races or barriers count; --warp-sync, which takes warps for in lock step, is not asked;
                --only-intra-group says nothing of races between blocks
    faial       drf-*.cu, for one block (drf-warp.cu: of 32 threads), and racy-*.cu

A kernel without races may have writes of the same value by several threads: GPUVerify lets them pass, we warn.
"""

import argparse
import glob
import json
import os
import re
import resource
import shlex
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
from collections import Counter, namedtuple
from concurrent.futures import ThreadPoolExecutor

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
Kernel = namedtuple("Kernel", "path racy assumptions flags")
Result = namedtuple("Result", "kernel verdict detail seconds")

PRELUDE = """#pragma once
#define __requires(condition) do { if (!(condition)) __trap(); } while (0)
#undef __assume
#define __assume(condition) __requires(condition)
#define __global_requires(...) ((void)0)
#define __assert(...) ((void)0)
#define __global_assert(...) ((void)0)
#define __ensures(...) ((void)0)
#define __global_ensures(...) ((void)0)
#define __invariant(...) 1
#define __global_invariant(...) 1
#define __function_wide_invariant(...) ((void)0)
#define __requires_fresh_array(...) ((void)0)
#define __implies(a, b) (!(a) || (b))
"""

# What a file that does not compile gets besides. Files declare these types for themselves, as here: that is no conflict.
# The host programs that confirm a claim include headers that mean the C library's.
HELPERS = """#include <curand_kernel.h>
#include <fstream>
#include <random>
#include <vector>
#if __has_include(<helper_math.h>)
#include <helper_math.h>
#endif
typedef unsigned int helpers_size_t;
typedef unsigned int helpers_clock_t;
#define size_t helpers_size_t
#define clock_t helpers_clock_t
"""


def launch_of(words):
    """--blockDim and --gridDim as conditions: N, [N,N,N] or {N,N,N}."""
    for word in words:
        if found := re.match(r"--?(blockDim|gridDim)=[\[{(]?([\d,]+)", word):
            sizes = [int(size) for size in found[2].split(",") if size] + [1, 1]
            for letter, size in zip("xyz", sizes):
                if found[1] == "blockDim" and int(size) > 1024:
                    continue  # No device has such blocks.
                yield f"{found[1]}.{letter} == {size}"


def of_gpuverify(folder):
    """(kernel, None) or (path, why it is not asked for)."""
    for path in sorted(glob.glob(os.path.join(folder, "**", "*.cu"), recursive=True)):
        with open(path, encoding="utf-8", errors="replace") as file:
            lines = file.read().splitlines()
        told = [line[2:].strip() for line in lines if line.startswith("//")]
        if len(told) < 2 or not re.match("pass|xfail", told[0], re.I):
            yield path, "no label"
            continue
        words = shlex.split(told[1])
        racy = not told[0].lower().startswith("pass")
        if racy and ("NOT_ALL_VERIFIED" not in told[0].upper() or
                     not re.search(r"race|racy|barrier", " ".join(told[2:]), re.I)):
            yield path, "labelled with another error"
        elif any(word.startswith("--warp-sync") for word in words):
            yield path, "takes warps for in lock step"
        else:
            flags = [word for word in words if re.match("-[DI]", word)]
            if "--only-intra-group" in words:
                flags.append("--intra-block")
            yield Kernel(path, racy, list(launch_of(words)), flags), None


def of_faial(folder):
    for path in sorted(glob.glob(os.path.join(folder, "*.cu"))):
        name = os.path.basename(path)
        if not re.match("drf-|racy-", name):
            yield path, "no label"
            continue
        racy = name.startswith("racy-") and name != "racy-grid-level.cu"  # It is racy between blocks alone.
        assumptions = [] if racy else [f"gridDim.{letter} == 1" for letter in "xyz"]
        if name == "drf-warp.cu":
            assumptions.append("blockDim.x == 32")
        yield Kernel(path, racy, assumptions, []), None


def run_limited(words, folder, seconds):
    """Exit status, standard output and error, and processor time with that of its children, however loaded the machine."""
    with tempfile.TemporaryFile("w+", errors="replace") as output, tempfile.TemporaryFile("w+", errors="replace") as errors:
        limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        process = subprocess.Popen(words, cwd=folder, stdout=output, stderr=errors, preexec_fn=limit)
        timer = threading.Timer(10 * seconds, process.kill)
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        errors.seek(0)
        return process.returncode, output.read(), errors.read(), usage.ru_utime + usage.ru_stime


def asked(fencepost, kernel, folder, helpers, seconds):
    """With the prelude alone, or, if it does not compile, with what the helpers give."""
    prelude = os.path.join(folder, "prelude.h")
    result = asked_with([prelude], fencepost, kernel, seconds)
    if result.verdict != "not compiled":
        return result
    more = [prelude, os.path.join(folder, "helpers.h")]
    helped = asked_with(more, fencepost, kernel._replace(flags=[*kernel.flags, f"-I{helpers}"]), seconds)
    return result if helped.verdict == "not compiled" else helped


def asked_with(included, fencepost, kernel, seconds):
    words = [fencepost, "prove", os.path.basename(kernel.path), "--json", "-", *kernel.flags]
    words += [word for header in included for word in ("-include", header)]
    if kernel.assumptions:
        words += ["--assume", " && ".join(kernel.assumptions)]
    status, output, errors, spent = run_limited(words, os.path.dirname(kernel.path), seconds)
    if status in (-signal.SIGXCPU, -signal.SIGKILL):
        return Result(kernel, "undecided", f"not within {seconds} s", seconds)
    if status not in (0, 5, 66):
        reason = next((line for line in errors.splitlines() if "error:" in line), errors.strip()[:200])
        return Result(kernel, "not compiled", reason, spent)
    told = json.loads(output)["kernels"]
    verdicts = [verdict for one in told for verdict in one["verdicts"]]
    false = [v for v in verdicts if v["verdict"] == "false"]
    unknown = [v for v in verdicts if v["verdict"] == "unknown"]
    obstacles = [one["obstacle"] for one in told if "obstacle" in one]
    if false:
        right, detail = kernel.racy, f"{false[0]['text']}: {false[0]['reason']}"
    elif unknown or obstacles:
        detail = obstacles[0] if obstacles else f"{unknown[0]['text']}: {unknown[0]['reason']}"
        return Result(kernel, "undecided", detail, spent)
    else:
        warned = any(v["verdict"] == "warning" for v in verdicts)
        right, detail = not kernel.racy or warned, "writes of the same value alone" if warned else "proved"
    return Result(kernel, "right" if right else "wrong", detail, spent)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("suite", choices=("gpuverify", "faial"))
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--build-dir", default=os.path.join(ROOT, "build"))
    parser.add_argument("--parallel", type=int, default=os.cpu_count())
    parser.add_argument("--seconds", type=int, default=60, help="limit of a file, of processor time")
    parser.add_argument("--helpers", type=os.path.abspath, help="folder of helper_math.h: Common of cuda-samples")
    parser.add_argument("--filter", default="", help="of paths: a regular expression")
    options = parser.parse_args()
    fencepost = os.path.join(options.build_dir, "bin", "fencepost")
    read = of_gpuverify if options.suite == "gpuverify" else of_faial
    kernels, left_out = [], Counter()
    for folder in options.folders:
        for kernel, reason in read(os.path.abspath(folder)):
            if reason is not None:
                left_out[reason] += 1
            elif re.search(options.filter, kernel.path):
                kernels.append(kernel)
    if not kernels:
        sys.exit(f"proofs.py: error: no labelled .cu file in {', '.join(options.folders)}")
    results = []
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(options.parallel) as pool:
        for name, text in (("prelude.h", PRELUDE), ("helpers.h", HELPERS)):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        ask = lambda kernel: asked(fencepost, kernel, folder, options.helpers or folder, options.seconds)
        for result in pool.map(ask, kernels):
            results.append(result)
            if sys.stderr.isatty():
                print(f"\r{len(results)} of {len(kernels)}", end="", file=sys.stderr, flush=True)
            if result.verdict != "right":
                name = os.path.relpath(result.kernel.path, os.path.abspath(options.folders[0]))
                print(f"{result.verdict:12} {result.seconds:5.1f} s  {name}: {result.detail}", flush=True)
    counts = Counter(result.verdict for result in results)
    decided = counts["right"] + counts["wrong"]
    compiled = len(results) - counts["not compiled"]
    print(f"{len(results)} files: {decided} of {compiled} that compile decided ({100 * decided / max(compiled, 1):.0f} %), "
          f"{counts['wrong']} wrong, median {statistics.median(result.seconds for result in results):.1f} s")
    for reason, count in left_out.most_common():
        print(f"not asked: {count}, {reason}")
    return 1 if counts["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
