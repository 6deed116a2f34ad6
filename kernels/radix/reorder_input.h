// What the programs that reorder keys by a digit put in order, and whether it came out right.
#pragma once

#include <algorithm>
#include <cstdio>
#include <vector>

#include "digit.cuh"
#include "keys.h"

// N keys, their least significant digits, and the digits' exclusive prefix sums, radix + 1 of them: what a reordering
// requires.
struct ReorderInput {
  explicit ReorderInput(int N) : radix(radix_for(N)), keys(random_keys(N)), digits(N), prefixsum(radix + 1, 0) {
    for (int i = 0; i < N; ++i) {
      digits[i] = digit_of(keys[i], radix, 1);
      ++prefixsum[digits[i] + 1];
    }
    for (int k = 0; k < radix; ++k) {
      prefixsum[k + 1] += prefixsum[k];
    }
  }

  // Whether `output` is the keys in the order of their digits, those of one digit as before; says on stdout, after
  // `name`, what is wrong.
  bool is_reordered(const char* name, const std::vector<unsigned>& output) const {
    std::vector<unsigned> expected = keys;
    std::stable_sort(expected.begin(), expected.end(), [this](unsigned a, unsigned b) {
      return digit_of(a, radix, 1) < digit_of(b, radix, 1);
    });
    for (size_t i = 0; i < output.size(); ++i) {
      if (output[i] != expected[i]) {
        printf("%s: of %zu elements, output[%zu] is %u, not %u\n", name, output.size(), i, output[i], expected[i]);
        return false;
      }
    }
    return true;
  }

  int radix;
  std::vector<unsigned> keys;
  std::vector<int> digits, prefixsum;
};
