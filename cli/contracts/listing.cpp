#include "cli/contracts/listing.h"

#include <algorithm>
#include <map>
#include <utility>
#include <variant>

#include "compiler/annotate/contract_places.h"
#include "compiler/contract/finder.h"
#include "compiler/contract/parser.h"
#include "compiler/contract/printer.h"

namespace fencepost::cli {
namespace {

using compiler::contract::Annotation;
using compiler::contract::Clause;
using compiler::contract::ClauseKind;
using compiler::contract::KnownNames;
using compiler::contract::PureFunction;
using compiler::contract::Statement;
using compiler::contract::Status;
using compiler::contract::Unsupported;
using compiler::contract::Verdict;
using Kind = compiler::ContractPlaces::Kind;

std::string word_of(const std::string& source) { return source.substr(0, source.find_first_of(" {(")); }

class Listing {
 public:
  Listing(const compiler::MappedSource& source, ListedFile& file)
      : tokens_(source.tokens), file_(file), functions_(source.map.functions), places_(source.tokens, source.map) {}

  void run() {
    for (const compiler::contract::FoundAnnotation& found : compiler::contract::find_annotations(tokens_)) {
      if (!found.file.empty() && found.file != file_.path) continue;
      annotations_.push_back(compiler::contract::parse_annotation(found.comments));
      targets_.push_back(places_.target(found.token));
    }
    for (const Annotation& annotation : annotations_) all_.push_back(&annotation);
    std::map<std::size_t, KnownNames> names;  // By function.
    for (std::size_t i = 0; i < annotations_.size(); ++i) {
      const std::size_t function = targets_[i].function;
      const auto known = names.find(function);
      add(annotations_[i], targets_[i],
          (known == names.end() ? names.emplace(function, names_in(function)).first : known)->second);
      file_.errors.insert(file_.errors.end(), annotations_[i].errors.begin(), annotations_[i].errors.end());
    }
  }

 private:
  // Those of the program and of the function; kNoToken: of the host's code.
  [[nodiscard]] KnownNames names_in(std::size_t function) const {
    std::vector<const Annotation*> local;
    const Annotation* contract = nullptr;
    for (std::size_t i = 0; i < annotations_.size(); ++i) {
      const bool global = targets_[i].function == compiler::kNoToken && targets_[i].free;
      if (global || targets_[i].function == function) local.push_back(all_[i]);
      const bool of_kernel = targets_[i].kind == Kind::kFunction && functions_[targets_[i].function].kernel;
      if (of_kernel && targets_[i].function == function) contract = all_[i];
    }
    return {all_, local, contract};
  }

  void add(const Annotation& annotation, const compiler::ContractPlaces::Target& target, const KnownNames& names) {
    ListedAnnotation of_target = listed(target);
    ListedAnnotation of_statement = of_target;
    if (target.kind != Kind::kHost && target.kind != Kind::kNamespace) of_statement.target = "statement";
    for (const compiler::contract::Item& item : annotation.items) {
      if (const auto* function = std::get_if<PureFunction>(&item)) {
        add_function(*function, target, names);
      } else if (const auto* clause = std::get_if<Clause>(&item)) {
        const Verdict verdict = in_place(*clause, target, names);
        of_target.clauses.push_back(
            {clause->place, word_of(clause->source), clause->source, verdict.status, verdict.reason});
      } else if (const auto* statement = std::get_if<Statement>(&item)) {
        const Verdict verdict = in_place(*statement, target, names);
        const bool clause = statement->kind == compiler::contract::StatementKind::kGiven;
        (clause ? of_target : of_statement)
            .clauses.push_back(
                {statement->place, word_of(statement->source), statement->source, verdict.status, verdict.reason});
      } else {
        const auto& part = std::get<Unsupported>(item);
        of_target.clauses.push_back({part.place, part.name, part.source, Status::kUnsupported, part.name});
      }
    }
    for (ListedAnnotation* one : {&of_statement, &of_target}) {
      if (one->clauses.empty()) continue;
      std::ranges::stable_sort(one->clauses, {}, [](const ListedClause& clause) {
        return std::pair(clause.place.line, clause.place.column);
      });
      one->place = one->clauses.front().place;
      file_.annotations.push_back(std::move(*one));
    }
  }

  [[nodiscard]] ListedAnnotation listed(const compiler::ContractPlaces::Target& target) const {
    ListedAnnotation one;
    if (target.function != compiler::kNoToken) one.name = functions_[target.function].name;
    switch (target.kind) {
      case Kind::kFunction:
        one.target = functions_[target.function].kernel ? "kernel" : "function";
        break;
      case Kind::kBarrier:
        one.target = "barrier";
        break;
      case Kind::kLoop:
        one.target = "loop";
        break;
      case Kind::kHost:
        one.target = "host code";
        break;
      case Kind::kNamespace:
        one.target = "declaration";
        break;
      case Kind::kStatement:
      case Kind::kInside:
        one.target = "statement";
        break;
    }
    return one;
  }

