#include "cli/prove/confirm.h"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "cli/base/checked_program.h"
#include "cli/base/child_process.h"
#include "cli/symbolic/kernel_facts.h"
#include "compiler/driver/temporary.h"
#include "detector/text/shell_words.h"

namespace fencepost::cli::symbolic {
namespace {

using compiler::SymbolicKernel;
using compiler::SymbolicParameter;
using nlohmann::json;

constexpr std::int64_t kFewElements = 1 << 16, kManyElements = 1 << 22;
constexpr std::int64_t kMostParameter = 4096;  ///< With larger ones arrays are large, too.

std::int64_t value_in(const Witness& witness, const std::string& name, std::int64_t otherwise) {
  const auto found = witness.values.find(name);
  return found == witness.values.end() ? otherwise : found->second;
}

std::string shape(const Witness& witness, const std::string& name) {
  std::string text;
  for (const char* const letter : {"x", "y", "z"}) {
    text += (text.empty() ? "" : ",") + std::to_string(value_in(witness, name + "." + letter, 1));
  }
  while (text.ends_with(",1")) text.resize(text.size() - 2);
  return text;
}

/// Of an access in a report; 0: it has none.
std::uint32_t line_of(const json& access) {
  const auto place = access.find("location");
  return place == access.end() || !place->is_object() ? 0 : place->value("line", 0U);
}

class Confirmation {
 public:
  Confirmation(const SymbolicKernel& kernel, const ConfirmOptions& options, KernelVerdicts& verdicts)
      : kernel_(kernel), options_(options), verdicts_(verdicts) {}

  void run() {
    for (const bool only_unknown : {true, false}) {
      for (Verdict& verdict : verdicts_.verdicts) {
        if (only_unknown != (verdict.kind == Verdict::kUnknown)) continue;
        const std::vector<Witness> witnesses = verdict.witnesses;
        for (const Witness& witness : witnesses) {
          const bool open = verdict.kind == Verdict::kUnknown || verdict.kind == Verdict::kProved;
          if (!open || runs_ >= options_.most_runs) break;
          // Different values, so that two writes are seen to differ; small ones, as they may be indices.
          try_out(witness, Contents::kSmallNumbers, verdict);
          if (verdict.kind == Verdict::kUnknown) try_out(witness, Contents::kZeros, verdict);
        }
        const bool is_left = verdict.kind == Verdict::kUnknown && !witnesses.empty() && runs_ < options_.most_runs;
        if (is_left && options_.any_launch)
          try_out(of_more_threads(witnesses.front()), Contents::kSmallNumbers, verdict);
      }
    }
  }

 private:
  enum class Contents : std::uint8_t { kZeros, kSmallNumbers };

  /// Of the launch's array number `array`, from 1: no two have the same.
  static std::string text_of(Contents contents, int array) {
    return contents == Contents::kZeros ? "" : ":random(seed=" + std::to_string(array) + ",min=0,max=15)";
  }

  /// In a row of many threads two meet sooner where it depends on what they read. Of a kernel that never reads the
  /// thread's number a block is one thread.
  [[nodiscard]] Witness of_more_threads(Witness witness) const {
    constexpr std::int64_t kMany = 256;
    const bool has_row = KernelFacts(kernel_, false, {}, {}).reads_block_dim[0];
    if (!has_row || value_in(witness, "blockDim.y", 1) != 1 || value_in(witness, "blockDim.z", 1) != 1) return witness;
    std::int64_t& threads = witness.values.try_emplace("blockDim.x", 1).first->second;
    threads = std::max(threads, std::min(kMany, static_cast<std::int64_t>(kernel_.most_threads)));
    return witness;
  }

  /// Options of a launch; `problem`: why none can be made.
  std::vector<std::string> arguments(const Witness& witness, Contents contents, std::string& problem) const {
    std::vector<std::string> words;
    std::int64_t largest = 0;
    int arrays = 0;
    for (const auto& [name, value] : witness.values) {
      if (name.starts_with("parameter ")) largest = std::max(largest, std::abs(value));
    }
    const std::int64_t elements = largest > kMostParameter ? kManyElements : kFewElements;
    for (const SymbolicParameter& parameter : kernel_.parameters) {
      if (parameter.name.find(", part") != std::string::npos || parameter.name.starts_with("argument ")) {
        problem = "no launch could be made: a parameter is a struct";
        return {};
      }
      words.emplace_back("--arg");
      if (parameter.pointer) {
        words.push_back(parameter.name + "=[" + std::to_string(elements) + "]" +
                        contents_of(parameter.name, text_of(contents, ++arrays)));
      } else {
        words.push_back(parameter.name + "=" + std::to_string(value_in(witness, "parameter " + parameter.name, 1)));
      }
    }
    return words;
  }

