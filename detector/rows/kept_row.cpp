#include "detector/rows/kept_row.h"

namespace fencepost::detector {
namespace {

/// The two differ in where they are, when, and in their threads alone.
bool are_alike_but_for_line(const Row& a, const Row& b) {
  return a.access == b.access && a.thread_step == b.thread_step && a.bytes == b.bytes && a.threads == b.threads &&
         a.rank_step == b.rank_step && a.turns == b.turns && (a.turns == 1 || a.step == b.step);
}

}  // namespace

bool are_alike(const Row& a, const Row& b) { return a.first == b.first && are_alike_but_for_line(a, b); }

bool KeptRow::add_line(const Row& line, std::uint64_t now, std::uintptr_t farthest) {
  const std::uintptr_t begin = last_address();
  if (line.first <= row.first || line.address < begin || epoch_of(count - 1) != now ||
      !are_alike_but_for_line(row, line))
    return false;
  const std::uint32_t ahead = line.first - row.first;
  // Threads of lines are behind or, where they are not one behind the other, between each other.
  if (line.rank_step == 1 ? ahead < line.threads : ahead >= line.rank_step) return false;
  if (lines == 1) {
    const std::uintptr_t step = line.address - begin;
    const bool is_apart = step >= line.extent.bytes && step <= farthest;
    if (count > 1 || (!is_apart && (step != 0 || line.writes()))) return false;
    line_threads = ahead;
    line_step = step;
  } else {
    const std::uint32_t number = ahead / line_threads;
    if (ahead % line_threads != 0 || line.address != begin + line_step * number || number > last_lines) return false;
    if (number < last_lines) return true;  // It is there.
    if (count > 1 && last_lines == lines) return false;
  }
  ++last_lines;
  if (count == 1) lines = last_lines;
  return true;
}

bool KeptRow::ends_with(const Row& other, std::uint64_t now) const {
  return epoch_of(count - 1) == now && last_address() == other.address && are_alike(row, other);
}

std::uintptr_t KeptRow::distance_to(const Row& next, std::uint64_t then, std::uintptr_t farthest) const {
  if (last_lines != lines) return kTooFar;
  const std::uintptr_t address = next.address;
  if (count > 1) {
    const bool is_next = address == row.address + stride * count && then == epoch_of(count);
    return is_next && are_alike(row, next) && may_repeat(stride, count + 1) ? 0 : kTooFar;
  }
  if (then <= epoch || address < row.address + next.extent.bytes || !are_alike(row, next)) return kTooFar;
  const std::uintptr_t way = address - row.address;
  return way <= farthest && may_repeat(way, 2) ? way : kTooFar;
}

void KeptRow::append(const Row& next, std::uint64_t then, std::uint32_t lines_of_next) {
  if (count == 1) {
    stride = next.address - row.address;
    epoch_step = then - epoch;
  }
  ++count;
  last_lines = lines_of_next;
}

bool are_apart(const KeptRow& a, const KeptRow& b) {
  const auto is_apart = [&](std::uint32_t q, std::uint32_t line) {
    const Row one = a.at(q, line);
    return b.each_near(one.extent, [&](std::uint32_t r, std::uint32_t l) { return are_apart(one, b.at(r, l)); });
  };
  return a.each_near(b.extent(), is_apart);
}

}  // namespace fencepost::detector
