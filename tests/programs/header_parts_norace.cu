// Headers that NVIDIA's own include, and programs, generated ones and those that an editor completed, name themselves.
// CLEAN
// STDOUT: ^120 32$
#include <cooperative_groups.h>
#include <cooperative_groups/details/async.h>
#include <cooperative_groups/details/coalesced_reduce.h>
#include <cooperative_groups/details/coalesced_scan.h>
#include <cooperative_groups/details/functional.h>
#include <cooperative_groups/details/helpers.h>
#include <cooperative_groups/details/info.h>
#include <cooperative_groups/details/invoke.h>
#include <cooperative_groups/details/memory.h>
#include <cooperative_groups/details/partitioning.h>
#include <cooperative_groups/details/reduce.h>
#include <cooperative_groups/details/scan.h>
#include <cooperative_groups/details/sync.h>
#include <crt/device_double_functions.hpp>
#include <crt/device_functions.hpp>
#include <crt/math_functions.hpp>
#include <crt/mma.hpp>
#include <crt/sm_70_rt.hpp>
#include <crt/sm_80_rt.hpp>
#include <crt/sm_90_rt.hpp>
#include <cuda_awbarrier_helpers.h>
#include <cuda_pipeline_helpers.h>
#include <cudnn_adv.h>
#include <cudnn_backend.h>
#include <cudnn_cnn.h>
#include <cudnn_graph.h>
#include <cudnn_ops.h>
#include <cudnn_version.h>
#include <device_atomic_functions.hpp>
#include <host_config.h>
#include <sm_20_atomic_functions.hpp>
#include <sm_20_intrinsics.hpp>
#include <sm_30_intrinsics.hpp>
#include <sm_32_atomic_functions.hpp>
#include <sm_32_intrinsics.hpp>
#include <sm_60_atomic_functions.hpp>
#include <sm_61_intrinsics.hpp>
#include <vector_functions.hpp>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void sum(int* to) {
  const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  const int all = cg::reduce(tile, static_cast<int>(tile.thread_rank()), cg::plus<int>());
  if (tile.thread_rank() == 0) atomicMax(&to[0], all);
  atomicAdd(&to[1], 1);
}

int main() {
  int* to;
  cudaMallocManaged(&to, 2 * sizeof(*to));
  sum<<<1, 32>>>(to);
  cudaDeviceSynchronize();
  printf("%d %d\n", to[0], to[1]);
  cudaFree(to);
}
