// Collective operations of two devices in one process, by one thread, in groups: all of them, in place and not, every type and
// reduction, send and receive, communicators that are split.
// CLEAN
// OPTIONS: --devices 2
// COMPILE: -lnccl
#include <nccl.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <type_traits>
#include <vector>

#define NCCL(call)                                                                       \
  do {                                                                                   \
    if (const ncclResult_t result = call; result != ncclSuccess) {                       \
      printf("line %d: %s\n", __LINE__, ncclGetErrorString(result));                     \
      std::exit(1);                                                                      \
    }                                                                                    \
  } while (0)

const int kRanks = 2, kCount = 5;
ncclComm_t comms[kRanks];
cudaStream_t streams[kRanks];

void expect(bool right, const char* what) {
  if (right) return;
  printf("wrong: %s\n", what);
  std::exit(1);
}

/// A buffer of each rank.
template <class T>
struct Buffers {
  T* of[kRanks];
  explicit Buffers(int count) {
    for (int rank = 0; rank < kRanks; ++rank) {
      cudaSetDevice(rank);
      cudaMalloc(&of[rank], count * sizeof(T));
    }
  }
  ~Buffers() {
    for (int rank = 0; rank < kRanks; ++rank) {
      cudaSetDevice(rank);
      cudaFree(of[rank]);
    }
  }
  void set(int rank, const std::vector<T>& values) {
    cudaSetDevice(rank);
    cudaMemcpyAsync(of[rank], values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice, streams[rank]);
  }
  std::vector<T> get(int rank, int count) {
    std::vector<T> values(count);
    cudaSetDevice(rank);
    cudaMemcpyAsync(values.data(), of[rank], count * sizeof(T), cudaMemcpyDeviceToHost, streams[rank]);
    cudaStreamSynchronize(streams[rank]);
    return values;
  }
};

/// Calls of all ranks.
template <class Call>
void together(Call call) {
  NCCL(ncclGroupStart());
  for (int rank = 0; rank < kRanks; ++rank) NCCL(call(rank));
  NCCL(ncclGroupEnd());
}

template <class T>
void reductions(ncclDataType_t type, const char* what) {
  const auto value = [](int rank, int i) { return 3 * rank + i + 1; };
  Buffers<T> in(kCount), out(kCount);
  for (int rank = 0; rank < kRanks; ++rank) {
    std::vector<T> values;
    for (int i = 0; i < kCount; ++i) values.push_back(T(float(value(rank, i))));
    in.set(rank, values);
  }
  for (const ncclRedOp_t op : {ncclSum, ncclProd, ncclMax, ncclMin, ncclAvg}) {
    together([&](int rank) {
      return ncclAllReduce(in.of[rank], out.of[rank], kCount, type, op, comms[rank], streams[rank]);
    });
    for (int rank = 0; rank < kRanks; ++rank) {
      const std::vector<T> result = out.get(rank, kCount);
      for (int i = 0; i < kCount; ++i) {
        const float a = value(0, i), b = value(1, i);
        const float whole = std::is_integral_v<T> ? int((a + b) / 2) : (a + b) / 2;
        const float right[] = {a + b, a * b, b, a, whole};
        expect(float(result[i]) == float(T(right[op])), what);
      }
    }
  }
  ncclRedOp_t halves[kRanks];
  T factors[kRanks] = {T(2.0f), T(3.0f)};
  for (int rank = 0; rank < kRanks; ++rank) {
    NCCL(ncclRedOpCreatePreMulSum(&halves[rank], &factors[rank], type, ncclScalarHostImmediate, comms[rank]));
  }
  together([&](int rank) {
    return ncclReduce(in.of[rank], out.of[rank], kCount, type, halves[rank], 1, comms[rank], streams[rank]);
  });
  const std::vector<T> result = out.get(1, kCount);
  for (int i = 0; i < kCount; ++i) {
    expect(float(result[i]) == float(T(2.0f * value(0, i) + 3.0f * value(1, i))), what);
  }
  for (int rank = 0; rank < kRanks; ++rank) NCCL(ncclRedOpDestroy(halves[rank], comms[rank]));
}

