#include "detector/text/nearest_word.h"

#include <algorithm>
#include <cctype>
#include <cstddef>

namespace fencepost::detector {
namespace {

std::string letters_of(std::string_view word) {
  std::string letters(word.substr(std::min(word.find_first_not_of('-'), word.size())));
  std::ranges::transform(letters, letters.begin(),
                         [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return letters;
}

/// The optimal string alignment distance.
std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::vector<std::size_t>> steps(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) steps[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) steps[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = steps[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      steps[i][j] = std::min({steps[i - 1][j] + 1, steps[i][j - 1] + 1, replaced});
      const bool is_swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (is_swapped) steps[i][j] = std::min(steps[i][j], steps[i - 2][j - 2] + 1);
    }
  }
  return steps[a.size()][b.size()];
}

}  // namespace

std::optional<std::string> nearest_word(std::string_view word, const std::vector<std::string>& words) {
  constexpr std::size_t kLongest = 64;  // Nothing that is compared is nearly as long.
  const std::string meant = letters_of(word.substr(0, kLongest + 1));
  if (meant.empty() || meant.size() > kLongest) return std::nullopt;
  std::optional<std::string> nearest;
  std::size_t least = 0;
  for (const std::string& candidate : words) {
    const std::string letters = letters_of(candidate);
    // One letter of `-j`, one of three: that much may be wrong.
    if (letters.empty() || (meant.size() == 1 && letters.front() != meant.front())) continue;
    const bool is_begin = letters.starts_with(meant);
    const std::size_t steps = is_begin ? 1 : distance(meant, letters);
    if (steps > std::max<std::size_t>(1, std::max(meant.size(), letters.size()) / 3)) continue;
    if (nearest && steps >= least) continue;
    nearest = candidate;
    least = steps;
  }
  return nearest;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& words) {
  const auto nearest = nearest_word(word, words);
  return nearest ? "; did you mean " + *nearest + "?" : std::string();
}

}  // namespace fencepost::detector
