#include "detector/worker_shadow.h"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <mutex>
#include <new>
#include <optional>
#include <tuple>
#include <utility>

#include "detector/module_layout.h"
#include "detector/sites.h"
#include "sim/arena.h"
#include "sim/current.h"

namespace fencepost::detector {

__thread AccessState access_state = {};

namespace {

std::mutex registry_mutex;

/// Never destroyed: the report is written after the destructors of static objects.
std::vector<WorkerShadow*>& registry() {
  static auto& instance = *new std::vector<WorkerShadow*>;
  return instance;
}

/// Set in GlobalShadow::heads for a word that is in the contested list already.
constexpr std::uint32_t kContested = std::uint32_t{1} << 31;

template <class T>
T* reserve_zeroed(std::size_t count) {
  void* memory = mmap(nullptr, count * sizeof(T), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  return static_cast<T*>(memory);
}

/// The least pair of different members of {a1, a2} x {b1, b2}, by `differ`; nullopt if there is none.
template <class T, class Differ>
std::optional<std::pair<T, T>> least_pair(const T& a1, const T& a2, const T& b1, const T& b2, Differ differ) {
  std::optional<std::pair<T, T>> least;
  const auto better = [](const std::pair<T, T>& x, const std::pair<T, T>& y) {
    const auto [x_first, x_second] = std::minmax(x.first, x.second);
    const auto [y_first, y_second] = std::minmax(y.first, y.second);
    return std::tie(x_first, x_second, x.first) < std::tie(y_first, y_second, y.first);
  };
  for (const T& a : {a1, a2}) {
    for (const T& b : {b1, b2}) {
      const std::pair<T, T> pair(a, b);
      if (differ(a, b) && (!least || better(pair, *least))) least = pair;
    }
  }
  return least;
}

bool same_value(const ListEntry& a, const ListEntry& b) {
  return (a.accesses.kind & b.accesses.kind & kWrites) != 0 && a.accesses.mask == b.accesses.mask && a.has_value &&
         b.has_value && !a.values_differ && !b.values_differ && a.value == b.value;
}

/// True if a block reads what another writes. Then equal writes are no comfort: whether they are equal may depend on which
/// block came first, and blocks really run side by side.
bool any_read_conflicts(const std::vector<PastEntry>& entries) {
  for (const PastEntry& read : entries) {
    if ((read.kind & kWrites) != 0) continue;
    for (const PastEntry& write : entries) {
      if ((write.kind & kWrites) != 0 && blocks_conflict(read, write)) return true;
    }
  }
  return false;
}

/// Gives a write entry of `c` the value that was taken note of for the word.
void take_value(ListEntry& entry, const Cell& c, std::uint32_t value) {
  if ((entry.accesses.kind & kWrites) == 0 || (c.second & cell::kHasValue) == 0) return;
  entry.add_value(value);
  entry.values_differ = (c.second & cell::kValuesDiffer) != 0;
}

bool same_value(const PastEntry& a, const PastEntry& b) {
  return (a.kind & b.kind & kWrites) != 0 && a.mask == b.mask && a.has_value && b.has_value && !a.values_differ &&
         !b.values_differ && a.value == b.value;
}

}  // namespace

void GlobalShadow::reserve(std::uintptr_t begin, std::size_t bytes) {
  // Cells are found by (address - begin) / 4, which must agree with address / 4.
  const std::uintptr_t aligned = begin / kWordBytes * kWordBytes;
  const std::size_t words = (begin + bytes - aligned) / kWordBytes + 1;
  cells = {aligned, begin + bytes - aligned, reserve_zeroed<Cell>(words)};
  heads = reserve_zeroed<std::uint32_t>(words);
  values = reserve_zeroed<std::uint32_t>(words);
  touched = reserve_zeroed<std::uint8_t>(words / kPageWords + 1);
}

WorkerShadow::WorkerShadow() {
  const TlsBlock tls = tls_block_of_this_thread();
  shared_ = {tls.begin, tls.bytes, reserve_zeroed<Cell>(tls.bytes / kWordBytes + 1)};
  arena_.reserve(sim::Arena::instance().begin(), sim::Arena::instance().end() - sim::Arena::instance().begin());
  const DataSegment data = data_segment();
  module_.reserve(data.begin, data.bytes);
  access_state = {.epoch_bits = 0,
                  .accesses = 0,
                  .shared = shared_,
                  .arena = arena_.cells,
                  .module = module_.cells,
                  .sites = Sites::instance().table(),
                  .worker = this};
  const std::scoped_lock lock(registry_mutex);
  registry().push_back(this);
}

WorkerShadow& WorkerShadow::of_this_thread() {
  // Never destroyed: the last report is written when the worker threads may be gone.
  if (access_state.worker == nullptr) new WorkerShadow;  // NOLINT: registers itself
  return *access_state.worker;
}

std::vector<WorkerShadow*> WorkerShadow::all() {
  const std::scoped_lock lock(registry_mutex);
  return registry();
}

std::uint64_t WorkerShadow::accesses_checked() {
  std::uint64_t sum = 0;
  for (const WorkerShadow* worker : all()) sum += worker->accesses_;
  return sum;
}

void WorkerShadow::begin_launch() { launch_first_epoch_ = epoch_ + 1; }

void WorkerShadow::begin_block(std::uint64_t block) {
  block_ = block;
  interval_ = 0;
  interval_begin_ = nullptr;
  next_epoch();
  blocks_.push_back({static_cast<std::int64_t>(epoch_), block});
}

void WorkerShadow::end_block() {
  end_interval(nullptr);
  access_state.epoch_bits = 0;
  accesses_ += std::exchange(access_state.accesses, 0);
}

void WorkerShadow::end_interval(const void* barrier_pc) {
  if (access_state.pending.global != nullptr) settle_pending_write();
  if (!log_.empty()) {
    const sim::BusySection busy;
    for (EntryList& list : log_.lists()) {
      IntervalLog::settle_last_write(list);
      if (list.racy) judge(list, barrier_pc);
      if (!list.global) continue;
      GlobalShadow& global = arena_.cells.contains(list.address) ? arena_ : module_;
      for (const ListEntry& entry : list.all()) {
        remember(global, global.word_of(*list.cell), past_of(entry, block_, interval_));
      }
      *list.cell = {};
    }
    log_.clear();
  }
  ++interval_;
  interval_begin_ = barrier_pc;
  next_epoch();
}

void WorkerShadow::next_epoch() {
  if (++epoch_ > cell::kMaxEpoch) restart_epochs();
  access_state.epoch_bits = epoch_ << cell::kEpochShift;
}

/// Epochs have run out. Moves what cells still hold into the history and starts again from 1.
void WorkerShadow::restart_epochs() {
  const sim::BusySection busy;
  for (GlobalShadow* global : {&arena_, &module_}) {
    fold_pending(*global);
    const std::size_t words = global->cells.bytes / kWordBytes + 1;
    madvise(global->cells.cells, words * sizeof(Cell), MADV_DONTNEED);
  }
  std::memset(static_cast<void*>(shared_.cells), 0, (shared_.bytes / kWordBytes + 1) * sizeof(Cell));
  epoch_ = 1;
  launch_first_epoch_ = 1;
  blocks_.clear();
  blocks_.push_back({static_cast<std::int64_t>(epoch_) - interval_, block_});
}

/// The block that ran in `epoch`, of this launch.
const WorkerShadow::BlockEpochs& WorkerShadow::block_at(std::uint64_t epoch) const {
  const auto at = static_cast<std::int64_t>(epoch);
  if (blocks_.back().first_epoch <= at) return blocks_.back();
  const auto after = std::upper_bound(blocks_.begin(), blocks_.end(), at,
                                      [](std::int64_t e, const BlockEpochs& b) { return e < b.first_epoch; });
  return *std::prev(after);
}

/// True if the history knows these reads of two blocks already. Blocks come in ascending order, so those are the least.
bool WorkerShadow::adds_nothing_to_history(std::uint32_t head, const Entry& accesses) const {
  if ((accesses.kind & kWrites) != 0) return false;
  for (std::uint32_t i = head & ~kContested; i != 0; i = history_[i].next) {
    const PastEntry& known = history_[i];
    if (known.site == accesses.site && known.kind == accesses.kind && known.mask == accesses.mask) {
      return !known.one_block();
    }
  }
  return false;
}

/// Moves the accesses that a cell holds of an earlier interval of this launch into the word's history.
void WorkerShadow::fold(GlobalShadow& global, std::size_t word) {
  const Cell& c = global.cells.cells[word];
  if (cell::state(c) == cell::kOne && adds_nothing_to_history(global.heads[word], cell::first_entry(c))) return;
  const BlockEpochs& owner = block_at(cell::epoch(c));
  const auto interval = static_cast<std::uint32_t>(static_cast<std::int64_t>(cell::epoch(c)) - owner.first_epoch);
  const auto fold_entry = [&](const Entry& accesses) {
    ListEntry entry{.accesses = accesses};
    take_value(entry, c, global.values[word]);
    remember(global, word, past_of(entry, owner.block, interval));
  };
  fold_entry(cell::first_entry(c));
  if (cell::state(c) == cell::kTwo) fold_entry(cell::second_entry(c));
}

void WorkerShadow::remember(GlobalShadow& global, std::size_t word, const PastEntry& past) {
  std::uint32_t& head = global.heads[word];
  const std::size_t range = &global == &arena_ ? 0 : 1;
  if (head == 0) words_with_history_[range].push_back(word);
  std::uint32_t list = head & ~kContested;
  const bool conflict = history_.add(list, past);
  if (conflict && (head & kContested) == 0) contested_[range].push_back(word);
  head = list | (head & kContested) | (conflict ? kContested : 0);
}

/// Folds every cell of this launch that is still pending.
void WorkerShadow::fold_pending(GlobalShadow& global) {
  for (const std::uint32_t page : global.touched_pages) fold_page(global, page);
}

void WorkerShadow::fold_page(GlobalShadow& global, std::size_t page) {
  const std::size_t words = global.cells.bytes / kWordBytes + 1;
  const std::size_t end = std::min((page + 1) * GlobalShadow::kPageWords, words);
  for (std::size_t word = page * GlobalShadow::kPageWords; word < end; ++word) fold_if_pending(global, word);
}

void WorkerShadow::fold_if_pending(GlobalShadow& global, std::size_t word) {
  Cell& c = global.cells.cells[word];
  if (cell::epoch(c) < launch_first_epoch_ || cell::state(c) == cell::kList) return;
  fold(global, word);
  c = {};
}

void WorkerShadow::settle(const PendingWrite& write) {
  const std::uintptr_t end = write.address + write.bytes;
  for (std::uintptr_t address = write.address / kWordBytes * kWordBytes; address < end; address += kWordBytes) {
    Cell& c = write.global->cells.cell(address);
    if (cell::epoch(c) != epoch_) continue;
    if (cell::state(c) == cell::kList) {
      IntervalLog::settle_last_write(log_[cell::list_number(c)]);
      continue;
    }
    // The write entries of a cell that is not a list all have the same mask.
    const Entry first = cell::first_entry(c);
    const std::uint8_t mask = (first.kind & kWrites) != 0 ? first.mask : cell::second_entry(c).mask;
    const std::uint32_t value = *reinterpret_cast<const volatile std::uint32_t*>(address) & bits_of(mask);
    std::uint32_t& known = write.global->values[write.global->word_of(c)];
    if ((c.second & cell::kHasValue) != 0 && known != value) c.second |= cell::kValuesDiffer;
    c.second |= cell::kHasValue;
    known = value;
  }
}

std::uint32_t WorkerShadow::to_list(Cell& c, std::uintptr_t word_address, GlobalShadow* global) {
  const std::uint32_t number = log_.make(word_address, &c, global != nullptr);
  EntryList& list = log_[number];
  const auto take = [&](const Entry& accesses) {
    list.entries[list.count] = {.accesses = accesses};
    if (global != nullptr) {
      take_value(list.entries[list.count], c, global->values[global->word_of(c)]);
    } else if ((accesses.kind & kWrites) != 0) {
      list.last_write = list.count;
      list.last_writer = accesses.low;
    }
    ++list.count;
  };
  take(cell::first_entry(c));
  if (cell::state(c) == cell::kTwo) take(cell::second_entry(c));
  return number;
}

void WorkerShadow::access_word(Cell& c, std::uint64_t access, GlobalShadow* global, std::uintptr_t word_address) {
  if (cell::epoch(c) != epoch_) {
    if (global != nullptr) {
      const std::size_t word = global->word_of(c);
      if (cell::epoch(c) >= launch_first_epoch_) {
        const sim::BusySection busy;
        fold(*global, word);
      } else {
        global->touch(word);
      }
    }
    c = cell::first_access(access);
    return;
  }
  const Entry added = cell::unpack(access, access);
  if (cell::state(c) != cell::kList) {
    const std::uint64_t values = c.second & (cell::kHasValue | cell::kValuesDiffer);
    const bool two = cell::state(c) == cell::kTwo;
    Entry first = cell::first_entry(c);
    Entry second = two ? cell::second_entry(c) : added;
    const bool conflict = conflicts(first, added) || (two && conflicts(second, added));
    // Values are kept per word, not per entry: bytes that are written separately need a list.
    const auto value_clash = [&](const Entry& e) { return (e.kind & added.kind & kWrites) != 0 && e.mask != added.mask; };
    const bool fits = !conflict && !(global != nullptr && (value_clash(first) || (two && value_clash(second))));
    if (fits && first.same_accesses(added)) {
      first.add(added.low);
      c = two ? cell::make_two(access_state.epoch_bits, first, second) : cell::make_one(access_state.epoch_bits, first);
      c.second |= values;
      return;
    }
    if (fits && (!two || second.same_accesses(added))) {
      second.add(added.low);
      c = cell::make_two(access_state.epoch_bits, first, second);
      c.second |= values;
      return;
    }
    const sim::BusySection busy;
    const std::uint32_t number = to_list(c, word_address, global);
    log_.add(log_[number], added);
    c = cell::make_list(access, number);
    return;
  }
  const sim::BusySection busy;
  log_.add(log_[cell::list_number(c)], added);
  c.first = access;
}

/// Records the races of a word that the threads of one block have with each other.
void WorkerShadow::judge(const EntryList& list, const void* barrier_pc) {
  for (std::uint32_t i = 0; i < list.count; ++i) {
    for (std::uint32_t j = i; j < list.count; ++j) {
      const Entry& x = list.entries[i].accesses;
      const Entry& y = list.entries[j].accesses;
      const unsigned bytes = x.mask & y.mask;
      if (bytes == 0 || !kinds_conflict(x.kind, y.kind)) continue;
      const bool swap = !in_order(x.site, x.kind, y.site, y.kind);
      const ListEntry& a = list.entries[swap ? j : i];
      const ListEntry& b = list.entries[swap ? i : j];
      const auto threads = least_pair<ThreadRank16>(a.accesses.low, a.accesses.high, b.accesses.low, b.accesses.high,
                                                    [](auto x, auto y) { return x != y; });
      if (!threads) continue;
      const std::uintptr_t byte = list.address + static_cast<unsigned>(__builtin_ctz(bytes));
      races_.add({.space = list.global ? Space::kGlobal : Space::kShared,
                  .scope = Scope::kIntraBlock,
                  .a = {a.accesses.site, a.accesses.kind, {block_, interval_, threads->first}},
                  .b = {b.accesses.site, b.accesses.kind, {block_, interval_, threads->second}},
                  .address = list.global ? byte : byte - shared_.begin,
                  .interval_begin = interval_begin_,
                  .interval_end = barrier_pc,
                  .same_value = same_value(a, b)});
    }
  }
}

namespace {

/// Records the races between blocks on one word, given everything all workers know of it.
void judge_word(std::uintptr_t address, const std::vector<PastEntry>& entries, RaceLog& result) {
  const bool read_too = any_read_conflicts(entries);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    for (std::size_t j = i; j < entries.size(); ++j) {
      if (!blocks_conflict(entries[i], entries[j])) continue;
      const bool swap = !in_order(entries[i].site, entries[i].kind, entries[j].site, entries[j].kind);
      const PastEntry& a = entries[swap ? j : i];
      const PastEntry& b = entries[swap ? i : j];
      const auto pair = least_pair<Instance>(a.low, a.high, b.low, b.high,
                                             [](const Instance& x, const Instance& y) { return x.block != y.block; });
      if (!pair) continue;
      result.add({.space = Space::kGlobal,
                  .scope = Scope::kInterBlock,
                  .a = {a.site, a.kind, pair->first},
                  .b = {b.site, b.kind, pair->second},
                  .address = address + static_cast<unsigned>(__builtin_ctz(a.mask & b.mask)),
                  .same_value = !read_too && same_value(a, b)});
    }
  }
}

}  // namespace

/// Adds this worker's knowledge of `word` to `entries`.
void WorkerShadow::collect(const GlobalShadow& global, std::size_t word, std::vector<PastEntry>& entries) const {
  for (std::uint32_t i = global.heads[word] & ~kContested; i != 0; i = history_[i].next) {
    const PastEntry& mine = history_[i];
    const auto same = std::find_if(entries.begin(), entries.end(), [&](const PastEntry& e) {
      return e.site == mine.site && e.kind == mine.kind && e.mask == mine.mask;
    });
    if (same == entries.end()) {
      entries.push_back(mine);
    } else {
      same->merge(mine);
    }
  }
}

void WorkerShadow::end_launch(RaceLog& result) {
  const std::vector<WorkerShadow*> workers = all();
  for (const std::size_t range : {0, 1}) {
    const auto shadow_of = [range](WorkerShadow* w) -> GlobalShadow& { return range == 0 ? w->arena_ : w->module_; };
    std::vector<std::size_t> contested;

    // A word that several workers touched: only all of their histories together tell whether blocks conflict.
    if (workers.size() > 1) {
      std::map<std::uint32_t, std::vector<WorkerShadow*>> owners;
      for (WorkerShadow* worker : workers) {
        for (const std::uint32_t page : shadow_of(worker).touched_pages) owners[page].push_back(worker);
      }
      std::vector<PastEntry> entries;
      for (const auto& [page, sharers] : owners) {
        if (sharers.size() < 2) continue;
        for (WorkerShadow* worker : sharers) worker->fold_page(shadow_of(worker), page);
        const std::size_t words = shadow_of(sharers.front()).cells.bytes / kWordBytes + 1;
        const std::size_t end = std::min((page + 1) * GlobalShadow::kPageWords, words);
        for (std::size_t word = page * GlobalShadow::kPageWords; word < end; ++word) {
          entries.clear();
          std::size_t with_history = 0;
          for (WorkerShadow* worker : sharers) with_history += shadow_of(worker).heads[word] != 0 ? 1U : 0U;
          if (with_history < 2) continue;
          for (WorkerShadow* worker : sharers) worker->collect(shadow_of(worker), word, entries);
          bool conflict = false;
          for (std::size_t i = 0; i < entries.size() && !conflict; ++i) {
            for (std::size_t j = i; j < entries.size() && !conflict; ++j) conflict = blocks_conflict(entries[i], entries[j]);
          }
          if (conflict) contested.push_back(word);
        }
      }
    }
    for (WorkerShadow* worker : workers) {
      for (std::size_t i = 0; i < worker->words_with_history_[range].size(); ++i) {
        worker->fold_if_pending(shadow_of(worker), worker->words_with_history_[range][i]);
      }
      contested.insert(contested.end(), worker->contested_[range].begin(), worker->contested_[range].end());
    }
    std::sort(contested.begin(), contested.end());
    contested.erase(std::unique(contested.begin(), contested.end()), contested.end());
    for (const std::size_t word : contested) {
      std::vector<PastEntry> entries;
      for (WorkerShadow* worker : workers) worker->collect(shadow_of(worker), word, entries);
      judge_word(shadow_of(workers.front()).address_of(word), entries, result);
    }
  }
  for (WorkerShadow* worker : workers) {
    result.merge(worker->races_);
    worker->forget_launch();
  }
}

void WorkerShadow::forget_launch() {
  for (const std::size_t range : {0, 1}) {
    GlobalShadow& global = range == 0 ? arena_ : module_;
    for (const std::size_t word : words_with_history_[range]) global.heads[word] = 0;
    for (const std::uint32_t page : global.touched_pages) global.touched[page] = 0;
    global.touched_pages.clear();
    words_with_history_[range].clear();
    contested_[range].clear();
  }
  history_.clear();
  blocks_.clear();
  races_.clear();
}

}  // namespace fencepost::detector
