// The applications of prefix sums that Chong, Donaldson and Ketema name (POPL 2014): each scan of kernels/scan with each
// operator, in one block and in several, against a sequential scan.
// CLEAN
// STDOUT: ^6 operators, 7 scans, 5 sizes: 0 wrong$
// INCLUDES: ../../kernels/scan/blelloch.cuh ../../kernels/scan/brent_kung.cuh ../../kernels/scan/kogge_stone.cuh ../../kernels/scan/multi_block.cuh ../../kernels/scan/shift_right.cuh ../../kernels/scan/sklansky.cuh ../../kernels/scan/sum.cuh
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

#include "../../kernels/scan/blelloch.cuh"
#include "../../kernels/scan/brent_kung.cuh"
#include "../../kernels/scan/kogge_stone.cuh"
#include "../../kernels/scan/multi_block.cuh"
#include "../../kernels/scan/sklansky.cuh"
#include "../../kernels/scan/sum.cuh"

// Factors are powers of two, so that the product is exact in any order.
struct Product {
  __host__ __device__ float identity() const { return 1; }
  __host__ __device__ float operator()(float left, float right) const { return left * right; }
};

// Line of sight: a point is seen if its angle exceeds the greatest before it.
struct Max {
  __host__ __device__ int identity() const { return -2147483647 - 1; }
  __host__ __device__ int operator()(int left, int right) const { return left < right ? right : left; }
};

// Binary addition. What some neighbouring bits do to a carry: make one, or pass on that of the bits below.
struct Carry {
  bool generates, propagates;
};
struct CarryOperator {
  __host__ __device__ Carry identity() const { return {false, true}; }
  __host__ __device__ Carry operator()(Carry low, Carry high) const {
    return {high.generates || (high.propagates && low.generates), high.propagates && low.propagates};
  }
};

// A finite-state machine of four states: what some input does to each state. The left function comes first.
struct Transition {
  unsigned char next[4];
};
struct Composition {
  __host__ __device__ Transition identity() const { return {{0, 1, 2, 3}}; }
  __host__ __device__ Transition operator()(Transition first, Transition second) const {
    Transition both;
    for (int state = 0; state < 4; ++state) {
      both.next[state] = second.next[first.next[state]];
    }
    return both;
  }
};

struct Text {
  int length;
  char letters[60];
};
struct Concatenation {
  __host__ __device__ Text identity() const { return Text{}; }
  __host__ __device__ Text operator()(Text left, Text right) const {
    for (int i = 0; i < right.length; ++i) {
      left.letters[left.length++] = right.letters[i];
    }
    return left;
  }
};

template <class T>
static bool same(const T& one, const T& other) {
  return memcmp(&one, &other, sizeof(T)) == 0;
}

static int wrong = 0;

template <class Algorithm, class T, class Op>
static std::vector<T> scanned(const std::vector<T>& input, Op op, int slice) {
  std::vector<T> output = input;
  T* data;
  cudaMalloc((void**)&data, input.size() * sizeof(T));
  cudaMemcpy(data, input.data(), input.size() * sizeof(T), cudaMemcpyHostToDevice);
  const cudaError_t error = scan<Algorithm>(data, input.size(), op, slice);
  cudaMemcpy(output.data(), data, input.size() * sizeof(T), cudaMemcpyDeviceToHost);
  cudaFree(data);
  wrong += error != cudaSuccess;
  return output;
}

template <class Algorithm, class T, class Op>
static void compare(const char* scan_name, const char* operator_name, const std::vector<T>& input, Op op) {
  const std::vector<T> output = scanned<Algorithm>(input, op, 16);
  T sum = op.identity();
  for (size_t i = 0; i < input.size(); ++i) {
    const T before = sum;
    sum = op(sum, input[i]);
    if (!same(output[i], Algorithm::kExclusive ? before : sum)) {
      printf("%s by %s of %zu elements: element %zu is wrong\n", operator_name, scan_name, input.size(), i);
      ++wrong;
      return;
    }
  }
}

