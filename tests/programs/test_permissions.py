#!/usr/bin/env python3
"""The permission patterns of the papers, drawn from runs: used as their tables say, and covered by what is granted.

The tables stand here as functions of the thread, for N = 8; the figures are of: Safari et al., NFM 2020 (3 and 7); Safari
and Huisman, 2022 (11); van Oorschot, 2020 (4 and 5); Wiefferink, 2015 (9). A use is ("W" or "R", thread, element); who
writes may read, so a thread that does both is a writer.
"""

import json
import os
import re
import subprocess
import sys
from collections import namedtuple

from harness import ROOT, Tally, Tools, argument_parser
from test_kernels import BARRIERS, KERNELS, is_barrier, lines_of, places_of_pairs

N = 8
EVERYTHING = "all"


def writes(elements_of, threads):
    return {("W", i, e) for i in range(threads) for e in elements_of(i)}


def reads(elements_of, threads):
    return {("R", i, e) for i in range(threads) for e in elements_of(i)}


# What each interval uses, and what the proof grants it (a W on an element covers every use of it).
Interval = namedtuple("Interval", "used granted")


def blelloch():
    """NFM 2020, figure 3. Two intervals besides those of the table: between the barriers around the sweeps' border
    nothing is used, and nothing after the last barrier."""
    level1 = writes(lambda i: (2 * i, 2 * i + 1), 4)
    level2 = writes(lambda i: (4 * i + 1, 4 * i + 3), 2)
    level3 = writes(lambda i: (3, 7), 1)
    return [
        Interval(reads(lambda i: (2 * i,), 4) | writes(lambda i: (2 * i + 1,), 4), level1),
        Interval(reads(lambda i: (4 * i + 1,), 2) | writes(lambda i: (4 * i + 3,), 2), level2),
        Interval(reads(lambda i: (3,), 1) | writes(lambda i: (7,), 1), level3),
        Interval(set(), level3),
        Interval(level3, level3),
        Interval(level2, level2),
        Interval(level1, level1),
        Interval(set(), writes(lambda i: (i,), N)),
    ]


def kogge_stone():
    """NFM 2020, figure 7."""
    intervals = []
    for offset in (1, 2, 4):
        read = reads(lambda i, offset=offset: (i, i - offset) if i >= offset else (i,), N)
        write = writes(lambda i, offset=offset: (i,) if i >= offset else (), N)
        intervals += [Interval(read, read), Interval(write, writes(lambda i: (i,), N))]
    return intervals + [Interval(set(), reads(lambda i: (i,), N))]


FLAG = [int((7 * i + 3) % 10 < 5) for i in range(N)]  # As stream_compaction.cu makes them.
EX_PRE = [sum(FLAG[:i]) for i in range(N)]
KEPT = [i for i in range(N) if FLAG[i]]


def compaction(array):
    """Safari and Huisman 2022, figure 11: the last interval is the one after the barrier behind the scan."""
    own = reads(lambda i: (i,), N)
    if array == "ExPre":
        scan = blelloch()
        scan[-1] = Interval(set(), writes(lambda i: (i,), N))
        return scan + [Interval({("R", i, i) for i in KEPT}, own)]
    if array == "Output":
        return [Interval(set(), EVERYTHING)] * 8 + [Interval({("W", i, EX_PRE[i]) for i in KEPT},
                                                             {("W", i, EX_PRE[i]) for i in KEPT})]
    last = {("R", i, i) for i in (range(N) if array == "Flag" else KEPT)}
    return [Interval(set(), own)] * 8 + [Interval(last, own)]


def count(array, threads=4, radix=4):
    """Van Oorschot 2020, figure 4. `tempCounts` is flat here: row i begins at i * radix."""
    size = N // threads
    partition = reads(lambda i: range(i * size, (i + 1) * size), threads)
    rows = writes(lambda i: range(i * radix, (i + 1) * radix), threads)
    columns = {(i, row * radix + i) for i in range(radix) for row in range(threads)}
    return {
        "input": [Interval(partition, partition), Interval(set(), partition)],
        "tempCounts": [Interval(rows, rows), Interval({("R", *c) for c in columns}, {("W", *c) for c in columns})],
        "output": [Interval(set(), EVERYTHING), Interval(writes(lambda k: (k,), radix), writes(lambda k: (k,), radix))],
    }[array]


