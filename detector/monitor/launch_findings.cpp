#include "detector/monitor/launch_findings.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "detector/model/index.h"
#include "detector/model/names.h"
#include "detector/symbols/object_name.h"
#include "detector/symbols/sites.h"
#include "detector/worker/freed_memory.h"
#include "sim/engine/arena.h"
#include "sim/engine/memory/peers.h"
#include "sim/engine/residents.h"
#include "sim/interface/config.h"

namespace fencepost::detector {

std::string bytes_text(std::uint64_t bytes) { return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes"); }

std::string at_text(const char* how, const Location& where) {
  return where.line == 0 ? std::string() : std::string(how) + where.file + ':' + std::to_string(where.line);
}

MessageAndHint unmapped_text(const void* address, sim::DeviceNumber device) {
  if (!sim::arena_bounds.is_mapped(address)) return {};
  if (const auto mapped = sim::Arena::instance().find(address)) {
    const std::string number = std::to_string(device);
    if (mapped->peers == nullptr) return {};
    const bool reads = (*mapped->peers >> device & 1) != 0;
    return {"memory mapped" + at_text(" at ", line_of_call(mapped->pc)) + ", which device " + number +
                (reads ? " may only read" : " may not access"),
            "call cuMemSetAccess for device " + number + " after cuMemMap" +
                (reads ? ", with CU_MEM_ACCESS_FLAGS_PROT_READWRITE" : "")};
  }
  if (const auto freed = FreedMemory::instance().find(reinterpret_cast<std::uintptr_t>(address))) {
    return {"memory that was unmapped" + at_text(" at ", line_of_call(freed->freed_pc)) +
                at_text(", mapped at ", line_of_call(freed->pc)),
            "unmap it when all work that uses it is done"};
  }
  const auto reserved = sim::Arena::instance().reservation(address);
  if (!reserved) return {};
  // Addresses around memory of another process are reserved with it.
  const auto nearest = sim::Arena::instance().nearest(address);
  if (nearest && nearest->peers == nullptr && sim::arena_bounds.is_mapped(nearest->base)) return {};
  return {
      "at an address that is reserved" + at_text(", at ", line_of_call(reserved->pc)) + ", but has no memory mapped",
      "map memory there (cuMemMap, cuMemSetAccess) before; is the index, or the size that was mapped, right?"};
}

namespace {

/// Frames from the innermost one of the user's outwards.
void place(FindingAccess& access, const std::vector<Location>& stack) {
  if (stack.empty()) return;
  access.stack.assign(stack.begin() + static_cast<std::ptrdiff_t>(user_frame(stack)), stack.end());
  access.location = access.stack.front();
}

Location line_of(const void* pc) {
  FindingAccess access;
  place(access, Sites::instance().symboliser().frames(pc));
  return access.location;
}

void place_in_user_code(FindingAccess& access, const sim::LaunchInfo& launch) {
  const Location line = user_line(access.location, launch);
  if (line == access.location) return;
  access.location = line;
  access.stack = {line};
}

/// The process has memory there. msync() fails for other addresses.
bool is_mapped(std::uintptr_t address) {
  const auto page_bytes = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  // NOLINTNEXTLINE(performance-no-int-to-ptr): it is not looked at.
  return msync(reinterpret_cast<void*>(address / page_bytes * page_bytes), 1, MS_ASYNC) == 0;
}

/// Of an access to addresses that are, or were, reserved to map memory there. False if these are others.
bool explain_reserved(Finding& finding, const std::string& who, const sim::Stop& stop, const sim::LaunchInfo& launch) {
  const auto [message, hint] = unmapped_text(stop.address, launch.device);
  if (message.empty()) return false;
  finding.space = Space::kGlobal;
  finding.message = who + message;
  finding.hint = hint;
  if (const auto object = object_at(Space::kGlobal, reinterpret_cast<std::uintptr_t>(stop.address), launch)) {
    finding.object = object_of(*object);
  } else if (FreedMemory::instance().find(reinterpret_cast<std::uintptr_t>(stop.address))) {
    finding.kind = Kind::kUseAfterFree;
  }
  return true;
}

/// The same of another device's memory. False if it is none.
bool explain_other_device(Finding& finding, const std::string& who, const sim::Stop& stop,
                          const sim::LaunchInfo& launch) {
  if (!sim::arena_bounds.is_device_only(stop.address)) return false;
  const unsigned device = sim::arena_bounds.part_of(stop.address);
  const auto allocation = sim::Arena::instance().find(stop.address);
  if (device == launch.device || sim::reaches(launch.device, stop.address) || !allocation) return false;
  finding.space = Space::kGlobal;
  const std::string own = std::to_string(launch.device), other = std::to_string(device);
  finding.message = who + "memory of device " + other + at_text(", allocated at ", line_of(allocation->pc)) +
                    ", but runs on device " + own + ", which may not access it";
  finding.hint = allocation->peers != nullptr
                     ? "it is of a memory pool: call cudaMemPoolSetAccess for device " + own + " before the launch"
                     : "while device " + own + " is current, call cudaDeviceEnablePeerAccess(" + other +
                           ", 0) before the launch, or copy with cudaMemcpyPeer";
  if (const auto object = object_at(Space::kGlobal, reinterpret_cast<std::uintptr_t>(stop.address), launch)) {
    finding.object = object_of(*object);
  }
  return true;
}

/// Message and hint for an access to memory that is not the device's.
void explain_invalid_address(Finding& finding, const sim::Stop& stop, const sim::LaunchInfo& launch) {
  const std::string who = stop.access == sim::StopAccess::kWrite  ? "a thread writes "
                          : stop.access == sim::StopAccess::kRead ? "a thread reads "
                                                                  : "a thread accesses ";
  const auto address = reinterpret_cast<std::uintptr_t>(stop.address);
  constexpr std::uintptr_t kNullPage = 4096;
  constexpr std::uintptr_t kNear = std::uintptr_t{1} << 30;
  if (address < kNullPage) {
    finding.message = who + std::string(kThroughNullPointer);
    finding.hint = "check that every pointer is allocated (and each cudaMalloc succeeded) before the launch";
    return;
  }
  if (explain_reserved(finding, who, stop, launch)) return;
  if (explain_other_device(finding, who, stop, launch)) return;
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
      finding.kind = Kind::kOutOfBounds;
      finding.space = Space::kGlobal;
      return;
    }
  }
  if (!is_mapped(address)) {
    finding.message = who + "through a pointer to no memory at all";
    finding.hint = "look at where the pointer, or the index, comes from: was it set, and copied to the device?";
    return;
  }
  finding.message = who + "host memory, which the device cannot reach";
  finding.hint = "allocate the array with cudaMalloc and copy it, or use cudaMallocManaged";
}

}  // namespace

