// `fencepost lesson`: the lessons, and whether a reader's kernel is what they ask for.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace fencepost::cli {

struct LessonRequest {
  std::vector<std::string> words;  ///< Nothing, "4", "start 4 FILE" or "check 4 FILE".
};

/// Adds the subcommand `lesson`.
CLI::App* add_lesson_command(CLI::App& app, LessonRequest& request);

/// Lists the lessons, shows one, writes the source of one, or checks a reader's (check.h). Returns the exit status.
int attend_lesson(const LessonRequest& request);

}  // namespace fencepost::cli
