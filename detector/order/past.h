// What came before a point of a thread: what every operation that synchronises hands on (PTX ISA, "Causality Order").
#pragma once

#include <vector>

#include "detector/order/knowledge.h"

namespace fencepost::detector {

/// What came before some fences of sequential consistency (`fence.sc`), these included.
struct FencePasts {
  SharedKnowledge device;  ///< Before those of device scope.
  SharedKnowledge all;     ///< Before those of block scope, too. A fence is among them if its moment is in here.
  SharedKnowledge seen;    ///< What Past::observed.all was at those of device scope.
  friend bool operator==(const FencePasts&, const FencePasts&) = default;
};

/// "Before" is base causality order.
struct Past {
  SharedKnowledge known;  ///< What came before.
  FencePasts fences;      ///< The fences among it.
  /// Strong reads that came before have observed strong writes that these fences came before. Where the two are morally
  /// strong, each of these fences comes before the next fence here (order.h).
  FencePasts observed;
  SharedKnowledge proxied;  ///< What came before some `fence.proxy.async` that came before (generic_writes.h).
  // The same of fences for tensor maps (map_reads.h).
  SharedKnowledge maps_released;  ///< What came before one of order release.
  SharedKnowledge maps_acquired;  ///< What of that was known to a thread before one of order acquire.
  friend bool operator==(const Past&, const Past&) = default;
};

FencePasts joined(const FencePasts& a, const FencePasts& b);
Past joined(const Past& a, const Past& b);
/// All of them.
Past joined(std::vector<Past> pasts);

}  // namespace fencepost::detector