FindingAccess access_side(const RaceSide& side, const sim::LaunchInfo& launch) {
  FindingAccess access;
  access.kind = access_kind(side.kind);
  access.of_block_scope = (side.kind & kOfBlock) != 0;
  access.of_cluster_scope = (side.kind & kOfCluster) != 0;
  access.block = index_of(side.at.block, launch.grid);
  access.thread = index_of(side.at.thread, launch.block);
  access.interval = side.at.interval;
  place(access, Sites::instance().get(side.site).stack);
  place_in_user_code(access, launch);
  return access;
}

Finding finding_of_launch(const sim::LaunchInfo& launch, Kind kind) {
  Finding finding;
  finding.kind = kind;
  finding.kernel = Sites::instance().symboliser().function(launch.entry_pc);
  finding.launch = launch.number;
  if (sim::device_count() > 1) finding.device = launch.device;
  finding.grid = to_index(launch.grid);
  finding.block_dim = to_index(launch.block);
  return finding;
}

namespace {

Finding race_finding(const sim::LaunchInfo& launch, const RaceLog::Record& record, const RaceFacts& facts) {
  const Conflict& race = record.least;
  const Site a = Sites::instance().get(race.a.site);
  const Site b = Sites::instance().get(race.b.site);
  Finding finding = finding_of_launch(launch, Kind::kRace);
  finding.space = race.space;
  finding.scope = race.scope == Scope::kIntraBlock && record.only_in_warp ? Scope::kIntraWarp : race.scope;
  const bool same_value = record.only_same_value && !facts.same_value_is_error;
  finding.severity = same_value || record.only_lockstep ? Severity::kWarning : Severity::kError;
  finding.occurrences = record.occurrences;
  finding.both_write = record.both_write;
  finding.handed_over = facts.handed_over;
  finding.lacks_proxy_fence = record.only_proxies;
  finding.with_async_copy = facts.async_copies.contains(race.a.site) || facts.async_copies.contains(race.b.site);
  finding.size = std::max(1U, std::min(a.bytes, b.bytes));
  finding.interval = race.a.at.interval;
  // The conflict names its first byte; the access began where its size is aligned, unless something else lies there.
  std::uint64_t address = race.address;
  if (finding.size <= 16 && (finding.size & (finding.size - 1)) == 0) {
    const std::uint64_t aligned = address / finding.size * finding.size;
    const std::optional<NamedObject> object = object_at(finding.space, address, launch);
    if (!object || aligned >= object->begin) address = aligned;
  }
  name_object(finding, launch, address);
  if (race.scope == Scope::kIntraBlock) {
    if (race.interval_begin != nullptr) finding.interval_begin = line_of(race.interval_begin);
    if (race.interval_end != nullptr) finding.interval_end = line_of(race.interval_end);
  }
  FindingAccess first = access_side(race.a, launch);
  FindingAccess second = access_side(race.b, launch);
  // The writer first; of two writers, the lesser thread.
  const bool a_writes = (race.a.kind & kWrites) != 0;
  const bool b_writes = (race.b.kind & kWrites) != 0;
  if ((!a_writes && b_writes) || (a_writes == b_writes && race.b.at < race.a.at)) std::swap(first, second);
  finding.accesses = {std::move(first), std::move(second)};
  return finding;
}

}  // namespace

