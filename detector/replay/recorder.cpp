#include "detector/replay/recorder.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "detector/model/block_name.h"
#include "detector/replay/block_recording.h"
#include "detector/replay/program_recording.h"
#include "detector/replay/text.h"
#include "detector/symbols/object_name.h"
#include "detector/symbols/sites.h"

namespace fencepost::detector {
namespace {

/// Recorded without being asked for: of the first launch of so many kernels, so many blocks.
constexpr std::size_t kFirstKernels = 8;
constexpr sim::BlockRank kFirstReplayed = 4;
constexpr std::size_t kMostBlocks = 256;   ///< That are recorded at all.
constexpr std::size_t kMostListed = 2000;  ///< Launches.

struct ListedLaunch {
  std::uint64_t number = 0;
  std::string kernel;
  sim::Extent grid, block;
  Location at;
};

std::string extent_json(const sim::Extent& extent) {
  return '[' + std::to_string(extent.x) + ',' + std::to_string(extent.y) + ',' + std::to_string(extent.z) + ']';
}

}  // namespace

struct ReplayRecorder::Impl {
  explicit Impl(ReplayRequest wanted) : request(std::move(wanted)) {}

  [[nodiscard]] bool wants(sim::BlockRank block, const sim::Extent& grid) const {
    if (request.blocks.empty()) return block < kFirstReplayed;
    return std::ranges::any_of(request.blocks,
                               [&](const std::string& name) { return block_named(name, grid) == block; });
  }

  ReplayRequest request;
  std::mutex mutex;
  std::set<std::string> kernels;  ///< Launched so far.
  std::vector<ListedLaunch> launches;
  std::uint64_t launch_count = 0;
  std::optional<std::string> recording;  ///< The kernel of the running launch, if it is wanted.
  std::map<std::pair<std::uint64_t, sim::BlockRank>, std::vector<std::string>> blocks;
  std::size_t begun = 0;
  ProgramRecording program;
};

ReplayRecorder::ReplayRecorder(const ReplayRequest& request) : impl_(std::make_unique<Impl>(request)) {}
ReplayRecorder::~ReplayRecorder() = default;

StepListener& ReplayRecorder::steps() { return impl_->program; }

void ReplayRecorder::begin_launch(const sim::LaunchInfo& launch) {
  Impl& impl = *impl_;
  std::string kernel = Sites::instance().symboliser().function(launch.entry_pc);
  ++impl.launch_count;
  const bool is_new = impl.kernels.insert(kernel).second;
  const auto& wanted = impl.request.launches;
  const bool is_wanted = wanted.empty() ? is_new && impl.kernels.size() <= kFirstKernels
                                        : std::ranges::find(wanted, launch.number) != wanted.end();
  if (is_wanted || impl.launches.size() < kMostListed) {
    impl.launches.push_back({launch.number, kernel, launch.grid, launch.block, line_of_call(launch.pc)});
  }
  impl.recording = is_wanted ? std::optional(std::move(kernel)) : std::nullopt;
}

std::unique_ptr<BlockListener> ReplayRecorder::begin_block(const sim::LaunchInfo& launch, sim::BlockRank block) {
  Impl& impl = *impl_;
  if (!impl.recording || !impl.wants(block, launch.grid)) return nullptr;
  {
    const std::scoped_lock lock(impl.mutex);
    if (++impl.begun > kMostBlocks) return nullptr;
  }
  return std::make_unique<BlockRecording>(launch, block, *impl.recording, [&impl](RecordedBlock recorded) {
    const std::scoped_lock lock(impl.mutex);
    impl.blocks[{recorded.launch, recorded.block}] = std::move(recorded.lines);
  });
}

void ReplayRecorder::end_launch(const sim::LaunchInfo& /*launch*/) { impl_->recording.reset(); }

std::string ReplayRecorder::text() const {
  const std::scoped_lock lock(impl_->mutex);
  std::string text = "{\"launch_count\":" + std::to_string(impl_->launch_count) + ",\"launches\":[";
  const char* separator = "";
  for (const ListedLaunch& launch : impl_->launches) {
    text += separator;
    text += "{\"launch\":" + std::to_string(launch.number) + ",\"kernel\":" + replay_string(launch.kernel) +
            ",\"grid\":" + extent_json(launch.grid) + ",\"block_dim\":" + extent_json(launch.block);
    if (sim::warp_size != sim::kWarpSize) text += ",\"warp\":" + std::to_string(sim::warp_size);
    if (launch.at.line != 0) {
      text += ",\"file\":" + replay_string(launch.at.file) + ",\"line\":" + std::to_string(launch.at.line);
    }
    text += '}';
    separator = ",";
  }
  text += "],\"files\":{";
  separator = "";
  for (const auto& [file, path] : Sites::instance().symboliser().full_paths()) {
    text += separator + replay_string(file) + ':' + replay_string(path);
    separator = ",";
  }
  text += "},\"program\":" + impl_->program.text() + "}\n";
  for (const auto& [place, lines] : impl_->blocks) {
    for (const std::string& line : lines) text += line + '\n';
  }
  return text;
}

}  // namespace fencepost::detector
