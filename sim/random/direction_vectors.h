// Direction vectors of Sobol' sequences: S. Joe and F. Y. Kuo, "Constructing Sobol sequences with better
// two-dimensional projections", SIAM J. Sci. Comput. 30, 2008; the set "new-joe-kuo-6".
#pragma once

#include "sim/include/curand.h"

namespace fencepost::sim {

/// How many dimensions there are here: those of polynomials up to degree 10. The published set has 21,201.
inline constexpr unsigned int kSobolDimensions = 161;

/// kSobolDimensions of them, made when first asked for. What lies behind them cannot be read. Thread safety: full.
curandDirectionVectors32_t* direction_vectors_32();
curandDirectionVectors64_t* direction_vectors_64();

}  // namespace fencepost::sim
