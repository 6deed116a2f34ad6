"""What each barrier of kernels/scan/*.cuh is for. Data for test_kernels.py.

Per header: the program of kernels/ and its arguments that show it, and for each barrier in source order either the set
of pairs of statements that race without it, or the reason why nothing does. A pair is unordered. A statement is its
line without indentation, "text#2" the second such line; "scan/other.cuh: text" is a line of another header.

Without a barrier a ghost check may fail as well, which depends on the order of the threads: beside races, findings of
kind `permission` are no surprise.
"""

KOGGE_STONE_READ = "temp = op(Output[tid - offset], temp);"
KOGGE_STONE_WRITE = "Output[tid] = temp;"

BLELLOCH_UP = "Output[indicator] = op(Output[indicator - stride], Output[indicator]);"
BLELLOCH_CLEAR = "Output[indicator] = op.identity();"
BLELLOCH_DOWN_READ = "T temporary = Output[indicator];"
BLELLOCH_DOWN_RIGHT = "Output[indicator] = op(temporary, Output[indicator - stride]);"
BLELLOCH_DOWN_LEFT = "Output[indicator - stride] = temporary;"

SKLANSKY = "Output[right] = op(Output[left], Output[right]);"

BRENT_KUNG_UP = "Output[indicator] = op(Output[indicator - stride], Output[indicator]);"
BRENT_KUNG_DOWN = "Output[indicator + stride] = op(Output[indicator], Output[indicator + stride]);"

SHIFT_READ = "temp = Output[i - 1];"
SHIFT_WRITE = "Output[i] = temp;"

EXPECTED = {
    "kogge_stone": {
        "file": "scan/kogge_stone.cuh", "program": "kogge_stone.cu", "arguments": ["16"],
        "barriers": [
            # A thread reads its own element too, but that is no conflict.
            {(KOGGE_STONE_READ, KOGGE_STONE_WRITE)},
            {(KOGGE_STONE_READ, KOGGE_STONE_WRITE)},
        ],
    },
    "blelloch": {
        "file": "scan/blelloch.cuh", "program": "blelloch.cu", "arguments": ["16"],
        "barriers": [
            {(BLELLOCH_UP, BLELLOCH_UP)},
            "after the up-sweep's last barrier, thread 0 alone has work until the next barrier",
            # Not (LEFT, LEFT): the left node of a pair at one level is never the left node at another.
            {(BLELLOCH_CLEAR, BLELLOCH_DOWN_READ), (BLELLOCH_CLEAR, BLELLOCH_DOWN_RIGHT),
             (BLELLOCH_DOWN_READ, BLELLOCH_DOWN_RIGHT), (BLELLOCH_DOWN_READ, BLELLOCH_DOWN_LEFT),
             (BLELLOCH_DOWN_RIGHT, BLELLOCH_DOWN_RIGHT), (BLELLOCH_DOWN_RIGHT, BLELLOCH_DOWN_LEFT)},
        ],
    },
    "sklansky": {
        "file": "scan/sklansky.cuh", "program": "sklansky.cu", "arguments": ["16"],
        "barriers": [{(SKLANSKY, SKLANSKY)}],
    },
    "brent_kung": {
        "file": "scan/brent_kung.cuh", "program": "brent_kung.cu", "arguments": ["16"],
        "barriers": [
            # The down-sweep's first step reads what the up-sweep's last steps wrote.
            {(BRENT_KUNG_UP, BRENT_KUNG_UP), (BRENT_KUNG_UP, BRENT_KUNG_DOWN)},
            {(BRENT_KUNG_DOWN, BRENT_KUNG_DOWN)},
        ],
    },
    "shift_right": {
        "file": "scan/shift_right.cuh", "program": "prove_scans.cu",
        "arguments": ["--scan", "kogge-stone-exclusive", "--n", "16"],
        "barriers": [
            {(SHIFT_READ, SHIFT_WRITE)},
            {(SHIFT_WRITE, "scan/kogge_stone.cuh: " + KOGGE_STONE_READ)},
        ],
    },
    "multi_block": {
        "file": "scan/multi_block.cuh", "program": "blelloch.cu", "arguments": ["2048"],
        # The exclusive scans that begin with a shift could do without: its own first barrier separates the same.
        "barriers": [{("T last = slice[N - 1];", "scan/blelloch.cuh: " + BLELLOCH_UP)}],
    },
}
