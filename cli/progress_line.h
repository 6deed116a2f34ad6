// The line of progress on a terminal.
#pragma once

#include <string>

namespace fencepost::cli {

/// One line on standard error that each text replaces and that is gone at the end. Nothing if that is no terminal.
class ProgressLine {
 public:
  ProgressLine() = default;
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(const std::string& text);

 private:
  bool shown_ = false;
};

}  // namespace fencepost::cli
