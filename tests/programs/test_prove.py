#!/usr/bin/env python3
"""`fencepost prove`: the scans are proved, every broken variant is caught, and nothing is proved by accident."""

import os
import re
import subprocess
import sys
from collections import namedtuple
from concurrent.futures import ThreadPoolExecutor

from harness import ROOT, CompileError, Tally, Tools, argument_parser

SCANS = os.path.join(ROOT, "kernels", "scan")
HEADERS = ("sum.cuh", "shift_right.cuh", "kogge_stone.cuh", "blelloch.cuh", "sklansky.cuh", "brent_kung.cuh",
           "multi_block.cuh")
ALGORITHMS = ("KoggeStone", "KoggeStoneExclusive", "Blelloch", "Sklansky", "SklanskyExclusive", "BrentKung",
              "BrentKungExclusive")
BARRIER = "__syncthreads();"

# A change to one header: occurrence number `nth` (from 1, 0 for all) of `old` becomes `new`. It is tried on `algorithm`
# with n elements, `slice` per block. `verdict`: what the output must show.
Variant = namedtuple("Variant", "name header old new nth algorithm n slice verdict")

PROVED = r"correct for all monoids\n1 proved, 0 not proved\n"
WRONG = r"NOT PROVED: element \d+ is .*\n0 proved, 1 not proved\n"  # No race, but not the right sum.
RACY = r"NOT PROVED: .*the run has findings, which its report describes"


def variants():
    def variant(name, header, old, new, algorithm, verdict, *, nth=1, n=32, part=32):
        return Variant(name, header + ".cuh", old, new, nth, algorithm, n, part, verdict)

    for algorithm in ALGORITHMS:
        yield variant(f"{algorithm} as it is", "sum", "", "", algorithm, PROVED)
    yield variant("Blelloch without the redundant barrier", "blelloch", BARRIER, "", "Blelloch", PROVED, nth=2)

    for header, algorithm, nth in (("kogge_stone", "KoggeStone", 1), ("kogge_stone", "KoggeStone", 2),
                                   ("blelloch", "Blelloch", 1), ("blelloch", "Blelloch", 3),
                                   ("sklansky", "Sklansky", 1),
                                   ("brent_kung", "BrentKung", 1), ("brent_kung", "BrentKung", 2),
                                   ("shift_right", "SklanskyExclusive", 1), ("shift_right", "SklanskyExclusive", 2)):
        yield variant(f"{algorithm} without barrier {nth} of {header}", header, BARRIER, "", algorithm, RACY, nth=nth)
    yield variant("slices without the barrier", "multi_block", BARRIER, "", "Blelloch", RACY, part=8)

    yield variant("KoggeStone off by one", "kogge_stone", "tid >= offset", "tid > offset", "KoggeStone", WRONG, nth=0)
    yield variant("Blelloch off by one", "blelloch", "N * tid + N - 1", "N * tid + N - 2", "Blelloch", WRONG)
    yield variant("Sklansky off by one", "sklansky", "left + 1 + tid % stride", "left + tid % stride", "Sklansky", RACY)
    yield variant("shift off by one", "shift_right", "i > 0 && i < N", "i > 1 && i < N", "KoggeStoneExclusive", WRONG)

    yield variant("KoggeStone with a wrong stride", "kogge_stone", "2 * offset", "3 * offset", "KoggeStone", WRONG)
    yield variant("Blelloch with a wrong stride", "blelloch", "stride = N / 2", "stride = N / 4", "Blelloch", WRONG)
    yield variant("Sklansky with a wrong stride", "sklansky", "stride = 2 * stride", "stride = 4 * stride", "Sklansky",
                  WRONG)
    yield variant("BrentKung with a wrong stride", "brent_kung", "stride = N / 4", "stride = N / 8", "BrentKung", WRONG)

    # Right for sums of ints: test_int_programs below.
    for name, header, old, new, algorithm in SWAPPED:
        yield variant(name, header, old, new, algorithm, WRONG)
    yield variant("totals added from the right", "multi_block", "op(Sums[blockIdx.x], slice[i])",
                  "op(slice[i], Sums[blockIdx.x])", "KoggeStone", WRONG, part=8)
    yield variant("a slice's last element first", "multi_block", "op(slice[N - 1], last)", "op(last, slice[N - 1])",
                  "Blelloch", WRONG, part=8)

    yield variant("shift without the identity", "shift_right", "op.identity()", "Output[0]", "SklanskyExclusive", WRONG)
    yield variant("Blelloch without the identity", "blelloch", "= op.identity()", "= Output[indicator]", "Blelloch",
                  WRONG)

    yield variant("one element of each slice lost", "multi_block", "int i = threadIdx.x;", "int i = threadIdx.x + 1;",
                  "KoggeStone", WRONG, part=8)
    yield variant("the last slice lost", "multi_block", "add_to_slices<<<slices - 1", "add_to_slices<<<slices - 2",
                  "Sklansky", WRONG, part=8)
    yield variant("the slice before added too", "multi_block", "? Totals + 1 : Totals", "? Totals : Totals", "Blelloch",
                  WRONG, part=8)
    yield variant("a slice's last element lost", "multi_block", "op(slice[N - 1], last)", "slice[N - 1]", "Blelloch",
                  WRONG, part=8)
    yield variant("one element lost by the padding", "multi_block", "pad(padded, n, size, op)",
                  "pad(padded, n - 1, size, op)", "BrentKung", WRONG, n=31)


