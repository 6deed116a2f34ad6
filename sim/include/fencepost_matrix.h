// What <mma.h> asks of the runtime: one product of matrices whose elements are spread over the lanes of a warp.
#pragma once

#include "fencepost_keywords.h"

namespace fencepost_rt::matrix {

enum class Element : int { kHalf, kBrain, kSigned8, kUnsigned8, kTf32, kDouble, kFloat, kInt };

/// D = A * B + C as one lane gives it. A has m x k elements, B k x n, C and D m x n. Counted along the rows, element i
/// of a matrix lies in lane i % 32, at place i / 32 of its fragment.
struct Multiplication {
  void* d;
  const void* a;
  const void* b;
  const void* c;
  int m, n, k;
  Element of_factors, of_c, of_d;
  bool saturates;
  bool done;  ///< Set by the lane that multiplies for all.
};

}  // namespace fencepost_rt::matrix

extern "C" {
/// Each waits for all lanes of the warp, and orders no memory. All lanes' `d` are written.
FENCEPOST_BARRIER void fencepost_matrix_multiply(fencepost_rt::matrix::Multiplication* own);
/// Before they load or store a matrix. Returns the number of the lane.
FENCEPOST_BARRIER unsigned int fencepost_matrix_meeting();
}
