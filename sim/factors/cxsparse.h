// CXSparse (T. A. Davis, "Direct Methods for Sparse Linear Systems"; SuiteSparse), by its C interface, which is loaded
// when the first function is asked for. Matrices are columns of elements, counted from 0, with indices of 32 bits.
#pragma once

#include <complex>

#include "sim/library/numbers.h"
#include "sim/solver/call.h"

namespace fencepost::sim {

/// cs_di, or cs_ci of complex numbers.
template <class T>
struct CsMatrix {
  int room, rows, columns;
  int *offsets, *indices;
  T* values;
  int triplets;  ///< -1: columns.
};
/// cs_dis, cs_cis: what is known of the pattern.
struct CsSymbolic {
  int *row_places, *columns, *parents, *counts, *leftmost;
  int rows;  ///< Of QR, with those that it adds.
  double lower_count, upper_count;
};
/// cs_din, cs_cin: factors.
template <class T>
struct CsNumeric {
  CsMatrix<T>*lower, *upper;
  int* row_places;
  double* betas;
};

/// The functions for one type of numbers, double or complex double: cs_di_… and cs_ci_…. Those that make something
/// return null if they cannot.
template <class T>
struct CxSparse {
  CsMatrix<T>* (*transpose)(const CsMatrix<T>*, int values);
  CsSymbolic* (*schol)(int order, const CsMatrix<T>*);
  CsSymbolic* (*sqr)(int order, const CsMatrix<T>*, int qr);
  CsNumeric<T>* (*chol)(const CsMatrix<T>*, const CsSymbolic*);
  CsNumeric<T>* (*lu)(const CsMatrix<T>*, const CsSymbolic*, double tolerance);
  CsNumeric<T>* (*qr)(const CsMatrix<T>*, const CsSymbolic*);
  int (*happly)(const CsMatrix<T>*, int, double beta, T* x);
  int (*lsolve)(const CsMatrix<T>*, T*);
  int (*ltsolve)(const CsMatrix<T>*, T*);
  int (*usolve)(const CsMatrix<T>*, T*);
  int (*ipvec)(const int* places, const T* from, T* to, int count);
  int (*pvec)(const int* places, const T* from, T* to, int count);
  int* (*amd)(int order, const CsMatrix<T>*);
  int* (*maxtrans)(const CsMatrix<T>*, int seed);
  CsMatrix<T>* (*spfree)(CsMatrix<T>*);
  CsSymbolic* (*sfree)(CsSymbolic*);
  CsNumeric<T>* (*nfree)(CsNumeric<T>*);
  void* (*free)(void*);
};

/// To be called after need_cxsparse(). Thread safety: full.
template <class T>
const CxSparse<T>& cxsparse();

/// Loads it. Where it is not installed the program ends, as one that does not compile, and says what to install.
void need_cxsparse(const LibraryCall& call);

}  // namespace fencepost::sim
