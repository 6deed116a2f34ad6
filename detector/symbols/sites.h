// Source lines that access memory, numbered, so that a shadow cell can name one in 16 bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "detector/model/access.h"
#include "detector/model/finding.h"
#include "detector/symbols/symboliser.h"
#include "sim/interface/host_mutex.h"

namespace fencepost::detector {

/// What is known of one site.
struct Site {
  const void* pc = nullptr;     ///< Lowest return address seen: the same whichever access came first.
  std::uint32_t bytes = 0;      ///< Of one access.
  std::vector<Location> stack;  ///< Frames of the access, innermost first; location() is the user's line.
  std::string key;              ///< Names the site, the same in every run.
  std::size_t user_frame = 0;   ///< Index of the innermost frame outside system headers.

  [[nodiscard]] Location location() const { return stack.empty() ? Location{} : stack[user_frame]; }
};

/// Accesses share a site if they have the same inlined call chain, line by line, and the same size: code that the
/// compiler copied (unrolled loops) is one site, as the reader of a report expects.
/// Thread safety: find() from any thread, without a lock; the rest takes one.
class Sites {
 public:
  static Sites& instance();

  /// The site of an access with this return address, 0 if it was never seen. One load.
  [[nodiscard]] SiteId find(const void* pc) const {
    return __atomic_load_n(&by_pc_[reinterpret_cast<std::uintptr_t>(pc) - text_begin_], __ATOMIC_RELAXED);
  }
  /// The table behind find(), to be indexed by return address.
  [[nodiscard]] const SiteId* table() const { return by_pc_ - text_begin_; }
  /// As find(), but numbers a site that was never seen. Also of calls that come from other images, lines of scripts
  /// among them, if their line is known.
  SiteId number(const void* pc, std::uint32_t bytes);

  [[nodiscard]] Site get(SiteId);
  /// Orders sites by place in the source, not by number: numbers depend on the order of discovery. Negative, 0,
  /// positive.
  [[nodiscard]] int compare(SiteId, SiteId);
  [[nodiscard]] Symboliser& symboliser() { return symboliser_; }

 private:
  Sites();

  std::uintptr_t text_begin_;
  std::uintptr_t text_end_;
  SiteId* by_pc_;  ///< One per byte of the program's image, since code is loaded behind its text, too; pages without
                   ///< accesses stay untouched.
  sim::HostMutex mutex_;
  std::vector<Site> sites_;  ///< [0] stands for "unknown".
  std::map<std::string, SiteId> by_key_;
  Symboliser symboliser_;
};

/// True for files that are not the user's: the compiler's and ours.
bool is_system_file(const std::string& file);

/// Index of the innermost frame in a file of the user's; 0 if there is none.
std::size_t user_frame(const std::vector<Location>& stack);

}  // namespace fencepost::detector
