#include "histogram.h"

#include <cstdio>
#include <vector>

int main() {
  std::vector<unsigned char> values(1000);
  int wanted[kBins] = {};
  for (int i = 0; i < 1000; ++i) {
    values[i] = i * i % kBins;
    ++wanted[values[i]];
  }
  int bins[kBins];
  histogram(values.data(), 1000, bins);
  for (int i = 0; i < kBins; ++i) {
    if (bins[i] != wanted[i]) {
      std::printf("bin %d has %d values, not %d\n", i, bins[i], wanted[i]);
      return 1;
    }
  }
  std::printf("1000 values counted\n");
  return 0;
}
