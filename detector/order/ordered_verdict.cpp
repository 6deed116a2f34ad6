// From records with their moments to races.
#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "detector/order/observation.h"
#include "detector/order/ordered_log.h"
#include "detector/shadow/interval_log.h"

namespace fencepost::detector {
namespace {

/// Comparisons of records of one word that are made at most. Beyond, a word that races is still known to race; the
/// instance that is shown may not be the least.
constexpr std::size_t kMaxComparisons = std::size_t{1} << 24;

/// Records of one word, in the order of time; of one site, kind and mask where classes are compared.
using Class = std::vector<const Record*>;

/// Where a conflict counts: in an interval of a block, or between blocks.
struct Place {
  bool between_blocks = false;
  std::uint64_t block = 0;
  std::uint32_t interval = 0;
  friend auto operator<=>(const Place&, const Place&) = default;
};

/// What the records of a class wrote at a place: one value, or several.
struct Values {
  std::optional<std::uint32_t> value;
  bool differ = false;
  void add(std::uint32_t written) {
    differ = differ || (value && *value != written);
    value = written;
  }
};

/// The accesses of a word that later ones have to be compared with, by kind: most pairs of kinds never conflict, and
/// strong accesses are the many.
struct Frontier {
  std::array<Class, kOrderedKinds> of_kind;
  std::uint64_t present = 0;  ///< Bit k: something has been of kind k.
  /// Where an access may lie that the next of its thread stands for too: one for each hash of thread and kind. What is
  /// found there is looked at; nothing is forgotten by what was overwritten.
  std::vector<std::uint32_t> places;

  /// Calls `visit` with the accesses of each of these kinds, as bits.
  template <class Visit>
  void each(std::uint64_t kinds, Visit visit) {
    for (; kinds != 0; kinds &= kinds - 1) visit(of_kind[static_cast<unsigned>(std::countr_zero(kinds))]);
  }
  void clear(std::size_t records) {
    each(present, [](Class& all) { all.clear(); });
    present = 0;
    if (places.size() < records) places.resize(std::bit_ceil(records));
  }
};

/// True if some strong accesses to a word overlap, but not completely.
bool mixes_sizes(std::span<const Record> records) {
  const Record* last = nullptr;
  std::set<std::pair<unsigned, unsigned>> bytes;  // Width and mask.
  for (const Record& record : records) {
    if ((record.kind & kStrong) == 0) continue;
    if (last != nullptr && last->mask == record.mask && ((last->kind ^ record.kind) & kWide) == 0) continue;
    last = &record;
    bytes.insert({record.kind & kWide, record.mask});
  }
  return std::ranges::any_of(bytes, [&](const auto& a) {
    return std::ranges::any_of(bytes, [&](const auto& b) {
      return overlap_in_part(kStrong | a.first, a.second, kStrong | b.first, b.second);
    });
  });
}

class Judge {
 public:
  Judge(const std::vector<TimedMoment>& moments, const BarriersOfBlocks& barriers, Space space, bool observation,
        RaceLog& result)
      : moments_(moments), barriers_(barriers), space_(space), observes_(observation), result_(result) {}

  /// True if there was a race among these, all of one word.
  bool races(std::span<const Record> records);
  /// The same; adds it to the result.
  bool word(std::span<const Record> records);

