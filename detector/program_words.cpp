#include "detector/program_words.h"

#include <fstream>
#include <iterator>
#include <optional>
#include <vector>

#include "detector/shell_words.h"

namespace fencepost::detector {

ProgramCall this_program(const std::string& source) {
  ProgramCall program;
  std::ifstream in("/proc/self/cmdline", std::ios::binary);
  for (std::string word; std::getline(in, word, '\0');) program.arguments.push_back(word);
  if (!program.arguments.empty()) {
    program.file = program.arguments.front();
    program.arguments.erase(program.arguments.begin());
  }
  if (std::optional<std::vector<std::string>> words = split_words(source); words && !words->empty()) {
    program.file = words->back();
    words->pop_back();
    program.compiler_arguments = *words;
  }
  return program;
}

}  // namespace fencepost::detector
