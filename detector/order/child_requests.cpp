#include "detector/order/child_requests.h"

#include <algorithm>

#include "detector/model/access.h"
#include "detector/order/order.h"

namespace fencepost::detector {

bool ChildRequests::is_awaited(Request earlier, Request later) const {
  if (!has_waited_) return false;
  const auto first = requests_.find(earlier);
  const auto second = requests_.find(later);
  return first != requests_.end() && second != requests_.end() && second->second.known != nullptr &&
         second->second.known->covers(first->second.at);
}

void ChildRequests::keep(const AccessLog& global) {
  if (empty()) return;
  const auto offset = static_cast<std::uint32_t>(moments_.size());
  moments_.insert(moments_.end(), global.moments.begin(), global.moments.end());
  records_.reserve(records_.size() + global.records.size());
  for (Record record : global.records) {
    record.moment += offset;
    records_.push_back(record);
  }
  sorted_ = false;
}

/// The barrier of a grid waits for no grid that was launched before it.
bool ChildRequests::are_ordered(const TimedMoment& access, const Point& point) {
  return LaunchOrder::before(access.at, point.at, point.known.get()) ||
         (access.known != nullptr && access.known->covers(point.at));
}

void ChildRequests::each_unordered(
    Request request, const Footprint& of_child, std::uint32_t threads,
    const std::function<void(const FootprintRun&, const FootprintRun&, std::uint64_t)>& visit) {
  const auto found = requests_.find(request);
  if (found == requests_.end()) return;
  if (!sorted_) sort_by_word(records_);
  sorted_ = true;
  for (const FootprintRun& run : of_child.runs()) {
    auto record = std::ranges::lower_bound(records_, run.begin, {}, &Record::word);
    for (; record != records_.end() && record->word < run.end; ++record) {
      if (!accesses_conflict_between_blocks(record->kind, record->mask, run.kind, run.mask)) continue;
      const TimedMoment& moment = moments_[record->moment];
      if (are_ordered(moment, found->second)) continue;
      const FootprintRun own{.begin = record->word,
                             .end = record->word + 1,
                             .rank = moment.at.real_block() * threads + moment.at.real_thread(),
                             .site = record->site,
                             .kind = record->kind,
                             .mask = record->mask};
      visit(own, run, record->word);
    }
  }
}

}  // namespace fencepost::detector
