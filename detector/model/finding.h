// The model of a run that every report writer renders: findings, symbolised, sorted, de-duplicated.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fencepost::detector {

enum class Kind : std::uint8_t {
  kRace,
  kBarrierDivergence,
  kDeadlock,
  kOutOfBounds,
  kUseAfterFree,
  kInvalidAddress,
  kMisaligned,
  kUninitializedRead,
  kLeak,
  kApiError,
  kPermission,
  kCrash,
  kTimeout,
  kUnsupported,
};
enum class Severity : std::uint8_t { kWarning, kError };
enum class Space : std::uint8_t { kNone, kShared, kGlobal, kConstant, kLocal, kTensor };
enum class Scope : std::uint8_t { kNone, kIntraWarp, kIntraBlock, kInterBlock, kStream, kHostDevice };
/// kClause: no access, but a clause of a contract that speaks of it.
enum class AccessKind : std::uint8_t {
  kRead,
  kWrite,
  kAtomic,
  kVolatileRead,
  kVolatileWrite,
  kBarrier,
  kExit,
  kClause
};

using Index3 = std::array<std::uint32_t, 3>;

/// A place in the user's source. `line` 0: unknown. `file` as the compiler was given it.
struct Location {
  std::string file;
  std::uint32_t line = 0;
  std::string function;
  std::string text;  ///< Of the line, if code that was loaded at run time brought it: it may be in no file.
  friend auto operator<=>(const Location&, const Location&) = default;
};

/// One side of a finding: who did what where.
struct FindingAccess {
  AccessKind kind{};
  bool of_block_scope = false;    ///< Atomic among the threads of its block only.
  bool of_cluster_scope = false;  ///< Likewise of its cluster.
  Index3 block{}, thread{};
  std::uint32_t interval = 0;
  Location location;            ///< Innermost frame in the user's file.
  std::vector<Location> stack;  ///< Inlined frames outwards, location first, the kernel last.
  std::string by;               ///< Who, if not a thread of the finding's launch: "the host", "cudaMemcpy in stream 1".
};

/// What was accessed.
struct Object {
  std::string name;  ///< "tile", "d_out"; empty if unknown.
  std::uint64_t bytes = 0;
  Location declared;                        ///< Of the variable, or of the cudaMalloc call.
  std::vector<Location> stack{};            ///< Of an allocation by the host: the calls that led to it, main()'s last.
  std::vector<std::uint64_t> dimensions{};  ///< Bounds of an array of several dimensions, outermost first; else empty.
};

/// A barrier that bounds an interval; nullopt stands for kernel entry or exit.
using Bound = std::optional<Location>;

/// Why a finding does not count.
struct Suppression {
  enum class Kind : std::uint8_t { kRule, kComment, kBaseline, kTest };
  std::string by;      ///< The rule, the comment or the baseline: "rules.txt:3", "scan.cu:12", "old.json".
  std::string reason;  ///< As given there; may be empty.
  Kind kind = Kind::kRule;
};

struct StreamTimeline;
/// What `fencepost run --propose` has to say on a finding.
struct FixProposal {
  std::string text;       ///< Sentences: the change, or why there is none.
  bool verified = false;  ///< With the patch the program was run again, and this finding was gone and none had come up.
  std::string patch;      ///< A unified diff for `patch -p1`; empty unless verified.
  std::string folder;     ///< Where its names begin; empty: the working directory.
};

