#include "cli/fuzz/inputs/kernel_space.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <optional>
#include <utility>

#include "cli/fuzz/inputs/dictionary.h"
#include "cli/fuzz/inputs/kernel_values.h"
#include "cli/kernel/missing.h"
#include "cli/kernel/scalar.h"
#include "detector/text/nearest_word.h"

namespace fencepost::cli {

using compiler::ListedField;
using compiler::ListedType;

namespace {

constexpr double kExact = 9007199254740992.0;  // 2^53

std::pair<double, double> range_of(const ListedType& type) {
  if (type.kind != ListedType::kNumber) return {-1e6, 1e6};
  switch (type.number) {
    case ListedType::kBool:
      return {0, 1};
    case ListedType::kSigned:
      if (type.bytes >= 8) return {-kExact, kExact};
      return {-std::ldexp(1.0, static_cast<int>(8 * type.bytes) - 1),
              std::ldexp(1.0, static_cast<int>(8 * type.bytes) - 1) - 1};
    case ListedType::kUnsigned:
      if (type.bytes >= 8) return {0, kExact};
      return {0, std::ldexp(1.0, static_cast<int>(8 * type.bytes)) - 1};
    default:
      return type.bytes <= 2 ? std::pair(-60000.0, 60000.0) : std::pair(-1e30, 1e30);
  }
}

bool is_whole(const ListedType& type) {
  return type.kind == ListedType::kNumber && type.number <= ListedType::kUnsigned;
}

/// `1..4096`
std::optional<std::pair<double, double>> parse_range(const std::string& text) {
  const std::size_t dots = text.find("..");
  if (dots == std::string::npos) return std::nullopt;
  const std::string first = text.substr(0, dots), last = text.substr(dots + 2);
  char *end_first = nullptr, *end_last = nullptr;
  const double least = std::strtod(first.c_str(), &end_first), greatest = std::strtod(last.c_str(), &end_last);
  if (first.empty() || last.empty() || *end_first != 0 || *end_last != 0 || !(least <= greatest)) {
    throw ArgumentError("'" + text + "' is no range; give LEAST..GREATEST, for example 1..4096");
  }
  return std::pair(least, greatest);
}

}  // namespace

KernelSpace::Source KernelSpace::source_of(const std::string& text, FuzzNumber slot) {
  if (!text.empty()) {
    const auto range = parse_range(text);
    if (!range) return {Source::kNone, text};
    slot.least = std::max(slot.least, range->first);
    slot.greatest = std::min(slot.greatest, range->second);
    if (slot.least > slot.greatest) throw ArgumentError(slot.name + ": nothing of " + text + " is possible for it");
    slot.usual = std::min(slot.greatest, std::max(slot.usual, slot.greatest));
    slot.start = std::clamp(slot.start, slot.least, slot.greatest);
  }
  numbers_.push_back(std::move(slot));
  return {numbers_.size() - 1, {}};
}

void KernelSpace::add_sizes(const std::string& option, const std::string& text, FuzzNumber::Role role,
                            const std::array<bool, 3>& read, std::array<Source, 3>& sizes) {
  const bool is_grid = role == FuzzNumber::kGrid;
  const std::vector<std::string> parts = text.empty() ? std::vector<std::string>() : divided_sizes(text);
  if (parts.size() > 3) throw ArgumentError(option + " '" + text + "' has more than three sizes");
  const int alone = static_cast<int>(std::ranges::count(read, true));
  for (std::size_t i = 0; i < 3; ++i) {
    const bool given = i < parts.size();
    if (!given && (!parts.empty() || !read[i])) {
      sizes[i].expression = "1";
      continue;
    }
    FuzzNumber slot{.name = std::string(is_grid ? "grid" : "block") + (i == 0 ? "" : std::string(".") + "xyz"[i]),
                    .role = role,
                    .least = 1,
                    .greatest = is_grid ? 65535.0 : (i == 2 ? 64.0 : 1024.0),
                    .usual = is_grid ? 8.0 : (i == 2 ? 64.0 : 1024.0),
                    .start = is_grid ? 2.0 : (alone > 1 ? (i == 2 ? 4.0 : 8.0) : 128.0)};
    if (!given && is_grid) slot.greatest = 64;
    sizes[i] = source_of(given ? parts[i] : "", slot);
  }
}

void KernelSpace::add_number(const std::string& path, const ListedType& type, const ArgumentValue* given) {
  const auto [least, greatest] = range_of(type);
  FuzzNumber slot{.name = path, .whole = is_whole(type), .least = least, .greatest = greatest, .start = 1};
  slot.usual = std::min(greatest, slot.whole ? 2048.0 : 1000.0);
  const bool is_range = given != nullptr && given->text.find("..") != std::string::npos;
  // Sizes and counts are seldom meant to be negative.
  if (slot.whole && !is_range) slot.least = std::max(0.0, least);
  if (slot.whole && type.number != ListedType::kBool) slot.start = 256;
  if (type.enumeration) {
    slot.usual = slot.greatest = std::min(greatest, 15.0);
    slot.start = 0;
  }
  slot.start = std::clamp(slot.start, slot.least, slot.greatest);
  if (given != nullptr && !is_range) {
    if (given->kind != ArgumentValue::kNumber) {
      throw ArgumentError("argument " + path + " is of type " + type.name + ", not '" + given->text + "'");
    }
    words_[path] = given->text;
  }
  sources_[path] = source_of(given == nullptr ? "" : given->text, slot);
}

void KernelSpace::add_pointer(const std::string& path, const std::string& flat, bool member, const ListedType& type,
                              const ArgumentValue* given) {
  const std::string what = "argument " + path;
  DriverStep step{.kind = DriverStep::kArray, .path = path, .flat = flat, .member = member, .line = line_};
  ArrayPlan plan;
  if (!type.of.empty()) {
    step.type = innermost_of(type.of.front());
    step.dimensions = plan.dimensions = dimensions_of(type.of.front());
    plan.inner = inner_count_of(type.of.front());
  }
  if (given != nullptr && given->kind == ArgumentValue::kNull) {
    step.kind = DriverStep::kNull;
    if (step.type.name.empty()) step.type.name = "void";
    words_[path] = "null";
    driver_.steps.push_back(step);
    return;
  }
  if (given != nullptr && given->kind == ArgumentValue::kNumber) {
    if (!array_of_.contains(given->text)) {
      throw ArgumentError(what + " is an array, not '" + given->text +
                          "'; give float[n], null, or another array's name");
    }
    step.kind = DriverStep::kAlias;
    step.other = given->text;
    words_[path] = given->text;
    driver_.steps.push_back(step);
    return;
  }
  if (given != nullptr && given->kind == ArgumentValue::kStruct) {
    throw ArgumentError(what + ": members behind a pointer cannot be given to fuzz; give [1]");
  }
  if (type.of.empty()) {
    const auto builtin = given == nullptr ? std::nullopt : builtin_type(given->element);
    if (!builtin) throw ArgumentError(what + " is a void *; say of what: --arg '" + path + "=float[n]'");
    step.type = {
        .name = given->element, .kind = ListedType::kNumber, .number = builtin->number, .bytes = builtin->bytes};
  }
  plan.element = step.type;
  if (plan.element.kind != ListedType::kNumber && plan.element.kind != ListedType::kStruct) {
    throw ArgumentError(what + ": arrays of " + plan.element.name + " cannot be made; give --arg " + path +
                        "=null, or a program with a main");
  }
  if (plan.element.bytes == 0 || (plan.element.kind == ListedType::kStruct && !plan.element.obstacle.empty())) {
    throw ArgumentError(what + ": " + plan.element.name + " " +
                        (plan.element.bytes == 0 ? "is declared only" : plan.element.obstacle) +
                        ", so that an array of it cannot be made; give --arg " + path + "=null");
  }
  if (given != nullptr) {
    if (!given->element.empty() && !type.of.empty() && !means_type(given->element, plan.element)) {
      throw ArgumentError(what + " is an array of " + plan.element.name + ", not of " + given->element);
    }
    plan.sizes = given->sizes;
    if (!type.of.empty()) drop_dimensions(plan.sizes, type.of.front(), what);
    plan.contents = given->contents;
    const bool from_file = plan.contents.kind == ArrayContents::kNpy || plan.contents.kind == ArrayContents::kCsv;
    if (from_file) throw ArgumentError(what + ": contents from files stay the same; use fencepost kernel for them");
    // Zeros are what is taken if nothing is said.
    plan.given = plan.contents.kind != ArrayContents::kZeros || given->text.find(":zeros") != std::string::npos;
  }
  add_scalars(plan.element, "", step.scalars);
  const bool of_numbers = plan.element.kind == ListedType::kNumber;
  arrays_.push_back({.name = path,
                     .whole = is_whole(plan.element),
                     .guessed = plan.sizes.empty(),
                     .fixed = plan.given && plan.contents.kind != ArrayContents::kRandom,
                     .single = of_numbers});
  array_of_[path] = plans_.size();
  plans_.push_back(plan);
  driver_.steps.push_back(step);
}

void KernelSpace::add_value(const std::string& path, const std::string& flat, bool member, const ListedType& type,
                            const ArgumentValue* given) {
  const std::string what = "argument " + path;
  if (type.kind == ListedType::kNumber) {
    add_number(path, type, given);
    driver_.steps.push_back({.kind = DriverStep::kNumber, .path = path, .flat = flat, .member = member, .type = type});
  } else if (type.kind == ListedType::kPointer) {
    add_pointer(path, flat, member, type, given);
  } else if (type.kind == ListedType::kStruct && type.obstacle.empty()) {
    if (given != nullptr && given->kind != ArgumentValue::kStruct) {
      throw ArgumentError(what + " is of type " + type.name + ", not '" + given->text + "'; give {x=1, y=2}");
    }
    driver_.steps.push_back({.kind = DriverStep::kStruct, .path = path, .flat = flat, .member = member, .type = type});
    for (std::size_t i = 0; i < type.fields.size(); ++i) {
      const ListedField& field = type.fields[i];
      const ArgumentValue* of_field = nullptr;
      for (std::size_t m = 0; given != nullptr && m < given->members.size(); ++m) {
        const std::string& name = given->members[m].name;
        if (name == field.name || (name.empty() && m == i)) of_field = &given->members[m].value;
      }
      add_value(path + "." + field.name, flat + "_" + field.name, true, field.type, of_field);
    }
  } else if (type.kind == ListedType::kArray && !type.of.empty()) {
    constexpr std::uint64_t kMost = 64;
    if (type.count > kMost) throw ArgumentError(what + " has " + std::to_string(type.count) + " members; write a main");
    driver_.steps.push_back({.kind = DriverStep::kStruct, .path = path, .flat = flat, .member = true, .type = type});
    for (std::uint64_t i = 0; i < type.count; ++i) {
      const ArgumentValue* one = given != nullptr && i < given->members.size() ? &given->members[i].value : nullptr;
      add_value(path + "[" + std::to_string(i) + "]", flat + "_" + std::to_string(i), member, type.of.front(), one);
    }
  } else {
    throw ArgumentError(what + " is of type " + type.name + ", which cannot be made; fuzz a program with a main");
  }
}

void KernelSpace::add_parameter(const compiler::ListedParameter& parameter, const std::string& name) {
  line_ = parameter.line;
  std::optional<Argument> given;
  for (const std::string& text : request_.arguments) {
    const std::size_t equals = text.find('=');
    if (text.substr(0, equals) == name) given = parse_argument(text);
  }
  add_value(name, name, false, parameter.type, given ? &given->value : nullptr);
  driver_.arguments.push_back(name);
}

KernelSpace::KernelSpace(const ChosenKernel& chosen, FuzzKernelRequest request, const std::string& source,
                         std::vector<std::string> words)
    : request_(std::move(request)), compiler_words_(std::move(words)) {
  const compiler::ListedKernel& kernel = chosen.kernel;
  const std::string text = text_for_kernel(source, kernel.line);
  const auto reads = [&](std::initializer_list<const char*> names) {
    return std::ranges::any_of(names, [&](const char* name) { return text.find(name) != std::string::npos; });
  };
  std::array<bool, 3> grid{}, block{};
  grid[0] = reads({"blockIdx.x", "blockIdx)", "blockIdx,", "blockIdx;", "this_grid", "ctaid", "this_cluster"});
  block[0] =
      reads({"threadIdx", "thread_rank", "thread_index", "this_thread", "tid", "lane", "this_grid", "tiled_partition"});
  constexpr std::array<const char*, 2> kLater = {"y", "z"};
  for (std::size_t i = 0; i < kLater.size(); ++i) {
    const std::string dimension = std::string(".") + kLater[i];
    grid[i + 1] = text.find("blockIdx" + dimension) != std::string::npos ||
                  text.find("block_index()" + dimension) != std::string::npos;
    block[i + 1] = text.find("threadIdx" + dimension) != std::string::npos ||
                   text.find("thread_index()" + dimension) != std::string::npos;
  }
  dictionary_ = number_literals(text);
  if (const std::size_t open = kernel.name.find('<'); open != std::string::npos) {
    for (const double number : number_literals(kernel.name.substr(open))) dictionary_.push_back(number);
    std::ranges::sort(dictionary_);
    dictionary_.erase(std::unique(dictionary_.begin(), dictionary_.end()), dictionary_.end());
  }
  add_sizes("--grid", request_.grid, FuzzNumber::kGrid, grid, grid_);
  add_sizes("--block", request_.block, FuzzNumber::kBlock, block, block_);
  const bool has_dynamic = reads({"extern __shared__"});
  if (request_.shared.empty() && !has_dynamic) {
    shared_.expression = "0";
  } else {
    shared_ =
        source_of(request_.shared,
                  {.name = "shared", .role = FuzzNumber::kBytes, .greatest = 49152, .usual = 49152, .start = 49152});
    // Not varied unless asked for: how much a kernel needs is known by who launches it.
    if (request_.shared.empty()) {
      numbers_.pop_back();
      shared_ = {Source::kNone, "49152"};
    }
  }
  std::vector<std::string> names;
  std::set<std::string> taken;
  for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
    std::string name = kernel.parameters[i].name;
    if (name.empty() || !taken.insert(name).second) name = "arg" + std::to_string(i + 1);
    names.push_back(name);
  }
  for (const std::string& argument : request_.arguments) {
    const std::string name = argument.substr(0, argument.find('='));
    if (argument.find('=') == std::string::npos) parse_argument(argument);
    if (std::ranges::find(names, name) == names.end()) {
      throw ArgumentError("the kernel has no parameter " + name + detector::did_you_mean(name, names) + "\n  " +
                          signature_text(kernel));
    }
  }
  for (std::size_t i = 0; i < names.size(); ++i) add_parameter(kernel.parameters[i], names[i]);
  driver_.cooperative = request_.cooperative;

