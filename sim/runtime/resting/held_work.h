// Launches that rest because they wait for what others write, and the work that is held back until they have ended.
//
// A launch of few blocks, of a kernel that looks at what others do, in a program where somebody else may write what it
// looks at (the host, another stream's launch), runs on an OS thread of its own. When all its threads look in vain, the
// call that launched it returns. What the host then puts into streams that come after the launch is held back, in the
// order of the calls; all else is done at once, in the middle of the launch, another launch that may come to rest, too.
//
// Those that rest go on one after the other, in the order of their calls, until none of them sees anything new: when
// another such launch comes to rest or has ended, when the host is seen to write what one looks at, waits for one, or
// does other work. What was held back follows when all has ended that it comes after.
//
// Thread safety: full. No function may be called while the caller holds a lock of the runtime's.
#pragma once

#include <atomic>
#include <functional>
#include <optional>

#include "sim/engine/engine.h"
#include "sim/runtime/work.h"

namespace fencepost::sim {

/// A launch rests, or something is held back behind one. The rest of this header is for where that is so.
extern std::atomic<bool> launch_rests;

/// Performs a launch in `stream` that may come to rest: the function runs on another OS thread, its result is why the
/// launch was stopped. Returns when that has ended, or rests.
void perform_beside_host(cudaStream_t stream, DeviceNumber, std::function<cudaError_t(HostWait*)> perform);

/// What the stream, or the default stream, is given to do next: true if it is held back, and taken.
bool hold_back(std::optional<cudaStream_t> stream, Work& work);
/// What ends a stream, an event or a graph is done when all has been done that is held back now. False if nothing is.
bool hold_back_end(std::function<void()> end);
/// The record of an event in the stream, or the stream's wait for it. What waits for an event that is held back is held
/// back, too.
bool hold_back_event(cudaStream_t stream, std::uint64_t event, bool is_wait, const Work& work);

/// The host is about to wait for the stream, event or device: what it waits for has ended, if that is held back. Where
/// nothing can end it, all launches that rest are stopped, a deadlock.
void finish_held_work(cudaStream_t);
void finish_held_work_of_event(std::uint64_t event);
void finish_held_work_of_device(DeviceNumber);
/// The host asks, and does not wait: false if it is still held back.
bool is_finished(cudaStream_t);
bool is_event_finished(std::uint64_t event);

}  // namespace fencepost::sim
