#include "detector/streams/check.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "detector/streams/least_conflicts.h"
#include "detector/symbols/object_name.h"
#include "detector/symbols/sites.h"
#include "sim/engine/arena.h"
#include "sim/interface/config.h"
#include "sim/interface/host_watch.h"
#include "sim/interface/managed_variables.h"
#include "sim/interface/program_variables.h"
#include "sim/runtime/memory/addresses.h"
#include "sim/runtime/stream.h"

namespace fencepost::detector {
namespace {

/// " of device 1" where there are several.
std::string of_device(sim::DeviceNumber device) {
  return sim::device_count() == 1 ? std::string() : " of device " + std::to_string(device);
}

bool is_variable_of_device(std::uintptr_t address) {
  const auto* const pointer = reinterpret_cast<const void*>(address);  // NOLINT(performance-no-int-to-ptr)
  return sim::is_device_variable(pointer) && !sim::is_managed_variable(pointer);
}

/// What it writes, or else reads: of a copy to memory that is not ours.
std::uint64_t bytes_of(const sim::StreamOperation& told) {
  std::uint64_t read = 0, written = 0;
  for (const sim::OperationRange& range : told.ranges) (range.writes ? written : read) += range.bytes;
  return written != 0 ? written : read;
}

std::string place_key(const void* pc) {
  const Location line = line_of_call(pc);
  return line.line != 0 ? line.file + ':' + std::to_string(line.line)
                        : std::to_string(reinterpret_cast<std::uintptr_t>(pc));
}

}  // namespace

bool is_host_visible(std::uintptr_t address) {
  const auto* const pointer = reinterpret_cast<const void*>(address);  // NOLINT(performance-no-int-to-ptr)
  if (sim::arena_bounds.contains(pointer)) {
    return !sim::arena_bounds.is_device_only(pointer) || sim::arena_bounds.is_mapped(pointer);
  }
  return sim::is_managed_variable(pointer) || sim::registered_range(pointer).base != nullptr;
}

StreamCheck::StreamCheck(AddFinding add, StepListener* listener) : add_(std::move(add)), teller_(order_, listener) {
  for (sim::DeviceNumber device = 0; device < sim::device_count(); ++device) {
    streams_[device] = {sim::StreamKind::kLegacyDefault, "the default stream" + of_device(device)};
    if (device != 0) order_.add_legacy(device, device);
    if (sim::device_count() == 1) continue;
    history_.begin_lane(device, streams_[device].name, sim::StreamKind::kLegacyDefault);
    teller_.lane(device, streams_[device].name, sim::StreamKind::kLegacyDefault);
    has_streams_ = true;
  }
  if (sim::has_managed_variables()) sim::host_shares_memory = true;
}

bool StreamCheck::has_streams() const {
  return sim::program_creates_streams || has_streams_.load(std::memory_order_relaxed);
}

bool StreamCheck::is_needed() const { return has_streams() || sim::host_shares_memory.load(std::memory_order_relaxed); }

void StreamCheck::begin_stream(sim::StreamNumber number, sim::StreamKind kind, sim::DeviceNumber device) {
  const std::scoped_lock lock(mutex_);
  has_streams_ = true;
  order_.add_stream(number, kind != sim::StreamKind::kNonBlocking, device);
  const bool created = kind != sim::StreamKind::kPerThreadDefault;
  const std::string name = created ? "stream " + std::to_string(++created_) : "the default stream of a host thread";
  streams_[number] = {kind, name + of_device(device)};
  history_.begin_lane(number, streams_[number].name, kind);
  teller_.lane(number, streams_[number].name, kind);
}

void StreamCheck::begin_graph_launch(std::uint32_t graph, std::span<const sim::StreamNumber> branches,
                                     sim::DeviceNumber device) {
  const std::scoped_lock lock(mutex_);
  has_streams_ = true;
  ++graph_launches_;
  for (const sim::StreamNumber branch : branches) {
    if (!streams_.contains(branch)) order_.add_branch(branch, device);
    streams_[branch] = {sim::StreamKind::kGraph, "graph " + std::to_string(graph)};
    history_.begin_lane(branch, streams_[branch].name, sim::StreamKind::kGraph);
    teller_.lane(branch, streams_[branch].name, sim::StreamKind::kGraph);
    order_.launch_branch(branch);
  }
}

void StreamCheck::end_graph_launch() {
  const std::scoped_lock lock(mutex_);
  if (--graph_launches_ != 0) return;
  for (const OperationOrder& order : graph_host_functions_) order_.host_learns_before(order);
  graph_host_functions_.clear();
  drop_known();
}

void StreamCheck::end_stream(sim::StreamNumber number) {
  const std::scoped_lock lock(mutex_);
  order_.remove_stream(number);
  streams_.erase(number);
  history_.end_lane(number);
}

StreamHistory::Issued StreamCheck::add_step(StreamHistory::Lane lane, const HistoryStep& step,
                                            const OperationOrder* order) {
  const StreamHistory::Issued issued = history_.add(lane, step);
  teller_.tell(issued, order);
  return issued;
}

void StreamCheck::record_event(std::uint64_t event, sim::StreamNumber stream, const void* pc) {
  if (!is_followed()) return;
  const std::scoped_lock lock(mutex_);
  teller_.prepare(known(stream));
  order_.record(event, known(stream));
  last_launches_.erase(known(stream));
  add_step(known(stream), {.kind = StepKind::kEventRecord, .pc = pc, .event = event});
}

void StreamCheck::end_event(std::uint64_t event) {
  if (!is_followed()) return;
  const std::scoped_lock lock(mutex_);
  order_.remove_event(event);
  teller_.remove_event(event);
}

void StreamCheck::stream_waits_for(sim::StreamNumber stream, std::uint64_t event, const void* pc) {
  if (!is_followed()) return;
  const std::scoped_lock lock(mutex_);
  teller_.prepare(known(stream));
  order_.stream_waits_for(known(stream), event);
  last_launches_.erase(known(stream));
  add_step(known(stream), {.kind = StepKind::kEventWait, .pc = pc, .event = event});
}

void StreamCheck::host_waits_for_event(std::uint64_t event, const void* pc) {
  if (!is_followed()) return;
  const std::scoped_lock lock(mutex_);
  teller_.prepare(StreamHistory::kHost);
  order_.host_waits_for_event(event);
  add_step(StreamHistory::kHost, {.kind = StepKind::kHostWait, .pc = pc, .event = event});
  drop_known();
}

void StreamCheck::host_waits_for(sim::StreamNumber stream, const void* pc) {
  if (!is_followed()) return;
  const std::scoped_lock lock(mutex_);
  teller_.prepare(StreamHistory::kHost);
  order_.host_waits_for_stream(known(stream));
  add_step(StreamHistory::kHost, {.kind = StepKind::kHostWait, .pc = pc, .awaited = known(stream)});
  drop_known();
}

void StreamCheck::host_waits_for_device(sim::DeviceNumber device, const void* pc) {
  if (!is_followed()) return;
  const std::scoped_lock lock(mutex_);
  teller_.prepare(StreamHistory::kHost);
  order_.host_waits_for_device(device);
  add_step(StreamHistory::kHost, {.kind = StepKind::kHostWait, .pc = pc});
  drop_known();
}

bool StreamCheck::answer_host(const HistoryStep& step, bool looks, const std::function<bool()>& ask) {
  teller_.prepare(StreamHistory::kHost);
  const bool done = ask();
  if (done && looks) add_step(StreamHistory::kHost, step);
  if (done) drop_known();
  return done;
}

/// Where nothing can race the work is done.
bool StreamCheck::host_queries(sim::StreamNumber stream, bool looks, const void* pc) {
  if (!is_followed()) return true;
  const std::scoped_lock lock(mutex_);
  return answer_host({.kind = StepKind::kHostWait, .pc = pc, .awaited = known(stream)}, looks, [&] {
    if (is_needed()) return order_.host_queries_stream(known(stream), looks);
    if (looks) order_.host_waits_for_stream(known(stream));
    return true;
  });
}

bool StreamCheck::host_queries_event(std::uint64_t event, bool looks, const void* pc) {
  if (!is_followed()) return true;
  const std::scoped_lock lock(mutex_);
  return answer_host({.kind = StepKind::kHostWait, .pc = pc, .event = event}, looks, [&] {
    if (is_needed()) return order_.host_queries_event(event, looks);
    if (looks) order_.host_waits_for_event(event);
    return true;
  });
}

/// Whatever the host knows to be done happens before all that is to come.
void StreamCheck::drop_known() {
  if (pending_.empty()) return;
  std::erase_if(pending_, [&](const Operation& o) { return order_.is_known_to_host(o.order); });
  watch();
}

void StreamCheck::watch() {
  if (host_functions_ != 0 || any_rests()) return sim::host_watch.set(0, ~std::uintptr_t{0});
  std::uintptr_t begin = ~std::uintptr_t{0};
  std::uintptr_t end = 0;
  for (const Operation& operation : pending_) {
    if (operation.visible_begin == operation.visible_end) continue;
    begin = std::min(begin, operation.visible_begin);
    end = std::max(end, operation.visible_end);
  }
  sim::host_watch.set(end == 0 ? 0 : begin, end);
}

OperationDescription StreamCheck::describe(sim::StreamNumber stream, std::string call, const void* pc) const {
  const Stream& in = streams_.at(known(stream));
  OperationDescription what;
  what.call = std::move(call);
  what.stream = in.name;
  what.stream_kind = in.kind;
  what.pc = pc;
  return what;
}

StreamCheck::Operation StreamCheck::make(const sim::StreamOperation& told, OperationOrder order,
                                         const StreamHistory::Issued& step) const {
  Operation operation;
  operation.order = std::move(order);
  operation.what = describe(told.stream, told.call, told.pc);
  operation.what.step = step;
  operation.what.device = told.device;
  operation.signal = told.signal;
  operation.stream = told.stream;
  if (!told.ranges.empty()) {
    const SiteId site = Sites::instance().number(told.pc, 0);
    const std::uint8_t strong = told.signal != sim::StreamOperation::Signal::kNone ? kStrong : 0;
    for (const sim::OperationRange& range : told.ranges) {
      operation.footprint.add_bytes(reinterpret_cast<std::uintptr_t>(range.address), range.bytes, site,
                                    (range.writes ? kWrites : kPlainRead) | strong);
    }
    operation.footprint.finish();
  }
  return operation;
}

void StreamCheck::operation(const sim::StreamOperation& told) {
  if (!is_followed()) return;
  const std::scoped_lock lock(mutex_);
  const bool staged = told.returns == sim::CallReturns::kWhenStaged;
  const bool matters = has_streams() || std::ranges::any_of(told.ranges, [](const sim::OperationRange& range) {
                         return is_host_visible(reinterpret_cast<std::uintptr_t>(range.address));
                       });
  teller_.prepare(known(told.stream));
  prepare_child(known(told.stream), told.descent);
  if (told.serialises != 0 || known(told.stream) == StreamOrder::kLegacy) last_launches_.clear();
  OperationOrder order = staged                 ? order_.issue_staged(known(told.stream))
                         : told.serialises != 0 ? order_.issue_across(known(told.stream), told.serialises)
                                                : order_.issue(known(told.stream));
  const StreamHistory::Issued step = add_step(known(told.stream),
                                              {.kind = StepKind::kOperation,
                                               .call = told.call,
                                               .pc = told.pc,
                                               .host_waits = told.returns == sim::CallReturns::kWhenDone,
                                               .bytes = bytes_of(told)},
                                              &order);
  if (matters) {
    has_signals_ = has_signals_ || told.signal != sim::StreamOperation::Signal::kNone;
    Operation operation = make(told, std::move(order), step);
    add_child(operation, told.descent);
    enter(std::move(operation));
  }
  if (told.returns == sim::CallReturns::kWhenDone) order_.host_waits_for_stream(known(told.stream));
  if (told.returns != sim::CallReturns::kAtOnce) drop_known();
}

void StreamCheck::free_in_stream(const sim::StreamOperation& told) {
  {
    const std::scoped_lock lock(mutex_);
    teller_.prepare(known(told.stream));
    OperationOrder order = order_.issue(known(told.stream));
    const StreamHistory::Issued step =
        add_step(known(told.stream), {.kind = StepKind::kOperation, .call = told.call, .pc = told.pc}, &order);
    enter(make(told, std::move(order), step));
  }
  for (const sim::OperationRange& range : told.ranges) forget(range.address, range.bytes);
}

void StreamCheck::forget(const void* address, std::size_t bytes) {
  if (!is_needed()) return;
  const std::scoped_lock lock(mutex_);
  if (pending_.empty()) return;
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  for (Operation& operation : pending_) {
    bool has_some = false;
    operation.footprint.each_extent([&](std::uint64_t from, std::uint64_t to, std::uint8_t) {
      has_some = has_some || (from * kWordBytes < begin + bytes && begin < to * kWordBytes);
    });
    if (has_some) operation.footprint.remove(begin, bytes);
  }
  std::erase_if(pending_, [](const Operation& o) { return o.footprint.empty(); });
}

FootprintWanted StreamCheck::begin_launch(const sim::LaunchInfo& launch) {
  if (!is_followed()) return FootprintWanted::kNothing;
  const std::scoped_lock lock(mutex_);
  if (!launch.is_nested) launches_.clear();
  Operation& operation = launches_.emplace_back();
  operation.what.launch.number = launch.number;
  teller_.prepare(known(launch.stream));
  prepare_child(known(launch.stream), launch.descent);
  operation.order = order_.issue(known(launch.stream));
  follow_launch(operation, known(launch.stream), launch.overlaps);
  add_child(operation, launch.descent);
  if (launch.children != nullptr) {
    Family& family = families_[launch.number];
    family.stream = launch.stream;
    family.descent = launch.descent;
    family.order = operation.order;
    family.all.learn(operation.order.timeline, operation.order.count);
  }
  const HistoryStep step{
      .kind = StepKind::kLaunch, .pc = launch.pc, .kernel_pc = launch.entry_pc, .launch = launch.number};
  operation.what.step = add_step(known(launch.stream), step, &operation.order);
  if (!is_needed()) return FootprintWanted::kNothing;
  return has_streams() ? FootprintWanted::kAll : FootprintWanted::kHostVisible;
}

OperationDescription StreamCheck::describe_launch(const sim::LaunchInfo& launch) const {
  OperationDescription what =
      describe(launch.stream, Sites::instance().symboliser().function(launch.entry_pc), launch.pc);
  what.arguments.assign(launch.arguments.begin(), launch.arguments.end());
  what.launch = launch;
  what.of_launched_graph = launch.descent.of_graph;
  what.device = launch.device;
  what.launch.closure = {};
  return what;
}

void StreamCheck::end_launch(const sim::LaunchInfo& launch, Footprint footprint) {
  const std::scoped_lock lock(mutex_);
  const auto running = running_launch(launch.number);
  Operation operation = std::move(*running);
  launches_.erase(running);
  settle_overlap(operation, known(launch.stream));
  if (const auto rest = rests_.find(launch.number); rest != rests_.end()) {
    for (const auto& [begin, bytes] : rest->second.known_to_host) footprint.remove(begin, bytes);
  }
  if (footprint.empty()) return;
  const StreamHistory::Issued step = operation.what.step;
  operation.what = describe_launch(launch);
  operation.what.step = step;
  operation.footprint = std::move(footprint);
  enter(std::move(operation));
}

void StreamCheck::enter(Operation operation) {
  if (operation.footprint.empty()) return;
  learn_from_messages(operation);
  compare_with_parents(operation);
  const auto descends = [](const Operation& a, const Operation& b) {
    return b.what.is_launch() && std::ranges::find(a.ancestors, b.what.launch.number) != a.ancestors.end();
  };
  for (const Operation& earlier : pending_) {
    if (StreamOrder::happens_before(earlier.order, operation.order)) continue;
    if (StreamOrder::happens_before(operation.order, earlier.order)) continue;
    if (descends(operation, earlier) || descends(earlier, operation)) continue;
    compare(earlier, operation);
  }
  if (order_.is_known_to_host(operation.order)) return;
  // What conflicts with an earlier equal operation of the stream, and is not ordered after that, conflicts with this
  // one: loops of launches need no more memory than one.
  std::erase_if(pending_, [&](const Operation& o) {
    return o.order.timeline == operation.order.timeline && o.what.pc == operation.what.pc &&
           o.footprint == operation.footprint;
  });
  operation.footprint.each_extent([&](std::uint64_t from, std::uint64_t to, std::uint8_t mask) {
    const std::uintptr_t begin = from * kWordBytes;
    if (!is_host_visible(begin + static_cast<unsigned>(__builtin_ctz(mask)))) return;
    const bool first = operation.visible_begin == operation.visible_end;
    operation.visible_begin = first ? begin : std::min(operation.visible_begin, begin);
    operation.visible_end = std::max(operation.visible_end, to * kWordBytes);
  });
  pending_.push_back(std::move(operation));
  if (pending_.back().visible_begin != pending_.back().visible_end) watch();
}

/// One finding for each object: what is missing is the order of the operations, whatever lines they meet at.
void StreamCheck::compare(const Operation& first, const Operation& second) {
  LeastConflicts least;
  first.footprint.each_overlap(second.footprint, [&](const FootprintRun& a, const FootprintRun& b, std::uint64_t word) {
    if (!accesses_conflict_between_blocks(a.kind, a.mask, b.kind, b.mask)) return true;
    // Each device has its own.
    if (first.what.device != second.what.device && is_variable_of_device(first_byte(a, b, word))) return true;
    least.add({.first = &first.what,
               .second = &second.what,
               .first_run = a,
               .second_run = b,
               .word = word,
               .staged = StreamOrder::follows_staged(first.order, second.order)});
    return true;
  });
  for (const auto& [object, conflict] : least.by_object()) report(conflict, object);
}

void StreamCheck::report(const StreamConflict& conflict, std::uintptr_t object) {
  const bool by_host = conflict.second == nullptr;
  const SiteId site = by_host ? conflict.second_run.site : SiteId{0};
  auto [told, is_new] = told_.try_emplace(
      {conflict.first->pc, by_host ? nullptr : conflict.second->pc, site, object, conflict.staged, conflict.of_child});
  auto& [key, finding] = told->second;
  if (is_new) {
    finding = stream_finding(conflict);
    finding.timeline = history_.timeline(conflict.first->step, by_host ? nullptr : &conflict.second->step,
                                         finding.accesses[1].location);
    const void* const second = by_host ? Sites::instance().get(site).pc : conflict.second->pc;
    std::string places[2] = {place_key(conflict.first->pc), place_key(second)};
    std::sort(std::begin(places), std::end(places));
    key = (conflict.of_child ? "child|" : "stream|") + std::to_string(static_cast<int>(finding.scope)) + '|' +
          places[0] + '|' + places[1] + '|';
    if (finding.object) {
      const Location& declared = finding.object->declared;
      key += declared.line != 0 ? declared.file + ':' + std::to_string(declared.line) : finding.object->name;
      // What one function allocates for two callers are two objects.
      for (const Location& call : finding.object->stack) key += '|' + call.file + ':' + std::to_string(call.line);
    }
  } else {
    finding.launch = named_operation(conflict).launch.number;
  }
  add_(finding, key);
}

}  // namespace fencepost::detector
