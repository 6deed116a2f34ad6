#!/usr/bin/env python3
"""`fencepost permissions --infer` of the scans and of stream compaction: fitted at three sizes, checked at others by runs,
and as sets the papers' permissions at every power of two from 8 to 1024.

The tables: M. Safari et al., NFM 2020, figures 3 (Blelloch; thread 0 has what no row names) and 7 (Kogge-Stone), and
figure 11 of M. Safari and M. Huisman, 2022 (stream compaction). The other two scans are in no paper on permissions; theirs
are made in the same way."""

import random
import sys
from fractions import Fraction

from harness import run_tests
from test_infer import Holding, clauses_of, infer, is_explained

SIZES = [8, 16, 32, 64, 128, 256, 512, 1024]
FITTED, OTHERS = "8,16,32", "64,512,1024"


def inferred(tools, folder, kernel, header, *options):
    """Returns mistakes, and the clauses of each place of the kernel's file and of the header."""
    process, target = infer(tools, folder, kernel, FITTED, "--check-sizes", OTHERS, *options)
    mistakes = is_explained(process)
    if "checked at other sizes" not in process.stderr:
        mistakes.append("not checked: " + process.stderr)
    if mistakes:
        return mistakes, [], []
    files = [clauses_of(target + name) for name in (kernel + ".cu", header)]
    return mistakes, *([clauses for _, clauses in places] for places in files)


def compare(what, expressions, array, expected, threads, names):
    """expected(tid) is {element: fraction}; a name's value may be a function of tid. Returns mistakes."""
    holding = Holding(expressions, array)
    for tid in range(threads):
        now = {name: value(tid) if callable(value) else value for name, value in names.items()}
        try:
            got = holding.of(tid=tid, threadIdx_x=tid, blockDim_x=threads, blockIdx_x=0, gridDim_x=1, **now)
        except (ValueError, ZeroDivisionError) as error:
            return [f"{what}: {error}, thread {tid} with {now}"]
        if got != expected(tid):
            wrong = {e: f"{got.get(e)}, not {expected(tid).get(e)}" for e in sorted(got.keys() | expected(tid).keys())
                     if got.get(e) != expected(tid).get(e)}
            return [f"{what}: {array}, thread {tid} of {threads} with {now} has {wrong}"[:300]]
    return []


def powers(N):
    return [1 << k for k in range(N.bit_length() - 1)]


def whole(elements):
    return {e: Fraction(1) for e in elements}


def own(tid):
    return whole({tid})


def with_rest(of, threads, N, keeper=0):
    """As `of`, a function of tid; the keeper also has what no thread has."""
    named = {e for tid in range(threads) for e in of(tid)}
    rest = whole(set(range(N)) - named)
    return lambda tid: of(tid) | rest if tid == keeper else of(tid)


def all_of(N, keeper=0):
    return lambda tid: whole(range(N)) if tid == keeper else {}


def pairs(N, stride):
    """Figure 3: the two nodes of a level that a thread adds."""
    return lambda tid: whole(e for e in (2 * stride * tid + stride - 1, 2 * stride * tid + 2 * stride - 1)
                             if 2 * stride * (tid + 1) - 1 < N)


def indicator_of(stride):
    return lambda tid: 2 * stride * (tid + 1) - 1


