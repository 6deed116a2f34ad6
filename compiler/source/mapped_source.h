// A preprocessed source as tokens, with what clang says stands where.
#pragma once

#include <string>

#include "compiler/source/tokens.h"
#include "compiler/survey/source_map.h"

namespace fencepost::compiler {

inline constexpr std::size_t kNoToken = compiler::kNowhere;

/// `map`: by offsets of `tokens`. Returns the same by indices of tokens.
compiler::SourceMap by_tokens(compiler::SourceMap map, const TokenStream& tokens);

/// Owns what its tokens are slices of.
struct MappedSource {
  /// `map`: by offsets of the text.
  MappedSource(std::string source, compiler::SourceMap offsets);
  MappedSource(const MappedSource&) = delete;
  MappedSource& operator=(const MappedSource&) = delete;

  std::string text;
  TokenStream tokens;
  compiler::SourceMap map;  ///< By indices of tokens.
};

/// The innermost function or lambda around token `i`, its head included; kNoToken if there is none.
std::size_t function_around(const compiler::SourceMap& map, std::size_t i);

/// What `fencepost-nvcc --source-map` writes: the map as JSON, by offsets.
std::string source_map_json(const compiler::SourceMap& map);

/// Throws std::runtime_error if `json` is none.
compiler::SourceMap parse_source_map(const std::string& json);

}  // namespace fencepost::compiler