  // Clauses of functions without a body are assumed wherever they are called; the body counts as a clause.
  void add_function(const PureFunction& function, const compiler::ContractPlaces::Target& target,
                    const KnownNames& names) {
    ListedAnnotation one{.place = function.place, .target = "pure function", .name = function.name};
    const bool outside =
        target.kind == Kind::kFunction || target.kind == Kind::kNamespace || target.kind == Kind::kHost;
    const auto judged = [&](Verdict verdict) {
      if (target.free && outside) return verdict;
      return Verdict{Status::kUnsupported, "a pure function inside of a function", function.place};
    };
    for (const Clause& clause : function.clauses) {
      const Verdict verdict = judged(judge(clause, function, names));
      one.clauses.push_back({clause.place, word_of(clause.source), clause.source, verdict.status, verdict.reason});
    }
    if (!one.clauses.empty()) one.place = one.clauses.front().place;
    if (function.body) {
      const Verdict verdict = judged(judge(function, names));
      const std::string head = "pure " + print(function.type) + ' ' + function.name + "(…)";
      one.clauses.push_back({function.place, "pure", head, verdict.status, verdict.reason});
    } else if (function.clauses.empty()) {
      one.clauses.push_back({function.place, "pure", "pure " + function.name, Status::kAssumed, "has no body"});
    }
    file_.annotations.push_back(std::move(one));
  }

  [[nodiscard]] Verdict in_place(const Clause& clause, const compiler::ContractPlaces::Target& target,
                                 const KnownNames& names) const {
    const bool invariant = clause.kind == ClauseKind::kLoopInvariant;
    std::string reason;
    if (target.kind == Kind::kHost) {
      reason = "host code";
    } else if (invariant && target.kind != Kind::kLoop) {
      reason = "no loop follows";
    } else if (target.kind == Kind::kNamespace) {
      reason = "no kernel or device function follows";
    } else if (!invariant && target.kind != Kind::kBarrier && target.kind != Kind::kFunction) {
      reason = "no barrier of the block follows";
    }
    if (!reason.empty()) return {Status::kUnsupported, reason, clause.place};
    const bool result = target.kind == Kind::kFunction && !functions_[target.function].kernel;
    return judge(clause, names, result);
  }

  [[nodiscard]] static Verdict in_place(const Statement& statement, const compiler::ContractPlaces::Target& target,
                                        const KnownNames& names) {
    if (statement.kind == compiler::contract::StatementKind::kGiven) {
      if (target.kind == Kind::kFunction) return judge(statement, names);
      return {Status::kUnsupported, "given", statement.place};
    }
    const bool declaration = statement.kind == compiler::contract::StatementKind::kDeclaration;
    std::string reason;
    if (target.kind == Kind::kHost && !(declaration && target.free)) {
      reason = "host code";
    } else if ((target.kind == Kind::kFunction || target.kind == Kind::kNamespace) && !(declaration && target.free)) {
      reason = "a statement outside of a function";
    } else if (!target.free) {
      reason = "it stands inside of a statement";
    }
    if (!reason.empty()) return {Status::kUnsupported, reason, statement.place};
    return judge(statement, names);
  }

  const compiler::TokenStream& tokens_;
  ListedFile& file_;
  const std::vector<compiler::MappedFunction>& functions_;
  compiler::ContractPlaces places_;
  std::vector<Annotation> annotations_;
  std::vector<compiler::ContractPlaces::Target> targets_;  // Of annotations_.
  std::vector<const Annotation*> all_;                     // Pointers to annotations_.
};

}  // namespace

ListedFile list_contracts(std::string path, const compiler::MappedSource& source) {
  ListedFile file{.path = std::move(path)};
  Listing(source, file).run();
  return file;
}

ClauseCounts count(const ListedAnnotation& annotation) {
  ClauseCounts counts;
  for (const ListedClause& clause : annotation.clauses) ++counts.of_status[static_cast<std::size_t>(clause.status)];
  return counts;
}

ClauseCounts count(const ListedFile& file) {
  ClauseCounts counts{.not_parsed = file.errors.size()};
  for (const ListedAnnotation& annotation : file.annotations) {
    const ClauseCounts own = count(annotation);
    for (std::size_t i = 0; i < own.of_status.size(); ++i) counts.of_status[i] += own.of_status[i];
  }
  return counts;
}

}  // namespace fencepost::cli