  // Mistakes in expressions are told now.
  const FuzzInput first = start();
  Values values(*this, first);
  for (const bool of_grid : {true, false}) {
    for (std::size_t i = 0; i < 3; ++i) values.size(of_grid, i);
  }
  values.shared();
  for (const auto& [name, number] : sources_) values.named(name);
  for (std::size_t i = 0; i < plans_.size(); ++i) {
    values.elements(i);
    static_cast<void>(limits(first, i));
  }
  for (const std::string& assumption : request_.assumptions) {
    static_cast<void>(holds(assumption, [&](const std::string& name) { return values.named(name); }));
  }
}

bool KernelSpace::allows(const FuzzInput& input) const {
  constexpr std::int64_t kMostBytes = 1 << 26, kMostElements = 1 << 20, kMostShared = 232448;
  const std::int64_t most_threads = request_.grid.empty() ? 1 << 14 : 1 << 16;
  try {
    Values values(*this, input);
    std::int64_t in_block = 1;
    for (const bool of_grid : {true, false}) {
      for (std::size_t i = 0; i < 3; ++i) {
        const std::int64_t size = values.size(of_grid, i);
        if (size < 1 || size > (of_grid ? 65535 : (i == 2 ? 64 : 1024))) return false;
        if (!of_grid) in_block *= size;
      }
    }
    if (in_block > 1024 || values.threads() > most_threads) return false;
    if (const std::int64_t shared = values.shared(); shared < 0 || shared > kMostShared) return false;
    std::int64_t bytes = 0, elements = 0;
    for (std::size_t i = 0; i < plans_.size(); ++i) {
      const std::int64_t each = values.elements(i);
      if (each < 0 || each > kMostElements) return false;
      elements += each;
      bytes += each * static_cast<std::int64_t>(plans_[i].element.bytes);
      const Limits range = limits(input, i);
      if (!(range.least <= range.greatest)) return false;
    }
    if (bytes > kMostBytes || elements > kMostElements) return false;
    for (const auto& [name, source] : sources_) {
      if (source.slot == Source::kNone) values.real(source, name);
    }
    return std::ranges::all_of(request_.assumptions, [&](const std::string& assumption) {
      return holds(assumption, [&](const std::string& name) { return values.named(name); });
    });
  } catch (const ArgumentError&) {
    return false;  // A division by 0, for example: such a launch cannot be made.
  }
}

std::uint64_t KernelSpace::count(const FuzzInput& input, std::size_t array) const {
  try {
    const auto elements = static_cast<std::uint64_t>(std::max<std::int64_t>(0, Values(*this, input).elements(array)));
    return elements * plans_[array].inner;
  } catch (const ArgumentError&) {
    return 0;
  }
}

FuzzSpace::Limits KernelSpace::limits(const FuzzInput& input, std::size_t array) const {
  const ArrayPlan& plan = plans_[array];
  const auto [least, greatest] = range_of(plan.element);
  Limits result{least, greatest};
  if (!plan.given || plan.contents.kind != ArrayContents::kRandom) return result;
  Values values(*this, input);
  const auto setting = [&](const char* name, double otherwise) {
    const auto known = plan.contents.settings.find(name);
    if (known == plan.contents.settings.end()) return otherwise;
    return values.real({Source::kNone, known->second}, "argument " + arrays_[array].name + ", " + name);
  };
  const bool is_bool = plan.element.kind == ListedType::kNumber && plan.element.number == ListedType::kBool;
  result.least = setting("min", 0);
  result.greatest = setting("max", arrays_[array].whole && !is_bool ? 99 : 1);
  return result;
}

}  // namespace fencepost::cli
