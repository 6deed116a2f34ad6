// Grids that kernels launch: their place in the order, and their races with those who launched them.
#include <algorithm>
#include <map>
#include <utility>

#include "detector/streams/check.h"
#include "detector/streams/least_conflicts.h"
#include "detector/symbols/sites.h"

namespace fencepost::detector {
namespace {

std::string name_of(const sim::DeviceStream& stream) {
  switch (stream.of) {
    case sim::DeviceStream::Of::kBlock:
      return "the default stream of block " + std::to_string(stream.block);
    case sim::DeviceStream::Of::kCreated:
      return "a stream of the kernel's";
    case sim::DeviceStream::Of::kTail:
      return "cudaStreamTailLaunch";
    case sim::DeviceStream::Of::kOneLaunch:
      return "cudaStreamFireAndForget";
    case sim::DeviceStream::Of::kOneGraph:
      return "cudaStreamGraphFireAndForget";
  }
  return {};
}

}  // namespace

void StreamCheck::begin_device_stream(const sim::DeviceStream& stream) {
  if (!is_followed()) return;
  const std::scoped_lock lock(mutex_);
  order_.add_branch(stream.number, stream.device);
  streams_[stream.number] = {sim::StreamKind::kDevice, name_of(stream)};
  if (const auto parent = families_.find(stream.parent); parent != families_.end()) {
    order_.stream_learns(stream.number, parent->second.order.before);
  }
  history_.begin_lane(stream.number, name_of(stream), sim::StreamKind::kDevice);
  teller_.lane(stream.number, name_of(stream), sim::StreamKind::kDevice);
}

void StreamCheck::set_awaiting(std::uint64_t launch, Family::IsAwaited is_awaited) {
  const std::scoped_lock lock(mutex_);
  if (const auto family = families_.find(launch); family != families_.end()) {
    family->second.is_awaited = std::move(is_awaited);
  }
}

void StreamCheck::prepare_child(sim::StreamNumber stream, const sim::Descent& descent) {
  const auto parent = families_.find(descent.parent);
  if (parent == families_.end()) return;
  const Family& family = parent->second;
  if (descent.is_tail) order_.stream_learns(stream, family.all);
  if (!family.is_awaited) return;
  for (const auto& [earlier, done] : family.done) {
    if (family.is_awaited(earlier, descent.request)) order_.stream_learns(stream, done);
  }
}

void StreamCheck::add_child(Operation& operation, const sim::Descent& descent) {
  operation.descent = descent;
  operation.what.of_launched_graph = descent.of_graph;
  sim::Descent next = descent;
  for (auto parent = families_.find(next.parent); parent != families_.end(); parent = families_.find(next.parent)) {
    operation.ancestors.push_back(next.parent);
    if (next.of_graph) {  // Nothing waits for it by the launch.
      next = parent->second.descent;
      continue;
    }
    parent->second.all.learn(operation.order.timeline, operation.order.count);
    parent->second.done[next.request].learn(operation.order.timeline, operation.order.count);
    next = parent->second.descent;
  }
}

void StreamCheck::add_parent(const sim::LaunchInfo& launch, std::unique_ptr<ParentAccesses> accesses) {
  const std::scoped_lock lock(mutex_);
  const auto found = families_.find(launch.number);
  if (found == families_.end()) return;
  Family& family = found->second;
  family.what = describe_launch(launch);
  family.accesses = std::move(accesses);
  family.has_ended = true;
  for (const Family::Early& early : std::exchange(family.early, {})) {
    compare_with_parent(family, early.what, early.footprint, early.request);
  }
}

void StreamCheck::end_children(std::uint64_t launch) {
  const std::scoped_lock lock(mutex_);
  const auto found = families_.find(launch);
  if (found == families_.end()) return;
  order_.stream_learns(known(found->second.stream), found->second.all);
  families_.erase(found);
}

void StreamCheck::compare_with_parents(const Operation& child) {
  sim::Descent descent = child.descent;
  for (auto parent = families_.find(descent.parent); parent != families_.end();
       parent = families_.find(descent.parent)) {
    Family& family = parent->second;
    if (!descent.is_tail) compare_with_parent(family, child.what, child.footprint, descent.request);
    descent = family.descent;
  }
}

void StreamCheck::compare_with_parent(Family& family, const OperationDescription& child, const Footprint& footprint,
                                      std::uint64_t request) {
  if (family.accesses == nullptr) {
    if (!family.has_ended) family.early.push_back({child, footprint, request});
    return;
  }
  LeastConflicts least;
  family.accesses->each_unordered(request, footprint,
                                  [&](const FootprintRun& own, const FootprintRun& of_child, std::uint64_t word) {
                                    least.add({.first = &family.what,
                                               .second = &child,
                                               .first_run = own,
                                               .second_run = of_child,
                                               .word = word,
                                               .of_child = true});
                                  });
  for (const auto& [object, conflict] : least.by_object()) report(conflict, object);
}

}  // namespace fencepost::detector
