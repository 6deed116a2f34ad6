// What a reordering by digits must have done, checked when its kernel ends.
//
// Paper: D. van Oorschot, "Let's sort this out: GPGPU Verification of Radix Sort", University of Twente, 2020,
// section 5.2, equations 10 and 11. Stability, which sorting digit after digit needs, is in section 2.1.
#pragma once
#ifdef __FENCEPOST__

#include <fencepost/ghost.h>

#include <algorithm>
#include <vector>

#include "partition_reorder.cuh"

// `values` in the order of their digits, those of one digit as before.
template <class T, class Digit>
std::vector<T> in_order_of_digits(const std::vector<T>& values, Digit digit) {
  std::vector<std::vector<T>> of_digit(256);
  for (const T& value : values) of_digit[digit(value)].push_back(value);
  std::vector<T> ordered;
  for (const std::vector<T>& same : of_digit) ordered.insert(ordered.end(), same.begin(), same.end());
  return ordered;
}

// T has the operators < (a total order) and ==. digit(x) is the digit of an element.
template <class T, class Digit>
class ReorderGhost {
 public:
  // The kernel's arrays; prefixsum has radix + 1 entries. Create it before the launch: it copies them.
  ReorderGhost(const T* input, const T* output, const int* prefixsum, int radix, int N, Digit digit)
      : input_(input), output_(output), prefixsum_(prefixsum), radix_(radix), N_(N), digit_(digit),
        at_start_(radix + 1) {
    cudaMemcpy(at_start_.data(), prefixsum, at_start_.size() * sizeof(int), cudaMemcpyDeviceToHost);
  }

  void check(const fencepost::AfterInterval& after) const {
    if (!after.at_exit) return;
    const std::vector<T> input(after.array(input_), after.array(input_) + N_);
    const std::vector<T> output(after.array(output_), after.array(output_) + N_);
    const int* prefixsum = after.array(prefixsum_);

    after.require(prefixsum[radix_] == N_, "prefixsum[radix] is the number of elements, and nobody writes it");
    after.require(std::equal(at_start_.begin() + 1, at_start_.end(), prefixsum),
                  "each digit's elements end where those of the next begin");

    bool digits_in_order = true;
    for (int i = 1; i < N_; ++i) digits_in_order = digits_in_order && digit_(output[i - 1]) <= digit_(output[i]);
    after.require(digits_in_order, "equation 10: the digits of the output are in order");

    // What is the stable order is a permutation too.
    const bool stable = output == in_order_of_digits(input, digit_);
    after.require(stable || sorted(input) == sorted(output), "equation 11: the output is a permutation of the input");
    after.require(stable, "stability: elements of one digit keep their order");
  }

 private:
  static std::vector<T> sorted(std::vector<T> values) {
    std::sort(values.begin(), values.end());
    return values;
  }

  const T* input_;
  const T* output_;
  const int* prefixsum_;
  int radix_, N_;
  Digit digit_;
  std::vector<int> at_start_;
};

// After the first partition of N elements has been sorted, by partition_reorder.cuh.
template <class T, class Digit>
class PartitionGhost {
 public:
  PartitionGhost(const T* input, const T* sorted, int N, Digit digit)
      : input_(input), sorted_(sorted), size_(std::min(N, kPartition)), digit_(digit) {}

  void check(const fencepost::AfterInterval& after) const {
    if (!after.at_exit) return;
    const std::vector<T> input(after.array(input_), after.array(input_) + size_);
    const std::vector<T> ordered = in_order_of_digits(input, digit_);
    after.require(std::equal(ordered.begin(), ordered.end(), after.array(sorted_)),
                  "the partition's digits are in order, and elements of one digit keep theirs");
  }

 private:
  const T* input_;
  const T* sorted_;
  int size_;
  Digit digit_;
};

#endif  // __FENCEPOST__
