#include <cstdio>
#include <cstdlib>
#include <vector>

#include "smooth.h"

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 1000;
  std::vector<float> values(n);
  for (int i = 0; i < n; ++i) values[i] = 2.0f * i;
  smooth(values.data(), n);
  for (int i = 1; i < n - 1; ++i) {
    if (values[i] != 2.0f * i) {
      std::printf("value %d is %g, not %g\n", i, values[i], 2.0f * i);
      return 1;
    }
  }
  std::printf("%d values smoothed\n", n);
  return 0;
}
