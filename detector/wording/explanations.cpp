// The texts of `fencepost explain`.
#include "detector/wording/explain.h"

namespace fencepost::detector {
namespace {

constexpr Explanation kRace{
    Kind::kRace, "two threads access the same byte, one writes, nothing orders them",
    R"(Two threads of a launch access the same byte of shared or global memory, at least one of them writes, they are
not both atomic, and no barrier that both pass lies between the accesses. Which one comes first is up to the hardware,
so the result may change from run to run, from GPU to GPU, from compiler to compiler.

Scope intra-warp: in this run all pairs that raced were lanes of one warp; __syncwarp() between the accesses orders
them. Scope intra-block: both threads are of one block; __syncthreads() orders them. Scope inter-block:
the threads are of different blocks, which no __syncthreads() orders; only a new launch or atomics do. The verdict
does not depend on the order in which the threads happened to run here.

Scope stream: two kernels or copies in different streams, with no event or synchronisation between them. Scope
host-device: the host touches managed or pinned memory that a kernel or copy may still be using, because a launch and
cudaMemcpyAsync return before they are done.

A warning instead of an error: both writes stored the same value (--same-value error raises it), volatile accesses
within a warp rely on lockstep that GPUs since Volta do not keep, or a non-blocking stream does not wait for the end of
a cudaMemcpy from pageable memory.)",
    R"(__global__ void shift(int* a) {
  __shared__ int tile[256];
  int i = threadIdx.x;
  tile[i] = a[i];                  // thread 1 writes tile[1] ...
  a[i] = tile[(i + 1) % 256];      // ... thread 0 reads it
})",
    R"(  tile[i] = a[i];
  __syncthreads();                 // every write above is done before any read below
  a[i] = tile[(i + 1) % 256];)"};

constexpr Explanation kBarrierDivergence{
    Kind::kBarrierDivergence, "not all threads of a block reach the same barrier",
    R"(__syncthreads() must be reached by all threads of the block or by none. Here some threads stood at one barrier
while others stood at a different one (error), or had returned from the kernel (warning: hardware counts threads that
have returned as arrived, but the programming guide forbids relying on it).

Threads that meet at different barriers may pass both, hang, or run on with half-written data, depending on the GPU.)",
    R"(if (i < n) {
  tile[i] = a[i];
  __syncthreads();                 // threads with i >= n never come here
  a[i] = tile[n - 1 - i];
})",
    R"(if (i < n) tile[i] = a[i];
__syncthreads();                   // guard the work, not the barrier
if (i < n) a[i] = tile[n - 1 - i];)"};

constexpr Explanation kDeadlock{
    Kind::kDeadlock, "no thread of a block can go on",
    R"(Every thread of the block that is still alive waits for threads that will never come: at a barrier of a warp
whose mask names lanes that wait elsewhere, or at barriers that need each other. On hardware the launch hangs.

Likewise a call of NCCL that waits for a rank which never makes it: there the program hangs.

The report lists who waits where, and who has left.)",
    R"(if (threadIdx.x < 16) {
  __syncwarp();                    // waits for all 32 lanes ...
} else {
  __syncthreads();                 // ... of which 16 wait here
})",
    R"(if (threadIdx.x < 16) __syncwarp(0x0000ffff);   // name the lanes that come
__syncthreads();)"};

constexpr Explanation kInvalidAddress{
    Kind::kInvalidAddress, "a kernel uses a null, host or wild pointer",
    R"(A thread accessed an address that is neither device memory nor a variable of the program: a null pointer, a
pointer that was never set, host memory. On hardware the launch fails with cudaErrorIllegalAddress (700), and so does
every call after it.

With scope host-device it is the other way round: host code followed a pointer to device memory, which crashes where
there is a GPU. In shared memory a block of a cluster accessed that of another one, which may not have begun yet: cluster.sync()
before the first access waits for that.)",
    R"(std::vector<int> h(n);
k<<<1, n>>>(h.data());             // a host pointer: the GPU cannot follow it)",
    R"(int* d;
cudaMalloc(&d, n * sizeof(int));
cudaMemcpy(d, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
k<<<1, n>>>(d);)"};

