// The digits of keys, getKeyChunk in: D. van Oorschot, "Let's sort this out: GPGPU Verification of Radix Sort",
// University of Twente, 2020.
#pragma once

// Digit number `iteration` (0: the least significant) of `key` in base `radix`, where weight is radix^iteration.
__host__ __device__ inline int digit_of(unsigned key, unsigned radix, unsigned weight) {
  return static_cast<int>(key / weight % radix);
}

// How many digits the largest 32-bit key has in base `radix`, from 2.
inline int digits_of_a_key(unsigned radix) {
  int digits = 0;
  for (unsigned long long weight = 1; weight <= 0xffffffffull; weight *= radix) ++digits;
  return digits;
}
