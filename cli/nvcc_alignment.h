// Which parts of two sequences differ.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fencepost::cli {

/// Elements of one sequence, `a_begin` … `a_end`, in place of which the other has `b_begin` … `b_end`.
struct Gap {
  std::size_t a_begin, a_end, b_begin, b_end;
};

/// The gaps between equal elements, in order. After a difference the sequences meet again where the fewest elements are
/// left out.
std::vector<Gap> find_gaps(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b);

}  // namespace fencepost::cli
