#include "detector/order/ordered_log.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <unordered_set>
#include <utility>

#include "detector/shadow/interval_log.h"

namespace fencepost::detector {

void OrderedLaunch::settle() {
  for (const Unsettled& write : unsettled_) {
    Record& record = (*write.log)[write.index];
    std::memcpy(&record.value, write.address, sizeof record.value);
    record.value &= bits_of(record.mask);
  }
  unsettled_.clear();
}

constexpr std::uint64_t kPageWords = 1024;

/// Of pages to which nobody writes there is nothing to judge, and they are many.
static void drop_pages_without_writes(std::vector<Record>& records) {
  std::unordered_set<std::uint64_t> written;
  for (const Record& record : records) {
    if (record.writes()) written.insert(record.word / kPageWords);
  }
  std::uint64_t last = ~std::uint64_t{0};
  bool last_is_written = false;
  std::erase_if(records, [&](const Record& record) {
    const std::uint64_t page = record.word / kPageWords;
    if (page != last) {
      last = page;
      last_is_written = written.contains(page);
    }
    return !last_is_written;
  });
}

void sort_by_word(std::vector<Record>& records) {
  if (std::ranges::is_sorted(records, {}, &Record::word)) return;
  if (records.size() < 4 * kPageWords) {
    std::ranges::stable_sort(records, {}, &Record::word);
    return;
  }
  // Twice by counting, pages and the words of each: records are many, pages few.
  std::unordered_map<std::uint64_t, std::size_t> places;  // Of each page: number of records, then place of the next.
  const auto each_record = [&](auto visit) {
    std::uint64_t last = ~std::uint64_t{0};
    std::size_t* place = nullptr;
    for (const Record& record : records) {
      const std::uint64_t page = record.word / kPageWords;
      if (page != last) place = &places[last = page];
      visit(record, *place);
    }
  };
  each_record([](const Record&, std::size_t& count) { ++count; });
  std::vector<std::uint64_t> pages;
  pages.reserve(places.size());
  for (const auto& [page, count] : places) pages.push_back(page);
  std::ranges::sort(pages);
  std::size_t begin = 0;
  for (const std::uint64_t page : pages) begin += std::exchange(places[page], begin);
  std::vector<Record> by_page(records.size());
  each_record([&](const Record& record, std::size_t& place) { by_page[place++] = record; });
  begin = 0;
  for (const std::uint64_t page : pages) {
    const std::span<const Record> of_page(by_page.data() + begin, by_page.data() + places[page]);
    std::array<std::size_t, kPageWords> next{};
    for (const Record& record : of_page) ++next[record.word % kPageWords];
    for (std::size_t& place : next) begin += std::exchange(place, begin);
    for (const Record& record : of_page) records[next[record.word % kPageWords]++] = record;
  }
}

void OrderedLaunch::grid_barrier() {
  settle();
  children_.keep(global_);
  judge_map_reads(map_reads_, global_, map_races_);
  map_reads_.clear();
  drop_pages_without_writes(global_.records);
  keep_racy_words(global_, observation, racy_before_);
  order.grid_barrier();
}

void OrderedLaunch::judge(RaceLog& result, std::unordered_set<std::uint64_t>& racy_words) {
  settle();
  result.merge(shared_races_);
  judge_map_reads(map_reads_, global_, map_races_);
  result.merge(map_races_);
  drop_pages_without_writes(global_.records);
  judge_records(global_.records, global_.moments, barriers_, Space::kGlobal, observation, result, racy_words);
}

OrderedBlock::OrderedBlock(OrderedLaunch& launch, const Home& home, std::uint32_t threads, std::uintptr_t shared_begin)
    : launch_(launch),
      home_(home),
      order_(launch.order, home, threads),
      block_(home.block),
      shared_begin_(shared_begin),
      shared_{&shared_records_, std::vector(threads, kNoMoment)},
      global_{&launch.global_, std::vector(threads, kNoMoment)} {
  take_spare(threads);
}

OrderedBlock::OrderedBlock(OrderedLaunch& launch, std::uint32_t threads, std::shared_ptr<OrderedCluster> cluster,
                           std::uint32_t rank)
    : launch_(launch),
      cluster_(std::move(cluster)),
      rank_(rank),
      home_{.block = cluster_->members[rank].block, .cluster = cluster_->number},
      order_(launch.order, home_, threads, &cluster_->order),
      block_(cluster_->members[rank].block),
      shared_begin_(cluster_->members[rank].shared_begin),
      shared_{&cluster_->members[rank].log, std::vector(threads, kNoMoment)},
      global_{&launch.global_, std::vector(threads, kNoMoment)} {
  take_spare(threads);
  in_cluster_barrier_.resize(threads);
  for (OrderedCluster::Member& member : cluster_->members) {
    others_.push_back({&member.log, std::vector(threads, kNoMoment)});
  }
}

void OrderedBlock::take_spare(std::uint32_t threads) {
  shared_records_.records = std::exchange(launch_.spare_.records, {});
  shared_records_.moments = std::exchange(launch_.spare_.moments, {});
  recent_ = std::exchange(launch_.spare_.recent, {});
  // What is in it is of other blocks.
  recent_.resize(4 * std::bit_ceil(std::size_t{threads}), {.block = ~block_});
}

OrderedBlock::~OrderedBlock() {
  judge_shared();
  shared_records_.records.clear();
  shared_records_.moments.clear();
  launch_.spare_ = {std::move(shared_records_.records), std::move(shared_records_.moments), std::move(recent_)};
}

void OrderedBlock::judge_shared() {
  if (cluster_ == nullptr) judge_log(shared_records_, racy_words_);
}

void OrderedBlock::judge_log(AccessLog& log, std::unordered_set<std::uint64_t>& racy_words) {
  launch_.settle();
  judge_records(log.records, log.moments, launch_.barriers_, Space::kShared, launch_.observation, launch_.shared_races_,
                racy_words);
  log.records.clear();
  log.moments.clear();
  ++log.cleared;
}

void OrderedBlock::judge_cluster(bool completed) {
  if (cluster_ == nullptr) return;
  OrderedCluster::Member& own = cluster_->members[rank_];
  find_early_accesses(own);
  if (completed) find_late_accesses();
  judge_log(own.log, own.racy_words);
}

void OrderedBlock::arrive_at_cluster(std::uint32_t thread, bool releases) {
  if (cluster_ == nullptr) return;
  in_cluster_barrier_[thread] = true;
  ++cluster_->arrived;
  if (!releases) cluster_->is_divided = true;
}

void OrderedBlock::complete_cluster() {
  if (cluster_ == nullptr) return;
  const bool all = std::exchange(cluster_->arrived, 0) == std::uint64_t{cluster_->threads} * cluster_->members.size();
  const bool divided = std::exchange(cluster_->is_divided, false);
  if (!all || divided || cluster_->has_copied) return;
  for (OrderedCluster::Member& member : cluster_->members) {
    find_early_accesses(member);
    judge_log(member.log, member.racy_words);
  }
}

void OrderedBlock::note_stray(const Record& record, const TimedMoment& when, Kind kind) {
  launch_.faults_.add({.kind = kind,
                       .space = Space::kShared,
                       .site = record.site,
                       .access = record.kind,
                       .address = record.word * kWordBytes + static_cast<unsigned>(std::countr_zero(record.mask)),
                       .bytes = static_cast<std::uint32_t>(std::popcount(record.mask)),
                       .at = {when.at.real_block(), when.interval, when.at.real_thread()}});
}

/// Other blocks may access the shared memory only when the block is known to have begun, and before it ends (CUDA C++
/// Programming Guide, "Distributed Shared Memory").
void OrderedBlock::find_early_accesses(const OrderedCluster::Member& owner) {
  for (const Record& record : owner.log.records) {
    const TimedMoment& when = owner.log.moments[record.moment];
    if (when.at.real_block() == owner.block || when.at.phase != 0) continue;
    if (when.known == nullptr || !when.known->knows_of(owner.block)) note_stray(record, when, Kind::kInvalidAddress);
  }
}

void OrderedBlock::find_late_accesses() {
  const SharedKnowledge at_end = order_.known_to_any();
  const AccessLog& log = cluster_->members[rank_].log;
  for (const Record& record : log.records) {
    const TimedMoment& when = log.moments[record.moment];
    if (when.at.real_block() == block_ || when.at.phase != launch_.order.phase()) continue;
    if (at_end == nullptr || !at_end->covers(when.at)) note_stray(record, when, Kind::kUseAfterFree);
  }
}

std::uint32_t OrderedBlock::moment_of(std::uint32_t thread, Log& log) {
  std::vector<TimedMoment>& all = log.log->moments;
  const auto next = static_cast<std::uint32_t>(all.size());
  if (copy_) {
    if (log.copy_moment == kNoMoment) {
      log.copy_moment = next;
      all.push_back(*copy_);
    }
    return log.copy_moment;
  }
  if (log.cleared != log.log->cleared) {
    log.cleared = log.log->cleared;
    std::ranges::fill(log.moments, kNoMoment);
  }
  std::uint32_t& moment = log.moments[thread];
  if (moment == kNoMoment || all[moment].at != order_.now(thread)) {
    moment = next;
    const Moment now = order_.now(thread);
    all.push_back({now, order_.known(thread), interval_begin_, now.interval, order_.fenced(thread), home_.cluster});
  }
  return moment;
}

void OrderedBlock::add(std::uint32_t thread, Log& log, Record record, const void* address) {
  std::vector<Record>& records = log.log->records;
  Recent& recent = recent_[(record.word * 31 + thread) & (recent_.size() - 1)];
  if (recent.log != &log || recent.cleared != log.log->cleared || recent.thread != thread ||
      recent.word != record.word || recent.block != block_) {
    recent = {.log = &log, .word = record.word, .block = block_, .cleared = log.log->cleared, .thread = thread};
  }
  const bool strong = (record.kind & kStrong) != 0;
  if (recent.count != 0 && (strong || (records[recent.indexes[0]].kind & kStrong) != 0)) {
    const Record& last = records[recent.indexes[0]];
    const bool repeats = recent.count == 1 && last.same_accesses(record);
    // A thread that spins on a word gets a new moment with each fence, and adds nothing.
    const bool spins = recent.repetitions >= kSpins;
    recent.repetitions = repeats ? recent.repetitions + 1 : 0;
    if (!repeats || (last.moment != record.moment && !spins)) recent.count = 0;
  }
  const auto known = std::find_if(recent.indexes.begin(), recent.indexes.begin() + recent.count, [&](std::size_t i) {
    return records[i].same_accesses(record) && (strong || records[i].moment == record.moment);
  });
  std::size_t index = records.size();
  if (known != recent.indexes.begin() + recent.count) {
    index = *known;
    records[index].last = record.last;
  } else {
    if (recent.count == recent.indexes.size()) recent.count = 0;
    recent.indexes[recent.count++] = index;
    records.push_back(record);
  }
  if (record.writes()) launch_.unsettled_.push_back({&records, index, address});
}

void OrderedBlock::cross_proxies(std::uint32_t thread, const Record& record, AccessLog& log) {
  if (!copy_) {
    if (!record.writes()) return;
    const Moment now = order_.now(thread);
    log.generic_writes.add(record.word, {.site = record.site,
                                         .kind = record.kind,
                                         .mask = record.mask,
                                         .thread = static_cast<std::uint16_t>(thread),
                                         .rank = static_cast<std::uint16_t>(rank_),
                                         .interval = now.interval,
                                         .segment = now.segment});
    return;
  }
  // What cp.async writes is not looked at: the ISA does not say by which proxy that is.
  if (record.writes()) return log.generic_writes.remove(record.word, record.mask);
  if (!copies_by_proxy_) return;
  for (const GenericWrites::Write& write : log.generic_writes.of(record.word)) {
    if ((write.mask & record.mask) == 0) continue;
    const Moment at{.block = cluster_ != nullptr ? cluster_->members[write.rank].block : block_,
                    .phase = launch_.order.phase(),
                    .interval = write.interval,
                    .thread = write.thread,
                    .segment = write.segment};
    if (!LaunchOrder::before(at, copy_->at, copy_->known.get())) continue;  // A race of another kind.
    const SharedKnowledge& proxied = order_.proxied(thread);
    if (proxied == nullptr || !proxied->covers(at)) note_unfenced(write, record);
  }
}

void OrderedBlock::note_unfenced(const GenericWrites::Write& write, const Record& read) {
  const std::uint64_t writer = cluster_ != nullptr ? cluster_->members[write.rank].block : block_;
  const RaceSide by_thread{write.site, write.kind, {writer, write.interval, write.thread}};
  const RaceSide by_copy{read.site, read.kind, {block_, copy_->interval, copy_->at.real_thread()}};
  const bool swap = !in_order(write.site, write.kind, read.site, read.kind);
  Conflict conflict{
      .space = Space::kShared,
      .scope = writer == block_ ? Scope::kIntraBlock : Scope::kInterBlock,
      .a = swap ? by_copy : by_thread,
      .b = swap ? by_thread : by_copy,
      .address = read.word * kWordBytes + static_cast<unsigned>(std::countr_zero(unsigned{write.mask} & read.mask)),
      .lacks_proxy_fence = true};
  const std::vector<const void*>& barriers = launch_.barriers_[writer];
  if (write.interval != 0 && write.interval <= barriers.size()) conflict.interval_begin = barriers[write.interval - 1];
  if (write.interval < barriers.size()) conflict.interval_end = barriers[write.interval];
  launch_.shared_races_.add(conflict);
}

void OrderedBlock::access(std::uint32_t thread, std::uintptr_t address, std::size_t bytes, unsigned kind, SiteId site,
                          bool shared) {
  if (copy_ || (kind == kPlainRead && bytes == launch_.unsettled_bytes_)) {
    launch_.unsettled_bytes_ = 0;  // A copy of several rows is done once all of them were told.
  } else {
    launch_.settle();
    launch_.unsettled_bytes_ = kind == kWrites ? bytes : 0;
  }
  const std::uintptr_t end = address + bytes;
  const std::uint32_t time = ++launch_.time_;
  const bool reads_strongly = std::exchange(reads_strongly_, false);
  const std::uint32_t owner = shared && cluster_ != nullptr ? cluster_->owner(address).value_or(rank_) : rank_;
  Log& log = !shared ? global_ : owner == rank_ ? shared_ : others_[owner];
  const std::uintptr_t begin = owner == rank_ ? shared_begin_ : cluster_->members[owner].shared_begin;
  if (shared && cluster_ != nullptr && in_cluster_barrier_[thread]) cluster_->is_divided = true;
  const std::uint32_t moment = moment_of(thread, log);
  for (std::uintptr_t word = address / kWordBytes * kWordBytes; word < end; word += kWordBytes) {
    const unsigned mask = mask_of(word, address, end);
    if (kind == kWrites) {
      const std::uintptr_t from = std::max(word, address);
      order_.plain_write({from, shared, std::min(word + kWordBytes, end) - from});
    }
    const Record record{.word = (shared ? word - begin / kWordBytes * kWordBytes : word) / kWordBytes,
                        .moment = moment,
                        .site = site,
                        .kind = static_cast<std::uint8_t>(kind),
                        .mask = static_cast<std::uint8_t>(mask),
                        .reads_strongly = reads_strongly,
                        .first = time,
                        .last = time};
    add(thread, log, record, reinterpret_cast<const void*>(word));  // NOLINT(performance-no-int-to-ptr)
    if (shared) cross_proxies(thread, record, *log.log);
    if (shared) continue;
    if (record.writes()) launch_.last_global_write_ = time;
    if (reads_map_ && word <= address) note_map_read(thread, record);
  }
}

void OrderedBlock::note_map_read(std::uint32_t thread, const Record& record) {
  const MapRead read{record.word, record.site, record.first, launch_.global_.moments[record.moment],
                     order_.acquired_maps(thread)};
  // Most copies of a loop read what the one before read.
  if (!launch_.map_reads_.empty() && launch_.last_global_write_ < launch_.map_reads_.back().time &&
      read.stands_for(launch_.map_reads_.back())) {
    return;
  }
  launch_.map_reads_.push_back(read);
}

void OrderedBlock::strong_read(std::uint32_t thread, BlockOrder::Location location, Reach reach, bool acquires) {
  reads_strongly_ = true;
  order_.strong_read(thread, location, reach, acquires);
}
void OrderedBlock::strong_write(std::uint32_t thread, BlockOrder::Location location, Reach reach, bool releases,
                                bool continues) {
  order_.strong_write(thread, location, reach, releases, continues);
}
void OrderedBlock::begin_copy(BlockOrder::Agent agent, std::uint64_t copied) {
  launch_.settle();
  const Moment at = order_.copy_moment(agent);
  copy_ = {.at = at,
           .known = order_.start_copy(agent),
           .interval_begin = interval_begin_,
           .interval = order_.now(at.real_thread()).interval,
           .cluster = home_.cluster,
           .copied = copied};
  shared_.copy_moment = global_.copy_moment = kNoMoment;
  for (Log& other : others_) other.copy_moment = kNoMoment;
  copies_by_proxy_ = agent >= Moment::kThreads;
  has_copied_ = true;
  if (cluster_ != nullptr) cluster_->has_copied = true;
}

void OrderedBlock::request_child(std::uint32_t thread, std::uint64_t request) {
  const BlockOrder::Agent agent = BlockOrder::grids_of(thread);
  const Moment at = order_.copy_moment(agent);
  launch_.children_.add(request, at, order_.start_copy(agent));
  order_.commit_copies(agent);
  if (std::ranges::find(launchers_, thread) == launchers_.end()) launchers_.push_back(thread);
}

void OrderedBlock::await_children(std::uint32_t thread) {
  launch_.children_.note_wait();
  for (const std::uint32_t launcher : launchers_) order_.await_copies(thread, BlockOrder::grids_of(launcher), 0);
}

void OrderedBlock::fence(std::uint32_t thread, const Fence& fence) { order_.fence(thread, fence); }
void OrderedBlock::group_barrier(std::span<const std::uint32_t> threads) { order_.group_barrier(threads); }

void OrderedBlock::block_barrier(const void* pc) {
  launch_.settle();
  order_.block_barrier();
  launch_.barriers_[block_].push_back(pc);
  // What comes after the barrier is ordered after what came before; only a copy may reach over it.
  if (!has_copied_) judge_shared();
  interval_begin_ = pc;
}

}  // namespace fencepost::detector
