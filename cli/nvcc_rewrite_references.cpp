#include "cli/nvcc_rewrite_references.h"

#include <string>
#include <string_view>

namespace fencepost::cli {
namespace {

bool declares_class(std::string_view before) {
  return before == "class" || before == "struct" || before == "union" || before == "enum" || before == "using";
}

/// `texture<float, 2> t;`: what stands before the type of a variable, as opposed to a comparison.
bool begins_declaration(std::string_view before) {
  return before.empty() || before == ";" || before == "}" || before == "{" || before == "static" ||
         before == "extern" || before == "const" || before == "inline" || before == ">";
}

bool needs_reference(const TokenStream& tokens, std::size_t first, std::string_view name) {
  bool used = false;
  for (std::size_t i = first; i < tokens.size(); ++i) {
    if (!tokens.is(i, name) || tokens.in_system_header(i)) continue;
    const std::string_view before = i > 0 && !tokens.in_system_header(i - 1) ? tokens.spelling(i - 1) : "";
    if (declares_class(before)) return false;
    used = used || (tokens.is(i + 1, "<") && begins_declaration(before));
  }
  return used;
}

}  // namespace

void rewrite_references(const TokenStream& tokens, Edits& edits) {
  std::size_t first = 0;
  while (first < tokens.size() && tokens.in_system_header(first)) ++first;
  if (first == tokens.size()) return;
  std::string names;
  for (const std::string_view name : {"texture", "surface"}) {
    if (needs_reference(tokens, first, name)) names += "using ::fencepost_rt::" + std::string(name) + "; ";
  }
  if (!names.empty()) edits.insert(tokens.begin_offset(first), names + tokens.resume(first));
}

}  // namespace fencepost::cli
