// Listens to a run and counts, for `--profile`, what its kernels would cost a GPU.
#pragma once

#include <memory>

#include "detector/model/profile.h"
#include "detector/worker/access_listener.h"

namespace fencepost::detector {

/// Thread safety: that of AccessListener.
class ProfileRecorder final : public AccessListener {
 public:
  ProfileRecorder();
  ~ProfileRecorder() override;

  void begin_launch(const sim::LaunchInfo&) override;
  std::unique_ptr<BlockListener> begin_block(const sim::LaunchInfo&, sim::BlockRank) override;
  void end_launch(const sim::LaunchInfo&) override;

  /// Everything counted so far, the same for any number of workers; blocks that did not end are left out. When no
  /// launch runs.
  [[nodiscard]] Profile profile() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace fencepost::detector
