// Permission patterns for the tests of the drawings: "used" of figures 3 and 7 of Safari et al., "Formal Verification
// of Parallel Prefix Sum" (NFM 2020), written from the algorithms, not recorded.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "detector/model/permission_pattern.h"

namespace fencepost::cli {

inline detector::PermissionPattern empty_pattern(std::uint64_t elements) {
  return {.array = "Output",
          .space = detector::Space::kGlobal,
          .kernel = "scan(int const*, int*, int)",
          .launch = 1,
          .grid = {1, 1, 1},
          .block_dim = {static_cast<std::uint32_t>(elements), 1, 1},
          .elements = elements,
          .element_bytes = 4,
          .dimensions = {elements},
          .declared = {"src/scan.cu", 61}};
}

/// Appends an interval; line 0: from kernel entry.
inline detector::PermissionInterval& add_interval(detector::PermissionPattern& pattern, std::uint32_t line) {
  auto& interval = pattern.intervals.emplace_back();
  interval.index = static_cast<std::uint32_t>(pattern.intervals.size() - 1);
  if (line != 0) interval.after = detector::Location{"src/scan.cu", line};
  return interval;
}

inline detector::PermissionPattern kogge_stone_pattern(std::uint32_t n) {
  auto pattern = empty_pattern(n);
  for (std::uint32_t offset = 1; offset < n; offset *= 2) {
    auto& reads = add_interval(pattern, offset == 1 ? 0 : 30);
    for (std::uint32_t e = 0; e < n; ++e) {
      reads.cells.push_back({.element = e, .read = {e}});
      if (e + offset < n) reads.cells.back().read.push_back(e + offset);
    }
    auto& writes = add_interval(pattern, 24);
    for (std::uint32_t e = offset; e < n; ++e) writes.cells.push_back({.element = e, .write = {e}});
  }
  add_interval(pattern, 30);
  return pattern;
}

inline detector::PermissionPattern blelloch_pattern(std::uint32_t n) {
  auto pattern = empty_pattern(n);
  for (std::uint32_t stride = 1; stride < n; stride *= 2) {
    auto& up = add_interval(pattern, stride == 1 ? 0 : 22);
    for (std::uint32_t t = 0; t < n / 2 / stride; ++t) {
      const std::uint64_t right = 2 * stride * (t + 1) - 1;
      up.cells.push_back({.element = right - stride, .read = {t}});
      up.cells.push_back({.element = right, .write = {t}, .read = {t}});
    }
  }
  add_interval(pattern, 22);
  for (std::uint32_t stride = n / 2; stride >= 1; stride /= 2) {
    auto& down = add_interval(pattern, stride == n / 2 ? 29 : 43);
    for (std::uint32_t t = 0; t < n / 2 / stride; ++t) {
      const std::uint64_t right = 2 * stride * (t + 1) - 1;
      down.cells.push_back({.element = right - stride, .write = {t}, .read = {t}});
      down.cells.push_back({.element = right, .write = {t}, .read = {t}});
    }
  }
  add_interval(pattern, 43);
  return pattern;
}

}  // namespace fencepost::cli
