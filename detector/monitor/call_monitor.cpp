#include "detector/monitor/call_monitor.h"

#include <map>
#include <mutex>
#include <utility>

#include "detector/model/names.h"
#include "detector/monitor/launch_findings.h"
#include "detector/shadow/memory_state.h"
#include "detector/symbols/object_name.h"
#include "detector/worker/freed_memory.h"
#include "sim/engine/arena.h"
#include "sim/engine/fault.h"
#include "sim/runtime/devices/current.h"
#include "sim/runtime/error_state.h"

namespace fencepost::detector {

void CallMonitor::add(Kind kind, Severity severity, std::string message, std::string hint, const void* pc) {
  // A program that checks what a call returns often ends itself then, before any launch.
  if (!at_end_) sim::prepare_fault_handling();
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
    told_.insert(pc);
  }
  findings_.add(std::move(finding), key);
}

void CallMonitor::add(Kind kind, std::string_view message, std::string_view hint,
                      std::span<const sim::CallSite> sites) {
  if (!at_end_) sim::prepare_fault_handling();
  Finding finding;
  finding.kind = kind;
  finding.severity = Severity::kError;
  finding.message = message;
  finding.hint = hint;
  std::string key = std::string(name_of(kind)) + "|calls";
  for (const sim::CallSite& site : sites) {
    FindingAccess access;
    access.location = line_of_call(site.pc);
    access.by = site.by;
    if (kind != Kind::kApiError) access.kind = site.is_over ? AccessKind::kExit : AccessKind::kBarrier;
    key += '|' + access.location.file + ':' + std::to_string(access.location.line);
    finding.accesses.push_back(std::move(access));
  }
  findings_.add(std::move(finding), key);
}

bool CallMonitor::has_told(const void* pc) {
  const std::scoped_lock lock(mutex_);
  return told_.contains(pc);
}

void CallMonitor::on_invalid_free(std::string_view call, const void* address, const void* pc) {
  if (!options_.checks.memory) return;
  const std::string name(call);
  if (const auto freed = FreedMemory::instance().find(reinterpret_cast<std::uintptr_t>(address))) {
    const Location released = freed->freed_pc != nullptr ? line_of_call(freed->freed_pc) : Location{};
    return add(Kind::kApiError, Severity::kError,
               name + " of memory that was freed already" + at_text(", at ", released) +
                   at_text("; allocated at ", line_of_call(freed->pc)),
               "free each allocation once; set the pointer to null afterwards", pc);
  }
  if (const auto live = sim::Arena::instance().find(address)) {
    const bool is_base = live->base == address;
    return add(Kind::kApiError, Severity::kError,
               name + (is_base ? " of memory of another kind" : " of an address inside of an allocation") +
                   at_text(", allocated at ", line_of_call(live->pc)),
               is_base ? "free with cudaFree what cudaMalloc gave, with cudaFreeHost what cudaMallocHost gave"
                       : "free the address that the allocation returned",
               pc);
  }
  add(Kind::kApiError, Severity::kError, name + " of an address that was never allocated",
      "free what cudaMalloc returned, once", pc);
}

void CallMonitor::on_invalid_range(std::string_view call, std::string_view role, const void* address, std::size_t bytes,
                                   bool of_device, const void* pc) {
  if (!options_.checks.memory) return;
  std::string message = std::string(call) + ": its " + std::string(role) + " (" + bytes_text(bytes) + ") ";
  const bool is_operand = role != "source" && role != "destination";
  std::string hint = is_operand ? "check the sizes and the leading dimension, which are in elements"
                                : "check the size, which is in bytes, and the direction";
  const auto live = sim::Arena::instance().find(address);
  const MessageAndHint unmapped =
      live && !live->is_out_of_reach_of_all() ? MessageAndHint{} : unmapped_text(address, sim::current_device());
  if (!unmapped.message.empty()) {
    message += "is " + unmapped.message;
    hint = unmapped.hint;
  } else if (live) {
    const auto rest = static_cast<std::size_t>(live->base + live->bytes - static_cast<const std::byte*>(address));
    message += bytes > rest ? "goes " + bytes_text(bytes - rest) + " past the end of the " + bytes_text(live->bytes) +
                                  at_text(" allocated at ", line_of_call(live->pc))
                            : std::string("is device memory, not the host's");
  } else if (const auto freed = FreedMemory::instance().find(reinterpret_cast<std::uintptr_t>(address))) {
    message += "was freed" + at_text(" at ", line_of_call(freed->freed_pc));
    hint = is_operand ? "free the memory after the work that uses it" : "copy before the memory is freed";
  } else {
    message += of_device ? "is not device memory" : "is not memory of the host";
  }
  add(Kind::kApiError, Severity::kError, std::move(message), std::move(hint), pc);
}

void CallMonitor::on_invalid_arguments(std::string_view call, std::string_view what, const void* pc) {
  if (!options_.checks.memory) return;
  add(Kind::kApiError, Severity::kError, std::string(call) + ": " + std::string(what), "", pc);
}

void CallMonitor::on_unknown_name(std::string_view call, std::string_view what, std::string_view name,
                                  std::string_view known, const void* pc) {
  if (!options_.checks.memory) return;
  add(Kind::kApiError, Severity::kWarning,
      std::string(call) + ": there is no " + std::string(what) + " called " + std::string(name) +
          "; those that there are: " + (known.empty() ? "none" : std::string(known)),
      "C++ names are mangled in a module: declare it extern \"C\", or ask nvrtcGetLoweredName()", pc);
}

