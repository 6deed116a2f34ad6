// What a kernel tells of accesses in rows. It makes them without telling each if fencepost_rows_begin says so.
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <span>
#include <utility>

#include "detector/check/host_variables.h"
#include "detector/rows/rows.h"
#include "detector/shadow/access_state.h"
#include "detector/symbols/sites.h"
#include "detector/worker/worker_shadow.h"
#include "sim/interface/current.h"
#include "sim/interface/inlined_checks.h"

namespace fencepost::detector {
namespace {

constexpr std::int64_t kFarthestStep = std::int64_t{1} << 36;
constexpr std::uint64_t kMostTurns = std::uint64_t{1} << 20;

/// Of the OS thread: the rows that are under way. Zeros until then (sim/interface/builtin_variables.cpp).
alignas(Sheet) constinit thread_local std::byte under_way[kMostAccessRows * sizeof(Sheet)];
constinit thread_local std::size_t under_way_count = 0;

/// What each thread accesses in turns, one behind the other and apart from the others', is one element of its own.
void join_turns(Row& row) {
  const std::uint64_t bytes = row.turns * row.bytes;
  constexpr std::uint64_t kMost = std::uint64_t{1} << 20;
  const bool is_chunk =
      row.turns > 1 && std::abs(row.step) == row.bytes && row.bytes % kWordBytes == 0 && bytes <= kMost;
  if (!is_chunk || (row.threads > 1 && static_cast<std::uint64_t>(std::abs(row.thread_step)) < bytes)) return;
  if (row.step < 0) row.address -= bytes - row.bytes;
  if (row.threads == 1) row.thread_step = static_cast<std::int64_t>(bytes);
  row.bytes = static_cast<std::uint32_t>(bytes);
  row.step = 0;
  row.repeats = std::exchange(row.turns, 1);
}

void make(Sheet& rows, const AccessRow& told, const RowThreads& threads) {
  Row& row = rows.row;
  row.address = told.address;
  row.thread_step = threads.count == 1 ? std::int64_t{told.bytes} : told.thread_step;
  row.step = told.count == 1 ? 0 : told.step;
  row.turns = row.step == 0 ? 1 : told.count;
  row.repeats = row.step == 0 ? told.count : 1;
  row.bytes = told.bytes;
  row.first = threads.first;
  row.threads = threads.count;
  join_turns(row);
  row.measure();
  row.is_shared = access_state.shared.contains(row.extent.begin);
  rows.lines = threads.lines;
  rows.line_threads = threads.count;
  rows.line_step = threads.lines == 1 ? 0 : told.line_step;
  if (!row.is_shared) rows.turn();
}

bool is_far(const AccessRow& told, const RowThreads& threads) {
  const auto far = [](std::int64_t step) { return step > kFarthestStep || step < -kFarthestStep; };
  return far(told.thread_step) || far(told.step) || told.count > kMostTurns ||
         (threads.lines > 1 && far(told.line_step));
}

/// That an access of so many bytes is told to have: a struct's copy need not be aligned to more than its words.
std::uint32_t alignment_of(std::uint32_t bytes) {
  return bytes <= 16 && std::has_single_bit(bytes) ? bytes : std::uint32_t{kWordBytes};
}

/// Of parts of words: what SharedRows knows to be written are ranges.
bool is_without_gaps(const Row& row) { return row.is_dense() && row.thread_step != 0; }

/// All threads read the same of a variable that kernels may read.
bool is_of_variable(const Row& row) {
  constexpr std::uint64_t kMost = 64;
  if (row.thread_step != 0 && row.threads != 1) return false;
  return row.turns <= kMost &&
         row.each_place([](std::uintptr_t address, std::uint32_t) { return !in_host_variable(address); });
}

bool is_unnamed(const AccessRow& told) { return told.count != 0 && __atomic_load_n(told.place, __ATOMIC_RELAXED) == 0; }

/// Makes them of what was told, but for those to shared memory if they are repeated. False if one is not such that it
/// can be told as a row.
bool take(std::span<const AccessRow> all, const RowThreads& threads, bool are_repeated) {
  const AccessState& state = access_state;
  under_way_count = 0;
  if (all.size() > kMostAccessRows || state.arena.bytes == 0) return false;  // Empty: each access is wanted.
  for (const AccessRow& told : all) {
    if (told.count == 0 || (are_repeated && state.shared.contains(told.address))) continue;
    if (is_far(told, threads)) return false;
    Sheet& rows = *new (&under_way[under_way_count++ * sizeof(Sheet)]) Sheet;
    make(rows, told, threads);
    const auto bits = [](std::int64_t step) { return static_cast<std::uint64_t>(step); };
    const std::uint64_t all_steps = bits(told.thread_step) | bits(told.step) | bits(rows.line_step);
    if (((told.address | all_steps) & (alignment_of(told.bytes) - 1)) != 0) return false;
    if (rows.row.is_shared && told.bytes < kWordBytes && told.writes != 0 && !is_without_gaps(rows.row)) return false;
    rows.row.access = __atomic_load_n(told.place, __ATOMIC_RELAXED);
    const Extent extent = rows.extent();
    const std::uintptr_t last = extent.end() - 1;
    rows.row.is_variable = !rows.row.is_shared && state.module.contains(extent.begin);
    if (rows.row.is_variable && (told.writes != 0 || !rows.each_line(is_of_variable))) return false;
    const ShadowRange& range = rows.row.is_shared ? state.shared : rows.row.is_variable ? state.module : state.arena;
    if (extent.begin > last || !range.contains(extent.begin) || !range.contains(last)) return false;
  }
  return true;
}

template <class Number>
bool is_linear(const char* at, std::int64_t step, std::uint32_t count) {
  const auto next = [&] {
    Number number;
    std::memcpy(&number, at, sizeof number);
    at += step;
    return number;
  };
  if (count < 3) return true;
  Number before = next(), now = next();
  const auto difference = static_cast<Number>(now - before);
  for (std::uint32_t i = 2; i < count; ++i) {
    before = std::exchange(now, next());
    if (static_cast<Number>(now - before) != difference) return false;
  }
  return true;
}

std::span<Sheet> rows_under_way() { return {std::launder(reinterpret_cast<Sheet*>(under_way)), under_way_count}; }

}  // namespace
}  // namespace fencepost::detector

