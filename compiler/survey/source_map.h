// What stands where in a source, as clang understands it: for what is written into sources (contracts, scopes), and for
// where something could be (proposals).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "compiler/frontend/translation.h"

namespace fencepost::compiler {

/// All places are offsets of the first byte of a token; kNowhere where there is none.
inline constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

/// From the first token to the last one; both kNowhere if there is none.
struct TextRange {
  std::size_t first = kNowhere, last = kNowhere;
};

/// A parameter or local variable.
struct MappedVariable {
  enum Kind { kTemplateValue, kParameter, kLocal, kShared };
  std::string name;
  Kind kind = kLocal;
  bool array = false, reference = false;
  TextRange visible;                   ///< Behind its first token, and up to the last.
  std::size_t declared_to = kNowhere;  ///< The last token of its declaration: `;`.
};

struct MappedReturn {
  TextRange value;
  bool braces = false;  ///< `return {…};`
};

/// A function, kernel or lambda of the user's: its definition, or a declaration that is none.
struct MappedFunction {
  std::string name;  ///< With its namespaces and classes; empty for lambdas.
  bool kernel = false, device = false, lambda = false;
  TextRange whole;  ///< From `template` or the first specifier to `}` or `;`.
  std::size_t body_open = kNowhere, body_close = kNowhere;
  std::size_t definition = kNowhere;  ///< Of a declaration: the index of its function's definition.
  bool jumps = false;                 ///< There is a goto.
  std::vector<MappedVariable> variables;
  std::vector<MappedReturn> returns;
};

/// Where the condition of a loop can be looked at before it is evaluated.
struct MappedCondition {
  TextRange tokens;               ///< kNowhere if `for (;;)` has none.
  std::size_t before = kNowhere;  ///< The token in front of it.
  bool over_range = false;        ///< `for (x : xs)` has no condition of its own.
  std::string declared;           ///< In `while (T x = e)` x, and the tokens are those of e.
  std::string obstacle;           ///< Why nothing can be put in front of it; else empty.
};

/// A statement that decides how often, or whether, what is inside it runs.
struct MappedConstruct {
  bool loop = false;                  ///< for, while, do; else if, switch.
  std::size_t keyword = kNowhere;     ///< `for`, `if`, ….
  std::size_t parent = kNowhere;      ///< Index of the construct around it.
  std::size_t head_close = kNowhere;  ///< `)` of its head.
  bool braces = false;                ///< Its body, or one of its branches, stands in braces.
  MappedCondition condition;          ///< Of a loop.
};

struct MappedStatement {
  TextRange range;                  ///< With its `;` or `}`.
  std::size_t function = kNowhere;  ///< Index of the innermost function or lambda around it.
  std::size_t around = kNowhere;    ///< Index of the innermost construct around it, in that function.
  std::size_t opens = kNowhere;     ///< Index of the construct that it is itself.
  bool in_block = false;            ///< Stands in braces, so that another statement may be put in front of it.
  bool block_end = false;           ///< No statement, but the `}` of a block, in front of which one may be put.
  bool barrier = false;             ///< Nothing but a barrier of the block, however it is spelled.
  bool synchronises = false;        ///< A thread may cross a barrier of the block in it, also in what it calls.
  bool jump = false;                ///< return, break, continue, goto
};

/// A call of a function of the user's.
struct MappedCall {
  std::size_t at = kNowhere;      ///< First token of the call.
  std::size_t callee = kNowhere;  ///< Index of the function's definition.
};

/// A launch or an operation in a stream, in host code.
struct MappedOperation {
  std::size_t at = kNowhere;  ///< The name of the function or kernel.
  TextRange stream;           ///< The argument; kNowhere: the default stream.
};

/// Braces of a namespace, a linkage block or a class.
struct MappedScope {
  std::size_t open = kNowhere, close = kNowhere;
  bool of_class = false;
};

/// Of the user's own files only: nothing of system headers, which the library folders of a translation are.
struct SourceMap {
  std::vector<MappedFunction> functions;  ///< By where they begin, outer ones first.
  std::vector<MappedConstruct> constructs;
  std::vector<MappedStatement> statements;  ///< By where they begin, outer ones first.
  std::vector<MappedCall> calls;
  std::vector<MappedOperation> operations;
  std::vector<MappedScope> scopes;            ///< Outer ones first.
  std::vector<std::string> device_variables;  ///< __device__, __constant__, __shared__ outside of functions: names.
};

/// The map of `text`, what preprocess() makes of a source; it is changed where it lacks a word that nvcc does without.
/// Null if it has errors, which were told. With `errors_too` nothing is told, and there is a map of what clang made
/// sense of.
///
/// A barrier of the block is `__syncthreads` and its kin, `bar.sync 0`, and a function that does nothing but call one:
/// `block.sync()`, a user's own. In a template what counts is what its instances call.
std::optional<SourceMap> map_source(const Translation& translation, Side side, std::string& text, bool errors_too);

}  // namespace fencepost::compiler
