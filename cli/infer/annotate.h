// Puts fitted clauses into the user's sources, as comments in VerCors' notation.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "cli/solve/solve.h"

namespace fencepost::cli::infer {

/// The annotation of one line: the comment's lines without indentation, "/*@" to "@*/".
struct AnnotationText {
  std::string file;
  std::uint32_t line = 0;  ///< In front of which it belongs.
  std::vector<std::string> lines;
};

/// By file and line. Arrays that are not explained are left out.
std::vector<AnnotationText> annotations_of(const Inference& inference);

/// Which lines a compiler of the annotated text sees.
enum class AnnotationLines : std::uint8_t {
  kOwn,          ///< Those that there are: for people.
  kOfTheSource,  ///< Those of the source (`#line`); an annotation is on the line that it stands in front of.
};

/// `source`, the text of `file`, with the annotations of its lines, each indented as its line is.
std::string annotated(const std::string& file, const std::string& source,
                      const std::vector<AnnotationText>& annotations, AnnotationLines lines);

/// What is explained and what is not, for people.
std::string summary_of(const Inference& inference);

}  // namespace fencepost::cli::infer
