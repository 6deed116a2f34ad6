// Which comments of a source are annotations.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "compiler/contract/syntax.h"
#include "compiler/source/tokens.h"

namespace fencepost::compiler::contract {

/// The annotations between two tokens of the program.
struct FoundAnnotation {
  std::size_t token = 0;  ///< Index of the token behind; the number of tokens if none follows.
  std::string file;       ///< As line markers name it; empty without line markers.
  std::vector<CommentText> comments;
  std::size_t begin = 0;  ///< Offset of the first comment.
  std::size_t end = 0;    ///< Offset behind the last one.
};

/// The annotations in `tokens`: a user's source as it is, or preprocessed by `-C`, which keeps comments. Places are
/// those that line markers give. Comments in system headers, in directives and in strings are no annotations.
///
/// An annotation is a comment `/*@ …` or `//@ …` that
/// - begins with a word that VerCors' clauses, declarations or statements begin with, or
/// - ends in `;`, so that `//@ requries x;` becomes a syntax error and is not passed over in silence, or
/// - stands behind an annotation, with no token in between: a clause may go on from one comment to the next.
///
/// Doxygen's `//@{` and `//@}` never are; nor is `/*@null*/` or `//@todo`.
std::vector<FoundAnnotation> find_annotations(const TokenStream& tokens);

}  // namespace fencepost::compiler::contract