void copies() {
  Buffers<int> in(2 * kCount), out(2 * kCount);
  const auto fill = [&](Buffers<int>& buffers) {
    for (int rank = 0; rank < kRanks; ++rank) {
      std::vector<int> values;
      for (int i = 0; i < 2 * kCount; ++i) values.push_back(100 * rank + i);
      buffers.set(rank, values);
    }
  };
  const auto holds = [&](Buffers<int>& buffers, int rank, int begin, int first, const char* what) {
    const std::vector<int> values = buffers.get(rank, 2 * kCount);
    for (int i = 0; i < kCount; ++i) expect(values[begin + i] == first + i, what);
  };
  fill(in);
  fill(out);
  together([&](int r) { return ncclBroadcast(in.of[r], out.of[r], kCount, ncclInt, 1, comms[r], streams[r]); });
  for (int r = 0; r < kRanks; ++r) holds(out, r, 0, 100, "broadcast");
  together([&](int r) { return ncclAllGather(in.of[r], out.of[r], kCount, ncclInt, comms[r], streams[r]); });
  for (int r = 0; r < kRanks; ++r) holds(out, r, 0, 0, "gather of rank 0"), holds(out, r, kCount, 100, "of rank 1");
  together([&](int r) { return ncclAlltoAll(in.of[r], out.of[r], kCount, ncclInt, comms[r], streams[r]); });
  for (int r = 0; r < kRanks; ++r) {
    holds(out, r, 0, kCount * r, "all to all, of rank 0"), holds(out, r, kCount, 100 + kCount * r, "of rank 1");
  }
  together([&](int r) { return ncclScatter(in.of[r], out.of[r], kCount, ncclInt, 0, comms[r], streams[r]); });
  for (int r = 0; r < kRanks; ++r) holds(out, r, 0, kCount * r, "scatter");
  together([&](int r) { return ncclGather(in.of[r], out.of[r], kCount, ncclInt, 1, comms[r], streams[r]); });
  holds(out, 1, 0, 0, "gather at the root"), holds(out, 1, kCount, 100, "gather at the root");
  together([&](int r) {
    return ncclReduceScatter(in.of[r], out.of[r], kCount, ncclInt, ncclMax, comms[r], streams[r]);
  });
  for (int r = 0; r < kRanks; ++r) holds(out, r, 0, 100 + kCount * r, "reduce, scatter");
  // In place.
  fill(out);
  together([&](int r) {
    return ncclAllGather(out.of[r] + kCount * r, out.of[r], kCount, ncclInt, comms[r], streams[r]);
  });
  for (int r = 0; r < kRanks; ++r) holds(out, r, 0, 0, "in place"), holds(out, r, kCount, 100 + kCount, "in place");
  fill(out);
  together([&](int r) {
    return ncclReduceScatter(out.of[r], out.of[r] + kCount * r, kCount, ncclInt, ncclMin, comms[r], streams[r]);
  });
  for (int r = 0; r < kRanks; ++r) holds(out, r, kCount * r, kCount * r, "reduce, scatter in place");
  fill(out);
  together([&](int r) { return ncclBcast(out.of[r], 2 * kCount, ncclInt, 0, comms[r], streams[r]); });
  for (int r = 0; r < kRanks; ++r) holds(out, r, kCount, kCount, "broadcast in place");
  // Send and receive, in one group.
  NCCL(ncclGroupStart());
  for (int r = 0; r < kRanks; ++r) {
    NCCL(ncclSend(in.of[r], kCount, ncclInt, 1 - r, comms[r], streams[r]));
    NCCL(ncclRecv(out.of[r] + kCount, kCount, ncclInt, 1 - r, comms[r], streams[r]));
  }
  NCCL(ncclGroupEnd());
  for (int r = 0; r < kRanks; ++r) holds(out, r, kCount, 100 * (1 - r), "received");
}

/// What a stream of one device did before, a kernel on the other may rely on once data has come from there.
__global__ void add(int* to, const int* from) {
  to[threadIdx.x] += from[threadIdx.x];
}

void kernels_around() {
  Buffers<int> data(kCount);
  for (int r = 0; r < kRanks; ++r) {
    cudaSetDevice(r);
    cudaDeviceEnablePeerAccess(1 - r, 0);
    cudaMemsetAsync(data.of[r], r + 1, kCount * sizeof(int), streams[r]);
  }
  together([&](int r) {
    return ncclAllReduce(data.of[r], data.of[r], kCount, ncclInt, ncclSum, comms[r], streams[r]);
  });
  cudaSetDevice(0);
  add<<<1, kCount, 0, streams[0]>>>(data.of[0], data.of[0]);
  together([&](int r) { return ncclBcast(data.of[r], kCount, ncclInt, 0, comms[r], streams[r]); });
  cudaSetDevice(1);
  add<<<1, kCount, 0, streams[1]>>>(data.of[1], data.of[0]);  // Rank 0 has sent it, and wrote it before.
  expect(data.get(1, 1)[0] == 4 * 0x03030303, "kernels");
}

