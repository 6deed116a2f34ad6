#include "cli/nvcc_device_names.h"

#include "cli/nvcc_members.h"

namespace fencepost::cli {
namespace {

struct Names {
  std::set<std::string> device, host;

  void collect(const TokenStream& tokens, std::size_t begin, std::size_t end) {
    for (const Member& member : find_members(tokens, begin, end)) {
      if (tokens.in_system_header(member.first)) continue;
      const bool scope = member.kind == MemberKind::kNamespace || member.kind == MemberKind::kClass;
      if (scope) collect(tokens, member.open + 1, member.close);
      if (scope || member.kind == MemberKind::kAccess) continue;
      const bool variable = member.kind == MemberKind::kOther && !is_prototype(member) && !member.is_type;
      const bool of_device = variable && (member.device || member.device_variable);
      for (const std::string_view name : declared_names(tokens, member)) (of_device ? device : host).emplace(name);
    }
  }
};

}  // namespace

std::set<std::string> device_variable_names(const TokenStream& tokens) {
  Names names;
  names.collect(tokens, 0, tokens.size());
  for (const std::string& name : names.host) names.device.erase(name);
  return names.device;
}

}  // namespace fencepost::cli
