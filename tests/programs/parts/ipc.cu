// Two processes: a parent with memory and events, and a child, the same program, that opens them. Run by test_ipc.py; the
// argument says what they do.
#include <cuda.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
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
  if (i < n) data[i] += value;
}

__global__ void shift(int* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) data[i] = data[i + 1];  // race
}

CUmemAccessDesc whole_access() { return {{CU_MEM_LOCATION_TYPE_DEVICE, 0}, CU_MEM_ACCESS_FLAGS_PROT_READWRITE}; }

constexpr size_t kPiece = size_t{2} << 20;

/// Maps it, and lets the device access it.
int* mapped(CUmemGenericAllocationHandle handle) {
  CUdeviceptr base;
  const CUmemAccessDesc access = whole_access();
  CHECK((cudaError_t)cuMemAddressReserve(&base, kPiece, 0, 0, 0));
  CHECK((cudaError_t)cuMemMap(base, kPiece, 0, handle, 0));
  CHECK((cudaError_t)cuMemSetAccess(base, kPiece, &access, 1));
  return (int*)base;
}

struct Handles {
  cudaIpcMemHandle_t memory, neighbour;
  cudaIpcEventHandle_t first, second;
};

int to_other = -1;
void tell(const void* bytes, size_t count) {
  if (write(to_other, bytes, count) != (ssize_t)count) std::exit(8);
}
void hear(void* bytes, size_t count) {
  if (recv(to_other, bytes, count, MSG_WAITALL) != (ssize_t)count) std::exit(7);
}
void tell() { tell("x", 1); }
void hear() {
  char byte;
  hear(&byte, 1);
}

void expect(bool right, const char* what) {
  if (right) return;
  std::fprintf(stderr, "%s\n", what);
  std::exit(6);
}

/// Of memory whose file descriptor, as the child inherits it, is the number.
int child_of_descriptor() {
  int descriptor;
  CUmemGenericAllocationHandle handle;
  CHECK((cudaError_t)cuInit(0));
  hear(&descriptor, sizeof descriptor);
  CHECK((cudaError_t)cuMemImportFromShareableHandle(&handle, (void*)(intptr_t)descriptor,
                                                    CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
  int* const data = mapped(handle);
  add<<<8, 128>>>(data, kCount, 5);
  CHECK(cudaDeviceSynchronize());
  CHECK((cudaError_t)cuMemUnmap((CUdeviceptr)data, kPiece));
  CHECK((cudaError_t)cuMemRelease(handle));
  return 0;
}

int child(const std::string& what) {
  if (what == "descriptor") return child_of_descriptor();
  Handles handles;
  hear(&handles, sizeof handles);
  int *data, *again, *neighbour;
  CHECK(cudaIpcOpenMemHandle((void**)&data, handles.memory, cudaIpcMemLazyEnablePeerAccess));  // opened
  CHECK(cudaIpcOpenMemHandle((void**)&again, handles.memory, cudaIpcMemLazyEnablePeerAccess));
  CHECK(cudaIpcOpenMemHandle((void**)&neighbour, handles.neighbour, cudaIpcMemLazyEnablePeerAccess));
  expect(data == again && data != neighbour, "one address for each");
  CHECK(cudaIpcCloseMemHandle(again));
  const int blocks = (kCount + 127) / 128;
  if (what == "right") {
    add<<<blocks, 128>>>(data, kCount, 1);
    CHECK(cudaDeviceSynchronize());
    tell();
    hear();  // The parent has added 10.
    int read[kCount];
    CHECK(cudaMemcpy(read, data, sizeof read, cudaMemcpyDeviceToHost));
    for (int i = 0; i < kCount; ++i) expect(read[i] == i + 11, "what the parent wrote");
    CHECK(cudaMemcpy(neighbour, read, 16, cudaMemcpyHostToDevice));
  } else if (what == "bounds") {
    add<<<blocks, 128>>>(data, kCount + 1, 1);
    CHECK(cudaDeviceSynchronize());
  } else if (what == "far") {
    add<<<1, 1>>>(data + 8192, 1, 1);
    expect(cudaDeviceSynchronize() == cudaErrorIllegalAddress, "no memory");
    return 0;
  } else if (what == "race") {
    shift<<<1, 128>>>(data, 128);
    CHECK(cudaDeviceSynchronize());
  } else if (what == "close") {
    add<<<blocks, 128>>>(data, kCount, 1);
    CHECK(cudaIpcCloseMemHandle(data));  // closed
    add<<<blocks, 128>>>(data, kCount, 1);
    expect(cudaDeviceSynchronize() == cudaErrorIllegalAddress, "closed memory");
    return 0;
  } else if (what == "misuse") {
    void* other;
    cudaIpcMemHandle_t none = {};
    expect(cudaIpcOpenMemHandle(&other, none, 1) == cudaErrorInvalidValue, "no handle");  // none
    CHECK(cudaIpcCloseMemHandle(data));
    expect(cudaIpcCloseMemHandle(data) == cudaErrorInvalidValue, "closed twice");  // twice
    expect(cudaFree(neighbour) == cudaErrorInvalidValue, "freed");                 // freed
    cudaEvent_t event;
    cudaIpcEventHandle_t no_event = {};
    expect(cudaIpcOpenEventHandle(&event, no_event) == cudaErrorInvalidResourceHandle, "no event");  // no event
  } else if (what == "ordered" || what == "unordered") {
    cudaEvent_t first, second;
    CHECK(cudaIpcOpenEventHandle(&first, handles.first));
    CHECK(cudaIpcOpenEventHandle(&second, handles.second));
    cudaStream_t one, two;
    CHECK(cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking));
    add<<<blocks, 128, 0, one>>>(data, kCount, 1);
    if (what == "ordered") CHECK(cudaEventRecord(first, one));
    tell();
    hear();  // The parent's stream has waited for the first, and records the second.
    CHECK(cudaStreamWaitEvent(two, second, 0));
    add<<<blocks, 128, 0, two>>>(data, kCount, 1);
    CHECK(cudaEventQuery(second));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaEventDestroy(first));
    CHECK(cudaEventDestroy(second));
  }
  if (what != "misuse") CHECK(cudaIpcCloseMemHandle(data));
  CHECK(cudaIpcCloseMemHandle(neighbour));
  tell();
  return 0;
}

