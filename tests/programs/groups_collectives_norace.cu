// Every member of tiles, coalesced groups and partitions, with known results.
// CLEAN
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/atomic>
#include <cassert>
#include <utility>
namespace cg = cooperative_groups;
struct Big {
  double a, b;
  int c;
};
struct P3 {
  float x, y, z;
};

__global__ void k(int* out) {
  cg::thread_block block = cg::this_thread_block();
  auto t32 = cg::tiled_partition<32>(block);
  auto t8 = cg::tiled_partition<8>(t32);
  cg::thread_block_tile<8> t8v = t8;
  static_assert(decltype(t8)::size() == 8);
  assert(t8.meta_group_rank() == threadIdx.x % 32 / 8 && t8.meta_group_size() == 4);
  assert(t32.meta_group_rank() == threadIdx.x / 32);
  assert(t8v.thread_rank() == threadIdx.x % 8);
  Big b{1.0 * threadIdx.x, 2, (int)threadIdx.x};
  Big c = t32.shfl(b, 5);
  assert(c.c == (int)(threadIdx.x / 32 * 32 + 5));
  int s = cg::reduce(t8, (int)threadIdx.x, cg::plus<int>());
  assert(s == (int)(threadIdx.x / 8 * 8 * 8 + 28));
  int mx = cg::reduce(t32, (int)threadIdx.x, cg::greater<int>());
  assert(mx == (int)(threadIdx.x / 32 * 32 + 31));
  P3 p{1.f, (float)threadIdx.x, 2.f};
  P3 q = cg::reduce(t32, p, [](const P3& a, const P3& b) { return P3{a.x + b.x, a.y < b.y ? a.y : b.y, a.z * 1}; });
  assert(q.x == 32.f && q.y == threadIdx.x / 32 * 32.f);
  assert(cg::inclusive_scan(t8, 1) == (int)t8.thread_rank() + 1);
  assert(cg::exclusive_scan(t8, 1) == (int)t8.thread_rank());
  assert(cg::inclusive_scan(t8, (int)t8.thread_rank(), cg::greater<int>()) == (int)t8.thread_rank());
  // large tiles
  auto t128 = cg::tiled_partition<128>(block);
  auto t64 = cg::tiled_partition<64>(t128);
  assert(cg::reduce(t64, 1, cg::plus<int>()) == 64);
  assert(cg::reduce(t128, 1u, cg::plus<unsigned>()) == 128u);
  assert(cg::inclusive_scan(t64, 2) == 2 * (int)t64.thread_rank() + 2);
  assert(cg::exclusive_scan(t128, 2, cg::plus<int>()) == 2 * (int)t128.thread_rank());
  assert(t128.shfl((int)threadIdx.x, 77) == (int)(threadIdx.x / 128 * 128 + 77));
  assert(t64.any(threadIdx.x == 70) == (threadIdx.x / 64 == 1));
  assert(t64.all(threadIdx.x >= 64) == (threadIdx.x >= 64));
  t64.sync();
  assert(t64.meta_group_size() == 2 && t64.meta_group_rank() == threadIdx.x % 128 / 64);
  // partitions
  auto lp = cg::labeled_partition(t32, threadIdx.x % 3);
  assert(lp.size() >= 10 && lp.meta_group_size() == 3);
  assert(lp.meta_group_rank() == (threadIdx.x - threadIdx.x / 32 * 32) % 3);
  auto bp = cg::binary_partition(t32, threadIdx.x & 1);
  assert(bp.size() == 16 && bp.meta_group_rank() == (threadIdx.x & 1));
  cg::thread_group g = cg::tiled_partition(block, 4);
  g.sync();
  assert(g.size() == 4 && g.thread_rank() == threadIdx.x % 4);
  cg::thread_group g2 = cg::tiled_partition(g, 2);
  assert(g2.size() == 2);
  cg::this_thread().sync();
  assert(cg::this_thread().size() == 1);
  cg::invoke_one(t32, [&](int v) { out[threadIdx.x] = v; }, 7);
  int v = cg::invoke_one_broadcast(t32, [&] { return (int)threadIdx.x; });
  assert(v == (int)threadIdx.x / 32 * 32);
  __shared__ cuda::atomic<int, cuda::thread_scope_block> a;
  __shared__ int plain;
  if (threadIdx.x == 0) a.store(0);
  block.sync();
  cg::reduce_update_async(t32, a, 1, cg::plus<int>());
  block.sync();
  assert(a.load() == (int)blockDim.x);
  block.sync();
  int base = cg::exclusive_scan_update(t32, a, 1, cg::plus<int>());
  int inc = cg::inclusive_scan_update(t64, a, 1);
  assert(base >= (int)blockDim.x && inc > (int)blockDim.x);
  block.sync();
  assert(a.load() == 3 * (int)blockDim.x);
  if (threadIdx.x < 32) cg::reduce_store_async(t32, &plain, (int)threadIdx.x, cg::plus<int>());
  block.sync();
  assert(plain == 496);
  auto token = block.barrier_arrive();
  out[threadIdx.x + 256] = 1;
  block.barrier_wait(std::move(token));
  if (threadIdx.x % 2) {
    auto co = cg::coalesced_threads();
    assert(co.size() == 16);
    auto co4 = cg::tiled_partition(co, 4);
    assert(co4.size() == 4 && co4.meta_group_size() == 4 && co4.thread_rank() == co.thread_rank() % 4);
    assert(co.shfl_up((int)threadIdx.x, 1) == (co.thread_rank() ? (int)threadIdx.x - 2 : (int)threadIdx.x));
    assert(cg::reduce(co, 1, cg::plus<int>()) == 16);
    assert(co.match_any(threadIdx.x / 8) != 0);
    int same;
    assert(co.match_all(3, same) == 0xffff && same);
  }
  auto grid = cg::this_grid();
  assert(grid.thread_rank() == threadIdx.x && grid.num_blocks() == 1 && grid.dim_threads().x == blockDim.x);
}
int main() {
  int* out;
  cudaMalloc(&out, 4096);
  k<<<1, 256>>>(out);
  return cudaDeviceSynchronize();
}
