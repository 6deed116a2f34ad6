// Comments in the user's source that allow findings at their line:
//
//   *flag = 1;  // fencepost: allow(race) all threads write the same
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "detector/model/finding.h"

namespace fencepost::detector {

struct AllowComment {
  std::vector<Kind> kinds;
  std::string reason;
  std::string mistake;  ///< Why it allows nothing; empty if it is as it should be.
};

/// The comments that begin with "fencepost:" on one line of source, those behind two slashes as well as /* */.
std::vector<AllowComment> allow_comments(std::string_view line);

/// True for a line that holds comments and nothing else.
bool is_only_comment(std::string_view line);

}  // namespace fencepost::detector
