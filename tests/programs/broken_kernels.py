"""Kernels with a mistake that is no race, and the ghost check that must notice it. Data for test_kernels.py.

(name, file of kernels/, program of kernels/, its arguments, {line: replacement}, text of the finding). The lines are
without indentation; the text is the beginning of a finding's message of kind `permission`, after the check's name.
"""

BROKEN = [
    ("an up-sweep that subtracts", "tree_2d.cu", "tree_2d.cu", ["8"],
     {"temp[level][t] = temp[level - 1][2 * t] + temp[level - 1][2 * t + 1];":
          "temp[level][t] = temp[level - 1][2 * t] - temp[level - 1][2 * t + 1];"},
     "up-sweep: each node is the sum of its two children"),
    ("Wiefferink's algorithm 5 as printed, without the root's step", "tree_2d.cu", "tree_2d.cu", ["8"],
     {"temp[H - 2][2 * t + 1] = temp[H - 2][2 * t] + temp[H - 1][t];": "",
      "temp[H - 2][2 * t] = temp[H - 1][t];": ""},
     "down-sweep: the level holds the exclusive prefix sums of its sums"),
    ("a root that is not cleared", "tree_1d.cu", "tree_1d.cu", ["8"],
     {"temp[2] = 0;": ""},
     "down-sweep: the level holds the exclusive prefix sums of its sums"),
    ("elements that stay where they are", "stream_compaction.cu", "stream_compaction.cu", ["8"],
     {"Output[ExPre[tid]] = Input[tid];": "Output[tid] = Input[tid];"},
     "list 9: a flagged element is stored at its ExPre"),
    ("an inclusive scan instead of an exclusive one", "stream_compaction.cu", "stream_compaction.cu", ["8"],
     {"__syncthreads();": "ExPre[tid] = ExPre[tid] + Flag[tid];"},
     "property 6: a flagged element's ExPre is a place in the output"),
    ("a count that never passes one", "radix/parallel_count.cuh", "parallel_count.cu", ["8"],
     {"*count = *count + 1;": "*count = 1;"},
     "equation 7 for each thread: its row sums up to the size of its partition"),
    ("counts at the wrong digits", "radix/parallel_count.cuh", "parallel_count.cu", ["8"],
     {"output[tid] = sum;": "output[radix - 1 - tid] = sum;"},
     "equation 8: the counts times their digits sum up to the sum of the input"),
    ("keys that stay where they are", "radix/parallel_reorder.cuh", "parallel_reorder.cu", ["8"],
     {"output[prefixsum[tid]] = x;": "output[i] = x;"},
     "equation 10: the digits of the output are in order"),
    ("keys of one digit at one place", "radix/parallel_reorder.cuh", "parallel_reorder.cu", ["8"],
     {"prefixsum[tid] = prefixsum[tid] + 1;": ""},
     "equation 11: the output is a permutation of the input"),
    ("keys of one digit from the right", "radix/parallel_reorder.cuh", "parallel_reorder.cu", ["8"],
     {"for (int i = 0; i < N; ++i) {": "for (int i = N - 1; i >= 0; --i) {"},
     "stability: elements of one digit keep their order"),
    ("partitions sorted from the right", "radix/partition_reorder.cuh", "partition_reorder.cu", ["200"],
     {"if (other < digit || (other == digit && i < tid)) {": "if (other < digit || (other == digit && i > tid)) {"},
     "the partition's digits are in order, and elements of one digit keep theirs"),
]
