// A communicator without some of its ranks, by those that stay: in a group by one thread, in threads, and behind an operation that
// nobody will end.
// CLEAN
// OPTIONS: --devices 4
// STDOUT: ^3 0 1 2: 8 8 8\n2 0 1: 7 7\n2 0 1: 9 9\n$
// COMPILE: -lnccl
#include <nccl.h>

#include <cstdio>
#include <thread>
#include <vector>

__global__ void fill(float* data, float value) {
  data[threadIdx.x] = value;
}

float* data[4];

// All of them add up what each has; told by the first.
void sum(const std::vector<ncclComm_t>& comms, const std::vector<int>& devices) {
  int count = 0;
  ncclCommCount(comms[0], &count);
  printf("%d", count);
  ncclGroupStart();
  for (size_t i = 0; i < comms.size(); ++i) {
    int rank = 0;
    ncclCommUserRank(comms[i], &rank);
    printf(" %d", rank);
    ncclAllReduce(data[devices[i]], data[devices[i]], 32, ncclFloat, ncclSum, comms[i], nullptr);
  }
  ncclGroupEnd();
  printf(":");
  for (const int device : devices) {
    float value;
    cudaSetDevice(device);
    cudaMemcpy(&value, data[device], sizeof value, cudaMemcpyDeviceToHost);
    printf(" %.0f", value);
  }
  printf("\n");
}

void set(float a, float b, float c, float d) {
  const float values[] = {a, b, c, d};
  for (int device = 0; device < 4; ++device) {
    cudaSetDevice(device);
    fill<<<1, 32>>>(data[device], values[device]);
    cudaDeviceSynchronize();
  }
}

int main() {
  for (int device = 0; device < 4; ++device) {
    cudaSetDevice(device);
    cudaMalloc(&data[device], 32 * sizeof(float));
  }
  ncclComm_t all[4];
  ncclCommInitAll(all, 4, nullptr);

  set(1, 2, 4, 5);
  int second[] = {1};
  std::vector<ncclComm_t> three(3);
  ncclGroupStart();
  ncclCommShrink(all[0], second, 1, &three[0], nullptr, NCCL_SHRINK_DEFAULT);
  ncclCommShrink(all[2], second, 1, &three[1], nullptr, NCCL_SHRINK_DEFAULT);
  ncclCommShrink(all[3], second, 1, &three[2], nullptr, NCCL_SHRINK_DEFAULT);
  ncclGroupEnd();
  set(1, 2, 3, 4);
  sum(three, {0, 2, 3});

  // Of which the last leaves, and ends its communicator before.
  ncclCommDestroy(three[2]);
  int third[] = {2};
  std::vector<ncclComm_t> two(2);
  std::thread other([&] {
    cudaSetDevice(2);
    ncclCommShrink(three[1], third, 1, &two[1], nullptr, NCCL_SHRINK_DEFAULT);
  });
  cudaSetDevice(0);
  ncclCommShrink(three[0], third, 1, &two[0], nullptr, NCCL_SHRINK_DEFAULT);
  other.join();
  set(3, 0, 4, 0);
  sum(two, {0, 2});

  // Ranks 0 and 3 of the first, and not those between.
  int between[] = {2, 1};
  std::vector<ncclComm_t> ends(2);
  ncclGroupStart();
  ncclCommShrink(all[0], between, 2, &ends[0], nullptr, NCCL_SHRINK_ABORT);
  ncclCommShrink(all[3], between, 2, &ends[1], nullptr, NCCL_SHRINK_ABORT);
  ncclGroupEnd();
  set(4, 0, 0, 5);
  sum(ends, {0, 3});
}
