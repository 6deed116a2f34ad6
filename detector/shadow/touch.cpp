#include "detector/shadow/touch.h"

#include <algorithm>
#include <tuple>

namespace fencepost::detector {

namespace {
auto key(const Touch& t) {
  return std::tuple(unsigned{t.is_shared}, t.address, t.bytes, unsigned{t.thread}, t.site, unsigned{t.kind});
}
}  // namespace

void TouchSet::compact() {
  std::ranges::sort(touches_, [](const Touch& a, const Touch& b) { return key(a) < key(b); });
  const auto same = [](const Touch& a, const Touch& b) { return key(a) == key(b); };
  touches_.erase(std::unique(touches_.begin(), touches_.end(), same), touches_.end());
  limit_ = std::max<std::size_t>(4096, 2 * touches_.size());
}

}  // namespace fencepost::detector
