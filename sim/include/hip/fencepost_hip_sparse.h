// Of hipSPARSE, what differs from cuSPARSE in more than the first letters; the end of hipsparse/hipsparse.h.
#pragma once

// It is given the buffer a second time.
#undef hipsparseSpSM_solve
#define hipsparseSpSM_solve(handle, a, b, alpha, A, B, C, type, algorithm, descriptor, buffer) \
  ((void)(buffer), cusparseSpSM_solve(handle, a, b, alpha, A, B, C, type, algorithm, descriptor))
