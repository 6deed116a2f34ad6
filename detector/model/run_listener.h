// Who hears of launches and findings as they happen.
#pragma once

#include <cstddef>
#include <string>

#include "detector/model/finding.h"

namespace fencepost::detector {

/// Thread safety: one call at a time.
class RunListener {
 public:
  virtual ~RunListener() = default;
  /// A launch begins of kernel `number`, from 0 in order of their first launches.
  virtual void launch_begins(std::size_t number, const std::string& name, bool is_first, bool checked) = 0;
  /// The launch of that kernel has ended; all that it found was told. `totals`: of the run so far.
  virtual void launch_ended(std::size_t number, const Summary& totals) = 0;
  /// A finding, as reports have it but for its place among the others; or one of a known `number` that has become an
  /// error. At the end of the launch that it was found in, at once if it is of none.
  virtual void found(std::size_t number, const Finding& finding) = 0;
};

}  // namespace fencepost::detector
