#include "cli/prove/runs/kernel_plan.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include "cli/kernel/scalar.h"

namespace fencepost::cli::symbolic {
namespace {

using compiler::ListedField;
using compiler::ListedParameter;
using compiler::ListedType;

constexpr std::int64_t kFewElements = 1 << 16, kManyElements = 1 << 22;
constexpr std::int64_t kMostParameter = 4096;  ///< With larger ones arrays are large, too.
constexpr std::uint64_t kMostBytes = 1 << 28;  ///< Of an array.
constexpr std::uint32_t kDynamicShared = 49152;

bool is_whole(const ListedType& type) { return type.number <= ListedType::kUnsigned; }

std::uint64_t alignment_of(const ListedType& type) {
  if (type.kind == ListedType::kArray && !type.of.empty()) return alignment_of(type.of.front());
  std::uint64_t most = 1;
  for (const ListedField& field : type.fields) most = std::max(most, alignment_of(field.type));
  return type.kind == ListedType::kStruct ? most : std::max<std::uint64_t>(type.bytes, 1);
}

/// Where members lie, if nothing is packed or aligned in another way. A wrong one makes a value that was not meant: the
/// run is then just another run.
std::vector<std::uint64_t> offsets_of(const ListedType& type) {
  std::vector<std::uint64_t> offsets;
  std::uint64_t next = 0;
  for (const ListedField& field : type.fields) {
    const std::uint64_t alignment = alignment_of(field.type);
    next = (next + alignment - 1) / alignment * alignment;
    offsets.push_back(next);
    next += field.type.bytes;
  }
  return offsets;
}

/// What such a variable holds of a whole number.
std::int64_t as_type(std::int64_t number, const ListedType& type) {
  if (type.number == ListedType::kBool) return number & 1;
  constexpr unsigned kWord = 64;
  const auto beyond = static_cast<unsigned>(kWord - 8 * std::min<std::uint64_t>(type.bytes, 8));
  const auto upper = static_cast<std::uint64_t>(number) << beyond;
  return type.number == ListedType::kUnsigned ? static_cast<std::int64_t>(upper >> beyond)
                                              : static_cast<std::int64_t>(upper) >> beyond;
}

/// An array's elements as they are made: what `void *` points to is taken for `int`.
ListedType element_of(const ListedType& pointer) {
  if (!pointer.of.empty()) return pointer.of.front();
  return {.name = "int", .kind = ListedType::kNumber, .bytes = 4};
}

}  // namespace

std::int64_t value_in(const Witness& witness, const std::string& name, std::int64_t otherwise) {
  const auto found = witness.values.find(name);
  return found == witness.values.end() ? otherwise : found->second;
}

std::string launch_shape(const Witness& witness, const std::string& name) {
  std::string text;
  for (const char* const letter : {"x", "y", "z"}) {
    text += (text.empty() ? "" : ",") + std::to_string(value_in(witness, name + "." + letter, 1));
  }
  while (text.ends_with(",1")) text.resize(text.size() - 2);
  return text;
}

/// A launch that is being put together.
struct KernelPlan::Making {
  static constexpr std::uint64_t kPart = 8;  ///< Bytes of a struct that are passed as one number.

  const Witness& witness;
  const BeginOf& begin;
  std::int64_t elements = kFewElements;
  int arrays = 0;
  std::vector<double> input;
  std::string told;

  void tell(const Place& place, const std::string& value) {
    if (variable_of(place)) told += (told.empty() ? "" : ", ") + place.path + " = " + value;
  }

  /// The variable of the witness that has the number at this place, which may be one for several.
  [[nodiscard]] std::optional<std::int64_t> variable_of(const Place& place) const {
    const auto known = [&](const std::string& name) -> std::optional<std::int64_t> {
      const auto found = witness.values.find("parameter " + place.parameter + name);
      return found == witness.values.end() ? std::nullopt : std::optional(found->second);
    };
    if (!place.member) return known("");
    if (const auto copied = known(" at byte " + std::to_string(place.offset))) return copied;
    const std::uint64_t part = place.offset / kPart;
    return known(part == 0 ? "" : ", part " + std::to_string(part + 1));
  }

