// Findings of accesses to memory: where it is not, not any more, not yet written, not aligned.
#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "detector/model/names.h"
#include "detector/monitor/launch_findings.h"
#include "detector/symbols/object_name.h"
#include "detector/symbols/sites.h"
#include "detector/worker/freed_memory.h"
#include "sim/engine/arena.h"
#include "sim/engine/block/shared_memory.h"
#include "sim/interface/program_variables.h"

namespace fencepost::detector {

namespace {

std::uint64_t distance(std::uint64_t address, std::uint64_t begin, std::uint64_t end) {
  return address < begin ? begin - address : address < end ? 0 : address - end + 1;
}

using Range = std::pair<std::uintptr_t, std::uintptr_t>;  ///< [first, second).

/// The first byte of the nearest of `ranges`.
std::optional<std::uint64_t> nearest(std::uint64_t address, const std::vector<Range>& ranges) {
  std::optional<std::uint64_t> best;
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  for (const auto& [begin, end] : ranges) {
    if (distance(address, begin, end) >= least) continue;
    least = distance(address, begin, end);
    best = begin;
  }
  return best;
}

/// The static `__shared__` variables that a kernel may use, as ranges of offsets into the TLS block.
std::vector<Range> shared_of(const void* kernel) {
  std::vector<Range> ranges;
  const auto anchor = Sites::instance().symboliser().dynamic_shared();
  if (!anchor) return ranges;
  for (const sim::SharedRange& range : sim::static_shared_of(kernel)) {
    ranges.emplace_back(*anchor + static_cast<std::uintptr_t>(range.begin),
                        *anchor + static_cast<std::uintptr_t>(range.end));
  }
  return ranges;
}

NamedObject local_object(const LocalVariable& local) {
  const std::string name = *local.name != '\0' ? local.name : "a local variable";
  const std::size_t elements = local.element_bytes != 0 ? local.bytes / local.element_bytes : 1;
  Variable variable{.name = name, .begin = kLocalBegin, .bytes = local.bytes, .element_bytes = local.element_bytes};
  variable.declared.file = local.file;
  variable.declared.line = static_cast<std::uint32_t>(local.line);
  if (elements > 1) variable.dimensions = {elements};
  return {.variable = std::move(variable), .begin = kLocalBegin, .first_element = kLocalBegin};
}

/// The object that an access outside of all objects was most likely meant for.
std::optional<NamedObject> intended_object(const MemoryFault& fault, const sim::LaunchInfo& launch) {
  if (fault.local != nullptr) return local_object(*fault.local);
  std::optional<std::uint64_t> begin;
  if (fault.space == Space::kShared) {
    const std::vector<Range> own = shared_of(launch.entry_pc), all = shared_of(nullptr);
    const auto has_it = [&](const Range& range) {
      return fault.address >= range.first && fault.address < range.second;
    };
    const bool is_of_others = std::ranges::any_of(all, has_it) && std::ranges::none_of(own, has_it);
    if (!is_of_others) {
      if (auto object = object_at(fault.space, fault.address, launch)) return object;
    }
    begin = nearest(fault.address, own);
    return begin ? object_at(fault.space, *begin, launch) : std::nullopt;
  }
  if (auto object = object_at(fault.space, fault.address, launch)) return object;
  if (sim::arena_bounds.contains(reinterpret_cast<const void*>(fault.address))) {
    if (const auto allocation = sim::Arena::instance().nearest(reinterpret_cast<const void*>(fault.address))) {
      begin = reinterpret_cast<std::uintptr_t>(allocation->base);
    }
  } else {
    begin = nearest(fault.address, Sites::instance().symboliser().global_ranges());
  }
  return begin ? object_at(fault.space, *begin, launch) : std::nullopt;
}

/// "a[-1]", "a[100]".
std::string element_outside(const NamedObject& object, std::int64_t offset, std::uint32_t bytes) {
  if (offset >= 0) return element_text(object.variable, static_cast<std::uint64_t>(offset), bytes);
  const auto step =
      static_cast<std::int64_t>(object.variable.element_bytes != 0 ? object.variable.element_bytes : bytes);
  return object.variable.name + '[' + std::to_string((offset - step + 1) / step) + ']';
}

std::string object_description(const NamedObject& object, Space space) {
  std::string text = object.variable.name + " (" + bytes_text(object.variable.bytes);
  const bool allocated =
      space == Space::kGlobal && sim::arena_bounds.contains(reinterpret_cast<const void*>(object.begin));
  text += at_text(allocated ? ", allocated at " : ", declared at ", object.variable.declared);
  return text + ')';
}

/// Of an access to the shared memory of another block of the cluster, which has perhaps not begun, or ended.
Finding stray_finding(Finding finding, const MemoryFault& fault, const Site& site, const sim::LaunchInfo& launch) {
  const bool late = fault.kind == Kind::kUseAfterFree;
  finding.scope = Scope::kInterBlock;
  finding.size = std::max(fault.bytes, site.bytes);
  name_object(finding, launch, fault.address);
  finding.message = std::string("a thread ") + ((fault.access & kWrites) != 0 ? "writes " : "reads ") +
                    "shared memory of another block of its cluster, which may " +
                    (late ? "have ended" : "not have begun yet");
  finding.hint = late ? "let the block whose memory it is wait before it ends: put cluster.sync(), which every thread "
                        "of the cluster must reach, behind the last access"
                      : "put cluster.sync(), which every thread of the cluster must reach, before the first access";
  return finding;
}

std::optional<Finding> fault_finding(const sim::LaunchInfo& launch, const FaultLog::Record& record) {
  const MemoryFault& fault = record.least;
  const Site site = Sites::instance().get(fault.site);
  Finding finding = finding_of_launch(launch, fault.kind);
  finding.severity = Severity::kError;
  finding.space = fault.space;
  finding.size = fault.bytes;
  finding.interval = fault.at.interval;
  finding.occurrences = record.occurrences;
  finding.accesses.push_back(access_side({fault.site, fault.access, fault.at}, launch));
  const std::string does = std::string("a thread ") + ((fault.access & kWrites) != 0 ? "writes " : "reads ");

  if (fault.space == Space::kShared && (fault.kind == Kind::kUseAfterFree || fault.kind == Kind::kInvalidAddress)) {
    return stray_finding(std::move(finding), fault, site, launch);
  }
  if (fault.kind == Kind::kUseAfterFree) {
    const auto freed = FreedMemory::instance().find(fault.address);
    if (!freed) return finding;
    const Location allocated = line_of_call(freed->pc);
    finding.object = object_of(*freed);
    finding.offset = fault.address - reinterpret_cast<std::uintptr_t>(freed->base);
    const Location released = freed->freed_pc != nullptr ? line_of_call(freed->freed_pc) : Location{};
    finding.message =
        does + "memory that was freed" + at_text(" at ", released) + at_text(", allocated at ", allocated);
    return finding;
  }
  if (fault.space == Space::kShared && fault.kind == Kind::kUninitializedRead) {
    Finding of_tensor_memory = finding;
    name_object(of_tensor_memory, launch, fault.address);
    if (of_tensor_memory.space == Space::kTensor) {
      of_tensor_memory.severity = Severity::kWarning;
      of_tensor_memory.message = "a tcgen05 operation reads tensor memory to which nobody has written";
      return of_tensor_memory;
    }
  }
  const std::optional<NamedObject> object = intended_object(fault, launch);
  if (object) {
    const auto offset = static_cast<std::int64_t>(fault.address - object->begin);
    finding.object = object_of(*object);
    finding.offset = offset > 0 ? static_cast<std::uint64_t>(offset) : 0;
    finding.element =
        element_outside(*object, static_cast<std::int64_t>(fault.address - object->first_element), fault.bytes);
  }
  // Of a number all bytes count; buffers of bytes may hold anything. Two numbers in a word are no padding.
  const bool is_number = object && object->variable.scalar_elements && object->variable.element_bytes > 1;
  const bool is_padding = !fault.half_written || (object && object->variable.element_bytes > fault.bytes);
  if (fault.partial && !is_number && is_padding) return std::nullopt;
  switch (fault.kind) {
    case Kind::kOutOfBounds:
      if (object && fault.address < object->begin) {
        finding.message = does + bytes_text(fault.bytes) + " that begin " + bytes_text(object->begin - fault.address) +
                          " before " + object_description(*object, fault.space);
      } else if (object && fault.address + fault.bytes > object->begin + object->variable.bytes) {
        const std::uint64_t end = object->begin + object->variable.bytes;
        finding.message = does + bytes_text(fault.bytes) + " that end " +
                          bytes_text(fault.address + fault.bytes - end) + " past the end of " +
                          object_description(*object, fault.space);
      }
      break;
    case Kind::kUninitializedRead:
      // Lanes often load what nobody set, and throw it away; values are not followed. What an atomic operation makes of
      // it stays.
      if (fault.space == Space::kShared && (fault.access & kWrites) == 0) finding.severity = Severity::kWarning;
      finding.message = fault.space == Space::kShared
                            ? "a thread reads shared memory that no thread of its block has written before"
                            : "a thread reads memory that nothing has written since it was allocated";
      break;
    case Kind::kInvalidAddress:
      if (fault.is_vtable) {
        finding.message = "virtual call through an object whose vtable pointer is the host's";
        finding.hint =
            "construct it in a kernel (placement new), or call no virtual functions of objects that the host "
            "constructs";
      } else if (sim::is_constant_variable(reinterpret_cast<const void*>(fault.address))) {
        finding.space = Space::kConstant;
        finding.message = does + "constant memory";
        finding.hint = "set it with cudaMemcpyToSymbol, or declare the variable __device__";
      } else {
        finding.message = does + "a variable of the host, which the device cannot reach";
        finding.hint = "declare it __device__ or __managed__, or copy it to memory from cudaMalloc";
      }
      if (object) finding.message += ": " + object_description(*object, fault.space);
      break;
    case Kind::kMisaligned: {
      const std::uint64_t alignment = fault.address & -fault.address;
      // A struct of two doubles is read in one go where the address is a multiple of 8 only, and may be.
      if (fault.partial && object->variable.element_bytes != fault.bytes) return std::nullopt;
      const bool is_struct = !object || object->variable.element_bytes == 0 || object->variable.element_bytes > 8;
      if (fault.bytes == 16 && alignment == 8 && is_struct) return std::nullopt;
      finding.message = does + bytes_text(fault.bytes) + " at an address that is a multiple of " +
                        std::to_string(alignment) + " only";
      break;
    }
    default:
      break;
  }
  return finding;
}

}  // namespace

void add_faults(const sim::LaunchInfo& launch, const FaultLog& faults, Findings& findings) {
  std::map<std::string, FaultLog::Record> by_lines;
  const auto rank = [](const FaultLog::Record& r) {
    return std::tuple((r.least.access & kWrites) == 0, r.least.at, r.least.address, r.least.access);
  };
  for (const auto& [key, record] : faults.records()) {
    std::string place = std::string(name_of(key.kind)) + '|' + std::string(name_of(key.space)) + '|' +
                        chain_key(user_chain(Sites::instance().get(key.site), launch));
    // As for races: one call that the compiler inlined may be allowed, and another not.
    const auto finding = fault_finding(launch, record);
    const auto suppressed = finding ? findings.decide(*finding) : std::optional<Suppression>();
    if (suppressed) place += '|' + suppressed->by;
    const auto [at, is_new] = by_lines.try_emplace(place, record);
    if (is_new) continue;
    const std::uint64_t occurrences = std::max(at->second.occurrences, record.occurrences);
    if (rank(record) < rank(at->second)) at->second = record;
    at->second.occurrences = occurrences;
  }
  for (const auto& [place, record] : by_lines) {
    if (auto finding = fault_finding(launch, record)) findings.add(std::move(*finding), place);
  }
}

}  // namespace fencepost::detector
