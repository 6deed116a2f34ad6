#include "detector/shadow/race_log.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "detector/symbols/sites.h"

namespace fencepost::detector {

bool comes_before(const Conflict& x, const Conflict& y) {
  const auto rank = [](const Conflict& c) {
    const auto [first, second] = std::minmax(c.a.at, c.b.at);
    // The last member decides between the two ways round of one pair of threads.
    return std::tuple(first.block, first.interval, c.address, first, second, c.a.at);
  };
  return rank(x) < rank(y);
}

bool in_order(SiteId a, std::uint8_t kind_a, SiteId b, std::uint8_t kind_b) {
  const int order = Sites::instance().compare(a, b);
  return order < 0 || (order == 0 && kind_a <= kind_b);
}

void RaceLog::add(Conflict conflict) {
  // Two sides that differ in nothing but the instance: the lesser first.
  if (conflict.a.site == conflict.b.site && conflict.a.kind == conflict.b.kind && conflict.b.at < conflict.a.at) {
    std::swap(conflict.a, conflict.b);
  }
  const std::uint64_t object =
      object_of != nullptr ? object_of(conflict.space, conflict.address, Sites::instance().get(conflict.a.site).pc) : 0;
  put({conflict.space, conflict.scope, conflict.a.site, conflict.b.site, conflict.a.kind, conflict.b.kind, object},
      {conflict, 1, conflict.same_value, conflict.lockstep, conflict.in_warp,
       (conflict.a.kind & conflict.b.kind & kWrites) != 0, conflict.lacks_proxy_fence});
}

void RaceLog::Record::join(const Record& other) {
  only_same_value = only_same_value && other.only_same_value;
  only_lockstep = only_lockstep && other.only_lockstep;
  only_in_warp = only_in_warp && other.only_in_warp;
  both_write = both_write || other.both_write;
  only_proxies = only_proxies && other.only_proxies;
}

void RaceLog::put(const Key& key, const Record& added) {
  auto [at, is_new] = records_.try_emplace(key, added);
  if (is_new) return;
  Record& record = at->second;
  if (comes_before(added.least, record.least)) record.least = added.least;
  record.occurrences += added.occurrences;
  record.join(added);
}

void RaceLog::merge(const RaceLog& other) {
  for (const auto& [key, record] : other.records_) put(key, record);
}

}  // namespace fencepost::detector