def reorder(array, digits, radix=4):
    """Van Oorschot 2020, figure 5: one interval, and prefixsum[radix] belongs to nobody."""
    begin = [sum(digit < k for digit in digits) for k in range(radix + 1)]
    whole = reads(lambda k: range(N), radix)
    output = {("W", k, e) for k in range(radix) for e in range(begin[k], begin[k + 1])}
    sums = writes(lambda k: (k,), radix)
    occurring = {use for use in sums if use[1] in digits}
    return {
        "input": [Interval(whole, whole)],
        "partial_input": [Interval(whole, whole)],
        "prefixsum": [Interval(occurring, sums)],
        "output": [Interval(output, output)],
    }[array]


def uses_of(interval):
    """The uses of one interval of a pattern, and what contradicts the model in it."""
    uses = set()
    for cell in interval["cells"]:
        uses |= {("W", thread, cell["element"]) for thread in cell["write"]}
        uses |= {("R", thread, cell["element"]) for thread in cell["read"] if thread not in cell["write"]}
    return uses


def covered(use, granted):
    kind, thread, element = use
    return granted == EVERYTHING or ("W", thread, element) in granted or (kind == "R" and use in granted)


def permissions(tools, arguments, expected_exit=0):
    command = [tools.fencepost, "permissions", *arguments]
    result = subprocess.run(command, cwd=ROOT, env=tools.environment(), capture_output=True, text=True, errors="replace",
                            timeout=120, check=False)
    if result.returncode != expected_exit:
        raise AssertionError(f"{' '.join(command)}: exit status {result.returncode}\n{result.stderr}")
    return result.stdout


def pattern_of(tools, program, array, arguments=(str(N),)):
    text = permissions(tools, [f"kernels/{program}.cu", "--array", array, "--format", "json", "--", *arguments])
    return json.loads(text)


def differences(pattern, table):
    mistakes = []
    if [i["index"] for i in pattern["intervals"]] != list(range(len(table))):
        return [f"{len(pattern['intervals'])} intervals, the table has {len(table)}"]
    for interval, row in zip(pattern["intervals"], table):
        used = uses_of(interval)
        if used != row.used:
            mistakes.append(f"interval {interval['index']}: not in the table {sorted(used - row.used)}, "
                            f"not in the run {sorted(row.used - used)}")
        beyond = [use for use in sorted(used) if not covered(use, row.granted)]
        if beyond:
            mistakes.append(f"interval {interval['index']}: not granted {beyond}")
        if (interval["after"] is None) != (interval["index"] == 0):
            mistakes.append(f"interval {interval['index']} comes after {interval['after']}")
    return mistakes


def figure(program, array, table):
    return lambda tools: differences(pattern_of(tools, program, array), table)


def mistakes_of_reorder(tools):
    """The digits are the program's own: the table follows from what it writes."""
    partial = pattern_of(tools, "parallel_reorder", "output")
    # Which digit each output element has, by its writer: then sorted digits, whose table must fit.
    writer = {cell["element"]: cell["write"] for cell in partial["intervals"][0]["cells"]}
    digits = sorted(threads[0] for threads in writer.values())
    mistakes = []
    if sorted(writer) != list(range(N)) or any(len(threads) != 1 for threads in writer.values()):
        mistakes.append(f"not every element of output has one writer: {writer}")
    for array in ("input", "partial_input", "prefixsum", "output"):
        mistakes += [f"{array}: {m}" for m in
                     differences(pattern_of(tools, "parallel_reorder", array), reorder(array, digits))]
    return mistakes


