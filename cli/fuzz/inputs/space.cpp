#include "cli/fuzz/inputs/space.h"

#include <algorithm>
#include <cmath>

namespace fencepost::cli {
namespace {

constexpr std::size_t kLongestText = std::size_t{1} << 16;
constexpr std::size_t kMostChanged = 256;
constexpr std::uint32_t kMostGrown = 3;

double within(double value, double least, double greatest, bool whole) {
  if (!(value >= least)) value = least;  // Also what is no number.
  if (value > greatest) value = greatest;
  return whole ? std::clamp(std::trunc(value), std::ceil(least), std::floor(greatest)) : value;
}

}  // namespace

FuzzInput FuzzSpace::start() const {
  FuzzInput input;
  for (const FuzzNumber& number : numbers_) input.numbers.push_back(number.start);
  input.arrays.resize(arrays_.size());
  for (const FuzzText& text : texts_) input.texts.push_back(text.start);
  static_cast<void>(repair(input));
  return input;
}

std::uint32_t FuzzSpace::threads(const FuzzInput& input) const {
  double threads = 0;
  for (std::size_t i = 0; i < numbers_.size(); ++i) {
    if (numbers_[i].role == FuzzNumber::kBlock) threads = std::max(threads, 1.0) * std::max(input.numbers[i], 1.0);
  }
  constexpr double kMost = 1024;
  return static_cast<std::uint32_t>(std::min(threads, kMost));
}

bool FuzzSpace::repair(FuzzInput& input) const {
  const bool fits = input.numbers.size() == numbers_.size() && input.arrays.size() == arrays_.size() &&
                    input.texts.size() == texts_.size();
  if (!fits) return false;
  for (std::size_t i = 0; i < numbers_.size(); ++i) {
    const FuzzNumber& slot = numbers_[i];
    input.numbers[i] = within(input.numbers[i], slot.least, slot.greatest, slot.whole);
  }
  for (std::size_t i = 0; i < arrays_.size(); ++i) {
    const FuzzArray& slot = arrays_[i];
    FuzzContents& contents = input.arrays[i];
    contents.grown = slot.guessed ? std::min(contents.grown, kMostGrown) : 0;
    if (!slot.guessed) contents.size = 0;
    if (slot.fixed) {
      contents = FuzzContents{.grown = contents.grown, .size = contents.size};
      continue;
    }
    const std::uint64_t elements = count(input, i);
    const Limits range = limits(input, i);
    const auto bring = [&](double& value) { value = within(value, range.least, range.greatest, slot.whole); };
    bring(contents.first);
    if (contents.kind == FuzzContents::kIota) {
      contents.second = within(contents.second, -1e6, 1e6, slot.whole);
      const double last = contents.first + contents.second * static_cast<double>(elements);
      if (last < range.least || last > range.greatest) contents.kind = FuzzContents::kConstant;
    }
    if (contents.kind == FuzzContents::kConstant) contents.second = 0;
    if (contents.kind != FuzzContents::kRandom) contents.seed = 1;
    if (contents.kind == FuzzContents::kRandom) {
      bring(contents.second);
      contents.second = std::max(contents.first, contents.second);
    }
    if (!slot.single) contents.changed.clear();
    contents.changed.erase(contents.changed.lower_bound(elements), contents.changed.end());
    while (contents.changed.size() > kMostChanged) contents.changed.erase(std::prev(contents.changed.end()));
    for (auto& [index, value] : contents.changed) bring(value);
    if (contents.kind == FuzzContents::kConstant) {
      std::erase_if(contents.changed, [&](const auto& element) { return element.second == contents.first; });
    }
  }
  for (std::string& text : input.texts) text.resize(std::min(text.size(), kLongestText));
  return true;
}

}  // namespace fencepost::cli
