#include "cli/nvcc_counterparts.h"

#include <iterator>
#include <set>
#include <sstream>
#include <vector>

#include "cli/nvcc_edits.h"
#include "cli/nvcc_parameters.h"

namespace fencepost::cli {
namespace {

// A device function is replaced whole: it does not matter what its parameters are called.
std::string function_key(const TokenStream& tokens, const Member& m) {
  std::string signature = function_signature(tokens, m);
  if (m.host || !(m.device || m.global)) return signature;
  std::set<std::string, std::less<>> names;
  Edits unused;
  const std::size_t close = matching_close(tokens, m.parameters_open);
  if (close == kNoToken) return signature;
  for (const Parameter& p : function_parameters(tokens, m.parameters_open, close, unused)) names.emplace(p.name);
  std::istringstream text(signature);
  const std::vector<std::string> words(std::istream_iterator<std::string>(text), {});
  std::string key;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool function = i + 1 < words.size() && words[i + 1] == "(";
    if (function || !names.contains(words[i])) key.append(words[i]).append(" ");
  }
  return key;
}

// `S() = default;`
bool is_defaulted(const TokenStream& tokens, const Member& m) {
  return is_prototype(m) && m.last >= 2 && tokens.is(m.last - 1, "default") && tokens.is(m.last - 2, "=");
}

}  // namespace

bool is_prototype(const Member& m) { return m.kind == MemberKind::kOther && m.parameters_open != kNoToken; }

bool mentions(const TokenStream& tokens, const Member& member, std::string_view word) {
  for (std::size_t i = member.first; i <= member.last; ++i) {
    if (tokens.is(i, word)) return true;
  }
  return false;
}

bool is_static_assert(const TokenStream& tokens, const Member& m) {
  return tokens.is(m.first, "static_assert") || tokens.is(m.first, "_Static_assert");
}

bool is_data_member(const TokenStream& tokens, const Member& m) {
  const bool variable = m.kind == MemberKind::kOther && m.parameters_open == kNoToken && !m.is_type;
  if (!variable || m.open != kNoToken || mentions(tokens, m, "static") || tokens.is(m.first, "friend")) return false;
  return !declared_names(tokens, m).empty();
}

std::string counterpart_key(const TokenStream& tokens, const Member& m) {
  switch (m.kind) {
    case MemberKind::kNamespace:
      return "namespace " + function_signature(tokens, m);
    case MemberKind::kClass:
      return "class " + function_signature(tokens, m);
    case MemberKind::kAccess:
      return "access " + std::string(tokens.spelling(m.first));
    case MemberKind::kFunction:
      return "function " + function_key(tokens, m);
    case MemberKind::kOther:
      break;
  }
  if (is_static_assert(tokens, m)) return {};
  if (is_prototype(m)) {
    std::string signature = function_key(tokens, m);
    if (!is_defaulted(tokens, m)) return "prototype " + signature;
    signature.resize(signature.size() - std::string_view("= default ; ").size());
    return "function " + signature;
  }
  std::string key;
  for (const std::string_view name : declared_names(tokens, m)) key.append(" ").append(name);
  return key.empty() ? key : "other" + key;
}

}  // namespace fencepost::cli