void add_races(const sim::LaunchInfo& launch, const RaceLog& races, const RaceFacts& facts, Findings& findings) {
  const auto rank = [&](const RaceLog::Record& r) {
    return std::tuple(r.only_same_value, r.least.a.kind + r.least.b.kind);
  };
  std::map<std::string, RaceLog::Record> by_lines;
  for (const auto& [key, record] : races.records()) {
    std::array<std::vector<Location>, 2> chains = {user_chain(Sites::instance().get(key.site_a), launch),
                                                   user_chain(Sites::instance().get(key.site_b), launch)};
    std::sort(chains.begin(), chains.end());
    std::string place =
        "race|" + std::to_string(static_cast<int>(key.space)) + std::to_string(static_cast<int>(key.scope));
    for (const std::vector<Location>& chain : chains) place += '|' + chain_key(chain);
    // The same lines may be reached by an inlined call that the user allows and by one that is not.
    const auto suppressed = findings.decide(race_finding(launch, record, facts));
    if (suppressed) place += '|' + suppressed->by;
    auto [at, is_new] = by_lines.try_emplace(place, record);
    if (is_new) continue;
    RaceLog::Record& known = at->second;
    const bool in_warp = known.only_in_warp && record.only_in_warp;
    const bool both_write = known.both_write || record.both_write;
    const std::uint64_t occurrences = std::max(known.occurrences, record.occurrences);
    const bool record_first =
        rank(record) != rank(known) ? rank(record) < rank(known) : comes_before(record.least, known.least);
    if (record_first) known = record;
    known.occurrences = occurrences;
    known.only_in_warp = in_warp;
    known.both_write = both_write;
  }
  for (const auto& [place, record] : by_lines) findings.add(race_finding(launch, record, facts), place);
}