SWAPPED = (
    ("KoggeStone with swapped operands", "kogge_stone", "op(Output[tid - offset], temp)",
     "op(temp, Output[tid - offset])", "KoggeStone"),
    ("Blelloch with swapped operands going up", "blelloch", "op(Output[indicator - stride], Output[indicator])",
     "op(Output[indicator], Output[indicator - stride])", "Blelloch"),
    ("Blelloch with swapped operands going down", "blelloch", "op(temporary, Output[indicator - stride])",
     "op(Output[indicator - stride], temporary)", "Blelloch"),
    ("Sklansky with swapped operands", "sklansky", "op(Output[left], Output[right])",
     "op(Output[right], Output[left])", "Sklansky"),
    ("BrentKung with swapped operands", "brent_kung", "op(Output[indicator], Output[indicator + stride])",
     "op(Output[indicator + stride], Output[indicator])", "BrentKung"),
)

# Does what a generic scan does not; STATEMENT stands in the kernel, with `Output` an array of T.
GENERIC = """#include <fencepost/interval.h>
template <class T, class Op>
__global__ void generic(T* Output, int* index, Op op) {
  int tid = threadIdx.x;
  T temp = op(Output[tid], op.identity());
  STATEMENT
  Output[tid] = temp;
}
int main() {
  generic<<<1, 8>>>((fencepost::Interval*)nullptr, (int*)nullptr, fencepost::IntervalSum());
}
"""
NOT_GENERIC = {
    "compares": "if (Output[0] < temp) temp = Output[0];",
    "compares for equality": "if (temp == Output[0]) index[tid] = 1;",
    "branches": "if (temp) index[tid] = 1;",
    "converts to a number": "index[tid] = temp;",
    "casts to a number": "index[tid] = (int)temp;",
    "makes an element of a number": "temp = T(0);",
    "indexes by an element": "temp = Output[temp];",
    "moves an address by an element": "temp = *(Output + temp);",
    "adds by itself": "temp = temp + Output[0];",
    "looks inside": "index[tid] = temp.first_;",
    "asks the operator's side": "index[tid] = temp.is_empty();",
    "adds atomically": "atomicAdd(Output, temp);",
}

# Scans the first time only; later the array that it hands out still holds the first result.
STALE = """#include <fencepost/prove.h>
#include "SCANS/kogge_stone.cuh"
#include "SCANS/multi_block.cuh"
int main(int argc, char** argv) {
  fencepost::Interval* copy = nullptr;
  const auto run = [&](fencepost::Interval* elements, long n) {
    if (copy == nullptr) {
      cudaMalloc((void**)&copy, n * sizeof *copy);
      cudaMemcpy(copy, elements, n * sizeof *copy, cudaMemcpyDeviceToDevice);
      scan<KoggeStone>(copy, n, fencepost::IntervalSum());
    }
    cudaMemcpy(elements, copy, n * sizeof *copy, cudaMemcpyDeviceToDevice);
    return std::string();
  };
  return fencepost::prove_main(argc, argv, {{"lazy", fencepost::ScanKind::kInclusive, run,
                                             [](long n) { return n >= 2 && n % 2 == 0; }}});
}
"""
PROVES_NOTHING = """__global__ void k(int* data) { data[threadIdx.x] = 1; }
int main() {
  int* data;
  cudaMalloc(&data, 32 * sizeof(int));
  k<<<1, 32>>>(data);
  return cudaDeviceSynchronize();
}
"""


