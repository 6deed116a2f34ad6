// The eight cases that are measured beside other tools: their sizes, their input and what their output must be. Shared
// by the CUDA and the OpenCL program, so that both do the same work.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

struct Case {
  const char* name;
  int n;                    ///< Elements; of a square, its side.
  int global[2], block[2];  ///< Threads of the whole launch and of a block.
  int inputs;               ///< One or two arrays of words.
  int words_in, words_out;
  int dynamic_words;  ///< Of shared memory that the launch sizes.
  double accesses;    ///< To shared and global memory; an atomic operation counts once.
};

constexpr int kTile = 16, kMillion = 1 << 20, kBins = 256;

inline const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      {"blelloch", 1024, {512, 1}, {512, 1}, 1, 1024, 1024, 1024, 12281},
      {"kogge_stone", 1024, {1024, 1}, {1024, 1}, 1, 1024, 1024, 1024, 31747},
      {"kogge_stone_tiles", kMillion, {kMillion, 1}, {256, 1}, 1, kMillion, kMillion, 256, 26226688},
      {"reduce", kMillion, {kMillion, 1}, {256, 1}, 1, kMillion, kMillion / 256, 256, 5238784},
      {"matrix_multiply", 256, {256, 256}, {kTile, kTile}, 2, 65536, 65536, 0, 37814272},
      {"vector_add", kMillion, {kMillion, 1}, {256, 1}, 2, kMillion, kMillion, 0, 3145728},
      {"histogram", kMillion, {kMillion, 1}, {256, 1}, 1, kMillion, kBins, 0, 2097152},
      {"stencil", 1024, {1024, 1024}, {32, 8}, 1, kMillion, kMillion, 0, 6275088},
  };
  return all;
}

inline const Case& case_named(const std::string& name) {
  for (const Case& c : cases()) {
    if (name == c.name) return c;
  }
  std::fprintf(stderr, "no such case: %s\n", name.c_str());
  std::exit(2);
}

/// The case on about `elements` elements, a multiple of 1024: of a square, its area. Those of a single block have one
/// size.
inline Case scaled(Case c, int elements) {
  const std::string name = c.name;
  if (name == "blelloch" || name == "kogge_stone") return c;
  if (name != "matrix_multiply" && name != "stencil") {
    const double factor = static_cast<double>(elements) / c.n;
    c.accesses *= factor;
    c.words_out = c.words_out == c.n ? elements : name == "reduce" ? elements / c.block[0] : c.words_out;
    c.n = c.global[0] = c.words_in = elements;
    return c;
  }
  int side = 32;
  while (4 * side * side <= elements) side *= 2;
  const double all = 1.0 * side * side, inner = (side - 2.0) * (side - 2.0);
  c.accesses = name == "stencil" ? 6 * inner + 2 * (all - inner) : all * (36.0 * side / kTile + 1);
  c.n = c.global[0] = c.global[1] = side;
  c.words_in = c.words_out = side * side;
  return c;
}

inline bool is_of_floats(const Case& c) {
  return !std::strcmp(c.name, "matrix_multiply") || !std::strcmp(c.name, "stencil");
}

/// Small numbers, as int or, of cases of floats, as fractions below 1.
inline std::vector<std::int32_t> input_of(const Case& c, unsigned seed) {
  std::vector<std::int32_t> words(c.words_in);
  for (std::int32_t& word : words) {
    seed = seed * 1664525u + 1013904223u;
    word = static_cast<std::int32_t>(seed >> 22);
    if (is_of_floats(c)) {
      const float fraction = static_cast<float>(word) / 1024.0f;
      std::memcpy(&word, &fraction, sizeof word);
    }
  }
  return words;
}

inline bool is_right(const Case& c, const std::vector<std::int32_t>& a, const std::vector<std::int32_t>& b,
                     const std::vector<std::int32_t>& out) {
  const std::string name = c.name;
  const auto value = [](std::int32_t word) {
    float f;
    std::memcpy(&f, &word, sizeof f);
    return f;
  };
  std::vector<std::int32_t> expected(c.words_out);
  if (is_of_floats(c)) {
    for (int y = 0; y < c.n; ++y) {
      for (int x = 0; x < c.n; ++x) {
        const int i = y * c.n + x;
        double sum = value(a[i]);
        if (name == "matrix_multiply") {
          sum = 0;
          for (int k = 0; k < c.n; ++k) sum += static_cast<double>(value(a[y * c.n + k])) * value(b[k * c.n + x]);
        } else if (x > 0 && y > 0 && x < c.n - 1 && y < c.n - 1) {
          sum = 0.2 * (sum + value(a[i - 1]) + value(a[i + 1]) + value(a[i - c.n]) + value(a[i + c.n]));
        }
        if (std::fabs(value(out[i]) - sum) > 1e-4 * (1 + std::fabs(sum))) return false;
      }
    }
    return true;
  }
  int sum = 0;
  for (int i = 0; i < c.words_in; ++i) {
    if (i % c.block[0] == 0 && name != "blelloch") sum = 0;
    if (name == "blelloch") expected[i] = sum;
    sum += a[i];
    if (name == "kogge_stone" || name == "kogge_stone_tiles") expected[i] = sum;
    if (name == "reduce") expected[i / c.block[0]] = sum;
    if (name == "vector_add") expected[i] = a[i] + b[i];
    if (name == "histogram") ++expected[a[i] & (kBins - 1)];
  }
  return expected == out;
}

/// Prints the median of the times of `launch`, which is to wait for its end; `reset` goes before each and is not timed.
template <class Reset, class Launch>
double median_ms(int warm_ups, int runs, Reset reset, Launch launch) {
  std::vector<double> times;
  for (int i = -warm_ups; i < runs; ++i) {
    reset();
    const auto start = std::chrono::steady_clock::now();
    launch();
    const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - start;
    if (i >= 0) times.push_back(taken.count());
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}
