// Two processes: a parent with a memory pool, and a child, the same program, that opens it. Run by test_ipc.py; the argument
// says what they do.
#include <cuda_runtime.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#define CHECK(call)                                                                 \
  do {                                                                              \
    const cudaError_t result_ = (call);                                             \
    if (result_ != cudaSuccess) {                                                   \
      std::fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorName(result_));   \
      std::exit(9);                                                                 \
    }                                                                               \
  } while (false)

constexpr int kCount = 1000;  // No whole page, nor the only one there.

__global__ void add(int* data, int n, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] += value;  // update
}

void expect(bool right, const char* what) {
  if (right) return;
  std::fprintf(stderr, "%s\n", what);
  std::exit(6);
}

int to_other = -1;
void tell(const void* bytes, size_t count) {
  if (write(to_other, bytes, count) != (ssize_t)count) std::exit(8);
}
void hear(void* bytes, size_t count) {
  if (recv(to_other, bytes, count, MSG_WAITALL) != (ssize_t)count) std::exit(7);
}

constexpr auto kDescriptor = cudaMemHandleTypePosixFileDescriptor;

/// What the child is told: descriptors that it inherits, of two pools, and an allocation of the first.
struct Told {
  int first, second;
  cudaMemPoolPtrExportData data;
};

int child(const std::string& what) {
  Told told;
  hear(&told, sizeof told);
  cudaMemPool_t first, second;
  CHECK(cudaMemPoolImportFromShareableHandle(&first, (void*)(intptr_t)told.first, kDescriptor, 0));
  CHECK(cudaMemPoolImportFromShareableHandle(&second, (void*)(intptr_t)told.second, kDescriptor, 0));
  int *data, *again;
  // A program may try each pool.
  expect(cudaMemPoolImportPointer((void**)&data, second, &told.data) == cudaErrorInvalidValue, "the other pool");
  cudaGetLastError();
  CHECK(cudaMemPoolImportPointer((void**)&data, first, &told.data));  // opened
  CHECK(cudaMemPoolImportPointer((void**)&again, first, &told.data));
  expect(data == again, "one address");
  cudaStream_t stream;
  CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  CHECK(cudaFreeAsync(again, stream));
  const int blocks = (kCount + 127) / 128;
  if (what == "right") {
    add<<<blocks, 128, 0, stream>>>(data, kCount, 5);
  } else if (what == "bounds") {
    add<<<blocks, 128, 0, stream>>>(data, kCount + 1, 5);
  } else if (what == "race") {
    add<<<blocks, 128>>>(data, kCount, 5);
  } else if (what == "freed") {
    CHECK(cudaFreeAsync(data, stream));  // freed
    add<<<blocks, 128, 0, stream>>>(data, kCount, 5);
    expect(cudaStreamSynchronize(stream) == cudaErrorIllegalAddress, "freed memory");
    return 0;
  } else if (what == "misuse") {
    void* memory;
    expect(cudaMallocFromPoolAsync(&memory, 64, first, stream) == cudaErrorInvalidValue, "no memory of it");
    cudaMemPool_t none;
    void* const other = (void*)(intptr_t)to_other;
    expect(cudaMemPoolImportFromShareableHandle(&none, other, kDescriptor, 0) == cudaErrorInvalidValue, "a socket");  // none
    expect(cudaMemPoolImportPointer(&memory, nullptr, &told.data) == cudaErrorInvalidValue, "no pool");  // no pool
  }
  CHECK(cudaFreeAsync(data, stream));  // release
  CHECK(cudaStreamSynchronize(stream));
  CHECK(cudaMemPoolDestroy(first));
  CHECK(cudaMemPoolDestroy(second));
  return 0;
}

int parent(const std::string& what) {
  cudaMemPoolProps properties = {};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.handleTypes = kDescriptor;
  properties.location = {cudaMemLocationTypeDevice, 0};
  cudaMemPool_t first, second, plain;
  CHECK(cudaMemPoolCreate(&first, &properties));
  CHECK(cudaMemPoolCreate(&second, &properties));
  properties.handleTypes = cudaMemHandleTypeNone;
  CHECK(cudaMemPoolCreate(&plain, &properties));
  int *data, *other, written[kCount];
  for (int i = 0; i < kCount; ++i) written[i] = i;
  CHECK(cudaMallocFromPoolAsync((void**)&data, sizeof written, first, 0));
  CHECK(cudaMallocFromPoolAsync((void**)&other, sizeof written, plain, 0));
  CHECK(cudaMemcpy(data, written, sizeof written, cudaMemcpyHostToDevice));
  Told told;
  CHECK(cudaMemPoolExportToShareableHandle(&told.first, first, kDescriptor, 0));
  CHECK(cudaMemPoolExportToShareableHandle(&told.second, second, kDescriptor, 0));
  CHECK(cudaMemPoolExportPointer(&told.data, data));
  if (what == "misuse") {
    cudaMemPoolPtrExportData none;
    expect(cudaMemPoolExportToShareableHandle(&told.second, plain, kDescriptor, 0) == cudaErrorInvalidValue, "plain");  // plain
    expect(cudaMemPoolExportPointer(&none, other) == cudaErrorInvalidValue, "of a plain one");  // plain memory
  }
  // A child inherits descriptors that are not closed by exec.
  told.first = dup(told.first), told.second = dup(told.second);
  const auto start = [&]() -> pid_t {
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) std::exit(5);
    const pid_t made = fork();
    if (made == 0) {
      execl("/proc/self/exe", "pool_ipc", what.c_str(), std::to_string(pair[1]).c_str(), nullptr);
      _exit(4);
    }
    close(pair[1]);
    to_other = pair[0];
    return made;
  };
  const pid_t child = start();
  tell(&told, sizeof told);
  int status = 0;
  waitpid(child, &status, 0);
  if (what == "right") {
    CHECK(cudaMemcpy(written, data, sizeof written, cudaMemcpyDeviceToHost));
    for (int i = 0; i < kCount; ++i) expect(written[i] == i + 5, "what the child wrote");
  }
  CHECK(cudaFreeAsync(data, 0));
  CHECK(cudaFreeAsync(other, 0));
  CHECK(cudaStreamSynchronize(0));
  CHECK(cudaMemPoolDestroy(first));
  return status == 0 ? 0 : 1;
}

int main(int, char** words) {
  if (words[2] != nullptr) {
    to_other = std::atoi(words[2]);
    return child(words[1]);
  }
  return parent(words[1]);
}
