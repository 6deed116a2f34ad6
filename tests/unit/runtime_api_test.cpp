// The CUDA runtime API, called as a program does, with kernels in the form that fencepost-nvcc gives them.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <numeric>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "sim/engine/arena.h"
#include "sim/engine/engine.h"
#include "sim/include/cuda_runtime.h"
#include "sim/include/fencepost_builtin_variables.h"
#include "sim/interface/kernel_table.h"
#include "tests/unit/every_observer.h"

namespace {

int device_table[16];  // Stands for a __device__ variable.
int element_0, element_1;

// What clang and our passes make of a kernel: a stub that launches itself, and an entry in a table.
extern "C" unsigned __cudaPushCallConfiguration(dim3, dim3, size_t, cudaStream_t);
extern "C" unsigned __cudaPopCallConfiguration(dim3*, dim3*, size_t*, void*);
extern "C" void** __cudaRegisterFatBinary(const void*);
extern "C" void __cudaRegisterFunction(void**, const char*, char*, const char*, int, uint3*, uint3*, dim3*, dim3*,
                                       int*);

template <class... Parameters>
void launch_stub(const void* stub, Parameters&... parameters) {
  dim3 grid, block;
  size_t shared = 0;
  cudaStream_t stream = nullptr;
  __cudaPopCallConfiguration(&grid, &block, &shared, &stream);
  void* arguments[] = {&parameters..., nullptr};
  cudaLaunchKernel(stub, grid, block, arguments, shared, stream);
}

template <auto Body>
struct Kernel;
template <class... Parameters, void (*Body)(Parameters...)>
struct Kernel<Body> {
  Kernel(const void* stub, const char* symbol, std::vector<const char*> names) {
    std::size_t end = 0;
    [[maybe_unused]] const auto place = [&end](std::size_t bytes, std::size_t alignment) {
      const std::size_t begin = (end + alignment - 1) / alignment * alignment;
      end = begin + bytes;
      return begin;
    };
    ((offsets[parameters.size()] = place(sizeof(Parameters), alignof(Parameters)),
      parameters.push_back(
          {names[parameters.size()], sizeof(Parameters), offsets[parameters.size()],
           sizeof(std::conditional_t<std::is_pointer_v<Parameters>, std::remove_pointer_t<Parameters>, char>),
           std::is_pointer_v<Parameters> ? unsigned{fencepost::kIsPointer} : 0U, ""})),
     ...);
    entry = {symbol,   run,    reinterpret_cast<const void*>(Body), parameters.data(), parameters.size(), 0,
             &threads, nullptr};
    table = {fencepost::kKernelTableVersion, &entry, 1, nullptr, 0, 32, 90};
    binary.table = &table;
    __cudaRegisterFunction(__cudaRegisterFatBinary(&binary), static_cast<const char*>(stub), nullptr, symbol, 0,
                           nullptr, nullptr, nullptr, nullptr, nullptr);
  }
  static void run(void* arguments) { call(arguments, std::index_sequence_for<Parameters...>()); }
  template <std::size_t... I>
  static void call([[maybe_unused]] void* arguments, std::index_sequence<I...> /*numbers*/) {
    Body(*reinterpret_cast<Parameters*>(static_cast<std::byte*>(arguments) + offsets[I])...);
  }

  static inline std::array<std::size_t, sizeof...(Parameters) + 1> offsets{};

  std::vector<fencepost::KernelParameter> parameters;
  fencepost::KernelThreads threads{};
  fencepost::KernelEntry entry;
  fencepost::KernelTable table;
  struct {
    int magic = 0, version = 0;
    const fencepost::KernelTable* table = nullptr;
    void* unused = nullptr;
  } binary;
};

void scale_body(int* data, int n, int factor) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < static_cast<unsigned>(n)) data[i] *= factor;
}
void scale(int* data, int n, int factor) { launch_stub(reinterpret_cast<const void*>(&scale), data, n, factor); }
const Kernel<scale_body> scale_kernel(reinterpret_cast<const void*>(&scale), "scale", {"data", "n", "factor"});

