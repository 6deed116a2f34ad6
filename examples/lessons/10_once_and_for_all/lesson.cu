// Lesson 10: the scan of lesson 3, with both barriers, for elements of any type and any operator. It is run on intervals.
#include <fencepost/prove.h>

template <class T, class Operator>
__global__ void scan(T* sums, Operator plus) {
  int t = threadIdx.x;
  for (int offset = 1; offset < blockDim.x; offset *= 2) {
    T left = t >= offset ? sums[t - offset] : plus.identity();
    __syncthreads();
    sums[t] = plus(left, sums[t]);
    __syncthreads();
  }
}

std::string scan_intervals(fencepost::Interval* sums, long n) {
  scan<<<1, n>>>(sums, fencepost::IntervalSum());
  return "<<<1," + std::to_string(n) + ">>>";
}

int main(int argc, char** argv) {
  std::vector<char*> words(argv, argv + argc);
  char size[] = "--n", eight[] = "8";
  if (argc == 1) words = {argv[0], size, eight};
  return fencepost::prove_main(words.size(), words.data(), {{"scan", fencepost::ScanKind::kInclusive, scan_intervals}});
}