constexpr Explanation kCrash{
    Kind::kCrash, "a kernel stops: stack overflow, failed assert, trap, division by zero",
    R"(A thread of a kernel could not go on: an assert() failed, __trap() or abort() was called, the stack overflowed,
an integer was divided by zero, or an illegal instruction was met. The report names the kernel, the block, the thread
and the line.

A stack overflow comes from unbounded recursion or large local arrays. If the depth is meant, --stack-size 1M gives
each thread more.)",
    R"(__device__ int depth(const Node* n) {
  return 1 + depth(n->next);       // no end: the stack overflows
})",
    R"(__device__ int depth(const Node* n) {
  return n == nullptr ? 0 : 1 + depth(n->next);
})"};

constexpr Explanation kUnsupported{
    Kind::kUnsupported, "a kernel comes to something that Fencepost cannot do",
    R"(A thread reached an instruction of inline PTX, or a function, that Fencepost does not have. This says nothing
about the program, which may be right: what the kernel does from there on was not run, and not checked. The launch
fails with cudaErrorNotSupported (801).

Code that is compiled but not reached is no finding. With -Werror=unsupported fencepost-nvcc refuses it instead, with
the same name and line.)",
    R"(asm volatile("discard.global.L2 [%0], 128;" :: "l"(p));)",
    R"(#ifndef __FENCEPOST__
asm volatile("discard.global.L2 [%0], 128;" :: "l"(p));   // a hint to the hardware alone
#endif)"};

constexpr Explanation kTimeout{
    Kind::kTimeout, "the program did not end within --timeout",
    R"(The program still ran when --timeout SECONDS were over. The report tells where the threads of the running block
stood. The usual cause is a loop that waits for a value another thread or block shall write: a plain variable may be
kept in a register for ever, and blocks need not all be resident at once, so the writer may never get its turn.

If the program is only slow, raise --timeout or run a smaller problem. The exit status is 124.)",
    R"(while (flag == 0) { }              // spins on a plain load)",
    R"(// End the kernel and launch the second part: launch order is a barrier for the grid.
first<<<grid, block>>>(...);
second<<<grid, block>>>(...);)"};

constexpr Explanation kApiError{
    Kind::kApiError, "a CUDA runtime call was given what it must refuse, or a failed launch went unnoticed",
    R"(Error: memory was freed twice, or an address that is no allocation; a copy or fill goes beyond its allocation,
or its direction does not fit the addresses. The call returned an error and did nothing. Such a call is reported
whether or not the program looks at the error.

Warning: a launch failed (too many threads, too much shared memory), so that no thread ran, and nothing asked with
cudaGetLastError() before the program ended. Other errors that calls return are the program's to handle.)",
    R"(k<<<1, 2048>>>(d);                 // a block has at most 1024 threads: nothing runs)",
    R"(k<<<2, 1024>>>(d);
if (cudaError_t e = cudaGetLastError()) fprintf(stderr, "%s\n", cudaGetErrorString(e));)"};

constexpr Explanation kOutOfBounds{
    Kind::kOutOfBounds, "an access outside its array or allocation",
    R"(A thread accessed bytes that belong to no allocation, no __shared__ and no __device__ variable: beyond the end or
before the begin of one, by a single byte or by many, or dynamic shared memory beyond what the launch asked for. On a
GPU neighbouring memory is read or destroyed without any message. Here the access is performed, if there is memory,
and the program goes on.

The report names the nearest object. An index so far off that it lands inside of another object is not seen.)",
    R"(int i = blockIdx.x * blockDim.x + threadIdx.x;
a[i] = 0;                          // the last block goes past the end when n % 256 != 0)",
    R"(if (i < n) a[i] = 0;)"};

constexpr Explanation kUseAfterFree{
    Kind::kUseAfterFree, "an access to memory that has been freed",
    R"(A kernel accessed memory after cudaFree, or after free() or delete in a kernel. On a GPU it may belong to somebody else by then; here its addresses
are not used again until 16 MiB more have been freed. The report tells where it was allocated and where freed. Of shared memory: a block of the cluster
accessed that of another one, which may have ended; cluster.sync() behind the last access makes that one wait.)",
    R"(cudaFree(d);
