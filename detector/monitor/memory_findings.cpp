// Findings about memory: from faults, calls and allocations to the user's words.
#include <algorithm>
#include <limits>

#include "detector/check/freed_memory.h"
#include "detector/check/host_vtables.h"
#include "detector/check/worker_shadow.h"
#include "detector/model/names.h"
#include "detector/monitor/monitor.h"
#include "detector/shadow/memory_state.h"
#include "detector/symbols/object_name.h"
#include "detector/symbols/sites.h"
#include "sim/engine/arena.h"
#include "sim/interface/current.h"
#include "sim/interface/program_variables.h"
#include "sim/runtime/error_state.h"

namespace fencepost::detector {

namespace {

std::string bytes_text(std::uint64_t bytes) { return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes"); }

std::string at_text(const char* how, const Location& where) {
  return where.line == 0 ? std::string() : std::string(how) + where.file + ':' + std::to_string(where.line);
}

std::uint64_t distance(std::uint64_t address, std::uint64_t begin, std::uint64_t end) {
  return address < begin ? begin - address : address < end ? 0 : address - end + 1;
}

/// The first byte of the nearest of `ranges`.
std::optional<std::uint64_t> nearest(std::uint64_t address,
                                     const std::vector<std::pair<std::uintptr_t, std::uintptr_t>>& ranges) {
  std::optional<std::uint64_t> best;
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  for (const auto& [begin, end] : ranges) {
    if (distance(address, begin, end) >= least) continue;
    least = distance(address, begin, end);
    best = begin;
  }
  return best;
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
  if (auto object = object_at(fault.space, fault.address, launch)) return object;
  std::optional<std::uint64_t> begin;
  if (fault.space == Space::kShared) {
    begin = nearest(fault.address, Sites::instance().symboliser().static_shared());
  } else if (sim::arena_bounds.contains(reinterpret_cast<const void*>(fault.address))) {
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

}  // namespace

std::optional<Finding> Monitor::fault_finding(const sim::LaunchInfo& launch, const FaultLog::Record& record) {
  const MemoryFault& fault = record.least;
  const Site site = Sites::instance().get(fault.site);
  Finding finding = base(launch, fault.kind);
  finding.severity = Severity::kError;
  finding.space = fault.space;
  finding.size = fault.bytes;
  finding.interval = fault.at.interval;
  finding.occurrences = record.occurrences;
  finding.accesses.push_back(access_side({fault.site, fault.access, fault.at}, launch));
  const std::string does = std::string("a thread ") + ((fault.access & kWrites) != 0 ? "writes " : "reads ");

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
  const std::optional<NamedObject> object = intended_object(fault, launch);
  if (object) {
    const auto offset = static_cast<std::int64_t>(fault.address - object->begin);
    finding.object = object_of(*object);
    finding.offset = offset > 0 ? static_cast<std::uint64_t>(offset) : 0;
    finding.element =
        element_outside(*object, static_cast<std::int64_t>(fault.address - object->first_element), fault.bytes);
  }
  // Of a number all bytes count; buffers of bytes may hold anything.
  const bool is_number = object && object->variable.scalar_elements && object->variable.element_bytes > 1;
  if (fault.partial && !is_number) return std::nullopt;
  switch (fault.kind) {
    case Kind::kOutOfBounds:
      if (object && fault.address < object->begin) {
        finding.message = does + bytes_text(fault.bytes) + " that begin " + bytes_text(object->begin - fault.address) +
                          " before " + object_description(*object, fault.space);
      } else if (object) {
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

/// One finding for each line, and the calls that lead there: `x += 1` both reads and writes, and yet is one mistake.
void Monitor::add_faults(const sim::LaunchInfo& launch, const FaultLog& faults) {
  std::map<std::string, FaultLog::Record> by_lines;
  const auto rank = [](const FaultLog::Record& r) {
    return std::tuple((r.least.access & kWrites) == 0, r.least.at, r.least.address, r.least.access);
  };
  for (const auto& [key, record] : faults.records()) {
    std::string place = std::string(name_of(key.kind)) + '|' + std::string(name_of(key.space)) + '|' +
                        chain_key(user_chain(Sites::instance().get(key.site), launch));
    // As for races: one call that the compiler inlined may be allowed, and another not.
    const auto finding = fault_finding(launch, record);
    const auto suppressed =
        finding ? policy_.decide(*finding, Sites::instance().symboliser()) : std::optional<Suppression>();
    if (suppressed) place += '|' + suppressed->by;
    const auto [at, is_new] = by_lines.try_emplace(place, record);
    if (is_new) continue;
    const std::uint64_t occurrences = std::max(at->second.occurrences, record.occurrences);
    if (rank(record) < rank(at->second)) at->second = record;
    at->second.occurrences = occurrences;
  }
  for (const auto& [place, record] : by_lines) {
    if (auto finding = fault_finding(launch, record)) add_finding(std::move(*finding), place);
  }
}

void Monitor::on_allocate(const sim::Allocation& allocation) {
  if (!memory_checks().any()) return;
  FreedMemory::instance().remove_below(allocation);
  // The host writes managed and pinned memory without being seen.
  const bool written = allocation.space == sim::MemorySpace::kManaged || allocation.space == sim::MemorySpace::kPinned;
  MemoryState::of_arena().allocate(reinterpret_cast<std::uintptr_t>(allocation.base), allocation.bytes, written);
}

void Monitor::on_free(const sim::Allocation& allocation) {
  streams_.forget(allocation.base, allocation.bytes);
  if (HostVtables::are_used) HostVtables::instance().forget(allocation.base, allocation.bytes);
  if (!memory_checks().any()) return;
  FreedMemory::instance().add(allocation);
  if (sim::current.in_kernel) {
    WorkerShadow::of_this_thread().forget_owner(reinterpret_cast<std::uintptr_t>(allocation.base), allocation.bytes);
  }
  MemoryState::of_arena().release(reinterpret_cast<std::uintptr_t>(allocation.base), allocation.bytes);
}

void Monitor::on_copy(const void* to, const void* from, std::size_t bytes) {
  if (HostVtables::are_used) HostVtables::instance().copy(to, from, bytes);
  if (!memory_checks().any() || !sim::arena_bounds.contains(to)) return;
  MemoryState& state = MemoryState::of_arena();
  const auto destination = reinterpret_cast<std::uintptr_t>(to);
  if (sim::arena_bounds.contains(from)) {
    state.copy(destination, reinterpret_cast<std::uintptr_t>(from), bytes);
  } else {
    state.write(destination, bytes);
  }
}

void Monitor::on_memset(const void* to, std::size_t bytes) {
  if (HostVtables::are_used) HostVtables::instance().forget(to, bytes);
  if (!memory_checks().any() || !sim::arena_bounds.contains(to)) return;
  MemoryState::of_arena().write(reinterpret_cast<std::uintptr_t>(to), bytes);
}

/// A finding about a call of the runtime API.
void Monitor::add_call(Kind kind, Severity severity, std::string message, std::string hint, const void* pc) {
  Finding finding;
  finding.kind = kind;
  finding.severity = severity;
  finding.message = std::move(message);
  finding.hint = std::move(hint);
  FindingAccess access;
  access.location = line_of_call(pc);
  const std::string key = std::string(name_of(kind)) + "|call|" + access.location.file + ':' +
                          std::to_string(access.location.line) + finding.message;
  finding.accesses.push_back(std::move(access));
  {
    const std::scoped_lock lock(mutex_);
    told_calls_.insert(pc);
  }
  add_finding(std::move(finding), key);
}

bool Monitor::has_told_call(const void* pc) {
  const std::scoped_lock lock(mutex_);
  return told_calls_.contains(pc);
}

void Monitor::on_invalid_free(std::string_view call, const void* address, const void* pc) {
  if (!options_.checks.memory) return;
  const std::string name(call);
  if (const auto freed = FreedMemory::instance().find(reinterpret_cast<std::uintptr_t>(address))) {
    const Location released = freed->freed_pc != nullptr ? line_of_call(freed->freed_pc) : Location{};
    return add_call(Kind::kApiError, Severity::kError,
                    name + " of memory that was freed already" + at_text(", at ", released) +
                        at_text("; allocated at ", line_of_call(freed->pc)),
                    "free each allocation once; set the pointer to null afterwards", pc);
  }
  if (const auto live = sim::Arena::instance().find(address)) {
    const bool is_base = live->base == address;
    return add_call(Kind::kApiError, Severity::kError,
                    name + (is_base ? " of memory of another kind" : " of an address inside of an allocation") +
                        at_text(", allocated at ", line_of_call(live->pc)),
                    is_base ? "free with cudaFree what cudaMalloc gave, with cudaFreeHost what cudaMallocHost gave"
                            : "free the address that the allocation returned",
                    pc);
  }
  add_call(Kind::kApiError, Severity::kError, name + " of an address that was never allocated",
           "free what cudaMalloc returned, once", pc);
}

void Monitor::on_invalid_range(std::string_view call, std::string_view role, const void* address, std::size_t bytes,
                               bool of_device, const void* pc) {
  if (!options_.checks.memory) return;
  std::string message = std::string(call) + ": its " + std::string(role) + " (" + bytes_text(bytes) + ") ";
  std::string hint = "check the size, which is in bytes, and the direction";
  if (const auto live = sim::Arena::instance().find(address)) {
    const auto rest = static_cast<std::size_t>(live->base + live->bytes - static_cast<const std::byte*>(address));
    message += bytes > rest ? "goes " + bytes_text(bytes - rest) + " past the end of the " + bytes_text(live->bytes) +
                                  at_text(" allocated at ", line_of_call(live->pc))
                            : std::string("is device memory, not the host's");
  } else if (const auto freed = FreedMemory::instance().find(reinterpret_cast<std::uintptr_t>(address))) {
    message += "was freed" + at_text(" at ", line_of_call(freed->freed_pc));
    hint = "copy before the memory is freed";
  } else {
    message += of_device ? "is not device memory" : "is not memory of the host";
  }
  add_call(Kind::kApiError, Severity::kError, std::move(message), std::move(hint), pc);
}

void Monitor::on_invalid_arguments(std::string_view call, std::string_view what, const void* pc) {
  if (!options_.checks.memory) return;
  add_call(Kind::kApiError, Severity::kError, std::string(call) + ": " + std::string(what), "", pc);
}

/// Programming guide, Virtual Functions: not allowed. A kernel that calls none of them does no harm.
void Monitor::on_polymorphic_parameter(std::string_view parameter, const void* pc) {
  if (!options_.checks.memory) return;
  add_call(Kind::kInvalidAddress, Severity::kWarning,
           "the launch passes " + std::string(parameter) +
               ", an object of a class with virtual functions: its vtable pointer is the host's",
           "pass a pointer to an object that a kernel constructed", pc);
}

void Monitor::add_findings_of_the_end() {
  for (const sim::UnreadError& error : sim::unread_errors()) {
    if (error.call == nullptr) {
      add_call(Kind::kApiError, Severity::kWarning,
               "a launch failed with " + std::string(error.name) + ", so the kernel did not run, and nothing asked",
               "call cudaGetLastError() after the launch", error.pc);
    } else if (options_.checks.memory && !has_told_call(error.pc)) {
      add_call(Kind::kApiError, Severity::kWarning,
               std::string(error.call) + " failed with " + error.name + ", and nothing asked",
               "look at the result of every call", error.pc);
    }
  }
  if (!options_.leak_check) return;
  struct Leak {
    std::uint64_t bytes = 0, count = 0;
    const void* pc = nullptr;
  };
  std::map<Location, Leak> leaks;
  for (const sim::Allocation& allocation : sim::Arena::instance().allocations()) {
    Leak& leak = leaks[line_of_call(allocation.pc)];
    leak.bytes += allocation.bytes;
    ++leak.count;
    leak.pc = allocation.pc;
  }
  for (const auto& [line, leak] : leaks) {
    add_call(Kind::kLeak, Severity::kError,
             bytes_text(leak.bytes) + " in " + std::to_string(leak.count) +
                 (leak.count == 1 ? " allocation" : " allocations") + " of this line were never freed",
             "", leak.pc);
  }
}

}  // namespace fencepost::detector
