// What the annotations of a source say, and what becomes of each clause.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/contract/syntax.h"
#include "compiler/contract_code/status.h"
#include "compiler/source/mapped_source.h"

namespace fencepost::cli {

/// A clause, a statement or something that is not supported.
struct ListedClause {
  compiler::contract::Place place;
  std::string kind;  ///< `requires`, `assert`, `given`; `pure` of a function's body.
  std::string text;
  compiler::contract::Status status{};
  std::string reason;  ///< Empty if it is checked.
};

/// What one annotation says about one thing.
struct ListedAnnotation {
  compiler::contract::Place place;  ///< Of the first clause.
  std::string
      target;  ///< `kernel`, `function`, `pure function`, `barrier`, `loop`, `statement`, `declaration`, `host code`.
  std::string name;  ///< Of the kernel or function; of the one around a barrier, a loop, a statement.
  std::vector<ListedClause> clauses;
};

struct ListedFile {
  std::string path;
  std::vector<ListedAnnotation> annotations;
  std::vector<compiler::contract::SyntaxError> errors;
};

/// How many clauses there are of each status, and how many could not be read.
struct ClauseCounts {
  std::array<std::size_t, compiler::contract::kStatuses> of_status{};  ///< By contract::Status.
  std::size_t not_parsed = 0;

  [[nodiscard]] std::size_t of(compiler::contract::Status status) const {
    return of_status[static_cast<std::size_t>(status)];
  }
};

/// Reads the annotations of a source, those in the file itself: not those of headers.
ListedFile list_contracts(std::string path, const compiler::MappedSource& source);

ClauseCounts count(const ListedAnnotation& annotation);
ClauseCounts count(const ListedFile& file);

/// One line for each annotation, with a line below for each clause that is not checked.
std::string listing_text(const std::vector<ListedFile>& files);

/// The same facts, as docs/contracts.md describes them.
std::string listing_json(const std::vector<ListedFile>& files);

}  // namespace fencepost::cli
