// Memory as it comes, goes, and is filled by the host.
#pragma once

#include "detector/streams/check.h"
#include "sim/interface/observer.h"

namespace fencepost::detector {

/// Keeps in step what is known of allocations: which bytes are written, which were freed. Thread safety: full.
class MemoryMonitor final : public sim::MemoryObserver {
 public:
  explicit MemoryMonitor(StreamCheck& streams) : streams_(streams) {}

  void on_allocate(const sim::Allocation&) override;
  void on_free(const sim::Allocation&) override;
  void on_copy(const void* to, const void* from, std::size_t bytes) override;
  void on_memset(const void* to, std::size_t bytes) override;
  void on_contents_lost(const void* address, std::size_t bytes) override;
  void on_load(const sim::LoadedCode&) override;
  void on_unload(const sim::LoadedCode&) override;

 private:
  StreamCheck& streams_;
};

}  // namespace fencepost::detector
