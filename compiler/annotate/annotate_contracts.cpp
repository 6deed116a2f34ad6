#include "compiler/annotate/annotate_contracts.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <variant>

#include "compiler/annotate/contract_survey.h"
#include "compiler/contract/printer.h"
#include "compiler/contract_code/code.h"

namespace fencepost::compiler {
namespace {

using compiler::MappedFunction;
using compiler::MappedStatement;
using contract::Clause;
using contract::ClauseKind;
using contract::CodeWriter;
using contract::Expression;
using contract::ExpressionKind;
using contract::Names;
using contract::PlacedClause;
using contract::PureFunction;
using contract::Statement;
using contract::StatementKind;
using contract::UncheckedPart;
using Kind = ContractPlaces::Kind;

constexpr std::string_view kNamespace = "::fencepost::contract::";
constexpr std::string_view kHostCode = "host code";  // Told by the program, but nobody expects it to be checked.

bool before_it(ClauseKind kind) { return kind != ClauseKind::kEnsures && kind != ClauseKind::kLoopInvariant; }
bool behind_it(ClauseKind kind) { return kind != ClauseKind::kRequires && kind != ClauseKind::kLoopInvariant; }

Clauses select(const Clauses& clauses, bool (*wanted)(ClauseKind)) {
  Clauses selected;
  for (const PlacedClause& c : clauses) {
    if (wanted(c.clause->kind)) selected.push_back(c);
  }
  return selected;
}

bool uses_result(const Clauses& clauses) {
  bool found = false;
  for (const PlacedClause& c : clauses) {
    contract::for_each(*c.clause->expression,
                       [&](const Expression& e) { found = found || e.kind == ExpressionKind::kResult; });
  }
  return found;
}

class Rewrite {
 public:
  Rewrite(const TokenStream& tokens, const compiler::SourceMap& map, std::string_view headers, Edits& edits)
      : tokens_(tokens),
        map_(map),
        functions_(map.functions),
        edits_(edits),
        places_(tokens, map),
        survey_(survey_contracts(tokens, map, headers, places_)),
        placed_(survey_.annotations),
        contracts_(survey_.contracts),
        names_(survey_.names),
        unchecked_(survey_.unchecked) {}

  std::vector<AnnotationWarning> run() {
    if (placed_.empty()) return {};
    find_incomplete();
    // Functions first: a body may begin with a barrier.
    for (const auto& [function, contract] : contracts_) write_function(function, contract);
    for (const PlacedAnnotation& placed : placed_) write_in_place(placed);
    return tell();
  }

 private:
  // Functions of which a clause that may grant something is not checked. Accesses that it allows would be findings, so
  // that only values are checked in such kernels; if it is a device function, in all of the file's.
  void find_incomplete() {
    for (const PlacedAnnotation& placed : placed_) {
      const std::size_t f = placed.target.function;
      if (f == kNoToken) continue;
      if (!placed.annotation.errors.empty()) incomplete_.insert(f);
      for (const contract::Item& item : placed.annotation.items) {
        const auto* part = std::get_if<contract::Unsupported>(&item);
        if (part != nullptr && contract::names_permission(part->source)) incomplete_.insert(f);
        if (const auto* clause = std::get_if<Clause>(&item)) note_incomplete(f, {clause, placed.found.file});
      }
    }
    for (const auto& [f, contract] : contracts_) {
      for (const PlacedClause& c : contract.clauses) note_incomplete(f, c);
    }
    const bool device = std::ranges::any_of(incomplete_, [&](std::size_t f) { return !functions_[f].kernel; });
    for (const auto& [f, contract] : contracts_) {
      if (device && functions_[f].kernel) incomplete_.insert(f);
      const bool told = functions_[f].kernel && contract.permissions && !contract.clauses.empty();
      if (!told || !incomplete_.contains(f)) continue;
      const PlacedClause& first = contract.clauses.front();
      const std::string name = functions_[f].name;
      unchecked_.push_back({first.file,
                            first.clause->place,
                            {first.clause->place.line, 0},
                            "the permissions of " + name,
                            "the permissions of " + name + ", as a clause that may grant one is not"});
    }
  }

