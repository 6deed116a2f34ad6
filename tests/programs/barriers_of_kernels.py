"""What each barrier of the other kernels, all but the scans, is for. Data for test_kernels.py; the format is that of
barriers_of_scans.py. Where a race leaves wrong values that index an array, `consequences` are, for each barrier, the
pairs that may race too, and other kinds of findings."""

# tree_1d.cu. The up-sweep's first step and the others read alike.
TREE_1D_FIRST = "temp[nodes + t] = temp[2 * (nodes + t)] + temp[2 * (nodes + t) + 1];#1"
TREE_1D_UP = "temp[nodes + t] = temp[2 * (nodes + t)] + temp[2 * (nodes + t) + 1];#2"
TREE_1D_ROOT_RIGHT = "temp[3] = temp[2];"
TREE_1D_RIGHT = "temp[2 * (nodes + t) + 1] = temp[2 * (nodes + t)] + temp[nodes + t];"
TREE_1D_LEFT = "temp[2 * (nodes + t)] = temp[nodes + t];"

# tree_2d.cu
TREE_2D_CLEAR = "temp[level][t] = 0;"
TREE_2D_FIRST = "temp[1][t] = temp[0][2 * t] + temp[0][2 * t + 1];"
TREE_2D_UP = "temp[level][t] = temp[level - 1][2 * t] + temp[level - 1][2 * t + 1];"
TREE_2D_ROOT_RIGHT = "temp[H - 2][2 * t + 1] = temp[H - 2][2 * t] + temp[H - 1][t];"
TREE_2D_ROOT_LEFT = "temp[H - 2][2 * t] = temp[H - 1][t];"
TREE_2D_RIGHT = "temp[level - 1][2 * t + 1] = temp[level - 1][2 * t] + temp[level][t];"
TREE_2D_LEFT = "temp[level - 1][2 * t] = temp[level][t];"

# radix/parallel_count.cuh
COUNT_CLEAR = "tempCounts[tid * radix + k] = 0;"
COUNT = "*count = *count + 1;"
COUNT_SUM = "sum = sum + tempCounts[row * radix + tid];"

# radix/partition_reorder.cuh
SORTED = "sorted[first + rank] = input[first + tid];"
SORTED_DIGIT = "sorted_digits[first + rank] = digit;"
INSERT_BEGIN = "run_begin[digit] = tid;"
INSERT = "output[prefixsum[digit] + tid - run_begin[digit]] = sorted[i];"
INSERT_END = "prefixsum[digit] = prefixsum[digit] + tid - run_begin[digit] + 1;"

EXPECTED = {
    "rotate": {
        "file": "rotate.cu", "program": "rotate.cu", "arguments": ["16"],
        "barriers": [
            {("temp = array[tid + 1];", "array[tid] = temp;#1"), ("temp = array[0];", "array[tid] = temp;#1")},
            {("temp = array[tid - 1];", "array[tid] = temp;#2"), ("temp = array[size - 1];", "array[tid] = temp;#2")},
        ],
    },
    "tree_1d": {
        "file": "tree_1d.cu", "program": "tree_1d.cu", "arguments": ["16"],
        "barriers": [
            # Not (UP, "temp[2] = 0;"): thread 0 alone touches node 2 until the next barrier.
            {(TREE_1D_FIRST, TREE_1D_UP), (TREE_1D_UP, TREE_1D_UP), (TREE_1D_UP, TREE_1D_ROOT_RIGHT)},
            # A step reads its nodes in both statements, and wrote each in one of them, or in the root's step.
            {(TREE_1D_ROOT_RIGHT, TREE_1D_RIGHT), (TREE_1D_ROOT_RIGHT, TREE_1D_LEFT),
             (TREE_1D_RIGHT, TREE_1D_RIGHT), (TREE_1D_RIGHT, TREE_1D_LEFT), (TREE_1D_LEFT, TREE_1D_LEFT)},
        ],
    },
    "tree_2d": {
        "file": "tree_2d.cu", "program": "tree_2d.cu", "arguments": ["16"],
        "barriers": [
            # A node's clearing and its sum are by one thread, its parent's sum and the root's step by another.
            {(TREE_2D_CLEAR, TREE_2D_UP), (TREE_2D_FIRST, TREE_2D_UP), (TREE_2D_UP, TREE_2D_UP),
             (TREE_2D_UP, TREE_2D_ROOT_RIGHT), (TREE_2D_UP, TREE_2D_ROOT_LEFT),
             (TREE_2D_CLEAR, TREE_2D_ROOT_RIGHT), (TREE_2D_CLEAR, TREE_2D_ROOT_LEFT)},
            {(TREE_2D_ROOT_RIGHT, TREE_2D_RIGHT), (TREE_2D_ROOT_RIGHT, TREE_2D_LEFT),
             (TREE_2D_ROOT_LEFT, TREE_2D_RIGHT), (TREE_2D_ROOT_LEFT, TREE_2D_LEFT),
             (TREE_2D_RIGHT, TREE_2D_RIGHT), (TREE_2D_RIGHT, TREE_2D_LEFT), (TREE_2D_LEFT, TREE_2D_LEFT)},
        ],
    },
    "stream_compaction": {
        "file": "stream_compaction.cu", "program": "stream_compaction.cu", "arguments": ["16"],
        "barriers": ["the scan's last step is a barrier"],
    },
    "parallel_count": {
        "file": "radix/parallel_count.cuh", "program": "parallel_count.cu", "arguments": ["16"],
        "barriers": [{(COUNT_CLEAR, COUNT_SUM), (COUNT, COUNT_SUM)}],
    },
    "partition_reorder": {
        # More than one partition, or the last barrier separates nothing.
        "file": "radix/partition_reorder.cuh", "program": "partition_reorder.cu", "arguments": ["200"],
        "barriers": [
            {("digits[tid] = partial_input[first + tid];", "int other = digits[i];")},
            {(INSERT_BEGIN, INSERT)},
            {(INSERT, INSERT_END)},
            {(INSERT_END, INSERT_BEGIN)},
        ],
        "consequences": [
            # Elements of one rank; then places of the sorted partition without an element, their digits any number.
            {(SORTED, SORTED), (SORTED_DIGIT, SORTED_DIGIT), (INSERT_BEGIN, INSERT_BEGIN), (INSERT, INSERT),
             (INSERT_END, INSERT_END), "invalid-address", "out-of-bounds", "uninitialized-read"},
            set(),
            set(),
            {(INSERT, INSERT), "out-of-bounds"},
        ],
    },
}
