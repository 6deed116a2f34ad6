#include "cli/infer_solve.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

#include "cli/infer_candidates.h"
#include "cli/infer_fit.h"

namespace fencepost::cli::infer {
namespace {

struct Share {
  IndexClause clause;
  std::string fraction;
};
using Shares = std::vector<Share>;

constexpr int kCostOfShare = 4;

int cost_of(const Shares& shares) {
  return std::accumulate(shares.begin(), shares.end(), 0,
                         [](int sum, const Share& s) { return sum + kCostOfShare + infer::cost_of(s.clause); });
}

bool add(Shares& shares, const std::optional<std::vector<IndexClause>>& clauses, const std::string& fraction) {
  if (!clauses) return false;
  for (const IndexClause& clause : *clauses) shares.push_back({clause, fraction});
  return true;
}

/// Elements told apart by how many threads read them.
std::optional<Shares> by_number_of_readers(const HeldTables& held) {
  if (held.has_more_readers) return std::nullopt;
  Shares shares;
  for (std::size_t n = 0; n < held.shared.size(); ++n) {
    if (!add(shares, fit(held.shared[n]), "1\\" + std::to_string(n + 2))) return std::nullopt;
  }
  if (!add(shares, fit(held.write), "write")) return std::nullopt;
  return shares;
}

/// All that are only read together; their readers are as many as an expression says.
std::optional<Shares> by_kind_of_access(const HeldTables& held) {
  if (std::ranges::find(held.readers, -1) != held.readers.end()) return std::nullopt;
  Shares shares;
  const auto read = fit(held.read);
  if (!read) return std::nullopt;
  if (!read->empty()) {
    std::vector<std::size_t> all(held.read.rows.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    RowSet some(all.size());
    for (std::size_t r = 0; r < all.size(); ++r) {
      if (held.readers[r] > 0) some.insert(r);
    }
    const Candidates candidates(held.read, all);
    const auto readers = candidates.find_equal(held.readers, some);
    if (!readers) return std::nullopt;
    const std::string text = text_of(*readers, held.read);
    add(shares, read, text == "1" ? "write" : "1\\" + (text.find(' ') == std::string::npos ? text : "(" + text + ")"));
  }
  if (!add(shares, fit(held.written), "write")) return std::nullopt;
  return shares;
}

/// The name of a variable that is the thread's number in its block.
std::optional<std::size_t> name_of_thread(const Table& table) {
  const std::size_t x = table.names.size() - 12;  // threadIdx.x
  for (std::size_t v = 0; v <= x; ++v) {
    if (std::ranges::all_of(table.rows, [&](const Row& row) { return row.values[v] == row.values[x]; })) return v;
  }
  return std::nullopt;
}

std::string text_of(const Share& share, const std::string& array, const Table& table) {
  const IndexClause& clause = share.clause;
  std::string text = infer::text_of(clause.guard, table);
  if (!text.empty()) text += " ==> ";
  std::string held =
      "\\pointer_index(" + array + ", " + infer::text_of(clause.index, table) + ", " + share.fraction + ")";
  if (!clause.quantified) return text + held;
  const std::string& i = table.bound_name;
  std::string range = infer::text_of(clause.first, table) + " <= " + i;
  for (const Expression& end : clause.ends) range += " && " + i + " < " + infer::text_of(end, table);
  const std::string filter = infer::text_of(clause.filter, table);
  if (!filter.empty()) range += " && " + filter;
  return text + "(\\forall* int " + i + "; " + range + "; " + held + ")";
}

FittedArray solve(const HeldTables& held, std::int64_t thread) {
  FittedArray fitted{.point = held.point, .array = held.array, .object = held.object, .why = held.problem};
  if (!held.problem.empty()) return fitted;
  std::optional<Shares> shares;
  if (held.only_read) {
    shares.emplace();
    if (!add(*shares, fit(held.any), "read")) shares.reset();
  } else {
    shares = by_number_of_readers(held);
    const bool alone = std::ranges::none_of(held.readers, [](std::int64_t n) { return n > 1 || n < 0; });
    const auto other = shares && alone ? std::nullopt : by_kind_of_access(held);
    if (other && (!shares || cost_of(*other) < cost_of(*shares))) shares = other;
  }
  if (!shares) {
    fitted.why = "no expression that was tried fits all runs";
    return fitted;
  }
  if (!held.kept.rows.empty()) {
    const auto kept = fit_kept(held.kept);
    const auto name = name_of_thread(held.write);
    if (!kept || !name) {
      fitted.why = "no expression that was tried tells which elements nobody uses";
      return fitted;
    }
    for (IndexClause clause : *kept) {
      clause.guard.insert(clause.guard.begin(), {variable(*name), Relation::kEqual, number(thread)});
      shares->push_back({std::move(clause), "write"});
    }
  }
  fitted.explained = true;
  for (Share& share : *shares) {
    fitted.expressions.push_back(text_of(share, held.array, held.write));
    fitted.fractions.push_back(share.fraction);
    fitted.clauses.push_back(std::move(share.clause));
  }
  return fitted;
}

std::string words_for(const Keeping& keeping) {
  std::string text;
  switch (keeping.keeper) {
    case Keeper::kOwnThread:
      text = "thread i keeps element i while nobody uses it";
      break;
    case Keeper::kOneThread:
      text = "thread " + std::to_string(keeping.thread) + " keeps the elements that nobody uses";
      break;
    case Keeper::kNobody:
      return "nobody keeps the elements that are not used: the clauses do not hand them on";
  }
  return keeping.to_the_end ? text : text + ", until the array's last use";
}

std::vector<Keeping> keepings_for(std::int64_t park) {
  const Keeping one{.keeper = Keeper::kOneThread,
                    .thread = static_cast<std::uint32_t>(std::max<std::int64_t>(park, 0))};
  Keeping one_whole = one, one_until = one;
  one_whole.whole = true;
  one_until.whole = true;
  one_until.to_the_end = false;
  const Keeping nobody{.keeper = Keeper::kNobody};
  if (park >= 0) return {one, one_whole, one_until, nobody};
  const Keeping own{.keeper = Keeper::kOwnThread};
  Keeping own_whole = own;
  own_whole.whole = true;
  Keeping own_until = own;
  own_until.whole = true;
  own_until.to_the_end = false;
  return {own, own_whole, one, own_until, one_until, nobody};
}

}  // namespace

Inference infer_clauses(const std::vector<detector::ScopeRecord>& runs, std::int64_t park) {
  struct Best {
    std::size_t unexplained = 0;
    std::vector<FittedArray> arrays;
    std::string note;
  };
  std::map<std::string, Best> best;  // By object.
  for (const Keeping& keeping : keepings_for(park)) {
    std::map<std::string, Best> now;
    for (const HeldTables& held : make_tables(runs, keeping)) {
      const auto known = best.find(held.object);
      if (known != best.end() && known->second.unexplained == 0) continue;
      FittedArray fitted = solve(held, keeping.thread);
      Best& of = now[held.object];
      of.unexplained += fitted.explained ? 0 : 1;
      of.note = held.only_read ? held.object + " is only read" : held.object + ": " + words_for(keeping);
      of.arrays.push_back(std::move(fitted));
    }
    for (auto& [object, found] : now) {
      const auto known = best.find(object);
      if (known == best.end() || found.unexplained < known->second.unexplained) best[object] = std::move(found);
    }
  }
  Inference inference;
  for (auto& [object, found] : best) {
    inference.notes.push_back(found.note);
    std::ranges::move(found.arrays, std::back_inserter(inference.arrays));
  }
  std::ranges::stable_sort(inference.arrays, {}, &FittedArray::point);
  return inference;
}

}  // namespace fencepost::cli::infer
