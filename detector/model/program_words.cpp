#include "detector/model/program_words.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "detector/text/shell_words.h"

namespace fencepost::detector {

const SourceWords& source_words() {
  static const SourceWords known = [] {
    const char* text = std::getenv(kProgramVariable);
    SourceWords source{split_words(text != nullptr ? text : "").value_or(std::vector<std::string>()), {}};
    std::error_code error;
    if (!source.words.empty()) source.path = std::filesystem::absolute(source.words.back(), error).string();
    return source;
  }();
  return known;
}

ProgramCall this_program() {
  ProgramCall program;
  std::ifstream in("/proc/self/cmdline", std::ios::binary);
  for (std::string word; std::getline(in, word, '\0');) program.arguments.push_back(word);
  if (!program.arguments.empty()) {
    program.file = program.arguments.front();
    program.arguments.erase(program.arguments.begin());
  }
  if (const std::vector<std::string>& words = source_words().words; !words.empty()) {
    program.file = words.back();
    program.compiler_arguments.assign(words.begin(), words.end() - 1);
  }
  return program;
}

}  // namespace fencepost::detector