using namespace fencepost;  // NOLINT: this file is the ABI only

extern "C" {

/// Tells the reads of the rows, unless it returns something else than kRowsTold.
std::uint32_t fencepost_rows_begin(const AccessRow* rows, std::uint64_t count, const RowThreads* threads) {
  if (detector::access_state.epoch_bits == 0) return kRowsRefused;
  const std::span all(rows, count);
  if (std::ranges::any_of(all, detector::is_unnamed)) return kRowsUnnamed;
  detector::WorkerShadow& worker = *detector::access_state.worker;
  const bool are_repeated = worker.are_repeated(all, *threads);
  if (!detector::take(all, *threads, are_repeated)) return kRowsRefused;
  const std::span<detector::Sheet> sheets = detector::rows_under_way();
  if (!worker.begin_rows(sheets)) return kRowsRefused;
  if (are_repeated) {
    worker.repeat_rows();
  } else {
    worker.note_rows(all, *threads, sheets);
  }
  return kRowsTold;
}

/// Gives the row's place its number, by the address to which this returns: as the access would that asks first.
void fencepost_row_name(const AccessRow* row) {
  if (!detector::is_unnamed(*row)) return;
  const void* const pc = __builtin_return_address(0);
  {
    const sim::BusySection busy;
    detector::Sites::instance().number(pc, row->bytes);
  }
  detector::tell_place(*row->place, row->writes != 0 ? detector::kWrites : detector::kPlainRead, pc);
}

/// Of code that is not checked: kRowsTold if all accesses of the rows are to what is somebody's; kRowsRefused: they are
/// to be looked at one by one.
std::uint32_t fencepost_rows_owned(const AccessRow* rows, std::uint64_t count, const RowThreads* threads) {
  for (const AccessRow& told : std::span(rows, count)) {
    if (told.count == 0) continue;
    if (detector::is_far(told, *threads)) return kRowsRefused;
    detector::Sheet rows;
    detector::make(rows, told, *threads);
    detector::WorkerShadow& worker = *detector::access_state.worker;
    if (!rows.row.is_shared && rows.row.extent.bytes != 0 && worker.owns_in_array(rows.extent())) continue;
    const bool all_owned = rows.each_line([&](const detector::Row& row) {
      if (row.extent.begin >= row.extent.end()) return false;
      if (row.is_shared || !worker.module().cells.contains(row.extent.begin)) return worker.owns(row);
      return told.writes == 0 && detector::is_of_variable(row) && worker.owns_of_variable(row);
    });
    if (!all_owned) return kRowsRefused;
  }
  return kRowsTold;
}

/// For code that is not checked, before a loop over threads: what the pointer lies in, whose bytes the loop's accesses
/// need not be asked for; of 0 bytes if they are to be. `writes`: 1 if it is for writes, too.
KnownArray fencepost_array_around(const void* pointer, std::uint32_t writes) {
  const detector::Extent array =
      detector::access_state.worker->array_around(reinterpret_cast<std::uintptr_t>(pointer), writes != 0);
  return {array.begin, array.bytes};
}

/// Tells the writes of those rows, when all are done.
void fencepost_rows_end() { detector::access_state.worker->end_rows(detector::rows_under_way()); }

/// The same of rows that only read.
void fencepost_rows_done() { detector::access_state.worker->forget_rows(); }

/// `thread` is the last of them that made its accesses here, all of them reads: the rest is told again.
void fencepost_rows_stop(const AccessRow* rows, std::uint64_t count, const RowThreads* threads, std::uint32_t thread) {
  std::uint64_t of_each = 0;
  for (const AccessRow& told : std::span(rows, count)) of_each += told.count;
  detector::access_state.worker->count_again(of_each * (threads->first + threads->count - 1 - thread));
  detector::access_state.worker->forget_rows();
}

/// 1 if the numbers of `bytes` bytes at `first`, `step` bytes apart, of `count` threads differ by the same from each
/// to the next, in arithmetic that wraps around.
std::uint32_t fencepost_rows_kept(const void* first, std::int64_t step, std::uint32_t bytes, std::uint32_t count) {
  const auto* const begin = static_cast<const char*>(first);
  switch (bytes) {
    case 1:
      return detector::is_linear<std::uint8_t>(begin, step, count) ? 1 : 0;
    case 2:
      return detector::is_linear<std::uint16_t>(begin, step, count) ? 1 : 0;
    case 4:
      return detector::is_linear<std::uint32_t>(begin, step, count) ? 1 : 0;
    default:
      return bytes == 8 && detector::is_linear<std::uint64_t>(begin, step, count) ? 1 : 0;
  }
}

/// See there.
std::uint32_t fencepost_rows_split(std::int64_t value, std::int64_t step, std::uint32_t relation, std::uint32_t count) {
  return detector::alike_to(value, step, static_cast<detector::Relation>(relation), count);
}

}  // extern "C"