/// What is added here, or to an access, is to be written by detector/report/json.cpp and read back by reader.cpp there.
struct Finding {
  Kind kind{};
  Severity severity{};
  Space space = Space::kNone;
  Scope scope = Scope::kNone;
  std::string kernel;                   ///< Demangled, with parameter types: "scan(int const*, int*, int)".
  std::uint64_t launch = 0;             ///< First launch it was seen in.
  std::optional<std::uint32_t> device;  ///< That it ran on; none where there is one device.
  Index3 grid{}, block_dim{};
  std::vector<Location> launched;  ///< The calls that led to that launch, it first, main()'s last.
  std::optional<Object> object;
  std::uint64_t offset = 0;  ///< Bytes into the object.
  std::uint32_t size = 0;    ///< Bytes of the access.
  std::string element;       ///< "tile[17]", "grid[3][4]", "particle[2].x" where known; else empty.
  std::uint32_t interval = 0;
  Bound interval_begin, interval_end;  ///< The barriers around the interval (races inside one block).
  std::uint64_t occurrences = 1;       ///< Conflicting (element, interval, block) instances behind this finding.
  std::vector<FindingAccess> accesses;
  bool with_async_copy = false;    ///< One side is a memcpy_async, or its like, in a kernel.
  bool lacks_proxy_fence = false;  ///< Of a race: its accesses are ordered, but for a `fence.proxy.async`.
  bool both_write = false;         ///< Of a race: on its lines threads also write what others write.
  bool handed_over = false;        ///< In its launch threads saw what others had written by strong accesses.
  std::string message;             ///< One sentence: what is wrong.
  std::string hint;                ///< One sentence: what to do about it.
  std::optional<Suppression> suppressed;
  /// Of --schedule random, if what the run did may depend on it: repeats the run.
  std::optional<std::uint64_t> seed;
  std::uint64_t runs = 0;     ///< Of several runs, those that had it; 0: there was only one run.
  std::string configuration;  ///< Of the runs of a sweep, the one that the rest is of: "N=33 blocks=64 seed=2" …
  std::string repeat;         ///< … and the command that runs it again.
  std::string fingerprint;    ///< The same in every report of the same defect, see fingerprint.h; empty if unknown.
  std::optional<FixProposal> proposal;
  /// Of races between streams and with the host: what was issued around the two; null: unknown.
  std::shared_ptr<const StreamTimeline> timeline;
  std::vector<std::uint32_t> processes;  ///< Of a report of several: numbers from 1 into Report::processes, ascending …
  std::string program;                   ///< … and the program of the first of them.
};

/// What tells one mistake from another: whether a race was seen between lanes of one warp alone depends on the shape of
/// the launch, and is the same mistake as a race of other threads of the block.
inline Scope scope_of_mistake(const Finding& finding) {
  return finding.kind == Kind::kRace && finding.scope == Scope::kIntraWarp ? Scope::kIntraBlock : finding.scope;
}

/// Findings of one kind and severity beyond --max-findings.
struct LeftOut {
  Severity severity{};
  Kind kind{};
  std::uint64_t count = 0;
  friend bool operator==(const LeftOut&, const LeftOut&) = default;
};

/// What --sample left of the launches that are checked, by how much of them was.
struct SampleSummary {
  std::uint64_t in_full = 0;
  std::uint64_t in_part = 0;      ///< Some blocks.
  std::uint64_t not_checked = 0;  ///< No block.
  std::uint64_t blocks = 0;       ///< Checked ones, of all launches.
  std::uint64_t no_code = 0;      ///< Of those in full: their kernels were compiled without code for less.
  [[nodiscard]] std::uint64_t launches() const { return in_full + in_part + not_checked; }
};

struct Summary {
  std::uint64_t launches = 0, blocks = 0, threads = 0, accesses = 0, errors = 0, warnings = 0;
  std::uint64_t library_operations = 0;  ///< Of cuBLAS and its kin, whose operands were checked.
  std::uint64_t suppressed = 0;          ///< Findings that rules and comments suppress; not among errors and warnings.
  std::uint64_t left_out = 0;            ///< Findings beyond --max-findings.
  /// The same by severity (errors first) and kind; empty of reports of older versions.
  std::vector<LeftOut> left_out_by_kind;
  double seconds = 0;
  std::uint64_t runs = 0;                 ///< That this report sums up; 0: it is the report of one run.
  std::uint64_t processes = 0;            ///< Likewise, of a report that tells processes apart.
  std::optional<int> exit_status;         ///< That the run ended with.
  std::optional<SampleSummary> sample{};  ///< If --sample was given.
};

