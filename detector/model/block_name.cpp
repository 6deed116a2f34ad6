#include "detector/model/block_name.h"

#include <charconv>
#include <cstdint>
#include <vector>

namespace fencepost::detector {

std::optional<sim::BlockRank> block_named(std::string_view text, const sim::Extent& grid) {
  constexpr std::size_t kMostCoordinates = 3;
  std::vector<std::uint64_t> numbers;
  for (const char *at = text.data(), *end = at + text.size(); at < end;) {
    std::uint64_t number = 0;
    const auto [stop, error] = std::from_chars(at, end, number);
    if (error != std::errc()) return std::nullopt;
    numbers.push_back(number);
    at = stop + 1;
  }
  if (numbers.size() == 1) return numbers[0] < grid.count() ? std::optional(numbers[0]) : std::nullopt;
  if (numbers.empty() || numbers.size() > kMostCoordinates) return std::nullopt;
  numbers.resize(kMostCoordinates, 0);
  if (numbers[0] >= grid.x || numbers[1] >= grid.y || numbers[2] >= grid.z) return std::nullopt;
  return numbers[0] + grid.x * (numbers[1] + std::uint64_t{grid.y} * numbers[2]);
}

}  // namespace fencepost::detector
