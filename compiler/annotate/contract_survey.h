// The annotations of a translation unit, what each is for, and the names that their clauses see.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/annotate/contract_places.h"
#include "compiler/contract/finder.h"
#include "compiler/contract_code/code.h"

namespace fencepost::compiler {

using Clauses = std::vector<contract::PlacedClause>;

struct PlacedAnnotation {
  contract::FoundAnnotation found;
  contract::Annotation annotation;
  ContractPlaces::Target target;
};

/// `given T x;` of a kernel whose clauses tell what it is.
struct PlacedGiven {
  const contract::Statement* statement = nullptr;
  std::string file;
};

/// What the annotations of a function say: those in front of it, and those in its body.
struct FunctionContract {
  Clauses clauses;                  ///< In front of it; a definition without any has those of its prototype.
  std::vector<PlacedGiven> givens;  ///< Likewise.
  bool permissions = false;         ///< There is one in any of its annotations.
  std::set<std::string> names;      ///< In any of them.
  std::set<std::string> old_names;  ///< Inside of `\old`.
  contract::Names declared;         ///< By ghost statements in its body.
  contract::Names names_in_it;      ///< What names mean to its clauses.
};

struct ContractSurvey {
  std::vector<PlacedAnnotation> annotations;
  std::map<std::size_t, FunctionContract> contracts;  ///< By index of the function, of those with an annotation.
  contract::Names names;                              ///< Outside of functions.
  std::vector<contract::UncheckedPart> unchecked;     ///< Syntax errors, what is not supported or for nothing here.
};

/// Clauses in the result point into its annotations. `headers`: preprocessed, in front of the source.
ContractSurvey survey_contracts(const TokenStream& tokens, const compiler::SourceMap& map, std::string_view headers,
                                const ContractPlaces& places);

}  // namespace fencepost::compiler
