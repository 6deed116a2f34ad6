// Records chosen blocks for `fencepost replay`, which makes a page of them.
#pragma once

#include <memory>
#include <string>

#include "detector/model/options.h"
#include "detector/streams/step_teller.h"
#include "detector/worker/access_listener.h"

namespace fencepost::detector {

/// Listens to the run; text() afterwards. Thread safety: that of AccessListener.
class ReplayRecorder final : public AccessListener {
 public:
  explicit ReplayRecorder(const ReplayRequest& request);
  ~ReplayRecorder() override;

  void begin_launch(const sim::LaunchInfo&) override;
  std::unique_ptr<BlockListener> begin_block(const sim::LaunchInfo&, sim::BlockRank) override;
  void end_launch(const sim::LaunchInfo&) override;
  /// Is to hear of what the program issues.
  StepListener& steps();

  /// The recording, one JSON value a line (docs/replay.md): the launches of the run, then of each block that was
  /// recorded what BlockRecording has, by launch and block. No line has a '<'. When no launch runs.
  [[nodiscard]] std::string text() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace fencepost::detector
