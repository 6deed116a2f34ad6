// Records the permissions that the threads of chosen blocks use.
#pragma once

#include <memory>

#include "detector/model/options.h"
#include "detector/model/permission_pattern.h"
#include "detector/worker/access_listener.h"

namespace fencepost::detector {

/// Listens to the run; record() afterwards. Thread safety: that of AccessListener.
class PermissionRecorder final : public AccessListener {
 public:
  explicit PermissionRecorder(const PermissionRequest& request);
  ~PermissionRecorder() override;

  void begin_launch(const sim::LaunchInfo&) override;
  std::unique_ptr<BlockListener> begin_block(const sim::LaunchInfo&, sim::BlockRank) override;
  void end_launch(const sim::LaunchInfo&) override;

  /// Everything recorded so far, the same for any number of workers. When no launch runs.
  [[nodiscard]] PermissionRecord record() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace fencepost::detector
