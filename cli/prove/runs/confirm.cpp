#include "cli/prove/runs/confirm.h"

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <stdexcept>

#include "cli/symbolic/kernel_facts.h"

namespace fencepost::cli::symbolic {
namespace {

using compiler::SymbolicKernel;
using nlohmann::json;

/// Of an access in a report; 0: it has none.
std::uint32_t line_of(const json& access) {
  const auto place = access.find("location");
  return place == access.end() || !place->is_object() ? 0 : place->value("line", 0U);
}

class Confirmation {
 public:
  Confirmation(const SymbolicKernel& kernel, const ConfirmOptions& options, ConfirmProgram& program,
               KernelVerdicts& verdicts)
      : kernel_(kernel), options_(options), program_(program), verdicts_(verdicts) {}

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

  /// No two arrays have the same.
  static ArrayBegin begin_of(Contents contents, int array) {
    constexpr double kMost = 15;
    if (contents == Contents::kZeros) return {};
    return {.kind = 2,
            .second = kMost,
            .seed = static_cast<std::uint32_t>(array),
            .text = ":random(seed=" + std::to_string(array) + ",min=0,max=15)"};
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

  /// The simplest that is assumed; else as `contents` says.
  [[nodiscard]] ArrayBegin begin_of(const std::string& parameter, Contents contents, int array) const {
    const auto is = [&](int object) {
      return object >= 0 && kernel_.objects[static_cast<std::size_t>(object)].name == parameter;
    };
    for (const AssumedContents& assumed : options_.contents) {
      if (is(assumed.array) && assumed.kind == AssumedContents::kInclusiveSum) {
        return {.kind = 1, .first = 1, .second = 1, .text = ":iota(start=1)"};
      }
      if (is(assumed.array)) return {.kind = 1, .second = 1, .text = ":iota"};
      if (is(assumed.flags)) return {.first = 1, .text = ":1"};
    }
    return begin_of(contents, array);
  }

  static void not_confirmed(Verdict& verdict, const std::string& problem) {
    if (verdict.kind == Verdict::kUnknown && verdict.reason.starts_with("Z3 finds")) verdict.reason = problem;
  }

  void try_out(const Witness& witness, Contents contents, Verdict& verdict) {
    // How large arrays are to be nobody knows: larger ones, if accesses are beyond them.
    if (is_beyond(try_out(witness, contents, /*large=*/false, verdict)) && verdict.kind == Verdict::kUnknown) {
      try_out(witness, contents, /*large=*/true, verdict);
    }
  }

  ConfirmProgram::Run try_out(const Witness& witness, Contents contents, bool large, Verdict& verdict) {
    constexpr unsigned kCostOfTimeout = 4;
    ConfirmProgram::Run run = program_.run(
        kernel_, witness, [&](const std::string& name, int array) { return begin_of(name, contents, array); }, large,
        [&](const std::string& command) {
          const bool is_new = tried_.insert(command).second;
          if (is_new) ++runs_;
          return is_new;
        });
    if (run.timed_out) runs_ += kCostOfTimeout - 1;
    if (!run.problem.empty()) not_confirmed(verdict, run.problem);
    if (!run.report.is_object()) return run;
    for (json finding : run.report.value("findings", json::array())) {
      name_array(finding, run.arrays);
      take(finding, text_of(witness, run.told), run.command);
    }
    return run;
  }

  static bool is_beyond(const ConfirmProgram::Run& run) {
    if (run.large || !run.report.is_object()) return false;
    return std::ranges::any_of(run.report.value("findings", json::array()), [](const json& finding) {
      const std::string kind = finding.value("kind", "");
      return kind == "out-of-bounds" || kind == "invalid-address" || kind == "crash";
    });
  }

  /// Arrays that members of structs point to have a number alone in a report.
  static void name_array(json& finding, std::span<const KernelPlan::Array> arrays) {
    const std::string kNumbered = "allocation ";
    const json object = finding.value("object", json());
    const std::string name = object.is_object() ? object.value("name", "") : "";
    if (!name.starts_with(kNumbered)) return;
    const std::size_t number = std::strtoul(name.c_str() + kNumbered.size(), nullptr, 10);
    if (number == 0 || number > arrays.size()) return;
    const KernelPlan::Array& array = arrays[number - 1];
    finding["object"]["name"] = array.object;
    std::string element = finding.value("element", "");
    if (element.starts_with(name)) finding["element"] = element.replace(0, name.size(), array.path);
  }

  /// `numbers`: of the parameters.
  static std::string text_of(const Witness& witness, const std::string& numbers) {
    std::string text = numbers;
    const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
    if (launch_shape(witness, "gridDim") != "1") add("gridDim = " + launch_shape(witness, "gridDim"));
    add("blockDim = " + launch_shape(witness, "blockDim"));
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

  void take(const json& finding, const std::string& launch, const std::string& command) {
    const std::string kind = finding.value("kind", "");
    const bool warning = finding.value("severity", "") == "warning";
    const json accesses = finding.value("accesses", json::array());
    if (kind == "race" && accesses.size() == 2) {
      take_race(finding, accesses, warning, launch, command);
    } else if ((kind == "barrier-divergence" || kind == "deadlock") && !is_of_value(finding)) {
      for (const json& access : accesses) take_barrier(finding, access, warning, launch, command);
    }
  }

  /// A shuffle that reads from a lane which the block does not have waits for nobody.
  static bool is_of_value(const json& finding) {
    const std::string message = finding.value("message", "");
    return message.find("receives the undefined value") != std::string::npos &&
           message.find("names lanes that have returned") == std::string::npos;
  }

  void take_race(const json& finding, const json& accesses, bool warning, const std::string& launch,
                 const std::string& command) {
    std::multiset<std::uint32_t> lines;
    for (const json& access : accesses) lines.insert(line_of(access));
    const bool between = accesses[0].at("block") != accesses[1].at("block");
    // Two arrays may be accessed on the same lines.
    const json object = finding.value("object", json());
    const std::string name = object.is_object() ? object.value("name", "") : "";
    const bool is_named = std::ranges::any_of(verdicts_.verdicts, [&](const Verdict& v) { return v.object == name; });
    std::vector<Verdict*> meant;
    std::set<std::string> objects;
    for (Verdict& verdict : verdicts_.verdicts) {
      if (is_named && verdict.object != name) continue;
      const std::multiset<std::uint32_t> own = {verdict.first.line, verdict.second.line};
      if (verdict.about != Verdict::kRace || own != lines || verdict.between_blocks != between) continue;
      const bool is_update = !warning && reads_and_writes(accesses) && updates_in_place(verdict);
      if (!matches(verdict, accesses) && !is_update) continue;
      meant.push_back(&verdict);
      objects.insert(verdict.object);
    }
    if (objects.size() > 1) return;  // Nobody knows which.
    for (Verdict* const verdict : meant) {
      const std::string what = launch + ", threads " + thread_of(accesses[0], between) + " and " +
                               thread_of(accesses[1], between) + ", " + finding.value("element", "");
      set(*verdict, warning, what, command, finding.value("message", ""));
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

  void take_barrier(const json& finding, const json& access, bool warning, const std::string& launch,
                    const std::string& command) {
    const std::uint32_t line = line_of(access);
    for (Verdict& verdict : verdicts_.verdicts) {
      if (verdict.about == Verdict::kRace || verdict.first.line != line) continue;
      set(verdict, warning, launch + ": " + finding.value("message", ""), command, "");
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
  ConfirmProgram& program_;
  KernelVerdicts& verdicts_;
  std::set<std::string> tried_;
  unsigned runs_ = 0;
};

}  // namespace

void confirm(const SymbolicKernel& kernel, const ConfirmOptions& options, ConfirmProgram& program,
             KernelVerdicts& verdicts) {
  Confirmation(kernel, options, program, verdicts).run();
}

}  // namespace fencepost::cli::symbolic
