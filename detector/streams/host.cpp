// What the host accesses beside streams, and in functions that streams call.
#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "detector/streams/check.h"
#include "detector/streams/least_conflicts.h"
#include "detector/symbols/sites.h"

namespace fencepost::detector {

thread_local StreamCheck::Operation* StreamCheck::running_host_function = nullptr;

void StreamCheck::begin_host_function(const sim::StreamOperation& told) {
  const std::scoped_lock lock(mutex_);
  teller_.prepare(known(told.stream));
  OperationOrder order = order_.issue(known(told.stream));
  const StreamHistory::Issued step =
      add_step(known(told.stream), {.kind = StepKind::kHostFunction, .call = told.call, .pc = told.pc}, &order);
  auto operation = std::make_unique<Operation>(make(told, std::move(order), step));
  operation->what.is_host_function = true;
  if (operation->what.stream_kind == sim::StreamKind::kGraph) {
    // Nodes beside it were issued with it: what it tells the host they do not know.
    graph_host_functions_.push_back(operation->order);
  } else {
    order_.host_learns_before(operation->order);
    drop_known();
  }
  running_host_function = operation.release();
  ++host_functions_;
  watch();
}

void StreamCheck::end_host_function() {
  const std::unique_ptr<Operation> operation(std::exchange(running_host_function, nullptr));
  const std::scoped_lock lock(mutex_);
  --host_functions_;
  operation->footprint.finish();
  enter(std::move(*operation));
  watch();
}

void StreamCheck::host_access(const void* address, std::size_t bytes, unsigned kind, const void* pc, const char* call) {
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  const auto kind_bits = static_cast<std::uint8_t>(kind);
  const auto size = static_cast<std::uint32_t>(std::min<std::size_t>(bytes, ~std::uint32_t{0}));
  if (running_host_function != nullptr) {
    if (is_host_visible(begin)) {
      running_host_function->footprint.add_bytes(begin, bytes, Sites::instance().number(pc, size), kind_bits);
    }
    return;
  }
  const std::scoped_lock lock(mutex_);
  if ((kind & kWrites) != 0 && std::ranges::any_of(rests_, [&](const auto& entry) {
        return entry.second.rests && entry.second.looks_at(begin, bytes);
      })) {
    host_ended_wait_ = true;
  }
  if (pending_.empty()) return;
  Footprint access;
  access.add_bytes(begin, bytes, Sites::instance().number(pc, size), kind_bits);
  access.finish();
  std::vector<OperationOrder> observed;
  for (const Operation& operation : pending_) {
    if (begin >= operation.visible_end || begin + bytes <= operation.visible_begin) continue;
    // The rest of a synchronous copy, which the driver itself does.
    if (call != nullptr && operation.order.returned_count != 0) continue;
    bool found = false;
    operation.footprint.each_overlap(access, [&](const FootprintRun& a, const FootprintRun& b, std::uint64_t word) {
      if ((a.kind & b.kind & kStrong) != 0) {
        // The host polls a flag that the operation sets: it goes on when that has been done.
        if ((a.kind & kWrites) != 0 && (b.kind & kWrites) == 0) observed.push_back(operation.order);
        return true;
      }
      if (!kinds_conflict(a.kind, b.kind)) return true;
      found = true;
      report({.first = &operation.what, .first_run = a, .second_run = b, .word = word, .host_call = call},
             object_around(first_byte(a, b, word)).begin);
      return false;
    });
    if (found && observed.empty()) break;
  }
  for (const OperationOrder& order : observed) {
    if (Rest* const rest = unfinished_rest(order)) {
      host_learns_of(*rest);
    } else {
      order_.host_learns(order);
    }
  }
  if (!observed.empty()) drop_known();
}

}  // namespace fencepost::detector
