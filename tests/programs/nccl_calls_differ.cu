// Ranks of a communicator that call what does not go together: other operations, other counts, a receive that is shorter than
// what is sent; operations of a group that meet in memory. Each is told with both lines.
// OPTIONS: --devices 2
// FINDING: api-error error none none *@reduce *@broadcast message="rank 1 calls ncclBroadcast at .*nccl_calls_differ.cu:[0-9]+, rank 0 calls ncclAllReduce at .*nccl_calls_differ.cu:[0-9]+"
// FINDING: api-error error none none *@ten *@twenty message="rank 1 calls ncclAllReduce of 20 ncclFloat32, ncclSum at .*, rank 0 calls ncclAllReduce of 10 ncclFloat32, ncclSum at .*"
// FINDING: api-error error none none *@send *@receive message="rank 1 calls ncclRecv of 8 ncclFloat32 at .*, rank 0 calls ncclSend of 16 ncclFloat32 at .*"
// FINDING: api-error error none none *@out *@in message="ncclRecv and ncclSend at .*, in the same group, access the same memory, and ncclRecv writes it"
// STDOUT: ^5 5 5 0 $
// COMPILE: -lnccl
#include <nccl.h>

#include <cstdio>

int main() {
  float* data[2];
  for (int r = 0; r < 2; ++r) {
    cudaSetDevice(r);
    cudaMalloc(&data[r], 64 * sizeof(float));
    cudaMemset(data[r], 0, 64 * sizeof(float));
  }
  int status[4];
  ncclComm_t comms[2];
  ncclCommInitAll(comms, 2, nullptr);
  ncclGroupStart();
  ncclAllReduce(data[0], data[0], 10, ncclFloat, ncclSum, comms[0], nullptr);  // @reduce
  ncclBroadcast(data[1], data[1], 10, ncclFloat, 0, comms[1], nullptr);  // @broadcast
  status[0] = ncclGroupEnd();
  ncclCommInitAll(comms, 2, nullptr);
  ncclGroupStart();
  ncclAllReduce(data[0], data[0], 10, ncclFloat, ncclSum, comms[0], nullptr);  // @ten
  ncclAllReduce(data[1], data[1], 20, ncclFloat, ncclSum, comms[1], nullptr);  // @twenty
  status[1] = ncclGroupEnd();
  ncclCommInitAll(comms, 2, nullptr);
  ncclGroupStart();
  ncclSend(data[0], 16, ncclFloat, 1, comms[0], nullptr);  // @send
  ncclRecv(data[1], 8, ncclFloat, 0, comms[1], nullptr);  // @receive
  status[2] = ncclGroupEnd();
  ncclCommInitAll(comms, 2, nullptr);
  ncclGroupStart();
  for (int r = 0; r < 2; ++r) {
    ncclSend(data[r], 16, ncclFloat, 1 - r, comms[r], nullptr);  // @out
    ncclRecv(data[r] + 8, 16, ncclFloat, 1 - r, comms[r], nullptr);  // @in
  }
  status[3] = ncclGroupEnd();
  for (const int s : status) printf("%d ", s);
  printf("\n");
}