  /// The whole number at this place of a parameter.
  [[nodiscard]] std::int64_t number(const Place& place) const {
    const std::optional<std::int64_t> value = variable_of(place);
    const std::string copied = "parameter " + place.parameter + " at byte " + std::to_string(place.offset);
    if (!value || !place.member || witness.values.contains(copied)) return value.value_or(1);
    // The lower bytes first.
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(*value) >> (8 * (place.offset % kPart)));
  }
};

KernelPlan::KernelPlan(const compiler::SymbolicKernel& kernel, const compiler::ListedKernel& listed) : kernel_(kernel) {
  namespace fs = std::filesystem;
  driver_.kernel = "::" + listed.name;
  driver_.prototype = prototype_of(listed);
  driver_.kernel_file = fs::absolute(listed.file).lexically_normal().string();
  driver_.line = listed.line;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < listed.parameters.size(); ++i) {
    const ListedParameter& parameter = listed.parameters[i];
    std::string name = parameter.name;
    // As `fencepost kernel` names them.
    if (name.empty() || std::ranges::find(names, name) != names.end()) name = "arg" + std::to_string(i + 1);
    names.push_back(name);
    line_ = parameter.line;
    places_.push_back({.path = name,
                       .flat = name,
                       .parameter = parameter.name.empty() ? "argument " + std::to_string(i) : parameter.name});
    types_.push_back(parameter.type);
    add(places_.back(), types_.back());
    driver_.arguments.push_back(name);
  }
}

void KernelPlan::add(const Place& place, const ListedType& type) {
  if (!obstacle_.empty()) return;
  const DriverStep step = {.path = place.path, .flat = place.flat, .member = place.member, .type = type};
  const auto add_step = [&](DriverStep::Kind kind, bool member) {
    driver_.steps.push_back(step);
    driver_.steps.back().kind = kind;
    driver_.steps.back().member = member;
  };
  const auto part = [&](const std::string& path, const std::string& flat, std::uint64_t offset) {
    return Place{.path = place.path + path,
                 .flat = place.flat + "_" + flat,
                 .parameter = place.parameter,
                 .offset = place.offset + offset,
                 .member = true};
  };
  switch (type.kind) {
    case ListedType::kNumber:
      return add_step(is_whole(type) ? DriverStep::kWhole : DriverStep::kNumber, place.member);
    case ListedType::kPointer:
      return add_array(place, type);
    case ListedType::kStruct: {
      if (!type.obstacle.empty()) break;
      add_step(DriverStep::kStruct, place.member);
      const std::vector<std::uint64_t> offsets = offsets_of(type);
      for (std::size_t i = 0; i < type.fields.size(); ++i) {
        add(part("." + type.fields[i].name, type.fields[i].name, offsets[i]), type.fields[i].type);
      }
      return;
    }
    case ListedType::kArray: {
      constexpr std::uint64_t kMost = 64;
      if (type.of.empty() || type.count > kMost) break;
      add_step(DriverStep::kStruct, true);
      for (std::uint64_t i = 0; i < type.count; ++i) {
        add(part("[" + std::to_string(i) + "]", std::to_string(i), i * type.of.front().bytes), type.of.front());
      }
      return;
    }
    default:
      break;
  }
  obstacle_ = "no launch could be made: " + place.path + " is of type " + type.name +
              (type.obstacle.empty() ? "" : ", which " + type.obstacle);
}

std::string KernelPlan::object_at(const Place& place) const {
  if (!place.member) return place.parameter;
  const std::string copied = place.parameter + " at byte " + std::to_string(place.offset);
  const bool is_copied =
      std::ranges::find(kernel_.objects, copied, &compiler::SymbolicObject::name) != kernel_.objects.end();
  const std::uint64_t part = place.offset / Making::kPart;
  return is_copied ? copied : place.parameter + (part == 0 ? "" : ", part " + std::to_string(part + 1));
}

void KernelPlan::add_array(const Place& place, const ListedType& type) {
  const ListedType element = innermost_of(element_of(type));
  const bool is_made =
      element.kind == ListedType::kNumber || (element.kind == ListedType::kStruct && element.obstacle.empty());
  if (!is_made || element.bytes == 0) {
    obstacle_ = "no launch could be made: " + place.path + " is an array of " + element.name;
    return;
  }
  DriverStep step = {.kind = DriverStep::kArray,
                     .path = place.path,
                     .flat = place.flat,
                     .member = place.member,
                     .type = element,
                     .line = line_};
  add_scalars(element, "", step.scalars);
  step.dimensions = dimensions_of(element_of(type));
  arrays_.push_back({place.path, object_at(place)});
  driver_.steps.push_back(std::move(step));
}

