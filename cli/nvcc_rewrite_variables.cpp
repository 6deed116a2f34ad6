#include "cli/nvcc_rewrite_variables.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost::cli {
namespace {

bool ends_declaration(const TokenStream& tokens, std::size_t i) {
  return i >= tokens.size() || tokens.is(i, ";") || tokens.is(i, "{") || tokens.is(i, "}");
}

std::size_t declaration_begin(const TokenStream& tokens, std::size_t i) {
  while (i > 0 && !ends_declaration(tokens, i - 1)) --i;
  return i;
}

/// `{` opens a namespace or a linkage block.
bool opens_namespace(const TokenStream& tokens, std::size_t brace) {
  const std::size_t begin = declaration_begin(tokens, brace);
  if (tokens.is(begin, "extern")) return brace == begin + 2;
  return tokens.is(begin, "namespace") || (tokens.is(begin, "inline") && tokens.is(begin + 1, "namespace"));
}

bool takes_operand(std::string_view word) { return word == "__attribute__" || word == "alignas" || word == "decltype"; }

/// A declaration that only says that the variable exists, or that holds for many.
bool is_definition(const TokenStream& tokens, std::size_t keyword) {
  for (std::size_t i = declaration_begin(tokens, keyword); i < keyword; ++i) {
    if (tokens.is(i, "extern") || tokens.is(i, "template")) return false;
  }
  return true;
}

struct Definition {
  std::vector<std::string_view> names;
  std::size_t end = kNoToken;  ///< `;`.
};

/// One token or a braced list, so that the comma behind it is no part of it.
bool is_simple_initialiser(const TokenStream& tokens, std::size_t i) {
  const std::size_t last = tokens.is(i, "{") ? matching_close(tokens, i) : i;
  return last != kNoToken && (tokens.is(last + 1, ",") || tokens.is(last + 1, ";"));
}

/// Reads the declaration from its __constant__ on; leaves out names that it is not sure of.
Definition read_definition(const TokenStream& tokens, std::size_t keyword) {
  Definition result;
  bool sure = true;
  for (std::size_t i = keyword + 1; i < tokens.size(); ++i) {
    const std::string_view word = tokens.spelling(i);
    if (word == ";") {
      result.end = i;
      return result;
    }
    if (word == "}") return result;
    if (word == "extern" || word == "struct" || word == "class" || word == "union" || word == "enum") sure = false;
    const std::string_view after = tokens.spelling(i + 1);
    const bool ends_declarator = after == "[" || after == "=" || after == "{" || after == "," || after == ";";
    if (sure && i > keyword + 1 && tokens.is_identifier(i) && ends_declarator && !tokens.is(i - 1, "::")) {
      result.names.push_back(word);
    }
    if (word == "(" && !takes_operand(tokens.spelling(i - 1))) sure = false;
    if (word == "=" && !is_simple_initialiser(tokens, i + 1)) sure = false;
    std::size_t close = kNoToken;
    if (word == "(" || word == "[" || word == "{") close = matching_close(tokens, i);
    if (word == "<") close = matching_angle_close(tokens, i, tokens.size());
    if (close != kNoToken) i = close;
  }
  return result;
}

/// Those of the declaration at `keyword`, unless it defines a function.
void add_names(const TokenStream& tokens, std::size_t keyword, std::set<std::string_view>& names) {
  std::vector<std::string_view> found;
  bool function = false;
  for (std::size_t i = keyword + 1; i < tokens.size() && !tokens.is(i, ";") && !tokens.is(i, "}"); ++i) {
    if (tokens.is_identifier(i)) found.push_back(tokens.spelling(i));
    const bool brace = tokens.is(i, "{");
    if (brace && function) return;
    const bool operand = tokens.is(i, "(") && takes_operand(tokens.spelling(i - 1));
    if (tokens.is(i, "(") && tokens.is(i + 1, ")")) return;
    function = function || (tokens.is(i, "(") && !operand);
    if (!brace && !operand && !tokens.is(i, "[")) continue;
    i = matching_close(tokens, i);
    if (i == kNoToken) break;
  }
  names.insert(found.begin(), found.end());
}

}  // namespace

void rewrite_variables(const TokenStream& tokens, Edits& edits) {
  std::set<std::string_view> device_names;
  std::vector<bool> open;  // Braces around token i: is it a namespace's?
  std::size_t inside = 0;  // Of them, those that are not.
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::string_view word = tokens.spelling(i);
    if (word == "{") {
      open.push_back(opens_namespace(tokens, i));
      inside += open.back() ? 0 : 1;
    } else if (word == "}" && !open.empty()) {
      inside -= open.back() ? 0 : 1;
      open.pop_back();
    }
    const bool constant = word == "__constant__";
    if (!constant && word != "__device__") continue;
    if (!tokens.in_system_header(i)) add_names(tokens, i, device_names);
    if (!constant) continue;
    edits.replace(tokens.begin_offset(i), word.size(), std::string(word.size(), ' '));
    if (inside != 0 || !is_definition(tokens, i)) continue;
    const Definition definition = read_definition(tokens, i);
    if (definition.end == kNoToken) continue;
    for (const std::string_view name : definition.names) {
      const std::string variable(name);
      edits.insert(tokens.end_offset(definition.end), " static const ::fencepost_rt::ConstantVariable fencepost_" +
                                                          variable + "(&" + variable + ", sizeof " + variable + ");");
    }
  }
  if (device_names.empty()) return;
  std::string names;
  for (const std::string_view name : device_names) names.append(names.empty() ? "" : " ").append(name);
  edits.insert(tokens.text().size(),
               "\nstatic const ::fencepost_rt::DeviceNames fencepost_device_names(\"" + names + "\");\n");
}

}  // namespace fencepost::cli
