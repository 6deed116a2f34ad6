#include "cli/smt/z3_solver.h"

#include "compiler/driver/process.h"

#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include "cli/base/child_process.h"
#include "compiler/driver/temporary.h"

namespace fencepost::cli {
namespace {

/// An atom, or a list.
struct Datum {
  std::string atom;
  std::vector<Datum> list;
  bool is_list = false;
};

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::optional<Datum> next() {
    skip_space();
    if (at_ >= text_.size()) return std::nullopt;
    if (text_[at_] == '(') return list();
    Datum datum;
    if (text_[at_] == '|' || text_[at_] == '"') {
      const std::size_t end = std::min(text_.find(text_[at_], at_ + 1), text_.size());
      datum.atom = text_.substr(at_ + 1, end - at_ - 1);
      at_ = end + 1;
    } else {
      const std::size_t end = std::min(text_.find_first_of(" \t\r\n()", at_), text_.size());
      datum.atom = text_.substr(at_, std::max<std::size_t>(end - at_, 1));
      at_ += datum.atom.size();
    }
    return datum;
  }

 private:
  Datum list() {
    Datum datum{.is_list = true};
    ++at_;
    for (skip_space(); at_ < text_.size() && text_[at_] != ')'; skip_space()) datum.list.push_back(*next());
    ++at_;
    return datum;
  }
  void skip_space() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }

  std::string_view text_;
  std::size_t at_ = 0;
};

/// "5", "(- 5)"; what 64 bits cannot hold has no value.
std::optional<std::int64_t> integer_of(const Datum& datum) {
  const bool negative = datum.is_list && datum.list.size() == 2 && datum.list[0].atom == "-";
  if (datum.is_list && !negative) return std::nullopt;
  const std::string digits = negative ? "-" + datum.list[1].atom : datum.atom;
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

void add_list(const Datum& datum, Z3Answer& answer) {
  for (const Datum& part : datum.list) {
    if (!part.is_list) {
      answer.core.push_back(part.atom);
    } else if (part.list.size() == 2) {
      if (const auto value = integer_of(part.list[1])) answer.values[part.list[0].atom] = *value;
    }
  }
}

}  // namespace

std::string find_z3() { return compiler::find_command("z3"); }

std::vector<Z3Answer> parse_z3_output(const std::string& output) {
  std::vector<Z3Answer> answers;
  Reader reader(output);
  while (const auto datum = reader.next()) {
    if (!datum->is_list) {
      if (datum->atom == "timeout") break;
      const bool known = datum->atom == "sat" || datum->atom == "unsat" || datum->atom == "unknown";
      if (!known) throw std::runtime_error("z3 said: " + output);
      answers.push_back({.satisfiable = datum->atom == "sat"     ? Satisfiable::kYes
                                        : datum->atom == "unsat" ? Satisfiable::kNo
                                                                 : Satisfiable::kUnknown});
    } else if (!datum->list.empty() && datum->list[0].atom == "error") {
      // There is no model without an answer, nor a core with one.
      const std::string message = datum->list.size() > 1 ? datum->list[1].atom : "";
      if (message.find("canceled") != std::string::npos) break;  // Its limit of steps.
      if (message.find("not available") == std::string::npos) throw std::runtime_error("z3: " + message);
    } else if (!answers.empty()) {
      add_list(*datum, answers.back());
    }
  }
  return answers;
}

std::vector<Z3Answer> ask_z3(const std::string& z3, const std::string& script, int seconds) {
  const compiler::TemporaryDirectory directory;
  const std::string input = directory.file("question.smt2"), output = directory.file("answer");
  compiler::write_file(input, script);
  const ChildEnd end = run_child(
      {"/bin/sh", "-c", R"(exec "$0" "-T:$1" -smt2 "$2" > "$3" 2>&1)", z3, std::to_string(seconds), input, output});
  if (!end.error.empty() || end.signal != 0) throw std::runtime_error(z3 + " cannot be run: " + end.error);
  return parse_z3_output(compiler::read_file(output));
}

}  // namespace fencepost::cli
