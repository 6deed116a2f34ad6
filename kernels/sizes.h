// The sizes that a kernel's program is asked to run: `N`, `FIRST-LAST`, or `random COUNT LARGEST [SEED]`.
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <vector>

// The sizes that the command line names, 8 if it names none. Each lies in 1 … largest and satisfies `fits` (null: all
// do). On a mistake prints a usage line, which ends in `what`, and exits with status 2.
inline std::vector<long> sizes_of_command_line(int argc, char** argv, const char* name, long largest,
                                               bool (*fits)(long) = nullptr, const char* what = "elements") {
  const auto usage = [&] {
    fprintf(stderr, "usage: %s [N | FIRST-LAST | random COUNT LARGEST [SEED]]   (1 to %ld %s)\n", name, largest, what);
    exit(2);
  };
  const auto number = [&](const char* text, const char* stop) {
    char* end = nullptr;
    const long value = strtol(text, &end, 10);
    if (end == text || end != stop || text[0] < '0' || text[0] > '9') usage();
    return value;
  };
  const auto whole = [&](const char* text) { return number(text, text + strlen(text)); };
  std::vector<long> sizes;
  const auto add = [&](long size) {
    if (size < 1 || size > largest) usage();
    if (!fits || fits(size)) sizes.push_back(size);
  };
  if (argc == 1) {
    add(8);
  } else if (argc == 2) {
    if (const char* dash = strchr(argv[1], '-')) {
      const long last = whole(dash + 1);
      if (last > largest) usage();
      for (long size = number(argv[1], dash); size <= last; ++size) add(size);
    } else {
      add(whole(argv[1]));
    }
  } else if ((argc == 4 || argc == 5) && std::string(argv[1]) == "random") {
    const long count = whole(argv[2]), greatest = whole(argv[3]);
    if (greatest < 1 || greatest > largest) usage();
    std::mt19937 random(argc == 5 ? whole(argv[4]) : 1);
    for (long tries = 0; static_cast<long>(sizes.size()) < count && tries < 1000 * count; ++tries) {
      add(1 + static_cast<long>(random() % static_cast<unsigned long>(greatest)));
    }
  } else {
    usage();
  }
  if (sizes.empty()) usage();
  return sizes;
}

// "8 elements", "each of 1 to 2048 elements", "100 random sizes": for the line that says that all went well.
inline std::string in_words(const std::vector<long>& sizes, const char* what = "elements") {
  if (sizes.size() == 1) return std::to_string(sizes.front()) + ' ' + what;
  if (sizes.back() - sizes.front() + 1 == static_cast<long>(sizes.size())) {
    return "each of " + std::to_string(sizes.front()) + " to " + std::to_string(sizes.back()) + ' ' + what;
  }
  return std::to_string(sizes.size()) + " sizes up to " + std::to_string(*std::max_element(sizes.begin(), sizes.end())) +
         ' ' + what;
}
