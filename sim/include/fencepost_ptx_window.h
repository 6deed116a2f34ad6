// Blocks of a cluster and addresses in shared memory, as PTX has them. Included by fencepost_ptx.h.
#pragma once

extern "C" {
// Clusters. Defined in sim/device/clusters.cpp.
/// The barrier of all threads of the cluster, in two parts. `releases`: orders what the thread did before.
FENCEPOST_BARRIER void fencepost_cluster_arrive(bool releases);
FENCEPOST_BARRIER void fencepost_cluster_wait();
/// The address of the same place in the shared memory of the block of rank `rank`.
__attribute__((device)) void* fencepost_cluster_map(const void* address, unsigned rank);
/// The rank of the block of the own cluster whose shared memory it is; -1: of none.
__attribute__((device)) int fencepost_rank_of_shared(const void* address);
/// Where the dynamic shared memory of the block of this rank begins.
__attribute__((device)) unsigned char* fencepost_shared_of_rank(unsigned rank);
/// The launch, or the kernel, says which clusters it has.
__attribute__((device)) bool fencepost_cluster_is_explicit();
/// The bytes of dynamic shared memory that the launch asks for. Defined in sim/device/intrinsics.cpp.
__attribute__((device, const)) unsigned fencepost_dynamic_shared_size();
}

namespace fencepost_ptx {

// Blocks are ranked in their cluster, and clusters in the grid, as threads are in a block.
FENCEPOST_PTX unsigned int cluster_ctarank() {
  const uint3 at = fencepost_block_in_cluster;
  const uint3 of = fencepost_cluster_dim;
  return at.x + of.x * (at.y + of.y * at.z);
}
FENCEPOST_PTX unsigned int cluster_nctarank() {
  const uint3 of = fencepost_cluster_dim;
  return of.x * of.y * of.z;
}
FENCEPOST_PTX unsigned int clusterid_x() { return blockIdx.x / fencepost_cluster_dim.x; }
FENCEPOST_PTX unsigned int clusterid_y() { return blockIdx.y / fencepost_cluster_dim.y; }
FENCEPOST_PTX unsigned int clusterid_z() { return blockIdx.z / fencepost_cluster_dim.z; }
FENCEPOST_PTX unsigned int nclusterid_x() { return gridDim.x / fencepost_cluster_dim.x; }
FENCEPOST_PTX unsigned int nclusterid_y() { return gridDim.y / fencepost_cluster_dim.y; }
FENCEPOST_PTX unsigned int nclusterid_z() { return gridDim.z / fencepost_cluster_dim.z; }

// In the shared window an address is a number of 32 bits: the distance from the window's begin, which is aligned to
// 256 KiB. So the lower 18 bits, all that a descriptor of wgmma holds, are those of the generic address, too, as on
// hardware. The window begins before `extern __shared__` arrays, which are all 227 KiB of the block's dynamic shared
// memory. In a cluster the upper 8 bits are the block's rank, as on hardware: who clears the lowest of them names the
// even block of a pair (CUTLASS's Sm100MmaPeerBitMask).
extern "C" __thread unsigned char fencepost_dynamic_shared[];

inline constexpr unsigned long kWindowAlignment = 1UL << 18;

FENCEPOST_PTX unsigned char* window_of(unsigned char* dynamic_shared) {
  return dynamic_shared - reinterpret_cast<unsigned long>(dynamic_shared) % kWindowAlignment;
}
FENCEPOST_PTX unsigned char* shared_begin() {
  unsigned char* begin = fencepost_dynamic_shared;
  asm("" : "+r"(begin));  // As one value: the linker cannot take its relocation out of a subtraction.
  return window_of(begin);
}
inline constexpr unsigned int kRankShift = 24;
inline constexpr unsigned int kHalfOfWindow = 1U << (kRankShift - 1);  ///< Static shared memory may lie before it.

FENCEPOST_PTX unsigned int number_in_window(const void* address, const unsigned char* begin, unsigned int rank) {
  const long offset = static_cast<const unsigned char*>(address) - begin;
  return (rank << kRankShift) + static_cast<unsigned int>(static_cast<int>(offset));
}
FENCEPOST_PTX void* pointer_in_window(unsigned long number, unsigned char* begin, unsigned int rank) {
  return begin + static_cast<int>(static_cast<unsigned int>(number) - (rank << kRankShift));
}

FENCEPOST_PTX unsigned int shared_offset(const void* address) {
  return number_in_window(address, shared_begin(), cluster_ctarank());
}
FENCEPOST_PTX void* shared_pointer(unsigned long number) {
  return pointer_in_window(number, shared_begin(), cluster_ctarank());
}
FENCEPOST_PTX unsigned int cluster_offset(const void* address) {
  const long distance = static_cast<const unsigned char*>(address) - shared_begin();
  const bool is_own = static_cast<unsigned long>(distance) < kWindowAlignment || cluster_nctarank() == 1;
  const int rank = is_own ? -1 : fencepost_rank_of_shared(address);
  if (rank < 0) return shared_offset(address);
  const auto number = static_cast<unsigned>(rank);
  return number_in_window(address, window_of(fencepost_shared_of_rank(number)), number);
}
FENCEPOST_PTX void* cluster_pointer(unsigned long number) {
  const unsigned int rank = (static_cast<unsigned int>(number) + kHalfOfWindow) >> kRankShift;
  if (rank == cluster_ctarank() || rank >= cluster_nctarank()) return shared_pointer(number);
  return pointer_in_window(number, window_of(fencepost_shared_of_rank(rank)), rank);
}

}  // namespace fencepost_ptx