  void note_incomplete(std::size_t f, const PlacedClause& c) {
    contract::Translator translator(contracts_.at(f).names_in_it, c.file, c.clause->place.line, true);
    translator.statements(*c.clause->expression);
    for (const contract::LeftOut& one : translator.left_out()) {
      if (contract::names_permission(contract::print(*one.part))) incomplete_.insert(f);
    }
  }

  // ---- code in place ----

  void unchecked(const std::string& file, contract::Place place, const std::string& source, std::string reason) {
    unchecked_.push_back({file, place, place, source, std::move(reason)});
  }
  void unchecked(const Clauses& clauses, const std::string& reason) {
    for (const PlacedClause& c : clauses) unchecked(c.file, c.clause->place, c.clause->source, reason);
  }

  void write_in_place(const PlacedAnnotation& placed) {
    write_declarations(placed);
    const Kind kind = placed.target.kind;
    if (kind == Kind::kNamespace || kind == Kind::kHost) {
      const std::string why = kind == Kind::kHost ? std::string(kHostCode) : "no kernel or device function follows";
      for (const contract::Item& item : placed.annotation.items) {
        if (const auto* clause = std::get_if<Clause>(&item)) {
          unchecked(placed.found.file, clause->place, clause->source, why);
        }
        const auto* statement = std::get_if<Statement>(&item);
        const bool given = statement != nullptr && statement->kind == StatementKind::kGiven;  // Told by the survey.
        if (statement != nullptr && !given && (!placed.target.free || statement->kind != StatementKind::kDeclaration)) {
          unchecked(placed.found.file, statement->place, statement->source, why);
        }
      }
      return;
    }
    if (kind == Kind::kFunction) return;
    write_statements(placed);
    Clauses clauses;
    for (const contract::Item& item : placed.annotation.items) {
      if (const auto* clause = std::get_if<Clause>(&item)) clauses.push_back({clause, placed.found.file});
    }
    if (!clauses.empty()) write_clauses(placed, clauses);
  }

  // Pure functions and ghost variables outside of functions.
  void write_declarations(const PlacedAnnotation& placed) {
    CodeWriter writer(names_, unchecked_);
    const bool outside = placed.target.free && placed.target.kind < Kind::kBarrier;
    std::string code = outside ? forward_declarations(placed, writer) : "";
    for (const contract::Item& item : placed.annotation.items) {
      if (const auto* function = std::get_if<PureFunction>(&item)) {
        if (outside) {
          code += writer.pure_function(*function, placed.found.file);
        } else {
          unchecked(placed.found.file, function->place, "pure " + function->name, "a function inside of a function");
        }
      }
      const auto* statement = std::get_if<Statement>(&item);
      if (statement != nullptr && statement->kind == StatementKind::kGiven) continue;
      if (statement != nullptr && outside && statement->kind == StatementKind::kDeclaration) {
        code += writer.global(*statement, placed.found.file);
      } else if (statement != nullptr && placed.target.kind == Kind::kFunction) {
        unchecked(placed.found.file, statement->place, statement->source, "a statement outside of a function");
      }
    }
    if (!code.empty()) insert_in_front(placed.found.token, code);
  }

  // Of all pure functions of the namespace, in front of the first: they may call those that follow them.
  std::string forward_declarations(const PlacedAnnotation& placed, CodeWriter& writer) {
    const std::size_t scope = places_.scope_around(placed.found.token);
    if (places_.is_class(scope) || !declared_scopes_.insert(scope).second) return {};
    std::string code;
    for (const PlacedAnnotation& other : placed_) {
      if (!other.target.free || other.target.kind >= Kind::kBarrier) continue;
      if (places_.scope_around(other.found.token) != scope) continue;
      for (const contract::Item& item : other.annotation.items) {
        const auto* function = std::get_if<PureFunction>(&item);
        if (function == nullptr) continue;
        const std::string declaration = writer.pure_declaration(*function);
        if (!declaration.empty()) code += contract::marker(other.found.file, function->place.line) + declaration + ";";
      }
    }
    return code;
  }

