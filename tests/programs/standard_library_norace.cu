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
#include <cuda/std/concepts>
#include <cuda/std/cstddef>
#include <cuda/std/cstdint>
#include <cuda/std/functional>
#include <cuda/std/initializer_list>
#include <cuda/std/iterator>
#include <cuda/std/limits>
#include <cuda/std/numbers>
#include <cuda/std/numeric>
#include <cuda/std/optional>
#include <cuda/std/ratio>
#include <cuda/std/source_location>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#include <cuda/std/variant>
#include <cuda/stream_ref>

#include <array>
#include <cstdio>
#include <memory>
#include <type_traits>
#include <vector>

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
struct Plain {};
static_assert(cuda::std::integral<char> && !cuda::std::signed_integral<unsigned> && cuda::std::floating_point<float>);
static_assert(cuda::std::same_as<int, int> && cuda::std::convertible_to<int, double> && cuda::std::regular<int>);
static_assert(cuda::std::totally_ordered<float> && !cuda::std::equality_comparable<Plain>);
static_assert(cuda::std::invocable<int (*)(int), long> && !cuda::std::copyable<std::unique_ptr<int>>);
static_assert(cuda::std::numbers::pi_v<float> == 3.14159274f &&
              cuda::std::numbers::sqrt2 * cuda::std::numbers::sqrt2 > 2);

// Of the element type, the extent and the const that spans may be converted to.
__host__ __device__ int sum_of(cuda::std::span<const int> numbers) {
  int sum = 0;
  for (const int number : numbers) sum += number;
  return sum;
}
template <class From, class To>
constexpr bool converts = std::is_convertible_v<From, To>;
using cuda::std::span;
static_assert(sizeof(span<int, 4>) <= 2 * sizeof(int*) && span<int, 4>::extent == 4);
static_assert(converts<span<int, 4>, span<const int>> && !converts<span<const int>, span<int>>);
static_assert(!converts<span<long>, span<int>> && !std::is_constructible_v<span<int, 3>, int (&)[4]>);
static_assert(converts<std::vector<int>&, span<int>> && !converts<const std::vector<int>&, span<int>>);
static_assert(converts<std::array<int, 2>&, span<int, 2>> && converts<const std::array<int, 2>&, span<const int>>);

__host__ __device__ int check_spans(int n) {
  int wrong = 0;
  int numbers[4] = {n, n + 1, n + 2, n + 3};
  span all(numbers);
  static_assert(std::is_same_v<decltype(all), span<int, 4>>);
  span some(&numbers[1], 2);
  static_assert(std::is_same_v<decltype(some), span<int>>);
  wrong += sum_of(all) != 4 * n + 6 || sum_of(some) != 2 * n + 3 || all.size_bytes() != 16 || some.empty();
  wrong += all.first<2>()[1] != n + 1 || all.last<1>()[0] != n + 3 || all.subspan<1, 2>().back() != n + 2;
  wrong += some.first(1).front() != n + 1 || some.last(1)[0] != n + 2 || all.subspan(3).size() != 1;
  wrong += all.subspan<1>().extent != 3 || *all.rbegin() != n + 3 || cuda::std::as_bytes(some).size() != 8;
  some[0] = 7;
  wrong += numbers[1] != 7 || span<int>().data() != nullptr;
  return wrong;
}

__host__ __device__ int check(int n) {
  int wrong = check_spans(n);
  wrong += cuda::std::source_location::current().line() != __LINE__;
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
