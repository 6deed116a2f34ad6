// Tensor maps of packed elements of 4 and 6 bits: where they lie in shared memory, without gaps or each 16 in 16 bytes;
// a load completes the bytes of its elements, without those of the gaps; what is stored again is what was loaded. What
// CUDA's documentation does not allow is no map.
// COMPILE: -lcuda -arch=sm_100a
// SCHEDULE-DEPENDENT: a thread that polls counts an access each time
// CLEAN
// STDOUT: ^0 wrong, 7 refused$
#include <cuda.h>

#include <cstdint>
#include <cstdio>
#include <cstring>

constexpr int kRows = 10, kBoxRows = 8, kFirstRow = 4;  // The box's last two rows lie outside of the tensor.
constexpr int kMostBytes = kBoxRows * 128;

__device__ unsigned window(const void* shared) { return static_cast<unsigned>(__cvta_generic_to_shared(shared)); }

/// `seen`: the box as it lies in shared memory.
__global__ void move(const __grid_constant__ CUtensorMap from, const __grid_constant__ CUtensorMap to, int column,
                     int moved, int bytes, bool stores, unsigned char* seen) {
  __shared__ alignas(1024) unsigned char box[kMostBytes];
  __shared__ alignas(8) uint64_t barrier;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(window(&barrier)));
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(window(&barrier)), "r"(moved) : "memory");
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], [%2];" ::
            "r"(window(box)),
        "l"(&from), "r"(window(&barrier)), "r"(column), "r"(kFirstRow)
        : "memory");
  }
  __syncthreads();
  asm volatile(
      "{\n .reg .pred done;\n"
      "again:\n mbarrier.try_wait.parity.shared::cta.b64 done, [%0], 0;\n"
      " @!done bra again;\n}" ::"r"(window(&barrier))
      : "memory");
  for (int i = threadIdx.x; i < bytes; i += blockDim.x) seen[i] = box[i];
  if (threadIdx.x == 0 && stores) {
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%2, %3}], [%1];" ::"l"(&to),
                 "r"(window(box)), "r"(column), "r"(kFirstRow)
                 : "memory");
    asm volatile("cp.async.bulk.commit_group;\n cp.async.bulk.wait_group 0;" ::: "memory");
  }
}

CUresult encode(CUtensorMap* map, CUtensorMapDataType type, unsigned char* matrix, unsigned columns, unsigned stride,
                unsigned box_columns, CUtensorMapSwizzle swizzle) {
  const cuuint64_t size[] = {columns, kRows}, strides[] = {stride};
  const cuuint32_t box[] = {box_columns, kBoxRows}, steps[] = {1, 1};
  return cuTensorMapEncodeTiled(map, type, 2, matrix, size, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle,
                                CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}

unsigned bits_at(const unsigned char* bytes, int first, int count) {
  unsigned bits = 0;
  for (int i = 0; i < count; ++i) bits |= (bytes[(first + i) / 8] >> (first + i) % 8 & 1U) << i;
  return bits;
}

int main() {
  constexpr int kStride = 192;
  unsigned char *from, *to, *seen;
  cudaMallocManaged(&from, kRows * kStride);
  cudaMallocManaged(&to, kRows * kStride);
  cudaMallocManaged(&seen, kMostBytes);
  const auto align8 = CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN8B, align16 = CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN16B,
             six = CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B;
  const auto none = CU_TENSOR_MAP_SWIZZLE_NONE, by_128 = CU_TENSOR_MAP_SWIZZLE_128B, by_64 = CU_TENSOR_MAP_SWIZZLE_64B;
  const struct {
    CUtensorMapDataType type;
    CUtensorMapSwizzle swizzle;
    int bits, box, column;
    bool spreads, stores;
  } cases[] = {{align8, none, 4, 64, 34, false, true},     {align8, by_128, 4, 256, 0, false, true},
               {align16, none, 4, 128, 128, true, false}, {align16, by_128, 4, 128, 0, true, false},
               {six, none, 6, 128, 128, true, true},      {six, by_128, 6, 128, 0, true, true}};
  int wrong = 0;
  for (const auto& one : cases) {
    for (int i = 0; i < kRows * kStride; ++i) from[i] = static_cast<unsigned char>(i * 167 + i / 7), to[i] = 0;
    CUtensorMap source, target;
    wrong += encode(&source, one.type, from, 256, kStride, one.box, one.swizzle) != CUDA_SUCCESS;
    wrong += encode(&target, one.type, to, 256, kStride, one.box, one.swizzle) != CUDA_SUCCESS;
    const int row_bytes = one.spreads ? one.box : one.box * one.bits / 8;
    move<<<1, 64>>>(source, target, one.column, kBoxRows * one.box * one.bits / 8, kBoxRows * row_bytes, one.stores,
                    seen);
    wrong += cudaDeviceSynchronize() != cudaSuccess;
    for (int i = 0; i < kBoxRows * one.box; ++i) {
      const int row = i / one.box, column = i % one.box;
      const int bit = one.spreads ? column / 16 * 128 + column % 16 * one.bits : column * one.bits;
      int byte = row * row_bytes + bit / 8;
      if (one.swizzle == by_128) byte ^= row % 8 * 16;
      unsigned char two[2] = {seen[byte], bit % 8 + one.bits > 8 ? seen[byte + 1] : static_cast<unsigned char>(0)};
      const int at = (kFirstRow + row) * kStride * 8 + (one.column + column) * one.bits;
      const bool is_inside = kFirstRow + row < kRows;
      wrong += bits_at(two, bit % 8, one.bits) != (is_inside ? bits_at(from, at, one.bits) : 0);
      if (one.stores && is_inside) wrong += bits_at(to, at, one.bits) != bits_at(from, at, one.bits);
    }
  }
  CUtensorMap map;
  int refused = 0;
  for (const CUresult result :
       {encode(&map, align8, from, 255, kStride, 64, none), encode(&map, align8, from, 256, kStride, 16, none),
        encode(&map, align16, from, 192, kStride, 128, none), encode(&map, align16, from, 256, kStride, 64, none),
        encode(&map, align16, from, 256, 144, 128, none), encode(&map, six, from, 256, kStride, 128, by_64),
        encode(&map, six, from + 16, 256, kStride, 128, none)}) {
    refused += result == CUDA_ERROR_INVALID_VALUE;
  }
  printf("%d wrong, %d refused\n", wrong, refused);
}
