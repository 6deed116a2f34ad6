// What <mma.h> asks of the runtime: one product of matrices whose elements are spread over the lanes of a warp.
#pragma once

#include "fencepost_keywords.h"

namespace fencepost_rt::matrix {

/// kBit…: single bits, whose products are formed by that operation.
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
  kBitAnd
};

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
/// What lanes do before they load or store a matrix: each waits for the others. Returns the number of the lane.
FENCEPOST_BARRIER unsigned int fencepost_matrix_meeting();
}
