// Random warp operations of HIP, compared with what they mean, lane by lane, for wavefronts of warpSize lanes.
#include <hip/hip_runtime.h>
#include <hip/hip_cooperative_groups.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace cg = cooperative_groups;
using Bits = unsigned long long;

constexpr int kThreads = 192, kSteps = 160, kKinds = 19;
#if __AMDGCN_WAVEFRONT_SIZE__ == 64
using Mask = unsigned long long;
#else
using Mask = unsigned int;
#endif

/// An operation that all lanes of `mask` do together.
struct Step {
  int kind, width, operand;
  Mask mask;
};

__host__ __device__ int mixed(int value, int thread) { return (value * 31 + thread * 7 + 5) % 9973; }

/// Which lane a lane asks for.
__host__ __device__ int asked(const Step& step, int lane) { return (lane * step.operand + 3) % step.width; }

__device__ int done_by(const Step& step, int value, int lane) {
  const Mask mask = step.mask;
  switch (step.kind) {
    case 0: return __shfl(value, asked(step, lane), step.width);
    case 1: return __shfl_up(value, step.operand, step.width);
    case 2: return __shfl_down(value, step.operand, step.width);
    case 3: return __shfl_xor(value, step.operand, step.width);
    case 4: return static_cast<int>(__ballot(value & 1) % 9973);
    case 5: return __any(value % 64 == 3) * 2 + __all(value % 64 != 5);
    case 6: return static_cast<int>(__ballot_sync(mask, value & 1) % 9973);
    case 7: return __any_sync(mask, value % 16 == 3) * 2 + __all_sync(mask, value % 16 != 5);
    case 8: return static_cast<int>(__match_any_sync(mask, value % 3) % 9973);
    case 9: {
      int same = 0;
      const Bits lanes = __match_all_sync(mask, value % (1 + step.operand % 2), &same);
      return static_cast<int>(lanes % 9973) * 2 + same;
    }
    case 10: return static_cast<int>(__reduce_add_sync(mask, static_cast<unsigned>(value)) % 9973);
    case 11: {
      const Bits odd = __ballot(value & 1);
      return static_cast<int>(__builtin_amdgcn_mbcnt_hi(static_cast<unsigned>(odd >> 32), __builtin_amdgcn_mbcnt_lo(static_cast<unsigned>(odd), 0)));
    }
    case 12: return __builtin_amdgcn_readfirstlane(value);
    case 13: return __builtin_amdgcn_readlane(value, step.operand % warpSize);
    case 14: return __builtin_amdgcn_ds_bpermute(4 * ((lane * step.operand + 3) % warpSize), value);
    case 15: {
      const auto tile = cg::tiled_partition<__AMDGCN_WAVEFRONT_SIZE__>(cg::this_thread_block());
      return tile.shfl_xor(value, step.operand) + static_cast<int>(tile.ballot(value & 1) % 9973) + tile.any(value % 64 == 3);
    }
    case 16: {
      const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
      return tile.shfl(value, step.operand % 16) + static_cast<int>(tile.ballot(value & 1));
    }
    case 17: {
      const auto some = cg::coalesced_threads();
      return some.shfl(value, step.operand % static_cast<int>(some.size())) + static_cast<int>(some.size()) + static_cast<int>(some.thread_rank());
    }
    default: return static_cast<int>(__builtin_amdgcn_ballot_w64(value & 1) % 9973) + static_cast<int>(__activemask() % 9973);
  }
}

/// Whether only the lanes of the mask come.
__host__ __device__ bool is_partial(int kind) { return (kind >= 6 && kind <= 10) || kind == 17; }

__global__ void lanes(int* values, const Step* steps) {
  const int thread = threadIdx.x, lane = __lane_id();
  int value = values[thread];
  for (int i = 0; i < kSteps; ++i) {
    const Step step = steps[i];
    if (is_partial(step.kind)) {
      if ((step.mask >> lane & 1) != 0) value = done_by(step, value, lane);
      __builtin_amdgcn_wave_barrier();
    } else {
      value = done_by(step, value, lane);
    }
    value = mixed(value, thread);
  }
  values[thread] = value;
}