 private:
  [[nodiscard]] const TimedMoment& moment(const Record& record) const { return moments_[record.moment]; }
  /// False if no two accesses to the word in hand of these kinds conflict, whoever does them.
  [[nodiscard]] bool kinds_may_conflict(unsigned a, unsigned b) const {
    a = as_seen_by(a, false);
    b = as_seen_by(b, false);
    return (several_blocks_ ? kinds_may_conflict_between_blocks(a, b) : kinds_conflict(a, b)) ||
           (sizes_mixed_ && ((a | b) & kWrites) != 0) || (space_ == Space::kShared && kinds_assume_lockstep(a, b));
  }
  [[nodiscard]] bool kinds_may_conflict_between_blocks(unsigned a, unsigned b) const {
    a = as_seen_by(a, false);
    b = as_seen_by(b, false);
    return kinds_conflict_between_blocks(a, b) || (sizes_mixed_ && ((a | b) & kWrites) != 0);
  }
  [[nodiscard]] bool conflict(const Record& a, const Record& b) const;
  [[nodiscard]] bool conflict_between_blocks(const Record& a, const Record& b) const;
  /// `a` came first.
  [[nodiscard]] bool race(const Record& a, const Record& b) {
    if (!conflict(a, b) || LaunchOrder::before(moment(a).at, moment(b).at, moment(b).known.get())) return false;
    const bool may_be_observed = observation_ && a.writes() && (a.kind & kStrong) != 0;
    return !may_be_observed || !observation_->orders(a, b);
  }
  /// Lanes of a warp that start the same bulk copy, of the same bytes to the same place, start one.
  [[nodiscard]] bool are_one_copy(const Record& a, const Record& b) const {
    const TimedMoment& x = moment(a);
    const TimedMoment& y = moment(b);
    return x.copied != 0 && x.copied == y.copied && a.writes() && b.writes() && a.site == b.site &&
           a.value == b.value && x.at.real_block() == y.at.real_block() &&
           in_one_warp(x.at.real_thread(), y.at.real_thread());
  }
  [[nodiscard]] bool some_race(std::span<const Record> records);
  [[nodiscard]] bool races_with_frontier(const Record& record);
  void add_to_frontier(const Record& record);
  void compare(const Class& a, const Class& b);
  [[nodiscard]] Conflict conflict_of(const Record& a, const Record& b, const Place& place) const;
  [[nodiscard]] Values values(const Class& records, const Place& place) const;
  [[nodiscard]] bool same_value(const Class& a, const Class& b, const Place& place) const;

