// What a kernel tells of accesses in rows. It makes them without telling each if fencepost_rows_begin says so.
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>

#include "detector/shadow/access_state.h"
#include "detector/worker/rows.h"
#include "detector/worker/worker_shadow.h"
#include "sim/interface/inlined_checks.h"

namespace fencepost::detector {
namespace {

constexpr std::int64_t kFarthestStep = std::int64_t{1} << 36;
constexpr std::uint64_t kMostTurns = std::uint64_t{1} << 20;

/// Of the OS thread: the rows that are under way. Zeros until then (sim/interface/builtin_variables.cpp).
alignas(Row) constinit thread_local std::byte under_way[kMostAccessRows * sizeof(Row)];
constinit thread_local std::size_t under_way_count = 0;

void make(Row& row, const AccessRow& told, const RowThreads& threads) {
  row.address = told.address;
  row.thread_step = threads.count == 1 ? std::int64_t{told.bytes} : told.thread_step;
  row.step = told.count == 1 ? 0 : told.step;
  row.turns = row.step == 0 ? 1 : told.count;
  row.repeats = row.step == 0 ? told.count : 1;
  row.bytes = told.bytes;
  row.first = threads.first;
  row.threads = threads.count;
  row.measure();
  row.is_shared = access_state.shared.contains(row.extent.begin);
}

bool is_far(const AccessRow& told) {
  const auto far = [](std::int64_t step) { return step > kFarthestStep || step < -kFarthestStep; };
  return far(told.thread_step) || far(told.step) || told.count > kMostTurns;
}

/// Makes them of what was told. False if one is not such that it can be told as a row.
bool take(std::span<const AccessRow> all, const RowThreads& threads) {
  const AccessState& state = access_state;
  under_way_count = 0;
  if (all.size() > kMostAccessRows) return false;
  for (const AccessRow& told : all) {
    if (told.count == 0) continue;
    const std::uint64_t place = __atomic_load_n(told.place, __ATOMIC_RELAXED);
    if (place == 0) return false;  // It has no number yet.
    if (is_far(told)) return false;
    const std::uint64_t steps = static_cast<std::uint64_t>(told.thread_step) | static_cast<std::uint64_t>(told.step);
    if (((told.address | steps) & (told.bytes - 1)) != 0) return false;
    Row& row = *new (&under_way[under_way_count++ * sizeof(Row)]) Row;
    make(row, told, threads);
    row.access = place;
    const std::uintptr_t last = row.extent.end() - 1;
    const ShadowRange& range = row.is_shared ? state.shared : state.arena;
    if (row.extent.begin > last || !range.contains(row.extent.begin) || !range.contains(last)) return false;
  }
  return true;
}

std::span<Row> rows_under_way() { return {std::launder(reinterpret_cast<Row*>(under_way)), under_way_count}; }

}  // namespace
}  // namespace fencepost::detector

using namespace fencepost;  // NOLINT: this file is the ABI only

extern "C" {

/// Tells the reads of the rows. Returns 0 if the accesses are to be told one by one: nothing was told then.
std::uint32_t fencepost_rows_begin(const AccessRow* rows, std::uint64_t count, const RowThreads* threads) {
  if (!detector::take(std::span(rows, count), *threads)) return 0;
  return detector::access_state.worker->begin_rows(detector::rows_under_way()) ? 1 : 0;
}

/// Of code that is not checked: 1 if all accesses of the rows are to what is somebody's; 0: they are to be looked at
/// one by one.
std::uint32_t fencepost_rows_owned(const AccessRow* rows, std::uint64_t count, const RowThreads* threads) {
  for (const AccessRow& told : std::span(rows, count)) {
    if (told.count == 0) continue;
    if (detector::is_far(told)) return 0;
    detector::Row row;
    detector::make(row, told, *threads);
    if (row.extent.begin >= row.extent.end() || !detector::access_state.worker->owns(row)) return 0;
  }
  return 1;
}

/// Tells the writes of those rows, when all are done.
void fencepost_rows_end() { detector::access_state.worker->end_rows(detector::rows_under_way()); }

/// See there.
std::uint32_t fencepost_rows_split(std::int64_t value, std::int64_t step, std::uint32_t relation, std::uint32_t count) {
  return detector::alike_to(value, step, static_cast<detector::Relation>(relation), count);
}

}  // extern "C"
