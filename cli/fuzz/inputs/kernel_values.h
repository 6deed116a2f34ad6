// What names and expressions stand for in an input of a kernel: for kernel_space*.cpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "cli/fuzz/inputs/kernel_space.h"
#include "cli/kernel/arithmetic.h"
#include "detector/text/nearest_word.h"

namespace fencepost::cli {

/// The numbers of an input by name. Throws ArgumentError where one cannot be told.
class KernelSpace::Values {
 public:
  Values(const KernelSpace& space, const FuzzInput& input) : space_(space), input_(input) {}

  double real(const Source& source, const std::string& what) {
    if (source.slot != Source::kNone) return input_.numbers[source.slot];
    char* end = nullptr;
    const double value = std::strtod(source.expression.c_str(), &end);
    if (end != source.expression.c_str() && *end == 0) return value;
    return static_cast<double>(whole(source.expression, what));
  }
  std::int64_t whole(const std::string& expression, const std::string& what) {
    if (!open_.insert(what).second) throw ArgumentError("the value of " + what + " is asked for to find it");
    const std::int64_t value = evaluate(expression, what, [this](const std::string& name) { return named(name); });
    open_.erase(what);
    return value;
  }
  std::int64_t named(const std::string& name) {
    for (const char* const word : {"grid", "block"}) {
      if (!name.starts_with(word)) continue;
      std::string rest = name.substr(std::string(word).size());
      if (rest.starts_with("Dim")) rest.erase(0, 3);
      if (!rest.empty() && rest != ".x" && rest != ".y" && rest != ".z") continue;
      const bool of_grid = word == std::string("grid");
      if (!rest.empty()) return size(of_grid, static_cast<std::size_t>(rest[1] - 'x'));
      return size(of_grid, 0) * size(of_grid, 1) * size(of_grid, 2);
    }
    if (name.starts_with("len(")) {
      const auto array = space_.array_of_.find(name.substr(4, name.size() - 5));
      if (array == space_.array_of_.end()) throw ArgumentError(name + ": no argument of that name is an array");
      return elements(array->second);
    }
    const auto known = space_.sources_.find(name);
    if (known == space_.sources_.end()) {
      std::vector<std::string> words = {"grid", "block"};
      for (const auto& [word, source] : space_.sources_) words.push_back(word);
      throw ArgumentError("nothing is called " + name + detector::did_you_mean(name, words) +
                          "; sizes may name arguments that are numbers, grid.x, block.x and len(ARRAY)");
    }
    return static_cast<std::int64_t>(real(known->second, name));
  }
  std::int64_t size(bool of_grid, std::size_t dimension) {
    const Source& source = of_grid ? space_.grid_[dimension] : space_.block_[dimension];
    return static_cast<std::int64_t>(
        real(source, std::string(of_grid ? "--grid" : "--block") + " in " + "xyz"[dimension]));
  }
  std::int64_t shared() { return static_cast<std::int64_t>(real(space_.shared_, "--shared")); }
  std::int64_t threads() {
    std::int64_t product = 1;
    for (const bool of_grid : {true, false}) {
      for (std::size_t i = 0; i < 3; ++i) product *= std::clamp<std::int64_t>(size(of_grid, i), 0, 65536);
    }
    return product;
  }
  std::int64_t elements(std::size_t array) {
    const ArrayPlan& plan = space_.plans_[array];
    if (plan.sizes.empty() && input_.arrays[array].size != 0) {
      return static_cast<std::int64_t>(input_.arrays[array].size);
    }
    if (plan.sizes.empty()) return guess(input_.arrays[array].grown);
    std::int64_t product = 1;
    for (const std::string& one : plan.sizes) {
      const std::int64_t factor = whole(one, "argument " + space_.arrays_[array].name);
      if (factor < 0 || __builtin_mul_overflow(product, factor, &product)) return -1;
    }
    return product;
  }

 private:
  /// More than a kernel that fits its launch and its numbers is likely to use.
  std::int64_t guess(std::uint32_t grown) {
    constexpr double kMost = 1 << 20, kFirst = 1 << 17, kLeast = 1024;
    double product = 1;
    for (std::size_t i = 0; i < space_.numbers_.size(); ++i) {
      const FuzzNumber& slot = space_.numbers_[i];
      const double value = slot.role == FuzzNumber::kValue && slot.whole ? std::fabs(input_.numbers[i]) : 0;
      if (value > 1 && value <= 65536) product = std::min(product * value, kMost);
    }
    const double wanted = std::max({kLeast, 4.0 * static_cast<double>(threads()), 2 * product});
    double size = kLeast;
    while (size < std::min(wanted, kFirst)) size *= 2;
    for (std::uint32_t i = 0; i < grown; ++i) size *= 8;
    return static_cast<std::int64_t>(std::min(size, kMost));
  }

  const KernelSpace& space_;
  const FuzzInput& input_;
  std::set<std::string> open_;
};

}  // namespace fencepost::cli
