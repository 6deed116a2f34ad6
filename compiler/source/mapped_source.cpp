#include "compiler/source/mapped_source.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

// They are found by argument-dependent lookup, in the types' namespace.
namespace fencepost::compiler {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TextRange, first, last)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(MappedVariable, name, kind, array, reference, visible, declared_to)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(MappedReturn, value, braces)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(MappedFunction, name, kernel, device, lambda, whole, body_open, body_close,
                                   definition, jumps, variables, returns)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(MappedCondition, tokens, before, over_range, declared, obstacle)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(MappedConstruct, loop, keyword, parent, head_close, braces, condition)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(MappedStatement, range, function, around, opens, in_block, block_end, barrier,
                                   synchronises, jump)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(MappedCall, at, callee)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(MappedOperation, at, stream)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(MappedScope, open, close, of_class)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SourceMap, functions, constructs, statements, calls, operations, scopes,
                                   device_variables)

}  // namespace fencepost::compiler

namespace fencepost::compiler {

compiler::SourceMap by_tokens(compiler::SourceMap map, const TokenStream& tokens) {
  const auto place = [&](std::size_t& offset) {
    if (offset == kNoToken) return;
    // A source that ends early has places behind its last token.
    offset = tokens.size() == 0 ? kNoToken : std::min(tokens.index_at(offset), tokens.size() - 1);
  };
  const auto range = [&](compiler::TextRange& one) {
    place(one.first);
    place(one.last);
  };
  for (compiler::MappedFunction& function : map.functions) {
    range(function.whole);
    place(function.body_open);
    place(function.body_close);
    for (compiler::MappedVariable& variable : function.variables) {
      range(variable.visible);
      place(variable.declared_to);
    }
    for (compiler::MappedReturn& one : function.returns) range(one.value);
  }
  for (compiler::MappedConstruct& construct : map.constructs) {
    place(construct.keyword);
    place(construct.head_close);
    range(construct.condition.tokens);
    place(construct.condition.before);
  }
  for (compiler::MappedStatement& statement : map.statements) range(statement.range);
  for (compiler::MappedCall& call : map.calls) place(call.at);
  for (compiler::MappedOperation& operation : map.operations) {
    place(operation.at);
    range(operation.stream);
  }
  for (compiler::MappedScope& scope : map.scopes) {
    place(scope.open);
    place(scope.close);
  }
  return map;
}

MappedSource::MappedSource(std::string source, compiler::SourceMap offsets)
    : text(std::move(source)), tokens(text), map(by_tokens(std::move(offsets), tokens)) {}

std::size_t function_around(const compiler::SourceMap& map, std::size_t i) {
  std::size_t found = kNoToken;
  for (std::size_t f = 0; f < map.functions.size(); ++f) {
    const compiler::TextRange& whole = map.functions[f].whole;
    if (whole.first > i) break;
    if (i <= whole.last) found = f;
  }
  return found;
}

std::string source_map_json(const compiler::SourceMap& map) { return nlohmann::json(map).dump(); }

compiler::SourceMap parse_source_map(const std::string& json) {
  try {
    return nlohmann::json::parse(json).get<compiler::SourceMap>();
  } catch (const nlohmann::json::exception& error) {
    throw std::runtime_error(std::string("the compiler's map of the source cannot be read: ") + error.what());
  }
}

}  // namespace fencepost::compiler
