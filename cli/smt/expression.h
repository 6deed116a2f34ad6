// Integer expressions over the variables of an observation, as annotations have them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fencepost::cli::infer {

/// Integers of an array as they were at the place of a row: element `first + i` of `values` is the array's element i.
struct ArrayValues {
  const std::vector<std::int64_t>* values = nullptr;  ///< Null: unknown.
  std::int64_t first = 0;
};

/// One thread at one place at one time: what its variables are, and which elements it is to be given.
struct Row {
  std::vector<std::int64_t> values{};    ///< Of Table::names.
  std::vector<ArrayValues> arrays{};     ///< Of Table::arrays.
  std::vector<std::int64_t> elements{};  ///< Ascending.
  std::int64_t begin = 0, end = 0;       ///< The array's elements that exist.
  std::int64_t columns = 0;              ///< Of an array of two dimensions, whose elements are counted row by row.
};

/// What one formula is to fit: all rows.
struct Table {
  std::vector<std::string> names;
  std::vector<bool> uniform;  ///< The same for all threads of a block at a time.
  std::vector<bool> regular;  ///< From one thread to the next it changes by the same. What holds data does not.
  std::vector<std::string> arrays;
  /// From here on they are sequences, of the values that the array as many places before had at the kernel's entry.
  std::size_t first_given = SIZE_MAX;
  std::vector<Row> rows;
  std::string bound_name = "i";  ///< Of quantifiers.
  bool may_exceed = false;       ///< More elements that exist do no harm: all threads only read.
};

enum class Operator : std::uint8_t {
  kNumber,
  kVariable,
  kBound,
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kRemainder,
  kShiftRight,
  kElement
};

struct ExpressionNode;
using Expression = std::shared_ptr<const ExpressionNode>;

struct ExpressionNode {
  Operator op{};
  std::int64_t number = 0;  ///< kNumber; of kVariable and kElement the index into names or arrays.
  Expression left, right;   ///< Of kElement: left, the index.
};

Expression number(std::int64_t value);
Expression variable(std::size_t index);
Expression bound();  ///< The variable of the quantifier around.
Expression element(std::size_t array, Expression index);
/// Sums with a negative number are written as differences; 1 * x is x, x + 0 is x.
Expression add(Expression a, Expression b);
Expression subtract(Expression a, Expression b);
Expression multiply(Expression a, Expression b);
Expression divide(Expression a, Expression b);
Expression remainder(Expression a, Expression b);
Expression shift_right(Expression a, Expression b);

/// As C++ computes it; nullopt: division by zero, a shift by no number of bits, or an element that is not known.
/// Overflow wraps around.
std::optional<std::int64_t> value_of(const Expression& e, const Row& row, std::int64_t bound = 0);

/// As C++ writes it, with the brackets that are needed.
std::string text_of(const Expression& e, const Table& table);

/// How much there is to read: variables, numbers and operators.
int cost_of(const Expression& e);

/// Some element of an array is part of it; null has none.
bool has_element(const Expression& e);

enum class Relation : std::uint8_t { kLess, kLessEqual, kGreater, kGreaterEqual, kEqual, kNotEqual };

struct Comparison {
  Expression left;
  Relation relation{};
  Expression right;
};

/// All must hold; none: always true.
using Guard = std::vector<Comparison>;

bool holds(Relation relation, std::int64_t left, std::int64_t right);
Relation opposite(Relation relation);  ///< That holds where the other does not.
/// From left to right, until one does not hold; nullopt if a side has no value.
std::optional<bool> holds(const Guard& guard, const Row& row, std::int64_t bound = 0);
std::string text_of(const Comparison& comparison, const Table& table);
/// "a < b && c == 0"; "" if it is always true.
std::string text_of(const Guard& guard, const Table& table);
int cost_of(const Guard& guard);

/// "If guard, then element(s) index": with a quantifier, for all i with first <= i, i < each of ends, and `filter`.
/// Of an array of two dimensions: element(s) [index][column].
struct IndexClause {
  Guard guard{};
  Expression index{};
  Expression column{};  ///< Null: of one dimension.
  /// Of an array of three dimensions and more, how the element is written: [0][1][2]. `index` counts all elements.
  std::vector<Expression> places{};
  bool quantified = false;
  Expression first{};
  std::vector<Expression> ends{};
  Guard filter{};          ///< Of the bound variable.
  bool of_source = false;  ///< The program computes it so: it is as good as something short.
};

/// Adds what the clause gives in a row; false: it has no value there, or gives more than `limit` elements.
bool elements_of(const IndexClause& clause, const Row& row, std::vector<std::int64_t>& elements);
int cost_of(const IndexClause& clause);

}  // namespace fencepost::cli::infer
