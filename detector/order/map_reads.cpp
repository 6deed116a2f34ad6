#include "detector/order/map_reads.h"

#include <bit>
#include <unordered_map>
#include <utility>

#include "detector/order/order.h"
#include "detector/shadow/interval_log.h"

namespace fencepost::detector {

void judge_map_reads(const std::vector<MapRead>& reads, const AccessLog& log, RaceLog& result) {
  if (reads.empty()) return;
  constexpr std::uint64_t kLine = 16;  // Words that maps are aligned to.
  std::unordered_map<std::uint64_t, std::vector<const MapRead*>> of_line;
  for (const MapRead& read : reads) {
    for (std::uint64_t word = 0; word < MapRead::kWords; word += kLine)
      of_line[(read.word + word) / kLine].push_back(&read);
  }
  for (const Record& record : log.records) {
    if (!record.writes()) continue;
    const auto found = of_line.find(record.word / kLine);
    if (found == of_line.end()) continue;
    const TimedMoment& then = log.moments[record.moment];
    for (const MapRead* read : found->second) {
      if (record.first > read->time) continue;
      if (!LaunchOrder::before(then.at, read->when.at, read->when.known.get())) continue;
      if (read->acquired != nullptr && read->acquired->covers(then.at)) continue;
      RaceSide by_thread{record.site, record.kind, {then.at.real_block(), then.interval, then.at.real_thread()}};
      RaceSide by_copy{
          read->site, kPlainRead, {read->when.at.real_block(), read->when.interval, read->when.at.real_thread()}};
      if (!in_order(by_thread.site, by_thread.kind, by_copy.site, by_copy.kind)) std::swap(by_thread, by_copy);
      result.add({.space = Space::kGlobal,
                  .scope = then.at.real_block() == read->when.at.real_block() ? Scope::kIntraBlock : Scope::kInterBlock,
                  .a = by_thread,
                  .b = by_copy,
                  .address = record.word * kWordBytes + static_cast<unsigned>(std::countr_zero(unsigned{record.mask})),
                  .lacks_proxy_fence = true});
    }
  }
}

}  // namespace fencepost::detector
