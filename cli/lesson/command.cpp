#include "cli/lesson/command.h"

#include <fcntl.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string_view>

#include "cli/base/checked_program.h"
#include "cli/lesson/check.h"
#include "cli/lesson/exercises.h"

namespace fencepost::cli {
namespace {

constexpr unsigned kLessons = 10;

/// 1 to kLessons.
std::optional<unsigned> lesson_number(const std::string& word) {
  unsigned number = 0;
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, number);
  if (error != std::errc() || stop != end || number == 0 || number > kLessons) return std::nullopt;
  return number;
}

int list_lessons() {
  for (unsigned number = 1; number <= kLessons; ++number) {
    const std::string title(lesson_title(number));
    std::printf("%2u  %s%s\n", number, title.c_str(), exercise_of(number) == nullptr ? "  (to read)" : "");
  }
  std::printf("\nfencepost lesson 1 shows the first\n");
  return 0;
}

int show_lesson(unsigned number) {
  const std::string_view page = lesson_file(number, "README.md");
  const Exercise* const exercise = exercise_of(number);
  if (exercise == nullptr) {
    std::fwrite(page.data(), 1, page.size(), stdout);
    return 0;
  }
  // Up to what a terminal shows: the rest of the page has the answer.
  const std::string_view question = page.substr(0, page.find("```"));
  std::fwrite(question.data(), 1, question.size(), stdout);
  std::printf("%.*s\n\n", static_cast<int>(exercise->task.size()), exercise->task.data());
  std::printf("  fencepost lesson start %u mine.cu   writes the source\n", number);
  std::printf("  fencepost run mine.cu              shows what is found, with hints\n");
  std::printf("  fencepost lesson check %u mine.cu   tells what is still wrong\n", number);
  return 0;
}

/// Never over a file that is there.
int write_source(unsigned number, const std::string& file) {
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0) return usage_error("cannot write " + file + ": " + std::strerror(errno));
  std::FILE* const out = ::fdopen(descriptor, "w");
  const std::string_view source = lesson_file(number, "lesson.cu");
  const bool written = std::fwrite(source.data(), 1, source.size(), out) == source.size();
  if (std::fclose(out) != 0 || !written) return usage_error("cannot write " + file + ": " + std::strerror(errno));
  std::printf("%s is there; change it, then: fencepost lesson check %u %s\n", file.c_str(), number, file.c_str());
  return 0;
}

}  // namespace

CLI::App* add_lesson_command(CLI::App& app, LessonRequest& request) {
  CLI::App* command = app.add_subcommand("lesson", "The ten lessons, and whether your kernel is what they ask for");
  command->footer(
      "  fencepost lesson                    which there are\n"
      "  fencepost lesson 4                  what the fourth asks\n"
      "  fencepost lesson start 4 mine.cu    write its source, to be changed\n"
      "  fencepost lesson check 4 mine.cu    what is still wrong, not the answer\n\n"
      "'check' runs it twice, its threads in two orders: without a finding, with the kernel and\n"
      "the threads of the lesson, and the right output.\n\n"
      "Exit status: 0, or 66 not yet, 2 bad usage, 3 does not compile, 130 interrupted.");
  command->add_option("WORDS", request.words, "Nothing, a lesson's number, or as above");
  return command;
}

int attend_lesson(const LessonRequest& request) {
  const std::vector<std::string>& words = request.words;
  if (words.empty()) return list_lessons();
  const std::string action = words.size() == 1 ? "show" : words.front();
  if (words.size() > 1 && (words.size() != 3 || (action != "start" && action != "check"))) {
    return usage_error(
        "give a lesson's number, or 'start N FILE.cu', or 'check N FILE.cu'; see 'fencepost lesson --help'");
  }
  const std::string& number = words[words.size() == 1 ? 0 : 1];
  const std::optional<unsigned> lesson = lesson_number(number);
  if (!lesson) return usage_error("there is no lesson '" + number + "'; they are 1 to " + std::to_string(kLessons));
  if (action == "show") return show_lesson(*lesson);
  const Exercise* const exercise = exercise_of(*lesson);
  if (exercise == nullptr) {
    return usage_error("lesson " + number + " is to be read: 'fencepost lesson " + number + "' shows it");
  }
  return action == "start" ? write_source(*lesson, words[2]) : check_exercise(*exercise, words[2]);
}

}  // namespace fencepost::cli
