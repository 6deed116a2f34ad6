// Launches and copies in host code: where a wait could be put in front of one, and which stream it is in.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "compiler/source/mapped_source.h"

namespace fencepost::cli {

/// The statement of a launch, of another operation, or any one of the host.
struct HostStatement {
  compiler::SourcePlace place;  ///< Its first line, which nothing else stands on before it.
  std::string stream;           ///< Expression of the operation's stream, "0" for the default one; empty if unknown.
};

/// The host code of one preprocessed source.
class HostSource {
 public:
  /// It must outlive this.
  explicit HostSource(const compiler::MappedSource& source) : source_(source) {}

  /// The statement around the first operation on a line, or else around what the line begins with; nullopt if the line
  /// is not in the source, or a statement begins behind something else on its line.
  [[nodiscard]] std::optional<HostStatement> statement_at(const std::string& file, std::uint32_t line) const;

 private:
  [[nodiscard]] std::string text_of(compiler::TextRange range) const;

  const compiler::MappedSource& source_;
};

}  // namespace fencepost::cli
