// GoogleTest that knows of races: what the launches of a test do wrong fails the test.
//
//   #include <fencepost/gtest.h>
//
//   TEST(Scan, IsRight) { … }            // Any finding that would fail a run fails the test that it came in.
//
//   TEST(Scan, NeedsItsBarrier) {
//     EXPECT_RACE(12, 15) {              // The body has a race between lines 12 and 15 of this file, or the test
//       scan_without_barrier<<<1, 64>>>(data);   // fails. The race fails neither the test nor the run.
//     }
//     EXPECT_RACE("scan.cuh:12", "@read") { … }  // Of another file; of a line with the comment // @read.
//     EXPECT_CLEAN { scan<<<1, 64>>>(data); }    // Launches something, and without a finding, warnings included.
//   }
//
// Including it is all: no main function is asked for, <fencepost/gtest_main.h> has one that also says what each test
// ran. At the end of a test all streams are synchronised, so that no test meets the work of an earlier one. What is
// found in SetUpTestSuite and TearDownTestSuite fails the test suite; what is found outside of both is in the report,
// and in the exit status, only. docs/packages.md has the rules.
//
// Compiled by nvcc, or with --no-check, nothing is checked: bodies run, nothing is expected of them, and
// fencepost::is_checked() is false. C++14. The macros belong on the host thread that runs the tests.
#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "findings.h"

namespace fencepost {

/// True if this program runs under Fencepost.
inline bool is_checked() {
#ifdef __FENCEPOST_NO_CHECK__
  return false;
#else
  return fencepost_watch_open != nullptr;
#endif
}

namespace gtest {

struct Found {
  std::string text, file;
  unsigned line;
  bool counts;
};

/// What is found between its construction and close().
class Watch {
 public:
  Watch() : number_(is_checked() ? fencepost_watch_open(nullptr, 0, nullptr, nullptr) : 0) {}
  Watch(const char* file, int line, const std::string& first, const std::string& second)
      : number_(is_checked() ? fencepost_watch_open(file, static_cast<unsigned>(line), first.c_str(), second.c_str())
                             : 0) {}

  /// Of a program that is not checked nothing is known: all numbers are 0.
  fencepost_watched close(bool synchronises, bool passes_on, std::vector<Found>& found) const {
    if (number_ == 0) return fencepost_watched();
    const auto add = [](void* to, const fencepost_finding* finding) {
      std::string text = finding->text;
      text.pop_back();  // The newline: GoogleTest puts its own.
      static_cast<std::vector<Found>*>(to)->push_back({text, finding->file, finding->line, finding->counts});
    };
    return fencepost_watch_close(number_, synchronises, passes_on, add, &found);
  }

 private:
  unsigned long long number_;
};

inline std::string count_of(unsigned long long number, const char* singular, const char* plural) {
  return std::to_string(number) + " " + (number == 1 ? singular : plural);
}

inline std::string text_of(const fencepost_watched& ran) {
  return count_of(ran.launches, "launch", "launches") + ", " + count_of(ran.threads, "thread", "threads") + ", " +
         count_of(ran.accesses, "access", "accesses") + " checked";
}

/// Reports to GoogleTest what is found in each test and test suite.
class Listener : public ::testing::EmptyTestEventListener {
 public:
  /// The one of this program, in GoogleTest's list.
  static Listener& instance() {
    static Listener* const listener = [] {
      auto* created = new Listener;
      ::testing::UnitTest::GetInstance()->listeners().Append(created);
      return created;
    }();
    return *listener;
  }

  /// Findings that an expectation has reported already.
  void add_told(std::size_t findings) { told_ += findings; }

  /// After each test that launches kernels, prints what was checked of it.
  void tell_each_test() { tells_each_test_ = true; }

 private:
  void OnTestSuiteStart(const ::testing::TestSuite&) override { open_.emplace_back(); }
  void OnTestStart(const ::testing::TestInfo&) override { open_.emplace_back(); }
  void OnTestEnd(const ::testing::TestInfo&) override { close(tells_each_test_); }
  void OnTestSuiteEnd(const ::testing::TestSuite&) override { close(false); }

