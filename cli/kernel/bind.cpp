#include "cli/kernel/bind.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "cli/kernel/data_file.h"
#include "cli/kernel/missing.h"
#include "cli/kernel/scalar.h"
#include "detector/text/nearest_word.h"

namespace fencepost::cli {
namespace {

using compiler::ListedField;
using compiler::ListedKernel;
using compiler::ListedType;

class Binder {
 public:
  Binder(const ListedKernel& kernel, const KernelRequest& request) : kernel_(kernel), request_(request) {
    for (const std::string& text : request.arguments) {
      Argument argument = parse_argument(text);
      if (!given_.emplace(argument.name, argument.value).second) {
        throw ArgumentError("argument " + argument.name + " is given twice; leave one --arg out");
      }
    }
    std::set<std::string> taken;
    for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
      std::string name = kernel.parameters[i].name;
      if (name.empty() || !taken.insert(name).second) name = "arg" + std::to_string(i + 1);
      names_.push_back(name);
    }
  }

  HostProgram run() {
    for (const auto& [name, value] : given_) {
      if (std::ranges::find(names_, name) != names_.end()) continue;
      throw ArgumentError("the kernel has no parameter " + name + detector::did_you_mean(name, names_) + "\n  " +
                          signature_text(kernel_));
    }
    find_missing();
    program_.grid = size("--grid", request_.grid, grid_, {2147483647, 65535, 65535});
    program_.block = size("--block", request_.block, block_, {1024, 1024, 64});
    const std::uint64_t threads = program_.block[0] * program_.block[1] * program_.block[2];
    if (threads > 1024) {
      throw ArgumentError("--block '" + request_.block + "' is " + std::to_string(threads) +
                          " threads; a block has at most 1024");
    }
    if (!request_.shared.empty()) {
      constexpr std::int64_t kMost = 232448;
      const std::int64_t bytes = evaluate(request_.shared, "--shared", lookup());
      if (bytes < 0 || bytes > kMost) {
        throw ArgumentError("--shared is " + std::to_string(bytes) + " bytes; a block has 0 to " +
                            std::to_string(kMost));
      }
      program_.shared = static_cast<std::uint64_t>(bytes);
    }
    program_.arguments.resize(names_.size());
    // Numbers first: what is wrong with one is not to be told as an array's size.
    for (const bool numbers : {true, false}) {
      for (std::size_t i = 0; i < names_.size(); ++i) {
        const ListedType& type = kernel_.parameters[i].type;
        if ((type.kind == ListedType::kNumber) != numbers) continue;
        line_ = kernel_.parameters[i].line;
        position_ = i + 1;
        const auto given = given_.find(names_[i]);
        const ArgumentValue empty{.kind = ArgumentValue::kStruct, .text = "{}"};
        program_.arguments[i] = argument(names_[i], type, given == given_.end() ? empty : given->second);
      }
    }
    add_prints();
    return std::move(program_);
  }

 private:
  void find_missing() const {
    std::vector<std::size_t> missing;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      const ListedType& type = kernel_.parameters[i].type;
      const bool is_empty = type.kind == ListedType::kStruct && type.fields.empty() && type.obstacle.empty();
      if (!given_.contains(names_[i]) && !is_empty) missing.push_back(i);
    }
    if (missing.empty() && !request_.grid.empty() && !request_.block.empty()) return;
    throw ArgumentError(missing_text(kernel_, names_, missing, request_.grid.empty(), request_.block.empty()));
  }

  /// Numbers by the names of arguments; sizes are those of the launch, which may name arguments themselves.
  Lookup lookup() {
    return [this](const std::string& name) { return number_named(name); };
  }

  std::int64_t number_named(const std::string& name) {
    if (const auto known = known_.find(name); known != known_.end()) return known->second;
    if (!open_.insert(name).second) {
      throw ArgumentError("the value of " + name + " is asked for to find " + name +
                          " itself; give one of them as a number");
    }
    const std::int64_t value = find_number(name);
    open_.erase(name);
    return known_[name] = value;
  }