def changed(header, old, new, nth):
    """The text of a header of kernels/scan with one change. It must be possible."""
    with open(os.path.join(SCANS, header), encoding="utf-8") as file:
        text = file.read()
    if not old:
        return text
    pieces = text.split(old)
    if len(pieces) <= max(nth, 1):
        raise CompileError(f"kernels/scan/{header} does not contain {old!r} {max(nth, 1)} times")
    if nth == 0:
        return new.join(pieces)
    return old.join(pieces[:nth]) + new + old.join(pieces[nth:])


def write(path, text):
    """Leaves an unchanged file alone. Returns the path."""
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            if file.read() == text:
                return path
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def variants_binary(tools, chosen):
    """One program of all variants, each in its own namespace: compiling them one by one takes a minute."""
    source = ["#include <fencepost/prove.h>"]
    table = []
    for number, variant in enumerate(chosen):
        source.append(f"namespace variant_{number} {{")
        for header in HEADERS:
            text = changed(header, variant.old if header == variant.header else "", variant.new, variant.nth)
            source.append(re.sub(r"#(pragma once|include .*)\n", "\n", text))
        source.append(f"""
std::string run(fencepost::Interval* elements, long n) {{
  std::string launches;
  scan<{variant.algorithm}>(elements, n, fencepost::IntervalSum(), {variant.slice}, &launches);
  return launches;
}}
fencepost::GenericScan generic() {{
  const auto kind = {variant.algorithm}::kExclusive ? fencepost::ScanKind::kExclusive : fencepost::ScanKind::kInclusive;
  return {{"variant-{number}", kind, run, {{}}}};
}}
}}""")
        table.append(f"variant_{number}::generic()")
    source.append("int main(int argc, char** argv) {\n  return fencepost::prove_main(argc, argv, {\n    "
                  + ",\n    ".join(table) + "});\n}\n")
    return tools.compile([write(os.path.join(tools.cache, "prove-variants", "variants.cu"), "\n".join(source))])


def mistakes_of_variant(tools, binary, number, variant):
    run = tools.run(binary, ["--scan", f"variant-{number}", "--n", str(variant.n)])
    mistakes = []
    if not re.search(variant.verdict, run.stdout):
        mistakes.append(f"output is {run.stdout!r}, expected to match {variant.verdict!r}")
    expected = {PROVED: 0, WRONG: 1, RACY: 66}[variant.verdict]
    if run.exit != expected:
        mistakes.append(f"exit status {run.exit}, expected {expected}: {run.stderr[:400]}")
    findings = run.report["findings"] if run.report else []
    if (variant.verdict == RACY) != bool(findings):
        mistakes.append(f"{len(findings)} findings")
    mistakes += [f"not a race: {finding['message']}" for finding in findings if finding["kind"] != "race"]
    return mistakes


def mistakes_of_swapped_int_program(tools, name, header, old, new):
    """The program on sums of ints does not notice swapped operands: + commutes."""
    folder = os.path.join(tools.cache, "prove-" + name.lower().replace(" ", "-"))
    files = [write(os.path.join(folder, "scan", other), changed(other, "", "", 1))
             for other in (*HEADERS, "scan_program.cuh") if other != header + ".cuh"]
    files.append(write(os.path.join(folder, "scan", header + ".cuh"), changed(header + ".cuh", old, new, 1)))
    for other in (header + ".cu", "sizes.h"):
        with open(os.path.join(ROOT, "kernels", other), encoding="utf-8") as file:
            files.append(write(os.path.join(folder, other), file.read()))
    run = tools.run(tools.compile([os.path.join(folder, header + ".cu")], includes=files), ["1-64"])
    mistakes = [] if run.exit == 0 else [f"exit status {run.exit}: {run.stderr[:400]}"]
    if not re.search(r"scans of each of 1 to 64 elements are right\n", run.stdout):
        mistakes.append(f"output is {run.stdout!r}")
    return mistakes


