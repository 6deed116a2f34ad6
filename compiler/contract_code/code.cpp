#include "compiler/contract_code/code.h"

#include <algorithm>

#include "compiler/contract/printer.h"
#include "compiler/contract_code/definition.h"
#include "compiler/contract_code/given.h"

namespace fencepost::compiler::contract {
namespace {

constexpr std::string_view kNamespace = "::fencepost::contract::";

std::string unchecked_lambda(std::string_view captures, std::string_view parameters, const std::string& body) {
  return "[" + std::string(captures) + "](" + std::string(parameters) + ")" + std::string(kUnchecked) + " { " + body +
         " }";
}

// `&xs` of a sequence, a copy of all else.
std::string parameter_type(const Type& type) {
  const std::string value = value_type(type);
  return value.find("Sequence<") != std::string::npos ? "const " + value + "&" : value;
}

}  // namespace

std::string CodeWriter::static_clause(std::string_view name, const std::string& file, Place place,
                                      const std::string& source) {
  return "static constexpr " + std::string(kNamespace) + "Clause " + std::string(name) + "{" + string_literal(file) +
         ", " + std::to_string(place.line) + ", " + std::to_string(place.column) + ", " + string_literal(source) + "};";
}

void CodeWriter::note(UncheckedPart part) {
  const auto same = [&](const UncheckedPart& known) {
    return known.file == part.file && known.clause_place.line == part.clause_place.line &&
           known.clause_place.column == part.clause_place.column && known.place.line == part.place.line &&
           known.place.column == part.place.column;
  };
  if (std::ranges::none_of(unchecked_, same)) unchecked_.push_back(std::move(part));
}

bool CodeWriter::note(const Translator& translator, const std::string& file, Place place, const std::string& source) {
  if (!translator.obstacle()) return false;
  note({file, translator.obstacle()->place, place, source, translator.obstacle()->reason});
  return true;
}

// `all`: nothing of the clause is left.
void CodeWriter::note_left_out(const Translator& translator, const std::string& file, Place place,
                               const std::string& source, bool all) {
  for (const LeftOut& one : translator.left_out()) {
    note({file, one.obstacle.place, place, all ? source : print(*one.part), one.obstacle.reason});
    if (all) return;
  }
}

// Variables and their values, for the text of a finding.
std::string CodeWriter::shown_values(const Expression& expression, const std::vector<LeftOut>& left_out) {
  std::string text;
  std::set<std::string> shown;
  for (const std::string& variable : free_variables(expression, left_out)) {
    const std::string root = variable.substr(0, variable.find('.'));
    const bool whole = names_.ghosts.contains(root) || names_.sequences.contains(root);
    const std::string& name = whole ? root : variable;
    if (names_.pure.contains(name) || !shown.insert(name).second) continue;
    const std::string show = "fencepost_v(" + string_literal(name) + ", " + name;
    text += names_.ghosts.contains(name) ? "if (" + name + ".is_set()) " + show + ".get()); " : show + "); ";
  }
  return unchecked_lambda("&", std::string(kNamespace) + "Values& fencepost_v", text);
}

std::string CodeWriter::clause_with(const std::string& file, Place place, const std::string& source,
                                    const std::string& body, const Expression& shown,
                                    const std::vector<LeftOut>& left_out) {
  return marker(file, place.line) + "{ " + static_clause("fencepost_c", file, place, source) +
         " fencepost_e.clause(fencepost_c, " + unchecked_lambda("&", "", body) + ", " + shown_values(shown, left_out) +
         "); }";
}

std::string CodeWriter::clause(const PlacedClause& placed, bool result) {
  const Clause& clause = *placed.clause;
  Translator translator(names_, placed.file, clause.place.line, result);
  const std::string body = translator.statements(*clause.expression);
  note_left_out(translator, placed.file, clause.place, clause.source, body.empty());
  if (body.empty()) return {};
  return clause_with(placed.file, clause.place, clause.source, body, *clause.expression, translator.left_out());
}

std::string CodeWriter::lambda(std::string_view captures, const std::vector<PlacedClause>& clauses,
                               std::string_view more) {
  std::string body;
  for (const PlacedClause& placed : clauses) body += clause(placed, !more.empty());
  return unchecked_lambda(captures, std::string(kNamespace) + "Evaluation& fencepost_e" + std::string(more), body);
}

std::string CodeWriter::assignment(const Statement& statement, const std::string& file, const std::string& target,
                                   std::string_view captures) {
  Translator translator(names_, file, statement.place.line);
  const std::string value = value_lambda(translator, statement);
  if (note(translator, file, statement.place, statement.source)) return {};
  const std::string body = target + ".assign(" + value + ");";
  const Expression& shown = statement.value ? *statement.value : *statement.length;
  // Only variables of the function can be captured. Others are the OS thread's, and begin where they are first named:
  // that must not be in code of the kernel.
  const std::string captured = names_.outer_ghosts.contains(target) ? "" : ", &" + target;
  return std::string(kNamespace) + "ghost(" +
         unchecked_lambda(std::string(captures) + captured, std::string(kNamespace) + "Evaluation& fencepost_e",
                          clause_with(file, statement.place, statement.source, body, shown, {})) +
         ");";
}

std::string CodeWriter::value_lambda(Translator& translator, const Statement& statement) {
  const auto returning = [](const std::string& value) { return unchecked_lambda("&", "", "return " + value + ";"); };
  const std::string value = statement.value ? returning(translator.value(*statement.value)) : "";
  if (statement.length) {
    return returning(std::string(kNamespace) + "elements<" + value_type(statement.type) + ">(" +
                     translator.value(*statement.length) + (value.empty() ? "" : ", " + value) + ")");
  }
  if (!statement.target || statement.target->kind != ExpressionKind::kIndex) return value;
  return returning(std::string(kNamespace) + "with_element(" + statement.target->operands[0]->text + ".get(), " +
                   translator.value(*statement.target->operands[1]) + ", " + value + ")");
}

std::string CodeWriter::statement(const Statement& statement, const std::string& file, std::string_view captures) {
  const std::string begin = marker(file, statement.place.line);
  const std::string evaluation = std::string(kNamespace) + "Evaluation& fencepost_e";
  switch (statement.kind) {
    case StatementKind::kAssume:
      return begin + "{ " + static_clause("fencepost_c", file, statement.place, statement.source) + " " +
             std::string(kNamespace) + "assumption(fencepost_c); }";
    case StatementKind::kDeclaration: {
      const std::string declaration = ghost_variable(statement, file, "");
      const bool assigned = !declaration.empty() && (statement.value || statement.length);
      return begin + declaration + (assigned ? " " + assignment(statement, file, statement.name, captures) : "");
    }
    case StatementKind::kAssignment: {
      const bool element = statement.target->kind == ExpressionKind::kIndex;
      const Expression& target = element ? *statement.target->operands[0] : *statement.target;
      if (target.kind != ExpressionKind::kIdentifier || !names_.ghosts.contains(target.text) ||
          names_.arrays.contains(target.text) != element) {
        note({file, statement.place, statement.place, statement.source,
              "an assignment to something other than a ghost variable or an element of a ghost array"});
        return {};
      }
      return begin + assignment(statement, file, target.text, captures);
    }
    case StatementKind::kGiven:  // Of a kernel: given().
      return {};
    case StatementKind::kAssert:
    case StatementKind::kEvaluation: {
      const bool asserted = statement.kind == StatementKind::kAssert;
      Translator translator(names_, file, statement.place.line);
      const std::string body = asserted ? translator.statements(*statement.value)
                                        : "static_cast<void>(" + translator.value(*statement.value) + ");";
      if (asserted) note_left_out(translator, file, statement.place, statement.source, body.empty());
      if (note(translator, file, statement.place, statement.source) || body.empty()) return {};
      return begin + std::string(kNamespace) + (asserted ? "assertion(" : "ghost(") +
             unchecked_lambda(
                 captures, evaluation,
                 clause_with(file, statement.place, statement.source, body, *statement.value, translator.left_out())) +
             ");";
    }
  }
  return {};
}

std::string CodeWriter::global(const Statement& statement, const std::string& file) {
  if (statement.kind != StatementKind::kDeclaration) {
    note({file, statement.place, statement.place, statement.source, "at namespace scope this"});
    return {};
  }
  std::string value;
  if (statement.value || statement.length) {
    Translator translator(names_, file, statement.place.line);
    value = ", " + value_lambda(translator, statement);
    // Nothing is around that it could capture.
    for (std::size_t at = 0; (at = value.find("[&]()", at)) != std::string::npos; ++at) value.erase(at + 1, 1);
    if (note(translator, file, statement.place, statement.source)) return {};
  }
  const std::string declaration = ghost_variable(statement, file, value);
  if (declaration.empty()) return {};
  // Sequences are of one OS thread.
  return marker(file, statement.place.line) + "[[maybe_unused]] static thread_local " + declaration;
}

std::string CodeWriter::ghost_variable(const Statement& statement, const std::string& file, const std::string& more) {
  std::string type = value_type(statement.type);
  if (type.empty() || (statement.length && is_sequence(statement.type))) {
    note({file, statement.place, statement.place, statement.source, "a ghost variable of this type"});
    return {};
  }
  if (statement.length)
    type = std::string(kNamespace) + "Sequence<" + std::string(kNamespace) + "Element<" + type + ">>";
  return std::string(kNamespace) + "Ghost<" + type + "> " + statement.name + "(" + string_literal(statement.name) +
         more + ");";
}

std::string CodeWriter::given(const Statement& statement, const std::string& file,
                              const std::vector<PlacedClause>& clauses, const std::set<std::string>& later,
                              std::string_view captures) {
  std::string facts;
  for (const PlacedClause& placed : clauses) {
    for (const GivenFact& fact : facts_of(*placed.clause->expression, statement.name)) {
      std::set<std::string> used;
      for (const Expression* condition : fact.conditions) collect_identifiers(*condition, used);
      if (fact.index != nullptr) collect_identifiers(*fact.index, used);
      collect_identifiers(*fact.value, used);
      if (std::ranges::any_of(later, [&](const std::string& name) { return used.contains(name); })) continue;
      Translator translator(names_, placed.file, placed.clause->place.line);
      std::string body;
      for (const Expression* condition : fact.conditions) body += "if (" + translator.value(*condition) + ") ";
      const std::string index = fact.index != nullptr ? translator.value(*fact.index) : "0";
      body += "fencepost_f." + (fact.length ? "length(" : "element(" + index + ", ") + translator.value(*fact.value);
      if (translator.obstacle()) continue;  // Told of the clause.
      facts += marker(placed.file, placed.clause->place.line) + "fencepost_f.tell(" +
               unchecked_lambda("&", "", body + ");") + "); ";
    }
  }
  const std::string declaration = "fencepost_" + statement.name, ours(kNamespace);
  const std::string value = ours + (is_sequence(statement.type) ? "given_sequence(" : "given_number(") + declaration +
                            ", " + string_literal(statement.name) + ")";
  return marker(file, statement.place.line) + static_clause(declaration, file, statement.place, statement.source) +
         " " + ours + "Ghost<" + value_type(statement.type) + "> " + statement.name + "(" +
         string_literal(statement.name) + "); " + ours + "gather(" + declaration + ", " +
         unchecked_lambda(captures, ours + "GivenFacts& fencepost_f", facts) + "); " + ours + "ghost(" +
         unchecked_lambda("&" + statement.name, ours + "Evaluation&",
                          statement.name + ".assign(" + unchecked_lambda("&", "", "return " + value + ";") + ");") +
         "); ";
}

std::string CodeWriter::pure_declaration(const PureFunction& function) {
  std::string text = value_type(function.type);
  if (text.empty()) return {};
  text = "__attribute__((host, device, no_sanitize(\"thread\"), unused)) static " + text + " " + function.name + "(";
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const std::string type = parameter_type(function.parameters[i].type);
    if (type.empty()) return {};
    text += (i == 0 ? "" : ", ") + type + " " + function.parameters[i].name;
  }
  return text + ")";
}

