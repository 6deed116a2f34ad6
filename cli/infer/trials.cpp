#include "cli/infer/trials.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "cli/solve/fit.h"
#include "compiler/driver/temporary.h"
#include "detector/text/shell_words.h"

namespace fencepost::cli::infer {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::int64_t kLargestNumber = 1024;
constexpr std::int64_t kLargestArgument = 1 << 20;
constexpr const char* kSeconds = "20";

std::optional<std::int64_t> integer_of(const std::string& word) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return value;
}

std::string place_of(const Json& access) {
  if (!access.contains("location") || !access["location"].is_object()) return "";
  const Json& location = access["location"];
  return fs::path(location.value("file", "")).filename().string() + ":" + std::to_string(location.value("line", 0));
}

/// Takes the first race of a report.
void take_race(const Json& report, Trial& trial) {
  for (const Json& finding : report.value("findings", Json::array())) {
    if (finding.value("kind", "") != "race") {
      if (trial.failure.empty()) trial.failure = "a finding of kind " + finding.value("kind", "");
      continue;
    }
    std::vector<std::string> places;
    for (const Json& access : finding.value("accesses", Json::array())) places.push_back(place_of(access));
    trial.race = "race on " + finding.value("element", "") + " (";
    for (const std::string& place : places) trial.race += (trial.race.ends_with("(") ? "" : ", ") + place;
    trial.race += ")";
    detector::ScopeBlock block;
    block.kernel = finding.value("kernel", "");
    if (finding.contains("object") && finding["object"].is_object()) {
      block.objects.push_back({.name = finding["object"].value("name", "")});
      trial.race_object = object_name(block, 0);
    }
    return;
  }
}

/// What a variable is to an argument: argument == factor * value / divisor + plus.
struct Ratio {
  std::int64_t factor, divisor, plus;
  [[nodiscard]] std::optional<std::int64_t> argument(std::int64_t value) const {
    if (value < -kLargestArgument || value > kLargestArgument || factor * value % divisor != 0) return std::nullopt;
    return factor * value / divisor + plus;
  }
};
constexpr Ratio kRatios[] = {{1, 1, 0}, {2, 1, 0}, {1, 2, 0}, {1, 1, 1}, {1, 1, -1}};

}  // namespace

TrialRunner::TrialRunner(const ProgramRequest& program) : request_(program) {
  request_.compiler_arguments.emplace_back("--record-locals");
  if (prepare_program(request_, prepared_) != 0) throw std::runtime_error(program.file + " does not compile");
}

Trial TrialRunner::run(const std::string& arguments) {
  Trial trial{.arguments = arguments};
  const compiler::TemporaryDirectory directory;
  const std::string scopes = directory.file("scopes.json"), report = directory.file("report.json");
  ProgramRequest request = request_;
  const auto words = detector::split_words(arguments);
  if (words) request.program_arguments.insert(request.program_arguments.end(), words->begin(), words->end());
  const std::string options = "--timeout " + std::string(kSeconds) + " " + prepared_.option_text + " --scopes-file " +
                              detector::quoted_word(scopes) + " --report " + detector::quoted_word(report);
  const ChildEnd end = run_prepared(prepared_, request, options, ChildOutput::kNowhere);
  if (fs::exists(report)) take_race(Json::parse(compiler::read_file(report), nullptr, false), trial);
  if (!trial.race.empty()) {
    trial.failure.clear();
  } else if (trial.failure.empty() && (end.status != 0 || end.signal != 0)) {
    trial.failure =
        end.signal != 0 ? "signal " + std::to_string(end.signal) : "exit status " + std::to_string(end.status);
  } else if (trial.failure.empty() && !fs::exists(scopes)) {
    trial.failure = "no kernel was seen";
  }
  if (trial.race.empty() && trial.failure.empty()) trial.record = detector::read_scopes(compiler::read_file(scopes));
  return trial;
}

