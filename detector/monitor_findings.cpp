// From records of addresses and ranks to findings in the user's words.
#include <algorithm>

#include "detector/monitor.h"
#include "detector/sites.h"
#include "detector/worker_shadow.h"
#include "sim/arena.h"

namespace fencepost::detector {

namespace {

Index3 to_index(const sim::Extent& e) { return {e.x, e.y, e.z}; }

Index3 index_of(std::uint64_t rank, const sim::Extent& extent) {
  return {static_cast<std::uint32_t>(rank % extent.x), static_cast<std::uint32_t>(rank / extent.x % extent.y),
          static_cast<std::uint32_t>(rank / extent.x / extent.y)};
}

AccessKind access_kind(unsigned bits) {
  if ((bits & kIsAtomic) != 0) return AccessKind::kAtomic;
  if ((bits & kStrong) != 0) return (bits & kWrites) != 0 ? AccessKind::kVolatileWrite : AccessKind::kVolatileRead;
  return (bits & kWrites) != 0 ? AccessKind::kWrite : AccessKind::kRead;
}

/// Frames from the innermost one of the user's outwards.
void place(FindingAccess& access, const std::vector<Location>& stack) {
  if (stack.empty()) return;
  access.stack.assign(stack.begin() + static_cast<std::ptrdiff_t>(user_frame(stack)), stack.end());
  access.location = access.stack.front();
}

FindingAccess side(const RaceSide& race, const Site& site, const sim::LaunchInfo& launch) {
  FindingAccess access;
  access.kind = access_kind(race.kind);
  access.block = index_of(race.at.block, launch.grid);
  access.thread = index_of(race.at.thread, launch.block);
  access.interval = race.at.interval;
  place(access, site.stack);
  return access;
}

Location line_of(const void* pc) {
  FindingAccess access;
  place(access, Sites::instance().symboliser().frames(pc));
  return access.location;
}

/// "[3][17]" of an array with these bounds (outermost first; the first does not matter).
std::string index_text(std::uint64_t index, const std::vector<std::size_t>& dimensions) {
  std::string text;
  for (std::size_t d = dimensions.size(); d > 1; --d) {
    const std::size_t bound = std::max<std::size_t>(dimensions[d - 1], 1);
    text.insert(0, '[' + std::to_string(index % bound) + ']');
    index /= bound;
  }
  return '[' + std::to_string(index) + ']' + text;
}

/// "tile[3][17]", "particles[4].x", "particles[4]+8" where the part has no name.
std::string element_text(const Variable& variable, std::uint64_t offset, std::size_t access_bytes) {
  const std::size_t element_bytes = variable.element_bytes != 0 ? variable.element_bytes : access_bytes;
  if (element_bytes == 0) return {};
  const bool scalar = variable.dimensions.empty() && variable.element_bytes != 0 && variable.bytes <= element_bytes;
  std::string text = variable.name;
  if (!scalar) text += index_text(offset / element_bytes, variable.dimensions);
  const std::uint64_t rest = offset % element_bytes;
  const std::string member = member_text(variable.members, rest);
  if (!member.empty()) return text + member;
  return rest == 0 ? text : text + '+' + std::to_string(rest);
}

/// Message and hint for an access to memory that is not the device's.
void explain_invalid_address(Finding& finding, const sim::Stop& stop) {
  const std::string who = stop.text == "write"  ? "a thread writes "
                          : stop.text == "read" ? "a thread reads "
                                                : "a thread accesses ";
  const auto address = reinterpret_cast<std::uintptr_t>(stop.address);
  constexpr std::uintptr_t kNullPage = 4096;
  constexpr std::uintptr_t kNear = std::uintptr_t{1} << 30;
  if (address < kNullPage) {
    finding.message = who + "through a null pointer";
    finding.hint = "check that every pointer is allocated (and each cudaMalloc succeeded) before the launch";
    return;
  }
  if (const auto nearest = sim::Arena::instance().nearest(stop.address)) {
    const auto base = reinterpret_cast<std::uintptr_t>(nearest->base);
    const bool before = address < base;
    const std::uintptr_t distance = before ? base - address : address - base;
    if (distance < kNear) {
      const Location where = line_of(nearest->pc);
      finding.message = who + "outside of every allocation, " + std::to_string(distance) + " bytes " +
                        (before ? "before" : "after") + " the start of the nearest";
      if (where.line != 0) finding.message += " (allocated at " + where.file + ':' + std::to_string(where.line) + ')';
      finding.hint = "check the index: is it negative, or beyond the array?";
      return;
    }
  }
  finding.message = who + "host memory, which the device cannot reach";
  finding.hint = "allocate the array with cudaMalloc and copy it, or use cudaMallocManaged";
}

}  // namespace

Finding Monitor::base(const sim::LaunchInfo& launch, Kind kind) const {
  Finding finding;
  finding.kind = kind;
  finding.kernel = Sites::instance().symboliser().function(launch.entry_pc);
  finding.launch = launch.number;
  finding.grid = to_index(launch.grid);
  finding.block_dim = to_index(launch.block);
  return finding;
}

/// Fills object, offset and element. `address`: for shared memory the offset into the TLS block.
void Monitor::name_object(Finding& finding, const sim::LaunchInfo& launch, std::uint64_t address) {
  Symboliser& symboliser = Sites::instance().symboliser();
  std::optional<Variable> variable;
  if (finding.space == Space::kShared) {
    variable = symboliser.shared(address, launch.entry_pc);
  } else if (!WorkerShadow::of_this_thread().arena().cells.contains(address)) {
    variable = symboliser.global(reinterpret_cast<const void*>(address));
  }
  if (variable) {
    if (variable->dynamic_shared) {
      variable->bytes = launch.dynamic_shared_bytes;
      if (variable->name.empty()) variable->name = "dynamic shared memory";
    }
    finding.offset = address - variable->begin;
    finding.element = element_text(*variable, finding.offset, finding.size);
    finding.object = Object{variable->name, variable->bytes, variable->declared};
    return;
  }
  const auto allocation = sim::Arena::instance().find(reinterpret_cast<const void*>(address));
  if (!allocation) return;
  finding.offset = address - reinterpret_cast<std::uintptr_t>(allocation->base);
  // The kernel's own name for the array: the parameter that points to it, best to its first byte.
  const sim::PointerArgument* argument = nullptr;
  for (const sim::PointerArgument& candidate : launch.arguments) {
    const auto* value = static_cast<const std::byte*>(candidate.value);
    if (value < allocation->base || value >= allocation->base + allocation->bytes) continue;
    if (argument == nullptr || value == allocation->base) argument = &candidate;
    if (value == allocation->base) break;
  }
  Variable array{.name = "allocation " + std::to_string(allocation->number),
                 .bytes = allocation->bytes,
                 .declared = line_of(allocation->pc),
                 .element_bytes = allocation->element_bytes,
                 .dimensions = {0}};
  array.declared.function.clear();
  std::uint64_t skipped = 0;
  if (argument != nullptr) {
    array.name = argument->name;
    if (argument->element_bytes != 0) array.element_bytes = argument->element_bytes;
    skipped = static_cast<std::uint64_t>(static_cast<const std::byte*>(argument->value) - allocation->base);
  }
  if (finding.offset >= skipped) finding.element = element_text(array, finding.offset - skipped, finding.size);
  finding.object = Object{array.name, array.bytes, array.declared};
}

Finding Monitor::race_finding(const sim::LaunchInfo& launch, const RaceLog::Record& record) {
  const Conflict& race = record.least;
  const Site a = Sites::instance().get(race.a.site);
  const Site b = Sites::instance().get(race.b.site);
  Finding finding = base(launch, Kind::kRace);
  finding.space = race.space;
  finding.scope = race.scope;
  finding.severity = record.only_same_value && !options_.same_value_is_error ? Severity::kWarning : Severity::kError;
  finding.occurrences = record.occurrences;
  finding.size = std::max(1U, std::min(a.bytes, b.bytes));
  finding.interval = race.a.at.interval;
  // The conflict names its first byte; the access began where its size is aligned.
  const std::uint64_t address = finding.size <= 16 && (finding.size & (finding.size - 1)) == 0
                                    ? race.address / finding.size * finding.size
                                    : race.address;
  name_object(finding, launch, address);
  if (race.scope == Scope::kIntraBlock) {
    if (race.interval_begin != nullptr) finding.interval_begin = line_of(race.interval_begin);
    if (race.interval_end != nullptr) finding.interval_end = line_of(race.interval_end);
  }
  FindingAccess first = side(race.a, a, launch);
  FindingAccess second = side(race.b, b, launch);
  // The writer first; of two writers, the lesser thread.
  const bool a_writes = (race.a.kind & kWrites) != 0;
  const bool b_writes = (race.b.kind & kWrites) != 0;
  if ((!a_writes && b_writes) || (a_writes == b_writes && race.b.at < race.a.at)) std::swap(first, second);
  finding.accesses = {std::move(first), std::move(second)};
  return finding;
}

Finding Monitor::standstill_finding(const sim::LaunchInfo& launch, const Standstill& standstill) {
  Finding finding = base(launch, standstill.kind);
  finding.severity = standstill.severity;
  finding.scope = Scope::kIntraBlock;
  finding.interval = standstill.interval;
  finding.occurrences = standstill.occurrences;
  std::map<const void*, std::vector<Location>> stacks;
  for (const sim::Waiter& waiter : standstill.waiters) {
    FindingAccess access;
    access.kind = waiter.pc != nullptr ? AccessKind::kBarrier : AccessKind::kExit;
    access.block = index_of(standstill.block, launch.grid);
    access.thread = index_of(waiter.thread, launch.block);
    access.interval = standstill.interval;
    if (waiter.pc != nullptr) {
      auto [at, is_new] = stacks.try_emplace(waiter.pc);
      if (is_new) at->second = Sites::instance().symboliser().frames(waiter.pc);
      place(access, at->second);
      if (!is_new) access.stack.clear();  // Told once for all threads that wait there.
    }
    finding.accesses.push_back(std::move(access));
  }
  return finding;
}

Finding Monitor::stop_finding(const sim::LaunchInfo& launch, const sim::Stop& stop) {
  Finding finding = base(launch, Kind::kCrash);
  finding.severity = Severity::kError;
  FindingAccess access;
  access.kind = stop.text == "write" ? AccessKind::kWrite : AccessKind::kRead;
  access.block = index_of(stop.block, launch.grid);
  access.thread = index_of(stop.thread, launch.block);
  place(access, Sites::instance().symboliser().frames(stop.pc));
  switch (stop.reason) {
    case sim::StopReason::kInvalidAddress:
      finding.kind = Kind::kInvalidAddress;
      explain_invalid_address(finding, stop);
      break;
    case sim::StopReason::kStackOverflow:
      finding.message = "a thread overflows its stack";
      finding.hint = "recursion without an end, or large local arrays? --stack-size SIZE gives each thread more";
      break;
    case sim::StopReason::kArithmetic:
      finding.message = "a thread divides an integer by zero";
      break;
    case sim::StopReason::kIllegalInstruction:
      finding.message =
          "a thread executes an illegal instruction: it fell off the end of a function, or reached code that must not "
          "be reached";
      break;
    case sim::StopReason::kTrap:
      finding.message = "a thread ends the kernel by " + (stop.text.empty() ? "abort()" : stop.text);
      break;
    case sim::StopReason::kAssertion:
      finding.message = "assertion `" + stop.text + "` failed";
      break;
    case sim::StopReason::kTimeout:
      finding.kind = Kind::kTimeout;
      break;
    case sim::StopReason::kDeadlock:
    case sim::StopReason::kInterrupt:
      break;
  }
  finding.accesses.push_back(std::move(access));
  return finding;
}

}  // namespace fencepost::detector
