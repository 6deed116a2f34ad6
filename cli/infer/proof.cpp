#include "cli/infer/proof.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "cli/solve/fit.h"

namespace fencepost::cli::infer {
namespace {

using detector::ScopeBlock;
using detector::ScopeRecord;

bool begins(ClausePlace place) {
  return place == ClausePlace::kKernelRequires || place == ClausePlace::kBarrierEnsures;
}
bool ends(ClausePlace place) { return place == ClausePlace::kKernelEnsures || place == ClausePlace::kBarrierRequires; }

/// An object in an interval of a block.
using Use = std::tuple<std::size_t, std::size_t, std::size_t, std::size_t>;

Use use_of(const RowOrigin& origin) { return {origin.run, origin.block, origin.interval, origin.object}; }

std::vector<std::size_t> groups_of(const HeldTables& held) {
  std::map<std::tuple<std::size_t, std::size_t, std::size_t>, std::size_t> known;
  std::vector<std::size_t> groups;
  for (const RowOrigin& o : held.origins) {
    groups.push_back(known.emplace(std::tuple(o.run, o.block, o.interval), known.size()).first->second);
  }
  return groups;
}

std::map<std::size_t, std::int64_t> fixed_builtins(const Table& table) {
  std::map<std::size_t, std::int64_t> fixed;
  for (std::size_t v = table.names.size() - kBuiltins; v < table.names.size(); ++v) {
    if (table.names[v].starts_with("threadIdx") || table.rows.empty()) continue;
    const std::int64_t value = table.rows[0].values[v];
    if (std::ranges::all_of(table.rows, [&](const Row& r) { return r.values[v] == value; })) fixed[v] = value;
  }
  return fixed;
}

class Prover {
 public:
  Prover(const std::vector<ScopeRecord>& runs, const HintsFor& hints, const std::string& z3)
      : runs_(runs), hints_(hints), z3_(z3) {
    for (HeldTables& held : make_tables(runs, {.keeper = Keeper::kNobody})) {
      if (!begins(held.point.place) && !ends(held.point.place)) continue;
      PlaceProof& place = proof_.places.emplace_back();
      place.held = std::move(held);
    }
    for (std::size_t p = 0; p < proof_.places.size(); ++p) {
      const HeldTables& held = proof_.places[p].held;
      if (held.origins.size() != held.write.rows.size()) continue;  // Variables are missing: it has a problem.
      for (const RowOrigin& o : held.origins) rows_[use_of(o)][p].insert(o.thread);
    }
    decided_.resize(proof_.places.size());
  }

  SizesProof run() {
    const std::map<std::string, std::vector<Touches>> objects = touches_by_object();
    for (const auto& [name, touches] : objects) {
      ArrayProof& array = proof_.arrays.emplace_back();
      array.object = name;
      array.is_proved = true;
      for (const Touches& t : touches) array.is_written = array.is_written || t.is_written;
      if (!array.is_written) continue;
      for (const Touches& t : touches) prove(t, array);
    }
    find_not_varied();
    return std::move(proof_);
  }

 private:
  struct Touches {
    Use use;
    std::set<std::uint32_t> threads;
    bool is_written = false;
  };

  [[nodiscard]] std::map<std::string, std::vector<Touches>> touches_by_object() const {
    std::map<std::string, std::vector<Touches>> all;
    for (std::size_t r = 0; r < runs_.size(); ++r) {
      for (std::size_t b = 0; b < runs_[r].blocks.size(); ++b) {
        const ScopeBlock& block = runs_[r].blocks[b];
        for (std::size_t k = 0; k < block.intervals.size(); ++k) {
          std::map<std::size_t, Touches> found;
          for (const detector::ScopeTouch& touch : block.intervals[k]) {
            for (std::size_t o = 0; o < block.objects.size(); ++o) {
              if (touch.address - block.objects[o].begin >= block.objects[o].bytes) continue;
              Touches& of = found[o];
              of.use = {r, b, k, o};
              of.threads.insert(touch.thread);
              of.is_written = of.is_written || touch.writes || touch.atomic;
            }
          }
          for (auto& [o, touches] : found) all[object_name(block, o)].push_back(std::move(touches));
        }
      }
    }
    return all;
  }

  /// One place that tells of all threads, and where Z3 finds no conflict, is enough.
  void prove(const Touches& touches, ArrayProof& array) {
    const auto add = [](std::vector<std::size_t>& list, std::size_t p) {
      if (std::ranges::find(list, p) == list.end()) list.push_back(p);
    };
    std::vector<std::size_t> tried;
    for (const bool at_begin : {true, false}) {
      for (const auto& [p, threads] : rows_[touches.use]) {
        if (begins(proof_.places[p].held.point.place) != at_begin) continue;
        if (!std::ranges::includes(threads, touches.threads)) continue;
        decide(p);
        tried.push_back(p);
        if (!proof_.places[p].is_proved()) continue;
        add(array.places, p);
        return;
      }
    }
    array.is_proved = false;
    array.has_untold = array.has_untold || tried.empty();
    for (const std::size_t p : tried) add(array.open, p);
  }

