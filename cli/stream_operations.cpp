#include "cli/stream_operations.h"

#include <array>
#include <filesystem>
#include <utility>
#include <vector>

#include "cli/nvcc_brackets.h"

namespace fencepost::cli {
namespace {

namespace fs = std::filesystem;

std::string whole_path(const std::string& file) { return fs::absolute(file).lexically_normal().string(); }

/// Calls and which of their arguments, from 0, is a stream; without it the default stream is meant.
struct StreamCall {
  std::string_view name;
  std::size_t argument;
};
constexpr std::array<StreamCall, 9> kStreamCalls = {{{"cudaMemcpyAsync", 4},
                                                     {"cudaMemsetAsync", 3},
                                                     {"cudaMemcpy2DAsync", 7},
                                                     {"cudaMemset2DAsync", 5},
                                                     {"cudaMemcpyToSymbolAsync", 5},
                                                     {"cudaMemcpyFromSymbolAsync", 5},
                                                     {"cudaMemPrefetchAsync", 3},
                                                     {"cudaLaunchHostFunc", 0},
                                                     {"cudaFreeAsync", 1}}};
constexpr std::array<std::string_view, 5> kDefaultStreamCalls = {"cudaMemcpy", "cudaMemset", "cudaMemcpy2D",
                                                                 "cudaMemcpyToSymbol", "cudaMemcpyFromSymbol"};

/// Begin and end of each argument between `open` and `close`, in tokens.
std::vector<std::pair<std::size_t, std::size_t>> arguments(const TokenStream& tokens, std::size_t open,
                                                           std::size_t close) {
  std::vector<std::pair<std::size_t, std::size_t>> list;
  std::size_t first = open + 1;
  for (std::size_t i = open + 1; i <= close; ++i) {
    if (tokens.is(i, "(") || tokens.is(i, "[") || tokens.is(i, "{")) i = matching_close(tokens, i);
    if (i > close) return {};
    if (i != close && !tokens.is(i, ",")) continue;
    if (i != first) list.emplace_back(first, i);
    first = i + 1;
  }
  return list;
}

std::string text_of(const TokenStream& tokens, std::pair<std::size_t, std::size_t> range) {
  const std::size_t begin = tokens.begin_offset(range.first);
  std::string text(tokens.text().substr(begin, tokens.end_offset(range.second - 1) - begin));
  return text.find('\n') == std::string::npos ? text : std::string();
}

}  // namespace

HostSource::HostSource(std::string preprocessed) : text_(std::move(preprocessed)), tokens_(text_) {}

// Back to what ends the statement before, over brackets that are closed, and out of those that are not.
std::size_t HostSource::statement_begin(std::size_t token) const {
  std::size_t i = token;
  while (i > 0 && !tokens_.is(i - 1, ";") && !tokens_.is(i - 1, "{") && !tokens_.is(i - 1, "}")) {
    const bool closes = tokens_.is(i - 1, ")") || tokens_.is(i - 1, "]");
    const std::size_t open = closes ? matching_open(tokens_, i - 1) : i - 1;
    if (open == kNoToken) return kNoToken;
    i = open;
  }
  // for (int i = 0; i < n; ++i) k<<<…>>>(): within the head the `;` before ends no statement.
  std::size_t depth = 0;
  for (std::size_t k = i; k-- > 0 && !tokens_.is(k, "{") && !tokens_.is(k, "}");) {
    if (tokens_.is(k, ")")) ++depth;
    if (tokens_.is(k, "(") && depth-- == 0) return statement_begin(k);
  }
  return i;
}

std::string HostSource::stream_of(std::size_t token) const {
  if (tokens_.is_launch_mark(token, '<')) {
    std::size_t end = token + 3;
    while (end < tokens_.size() && !tokens_.is_launch_mark(end, '>')) {
      if (tokens_.is(end, "(") || tokens_.is(end, "[") || tokens_.is(end, "{")) end = matching_close(tokens_, end);
      if (end == kNoToken) return {};
      ++end;
    }
    if (end >= tokens_.size()) return {};
    const auto list = arguments(tokens_, token + 2, end);
    return list.size() < 4 ? "0" : text_of(tokens_, list[3]);
  }
  for (const StreamCall& call : kStreamCalls) {
    if (!tokens_.is(token, call.name)) continue;
    const std::size_t close = matching_close(tokens_, token + 1);
    if (close == kNoToken) return {};
    const auto list = arguments(tokens_, token + 1, close);
    return list.size() > call.argument ? text_of(tokens_, list[call.argument]) : "0";
  }
  for (const std::string_view call : kDefaultStreamCalls) {
    if (tokens_.is(token, call)) return "0";
  }
  return {};
}

std::optional<HostStatement> HostSource::statement_at(const std::string& file, std::uint32_t line) const {
  const std::string whole = whole_path(file);
  std::size_t first = kNoToken, operation = kNoToken;
  std::string stream;
  bool in_file = false;
  for (std::size_t i = 0; i < tokens_.size() && operation == kNoToken; ++i) {
    if (i == 0 || tokens_[i].region != tokens_[i - 1].region) in_file = whole_path(tokens_.place(i).file) == whole;
    if (!in_file || tokens_.place(i).line != line) continue;
    if (first == kNoToken) first = i;
    const bool is_operation = tokens_.is_launch_mark(i, '<') || (tokens_.is_identifier(i) && tokens_.is(i + 1, "("));
    if (is_operation) stream = stream_of(i);
    if (!stream.empty()) operation = i;
  }
  if (first == kNoToken) return std::nullopt;
  const std::size_t begin = statement_begin(operation != kNoToken ? operation : first);
  if (begin == kNoToken || begin == 0) return std::nullopt;
  const SourcePlace at = tokens_.place(begin), before = tokens_.place(begin - 1);
  if (at.file == before.file && at.line == before.line) return std::nullopt;
  return HostStatement{at, stream};
}

}  // namespace fencepost::cli
