// The clauses, functions and statements of annotations.
#pragma once

#include <string>
#include <vector>

#include "compiler/contract/expressions.h"

namespace fencepost::compiler::contract {

class ItemParser : public ExpressionParser {
 public:
  using ExpressionParser::ExpressionParser;

  Annotation parse();
  /// Null if the text is not one expression.
  ExpressionPtr parse_only_expression();

 private:
  void parse_item();
  bool parse_clause();
  void parse_function(std::size_t first);
  void parse_modified();
  std::vector<Parameter> parse_parameters();
  /// Clauses in front of something that is no function of ours are for what follows the annotation.
  void keep_clauses();
  void drop_clauses();
  void recover(std::size_t first, std::size_t failed);

  // statements.cpp
  bool parse_statement();
  void parse_ghost();
  void parse_ghost_statement(std::size_t first);
  void parse_assignment(std::size_t first, Statement statement);
  bool parse_unsupported_clause();
  bool parse_unsupported();
  void skip_statement();
  void add_unsupported(std::size_t first, std::string name, std::vector<std::string> declares = {});

  Annotation annotation_;
  std::vector<Clause> clauses_;  ///< Read, but not known yet whose they are.
};

}  // namespace fencepost::compiler::contract