void CallMonitor::on_missing_file(std::string_view call, std::string_view what, const void* pc) {
  if (!options_.checks.memory) return;
  add(Kind::kApiError, Severity::kWarning,
      std::string(call) + ": " + std::string(what) + " (CUDA_ERROR_FILE_NOT_FOUND)",
      "harmless if the program looks whether it has compiled this before, and compiles it now", pc);
}

void CallMonitor::on_refused_source(std::string_view call, std::string_view what, const void* pc) {
  if (!options_.checks.memory) return;
  add(Kind::kApiError, Severity::kWarning, std::string(call) + ": " + std::string(what),
      "the log has the rest (nvrtcGetProgramLog); harmless if the program tries what compiles", pc);
}

void CallMonitor::on_operand_read(std::string_view call, std::string_view role,
                                  std::span<const sim::OperationRange> ranges, std::size_t element_bytes,
                                  const void* pc) {
  if (!memory_checks().written) return;
  for (const sim::OperationRange& range : ranges) {
    if (!sim::arena_bounds.contains(range.address)) continue;
    const auto begin = reinterpret_cast<std::uintptr_t>(range.address);
    const std::uintptr_t unwritten = MemoryState::of_arena().first_unwritten(begin, range.bytes);
    if (unwritten == begin + range.bytes) continue;
    Finding finding;
    finding.kind = Kind::kUninitializedRead;
    finding.severity = Severity::kError;
    finding.space = Space::kGlobal;
    FindingAccess access;
    access.kind = AccessKind::kRead;
    access.location = line_of_call(pc);
    access.by = std::string(call);
    finding.message =
        access.by + " reads its " + std::string(role) + ", part of which nothing has written since it was allocated";
    finding.size = static_cast<std::uint32_t>(element_bytes);
    name_object(finding, {}, unwritten - (unwritten - begin) % element_bytes);
    const std::string key =
        "operand|" + access.location.file + ':' + std::to_string(access.location.line) + finding.message;
    finding.accesses.push_back(std::move(access));
    return findings_.add(std::move(finding), key);
  }
}

void CallMonitor::on_unsupported_call(std::string_view what, std::string_view status, const void* pc) {
  add(Kind::kApiError, Severity::kError,
      std::string(what) + " is not supported by Fencepost; the call returned " + std::string(status),
      "leave it out of the program that is checked, or do it in a kernel", pc);
}

void CallMonitor::on_calls_at_odds(std::string_view what, std::string_view hint, std::span<const sim::CallSite> sites) {
  if (options_.checks.memory) add(Kind::kApiError, what, hint, sites);
}

void CallMonitor::on_calls_stuck(std::string_view what, std::string_view hint, std::span<const sim::CallSite> sites) {
  if (options_.checks.sync) add(Kind::kDeadlock, what, hint, sites);
}

void CallMonitor::on_call_waits(std::string_view what, const sim::CallSite& site) {
  const std::scoped_lock lock(mutex_);
  waiting_[std::this_thread::get_id()] = {std::string(what), site};
}

void CallMonitor::on_call_goes_on() {
  const std::scoped_lock lock(mutex_);
  waiting_.erase(std::this_thread::get_id());
}

void CallMonitor::add_waiting_calls(Kind kind) {
  if (!options_.checks.sync) return;
  std::map<std::thread::id, WaitingCall> waiting;
  {
    const std::scoped_lock lock(mutex_);
    waiting.swap(waiting_);
  }
  for (const auto& [thread, call] : waiting) {
    add(kind, call.what, "let all ranks make the call, and look at the results of those that they made before",
        {&call.site, 1});
  }
}

/// Programming guide, Virtual Functions: not allowed. A kernel that calls none of them does no harm.
void CallMonitor::on_polymorphic_parameter(std::string_view parameter, const void* pc) {
  if (!options_.checks.memory) return;
  add(Kind::kInvalidAddress, Severity::kWarning,
      "the launch passes " + std::string(parameter) +
          ", an object of a class with virtual functions: its vtable pointer is the host's",
      "pass a pointer to an object that a kernel constructed", pc);
}

void CallMonitor::add_findings_of_the_end() {
  at_end_ = true;
  for (const sim::UnreadError& error : sim::unread_errors()) {
    if (error.call == nullptr) {
      add(Kind::kApiError, Severity::kWarning,
          "a launch failed with " + std::string(error.name) + ", so the kernel did not run, and nothing asked",
          "call cudaGetLastError() after the launch", error.pc);
    } else if (options_.checks.memory && !has_told(error.pc)) {
      add(Kind::kApiError, Severity::kWarning,
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
  const auto add_leak = [&](std::size_t bytes, const void* pc) {
    Leak& leak = leaks[line_of_call(pc)];
    leak.bytes += bytes;
    ++leak.count;
    leak.pc = pc;
  };
  for (const sim::Allocation& allocation : sim::Arena::instance().allocations()) {
    if (allocation.space != sim::MemorySpace::kMapped) add_leak(allocation.bytes, allocation.pc);
  }
  for (const sim::KeptMemory& memory : sim::Arena::instance().held()) add_leak(memory.bytes, memory.pc);
  for (const auto& [line, leak] : leaks) {
    add(Kind::kLeak, Severity::kError,
        bytes_text(leak.bytes) + " in " + std::to_string(leak.count) +
            (leak.count == 1 ? " allocation" : " allocations") + " of this line were never freed",
        "", leak.pc);
  }
}

}  // namespace fencepost::detector
