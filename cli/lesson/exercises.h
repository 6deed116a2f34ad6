// What each lesson asks of its reader.
#pragma once

#include <span>
#include <string_view>

namespace fencepost::cli {

/// A lesson whose source has a mistake that its reader is to mend.
struct Exercise {
  unsigned lesson;          ///< Its number.
  std::string_view task;    ///< A sentence or two.
  std::string_view kernel;  ///< Its name, without parameters.
  unsigned blocks;          ///< That the program launches at least,
  unsigned threads;         ///< likewise, of all blocks together.
  std::string_view output;  ///< A line that it prints, in every order of its threads.
  bool has_contracts;       ///< Its annotations are checked, and must be there.
};

/// In the order of the lessons. Some have none: their sources are right.
std::span<const Exercise> exercises();

/// Null: that lesson has none, or is not there.
const Exercise* exercise_of(unsigned lesson);

/// A file of a lesson, "lesson.cu" or "README.md"; empty: it is not there.
std::string_view lesson_file(unsigned lesson, std::string_view name);

/// "A race" of "# 1. A race", the first line of its page; empty: there is no such lesson.
std::string_view lesson_title(unsigned lesson);

}  // namespace fencepost::cli
