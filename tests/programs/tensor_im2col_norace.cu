// Copies of im2col maps (PTX ISA, "im2col mode"): of tensors with one, two and three dimensions between channels and
// images, with padding, strides, offsets and a swizzle; loads, stores and reductions, which have no offsets.
// COMPILE: -lcuda
// SCHEDULE-DEPENDENT: a thread that polls counts an access each time
// CLEAN
// STDOUT: ^0 wrong$
#include <cuda.h>

#include <cstdint>
#include <cstdio>
#include <vector>

constexpr int kChannels = 24, kMoved = 16, kPixels = 40;  // Of each pixel, of each copy.

__device__ unsigned window(const void* shared) { return static_cast<unsigned>(__cvta_generic_to_shared(shared)); }

struct Place {
  int at[5];
  unsigned short offset[3];
};

template <int Rank>
__global__ void move(const __grid_constant__ CUtensorMap from, const __grid_constant__ CUtensorMap to,
                     const __grid_constant__ CUtensorMap sum, Place p, int* seen) {
  __shared__ alignas(1024) int box[kPixels * kMoved];
  __shared__ alignas(8) uint64_t barrier;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(window(&barrier)));
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(window(&barrier)),
                 "n"(kPixels * kMoved * 4)
                 : "memory");
    if constexpr (Rank == 3) {
      asm volatile(
          "cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes"
          " [%0], [%1, {%3, %4, %5}], [%2], {%6};" ::"r"(window(box)),
          "l"(&from), "r"(window(&barrier)), "r"(p.at[0]), "r"(p.at[1]), "r"(p.at[2]), "h"(p.offset[0])
          : "memory");
    } else if constexpr (Rank == 4) {
      asm volatile(
          "cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes.L2::cache_hint"
          " [%0], [%1, {%3, %4, %5, %6}], [%2], {%7, %8}, %9;" ::"r"(window(box)),
          "l"(&from), "r"(window(&barrier)), "r"(p.at[0]), "r"(p.at[1]), "r"(p.at[2]), "r"(p.at[3]), "h"(p.offset[0]),
          "h"(p.offset[1]), "l"(0x1000000000000000ULL)
          : "memory");
    } else {
      asm volatile(
          "cp.async.bulk.tensor.5d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes.multicast::cluster"
          " [%0], [%1, {%3, %4, %5, %6, %7}], [%2], {%8, %9, %10}, %11;" ::"r"(window(box)),
          "l"(&from), "r"(window(&barrier)), "r"(p.at[0]), "r"(p.at[1]), "r"(p.at[2]), "r"(p.at[3]), "r"(p.at[4]),
          "h"(p.offset[0]), "h"(p.offset[1]), "h"(p.offset[2]), "h"(static_cast<unsigned short>(1))
          : "memory");
    }
  }
  __syncthreads();
  asm volatile(
      "{\n .reg .pred done;\n"
      "again:\n mbarrier.try_wait.parity.shared::cta.b64 done, [%0], 0;\n"
      " @!done bra again;\n}" ::"r"(window(&barrier))
      : "memory");
  for (int i = threadIdx.x; i < kPixels * kMoved; i += blockDim.x) seen[i] = box[i];
  if (threadIdx.x == 0) {
    if constexpr (Rank == 3) {
      asm volatile("cp.async.bulk.tensor.3d.global.shared::cta.im2col_no_offs.bulk_group [%0, {%2, %3, %4}], [%1];" ::"l"(
                       &to),
                   "r"(window(box)), "r"(p.at[0]), "r"(p.at[1]), "r"(p.at[2])
                   : "memory");
      asm volatile(
          "cp.reduce.async.bulk.tensor.3d.global.shared::cta.add.im2col_no_offs.bulk_group [%0, {%2, %3, %4}], [%1];" ::
              "l"(&sum),
          "r"(window(box)), "r"(p.at[0]), "r"(p.at[1]), "r"(p.at[2])
          : "memory");
    } else if constexpr (Rank == 4) {
      asm volatile(
          "cp.async.bulk.tensor.4d.global.shared::cta.im2col_no_offs.bulk_group [%0, {%2, %3, %4, %5}], [%1];" ::"l"(&to),
          "r"(window(box)), "r"(p.at[0]), "r"(p.at[1]), "r"(p.at[2]), "r"(p.at[3])
          : "memory");
    } else {
      asm volatile(
          "cp.async.bulk.tensor.5d.global.shared::cta.im2col_no_offs.bulk_group [%0, {%2, %3, %4, %5, %6}], [%1];" ::"l"(
              &to),
          "r"(window(box)), "r"(p.at[0]), "r"(p.at[1]), "r"(p.at[2]), "r"(p.at[3]), "r"(p.at[4])
          : "memory");
    }
    asm volatile("cp.async.bulk.commit_group;\n cp.async.bulk.wait_group 0;" ::: "memory");
  }
}

struct Tensor {
  int rank;
  cuuint64_t size[5];  ///< Channels, width, height, depth, images.
  int lower[3], upper[3];
  cuuint32_t steps[5];
  CUtensorMapSwizzle swizzle;
};

CUtensorMap map_of(int* base, const Tensor& t) {
  CUtensorMap map;
  cuuint64_t stride[4];
  cuuint64_t bytes = sizeof(int);
  for (int d = 0; d + 1 < t.rank; ++d) stride[d] = bytes *= t.size[d];
  if (cuTensorMapEncodeIm2col(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, t.rank, base, t.size, stride, t.lower, t.upper,
                              kMoved, kPixels, t.steps, CU_TENSOR_MAP_INTERLEAVE_NONE, t.swizzle,
                              CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) != CUDA_SUCCESS) {
    printf("no map\n");
  }
  return map;
}

