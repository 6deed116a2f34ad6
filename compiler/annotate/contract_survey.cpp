#include "compiler/annotate/contract_survey.h"

#include <optional>
#include <set>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <variant>

#include "compiler/contract/parser.h"
#include "compiler/contract_code/given.h"

namespace fencepost::compiler {
namespace {

using compiler::MappedVariable;
using contract::Clause;
using contract::CodeWriter;
using contract::Expression;
using contract::ExpressionKind;
using contract::Names;
using contract::PlacedClause;
using contract::PureFunction;
using contract::Statement;
using contract::StatementKind;
using contract::UncheckedPart;
using contract::Unsupported;
using Kind = ContractPlaces::Kind;

std::unordered_set<std::string_view> identifiers_of(const TokenStream& tokens) {
  std::unordered_set<std::string_view> names;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens.is_identifier(i)) names.insert(tokens.spelling(i));
  }
  return names;
}

class Surveyor {
 public:
  Surveyor(const TokenStream& tokens, const compiler::SourceMap& map, std::string_view headers,
           const ContractPlaces& places)
      : tokens_(tokens), map_(map), headers_(headers), functions_(map.functions), places_(places) {}

  ContractSurvey run() {
    for (contract::FoundAnnotation& found : contract::find_annotations(tokens_)) {
      PlacedAnnotation placed{std::move(found), {}, {}};
      placed.annotation = contract::parse_annotation(placed.found.comments);
      placed.target = places_.target(placed.found.token);
      result_.annotations.push_back(std::move(placed));
    }
    if (result_.annotations.empty()) return {};
    for (const PlacedAnnotation& placed : result_.annotations) survey(placed);
    adopt_prototypes();
    set_names();
    return std::move(result_);
  }

 private:
  void survey(const PlacedAnnotation& placed) {
    const std::string& file = placed.found.file;
    for (const contract::SyntaxError& error : placed.annotation.errors) {
      unchecked_.push_back({file, error.place, error.place, "an annotation", error.message});
    }
    FunctionContract* contract = nullptr;
    if (placed.target.function != kNoToken) contract = &contracts_[placed.target.function];
    for (const contract::Item& item : placed.annotation.items) {
      if (const auto* function = std::get_if<PureFunction>(&item)) {
        const bool global = places_.scope_around(placed.found.token) == kNoToken;
        const auto [known, added] = names_.pure.emplace(function->name, global);
        known->second = known->second && global;
        CodeWriter writer(names_, unchecked_);
        if (writer.pure_declaration(*function).empty()) names_.unknown.insert(function->name);
        note_names(*function);
      }
      if (const auto* statement = std::get_if<Statement>(&item)) {
        if (statement->kind == StatementKind::kDeclaration) {
          const bool inside = contract != nullptr && placed.target.kind != Kind::kFunction;
          Names& declared = inside ? contract->declared : names_;
          declared.ghosts.insert(statement->name);
          if (statement->length) declared.arrays.insert(statement->name);
          if (contract::is_sequence(statement->type)) declared.sequences.insert(statement->name);
        }
        if (statement->kind == StatementKind::kGiven) survey_given(*statement, placed, contract);
        for (const Expression* e : {statement->value.get(), statement->length.get(), statement->target.get()}) {
          if (e != nullptr && contract != nullptr) note_names(*e, *contract);
          if (e != nullptr && contract == nullptr) contract::collect_identifiers(*e, global_names_);
        }
      }
      if (const auto* part = std::get_if<Unsupported>(&item)) {
        unchecked_.push_back({file, part->place, part->place, part->source, "'" + part->name + "' is not supported"});
        Names& declared = contract != nullptr ? contract->declared : names_;
        declared.unknown.insert(part->declares.begin(), part->declares.end());
      }
      const auto* clause = std::get_if<Clause>(&item);
      if (clause == nullptr || contract == nullptr) continue;
      contract->permissions = contract->permissions || contract::has_permission(*clause->expression);
      note_names(*clause->expression, *contract);
      if (placed.target.kind == Kind::kFunction) contract->clauses.push_back({clause, file});
    }
  }

  void note_names(const PureFunction& function) {
    for (const Clause& clause : function.clauses) contract::collect_identifiers(*clause.expression, global_names_);
    if (function.body) contract::collect_identifiers(*function.body, global_names_);
  }

  void survey_given(const Statement& given, const PlacedAnnotation& placed, FunctionContract* contract) {
    Names& declared = contract != nullptr ? contract->declared : names_;
    const bool of_kernel = placed.target.kind == Kind::kFunction && functions_[placed.target.function].kernel;
    if (!of_kernel || !contract::can_be_given(given.type) ||
        contract::facts_of(placed.annotation, given.name).empty()) {
      unchecked_.push_back({placed.found.file, given.place, given.place, given.source, "'given' is not supported"});
      declared.unknown.insert(given.name);
      return;
    }
    contract->givens.push_back({&given, placed.found.file});
    declared.ghosts.insert(given.name);
    if (contract::is_sequence(given.type)) declared.sequences.insert(given.name);
  }

