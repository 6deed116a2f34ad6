"""fencepost replay: at every interval the page holds what a reference computes, for all of kernels/."""

import sys

from page_tests import run_page_tests
from replay_pages import VALUES, Pages, places

# A cell's number and what it shows.
CELLS = ("return [...document.querySelectorAll(`[data-array=\"${arguments[0]}\"] .cell`)].map((cell) => "
         "[Number(cell.querySelector('i').textContent), Number(cell.querySelector('b').textContent)])")
PARTITION = 64  # Of partition_reorder.
KEYS = 70       # Two partitions of it.


def values_at_ends(page, path, array, intervals, **place):
    """What the array holds before the first step, and at the end of each interval, gone through by keys."""
    page.open(path, places(**place))
    seen = [page.run(VALUES, array)]
    for _ in range(intervals):
        page.press("ArrowDown")
        seen.append(page.run(VALUES, array))
    return seen


def compare(check, what, seen, expected):
    for interval, (got, wanted) in enumerate(zip(seen, expected)):
        check.equal(f"{what} at the end of interval {interval}", got, wanted)


def kogge_stone(held):
    """What the array holds at the end of each interval of the scan."""
    held, ends, offset = list(held), [], 1
    while offset < len(held):
        ends.append(list(held))
        held = [held[i - offset] + held[i] if i >= offset else held[i] for i in range(len(held))]
        ends.append(list(held))
        offset *= 2
    return ends + [held]


def up_sweep(held):
    """What it leaves, and what the array holds at the end of each interval."""
    held, ends, stride = list(held), [], 1
    while stride < len(held):
        for right in range(2 * stride - 1, len(held), 2 * stride):
            held[right] += held[right - stride]
        ends.append(list(held))
        stride *= 2
    return held, ends


def blelloch(held):
    (held, ends), count = up_sweep(held), len(held)
    ends.append(list(held))  # The barrier behind the up-sweep.
    held[count - 1] = 0
    stride = count // 2
    while stride >= 1:
        for right in range(2 * stride - 1, count, 2 * stride):
            held[right], held[right - stride] = held[right] + held[right - stride], held[right]
        ends.append(list(held))
        stride //= 2
    return ends


