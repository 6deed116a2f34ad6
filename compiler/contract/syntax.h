// The abstract syntax of contracts: the subset of VerCors' specification language that docs/contracts.md lists.
//
// The words are VerCors' (https://vercors.ewi.utwente.nl, src/parsers/antlr4/SpecParser.g4): a contract is made of
// clauses, a permission is a fraction in (0, 1], `\ltid` is the rank of the thread in its block.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace fencepost::compiler::contract {

/// A place in the user's source; line and column count from 1, a column is one byte.
struct Place {
  std::uint32_t line = 0, column = 0;
};

/// A type as written in an annotation: `int`, `seq<seq<int>>`, `float*`, `bool`.
struct Type {
  std::string name;             ///< `seq` or the words of a C type, `unsigned int`.
  std::vector<Type> arguments;  ///< Of `seq`: one.
  unsigned pointers = 0;        ///< How many `*` follow.
};

struct Expression;
using ExpressionPtr = std::unique_ptr<Expression>;

/// What a quantifier binds.
struct Binder {
  Type type;
  std::string name;
  Place place;
};

enum class ExpressionKind : std::uint8_t {
  kNumber,  ///< `text` as written, with its suffix.
  kTrue,
  kFalse,
  kNull,
  kIdentifier,    ///< `text`; of a namespace with `::` in it. `threadIdx`, locals, parameters, functions.
  kThreadNumber,  ///< `text` without the backslash: ltid, gtid, or opencl_gsize, opencl_gcount ….
  kResult,        ///< `\result`
  kUnary,         ///< `text` is the operator: ! - + ~ * &
  kBinary,        ///< `text`: * / % + - << >> < <= > >= == != & ^ | && ** || ==>, and `\` of fractions.
  kConditional,   ///< operands: condition, then, else.
  kIndex,         ///< operands: array or sequence, index.
  kMember,        ///< operand . text
  kArrow,         ///< operand -> text
  kCall,          ///< operands: callee, arguments …. head, tail, take and drop are calls, too.
  kCast,          ///< `type`, operand.
  kCardinality,   ///< |s|
  kLength,        ///< `text`: pointer_length or shared_mem_size, of the operand: elements from there on.
  kSequence,      ///< seq<type> { operands … }
  kOld,           ///< \old(operand)
  kForall,        ///< (\forall binders; operands[0]; operands[1]): range and body. One operand: no range.
  kForallStar,    ///< (\forall* …): the permissions of the body, all of them.
  kExists,
  kPermission,    ///< Perm(place, fraction). The place is an lvalue, or `&lvalue`: see docs/contracts.md.
  kPointerIndex,  ///< \pointer_index(array, index, fraction)
  kPointer,       ///< \pointer(array, count, fraction)
  kFractionWord,  ///< `text`: write, read, atomic or none.
  kUnsupported,   ///< A construct that is parsed but not checked; `text` names it: `\matrix`, `set<…> {…}`.
};

struct Expression {
  ExpressionKind kind{};
  Place begin, end;  ///< `end` is behind the last character.
  std::string text;
  std::string source;  ///< Of kUnsupported: as written, white space made single. It has no operands.
  std::vector<ExpressionPtr> operands;
  std::vector<Binder> binders;
  Type type;
};

enum class ClauseKind : std::uint8_t { kRequires, kEnsures, kContext, kContextEverywhere, kLoopInvariant };

struct Clause {
  ClauseKind kind{};
  Place place;  ///< Of its keyword.
  ExpressionPtr expression;
  std::string source;  ///< From the keyword to the `;`, white space made single.
};

struct Parameter {
  Type type;
  std::string name;
};

/// `pure T name(parameters) = body;` with its clauses in front.
struct PureFunction {
  Place place;
  std::vector<Clause> clauses;
  Type type;
  std::string name;
  std::vector<Parameter> parameters;
  ExpressionPtr body;  ///< Null: abstract, `;`. Calls of it cannot be evaluated.
};

enum class StatementKind : std::uint8_t {
  kAssert,
  kAssume,       ///< Also inhale.
  kDeclaration,  ///< ghost T name; ghost T name = value; ghost T name[length]; ghost T name[length] = value;
  kAssignment,   ///< ghost target = value;
  kEvaluation,   ///< ghost expression; as a lemma's call.
  kGiven,        ///< given T name; among the clauses of a function.
};

struct Statement {
  StatementKind kind{};
  Place place;
  Type type;             ///< Of a declaration, or given.
  std::string name;      ///< Likewise.
  ExpressionPtr length;  ///< Likewise, of an array; else null.
  ExpressionPtr target;  ///< Of an assignment.
  ExpressionPtr value;   ///< May be null in a declaration. Of an array: of each element.
  std::string source;    ///< As of a Clause.
};

/// Something that VerCors has and we do not check: `yields`, `fold`, `adt` …. Skipped to its end.
struct Unsupported {
  Place place;
  std::string name;                   ///< The construct, as the user writes it: `kernel_invariant`.
  std::string source;                 ///< As of a Clause.
  std::vector<std::string> declares;  ///< Names that clauses may use, and that have no value: of `yields int x;` x.
};

using Item = std::variant<Clause, PureFunction, Statement, Unsupported>;

/// "expected ';' after the clause, found 'requires'": what was expected, and what stands there.
struct SyntaxError {
  Place place;
  std::string message;
};

/// What one or several comments between two tokens of the program say.
struct Annotation {
  Place place;  ///< Of the first comment.
  std::vector<Item> items;
  std::vector<SyntaxError> errors;  ///< After an error, parsing goes on behind the next `;`.
};

/// One comment's text between `/*@` and `@*/`, or between `//@` and the line's end, and where it begins.
struct CommentText {
  std::string text;
  Place place;
};

}  // namespace fencepost::compiler::contract