/// Operations of a group in several streams count as put into each of them.
void streams_of_a_group() {
  Buffers<int> first(kCount), second(kCount);
  cudaStream_t others[kRanks];
  for (int r = 0; r < kRanks; ++r) {
    cudaSetDevice(r);
    cudaStreamCreateWithFlags(&others[r], cudaStreamNonBlocking);
    cudaMemsetAsync(first.of[r], r, kCount * sizeof(int), streams[r]);
    cudaMemsetAsync(second.of[r], r, kCount * sizeof(int), others[r]);
  }
  NCCL(ncclGroupStart());
  for (int r = 0; r < kRanks; ++r) {
    NCCL(ncclAllReduce(first.of[r], first.of[r], kCount, ncclInt, ncclSum, comms[r], streams[r]));
    NCCL(ncclAllReduce(second.of[r], second.of[r], kCount, ncclInt, ncclSum, comms[r], others[r]));
  }
  NCCL(ncclGroupEnd());
  for (int r = 0; r < kRanks; ++r) {
    cudaSetDevice(r);
    add<<<1, kCount, 0, streams[r]>>>(first.of[r], second.of[r]);
    expect(first.get(r, 1)[0] == 2 * 0x01010101, "streams of a group");
    cudaStreamDestroy(others[r]);
  }
}

/// A communicator of one rank, in a graph; of ranks that one thread makes in a group.
void graphs_and_ids() {
  Buffers<int> data(kCount);
  ncclUniqueId id;
  ncclComm_t again[kRanks], alone;
  NCCL(ncclGetUniqueId(&id));
  NCCL(ncclGroupStart());
  for (int r = 0; r < kRanks; ++r) {
    cudaSetDevice(r);
    cudaMemsetAsync(data.of[r], 1, kCount * sizeof(int), streams[r]);
    NCCL(ncclCommInitRank(&again[r], kRanks, id, r));
  }
  NCCL(ncclGroupEnd());
  together([&](int r) {
    return ncclAllReduce(data.of[r], data.of[r], kCount, ncclInt, ncclSum, again[r], streams[r]);
  });
  expect(data.get(0, 1)[0] == 0x02020202, "ids");
  cudaSetDevice(0);
  NCCL(ncclGetUniqueId(&id));
  NCCL(ncclCommInitRank(&alone, 1, id, 0));
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(streams[0], cudaStreamCaptureModeGlobal);
  add<<<1, kCount, 0, streams[0]>>>(data.of[0], data.of[0]);
  NCCL(ncclAllReduce(data.of[0], data.of[0], kCount, ncclInt, ncclSum, alone, streams[0]));
  cudaStreamEndCapture(streams[0], &graph);
  expect(data.get(0, 1)[0] == 0x02020202, "not yet");
  cudaGraphInstantiate(&exec, graph, 0);
  for (int i = 0; i < 2; ++i) cudaGraphLaunch(exec, streams[0]);
  expect(data.get(0, 1)[0] == 0x08080808, "graph");
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  NCCL(ncclCommDestroy(alone));
  for (const ncclComm_t comm : again) NCCL(ncclCommDestroy(comm));
}

int main() {
  int version = 0, value = -1;
  NCCL(ncclGetVersion(&version));
  expect(version == NCCL_VERSION_CODE, "version");
  NCCL(ncclCommInitAll(comms, kRanks, nullptr));
  for (int r = 0; r < kRanks; ++r) {
    cudaSetDevice(r);
    cudaStreamCreate(&streams[r]);
    NCCL(ncclCommCount(comms[r], &value));
    expect(value == kRanks, "count");
    NCCL(ncclCommUserRank(comms[r], &value));
    expect(value == r, "rank");
    NCCL(ncclCommCuDevice(comms[r], &value));
    expect(value == r, "device");
  }
  reductions<int8_t>(ncclInt8, "int8");
  reductions<uint8_t>(ncclUint8, "uint8");
  reductions<int32_t>(ncclInt32, "int32");
  reductions<uint32_t>(ncclUint32, "uint32");
  reductions<int64_t>(ncclInt64, "int64");
  reductions<uint64_t>(ncclUint64, "uint64");
  reductions<__half>(ncclFloat16, "half");
  reductions<__nv_bfloat16>(ncclBfloat16, "bfloat16");
  reductions<float>(ncclFloat32, "float");
  reductions<double>(ncclFloat64, "double");
  reductions<__nv_fp8_e4m3>(ncclFloat8e4m3, "fp8 e4m3");
  reductions<__nv_fp8_e5m2>(ncclFloat8e5m2, "fp8 e5m2");
  copies();
  kernels_around();
  streams_of_a_group();
  graphs_and_ids();
  ncclComm_t alone[kRanks], turned[kRanks];
  together([&](int r) { return ncclCommSplit(comms[r], r, 0, &alone[r], nullptr); });
  together([&](int r) { return ncclCommSplit(comms[r], r == 5 ? NCCL_SPLIT_NOCOLOR : 0, -r, &turned[r], nullptr); });
  for (int r = 0; r < kRanks; ++r) {
    NCCL(ncclCommCount(alone[r], &value));
    expect(value == 1, "alone");
    NCCL(ncclCommUserRank(turned[r], &value));
    expect(value == 1 - r, "turned");
    NCCL(ncclCommFinalize(alone[r]));
    for (const ncclComm_t comm : {alone[r], turned[r], comms[r]}) NCCL(ncclCommDestroy(comm));
  }
}