  const std::vector<TimedMoment>& moments_;
  const BarriersOfBlocks& barriers_;
  Space space_;
  bool observes_;
  std::optional<Observation> observation_;  ///< On the word in hand, if it can matter.
  RaceLog& result_;
  std::map<std::tuple<SiteId, unsigned, unsigned>, Class> classes_;  ///< Of the word in hand.
  bool several_blocks_ = false;                                      ///< Access the word in hand.
  bool sizes_mixed_ = false;                                         ///< Of strong accesses to it.
  /// On the word in hand blocks race otherwise than by two plain writes.
  bool more_than_plain_writes_ = false;
  Frontier frontier_;
};

bool Judge::conflict_between_blocks(const Record& a, const Record& b) const {
  const bool same_cluster = moment(a).cluster == moment(b).cluster;
  return accesses_conflict_between_blocks(as_seen_by(a.kind, same_cluster), a.mask, as_seen_by(b.kind, same_cluster),
                                          b.mask);
}

bool Judge::conflict(const Record& a, const Record& b) const {
  if ((a.mask & b.mask) == 0) return false;
  const Moment& x = moment(a).at;
  const Moment& y = moment(b).at;
  if (x.real_block() != y.real_block()) return conflict_between_blocks(a, b);
  if (are_one_copy(a, b)) return false;
  if ((x.thread != y.thread || x.block != y.block) && accesses_conflict(a.kind, a.mask, b.kind, b.mask)) return true;
  // Who uses fences passes messages, and knows that lanes are not in lockstep.
  return space_ == Space::kShared && kinds_assume_lockstep(a.kind, b.kind) && in_one_warp(x.thread, y.thread) &&
         !moment(a).fenced && !moment(b).fenced;
}

bool Judge::races_with_frontier(const Record& record) {
  for (std::uint64_t kinds = frontier_.present; kinds != 0; kinds &= kinds - 1) {
    const auto kind = static_cast<unsigned>(std::countr_zero(kinds));
    if (!kinds_may_conflict(kind, record.kind)) continue;
    for (const Record* earlier : frontier_.of_kind[kind]) {
      if (race(*earlier, record)) return true;
    }
  }
  return false;
}

/// A plain write that all came before it stands for them all (Flanagan and Freund, FastTrack, PLDI 2009), an access for
/// the one before of its thread: what conflicts with the later one conflicts with the earlier.
void Judge::add_to_frontier(const Record& record) {
  Class& alike = frontier_.of_kind[record.kind];
  frontier_.present |= std::uint64_t{1} << record.kind;
  const bool strong = (record.kind & kStrong) != 0;
  if (record.writes() && !strong) {
    frontier_.each(frontier_.present, [&](Class& all) {
      std::erase_if(all, [&](const Record* earlier) {
        return (earlier->mask & ~record.mask) == 0 && !are_one_copy(*earlier, record);
      });
    });
  }
  const TimedMoment& now = moment(record);
  const std::size_t hash =
      ((now.at.block * 1024 + now.at.thread) * kOrderedKinds + record.kind) * 0x9E3779B97F4A7C15U >> 32;
  std::uint32_t& place = frontier_.places[hash & (frontier_.places.size() - 1)];
  if (place < alike.size()) {
    const Record& earlier = *alike[place];
    const TimedMoment& then = moment(earlier);
    const bool stands_for = strong ? earlier.mask == record.mask : (earlier.mask & ~record.mask) == 0;
    if (stands_for && then.at.block == now.at.block && then.at.thread == now.at.thread && then.fenced == now.fenced &&
        (!observation_ || !strong || !record.writes() || observation_->continues(earlier, record))) {
      alike[place] = &record;
      return;
    }
  }
  place = static_cast<std::uint32_t>(alike.size());
  alike.push_back(&record);
}

/// One pass: every access is compared with those before it that no later one stands for.
bool Judge::some_race(std::span<const Record> records) {
  if (std::ranges::none_of(records, &Record::writes)) return false;
  frontier_.clear(records.size());
  return std::ranges::any_of(records, [&](const Record& record) {
    if (races_with_frontier(record)) return true;
    add_to_frontier(record);
    return false;
  });
}

Conflict Judge::conflict_of(const Record& a, const Record& b, const Place& place) const {
  const auto side = [&](const Record& r) {
    const TimedMoment& when = moment(r);
    return RaceSide{r.site, r.kind, {when.at.real_block(), when.interval, when.at.real_thread()}};
  };
  const bool swap = !in_order(a.site, a.kind, b.site, b.kind);
  Conflict conflict{.space = space_,
                    .scope = place.between_blocks ? Scope::kInterBlock : Scope::kIntraBlock,
                    .a = side(swap ? b : a),
                    .b = side(swap ? a : b),
                    .address = a.word * kWordBytes + static_cast<unsigned>(__builtin_ctz(a.mask & b.mask)),
                    .lockstep = !conflict_between_blocks(a, b),
                    .in_warp = !place.between_blocks && in_one_warp(moment(a).at.thread, moment(b).at.thread)};
  if (conflict.a.site == conflict.b.site && conflict.a.kind == conflict.b.kind && conflict.b.at < conflict.a.at) {
    std::swap(conflict.a, conflict.b);
  }
  if (!place.between_blocks) {
    conflict.interval_begin = moment(a).interval_begin;
    const auto barriers = barriers_.find(place.block);
    if (barriers != barriers_.end() && place.interval < barriers->second.size()) {
      conflict.interval_end = barriers->second[place.interval];
    }
  }
  return conflict;
}

Values Judge::values(const Class& records, const Place& place) const {
  Values all;
  if (place.between_blocks) {
    for (const Record* record : records) all.add(record->value);
    return all;
  }
  // What each thread left at the end.
  std::map<std::uint32_t, std::uint32_t> left;
  for (const Record* record : records) {
    const TimedMoment& when = moment(*record);
    const Moment& at = when.at;
    if (at.real_block() == place.block && when.interval == place.interval) left[at.real_thread()] = record->value;
  }
  for (const auto& [thread, value] : left) all.add(value);
  return all;
}

bool Judge::same_value(const Class& a, const Class& b, const Place& place) const {
  const Record& x = *a.front();
  const Record& y = *b.front();
  if (!x.writes() || !y.writes() || x.mask != y.mask || (place.between_blocks && more_than_plain_writes_)) return false;
  if (((x.kind | y.kind) & kStrong) != 0) return false;
  const Values of_a = values(a, place);
  const Values of_b = values(b, place);
  return !of_a.differ && !of_b.differ && of_a.value == of_b.value;
}

void Judge::compare(const Class& a, const Class& b) {
  std::map<Place, Conflict> least;
  std::size_t comparisons = 0;
  for (const Record* x : a) {
    for (const Record* y : b) {
      if (x == y || (&a == &b && y < x)) continue;
      if (++comparisons > kMaxComparisons && !least.empty()) break;
      const auto& [first, second] = std::minmax(x, y);  // In one array, in order of time.
      if (!race(*first, *second)) continue;
      const std::uint64_t block = moment(*x).at.real_block();
      const bool between = block != moment(*y).at.real_block();
      // An awaited copy may reach over barriers: it counts where it was started.
      const Place place = between ? Place{.between_blocks = true} : Place{false, block, moment(*first).interval};
      const Conflict found = conflict_of(*x, *y, place);
      const auto [known, is_new] = least.try_emplace(place, found);
      const bool in_warp = known->second.in_warp && found.in_warp;
      if (!is_new && comes_before(found, known->second)) known->second = found;
      known->second.in_warp = in_warp;
    }
  }
  for (auto& [place, conflict] : least) {
    conflict.same_value = same_value(a, b, place);
    result_.add(conflict);
  }
}

bool Judge::races(std::span<const Record> records) {
  observation_.reset();
  const std::uint64_t block = moment(records.front()).at.real_block();
  several_blocks_ = std::ranges::any_of(records, [&](const Record& r) { return moment(r).at.real_block() != block; });
  sizes_mixed_ = mixes_sizes(records);
  const auto may_race = [&](const Record& record) {
    return (record.kind & kStrong) == 0 || (record.kind & (kOfBlock | kOfCluster)) != 0 || sizes_mixed_;
  };
  if (observes_ && std::ranges::any_of(records, &Record::reads_strongly) && std::ranges::any_of(records, may_race)) {
    observation_.emplace(records, moments_);
  }
  return some_race(records);
}

bool Judge::word(std::span<const Record> records) {
  if (!races(records)) return false;
  classes_.clear();
  for (const Record& record : records) classes_[{record.site, record.kind, record.mask}].push_back(&record);
  more_than_plain_writes_ = false;
  const auto plain_write = [](const Class& c) { return (c.front()->kind & (kWrites | kStrong)) == kWrites; };
  for (auto a = classes_.begin(); several_blocks_ && a != classes_.end() && !more_than_plain_writes_; ++a) {
    if (plain_write(a->second)) continue;
    for (auto b = classes_.begin(); b != classes_.end() && !more_than_plain_writes_; ++b) {
      if (!kinds_may_conflict_between_blocks(a->second.front()->kind, b->second.front()->kind)) continue;
      more_than_plain_writes_ = std::ranges::any_of(a->second, [&](const Record* x) {
        return std::ranges::any_of(b->second, [&](const Record* y) {
          const auto& [first, second] = std::minmax(x, y);
          return moment(*x).at.real_block() != moment(*y).at.real_block() && race(*first, *second);
        });
      });
    }
  }
  for (auto a = classes_.begin(); a != classes_.end(); ++a) {
    for (auto b = a; b != classes_.end(); ++b) {
      const unsigned x = a->second.front()->kind;
      const unsigned y = b->second.front()->kind;
      if (kinds_may_conflict(x, y)) compare(a->second, b->second);
    }
  }
  return true;
}

/// Calls `visit` with the records of each word.
template <class Visit>
void each_word(std::vector<Record>& records, Visit visit) {
  sort_by_word(records);
  for (auto begin = records.begin(); begin != records.end();) {
    const auto end = std::find_if(begin, records.end(), [&](const Record& r) { return r.word != begin->word; });
    visit(std::span<const Record>(begin, end));
    begin = end;
  }
}

}  // namespace

void judge_records(std::vector<Record>& records, const std::vector<TimedMoment>& moments,
                   const BarriersOfBlocks& barriers, Space space, bool observation, RaceLog& result,
                   std::unordered_set<std::uint64_t>& racy_words) {
  Judge judge(moments, barriers, space, observation, result);
  each_word(records, [&](std::span<const Record> of_word) {
    if (judge.word(of_word)) racy_words.insert(of_word.front().word);
  });
}

void keep_racy_words(AccessLog& log, bool observation, std::unordered_set<std::uint64_t>& racy_words) {
  RaceLog none;
  const BarriersOfBlocks barriers;
  Judge judge(log.moments, barriers, Space::kGlobal, observation, none);
  std::vector<Record> kept;
  each_word(log.records, [&](std::span<const Record> of_word) {
    const std::uint64_t word = of_word.front().word;
    if (!racy_words.contains(word)) {
      if (!judge.races(of_word)) return;
      racy_words.insert(word);
    }
    kept.insert(kept.end(), of_word.begin(), of_word.end());
  });
  std::vector<TimedMoment> moments;
  std::unordered_map<std::uint32_t, std::uint32_t> numbers;
  for (Record& record : kept) {
    const auto [number, is_new] = numbers.try_emplace(record.moment, static_cast<std::uint32_t>(moments.size()));
    if (is_new) moments.push_back(log.moments[record.moment]);
    record.moment = number->second;
  }
  log.records.assign(kept.begin(), kept.end());
  log.moments = std::move(moments);
  ++log.cleared;
}

}  // namespace fencepost::detector
