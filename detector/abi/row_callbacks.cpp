// What a kernel tells of accesses in rows. It makes them without telling each if fencepost_rows_begin says so.
#include <cstdint>
#include <cstdlib>
#include <span>

#include "detector/shadow/access_state.h"
#include "detector/worker/rows.h"
#include "detector/worker/worker_shadow.h"
#include "sim/interface/access_rows.h"

namespace fencepost::detector {
namespace {

constexpr std::size_t kMostRows = 16;
constexpr std::int64_t kFarthestStep = std::int64_t{1} << 36;
constexpr std::uint64_t kMostTurns = std::uint64_t{1} << 20;

/// Of the OS thread: the rows that are under way.
constinit thread_local Row under_way[kMostRows];
constinit thread_local std::size_t under_way_count = 0;

/// Makes them of what was told. False if one is not such that it can be told as a row.
bool take(std::span<const AccessRow> all, const RowThreads& threads) {
  const AccessState& state = access_state;
  under_way_count = 0;
  if (all.size() > kMostRows) return false;
  for (const AccessRow& told : all) {
    if (told.count == 0) continue;
    const std::uint64_t place = __atomic_load_n(told.place, __ATOMIC_RELAXED);
    if (place == 0) return false;  // It has no number yet.
    if (std::abs(told.thread_step) > kFarthestStep || std::abs(told.step) > kFarthestStep || told.count > kMostTurns)
      return false;
    const std::uint64_t steps = static_cast<std::uint64_t>(told.thread_step) | static_cast<std::uint64_t>(told.step);
    if (((told.address | steps) & (told.bytes - 1)) != 0) return false;
    Row& row = under_way[under_way_count++];
    row.address = told.address;
    row.thread_step = threads.count == 1 ? std::int64_t{told.bytes} : told.thread_step;
    row.step = told.count == 1 ? 0 : told.step;
    row.turns = told.count;
    row.bytes = told.bytes;
    row.first = threads.first;
    row.threads = threads.count;
    row.access = place;
    row.measure();
    const std::uintptr_t last = row.extent.end() - 1;
    row.is_shared = state.shared.contains(row.extent.begin);
    const ShadowRange& range = row.is_shared ? state.shared : state.arena;
    if (row.extent.begin > last || !range.contains(row.extent.begin) || !range.contains(last)) return false;
  }
  return true;
}

std::span<Row> rows_under_way() { return {under_way, under_way_count}; }

}  // namespace
}  // namespace fencepost::detector

using namespace fencepost;  // NOLINT: this file is the ABI only

extern "C" {

/// Tells the reads of the rows. Returns 0 if the accesses are to be told one by one: nothing was told then.
std::uint32_t fencepost_rows_begin(const AccessRow* rows, std::uint64_t count, const RowThreads* threads) {
  if (!detector::take(std::span(rows, count), *threads)) return 0;
  return detector::access_state.worker->begin_rows(detector::rows_under_way()) ? 1 : 0;
}

/// Tells the writes of those rows, when all are done.
void fencepost_rows_end() { detector::access_state.worker->end_rows(detector::rows_under_way()); }

/// `value + i * step` for i in [0, count) is compared with 0, as `relation` says (0: <, 1: <=, 2: >, 3: >=, 4: ==, 5:
/// !=), and comes out alike for each i below what is returned, at least 1.
std::uint32_t fencepost_rows_split(std::int64_t value, std::int64_t step, std::uint32_t relation, std::uint32_t count) {
  const auto holds = [&](std::int64_t at) {
    switch (relation) {
      case 0:
        return at < 0;
      case 1:
        return at <= 0;
      case 2:
        return at > 0;
      case 3:
        return at >= 0;
      default:
        return (at == 0) == (relation == 4);
    }
  };
  if (step == 0) return count;
  constexpr std::int64_t kLargest = std::int64_t{1} << 40;
  if (std::abs(step) > kLargest) return 1;
  if (relation >= 4) {  // Alike but where it is 0.
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

}  // extern "C"
