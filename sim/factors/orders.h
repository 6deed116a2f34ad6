// Orders of a matrix's rows and columns in which its factors have few elements, or none of its diagonal is zero.
#pragma once

#include "sim/factors/factors.h"

namespace fencepost::sim {

/// The pattern of A + A', without the diagonal; sorted.
RowPattern symmetric_pattern(const RowPattern&);

/// Each returns p: row and column p[i] of the matrix becomes the i-th. Of a square matrix's pattern.
///
/// Reverse Cuthill-McKee: near the diagonal (A. George and J. Liu, "Computer Solution of Large Sparse Positive Definite
/// Systems", chapter 4).
std::vector<int> reverse_cuthill_mckee(const RowPattern&);
/// Approximate minimum degree, CXSparse's.
std::vector<int> minimum_degree(const RowPattern&);
/// Nested dissection, METIS'. Where it is not installed the program ends, as need_cxsparse() has it.
std::vector<int> nested_dissection(const LibraryCall&, const RowPattern&);

/// p, such that row p[i], which becomes the i-th, has an element on the diagonal, for as many rows as can be, which
/// `matched` tells.
std::vector<int> full_diagonal(const RowPattern&, int& matched);

}  // namespace fencepost::sim
