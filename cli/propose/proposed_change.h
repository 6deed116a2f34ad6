// One change of the source that may end a race.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/source/source_edit.h"

namespace fencepost::cli {

enum class ChangeKind : std::uint8_t {
  kBarrier,      ///< __syncthreads()
  kWarpBarrier,  ///< __syncwarp()
  kAtomic,       ///< An update by an atomic operation.
  kEvent,        ///< One stream waits for an event of another.
  kStreamWait,   ///< cudaStreamSynchronize()
  kDeviceWait,   ///< cudaDeviceSynchronize()
};
inline constexpr std::array kAllChangeKinds = {ChangeKind::kBarrier, ChangeKind::kWarpBarrier, ChangeKind::kAtomic,
                                               ChangeKind::kEvent,   ChangeKind::kStreamWait,  ChangeKind::kDeviceWait};

struct ProposedChange {
  ChangeKind kind{};
  compiler::SourceEdit edit = {};
  /// For a barrier at the end of a loop's body that has no braces: the edit that opens them; `edit` closes them.
  std::optional<compiler::SourceEdit> opening = {};
  /// Of C++, on types: where it does not hold, the edit would change what the program computes. Only trials hold it.
  std::string condition = {};
  bool between = false;     ///< A barrier from the access that comes first in the source to the other one.
  std::string around = {};  ///< "the if at scan.cu:12", which may be why not all threads come here; may be empty.
};

/// What it does to the source.
std::vector<compiler::SourceEdit> edits_of(const ProposedChange& change);

/// What a trial compiles in.
std::vector<compiler::SourceEdit> trial_edits(const ProposedChange& change);

/// "a barrier", "__syncwarp()", "an atomic operation", …, and of several.
std::string_view name_of(ChangeKind kind);
std::string_view name_of_several(ChangeKind kind);

/// "a barrier before scan.cu:9", "barriers before scan.cu:9, scan.cu:13 and b.cuh:5 and an atomic operation at …".
/// Files below the working directory are named relative to it.
std::string changes_text(const std::vector<ProposedChange>& changes);

/// As reports name it: relative, if it is below the working directory.
std::string shown_file(const std::string& file);

}  // namespace fencepost::cli
