// The mistakes of contracts in the user's words.
#include <algorithm>

#include "detector/model/index.h"
#include "detector/model/thread_groups.h"
#include "detector/monitor/contract_findings.h"
#include "detector/monitor/launch_findings.h"
#include "detector/symbols/object_name.h"
#include "detector/symbols/sites.h"
#include "sim/engine/arena.h"

namespace fencepost::detector {
namespace {

using Mistake = ContractMistake::Kind;
using contract::Clause;
using contract::library::Occasion;

std::string place_of(const Location& at) { return at.file + ':' + std::to_string(at.line); }
std::string place_of(const Clause* clause) { return std::string(clause->file) + ':' + std::to_string(clause->line); }
std::string exact_place_of(const Clause* clause) { return place_of(clause) + ':' + std::to_string(clause->column); }

/// One mistake on its way to a finding.
class Telling {
 public:
  Telling(const ContractLog::Key& key, const ContractMistake& mistake, const sim::LaunchInfo& launch)
      : key_(key), at_(mistake.at), facts_(mistake.facts), launch_(launch) {
    finding_.kind = Kind::kPermission;
    finding_.severity = key.kind == Mistake::kLeaked ? Severity::kWarning : Severity::kError;
    finding_.space = facts_.space;
    finding_.scope = key.kind == Mistake::kTooMuch ? Scope::kNone : Scope::kIntraBlock;
    finding_.kernel = Sites::instance().symboliser().function(launch.entry_pc);
    finding_.launch = launch.number;
    finding_.grid = to_index(launch.grid);
    finding_.block_dim = to_index(launch.block);
    finding_.interval = at_.interval;
    finding_.occurrences = mistake.occurrences;
    finding_.size = facts_.bytes;
    if (facts_.space != Space::kNone) name_object(finding_, launch, at_.address);
    place_ = !finding_.element.empty() ? finding_.element : finding_.object ? finding_.object->name : nearest();
  }

  Finding finish() {
    switch (key_.kind) {
      case Mistake::kAccess:
        tell_access();
        break;
      case Mistake::kNotHeld:
        tell_not_held();
        break;
      case Mistake::kTooMuch:
      case Mistake::kInvented:
      case Mistake::kLeaked:
      case Mistake::kStillLent:
      case Mistake::kInexact:
        tell_sum();
        break;
      case Mistake::kFalse:
      case Mistake::kNoValue:
      case Mistake::kUnframed:
      case Mistake::kNotMemory:
        tell_clause();
        break;
    }
    return std::move(finding_);
  }

 private:
  /// The name of a place that belongs to nobody, by the allocation next to it.
  [[nodiscard]] std::string nearest() const {
    if (facts_.space != Space::kGlobal) return "it";
    const auto* address = reinterpret_cast<const void*>(at_.address);  // NOLINT(performance-no-int-to-ptr)
    const auto allocation = sim::Arena::instance().nearest(address);
    constexpr std::uintptr_t kNear = 1U << 20;
    if (!allocation) return "it";
    const auto base = reinterpret_cast<std::uintptr_t>(allocation->base);
    if (at_.address - base > allocation->bytes + kNear) return "it";
    const auto object = object_at(Space::kGlobal, base, launch_);
    if (!object || at_.address < object->first_element) return "it";
    return element_text(object->variable, at_.address - object->first_element, facts_.bytes);
  }

  [[nodiscard]] std::string thread_text(std::uint64_t thread, sim::BlockRank block) const {
    std::string text = "thread " + index_text(index_of(thread, launch_.block), finding_.block_dim);
    if (launch_.grid.count() > 1) text += " of block " + index_text(index_of(block, launch_.grid), finding_.grid);
    return text;
  }
  [[nodiscard]] std::string thread_text() const { return thread_text(at_.thread, at_.block); }
  /// Of a grant: its thread is numbered in the grid at the kernel's entry if the place is the grid's.
  [[nodiscard]] bool is_of_grid() const { return key_.kind == Mistake::kTooMuch && facts_.space == Space::kGlobal; }
  [[nodiscard]] std::uint64_t thread_of(const Grant& grant) const {
    return is_of_grid() ? grant.thread % launch_.block.count() : grant.thread;
  }
  [[nodiscard]] sim::BlockRank block_of(const Grant& grant) const {
    return is_of_grid() ? grant.thread / launch_.block.count() : at_.block;
  }

