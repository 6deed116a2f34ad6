// What the programs of stream compaction compact, and whether it came out right.
#pragma once

#include <cstdio>
#include <vector>

// From none of them, by way of half of them if there are 8, to all of them.
inline std::vector<int> flags_of_elements(int count) {
  const int flagged_of_ten = (count + 9) % 12;
  std::vector<int> flags(count);
  for (int i = 0; i < count; ++i) {
    flags[i] = (7 * i + 3) % 10 < flagged_of_ten;
  }
  return flags;
}

inline std::vector<int> elements_to_compact(int count) {
  std::vector<int> elements(count);
  for (int i = 0; i < count; ++i) {
    elements[i] = 100 + i;
  }
  return elements;
}

// Whether `output`, -1 at the start, holds the flagged elements in order and nothing else; says on stdout, after
// `name`, what is wrong.
inline bool is_compacted(const char* name, const std::vector<int>& input, const std::vector<int>& flag,
                         const std::vector<int>& output) {
  std::vector<int> expected;
  for (size_t i = 0; i < input.size(); ++i) {
    if (flag[i] == 1) expected.push_back(input[i]);
  }
  expected.resize(output.size(), -1);
  for (size_t i = 0; i < output.size(); ++i) {
    if (output[i] != expected[i]) {
      printf("%s: of %zu elements, Output[%zu] is %d, not %d\n", name, input.size(), i, output[i], expected[i]);
      return false;
    }
  }
  return true;
}
