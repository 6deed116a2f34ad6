#include "cli/nvcc_counterparts.h"

namespace fencepost::cli {
namespace {

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
      return "function " + function_signature(tokens, m);
    case MemberKind::kOther:
      break;
  }
  if (is_static_assert(tokens, m)) return {};
  if (is_prototype(m)) {
    std::string signature = function_signature(tokens, m);
    if (!is_defaulted(tokens, m)) return "prototype " + signature;
    signature.resize(signature.size() - std::string_view("= default ; ").size());
    return "function " + signature;
  }
  std::string key;
  for (const std::string_view name : declared_names(tokens, m)) key.append(" ").append(name);
  return key.empty() ? key : "other" + key;
}

}  // namespace fencepost::cli
