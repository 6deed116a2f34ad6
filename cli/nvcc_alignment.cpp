#include "cli/nvcc_alignment.h"

#include <algorithm>

namespace fencepost::cli {
namespace {

// How many elements of a and of b to leave out, so that the next ones are equal.
std::pair<std::size_t, std::size_t> meeting(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
  for (std::size_t sum = 1; sum < a.size() + b.size(); ++sum) {
    const std::size_t least = sum < b.size() ? 0 : sum - b.size() + 1;
    for (std::size_t skip = least; skip <= sum && skip < a.size(); ++skip) {
      if (a[skip] == b[sum - skip]) return {skip, sum - skip};
    }
  }
  return {a.size(), b.size()};
}

}  // namespace

std::vector<Gap> find_gaps(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
  std::vector<Gap> gaps;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() || j < b.size()) {
    if (i < a.size() && j < b.size() && a[i] == b[j]) {
      ++i;
      ++j;
      continue;
    }
    const auto [left_out, put_in] = meeting(a.subspan(i), b.subspan(j));
    gaps.push_back({i, i + left_out, j, j + put_in});
    i += left_out;
    j += put_in;
  }
  return gaps;
}

}  // namespace fencepost::cli