SizeArguments::SizeArguments(const std::vector<std::string>& sizes) {
  for (const std::string& size : sizes)
    words_.push_back(detector::split_words(size).value_or(std::vector<std::string>()));
  const std::size_t count = words_.empty() ? 0 : words_.front().size();
  for (const auto& words : words_) {
    if (words.size() != count) return;
  }
  for (std::size_t p = 0; p < count; ++p) {
    std::vector<std::int64_t> values;
    for (const auto& words : words_) {
      if (const auto value = integer_of(words[p])) values.push_back(*value);
    }
    const bool differ = std::ranges::any_of(values, [&](std::int64_t v) { return v != values.front(); });
    if (values.size() != words_.size() || !differ) continue;
    varied_.push_back(p);
    values_.push_back(std::move(values));
  }
}

std::string SizeArguments::with(std::size_t position, std::int64_t value) const {
  std::string text;
  for (std::size_t p = 0; p < words_.back().size(); ++p) {
    text += (p == 0 ? "" : " ") + (p == position ? std::to_string(value) : detector::quoted_word(words_.back()[p]));
  }
  return text;
}

bool SizeArguments::was_run(const std::string& arguments) const {
  return std::ranges::find(words_, detector::split_words(arguments).value_or(std::vector<std::string>())) !=
         words_.end();
}

bool SizeArguments::leaves_powers_of_two(const std::string& arguments) const {
  const auto words = detector::split_words(arguments).value_or(std::vector<std::string>());
  const auto is_power = [](std::int64_t v) { return v > 0 && std::has_single_bit(static_cast<std::uint64_t>(v)); };
  for (std::size_t k = 0; k < varied_.size(); ++k) {
    const auto value = varied_[k] < words.size() ? integer_of(words[varied_[k]]) : std::nullopt;
    if (value && !is_power(*value) && std::ranges::all_of(values_[k], is_power)) return true;
  }
  return false;
}

SizeArguments::Reached SizeArguments::reach(const Conflict& conflict, const HeldTables& held) const {
  if (varied_.empty()) return {"", "no argument is an integer that the runs varied"};
  std::vector<std::string> words = words_.back();
  const Table& table = held.written;
  bool is_reached = false;
  for (std::size_t k = 0; k < varied_.size(); ++k) {
    std::optional<std::int64_t> argument;
    for (const Ratio& relation : kRatios) {
      for (std::size_t v = 0; v < table.names.size(); ++v) {
        if (!conflict.known[v] || !table.uniform[v]) continue;
        bool holds = !held.origins.empty();
        for (std::size_t r = 0; r < held.origins.size() && holds; ++r) {
          holds = relation.argument(table.rows[r].values[v]) == values_[k][held.origins[r].run];
        }
        if (!holds) continue;
        const auto wanted = relation.argument(conflict.one[v]);
        const bool fits = wanted && *wanted >= 0 && *wanted <= kLargestArgument && conflict.one[v] == conflict.other[v];
        if (!fits || argument.value_or(*wanted) != *wanted) {
          return {"", "the program gives " + table.names[v] + " no such value together with the others"};
        }
        argument = wanted;
      }
    }
    if (!argument) continue;
    words[varied_[k]] = std::to_string(*argument);
    is_reached = true;
  }
  if (!is_reached) return {"", "no argument equals a variable of it"};
  Reached reached;
  for (const std::string& word : words)
    reached.arguments += (reached.arguments.empty() ? "" : " ") + detector::quoted_word(word);
  return reached;
}

std::vector<std::string> SizeArguments::others(const std::vector<std::int64_t>& numbers, std::size_t most) const {
  std::vector<std::string> found;
  for (std::size_t k = 0; k < varied_.size(); ++k) {
    const std::int64_t largest = std::ranges::max(values_[k]), least = std::ranges::min(values_[k]);
    std::vector<std::int64_t> wanted = {largest + largest / 2, largest - 1, 2 * largest, least - 1, 1};
    for (auto number = numbers.rbegin(); number != numbers.rend(); ++number) {
      if (*number >= largest) wanted.insert(wanted.begin(), *number + 1);
    }
    for (const std::int64_t value : wanted) {
      const std::string arguments = with(varied_[k], value);
      const bool is_new = value > 0 && !was_run(arguments) && std::ranges::find(found, arguments) == found.end();
      if (is_new && found.size() < most) found.push_back(arguments);
    }
  }
  return found;
}

