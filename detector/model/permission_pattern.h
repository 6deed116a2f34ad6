// Which thread touched which element of an array in each barrier interval of one block: the permissions that the
// papers' proofs hand out, as far as a run can show them; and what each barrier of the run was for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "detector/model/finding.h"

namespace fencepost::detector {

/// One element in one interval. Threads are ranks in the block, ascending.
struct PermissionCell {
  std::uint64_t element = 0;               ///< Index into the flattened array.
  std::vector<std::uint32_t> write, read;  ///< By plain and volatile accesses. A thread may be in both.
  std::vector<std::uint32_t> atomic;       ///< By atomic accesses.
  bool conflict = false;                   ///< Two threads raced here.
  friend bool operator==(const PermissionCell&, const PermissionCell&) = default;
};

struct PermissionInterval {
  std::uint32_t index = 0;
  std::optional<Location> after;      ///< The barrier before it; nullopt: kernel entry.
  std::vector<PermissionCell> cells;  ///< By element; those without an access are left out.
};

/// One array of one block of one launch.
struct PermissionPattern {
  std::string array;
  Space space = Space::kNone;
  std::string kernel;  ///< Demangled, with parameter types.
  std::uint64_t launch = 0;
  Index3 grid{}, block_dim{}, block{};
  std::uint64_t elements = 0;             ///< Of the whole array.
  std::uint32_t element_bytes = 0;        ///< Never 0.
  std::vector<std::uint64_t> dimensions;  ///< Outermost first; one entry for a flat array. Their product is `elements`.
  Location declared;                      ///< Of the variable, or of the allocation. line 0 if unknown.
  std::vector<PermissionInterval> intervals;  ///< All of the block, in order, also those without an access.
};

/// Two accesses, in two intervals that a barrier separates, which would race without it.
struct SeparatedPair {
  std::string array;
  AccessKind kind_a{}, kind_b{};
  Location a, b;            ///< In the order of `a <= b`.
  std::uint64_t count = 0;  ///< Elements, summed over blocks.
};

/// One barrier of the source.
struct BarrierPurpose {
  Location barrier;
  std::string kernel;
  std::uint64_t crossings = 0;           ///< By blocks.
  std::vector<SeparatedPair> separates;  ///< Empty: nothing, in this run.
};

/// What a run has to tell about permissions.
struct PermissionRecord {
  std::vector<PermissionPattern> patterns;  ///< By launch, then in order of first access.
  std::vector<BarrierPurpose> barriers;     ///< By kernel and line; only if asked for.
  bool barriers_known = false;              ///< They were asked for.
  std::string incomplete;                   ///< Why something is left out, one sentence; empty if nothing is.
};

/// The record as JSON (docs/permissions.md), and back. read_permissions throws std::runtime_error on other text.
std::string permissions_json(const PermissionRecord& record);
PermissionRecord read_permissions(const std::string& json);

/// One pattern as `fencepost permissions --format json` prints it.
std::string pattern_json(const PermissionPattern& pattern);

}  // namespace fencepost::detector
