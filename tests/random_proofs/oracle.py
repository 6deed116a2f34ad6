"""Runs a random kernel, thread by thread, and says which lines conflict and which barriers are not met by all."""

from kernels import Kernel, StopIteration_


class TooLong(Exception):
    """A loop that does not end."""


class Thread:
    def __init__(self, kernel, launch, bid, tid):
        self.launch, self.bid, self.tid = launch, bid, tid
        self.values, self.ticks = {}, 0
        self.touched = []
        self.code = self.steps(kernel)

    def steps(self, kernel):
        try:
            for statement in kernel.body:
                yield from statement.run(self)
        except StopIteration_:
            return

    def tick(self):
        self.ticks += 1
        if self.ticks > 200:
            raise TooLong

    def touch(self, array, index, kind, line):
        if array == "T" and not 0 <= index < Kernel.SHARED:
            return
        self.touched.append((array, index, kind, line))


def conflicts(first, second):
    if first[0] != second[0] or first[1] != second[1]:
        return False
    kinds = {first[2], second[2]}
    return kinds != {"reads"} and kinds != {"updates atomically"}


def pair(array, first, second, between):
    a, b = sorted([(first[3], first[2]), (second[3], second[2])])
    return (array, a, b, between)


def run(kernel, launch):
    """(pairs that conflict, lines of barriers that not all threads meet). Raises TooLong and kernels.Overflow."""
    races, diverged = set(), set()
    of_blocks = []
    for bid in range(launch["gridDim"]):
        threads = [Thread(kernel, launch, bid, tid) for tid in range(launch["blockDim"])]
        alive = list(threads)
        everything = []
        while alive:
            stops = []
            for thread in alive:
                thread.touched = []
                stops.append(next(thread.code, None))
            for i, one in enumerate(alive):
                for other in alive[i + 1:]:
                    for first in one.touched:
                        for second in other.touched:
                            if conflicts(first, second):
                                races.add(pair(first[0], first, second, False))
            for thread in alive:
                everything += [t for t in thread.touched if t[0] != "T"]
            lines = {stop for stop in stops if stop is not None}
            if len(lines) > 1:
                diverged |= lines
                break
            if lines and None in stops:
                diverged |= lines
            alive = [thread for thread, stop in zip(alive, stops) if stop is not None]
            if lines and len(alive) < launch["blockDim"]:
                diverged |= lines
        of_blocks.append(set(everything))
    for i, one in enumerate(of_blocks):
        for other in of_blocks[i + 1:]:
            for first in one:
                for second in other:
                    if conflicts(first, second):
                        races.add(pair(first[0], first, second, True))
    return races, diverged
