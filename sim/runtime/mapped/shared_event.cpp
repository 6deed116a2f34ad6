#include "sim/runtime/mapped/shared_event.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <map>
#include <mutex>
#include <vector>

#include "sim/interface/host_mutex.h"
#include "sim/runtime/event.h"
#include "sim/runtime/mapped/process_file.h"

namespace fencepost::sim {

namespace {

constexpr const char* kEventFile = "fencepost_ipc_event";

static_assert(sizeof(ProcessFile) <= sizeof(cudaIpcEventHandle_t));

HostMutex shared_events_mutex;

/// Of each stream, an event that only the observer knows: the last record there of any event that processes share.
std::map<StreamNumber, std::uint64_t>& last_records() {
  static auto* const all = new std::map<StreamNumber, std::uint64_t>;
  return *all;
}

std::vector<std::uint64_t> own_records() {
  const std::lock_guard lock(shared_events_mutex);
  std::vector<std::uint64_t> events;
  for (const auto& [stream, event] : last_records()) events.push_back(event);
  return events;
}

void* map_state(int file, std::size_t bytes) {
  void* const state = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  return state == MAP_FAILED ? nullptr : state;
}

}  // namespace

std::unique_ptr<SharedEvent> SharedEvent::make() {
  const int file = memfd_create(kEventFile, MFD_CLOEXEC);
  if (file < 0) return nullptr;
  void* const state = ftruncate(file, sizeof(State)) == 0 ? map_state(file, sizeof(State)) : nullptr;
  if (state == nullptr) {
    close(file);
    return nullptr;
  }
  return std::unique_ptr<SharedEvent>(new SharedEvent(file, static_cast<State*>(state)));
}

std::unique_ptr<SharedEvent> SharedEvent::open(const cudaIpcEventHandle_t& told) {
  ProcessFile of_process;
  std::memcpy(&of_process, &told, sizeof of_process);
  const int file = of_process.open(kEventFile);
  void* const state = file >= 0 ? map_state(file, sizeof(State)) : nullptr;
  if (state == nullptr) {
    if (file >= 0) close(file);
    return nullptr;
  }
  return std::unique_ptr<SharedEvent>(new SharedEvent(file, static_cast<State*>(state)));
}

SharedEvent::~SharedEvent() {
  munmap(state_, sizeof(State));
  close(file_);
}

cudaIpcEventHandle_t SharedEvent::handle() const {
  cudaIpcEventHandle_t told{};
  const ProcessFile of_process = ProcessFile::of_this_process(file_);
  std::memcpy(&told, &of_process, sizeof of_process);
  return told;
}

void SharedEvent::note_record(StreamNumber stream, const void* pc) {
  std::uint64_t event = 0;
  {
    const std::lock_guard lock(shared_events_mutex);
    std::uint64_t& last = last_records()[stream];
    if (last == 0) last = new_event_number();
    event = last;
  }
  observers().streams->on_event_record(event, stream, pc);
  state_->recorder = getpid();
}

bool SharedEvent::was_recorded_by_other() const {
  const pid_t recorder = state_->recorder;
  return recorder != 0 && recorder != getpid();
}

void wait_for_others(std::optional<StreamNumber> stream, const void* pc) {
  for (const std::uint64_t event : own_records()) {
    if (stream) {
      observers().streams->on_stream_wait_event(*stream, event, pc);
    } else {
      observers().streams->on_host_wait_event(event, pc);
    }
  }
}

}  // namespace fencepost::sim
