#include "cli/fuzz/mutate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

namespace fencepost::cli {
namespace {

constexpr std::array kNear = {0.0, 1.0, -1.0, 2.0, -2.0};

class Mutation {
 public:
  Mutation(const FuzzSpace& space, FuzzInput input, FuzzRandom& random)
      : space_(space), input_(std::move(input)), random_(random) {}

  void change_all() {
    for (std::size_t i = 0; i < space_.numbers().size(); ++i) change_number(i);
    for (std::size_t i = 0; i < space_.arrays().size(); ++i) change_array(i);
    if (random_.chance(1, 4)) change_order();
  }

  void change_one() {
    const std::size_t numbers = space_.numbers().size(), arrays = space_.arrays().size(), texts = space_.texts().size();
    if (random_.chance(1, 12) || numbers + arrays + texts == 0) {
      change_order();
      return;
    }
    // Sizes decide more often than contents; a text is most of the input where there is one.
    const std::uint64_t which = random_.below(2 * numbers + arrays + 4 * texts);
    if (which < 2 * numbers) {
      change_number(which / 2);
    } else if (which < 2 * numbers + arrays) {
      change_array(which - 2 * numbers);
    } else {
      change_text((which - 2 * numbers - arrays) / 4);
    }
  }

  FuzzInput finish() {
    static_cast<void>(space_.repair(input_));
    return std::move(input_);
  }

 private:
  double pick(const std::vector<double>& from) { return from.empty() ? 0 : from[random_.below(from.size())]; }
  double near() { return kNear[random_.below(kNear.size())]; }

  /// Around powers of two, up to about `usual`.
  double power(double usual) {
    const int most = std::max(1, static_cast<int>(std::log2(std::max(2.0, usual))));
    return std::ldexp(1.0, static_cast<int>(random_.below(static_cast<std::uint64_t>(most) + 1))) + near();
  }

  void change_number(std::size_t i) {
    const FuzzNumber& slot = space_.numbers()[i];
    double& value = input_.numbers[i];
    const double usual = std::min(slot.usual, slot.greatest);
    switch (random_.below(slot.whole ? 8 : 4)) {
      case 0:
        value = static_cast<double>(random_.below(5));
        break;
      case 1:
        value = space_.dictionary().empty() ? 0 : pick(space_.dictionary()) + (random_.chance(1, 3) ? near() : 0);
        break;
      case 2:
        value += near();
        break;
      case 3:
        value = slot.least > -usual && slot.least < usual ? slot.least + random_.part() * (usual - slot.least)
                                                          : random_.part() * usual;
        break;
      case 4:
      case 5:
        value = power(usual);
        break;
      case 6:
        // n blocks, n threads, as many rows as columns, …
        value = pick(input_.numbers) + (random_.chance(1, 2) ? near() : 0);
        break;
      default:
        value = combined();
    }
    if (slot.whole) value = std::trunc(value);
  }

  /// n = blocks * threads, or blocks = n / threads, one more or less.
  double combined() {
    const double first = pick(input_.numbers), second = pick(input_.numbers);
    const double value = random_.chance(1, 2) ? first * second : std::ceil(first / std::max(1.0, second));
    return value + (random_.chance(1, 2) ? near() : 0);
  }

  /// What an element may be: an index, a number of the source, an extreme.
  double element(std::size_t i) {
    const FuzzArray& slot = space_.arrays()[i];
    const FuzzSpace::Limits range = space_.limits(input_, i);
    switch (random_.below(7)) {
      case 0:
        return static_cast<double>(random_.below(4));
      case 1:
      case 2:
        return space_.dictionary().empty() ? 1 : pick(space_.dictionary()) + (random_.chance(1, 4) ? near() : 0);
      case 3:
        return pick(input_.numbers) + near();
      case 4:
        return std::max(0.0, static_cast<double>(space_.count(input_, random_.below(space_.arrays().size()))) - 1);
      case 5:
        return random_.chance(1, 3) ? (random_.chance(1, 2) ? range.least : range.greatest) : power(1024);
      default: {
        const double width = std::min(range.greatest - range.least, 1000.0);
        const double least = range.least <= 0 && range.greatest >= 0 ? 0 : range.least;
        return slot.whole ? std::floor(least + random_.part() * width) : least + random_.part() * width;
      }
    }
  }

  void change_array(std::size_t i) {
    const FuzzArray& slot = space_.arrays()[i];
    if (slot.fixed) return;
    FuzzContents& contents = input_.arrays[i];
    const std::uint64_t elements = space_.count(input_, i);
    const std::uint64_t way = random_.below(slot.single ? 9 : 4);
    if (way < 4) contents.changed.clear();
    switch (way) {
      case 0:
        contents.kind = FuzzContents::kConstant;
        contents.first = random_.chance(1, 2) ? 0 : element(i);
        break;
      case 1:
        contents.kind = FuzzContents::kIota;
        contents.first = random_.chance(3, 4) ? 0 : element(i);
        contents.second = random_.chance(3, 4) ? 1 : near();
        if (contents.second < 0) contents.first = static_cast<double>(elements);
        break;
      case 2:
      case 3:
        contents.kind = FuzzContents::kRandom;
        contents.first = 0;
        contents.second = std::fabs(element(i));
        contents.seed = static_cast<std::uint32_t>(1 + random_.below(1000));
        break;
      default: {
        // Elements that few threads read, or many.
        const std::uint64_t reach = random_.chance(1, 2) ? std::min<std::uint64_t>(elements, 64) : elements;
        const std::uint64_t how_many = random_.chance(2, 3) ? 1 : 1 + random_.below(8);
        const double value = element(i);
        const bool same = random_.chance(1, 2);
        for (std::uint64_t k = 0; k < how_many && reach != 0; ++k) {
          contents.changed[random_.below(reach)] = same ? value : element(i);
        }
      }
    }
  }