/// The element's number; -1: outside.
long element(const Tensor& t, const int* at) {
  long number = 0;
  for (int d = t.rank - 1; d >= 0; --d) {
    if (at[d] < 0 || at[d] >= static_cast<int>(t.size[d])) return -1;
    number = number * static_cast<long>(t.size[d]) + at[d];
  }
  return number;
}

template <int Rank>
int wrong_of(const Tensor& t, const Place& p) {
  int elements = 1;
  for (int d = 0; d < t.rank; ++d) elements *= static_cast<int>(t.size[d]);
  int *from, *to, *sum, *seen;
  cudaMallocManaged(&from, elements * sizeof(int));
  cudaMallocManaged(&to, elements * sizeof(int));
  cudaMallocManaged(&sum, elements * sizeof(int));
  cudaMallocManaged(&seen, kPixels * kMoved * sizeof(int));
  for (int i = 0; i < elements; ++i) from[i] = i + 1, to[i] = -1, sum[i] = 7;
  move<Rank><<<1, 64>>>(map_of(from, t), map_of(to, t), map_of(sum, t), p, seen);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  std::vector<int> loaded, stored(elements, -1), added(elements, 7);
  // All pixels of the bounding box from the first one on: width before height before depth before images.
  int pixel[5];
  for (int d = 0; d < Rank; ++d) pixel[d] = p.at[d];
  while (static_cast<int>(loaded.size()) < kPixels * kMoved) {
    for (int c = 0; c < kMoved; ++c) {
      int source[5];
      for (int d = 0; d < Rank; ++d) source[d] = pixel[d] + (d > 0 && d + 1 < Rank ? p.offset[d - 1] : 0);
      source[0] = p.at[0] + c;
      const long at = element(t, source);
      loaded.push_back(at < 0 ? 0 : from[at]);
      pixel[0] = p.at[0] + c;
      const long target = element(t, pixel);
      if (target >= 0) stored[target] = loaded.back(), added[target] += loaded.back();
    }
    int d = 1;
    for (; d + 1 < Rank; ++d) {
      const int last = static_cast<int>(t.size[d]) - 1 + t.upper[d - 1];
      pixel[d] += static_cast<int>(t.steps[d]);
      if (pixel[d] <= last) break;
      pixel[d] = t.lower[d - 1];
    }
    if (d + 1 == Rank) ++pixel[d];
  }
  int wrong = 0;
  for (int i = 0; i < kPixels * kMoved; ++i) {
    const int chunk = t.swizzle == CU_TENSOR_MAP_SWIZZLE_64B ? i / 4 % 4 ^ i / 32 % 4 : i / 4 % 4;
    wrong += seen[i] != loaded[i / 16 * 16 + chunk * 4 + i % 4];
  }
  for (int i = 0; i < elements; ++i) {
    wrong += to[i] != stored[i];
    if (Rank == 3) wrong += sum[i] != added[i];
  }
  return wrong;
}

int main() {
  int wrong = 0;
  // A filter of three with padding 1: the first pixels, those in the middle with an offset, and the last image's, behind
  // which there is none.
  const Tensor line = {3, {kChannels, 9, 6}, {-1}, {-1}, {1, 1, 1}, CU_TENSOR_MAP_SWIZZLE_NONE};
  wrong += wrong_of<3>(line, {{0, -1, 0}, {0}});
  wrong += wrong_of<3>(line, {{8, 3, 1}, {2}});
  wrong += wrong_of<3>(line, {{16, 0, 5}, {1}});
  const Tensor plane = {4, {kChannels, 7, 5, 3}, {-1, -2}, {-1, 0}, {1, 1, 1, 1}, CU_TENSOR_MAP_SWIZZLE_64B};
  wrong += wrong_of<4>(plane, {{0, -1, -2, 0}, {0, 0}});
  wrong += wrong_of<4>(plane, {{4, 2, 1, 1}, {2, 1}});
  const Tensor strided = {4, {kChannels, 11, 9, 4}, {-1, -1}, {-1, -1}, {1, 2, 3, 1}, CU_TENSOR_MAP_SWIZZLE_NONE};
  wrong += wrong_of<4>(strided, {{0, -1, -1, 0}, {1, 2}});
  wrong += wrong_of<4>(strided, {{8, 5, 2, 1}, {0, 0}});
  const Tensor space = {5, {kChannels, 4, 3, 3, 2}, {-1, 0, -1}, {0, -1, 1}, {1, 1, 1, 2, 1}, CU_TENSOR_MAP_SWIZZLE_64B};
  wrong += wrong_of<5>(space, {{0, -1, 0, -1, 0}, {0, 0, 0}});
  wrong += wrong_of<5>(space, {{4, 1, 1, 1, 0}, {1, 1, 0}});
  // What no map has: no pixel in the box, too far a corner, two dimensions.
  CUtensorMap map;
  Tensor bad = line;
  bad.upper[0] = -10;
  cuuint64_t stride[] = {kChannels * 4, kChannels * 36};
  const auto encoded = [&](int rank, const Tensor& t) {
    return cuTensorMapEncodeIm2col(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, rank, &map, t.size, stride, t.lower, t.upper,
                                   kMoved, kPixels, t.steps, CU_TENSOR_MAP_INTERLEAVE_NONE, t.swizzle,
                                   CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  };
  wrong += encoded(3, line) != CUDA_SUCCESS;
  wrong += encoded(3, bad) != CUDA_ERROR_INVALID_VALUE;
  bad.upper[0] = 40000;
  wrong += encoded(3, bad) != CUDA_ERROR_INVALID_VALUE;
  wrong += encoded(2, line) != CUDA_ERROR_INVALID_VALUE;
  printf("%d wrong\n", wrong);
}
