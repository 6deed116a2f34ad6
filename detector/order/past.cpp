#include "detector/order/past.h"

#include <algorithm>
#include <utility>

namespace fencepost::detector {

FencePasts joined(const FencePasts& a, const FencePasts& b) {
  FencePasts both{.device = joined(a.device, b.device), .seen = joined(a.seen, b.seen)};
  // Most programs have no fences of block scope: then one set stands for both.
  both.all = a.all == a.device && b.all == b.device ? both.device : joined(a.all, b.all);
  return both;
}

Past joined(const Past& a, const Past& b) {
  return {.known = joined(a.known, b.known),
          .fences = joined(a.fences, b.fences),
          .observed = joined(a.observed, b.observed),
          .proxied = joined(a.proxied, b.proxied),
          .maps_released = joined(a.maps_released, b.maps_released),
          .maps_acquired = joined(a.maps_acquired, b.maps_acquired)};
}

Past joined(std::vector<Past> pasts) {
  std::vector<SharedKnowledge> known;
  known.reserve(pasts.size());
  for (Past& past : pasts) known.push_back(std::exchange(past.known, nullptr));
  // Of most nothing else is known.
  pasts.erase(std::unique(pasts.begin(), pasts.end()), pasts.end());
  for (std::size_t count = pasts.size(); count > 1; count = (count + 1) / 2) {
    for (std::size_t i = 0; i < count / 2; ++i) pasts[i] = joined(pasts[2 * i], pasts[2 * i + 1]);
    if (count % 2 != 0) pasts[count / 2] = std::move(pasts[count - 1]);
  }
  Past all = pasts.empty() ? Past{} : std::move(pasts.front());
  all.known = joined(std::move(known));
  return all;
}

}  // namespace fencepost::detector