  /// The simplest that is assumed; else as `otherwise` says.
  std::string contents_of(const std::string& parameter, const std::string& otherwise) const {
    const auto is = [&](int object) {
      return object >= 0 && kernel_.objects[static_cast<std::size_t>(object)].name == parameter;
    };
    for (const AssumedContents& assumed : options_.contents) {
      if (is(assumed.array)) return assumed.kind == AssumedContents::kInclusiveSum ? ":iota(start=1)" : ":iota";
      if (is(assumed.flags)) return ":1";
    }
    return otherwise;
  }

  static void not_confirmed(Verdict& verdict, const std::string& problem) {
    if (verdict.kind == Verdict::kUnknown && verdict.reason.starts_with("Z3 finds")) verdict.reason = problem;
  }

  void try_out(const Witness& witness, Contents contents, Verdict& verdict) {
    const std::string target = options_.source + ":" + kernel_.name;
    std::vector<std::string> words = {
        "kernel", target, "--grid", shape(witness, "gridDim"), "--block", shape(witness, "blockDim")};
    std::string problem = cannot_launch_;
    const auto given = arguments(witness, contents, problem);
    if (!problem.empty()) return not_confirmed(verdict, problem);
    words.insert(words.end(), given.begin(), given.end());
    const bool dynamic = std::ranges::any_of(kernel_.objects, [](const compiler::SymbolicObject& object) {
      return object.space == compiler::SymbolicSpace::kShared && object.bytes == 0;
    });
    if (dynamic) words.insert(words.end(), {"--shared", "49152"});
    std::string command = "fencepost";
    for (const std::string& word : words) command += " " + detector::quoted_word(word);
    if (!tried_.insert(command).second) return;
    ++runs_;
    const compiler::TemporaryDirectory directory;
    const std::string report = directory.file("report.json");
    words.insert(words.begin(), beside_this_program("fencepost"));
    words.insert(words.end(), {"--report", report, "--quiet", "--max-findings", "1000", "--timeout",
                               std::to_string(options_.seconds)});
    words.insert(words.end(), options_.compiler_arguments.begin(), options_.compiler_arguments.end());
    const ChildEnd end = run_child(words, {}, ChildOutput::kNowhere);
    // Who wants the run to end wants no other one.
    if (end.asked != 0) ::raise(end.asked);
    if (end.status == kDoesNotCompile) {
      cannot_launch_ = "no launch could be made: the file by itself is no program, fencepost kernel says why";
      return not_confirmed(verdict, cannot_launch_);
    }
    if (end.status == kTimedOut) command += " --timeout " + std::to_string(options_.seconds);
    if (std::error_code error; !std::filesystem::exists(report, error)) return;
    const json found = json::parse(compiler::read_file(report), nullptr, /*allow_exceptions=*/false);
    if (found.is_discarded()) return;
    for (const json& finding : found.value("findings", json::array())) take(finding, witness, command);
  }

  static std::string text_of(const Witness& witness, const SymbolicKernel& kernel) {
    std::string text;
    const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
    for (const SymbolicParameter& parameter : kernel.parameters) {
      const auto value = witness.values.find("parameter " + parameter.name);
      if (!parameter.pointer && value != witness.values.end()) {
        add(parameter.name + " = " + std::to_string(value->second));
      }
    }
    if (shape(witness, "gridDim") != "1") add("gridDim = " + shape(witness, "gridDim"));
    add("blockDim = " + shape(witness, "blockDim"));
    return text;
  }

  static std::string thread_of(const json& access, bool with_block) {
    const auto numbers = [](const json& place) {
      std::string text = std::to_string(place.at(0).get<int>());
      const bool flat = place.at(1) == 0 && place.at(2) == 0;
      if (!flat) {
        text = "(" + text + "," + std::to_string(place.at(1).get<int>()) + "," +
               std::to_string(place.at(2).get<int>()) + ")";
      }
      return text;
    };
    return numbers(access.at("thread")) + (with_block ? " of block " + numbers(access.at("block")) : "");
  }

  void take(const json& finding, const Witness& witness, const std::string& command) {
    const std::string kind = finding.value("kind", "");
    const bool warning = finding.value("severity", "") == "warning";
    const json accesses = finding.value("accesses", json::array());
    if (kind == "race" && accesses.size() == 2) {
      take_race(finding, accesses, warning, witness, command);
    } else if ((kind == "barrier-divergence" || kind == "deadlock") && !is_of_value(finding)) {
      for (const json& access : accesses) take_barrier(finding, access, warning, witness, command);
    }
  }

  /// A shuffle that reads from a lane which the block does not have waits for nobody.
  static bool is_of_value(const json& finding) {
    return finding.value("message", "").find("receives the undefined value") != std::string::npos;
  }