Finding standstill_finding(const sim::LaunchInfo& launch, const Standstill& standstill) {
  Finding finding = finding_of_launch(launch, standstill.kind);
  finding.severity = standstill.severity;
  finding.scope = standstill.scope;
  if (standstill.kind == Kind::kLeak) finding.space = Space::kTensor;
  finding.message = standstill.message;
  finding.hint = standstill.hint;
  finding.interval = standstill.interval;
  finding.occurrences = standstill.occurrences;
  std::map<const void*, std::vector<Location>> stacks;
  for (const sim::Waiter& waiter : standstill.waiters) {
    FindingAccess access;
    access.kind = waiter.pc == nullptr             ? AccessKind::kExit
                  : standstill.kind == Kind::kLeak ? AccessKind::kWrite  // Of where the memory lies.
                                                   : AccessKind::kBarrier;
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
  if (standstill.left) {
    FindingAccess access;
    access.kind = AccessKind::kExit;
    access.block = index_of(*standstill.left, launch.grid);
    access.thread = index_of(standstill.thread_left, launch.block);
    finding.accesses.push_back(std::move(access));
  }
  return finding;
}

Finding stop_finding(const sim::LaunchInfo& launch, const sim::Stop& stop) {
  Finding finding = finding_of_launch(launch, Kind::kCrash);
  finding.severity = Severity::kError;
  FindingAccess access;
  access.kind = stop.access == sim::StopAccess::kWrite ? AccessKind::kWrite : AccessKind::kRead;
  access.block = index_of(stop.block, launch.grid);
  access.thread = index_of(stop.thread, launch.block);
  place(access, Sites::instance().symboliser().frames(stop.pc));
  place_in_user_code(access, launch);
  switch (stop.reason) {
    case sim::StopReason::kInvalidHandle:
      finding.kind = Kind::kInvalidAddress;
      finding.message = "a thread calls " + stop.text;
      finding.hint = "destroy textures and surfaces when the kernels that use them are done";
      break;
    case sim::StopReason::kUnsupported:
      finding.kind = Kind::kUnsupported;
      finding.message = stop.text + " is not supported by Fencepost";
      break;
    case sim::StopReason::kSurfaceBounds:
      finding.kind = Kind::kOutOfBounds;
      finding.space = Space::kGlobal;
      finding.message = "a thread calls " + stop.text;
      finding.hint = "guard the access with the size of the surface, of which x counts bytes: x * sizeof(T)";
      if (const auto object = object_at(Space::kGlobal, reinterpret_cast<std::uintptr_t>(stop.address), launch)) {
        finding.object = object_of(*object);
      }
      break;
    case sim::StopReason::kTensorMemory:
      finding.kind = Kind::kOutOfBounds;
      finding.message = "a thread executes " + stop.text;
      finding.hint =
          "a block may use the columns that its tcgen05.alloc got and not yet deallocated, and a warp the lanes from "
          "32 "
          "* (its number % 4) on";
      break;
    case sim::StopReason::kInvalidAddress:
      finding.kind = Kind::kInvalidAddress;
      explain_invalid_address(finding, stop, launch);
      break;
    case sim::StopReason::kStackOverflow:
      finding.message = "a thread overflows its stack";
      finding.hint = "recursion without an end, or large local arrays? --stack-size SIZE gives each thread more";
      break;
    case sim::StopReason::kArithmetic:
      finding.message = "a thread divides an integer by zero, or the smallest one by -1";
      finding.hint = "guard the division: on a GPU it has any result, and the kernel goes on";
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
    case sim::StopReason::kMemory:
      finding.message = "the memory that the program may take is used up";
      finding.hint =
          "take smaller sizes or fewer --jobs, or look at parts of large launches with --sample: what threads access "
          "is "
          "kept until they are ordered";
      break;
    case sim::StopReason::kNotCooperative:
      finding.message = "a thread comes to the barrier of the grid in a launch that has none";
      finding.hint = "launch the kernel with cudaLaunchCooperativeKernel";
      break;
    case sim::StopReason::kTooManyBlocks:
      finding.kind = Kind::kDeadlock;
      access.kind = AccessKind::kBarrier;
      finding.message =
          "blocks wait for others of the launch, which cannot begin: " + std::to_string(sim::kMostResidents) +
          " blocks have begun, and none of them goes on";
      finding.hint =
          "launch no more blocks than the device holds at a time (multiProcessorCount times "
          "cudaOccupancyMaxActiveBlocksPerMultiprocessor)";
      break;
    case sim::StopReason::kDeadlock:
    case sim::StopReason::kInterrupt:
      break;
  }
  finding.accesses.push_back(std::move(access));
  if (stop.or_later && !sim::ends_program(stop.reason)) {
    finding.hint += std::string(finding.hint.empty() ? "" : "; ") +
                    "it may also be a later thread of the row: without --no-check that is told";
  }
  return finding;
}

}  // namespace fencepost::detector
