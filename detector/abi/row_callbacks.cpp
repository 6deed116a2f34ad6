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

constexpr std::uint32_t kFewThreads = 8;  ///< Their accesses are told one by one.
constexpr std::size_t kMostRows = 16;
constexpr std::int64_t kFarthestStep = std::int64_t{1} << 36;
constexpr std::uint64_t kMostTurns = std::uint64_t{1} << 20;

/// Those rows that there are, if each is such that it can be told as one.
class Rows {
 public:
  Rows(std::span<const AccessRow> all, const RowThreads& threads)
      : are_fit_(all.size() <= kMostRows && threads.count >= kFewThreads) {
    for (std::size_t i = 0; i < all.size() && are_fit_; ++i) {
      if (all[i].count != 0) add(all[i], threads);
    }
  }

  [[nodiscard]] bool are_fit() const { return are_fit_; }
  [[nodiscard]] std::span<const Row> all() const { return {rows_, count_}; }

 private:
  void add(const AccessRow& told, const RowThreads& threads) {
    const AccessState& state = access_state;
    const std::uint64_t place = __atomic_load_n(told.place, __ATOMIC_RELAXED);  // 0: it has no number yet.
    const bool is_near = std::abs(told.thread_step) <= kFarthestStep && std::abs(told.step) <= kFarthestStep;
    const std::uint64_t steps = static_cast<std::uint64_t>(told.thread_step) | static_cast<std::uint64_t>(told.step);
    are_fit_ = place != 0 && is_near && told.count <= kMostTurns && ((told.address | steps) & (told.bytes - 1)) == 0;
    if (!are_fit_) return;
    Row& row = rows_[count_++];
    row = {.address = told.address,
           .thread_step = told.thread_step,
           .step = told.count == 1 ? 0 : told.step,
           .turns = told.count,
           .bytes = told.bytes,
           .first = threads.first,
           .threads = threads.count,
           .access = place};
    const Extent extent = row.extent();
    const std::uintptr_t last = extent.end() - 1;
    const bool shared = state.shared.contains(extent.begin) && state.shared.contains(last);
    const bool global = state.arena.contains(extent.begin) && state.arena.contains(last);
    are_fit_ = extent.begin <= last && (shared || global);
  }

  Row rows_[kMostRows];
  std::size_t count_ = 0;
  bool are_fit_;
};

}  // namespace
}  // namespace fencepost::detector

using namespace fencepost;  // NOLINT: this file is the ABI only

extern "C" {

/// Tells the reads of the rows. Returns 0 if the accesses are to be told one by one: nothing was told then.
std::uint32_t fencepost_rows_begin(const AccessRow* rows, std::uint64_t count, const RowThreads* threads) {
  const detector::Rows all(std::span(rows, count), *threads);
  return all.are_fit() && detector::access_state.worker->begin_rows(all.all()) ? 1 : 0;
}

/// Tells the writes of the rows, when all are done.
void fencepost_rows_end(const AccessRow* rows, std::uint64_t count, const RowThreads* threads) {
  const detector::Rows all(std::span(rows, count), *threads);
  detector::access_state.worker->end_rows(all.all());
}

/// `value + i * step` for i in [0, count) is compared with 0, as `relation` says (0: <, 1: <=, 2: >, 3: >=, 4: ==, 5:
/// !=), and comes out alike for each i below what is returned, at least 1.
std::uint32_t fencepost_rows_split(std::int64_t value, std::int64_t step, std::uint32_t relation,
                                   std::uint32_t count) {
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
  if (holds(value + step * (count - 1)) == now) return count;
  std::uint32_t same = 0, other = count - 1;  // It changes once.
  while (other - same > 1) {
    const std::uint32_t middle = same + (other - same) / 2;
    (holds(value + step * middle) == now ? same : other) = middle;
  }
  return other;
}

}  // extern "C"
