#include "detector/model/options.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <functional>
#include <utility>

#include "detector/formats/file.h"
#include "detector/formats/format.h"
#include "detector/model/process_identity.h"
#include "detector/options/option_parser.h"
#include "detector/options/option_words.h"
#include "detector/text/shell_words.h"

namespace fencepost::detector {
namespace {

/// Turns a value into a setting; returns a remedy ("a number from 1 to 9") if it is none.
using Setter = std::function<std::string(const std::string& value)>;

/// CLI11's own validators are avoided: they are global objects, and start-up code may parse options before they exist.
CLI::Option* add(CLI::App& app, const std::string& name, Setter set, const std::string& value,
                 const std::string& help) {
  const auto assign = [name, set = std::move(set)](const CLI::results_t& results) {
    for (const std::string& text : results) {
      const std::string remedy = set(text);
      if (!remedy.empty()) throw CLI::ValidationError(name, "'" + text + "' is not valid; give " + remedy);
    }
    return true;
  };
  CLI::Option* option = app.add_option(name, assign, help);
  option->type_name(value)->type_size(1)->allow_extra_args(false);
  return option->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

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

std::string set_stack(const std::string& text, std::size_t& bytes) {
  constexpr std::size_t kLeast = 16 * 1024, kGreatest = std::size_t{64} << 20;
  const char* const remedy = "a size from 16K to 64M, e.g. 512K";
  std::string digits = text;
  std::size_t unit = 1;
  if (!digits.empty() && std::isdigit(static_cast<unsigned char>(digits.back())) == 0) {
    const char suffix = static_cast<char>(std::toupper(static_cast<unsigned char>(digits.back())));
    if (suffix != 'K' && suffix != 'M') return remedy;
    unit = suffix == 'K' ? 1024 : 1024 * 1024;
    digits.pop_back();
  }
  std::size_t count = 0;
  if (!read_number(digits, std::size_t{1}, kGreatest, count)) return remedy;
  if (count * unit < kLeast || count * unit > kGreatest) return remedy;
  bytes = count * unit;
  return {};
}

auto text(std::string& target) {
  return [&target](const std::string& value) {
    target = value;
    return std::string();
  };
}

/// For `fencepost permissions`, which has options of its own for people.
void add_permission_options(CLI::App& app, PermissionRequest& request) {
  const auto array = [&request](const std::string& name) {
    request.arrays.push_back(name);
    return std::string();
  };
  add(app, "--permissions-file", text(request.file), "FILE", "")->group("");
  add(app, "--permissions-array", array, "NAME", "")->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)->group("");
  add(app, "--permissions-launch", number<std::uint64_t>(request.launch, 1, UINT64_MAX, "a number from 1"), "K", "")
      ->group("");
  add(app, "--permissions-block", text(request.block), "B", "")->group("");
  app.add_flag("--permissions-barriers", request.barriers)->group("");
}

/// Where the report goes, what it says, what it means.
void add_report_options(CLI::App& app, Options& options) {
  app.option_defaults()->group(kReportOptions);
  const auto report = [&options](const std::string& path) {
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
  const auto suppressions = [&options](const std::string& path) {
    options.suppressions.push_back(path);
    return std::string();
  };
  add(app, "--report", report, "FILE",
      "Write the report to FILE" + report_extensions(",") +
          ", or - for standard output (repeatable; %p process, %e executable, %h host)")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  add(app, "--report-dir", text(options.report_folder), "DIR",
      "Write a JSON report to DIR, under a name that no other process has");
  add(app, "--baseline", text(options.baseline), "FILE", "A JSON report whose findings do not count");
  add(app, "--suppressions", suppressions, "FILE", "Findings that shall not count, as rules (repeatable)")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_flag("--print-suppressions", options.print_suppressions,
               "Also print the rule that would suppress each finding");
  add_fail_on(app, options.fail_on);
  add_error_exitcode(app, options.error_exitcode);
  add(app, "--max-findings", number<std::uint32_t>(options.max_findings, 1, 1000000, "a number from 1 to 1000000"), "N",
      "Report at most N errors and N warnings (default: 100)");
  app.add_flag("--quiet", options.quiet, "Print nothing on standard error if there is no finding");
  app.add_flag("--verbose", options.verbose, "Also print a line for each launch as it ends");
}

/// What is looked for, and where.
void add_check_options(CLI::App& app, Options& options) {
  app.option_defaults()->group(kCheckOptions);
  const auto glob = [&options](const std::string& text) {
    options.kernel_glob = text;
    return std::string(text.empty() ? "a pattern such as 'scan*'" : "");
  };
  add(
      app, "--check", [&](const std::string& text) { return set_checks(text, options.checks); }, "LIST",
      "What to check: any of race,memory,init,sync (default: all)");
  add(app, "--kernel", glob, "GLOB", "Check only kernels whose name matches");
  add(app, "--same-value", word<bool>(options.same_value_is_error, {{"warning", false}, {"error", true}}), "LEVEL",
      "Two writes of the same value are a: warning or error (default: warning)");
  app.add_flag("--leak-check", options.leak_check, "Report device memory that the program never freed");
  app.add_flag("--profile", options.profile,
               "Also tell how well kernels use a warp's lanes, shared memory's banks and global memory");
  app.add_flag("--require-launch", options.require_launch, "Exit with status 4 if no kernel was launched");
}

/// How the program runs.
void add_run_options(CLI::App& app, Options& options) {
  app.option_defaults()->group(kRunOptions);
  sim::Config& sim = options.sim;
  add(app, "--jobs", number(sim.jobs, 0U, 1024U, "a number from 1 to 1024, or 0 for one per core"), "N",
      "OS threads that run blocks (default: one per core)");
  add(app, "--schedule",
      word<sim::Schedule>(sim.schedule, {{"forward", sim::Schedule::kForward},
                                         {"reverse", sim::Schedule::kReverse},
                                         {"random", sim::Schedule::kRandom}}),
      "ORDER", "Order of a block's threads between barriers: forward, reverse or random");
  add(app, "--seed", number<std::uint64_t>(sim.seed, 0, UINT64_MAX, "a number from 0"), "N",
      "Seed of --schedule random (default: 1)");
  add(app, "--timeout", number(sim.timeout_seconds, 0.001, 1e9, "seconds, e.g. 60 or 0.5"), "SECONDS",
      "Stop after this long, with exit status 124");
  add(
      app, "--stack-size", [&](const std::string& text) { return set_stack(text, sim.stack_bytes); }, "SIZE",
      "Stack of one CUDA thread, e.g. 512K or 1M (default: 256K)");
}

}  // namespace

void add_options(CLI::App& app, Options& options) {
  add_report_options(app, options);
  add_check_options(app, options);
  add_run_options(app, options);
  app.option_defaults()->group(kOwnOptions);
  app.add_flag("--exact", options.exact)->group("");
  app.add_flag("--keep-status", options.keep_status)->group("");
  app.add_flag("--report-only", options.report_only)->group("");
  add_permission_options(app, options.permissions);
  add(app, "--scopes-file", text(options.scopes_file), "FILE", "")->group("");
}

void add_print_options(CLI::App& app, Format& format, std::size_t& width) {
  add(app, "--format", word<Format>(format, format_names()), "FORMAT",
      "Print the report as text, json, sarif, junit, gcc, github or compute-sanitizer (default: text)");
  add_width(app, width);
}

void add_width(CLI::App& app, std::size_t& width) {
  add(app, "--width", number<std::size_t>(width, 40, 1000, "a number from 40 to 1000"), "COLUMNS",
      "Width of the text that is printed (default: the terminal's, 72 to 100)");
}

void add_fail_on(CLI::App& app, FailOn& fail_on) {
  add(app, "--fail-on",
      word<FailOn>(fail_on, {{"error", FailOn::kError}, {"warning", FailOn::kWarning}, {"never", FailOn::kNever}}),
      "LEVEL", "Least finding that fails the run: error, warning or never (default: error)");
}

void add_error_exitcode(CLI::App& app, int& status) {
  add(app, "--error-exitcode", number(status, 0, 255, "a number from 0 to 255"), "N",
      "Exit status of a failed run (default: 66)");
}

std::string option_error(const CLI::Error& error) {
  std::string text = error.what();
  std::ranges::replace(text, '\n', ' ');
  return text;
}

std::optional<Options> parse_options(const std::string& text, std::string& error) {
  Options options;
  auto words = split_words(text);
  if (!words) {
    error = "a quotation in '" + text + "' is not closed";
    return std::nullopt;
  }
  CLI::App app;
  app.set_help_flag();
  add_options(app, options);
  app.option_defaults()->group(kReportOptions);
  add_print_options(app, options.format, options.width);
  try {
    app.parse(std::vector<std::string>(words->rbegin(), words->rend()));  // CLI11 takes them from the back.
  } catch (const CLI::Error& problem) {
    error = first_mistake(app, *words, {.help = "fencepost run --help"}).value_or(option_error(problem));
    return std::nullopt;
  }
  give_format_to_standard_output(options.reports, options.format);
  return options;
}

}  // namespace fencepost::detector