  void write_statements(const PlacedAnnotation& placed) {
    CodeWriter writer(contracts_.at(placed.target.function).names_in_it, unchecked_);
    std::string code;
    for (const contract::Item& item : placed.annotation.items) {
      const auto* statement = std::get_if<Statement>(&item);
      if (statement == nullptr || statement->kind == StatementKind::kGiven) continue;
      if (!placed.target.free) {
        unchecked(placed.found.file, statement->place, statement->source, "it stands inside of a statement");
        continue;
      }
      std::set<std::string> names;
      if (statement->value) contract::collect_identifiers(*statement->value, names);
      code += writer.statement(*statement, placed.found.file, captures(placed, names));
    }
    if (!code.empty()) insert_in_front(placed.found.token, code);
  }

  void write_clauses(const PlacedAnnotation& placed, const Clauses& clauses) {
    const bool loop = placed.target.kind == Kind::kLoop;
    const bool barrier = placed.target.kind == Kind::kBarrier;
    Clauses own;
    for (const PlacedClause& c : clauses) {
      const bool invariant = c.clause->kind == ClauseKind::kLoopInvariant;
      if (invariant ? loop : barrier) {
        own.push_back(c);
      } else {
        unchecked(c.file, c.clause->place, c.clause->source,
                  invariant ? "no loop follows" : "no barrier of the block follows");
      }
    }
    if (own.empty()) return;
    Clauses everywhere;
    for (const PlacedClause& c : contracts_.at(placed.target.function).clauses) {
      if (c.clause->kind == ClauseKind::kContextEverywhere) everywhere.push_back(c);
    }
    const PlacedClause shown = own.front();
    own.insert(own.begin(), everywhere.begin(), everywhere.end());
    if (barrier) {
      write_barrier(placed, shown, own);
    } else {
      write_loop(placed, own);
    }
  }

  // `shown`: the annotation's first clause.
  void write_barrier(const PlacedAnnotation& placed, const PlacedClause& shown, const Clauses& clauses) {
    CodeWriter writer(contracts_.at(placed.target.function).names_in_it, unchecked_);
    const std::string captured = captures(placed, names_of(clauses));
    insert_in_front(
        placed.found.token,
        contract::marker(shown.file, shown.clause->place.line) + "{ " +
            CodeWriter::static_clause("fencepost_c", shown.file, shown.clause->place, shown.clause->source) + " " +
            std::string(kNamespace) + "Barrier fencepost_barrier(fencepost_c); fencepost_barrier.arrive(" +
            writer.lambda(captured, select(clauses, before_it)) + ");");
    const std::size_t last = places_.statements()[placed.target.statement].range.last;
    insert_behind(last, contract::marker(shown.file, shown.clause->place.line) + "fencepost_barrier.leave(" +
                            writer.lambda(captured, select(clauses, behind_it)) + "); }");
  }

  void write_loop(const PlacedAnnotation& placed, const Clauses& clauses) {
    const MappedStatement& statement = places_.statements()[placed.target.statement];
    const compiler::MappedConstruct& loop = map_.constructs[statement.opens];
    const compiler::MappedCondition& condition = loop.condition;
    if (!condition.obstacle.empty()) return unchecked(clauses, condition.obstacle);
    const bool empty = condition.tokens.first == kNoToken;
    const std::size_t begin = empty ? condition.before + 1 : condition.tokens.first;
    const std::size_t end = empty ? begin : condition.tokens.last + 1;
    if (!condition.declared.empty() && names_of(clauses).contains(condition.declared)) {
      return unchecked(clauses, "it names what the loop's condition declares");
    }
    CodeWriter writer(contracts_.at(placed.target.function).names_in_it, unchecked_);
    const std::string check = contract::marker(clauses.back().file, clauses.back().clause->place.line) +
                              "fencepost_loop.check(" + writer.lambda(captures(placed, names_of(clauses)), clauses) +
                              ")";
    // The whole is one statement with an else of its own: an `else` behind it stays that of the `if` around it.
    const std::string wrapper = "if (" + std::string(kNamespace) + "Loop fencepost_loop; false) {} else ";
    insert_in_front(loop.keyword, wrapper);
    const bool always = condition.over_range || begin == end ||
                        (begin + 1 == end && (tokens_.is(begin, "true") || tokens_.is(begin, "1")));
    if (always && !tokens_.is(loop.keyword, "do")) {
      // To the compiler, too, it stays a loop without end, or over a range.
      insert_behind(loop.head_close, " { " + check + ";");
      return edits_.insert(tokens_.end_offset(statement.range.last), " }");
    }
    edits_.insert(tokens_.end_offset(begin - 1), "(" + check + ", (" + resume_behind(begin - 1));
    edits_.insert(tokens_.begin_offset(end), "))");
  }

