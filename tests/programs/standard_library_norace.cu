// The C++ standard library by its names in cuda::std, in kernels and on the host; integer arithmetic of libcu++.
// CLEAN
// STDOUT: ^kernel 0 wrong, host 0 wrong$
#include <cuda/annotated_ptr>
#include <cuda/atomic>
#include <cuda/cmath>
#include <cuda/functional>
#include <cuda/std/algorithm>
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/cassert>
#include <cuda/std/cfloat>
#include <cuda/std/chrono>
#include <cuda/std/climits>
#include <cuda/std/cmath>
#include <cuda/std/complex>
#include <cuda/std/cstddef>
#include <cuda/std/cstdint>
#include <cuda/std/functional>
#include <cuda/std/initializer_list>
#include <cuda/std/iterator>
#include <cuda/std/limits>
#include <cuda/std/numeric>
#include <cuda/std/optional>
#include <cuda/std/ratio>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#include <cuda/std/variant>
#include <cuda/stream_ref>

#include <cstdio>
#include <type_traits>

static_assert(std::is_same_v<cuda::std::complex<float>, std::complex<float>>);
static_assert(cuda::ceil_div(10, 3) == 4 && cuda::ceil_div(9u, 3) == 3);
static_assert(cuda::round_up(10, 8) == 16 && cuda::round_down(15, 8) == 8);
static_assert(cuda::isqrt(99) == 9 && cuda::isqrt(100) == 10 && cuda::isqrt(0) == 0);
static_assert(cuda::ilog2(1023) == 9 && cuda::ceil_ilog2(1023) == 10 && cuda::ilog10(1000) == 3);
static_assert(cuda::next_power_of_two(33) == 64 && cuda::prev_power_of_two(33) == 32);
static_assert(cuda::uabs(-128) == 128u && cuda::is_power_of_two(64) && !cuda::is_power_of_two(0));
static_assert(std::is_same_v<cuda::std::remove_cvref_t<const int&>, int>);
static_assert(cuda::std::popcount(0xffu) == 8 && cuda::std::countl_zero(1u) == 31 && cuda::std::bit_ceil(5u) == 8);
static_assert(cuda::std::rotl(cuda::std::uint8_t{0x81}, 1) == 3 && cuda::std::countr_one(7u) == 3);
static_assert(cuda::std::bit_cast<cuda::std::uint32_t>(1.0f) == 0x3f800000);

__host__ __device__ int check(int n) {
  int wrong = 0;
  cuda::std::array<int, 4> numbers = {n + 3, n + 1, n + 2, n};
  cuda::std::sort(numbers.begin(), numbers.end());
  wrong += numbers[0] != n || numbers.back() != n + 3;
  wrong += cuda::std::accumulate(numbers.begin(), numbers.end(), 0) != 4 * n + 6;
  const cuda::std::complex<double> z(3, 4);
  wrong += abs(z) != 5 || (z * z).imag() != 24 || cuda::std::norm(z) != 25;
  const cuda::std::tuple<int, float> pair = cuda::std::make_tuple(n, 2.5f);
  wrong += cuda::std::get<0>(pair) != n || cuda::std::get<float>(pair) != 2.5f;
  const cuda::std::optional<int> nothing;
  wrong += nothing.has_value() || nothing.value_or(7) != 7;
  const cuda::std::variant<int, float> either = 1.5f;
  wrong += either.index() != 1 || cuda::std::get<float>(either) != 1.5f;
  wrong += cuda::std::numeric_limits<float>::max() != FLT_MAX || cuda::std::max(n, n + 1) != n + 1;
  wrong += cuda::std::plus<>{}(n, 1) != n + 1 || cuda::std::identity{}(n) != n;
  wrong += cuda::maximum<>{}(n, 2.5) < n || cuda::minimum<int>{}(n, n + 1) != n;
  wrong += cuda::proclaim_return_type<long>([](int i) { return i; })(n) != n;
  wrong += cuda::std::isnan(1.0f) || cuda::std::sqrt(16.0) != 4;
  return wrong;
}

__global__ void k(int* wrong, int* sum) {
  cuda::atomic_ref<int, cuda::thread_scope_device>(*wrong).fetch_add(check(threadIdx.x));
  cuda::annotated_ptr<int, cuda::access_property::persisting> element(&sum[threadIdx.x]);
  *element += 1;
}

int main() {
  int *wrong, *sum;
  cudaMallocManaged(&wrong, sizeof(int));
  cudaMallocManaged(&sum, 64 * sizeof(int));
  *wrong = 0;
  for (int i = 0; i < 64; ++i) sum[i] = -1;
  k<<<1, 64>>>(wrong, sum);
  cuda::stream_ref(cudaStream_t{}).sync();
  for (int i = 0; i < 64; ++i) *wrong += sum[i];
  printf("kernel %d wrong, host %d wrong\n", *wrong, check(5));
}