  void close(bool tells) {
    if (open_.empty()) return;
    std::vector<Found> found;
    const fencepost_watched ran = open_.back().close(true, false, found);
    open_.pop_back();
    const std::size_t number = found.size() + told_;
    told_ = 0;
    for (const Found& finding : found) {
      if (finding.counts) ADD_FAILURE_AT(finding.file.c_str(), static_cast<int>(finding.line)) << finding.text;
    }
    if (!tells || ran.launches == 0) return;
    std::string text = "[fencepost ] " + text_of(ran) + ": ";
    text += number == 0 ? "no findings" : count_of(number, "finding", "findings");
    if (ran.expected != 0) text += ", " + std::to_string(ran.expected) + " expected";
    std::printf("%s\n", text.c_str());
    std::fflush(stdout);
  }

  bool tells_each_test_ = false;
  std::size_t told_ = 0;  ///< In the running test.
  std::vector<Watch> open_;
};

namespace {
/// Every file that includes this registers the one listener, whichever of them is initialised first.
const Listener* const listener [[gnu::unused]] = &Listener::instance();
}  // namespace

/// As EXPECT_RACE is given it.
class Line {
 public:
  Line(int number) : text_(std::to_string(number)) {}  // NOLINT: numbers and texts are lines.
  Line(const char* text) : text_(text) {}              // NOLINT
  const std::string& text() const { return text_; }
  /// With the file that a number belongs to.
  std::string in_words(const char* file) const {
    const bool is_number = text_.find_first_of(":@") == std::string::npos;
    return is_number ? std::string(file) + ":" + text_ : text_;
  }

 private:
  std::string text_;
};

/// The condition of EXPECT_RACE's if statement: false, as the body is its else part.
class ExpectRace {
 public:
  ExpectRace(const char* file, int line, const Line& first, const Line& second)
      : file_(file), line_(line), first_(first), second_(second), watch_(file, line, first.text(), second.text()) {}
  ExpectRace(const ExpectRace&) = delete;
  ExpectRace& operator=(const ExpectRace&) = delete;
  ~ExpectRace() noexcept(false) {  // --gtest_throw_on_failure
    std::vector<Found> found;
    const fencepost_watched ran = watch_.close(false, true, found);
    if (!is_checked() || ran.met) return;
    std::string text = "Expected: a race between " + first_.in_words(file_) + " and " + second_.in_words(file_) +
                       "\n  Actual: " + (found.empty() ? "no finding in " : "none, but others in ") + text_of(ran);
    for (const Found& finding : found) text += "\n" + finding.text;
    ADD_FAILURE_AT(file_, line_) << text;
  }
  explicit operator bool() const { return false; }

 private:
  const char* file_;
  int line_;
  Line first_, second_;
  Watch watch_;
};

/// Likewise of EXPECT_CLEAN.
class ExpectClean {
 public:
  ExpectClean(const char* file, int line) : file_(file), line_(line) {}
  ExpectClean(const ExpectClean&) = delete;
  ExpectClean& operator=(const ExpectClean&) = delete;
  ~ExpectClean() noexcept(false) {
    std::vector<Found> found;
    const fencepost_watched ran = watch_.close(false, false, found);
    if (!is_checked() || (found.empty() && ran.launches != 0)) return;
    std::string text = "Expected: launches without a finding\n  Actual: ";
    text += ran.launches == 0 ? "no launch" : count_of(found.size(), "finding", "findings") + " in " + text_of(ran);
    for (const Found& finding : found) text += "\n" + finding.text;
    Listener::instance().add_told(found.size());
    ADD_FAILURE_AT(file_, line_) << text;
  }
  explicit operator bool() const { return false; }

 private:
  const char* file_;
  int line_;
  Watch watch_;
};

}  // namespace gtest
}  // namespace fencepost

/// EXPECT_RACE(a, b) { … }: fails unless the body has a race, of any severity, between the lines a and b, in either
/// order. Each is a number, of a line of this file, or a text, "file:line" or "@label". Other findings of the body are
/// the test's. Can be nested: EXPECT_RACE(1, 2) EXPECT_RACE(3, 4) { … }.
#define EXPECT_RACE(a, b)                                                                     \
  if (const ::fencepost::gtest::ExpectRace fencepost_expectation{__FILE__, __LINE__, a, b}) { \
  } else /* NOLINT */

/// EXPECT_CLEAN { … }: fails unless the body launches a kernel and nothing at all is found, warnings included.
#define EXPECT_CLEAN                                                                     \
  if (const ::fencepost::gtest::ExpectClean fencepost_expectation{__FILE__, __LINE__}) { \
  } else /* NOLINT */
