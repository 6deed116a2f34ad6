// A call that waits for a rank that never comes is told, and fails: one thread that makes its ranks' calls one after the other, without
// a group; a rank that ends its communicator without the call; a communicator of which a rank is missing.
// OPTIONS: --devices 2
// FINDING: deadlock error none none barrier@alone message="ncclAllReduce of rank 0 waits for rank 1, which has not come, and no thread of the program is left that could make the call"
// FINDING: deadlock error none none barrier@sent message="ncclSend of rank 0 waits for rank 1, which has not called ncclRecv from it"
// FINDING: deadlock error none none barrier@first message="ncclCommInitRank of rank 0 waits for rank 1, which has not come within 1 s"
// FINDING: deadlock error none none barrier@waits exit@leaves message="ncclAllReduce of rank 0 waits for rank 1, which has not come, and ended its communicator: ncclCommDestroy at .*nccl_missing_rank.cu"
// STDOUT: ^5 5 6 5 $
// COMPILE: -lnccl
#include <nccl.h>

#include <cstdio>
#include <cstdlib>
#include <thread>

int main() {
  float* data[2];
  for (int r = 0; r < 2; ++r) {
    cudaSetDevice(r);
    cudaMalloc(&data[r], 64 * sizeof(float));
    cudaMemset(data[r], 0, 64 * sizeof(float));
  }
  int status[4] = {};
  ncclComm_t comms[2];
  ncclCommInitAll(comms, 2, nullptr);
  for (int r = 0; r < 2 && status[0] == 0; ++r) {
    status[0] = ncclAllReduce(data[r], data[r], 64, ncclFloat, ncclSum, comms[r], nullptr);  // @alone
  }
  ncclCommInitAll(comms, 2, nullptr);
  status[1] = ncclSend(data[0], 64, ncclFloat, 1, comms[0], nullptr);  // @sent
  setenv("FENCEPOST_NCCL_TIMEOUT", "1", 1);  // It might come in another process.
  ncclUniqueId id;
  ncclGetUniqueId(&id);
  status[2] = ncclCommInitRank(&comms[0], 2, id, 0);  // @first
  ncclCommInitAll(comms, 2, nullptr);
  std::thread other([&] {
    status[3] = ncclAllReduce(data[0], data[0], 64, ncclFloat, ncclSum, comms[0], nullptr);  // @waits
  });
  ncclCommDestroy(comms[1]);  // @leaves
  other.join();
  for (const int s : status) printf("%d ", s);
  printf("\n");
}