/// The same of one wavefront, by the definitions.
void model(int* values, const Step& step, int size) {
  std::vector<int> old(values, values + size);
  const auto bits_of = [&](auto holds) {
    Bits bits = 0;
    for (int i = 0; i < size; ++i) {
      const bool comes = !is_partial(step.kind) || (step.mask >> i & 1) != 0;
      if (comes && holds(i)) bits |= Bits{1} << i;
    }
    return bits;
  };
  const auto is_odd = [&](int i) { return (old[i] & 1) != 0; };
  const Bits all = bits_of([](int) { return true; });
  for (int lane = 0; lane < size; ++lane) {
    if ((all >> lane & 1) == 0) continue;
    const int first = lane / step.width * step.width;
    int& to = values[lane];
    switch (step.kind) {
      case 0: to = old[first + asked(step, lane)]; break;
      case 1: to = lane - first >= step.operand ? old[lane - step.operand] : old[lane]; break;
      case 2: to = lane - first + step.operand < step.width ? old[lane + step.operand] : old[lane]; break;
      case 3: to = (lane ^ step.operand) < first + step.width ? old[lane ^ step.operand] : old[lane]; break;
      case 4: case 6: to = static_cast<int>(bits_of(is_odd) % 9973); break;
      case 5:
        to = (bits_of([&](int i) { return old[i] % 64 == 3; }) != 0) * 2 + (bits_of([&](int i) { return old[i] % 64 != 5; }) == all);
        break;
      case 7:
        to = (bits_of([&](int i) { return old[i] % 16 == 3; }) != 0) * 2 + (bits_of([&](int i) { return old[i] % 16 != 5; }) == all);
        break;
      case 8: to = static_cast<int>(bits_of([&](int i) { return old[i] % 3 == old[lane] % 3; }) % 9973); break;
      case 9: {
        const int by = 1 + step.operand % 2;
        const bool same = bits_of([&](int i) { return old[i] % by == old[lane] % by; }) == all;
        to = static_cast<int>((same ? all : 0) % 9973) * 2 + same;
        break;
      }
      case 10: {
        unsigned sum = 0;
        for (int i = 0; i < size; ++i) sum += (all >> i & 1) != 0 ? static_cast<unsigned>(old[i]) : 0;
        to = static_cast<int>(sum % 9973);
        break;
      }
      case 11: to = __builtin_popcountll(bits_of(is_odd) & ((Bits{1} << lane) - 1)); break;
      case 12: to = old[0]; break;
      case 13: to = old[step.operand % size]; break;
      case 14: to = old[(lane * step.operand + 3) % size]; break;
      case 15:
        to = old[lane ^ step.operand] + static_cast<int>(bits_of(is_odd) % 9973) + (bits_of([&](int i) { return old[i] % 64 == 3; }) != 0);
        break;
      case 16: {
        const int tile = lane / 16 * 16;
        to = old[tile + step.operand % 16] + static_cast<int>(bits_of(is_odd) >> tile & 0xffff);
        break;
      }
      case 17: {
        const int count = __builtin_popcountll(all);
        int nth = step.operand % count, source = 0;
        for (int i = 0; i < size; ++i) {
          if ((all >> i & 1) != 0 && nth-- == 0) source = i;
        }
        to = old[source] + count + __builtin_popcountll(all & ((Bits{1} << lane) - 1));
        break;
      }
      default: to = static_cast<int>(bits_of(is_odd) % 9973) + static_cast<int>(all % 9973);
    }
  }
}

int main(int argc, char** argv) {
  const int seeds = argc > 1 ? std::atoi(argv[1]) : 4;
  hipDeviceProp_t device;
  (void)hipGetDeviceProperties(&device, 0);
  const int size = device.warpSize;
  if (size != __AMDGCN_WAVEFRONT_SIZE__ || size != warpSize) return 1;
  int* values;
  Step* steps;
  (void)hipMallocManaged(&values, kThreads * sizeof *values);
  (void)hipMallocManaged(&steps, kSteps * sizeof *steps);
  for (int seed = 1; seed <= seeds; ++seed) {
    std::srand(seed);
    std::vector<int> expected(kThreads);
    for (int i = 0; i < kThreads; ++i) values[i] = expected[i] = std::rand() % 9973;
    for (int i = 0; i < kSteps; ++i) {
      Step& step = steps[i];
      step.kind = std::rand() % kKinds;
      step.width = size >> std::rand() % 4;
      step.operand = std::rand() % step.width;
      step.mask = static_cast<Mask>((static_cast<Bits>(std::rand()) << 33 ^ static_cast<Bits>(std::rand()) << 11 ^ std::rand()));
      if (step.mask == 0) step.mask = 1;
    }
    lanes<<<1, kThreads>>>(values, steps);
    (void)hipDeviceSynchronize();
    for (int i = 0; i < kSteps; ++i) {
      for (int first = 0; first < kThreads; first += size) model(&expected[first], steps[i], size);
      for (int thread = 0; thread < kThreads; ++thread) expected[thread] = mixed(expected[thread], thread);
    }
    for (int i = 0; i < kThreads; ++i) {
      if (values[i] == expected[i]) continue;
      std::printf("seed %d: thread %d has %d, not %d\n", seed, i, values[i], expected[i]);
      return 1;
    }
  }
  std::printf("%d right\n", size);
}
