#include "detector/profile/recorder.h"

#include <algorithm>
#include <deque>
#include <mutex>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "detector/profile/lane_trace.h"
#include "detector/profile/lines.h"
#include "detector/profile/warp_replay.h"
#include "detector/shadow/shadow_cell.h"
#include "detector/symbols/sites.h"
#include "detector/worker/worker_shadow.h"
#include "sim/engine/block_runner.h"
#include "sim/interface/current.h"
#include "sim/os/image.h"

namespace fencepost::detector {
namespace {

/// Events kept of one interval of a block: 64 MiB.
constexpr std::size_t kEventsPerInterval = std::size_t{1} << 22;

std::uint32_t code_address(const void* pc) {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(pc) - sim::own_image().bias);
}

struct KernelCounts {
  const void* entry_pc = nullptr;
  std::string name;
  std::uint64_t launches = 0;
  CountsByPc by_pc;
  std::uint64_t cut = 0;
  bool has_blocks = false;
};

/// Where one `__device__` variable lies.
struct VariableExtent {
  std::uintptr_t begin = 0;
  std::size_t bytes = 0;
};

/// What a block needs of memory, and may know already from the blocks before it.
struct Traces {
  std::vector<LaneTrace> lanes;
  WarpReplay replay;
  CountsByPc counts;
  std::vector<VariableExtent> variables;                   ///< Those accessed so far.
  std::unordered_map<const void*, std::string> functions;  ///< Names by code address: few, see enters_kernel().
};

}  // namespace

struct ProfileRecorder::Impl {
  std::mutex mutex;
  std::deque<KernelCounts> kernels;  ///< In order of first launch.
  KernelCounts* running = nullptr;
  std::vector<std::unique_ptr<Traces>> free_traces;

  std::unique_ptr<Traces> take_traces() {
    const std::scoped_lock lock(mutex);
    if (free_traces.empty()) return std::make_unique<Traces>();
    auto traces = std::move(free_traces.back());
    free_traces.pop_back();
    return traces;
  }

  class Block;
};

class ProfileRecorder::Impl::Block final : public BlockListener {
 public:
  Block(Impl& recorder, std::uint32_t threads)
      : recorder_(recorder), traces_(recorder.take_traces()), threads_(threads), kernel_(*recorder.running) {
    if (traces_->lanes.size() < threads) traces_->lanes.resize(threads);
    for (LaneTrace& lane : lanes()) lane.begin_thread(kEventsPerInterval / threads);
    traces_->counts.clear();
  }
  ~Block() override {
    const std::scoped_lock lock(recorder_.mutex);
    recorder_.free_traces.push_back(std::move(traces_));
  }
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;

  void on_access(std::uintptr_t address, std::size_t bytes, unsigned kind, const void* pc) override {
    const sim::BusySection busy;
    const bool shared = shared_.contains(address);
    std::uint64_t place = address;
    if (shared) {
      place -= shared_.begin;  // Which depends on the worker.
    } else if (module_.contains(address)) {
      place = place_of_variable(address);
    }
    lane().access(place, bytes, shared, (kind & kIsAtomic) != 0, code_address(pc));
  }

  void on_basic_block(const void* pc, const void* frame) override {
    const sim::BusySection busy;
    const auto frame_address = reinterpret_cast<std::uintptr_t>(frame);
    if (LaneTrace& trace = lane(); trace.in_kernel()) {
      trace.enter_block(code_address(pc), frame_address);
    } else if (enters_kernel(pc)) {
      trace.enter_kernel(frame_address);
    }
  }

  void on_interval_end(const void* barrier_pc) override {
    const std::span<LaneTrace> all = lanes();
    if (barrier_pc == nullptr) {
      for (LaneTrace& lane : all) lane.leave_kernel();
    }
    for (std::size_t first = 0; first < all.size(); first += sim::warp_size) {
      const std::size_t count = std::min<std::size_t>(all.size() - first, sim::warp_size);
      if (!traces_->replay.replay(all.subspan(first, count), traces_->counts)) ++cut_;
    }
    for (LaneTrace& lane : all) lane.begin_interval();
    if (barrier_pc == nullptr) end_block();
  }

