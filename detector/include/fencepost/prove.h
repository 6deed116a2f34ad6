// Proves generic scans right, one size at a time: a race-free run on intervals holds for all inputs, types and
// operators.
//
//   #include <fencepost/prove.h>
//
//   template <class T, class Op>
//   __global__ void my_scan(T* data, int n, Op op) { … }        // the kernel, generic in T and Op
//
//   int main(int argc, char** argv) {
//     return fencepost::prove_main(argc, argv, {{"my-scan", fencepost::ScanKind::kInclusive,
//       [](fencepost::Interval* data, long n) {
//         my_scan<<<1, n>>>(data, n, fencepost::IntervalSum());
//         return "<<<1," + std::to_string(n) + ">>>";
//       }}});
//   }
//
//   $ fencepost prove my_scan.cu --n 256
//
// docs/proofs.md states the theorem, its conditions, and which of them this checks. Under nvcc alone the results are
// checked and race freedom is not; nothing is called proved then. Host code only. Not thread-safe.
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "interval.h"

#ifdef __FENCEPOST__
/// Findings, errors and warnings, so far in this process: each counted as often as it occurred.
extern "C" unsigned long long fencepost_findings(void);
#endif

namespace fencepost {

/// Element i of the result is the sum of the inputs 0 … i, or 0 … i-1.
enum class ScanKind { kInclusive, kExclusive };

/// A scan that somebody states to be generic in the element type and the operator.
struct GenericScan {
  std::string name;
  ScanKind kind;
  /// Scans n elements of device memory in place with IntervalSum. Returns the launches in words, e.g. "<<<1,8>>>", or
  /// "". Must do the same whatever the elements are: it must not copy them back and look.
  std::function<std::string(Interval* elements, long n)> run;
  /// Whether the scan is made for n >= 1 elements; empty: for all.
  std::function<bool(long n)> fits;
};

/// One run of a scan on intervals, and what it established.
class IntervalRun {
 public:
  IntervalRun(const GenericScan& scan, long n)
      : scan_(scan), n_(n), base_(next_base(n)), findings_before_(findings_so_far()) {
    const auto begin = std::chrono::steady_clock::now();
    judge(run());
    judge_race_freedom();
    seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }

  bool proved() const { return why_not_race_free_.empty() && why_not_right_.empty(); }
  double seconds() const { return seconds_; }

  /// "kogge-stone, N = 8, <<<1,8>>>: race-free for all inputs of this size; correct for all monoids"
  std::string verdict() const {
    return scan_.name + ", N = " + std::to_string(n_) + (launches_.empty() ? "" : ", " + launches_) + ": " +
           judgement();
  }

  /// The same for every size of a range.
  static std::string judgement_of_proved(const std::string& size = "this size") {
    return "race-free for all inputs of " + size + "; correct for all monoids";
  }

 private:
  static unsigned long long findings_so_far() {
#ifdef __FENCEPOST__
    return fencepost_findings();
#else
    return 0;
#endif
  }

  // Intervals of earlier runs, left over in memory that nobody initialised, must not look right: each run numbers its
  // inputs from another base.
  static int next_base(long n) {
    static long next = 1;
    if (next + n >= 0x7fffffffL) next = 1;
    const long base = next;
    next += n;
    return (int)base;
  }

  void judge_race_freedom() {
#if defined(__FENCEPOST__) && !defined(__FENCEPOST_NO_CHECK__)
    const char* options = getenv("FENCEPOST_OPTIONS");
    for (const char* option : {"--check", "--kernel", "--suppressions"}) {
      if (options && strstr(options, option)) {
        why_not_race_free_ = std::string(option) + " in FENCEPOST_OPTIONS limits what is checked";
        return;
      }
    }
    if (findings_so_far() != findings_before_) why_not_race_free_ = "the run has findings, which its report describes";
#else
    why_not_race_free_ = "race freedom not checked here: compile with fencepost-nvcc, without --no-check";
#endif
  }