  void add_clause(const Clause* clause, std::uint64_t thread, sim::BlockRank block) {
    FindingAccess access;
    access.kind = AccessKind::kClause;
    access.block = index_of(block, launch_.grid);
    access.thread = index_of(thread, launch_.block);
    access.interval = at_.interval;
    if (clause != nullptr) access.location = {clause->file, clause->line, {}};
    access.stack = {access.location};
    finding_.accesses.push_back(std::move(access));
  }

  void tell_access() {
    finding_.accesses.push_back(access_side({.site = key_.site,
                                             .kind = static_cast<std::uint8_t>(facts_.access),
                                             .at = {at_.block, at_.interval, static_cast<std::uint32_t>(at_.thread)}},
                                            launch_));
    const Location& line = finding_.accesses.front().location;
    const std::string what = (facts_.access & kIsAtomic) != 0 && key_.writes ? " updates "
                             : key_.writes                                   ? " writes "
                                                                             : " reads ";
    finding_.message = thread_text() + what + place_ + " (" + place_of(line) + ") but holds ";
    if (facts_.had.is_nothing()) {
      finding_.message += "nothing of it";
    } else {
      finding_.message += "only " + facts_.had.text() + " (granted at " + place_of(key_.clause) + ')';
    }
    const bool is_atomic = (facts_.access & kIsAtomic) != 0;
    finding_.hint = facts_.had.atomics != 0 ? "`atomic` is for atomic operations only: give it back at a barrier"
                    : is_atomic             ? "an atomic operation needs `atomic`, or all of the permission: `write`"
                    : key_.writes           ? "a write needs all of the permission: `write`, or 1"
                                            : "a read needs some share of the permission, if only `read`";
  }

  void tell_not_held() {
    const std::string wanted = facts_.wanted.text() + " of " + place_;
    const std::string clause = place_of(key_.clause);
    std::string text = thread_text();
    switch (key_.occasion) {
      case Occasion::kArrival:
        text += " hands in " + wanted + " at " + clause;
        break;
      case Occasion::kInvariant:
        text += " comes to the loop, whose invariant at " + clause + " has " + wanted + ',';
        break;
      case Occasion::kFunctionEntry:
        text += " calls a function that requires " + wanted + " (" + clause + ')';
        break;
      case Occasion::kFunctionExit:
        text += " returns from a function that ensures " + wanted + " (" + clause + ')';
        break;
      case Occasion::kKernelExit:
        text += " ends the kernel, which ensures " + wanted + " (" + clause + "),";
        break;
      default:
        text += " comes to the assertion of " + wanted + " at " + clause;
        break;
    }
    text += " but holds " + (facts_.had.is_nothing() ? "none" : "only " + facts_.had.text());
    finding_.message = std::move(text);
    finding_.hint = "a thread has what was granted at the kernel's entry and at the barriers since";
    add_clause(key_.clause, at_.thread, at_.block);
  }

