// The device, and the context of it, that a host thread's calls are about.
#pragma once

#include <optional>

#include "sim/interface/config.h"
#include "sim/interface/events.h"

namespace fencepost::sim {
/// Never the same twice.
unsigned long long new_context_id();
}  // namespace fencepost::sim

/// A context of the driver API: a name for its device, or for a part of it. Green contexts live on when they are
/// destroyed: their streams know them.
struct CUctx_st {
  unsigned long long id = fencepost::sim::new_context_id();
  unsigned int flags = 0;
  fencepost::sim::DeviceNumber device = 0;
  unsigned int multiprocessors = 0;  ///< Of a green context; 0: it is none.
  bool is_destroyed = false;         ///< A green context.

  [[nodiscard]] bool is_green() const { return multiprocessors != 0; }
};

namespace fencepost::sim {

/// Of the calling thread: that of the context on top of its stack or, as long as that is empty, what it set last; 0 at
/// first.
DeviceNumber current_device();
/// cudaSetDevice: the device's primary context takes the place of the one on top.
void set_current_device(DeviceNumber);

inline bool is_device(int number) { return number >= 0 && static_cast<unsigned>(number) < device_count(); }

/// The context that the runtime API uses.
CUctx_st& primary_context(DeviceNumber);

/// The calling thread's stack of contexts, which begins empty. Null: it is empty.
CUctx_st* top_context();
void push_context(CUctx_st*);
/// Null: it was empty.
CUctx_st* pop_context();

/// For the calls of this thread while it lives another device is current.
class DeviceGuard {
 public:
  explicit DeviceGuard(DeviceNumber device);
  ~DeviceGuard();
  DeviceGuard(const DeviceGuard&) = delete;
  DeviceGuard& operator=(const DeviceGuard&) = delete;

 private:
  DeviceNumber before_;
};

}  // namespace fencepost::sim
