// The expressions of annotations: those of C, without side effects, and VerCors' own.
//
// Precedence is that of VerCors' grammar for C (LangCParser.g4, SpecParser.g4), from the weakest:
//   ?:   ==> (right)   ||   && **   |   ^   &   == !=   < > <= >= \in   << >>   + -   * / % \   unary, casts   postfix
#pragma once

#include "compiler/contract/cursor.h"

namespace fencepost::compiler::contract {

class ExpressionParser : public LexemeCursor {
 public:
  using LexemeCursor::LexemeCursor;

 protected:
  /// Throws ParseFailure. What VerCors has and we do not check becomes a node of kUnsupported.
  ExpressionPtr parse_whole_expression();

 private:
  ExpressionPtr parse_expression();
  struct Operator {
    std::string text;  ///< Empty: none is here.
    int level = 0;     ///< Higher binds tighter.
    std::size_t lexemes = 1;
  };

  [[nodiscard]] Operator peek_operator() const;
  ExpressionPtr parse_binary(int weakest);
  ExpressionPtr parse_unary();
  ExpressionPtr parse_cast();
  ExpressionPtr parse_postfix(ExpressionPtr base, std::size_t first);

  // primaries.cpp
  ExpressionPtr parse_primary();
  ExpressionPtr parse_word();
  ExpressionPtr parse_backslash();
  ExpressionPtr parse_parenthesised();
  ExpressionPtr parse_cardinality();
  ExpressionPtr parse_sequence();
  ExpressionPtr parse_trigger();
  ExpressionPtr parse_quantifier();
  ExpressionPtr parse_range_binding(const Binder& binder);
  ExpressionPtr skip_literal(std::string name);
  std::vector<ExpressionPtr> parse_arguments(std::string_view of, std::size_t count);
  [[nodiscard]] bool at_cast();

  bool in_bars_ = false;  ///< Between the bars of |s|: the next `|` closes.
};

}  // namespace fencepost::compiler::contract