  void tell_sum() {
    const auto& lowest = facts_.lowest;
    std::string threads = thread_text(thread_of(lowest[0]), block_of(lowest[0]));
    std::string clauses = place_of(lowest[0].range.granted);
    if (lowest.size() > 1) {
      const auto both = sum(lowest[0].range.share, lowest[1].range.share);
      const bool all = both && compare(*both, facts_.wanted) == 0;
      threads += (all || key_.kind == Mistake::kLeaked ? " and " : ", ") +
                 thread_text(thread_of(lowest[1]), block_of(lowest[1]));
      if (!all && key_.kind != Mistake::kLeaked) threads += " and others";
      if (const std::string second = place_of(lowest[1].range.granted); second != clauses) clauses += ", " + second;
    }
    for (const Grant& grant : lowest) add_clause(grant.range.granted, thread_of(grant), block_of(grant));
    const std::string together = lowest.size() > 1 ? " together " : " ";
    switch (key_.kind) {
      case Mistake::kTooMuch:
        finding_.message = "at the kernel's entry " + threads + (lowest.size() > 1 ? " are" : " is") + together +
                           "granted " + facts_.wanted.text() + " of " + place_ + " (" + clauses +
                           (facts_.wanted.atomics != 0 ? "), which excludes `atomic`" : "), more than 1");
        finding_.hint = "there is one permission for each place, to be shared among all threads";
        break;
      case Mistake::kInvented:
        finding_.message = "the barrier at " + place_of(key_.clause) + " gives " + threads + together +
                           facts_.wanted.text() + " of " + place_ + " (" + clauses + "), but " +
                           (facts_.had.is_nothing() ? "none" : "only " + facts_.had.text()) + " of it was handed in";
        finding_.hint = "a barrier redistributes what the threads of its block hand in by `requires`";
        break;
      case Mistake::kStillLent:
        finding_.message = "the barrier at " + place_of(key_.clause) + " gives " + threads + together +
                           facts_.wanted.text() + " of " + place_ + " (" + clauses + "), which " +
                           thread_text(*facts_.keeper % launch_.block.count(), *facts_.keeper / launch_.block.count()) +
                           " may still change by atomic operations";
        finding_.hint = "all who have `atomic` of a place hand it in before somebody is given a share of it";
        break;
      case Mistake::kLeaked:
        finding_.message = "the barrier at " + place_of(key_.clause) + " takes " + facts_.had.text() + " of " + place_ +
                           " from " + threads + " (" + clauses + ") and gives " + facts_.wanted.text() +
                           " of it: the rest is lost";
        finding_.hint = "nobody can write there any more; hand in less, or give it to some thread by `ensures`";
        break;
      default:
        finding_.message = "shares of " + place_ + " that " + threads + " have (" + clauses +
                           ") cannot be added up: the sum takes more than 64 bits";
        finding_.hint = "use fractions whose denominators have common factors";
        break;
    }
  }

  void tell_clause() {
    const std::string clause = '`' + std::string(key_.clause->text) + '`';
    switch (key_.kind) {
      case Mistake::kFalse:
        finding_.message = clause + " (" + exact_place_of(key_.clause) + ") does not hold for " + thread_text();
        if (!facts_.text.empty()) finding_.message += ", where " + facts_.text;
        break;
      case Mistake::kUnframed:
        finding_.message = clause + " (" + exact_place_of(key_.clause) + ") reads " + place_ + ", for which " +
                           thread_text() + " has no permission";
        finding_.hint = "name a share of it in a clause before this one";
        break;
      case Mistake::kNotMemory:
        finding_.message = clause + " (" + exact_place_of(key_.clause) + ") speaks of " +
                           (place_ == "it" ? "an address" : place_) + " for " + thread_text() +
                           ": that is no memory of the device";
        finding_.hint = "check the index: is it negative, or beyond the array?";
        break;
      default:
        finding_.message =
            clause + " (" + exact_place_of(key_.clause) + ") has no value for " + thread_text() + ": " + facts_.text;
        break;
    }
    add_clause(key_.clause, at_.thread, at_.block);
  }

  const ContractLog::Key& key_;
  const ContractMistake::Instance& at_;
  const ContractMistake::Facts& facts_;
  const sim::LaunchInfo& launch_;
  Finding finding_;
  std::string place_;
};

/// The same mistake at the same lines of the source: accesses have several sites on one line.
std::string key_text(const ContractLog::Key& key) {
  std::string text = "contract|" + std::to_string(static_cast<int>(key.kind));
  text += '|' + std::to_string(static_cast<int>(key.occasion)) + (key.writes ? "w" : "r");
  if (key.kind == Mistake::kAccess) text += '|' + place_of(Sites::instance().get(key.site).location());
  for (const Clause* clause : {key.clause, key.other}) text += '|' + (clause != nullptr ? exact_place_of(clause) : "");
  return text;
}

}  // namespace

void contract_findings(const ContractLog& log, const sim::LaunchInfo& launch,
                       const std::function<void(Finding, const std::string& key)>& tell) {
  struct Least {
    const ContractLog::Key* key;
    ContractMistake mistake;
  };
  std::map<std::string, Least> by_text;
  for (const auto& [key, mistake] : log.mistakes()) {
    auto [at, is_new] = by_text.try_emplace(key_text(key), Least{&key, mistake});
    if (is_new) continue;
    Least& known = at->second;
    const std::uint64_t occurrences = known.mistake.occurrences + mistake.occurrences;
    if (mistake.at < known.mistake.at) known = {&key, mistake};
    known.mistake.occurrences = occurrences;
  }
  for (const auto& [text, least] : by_text) tell(Telling(*least.key, least.mistake, launch).finish(), text);
}

}  // namespace fencepost::detector