def mistakes_of_tree(tools):
    """Wiefferink 2015, figure 9, and the up-sweep's barriers. The down-sweep hands the same locations back."""
    pattern = pattern_of(tools, "tree_2d", "temp")
    levels = N.bit_length()  # With that of the leaves.
    if pattern["dimensions"][-1] != N or pattern["dimensions"][0] < levels:
        return [f"temp is {pattern['dimensions']}, expected {levels} levels of {N} nodes"]

    def column(level, node):
        return level * N + node

    def step(level):
        return writes(lambda t: (column(level - 1, 2 * t), column(level - 1, 2 * t + 1), column(level, t)), N // 2)

    start = step(1) | writes(lambda t: [column(level, t) for level in range(1, levels)], N)
    granted = [start]
    top = writes(lambda t: (column(levels - 1, t),), N)
    granted += [step(level) | (top if level == levels - 1 else set()) for level in range(2, levels)]
    # At the down-sweep's barrier to level l: the nodes of level l and their children.
    granted += [step(level) for level in range(levels - 2, 0, -1)]
    mistakes = []
    for interval in pattern["intervals"]:
        used = uses_of(interval)
        if interval["index"] >= len(granted):
            mistakes.append(f"interval {interval['index']} is none of the paper's")
            continue
        beyond = [use for use in sorted(used) if not covered(use, granted[interval["index"]])]
        if beyond:
            mistakes.append(f"interval {interval['index']}: not granted {beyond}")
    # What the sweeps must use at least: a parent is written from its two children.
    for level in range(1, levels):
        used = uses_of(pattern["intervals"][level - 1])
        for node in range(N >> level):
            for use in (("W", node, column(level, node)),):
                if use not in used:
                    mistakes.append(f"interval {level - 1}: {use} is not used")
    return mistakes


def mistakes_of_barriers(tools, name):
    """What a barrier separates, by one run, is what races when the barrier is taken out: the table of removals."""
    entry = BARRIERS[name]
    out = json.loads(permissions(tools, [os.path.join("kernels", entry["program"]), "--barriers", "--format", "json", "--",
                                         *entry["arguments"]]))
    found = {}
    for barrier in out["barriers"]:
        pairs = found.setdefault((os.path.basename(barrier["file"]), barrier["line"]), set())
        for pair in barrier["separates"]:
            pairs.add(tuple(sorted((os.path.basename(a["file"]), a["line"]) for a in pair["accesses"])))
    lines = lines_of(os.path.join(KERNELS, entry["file"]))
    places = [(os.path.basename(entry["file"]), i) for i, line in enumerate(lines, 1) if is_barrier(line)]
    mistakes = []
    for barrier, expected in zip(places, entry["barriers"]):
        if barrier not in found:
            mistakes.append(f"the barrier {barrier} is not listed")
            continue
        wanted = set() if isinstance(expected, str) else places_of_pairs(expected, entry["file"])
        if found[barrier] != wanted:
            mistakes.append(f"the barrier {barrier}: not in the table {sorted(found[barrier] - wanted)}, "
                            f"not listed {sorted(wanted - found[barrier])}")
    return mistakes


RACY = """
__global__ void rotate(int* a) {
  int next = a[(threadIdx.x + 1) % 8];
  a[threadIdx.x] = next;
}
int main() {
  int* a;
  cudaMalloc(&a, 32);
  cudaMemset(a, 0, 32);
  rotate<<<1, 8>>>(a);
  cudaFree(a);
}
"""


def mistakes_of_conflict(tools):
    """A race is drawn, and told as the finding it is."""
    source = os.path.join(tools.cache, "permissions_racy.cu")
    with open(source, "w", encoding="utf-8") as file:
        file.write(RACY)
    pattern = json.loads(permissions(tools, [source, "--array", "a", "--format", "json"], expected_exit=66))
    expected = [{"element": e, "write": [e], "read": [(e - 1) % 8], "conflict": True} for e in range(8)]
    found = pattern["intervals"][0]["cells"]
    mistakes = [] if found == expected else [f"cells are {found}"]
    text = permissions(tools, [source, "--array", "a"], expected_exit=66)
    if not re.search(r"Wt0 Rt7", text):
        mistakes.append(f"the conflict is not drawn:\n{text}")
    return mistakes


def tests():
    yield "Blelloch is drawn as figure 3", figure("blelloch", "Output", blelloch())
    yield "Kogge-Stone is drawn as figure 7", figure("kogge_stone", "Output", kogge_stone())
    for array in ("Input", "Flag", "ExPre", "Output"):
        yield (f"compaction's {array} is drawn as figure 11",
               figure("stream_compaction", array, compaction(array)))
    for array in ("input", "tempCounts", "output"):
        yield f"count's {array} is drawn as figure 4", figure("parallel_count", array, count(array))
    yield "reorder is drawn as figure 5", mistakes_of_reorder
    yield "the tree of levels is drawn as figure 9", mistakes_of_tree
    yield "a race is drawn as a conflict", mistakes_of_conflict
    for name in BARRIERS:
        yield (f"the barriers of {name} separate what races without them",
               lambda tools, name=name: mistakes_of_barriers(tools, name))


def main():
    options = argument_parser(__doc__.splitlines()[0]).parse_args()
    tools = Tools(options.build_dir, options.compiler)
    tally = Tally()
    for name, test in tests():
        if not re.search(options.filter, name):
            continue
        try:
            tally.add(name, test(tools))
        except (AssertionError, KeyError, ValueError) as error:
            tally.add(name, [f"{type(error).__name__}: {error}"])
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
