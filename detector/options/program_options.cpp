#include "detector/options/program_options.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <functional>
#include <utility>

#include "detector/model/process_identity.h"
#include "detector/output/file.h"
#include "detector/output/target.h"

namespace fencepost::detector {
namespace {

/// Turns a value into a setting; returns a remedy ("a number from 1 to 9") if it is none.
using Setter = std::function<std::string(const std::string& value)>;

template <class Number>
bool read_number(const std::string& text, Number least, Number greatest, Number& out) {
  Number number{};
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end || !(number >= least && number <= greatest)) return false;
  out = number;
  return true;
}

template <class Number>
Setter number(Number& target, Number least, Number greatest, const char* remedy) {
  return [=, &target](const std::string& text) {
    return read_number(text, least, greatest, target) ? std::string() : std::string(remedy);
  };
}

/// One of a few words.
template <class Value>
Setter word(Value& target, std::vector<std::pair<std::string, Value>> words) {
  return [&target, words = std::move(words)](const std::string& text) {
    std::string remedy;
    for (const auto& [name, value] : words) {
      if (text == name) {
        target = value;
        return std::string();
      }
      remedy += (remedy.empty() ? "" : name == words.back().first ? " or " : ", ") + name;
    }
    return remedy;
  };
}

std::string set_checks(const std::string& text, Checks& checks) {
  Checks chosen{false, false, false, false};
  const std::pair<std::string, bool Checks::*> names[] = {
      {"race", &Checks::race}, {"memory", &Checks::memory}, {"init", &Checks::init}, {"sync", &Checks::sync}};
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    const std::string name = text.substr(at, comma - at);
    const auto* const known = std::ranges::find(names, name, &std::pair<std::string, bool Checks::*>::first);
    if (known == std::end(names)) return "a list of race, memory, init, sync";
    chosen.*known->second = true;
    at = comma + 1;
  }
  checks = chosen;
  return {};
}

constexpr std::size_t kKiB = 1024, kMiB = 1024 * kKiB, kGiB = 1024 * kMiB;

/// Bytes, or with a K, M or G behind it so many units of them.
Setter size(std::size_t& bytes, std::size_t least, std::size_t greatest, const char* remedy) {
  return [=, &bytes](const std::string& text) {
    std::string digits = text;
    std::size_t unit = 1;
    const char suffix = text.empty() ? '0' : static_cast<char>(std::toupper(static_cast<unsigned char>(text.back())));
    for (const auto& [letter, of_it] : {std::pair('K', kKiB), std::pair('M', kMiB), std::pair('G', kGiB)}) {
      if (suffix == letter) unit = of_it;
    }
    if (unit != 1) digits.pop_back();
    std::size_t count = 0;
    if (!read_number(digits, std::size_t{1}, greatest / unit, count) || count * unit < least) {
      return std::string(remedy);
    }
    bytes = count * unit;
    return std::string();
  };
}

std::string set_coverage(const std::string& file, Options& options) {
  if (file.empty()) return "a file's name, or --coverage alone";
  options.coverage = file != "false";
  options.coverage_file = file == "true" || file == "false" ? "" : file;
  return {};
}

Setter text(std::string& target) {
  return [&target](const std::string& value) {
    target = value;
    return std::string();
  };
}

Setter one_more(std::vector<std::string>& target) {
  return [&target](const std::string& value) {
    target.push_back(value);
    return std::string();
  };
}

/// A launch's number.
Setter one_more_launch(std::vector<std::uint64_t>& target) {
  return [&target](const std::string& text) {
    std::uint64_t launch = 0;
    if (!read_number<std::uint64_t>(text, 1, UINT64_MAX, launch)) return std::string("a number from 1");
    target.push_back(launch);
    return std::string();
  };
}

Setter report_file(Options& options) {
  return [&options](const std::string& path) {
    if (check_report_path(path)) {
      return "FILE with an extension that says how: " + report_extensions() + ", or FORMAT:FILE";
    }
    std::string problem;
    const auto expanded = expand_file_name(path, problem);
    if (!expanded) return "a name without it: " + problem;
    options.reports_name_process = options.reports_name_process || *expanded != path;
    options.reports.push_back(*expanded);
    return std::string();
  };
}