  static void note_names(const Expression& expression, FunctionContract& contract) {
    contract::collect_identifiers(expression, contract.names);
    contract::for_each(expression, [&](const Expression& e) {
      if (e.kind == ExpressionKind::kOld) contract::collect_identifiers(e, contract.old_names);
    });
  }

  // A prototype's contract is that of the definition, if that has none.
  void adopt_prototypes() {
    std::vector<std::pair<std::size_t, FunctionContract>> adopted;
    for (auto& [f, contract] : contracts_) {
      if (functions_[f].body_open != kNoToken || contract.clauses.empty()) continue;
      const std::size_t definition = functions_[f].definition;
      if (definition == kNoToken) {
        for (const PlacedClause& c : contract.clauses) {
          unchecked_.push_back(
              {c.file, c.clause->place, c.clause->place, c.clause->source, "the function is not defined in this file"});
        }
      } else if (const auto own = contracts_.find(definition); own == contracts_.end() || own->second.clauses.empty()) {
        adopted.emplace_back(definition, std::move(contract));
      }
      contract.clauses.clear();
    }
    for (auto& [f, contract] : adopted) {
      FunctionContract& own = contracts_[f];
      own.clauses = std::move(contract.clauses);
      own.givens = std::move(contract.givens);
      own.declared.ghosts.merge(contract.declared.ghosts);
      own.declared.sequences.merge(contract.declared.sequences);
      own.permissions = own.permissions || contract.permissions;
      own.names.merge(contract.names);
      own.old_names.merge(contract.old_names);
    }
  }

  // Of the names in annotations, those that the program does not have and no annotation declares.
  void find_nowhere(const std::set<std::string>& in_annotations, Names& names) {
    names.nowhere.clear();
    for (const std::string& name : in_annotations) {
      const bool declared = names.ghosts.contains(name) || names.pure.contains(name) || names.unknown.contains(name);
      if (declared || identifiers_.contains(name) || name.find("::") != std::string::npos) continue;
      // Looked through only if a name is asked for that the source does not have.
      if (!of_headers_) of_headers_ = identifiers_of(TokenStream(headers_));
      if (!of_headers_->contains(name)) names.nowhere.insert(name);
    }
  }

  // What names mean in each function.
  void set_names() {
    identifiers_ = identifiers_of(tokens_);
    names_.memory.insert(map_.device_variables.begin(), map_.device_variables.end());
    find_nowhere(global_names_, names_);
    for (auto& [f, contract] : contracts_) {
      Names names = names_;
      for (const std::string& ghost : names.ghosts) {
        if (!contract.declared.ghosts.contains(ghost)) names.outer_ghosts.insert(ghost);
      }
      names.ghosts.insert(contract.declared.ghosts.begin(), contract.declared.ghosts.end());
      names.arrays.insert(contract.declared.arrays.begin(), contract.declared.arrays.end());
      names.sequences.insert(contract.declared.sequences.begin(), contract.declared.sequences.end());
      names.unknown.insert(contract.declared.unknown.begin(), contract.declared.unknown.end());
      // What is memory is known by name: a local variable of that name hides it.
      for (const MappedVariable& variable : functions_[f].variables) {
        if (variable.kind == MappedVariable::kShared) {
          names.memory.insert(variable.name);
        } else {
          names.memory.erase(variable.name);
        }
        const bool parameter = variable.kind == MappedVariable::kParameter;
        if (parameter && contract.old_names.contains(variable.name)) names.copies.insert(variable.name);
      }
      find_nowhere(contract.names, names);
      contract.names_in_it = std::move(names);
    }
  }

  const TokenStream& tokens_;
  const compiler::SourceMap& map_;
  const std::string_view headers_;
  const std::vector<compiler::MappedFunction>& functions_;
  const ContractPlaces& places_;
  ContractSurvey result_;
  std::set<std::string> global_names_;                // In pure functions, and in annotations outside of functions.
  std::unordered_set<std::string_view> identifiers_;  // Of the source.
  std::optional<std::unordered_set<std::string_view>> of_headers_;
  std::map<std::size_t, FunctionContract>& contracts_ = result_.contracts;
  Names& names_ = result_.names;
  std::vector<UncheckedPart>& unchecked_ = result_.unchecked;
};

}  // namespace

ContractSurvey survey_contracts(const TokenStream& tokens, const compiler::SourceMap& map, std::string_view headers,
                                const ContractPlaces& places) {
  return Surveyor(tokens, map, headers, places).run();
}

}  // namespace fencepost::compiler