struct Big {
  long values[8];
};

struct Counted {  // Passed by reference to a copy, by the calling convention.
  explicit Counted(int v) : value(v) {}
  Counted(const Counted& other) : value(other.value) {}
  int value;
};

void mixed_body(Counted a, Big big, double x, char c, Counted b, float* out) {
  *out = static_cast<float>(a.value + big.values[7] + x + c + 1000 * b.value);
}
void mixed(Counted a, Big big, double x, char c, Counted b, float* out) {
  launch_stub(reinterpret_cast<const void*>(&mixed), a, big, x, c, b, out);
}
const Kernel<mixed_body> mixed_kernel(reinterpret_cast<const void*>(&mixed), "mixed",
                                      {"a", "big", "x", "c", "b", "out"});

void trapping_body() {
  fencepost::sim::stop_launch({.reason = fencepost::sim::StopReason::kAssertion, .text = "on purpose"});
}
void trapping() { launch_stub(reinterpret_cast<const void*>(&trapping)); }
const Kernel<trapping_body> trapping_kernel(reinterpret_cast<const void*>(&trapping), "trapping", {});

void configure(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = nullptr) {
  __cudaPushCallConfiguration(grid, block, shared, stream);
}

class Recorder : public fencepost::sim::EveryObserver {
 public:
  void on_api_error(std::string_view call, std::string_view error, const void*) override {
    errors.push_back(std::string(call) + ": " + std::string(error));
  }
  void on_launch_begin(const fencepost::sim::LaunchInfo& info) override {
    arguments.assign(info.arguments.begin(), info.arguments.end());
  }
  void on_copy(const void*, const void*, std::size_t bytes) override { copied += bytes; }
  std::vector<std::string> errors;
  std::vector<fencepost::sim::PointerArgument> arguments;
  std::size_t copied = 0;
};

class RuntimeApi : public testing::Test {
 protected:
  RuntimeApi() {
    recorder = Recorder();
    fencepost::sim::observe(&recorder);
  }
  ~RuntimeApi() override {
    cudaDeviceReset();
    fencepost::sim::observe(nullptr);
  }
  static Recorder recorder;
};
Recorder RuntimeApi::recorder;

TEST_F(RuntimeApi, CopiesThereAndBackAgain) {
  std::vector<int> host(100);
  std::iota(host.begin(), host.end(), 0);
  int* device = nullptr;
  ASSERT_EQ(cudaMalloc(&device, 400), cudaSuccess);
  EXPECT_EQ(fencepost::sim::Arena::instance().find(device)->element_bytes, 4U);
  ASSERT_EQ(cudaMemcpy(device, host.data(), 400, cudaMemcpyHostToDevice), cudaSuccess);
  configure(4, 32);
  scale(device, 100, 3);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  std::vector<int> back(100);
  ASSERT_EQ(cudaMemcpy(back.data(), device, 400, cudaMemcpyDeviceToHost), cudaSuccess);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(back[static_cast<std::size_t>(i)], 3 * i);
  ASSERT_EQ(recorder.arguments.size(), 1U);
  EXPECT_EQ(recorder.arguments[0].name, "data");
  EXPECT_EQ(recorder.arguments[0].value, device);
  EXPECT_EQ(recorder.arguments[0].element_bytes, 4U);
  EXPECT_EQ(recorder.copied, 800U);
  EXPECT_EQ(cudaFree(device), cudaSuccess);
  EXPECT_TRUE(recorder.errors.empty());
}

