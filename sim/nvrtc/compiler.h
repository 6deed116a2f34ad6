// Runs fencepost-nvcc on a source that is in memory.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace fencepost::sim {

struct RtcSource {
  std::string name;  ///< In messages and findings.
  std::string text;
  std::vector<std::pair<std::string, std::string>> headers;  ///< Name and text of each.
  std::string macros, includes;                              ///< What stands before the text (RtcOptions).
  std::vector<std::string> name_expressions;
  bool default_device = false;
  bool hip = false;
};

struct RtcResult {
  bool found_compiler = true;
  bool compiled = false;
  std::string log;
  std::string cubin, ptx;
  std::map<std::string, std::string> lowered_names;  ///< By name expression.
};

/// Compiles in a folder of its own below TMPDIR, which is removed again. Thread safety: full.
RtcResult compile_rtc(const RtcSource&, const std::vector<std::string>& arguments);

}  // namespace fencepost::sim
