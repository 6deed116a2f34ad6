// The engine's questions: see sim::Guide.
#pragma once

#include "detector/model/options.h"
#include "detector/monitor/checked_launch.h"
#include "detector/streams/check.h"
#include "sim/interface/observer.h"

namespace fencepost::detector {

/// Thread safety: full.
class Guide final : public sim::Guide {
 public:
  Guide(const Options& options, const CheckedLaunch& launch, StreamCheck& streams)
      : options_(options), launch_(launch), streams_(streams) {}

  bool wants_one_thread_at_a_time() override { return launch_.ordered != nullptr; }
  bool skips_checks(sim::BlockRank block) override { return launch_.sampling.skips(block); }
  bool is_library_code(const void* pc) override;
  const void* script_call() override;
  bool host_queries(sim::StreamNumber, bool looks, const void* pc) override;
  bool host_queries_event(std::uint64_t event, bool looks, const void* pc) override;
  std::string place_of_call(const void* pc) override;
  std::vector<sim::MemoryRange> unwritten(const void* address, std::size_t bytes) override;

 private:
  const Options& options_;
  const CheckedLaunch& launch_;
  StreamCheck& streams_;
};

}  // namespace fencepost::detector