  std::vector<Interval> run() {
    std::vector<Interval> elements;
    for (long i = 0; i < n_; ++i) elements.push_back(Interval(base_ + (int)i, base_ + (int)i));
    const size_t bytes = n_ * sizeof(Interval);
    Interval* device = nullptr;
    cudaError_t error = cudaMalloc((void**)&device, bytes);
    if (error == cudaSuccess) error = cudaMemcpy(device, elements.data(), bytes, cudaMemcpyHostToDevice);
    if (error == cudaSuccess) {
      launches_ = scan_.run(device, n_);
      error = cudaGetLastError();
    }
    if (error == cudaSuccess) error = cudaMemcpy(elements.data(), device, bytes, cudaMemcpyDeviceToHost);
    cudaFree(device);
    if (error != cudaSuccess) why_not_right_ = std::string("the CUDA runtime says ") + cudaGetErrorString(error);
    return elements;
  }

  void judge(const std::vector<Interval>& elements) {
    for (long i = 0; i < n_ && why_not_right_.empty(); ++i) {
      const long summands = scan_.kind == ScanKind::kInclusive ? i + 1 : i;
      const Interval expected = summands == 0 ? IntervalSum().identity() : Interval(base_, base_ + (int)summands - 1);
      if (elements[i].first_ == expected.first_ && elements[i].last_ == expected.last_) continue;
      why_not_right_ = "element " + std::to_string(i) + " is " + in_words(elements[i]) + ", not " + in_words(expected);
    }
  }

  std::string in_words(const Interval& value) const {
    if (value.is_empty()) return "the empty sum";
    if (!value.is_sum() || value.first_ < base_ || value.last_ >= base_ + n_) return "dead";
    return "(" + std::to_string(value.first_ - base_) + "," + std::to_string(value.last_ - base_) + ")";
  }

  std::string judgement() const {
    if (proved()) return judgement_of_proved();
    const char* between = why_not_right_.empty() || why_not_race_free_.empty() ? "" : "; ";
    std::string text = "NOT PROVED: " + why_not_right_ + between + why_not_race_free_;
    if (why_not_right_.empty()) text += "; correct for all monoids if it is race-free";
    return text;
  }

  const GenericScan& scan_;
  long n_;
  int base_;
  unsigned long long findings_before_;
  std::string launches_, why_not_right_, why_not_race_free_;
  double seconds_ = 0;
};

/// What prove_main() is asked for on the command line.
struct ProveRequest {
  std::vector<std::string> names;  ///< Of the scans; empty: all.
  std::vector<long> sizes;
  long up_to = 0;        ///< Every power of two up to this; 0: none.
  bool every_n = false;  ///< Every size up to 2048 too, or up to up_to if that is less.
  bool times = false;
};

/// Runs, prints verdicts and counts.
class ProveSession {
 public:
  explicit ProveSession(bool times) : times_(times) {}

  /// One line with the verdict.
  void prove(const GenericScan& scan, long n) {
    if (scan.fits && !scan.fits(n)) return;
    const IntervalRun run(scan, n);
    count(run);
    say(run.verdict(), run.seconds());
  }

  /// Every size from 1 to `last` that the scan is made for: one line if all are proved, else one for each that is not.
  void prove_every(const GenericScan& scan, long last) {
    const long failed_before = failed_;
    long sizes = 0;
    double seconds = 0;
    for (long n = 1; n <= last; ++n) {
      if (scan.fits && !scan.fits(n)) continue;
      show_progress(scan, n);
      const IntervalRun run(scan, n);
      count(run);
      ++sizes;
      seconds += run.seconds();
      if (!run.proved()) say(run.verdict(), run.seconds());
    }
    if (isatty(STDERR_FILENO)) fprintf(stderr, "\r\033[K");
    if (sizes == 0 || failed_ != failed_before) return;
    say(scan.name + ", " + std::to_string(sizes) + " sizes from 1 to " + std::to_string(last) + ": " +
            IntervalRun::judgement_of_proved("each size"),
        seconds);
  }

  /// Prints the last line. Returns the exit status.
  int finish() const {
    printf("%ld proved, %ld not proved\n", proved_, failed_);
    // `fencepost prove` asks here whether anything was proved: a program may also exit with 0 for other reasons.
    if (const char* path = getenv("FENCEPOST_PROVE_COUNT")) {
      if (FILE* file = fopen(path, "w")) {
        fprintf(file, "%ld %ld\n", proved_, failed_);
        fclose(file);
      }
    }
    return proved_ != 0 && failed_ == 0 ? 0 : 1;
  }