Setter threads(decltype(sim::Config::first_threads)& target) {
  return [&target](const std::string& text) {
    const std::string remedy = "up to four threads of a block, from 0 to 1023, each once";
    decltype(sim::Config::first_threads) list = sim::Config().first_threads;
    std::size_t count = 0;
    for (std::size_t at = 0; at <= text.size();) {
      const std::size_t comma = std::min(text.find(',', at), text.size());
      std::uint16_t thread = 0;
      if (count == list.size()) return remedy;
      if (!read_number<std::uint16_t>(text.substr(at, comma - at), 0, 1023, thread)) return remedy;
      if (std::ranges::find(list, thread) != list.end()) return remedy;
      list[count++] = thread;
      at = comma + 1;
    }
    target = list;
    return std::string();
  };
}

Setter glob(std::string& target) {
  return [&target](const std::string& pattern) {
    target = pattern;
    return std::string(pattern.empty() ? "a pattern such as 'scan*'" : "");
  };
}

}  // namespace

std::string set_option(const ProgramOption& option, const std::string& value) {
  const std::string quoted = "'" + value + "'";
  if (option.flag != nullptr) {
    if (value != "true" && value != "false") return quoted + " is no value of " + option.name + "; leave it out";
    *option.flag = value == "true";
    return {};
  }
  const std::string remedy = option.set(value);
  return remedy.empty() ? "" : std::string(option.name) + ": " + quoted + " is not valid; give " + remedy;
}

ProgramOption fail_on_option(FailOn& fail_on) {
  return {"--fail-on",
          "LEVEL",
          "Least finding that fails the run: error, warning or never (default: error)",
          kReportOptions,
          false,
          word<FailOn>(fail_on, {{"error", FailOn::kError}, {"warning", FailOn::kWarning}, {"never", FailOn::kNever}})};
}

ProgramOption error_exitcode_option(int& status) {
  return {"--error-exitcode", "N",   "Exit status of a failed run (default: 66)",
          kReportOptions,     false, number(status, 0, 255, "a number from 0 to 255")};
}

ProgramOption width_option(std::size_t& width) {
  return {"--width",      "COLUMNS", "Width of the text that is printed (default: the terminal's, 72 to 100)",
          kReportOptions, false,     number<std::size_t>(width, 40, 1000, "a number from 40 to 1000")};
}

std::vector<ProgramOption> print_options(Format& format, std::size_t& width) {
  return {{"--format", "FORMAT",
           "Print the report as text, json, sarif, junit, gcc, github, markdown or compute-sanitizer (default: text)",
           kReportOptions, false, word<Format>(format, format_names())},
          width_option(width)};
}

