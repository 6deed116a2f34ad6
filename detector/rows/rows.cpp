#include "detector/rows/rows.h"

#include <algorithm>
#include <utility>

namespace fencepost::detector {

void Row::measure() {
  const std::int64_t along = thread_step * (static_cast<std::int64_t>(threads) - 1);
  const std::int64_t across = step * static_cast<std::int64_t>(turns - 1);
  const std::int64_t low = std::min<std::int64_t>(along, 0) + std::min<std::int64_t>(across, 0);
  const std::int64_t high = std::max<std::int64_t>(along, 0) + std::max<std::int64_t>(across, 0);
  extent = {address + static_cast<std::uintptr_t>(low), static_cast<std::uintptr_t>(high - low) + bytes};
}

bool Row::is_apart() const {
  const auto along = static_cast<std::uint64_t>(std::abs(thread_step));
  const auto across = static_cast<std::uint64_t>(std::abs(step));
  if (threads > 1 && along < bytes) return false;
  return turns == 1 || (across >= bytes && (across >= along * threads || along >= across * turns));
}

bool are_apart(const Row& a, const Row& b) {
  if (!a.extent.meets(b.extent)) return true;
  if (a.thread_step != b.thread_step || a.thread_step == 0 || a.turns != 1 || b.turns != 1) return false;
  // Of elements that repeat with the same step, one lies within the gaps of the other.
  const auto step = static_cast<std::uint64_t>(std::abs(a.thread_step));
  const std::uint64_t between =
      a.address < b.address ? (b.address - a.address) % step : (step - (a.address - b.address) % step) % step;
  return between >= a.bytes && step - between >= b.bytes;
}

bool are_compatible(const Row& a, const Row& b) {
  if (!a.writes() && !b.writes()) return true;
  if (are_apart(a, b)) return true;
  if (!a.has_threads_like(b)) return false;
  if (a.turns == 1 && b.turns == 1 && a.thread_step == b.thread_step && a.thread_step > 0) {
    // Each thread's elements lie between those of the threads before and behind it.
    const std::uintptr_t from_a = a.of_thread_0(), from_b = b.of_thread_0();
    const std::uintptr_t end = std::max(from_a + a.bytes, from_b + b.bytes);
    if (end - std::min(from_a, from_b) <= static_cast<std::uintptr_t>(a.thread_step)) return true;
  }
  // An element that is in both is the same thread's.
  const bool of_same_threads = a.first == b.first && a.threads == b.threads;
  return a.thread_step == b.thread_step && a.bytes == b.bytes && a.turns == b.turns &&
         a.of_thread_0() == b.of_thread_0() && (a.turns == 1 || (a.step == b.step && of_same_threads)) &&
         a.is_apart() && b.is_apart();
}

void Sheet::turn() {
  const auto bytes = static_cast<std::int64_t>(row.bytes);
  if (lines == 1 || row.threads == 1 || row.turns != 1 || row.rank_step != 1 || line_step != bytes ||
      row.thread_step < bytes * lines)
    return;
  row.rank_step = std::exchange(line_threads, 1);
  line_step = std::exchange(row.thread_step, bytes);
  lines = std::exchange(row.threads, lines);
  row.measure();
}

bool are_apart(const Sheet& a, const Sheet& b) {
  return a.lines == 1 ? are_apart(a.row, b.row) : !a.extent().meets(b.extent());
}

bool are_compatible(const Sheet& a, const Sheet& b) {
  if (a.lines == 1) return are_compatible(a.row, b.row);
  if ((!a.row.writes() && !b.row.writes()) || are_apart(a, b)) return true;
  // An element that is in both is the same thread's.
  return a.row.address == b.row.address && a.row.thread_step == b.row.thread_step && a.row.bytes == b.row.bytes &&
         a.row.turns == b.row.turns && a.row.step == b.row.step && a.row.rank_step == b.row.rank_step &&
         a.line_step == b.line_step && a.is_apart();
}

std::uint32_t alike_to(std::int64_t value, std::int64_t step, Relation relation, std::uint32_t count) {
  const auto holds = [&](std::int64_t at) {
    switch (relation) {
      case Relation::kLess:
        return at < 0;
      case Relation::kNotGreater:
        return at <= 0;
      case Relation::kGreater:
        return at > 0;
      case Relation::kNotLess:
        return at >= 0;
      default:
        return (at == 0) == (relation == Relation::kEqual);
    }
  };
  if (step == 0) return count;
  constexpr std::int64_t kLargest = std::int64_t{1} << 40;
  if (step > kLargest || step < -kLargest) return 1;
  if (relation >= Relation::kEqual) {  // Alike but where it is 0.
    if (value == 0) return 1;
    const std::int64_t at = -value / step;
    return value % step == 0 && at > 0 && at < count ? static_cast<std::uint32_t>(at) : count;
  }
  const bool now = holds(value);
  const std::int64_t last = value + step * (count - 1);
  if (holds(last) == now) return count;
  if (step == 1 || step == -1) {  // It changes at 0 or behind it.
    const bool at_zero = holds(0) != now;
    return static_cast<std::uint32_t>((step > 0 ? -value : value) + (at_zero ? 0 : 1));
  }
  std::uint32_t same = 0, other = count - 1;  // It changes once.
  while (other - same > 1) {
    const std::uint32_t middle = same + (other - same) / 2;
    (holds(value + step * middle) == now ? same : other) = middle;
  }
  return other;
}

}  // namespace fencepost::detector
