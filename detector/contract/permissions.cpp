#include "detector/contract/permissions.h"

#include <algorithm>

namespace fencepost::detector {
namespace {

bool continues(const HeldRange& a, const HeldRange& b) {
  return a.end == b.begin && a.share == b.share && a.granted == b.granted && a.element_bytes == b.element_bytes;
}

void append(std::vector<HeldRange>& pieces, HeldRange piece, std::uintptr_t begin, std::uintptr_t end) {
  if (begin >= end || piece.share.is_nothing()) return;
  piece.begin = begin;
  piece.end = end;
  if (!pieces.empty() && continues(pieces.back(), piece)) {
    pieces.back().end = end;
  } else {
    pieces.push_back(piece);
  }
}

}  // namespace

/// Index of the first range that ends behind `address`.
std::size_t Permissions::first_behind(std::uintptr_t address) const {
  const auto at = std::ranges::upper_bound(ranges_, address, {}, &HeldRange::end);
  return static_cast<std::size_t>(at - ranges_.begin());
}

const HeldRange* Permissions::search(std::uintptr_t address) const {
  const std::size_t at = first_behind(address);
  if (at == ranges_.size() || !ranges_[at].contains(address)) return nullptr;
  last_ = at;
  return &ranges_[at];
}

/// Ranges [from, to) become `by`, whose ends grow together with their neighbours.
void Permissions::replace(std::size_t from, std::size_t to, const std::vector<HeldRange>& by) {
  std::vector<HeldRange> pieces;
  pieces.reserve(by.size() + 2);
  if (from > 0) pieces.push_back(ranges_[--from]);
  for (const HeldRange& piece : by) append(pieces, piece, piece.begin, piece.end);
  if (to < ranges_.size()) {
    append(pieces, ranges_[to], ranges_[to].begin, ranges_[to].end);
    ++to;
  }
  const std::size_t common = std::min(pieces.size(), to - from);
  const auto at = [&](std::size_t i) { return ranges_.begin() + static_cast<std::ptrdiff_t>(i); };
  std::copy_n(pieces.begin(), common, at(from));
  if (pieces.size() > common) {
    ranges_.insert(at(to), pieces.begin() + static_cast<std::ptrdiff_t>(common), pieces.end());
  } else {
    ranges_.erase(at(from + common), at(to));
  }
}

bool Permissions::add(const HeldRange& range) {
  if (range.share.is_nothing()) return true;
  if (ranges_.empty() || ranges_.back().end <= range.begin) {  // One element after the other.
    append(ranges_, range, range.begin, range.end);
    return true;
  }
  const std::size_t from = first_behind(range.begin);
  std::size_t to = from;
  std::vector<HeldRange> pieces;
  std::uintptr_t at = range.begin;
  for (; to < ranges_.size() && ranges_[to].begin < range.end; ++to) {
    const HeldRange& known = ranges_[to];
    append(pieces, known, known.begin, range.begin);
    append(pieces, range, at, known.begin);
    const std::optional<Share> both = sum(known.share, range.share);
    if (!both) return false;
    HeldRange joint = range;
    joint.share = *both;
    append(pieces, joint, std::max(at, known.begin), std::min(range.end, known.end));
    append(pieces, known, range.end, known.end);
    at = std::max(at, std::min(range.end, known.end));
  }
  append(pieces, range, at, range.end);
  replace(from, to, pieces);
  return true;
}

std::optional<HeldRange> Permissions::take(const HeldRange& range) {
  if (range.share.is_nothing()) return std::nullopt;
  std::optional<HeldRange> lacking;
  const auto lack = [&](std::uintptr_t begin, std::uintptr_t end, const Share& share, const contract::Clause* granted) {
    if (begin < end && !lacking) lacking = HeldRange{begin, end, share, granted, range.element_bytes};
  };
  const std::size_t from = first_behind(range.begin);
  std::size_t to = from;
  std::vector<HeldRange> pieces;
  std::uintptr_t at = range.begin;
  for (; to < ranges_.size() && ranges_[to].begin < range.end; ++to) {
    const HeldRange& known = ranges_[to];
    append(pieces, known, known.begin, range.begin);
    lack(at, known.begin, Share::kNothing, nullptr);
    const std::uintptr_t begin = std::max(at, known.begin), end = std::min(range.end, known.end);
    const std::optional<Share> rest = difference(known.share, range.share);
    if (rest && rest->atomics >= 0 && !(*rest < Share::kNothing)) {
      HeldRange left = known;
      left.share = *rest;
      append(pieces, left, begin, end);
    } else {
      lack(begin, end, known.share, known.granted);
    }
    append(pieces, known, range.end, known.end);
    at = std::max(at, end);
  }
  lack(at, range.end, Share::kNothing, nullptr);
  replace(from, to, pieces);
  return lacking;
}

bool Permissions::is_enough(const Share& share, Need need) {
  if (share.atomics != 0 && (need == Need::kSomeOrAtomic || need == Need::kAllOrAtomic)) return true;
  return need == Need::kAll || need == Need::kAllOrAtomic ? Share::kAll <= share : share.is_some();
}

std::optional<std::uintptr_t> Permissions::first_lacking(std::uintptr_t begin, std::uintptr_t end, Need need) const {
  while (begin < end) {
    const HeldRange* range = find(begin);
    if (range == nullptr) return begin;
    if (!is_enough(range->share, need)) return begin;
    begin = range->end;
  }
  return std::nullopt;
}

}  // namespace fencepost::detector
