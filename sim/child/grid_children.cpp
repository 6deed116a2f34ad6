#include "sim/child/grid_children.h"

#include <atomic>
#include <cstdio>
#include <semaphore>
#include <string_view>

#include "sim/engine/block_runner.h"
#include "sim/include/cuda_runtime_api.h"
#include "sim/interface/current.h"
#include "sim/os/parked_threads.h"
#include "sim/runtime/device.h"
#include "sim/runtime/error_state.h"
#include "sim/runtime/event.h"
#include "sim/runtime/stream.h"

namespace fencepost::sim {
namespace {

std::atomic<std::uint64_t> last_request{0};
std::atomic<std::size_t> pending_launches{0};
std::atomic<std::uintptr_t> last_handle{0x1000};  // No pointers, but told apart as such.

template <class Handle>
Handle new_handle() {
  return reinterpret_cast<Handle>(last_handle.fetch_add(0x10) + 0x10);  // NOLINT(performance-no-int-to-ptr)
}

/// For all launches of a program whose kernels launch.
class Runner final : public ChildRunner {
 public:
  void begin(LaunchInfo& info, unsigned depth) override {
    info.children =
        new GridChildren(info.number, info.device, depth, info.descent.is_awaited, GraphEnvironment::current());
  }
  void end(const LaunchInfo& info, bool stopped) override {
    const std::unique_ptr<GridChildren> children(info.children);
    if (!stopped) children->run_all();
    children->tell_errors();
    observers().streams->on_children_end(info.number);
  }
};

__attribute__((constructor(101))) void take_note() {
  static Runner runner;
  child_runner = &runner;
  program_creates_streams = true;  // Of the device's: what kernels launch has to be ordered.
}

bool is_of_block(cudaStream_t stream) {
  return stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
}

}  // namespace

GridChildren& GridChildren::of_running_thread() { return *current.runner->launch()->children; }

bool GridChildren::is_stream(cudaStream_t stream) {
  if (is_of_block(stream) || stream == cudaStreamTailLaunch || stream == cudaStreamFireAndForget) return true;
  const std::scoped_lock lock(mutex_);
  return streams_.contains(stream);
}

cudaStream_t GridChildren::create_stream() {
  const std::scoped_lock lock(mutex_);
  return *streams_.insert(new_handle<cudaStream_t>()).first;
}

bool GridChildren::destroy_stream(cudaStream_t stream) {
  const std::scoped_lock lock(mutex_);
  return streams_.erase(stream) != 0;
}

cudaEvent_t GridChildren::create_event() {
  const std::uint64_t number = new_event_number();
  const std::scoped_lock lock(mutex_);
  return events_.emplace(new_handle<cudaEvent_t>(), number).first->first;
}

bool GridChildren::is_event(cudaEvent_t event) {
  const std::scoped_lock lock(mutex_);
  return events_.contains(event);
}

// The number stays with what was issued before.
bool GridChildren::destroy_event(cudaEvent_t event) {
  const std::scoped_lock lock(mutex_);
  return events_.erase(event) != 0;
}

void GridChildren::add(Entry entry) {
  entry.block = current.runner->block();
  entry.is_tail = entry.stream == cudaStreamTailLaunch;
  if (is_of_block(entry.stream)) entry.stream = nullptr;
  const std::scoped_lock lock(mutex_);
  entries_.push_back(std::move(entry));
}

void GridChildren::add(cudaStream_t stream, Perform perform) {
  const std::uint64_t request = ++last_request;
  observers().accesses->on_child_request(request);
  add(Entry{.stream = stream, .request = request, .perform = std::move(perform)});
}

cudaError_t GridChildren::add_launch(cudaStream_t stream, std::unique_ptr<ChildLaunch> launch) {
  if (depth_ + 1 >= kMostDepth) return cudaErrorLaunchMaxDepthExceeded;
  if (pending_launches >= device_limit(device_, cudaLimitDevRuntimePendingLaunchCount)) {
    return cudaErrorLaunchPendingCountExceeded;
  }
  ++pending_launches;
  const std::shared_ptr<const ChildLaunch> kept = std::move(launch);
  const std::uint64_t request = ++last_request;
  observers().accesses->on_child_request(request);
  add(Entry{.stream = stream,
            .request = request,
            .is_launch = true,
            .perform = [kept, depth = depth_ + 1](StreamNumber number, const Descent& descent) {
              kept->perform(number, descent, depth);
            }});
  return cudaSuccess;
}

void GridChildren::add_graph(CUgraphExec_st& graph, cudaStream_t stream) {
  if (stream == cudaStreamGraphTailLaunch) return graph_->add_tail(graph);
  const std::uint64_t request = ++last_request;
  observers().accesses->on_child_request(request);
  add(Entry{.stream = stream,
            .request = request,
            .of_graph = true,
            .perform = [this, &graph, as_sibling = stream == cudaStreamGraphFireAndForgetAsSibling](
                           StreamNumber number, const Descent& descent) {
              graph_->perform_beside(graph, number, device_, descent, as_sibling);
            }});
}

void GridChildren::record(cudaEvent_t event, cudaStream_t stream, const void* pc) {
  add(Entry{.stream = stream, .perform = [number = events_.at(event), pc](StreamNumber in, const Descent&) {
              observers().streams->on_event_record(number, in, pc);
            }});
}

void GridChildren::wait(cudaStream_t stream, cudaEvent_t event, const void* pc) {
  add(Entry{.stream = stream, .perform = [number = events_.at(event), pc](StreamNumber in, const Descent&) {
              observers().streams->on_stream_wait_event(in, number, pc);
            }});
}

GridChildren::LastError& GridChildren::last_error() { return last_errors_[{current.runner->block(), current.thread}]; }

cudaError_t GridChildren::result(cudaError_t error) {
  if (error == cudaSuccess) return error;
  const std::scoped_lock lock(mutex_);
  last_error().error = error;
  return error;
}

void GridChildren::tell_if_unread(cudaError_t error, const char* call, const char* consequence, const void* pc) {
  if (result(error) == cudaSuccess) return;
  const std::scoped_lock lock(mutex_);
  last_error().unread.insert({call,
                              std::string("it failed with ") + cudaGetErrorName(error) + ", so " + consequence +
                                  ", and nothing asked (cudaGetLastError)",
                              pc});
}

void GridChildren::tell_invalid(const char* call, std::string what, const void* pc) {
  const std::scoped_lock lock(mutex_);
  failures_.insert({call, std::move(what), pc});
}

cudaError_t GridChildren::last_error(bool clear) {
  const std::scoped_lock lock(mutex_);
  LastError& last = last_error();
  last.unread.clear();
  return clear ? std::exchange(last.error, cudaSuccess) : last.error;
}

StreamNumber GridChildren::new_stream(DeviceStream::Of of, BlockRank block) {
  used_.push_back(new_stream_number());
  observers().streams->on_device_stream_begin(
      {.number = used_.back(), .parent = launch_, .of = of, .block = block, .device = device_});
  return used_.back();
}

StreamNumber GridChildren::number_of(const Entry& entry) {
  if (entry.of_graph) return new_stream(DeviceStream::Of::kOneGraph, 0);
  if (entry.stream == cudaStreamFireAndForget) return new_stream(DeviceStream::Of::kOneLaunch, 0);
  const BlockRank block = entry.stream == nullptr ? entry.block : 0;
  const auto [at, is_new] = numbers_.try_emplace({entry.stream, block}, 0);
  if (is_new) {
    at->second = new_stream(entry.stream == nullptr ? DeviceStream::Of::kBlock
                            : entry.is_tail         ? DeviceStream::Of::kTail
                                                    : DeviceStream::Of::kCreated,
                            block);
  }
  return at->second;
}

void GridChildren::run(const std::function<bool(const Entry&)>& chosen, bool awaited) {
  std::deque<Entry> all;
  all.swap(entries_);
  for (Entry& entry : all) {
    if (!chosen(entry)) {
      entries_.push_back(std::move(entry));
      continue;
    }
    if (entry.is_launch) --pending_launches;
    if (sticky_error() != cudaSuccess) continue;
    entry.perform(number_of(entry), {.parent = launch_,
                                     .request = entry.request,
                                     .is_tail = entry.is_tail,
                                     .is_awaited = awaited || nested_,
                                     .of_graph = entry.of_graph});
  }
}

void GridChildren::run_all() {
  run([](const Entry& entry) { return !entry.is_tail; }, false);
  run([](const Entry&) { return true; }, false);
  for (const StreamNumber stream : used_) observers().streams->on_stream_end(stream);
}

/// On another OS thread: this one's is in the middle of a block.
cudaError_t GridChildren::await_block(const void* pc) {
  if (depth_ >= device_limit(device_, cudaLimitDevRuntimeSyncDepth)) {
    tell_if_unread(cudaErrorSyncDepthExceeded, "cudaDeviceSynchronize", "it waited for nothing", pc);
    return cudaErrorSyncDepthExceeded;
  }
  BlockRunner& runner = *current.runner;
  std::fwrite(runner.output().data(), 1, runner.output().size(), stdout);
  runner.output().clear();
  const BlockRank block = runner.block();
  std::binary_semaphore done(0);
  const auto run_those = [&] {
    run([block](const Entry& entry) { return entry.block == block && !entry.is_tail; }, true);
    done.release();
  };
  if (!run_on_parked_thread(run_those)) return result(cudaErrorMemoryAllocation);
  done.acquire();
  observers().accesses->on_children_awaited();
  return result(sticky_error());
}

void GridChildren::tell_errors() {
  for (auto& [thread, last] : last_errors_) failures_.merge(last.unread);
  for (const Failure& failure : failures_) {
    observers().calls->on_invalid_arguments(failure.call, failure.what, failure.pc);
  }
}

}  // namespace fencepost::sim
