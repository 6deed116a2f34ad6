// The inputs of a program with a host part: numbers in its arguments, a file, standard input.
#pragma once

#include <string>
#include <vector>

#include "cli/fuzz/inputs/space.h"

namespace fencepost::cli {

/// As on the command line.
struct FuzzProgramRequest {
  std::string file;                    ///< A .cu file or an executable.
  std::vector<std::string> arguments;  ///< After "--". `{n:1..4096}` and `{n}` vary; `@@` is the file.
  std::string standard_input;          ///< A file with the first input; empty: there is none to vary.
  std::string input_file;              ///< What `@@` has at first; empty: nothing.
};

class ProgramSpace : public FuzzSpace {
 public:
  /// Without placeholders, words that are numbers, and numbers behind "=", vary. `source` is the program's, for its
  /// dictionary. Throws ArgumentError if a placeholder is none, std::runtime_error if a file cannot be read.
  ProgramSpace(FuzzProgramRequest request, const std::string& source, std::vector<std::string> compiler_words);

  [[nodiscard]] bool allows(const FuzzInput&) const override { return true; }
  [[nodiscard]] std::uint64_t count(const FuzzInput&, std::size_t) const override { return 0; }
  [[nodiscard]] Limits limits(const FuzzInput&, std::size_t) const override { return {}; }
  [[nodiscard]] FuzzRun prepare(const FuzzInput& input, const std::string& prefix) const override;
  [[nodiscard]] std::string label(const FuzzInput& input) const override;
  [[nodiscard]] std::string command(const FuzzInput& input, const std::string& prefix) const override;

 private:
  struct Piece {
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
    std::string text;
    std::size_t slot = kNone;
    bool is_file = false;
  };

  void add_placeholders(const std::string& word);
  void add_plain(const std::string& word);
  [[nodiscard]] std::vector<std::string> words(const FuzzInput& input, const std::string& file) const;

  FuzzProgramRequest request_;
  std::vector<std::string> compiler_words_;
  std::vector<std::vector<Piece>> words_;
  std::size_t file_ = Piece::kNone, standard_input_ = Piece::kNone;  ///< Of texts().
};

}  // namespace fencepost::cli