  // ---- contracts of functions ----

  void write_function(std::size_t f, const FunctionContract& contract) {
    const MappedFunction& function = functions_[f];
    if (function.body_open == kNoToken || contract.clauses.empty()) return;
    Clauses all;
    for (const PlacedClause& c : contract.clauses) {
      if (c.clause->kind == ClauseKind::kLoopInvariant) {
        unchecked(c.file, c.clause->place, c.clause->source, "no loop follows");
      } else {
        all.push_back(c);
      }
    }
    std::string copies;
    for (const std::string& name : contract.names_in_it.copies) {
      copies += "const auto " + contract::old_name(name) + " = " + name + "; ";
    }
    // What names a __shared__ variable of the function's comes behind the last of those.
    std::size_t behind = function.body_open;
    std::set<std::string> shared;
    for (const compiler::MappedVariable& variable : function.variables) {
      const bool named = variable.kind == compiler::MappedVariable::kShared && contract.names.contains(variable.name);
      if (!named) continue;
      shared.insert(variable.name);
      behind = std::max(behind, variable.declared_to);
    }
    Clauses at_entry;
    Clauses later;
    for (const PlacedClause& c : all) {
      std::set<std::string> used;
      contract::collect_identifiers(*c.clause->expression, used);
      const bool names_shared =
          std::ranges::any_of(used, [&](const std::string& name) { return shared.contains(name); });
      (names_shared ? later : at_entry).push_back(c);
    }
    std::set<std::string> undeclared;
    for (const PlacedGiven& given : contract.givens) undeclared.insert(given.statement->name);
    CodeWriter writer(contract.names_in_it, unchecked_);
    const Clauses told = select(at_entry, before_it);
    const std::string captured = captures(references(function, function.body_open, names_of(told)));
    for (const PlacedGiven& given : contract.givens) {
      undeclared.erase(given.statement->name);
      copies += writer.given(*given.statement, given.file, told, undeclared, captured);
    }
    insert_behind(function.body_open, copies + object(f, contract, at_entry, "fencepost_contract"));
    if (!later.empty()) insert_behind(behind, object(f, contract, later, "fencepost_shared_contract"));
  }

  std::string object(std::size_t f, const FunctionContract& contract, const Clauses& clauses, const std::string& name) {
    const MappedFunction& function = functions_[f];
    CodeWriter writer(contract.names_in_it, unchecked_);
    const std::vector<std::string> by_reference = references(function, function.body_open, names_of(clauses));
    const std::string captured = captures(by_reference);
    Clauses behind = select(clauses, behind_it);
    bool result = !function.kernel && uses_result(behind);
    if (result && !write_returns(f, name)) {
      unchecked(behind, "the function returns a list in braces");
      behind.clear();
      result = false;
    }
    const std::string make =
        function.kernel
            ? "kernel(" + std::string(contract.permissions && !incomplete_.contains(f) ? "true, " : "false, ")
        : result ? "function_with_result("
                 : "function(";
    const std::string line = clauses.empty() ? "" : contract::marker(clauses[0].file, clauses[0].clause->place.line);
    return line + "auto " + name + " = " + std::string(kNamespace) + make +
           writer.lambda(captured, select(clauses, before_it)) + ", " +
           writer.lambda(captured, behind, result ? ", const auto& fencepost_result" : "") + ");";
  }