def blelloch_mistakes(places):
    """Of the device function: loop, barrier, the barrier between the sweeps, loop, barrier."""
    up_loop, up, between, down_loop, down = places
    mistakes = []
    for N in SIZES:
        def check(what, expressions, expected, **names):
            mistakes.extend(compare(what, expressions, "Output", expected, N, {"N": N, **names}))

        level = lambda stride: with_rest(pairs(N, stride), N, N)
        for s in powers(N):
            names = {"stride": s, "indicator": indicator_of(s)}
            check("up-sweep, loop", up_loop["loop_invariant"], level(s), **names)
            check("up-sweep, before", up["requires"], level(s), **names)
            check("up-sweep, behind", up["ensures"], level(2 * s) if 2 * s < N else all_of(N), **names)
            check("down-sweep, loop", down_loop["loop_invariant"], level(s), **names)
            check("down-sweep, before", down["requires"], level(s), **names)
            check("down-sweep, behind", down["ensures"], level(s // 2) if s > 1 else own, **names)
        end = {"stride": N, "indicator": indicator_of(N)}
        check("up-sweep, its end", up_loop["loop_invariant"], all_of(N), **end)
        check("between the sweeps, before", between["requires"], all_of(N), **end)
        check("between the sweeps, behind", between["ensures"], level(N // 2), **end)
        check("down-sweep, its end", down_loop["loop_invariant"], own, stride=0, indicator=lambda tid: tid)
    return mistakes


def stream_compaction_has_figure_11_and_blelloch_figure_3(tools, folder):
    """But that ExPre is not only read behind the last barrier: its one reader has all of it. Elements of Output that get
    no value belong to nobody there, as in the paper; initially, thread i has element i."""
    mistakes, places, scan = inferred(tools, folder, "stream_compaction", "scan/blelloch.cuh")
    if mistakes:
        return mistakes
    kernel, barrier = places
    randoms = random.Random(5)
    for N in SIZES:
        for share in 0, 3, 5, 10:
            Flag = [int(randoms.randrange(10) < share) for _ in range(N)]
            ExPre = [sum(Flag[:i]) for i in range(N)]
            read = lambda tid: {tid: Fraction(0)}
            stored = lambda tid: whole({ExPre[tid]} if Flag[tid] == 1 else ())
            for where, clauses, scanned in ("kernel", kernel, pairs(N, 1)), ("barrier", barrier, own):
                before = {"Input": read, "Flag": read, "ExPre": scanned, "Output": own}
                behind = {"Input": read, "Flag": read, "ExPre": own, "Output": stored}
                for keyword, arrays in ("requires", before), ("ensures", behind):
                    for array, expected in arrays.items():
                        mistakes += compare(f"{where}, {keyword}", clauses[keyword], array, expected, N,
                                            {"N": N, "Flag": Flag, "ExPre": ExPre})
    return mistakes + blelloch_mistakes(scan)


def compaction_by_blocks_stores_where_flagged(tools, folder):
    """The same without a barrier, by blocks of 256 threads: figure 11, right, for the threads of all blocks."""
    process, target = infer(tools, folder, "stream_compaction_blocks", "8,100,300", "--check-sizes", "64,1024")
    mistakes = is_explained(process)
    if mistakes:
        return mistakes
    clauses = clauses_of(target + "stream_compaction_blocks.cu")[0][1]
    # Why no two threads store in one place.
    facts = [e for e in clauses["requires"] + clauses["ensures"] if "pointer_index" not in e]
    if facts != [r"\gtid + 1 < N ==> ExPre[\gtid + 1] == ExPre[\gtid] + Flag[\gtid]"]:
        mistakes.append(f"of ExPre it is said: {facts}")
    for keyword in "requires", "ensures":
        for N in SIZES:
            T = (N + 255) // 256 * 256
            Flag = [i % 3 % 2 for i in range(N)]
            ExPre = [sum(Flag[:i]) for i in range(N)]
            read = lambda tid: {tid: Fraction(0)} if tid < N else {}
            stored = lambda tid: whole({ExPre[tid]} if tid < N and Flag[tid] == 1 else ())
            and_next = lambda tid: {i: Fraction(0) for i in (tid, tid + 1) if i < N}
            for array, expected in ("Input", read), ("Flag", read), ("ExPre", and_next), ("Output", stored):
                expressions = [e.replace("\\gtid", "tid") for e in clauses[keyword] if "pointer_index" in e]
                mistakes += compare(keyword, expressions, array, expected, T, {"N": N, "Flag": Flag, "ExPre": ExPre})
    return mistakes


def kogge_stone_has_figure_7(tools, folder):
    mistakes, _, places = inferred(tools, folder, "kogge_stone", "scan/kogge_stone.cuh")
    if mistakes:
        return mistakes
    loop, first, second = places
    for N in SIZES:
        def reads(offset):
            # Element e is read by t_e and t_(e + offset); the last ones by t_e alone, which has all of them.
            def of(tid):
                held = {tid: Fraction(1, 2) if tid + offset < N else Fraction(1)}
                return held | {tid - offset: Fraction(1, 2)} if offset <= tid else held
            return of

        for offset in powers(N):
            for what, expressions, expected in (
                    ("loop", loop["loop_invariant"], reads(offset)),
                    ("before the first barrier", first["requires"], reads(offset)),
                    ("behind the first barrier", first["ensures"], own),
                    ("before the second barrier", second["requires"], own),
                    ("behind the second barrier", second["ensures"], reads(2 * offset))):
                mistakes += compare(what, expressions, "Output", expected, N, {"N": N, "offset": offset})
        mistakes += compare("the loop's end", loop["loop_invariant"], "Output", reads(N), N, {"N": N, "offset": N})
    return mistakes


def brent_kung_has_the_two_nodes_and_thread_0_the_rest(tools, folder):
    """Where the up-sweep ends the down-sweep begins, without a barrier: its first level is the last one's `behind`."""
    mistakes, _, places = inferred(tools, folder, "brent_kung", "scan/brent_kung.cuh")
    if mistakes:
        return mistakes
    up_loop, up, down_loop, down = places
    for N in SIZES:
        T = N // 2

        def check(what, expressions, expected, **names):
            mistakes.extend(compare(what, expressions, "Output", expected, T, {"N": N, **names}))

        def sums(stride):
            # Each second multiple of `stride`, and the one that its sum is added to.
            return lambda tid: whole(e for e in (2 * stride * (tid + 1) - 1, 2 * stride * (tid + 1) + stride - 1)
                                     if 2 * stride * (tid + 1) + stride - 1 < N)

        raising = lambda stride: with_rest(pairs(N, stride), T, N)
        sinking = lambda stride: with_rest(sums(stride), T, N)
        for s in powers(N):
            names = {"stride": s, "indicator": indicator_of(s)}
            check("up-sweep, loop", up_loop["loop_invariant"], raising(s), **names)
            check("up-sweep, before", up["requires"], raising(s), **names)
            check("up-sweep, behind", up["ensures"], raising(2 * s) if 2 * s < N else sinking(N // 4), **names)
        check("up-sweep, its end", up_loop["loop_invariant"], sinking(N // 4), stride=N, indicator=indicator_of(N))
        before = N  # The level that `indicator` still has the value of when the loop's condition is evaluated.
        for s in reversed(powers(N // 2)):
            check("down-sweep, loop", down_loop["loop_invariant"], sinking(s), stride=s, indicator=indicator_of(before))
            names = {"stride": s, "indicator": indicator_of(s)}
            check("down-sweep, before", down["requires"], sinking(s), **names)
            check("down-sweep, behind", down["ensures"], sinking(s // 2) if s > 1 else all_of(N), **names)
            before = s
        check("down-sweep, its end", down_loop["loop_invariant"], all_of(N), stride=0, indicator=indicator_of(1))
    return mistakes


def sklansky_shares_the_left_and_thread_1_has_the_rest_if_asked(tools, folder):
    mistakes, _, places = inferred(tools, folder, "sklansky", "scan/sklansky.cuh", "--park", "1")
    if mistakes:
        return mistakes
    loop, barrier = places
    for N in SIZES:
        left = lambda s: lambda tid: tid // s * 2 * s + s - 1
        right = lambda s: lambda tid: left(s)(tid) + 1 + tid % s
        both = lambda s: lambda tid: {left(s)(tid): Fraction(1, s), right(s)(tid): Fraction(1)}
        level = lambda s: with_rest(both(s), N // 2, N, 1) if s < N else all_of(N, 1)
        for s in powers(N) + [N]:
            mistakes += compare("loop", loop["loop_invariant"], "Output", level(s), N // 2, {"N": N, "stride": s})
        for s in powers(N):
            names = {"N": N, "stride": s, "left": left(s), "right": right(s)}
            mistakes += compare("before", barrier["requires"], "Output", level(s), N // 2, names)
            mistakes += compare("behind", barrier["ensures"], "Output", level(2 * s), N // 2, names)
    return mistakes


if __name__ == "__main__":
    sys.exit(run_tests([stream_compaction_has_figure_11_and_blelloch_figure_3, kogge_stone_has_figure_7,
                        brent_kung_has_the_two_nodes_and_thread_0_the_rest,
                        sklansky_shares_the_left_and_thread_1_has_the_rest_if_asked,
                        compaction_by_blocks_stores_where_flagged], __doc__))
