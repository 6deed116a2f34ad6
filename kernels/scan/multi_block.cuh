// Scans of any size: blocks scan slices, the slices' totals are scanned in the same way, and are added to the slices.
//
// Paper: Wiefferink, "Optimization, Specification and Verification of the Prefix Sum Program in an OpenCL Environment",
// 2015, section 4.5 (after Harris, Sengupta and Owens, GPU Gems 3, section 39.2.4).
#pragma once

#include <string>
#include <vector>

// The base case: N elements by one block.
template <class Algorithm, class T, class Op>
__global__ void scan_block(T* Output, int N, Op op) {
  Algorithm::scan(Output, N, op);
}

// Block b scans the b-th N elements and leaves their total in Totals[b].
template <class Algorithm, class T, class Op>
__global__ void scan_slices(T* Output, T* Totals, int N, Op op) {
  T* slice = Output + (long)blockIdx.x * N;
  if constexpr (Algorithm::kExclusive) {
    // The scan's own last value lacks the last element, which it overwrites.
    T last = slice[N - 1];
    __syncthreads();
    Algorithm::scan(slice, N, op);
    if (threadIdx.x == 0) {
      Totals[blockIdx.x] = op(slice[N - 1], last);
    }
  } else {
    Algorithm::scan(slice, N, op);
    if (threadIdx.x == 0) {
      Totals[blockIdx.x] = slice[N - 1];
    }
  }
}

// Block b adds Sums[b] to the b-th N elements, from the left.
template <class T, class Op>
__global__ void add_to_slices(T* Output, const T* Sums, int N, Op op) {
  T* slice = Output + (long)blockIdx.x * N;
  for (int i = threadIdx.x; i < N; i += blockDim.x) {
    slice[i] = op(Sums[blockIdx.x], slice[i]);
  }
}

// n, or the next larger size that scan() needs no copy for: a power of two up to `slice`, then multiples of `slice`.
inline long padded_size(long n, int slice) {
  if (n > slice) {
    return (n + slice - 1) / slice * slice;
  }
  long size = 1;
  while (size < n) {
    size = 2 * size;
  }
  return size;
}

// Appends "<<<blocks,threads>>>" to *launches, unless that is null.
inline void note_launch(std::string* launches, long blocks, int threads) {
  if (launches) {
    *launches += launches->empty() ? "<<<" : " <<<";
    *launches += std::to_string(blocks) + "," + std::to_string(threads) + ">>>";
  }
}

// Fills elements first to end - 1 of device memory with the identity.
template <class T, class Op>
cudaError_t pad(T* data, long first, long end, Op op) {
  if (first == end) {
    return cudaSuccess;
  }
  std::vector<T> identities(end - first, op.identity());
  return cudaMemcpy(data + first, identities.data(), identities.size() * sizeof(T), cudaMemcpyHostToDevice);
}

// Scans n >= 1 elements of device memory in place, inclusively or exclusively as Algorithm does: KoggeStone,
// KoggeStoneExclusive, Blelloch, Sklansky, SklanskyExclusive, BrentKung, BrentKungExclusive. Works on a padded copy if
// n is not a padded_size().
//   slice      elements per block: a power of two, at least 2; Algorithm::threads(slice) threads make a block
//   launches   if given, the launches are appended as "<<<64,1024>>> <<<1,64>>> <<<63,1024>>>"
// Returns the first error of the CUDA runtime.
template <class Algorithm, class T, class Op>
cudaError_t scan(T* data, long n, Op op, int slice = 1024, std::string* launches = nullptr) {
  const long size = padded_size(n, slice);
  if (size != n) {
    T* padded = nullptr;
    cudaError_t error = cudaMalloc((void**)&padded, size * sizeof(T));
    if (error == cudaSuccess) error = cudaMemcpy(padded, data, n * sizeof(T), cudaMemcpyDeviceToDevice);
    if (error == cudaSuccess) error = pad(padded, n, size, op);
    if (error == cudaSuccess) error = scan<Algorithm>(padded, size, op, slice, launches);
    if (error == cudaSuccess) error = cudaMemcpy(data, padded, n * sizeof(T), cudaMemcpyDeviceToDevice);
    cudaFree(padded);
    return error;
  }

  if (size <= slice) {
    const int threads = Algorithm::threads((int)size);
    note_launch(launches, 1, threads);
    scan_block<Algorithm><<<1, threads>>>(data, (int)size, op);
    return cudaGetLastError();
  }

  const int threads = Algorithm::threads(slice);
  const long slices = size / slice;
  const long sums = padded_size(slices, slice);
  T* Totals = nullptr;
  cudaError_t error = cudaMalloc((void**)&Totals, sums * sizeof(T));
  if (error == cudaSuccess) error = pad(Totals, slices, sums, op);
  if (error == cudaSuccess) {
    note_launch(launches, slices, threads);
    scan_slices<Algorithm><<<slices, threads>>>(data, Totals, slice, op);
    error = cudaGetLastError();
  }
  if (error == cudaSuccess) error = scan<Algorithm>(Totals, sums, op, slice, launches);
  if (error == cudaSuccess) {
    // Nothing comes before the first slice.
    const T* before = Algorithm::kExclusive ? Totals + 1 : Totals;
    note_launch(launches, slices - 1, threads);
    add_to_slices<<<slices - 1, threads>>>(data + slice, before, slice, op);
    error = cudaGetLastError();
  }
  cudaFree(Totals);
  return error;
}