 private:
  void end_block() {
    const std::scoped_lock lock(recorder_.mutex);
    for (const auto& [pc, counts] : traces_->counts) kernel_.by_pc[pc].add(counts);
    kernel_.cut += cut_;
    kernel_.has_blocks |= std::ranges::any_of(lanes(), &LaneTrace::in_kernel);
  }

  [[nodiscard]] std::span<LaneTrace> lanes() { return std::span(traces_->lanes).first(threads_); }
  [[nodiscard]] LaneTrace& lane() { return traces_->lanes[sim::current.thread]; }

  /// Before the kernel a thread runs code that fencepost-nvcc put around it. So is the kernel's first block, which asks
  /// whether the host calls it: with it the thread enters the kernel, but it does not count.
  bool enters_kernel(const void* pc) {
    auto [at, is_new] = traces_->functions.try_emplace(pc);
    if (is_new) at->second = Sites::instance().symboliser().function(pc);
    return at->second == kernel_.name;
  }

  /// The address as if each variable began with a sector, as an allocation does: linkers pack them closer.
  std::uintptr_t place_of_variable(std::uintptr_t address) {
    auto at = std::ranges::find_if(traces_->variables, [address](const VariableExtent& variable) {
      return address - variable.begin < variable.bytes;
    });
    if (at == traces_->variables.end()) {
      const auto variable = Sites::instance().symboliser().global(reinterpret_cast<const void*>(address));
      VariableExtent extent{.begin = address, .bytes = 1};
      if (variable) extent = {.begin = variable->begin, .bytes = variable->bytes};
      at = traces_->variables.insert(at, extent);
    }
    return address + (kSectorBytes - at->begin % kSectorBytes) % kSectorBytes;
  }

  Impl& recorder_;
  std::unique_ptr<Traces> traces_;
  std::size_t threads_;
  KernelCounts& kernel_;
  ShadowRange shared_ = WorkerShadow::of_this_thread().shared();
  ShadowRange module_ = WorkerShadow::of_this_thread().module().cells;
  std::uint64_t cut_ = 0;
};

ProfileRecorder::ProfileRecorder() : impl_(std::make_unique<Impl>()) {}
ProfileRecorder::~ProfileRecorder() = default;

void ProfileRecorder::begin_launch(const sim::LaunchInfo& launch) {
  auto& kernels = impl_->kernels;
  const auto known = std::ranges::find(kernels, launch.entry_pc, &KernelCounts::entry_pc);
  if (known != kernels.end()) {
    impl_->running = &*known;
  } else {
    impl_->running = &kernels.emplace_back(
        KernelCounts{.entry_pc = launch.entry_pc, .name = Sites::instance().symboliser().function(launch.entry_pc)});
  }
  ++impl_->running->launches;
}

std::unique_ptr<BlockListener> ProfileRecorder::begin_block(const sim::LaunchInfo& launch, sim::BlockRank /*block*/) {
  return std::make_unique<Impl::Block>(*impl_, static_cast<std::uint32_t>(launch.block.count()));
}

void ProfileRecorder::end_launch(const sim::LaunchInfo& /*launch*/) { impl_->running = nullptr; }

Profile ProfileRecorder::profile() const {
  const std::scoped_lock lock(impl_->mutex);
  Profile profile;
  for (const KernelCounts& kernel : impl_->kernels) {
    KernelProfile result{.kernel = kernel.name, .launches = kernel.launches, .cut = kernel.cut};
    add_lines(kernel.by_pc, result);
    profile.has_blocks |= kernel.has_blocks;
    profile.kernels.push_back(std::move(result));
  }
  return profile;
}

}  // namespace fencepost::detector
