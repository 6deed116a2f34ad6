// The search: inputs that reach what none before did, and what runs of them find.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cli/fuzz/corpus.h"
#include "cli/fuzz/guards.h"
#include "cli/fuzz/inputs/space.h"
#include "cli/fuzz/mutate.h"
#include "cli/fuzz/reached.h"
#include "cli/fuzz/runner.h"
#include "detector/model/finding.h"
#include "detector/report/union.h"

namespace fencepost::cli {

struct FuzzLimits {
  std::uint64_t runs = 0;  ///< Inputs that are tried, those that make findings smaller not counted; 0: any number.
  double seconds = 0;      ///< 0: any time.
  std::uint64_t seed = 1;
};

/// A defect, with the smallest input that was found to show it.
struct FuzzFinding {
  detector::Finding finding;  ///< As the run of `input` saw it.
  FuzzInput input;
  std::string first;         ///< What the input was that showed it first.
  std::uint64_t number = 0;  ///< Its number.
  std::uint64_t runs = 0;    ///< Inputs that had it, of those that were tried.
};

/// A thread's number in its block.
std::uint32_t thread_of(const detector::Finding& finding, const detector::FindingAccess& access);

/// Which inputs are tried, what is found and in which order depends on the space, the limits' seed and what the corpus
/// has alone, not on how many run at a time; how far it comes may depend on the time. Thread safety: none.
class FuzzSearch {
 public:
  FuzzSearch(const FuzzSpace& space, FuzzRunner& runner, FuzzCorpus& corpus, const FuzzLimits& limits);

  /// When others have looked for long enough, gives `solve` lines of branches in files of that name of which a way was
  /// never gone, and tries what it returns.
  void ask_for_branches(std::string file_name,
                        std::function<std::vector<FuzzInput>(const std::set<std::uint32_t>&)> solve) {
    file_name_ = std::move(file_name);
    solve_ = std::move(solve);
  }

  /// Until a limit is reached, an interrupt, or there is nothing new to try. `progress` is called after each batch.
  void run(const std::function<void()>& progress);

  [[nodiscard]] const std::vector<FuzzFinding>& findings() const { return findings_; }
  [[nodiscard]] const FuzzReached& reached() const { return reached_; }
  /// Sums over all inputs tried, without findings.
  [[nodiscard]] detector::Report sums() const { return sums_.report(1); }
  [[nodiscard]] std::uint64_t tried() const { return tried_; }
  [[nodiscard]] std::uint64_t reread() const { return reread_; }  ///< Of these, what calls before had kept.
  [[nodiscard]] std::size_t kept() const { return kept_.size(); }
  /// Labels of inputs that were kept, by their number.
  [[nodiscard]] const std::map<std::size_t, std::string>& labels() const { return labels_; }
  [[nodiscard]] std::uint64_t solved() const { return solved_; }  ///< Of these, what was solved for a branch.
  [[nodiscard]] bool is_exhausted() const { return exhausted_; }

  /// Of kernels with arrays of guessed sizes, when the search is over: some hundred runs more.
  [[nodiscard]] std::vector<LooseGuard> guards() const;

  struct Ends {
    std::uint64_t refused = 0;      ///< CUDA refuses the launch.
    std::uint64_t not_meant = 0;    ///< An assertion about the launch fails.
    std::uint64_t too_small = 0;    ///< Arrays whose size was guessed were too small: nothing is said of such runs.
    std::uint64_t unconfirmed = 0;  ///< Findings that were gone with larger ones, or more time.
    std::map<std::string, std::uint64_t> others;  ///< "exit status 1", "signal 11 (…)"
  };
  [[nodiscard]] const Ends& ends() const { return ends_; }

 private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] bool is_over() const;
  std::vector<FuzzInput> next_batch();
  void solve_branches();
  std::optional<FuzzInput> new_input();
  /// What an input is, in a line.
  [[nodiscard]] std::string shown_label(const FuzzInput& input) const;
  void consider(const FuzzInput& input, const FuzzOutcome& outcome);
  void add_finding(const FuzzInput& input, const detector::Finding& finding, std::uint64_t number);
  /// An array whose size was guessed is too small for the run.
  [[nodiscard]] bool is_too_small(const FuzzOutcome& outcome) const;
  [[nodiscard]] const detector::Finding* find(const FuzzOutcome& outcome, const std::string& defect) const;
  /// The finding is there with larger guessed arrays, too; that a run does not end, with more time.
  bool is_confirmed(const FuzzInput& input, const detector::Finding& finding, const std::string& defect);
  void minimise(FuzzFinding& found, const std::string& defect);
  /// Takes one step: the simplest input in this part that shows it, too; at most `left` runs, which become fewer.
  bool make_simpler(FuzzFinding& found, const std::string& defect, std::size_t part, std::size_t& left);
  /// The first of `candidates` that shows it, too; likewise. What is about lanes of whole warps stays so.
  bool take_first(FuzzFinding& found, const std::string& defect, std::vector<FuzzInput> candidates, std::size_t& left);

  const FuzzSpace& space_;
  FuzzRunner& runner_;
  FuzzCorpus& corpus_;
  const FuzzLimits limits_;
  const Clock::time_point start_ = Clock::now();
  FuzzRandom random_;
  const bool has_guesses_;
  FuzzReached reached_;
  detector::ReportUnion sums_;
  std::vector<FuzzInput> kept_;
  std::map<std::size_t, std::string> labels_;
  std::vector<FuzzInput> waiting_;  ///< To be tried first.
  std::vector<FuzzInput> planned_;  ///< Those of the dictionary, tried between others.
  std::size_t next_planned_ = 0;
  std::set<std::string> seen_;  ///< Hashes of inputs that were tried or wait.
  std::vector<FuzzFinding> findings_;
  std::map<std::string, std::size_t> known_;  ///< Index into findings_, by defect.
  std::map<std::string, int> unconfirmed_;    ///< How often findings were not confirmed, by defect.
  Ends ends_;
  std::string file_name_;  ///< Of the file with the kernel.
  std::function<std::vector<FuzzInput>(const std::set<std::uint32_t>&)> solve_;
  std::set<std::uint32_t> asked_;  ///< Lines that were asked for last.
  std::uint64_t tried_ = 0, reread_ = 0, solved_ = 0;
  bool exhausted_ = false;
};

}  // namespace fencepost::cli