std::vector<ProgramOption> program_options(Options& options) {
  sim::Config& sim = options.sim;
  PermissionRequest& permissions = options.permissions;
  const auto flag = [](const char* name, bool& target, const char* help, const char* group) {
    return ProgramOption{name, "", help, group, false, nullptr, &target};
  };
  return {
      // Where the report goes, what it says, what it means.
      {"--report", "FILE",
       "Write the report to FILE" + report_extensions(",") +
           ", or - for standard output (repeatable; %p process, %e executable, %h host)",
       kReportOptions, true, report_file(options)},
      {"--report-dir", "DIR", "Write a JSON report to DIR, under a name that no other process has", kReportOptions,
       false, text(options.report_folder)},
      {"--baseline", "FILE", "A JSON report whose findings do not count", kReportOptions, false,
       text(options.baseline)},
      {"--suppressions", "FILE", "Findings that shall not count, as rules (repeatable)", kReportOptions, true,
       one_more(options.suppressions)},
      flag("--print-suppressions", options.print_suppressions, "Also print the rule that would suppress each finding",
           kReportOptions),
      fail_on_option(options.fail_on),
      error_exitcode_option(options.error_exitcode),
      {"--max-findings", "N", "Report at most N errors and N warnings (default: 100)", kReportOptions, false,
       number<std::uint32_t>(options.max_findings, 1, 1000000, "a number from 1 to 1000000")},
      flag("--quiet", options.quiet, "Print nothing on standard error if there is no finding", kReportOptions),
      flag("--verbose", options.verbose, "Also print a line for each launch as it ends", kReportOptions),

      // What is looked for, and where.
      {"--check", "LIST", "What to check: any of race,memory,init,sync (default: all)", kCheckOptions, false,
       [&](const std::string& list) { return set_checks(list, options.checks); }},
      {"--kernel", "GLOB", "Check only kernels whose name matches", kCheckOptions, false, glob(options.kernel_glob)},
      {"--same-value", "LEVEL", "Two writes of the same value are a: warning or error (default: warning)",
       kCheckOptions, false, word<bool>(options.same_value_is_error, {{"warning", false}, {"error", true}})},
      flag(
          "--sample", options.sample,
          "Of each kernel and size check the first launches in full, of its repeats some blocks, and bounds throughout",
          kCheckOptions),
      flag("--leak-check", options.leak_check, "Report device memory that the program never freed", kCheckOptions),
      flag("--profile", options.profile,
           "Also tell how well kernels use a warp's lanes, shared memory's banks and global memory", kCheckOptions),
      {"--coverage", "FILE", "Also tell which lines and branches of kernels never ran; =FILE: add that to lcov's FILE",
       kCheckOptions, false, [&](const std::string& file) { return set_coverage(file, options); }, nullptr,
       /*optional=*/true},
      flag("--require-launch", options.require_launch, "Exit with status 4 if no kernel was launched", kCheckOptions),

      // How the program runs.
      {"--jobs", "N", "OS threads that run blocks (default: one per core)", kRunOptions, false,
       number(sim.jobs, 0U, 1024U, "a number from 1 to 1024, or 0 for one per core")},
      {"--schedule", "ORDER", "Order of a block's threads between barriers: forward, reverse or random", kRunOptions,
       false,
       word<sim::Schedule>(sim.schedule, {{"forward", sim::Schedule::kForward},
                                          {"reverse", sim::Schedule::kReverse},
                                          {"random", sim::Schedule::kRandom}})},
      {"--first", "T,U,...", "In each block thread T runs before the others, then U, ..., as far as they can",
       kRunOptions, false,
       [&](const std::string& text) {
         sim.schedule = sim::Schedule::kFirst;
         return threads(sim.first_threads)(text);
       }},
      {"--seed", "N", "Seed of --schedule random (default: 1)", kRunOptions, false,
       number<std::uint64_t>(sim.seed, 0, UINT64_MAX, "a number from 0")},
      {"--devices", "N", "Devices that the program sees (default: FENCEPOST_DEVICES, or 1)", kRunOptions, false,
       number(sim.devices, 1U, sim::kMostDevices, "a number from 1 to 8")},
      {"--timeout", "SECONDS", "Stop after this long, with exit status 124", kRunOptions, false,
       number(sim.timeout_seconds, 0.001, 1e9, "seconds, e.g. 60 or 0.5")},
      {"--memory-limit", "SIZE", "Stop before the program takes more, e.g. 8G (default: what there is)", kRunOptions,
       false, size(sim.memory_limit, 16 * kMiB, 1024 * kGiB, "a size from 16M to 1024G, e.g. 8G")},
      {"--stack-size", "SIZE", "Stack of one CUDA thread, e.g. 512K or 1M (default: 256K)", kRunOptions, false,
       size(sim.stack_bytes, 16 * kKiB, 64 * kMiB, "a size from 16K to 64M, e.g. 512K")},

      {"--sample-after", "N", "", kHiddenOptions, false,
       number<std::uint64_t>(options.sample_after, 0, UINT64_MAX, "a number from 0")},
      flag("--exact", options.exact, "", kHiddenOptions),
      flag("--keep-status", options.keep_status, "", kHiddenOptions),
      flag("--report-only", options.report_only, "", kHiddenOptions),
      // For `fencepost permissions`, which has options of its own for people.
      {"--permissions-file", "FILE", "", kHiddenOptions, false, text(permissions.file)},
      {"--permissions-array", "NAME", "", kHiddenOptions, true, one_more(permissions.arrays)},
      {"--permissions-launch", "K", "", kHiddenOptions, false,
       number<std::uint64_t>(permissions.launch, 1, UINT64_MAX, "a number from 1")},
      {"--permissions-block", "B", "", kHiddenOptions, false, text(permissions.block)},
      flag("--permissions-barriers", permissions.barriers, "", kHiddenOptions),
      // For `fencepost replay`, likewise.
      {"--replay-file", "FILE", "", kHiddenOptions, false, text(options.replay.file)},
      {"--replay-launch", "K", "", kHiddenOptions, true, one_more_launch(options.replay.launches)},
      {"--replay-block", "B", "", kHiddenOptions, true, one_more(options.replay.blocks)},
      {"--scopes-file", "FILE", "", kHiddenOptions, false, text(options.scopes_file)},
  };
}

}  // namespace fencepost::detector