k<<<1, 256>>>(d);)",
    R"(k<<<1, 256>>>(d);
cudaFree(d);                       // waits for the kernel)"};

constexpr Explanation kMisaligned{
    Kind::kMisaligned, "an access whose address is not a multiple of its size",
    R"(GPUs access 2, 4, 8 or 16 bytes only at multiples of that size; anything else fails with
cudaErrorMisalignedAddress (716). CPUs mostly do not mind, so this seldom shows in a host test.)",
    R"(float4 v = *(const float4*)(a + 1); // a + 1 is a multiple of 4, not of 16)",
    R"(float4 v = make_float4(a[1], a[2], a[3], a[4]);)"};

constexpr Explanation kUninitializedRead{
    Kind::kUninitializedRead, "a read of memory that nobody has written",
    R"(Memory from cudaMalloc, and shared memory at the start of each block, hold whatever was there before. A thread
read bytes of it that no kernel, copy or fill had written: the result depends on what ran on the GPU before. That it
is right in a test means nothing.

An atomic operation reads, too: a counter must be set to 0. Copying a struct of which only some bytes were written is
no finding. A plain read of shared memory is a warning: it may be of a lane whose value is dropped. Where another thread writes the bytes at the same time, only the race is reported.)",
    R"(__shared__ int sum;
atomicAdd(&sum, a[threadIdx.x]);   // sum was never set to 0)",
    R"(__shared__ int sum;
if (threadIdx.x == 0) sum = 0;
__syncthreads();
atomicAdd(&sum, a[threadIdx.x]);)"};

constexpr Explanation kLeak{
    Kind::kLeak, "device memory that is never freed (with --leak-check)",
    R"(Memory from cudaMalloc was still allocated when the program ended. In a long-running program such memory adds
up. Only reported with --leak-check.)",
    R"(cudaMalloc(&d, bytes);
k<<<1, 256>>>(d);
return 0;)",
    R"(cudaMalloc(&d, bytes);
k<<<1, 256>>>(d);
cudaFree(d);
return 0;)"};

constexpr Explanation kPermission{
    Kind::kPermission, "a contract does not hold: a permission, a clause, a ghost check",
    R"(In a program compiled with --contracts: a thread accesses an element for which the annotations give it no share of
the permission (a read needs some, a write all), threads are granted more than 1 of a place together, a barrier gives
more than was handed in, or a clause is false, reads what the thread has no share of, or cannot be evaluated. The
report names the thread, the place and the clause's line. The annotation is wrong, or the kernel is.

A warning: a barrier takes more than it gives; nobody can write there any more.

Also a condition of <fencepost/ghost.h> that does not hold after an interval.)",
    R"(//@ requires \pointer_index(out, \gtid, write);
__global__ void shift(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[(i + 1) % n] = i;            // thread 0 writes out[1], which is thread 1's
})",
    R"(//@ requires \pointer_index(out, (\gtid + 1) % n, write);)"};

}  // namespace

const Explanation& explanation_of(Kind kind) {
  switch (kind) {
    case Kind::kRace:
      return kRace;
    case Kind::kBarrierDivergence:
      return kBarrierDivergence;
    case Kind::kDeadlock:
      return kDeadlock;
    case Kind::kOutOfBounds:
      return kOutOfBounds;
    case Kind::kUseAfterFree:
      return kUseAfterFree;
    case Kind::kInvalidAddress:
      return kInvalidAddress;
    case Kind::kMisaligned:
      return kMisaligned;
    case Kind::kUninitializedRead:
      return kUninitializedRead;
    case Kind::kLeak:
      return kLeak;
    case Kind::kApiError:
      return kApiError;
    case Kind::kPermission:
      return kPermission;
    case Kind::kCrash:
      return kCrash;
    case Kind::kUnsupported:
      return kUnsupported;
    case Kind::kTimeout:
      return kTimeout;
  }
  return kRace;
}

}  // namespace fencepost::detector