std::string KernelPlan::word(const Place& place, const ListedType& type, Making& making) {
  const auto part = [&](const std::string& path, std::uint64_t offset) {
    return Place{
        .path = place.path + path, .parameter = place.parameter, .offset = place.offset + offset, .member = true};
  };
  std::string text;
  switch (type.kind) {
    case ListedType::kNumber: {
      std::int64_t number = making.number(place);
      if (!is_whole(type)) {
        making.input.push_back(static_cast<double>(number));
        making.tell(place, std::to_string(number));
        return std::to_string(number);
      }
      number = as_type(number, type);
      constexpr int kHalf = 32;
      making.input.push_back(static_cast<double>(number >> kHalf));
      making.input.push_back(static_cast<double>(static_cast<std::uint32_t>(number)));
      text = std::to_string(number);
      if (type.number == ListedType::kUnsigned) text = std::to_string(static_cast<std::uint64_t>(number));
      making.tell(place, text);
      return text;
    }
    case ListedType::kPointer: {
      const ListedType element = element_of(type);
      const ArrayBegin begin = making.begin(place.parameter, ++making.arrays);
      const std::uint64_t count =
          std::min(static_cast<std::uint64_t>(making.elements), std::max<std::uint64_t>(1, kMostBytes / element.bytes));
      making.input.insert(making.input.end(),
                          {static_cast<double>(count * inner_count_of(element)), static_cast<double>(begin.kind),
                           begin.first, begin.second, static_cast<double>(begin.seed), 0});
      return (type.of.empty() ? element.name : "") + "[" + std::to_string(count) + "]" + begin.text;
    }
    case ListedType::kStruct: {
      const std::vector<std::uint64_t> offsets = offsets_of(type);
      for (std::size_t i = 0; i < type.fields.size(); ++i) {
        text += (text.empty() ? "" : ",") + type.fields[i].name + "=" +
                word(part("." + type.fields[i].name, offsets[i]), type.fields[i].type, making);
      }
      return "{" + text + "}";
    }
    default:
      for (std::uint64_t i = 0; i < type.count; ++i) {
        text += (text.empty() ? "" : ",") +
                word(part("[" + std::to_string(i) + "]", i * type.of.front().bytes), type.of.front(), making);
      }
      return "{" + text + "}";
  }
}

KernelPlan::Launch KernelPlan::launch(const Witness& witness, const BeginOf& begin, bool large) const {
  Launch launch;
  Making making{.witness = witness, .begin = begin};
  launch.large = large;
  for (const auto& [name, value] : witness.values) {
    if (name.starts_with("parameter ") && std::llabs(value) > kMostParameter) launch.large = true;
  }
  if (launch.large) making.elements = kManyElements;
  const std::string grid = launch_shape(witness, "gridDim"), block = launch_shape(witness, "blockDim");
  launch.options = {"--grid", grid, "--block", block};
  for (const char* const name : {"gridDim.", "blockDim."}) {
    for (const char* const letter : {"x", "y", "z"}) {
      making.input.push_back(static_cast<double>(value_in(witness, std::string(name) + letter, 1)));
    }
  }
  const bool dynamic = std::ranges::any_of(kernel_.objects, [](const compiler::SymbolicObject& object) {
    return object.space == compiler::SymbolicSpace::kShared && object.bytes == 0;
  });
  making.input.push_back(dynamic ? kDynamicShared : 0);
  for (std::size_t i = 0; i < places_.size(); ++i) {
    launch.options.emplace_back("--arg");
    launch.options.push_back(places_[i].path + "=" + word(places_[i], types_[i], making));
  }
  if (dynamic) launch.options.insert(launch.options.end(), {"--shared", std::to_string(kDynamicShared)});
  launch.input = std::move(making.input);
  launch.told = std::move(making.told);
  return launch;
}

}  // namespace fencepost::cli::symbolic
