// Reading the lexemes of an annotation one after the other: what all parts of the contracts' parser have in common.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "compiler/contract/lexer.h"
#include "compiler/contract/syntax.h"

namespace fencepost::compiler::contract {

/// Thrown where the text is no annotation, caught by the parser of items.
struct ParseFailure {
  SyntaxError error;
};

/// Not copied, not shared by threads.
class LexemeCursor {
 public:
  explicit LexemeCursor(const std::vector<CommentText>& texts) : lexemes_(split(texts)) {}
  LexemeCursor(const LexemeCursor&) = delete;
  LexemeCursor& operator=(const LexemeCursor&) = delete;

 protected:
  /// Expressions may be this deep; deeper ones are refused, so that no walk over a tree runs out of stack.
  static constexpr unsigned kMaximumDepth = 600;

  /// Lives as long as one construct inside another is being read.
  class Nesting {
   public:
    explicit Nesting(LexemeCursor& cursor) : cursor_(cursor) {
      if (++cursor.depth_ > kMaximumDepth) {
        --cursor.depth_;
        cursor.fail_at(cursor.peek(), "too deeply nested");
      }
    }
    ~Nesting() { --cursor_.depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    LexemeCursor& cursor_;
  };

  /// The lexeme `ahead` of the current one; kEnd behind the last.
  [[nodiscard]] const Lexeme& peek(std::size_t ahead = 0) const;
  [[nodiscard]] bool at_end() const { return peek().kind == LexemeKind::kEnd; }
  [[nodiscard]] bool is_symbol(std::string_view text, std::size_t ahead = 0) const;
  /// A word that is not escaped.
  [[nodiscard]] bool is_word(std::string_view text, std::size_t ahead = 0) const;
  /// `text` and no white space between it and the lexeme in front of it.
  [[nodiscard]] bool is_glued_symbol(std::string_view text, std::size_t ahead) const;

  const Lexeme& next();
  bool take_symbol(std::string_view text);
  bool take_word(std::string_view text);
  /// `where` completes "expected ';' …": "after the clause".
  void expect_symbol(std::string_view text, std::string_view where);
  std::string expect_name(std::string_view where);
  /// One `|`, also the first half of `||`.
  void expect_bar();

  [[nodiscard]] Place here() const { return peek().begin; }
  [[nodiscard]] Place last_end() const { return position_ == 0 ? here() : lexemes_[position_ - 1].end; }
  [[nodiscard]] std::size_t position() const { return position_; }
  void go_back(std::size_t position) { position_ = position; }
  /// Of the lexeme at `place`; the current one if none begins there.
  [[nodiscard]] std::size_t position_of(Place place) const;
  /// From lexeme `first` to the current one.
  [[nodiscard]] std::string source_since(std::size_t first) const { return source_of(lexemes_, first, position_); }

  /// "expected WHAT, found …".
  [[noreturn]] void fail(std::string_view what) const;
  [[noreturn]] void fail_at(const Lexeme& lexeme, std::string message) const;

  /// Steps over what is in brackets; the current lexeme opens them. Fails if they are not closed.
  void skip_brackets();
  /// Steps over lexemes, brackets as a whole, up to and including `symbol`.
  void skip_through(std::string_view symbol);

  Type parse_type();
  /// Reads a type if one is here; else changes nothing and returns false.
  bool try_type(Type& type);
  /// No identifier: int, unsigned, seq ….
  [[nodiscard]] bool at_type_word() const;

  /// A node over `operands`, whose depth is checked. `end` is where the lexeme read last ends.
  ExpressionPtr node(ExpressionKind kind, Place begin, std::string text = {}, std::vector<ExpressionPtr> operands = {});
  /// What was read since lexeme `first`, which stands for `name`.
  ExpressionPtr unsupported(std::size_t first, std::string name);
  /// Before the next item: nodes of the previous ones are forgotten.
  void forget_nodes() { heights_.clear(); }

 private:
  std::vector<Type> type_arguments();

  std::vector<Lexeme> lexemes_;
  std::size_t position_ = 0;
  unsigned depth_ = 0;
  std::unordered_map<const Expression*, unsigned> heights_;  ///< Of nodes that have no parent yet.
};

/// The operands of a node, in order.
template <class... Nodes>
std::vector<ExpressionPtr> operands(Nodes... nodes) {
  std::vector<ExpressionPtr> list;
  (list.push_back(std::move(nodes)), ...);
  return list;
}

}  // namespace fencepost::compiler::contract
