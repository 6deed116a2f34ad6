#include "detector/model/program_words.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

#include "detector/text/shell_words.h"

namespace fencepost::detector {

const SourceWords& source_words() {
  static const SourceWords known = [] {
    const char* text = std::getenv(kProgramVariable);
    const char* const process = std::getenv(kProcessVariable);
    if (process != nullptr && std::to_string(::getpid()) != process) text = nullptr;  // A child of that one.
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
    // Of a script, which the interpreter is given.
    if (!program.arguments.empty() && program.arguments.front() == words.back()) {
      program.arguments.erase(program.arguments.begin());
    }
  }
  return program;
}

}  // namespace fencepost::detector
