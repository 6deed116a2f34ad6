#include <fstream>
#include <stdexcept>

#include "cli/fuzz/inputs/kernel_values.h"
#include "compiler/driver/temporary.h"
#include "detector/text/shell_words.h"

namespace fencepost::cli {
namespace {

/// Where nothing else is said.
bool is_zeros(const FuzzContents& contents) { return contents.kind == FuzzContents::kConstant && contents.first == 0; }

/// As `fencepost kernel` takes them; empty: zeros.
std::string contents_text(const FuzzContents& contents) {
  if (is_zeros(contents)) return "";
  std::string first = number_text(contents.first), second = number_text(contents.second);
  if (contents.kind == FuzzContents::kConstant) return first;
  if (contents.kind == FuzzContents::kIota) return "iota(start=" + first + ",step=" + second + ")";
  return "random(seed=" + std::to_string(contents.seed) + ",min=" + first + ",max=" + second + ")";
}

void write_file_of(const std::vector<double>& numbers, const std::string& path) {
  std::ofstream out(path, std::ios::binary);
  out.write(reinterpret_cast<const char*>(numbers.data()),
            static_cast<std::streamsize>(numbers.size() * sizeof(double)));
  if (!out.flush()) throw std::runtime_error("cannot write " + path);
}

}  // namespace

FuzzContents KernelSpace::contents_of(const FuzzInput& input, std::size_t array) const {
  FuzzContents contents = input.arrays[array];
  if (!arrays_[array].fixed) return contents;
  Values values(*this, input);
  const ArrayContents& given = plans_[array].contents;
  const auto setting = [&](const char* name, double otherwise) {
    const auto known = given.settings.find(name);
    if (known == given.settings.end()) return otherwise;
    return values.real({Source::kNone, known->second}, "argument " + arrays_[array].name + ", " + name);
  };
  if (given.kind == ArrayContents::kIota) {
    contents.kind = FuzzContents::kIota;
    contents.first = setting("start", 0);
    contents.second = setting("step", 1);
  } else if (given.kind == ArrayContents::kConstant) {
    contents.first = values.real({Source::kNone, given.text}, "argument " + arrays_[array].name);
  }
  return contents;
}

FuzzRun KernelSpace::prepare(const FuzzInput& input, const std::string& prefix) const {
  Values values(*this, input);
  std::vector<double> numbers;
  for (const bool of_grid : {true, false}) {
    for (std::size_t i = 0; i < 3; ++i) numbers.push_back(static_cast<double>(values.size(of_grid, i)));
  }
  numbers.push_back(static_cast<double>(values.shared()));
  for (const DriverStep& step : driver_.steps) {
    if (step.kind == DriverStep::kNumber) {
      numbers.push_back(values.real(sources_.at(step.path), "argument " + step.path));
    }
    if (step.kind != DriverStep::kArray) continue;
    const std::size_t array = array_of_.at(step.path);
    const FuzzContents contents = contents_of(input, array);
    const bool unset = plans_[array].given && plans_[array].contents.kind == ArrayContents::kUnset;
    numbers.insert(numbers.end(),
                   {static_cast<double>(count(input, array)),
                    static_cast<double>(unset ? kUnsetContents : contents.kind), contents.first, contents.second,
                    static_cast<double>(contents.seed), static_cast<double>(contents.changed.size())});
    for (const auto& [index, value] : contents.changed) {
      numbers.push_back(static_cast<double>(index));
      numbers.push_back(value);
    }
  }
  write_file_of(numbers, prefix + ".in");
  return {{prefix + ".in"}, ""};
}

std::string KernelSpace::label(const FuzzInput& input) const {
  std::string text;
  const auto add = [&](const std::string& word) { text += (text.empty() ? "" : " ") + word; };
  for (std::size_t i = 0; i < numbers_.size(); ++i) {
    if (numbers_[i].role == FuzzNumber::kValue) add(numbers_[i].name + "=" + number_text(input.numbers[i]));
  }
  for (std::size_t i = 0; i < arrays_.size(); ++i) {
    const FuzzContents& contents = input.arrays[i];
    if (const std::string begins = contents_text(contents); !begins.empty()) add(arrays_[i].name + "=" + begins);
    constexpr std::size_t kMost = 4;
    std::size_t told = 0;
    for (const auto& [index, value] : contents.changed) {
      if (told++ == kMost) {
        add("(" + std::to_string(contents.changed.size()) + " elements of " + arrays_[i].name + " set)");
        break;
      }
      add(arrays_[i].name + "[" + std::to_string(index) + "]=" + number_text(value));
    }
  }
  for (const FuzzNumber::Role role : {FuzzNumber::kGrid, FuzzNumber::kBlock, FuzzNumber::kBytes}) {
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
      if (numbers_[i].role == role) add(numbers_[i].name + "=" + number_text(input.numbers[i]));
    }
  }
  if (const std::string order = order_text(input); !order.empty()) add(order);
  return text;
}

