#include "detector/model/options.h"

#include <gtest/gtest.h>

#include "detector/text/shell_words.h"

namespace fencepost::detector {
namespace {

Options parsed(const std::string& text) {
  std::string error;
  const auto options = parse_options(text, error);
  EXPECT_TRUE(options) << text << ": " << error;
  return options.value_or(Options{});
}

std::string error_of(const std::string& text) {
  std::string error;
  EXPECT_FALSE(parse_options(text, error)) << text;
  return error;
}

TEST(Options, AreTheDefaultsForAnEmptyText) {
  const Options options = parsed("");
  EXPECT_EQ(options.error_exitcode, 66);
  EXPECT_EQ(options.max_findings, 100U);
  EXPECT_EQ(options.fail_on, FailOn::kError);
  EXPECT_EQ(options.kernel_glob, "*");
  EXPECT_TRUE(options.checks.race && options.checks.memory && options.checks.init && options.checks.sync);
  EXPECT_TRUE(options.reports.empty());
  EXPECT_FALSE(options.require_launch || options.quiet || options.same_value_is_error);
}

TEST(Options, SetEveryField) {
  const Options options = parsed(
      "--report a.json --report 'b c.txt' --jobs 3 --seed 18446744073709551615 --schedule random --check race,sync "
      "--kernel 'scan*' --max-findings 7 --fail-on warning --error-exitcode 1 --timeout 2.5 --stack-size 1M "
      "--memory-limit 3G --same-value error --require-launch --quiet");
  EXPECT_EQ(options.reports, (std::vector<std::string>{"a.json", "b c.txt"}));
  EXPECT_EQ(options.sim.jobs, 3U);
  EXPECT_EQ(options.sim.seed, UINT64_MAX);
  EXPECT_EQ(options.sim.schedule, sim::Schedule::kRandom);
  EXPECT_TRUE(options.checks.race && options.checks.sync);
  EXPECT_FALSE(options.checks.memory || options.checks.init);
  EXPECT_EQ(options.kernel_glob, "scan*");
  EXPECT_EQ(options.max_findings, 7U);
  EXPECT_EQ(options.fail_on, FailOn::kWarning);
  EXPECT_EQ(options.error_exitcode, 1);
  EXPECT_DOUBLE_EQ(options.sim.timeout_seconds, 2.5);
  EXPECT_EQ(options.sim.stack_bytes, 1024U * 1024U);
  EXPECT_EQ(options.sim.memory_limit, std::size_t{3} << 30);
  EXPECT_TRUE(options.require_launch && options.quiet && options.same_value_is_error);
}

TEST(Options, TheLastOfSeveralValuesCounts) { EXPECT_EQ(parsed("--jobs 2 --jobs=5").sim.jobs, 5U); }

TEST(Options, AMistakeNamesTheOptionAndTheRemedy) {
  EXPECT_EQ(error_of("--jobs -1"), "--jobs: '-1' is not valid; give a number from 1 to 1024, or 0 for one per core");
  EXPECT_EQ(error_of("--jobs"), "--jobs needs a value");
  EXPECT_EQ(error_of("--schedule sideways"), "--schedule: 'sideways' is not valid; give forward, reverse or random");
  EXPECT_EQ(error_of("--check race,magic"),
            "--check: 'race,magic' is not valid; give a list of race, memory, init, sync");
  EXPECT_EQ(error_of("--reprot r.json"), "unknown option --reprot; did you mean --report?");
  EXPECT_EQ(error_of("--jobs many --reprot x"), error_of("--jobs many"));
  EXPECT_EQ(error_of("--reprot x --jobs many"), error_of("--reprot x"));
  EXPECT_EQ(error_of("--seed --quiet"), "--seed needs a value, and --quiet is an option; see 'fencepost run --help'");
  EXPECT_EQ(error_of("--quiet=loud"), "'loud' is no value of --quiet; leave it out");
  EXPECT_EQ(error_of("--bogus"), "unknown option --bogus; see 'fencepost run --help'");
  EXPECT_EQ(error_of("stray"), "unexpected argument stray; see 'fencepost run --help'");
  EXPECT_NE(error_of("--report 'x").find("not closed"), std::string::npos);
}

TEST(Options, RefusesReportFormatsThatItCannotWrite) {
  for (const char* file : {"r.pdf", "r", "r.jsonx"}) {
    EXPECT_NE(error_of("--report " + std::string(file)).find("an extension that says how: .json"), std::string::npos);
  }
}

TEST(Options, RefusesNumbersOutsideTheirRange) {
  for (const char* text : {"--jobs 4x", "--jobs 100000", "--timeout 0", "--timeout -1", "--timeout nan",
                           "--timeout inf", "--stack-size 1", "--stack-size 1G", "--stack-size K", "--memory-limit 1M",
                           "--memory-limit 2T", "--memory-limit G", "--stack-size 99999999999999999999",
                           "--error-exitcode 256", "--max-findings 0", "--seed -1", "--kernel ''", "--check ''"}) {
    EXPECT_NE(error_of(text).find("is not valid; give"), std::string::npos) << text;
  }
}

TEST(ShellWords, AreDividedAsAShellDoes) {
  using Words = std::vector<std::string>;
  EXPECT_EQ(split_words("  a\tb\n"), (Words{"a", "b"}));
  EXPECT_EQ(split_words("'a b' \"c \\\" d\" e\\ f ''"), (Words{"a b", "c \" d", "e f", ""}));
  EXPECT_EQ(split_words("--x='1 2'"), (Words{"--x=1 2"}));
  EXPECT_EQ(split_words("\"open"), std::nullopt);
}

TEST(ShellWords, SurviveQuoting) {
  for (const std::string word : {"plain", "", "two words", "it's", "\\", "\"", "$x", "a\nb"}) {
    EXPECT_EQ(split_words(quoted_word(word)), std::vector<std::string>{word});
  }
}

}  // namespace
}  // namespace fencepost::detector
