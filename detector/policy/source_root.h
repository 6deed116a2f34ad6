// Where the files of a report lie, for formats whose readers look for them below one folder.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "detector/model/finding.h"
#include "detector/symbols/symboliser.h"

namespace fencepost::detector {

/// The root is the first of these that holds a file: $GITHUB_WORKSPACE, the directory of compilation, the working
/// directory. Thread safety: none.
class SourceRoot {
 public:
  SourceRoot(const Report& report, Symboliser& symboliser);
  /// Of files, as Locations name them.
  SourceRoot(const std::vector<std::string>& files, Symboliser& symboliser);

  /// Absolute, without a slash at its end; empty if no file of the report was found.
  [[nodiscard]] const std::string& path() const { return root_; }

  /// `file` of a Location relative to the root if it lies below it, else absolute. A relative name of a file that is
  /// not found is taken to be relative to the root.
  [[nodiscard]] std::string file(const std::string& file) const;

 private:
  std::string root_;
  std::map<std::string, std::string> full_;  ///< Absolute paths, by name in the report.
};

/// The locations in `finding` that have a line: of its sides first.
std::vector<const Location*> locations_of(const Finding& finding);

}  // namespace fencepost::detector
