// What <mma.h> and the matrix instructions of PTX ask of the runtime: products and exchanges of matrices whose elements
// are spread over the lanes of a warp.
#pragma once

#include "fencepost_keywords.h"

namespace fencepost_rt::matrix {

/// kBit…: single bits, whose products are formed by that operation. kE2M1Padded: four bits in the middle of a byte, as
/// `.kind::f8f6f4` and `.kind::mxf8f6f4` have them; those of six bits are the lower ones of a byte.
enum class Element : int {
  kHalf,
  kBrain,
  kSigned8,
  kUnsigned8,
  kTf32,
  kDouble,
  kFloat,
  kInt,
  kSigned4,
  kUnsigned4,
  kBitXor,
  kBitAnd,
  kE4M3,
  kE5M2,
  kE3M2,
  kE2M3,
  kE2M1Padded,
  kE2M1
};

/// What is multiplied by a warp that comes to `mma.sync`.
struct Instruction {
  int m, n, k;
  Element of_a, of_b, of_c, of_d;
  bool saturates;
};

/// `mma.sp`: of A only half of the elements are given, `product.k` counts all. `ordered`: the metadata promise to name
/// them from left to right.
struct SparseInstruction {
  Instruction product;
  bool ordered;
};

/// `mma` with a `.kind`: each row of A, and each column of B, is cut into `scales` parts (1, 2, 4), which have a scale
/// each, of type `.ue4m3` or `.ue8m0`; 0: there are none. `is_sparse`: of A only half of the elements are given, in an
/// order that the metadata promise; `product.k` counts all.
struct ScaledInstruction {
  Instruction product;
  int scales;
  bool scale_is_e4m3;
  bool is_sparse;
};
/// What a lane gives: a word of scales, and what picks them: the first byte, and whose word in a quad (of A one of two
/// pairs, which have the scales of 8 rows each).
struct Scales {
  unsigned int a, byte_a, pair_a;
  unsigned int b, byte_b, thread_b;
};

/// Four products of 8 x 4 by 4 x 8 halves.
struct QuadInstruction {
  bool a_by_columns, b_by_rows;
  Element of_c, of_d;
};

/// What is multiplied by a warpgroup that comes to `wgmma.mma_async`: 64 x k by k x n elements; k elements have 32
/// bytes, and of a sparse A, which gives half of them, 64.
struct WarpgroupInstruction {
  int n;
  Element of_a, of_b, of_d;
  bool saturates;
};
/// What a thread gives. The factors are the same for all of a warp.
struct WarpgroupOperands {
  void* d;                 ///< Its registers of the sums, and of the results.
  const unsigned int* a;   ///< Its registers of A; null: A is in shared memory.
  unsigned long a_matrix;  ///< Descriptors (PTX ISA, "Matrix Descriptor Format").
  unsigned long b_matrix;
  bool adds;  ///< To what D holds.
  bool negates_a, negates_b, transposes_a, transposes_b;
  const unsigned int* metadata = nullptr;  ///< Its register of them, of a sparse A; null: A has all of its elements.
  unsigned int selector = 0;               ///< Whose metadata count (PTX ISA, "Sparse matrix storage").
};

/// Where matrices of 8 x 8 elements of 16 bits go. In registers two elements of row lane / 4, from column lane % 4 * 2
/// on, are each lane's, a register for each matrix; as rows, row r of matrix i is that of lane 8 * i + r.
enum class Move : int { kRowsToRegisters, kRegistersToRows, kRegistersToRegisters };

}  // namespace fencepost_rt::matrix

extern "C" {
/// D = A * B + C, as one lane gives it by its parts of the matrices. A has m x k elements, B k x n, C and D m x n; n
/// and k follow from m and the type of the factors. Counted along the rows, element i of a matrix lies in lane i % 32,
/// at place i / 32 of its part. Factors of less than 8
/// bits are in words of 32: word i of A along its rows, of B along its columns, lies in lane i. Waits for all lanes of
/// the warp, and orders no memory.
FENCEPOST_BARRIER void fencepost_matrix_multiply(void* d, const void* a, const void* b, const void* c, int m,
                                                 fencepost_rt::matrix::Element of_factors,
                                                 fencepost_rt::matrix::Element of_c, fencepost_rt::matrix::Element of_d,
                                                 bool saturates);
/// D = A * B + C of one instruction, as one lane gives it by its registers, which are laid out as the PTX ISA says
/// ("Matrix Fragments for mma"). Waits for all lanes of the warp, and orders no memory.
FENCEPOST_BARRIER void fencepost_matrix_instruction(void* d, const void* a, const void* b, const void* c,
                                                    const fencepost_rt::matrix::Instruction* instruction);
/// The same of single bits, and of m8n8k4 with halves. Defined in sim/matrix/other_products.cpp.
FENCEPOST_BARRIER void fencepost_matrix_bits(void* d, const void* a, const void* b, const void* c,
                                             const fencepost_rt::matrix::Instruction* instruction);
FENCEPOST_BARRIER void fencepost_matrix_quads(void* d, const void* a, const void* b, const void* c,
                                              const fencepost_rt::matrix::QuadInstruction* instruction);
/// The same of a sparse A; `*metadata` says which elements it has. `selector`: whose metadata count (PTX ISA, "Sparse
/// matrix storage"). Metadata without a meaning are told to the observers. Defined in sim/matrix/sparse_products.cpp.
FENCEPOST_BARRIER void fencepost_matrix_sparse(void* d, const void* a, const void* b, const void* c,
                                               const unsigned int* metadata, unsigned int selector,
                                               const fencepost_rt::matrix::SparseInstruction* instruction);
/// The same with scales; the selectors are those of any lane. `metadata` null: A is not sparse. Defined in
/// sim/matrix/scaled_products.cpp.
FENCEPOST_BARRIER void fencepost_matrix_scaled(void* d, const void* a, const void* b, const void* c,
                                               const unsigned int* metadata, const fencepost_rt::matrix::Scales* scales,
                                               const fencepost_rt::matrix::ScaledInstruction* instruction);
/// Moves `count` matrices from `from` to `to`: 4 registers for a row, `count` otherwise. Rows of lanes beyond the
/// matrices are neither read nor written. Waits for all lanes of the warp, and orders no memory.
FENCEPOST_BARRIER void fencepost_matrix_move(unsigned int* to, const unsigned int* from, int count, bool transposed,
                                             fencepost_rt::matrix::Move move);
/// One instruction, as one thread gives it. The results are there at once; that shared memory may not be written before
/// the product was waited for is the observers' business. Waits for all lanes of the warp, and orders no memory.
/// Defined in sim/matrix/warpgroup_products.cpp, as are the next three.
FENCEPOST_BARRIER void fencepost_warpgroup_multiply(const fencepost_rt::matrix::WarpgroupOperands* operands,
                                                    const fencepost_rt::matrix::WarpgroupInstruction* instruction);
/// Each waits for all lanes of the warp.
FENCEPOST_BARRIER void fencepost_warpgroup_fence();
/// The products so far are one batch.
FENCEPOST_BARRIER void fencepost_warpgroup_commit();
/// Waits for all batches but the last `remaining`.
FENCEPOST_BARRIER void fencepost_warpgroup_await(unsigned int remaining);
/// What lanes do before they load or store a matrix: each waits for the others. Returns the number of the lane.
FENCEPOST_BARRIER unsigned int fencepost_matrix_meeting();
}
