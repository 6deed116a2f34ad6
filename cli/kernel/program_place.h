// Where host programs are kept that were written for a kernel.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "compiler/driver/temporary.h"

namespace fencepost::cli {

/// Always the same file for the same program, so that it is compiled once; in the cache, or a temporary one.
class ProgramPlace {
 public:
  /// Writes it. `text` is given where it will be kept; the name comes from its text for "".
  explicit ProgramPlace(const std::function<std::string(const std::string& path)>& text);

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
  std::unique_ptr<compiler::TemporaryDirectory> temporary_;
};

}  // namespace fencepost::cli
