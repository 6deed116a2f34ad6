// Addition, as an operator for the scans of this folder.
//
// What a scan needs of an operator: operator() is associative (it need not commute; the left operand comes first), and
// identity() is its neutral element on both sides.
#pragma once

template <class T>
struct Sum {
  __host__ __device__ T identity() const { return T(0); }
  __host__ __device__ T operator()(T left, T right) const { return left + right; }
};