 private:
  void count(const IntervalRun& run) { ++(run.proved() ? proved_ : failed_); }

  void say(const std::string& verdict, double seconds) const {
    printf("%s", verdict.c_str());
    if (times_) printf(" (%.3f s)", seconds);
    printf("\n");
    fflush(stdout);
  }

  static void show_progress(const GenericScan& scan, long n) {
    if (n % 64 == 0 && isatty(STDERR_FILENO)) fprintf(stderr, "\r\033[K%s, N = %ld", scan.name.c_str(), n);
  }

  bool times_;
  long proved_ = 0, failed_ = 0;
};

inline int prove_usage(const std::string& problem) {
  fprintf(stderr,
          "prove: %s\n"
          "options: [--list] [--scan NAME]... [--all] [--n N]... [--up-to M] [--every-n] [--times]\n",
          problem.c_str());
  return 2;
}

/// Reads the command line of prove_main() into `request`. Returns what is wrong with it, empty if nothing.
inline std::string parse_prove_request(const std::vector<std::string>& words, ProveRequest& request) {
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "--all") {
      request.names.clear();
    } else if (word == "--every-n") {
      request.every_n = true;
    } else if (word == "--times") {
      request.times = true;
    } else if (word != "--scan" && word != "--n" && word != "--up-to") {
      return "unknown option '" + word + "'";
    } else if (i + 1 == words.size()) {
      return word + " needs a value";
    } else if (word == "--scan") {
      request.names.push_back(words[++i]);
    } else {
      const std::string& value = words[++i];
      const bool digits = !value.empty() && value.find_first_not_of("0123456789") == std::string::npos;
      const long number = digits && value.size() < 10 ? atol(value.c_str()) : 0;
      if (number < 1) return word + " " + value + ": give a number from 1 to 999999999";
      if (word == "--n") request.sizes.push_back(number);
      if (word == "--up-to") request.up_to = number;
    }
  }
  if (request.sizes.empty() && request.up_to == 0) request.up_to = request.every_n ? 2048 : 1024;
  return "";
}

/// The main function of a program that proves `scans`. Prints one verdict per line, then a count.
///   --list       the names and kinds, nothing else
///   --scan NAME  one of them (repeatable); --all, or neither: all
///   --n N        this size (repeatable)
///   --up-to M    every power of two up to M; 1024 without --n
///   --every-n    also every size up to 2048, or M if that is less
///   --times      how long each run took
/// Exit status: 0 if at least one run was asked for and all were proved, 1 if not, 2 on bad usage. A checked program
/// that has findings exits with 66 whatever main returns.
inline int prove_main(int argc, char** argv, const std::vector<GenericScan>& scans) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words == std::vector<std::string>{"--list"}) {
    for (const GenericScan& scan : scans) {
      printf("%-24s %s\n", scan.name.c_str(), scan.kind == ScanKind::kInclusive ? "inclusive" : "exclusive");
    }
    return 0;
  }
  ProveRequest request;
  std::string problem = parse_prove_request(words, request);
  if (!problem.empty()) return prove_usage(problem);

  std::vector<const GenericScan*> chosen;
  for (const GenericScan& scan : scans) {
    const bool named = std::find(request.names.begin(), request.names.end(), scan.name) != request.names.end();
    if (request.names.empty() || named) chosen.push_back(&scan);
  }
  for (const std::string& name : request.names) {
    const auto has_name = [&](const GenericScan& scan) { return scan.name == name; };
    if (std::none_of(scans.begin(), scans.end(), has_name)) {
      return prove_usage("no scan is called '" + name + "'; --list shows them");
    }
  }
  for (const GenericScan* scan : chosen) {
    for (long n : request.sizes) {
      if (scan->fits && !scan->fits(n)) {
        return prove_usage(scan->name + " is not made for N = " + std::to_string(n));
      }
    }
  }

  ProveSession session(request.times);
  for (const GenericScan* scan : chosen) {
    for (long n : request.sizes) session.prove(*scan, n);
    for (long n = 1; n <= request.up_to; n *= 2) session.prove(*scan, n);
    if (request.every_n) session.prove_every(*scan, request.up_to ? std::min(request.up_to, 2048L) : 2048L);
  }
  return session.finish();
}

}  // namespace fencepost