std::vector<std::int64_t> numbers_in(const std::vector<std::string>& files) {
  std::set<std::int64_t> numbers;
  for (const std::string& file : files) {
    const std::string text = compiler::read_file(file);
    const auto skip_behind = [&](std::size_t from, const char* end) {
      const std::size_t at = text.find(end, from);
      return at == std::string::npos ? text.size() : at + std::string_view(end).size();
    };
    for (std::size_t at = 0; at < text.size();) {
      const char c = text[at];
      if (text.compare(at, 2, "//") == 0) {
        at = skip_behind(at, "\n");
      } else if (text.compare(at, 2, "/*") == 0) {
        at = skip_behind(at + 2, "*/");
      } else if (c == '"') {
        for (++at; at < text.size() && text[at] != '"' && text[at] != '\n'; ++at) at += text[at] == '\\' ? 1 : 0;
        ++at;
      } else if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
        std::size_t end = at;
        while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '_'))
          ++end;
        const std::int64_t value = std::strtol(text.substr(at, end - at).c_str(), nullptr, 0);  // "64u"; names give 0.
        if (value > 1 && value <= kLargestNumber) numbers.insert(value);
        at = end;
      } else {
        ++at;
      }
    }
  }
  return {numbers.begin(), numbers.end()};
}

Contradictions contradicted(const SizesProof& proof, const detector::ScopeRecord& record) {
  Contradictions found;
  const std::vector<detector::ScopeRecord> runs = {record};
  const std::vector<HeldTables> tables = make_tables(runs, {.keeper = Keeper::kNobody});
  // A run of one block lacks the thread's number in the grid, which the proof may have.
  const std::vector<HeldTables> with_number = make_tables(runs, {.keeper = Keeper::kNobody}, true);
  for (std::size_t t = 0; t < tables.size(); ++t) {
    if (tables[t].point.place == ClausePlace::kLoop) continue;
    bool is_known = false;
    for (std::size_t p = 0; p < proof.places.size(); ++p) {
      const PlaceProof& place = proof.places[p];
      if (place.held.point != tables[t].point || place.held.array != tables[t].array) continue;
      const bool is_plain = tables[t].written.names == place.held.written.names;
      const HeldTables& held = is_plain ? tables[t] : with_number[t];
      is_known = true;
      if (!place.explained) continue;
      // A barrier of a function that several kernels call: each kernel goes on in its own way.
      const auto is_of_proof = [&](std::size_t r) {
        const detector::ScopeBlock& block = record.blocks[held.origins[r].block];
        return std::ranges::find(place.held.kernels, kernel_name(block)) != place.held.kernels.end();
      };
      bool holds = held.problem.empty() && !pointers_differ(held) && held.written.names == place.held.written.names;
      for (std::size_t r = 0; holds && r < held.origins.size(); ++r) {
        if (!is_of_proof(r)) continue;
        holds = gives(place.pattern.writes, written_table(held, place.of_use).rows[r], false) &&
                (!place.of_use || (is_alone(held, r) && !held.has_more_readers)) &&
                (place.of_use || place.pattern.writes.empty() || gives(place.pattern.reads, held.read.rows[r], false));
      }
      if (!holds) found.places.push_back(p);
    }
    const HeldTables& held = tables[t];
    for (const std::string& kernel : held.kernels) {
      const bool seen = std::ranges::any_of(
          proof.arrays, [&](const ArrayProof& array) { return array.object.starts_with(kernel + ": "); });
      if (seen && is_known) continue;
      const std::string text = seen ? kernel + ": " + held.array + " " + words_for_interval(held.point) : kernel;
      std::vector<std::string>& to = seen ? found.new_places : found.new_kernels;
      if (std::ranges::find(to, text) == to.end()) to.push_back(text);
    }
  }
  return found;
}

}  // namespace fencepost::cli::infer