def sklansky(held):
    held, ends, stride = list(held), [], 1
    while stride < len(held):
        for tid in range(len(held) // 2):
            left = tid // stride * 2 * stride + stride - 1
            held[left + 1 + tid % stride] += held[left]
        ends.append(list(held))
        stride *= 2
    return ends


def brent_kung(held):
    (held, ends), count = up_sweep(held), len(held)
    stride = count // 4
    while stride >= 1:
        for left in range(2 * stride - 1, count - stride, 2 * stride):
            held[left + stride] += held[left]
        ends.append(list(held))
        stride //= 2
    return ends


def it_holds_what_scans_compute(page, written, check):
    for name, reference in (("kogge_stone", kogge_stone), ("blelloch", blelloch), ("sklansky", sklansky), ("brent_kung", brent_kung)):
        begin = values_at_ends(page, written[name], "Output", 0)[0]
        expected = reference(begin)
        seen = values_at_ends(page, written[name], "Output", len(expected))
        check.equal(f"{name}: elements", len(begin), 16)
        compare(check, f"{name}: Output", seen[1:], expected)


def it_holds_what_a_compaction_computes(page, written, check):
    path = written["stream_compaction"]
    flags = values_at_ends(page, path, "ExPre", 0)[0]
    expected = blelloch(flags)
    seen = values_at_ends(page, path, "ExPre", len(expected))
    compare(check, "ExPre", seen[1:], expected)
    page.press("End")
    elements = page.run(VALUES, "Input")
    kept = [value for value, flag in zip(elements, page.run(VALUES, "Flag")) if flag == 1]
    check.equal("Output", page.run(VALUES, "Output"), kept + [-1] * (len(elements) - len(kept)))


def it_holds_what_radix_sort_counts(page, written, check):
    path = written["parallel_count"]
    page.open(path, places(interval=1, step=1000))
    digits, counts = page.run(VALUES, "input"), page.run(VALUES, "output")
    check.holds(f"digits {digits}", digits and None not in digits)
    check.equal("counts", counts, [digits.count(digit) for digit in range(len(counts))])
    page.press("ArrowUp")
    check.equal("counts before the barrier", page.run(VALUES, "output"), [None] * len(counts))
    shares = page.run(VALUES, "tempCounts")
    sums = [sum(shares[digit::len(counts)]) for digit in range(len(counts))]
    check.equal("counts of parts, added up", sums, counts)


def it_holds_what_rotations_move(page, written, check):
    for launch, by in ((1, 1), (2, -1)):
        page.open(written["rotate"], places(launch=launch))
        before = page.run(VALUES, "array")
        check.equal(f"launch {launch}: elements", len(before), 16)
        page.press("ArrowDown")
        check.equal(f"launch {launch}: at the barrier", page.run(VALUES, "array"), before)
        page.press("ArrowDown")
        check.equal(f"launch {launch}: at the end", page.run(VALUES, "array"), before[by:] + before[:by])


def it_holds_what_a_reorder_puts_where(page, written, check):
    page.open(written["parallel_reorder"], places())
    page.press("End")
    keys, digits = page.run(VALUES, "input"), page.run(VALUES, "partial_input")
    check.holds(f"digits {digits}", len(set(digits)) > 1)
    check.equal("output", page.run(VALUES, "output"), [key for _, key in sorted(zip(digits, keys), key=lambda pair: pair[0])])


def tree(leaves):
    """Levels of sums, the leaves first."""
    levels = [list(leaves)]
    while len(levels[-1]) > 1:
        levels.append([left + right for left, right in zip(levels[-1][::2], levels[-1][1::2])])
    return levels


def trees(leaves):
    """The levels at the end of each interval of a scan by a tree; those not reached yet are None."""
    sums, ends = tree(leaves), []
    top = len(sums) - 1
    for level in range(1, top + 1):
        ends.append(sums[:level + 1] + [None] * (top - level))
    held = [list(level) for level in sums]
    held[top] = [0]
    del ends[-1]  # The step down from the root is in the last interval up.
    for level in range(top - 1, -1, -1):
        held[level] = [value for node, sum_before in enumerate(held[level + 1]) for value in (sum_before, sum_before + sums[level][2 * node])]
        ends.append([list(each) for each in held])
    return ends


def it_holds_trees_by_levels(page, written, check):
    """Each node under its parent in one dimension; a row for each level in two, with zeros to its right."""
    count = 16
    levels = count.bit_length()
    page.open(written["tree_1d"], places())
    leaves = page.run(VALUES, "input")
    check.equal("leaves", len(leaves), count)
    ends = trees(leaves)
    seen = values_at_ends(page, written["tree_1d"], "temp", len(ends))
    # temp[1] is the root. Where the root has handed down its zero, the kernel leaves the sum.
    expected = [[None] + [value for level in range(levels - 1, -1, -1)
                          for value in (held[level] or [None] * (count >> level))] for held in ends]
    for held in expected[levels - 2:]:
        held[1] = sum(leaves)
    compare(check, "tree_1d: temp", seen[1:], expected)
    check.equal("tree_1d: output", page.run(VALUES, "output"), ends[-1][0])
    check.equal("tree_1d: sums", page.run(VALUES, "sums"), [sum(leaves)])

    seen = values_at_ends(page, written["tree_2d"], "temp", len(ends))
    expected = [[value for level in range(levels) for value in ((held[level] or []) + [0] * count)[:count]] for held in ends]
    compare(check, "tree_2d: temp", seen[1:], expected)
    check.equal("tree_2d: output", page.run(VALUES, "output"), ends[-1][0])


def ordered(pairs):
    """(digit, key), stable by digit."""
    return sorted(pairs, key=lambda pair: pair[0])


def it_holds_what_partitions_become(page, written, check):
    path = written["partition_reorder"]
    page.open(path, places())
    keys, digits = page.run(VALUES, "input"), page.run(VALUES, "partial_input")
    check.equal("keys", len(keys), KEYS)
    for block, first in enumerate(range(0, KEYS, PARTITION)):
        own = slice(first, min(KEYS, first + PARTITION))
        seen = values_at_ends(page, path, "digits", 1, block=block)
        check.equal(f"block {block}: digits at the barrier", seen[1], digits[own] + [None] * (PARTITION - len(digits[own])))
        page.press("End")
        pairs = ordered(zip(digits[own], keys[own]))
        check.equal(f"block {block}: sorted", page.run(VALUES, "sorted")[own], [key for _, key in pairs])
        check.equal(f"block {block}: sorted_digits", page.run(VALUES, "sorted_digits")[own], [digit for digit, _ in pairs])


def it_holds_what_insertions_place(page, written, check):
    path = written["partition_reorder"]
    page.open(path, places(launch=2))
    names = ("sorted", "sorted_digits", "prefixsum", "run_begin", "output")
    keys, digits, place, begin, output = (page.run(VALUES, name) for name in names)
    check.equal("prefix sums", place, [sum(digit < each for digit in digits) for each in range(len(place))])
    for first in range(0, KEYS, PARTITION):
        part = range(first, min(KEYS, first + PARTITION))
        starts = {}
        for i in part:
            starts.setdefault(digits[i], i - first)
        page.press("ArrowDown")
        for digit, start in starts.items():
            begin[digit] = start
        check.equal(f"run_begin of the keys from {first}", page.run(VALUES, "run_begin"), begin)
        page.press("ArrowDown")
        for i in part:
            output[place[digits[i]] + i - first - begin[digits[i]]] = keys[i]
        check.equal(f"output behind the keys from {first}", page.run(VALUES, "output"), output)
        page.press("ArrowDown")
        for i in part:
            place[digits[i]] += 1
        check.equal(f"prefixsum behind the keys from {first}", page.run(VALUES, "prefixsum"), place)
    check.equal("output", output, [key for _, key in ordered(zip(digits, keys))])


def it_holds_a_pass_of_radix_sort(page, written, check):
    """Its records are structs: their members one behind the other."""
    path, radix = written["radix_sort"], 12
    page.open(path, places(launch=1))
    page.press("End")
    records = page.run(VALUES, "input")
    keys = records[::2]
    check.equal("indices", records[1::2], list(range(16)))
    digits = [key % radix for key in keys]
    check.equal("digits", page.run(VALUES, "partial_input"), digits)
    page.open(path, places(launch=2))
    page.press("End")
    counts = [digits.count(digit) for digit in range(radix)]
    check.equal("counts", page.run(VALUES, "counts")[:radix], counts)
    expected = blelloch(counts + [0] * (16 - radix))
    compare(check, "its scan", values_at_ends(page, path, "Output", len(expected), launch=3)[1:], expected)
    page.open(path, places(launch=4))
    page.press("End")
    moved = ordered(zip(digits, zip(keys, range(16))))
    check.equal("output", page.run(VALUES, "output"), [value for _, record in moved for value in record])
    check.equal("prefixsum", page.run(VALUES, "prefixsum")[:radix], [sum(counts[:digit + 1]) for digit in range(radix)])


def it_holds_a_compaction_by_many_blocks(page, written, check):
    path, count = written["stream_compaction_blocks"], 300
    flags = [int((7 * i + 3) % 10 < (count + 9) % 12) for i in range(count)]
    padded = flags + [0] * (512 - count)
    expected = blelloch(padded)
    shown = values_at_ends(page, path, "Output", len(expected), launch=1)
    check.equal("flags", shown[0], padded[:len(shown[0])])
    compare(check, "its scan", shown[1:], [held[:len(shown[0])] for held in expected])
    kept = [i for i, flag in enumerate(flags) if flag]
    for block in (0, 1):
        page.open(path, places(launch=2, block=block))
        page.press("End")
        own = {place: 100 + i for place, i in enumerate(kept) if i // 256 == block}
        cells = [(place, value) for place, value in page.run(CELLS, "Output") if place in own]
        check.holds(f"block {block}: places of its own are shown", cells)
        check.equal(f"block {block}: Output", cells, [(place, own[place]) for place, _ in cells])


TESTS = [it_holds_what_scans_compute, it_holds_what_a_compaction_computes, it_holds_what_radix_sort_counts,
         it_holds_what_rotations_move, it_holds_what_a_reorder_puts_where, it_holds_trees_by_levels, it_holds_what_partitions_become,
         it_holds_what_insertions_place, it_holds_a_pass_of_radix_sort, it_holds_a_compaction_by_many_blocks]


def written_pages(tools, folder):
    pages = Pages(tools, folder)
    for name in ("kogge_stone", "blelloch", "sklansky", "brent_kung", "stream_compaction", "parallel_count", "parallel_reorder", "rotate",
                 "tree_1d", "tree_2d", "radix_sort"):
        pages.write_kernel(name, 16)
    pages.write_kernel("partition_reorder", KEYS)
    pages.write_kernel("stream_compaction_blocks", 300)
    return pages.written


if __name__ == "__main__":
    sys.exit(run_page_tests(__doc__, TESTS, written_pages))