  void take_race(const json& finding, const json& accesses, bool warning, const Witness& witness,
                 const std::string& command) {
    std::multiset<std::uint32_t> lines;
    for (const json& access : accesses) lines.insert(line_of(access));
    const bool between = accesses[0].at("block") != accesses[1].at("block");
    // Two arrays may be accessed on the same lines.
    const json object = finding.value("object", json());
    const std::string name = object.is_object() ? object.value("name", "") : "";
    const bool is_named = std::ranges::any_of(verdicts_.verdicts, [&](const Verdict& v) { return v.object == name; });
    for (Verdict& verdict : verdicts_.verdicts) {
      if (is_named && verdict.object != name) continue;
      const std::multiset<std::uint32_t> own = {verdict.first.line, verdict.second.line};
      if (verdict.about != Verdict::kRace || own != lines || verdict.between_blocks != between) continue;
      const bool is_update = !warning && reads_and_writes(accesses) && updates_in_place(verdict);
      if (!matches(verdict, accesses) && !is_update) continue;
      const std::string what = text_of(witness, kernel_) + ", threads " + thread_of(accesses[0], between) + " and " +
                               thread_of(accesses[1], between) + ", " + finding.value("element", "");
      set(verdict, warning, what, command, finding.value("message", ""));
    }
  }

  static bool matches(const Verdict& verdict, const json& accesses) {
    using Access = std::pair<std::uint32_t, bool>;  // Its line, and whether it reads.
    const std::multiset<Access> own = {{verdict.first.line, verdict.first.kind == "reads"},
                                       {verdict.second.line, verdict.second.kind == "reads"}};
    std::multiset<Access> found;
    for (const json& access : accesses)
      found.insert({line_of(access), access.value("kind", "").find("read") != std::string::npos});
    return own == found;
  }

  static bool reads_and_writes(const json& accesses) {
    std::multiset<std::string> kinds;
    for (const json& access : accesses) kinds.insert(access.value("kind", ""));
    return kinds == std::multiset<std::string>{"read", "write"};
  }

  /// Of `a[i] += x`, which a report tells once: where two threads read and write, each of them does both, and so two
  /// write. The verdict is of these writes, and all accesses of the array on their line are so.
  bool updates_in_place(const Verdict& verdict) const {
    if (verdict.first.kind != "writes" || verdict.second != verdict.first) return false;
    using compiler::SymbolicAccess;
    using compiler::SymbolicAccessKind;
    // Of a pointer that may be to several it may be.
    const auto is_on_line = [&](const SymbolicAccess& access) {
      const compiler::SymbolicValue& object = kernel_.values[static_cast<std::size_t>(access.object)];
      return access.line == verdict.first.line &&
             (object.op != compiler::SymbolicOp::kObject ||
              kernel_.objects[static_cast<std::size_t>(object.number)].name == verdict.object);
    };
    return std::ranges::all_of(kernel_.accesses, [&](const SymbolicAccess& access) {
      return !is_on_line(access) || std::ranges::any_of(kernel_.accesses, [&](const SymbolicAccess& other) {
        const bool is_plain = !access.is_volatile && !other.is_volatile && access.bytes == other.bytes;
        const bool is_pair = (access.kind == SymbolicAccessKind::kRead && other.kind == SymbolicAccessKind::kWrite) ||
                             (access.kind == SymbolicAccessKind::kWrite && other.kind == SymbolicAccessKind::kRead);
        return is_on_line(other) && is_plain && is_pair && access.block == other.block &&
               access.object == other.object && access.offset == other.offset;
      });
    });
  }

  void take_barrier(const json& finding, const json& access, bool warning, const Witness& witness,
                    const std::string& command) {
    const std::uint32_t line = line_of(access);
    for (Verdict& verdict : verdicts_.verdicts) {
      if (verdict.about == Verdict::kRace || verdict.first.line != line) continue;
      set(verdict, warning, text_of(witness, kernel_) + ": " + finding.value("message", ""), command, "");
    }
  }

  static void set(Verdict& verdict, bool warning, const std::string& what, const std::string& command,
                  const std::string& message) {
    if (verdict.kind == Verdict::kFalse) return;
    if (verdict.kind == Verdict::kProved && verdict.assumptions.empty()) {
      throw std::logic_error("a run contradicts what was proved of line " + std::to_string(verdict.first.line) + ": " +
                             command + ": " + message);
    }
    if (warning && verdict.kind == Verdict::kWarning) return;
    verdict.kind = warning ? Verdict::kWarning : Verdict::kFalse;
    verdict.reason = what;
    verdict.command = command;
  }

  const SymbolicKernel& kernel_;
  const ConfirmOptions& options_;
  KernelVerdicts& verdicts_;
  std::set<std::string> tried_;
  std::string cannot_launch_;  ///< Why; empty: it is not known to be so.
  unsigned runs_ = 0;
};

}  // namespace

void confirm(const SymbolicKernel& kernel, const ConfirmOptions& options, KernelVerdicts& verdicts) {
  Confirmation(kernel, options, verdicts).run();
}

}  // namespace fencepost::cli::symbolic
