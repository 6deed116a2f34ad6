#include "detector/monitor/ghost.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "detector/findings/findings.h"
#include "detector/model/finding.h"
#include "detector/shadow/access_state.h"
#include "detector/symbols/object_name.h"
#include "detector/symbols/sites.h"
#include "detector/worker/worker_shadow.h"
#include "sim/interface/current.h"

#define __FENCEPOST__ 1  // NOLINT: the header refuses other compilers than ours
#include "detector/check/outside_kernel.h"
#include "detector/include/fencepost/ghost.h"

namespace fencepost {
namespace detector {
namespace {

/// What AfterInterval's functions need and its users do not see.
struct Looking {
  const sim::LaunchInfo* launch = nullptr;
  sim::BlockRank block = 0;
  Location barrier;
};

thread_local Looking looking;
std::atomic<std::size_t> check_count{0};

struct Registered {
  const GhostCheck::Check* check;
  sim::Extent block;
};

/// Never destroyed: a check may be a static object of the user's.
std::vector<Registered>& checks() {
  static auto& all = *new std::vector<Registered>;
  return all;
}
std::mutex checks_mutex;

}  // namespace

bool ghost_checks_exist() { return check_count.load(std::memory_order_relaxed) != 0; }

bool ghost_check_runs() { return looking.launch != nullptr; }

void run_ghost_checks(const sim::LaunchInfo& launch, sim::BlockRank block, std::uint32_t interval,
                      const void* barrier_pc) {
  const auto x = static_cast<unsigned>(block % launch.grid.x);
  const auto y = static_cast<unsigned>(block / launch.grid.x % launch.grid.y);
  const auto z = static_cast<unsigned>(block / launch.grid.x / launch.grid.y);
  std::vector<Registered> due;
  {
    const std::scoped_lock lock(checks_mutex);
    std::ranges::copy_if(checks(), std::back_inserter(due), [&](const Registered& r) {
      return r.block == sim::Extent{x, y, z};
    });
  }
  if (due.empty()) return;
  const OutsideKernel outside;
  looking = {&launch, block, barrier_pc != nullptr ? line_of_call(barrier_pc) : Location{}};
  AfterInterval after;
  after.launch = static_cast<unsigned>(launch.number);
  after.interval = interval;
  after.at_exit = barrier_pc == nullptr;
  after.file = looking.barrier.file.c_str();
  after.line = looking.barrier.line;
  after.block_x = x;
  after.block_y = y;
  after.block_z = z;
  for (const Registered& registered : due) (*registered.check)(after);
  looking = {};
}

}  // namespace detector

const void* AfterInterval::shared_bytes(const char* name) const {
  const auto offset = detector::Sites::instance().symboliser().shared_named(name, detector::looking.launch->entry_pc);
  if (!offset) return nullptr;
  return reinterpret_cast<const void*>(detector::WorkerShadow::of_this_thread().shared().begin + *offset);
}

void AfterInterval::require(bool holds, const char* text) const {
  using namespace detector;
  if (holds) return;
  const sim::LaunchInfo& launch = *looking.launch;
  Finding finding;
  finding.kind = Kind::kPermission;
  finding.severity = Severity::kError;
  finding.scope = Scope::kIntraBlock;
  finding.kernel = Sites::instance().symboliser().function(launch.entry_pc);
  finding.launch = launch.number;
  finding.grid = {launch.grid.x, launch.grid.y, launch.grid.z};
  finding.block_dim = {launch.block.x, launch.block.y, launch.block.z};
  finding.interval = interval;
  FindingAccess access;
  access.kind = at_exit ? AccessKind::kExit : AccessKind::kBarrier;
  access.block = {block_x, block_y, block_z};
  access.interval = interval;
  access.location = looking.barrier;
  access.stack = {looking.barrier};
  if (at_exit) access.stack.clear();
  finding.accesses.push_back(std::move(access));
  finding.message = std::string("a ghost check does not hold after interval ") + std::to_string(interval) + ": " + text;
  finding.hint = "the values in memory are not what the invariant says; look at the interval before this barrier";
  findings_of_program->add(std::move(finding),
                           "ghost|" + looking.barrier.file + ':' + std::to_string(line) + '|' + text);
}

GhostCheck::GhostCheck(Check check, unsigned block_x, unsigned block_y, unsigned block_z)
    : check_(std::move(check)), block_{block_x, block_y, block_z} {
  const std::scoped_lock lock(detector::checks_mutex);
  detector::checks().push_back({&check_, {block_[0], block_[1], block_[2]}});
  detector::check_count = detector::checks().size();
}

GhostCheck::~GhostCheck() {
  const std::scoped_lock lock(detector::checks_mutex);
  std::erase_if(detector::checks(), [this](const detector::Registered& r) { return r.check == &check_; });
  detector::check_count = detector::checks().size();
}

}  // namespace fencepost
