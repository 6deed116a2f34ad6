// What the instructions of the fifth-generation tensor cores ask of the runtime (PTX ISA, "TensorCore 5th Generation
// Family Instructions"): tensor memory, and products in it. Defined in sim/tensor.
#pragma once

#include "fencepost_async.h"
#include "fencepost_keywords.h"

namespace fencepost_rt::tensor {

/// Which places of tensor memory the registers of a warp's lanes are (PTX ISA, "Data Movement Shape").
enum class Shape : int { k32x32b, k16x64b, k16x128b, k16x256b, k16x32bx2 };

/// tcgen05.ld, tcgen05.st
struct Movement {
  Shape shape;
  int registers;  ///< Of each lane.
  bool packs;     ///< Each register holds the lower halves of two columns.
};

enum class Kind : int { kF16, kTf32, kF8F6F4, kI8, kMxF8F6F4, kMxF4 };  ///< kMxF4: .kind::mxf4nvf4, too.

/// tcgen05.mma, as its mnemonic says. All else is in the instruction descriptor.
struct Product {
  Kind kind;
  int blocks;               ///< 2: of a pair of blocks of the cluster.
  bool a_in_tensor_memory;  ///< Else `a` is a descriptor.
  bool is_sparse;           ///< A has half of its elements, and metadata which ones.
  int scales;               ///< Of a row of A, for as many elements each: 1, 2, 4; 0: none.
};
struct ProductOperands {
  unsigned int d = 0;  ///< An address in tensor memory, as are `a` perhaps, `metadata` and the scales.
  unsigned long a = 0;
  unsigned long b = 0;                     ///< A descriptor (PTX ISA, "Shared memory descriptor").
  unsigned int description = 0;            ///< PTX ISA, "Instruction descriptor".
  bool adds = false;                       ///< To what D holds.
  int halvings = 0;                        ///< What D holds is divided by 2 to this power first.
  const unsigned int* disabled = nullptr;  ///< Of each block 4 words: lanes of D that are not written; null: none.
  unsigned int metadata = 0;
  unsigned int scales_of_a = 0, scales_of_b = 0;
};

/// tcgen05.cp: rows of 16 bytes to as many lanes; 32 to each quarter of the lanes.
struct Copy {
  int rows;  ///< 32, 128.
  int blocks;
};

}  // namespace fencepost_rt::tensor

extern "C" {
/// All of a warp's lanes together. Writes the address of `columns` columns to `*to`, in shared memory, when there are
/// as many. Of a pair of blocks a warp of each allocates that of its own.
FENCEPOST_BARRIER void fencepost_tensor_alloc(unsigned int* to, unsigned int columns);
FENCEPOST_BARRIER void fencepost_tensor_dealloc(unsigned int address, unsigned int columns);
/// The warp's block allocates no more.
FENCEPOST_BARRIER void fencepost_tensor_relinquish();
/// The calling lane's registers, as all of its warp call it. They are there at once; what may be relied on, and when,
/// is the observers' business. `offset`: of the second half of k16x32bx2, in columns.
FENCEPOST_BARRIER void fencepost_tensor_load_registers(unsigned int* to, unsigned int address, unsigned int offset,
                                                       const fencepost_rt::tensor::Movement* how);
FENCEPOST_BARRIER void fencepost_tensor_store_registers(const unsigned int* from, unsigned int address,
                                                        unsigned int offset, const fencepost_rt::tensor::Movement* how);
/// All of a warp's lanes wait for its loads, or stores, so far.
FENCEPOST_BARRIER void fencepost_tensor_wait(bool of_stores);
/// One thread starts a product, a copy from the matrix of a descriptor in shared memory.
void fencepost_tensor_multiply(const fencepost_rt::tensor::ProductOperands* operands,
                               const fencepost_rt::tensor::Product* how);
void fencepost_tensor_copy(unsigned int to, unsigned long from, const fencepost_rt::tensor::Copy* how);
/// When all that the thread has started so far is done, that is an arrival at the barrier. `mask` not 0: and at those
/// at the same place in the blocks of the cluster that it names.
void fencepost_tensor_commit(FencepostBarrier* barrier, unsigned int mask);
/// Orders what is done to tensor memory before, and what comes behind, by relaxed operations in between.
void fencepost_tensor_fence(bool is_before);
}
