#include "cli/fuzz/inputs/program_space.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "cli/fuzz/inputs/dictionary.h"
#include "cli/kernel/arithmetic.h"
#include "compiler/driver/temporary.h"
#include "detector/text/shell_words.h"

namespace fencepost::cli {
namespace {

/// Whether the text is a number as C's strtod reads it, and no more.
bool is_number(const std::string& text) {
  if (text.empty() || (std::isdigit(static_cast<unsigned char>(text.front())) == 0 && text.front() != '-'))
    return false;
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  return *end == 0 && std::isfinite(value) && text.find_first_of("xX") == std::string::npos;
}

FuzzNumber number_slot(const std::string& name, double start, bool whole) {
  constexpr double kEnough = 4096;
  FuzzNumber slot{.name = name, .whole = whole, .start = start};
  slot.greatest = slot.usual = std::max(kEnough, 2 * std::fabs(start));
  slot.least = start < 0 ? -slot.greatest : 0;
  return slot;
}

}  // namespace

ProgramSpace::ProgramSpace(FuzzProgramRequest request, const std::string& source,
                           std::vector<std::string> compiler_words)
    : request_(std::move(request)), compiler_words_(std::move(compiler_words)) {
  const bool has_placeholders = std::ranges::any_of(request_.arguments, [](const std::string& word) {
    const std::size_t open = word.find('{');
    return open != std::string::npos && word.find('}', open) != std::string::npos;
  });
  for (const std::string& word : request_.arguments) {
    words_.emplace_back();
    if (word == "@@") {
      if (file_ == Piece::kNone) {
        file_ = texts_.size();
        texts_.push_back(
            {"the file", request_.input_file.empty() ? std::string() : compiler::read_file(request_.input_file)});
      }
      words_.back().push_back({.is_file = true});
    } else if (has_placeholders) {
      add_placeholders(word);
    } else {
      add_plain(word);
    }
  }
  if (file_ == Piece::kNone && !request_.input_file.empty()) {
    throw ArgumentError("--input " + request_.input_file + " is for the argument @@, which is not given after --");
  }
  if (!request_.standard_input.empty()) {
    standard_input_ = texts_.size();
    texts_.push_back({"standard input", compiler::read_file(request_.standard_input)});
  }
  dictionary_ = number_literals(source);
}

void ProgramSpace::add_placeholders(const std::string& word) {
  std::vector<Piece>& pieces = words_.back();
  for (std::size_t at = 0; at < word.size();) {
    const std::size_t open = word.find('{', at), close = word.find('}', open);
    if (open == std::string::npos || close == std::string::npos) {
      pieces.push_back({.text = word.substr(at)});
      return;
    }
    if (open != at) pieces.push_back({.text = word.substr(at, open - at)});
    at = close + 1;
    const std::string inner = word.substr(open + 1, close - open - 1);
    const std::size_t colon = inner.find(':');
    const std::string name = inner.substr(0, colon);
    const auto mistake = [&] {
      return ArgumentError("'{" + inner + "}' is no placeholder; give {NAME:LEAST..GREATEST}, for example {n:1..4096}");
    };
    if (name.empty()) throw mistake();
    std::size_t slot = 0;
    while (slot < numbers_.size() && numbers_[slot].name != name) ++slot;
    if (slot == numbers_.size()) {
      FuzzNumber number = number_slot(name, 64, true);
      if (colon != std::string::npos) {
        const std::string range = inner.substr(colon + 1);
        const std::size_t dots = range.find("..");
        if (dots == std::string::npos) throw mistake();
        const std::string least = range.substr(0, dots), greatest = range.substr(dots + 2);
        if (!is_number(least) || !is_number(greatest)) throw mistake();
        number.least = std::strtod(least.c_str(), nullptr);
        number.greatest = number.usual = std::strtod(greatest.c_str(), nullptr);
        number.whole = range.substr(0, dots).find('.') == std::string::npos && greatest.find('.') == std::string::npos;
        if (!(number.least <= number.greatest)) throw mistake();
        number.start = std::clamp(number.start, number.least, number.greatest);
      }
      numbers_.push_back(number);
    }
    pieces.push_back({.slot = slot});
  }
}

void ProgramSpace::add_plain(const std::string& word) {
  const std::size_t sign = word.find('=');
  const std::string value = sign == std::string::npos ? word : word.substr(sign + 1);
  if (!is_number(value)) {
    words_.back().push_back({.text = word});
    return;
  }
  if (sign != std::string::npos) words_.back().push_back({.text = word.substr(0, sign + 1)});
  const std::string name =
      sign == std::string::npos ? "argument " + std::to_string(words_.size()) : word.substr(0, sign);
  const bool whole = value.find_first_of(".eE") == std::string::npos;
  words_.back().push_back({.slot = numbers_.size()});
  numbers_.push_back(number_slot(name, std::strtod(value.c_str(), nullptr), whole));
}

std::vector<std::string> ProgramSpace::words(const FuzzInput& input, const std::string& file) const {
  std::vector<std::string> result;
  for (const std::vector<Piece>& pieces : words_) {
    std::string word;
    for (const Piece& piece : pieces) {
      word += piece.is_file ? file : piece.slot == Piece::kNone ? piece.text : number_text(input.numbers[piece.slot]);
    }
    result.push_back(word);
  }
  return result;
}

FuzzRun ProgramSpace::prepare(const FuzzInput& input, const std::string& prefix) const {
  FuzzRun run{words(input, prefix + ".file"), ""};
  if (file_ != Piece::kNone) compiler::write_file(prefix + ".file", input.texts[file_]);
  if (standard_input_ != Piece::kNone) {
    run.standard_input = prefix + ".stdin";
    compiler::write_file(run.standard_input, input.texts[standard_input_]);
  }
  return run;
}

std::string ProgramSpace::label(const FuzzInput& input) const {
  std::string text;
  for (const std::string& word : words(input, "@@")) text += (text.empty() ? "" : " ") + detector::quoted_word(word);
  for (std::size_t i = 0; i < texts_.size(); ++i) {
    text += (text.empty() ? "" : ", ") + std::to_string(input.texts[i].size()) + " bytes of " + texts_[i].name;
  }
  if (const std::string order = order_text(input); !order.empty()) text += (text.empty() ? "" : " ") + order;
  return text.empty() ? "no arguments" : text;
}

std::string ProgramSpace::command(const FuzzInput& input, const std::string& prefix) const {
  std::string text = "fencepost run";
  if (const std::string order = order_options(input); !order.empty()) text += order + " --jobs 1";
  for (const std::string& word : compiler_words_) text += " " + detector::quoted_word(word);
  text += " " + detector::quoted_word(request_.file);
  const FuzzRun run = prepare(input, prefix);
  if (!run.arguments.empty()) text += " --";
  for (const std::string& word : run.arguments) text += " " + detector::quoted_word(word);
  if (!run.standard_input.empty()) text += " < " + detector::quoted_word(run.standard_input);
  return text;
}

}  // namespace fencepost::cli
