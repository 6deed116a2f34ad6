// The keys and radices that the programs of radix sort are run with.
#pragma once

#include <random>
#include <vector>

// A radix from 2 to 256 for N keys: 4 for 8 of them, as in the paper's figure 1, and each other one for some N.
inline int radix_for(int N) {
  return 2 + (N + 249) % 255;
}

// N keys of 32 bits, the same at each call. Half of them are drawn from a few, so that equal ones meet.
inline std::vector<unsigned> random_keys(int N) {
  std::mt19937 random(static_cast<unsigned>(N));
  const unsigned few[] = {0u, 1u, 0x7fffffffu, 0x80000000u, 0xffffffffu, static_cast<unsigned>(random())};
  std::vector<unsigned> keys(N);
  for (unsigned& key : keys) {
    key = random() % 2 ? few[random() % 6] : static_cast<unsigned>(random());
  }
  return keys;
}