TEST_F(RuntimeApi, RejectsCopiesInTheWrongDirectionOrBeyondTheEnd) {
  int host[4] = {};
  int* device = nullptr;
  cudaMalloc(&device, 16);
  EXPECT_EQ(cudaMemcpy(device, host, 17, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(host, device, 16, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(host, host, 16, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(nullptr, device, 16, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(host, device, 16, static_cast<cudaMemcpyKind>(7)), cudaErrorInvalidMemcpyDirection);
  EXPECT_EQ(cudaMemcpy(host, device, 16, cudaMemcpyDefault), cudaSuccess);
  EXPECT_EQ(cudaMemset(host, 0, 4), cudaErrorInvalidValue);
  EXPECT_EQ(recorder.errors.size(), 6U);
  EXPECT_EQ(recorder.errors[0], "cudaMemcpy: cudaErrorInvalidValue");
}

TEST_F(RuntimeApi, ForgetsAnErrorOnceItWasAskedFor) {
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  EXPECT_EQ(cudaSetDevice(7), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaPeekAtLastError(), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  EXPECT_STREQ(cudaGetErrorName(cudaErrorInvalidDevice), "cudaErrorInvalidDevice");
  EXPECT_STREQ(cudaGetErrorString(cudaErrorMemoryAllocation), "out of memory");
  EXPECT_STREQ(cudaGetErrorString(static_cast<cudaError_t>(12345)), "unrecognized error code");
}

TEST_F(RuntimeApi, KernelErrorsStickUntilReset) {
  configure(1, 1);
  trapping();
  EXPECT_EQ(cudaGetLastError(), cudaErrorAssert);
  EXPECT_EQ(cudaGetLastError(), cudaErrorAssert);
  void* memory = nullptr;
  EXPECT_EQ(cudaMalloc(&memory, 4), cudaErrorAssert);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorAssert);
  EXPECT_TRUE(recorder.errors.empty()) << "the crash is told once, not again for each call";
  EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
  EXPECT_EQ(cudaMalloc(&memory, 4), cudaSuccess);
}

TEST_F(RuntimeApi, RejectsBadLaunches) {
  int* device = nullptr;
  cudaMalloc(&device, 4);
  const auto launch = [device](dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = nullptr) {
    configure(grid, block, shared, stream);
    scale(device, 0, 1);
    return cudaGetLastError();
  };
  EXPECT_EQ(launch(1, 0), cudaErrorInvalidConfiguration);
  EXPECT_EQ(launch(0, 1), cudaErrorInvalidConfiguration);
  EXPECT_EQ(launch(1, 1025), cudaErrorInvalidConfiguration);
  EXPECT_EQ(launch(1, dim3(32, 33)), cudaErrorInvalidConfiguration);
  EXPECT_EQ(launch(1, dim3(1, 1, 65)), cudaErrorInvalidConfiguration);
  EXPECT_EQ(launch(dim3(1, 65536), 1), cudaErrorInvalidConfiguration);
  EXPECT_EQ(launch(1, 1, 48 * 1024 + 1), cudaErrorInvalidValue);
  EXPECT_EQ(launch(1, 1, 0, reinterpret_cast<cudaStream_t>(&element_0)), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(launch(1, dim3(16, 8, 8)), cudaSuccess);
  EXPECT_EQ(launch(1, 1, 48 * 1024), cudaSuccess);
  EXPECT_EQ(cudaFuncSetAttribute(scale, cudaFuncAttributeMaxDynamicSharedMemorySize, 232449), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFuncSetAttribute(scale, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000), cudaSuccess);
  cudaGetLastError();
  EXPECT_EQ(launch(1, 1, 100000), cudaSuccess);
  EXPECT_EQ(launch(1, 1, 100001), cudaErrorInvalidValue);
  EXPECT_EQ(recorder.errors.at(0), "kernel launch: cudaErrorInvalidConfiguration");
}

TEST_F(RuntimeApi, AnArgumentOfALaunchMayLaunch) {
  int* device = nullptr;
  cudaMallocManaged(&device, 4 * sizeof(int));
  std::fill_n(device, 4, 1);
  const auto inner = [device] {
    configure(1, 2);
    scale(device, 4, 2);
    return 10;
  };
  (configure(1, 4), scale(device, 4, inner()));
  EXPECT_EQ(device[1], 20);
  EXPECT_EQ(device[2], 10);
}

TEST_F(RuntimeApi, LaunchesByPointerWithAnyKindOfParameter) {
  float* out = nullptr;
  cudaMallocManaged(&out, sizeof(float));
  Counted a(1);
  Counted b(7);
  Big big{};
  big.values[7] = 20;
  double x = 300;
  char c = 4;
  void* arguments[] = {&a, &big, &x, &c, &b, &out};
  ASSERT_EQ(cudaLaunchKernel(mixed, 1, 1, arguments), cudaSuccess);
  EXPECT_EQ(*out, 7325);
}

TEST_F(RuntimeApi, PitchedMemoryIsCopiedByRows) {
  int* device = nullptr;
  size_t pitch = 0;
  ASSERT_EQ(cudaMallocPitch(&device, &pitch, 12, 3), cudaSuccess);
  EXPECT_EQ(pitch % 512, 0U);
  int host[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  ASSERT_EQ(cudaMemcpy2D(device, pitch, host, 12, 12, 3, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_EQ(cudaMemcpy2D(device, 8, host, 12, 12, 3, cudaMemcpyHostToDevice), cudaErrorInvalidPitchValue);
  EXPECT_EQ(cudaMemcpy2D(device, pitch, host, 12, 12, 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  ASSERT_EQ(cudaMemset2D(device, pitch, 0xff, 4, 2), cudaSuccess);
  int back[3][3] = {};
  ASSERT_EQ(cudaMemcpy2D(back, 12, device, pitch, 12, 3, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(back[0][0], -1);
  EXPECT_EQ(back[1][0], -1);
  EXPECT_EQ(back[1][1], 5);
  EXPECT_EQ(back[2][0], 7);
}

TEST_F(RuntimeApi, BoxesAreCopiedBySlices) {
  cudaPitchedPtr device{};
  const cudaExtent extent = make_cudaExtent(4, 2, 3);
  ASSERT_EQ(cudaMalloc3D(&device, extent), cudaSuccess);
  char host[3][2][4];
  std::memcpy(host, "abcdefghijklmnopqrstuvwx", 24);
  cudaMemcpy3DParms there{};
  there.srcPtr = make_cudaPitchedPtr(host, 4, 4, 2);
  there.dstPtr = device;
  there.extent = extent;
  there.kind = cudaMemcpyHostToDevice;
  ASSERT_EQ(cudaMemcpy3D(&there), cudaSuccess);
  char part[2] = {};
  cudaMemcpy3DParms back{};
  back.srcPtr = device;
  back.srcPos = make_cudaPos(1, 1, 2);
  back.dstPtr = make_cudaPitchedPtr(part, 2, 2, 1);
  back.extent = make_cudaExtent(2, 1, 1);
  back.kind = cudaMemcpyDeviceToHost;
  ASSERT_EQ(cudaMemcpy3D(&back), cudaSuccess);
  EXPECT_EQ(std::string(part, 2), "vw");
}

TEST_F(RuntimeApi, SymbolsAreVariables) {
  const int values[4] = {1, 2, 3, 4};
  ASSERT_EQ(cudaMemcpyToSymbol(device_table, values, sizeof values, 4 * sizeof(int)), cudaSuccess);
  EXPECT_EQ(device_table[4], 1);
  EXPECT_EQ(cudaMemcpyToSymbol(device_table, values, sizeof values, 13 * sizeof(int)), cudaErrorInvalidValue);
  int back = 0;
  ASSERT_EQ(cudaMemcpyFromSymbol(&back, device_table, sizeof back, 7 * sizeof(int)), cudaSuccess);
  EXPECT_EQ(back, 4);
  void* address = nullptr;
  size_t bytes = 0;
  EXPECT_EQ(cudaGetSymbolAddress(&address, device_table), cudaSuccess);
  EXPECT_EQ(address, device_table);
  EXPECT_EQ(cudaGetSymbolSize(&bytes, device_table), cudaSuccess);
  EXPECT_EQ(bytes, sizeof device_table);
  int local = 0;
  EXPECT_EQ(cudaGetSymbolAddress(&address, local), cudaErrorInvalidSymbol);
}

TEST_F(RuntimeApi, FreesOnlyWhatWasAllocatedThatWay) {
  int* device = nullptr;
  int* pinned = nullptr;
  cudaMalloc(&device, 4);
  cudaMallocHost(&pinned, 4);
  *pinned = 3;
  int local = 0;
  EXPECT_EQ(cudaFree(nullptr), cudaSuccess);
  EXPECT_EQ(cudaFree(&local), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFree(device + 1), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFree(pinned), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFreeHost(device), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFree(device), cudaSuccess);
  EXPECT_EQ(cudaFree(device), cudaErrorInvalidValue) << "twice";
  EXPECT_EQ(cudaFreeHost(pinned), cudaSuccess);
}

TEST_F(RuntimeApi, MemoryRunsOut) {
  size_t free_bytes = 0;
  size_t total_bytes = 0;
  ASSERT_EQ(cudaMemGetInfo(&free_bytes, &total_bytes), cudaSuccess);
  void* memory = nullptr;
  EXPECT_EQ(cudaMalloc(&memory, total_bytes + 1), cudaErrorMemoryAllocation);
  EXPECT_EQ(cudaMalloc(&memory, 0), cudaSuccess);
  EXPECT_EQ(memory, nullptr);
  ASSERT_EQ(cudaMalloc(&memory, 1 << 20), cudaSuccess);
  size_t less = 0;
  cudaMemGetInfo(&less, &total_bytes);
  EXPECT_GE(free_bytes - less, 1U << 20);
}

TEST_F(RuntimeApi, TellsWhatAPointerIs) {
  int* device = nullptr;
  int* managed = nullptr;
  int* pinned = nullptr;
  static int registered[4];
  int local = 0;
  cudaMalloc(&device, 4);
  cudaMallocManaged(&managed, 4);
  cudaHostAlloc(&pinned, 4, cudaHostAllocMapped);
  ASSERT_EQ(cudaHostRegister(registered, sizeof registered, 0), cudaSuccess);
  EXPECT_EQ(cudaHostRegister(&registered[1], 4, 0), cudaErrorHostMemoryAlreadyRegistered);
  const auto type = [](const void* p) {
    cudaPointerAttributes attributes{};
    EXPECT_EQ(cudaPointerGetAttributes(&attributes, p), cudaSuccess);
    return attributes.type;
  };
  EXPECT_EQ(type(device), cudaMemoryTypeDevice);
  EXPECT_EQ(type(managed), cudaMemoryTypeManaged);
  EXPECT_EQ(type(pinned), cudaMemoryTypeHost);
  EXPECT_EQ(type(&registered[3]), cudaMemoryTypeHost);
  EXPECT_EQ(type(&local), cudaMemoryTypeUnregistered);
  int* mapped = nullptr;
  EXPECT_EQ(cudaHostGetDevicePointer(&mapped, pinned, 0), cudaSuccess);
  EXPECT_EQ(mapped, pinned);
  EXPECT_EQ(cudaHostGetDevicePointer(&mapped, &local, 0), cudaErrorInvalidValue);
  EXPECT_EQ(cudaHostUnregister(registered), cudaSuccess);
  EXPECT_EQ(cudaHostUnregister(registered), cudaErrorHostMemoryNotRegistered);
}

TEST_F(RuntimeApi, EventsMeasureTimeInOrder) {
  cudaStream_t stream = nullptr;
  cudaEvent_t start = nullptr;
  cudaEvent_t end = nullptr;
  cudaEvent_t untimed = nullptr;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  cudaEventCreate(&start);
  cudaEventCreate(&end);
  cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming);
  float milliseconds = -1;
  EXPECT_EQ(cudaEventElapsedTime(&milliseconds, start, end), cudaErrorInvalidResourceHandle) << "not recorded";
  EXPECT_EQ(cudaEventRecord(start, stream), cudaSuccess);
  EXPECT_EQ(cudaEventRecord(end, stream), cudaSuccess);
  EXPECT_EQ(cudaEventRecord(untimed), cudaSuccess);
  EXPECT_EQ(cudaStreamWaitEvent(stream, end), cudaSuccess);
  EXPECT_EQ(cudaEventElapsedTime(&milliseconds, start, end), cudaSuccess);
  EXPECT_GE(milliseconds, 0);
  EXPECT_EQ(cudaEventElapsedTime(&milliseconds, start, untimed), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaEventDestroy(start), cudaSuccess);
  EXPECT_EQ(cudaEventQuery(start), cudaErrorInvalidResourceHandle);
  int called = 0;
  const auto callback = [](cudaStream_t, cudaError_t, void* user) { ++*static_cast<int*>(user); };
  EXPECT_EQ(cudaStreamAddCallback(stream, callback, &called, 0), cudaSuccess);
  EXPECT_EQ(called, 1);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaErrorInvalidResourceHandle);
}

TEST_F(RuntimeApi, AnEventEndsWhileAnotherThreadInstantiatesGraphs) {
  cudaStream_t stream = nullptr;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed), cudaSuccess);
  cudaGraph_t graph = nullptr;
  ASSERT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
  constexpr int kRounds = 20000;
  std::atomic<int> ended = 0;
  std::thread other([&ended] {
    for (; ended < kRounds; ++ended) {
      cudaEvent_t event = nullptr;
      cudaEventCreate(&event);
      cudaEventDestroy(event);
    }
  });
  while (ended < kRounds) {
    cudaGraphExec_t exec = nullptr;
    cudaGraphInstantiate(&exec, graph);
    cudaGraphExecDestroy(exec);
  }
  other.join();
  cudaGraphDestroy(graph);
  EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
}

TEST_F(RuntimeApi, TheDeviceIsPlausible) {
  int count = 0;
  cudaGetDeviceCount(&count);
  EXPECT_EQ(count, 1);
  cudaDeviceProp p{};
  ASSERT_EQ(cudaGetDeviceProperties(&p, 0), cudaSuccess);
  EXPECT_EQ(p.warpSize, 32);
  EXPECT_EQ(p.maxThreadsPerBlock, 1024);
  EXPECT_EQ(p.sharedMemPerBlock, 49152U);
  int value = 0;
  cudaDeviceGetAttribute(&value, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
  EXPECT_EQ(value, 232448);
  EXPECT_EQ(cudaGetDeviceProperties(&p, 1), cudaErrorInvalidDevice);
}

TEST_F(RuntimeApi, OccupancyFollowsThreadsAndSharedMemory) {
  int blocks = 0;
  ASSERT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, scale, 256, 0), cudaSuccess);
  EXPECT_EQ(blocks, 8);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, scale, 32, 0);
  EXPECT_EQ(blocks, 32);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, scale, 64, 40000);
  EXPECT_EQ(blocks, 5);
  int grid = 0;
  int block = 0;
  ASSERT_EQ(cudaOccupancyMaxPotentialBlockSize(&grid, &block, scale), cudaSuccess);
  EXPECT_EQ(block, 1024);
  EXPECT_EQ(grid, 32);
}

TEST(RuntimeApiDeath, AKernelCalledLikeAFunctionEndsTheProgram) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");  // Earlier tests have left threads.
  EXPECT_EXIT(scale(&element_1, 1, 1), testing::ExitedWithCode(3), "launch it with <<<grid, block>>>");
}

}  // namespace