/// All launches of one kernel.
struct LaunchedKernel {
  std::string name;  ///< Demangled, with parameter types.
  std::uint64_t launches = 0;
  bool checked = true;  ///< --kernel did not leave it out.
};

/// A process that a report is of, or a source that did not become one.
struct ProcessRecord {
  enum class End : std::uint8_t {
    kExited,       ///< By itself, or by a signal that let it write its report.
    kSignal,       ///< By a signal that did not.
    kReplaced,     ///< By exec().
    kRunning,      ///< It had not ended when the report was made.
    kLost,         ///< In a way that nobody saw: SIGKILL, or exec() of a program that is not checked.
    kNotCompiled,  ///< `program` is a source that fencepost-nvcc refused.
  };
  std::string program;  ///< Path of the executable, or of the source that `fencepost run` was given.
  std::vector<std::string> arguments;
  std::string folder, host;  ///< Where it was started.
  std::uint64_t pid = 0;
  std::uint64_t started = 0;  ///< Since the machine was, in clock ticks: with `host` and `pid` no other process' own.
  End end = End::kExited;
  int status = 0;  ///< Of exit(); for kSignal the signal.
  std::uint64_t launches = 0, errors = 0, warnings = 0;
  std::vector<LaunchedKernel> kernels;
};

/// What the user should know of the options of a run, though it fails nothing.
struct Note {
  enum class Kind : std::uint8_t {
    kUnusedRule,
    kBadComment,
    kNoSuchKernel,
    kRunEnded,
    kContract,
    kProcess,
    kSampled,
    kForked,
    kStrayWrite
  };
  Kind kind{};
  std::string text;
};

struct Coverage;
struct Profile;
struct SweepResults;

/// What was run.
struct ProgramCall {
  std::string file;  ///< As it was called, or the source that `fencepost run` was given; empty: unknown.
  std::vector<std::string> compiler_arguments;  ///< Of that source.
  std::vector<std::string> arguments;           ///< Of the program.
  friend bool operator==(const ProgramCall&, const ProgramCall&) = default;
};

/// What became of the contracts of a run.
struct ContractSummary {
  std::uint64_t clauses = 0;        ///< That were evaluated and never false.
  std::uint64_t held = 0;           ///< How often clauses held.
  std::uint64_t failed = 0;         ///< Clauses that were false, or could not be evaluated and ought to.
  std::uint64_t assumptions = 0;    ///< That the run came to.
  std::uint64_t not_evaluated = 0;  ///< Clauses that had no value, at least once.
  std::uint64_t unsupported = 0;    ///< Parts of annotations that are not checked.
  /// Nothing was assumed or left out.
  [[nodiscard]] bool is_complete() const { return assumptions + not_evaluated + unsupported == 0; }
  friend bool operator==(const ContractSummary&, const ContractSummary&) = default;
};

struct Report {
  Summary summary;
  std::vector<Finding> findings;    ///< In order of severity (errors first), then launch, then location.
  std::vector<Finding> suppressed;  ///< In the same order.
  std::vector<Note> notes;
  std::vector<LaunchedKernel> kernels;       ///< In order of their first launch.
  std::shared_ptr<const Profile> profile;    ///< Null without --profile.
  std::shared_ptr<const Coverage> coverage;  ///< Null without --coverage.
  std::optional<ContractSummary> contracts;  ///< Of programs that have contracts.
  ProgramCall program;
  std::shared_ptr<const SweepResults> sweep;  ///< Null if it is of no sweep.
  std::vector<ProcessRecord> processes;       ///< Empty in the report of one run that does not name its process.
};

}  // namespace fencepost::detector
