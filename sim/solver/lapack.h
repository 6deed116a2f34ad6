// LAPACK by its C interface, LAPACKE, which is loaded when the first function is asked for. Matrices lie column by
// column.
#pragma once

#include "sim/library/numbers.h"
#include "sim/solver/call.h"

namespace fencepost::sim {

constexpr int kColumnMajor = 102;

/// The functions for one type of numbers. Each returns 0, or what LAPACK calls INFO. Of complex numbers `or…` and `sy…`
/// are LAPACK's `un…` and `he…`.
template <class T>
struct Lapack {
  int (*potrf)(int, char, int, T*, int);
  int (*potrs)(int, char, int, int, const T*, int, T*, int);
  int (*potri)(int, char, int, T*, int);
  int (*getrf)(int, int, int, T*, int, int*);
  int (*getrs)(int, char, int, int, const T*, int, const int*, T*, int);
  int (*getri)(int, int, T*, int, const int*);
  int (*gels)(int, char, int, int, int, T*, int, T*, int);
  int (*geqrf)(int, int, int, T*, int, T*);
  int (*orgqr)(int, int, int, int, T*, int, const T*);
  int (*ormqr)(int, char, char, int, int, int, const T*, int, const T*, T*, int);
  int (*gesvd)(int, char, char, int, int, T*, int, Real<T>*, T*, int, T*, int, Real<T>*);
  int (*syevd)(int, char, char, int, T*, int, Real<T>*);
  int (*sygvd)(int, int, char, char, int, T*, int, T*, int, Real<T>*);
};

/// To be called after need_lapacke(). Thread safety: full.
template <class T>
const Lapack<T>& lapack();

/// Loads it. Where it is not installed the program ends, as one that does not compile, and says what to install.
void need_lapacke(const LibraryCall& call);

}  // namespace fencepost::sim
