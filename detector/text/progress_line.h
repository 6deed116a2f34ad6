// The line of progress on a terminal.
#pragma once

#include <string>

namespace fencepost::detector {

/// One line on standard error that each text replaces and that is gone at the end. Nothing if that is no terminal. The
/// cursor stays at its begin, so that other output takes its place. Thread safety: none.
class ProgressLine {
 public:
  ProgressLine() = default;
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Standard error is a terminal that can replace a line.
  static bool is_shown();

  /// Cut to the terminal's width.
  void show(const std::string& text);
  void clear();

 private:
  bool shown_ = false;
};

/// ", 83 a second, 7 s left" of work of which `done` took `seconds` and `left` is to be done; empty if nothing can be
/// said yet.
std::string pace_text(double done, double left, double seconds);

}  // namespace fencepost::detector
