// Records what annotations are inferred from, of some blocks of each kernel.
#pragma once

#include <memory>

#include "detector/model/scope_record.h"
#include "detector/worker/access_listener.h"

namespace fencepost::detector {

/// Listens to the run: blocks 0, 1, 2 and the last of each launch, of the first 64 launches of the run. Thread safety:
/// that of AccessListener.
class ScopeRecorder final : public AccessListener {
 public:
  ScopeRecorder();
  ~ScopeRecorder() override;

  void begin_launch(const sim::LaunchInfo&) override {}
  std::unique_ptr<BlockListener> begin_block(const sim::LaunchInfo&, sim::BlockRank) override;
  void end_launch(const sim::LaunchInfo&) override {}

  /// The same for any number of workers and any schedule. When no launch runs.
  [[nodiscard]] ScopeRecord record() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace fencepost::detector
