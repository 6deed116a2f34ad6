// What `fencepost prove` says of a kernel.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace fencepost::cli::symbolic {

/// A place in the kernel that touches an array.
struct Touch {
  std::string kind;  ///< "writes", "reads", "updates atomically"
  std::uint32_t line = 0;

  auto operator<=>(const Touch&) const = default;
};

/// Arguments and a launch that a question found, small if possible.
struct Witness {
  std::map<std::string, std::int64_t> values;  ///< As Launch names its variables.
  bool small = true;
};

struct Verdict {
  enum Kind : std::uint8_t {
    kProved,
    kFalse,    ///< Confirmed by a run.
    kWarning,  ///< Confirmed by a run, as a warning; what it is of cannot be worse.
    kUnknown,
  };
  enum About : std::uint8_t {
    kRace,
    kBarrier,
    kWait,  ///< A warp operation, or a barrier that is not the block's.
  };
  Kind kind = kUnknown;
  About about = kRace;
  std::string object;
  Touch first, second;  ///< Of a barrier or wait: the first one's line.
  bool between_blocks = false;
  std::set<std::string> assumptions;
  std::optional<std::string>
      helps;            ///< What is to be assumed so that it is proved; while that is asked "": nothing known.
  std::string reason;   ///< Of what is unknown; of what is false, what the run found.
  std::string command;  ///< That shows it.
  std::vector<Witness> witnesses;  ///< To be tried.
  unsigned undecided = 0;          ///< Questions that came to no answer.
};

struct KernelVerdicts {
  std::string kernel;
  std::string file;
  std::uint32_t line = 0;
  std::string obstacle;  ///< Why nothing could be said.
  std::vector<Verdict> verdicts;
  std::set<std::string> general;  ///< Assumptions of all verdicts.
};

}  // namespace fencepost::cli::symbolic
