#!/usr/bin/env python3
"""`fencepost permissions --infer` of the radix sort's kernels: the permissions of D. van Oorschot, "Let's sort this out:
GPGPU Verification of Radix Sort", University of Twente, 2020, figures 4 and 5, at sizes that were not observed, too."""

import os
import re
import subprocess
import sys
from fractions import Fraction
from random import Random

from harness import run_tests
from test_infer import Holding, as_python, clauses_of, infer, is_explained

SIZES = [8, 13, 17, 128, 512, 1000, 1024]


def is_permission(expression):
    return "\\pointer_index(" in expression or "Perm(" in expression


def by_rows(expressions):
    """Elements a[i][k] of arrays with two dimensions as a[i * columns + k]."""
    return [re.sub(r"Perm\((\w+)\[([^\]]*)\]\[([^\]]*)\], ", r"\\pointer_index(\1, (\2) * columns + (\3), ", e)
            for e in expressions]


def compare(what, expressions, array, expected, block, **names):
    """expected(tid) is {element: fraction}. Returns mistakes."""
    holding = Holding(by_rows(e for e in expressions if is_permission(e)), array)
    # Of what all of many threads read it is enough to look at some.
    some = block > 64 and array in ("input", "partial_input")
    for tid in {0, 1, block - 1} if some else range(block):
        try:
            got = holding.of(tid=tid, threadIdx_x=tid, blockDim_x=block, blockIdx_x=0, gridDim_x=1, **names)
        except ValueError as error:
            return [f"{what}: {error}"]
        if got != expected(tid):
            return [f"{what}: {array}, thread {tid} with {names} has {got}, not {expected(tid)}"]
    return []


def held(elements, share=1):
    return {e: Fraction(share) for e in elements}


def count_has_partitions_and_rows_then_columns(tools, folder):
    process, target = infer(tools, folder, "parallel_count", "12,40,200", "--check-sizes", "8,100,512,1000")
    mistakes = is_explained(process)
    if mistakes:
        return mistakes
    (_, kernel), = clauses_of(target + "parallel_count.cu")
    (_, barrier), = clauses_of(target + "radix/parallel_count.cuh")
    for N in SIZES:
        # As the program's main chooses them.
        T, radix = (4, 4) if N <= 16 else (16, 10) if N <= 128 else (33, 2) if N <= 512 else (64, 64)
        part = -(-N // T)
        names = {"N": N, "radix": radix, "threads": T, "partitions": T, "columns": radix}
        figure = {
            "requires": {"input": lambda tid: held(range(min(N, tid * part), min(N, tid * part + part)), 0),
                         "output": lambda tid: held({tid} if tid < radix else ()),
                         "tempCounts": lambda tid: held(range(tid * radix, tid * radix + radix))},
            "ensures": {"output": lambda tid: held({tid} if tid < radix else ()),
                        "tempCounts": lambda tid: held(range(tid, T * radix, radix) if tid < radix else ())}}
        for where, clauses in ("kernel", kernel), ("barrier", barrier):
            for keyword, arrays in figure.items():
                for array, expected in arrays.items():
                    mistakes += compare(f"{where}, {keyword}", clauses[keyword], array, expected, T, **names)
    return mistakes + not_refused(tools, target, "parallel_count", "100", [
        ("sum + tempCounts[row * radix + tid]", "sum + tempCounts[row + radix * tid]"),
        ("if (tid < radix)", "if (tid <= radix)")])  # As the paper prints it.


def reorder_has_the_parts_that_the_prefix_sums_began_with(tools, folder):
    process, target = infer(tools, folder, "parallel_reorder", "8,16,40", "--check-sizes", "12,100,512,1000")
    mistakes = is_explained(process)
    if mistakes:
        return mistakes
    (_, kernel), = clauses_of(target + "parallel_reorder.cu")
    (given,) = [e.split()[-1] for e in kernel["given"]]
    random = Random(1)
    for N in SIZES:
        radix = 2 + (N + 249) % 255  # As kernels/radix/keys.h has it.
        starts = sorted(random.randrange(N + 1) for _ in range(radix - 1))
        starts = [0, *starts, N]
        everything = held(range(N), 0)
        figure = {"input": lambda tid: everything, "partial_input": lambda tid: everything,
                  "prefixsum": lambda tid: held({tid}),
                  "output": lambda tid: held(range(starts[tid], starts[tid + 1]))}
        for keyword in "requires", "ensures":
            # At the end, the threads have moved their own sums.
            now = starts if keyword == "requires" else starts[1:] + [N]
            names = {"N": N, given: starts, "prefixsum": now}
            for array, expected in figure.items():
                mistakes += compare(keyword, kernel[keyword], array, expected, radix, **names)
        # The copy is the one that was told, and no other one.
        facts = [compile(as_python(re.sub(r"\|(\w+)\|", r"len(\1)", e)), e, "eval")
                 for e in kernel["requires"] if not is_permission(e)]
        for wrong in -1, 0, 1, radix - 1, radix:
            copy = [p + (k == wrong) for k, p in enumerate(starts)]
            if tells(facts, radix, {"N": N, given: copy, "prefixsum": starts}) != (wrong == -1):
                mistakes.append(f"N = {N}, radix {radix}: a copy that is wrong at {wrong}")
    return mistakes + not_refused(tools, target, "parallel_reorder", "100", [
        ("output[prefixsum[tid]] = x", "output[prefixsum[tid] + 1] = x"),
        ("prefixsum[tid] = prefixsum[tid] + 1", "prefixsum[tid] = prefixsum[tid] + 2")])


def tells(facts, block, names):
    return all(eval(fact, {**names, "threadIdx_x": tid, "blockDim_x": block}) for fact in facts for tid in range(block))


def not_refused(tools, target, kernel, size, mutations):
    """Mistakes in the kernel, [(from, to)], that a checked run with the inferred annotations does not find."""
    mistakes = []
    path = os.path.join(target, "radix", kernel + ".cuh")
    with open(path, encoding="utf-8") as file:
        right = file.read()
    for before, after in mutations:
        if right.count(before) != 1:
            mistakes.append(f"{before} is not in {kernel} once")
            continue
        with open(path, "w", encoding="utf-8") as file:
            file.write(right.replace(before, after))
        process = subprocess.run([tools.fencepost, "run", "--contracts", "--check", "memory", target + kernel + ".cu", "--", size],
                                 capture_output=True, text=True, check=False, env=tools.environment())
        if process.returncode != 66 or "error: permission on" not in process.stderr:
            mistakes.append(f"{after} is accepted, exit status {process.returncode}: {process.stderr}")
    return mistakes


if __name__ == "__main__":
    sys.exit(run_tests([count_has_partitions_and_rows_then_columns,
                        reorder_has_the_parts_that_the_prefix_sums_began_with], __doc__))
