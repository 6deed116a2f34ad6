// From a conflict between operations of streams to a finding in the user's words.
#include <algorithm>

#include "detector/model/index.h"
#include "detector/model/names.h"
#include "detector/model/thread_groups.h"
#include "detector/streams/check.h"
#include "detector/symbols/host_calls.h"
#include "detector/symbols/object_name.h"
#include "detector/symbols/sites.h"
#include "sim/interface/config.h"
#include "sim/runtime/memory/addresses.h"

namespace fencepost::detector {
namespace {

std::string line_text(const Location& line) { return line.file + ':' + std::to_string(line.line); }

/// A kernel's name without its parameters, of which the finding tells elsewhere.
std::string short_name(const std::string& call) { return call.substr(0, call.find('(')); }

/// "cudaMemcpyAsync in stream 1".
std::string operation_text(const OperationDescription& what) { return short_name(what.call) + " in " + what.stream; }

std::string who_text(const OperationDescription* what, const FindingAccess& access) {
  if (what == nullptr) return "the host";
  if (what->is_host_function) return "the function that " + what->call + " put into " + what->stream;
  if (!what->is_launch()) return operation_text(*what);
  std::string text = "thread " + index_text(access.thread, to_index(what->launch.block)) + " of block " +
                     index_text(access.block, to_index(what->launch.grid)) + " of " + short_name(what->call);
  if (const Location line = line_of_call(what->pc); line.line != 0) text += ", launched at " + line_text(line);
  return text + " in " + what->stream;
}

FindingAccess side(const FootprintRun& run, std::uint64_t word, const OperationDescription* what) {
  FindingAccess access;
  const Site site = Sites::instance().get(run.site);
  access.kind = access_kind(run.kind);
  access.of_block_scope = (run.kind & kOfBlock) != 0;
  if (what != nullptr && what->is_launch()) {
    const std::uint64_t threads = std::max<std::uint64_t>(what->launch.block.count(), 1);
    access.block = index_of(run.rank_at(word) / threads, what->launch.grid);
    access.thread = index_of(run.rank_at(word) % threads, what->launch.block);
  }
  if (!site.stack.empty()) {
    access.stack.assign(site.stack.begin() + static_cast<std::ptrdiff_t>(site.user_frame), site.stack.end());
    access.location = access.stack.front();
    if (what != nullptr && what->is_launch()) access.location = user_line(access.location, what->launch);
    if (access.location != access.stack.front()) access.stack = {access.location};
  }
  access.by = who_text(what, access);
  return access;
}

/// Bytes of an access as far as it meets the other: of a copy, which has no size of its own, what both touch.
std::uint32_t size_of(const StreamConflict& conflict) {
  std::uint32_t size = 0;
  for (const FootprintRun* run : {&conflict.first_run, &conflict.second_run}) {
    const std::uint32_t bytes = Sites::instance().get(run->site).bytes;
    if (bytes != 0) size = size == 0 ? bytes : std::min(size, bytes);
  }
  if (size != 0) return size;
  const auto mask = static_cast<unsigned>(conflict.first_run.mask & conflict.second_run.mask);
  if (mask != kAllBytes) return static_cast<std::uint32_t>(__builtin_popcount(mask));
  const std::uint64_t words = std::min(conflict.first_run.end, conflict.second_run.end) - conflict.word;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(words * kWordBytes, ~std::uint32_t{0}));
}

void name_object(Finding& finding, std::uint64_t address, const sim::LaunchInfo& launch) {
  if (const std::optional<NamedObject> object = object_at(Space::kGlobal, address, launch)) {
    finding.offset = address - object->begin;
    if (address >= object->first_element) {
      finding.element = element_text(object->variable, address - object->first_element, finding.size);
    }
    finding.object = object_of(*object);
    return;
  }
  const auto range = sim::registered_range(reinterpret_cast<const void*>(address));  // NOLINT
  if (range.base == nullptr) return;
  finding.offset = address - reinterpret_cast<std::uintptr_t>(range.base);
  finding.object = Object{"registered host memory", range.bytes, {}};
}

/// "after app.cu:12", or what stands for it if the line is not known.
std::string after_text(const OperationDescription& what) {
  const Location line = line_of_call(what.pc);
  return line.line != 0 ? "after " + line_text(line) : "after " + what.call;
}

std::string subject(const Finding& finding) {
  if (!finding.element.empty()) return finding.element;
  return finding.object && !finding.object->name.empty() ? finding.object->name : "the same memory";
}

void explain_host(Finding& finding, const StreamConflict& conflict) {
  const bool writes = (conflict.second_run.kind & kWrites) != 0;
  const std::string does = conflict.host_call != nullptr ? std::string(conflict.host_call) + " takes away "
                           : writes                      ? "the host writes "
                                                         : "the host reads ";
  finding.message = does + subject(finding) + " while " + operation_text(*conflict.first) + " may still be running";
  const bool is_default = conflict.first->stream_kind == sim::StreamKind::kLegacyDefault;
  const Location& host = finding.accesses[1].location;
  const bool in_graph = conflict.first->stream_kind == sim::StreamKind::kGraph;
  finding.hint = is_default ? "call cudaDeviceSynchronize() before "
                 : in_graph
                     ? "wait for the stream that the graph was launched in (cudaStreamSynchronize) before "
                     : "wait for " + conflict.first->stream + " (cudaStreamSynchronize), or for an event recorded " +
                           after_text(*conflict.first) + ", before ";
  finding.hint += host.line != 0 ? line_text(host) : "the access";
}

void explain_streams(Finding& finding, const StreamConflict& conflict) {
  const OperationDescription& a = *conflict.first;
  const OperationDescription& b = *conflict.second;
  finding.message =
      operation_text(a) + " and " + operation_text(b) + " access " + subject(finding) + ", and nothing orders them";
  const auto is = [](const OperationDescription& what, sim::StreamKind kind) { return what.stream_kind == kind; };
  const bool exempt = (is(a, sim::StreamKind::kLegacyDefault) && is(b, sim::StreamKind::kNonBlocking)) ||
                      (is(b, sim::StreamKind::kLegacyDefault) && is(a, sim::StreamKind::kNonBlocking));
  if (conflict.staged) {
    finding.message = a.call +
                      " from pageable memory may return before the copy to the device is done, and a "
                      "non-blocking stream does not wait for it";
  } else if (exempt) {
    finding.message +=
        ": a stream created with cudaStreamNonBlocking and the default stream do not wait for each other";
  }
  if (conflict.of_child) {
    finding.message =
        operation_text(b) + " accesses " + subject(finding) + " while " + short_name(a.call) +
        (b.of_launched_graph ? ", which launches its graph, may still do so" : ", which launches it, may still do so");
    finding.hint = b.of_launched_graph
                       ? "a graph that a kernel launches runs beside what the launching thread does afterwards, and "
                         "beside all that "
                         "other threads do which no barrier orders before the launch: order their accesses before it "
                         "(__syncthreads), "
                         "or launch it in cudaStreamGraphTailLaunch, which waits for the whole graph of the kernel"
                       : "a grid that a kernel launches runs beside what the launching thread does afterwards, and "
                         "beside all that "
                         "other threads do which no barrier orders before the launch: order their accesses before it "
                         "(__syncthreads), "
                         "or put it into cudaStreamTailLaunch, which waits for the whole grid";
    return;
  }
  if (a.of_launched_graph || b.of_launched_graph) {
    finding.hint =
        "a graph that a kernel launches runs beside the rest of that kernel's graph: launch it in "
        "cudaStreamGraphTailLaunch, which waits for that, or let the other follow in a graph of such a launch";
    return;
  }
  if (a.stream_kind == sim::StreamKind::kDevice && b.stream_kind == sim::StreamKind::kDevice) {
    finding.hint =
        "let one block launch both in the same stream, or let one stream wait for an event of the other "
        "(cudaEventRecord, cudaStreamWaitEvent), or put the second into cudaStreamTailLaunch";
    return;
  }
  if (a.stream_kind == sim::StreamKind::kGraph && a.stream == b.stream) {
    finding.hint =
        "put an edge of the graph between the two nodes (cudaGraphAddDependencies), or let one of the captured streams "
        "wait for an event of the other";
    return;
  }
  finding.hint = "record an event " + after_text(a) +
                 " and let the other stream wait for it (cudaEventRecord, "
                 "cudaStreamWaitEvent), or synchronise with the host in between";
}

}  // namespace

