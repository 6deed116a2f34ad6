// Changes to a text, collected in any order and applied at once.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost::compiler {

class Edits {
 public:
  /// Replaces `length` characters at `offset` of the original text. Insertions at one offset keep their order. Of
  /// replacements that overlap the first to start wins, the longer one of two that start together.
  void replace(std::size_t offset, std::size_t length, std::string text);
  void insert(std::size_t offset, std::string text) { replace(offset, 0, std::move(text)); }

  [[nodiscard]] std::string apply(std::string_view text) const;

 private:
  struct Edit {
    std::size_t offset, length;
    std::string text;
  };
  std::vector<Edit> edits_;
};

}  // namespace fencepost::compiler
