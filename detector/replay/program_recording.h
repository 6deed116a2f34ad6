// Records what a program issues to its streams, from begin to end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "detector/streams/step_teller.h"

namespace fencepost::detector {

/// Thread safety: full.
class ProgramRecording final : public StepListener {
 public:
  static constexpr std::size_t kMostSteps = 2000;  ///< That are kept; the others are counted.

  void on_lane(StreamHistory::Lane, const std::string& name, const std::string& kind) override;
  void on_step(const StreamHistory::Issued&, const std::vector<std::uint64_t>& after) override;

  /// A JSON object (docs/replay.md): the lanes that have a step, the steps, and how many there were in all.
  [[nodiscard]] std::string text() const;

 private:
  struct Lane {
    std::string name, kind;
    bool has_steps = false;
  };
  struct Step {
    StreamHistory::Lane lane = 0;
    std::optional<StreamHistory::Lane> awaited;
    std::string members;  ///< As JSON, without what other steps decide: the indices of lanes.
  };

  mutable std::mutex mutex_;
  std::map<StreamHistory::Lane, Lane> lanes_;
  std::vector<StreamHistory::Lane> order_;  ///< As they came into being.
  std::vector<Step> steps_;
  std::map<std::uint64_t, std::size_t> index_;  ///< Of a step in `steps_`, by its sequence.
  std::uint64_t count_ = 0;
};

}  // namespace fencepost::detector
