"""Mistakes in annotations, and the line that a finding of a checked run must name. Data for test_contracts.py.

(program contract_NAME_norace.cu, text of one place in it or in the header that it includes, the text put there, text of
the line). Without the last the line is that of the mistake.
"""

HEADER = "parts/contract_blelloch.cuh"  # Of blelloch and compaction.

MUTATIONS = [
    # left rotation: the kernel's contract
    ("rotate", r"requires Perm(array[(\ltid + 1) % size], write);", r"requires Perm(array[\ltid], write);",
     "temp = array[tid + 1];"),
    ("rotate", r"requires Perm(array[(\ltid + 1) % size], write);", r"requires Perm(array[(\ltid + 1) % size], 1\2);",
     "requires tid != size - 1 ==> Perm(array[tid + 1], write);"),
    ("rotate", r"requires Perm(array[(\ltid + 1) % size], write);", r"requires Perm(array[\ltid / 2], write);"),
    ("rotate", r"requires Perm(array[(\ltid + 1) % size], write);", "", "temp = array[tid + 1];"),
    ("rotate", r"ensures array[\ltid] == \old(array[(\ltid + 1) % size]);",
     r"ensures array[\ltid] == \old(array[(\ltid + 2) % size]);"),
    ("rotate", r"ensures array[\ltid] == \old(array[(\ltid + 1) % size]);",
     r"ensures array[\ltid] == 1 + \old(array[(\ltid + 1) % size]);"),
    ("rotate", "//@ assert tid == \\ltid;", "//@ assert tid + 1 == \\ltid;"),
    # its barrier
    ("rotate", "Perm(array[tid + 1], write);", "Perm(array[tid], write);"),
    ("rotate", "requires tid == size - 1 ==> Perm(array[0], write);", "", "ensures Perm(array[tid], write);"),
    ("rotate", "ensures Perm(array[tid], write);", r"ensures Perm(array[tid], 1\2);", "array[tid] = temp;"),
    ("rotate", r"requires temp == \old(array[(tid + 1) % size]);", r"requires temp != \old(array[(tid + 1) % size]);"),
    # right rotation
    ("rotate", r"requires \pointer_index(array, (tid + size - 1) % size, 1);",
     r"requires \pointer_index(array, (tid + size) % size, 1);"),
    ("rotate", r"ensures \pointer_index(array, tid, 1);", r"ensures \pointer_index(array, tid + 1, 1);"),
    # Kogge-Stone: the kernel's contract
    ("kogge_stone", "context_everywhere N == blockDim.x && gridDim.x == 1;", "context_everywhere N == blockDim.x + 1;"),
    ("kogge_stone", r"requires Perm(Output[\ltid], \ltid < N - 1 ? 1\2 : 1\1);", r"requires Perm(Output[\ltid], 1\1);"),
    ("kogge_stone", r"requires \ltid > 0 ==> Perm(Output[\ltid - 1], 1\2);", "",
     r"loop_invariant tid >= offset ==> Perm(Output[tid - offset], 1\2);"),
    ("kogge_stone", r"context (\forall* int i; 0 <= i && i < N; Perm(input[i], read));",
     r"context (\forall* int i; 0 <= i && i < N - 1; Perm(input[i], read));",
     r"requires Output[\ltid] == input[\ltid];"),
    ("kogge_stone", r"ensures Output[\ltid] == sum(input, \ltid + 1);", r"ensures Output[\ltid] == sum(input, \ltid);"),
    ("kogge_stone", r"ensures Output[\ltid] == sum(input, \ltid + 1);",
     r"ensures Output[\ltid] == sum(input, \ltid - 1) + input[\ltid];"),
    # its pure functions
    ("kogge_stone", "requires 0 <= n;", "requires 1 < n;"),
    ("kogge_stone", "? sum(xs, n - 1) + xs[n - 1] : 0;", "? sum(xs, n - 1) + xs[n - 1] : 1;",
     r"ensures Output[\ltid] == sum(input, \ltid + 1);"),
    ("kogge_stone", "(count < end ? sum(xs, end - count) : 0);", "sum(xs, end - 1);",
     "context temp == last(input, tid + 1, 2 * offset);"),
    # its loop
    ("kogge_stone", "1 <= offset && offset < 2 * N;", "1 <= offset && offset < N;"),
    ("kogge_stone", r"loop_invariant tid >= offset ==> Perm(Output[tid - offset], 1\2);",
     "loop_invariant tid >= offset ==> Perm(Output[tid - offset], write);"),
    ("kogge_stone", r"loop_invariant tid >= offset ==> Perm(Output[tid - offset], 1\2);", "",
     "temp = Output[tid - offset] + temp;"),
    ("kogge_stone", "loop_invariant Output[tid] == last(input, tid + 1, offset);",
     "loop_invariant Output[tid] == last(input, tid + 1, 2 * offset);"),
    # its barriers
    ("kogge_stone", "ensures Perm(Output[tid], write);", "ensures Perm(Output[(tid + 1) % N], write);",
     "Output[tid] = temp;"),
    ("kogge_stone", "context temp == last(input, tid + 1, 2 * offset);", "context temp == last(input, tid, 2 * offset);"),
    ("kogge_stone", "//@ assert Output[tid] == temp;", "//@ assert Output[tid] + 1 == temp;"),
    ("kogge_stone", r"ensures Perm(Output[tid], tid < N - 2 * offset ? 1\2 : 1\1);", r"ensures Perm(Output[tid], 1\1);"),
    ("kogge_stone", r"ensures tid >= 2 * offset ==> Perm(Output[tid - 2 * offset], 1\2);",
     r"ensures tid >= offset ==> Perm(Output[tid - offset], 1\2);"),
    # Blelloch: a device function
    ("blelloch", r"requires 2 * \ltid + 1 < N ==> Perm(Output[2 * \ltid], write) ** Perm(Output[2 * \ltid + 1], write);",
     r"requires 2 * \ltid + 1 < N ==> Perm(Output[2 * \ltid], write);",
     "loop_invariant indicator < N ==> Perm(Output[indicator], write) ** Perm(Output[indicator - stride], write);"),
    ("blelloch", "ensures tid == 0 && 2 * stride == N ==> Perm(Output[N - 1], write);", "",
     "loop_invariant tid == 0 && stride == N ==> Perm(Output[N - 1], write);"),
    ("blelloch", "loop_invariant indicator < N ==> Output[indicator] == block(input, indicator, stride);",
     "loop_invariant indicator < N ==> Output[indicator] == block(input, indicator, 2 * stride);"),
    ("blelloch", "loop_invariant stride == 0 ==> Output[tid] == sum(input, tid);",
     "loop_invariant stride == 0 ==> Output[tid] == sum(input, tid + 1);"),
    ("blelloch", "ensures stride == 1 ==> Perm(Output[tid], write);",
     "ensures stride == 1 ==> Perm(Output[tid / 2], write);"),
    ("blelloch", "requires tid == 0 ==> Output[N - 1] == sum(input, N);",
     "requires tid == 0 ==> Output[N - 1] == sum(input, N - 1);"),
    ("blelloch", "requires 0 <= count && count <= last + 1;", "requires 0 <= count && count <= last;"),
    # compaction
    ("compaction", "ensures Flag[tid] == 1 ==> Perm(Output[ExPre[tid]], write);",
     "ensures Flag[tid] == 1 ==> Perm(Output[ExPre[tid] + 1], write);", "Output[ExPre[tid]] = Input[tid];"),
    ("compaction", "ensures Flag[tid] == 1 ==> Perm(Output[ExPre[tid]], write);",
     "ensures Flag[tid] >= 0 ==> Perm(Output[ExPre[tid]], write);"),
    ("compaction", r"ensures ExPre[\ltid] == sum(Flag, \ltid);", r"ensures ExPre[\ltid] == sum(Flag, \ltid + 1);"),
    ("compaction", r"ensures Perm(ExPre[\ltid], 1\2);", r"ensures Perm(ExPre[\ltid + 1], 1\2);"),
    # several blocks
    ("add_blocks", r"context 2 * \gtid < n ==> Perm(&c[2 * \gtid], write);",
     r"context 2 * \gtid < n ==> Perm(&c[2 * \ltid], write);"),
    ("add_blocks", r"context 2 * \gtid + 1 < n ==> Perm(&c[2 * \gtid + 1], write);", "", "c[i + 1] = x.y + y.y;"),
    ("add_blocks", "Perm(&a[i], read)", r"Perm(&a[i], 1\2)"),
    ("add_blocks", "k < n; c[k] == a[k] + b[k]);", "k < n; c[k] == a[k] - b[k]);"),
    ("add_blocks", r"a[k] == \old(a[k]));", r"a[k] == \old(b[k]));"),
    # reduction: dynamic shared memory
    ("reduction", "loop_invariant tid < stride ==> Perm(&partial[tid], write);",
     "loop_invariant tid <= stride ==> Perm(&partial[tid], write);"),
    ("reduction", "** Perm(&partial[tid + stride / 2], write);", "** Perm(&partial[tid + stride / 2 + 1], write);"),
    ("reduction", "(blockIdx.x + 1) * blockDim.x, stride);", "(blockIdx.x + 1) * blockDim.x, 1);",
     "loop_invariant tid < stride ==> partial[tid] == sum(in, blockIdx.x * blockDim.x + tid,"),
    # blur: static shared memory
    ("blur", r"Perm(&s[i], write \ blockDim.x));", r"Perm(&s[i], write \ (blockDim.x - 1)));"),
    ("blur", "requires threadIdx.x < 2 ==> Perm(&s[threadIdx.x + blockDim.x], write);", "",
     r"ensures (\forall* int i; 0 <= i && i < blockDim.x + 2; Perm(&s[i], write \ blockDim.x));"),
    ("blur", "blockIdx.x * blockDim.x + i < n;", "blockIdx.x * blockDim.x + i < n + 1;",
     r"ensures (\forall int i; 0 <= i && i < blockDim.x + 2 && blockIdx.x * blockDim.x + i < n + 1;"),
    ("blur", r"context \pointer_length(in) == n &&", r"context \pointer_length(in) == n + 1 &&"),
    ("blur", r"context \shared_mem_size(s) == blockDim.x + 2;", r"context \shared_mem_size(s) == blockDim.x;"),
    # count: rows and columns
    ("count", "row < kThreads; Perm(counts[row][tid], write));", "row < kThreads; Perm(counts[row][tid + 1], write));",
     "sum = sum + counts[row][tid];"),
    ("count", "row < kThreads; Perm(counts[row][tid], write));", "row <= kThreads; Perm(counts[row][tid], write));"),
    ("count", "counts[tid][k] == occurrences(input, begin, i, k));", "counts[tid][k] == occurrences(input, begin, i + 1, k));"),
    # reorder: what is left of a part in each pass of a loop
    ("reorder", "next[tid] <= k && k < starts[tid + 1];", "next[tid] < k && k < starts[tid + 1];",
     "output[next[tid]] = x;"),
    ("reorder", r"i < starts[\ltid + 1]; Perm(output[i], write));", r"i <= starts[\ltid + 1]; Perm(output[i], write));"),
    ("reorder", r"output[i] % blockDim.x == \ltid);", r"output[i] % blockDim.x == \ltid + 1);"),
]