int parent(const std::string& what, pid_t child) {
  int *before, *data, *behind, written[kCount];
  for (int i = 0; i < kCount; ++i) written[i] = i;
  CHECK(cudaMalloc(&before, 64));
  CHECK(cudaMalloc(&data, kCount * sizeof(int)));
  CHECK(cudaMalloc(&behind, 64));
  CHECK(cudaMemcpy(data, written, sizeof written, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(before, written, 64, cudaMemcpyHostToDevice));
  CHECK(cudaMemset(behind, 0, 64));
  Handles handles;
  cudaEvent_t first, second;
  CHECK(cudaEventCreateWithFlags(&first, cudaEventDisableTiming | cudaEventInterprocess));
  CHECK(cudaEventCreateWithFlags(&second, cudaEventDisableTiming | cudaEventInterprocess));
  CHECK(cudaIpcGetMemHandle(&handles.memory, data));
  CHECK(cudaIpcGetMemHandle(&handles.neighbour, behind));
  CHECK(cudaIpcGetEventHandle(&handles.first, first));
  CHECK(cudaIpcGetEventHandle(&handles.second, second));
  if (what == "misuse") {
    void* other;
    cudaEvent_t plain;
    CHECK(cudaEventCreate(&plain));
    expect(cudaIpcOpenMemHandle(&other, handles.memory, 1) == cudaErrorDeviceUninitialized, "its own");     // own
    expect(cudaIpcGetMemHandle(&handles.neighbour, before + 1) == cudaErrorInvalidValue, "an inner address");  // inner
    expect(cudaIpcGetEventHandle(&handles.second, plain) == cudaErrorInvalidResourceHandle, "of one process");  // plain
    expect(cudaEventCreateWithFlags(&plain, cudaEventInterprocess) == cudaErrorInvalidValue, "with times");
    CHECK(cudaIpcGetMemHandle(&handles.neighbour, behind));
    CHECK(cudaIpcGetEventHandle(&handles.second, second));
  }
  tell(&handles, sizeof handles);
  if (what == "right") {
    hear();
    add<<<8, 128>>>(data, kCount, 10);
    CHECK(cudaDeviceSynchronize());
    tell();
  } else if (what == "ordered" || what == "unordered") {
    hear();
    CHECK(cudaStreamWaitEvent(0, first, 0));
    CHECK(cudaEventRecord(second, 0));
    CHECK(cudaEventSynchronize(second));
    tell();
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (what == "right") {
    int read[kCount];
    CHECK(cudaMemcpy(read, behind, 16, cudaMemcpyDeviceToHost));
    expect(read[3] == 3 + 11, "what the child wrote");
    CHECK(cudaMemcpy(read, before, 64, cudaMemcpyDeviceToHost));
    expect(read[15] == 15, "what lies on the same page");
    CHECK(cudaFree(data));
    // Its place, when it is used again, holds nothing.
    CHECK(cudaFree(before));
    CHECK(cudaFree(behind));
  }
  return status == 0 ? 0 : 1;
}

/// What was written before the memory is exported stays, at its address.
int parent_of_descriptor(int (*start)(const char*), const char* what) {
  CUmemAllocationProp properties = {};
  properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  CUmemGenericAllocationHandle handle, again;
  CHECK((cudaError_t)cuInit(0));
  CHECK((cudaError_t)cuMemCreate(&handle, kPiece, &properties, 0));
  int* const data = mapped(handle);
  int written[kCount], descriptor, status = 0;
  for (int i = 0; i < kCount; ++i) written[i] = i;
  CHECK(cudaMemcpy(data, written, sizeof written, cudaMemcpyHostToDevice));
  CHECK((cudaError_t)cuMemExportToShareableHandle(&descriptor, handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  CHECK((cudaError_t)cuMemImportFromShareableHandle(&again, (void*)(intptr_t)descriptor,
                                                    CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
  expect(again == handle, "its own memory");
  const pid_t other = start(what);
  tell(&descriptor, sizeof descriptor);
  waitpid(other, &status, 0);
  CHECK(cudaMemcpy(written, data, sizeof written, cudaMemcpyDeviceToHost));
  for (int i = 0; i < kCount; ++i) expect(written[i] == i + 5, "what the child wrote");
  return status == 0 ? 0 : 1;
}

/// The child; `to_other` leads to it.
int start(const char* what) {
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) std::exit(5);
  const pid_t other = fork();
  if (other == 0) {
    execl("/proc/self/exe", "ipc", what, std::to_string(pair[1]).c_str(), nullptr);
    _exit(4);
  }
  close(pair[1]);
  to_other = pair[0];
  return other;
}

int main(int, char** words) {
  const std::string what = words[1];
  if (words[2] != nullptr) {
    to_other = std::atoi(words[2]);
    return child(what);
  }
  if (what == "descriptor") return parent_of_descriptor(start, words[1]);
  const pid_t other = start(words[1]);
  return parent(what, other);
}
