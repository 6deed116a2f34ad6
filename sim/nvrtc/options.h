// NVRTC's options, as fencepost-nvcc takes them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost::sim {

struct RtcOptions {
  std::vector<std::string> arguments;  ///< For fencepost-nvcc.
  std::string macros;                  ///< #define and #undef, behind our headers and before the source.
  std::string includes;                ///< #include of what --pre-include names, behind the macros.
  bool hip = false;                    ///< The source is HIP, and `arguments` are hipcc's.
  bool default_device = false;         ///< Functions that say nothing are the device's, too.
  bool source_include = true;          ///< The folder of the program's name is searched for what it includes.
  bool for_linking = false;            ///< Code is asked for that a linker optimises.
  std::string error;                   ///< If not empty: what is wrong with them.
};

/// What -D and -I are given, as fencepost-nvcc has it: to it, as to nvcc, commas separate values. hipcc takes one.
std::string whole_value(std::string_view value);

/// CUDA's NVRTC documentation, "Supported Compile Options". Folders are taken from `folder`, the current one. Behind a
/// first option --hip stand those of hipRTC, which are clang's, and left to the compiler (include/hip/hiprtc.h).
RtcOptions read_rtc_options(const std::vector<std::string>& options, const std::string& folder);

}  // namespace fencepost::sim
