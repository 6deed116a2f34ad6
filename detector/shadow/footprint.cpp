#include "detector/shadow/footprint.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <tuple>
#include <utility>

namespace fencepost::detector {
namespace {

/// `next`, which begins with a step, goes on as the run that ends there began.
bool goes_on(const FootprintRun& run, const FootprintRun& next) {
  if (run.words_per_step != next.words_per_step || run.ranks_per_step != next.ranks_per_step) return false;
  if (run.words_per_step != 0 && (run.end - run.begin) % run.words_per_step != 0) return false;
  return run.rank_at(run.end) == next.rank;
}

/// The run takes, word by word, what goes on as it began of `next`, which begins where it ends and with a step. How
/// many words it took.
std::uint64_t grow(FootprintRun& run, FootprintRun next) {
  const std::uint64_t begin = next.begin;
  while (next.begin < next.end) {
    if (goes_on(run, next)) {
      run.end = next.end;
      break;
    }
    const std::uint64_t words = run.end - run.begin;
    std::uint64_t same = next.end - next.begin;  // By one thread.
    if (next.words_per_step != 0) same = std::min<std::uint64_t>(same, next.words_per_step);
    std::uint64_t room = same;
    if (run.words_per_step == 0 && next.rank > run.rank && next.rank - run.rank <= ~std::uint32_t{0} &&
        words <= ~std::uint32_t{0}) {
      run.words_per_step = static_cast<std::uint32_t>(words);
      run.ranks_per_step = static_cast<std::uint32_t>(next.rank - run.rank);
      room = words;
    } else if (run.rank_at(run.end) != next.rank) {
      break;
    } else if (run.words_per_step != 0) {
      room = run.words_per_step - words % run.words_per_step;
    }
    run.end += std::min(room, same);
    if (room < same) break;
    next.begin += same;
    next.rank += next.ranks_per_step;
  }
  return run.end - begin;
}

/// Calls `add` for what the run has of the words, in runs that begin with a step.
template <class Add>
void each_part(const FootprintRun& run, std::uint64_t from, std::uint64_t to, Add add) {
  std::uint64_t begin = std::max(from, run.begin);
  const std::uint64_t end = std::min(to, run.end), step = run.words_per_step;
  const auto add_some = [&](std::uint64_t until, bool is_of_one) {
    FootprintRun part = run;
    part.begin = begin;
    part.end = until;
    part.rank = run.rank_at(begin);
    if (is_of_one) part.words_per_step = part.ranks_per_step = 0;
    add(part);
    begin = until;
  };
  const std::uint64_t done = step == 0 || begin >= end ? 0 : (begin - run.begin) % step;
  if (done != 0) add_some(std::min(end, begin + step - done), true);
  if (begin < end) add_some(end, end - begin <= step);
}

/// Adds what lies behind all of the same accesses, as word by word.
void append(std::vector<FootprintRun>& runs, const FootprintRun& next) {
  const bool may_grow = !runs.empty() && runs.back().end == next.begin && runs.back().same_accesses(next);
  const std::uint64_t taken = may_grow ? grow(runs.back(), next) : 0;
  if (taken == 0) return runs.push_back(next);
  each_part(next, next.begin + taken, next.end, [&](const FootprintRun& rest) { append(runs, rest); });
}

/// True, and `run` grown, if `next` is the same elements further on, from one of its own or the next one on, as of the
/// next page, in which the last one lies, too; or all the same elements by other threads, of which the least count.
bool goes_on(SpreadRun& run, const SpreadRun& next) {
  const bool is_alike = run.first.same_accesses(next.first) && run.stride == next.stride &&
                        run.ranks_per_step == next.ranks_per_step &&
                        run.first.end - run.first.begin == next.first.end - next.first.begin;
  if (!is_alike || next.first.begin < run.first.begin) return false;
  const std::uint64_t ahead = next.first.begin - run.first.begin, steps = ahead / run.stride;
  if (ahead == 0 && next.count == run.count) {
    run.first.rank = std::min(run.first.rank, next.first.rank);
    return true;
  }
  if (ahead % run.stride != 0 || steps > run.count) return false;
  if (next.first.rank != run.first.rank + steps * run.ranks_per_step) return false;
  run.count = std::max(run.count, steps + next.count);
  return true;
}

/// What add() would make of all their words.
std::vector<FootprintRun> joined(std::vector<FootprintRun> runs) {
  const auto shape = [](const FootprintRun& r) {
    return std::tie(r.site, r.kind, r.mask, r.begin, r.end, r.words_per_step, r.ranks_per_step);
  };
  std::ranges::sort(runs, [&](const FootprintRun& a, const FootprintRun& b) {
    return shape(a) != shape(b) ? shape(a) < shape(b) : a.rank < b.rank;
  });
  std::vector<FootprintRun> result, active;
  std::uint64_t word = 0;
  for (auto next = runs.begin(); next != runs.end() || !active.empty();) {
    if (active.empty()) word = next->begin;
    const auto is_of_same = [&] { return next != runs.end() && (active.empty() || active[0].same_accesses(*next)); };
    for (; is_of_same() && next->begin == word; ++next) {
      // Of those that differ in their ranks alone the first has the least.
      if (active.empty() || shape(active.back()) != shape(*next)) active.push_back(*next);
    }
    std::uint64_t end = std::ranges::min(active, {}, &FootprintRun::end).end;
    if (is_of_same()) end = std::min(end, next->begin);
    if (active.size() == 1) {
      each_part(active[0], word, end, [&](const FootprintRun& part) { append(result, part); });
    }
    for (; active.size() > 1 && word < end; ++word) {
      FootprintRun least = active[0];
      least.begin = word;
      least.end = word + 1;
      least.words_per_step = least.ranks_per_step = 0;
      least.rank = active[0].rank_at(word);
      for (const FootprintRun& each : active) least.rank = std::min(least.rank, each.rank_at(word));
      append(result, least);
    }
    word = end;
    std::erase_if(active, [&](const FootprintRun& run) { return run.end == end; });
  }
  return result;
}

/// One read of a ReadPage.
FootprintRun run_of(std::uint64_t word, std::uint64_t read) {
  const Entry entry = first_read::entry(read);
  return {.begin = word,
          .end = word + 1,
          .rank = first_read::rank(read),
          .site = entry.site,
          .kind = entry.kind,
          .mask = entry.mask};
}

}  // namespace

void Footprint::add_read(std::uint64_t word, std::uint64_t read) {
  has_mixed_reads_ = true;
  add_run(run_of(word, read), word, word + 1);
}

void Footprint::add(std::uint64_t word, SiteId site, std::uint8_t kind, std::uint8_t mask, std::uint64_t rank) {
  const FootprintRun added{.begin = word, .end = word + 1, .rank = rank, .site = site, .kind = kind, .mask = mask};
  for (std::size_t i = 0; i < open_.size();) {
    FootprintRun& run = runs_[open_[i]];
    if (run.end == word && run.same_accesses(added) && grow(run, added) != 0) return;
    if (run.end < word) {
      open_[i] = open_.back();
      open_.pop_back();
    } else {
      ++i;
    }
  }
  open_.push_back(runs_.size());
  runs_.push_back(added);
}

void Footprint::add_bytes(std::uintptr_t address, std::size_t bytes, SiteId site, std::uint8_t kind) {
  open_.clear();
  const std::uintptr_t end = address + bytes;
  for (std::uintptr_t at = address; at < end;) {
    const std::uint64_t word = at / kWordBytes;
    FootprintRun run{.begin = word, .end = word + 1, .site = site, .kind = kind, .mask = kAllBytes};
    const bool whole = at % kWordBytes == 0 && end - at >= kWordBytes;
    if (whole) {
      run.end = end / kWordBytes;
    } else {
      const std::uintptr_t first = word * kWordBytes;
      run.mask = static_cast<std::uint8_t>(kAllBytes << (at - first) & kAllBytes);
      if (end - first < kWordBytes) run.mask &= static_cast<std::uint8_t>(kAllBytes >> (kWordBytes - (end - first)));
    }
    runs_.push_back(run);
    at = run.end * kWordBytes;
  }
}

void Footprint::add_run(const FootprintRun& run, std::uint64_t from, std::uint64_t to) {
  each_part(run, from, to, [&](FootprintRun part) {
    for (const std::size_t i : open_loose_) {
      FootprintRun& open = loose_[i];
      if (!open.same_accesses(part)) continue;
      if (open.begin == part.begin && open.end == part.end && open.words_per_step == part.words_per_step &&
          open.ranks_per_step == part.ranks_per_step) {
        open.rank = std::min(open.rank, part.rank);
        return;
      }
      if (open.end != part.begin || !goes_on(open, part)) continue;
      open.end = part.end;
      return;
    }
    if (open_loose_.size() == kMostOpen) open_loose_.erase(open_loose_.begin());
    open_loose_.push_back(loose_.size());
    loose_.push_back(part);
  });
}

void Footprint::add_spread(const SpreadRun& spread) {
  for (std::size_t i = spread_.size(); i > 0 && i + kMostOpen > spread_.size(); --i) {
    if (goes_on(spread_[i - 1], spread)) return;
  }
  spread_.push_back(spread);
}

void Footprint::merge(const Footprint& other) {
  open_.clear();
  open_all_pages();
  std::vector<FootprintRun> added = other.runs();
  for (std::vector<FootprintRun>* runs : {&runs_, &added}) {
    if (!std::is_sorted(runs->begin(), runs->end())) std::sort(runs->begin(), runs->end());
  }
  std::vector<FootprintRun> all;
  std::set_union(runs_.begin(), runs_.end(), added.begin(), added.end(), std::back_inserter(all));
  runs_ = std::move(all);
}

void Footprint::finish() {
  open_ = {};
  if (!loose_.empty()) join_loose();
  std::ranges::sort(spread_, [](const SpreadRun& a, const SpreadRun& b) {
    const auto of = [](const SpreadRun& s) { return std::tie(s.first.site, s.first.kind, s.first.mask, s.stride); };
    return of(a) != of(b) ? of(a) < of(b) : a < b;
  });
  std::vector<SpreadRun> apart;
  for (const SpreadRun& spread : spread_) {
    if (apart.empty() || !goes_on(apart.back(), spread)) apart.push_back(spread);
  }
  spread_ = std::move(apart);
  std::ranges::sort(pages_, {}, &ReadPage::first_word);
  order_runs();
}

/// What was added word by word is joined with them only if it is of the same accesses: it may be much.
void Footprint::join_loose() {
  if (!std::ranges::is_sorted(runs_, {}, &FootprintRun::begin)) std::ranges::sort(runs_);
  std::vector<FootprintRun> accesses;  // One run of each.
  const auto is_of_these = [&](const FootprintRun& run) {
    return std::ranges::any_of(accesses, [&](const FootprintRun& other) { return other.same_accesses(run); });
  };
  for (const FootprintRun& run : loose_) {
    if (!is_of_these(run)) accesses.push_back(run);
  }
  const auto of_these = std::stable_partition(runs_.begin(), runs_.end(), std::not_fn(is_of_these));
  loose_.insert(loose_.end(), of_these, runs_.end());
  runs_.erase(of_these, runs_.end());
  std::vector<FootprintRun> all = joined(std::move(loose_));
  std::ranges::sort(all);
  const auto known = static_cast<std::ptrdiff_t>(runs_.size());
  runs_.insert(runs_.end(), all.begin(), all.end());
  std::inplace_merge(runs_.begin(), runs_.begin() + known, runs_.end(),
                     [](const FootprintRun& a, const FootprintRun& b) { return a.begin < b.begin; });
  loose_ = {};
  open_loose_ = {};
}

void Footprint::order_runs() const {
  if (!std::ranges::is_sorted(runs_, {}, &FootprintRun::begin)) std::ranges::sort(runs_, {}, &FootprintRun::begin);
  for (auto group = runs_.begin(); group != runs_.end();) {
    const auto end = std::find_if(group, runs_.end(), [&](const FootprintRun& r) { return r.begin != group->begin; });
    if (end - group > 1) std::sort(group, end);
    group = end;
  }
  ends_.clear();
  ends_.reserve(runs_.size());
  std::uint64_t end = 0;
  for (const FootprintRun& run : runs_) ends_.push_back(end = std::max(end, run.end));
}

void Footprint::expand() const {
  if (spread_.empty()) return;
  for (const SpreadRun& spread : spread_) {
    for (std::uint64_t i = 0; i < spread.count; ++i) runs_.push_back(spread.at(i));
  }
  spread_ = {};
  runs_ = joined(std::move(runs_));
  order_runs();
}

template <class Wanted>
void Footprint::open_pages(Wanted wanted) const {
  const auto opened =
      std::stable_partition(pages_.begin(), pages_.end(), [&](const ReadPage& page) { return !wanted(page); });
  if (opened == pages_.end()) return;
  has_opened_ = true;
  for (auto page = opened; page != pages_.end(); ++page) {
    for (std::size_t i = 0; i < page->reads.size(); ++i) {
      if (page->reads[i] != 0) runs_.push_back(run_of(page->first_word + i, page->reads[i]));
    }
  }
  pages_.erase(opened, pages_.end());
  runs_ = joined(std::move(runs_));
  order_runs();
}

void Footprint::open_all_pages() const {
  open_pages([](const ReadPage&) { return true; });
}

template <class Counts, class Visit>
void Footprint::each_page_with(const Footprint& other, Counts counts, Visit visit) const {
  if (pages_.empty()) return;
  const auto look = [&](std::uint64_t begin, std::uint64_t end, std::uint8_t kind) {
    if (!counts(kind)) return;
    auto page = std::ranges::upper_bound(pages_, begin, {}, &ReadPage::first_word);
    if (page != pages_.begin() && std::prev(page)->end() > begin) --page;
    for (; page != pages_.end() && page->first_word < end; ++page) visit(*page);
  };
  for (const FootprintRun& run : other.runs_) look(run.begin, run.end, run.kind);
  for (const SpreadRun& spread : other.spread_) look(spread.first.begin, spread.end(), spread.first.kind);
}

bool Footprint::are_pages_apart() const {
  bool apart = !has_mixed_reads_ && !has_opened_;
  each_page_with(
      *this, [](std::uint8_t kind) { return kind == kPlainRead; }, [&](const ReadPage&) { apart = false; });
  return apart;
}

void Footprint::open_pages_written_by(const Footprint& other) const {
  std::vector<std::uint64_t> written;  // The first words of pages.
  each_page_with(
      other, [](std::uint8_t kind) { return (kind & kWrites) != 0; },
      [&](const ReadPage& page) { written.push_back(page.first_word); });
  if (written.empty()) return;
  std::ranges::sort(written);
  open_pages([&](const ReadPage& page) { return std::ranges::binary_search(written, page.first_word); });
}

bool operator==(const Footprint& a, const Footprint& b) {
  if (a.pages_ != b.pages_ && a.are_pages_apart() && b.are_pages_apart()) return false;
  if (a.pages_ == b.pages_ && a.spread_ == b.spread_ && a.runs_ == b.runs_) return true;
  if (a.pages_.empty() && b.pages_.empty() && a.spread_ == b.spread_) return false;
  const auto whole = [](const Footprint& of) {
    std::uint64_t first = ~std::uint64_t{0}, last = 0;
    of.each_extent([&](std::uint64_t begin, std::uint64_t end, std::uint8_t) {
      first = std::min(first, begin);
      last = std::max(last, end);
    });
    return std::pair(first, last);
  };
  // Unless one has been asked for its runs.
  if ((!a.spread_.empty() && !b.spread_.empty()) || whole(a) != whole(b)) return false;
  return a.runs() == b.runs();
}

bool Footprint::may_meet(const Footprint& a, const Footprint& b) {
  // Fields of the same structs lie at other places of each.
  const auto are_apart = [](const SpreadRun& x, const SpreadRun& y) {
    if (x.stride != y.stride) return false;
    const std::uint64_t stride = x.stride, behind = (y.first.begin % stride + stride - x.first.begin % stride) % stride;
    return x.first.end - x.first.begin <= behind && y.first.end - y.first.begin <= stride - behind;
  };
  const auto meets = [&](const SpreadRun& spread, const Footprint& other) {
    const auto overlaps = [&](std::uint64_t begin, std::uint64_t end) {
      return begin < spread.end() && spread.first.begin < end;
    };
    return std::ranges::any_of(other.runs_, [&](const FootprintRun& run) { return overlaps(run.begin, run.end); }) ||
           std::ranges::any_of(other.spread_, [&](const SpreadRun& run) {
             return overlaps(run.first.begin, run.end()) && !are_apart(spread, run);
           });
  };
  return std::ranges::any_of(a.spread_, [&](const SpreadRun& spread) { return meets(spread, b); }) ||
         std::ranges::any_of(b.spread_, [&](const SpreadRun& spread) { return meets(spread, a); });
}

void Footprint::remove(std::uintptr_t address, std::size_t bytes) {
  expand();
  // Allocations are whole words.
  const std::uint64_t from = address / kWordBytes;
  const std::uint64_t to = (address + bytes + kWordBytes - 1) / kWordBytes;
  std::erase_if(pages_, [&](const ReadPage& page) { return page.first_word >= from && page.end() <= to; });
  open_pages([&](const ReadPage& page) { return page.first_word < to && page.end() > from; });
  std::vector<FootprintRun> kept;
  for (const FootprintRun& run : runs_) {
    const auto keep = [&](const FootprintRun& part) { kept.push_back(part); };
    each_part(run, run.begin, from, keep);
    each_part(run, to, run.end, keep);
  }
  runs_ = std::move(kept);
  finish();
}

}  // namespace fencepost::detector