  std::int64_t find_number(const std::string& name) {
    for (const char* const word : {"grid", "block"}) {
      if (!name.starts_with(word)) continue;
      std::string rest = name.substr(std::string(word).size());
      if (rest.starts_with("Dim")) rest.erase(0, 3);
      const bool of_grid = word == std::string("grid");
      if (!rest.empty() && rest != ".x" && rest != ".y" && rest != ".z") continue;
      const auto sizes = of_grid ? size("--grid", request_.grid, grid_, {2147483647, 65535, 65535})
                                 : size("--block", request_.block, block_, {1024, 1024, 64});
      if (!rest.empty()) return static_cast<std::int64_t>(sizes[static_cast<std::size_t>(rest[1] - 'x')]);
      return static_cast<std::int64_t>(sizes[0] * sizes[1] * sizes[2]);
    }
    if (name.starts_with("len(")) return length_of(name.substr(4, name.size() - 5));
    const auto given = given_.find(name);
    if (given == given_.end()) {
      std::vector<std::string> words = names_;
      words.insert(words.end(), {"grid", "block"});
      throw ArgumentError("nothing is called " + name + detector::did_you_mean(name, words) +
                          "; sizes may name arguments that are numbers, grid.x, block.x and len(ARRAY)");
    }
    if (given->second.kind != ArgumentValue::kNumber) {
      throw ArgumentError(name + " is no number; sizes may name numbers, and len(" + name + ") is its length");
    }
    return evaluate(given->second.text, "argument " + name, lookup());
  }

  std::int64_t length_of(const std::string& name) {
    for (std::size_t i = 0; i < names_.size(); ++i) {
      const auto given = given_.find(name);
      if (names_[i] != name || given == given_.end() || given->second.kind != ArgumentValue::kArray) continue;
      return static_cast<std::int64_t>(count_of(given->second, kernel_.parameters[i].type,
                                                pointee(kernel_.parameters[i].type, given->second, name),
                                                "argument " + name));
    }
    throw ArgumentError("len(" + name + "): no argument of that name is an array");
  }

