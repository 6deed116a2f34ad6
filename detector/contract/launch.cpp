#include "detector/contract/launch.h"

#include <atomic>
#include <map>
#include <mutex>
#include <set>
#include <utility>

#include "detector/contract/given.h"
#include "detector/symbols/sites.h"
#include "detector/text/name_patterns.h"

namespace fencepost::detector {
namespace {

struct NotChecked {
  const contract::Clause* clause;
  std::string why;
};

/// Never destroyed: kernels may run, and objects register, until the process is gone.
struct Checks {
  std::mutex mutex;
  ContractLog log;              ///< Of the running launch.
  std::vector<Grant> at_entry;  ///< Likewise, of global memory.
  std::vector<TakenBack> taken_back;
  ClauseCounts counts;
  std::vector<NotChecked> not_checked;
  std::set<std::string> without_permissions;  ///< Kernels.
  std::atomic<bool> met{false};               ///< The run has come to a contract.
};

Checks& checks() {
  static auto& instance = *new Checks;
  return instance;
}

std::string place_of(const contract::Clause& clause) {
  return std::string(clause.file) + ':' + std::to_string(clause.line);
}

void check_entry(Checks& all, std::uint64_t block_threads) {
  using Kind = ContractMistake::Kind;
  compare_with_all(all.at_entry, [&](Balance balance, const Imbalance& imbalance) {
    const ContractLog::Key key{
        .kind = balance == Balance::kUnknown ? Kind::kInexact : Kind::kTooMuch,
        .occasion = contract::library::Occasion::kKernelEntry,
        .clause = imbalance.lowest[0].range.granted,
        .other = imbalance.lowest.size() > 1 ? imbalance.lowest[1].range.granted : nullptr,
    };
    const std::uint32_t bytes = imbalance.element_bytes;
    const ContractMistake::Instance at{.address = imbalance.begin};
    all.log.add(key, at, (imbalance.end - imbalance.begin + bytes - 1) / bytes, [&] {
      return ContractMistake::Facts{.space = Space::kGlobal,
                                    .bytes = bytes,
                                    .wanted = imbalance.given.value_or(Share::kNothing),
                                    .had = Share::kAll,
                                    .lowest = imbalance.lowest};
    });
  });
  compare_blocks(all.taken_back, all.at_entry, block_threads, [&](const TakenBack& back, const Imbalance& imbalance) {
    const ContractLog::Key key{.kind = Kind::kStillLent,
                               .occasion = contract::library::Occasion::kDeparture,
                               .clause = back.barrier,
                               .other = back.grant.range.granted};
    const std::uint64_t block = back.grant.thread / block_threads, thread = back.grant.thread % block_threads;
    const std::uint32_t bytes = imbalance.element_bytes;
    const ContractMistake::Instance at{block, back.interval, thread, imbalance.begin};
    all.log.add(key, at, (imbalance.end - imbalance.begin + bytes - 1) / bytes, [&] {
      std::vector<Grant> lowest = imbalance.lowest;
      lowest[0].thread = thread;
      return ContractMistake::Facts{.space = Space::kGlobal,
                                    .bytes = bytes,
                                    .wanted = imbalance.given.value_or(Share::kNothing),
                                    .lowest = std::move(lowest),
                                    .keeper = imbalance.keeper};
    });
  });
  all.at_entry = {};
  all.taken_back = {};
}

}  // namespace

void end_contract_block(ContractLog log, std::vector<Grant> at_entry, std::vector<TakenBack> taken_back,
                        ClauseCounts counts) {
  Checks& all = checks();
  const std::scoped_lock lock(all.mutex);
  all.met = true;
  all.log.add(std::move(log));
  all.at_entry.insert(all.at_entry.end(), at_entry.begin(), at_entry.end());
  all.taken_back.insert(all.taken_back.end(), taken_back.begin(), taken_back.end());
  for (const auto& [clause, count] : counts) {
    ClauseCount& known = all.counts[clause];
    known.held += count.held;
    known.failed += count.failed;
    known.assumed += count.assumed;
    known.not_evaluated += count.not_evaluated;
    if (known.reason.empty() || (!count.reason.empty() && count.reason < known.reason)) known.reason = count.reason;
  }
}

void note_kernel_without_permissions(const sim::LaunchInfo& launch) {
  Checks& all = checks();
  const std::scoped_lock lock(all.mutex);
  all.without_permissions.insert(plain_kernel_name(Sites::instance().symboliser().function(launch.entry_pc)));
}

ContractLog end_contract_launch(const sim::LaunchInfo& launch) {
  Checks& all = checks();
  if (!all.met.load(std::memory_order_relaxed)) return {};
  forget_given(launch);
  const std::scoped_lock lock(all.mutex);
  check_entry(all, launch.block.count());
  return std::exchange(all.log, {});
}

std::optional<ContractSummary> contract_summary() {
  Checks& all = checks();
  const std::scoped_lock lock(all.mutex);
  if (!all.met && all.not_checked.empty()) return std::nullopt;
  ContractSummary summary;
  for (const auto& [clause, count] : all.counts) {
    summary.held += count.held;
    if (count.failed != 0) ++summary.failed;
    if (count.failed == 0 && count.held != 0) ++summary.clauses;
    if (count.assumed != 0) ++summary.assumptions;
    if (count.not_evaluated != 0) ++summary.not_evaluated;
  }
  std::set<const contract::Clause*, ClauseOrder> unsupported;
  for (const NotChecked& part : all.not_checked) unsupported.insert(part.clause);
  summary.unsupported = unsupported.size();
  return summary;
}

std::vector<Note> contract_notes() {
  Checks& all = checks();
  const std::scoped_lock lock(all.mutex);
  std::vector<Note> notes;
  for (const std::string& kernel : all.without_permissions) {
    notes.push_back({Note::Kind::kContract, "no annotation of " + kernel +
                                                " names a permission, so that its accesses are not compared with any"});
  }
  std::map<const contract::Clause*, std::set<std::string>, ClauseOrder> by_place;
  for (const auto& [clause, count] : all.counts) {
    if (count.assumed != 0) by_place[clause].insert("assumed: ");
    if (count.not_evaluated != 0) by_place[clause].insert("not evaluated, as " + count.reason + " has no value: ");
  }
  for (const NotChecked& part : all.not_checked) by_place[part.clause].insert("not checked, " + part.why + ": ");
  for (const auto& [clause, kinds] : by_place) {
    for (const std::string& kind : kinds) {
      notes.push_back({Note::Kind::kContract, place_of(*clause) + ": " + kind + clause->text});
    }
  }
  return notes;
}

void register_not_checked(const contract::Clause& clause, const char* why) {
  Checks& all = checks();
  const std::scoped_lock lock(all.mutex);
  all.not_checked.push_back({&clause, why});
}

}  // namespace fencepost::detector
