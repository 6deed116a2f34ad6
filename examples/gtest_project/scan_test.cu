#include <fencepost/gtest_main.h>

#include <numeric>
#include <vector>

#include "scan.cuh"

struct Scan : testing::Test {
  static constexpr int kSize = 64;
  Scan() : host(kSize, 1) {
    cudaMalloc(&data, kSize * sizeof(int));
    cudaMemcpy(data, host.data(), kSize * sizeof(int), cudaMemcpyHostToDevice);
  }
  ~Scan() override { cudaFree(data); }
  std::vector<int> host;
  int* data = nullptr;
};

// Passes only if the sums are right and scan() has no race.
TEST_F(Scan, SumsOnes) {
  scan<kSize><<<1, kSize>>>(data);
  cudaMemcpy(host.data(), data, kSize * sizeof(int), cudaMemcpyDeviceToHost);
  std::vector<int> wanted(kSize);
  std::iota(wanted.begin(), wanted.end(), 1);
  EXPECT_EQ(host, wanted);
}

TEST_F(Scan, OfOneThreadHasNoFinding) {
  EXPECT_CLEAN { scan<1><<<1, 1>>>(data); }
}

TEST_F(Scan, NeedsItsBarriers) {
  EXPECT_RACE("@read", "@write") {
    scan_without_barriers<kSize><<<1, kSize>>>(data);
  }
}