  std::array<std::uint64_t, 3> size(const std::string& option, const std::string& text,
                                    std::optional<std::array<std::uint64_t, 3>>& known,
                                    const std::array<std::int64_t, 3>& most) {
    if (known) return *known;
    if (!open_.insert(option).second) {
      throw ArgumentError(option + " '" + text + "' is asked for to find itself; give it as numbers");
    }
    const std::vector<std::string> parts = divided_sizes(text);
    if (parts.size() > 3) throw ArgumentError(option + " '" + text + "' has more than three sizes");
    std::array<std::uint64_t, 3> sizes{1, 1, 1};
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const std::int64_t one = evaluate(parts[i], option, lookup());
      if (one < 1 || one > most[i]) {
        throw ArgumentError(option + " '" + text + "': " + std::to_string(one) + " is not valid; give 1 to " +
                            std::to_string(most[i]) + " in " + "xyz"[i]);
      }
      sizes[i] = static_cast<std::uint64_t>(one);
    }
    open_.erase(option);
    known = sizes;
    return sizes;
  }

  /// What a step of the program makes of it; returns what to call the kernel with.
  std::string argument(const std::string& name, const ListedType& type, const ArgumentValue& value) {
    const std::string what = "argument " + name;
    switch (type.kind) {
      case ListedType::kNumber:
        if (value.kind != ArgumentValue::kNumber) throw wrong(what, type, value);
        program_.steps.push_back({.kind = HostStep::kNumber, .variable = name, .type = type.name});
        set_text(program_.steps.back(), type, value, what);
        return name;
      case ListedType::kPointer:
        return pointer(name, name, type, value, what);
      case ListedType::kStruct:
        if (value.kind != ArgumentValue::kStruct) throw wrong(what, type, value);
        if (!type.obstacle.empty()) {
          throw ArgumentError(what + ": " + type.name + " " + type.obstacle +
                              ", so that it cannot be set member by member");
        }
        program_.steps.push_back({.kind = HostStep::kStruct, .variable = name, .type = type.name});
        members(name, name, type, value, what);
        return name;
      default:
        throw ArgumentError(what + " is of type " + type.name +
                            ", which cannot be given on a command line; write a main for it");
    }
  }

  static ArgumentError wrong(const std::string& what, const ListedType& type, const ArgumentValue& value) {
    return ArgumentError(what + " is of type " + type.name + ", not '" + value.text + "'; give " +
                         example_of(type, "", "n"));
  }

  void set_text(HostStep& step, const ListedType& type, const ArgumentValue& value, const std::string& what) {
    step.text = scalar_text(type, value.text, what, lookup());
    if (value.text.find_first_of("+-*/%<>(") != std::string::npos &&
        value.text.find_first_of("abcdefghijklmnopqrstuvwxyz(*/+") != std::string::npos) {
      step.note = value.text;
    }
  }

  /// `path`: how C++ names it; `flat`: as one word.
  void members(const std::string& path, const std::string& flat, const ListedType& type, const ArgumentValue& value,
               const std::string& what) {
    std::set<std::string> set;
    std::size_t position = 0;
    for (const auto& [name, member] : value.members) {
      const ListedField* field = nullptr;
      if (name.empty()) {
        if (position >= type.fields.size()) {
          throw ArgumentError(what + ": " + type.name + " has only " + std::to_string(type.fields.size()) + " members");
        }
        field = &type.fields[position++];
      } else {
        std::vector<std::string> words;
        for (const ListedField& one : type.fields) {
          words.push_back(one.name);
          if (one.name == name) field = &one;
        }
        if (field == nullptr) {
          std::string list;
          for (const std::string& word : words) list += (list.empty() ? "" : ", ") + word;
          throw ArgumentError(what + ": " + type.name + " has no member " + name + detector::did_you_mean(name, words) +
                              "; it has " + (list.empty() ? "none" : list));
        }
      }
      if (!set.insert(field->name).second) throw ArgumentError(what + ": member " + field->name + " is given twice");
      element(path + "." + field->name, flat + "_" + field->name, field->type, member, what + "." + field->name);
    }
  }

  /// Sets a member, or one of an array's.
  void element(const std::string& path, const std::string& flat, const ListedType& type, const ArgumentValue& value,
               const std::string& what) {
    if (type.kind == ListedType::kNumber) {
      if (value.kind != ArgumentValue::kNumber) throw wrong(what, type, value);
      HostStep step{.kind = HostStep::kMember, .variable = path};
      set_text(step, type, value, what);
      program_.steps.push_back(step);
    } else if (type.kind == ListedType::kPointer) {
      const std::uint32_t line = std::exchange(line_, 0);
      const std::string text = pointer(flat, path, type, value, what);
      line_ = line;
      program_.steps.push_back({.kind = HostStep::kMember, .variable = path, .text = text});
    } else if (type.kind == ListedType::kStruct && value.kind == ArgumentValue::kStruct && type.obstacle.empty()) {
      members(path, flat, type, value, what);
    } else if (type.kind == ListedType::kArray && value.kind == ArgumentValue::kStruct && !type.of.empty()) {
      if (value.members.size() > type.count) {
        throw ArgumentError(what + " has room for " + std::to_string(type.count) + ", not " +
                            std::to_string(value.members.size()));
      }
      for (std::size_t i = 0; i < value.members.size(); ++i) {
        const std::string index = std::to_string(i);
        if (!value.members[i].name.empty()) throw ArgumentError(what + " is an array: give {1, 2, 3}, without names");
        element(path + "[" + index + "]", flat + "_" + index, type.of.front(), value.members[i].value,
                what + "[" + index + "]");
      }
    } else {
      throw wrong(what, type, value);
    }
  }

  /// What an array's elements are; of `void *`, and of what the user's word makes more of, that word.
  ListedType pointee(const ListedType& type, const ArgumentValue& value, const std::string& name) const {
    const std::string what = "argument " + name;
    if (type.kind != ListedType::kPointer) throw wrong(what, type, value);
    if (type.of.empty()) {
      const std::optional<BuiltinType> builtin = builtin_type(value.element);
      if (!builtin) throw ArgumentError(what + " is a void *; say of what: float[n]");
      return {.name = value.element, .kind = ListedType::kNumber, .number = builtin->number, .bytes = builtin->bytes};
    }
    const ListedType& element = innermost_of(type.of.front());
    if (!value.element.empty() && !means_type(value.element, element)) {
      throw ArgumentError(what + " is an array of " + element.name + ", not of " + value.element + "; give " +
                          element.name + "[" + (value.sizes.empty() ? "" : value.sizes.front()) + "]");
    }
    if (element.kind != ListedType::kNumber && element.kind != ListedType::kStruct) {
      throw ArgumentError(what + ": arrays of " + element.name +
                          " cannot be given on a command line; write a main for it");
    }
    if (element.bytes == 0)
      throw ArgumentError(what + ": " + element.name + " is declared only, its size is not known");
    if (element.kind == ListedType::kStruct && !element.obstacle.empty()) {
      throw ArgumentError(what + ": " + element.name + " " + element.obstacle +
                          ", so that an array of it cannot be made");
    }
    return element;
  }

  /// Of arrays of arrays: the innermost ones' elements.
  std::uint64_t count_of(const ArgumentValue& value, const ListedType& pointer, const ListedType& element,
                         const std::string& what) {
    std::uint64_t count = pointer.of.empty() ? 1 : inner_count_of(pointer.of.front());
    std::vector<std::string> sizes = value.sizes;
    if (!pointer.of.empty()) drop_dimensions(sizes, pointer.of.front(), what);
    for (const std::string& size : sizes) {
      const std::int64_t one = evaluate(size, what, lookup());
      if (one < 0) {
        throw ArgumentError(what + ": the size '" + size + "' is " + std::to_string(one) + "; give 0 or more");
      }
      if (__builtin_mul_overflow(count, static_cast<std::uint64_t>(one), &count)) {
        throw ArgumentError(what + ": its size is beyond 64 bits; give less");
      }
    }
    if (value.sizes.empty()) count = count_in_file(value, element, what);
    const auto memory =
        static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    const std::uint64_t each = std::max<std::uint64_t>(element.bytes, 1);
    // The host has a copy, and the checks need room.
    if (count > memory / 4 / each) {
      throw ArgumentError(what + ": " + std::to_string(count) + " elements of " + std::to_string(each) +
                          " bytes are too many for this machine's memory; give less, small sizes do");
    }
    return count;
  }

  std::uint64_t count_in_file(const ArgumentValue& value, const ListedType& element, const std::string& what) const {
    const std::string& file = value.contents.text;
    if (value.contents.kind == ArrayContents::kCsv) {
      if (element.kind != ListedType::kNumber) {
        throw ArgumentError(what + ": a .csv file holds numbers, not " + element.name);
      }
      const bool whole = element.number <= ListedType::kUnsigned;
      return count_csv(file, whole, what);
    }
    const NpyFile npy = read_npy_header(file, what);
    std::vector<std::string> scalars;
    add_scalars(element, "", scalars);
    const ListedType* part = &element;
    while (part->kind == ListedType::kStruct && !part->fields.empty()) part = &part->fields.front().type;
    const bool fits = part->kind == ListedType::kNumber && part->number == npy.number && part->bytes == npy.bytes &&
                      scalars.size() * npy.bytes == element.bytes;
    if (!fits) {
      const std::string dtype = part->kind == ListedType::kNumber ? numpy_name(part->number, part->bytes) : "";
      throw ArgumentError(what + ": " + file + " holds " + npy.dtype + ", the kernel takes " + element.name +
                          (dtype.empty()
                               ? "; give another file"
                               : "; convert it by numpy.save(\"" + file + "\", array.astype(\"" + dtype + "\"))"));
    }
    return npy.count * npy.bytes / element.bytes;
  }

  std::string pointer(const std::string& variable, const std::string& name, const ListedType& type,
                      const ArgumentValue& value, const std::string& what) {
    if (value.kind == ArgumentValue::kNull) return "nullptr";
    if (value.kind == ArgumentValue::kNumber) {
      const bool is_other = std::ranges::any_of(program_.steps, [&](const HostStep& step) {
        return step.variable == value.text && (step.kind == HostStep::kArray || step.kind == HostStep::kMake);
      });
      if (is_other) return value.text;
      if (given_.contains(value.text)) {
        throw ArgumentError(what + ": " + value.text + " is no array that is made before; give the array here, and " +
                            value.text + "=" + name + " there");
      }
      throw wrong(what, type, value);
    }
    if (value.kind == ArgumentValue::kStruct) {
      const ListedType* const element = type.of.empty() ? nullptr : &type.of.front();
      if (element == nullptr || element->kind != ListedType::kStruct || !element->obstacle.empty()) {
        throw wrong(what, type, value);
      }
      program_.steps.push_back(
          {.kind = HostStep::kMake, .variable = variable, .type = element->name, .count = 1, .element = *element});
      members(variable + "_host[0]", variable, *element, value, what);
      program_.steps.push_back(
          {.kind = HostStep::kCopy, .variable = variable, .type = element->name, .count = 1, .line = line_});
      return variable;
    }
    array(variable, type, pointee(type, value, name), value, what);
    return variable;
  }

  void array(const std::string& variable, const ListedType& pointer, const ListedType& element,
             const ArgumentValue& value, const std::string& what) {
    HostStep step{
        .kind = HostStep::kArray, .variable = variable, .type = element.name, .element = element, .line = line_};
    step.count = count_of(value, pointer, element, what);
    if (!pointer.of.empty()) step.dimensions = dimensions_of(pointer.of.front());
    step.contents = value.contents.kind;
    for (const std::string& size : value.sizes) step.note += (step.note.empty() ? "" : " * ") + size;
    if (step.note.find_first_not_of("0123456789") == std::string::npos) step.note.clear();
    add_scalars(element, "", step.scalars);
    if (element.kind == ListedType::kNumber) step.text = numpy_code(element.number, element.bytes);
    const auto setting = [&](const char* name, const std::string& otherwise) {
      const auto known = value.contents.settings.find(name);
      const std::string text = known == value.contents.settings.end() ? otherwise : known->second;
      step.numbers.push_back(real_text(text, what + ", " + name, lookup()));
      return std::stod(step.numbers.back().starts_with("double") ? "inf" : step.numbers.back());
    };
    switch (value.contents.kind) {
      case ArrayContents::kRandom: {
        const auto known = value.contents.settings.find("seed");
        const std::string seed = known == value.contents.settings.end() ? std::to_string(position_) : known->second;
        const std::int64_t number = evaluate(seed, what + ", seed", lookup());
        if (number < 0 || number > 4294967295) throw ArgumentError(what + ": seed is 0 to 4294967295, not " + seed);
        step.numbers.push_back(std::to_string(number));
        const bool is_bool = element.kind == ListedType::kNumber && element.number == ListedType::kBool;
        const bool whole = element.kind == ListedType::kNumber && element.number <= ListedType::kUnsigned;
        const double least = setting("min", "0");
        const double greatest = setting("max", whole && !is_bool ? "99" : "1");
        if (!(least <= greatest)) throw ArgumentError(what + ": min is above max");
        break;
      }
      case ArrayContents::kIota:
        setting("start", "0");
        setting("step", "1");
        break;
      case ArrayContents::kConstant:
        if (element.kind == ListedType::kNumber) scalar_text(element, value.contents.text, what, lookup());
        step.numbers.push_back(real_text(value.contents.text, what, lookup()));
        break;
      case ArrayContents::kNpy:
      case ArrayContents::kCsv: {
        const std::uint64_t there = count_in_file(value, element, what);
        if (there != step.count) {
          throw ArgumentError(what + ": " + value.contents.text + " has " + std::to_string(there) +
                              " elements, the array " + std::to_string(step.count) + "; leave the size out, as in " +
                              value.contents.text + " alone");
        }
        step.file = value.contents.text;
        if (value.contents.kind == ArrayContents::kNpy) step.offset = read_npy_header(step.file, what).offset;
        break;
      }
      default:
        break;
    }
    program_.steps.push_back(std::move(step));
  }

  const HostStep& printed(const std::string& option, const std::string& name) const {
    std::vector<std::string> words;
    for (const HostStep& step : program_.steps) {
      if (step.kind != HostStep::kArray && step.kind != HostStep::kMake) continue;
      words.push_back(step.variable);
      if (step.variable == name) return step;
    }
    std::string list;
    for (const std::string& word : words) list += (list.empty() ? "" : ", ") + word;
    throw ArgumentError(option + " " + name + ": no argument that is an array has this name" +
                        detector::did_you_mean(name, words) + "; there " + (list.empty() ? "is none" : "are " + list));
  }

  void add_prints() {
    for (const std::string& text : request_.prints) {
      const std::size_t equals = text.find('=');
      PrintRequest print{.name = text.substr(0, equals)};
      std::ranges::replace(print.name, '.', '_');
      if (equals != std::string::npos) {
        if (text.substr(equals) != "=all") throw ArgumentError("--print " + text + ": give NAME or NAME=all");
        print.all = true;
      }
      printed("--print", print.name);
      program_.prints.push_back(print);
    }
    for (const std::string& text : request_.saves) {
      const std::size_t equals = text.find('=');
      if (equals == std::string::npos || !text.ends_with(".npy")) {
        throw ArgumentError("--save " + text + " is not valid; give NAME=FILE.npy");
      }
      PrintRequest print{.name = text.substr(0, equals), .file = text.substr(equals + 1)};
      std::ranges::replace(print.name, '.', '_');
      const ListedType& element = printed("--save", print.name).element;
      if (element.kind != ListedType::kNumber || element.number == ListedType::kBfloat) {
        throw ArgumentError("--save " + print.name + ": NumPy has no type for " + element.name + "; use --print");
      }
      program_.prints.push_back(print);
    }
  }

  const ListedKernel& kernel_;
  const KernelRequest& request_;
  HostProgram program_;
  std::map<std::string, ArgumentValue> given_;
  std::vector<std::string> names_;  // Of the parameters.
  std::map<std::string, std::int64_t> known_;
  std::set<std::string> open_;  // Whose value is being found.
  std::optional<std::array<std::uint64_t, 3>> grid_, block_;
  std::uint32_t line_ = 0;
  std::size_t position_ = 0;
};

}  // namespace

HostProgram bind_arguments(const ListedKernel& kernel, const KernelRequest& request) {
  return Binder(kernel, request).run();
}

}  // namespace fencepost::cli
