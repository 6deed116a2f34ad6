// Ranks of NCCL in processes of their own: the program forks one for each before it uses a device, and each has the id that was made
// before. Run by test_nccl_processes.py; the first argument says what they do, the second how many they are.
#include <nccl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

constexpr int kCount = 1000;  // No whole page.

int ranks = 2, rank = 0, failures = 0;
cudaStream_t stream, other_stream;
ncclComm_t comm;

void expect(bool right, const char* what) {
  if (right) return;
  std::fprintf(stderr, "rank %d: %s is wrong\n", rank, what);
  ++failures;
}
#define NCCL(call)                                                                    \
  do {                                                                                \
    const ncclResult_t result_ = (call);                                              \
    if (result_ != ncclSuccess) {                                                     \
      std::fprintf(stderr, "rank %d, line %d: status %d\n", rank, __LINE__, result_); \
      ++failures;                                                                     \
    }                                                                                 \
  } while (false)

__global__ void fill(int* data, int n, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = value + i;
}
__global__ void add(int* data, int n, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] += value;  // added
}

int* memory(int count) {
  int* data;
  cudaMalloc(&data, count * sizeof(int));
  return data;
}
void fill(int* data, int count, int value, cudaStream_t in) { fill<<<(count + 255) / 256, 256, 0, in>>>(data, count, value); }
std::vector<int> contents(const int* data, int count) {
  std::vector<int> copy(count);
  cudaStreamSynchronize(stream);
  cudaMemcpy(copy.data(), data, count * sizeof(int), cudaMemcpyDeviceToHost);
  return copy;
}

void collectives() {
  int *own = memory(kCount * ranks), *all = memory(kCount * ranks);
  fill(own, kCount * ranks, 10000 * rank, stream);
  const int sum = 10000 * ranks * (ranks - 1) / 2;
  NCCL(ncclAllReduce(own, all, kCount, ncclInt, ncclSum, comm, stream));
  expect(contents(all, kCount)[7] == sum + 7 * ranks, "ncclAllReduce");
  NCCL(ncclAllGather(own, all, kCount, ncclInt, comm, stream));
  for (int r = 0; r < ranks; ++r) expect(contents(all, kCount * ranks)[r * kCount + 5] == 10000 * r + 5, "ncclAllGather");
  NCCL(ncclReduceScatter(own, all, kCount, ncclInt, ncclSum, comm, stream));
  expect(contents(all, kCount)[3] == sum + ranks * (rank * kCount + 3), "ncclReduceScatter");
  NCCL(ncclAlltoAll(own, all, kCount, ncclInt, comm, stream));
  for (int r = 0; r < ranks; ++r) {
    expect(contents(all, kCount * ranks)[r * kCount + 1] == 10000 * r + rank * kCount + 1, "ncclAlltoAll");
  }
  const int root = ranks - 1;
  NCCL(ncclReduce(own, all, kCount, ncclInt, ncclMax, root, comm, stream));
  if (rank == root) expect(contents(all, kCount)[9] == 10000 * root + 9, "ncclReduce");
  NCCL(ncclBroadcast(own, all, kCount, ncclInt, root, comm, stream));
  expect(contents(all, kCount)[9] == 10000 * root + 9, "ncclBroadcast");
  NCCL(ncclGather(own, all, kCount, ncclInt, 0, comm, stream));
  if (rank == 0) expect(contents(all, kCount * ranks)[kCount + 2] == 10000 + 2, "ncclGather");
  NCCL(ncclScatter(own, all, kCount, ncclInt, 0, comm, stream));
  expect(contents(all, kCount)[4] == rank * kCount + 4, "ncclScatter");
  // One behind the other in a group: the second reads what the first writes.
  NCCL(ncclGroupStart());
  NCCL(ncclAllReduce(own, all, kCount, ncclInt, ncclSum, comm, stream));
  NCCL(ncclAllReduce(all, all, kCount, ncclInt, ncclSum, comm, stream));
  NCCL(ncclGroupEnd());
  expect(contents(all, kCount)[7] == ranks * (sum + 7 * ranks), "a group");
}

void neighbours() {
  int *own = memory(kCount), *got = memory(kCount);
  fill(own, kCount, 100 * rank, stream);
  for (int round = 0; round < 20; ++round) {
    NCCL(ncclGroupStart());
    NCCL(ncclSend(own, kCount, ncclInt, (rank + 1) % ranks, comm, stream));
    NCCL(ncclRecv(got, kCount, ncclInt, (rank + ranks - 1) % ranks, comm, stream));
    NCCL(ncclGroupEnd());
  }
  expect(contents(got, kCount)[6] == 100 * ((rank + ranks - 1) % ranks) + 6, "a ring");
  // There and back in another stream, whose work comes after what was sent.
  const bool is_first = rank == 0;
  if (rank > 1) return;
  if (is_first) {
    NCCL(ncclSend(own, kCount, ncclInt, 1, comm, stream));
    NCCL(ncclRecv(got, kCount, ncclInt, 1, comm, other_stream));
    add<<<4, 256, 0, other_stream>>>(own, kCount, 1);
  } else {
    NCCL(ncclRecv(got, kCount, ncclInt, 0, comm, stream));
    NCCL(ncclSend(got, kCount, ncclInt, 0, comm, stream));
  }
  cudaDeviceSynchronize();
}

