// Names of registers and variables in the PTX of an asm statement.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/ptx/translation.h"

namespace fencepost::compiler {

/// What an asm statement declares, block by block, and what stands for it in C++. Writes the definitions to `result`,
/// and the braces of blocks. Both references must outlive it.
class PtxNames {
 public:
  PtxNames(PtxBlocks& blocks, PtxTranslation& result) : blocks_(blocks), result_(result) {}

  /// `text`: all of the statement, without blanks in front.
  void begin(std::string_view text);
  /// Of `{` or `}`, with which `text`, the rest of the statement, begins.
  void brace(std::string_view text);
  /// `.reg .pred p, q<2>`. False: it is something else.
  bool declare_registers(std::string_view text);
  /// `.shared .align 16 .b8 buffer[64]`. Statements behind this one do not know its name.
  bool declare_shared(std::string_view text);
  /// What stands for the register or variable that `written` names; none if it names none.
  std::optional<std::string> find(std::string_view written);

 private:
  void declare(const std::string& type, std::string_view written);
  /// The function's blocks have the names, not this text's.
  [[nodiscard]] bool is_in_open_block() const { return scopes_.size() == 1 && !blocks_.open.empty(); }

  PtxBlocks& blocks_;
  PtxTranslation& result_;
  std::set<std::size_t> left_open_;  ///< Braces that this text does not close, by the length of the text from there on.
  std::vector<std::map<std::string, std::string, std::less<>>> scopes_{1};  ///< Innermost block last.
};

}  // namespace fencepost::compiler
