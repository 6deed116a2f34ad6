// Tests as users write them, with <fencepost/gtest.h>. test_gtest.py knows which must pass and which must fail.
#include <cuda_runtime.h>
#include <fencepost/gtest.h>

#include "kernels.cuh"

__global__ void flag(int* data) { data[0] = 1; }
__global__ void beyond(int* data) { data[64 + threadIdx.x] = 1; }
__global__ void add(int* data) { data[threadIdx.x] += 1; }
__global__ void accepted(int* data) {
  data[0] = threadIdx.x;  // fencepost: allow(race) any will do
}

void launch_reverse(int* data) { reverse<<<1, 64>>>(data); }
void launch_right(int* data) { right<<<1, 64>>>(data); }

struct Kernels : testing::Test {
  void SetUp() override {
    ASSERT_EQ(cudaMalloc(&data, sizeof host), cudaSuccess);
    ASSERT_EQ(cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice), cudaSuccess);
  }
  void TearDown() override { cudaFree(data); }
  int host[64] = {};
  int* data = nullptr;
};

TEST_F(Kernels, PassClean) { right<<<1, 64>>>(data); }
TEST_F(Kernels, FailRace) { reverse<<<1, 64>>>(data); }
TEST_F(Kernels, FailSameRaceAgain) { reverse<<<1, 64>>>(data); }
TEST_F(Kernels, PassAfterwards) { right<<<1, 64>>>(data); }
TEST_F(Kernels, FailOutOfBounds) { beyond<<<1, 1>>>(data); }
TEST_F(Kernels, PassWarning) { flag<<<1, 64>>>(data); }
TEST_F(Kernels, PassSuppressed) { accepted<<<1, 64>>>(data); }
TEST_F(Kernels, PassWithoutLaunch) {}

TEST_F(Kernels, PassExpectClean) {
  EXPECT_CLEAN { right<<<1, 64>>>(data); }
}
TEST_F(Kernels, PassExpectCleanSuppressed) { EXPECT_CLEAN accepted<<<1, 64>>>(data); }
TEST_F(Kernels, FailExpectCleanRace) { EXPECT_CLEAN reverse<<<1, 64>>>(data); }
TEST_F(Kernels, FailExpectCleanWarning) { EXPECT_CLEAN flag<<<1, 64>>>(data); }
TEST_F(Kernels, FailExpectCleanNoLaunch) {
  EXPECT_CLEAN {}
}

TEST_F(Kernels, PassExpectRaceByLabel) { EXPECT_RACE("@write", "@read") reverse<<<1, 64>>>(data); }
TEST_F(Kernels, PassExpectRaceByLine) {
  EXPECT_RACE("kernels.cuh:11", "gtest/kernels.cuh:12") { reverse<<<1, 64>>>(data); }
  EXPECT_RACE("@read", "kernels.cuh:11") { reverse<<<1, 64>>>(data); }
  EXPECT_RACE(7, 7) { flag<<<1, 64>>>(data); }
}
TEST_F(Kernels, FailExpectRaceNone) { EXPECT_RACE("@write", "@read") right<<<1, 64>>>(data); }
TEST_F(Kernels, FailExpectRaceNoLaunch) {
  EXPECT_RACE("@write", "@read") {}
}
TEST_F(Kernels, FailExpectRaceElsewhere) { EXPECT_RACE("@write", "@rea") reverse<<<1, 64>>>(data); }
TEST_F(Kernels, FailExpectRacePartOfAName) {
  EXPECT_RACE("ernels.cuh:11", "ernels.cuh:12") reverse<<<1, 64>>>(data);
}
TEST_F(Kernels, FailExpectRaceOfThisFile) { EXPECT_RACE(11, 12) reverse<<<1, 64>>>(data); }
TEST_F(Kernels, FailExpectRaceOther) {
  EXPECT_RACE("@write", "@read") {
    reverse<<<1, 64>>>(data);
    beyond<<<1, 1>>>(data);
  }
}
TEST_F(Kernels, PassExpectTwoRaces) {
  EXPECT_RACE("@write", "@read") EXPECT_RACE(7, 7) {
    flag<<<1, 64>>>(data);
    reverse<<<1, 64>>>(data);
  }
}
TEST_F(Kernels, FailExpectTwoRacesOneThere) {
  EXPECT_RACE("@write", "@read") EXPECT_RACE(7, 7) flag<<<1, 64>>>(data);
}
TEST_F(Kernels, FailRaceAfterExpectedOne) {
  EXPECT_RACE("@write", "@read") reverse<<<1, 64>>>(data);
  reverse<<<1, 64>>>(data);
}
TEST_F(Kernels, PassExpectRaceInALoopThatGoesOn) {
  int bodies = 0;
  for (int i = 0; i < 4; ++i) {
    EXPECT_RACE("@write", "@read") {
      reverse<<<1, 64>>>(data);
      if (++bodies == 2) break;
    }
  }
  EXPECT_EQ(bodies, 2);
}

// Work of streams: what a test leaves running does not meet the next one, which races in itself only.
struct Streams : Kernels {
  void SetUp() override {
    Kernels::SetUp();
    for (cudaStream_t& stream : streams) cudaStreamCreate(&stream);
  }
  void TearDown() override {}  // Nothing waits for the streams.
  void race() {
    add<<<1, 64, 0, streams[0]>>>(data);
    add<<<1, 64, 0, streams[1]>>>(data);
  }
  cudaStream_t streams[2];
};

TEST_F(Streams, FailRace) { race(); }
TEST_F(Streams, FailSameRaceAgain) { race(); }
TEST_F(Streams, PassExpectRace) { EXPECT_RACE(9, 9) race(); }
int* shared_by_tests = nullptr;
TEST_F(Streams, PassLeavesWork) {
  cudaMallocManaged(&shared_by_tests, sizeof host);
  add<<<1, 64, 0, streams[0]>>>(shared_by_tests);
}
TEST_F(Streams, PassReadsWhatAnEarlierTestLeft) {
  if (shared_by_tests == nullptr) GTEST_SKIP();
  EXPECT_EQ(shared_by_tests[0], 1);
}

// A whole suite fails by what its set-up launches.
struct SetUp : Kernels {
  static void SetUpTestSuite() {
    int* data = nullptr;
    cudaMalloc(&data, 256);
    cudaMemset(data, 0, 256);
    reverse<<<1, 64>>>(data);
    cudaFree(data);
  }
};
TEST_F(SetUp, PassItself) { right<<<1, 64>>>(data); }

// As on a GPU, a crash is an error of the device, until it is reset.
__global__ void crash(int* data) { *data = 1; }
TEST(Crash, FailCrash) { crash<<<1, 1>>>(nullptr); }
TEST(Crash, FailLater) { EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess); }
TEST(Crash, PassAfterReset) {
  cudaDeviceReset();
  int* data = nullptr;
  ASSERT_EQ(cudaMalloc(&data, sizeof(int)), cudaSuccess);
  EXPECT_CLEAN crash<<<1, 1>>>(data);
}
