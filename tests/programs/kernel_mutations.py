"""Mistakes in kernels that their inferred annotations do not allow. Data for test_kernel_mutations.py.

KERNELS: {program of kernels/: (its file with the kernels, --sizes to infer from, --check-sizes, size to run mutants at)}.

MUTATIONS: (program, function, text in it, text put there, text of the line that a finding must name). Without the last the
line is that of the mistake: the damaged access. If the mistake is in a variable that the annotations name, it is that of a
clause, which then speaks of what the thread does not have. A number in place of the text is that of a barrier of the
function, from 0, which is left out with its annotation: the line is that of the access or clause that lacks what it gave.
"""

KERNELS = {
    "rotate": ("rotate.cu", "8,16,12,5", "32,33", 13),
    "kogge_stone": ("scan/kogge_stone.cuh", "8,16,32", "64,128", 16),
    "sklansky": ("scan/sklansky.cuh", "8,16,32", "64,128", 16),
    "blelloch": ("scan/blelloch.cuh", "8,16,32", "64,128", 16),
}

MUTATIONS = [
    # ---- left rotation: thread tid reads element tid + 1, then writes element tid
    ("rotate", "left_rotation", "temp = array[tid + 1];", "temp = array[tid];"),
    ("rotate", "left_rotation", "temp = array[tid + 1];", "temp = array[tid + 2];"),
    ("rotate", "left_rotation", "temp = array[tid + 1];", "temp = array[size - 1 - tid];"),
    ("rotate", "left_rotation", "temp = array[0];", "temp = array[1];"),
    ("rotate", "left_rotation", "tid != size - 1", "tid == size - 1", "temp = array[0];"),
    ("rotate", "left_rotation", "tid != size - 1", "tid < size / 2", "temp = array[0];"),
    ("rotate", "left_rotation", 0, "", "array[tid] = temp;"),
    ("rotate", "left_rotation", "temp = array[tid + 1];", "array[tid] = array[tid + 1];"),
    ("rotate", "left_rotation", "array[tid] = temp;", "array[(tid + 1) % size] = temp;"),
    ("rotate", "left_rotation", "array[tid] = temp;", "array[tid == 0 ? 1 : tid] = temp;"),
    ("rotate", "left_rotation", "array[tid] = temp;", "array[tid] = array[(tid + 1) % size];"),
    # ---- right rotation
    ("rotate", "right_rotation", "temp = array[tid - 1];", "temp = array[tid];"),
    ("rotate", "right_rotation", "temp = array[size - 1];", "temp = array[size - 2];"),
    ("rotate", "right_rotation", "tid != 0", "tid > 1", "temp = array[size - 1];"),
    ("rotate", "right_rotation", 0, "", "array[tid] = temp;"),
    ("rotate", "right_rotation", "array[tid] = temp;", "array[size - 1 - tid] = temp;"),
    ("rotate", "right_rotation", "array[tid] = temp;", "array[tid / 2] = temp;"),
    # ---- Kogge-Stone: reads of Output[tid] and Output[tid - offset], barrier, write of Output[tid], barrier
    ("kogge_stone", "kogge_stone_inclusive", "temp = Output[tid];", "temp = Output[tid ^ 1];"),
    ("kogge_stone", "kogge_stone_inclusive", "temp = op(Output[tid - offset], temp);", "temp = op(Output[tid - 1], temp);"),
    ("kogge_stone", "kogge_stone_inclusive", "temp = op(Output[tid - offset], temp);",
     "temp = op(Output[tid - offset + 1], temp);"),
    ("kogge_stone", "kogge_stone_inclusive", "temp = op(Output[tid - offset], temp);",
     "Output[tid] = op(Output[tid - offset], temp);"),
    ("kogge_stone", "kogge_stone_inclusive", "temp = op(Output[tid - offset], temp);",
     "Output[tid - offset] = op(Output[tid - offset], temp);"),
    ("kogge_stone", "kogge_stone_inclusive", "if (tid >= offset) {", "if (2 * tid >= offset && tid > 0) {",
     "temp = op(Output[tid - offset], temp);"),
    ("kogge_stone", "kogge_stone_inclusive", 0, "", "Output[tid] = temp;"),
    ("kogge_stone", "kogge_stone_inclusive", 1, "", "loop_invariant tid >= offset"),
    ("kogge_stone", "kogge_stone_inclusive", "Output[tid] = temp;", "Output[tid - offset] = temp;"),
    ("kogge_stone", "kogge_stone_inclusive", "Output[tid] = temp;", "Output[tid] = op(Output[tid - offset], Output[tid]);"),
    ("kogge_stone", "kogge_stone_inclusive", "offset = 2 * offset;", "offset = offset + 1;",
     "loop_invariant tid >= offset"),
    # ---- Sklansky: Output[left] is read by several threads, Output[right] is one thread's
    ("sklansky", "sklansky_inclusive", "Output[right] = op(Output[left], Output[right]);",
     "Output[left] = op(Output[left], Output[right]);"),
    ("sklansky", "sklansky_inclusive", "Output[right] = op(Output[left], Output[right]);",
     "Output[right] = op(Output[left / 2], Output[right]);"),
    ("sklansky", "sklansky_inclusive", "Output[right] = op(Output[left], Output[right]);",
     "Output[right] = op(Output[left + 1], Output[right]);"),
    ("sklansky", "sklansky_inclusive", "Output[right] = op(Output[left], Output[right]);",
     "Output[right ^ 1] = op(Output[left], Output[right]);"),
    ("sklansky", "sklansky_inclusive", "tid / stride * 2 * stride + stride - 1;", "tid / stride * 2 * stride + stride;",
     "Output[right] = op(Output[left], Output[right]);"),
    ("sklansky", "sklansky_inclusive", "left + 1 + tid % stride;", "left + tid % stride;",
     "Output[right] = op(Output[left], Output[right]);"),
    ("sklansky", "sklansky_inclusive", 0, "", "loop_invariant 2 * (tid / stride) * stride"),
    # ---- Blelloch: both sweeps use the two ends of 2 * stride elements
    ("blelloch", "blelloch_exclusive", "int indicator = 2 * tid + 1;", "int indicator = 2 * tid;", "loop_invariant indicator < N"),
    ("blelloch", "blelloch_exclusive", "int indicator = 2 * tid + 1;", "int indicator = tid + 1;", "loop_invariant indicator < N"),
    ("blelloch", "blelloch_exclusive", "Output[indicator] = op(Output[indicator - stride], Output[indicator]);",
     "Output[indicator] = op(Output[indicator - 2 * stride], Output[indicator]);"),
    ("blelloch", "blelloch_exclusive", "Output[indicator] = op(Output[indicator - stride], Output[indicator]);",
     "Output[(indicator + 1) % N] = op(Output[indicator - stride], Output[indicator]);"),
    ("blelloch", "blelloch_exclusive", "indicator = 2 * indicator + 1;", "indicator = 2 * indicator;", "loop_invariant indicator < N"),
    ("blelloch", "blelloch_exclusive", 0, "", "loop_invariant indicator < N"),
    ("blelloch", "blelloch_exclusive", "indicator = N * tid + N - 1;", "indicator = N - 1 - tid;",
     "Output[indicator] = op.identity();"),
    ("blelloch", "blelloch_exclusive", "if (indicator < N) {\n    Output[indicator] = op.identity();",
     "if (tid < N) {\n    Output[N - 1] = op.identity();", "Output[N - 1] = op.identity();"),
    ("blelloch", "blelloch_exclusive", "Output[indicator - stride] = temporary;", "Output[indicator - 1] = temporary;"),
    ("blelloch", "blelloch_exclusive", "T temporary = Output[indicator];", "T temporary = Output[indicator / 2];"),
    ("blelloch", "blelloch_exclusive", "indicator = (indicator - 1) / 2;", "indicator = (indicator + 1) / 2;",
     "loop_invariant tid == 0 && stride != 0"),
    ("blelloch", "blelloch_exclusive", 2, "", "loop_invariant stride >= 1 && indicator < N"),
]