  void decide(std::size_t p) {
    if (decided_[p]) return;
    decided_[p] = true;
    PlaceProof& place = proof_.places[p];
    HeldTables& held = place.held;
    place.why = held.problem;
    if (place.why.empty() && pointers_differ(held)) place.why = held.array + " differs from thread to thread";
    if (!place.why.empty()) return;
    const std::vector<IndexClause> hints = hints_(held);
    auto writes = fitted(held.written, hints);
    std::optional<std::vector<IndexClause>> reads;
    if (writes) reads = writes->empty() ? std::vector<IndexClause>() : fitted(held.read, hints);
    if (!reads && !held.has_more_readers && is_each_alone(held)) {
      writes = fitted(held.write, hints);
      if (writes) reads.emplace();
      place.of_use = true;
    }
    if (!reads) {
      place.why = "no expression that was tried fits all runs";
      return;
    }
    place.explained = true;
    place.pattern = {.table = nullptr, .writes = *writes, .reads = *reads, .fixed = fixed_builtins(held.written)};
    if (writes->empty()) {
      place.verdict.conflict = Satisfiable::kNo;
      return;
    }
    std::vector<IndexClause> clauses = *writes;
    clauses.insert(clauses.end(), reads->begin(), reads->end());
    const Table& table = written_table(held, place.of_use);
    place.pattern.facts = facts_of(table, clauses, groups_of(held));
    place.pattern.table = &table;
    place.verdict = ConflictQuestion(place.pattern, z3_).decide();
  }

  static std::optional<std::vector<IndexClause>> fitted(const Table& table, const std::vector<IndexClause>& hints) {
    const bool is_empty = std::ranges::all_of(table.rows, [](const Row& row) { return row.elements.empty(); });
    if (is_empty) return std::vector<IndexClause>();
    auto found = fit(table), of_source = fit_hints(table, hints);
    if (!found || !of_source) return found ? found : of_source;
    return reading_cost(*of_source) <= reading_cost(*found) ? of_source : found;
  }

  /// As of clauses that are none of the source's.
  static int reading_cost(const std::vector<IndexClause>& clauses) {
    int cost = 0;
    for (IndexClause clause : clauses) {
      clause.of_source = false;
      cost += cost_of(clause) + kCostOfClause;
    }
    return cost;
  }

  static bool is_each_alone(const HeldTables& held) {
    for (std::size_t r = 0; r < held.origins.size(); ++r) {
      if (!is_alone(held, r)) return false;
    }
    return true;
  }

  void find_not_varied() {
    std::set<std::string> found;
    for (const PlaceProof& place : proof_.places) {
      const HeldTables& held = place.held;
      if (held.written.rows.empty()) continue;
      const Table& table = held.written;
      for (std::size_t v = 0; v < table.names.size(); ++v) {
        const std::int64_t value = table.rows[0].values[v];
        const bool is_size =
            table.names[v] == "blockDim.x" || table.names[v] == "gridDim.x" || !is_builtin(table, v) || value != 1;
        if (!is_builtin(table, v) && held.point.place != ClausePlace::kKernelRequires) continue;
        if (table.names[v].starts_with("threadIdx") || table.names[v].starts_with("blockIdx") || !is_size) continue;
        if (!std::ranges::all_of(table.rows, [&](const Row& r) { return r.values[v] == value; })) continue;
        for (const std::string& kernel : held.kernels) {
          found.insert(kernel + ": " + table.names[v] + " = " + std::to_string(value));
        }
      }
    }
    proof_.not_varied.assign(found.begin(), found.end());
  }

  const std::vector<ScopeRecord>& runs_;
  const HintsFor& hints_;
  const std::string& z3_;
  SizesProof proof_;
  std::map<Use, std::map<std::size_t, std::set<std::uint32_t>>> rows_;  // By place, the threads that it tells of.
  std::vector<bool> decided_;
};

}  // namespace

const Table& written_table(const HeldTables& held, bool of_use) { return of_use ? held.write : held.written; }

bool is_alone(const HeldTables& held, std::size_t row) {
  return std::ranges::all_of(held.shared, [&](const Table& table) { return table.rows[row].elements.empty(); });
}

bool pointers_differ(const HeldTables& held) {
  std::map<std::tuple<std::size_t, std::size_t, std::size_t>, std::int64_t> known;
  return std::ranges::any_of(held.origins, [&](const RowOrigin& o) {
    return known.emplace(std::tuple(o.run, o.block, o.interval), o.first).first->second != o.first;
  });
}

std::string kernel_name(const ScopeBlock& block) {
  const std::string head = block.kernel.substr(0, block.kernel.find_first_of("<("));
  const std::size_t space = head.rfind(' ');
  return space == std::string::npos ? head : head.substr(space + 1);
}

std::string object_name(const ScopeBlock& block, std::size_t object) {
  return kernel_name(block) + ": " + block.objects[object].name;
}

SizesProof prove_sizes(const std::vector<ScopeRecord>& runs, const HintsFor& hints, const std::string& z3) {
  return Prover(runs, hints, z3).run();
}

}  // namespace fencepost::cli::infer