std::string KernelSpace::command(const FuzzInput& input, const std::string& prefix) const {
  Values values(*this, input);
  std::string text = "fencepost kernel";
  const auto add = [&](const std::string& word) { text += " " + detector::quoted_word(word); };
  if (const std::string order = order_options(input); !order.empty()) text += order + " --jobs 1";
  add(request_.target);
  for (const bool of_grid : {true, false}) {
    std::string sizes;
    for (std::size_t i = 0; i < 3; ++i) {
      if (i == 0 || values.size(of_grid, i) != 1 || (i == 1 && values.size(of_grid, 2) != 1)) {
        sizes += (i == 0 ? "" : ",") + std::to_string(values.size(of_grid, i));
      }
    }
    text += std::string(of_grid ? " --grid " : " --block ") + sizes;
  }
  if (values.shared() != 0) text += " --shared " + std::to_string(values.shared());
  if (request_.cooperative) text += " --cooperative";
  for (const std::string& name : driver_.arguments) {
    text += " --arg";
    add(name + "=" + word_of(input, name, prefix));
  }
  for (const std::string& word : compiler_words_) add(word);
  return text;
}

std::string KernelSpace::word_of(const FuzzInput& input, const std::string& path, const std::string& prefix) const {
  Values values(*this, input);
  if (const auto known = words_.find(path); known != words_.end()) {
    const auto number = sources_.find(path);
    return number == sources_.end() ? known->second : number_text(values.real(number->second, path));
  }
  if (const auto number = sources_.find(path); number != sources_.end()) {
    return number_text(values.real(number->second, path));
  }
  const auto array = array_of_.find(path);
  if (array == array_of_.end()) {
    // A struct: its members, in order.
    std::string members;
    for (const DriverStep& step : driver_.steps) {
      if (!step.path.starts_with(path) || step.path == path) continue;
      const std::string rest = step.path.substr(path.size());
      const bool is_member = rest.front() == '.' && rest.find_first_of(".[", 1) == std::string::npos;
      const bool is_element = rest.front() == '[' && rest.find_first_of(".[", 1) == std::string::npos;
      if (is_member) members += (members.empty() ? "" : ",") + rest.substr(1) + "=" + word_of(input, step.path, prefix);
      if (is_element) members += (members.empty() ? "" : ",") + word_of(input, step.path, prefix);
    }
    return "{" + members + "}";
  }
  const std::size_t i = array->second;
  const ArrayPlan& plan = plans_[i];
  const std::uint64_t elements = count(input, i);
  const FuzzContents contents = contents_of(input, i);
  const std::string type = plan.element.kind == compiler::ListedType::kNumber ? plan.element.name : "";
  std::string word = type + "[" + std::to_string(elements / plan.inner) + "]" + plan.dimensions;
  if (plan.given && plan.contents.kind == ArrayContents::kUnset) return word + ":unset";
  if (contents.changed.empty()) {
    const std::string begins = contents_text(contents);
    return begins.empty() ? word : word + ":" + begins;
  }
  std::string file = prefix + "-" + path + ".csv";
  std::string text;
  for (const double each : elements_of(contents, elements, arrays_[i].whole)) text += number_text(each) + "\n";
  compiler::write_file(file, text);
  return file;
}

}  // namespace fencepost::cli
