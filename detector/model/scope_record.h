// What annotations are inferred from: who touched what in each interval, and what was in scope where an annotation can
// stand. Written by a checked program (--scopes-file), read by `fencepost permissions --infer`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "detector/model/finding.h"

namespace fencepost::detector {

/// Set in addresses of shared memory, which count from the begin of the block's memory.
inline constexpr std::uint64_t kSharedAddress = std::uint64_t{1} << 62;

/// Columns of arrays of three dimensions and more.
inline constexpr std::uint32_t kMoreDimensions = ~std::uint32_t{0};

struct ScopeName {
  std::string name;
  std::uint32_t element_bytes = 0;             ///< Of what a pointer points to; 0: an integer; and not
                                               ///< is_integer: a __shared__ variable of another function.
  bool is_integer = false, is_signed = false;  ///< The elements are.
  std::uint32_t columns = 0;                   ///< Of a row of an array of two dimensions; kMoreDimensions.
};

/// A place in the source that tells its scope.
struct ScopeSite {
  unsigned kind = 0;  ///< fencepost_rt::ScopeKind
  std::string file;
  std::uint32_t line = 0;
  std::vector<ScopeName> names;
};

/// A thread that came to a site.
struct ScopeVisit {
  std::uint32_t site = 0, thread = 0, interval = 0;
  std::vector<std::int64_t> values;  ///< Of the site's names; pointers as addresses.
};

struct ScopeTouch {
  std::uint32_t thread = 0, bytes = 0;
  std::uint64_t address = 0;
  bool writes = false, atomic = false;
};

struct ScopeObject {
  std::string name;  ///< As in a report.
  bool is_shared = false;
  std::uint64_t begin = 0, bytes = 0;
  std::uint32_t element_bytes = 0;  ///< 0: unknown.
  std::uint32_t columns = 0;        ///< As of a ScopeName.
};

/// The integers of an object as they were when an interval began.
struct ScopeSnapshot {
  std::uint32_t interval = 0, object = 0, element_bytes = 0;
  std::vector<std::int64_t> values;
};

/// One block of one launch.
struct ScopeBlock {
  std::string kernel;
  std::uint64_t launch = 0;
  Index3 grid{}, block_dim{}, block{};
  std::vector<std::vector<ScopeTouch>> intervals;  ///< By address and thread, each once.
  std::vector<ScopeVisit> visits;                  ///< In the order of their threads and of the program.
  std::vector<ScopeObject> objects;
  std::vector<ScopeSnapshot> snapshots;  ///< The one behind the last interval is of the block's end.
};

struct ScopeRecord {
  std::vector<ScopeSite> sites;
  std::vector<ScopeBlock> blocks;  ///< By launch and rank.
};

/// As JSON, and back. read_scopes throws std::runtime_error on other text.
std::string scopes_json(const ScopeRecord& record);
ScopeRecord read_scopes(const std::string& json);

}  // namespace fencepost::detector
