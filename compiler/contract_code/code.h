// The C++ that clauses, ghost statements and pure functions become: what compiler/annotate/annotate_contracts.h
// inserts.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/contract/syntax.h"
#include "compiler/contract_code/translate.h"

namespace fencepost::compiler::contract {

/// A clause and the file that it stands in, as line markers name it.
struct PlacedClause {
  const Clause* clause = nullptr;
  std::string file;
};

/// A part of an annotation that is not checked.
struct UncheckedPart {
  std::string file;
  Place place;         ///< Where the obstacle is.
  Place clause_place;  ///< Where what is left out begins.
  std::string source;  ///< What is left out.
  std::string reason;
};

/// Writes code. What cannot be translated is left out and noted, once for each place: a conjunct of a clause, or all.
class CodeWriter {
 public:
  /// Both must outlive the writer.
  CodeWriter(const Names& names, std::vector<UncheckedPart>& unchecked) : names_(names), unchecked_(unchecked) {}

  /// `[captures](Evaluation& fencepost_e) { … }`, which evaluates the clauses. `more`: further parameters, ", auto x".
  std::string lambda(std::string_view captures, const std::vector<PlacedClause>& clauses, std::string_view more = "");

  /// A statement of ghost code. Statements declare what later ones and clauses of the same function may name.
  std::string statement(const Statement& statement, const std::string& file, std::string_view captures);
  /// A ghost declaration at namespace scope.
  std::string global(const Statement& statement, const std::string& file);

  /// A kernel's given variable: its declaration, with what `clauses` tell of it for all threads. Not what needs one
  /// of `later`, which are declared behind it.
  std::string given(const Statement& statement, const std::string& file, const std::vector<PlacedClause>& clauses,
                    const std::set<std::string>& later, std::string_view captures);

  /// The function, for namespace scope. Empty if its type or a parameter's cannot be translated.
  std::string pure_function(const PureFunction& function, const std::string& file);
  /// Its declaration, likewise, so that functions may call those that follow them.
  std::string pure_declaration(const PureFunction& function);

  /// `static constexpr Clause name{…};`
  static std::string static_clause(std::string_view name, const std::string& file, Place place,
                                   const std::string& source);

  /// The object that tells the runtime of a part.
  static std::string registration(const UncheckedPart& part, std::size_t number);

 private:
  std::string clause(const PlacedClause& clause, bool result);
  std::string clause_with(const std::string& file, Place place, const std::string& source, const std::string& body,
                          const Expression& shown, const std::vector<LeftOut>& left_out);
  std::string shown_values(const Expression& expression, const std::vector<LeftOut>& left_out);
  /// `Ghost<…> name("name"…);`: a declaration; `more` stands behind the name. Empty if the type has no values.
  std::string ghost_variable(const Statement& statement, const std::string& file, const std::string& more);
  /// A lambda that returns the value, and notes why there is none.
  std::string value_lambda(Translator& translator, const Statement& statement);
  std::string assignment(const Statement& statement, const std::string& file, const std::string& target,
                         std::string_view captures);
  std::string clauses_of(const PureFunction& function, const std::string& file, bool before);
  bool note(const Translator& translator, const std::string& file, Place place, const std::string& source);
  void note_left_out(const Translator& translator, const std::string& file, Place place, const std::string& source,
                     bool all);
  void note(UncheckedPart part);

  const Names& names_;
  std::vector<UncheckedPart>& unchecked_;
};

}  // namespace fencepost::compiler::contract