def compile_alone(tools, name, text):
    """fencepost-nvcc on a source of its own, without linking."""
    source = write(os.path.join(tools.cache, "prove-generic", name.replace(" ", "_") + ".cu"), text)
    return subprocess.run([tools.nvcc, "-c", source, "-o", source + ".o"], env=tools.environment(),
                          capture_output=True, text=True, errors="replace", check=False)


def mistakes_of_generic(tools):
    result = compile_alone(tools, "generic", GENERIC.replace("STATEMENT", ""))
    return [] if result.returncode == 0 else [result.stderr[:1000]]


def mistakes_of_not_generic(tools, name, statement):
    source = GENERIC.replace("STATEMENT", statement)
    line = 1 + source[:source.index(statement)].count("\n")
    result = compile_alone(tools, name, source)
    if result.returncode == 0:
        return [f"it compiles: {statement}"]
    if not re.search(rf"\.cu:{line}:\d+: error:", result.stderr):
        return [f"no error in line {line}: {result.stderr[:1000]}"]
    return []


def command(tools, *arguments):
    """(exit status, standard output, standard error) of `fencepost prove`."""
    environment = dict(tools.environment(), XDG_CACHE_HOME=os.path.join(tools.cache, "prove-cache"))
    result = subprocess.run([tools.fencepost, "prove", *arguments], env=environment, capture_output=True, text=True,
                            errors="replace", check=False)
    return result.returncode, result.stdout, result.stderr


MANY_POWERS = """__global__ void sorts(int* values, int* order, int n) {
  for (int k = 2; k <= n; k <<= 1) {
    for (int j = k >> 1; j > 0; j >>= 1) {
      for (int i = threadIdx.x; i < n; i += blockDim.x) {
        int other = i ^ j;
        if (other > i) {
          if ((i & k) == 0 && values[i] > values[other]) {
            int v = values[i], o = order[i];
            values[i] = values[other], order[i] = order[other];
            values[other] = v, order[other] = o;
          }
          if ((i & k) != 0 && values[i] < values[other]) {
            int v = values[i], o = order[i];
            values[i] = values[other], order[i] = order[other];
            values[other] = v, order[other] = o;
          }
        }
      }
      __syncthreads();
    }
  }
}
"""


def mistakes_of_limit(tools):
    """What is asked when no time is left takes none: of two powers of two there are hundreds of cases."""
    file = write(os.path.join(tools.cache, "prove-sources", "many_powers.cu"), MANY_POWERS)
    words = ["sh", "-c", 'ulimit -t 5; exec "$0" "$@"', tools.fencepost, "prove", "--no-run", "--kernel-timeout", "0.05", file]
    result = subprocess.run(words, env=tools.environment(), capture_output=True, text=True, errors="replace", check=False)
    if result.returncode != 5 or "not decided within the limits of time" not in result.stdout:
        return [f"exit status {result.returncode}: {result.stdout[-600:]!r} {result.stderr[-600:]!r}"]
    return []


def mistakes_of_command(tools, arguments, status, stdout="", stderr=""):
    """`stdout` and `stderr` are regular expressions that must be found."""
    result = command(tools, *arguments)
    mistakes = [] if result[0] == status else [f"exit status {result[0]}, expected {status}"]
    for pattern, text in ((stdout, result[1]), (stderr, result[2])):
        if not re.search(pattern, text):
            mistakes.append(f"does not match {pattern!r}: {text[-600:]!r}")
    return mistakes