  void change_text(std::size_t i) {
    std::string& text = input_.texts[i];
    const std::size_t at = random_.below(text.size() + 1);
    switch (random_.below(6)) {
      case 0:
        if (at < text.size()) text[at] = static_cast<char>(random_.below(256));
        break;
      case 1:
        text.insert(at, 1, static_cast<char>(random_.below(256)));
        break;
      case 2:
        text.erase(at, 1 + random_.below(text.size() / 2 + 1));
        break;
      case 3:
        text.insert(at, text.substr(random_.below(text.size() + 1), 1 + random_.below(64)));
        break;
      default:
        change_number_in(text, at);
    }
  }

  /// The digits at or behind `at` become another number.
  void change_number_in(std::string& text, std::size_t at) {
    const auto is_digit = [&](std::size_t k) { return k < text.size() && text[k] >= '0' && text[k] <= '9'; };
    while (at < text.size() && !is_digit(at)) ++at;
    while (at > 0 && is_digit(at - 1)) --at;
    std::size_t end = at;
    while (is_digit(end)) ++end;
    const double value = random_.chance(1, 2) || space_.dictionary().empty() ? power(4096) : pick(space_.dictionary());
    text.replace(at, end - at, number_text(std::max(0.0, value)));
  }

  void change_order() {
    input_.seed = random_.chance(1, 3) ? 0 : static_cast<std::uint32_t>(1 + random_.below(1000));
    input_.first.clear();
    // One of three is an order that can be told: a few threads before the others.
    if (input_.seed % 3 == 1) input_.first = some_threads(std::exchange(input_.seed, 0));
  }

  /// Two to four, near each other or anywhere in the block.
  [[nodiscard]] std::vector<std::uint32_t> some_threads(std::uint64_t seed) const {
    constexpr std::uint32_t kUsual = 64, kNear = 5;
    FuzzRandom random(seed);
    const std::uint32_t known = space_.threads(input_), threads = known == 0 ? kUsual : known;
    const std::uint32_t end = random.chance(1, 2) ? std::min(threads, kNear) : threads;
    std::vector<std::uint32_t> list;
    for (std::uint64_t left = 2 + random.below(3); left != 0; --left) {
      // That thread 0 comes first is no other order.
      const std::uint32_t least = list.empty() && end > 1 ? 1 : 0;
      const auto thread = least + static_cast<std::uint32_t>(random.below(end - least));
      if (std::ranges::find(list, thread) == list.end()) list.push_back(thread);
    }
    return list;
  }

  const FuzzSpace& space_;
  FuzzInput input_;
  FuzzRandom& random_;
};

}  // namespace

FuzzInput mutated(const FuzzInput& input, const FuzzSpace& space, FuzzRandom& random) {
  Mutation mutation(space, input, random);
  const std::uint64_t changes = 1 + random.below(4);
  for (std::uint64_t i = 0; i < changes; ++i) mutation.change_one();
  return mutation.finish();
}

std::vector<FuzzInput> inputs_of_dictionary(const FuzzSpace& space, std::size_t most) {
  std::vector<double> values = space.dictionary();
  // Small numbers and powers of two come by themselves.
  const auto is_usual = [](double value) {
    return std::fabs(value) <= 16 || std::exp2(std::round(std::log2(std::fabs(value)))) == std::fabs(value);
  };
  std::stable_partition(values.begin(), values.end(), [&](double value) { return !is_usual(value); });
  std::vector<FuzzInput> inputs;
  const auto add = [&](FuzzInput input) {
    const FuzzInput wanted = input;
    // Not where the number is beyond what the slot may be.
    if (inputs.size() < most && space.repair(input) && input == wanted && space.allows(input)) {
      inputs.push_back(std::move(input));
    }
  };
  for (const double value : values) {
    for (std::size_t i = 0; i < space.numbers().size(); ++i) {
      if (space.numbers()[i].role != FuzzNumber::kValue) continue;
      FuzzInput input = space.start();
      input.numbers[i] = value;
      add(std::move(input));
    }
    for (std::size_t i = 0; i < space.arrays().size(); ++i) {
      if (space.arrays()[i].fixed) continue;
      FuzzInput input = space.start();
      // The fourth element: threads that come before it go the other way.
      if (space.arrays()[i].single) {
        input.arrays[i].changed = {{3, value}};
      } else {
        input.arrays[i].first = value;
      }
      add(std::move(input));
    }
  }
  return inputs;
}

FuzzInput random_input(const FuzzSpace& space, FuzzRandom& random) {
  Mutation mutation(space, space.start(), random);
  mutation.change_all();
  return mutation.finish();
}

}  // namespace fencepost::cli
