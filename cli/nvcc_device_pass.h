// The text of the device's pass: the source as it is preprocessed with __CUDA_ARCH__.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "cli/nvcc_tokens.h"

namespace fencepost::cli {

/// The device's tokens, in which some names stand for other things than in the host's pass: those are spelled anew.
class DevicePass {
 public:
  /// `twins`: the names. Both arguments must outlive the pass.
  DevicePass(const TokenStream& tokens, const std::set<std::string, std::less<>>& twins)
      : tokens_(tokens), twins_(twins) {}

  [[nodiscard]] const TokenStream& tokens() const { return tokens_; }
  [[nodiscard]] bool is_twin(std::string_view name) const { return twins_.contains(name); }

  /// Token `i` is one of the names, and not of a member that an object is asked for.
  [[nodiscard]] bool is_renamed(std::size_t i) const;
  [[nodiscard]] bool any_renamed(std::size_t begin, std::size_t end) const;

  /// The text of tokens `first` … `last` with its line markers, names spelled anew.
  [[nodiscard]] std::string text(std::size_t first, std::size_t last) const;
  /// What stands between the braces `open` and `close`, directives and all.
  [[nodiscard]] std::string inside(std::size_t open, std::size_t close) const;

 private:
  [[nodiscard]] std::string slice(std::size_t begin, std::size_t end, std::size_t first, std::size_t last) const;

  const TokenStream& tokens_;
  const std::set<std::string, std::less<>>& twins_;
};

/// What tokens `begin` … `end` are, wherever they stand. `pass`: the tokens are its own; names spelled anew differ.
std::uint64_t hash_of(const TokenStream& tokens, std::size_t begin, std::size_t end, const DevicePass* pass = nullptr);

}  // namespace fencepost::cli
