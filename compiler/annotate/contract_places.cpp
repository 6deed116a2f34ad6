#include "compiler/annotate/contract_places.h"

namespace fencepost::compiler {

using compiler::MappedFunction;
using compiler::MappedScope;
using compiler::MappedStatement;
using compiler::MappedVariable;

ContractPlaces::ContractPlaces(const TokenStream& tokens, const compiler::SourceMap& map) : tokens_(tokens), map_(map) {
  for (std::size_t s = 0; s < statements().size(); ++s) by_first_.emplace(statements()[s].range.first, s);
  for (const MappedScope& scope : map.scopes) {
    if (scope.of_class) classes_.insert(scope.open);
  }
}

std::size_t ContractPlaces::scope_around(std::size_t i) const {
  std::size_t found = kNoToken;
  for (const MappedScope& scope : map_.scopes) {
    if (scope.open < i && i <= scope.close) found = scope.open;
  }
  return found;
}

ContractPlaces::Target ContractPlaces::target(std::size_t i) const {
  std::size_t function = function_around(map_, i);
  // The head of a lambda is a part of a statement.
  while (function != kNoToken && functions()[function].lambda && i <= functions()[function].body_open) {
    function = functions()[function].whole.first == 0 ? kNoToken
                                                      : function_around(map_, functions()[function].whole.first - 1);
  }
  if (function == kNoToken) return {Kind::kNamespace, kNoToken, kNoToken, true};
  const MappedFunction& around = functions()[function];
  const bool in_front = i == around.whole.first;
  if (!around.kernel && !around.device) return {Kind::kHost, kNoToken, kNoToken, in_front};
  if (around.body_open == kNoToken || i <= around.body_open) return {Kind::kFunction, function, kNoToken, in_front};

  // Labels belong to the loop behind them.
  std::size_t labelled = i;
  while (tokens_.is_identifier(labelled) && tokens_.is(labelled + 1, ":") && !tokens_.is(labelled, "default")) {
    labelled += 2;
  }
  for (auto [at, end] = by_first_.equal_range(labelled); at != end; ++at) {
    const MappedStatement& statement = statements()[at->second];
    if (statement.opens != kNoToken && map_.constructs[statement.opens].loop && statement.function == function) {
      return {Kind::kLoop, function, at->second, statement.in_block};
    }
  }
  // Of those that start here the innermost: of a label and what it labels, the latter stands in braces.
  Target found{Kind::kInside, function, kNoToken, false};
  for (auto [at, end] = by_first_.equal_range(i); at != end; ++at) {
    const MappedStatement& statement = statements()[at->second];
    if (statement.function != function) continue;
    found = {Kind::kStatement, function, at->second, found.free || statement.in_block};
  }
  if (found.statement == kNoToken) return found;
  if (statements()[found.statement].barrier) found.kind = Kind::kBarrier;
  if (found.kind == Kind::kStatement && !found.free) found.kind = Kind::kInside;
  return found;
}

std::vector<std::string> references(const MappedFunction& function, std::size_t at,
                                    const std::set<std::string>& names) {
  std::set<std::string> found;
  for (const MappedVariable& variable : function.variables) {
    const bool visible =
        variable.kind == MappedVariable::kParameter || (variable.visible.first < at && at <= variable.visible.last);
    if (variable.reference && visible && names.contains(variable.name)) found.insert(variable.name);
  }
  return {found.begin(), found.end()};
}

}  // namespace fencepost::compiler
