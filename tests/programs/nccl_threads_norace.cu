// A thread for each device, which meet in every call; the host waits for what a rank did when it ends its communicator.
// CLEAN
// OPTIONS: --devices 3
// COMPILE: -lnccl
#include <nccl.h>

#include <atomic>
#include <thread>
#include <vector>

const int kRanks = 3, kCount = 64;
std::atomic<int> wrong{0};

__global__ void fill(float* data, float value) {
  data[threadIdx.x] = value;
}

void rank_of(int rank, ncclUniqueId id) {
  const auto check = [](bool right) {
    if (!right) ++wrong;
  };
  cudaSetDevice(rank);
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  ncclComm_t comm;
  check(ncclCommInitRank(&comm, kRanks, id, rank) == ncclSuccess);
  float *data, *result;
  cudaMallocManaged(&data, kCount * sizeof(float));
  cudaMallocManaged(&result, kCount * sizeof(float));
  for (int round = 0; round < 5; ++round) {
    fill<<<1, kCount, 0, stream>>>(data, rank + round);
    check(ncclAllReduce(data, result, kCount, ncclFloat, ncclSum, comm, stream) == ncclSuccess);
    // Around the ring.
    check(ncclGroupStart() == ncclSuccess);
    check(ncclSend(result, kCount, ncclFloat, (rank + 1) % kRanks, comm, stream) == ncclSuccess);
    check(ncclRecv(data, kCount, ncclFloat, (rank + kRanks - 1) % kRanks, comm, stream) == ncclSuccess);
    check(ncclGroupEnd() == ncclSuccess);
  }
  check(ncclCommDestroy(comm) == ncclSuccess);
  check(data[7] == 3 + 3 * 4 && result[9] == data[7]);
}

int main() {
  ncclUniqueId id;
  if (ncclGetUniqueId(&id) != ncclSuccess) return 1;
  std::vector<std::thread> ranks;
  for (int rank = 0; rank < kRanks; ++rank) ranks.emplace_back(rank_of, rank, id);
  for (std::thread& rank : ranks) rank.join();
  return wrong;
}
