#include "compiler/annotate/annotate_scopes.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "detector/include/fencepost/scope.h"

namespace fencepost::compiler {
namespace {

using compiler::MappedFunction;
using compiler::MappedStatement;
using compiler::MappedVariable;

class Scopes {
 public:
  Scopes(const TokenStream& tokens, const compiler::SourceMap& map, Edits& edits)
      : tokens_(tokens), map_(map), edits_(edits) {}

  void run() {
    for (const MappedFunction& function : map_.functions) {
      if (function.kernel && function.body_open != kNoToken) entry(function);
    }
    for (const MappedStatement& statement : map_.statements) {
      const MappedFunction& function = map_.functions[statement.function];
      if ((!function.kernel && !function.device) || function.lambda) continue;
      if (statement.barrier && statement.in_block) {
        const std::size_t i = statement.range.first;
        put(i, text(fencepost_rt::kScopeBarrier, i, i, function) + "; ");
      }
      if (statement.opens != kNoToken && statement.synchronises) loop(map_.constructs[statement.opens], function);
    }
  }

 private:
  /// In front of token `i`, which stays where it was.
  void put(std::size_t i, const std::string& code) { edits_.insert(tokens_.begin_offset(i), code + tokens_.resume(i)); }

  void entry(const MappedFunction& kernel) {
    const std::size_t first = kernel.body_open + 1;
    std::string code = text(fencepost_rt::kScopeEntry, kernel.whole.first, first, kernel);
    code.insert(code.rfind(".done()"), shared_elsewhere(kernel));
    put(first, code + "; ");
  }

  /// `::fencepost_rt::Scope(1, "a.cu", 12)("tid", tid)("a", &a[0]).done()`
  /// What is visible at token `at`, told of the line of token `of`.
  [[nodiscard]] std::string text(unsigned kind, std::size_t of, std::size_t at, const MappedFunction& function) const {
    const SourcePlace place = tokens_.place(of);
    std::string text = "::fencepost_rt::Scope(" + std::to_string(kind) + ", R\"(" + place.file + ")\", " +
                       std::to_string(place.line) + ")";
    std::vector<std::string_view> named;
    for (auto local = function.variables.rbegin(); local != function.variables.rend(); ++local) {
      if (at <= local->visible.first || at > local->visible.last) continue;
      if (std::ranges::find(named, local->name) != named.end()) continue;
      named.push_back(local->name);
      text += "(\"" + local->name + "\", " + (local->array ? "&" + local->name + "[0]" : local->name) + ")";
    }
    return text + ".done()";
  }

  /// `.elsewhere("tile")`: the __shared__ variables of the functions that the kernel has none of the same name as.
  [[nodiscard]] std::string shared_elsewhere(const MappedFunction& kernel) const {
    std::set<std::string_view> elsewhere, visible(map_.device_variables.begin(), map_.device_variables.end());
    for (const MappedFunction& function : map_.functions) {
      for (const MappedVariable& variable : function.variables) {
        if (variable.kind != MappedVariable::kShared) continue;
        (&function == &kernel ? visible : elsewhere).insert(variable.name);
      }
    }
    std::string text;
    for (const std::string_view name : elsewhere) {
      if (!visible.contains(name)) text += ".elsewhere(\"" + std::string(name) + "\")";
    }
    return text;
  }

  void loop(const compiler::MappedConstruct& loop, const MappedFunction& function) {
    const compiler::MappedCondition& condition = loop.condition;
    if (!loop.loop || tokens_.is(loop.keyword, "do") || condition.over_range || !condition.declared.empty()) return;
    const bool empty = condition.tokens.first == kNoToken;
    const std::size_t begin = empty ? condition.before + 1 : condition.tokens.first;
    const std::string code = text(fencepost_rt::kScopeLoop, loop.keyword, begin, function);
    if (empty) return put(begin, code);
    put(begin, code + " && (");
    const std::size_t end = condition.tokens.last + 1;
    edits_.insert(tokens_.begin_offset(end), ")" + tokens_.resume(end));
  }

  const TokenStream& tokens_;
  const compiler::SourceMap& map_;
  Edits& edits_;
};

}  // namespace

void rewrite_scopes(const TokenStream& tokens, const compiler::SourceMap& map, Edits& edits) {
  Scopes(tokens, map, edits).run();
}

}  // namespace fencepost::compiler
