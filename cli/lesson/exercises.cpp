#include "cli/lesson/exercises.h"

#include <algorithm>
#include <array>
#include <string>

#include "cli/lesson/examples.h"

namespace fencepost::cli {

std::span<const Exercise> exercises() {
  static constexpr std::array<Exercise, 8> kAll = {{
      {1, "Make `reverse` free of races. The tile and the eight threads stay.", "reverse", 1, 8, "7 6 5 4 3 2 1 0",
       false},
      {3, "Make `scan` free of races. The eight threads and the rounds of Kogge and Stone stay.", "scan", 1, 8,
       "1 2 3 4 5 6 7 8", false},
      {4, "Have all threads of `sum` come to the same barriers, and still add by halves.", "sum", 1, 8, "no error",
       false},
      {5, "Make `smooth` free of races, with four blocks of sixteen threads. It may have other parameters.", "smooth",
       4, 64, "0.5 15.5", false},
      {6, "Make `sum_of_warp` free of races. It stays the sum of one warp, of 32 threads.", "sum_of_warp", 1, 32, "32",
       false},
      {7, "Hand the message over so that block 1 reads what block 0 wrote. The two blocks stay.", "send_and_receive", 2,
       2, "42", false},
      {8, "Count without reading past the end, and without what nobody has written. Two blocks of 32 threads stay.",
       "count", 2, 64, "10 10 10 10", false},
      {9, "Promise at the barrier the permissions that each thread of `rotate` needs behind it.", "rotate", 1, 8,
       "7 0 1 2 3 4 5 6", true},
  }};
  return kAll;
}

const Exercise* exercise_of(unsigned lesson) {
  const auto all = exercises();
  const auto found = std::ranges::find(all, lesson, &Exercise::lesson);
  return found != all.end() ? &*found : nullptr;
}

std::string_view lesson_file(unsigned lesson, std::string_view name) {
  const std::string number = std::to_string(lesson);
  const std::string begin = "lessons/" + (number.size() == 1 ? "0" + number : number) + "_";
  for (const Example& file : examples()) {
    if (file.path.starts_with(begin) && file.path.substr(file.path.rfind('/') + 1) == name) return file.text;
  }
  return {};
}

std::string_view lesson_title(unsigned lesson) {
  const std::string_view page = lesson_file(lesson, "README.md");
  const std::string_view line = page.substr(0, page.find('\n'));
  const std::size_t dot = line.find(". ");
  return dot != std::string_view::npos ? line.substr(dot + 2) : line;
}

}  // namespace fencepost::cli
