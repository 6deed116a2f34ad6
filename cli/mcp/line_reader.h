// Lines of a stream whose writer is not trusted.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost::cli {

/// Cuts bytes into lines, and keeps no more than `most` bytes of one.
class LineReader {
 public:
  struct Line {
    std::string text;          ///< Without its newline; of one that is too long nothing.
    bool is_too_long = false;  ///< It had more than `most` bytes.
  };

  explicit LineReader(std::size_t most) : most_(most) {}

  /// The lines that `bytes` complete, in order.
  std::vector<Line> feed(std::string_view bytes);

  /// What stands behind the last newline when the stream ends: a line, or none.
  std::vector<Line> finish();

 private:
  void add(std::string_view piece);
  Line take();

  std::size_t most_;
  Line line_;
};

}  // namespace fencepost::cli