void parts_of_ranks() {
  ncclComm_t half, twice, none;
  NCCL(ncclCommSplit(comm, rank % 2, -rank, &half, nullptr));
  int count = 0, place = 0;
  NCCL(ncclCommCount(half, &count));
  NCCL(ncclCommUserRank(half, &place));
  expect(count == (ranks + 1 - rank % 2) / 2, "the size of a half");
  expect(place == count - 1 - rank / 2, "the rank in a half");
  int* const data = memory(kCount);
  fill(data, kCount, rank, stream);
  NCCL(ncclAllReduce(data, data, kCount, ncclInt, ncclMax, half, stream));
  expect(contents(data, 1)[0] == rank % 2 + 2 * (count - 1), "a half");
  NCCL(ncclCommSplit(comm, 0, rank, &twice, nullptr));
  NCCL(ncclCommSplit(comm, rank == 0 ? NCCL_SPLIT_NOCOLOR : 1, rank, &none, nullptr));
  expect((none == nullptr) == (rank == 0), "no color");
  NCCL(ncclAllReduce(data, data, kCount, ncclInt, ncclSum, twice, stream));
  NCCL(ncclCommFinalize(twice));
  NCCL(ncclCommDestroy(twice));
  NCCL(ncclCommDestroy(half));
  if (none != nullptr) NCCL(ncclCommDestroy(none));
}

/// A process has two ranks, each of the others one.
void several(const ncclUniqueId& id) {
  ncclComm_t comms[2];
  const int own = rank == 0 ? 2 : 1, first = rank == 0 ? 0 : rank + 1;
  int* data[2];
  NCCL(ncclGroupStart());
  for (int i = 0; i < own; ++i) {
    cudaSetDevice(first + i);
    data[i] = memory(kCount);
    fill(data[i], kCount, first + i, nullptr);
    NCCL(ncclCommInitRank(&comms[i], ranks + 1, id, first + i));
  }
  NCCL(ncclGroupEnd());
  for (int round = 0; round < 2; ++round) {
    NCCL(ncclGroupStart());
    for (int i = 0; i < own; ++i) NCCL(ncclAllReduce(data[i], data[i], kCount, ncclInt, ncclMax, comms[i], nullptr));
    NCCL(ncclGroupEnd());
  }
  for (int i = 0; i < own; ++i) {
    cudaSetDevice(first + i);
    expect(contents(data[i], 2)[1] == ranks + 1, "several ranks of a process");
    NCCL(ncclCommDestroy(comms[i]));
  }
}

int status_of_rank(const std::string& what, const ncclUniqueId& id) {
  if (what == "several") {
    several(id);
    return failures;
  }
  cudaSetDevice(what == "device" ? 0 : rank);
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&other_stream, cudaStreamNonBlocking);
  fill(memory(kCount), kCount, 0, stream);  // A process that was forked has a report from its first launch on.
  if (what == "never" && rank == 1) return 0;
  const ncclResult_t made = ncclCommInitRank(&comm, ranks, id, what == "twice" ? 0 : rank);  // made
  if (made != ncclSuccess) return what == "never" || what == "twice" || what == "device" ? 0 : 9;
  if (what == "right") {
    collectives();
    neighbours();
    parts_of_ranks();
    NCCL(ncclCommDestroy(comm));
    return failures;
  }
  int* const data = memory(kCount);
  ncclResult_t status = ncclSuccess;
  if (what == "unwritten") {
    if (rank == 0) fill(data, kCount / 2, 0, stream);
    NCCL(ncclBroadcast(data, data, kCount, ncclInt, 0, comm, stream));
    add<<<4, 256, 0, stream>>>(data, rank == 0 ? 1 : kCount, 1);
  } else if (what == "race") {
    fill(data, kCount, rank, stream);
    cudaStreamSynchronize(stream);
    NCCL(ncclAllReduce(data, data, kCount, ncclInt, ncclSum, comm, stream));  // reduced
    if (rank == 1) add<<<4, 256, 0, other_stream>>>(data, kCount, 1);
  } else if (what == "bounds") {
    fill(data, kCount, rank, stream);
    status = ncclAllReduce(data + rank, data + rank, kCount, ncclInt, ncclSum, comm, stream);  // beyond
    expect(status == ncclUnhandledCudaError, "the status");
  } else if (what == "differ") {
    fill(data, kCount, rank, stream);
    status = ncclAllReduce(data, data, kCount - rank, ncclInt, ncclSum, comm, stream);  // differs
    expect(status == ncclInvalidUsage, "the status");
  } else if (what == "ends" || what == "leaves" || what == "late") {
    fill(data, kCount, rank, stream);
    NCCL(ncclAllReduce(data, data, kCount, ncclInt, ncclSum, comm, stream));
    if (rank == 1) {
      if (what == "ends") return 0;
      if (what == "late") sleep(4);
      if (what == "leaves") NCCL(ncclCommDestroy(comm));  // left
      return 0;
    }
    status = ncclAllReduce(data, data, kCount, ncclInt, ncclSum, comm, stream);  // waits
    expect(status == (what == "leaves" ? ncclInvalidUsage : ncclRemoteError), "the status");
    ncclCommAbort(comm);
  }
  cudaDeviceSynchronize();
  return failures;
}

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "right";
  if (argc > 2) ranks = std::atoi(argv[2]);
  ncclUniqueId id;
  NCCL(ncclGetUniqueId(&id));
  for (rank = 0; rank < ranks; ++rank) {
    if (fork() == 0) std::exit(status_of_rank(what, id));
  }
  int wrong = 0;
  for (int i = 0; i < ranks; ++i) {
    int status = 0;
    wait(&status);
    wrong += status != 0;
  }
  return wrong;
}
