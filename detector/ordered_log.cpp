#include "detector/ordered_log.h"

#include <cstring>
#include <utility>

#include "detector/interval_log.h"

namespace fencepost::detector {

void OrderedLaunch::settle() {
  for (const Unsettled& write : unsettled_) {
    Record& record = (*write.log)[write.index];
    std::memcpy(&record.value, write.address, sizeof record.value);
    record.value &= bits_of(record.mask);
  }
  unsettled_.clear();
}

void OrderedLaunch::judge(RaceLog& result, std::unordered_set<std::uint64_t>& racy_words) {
  settle();
  result.merge(shared_races_);
  judge_records(global_, moments_, barriers_, Space::kGlobal, observation, result, racy_words);
}

OrderedBlock::OrderedBlock(OrderedLaunch& launch, std::uint64_t block, std::uint32_t threads,
                           std::uintptr_t shared_begin)
    : launch_(launch),
      order_(launch.order, block, threads),
      block_(block),
      shared_begin_(shared_begin),
      moments_(threads, kNoMoment) {}

void OrderedBlock::judge() {
  launch_.settle();
  judge_records(shared_, launch_.moments_, launch_.barriers_, Space::kShared, launch_.observation,
                launch_.shared_races_, racy_words_);
  shared_.clear();
}

std::uint32_t OrderedBlock::moment_of(std::uint32_t thread) {
  std::uint32_t& moment = moments_[thread];
  if (moment == kNoMoment || launch_.moments_[moment].at != order_.now(thread)) {
    moment = static_cast<std::uint32_t>(launch_.moments_.size());
    const Moment now = order_.now(thread);
    launch_.moments_.push_back({now, order_.known(thread), interval_begin_, now.interval, order_.fenced(thread)});
  }
  return moment;
}

void OrderedBlock::add(std::uint32_t thread, std::vector<Record>& log, Record record, const void* address) {
  Recent& recent = recent_[(record.word * 31 + thread) % kRecent];
  bool repeats = false;
  if (recent.log == &log && recent.thread == thread) {
    const Record& last = log[recent.index];
    // A thread that spins on a word gets a new moment with each fence, and adds
    // nothing.
    const bool spins = (record.kind & kStrong) != 0 && recent.repetitions >= kSpins;
    repeats = last.word == record.word && last.same_accesses(record);
    recent.repetitions = repeats ? recent.repetitions + 1 : 0;
    repeats = repeats && (last.moment == record.moment || spins);
  }
  if (!repeats) {
    const std::uint32_t repetitions = recent.log == &log && recent.thread == thread ? recent.repetitions : 0;
    recent = {&log, log.size(), thread, repetitions};
    log.push_back(record);
  } else {
    log[recent.index].last = record.last;
  }
  if (record.writes()) launch_.unsettled_.push_back({&log, recent.index, address});
}

void OrderedBlock::access(std::uint32_t thread, std::uintptr_t address, std::size_t bytes, unsigned kind, SiteId site,
                          bool shared) {
  launch_.settle();
  const std::uintptr_t end = address + bytes;
  const std::uint32_t time = ++launch_.time_;
  const bool reads_strongly = std::exchange(reads_strongly_, false);
  const std::uint32_t moment = copy_ != kNoMoment ? copy_ : moment_of(thread);
  for (std::uintptr_t word = address / kWordBytes * kWordBytes; word < end; word += kWordBytes) {
    unsigned mask = kAllBytes;
    if (word < address) mask &= kAllBytes << (address - word) & kAllBytes;
    if (end - word < kWordBytes) mask &= kAllBytes >> (kWordBytes - (end - word));
    if (kind == kWrites) order_.plain_write({word, shared});
    add(thread, shared ? shared_ : launch_.global_,
        {.word = (shared ? word - shared_begin_ / kWordBytes * kWordBytes : word) / kWordBytes,
         .moment = moment,
         .site = site,
         .kind = static_cast<std::uint8_t>(kind),
         .mask = static_cast<std::uint8_t>(mask),
         .reads_strongly = reads_strongly,
         .first = time,
         .last = time},
        reinterpret_cast<const void*>(word));  // NOLINT(performance-no-int-to-ptr)
  }
}

void OrderedBlock::strong_read(std::uint32_t thread, std::uintptr_t address, bool shared, Reach reach, bool acquires) {
  reads_strongly_ = true;
  order_.strong_read(thread, {address / kWordBytes * kWordBytes, shared}, reach, acquires);
}
void OrderedBlock::strong_write(std::uint32_t thread, std::uintptr_t address, bool shared, Reach reach, bool releases,
                                bool continues) {
  order_.strong_write(thread, {address / kWordBytes * kWordBytes, shared}, reach, releases, continues);
}
void OrderedBlock::begin_copy(std::uint32_t thread) {
  copy_ = static_cast<std::uint32_t>(launch_.moments_.size());
  const std::uint32_t interval = order_.now(thread).interval;
  launch_.moments_.push_back({order_.copy_moment(thread), order_.start_copy(thread), interval_begin_, interval});
}

void OrderedBlock::fence(std::uint32_t thread, Reach reach) { order_.fence(thread, reach); }
void OrderedBlock::group_barrier(std::span<const std::uint32_t> threads) { order_.group_barrier(threads); }

void OrderedBlock::block_barrier(const void* pc) {
  launch_.settle();
  order_.block_barrier();
  launch_.barriers_[block_].push_back(pc);
  interval_begin_ = pc;
}

}  // namespace fencepost::detector