  // `return e;` tells the contract of e. False, and nothing is changed, if one returns `{…}`.
  bool write_returns(std::size_t f, const std::string& name) {
    const std::vector<compiler::MappedReturn>& returns = functions_[f].returns;
    if (std::ranges::any_of(returns, &compiler::MappedReturn::braces)) return false;
    for (const compiler::MappedReturn& one : returns) {
      edits_.insert(tokens_.end_offset(one.value.first - 1), " " + name + ".returned(");
      edits_.insert(tokens_.end_offset(one.value.last), ")");
    }
    return true;
  }

  // ---- text ----

  static std::set<std::string> names_of(const Clauses& clauses) {
    std::set<std::string> names;
    for (const PlacedClause& c : clauses) contract::collect_identifiers(*c.clause->expression, names);
    return names;
  }

  static std::string captures(const std::vector<std::string>& by_reference) {
    std::string text = "=";
    for (const std::string& name : by_reference) text += ", &" + name;
    return text;
  }
  [[nodiscard]] std::string captures(const PlacedAnnotation& placed, const std::set<std::string>& names) const {
    return captures(references(functions_[placed.target.function], placed.found.token, names));
  }

  // Behind token `i`; the rest of its line stays where it is.
  void insert_behind(std::size_t i, const std::string& code) {
    edits_.insert(tokens_.end_offset(i), code + resume_behind(i));
  }
  [[nodiscard]] std::string resume_behind(std::size_t i) const {
    return tokens_.resume(i) + std::string(tokens_[i].length, ' ');
  }

  // A pragma (`#pragma unroll`) in front of the token stays its own.
  void insert_in_front(std::size_t i, const std::string& code) {
    if (i >= tokens_.size()) return edits_.insert(tokens_.text().size(), code + "\n");
    const std::size_t begin = i == 0 ? 0 : tokens_.end_offset(i - 1);
    const std::string_view between = tokens_.text().substr(begin, tokens_.begin_offset(i) - begin);
    if (i != 0 && between.find("\n#pragma") != std::string_view::npos) return insert_behind(i - 1, code);
    edits_.insert(tokens_.begin_offset(i), code + tokens_.resume(i));
  }

  std::vector<AnnotationWarning> tell() {
    const auto order = [](const UncheckedPart& a, const UncheckedPart& b) {
      return std::tie(a.file, a.place.line, a.place.column) < std::tie(b.file, b.place.line, b.place.column);
    };
    std::ranges::stable_sort(unchecked_, order);
    std::vector<AnnotationWarning> warnings;
    std::string code;
    for (std::size_t i = 0; i < unchecked_.size(); ++i) {
      const UncheckedPart& part = unchecked_[i];
      code += CodeWriter::registration(part, i);
      if (part.reason != kHostCode)
        warnings.push_back({part.file, part.place.line, part.place.column, "not checked: " + part.reason});
    }
    edits_.insert(tokens_.text().size(), code);
    return warnings;
  }

  const TokenStream& tokens_;
  const compiler::SourceMap& map_;
  const std::vector<MappedFunction>& functions_;
  Edits& edits_;
  ContractPlaces places_;
  ContractSurvey survey_;
  const std::vector<PlacedAnnotation>& placed_;
  const std::map<std::size_t, FunctionContract>& contracts_;
  const Names& names_;
  std::vector<UncheckedPart>& unchecked_;
  std::set<std::size_t> incomplete_;
  std::set<std::size_t> declared_scopes_;  // Those whose pure functions are declared.
};

}  // namespace

std::vector<AnnotationWarning> rewrite_contracts(const TokenStream& tokens, const compiler::SourceMap& map,
                                                 std::string_view headers, Edits& edits) {
  return Rewrite(tokens, map, headers, edits).run();
}

}  // namespace fencepost::compiler
