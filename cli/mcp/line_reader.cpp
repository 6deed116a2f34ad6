#include "cli/mcp/line_reader.h"

#include <utility>

namespace fencepost::cli {

std::vector<LineReader::Line> LineReader::feed(std::string_view bytes) {
  std::vector<Line> lines;
  for (std::size_t end = 0; (end = bytes.find('\n')) != std::string_view::npos; bytes.remove_prefix(end + 1)) {
    add(bytes.substr(0, end));
    lines.push_back(take());
  }
  add(bytes);
  return lines;
}

std::vector<LineReader::Line> LineReader::finish() {
  if (line_.text.empty() && !line_.is_too_long) return {};
  return {take()};
}

void LineReader::add(std::string_view piece) {
  if (line_.is_too_long || line_.text.size() + piece.size() > most_) {
    line_ = {{}, true};
  } else {
    line_.text += piece;
  }
}

LineReader::Line LineReader::take() { return std::exchange(line_, {}); }

}  // namespace fencepost::cli