def command_tests(tools):
    def source(name, text):
        return write(os.path.join(tools.cache, "prove-sources", name), text.replace("SCANS", SCANS))

    lazy = source("lazy.cu", STALE)
    nothing = source("proves_nothing.cu", PROVES_NOTHING)
    kernel = source("kernel.cu", "__global__ void own(int* a, int n) { a[n * threadIdx.x] = n; }\n")
    for name, arguments, *expected in (
        ("all scans to 2048", ["--all", "--up-to", "2048"], 0,
         r"kogge-stone, N = 1024, <<<1,1024>>>: race-free for all inputs of this size; correct for all monoids\n"
         r"(.*\n)*"
         r"brent-kung, N = 2048, <<<2,512>>> <<<1,1>>> <<<1,512>>>: race-free .*; correct for all monoids\n"
         r"(.*\n)*84 proved, 0 not proved\n$", r"no findings"),
        ("three levels of slices", ["--n", "65", "--n", "128", "--n", "100", "--slice", "4"], 0,
         r"blelloch, N = 100, <<<25,4>>> <<<7,4>>> <<<2,4>>> <<<1,2>>> <<<1,4>>> <<<6,4>>> <<<24,4>>>: race-free(.*\n)*"
         r"21 proved, 0 not proved\n$"),
        ("every size", ["--every-n", "--up-to", "70"], 0,
         r"sklansky, 70 sizes from 1 to 70: race-free for all inputs of each size; correct for all monoids\n(.*\n)*"
         r"539 proved, 0 not proved\n$"),
        ("one scan", ["--scan", "blelloch", "--n", "16"], 0, r"^blelloch, N = 16, <<<1,16>>>: race-free .*\n1 proved"),
        ("the list", ["--list"], 0, r"^kogge-stone +inclusive\n(.*\n)*blelloch +exclusive\n"),
        ("a file behind what is assumed", ["--no-run", "--assume", "n == 1", kernel], 0, "own\n  proved: a: line 1 writes"),
        ("no time for a kernel", ["--no-run", "--kernel-timeout", "0.001", kernel], 5,
         r"unknown: a: line 1 writes, by two threads\n    not decided within the limits of time"),
        ("an unknown scan", ["--scan", "quick"], 2, "^$", "no scan is called 'quick'"),
        ("a size of nothing", ["--n", "0"], 2, "^$", "--n 0: give a number"),
        ("a wrong slice", ["--slice", "12"], 2, "^$", "--slice 12: give a power of two"),
        ("an unknown option", ["--bogus"], 2, "^$", "--bogus"),
        ("races not checked", ["--n", "8", "--check", "memory"], 1, r"NOT PROVED: --check in FENCEPOST_OPTIONS"),
        ("nothing instrumented", ["--n", "8", "--nvcc-args", "--no-check"], 2, "^$",
         "nothing is proved with --no-check"),
        ("a program that proves nothing", [nothing, "--n", "8"], 2, "^$", "proved nothing"),
        ("a size it is not made for", [lazy, "--n", "3"], 2, "^$", "lazy is not made for N = 3"),
        ("a result left over from the run before", [lazy, "--n", "64", "--n", "64"], 1,
         r"N = 64: race-free .*\nlazy, N = 64: NOT PROVED: element 0 is "),
    ):
        yield "prove: " + name, lambda arguments=arguments, expected=expected: mistakes_of_command(
            tools, arguments, *expected)


def tests(tools):
    """(name, function that returns the mistakes) of each test."""
    chosen = list(variants())
    binary = variants_binary(tools, chosen)
    for number, variant in enumerate(chosen):
        yield variant.name, lambda number=number, variant=variant: mistakes_of_variant(tools, binary, number, variant)
    for name, header, old, new, _ in SWAPPED[1:3]:
        yield (f"{name}: sums of ints are right", lambda name=name, header=header, old=old, new=new:
               mistakes_of_swapped_int_program(tools, name, header, old, new))
    yield "a generic kernel compiles", lambda: mistakes_of_generic(tools)
    for name, statement in NOT_GENERIC.items():
        yield (f"a kernel that {name} does not compile", lambda name=name, statement=statement:
               mistakes_of_not_generic(tools, name, statement))
    yield from command_tests(tools)
    yield "prove: no time left takes none", lambda: mistakes_of_limit(tools)


def main():
    options = argument_parser(__doc__.splitlines()[0]).parse_args()
    tools = Tools(options.build_dir, options.compiler)
    tally = Tally()
    try:
        selected = [(name, test) for name, test in tests(tools) if re.search(options.filter, name)]
    except CompileError as error:
        tally.add("the variants compile", [str(error)])
        return tally.finish()
    with ThreadPoolExecutor(options.parallel) as pool:
        for (name, _), mistakes in zip(selected, pool.map(lambda item: item[1](), selected)):
            tally.add(name, mistakes)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
