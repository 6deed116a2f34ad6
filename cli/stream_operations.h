// Launches and copies in host code: where a wait could be put in front of one, and which stream it is in.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/nvcc_tokens.h"

namespace fencepost::cli {

/// The statement of a launch, of another operation, or any one of the host.
struct HostStatement {
  SourcePlace place;   ///< Its first line, which nothing else stands on before it.
  std::string stream;  ///< Expression of the operation's stream, "0" for the default one; empty if unknown.
};

/// The host code of one preprocessed source.
class HostSource {
 public:
  explicit HostSource(std::string preprocessed);
  HostSource(const HostSource&) = delete;
  HostSource& operator=(const HostSource&) = delete;

  /// The statement around the first operation on a line, or else around what the line begins with; nullopt if the line
  /// is not in the source, or a statement begins behind something else on its line.
  [[nodiscard]] std::optional<HostStatement> statement_at(const std::string& file, std::uint32_t line) const;

 private:
  [[nodiscard]] std::size_t statement_begin(std::size_t token) const;
  [[nodiscard]] std::string stream_of(std::size_t token) const;

  std::string text_;
  TokenStream tokens_;
};

}  // namespace fencepost::cli
