// The source that a tool is given: its text, or a path below the root.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>

namespace fencepost::cli {

/// What a tool tells its caller instead of a result.
struct ToolError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Source {
  std::string name;                 ///< Of a file of its own, or a path from the root.
  std::optional<std::string> text;  ///< Of a file of its own; else it lies below the root.
};

/// Of the arguments `source` and `name`, or `path`. Throws ToolError if there is none, both, or it is not to be read.
Source source_of(const nlohmann::json& arguments, const std::string& root);

/// The file `path`, relative to the root or absolute, as a path from the root, symbolic links followed. Throws
/// ToolError unless it is a file below the root; root "": there is none.
std::string path_below(const std::string& root, const std::string& path);

/// The text of a file of `source`'s program as a report of it names it. Throws ToolError if it is none of its own, or
/// of the root's.
std::string text_of(const Source& source, const std::string& root, const std::string& file);

/// At most the first `most` bytes of the file; empty if it cannot be read, or is no file.
std::string begin_of_file(const std::string& path, std::size_t most);

/// The first bytes of `text`, whole lines if that may be, and how much was left out; all of it if that is not longer.
/// `beyond`: bytes that it already lacks.
std::string clipped(const std::string& text, std::size_t most, std::uint64_t beyond = 0);

}  // namespace fencepost::cli
