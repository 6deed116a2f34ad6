// What the user wrote behind --arg, taken apart. Nothing is evaluated here.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/kernel/arithmetic.h"

namespace fencepost::cli {

/// What an array begins with: `random(seed=1)`.
struct ArrayContents {
  enum Kind { kZeros, kUnset, kIota, kRandom, kConstant, kNpy, kCsv };
  Kind kind = kZeros;
  std::map<std::string, std::string> settings;  ///< Of random: seed, min, max; of iota: start, step.
  std::string text;                             ///< The constant, or the file's name.
};

struct Argument;

struct ArgumentValue {
  enum Kind { kNumber, kArray, kStruct, kNull };
  Kind kind = kNumber;
  std::string text;                ///< As it was written; of a number: what it is.
  std::string element;             ///< Of an array: its type; empty if it was not written.
  std::vector<std::string> sizes;  ///< Of an array: expressions to be multiplied; none: as large as the file.
  ArrayContents contents;
  std::vector<Argument> members;  ///< Of a struct, without a name by position.
};

struct Argument {
  std::string name;
  ArgumentValue value;
};

/// `n=1024`, `a=float[n]:random(seed=1)`, `a=x.npy`, `p={x=1,data=[n]}`, `p=null`. Throws ArgumentError.
Argument parse_argument(const std::string& text);

}  // namespace fencepost::cli