template <class Op, class Element>
static void compare_all(const char* name, Op op, Element element) {
  for (long n : {1, 7, 16, 33, 60}) {
    std::vector<decltype(op.identity())> input;
    for (long i = 0; i < n; ++i) {
      input.push_back(element(i));
    }
    compare<KoggeStone>("kogge_stone", name, input, op);
    compare<KoggeStoneExclusive>("kogge_stone_exclusive", name, input, op);
    compare<Blelloch>("blelloch", name, input, op);
    compare<Sklansky>("sklansky", name, input, op);
    compare<SklanskyExclusive>("sklansky_exclusive", name, input, op);
    compare<BrentKung>("brent_kung", name, input, op);
    compare<BrentKungExclusive>("brent_kung_exclusive", name, input, op);
  }
}

// a + b, all 64 carries at once: bit i of the sum also depends on what the bits below i generate.
static void add_in_parallel(uint64_t a, uint64_t b) {
  std::vector<Carry> bits;
  for (int i = 0; i < 64; ++i) {
    const bool x = a >> i & 1, y = b >> i & 1;
    bits.push_back({x && y, x != y});
  }
  const std::vector<Carry> below = scanned<Blelloch>(bits, CarryOperator(), 16);
  uint64_t sum = 0;
  for (int i = 0; i < 64; ++i) {
    sum |= uint64_t(bits[i].propagates != below[i].generates) << i;
  }
  if (sum != a + b) {
    printf("%llu + %llu: %llu is wrong\n", (unsigned long long)a, (unsigned long long)b, (unsigned long long)sum);
    ++wrong;
  }
}

// The places at which a text contains "aba", by a machine whose state is how much of it the last letters match.
static void search_in_parallel(const char* text) {
  const Transition on_a = {{1, 1, 3, 1}}, on_b = {{0, 2, 0, 2}}, on_other = {{0, 0, 0, 0}};
  std::vector<Transition> steps;
  for (const char* letter = text; *letter; ++letter) {
    steps.push_back(*letter == 'a' ? on_a : *letter == 'b' ? on_b : on_other);
  }
  const std::vector<Transition> until = scanned<Sklansky>(steps, Composition(), 16);
  for (size_t i = 0; i < until.size(); ++i) {
    const bool found = i >= 2 && strncmp(text + i - 2, "aba", 3) == 0;
    if ((until[i].next[0] == 3) != found) {
      printf("\"aba\" in \"%s\" up to %zu is wrong\n", text, i);
      ++wrong;
    }
  }
}

int main() {
  compare_all("int sum", Sum<int>(), [](long i) { return int((7 * i + 3) % 10); });
  compare_all("float product", Product(), [](long i) { return i % 3 == 0 ? 2.0f : i % 3 == 1 ? 0.25f : 4.0f; });
  compare_all("int maximum", Max(), [](long i) { return int((37 * i + 11) % 101) - 50; });
  compare_all("carry", CarryOperator(), [](long i) { return Carry{i % 5 == 0, i % 5 > 1}; });
  compare_all("composition", Composition(), [](long i) {
    return i % 3 == 0 ? Transition{{1, 2, 3, 0}} : i % 3 == 1 ? Transition{{1, 0, 2, 3}} : Transition{{0, 0, 2, 3}};
  });
  compare_all("concatenation", Concatenation(), [](long i) { return Text{1, {char('a' + i % 26)}}; });
  add_in_parallel(0x0123456789abcdef, 0xfedcba9876543211);
  add_in_parallel(0xffffffffffffffff, 1);
  add_in_parallel(12345678901234567890u, 9876543210987654321u);
  search_in_parallel("ababa abba aabab babaab ab aba");
  printf("6 operators, 7 scans, 5 sizes: %d wrong\n", wrong);
  return wrong != 0;
}
