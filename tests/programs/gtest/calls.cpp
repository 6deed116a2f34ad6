// A test that the host compiler compiles, and that calls what launches.
#include <cuda_runtime.h>
#include <fencepost/gtest_main.h>

#include "kernels.cuh"

struct Calls : testing::Test {
  Calls() {
    cudaMalloc(&data, 256);
    cudaMemset(data, 0, 256);
  }
  ~Calls() override { cudaFree(data); }
  int* data = nullptr;
};

TEST_F(Calls, PassClean) {
  EXPECT_TRUE(fencepost::is_checked());
  EXPECT_CLEAN launch_right(data);
}
TEST_F(Calls, FailRace) { launch_reverse(data); }
TEST_F(Calls, PassExpectRace) { EXPECT_RACE("@write", "@read") launch_reverse(data); }