std::string CodeWriter::clauses_of(const PureFunction& function, const std::string& file, bool before) {
  std::string text;
  for (const Clause& c : function.clauses) {
    const bool requires_it = c.kind != ClauseKind::kEnsures;
    const bool ensures_it = c.kind != ClauseKind::kRequires;
    if (before ? requires_it : ensures_it) text += clause({&c, file}, !before);
  }
  if (text.empty()) return {};
  return "if (fencepost_call.is_checked()) { " + std::string(kNamespace) +
         "Evaluation& fencepost_e = " + std::string(kNamespace) + "current_evaluation(); " + text + " } ";
}

std::string CodeWriter::pure_function(const PureFunction& function, const std::string& file) {
  Names own = names_;  // Parameters hide what is outside.
  for (const Parameter& parameter : function.parameters) {
    own.ghosts.erase(parameter.name);
    own.memory.erase(parameter.name);
    own.nowhere.erase(parameter.name);
    if (is_sequence(parameter.type)) own.sequences.insert(parameter.name);
  }
  CodeWriter inside(own, unchecked_);
  const std::string declaration = pure_declaration(function);
  const std::string source = "pure " + function.type.name + " " + function.name + "(…)";
  if (declaration.empty()) {
    note({file, function.place, function.place, source, "a pure function of these types"});
    return {};
  }
  std::string body;
  if (const Expression* definition = definition_of(function)) {
    Translator translator(own, file, function.place.line);
    body = translator.value(*definition);
    if (note(translator, file, function.place, source)) body.clear();
  }
  const std::string result = value_type(function.type);
  const std::string text = marker(file, function.place.line) + declaration + " { ";
  if (body.empty()) return text + std::string(kNamespace) + "abstract(" + string_literal(function.name) + "); }";
  return text + "const " + std::string(kNamespace) + "PureCall fencepost_call; " +
         inside.clauses_of(function, file, true) + marker(file, function.place.line) + "const " + result +
         " fencepost_result = " + body + "; " + inside.clauses_of(function, file, false) + "return fencepost_result; }";
}

std::string CodeWriter::registration(const UncheckedPart& part, std::size_t number) {
  const std::string name = "fencepost_unchecked_" + std::to_string(number);
  return "\nstatic const " + std::string(kNamespace) + "NotChecked " + name + "([]() -> const " +
         std::string(kNamespace) + "Clause& { " + static_clause("clause", part.file, part.clause_place, part.source) +
         " return clause; }(), " + string_literal(part.reason) + ");\n";
}

}  // namespace fencepost::compiler::contract
