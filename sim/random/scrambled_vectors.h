// Scrambled direction vectors of Sobol' sequences.
//
// Each dimension's are multiplied with a lower triangular matrix of random bits, and its values shifted by a random
// constant (J. Matousek, "On the L2-discrepancy for anchored boxes", 1998). NVIDIA's tables are not published: values
// are not NVIDIA's, but every block of 2^k points is as even.
#pragma once

#include "sim/random/direction_vectors.h"

namespace fencepost::sim {

/// kSobolDimensions of each. Thread safety: full.
curandDirectionVectors32_t* scrambled_vectors_32();
curandDirectionVectors64_t* scrambled_vectors_64();
unsigned int* scramble_constants_32();
unsigned long long* scramble_constants_64();

}  // namespace fencepost::sim
