// What processes know of an event that they share (cudaEventInterprocess). Thread safety: full.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <memory>
#include <optional>

#include "sim/include/driver_types.h"
#include "sim/interface/observer.h"

namespace fencepost::sim {

/// Every operation is complete when its call returns, so a wait for another process's record waits for nothing. What
/// orders the work of this process is whose record it was: see wait_for_others().
class SharedEvent {
 public:
  /// Null: the system has no more.
  static std::unique_ptr<SharedEvent> make();
  /// Of another process, or of this one. Null: the handle is none of an event that exists.
  static std::unique_ptr<SharedEvent> open(const cudaIpcEventHandle_t&);
  ~SharedEvent();
  SharedEvent(const SharedEvent&) = delete;
  SharedEvent& operator=(const SharedEvent&) = delete;

  [[nodiscard]] cudaIpcEventHandle_t handle() const;
  /// The event is recorded in the stream by this process.
  void note_record(StreamNumber, const void* pc);
  /// The last record was another process's.
  [[nodiscard]] bool was_recorded_by_other() const;

 private:
  struct State {
    std::atomic<pid_t> recorder;  ///< 0: nobody yet.
  };
  SharedEvent(int file, State* state) : file_(file), state_(state) {}

  int file_;
  State* state_;
};

/// A stream, or the host if nullopt, waits for what another process has recorded: that may have waited for all that
/// this one recorded in events that processes share, and so comes after it.
void wait_for_others(std::optional<StreamNumber>, const void* pc);

}  // namespace fencepost::sim