const OperationDescription& named_operation(const StreamConflict& conflict) {
  const bool second_is_launch = conflict.second != nullptr && conflict.second->is_launch();
  return second_is_launch ? *conflict.second : *conflict.first;
}

Finding stream_finding(const StreamConflict& conflict) {
  Finding finding;
  finding.kind = Kind::kRace;
  finding.severity = conflict.staged ? Severity::kWarning : Severity::kError;
  finding.space = Space::kGlobal;
  finding.scope = conflict.second != nullptr ? Scope::kStream : Scope::kHostDevice;
  const OperationDescription& named = named_operation(conflict);
  sim::LaunchInfo launch = named.launch;
  launch.arguments = named.arguments;
  if (named.is_launch()) {
    finding.kernel = named.call;
    finding.launch = launch.number;
    if (sim::device_count() > 1) finding.device = launch.device;
    finding.launched = lines_of_calls({&launch.pc, 1});
    finding.grid = to_index(launch.grid);
    finding.block_dim = to_index(launch.block);
  }
  finding.size = size_of(conflict);
  std::uint64_t address = conflict.word * kWordBytes +
                          static_cast<unsigned>(__builtin_ctz(conflict.first_run.mask & conflict.second_run.mask));
  // The conflict names its first byte; the access began where its size is aligned.
  if (finding.size <= 16 && (finding.size & (finding.size - 1)) == 0) address = address / finding.size * finding.size;
  name_object(finding, address, launch);
  finding.accesses = {side(conflict.first_run, conflict.word, conflict.first),
                      side(conflict.second_run, conflict.word, conflict.second)};
  if (conflict.second == nullptr) {
    explain_host(finding, conflict);
  } else {
    explain_streams(finding, conflict);
  }
  return finding;
}

}  // namespace fencepost::detector
