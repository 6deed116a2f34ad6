#include "detector/permission/recorder.h"

#include <algorithm>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <utility>

#include "detector/model/block_name.h"
#include "detector/permission/barrier_purpose.h"
#include "detector/permission/pattern_builder.h"
#include "detector/shadow/access_state.h"
#include "detector/symbols/sites.h"
#include "detector/worker/worker_shadow.h"
#include "sim/interface/current.h"

namespace fencepost::detector {

struct PermissionRecorder::Impl {
  explicit Impl(PermissionRequest wanted) : request(std::move(wanted)) {}

  [[nodiscard]] bool wants(const std::string& array) const {
    return request.arrays.empty() || std::ranges::find(request.arrays, array) != request.arrays.end();
  }
  void add(std::vector<PermissionPattern> found);

  PermissionRequest request;
  BarrierPurposes purposes;
  std::mutex mutex;
  std::vector<PermissionPattern> patterns;
  std::set<std::string> known;  ///< Arrays that are in `patterns`.
};

namespace {

/// Records one block: for the drawing, for the purposes of its barriers, or both.
class Recording final : public BlockListener {
 public:
  using Finished = std::function<void(Recording&)>;
  Recording(bool draws, bool finds_purposes, Finished finished)
      : draws_(draws), finds_purposes_(finds_purposes), finished_(std::move(finished)) {
    intervals_.emplace_back();
  }

  void on_access(std::uintptr_t address, std::size_t bytes, unsigned kind, const void* pc) override {
    const WorkerShadow& worker = *access_state.worker;
    const bool shared = worker.shared().contains(address);
    SiteId site = Sites::instance().find(pc);
    if (site == 0)
      site = Sites::instance().number(pc, static_cast<std::uint32_t>(std::min<std::size_t>(bytes, 1U << 30)));
    Touch touch{.address = shared ? address - worker.shared().begin : address,
                .bytes = static_cast<std::uint32_t>(bytes),
                .site = site};
    touch.thread = static_cast<std::uint16_t>(sim::current.thread);
    touch.kind = static_cast<std::uint16_t>(kind);
    touch.is_shared = shared ? 1 : 0;
    const sim::BusySection busy;
    if (draws_) intervals_.back().touches.add(touch);
    if (finds_purposes_) accesses_.add(static_cast<std::uint32_t>(barriers_.size()), touch);
  }

  void on_interval_end(const void* barrier_pc) override {
    if (barrier_pc == nullptr) {
      finished_(*this);
      return;
    }
    barriers_.push_back(barrier_pc);
    if (draws_) intervals_.emplace_back().after = barrier_pc;
  }

  [[nodiscard]] bool draws() const { return draws_; }
  [[nodiscard]] bool finds_purposes() const { return finds_purposes_; }
  std::vector<IntervalTouches>& intervals() { return intervals_; }
  [[nodiscard]] const std::vector<const void*>& barriers() const { return barriers_; }
  [[nodiscard]] const BlockAccesses& accesses() const { return accesses_; }

 private:
  bool draws_, finds_purposes_;
  Finished finished_;
  std::vector<IntervalTouches> intervals_;
  std::vector<const void*> barriers_;  ///< The one after interval i.
  BlockAccesses accesses_;
};

}  // namespace

void PermissionRecorder::Impl::add(std::vector<PermissionPattern> found) {
  const std::scoped_lock lock(mutex);
  for (PermissionPattern& pattern : found) {
    if (wants(pattern.array) && known.insert(pattern.array).second) patterns.push_back(std::move(pattern));
  }
}

PermissionRecorder::PermissionRecorder(const PermissionRequest& request) : impl_(std::make_unique<Impl>(request)) {}
PermissionRecorder::~PermissionRecorder() = default;

void PermissionRecorder::begin_launch(const sim::LaunchInfo&) {}
void PermissionRecorder::end_launch(const sim::LaunchInfo&) {}

std::unique_ptr<BlockListener> PermissionRecorder::begin_block(const sim::LaunchInfo& launch, sim::BlockRank block) {
  const PermissionRequest& request = impl_->request;
  const bool of_launch = request.launch == 0 || request.launch == launch.number;
  const bool draws = of_launch && block_named(request.block, launch.grid) == block;
  if (!draws && !request.barriers) return nullptr;
  return std::make_unique<Recording>(draws, request.barriers, [this, &launch, block](Recording& recording) {
    if (recording.draws()) impl_->add(build_patterns(launch, block, recording.intervals()));
    if (recording.finds_purposes()) impl_->purposes.add_block(launch, recording.barriers(), recording.accesses());
  });
}

PermissionRecord PermissionRecorder::record() const {
  PermissionRecord record{.patterns = impl_->patterns};
  if (impl_->request.barriers) {
    record.barriers = impl_->purposes.purposes();
    record.barriers_known = true;
  }
  return record;
}

}  // namespace fencepost::detector
