// What is wrong with calls of NCCL is told at their line: ranks, roots, types, pointers, buffers that are too small or overlap,
// streams of another device, communicators that are not there, or no more.
// OPTIONS: --devices 2
// FINDING: api-error error none none *@ndev message="ncclCommInitAll: there is no device 2, but 2 devices \(FENCEPOST_DEVICES=3 gives the run 3\)"
// FINDING: api-error error none none *@twice message="ncclCommInitAll: ranks 0 and 1 are both of device 1: each rank must have a device of its own"
// FINDING: api-error error none none *@rank message="ncclCommInitRank: rank is 2, of 2 ranks from 0 on"
// FINDING: api-error error none none *@id message="ncclCommInitRank: its id was not made by ncclGetUniqueId"
// FINDING: api-error error none none *@process message="ncclCommInitRank: its id was made in process 1, which has ended, or was used for another communicator already"
// FINDING: api-error error none none *@config message="ncclCommInitRankConfig: its configuration was not initialised"
// FINDING: api-error error none none *@root message="ncclBroadcast: root is 1, of 1 ranks from 0 on"
// FINDING: api-error error none none *@type message="ncclAllReduce: there is no such type"
// FINDING: api-error error none none *@op message="ncclAllReduce: there is no such operation, or it is of another communicator"
// FINDING: api-error error none none *@null message="ncclAllReduce: recvbuff is null"
// FINDING: api-error error none none *@nocomm message="ncclAllReduce: its communicator is null"
// FINDING: api-error error none none *@short message="ncclAllGather: its recvbuff \(256 bytes\) goes 128 bytes past the end of the 128 bytes allocated at .*nccl_arguments.cu"
// FINDING: api-error error none none *@host message="ncclAllReduce: its sendbuff \(128 bytes\) is not device memory"
// FINDING: api-error error none none *@overlap message="ncclAllReduce: what it sends and what it receives overlap, but not as in place: then sendbuff is recvbuff"
// FINDING: api-error error none none *@turned message="ncclAlltoAll: what it sends and what it receives overlap: it has no form in place"
// FINDING: api-error error none none *@device message="ncclAllReduce: its stream is of device 1, but its communicator of device 0"
// FINDING: uninitialized-read error global none read@unwritten message="ncclAllReduce reads its sendbuff, part of which nothing has written"
// FINDING: api-error error none none *@group message="ncclGroupEnd: no ncclGroupStart came before it"
// FINDING: api-error error none none *@own message="ncclRedOpDestroy: the operation is one of NCCL's own"
// FINDING: api-error error none none *@again message="ncclCommDestroy: its communicator was never created, or was destroyed"
// FINDING: api-error error none none *@gone message="ncclAllReduce: its communicator was never created, or was destroyed"
// FINDING: api-error error none none *@shrink message="ncclCommShrink: excludeRanksList is null"
// STDOUT: ^4 1 5 4 4 2 4 4 4 4 4 1 1 0 0 1 0 5 4 0 4 4 4 $
// COMPILE: -lnccl
#include <nccl.h>

#include <cstdio>

int main() {
  float host[32] = {}, *a, *b, *c, *unwritten;
  cudaMalloc(&a, 32 * sizeof(float));
  cudaMalloc(&b, 32 * sizeof(float));
  cudaMalloc(&unwritten, 32 * sizeof(float));
  cudaMemset(a, 0, 32 * sizeof(float));
  cudaStream_t other;
  cudaSetDevice(1);
  cudaStreamCreate(&other);
  cudaMalloc(&c, 64 * sizeof(float));
  cudaMemset(c, 0, 64 * sizeof(float));
  cudaSetDevice(0);
  ncclComm_t comms[3], comm, pair[2];
  const int twice[] = {1, 1};
  int status[22];
  ncclConfig_t zeros = {};
  status[0] = ncclCommInitAll(comms, 3, nullptr);  // @ndev
  status[1] = ncclCommInitAll(comms, 2, twice);  // @twice
  ncclUniqueId id, none = {};
  ncclGetUniqueId(&id);
  status[2] = ncclCommInitRank(&comm, 2, id, 2);  // @rank
  status[3] = ncclCommInitRank(&comm, 2, none, 1);  // @id
  printf("%d ", ncclCommInitRankConfig(&comm, 1, id, 0, &zeros));  // @config
  ncclUniqueId foreign = id;
  for (int i = 16; i < 20; ++i) foreign.internal[i] = i == 16;
  status[4] = ncclCommInitRank(&comm, 2, foreign, 1);  // @process
  ncclCommInitRank(&comm, 1, id, 0);
  ncclCommInitAll(pair, 2, nullptr);
  status[5] = ncclBroadcast(a, b, 32, ncclFloat, 1, comm, nullptr);  // @root
  status[6] = ncclAllReduce(a, b, 32, static_cast<ncclDataType_t>(77), ncclSum, comm, nullptr);  // @type
  status[7] = ncclAllReduce(a, b, 32, ncclFloat, static_cast<ncclRedOp_t>(9), comm, nullptr);  // @op
  status[8] = ncclAllReduce(a, nullptr, 32, ncclFloat, ncclSum, comm, nullptr);  // @null
  status[9] = ncclAllReduce(a, b, 32, ncclFloat, ncclSum, nullptr, nullptr);  // @nocomm
  ncclGroupStart();
  ncclAllGather(a, b, 32, ncclFloat, pair[0], nullptr);  // @short
  ncclAllGather(c + 32, c, 32, ncclFloat, pair[1], nullptr);
  status[10] = ncclGroupEnd();
  status[11] = ncclAllReduce(host, b, 32, ncclFloat, ncclSum, comm, nullptr);  // @host
  status[12] = ncclAllReduce(a, a + 8, 16, ncclFloat, ncclSum, comm, nullptr);  // @overlap
  status[13] = ncclAlltoAll(a, a, 16, ncclFloat, comm, nullptr);  // @turned
  status[14] = ncclAllReduce(a, b, 32, ncclFloat, ncclSum, comm, other);  // @device
  status[15] = ncclAllReduce(unwritten, b, 32, ncclFloat, ncclSum, comm, nullptr);  // @unwritten
  status[16] = ncclGroupEnd();  // @group
  status[17] = ncclRedOpDestroy(ncclSum, comm);  // @own
  status[18] = ncclCommDestroy(comm);
  status[19] = ncclCommDestroy(comm);  // @again
  status[20] = ncclAllReduce(a, b, 32, ncclFloat, ncclSum, comm, nullptr);  // @gone
  status[21] = ncclCommShrink(pair[0], nullptr, 0, &comm, nullptr, 0);  // @shrink
  for (const int s : status) printf("%d ", s);
  printf("\n");
}
