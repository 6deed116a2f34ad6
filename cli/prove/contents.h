// What is assumed of arrays' contents: `--assume 'distinct(order)'`, `--assume 'exclusive_sum(positions, flags)'`.
#pragma once

#include <string>
#include <vector>

#include "cli/symbolic/kernel_facts.h"
#include "compiler/symbolic/symbolic_kernel.h"

namespace fencepost::cli::symbolic {

struct Scene;
struct Visit;

/// Of arrays of integers that are read one element at a time.
struct AssumedContents {
  enum Kind : std::uint8_t {
    kDistinct,      ///< No two elements of the array are equal.
    kExclusiveSum,  ///< Each element is the sum of those before it of `flags`, which are not negative.
    kInclusiveSum,  ///< The same with its own.
  };
  Kind kind = kDistinct;
  int array = -1, flags = -1;  ///< Objects.
};

/// As it is written behind --assume.
std::string text_of(const AssumedContents& assumed, const compiler::SymbolicKernel& kernel);

/// Tells it of the elements that the two threads read on their ways to these accesses. Nothing is told of an array that
/// the kernel may write.
void add_contents(Scene& scene, const KernelFacts& facts, const std::vector<AssumedContents>& assumed, const Visit& a,
                  const Visit& b);

/// What would make places differ that are read from an array: the likeliest first. `accesses`: of whom.
std::vector<AssumedContents> contents_that_may_help(const KernelFacts& facts, const compiler::SymbolicAccess& access);

}  // namespace fencepost::cli::symbolic
