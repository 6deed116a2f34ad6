#include "cli/solve/solve.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "cli/solve/candidates.h"
#include "cli/solve/fit.h"
#include "cli/solve/given.h"
#include "cli/solve/matrix.h"

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

bool has_more_dimensions(const Table& table) {
  return !table.rows.empty() && table.rows.front().columns == detector::kMoreDimensions;
}

/// fit_hints() or else fit(), once for each set of elements: who keeps what is idle changes few of them.
class Fits {
 public:
  explicit Fits(const HintsFor& hints) : hints_(hints) {}

  const std::optional<std::vector<IndexClause>>& of(const HeldTables& held, const Table& table) {
    std::vector<std::vector<std::int64_t>> elements;
    for (const Row& row : table.rows) elements.push_back(row.elements);
    const auto [known, added] = known_.try_emplace({held.point, held.array, table.may_exceed, std::move(elements)});
    if (added) known->second = fitted(held, table);
    return known->second;
  }

 private:
  std::optional<std::vector<IndexClause>> fitted(const HeldTables& held, const Table& table) {
    const bool is_empty = std::ranges::all_of(table.rows, [](const Row& row) { return row.elements.empty(); });
    if (!is_empty && hints_) {
      const auto [hints, added] = hints_of_.try_emplace({held.point, held.array});
      if (added) hints->second = hints_(held);
      if (auto found = fit_hints(table, hints->second)) return found;
    }
    // An index of three dimensions is told as the source has it, or not at all.
    if (!is_empty && has_more_dimensions(table)) return std::nullopt;
    return fit(table);
  }

  using Key = std::tuple<Point, std::string, bool, std::vector<std::vector<std::int64_t>>>;
  const HintsFor& hints_;
  std::map<std::pair<Point, std::string>, std::vector<IndexClause>> hints_of_;
  std::map<Key, std::optional<std::vector<IndexClause>>> known_;
};

/// "1\\stride", where `readers` tells of each row how many there are (0: none); nullopt: no expression does.
std::optional<std::string> part_of(const std::vector<std::int64_t>& readers, const Table& table) {
  if (std::ranges::find(readers, -1) != readers.end()) return std::nullopt;
  std::vector<std::size_t> all(table.rows.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  RowSet some(all.size());
  for (std::size_t r = 0; r < all.size(); ++r) {
    if (readers[r] > 0) some.insert(r);
  }
  const auto number = Candidates(table, all).find_equal(readers, some);
  if (!number) return std::nullopt;
  const std::string text = text_of(*number, table);
  if (text == "1") return "write";
  return "1\\" + (text.find(' ') == std::string::npos ? text : "(" + text + ")");
}

/// Elements told apart by how many threads read them.
std::optional<Shares> by_number_of_readers(const HeldTables& held, Fits& fits) {
  Shares shares;
  const auto part = held.has_more_readers ? part_of(held.many_readers, held.many) : std::nullopt;
  if (held.has_more_readers && !part) return std::nullopt;
  for (std::size_t n = 0; n < held.shared.size(); ++n) {
    if (!add(shares, fits.of(held, held.shared[n]), "1\\" + std::to_string(n + 2))) return std::nullopt;
  }
  if (!add(shares, fits.of(held, held.write), "write")) return std::nullopt;
  if (part && !add(shares, fits.of(held, held.many), *part)) return std::nullopt;
  return shares;
}

/// All that are only read together; their readers are as many as an expression says.
std::optional<Shares> by_kind_of_access(const HeldTables& held, Fits& fits) {
  if (std::ranges::find(held.readers, -1) != held.readers.end()) return std::nullopt;
  Shares shares;
  const auto& read = fits.of(held, held.read);
  if (!read) return std::nullopt;
  if (!read->empty()) {
    const auto part = part_of(held.readers, held.read);
    if (!part) return std::nullopt;
    add(shares, read, *part);
  }
  if (!add(shares, fits.of(held, held.written), "write")) return std::nullopt;
  return shares;
}

/// Where more threads read some elements than others: each has what those with the most readers leave it.
std::optional<Shares> by_most_readers(const HeldTables& held, Fits& fits) {
  std::vector<std::size_t> all(held.read.rows.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  RowSet some(all.size());
  std::set<std::int64_t> most;
  for (std::size_t r = 0; r < all.size(); ++r) {
    if (held.readers[r] == 0) continue;
    some.insert(r);
    most.insert(held.most_readers[r]);
  }
  Shares shares;
  const auto& read = fits.of(held, held.read);
  if (!read || most.empty()) return std::nullopt;
  std::string text = std::to_string(*most.begin());
  if (most.size() > 1) {
    const auto readers = Candidates(held.read, all).find_equal(held.most_readers, some);
    // Blocks at a border may have fewer.
    text = readers ? text_of(*readers, held.read) : std::to_string(*most.rbegin());
  }
  add(shares, read, "1\\" + (text.find(' ') == std::string::npos ? text : "(" + text + ")"));
  if (!add(shares, fits.of(held, held.written), "write")) return std::nullopt;
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
  const std::string index = infer::text_of(clause.index, table);
  std::string places;
  for (const Expression& place : clause.places) places += "[" + infer::text_of(place, table) + "]";
  const std::string held =
      !places.empty() ? "Perm(" + array + places + ", " + share.fraction + ")"
      : clause.column != nullptr
          ? "Perm(" + array + "[" + index + "][" + infer::text_of(clause.column, table) + "], " + share.fraction + ")"
          : "\\pointer_index(" + array + ", " + index + ", " + share.fraction + ")";
  if (!clause.quantified) return text + held;
  const std::string& i = table.bound_name;
  std::string range = infer::text_of(clause.first, table) + " <= " + i;
  for (const Expression& end : clause.ends) range += " && " + i + " < " + infer::text_of(end, table);
  const std::string filter = infer::text_of(clause.filter, table);
  if (!filter.empty()) range += " && " + filter;
  return text + "(\\forall* int " + i + "; " + range + "; " + held + ")";
}

/// False if that cannot be done.
bool place_in_matrix(Shares& shares, const Table& table) {
  std::vector<IndexClause> clauses;
  for (const Share& share : shares) clauses.push_back(share.clause);
  const auto placed = by_row_and_column(table, clauses);
  if (!placed) return false;
  for (std::size_t i = 0; i < shares.size(); ++i) shares[i].clause = (*placed)[i];
  return true;
}

/// All of an array that nobody writes, if an expression tells how long it is.
std::optional<std::vector<IndexClause>> whole_array(const Table& table) {
  std::vector<std::size_t> all(table.rows.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  RowSet each(all.size());
  std::vector<std::int64_t> lengths;
  for (std::size_t r = 0; r < all.size(); ++r) {
    if (table.rows[r].begin != 0 || table.rows[r].columns != 0) return std::nullopt;
    each.insert(r);
    lengths.push_back(table.rows[r].end);
  }
  const auto length = Candidates(table, all).find_equal(lengths, each);
  if (!length) return std::nullopt;
  return {{{.index = bound(), .quantified = true, .first = number(0), .ends = {*length}}}};
}

/// What atomic operations may change. False if no expression tells it.
bool add_lent(Shares& shares, const HeldTables& held, Fits& fits) {
  if (!held.is_lent()) return true;
  return add(shares, fits.of(held, held.lent), "atomic") || add(shares, whole_array(held.lent), "atomic");
}

/// Or why there are none.
struct Explanation {
  std::optional<Shares> shares{};
  std::string why{};
};

Explanation explain(const HeldTables& held, std::int64_t thread, Fits& fits) {
  std::optional<Shares> shares;
  if (held.only_read) {
    shares.emplace();
    if (!add(*shares, fits.of(held, held.any), "read") && !add(*shares, whole_array(held.any), "read")) shares.reset();
  } else {
    shares = by_number_of_readers(held, fits);
    const bool alone = std::ranges::none_of(held.readers, [](std::int64_t n) { return n > 1 || n < 0; });
    const auto other = shares && alone ? std::nullopt : by_kind_of_access(held, fits);
    if (other && (!shares || cost_of(*other) < cost_of(*shares))) shares = other;
    if (!shares) shares = by_most_readers(held, fits);
  }
  if (!shares) return {.why = "no expression that was tried fits all runs"};
  if (!add_lent(*shares, held, fits)) return {.why = "no expression that was tried tells how long it is"};
  if (!held.kept.rows.empty()) {
    if (has_more_dimensions(held.kept)) return {.why = "what nobody uses cannot be told in three dimensions"};
    const auto kept = fit_kept(held.kept);
    const auto name = name_of_thread(held.write);
    if (!kept || !name) return {.why = "no expression that was tried tells which elements nobody uses"};
    for (IndexClause clause : *kept) {
      clause.guard.insert(clause.guard.begin(), {variable(*name), Relation::kEqual, number(thread)});
      shares->push_back({std::move(clause), "write"});
    }
  }
  if (held.write.rows.front().columns != 0 && !has_more_dimensions(held.write) &&
      !place_in_matrix(*shares, held.write)) {
    return {.why = "no expression that was tried tells rows and columns"};
  }
  return {.shares = std::move(shares)};
}

/// The same with all that the keeping thread holds in one table, at the times when nobody else uses an element: then
/// it has the whole array. Nullopt: there are none.
std::optional<HeldTables> with_whole_arrays(const HeldTables& held) {
  if (std::ranges::find(held.uses_alone, true) == held.uses_alone.end()) return std::nullopt;
  HeldTables other = held;
  for (std::size_t k = 0; k < held.keeps.size(); ++k) {
    if (!held.uses_alone[k]) continue;
    const std::size_t r = held.keeps[k];
    std::vector<std::int64_t>& kept = other.kept.rows[k].elements;
    std::ranges::copy(held.write.rows[r].elements, std::back_inserter(kept));
    std::ranges::sort(kept);
    for (Table* table : {&other.write, &other.written, &other.read}) table->rows[r].elements.clear();
    other.readers[r] = 0;
  }
  return other;
}

FittedArray solve(const HeldTables& held, std::int64_t thread, Fits& fits) {
  FittedArray fitted{.point = held.point, .array = held.array, .object = held.object, .why = held.problem};
  if (!held.problem.empty()) return fitted;
  Explanation best = explain(held, thread, fits);
  if (const auto whole = with_whole_arrays(held)) {
    Explanation other = explain(*whole, thread, fits);
    if (other.shares && (!best.shares || cost_of(*other.shares) < cost_of(*best.shares))) best = std::move(other);
  }
  fitted.why = best.why;
  fitted.explained = best.shares.has_value();
  if (!fitted.explained) return fitted;
  fitted.cost = cost_of(*best.shares);
  if (held.write.first_given != SIZE_MAX) fitted.table = std::make_shared<Table>(held.write);
  for (Share& share : *best.shares) {
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
    case Keeper::kOnlyUser:
      text = "each thread keeps the elements that it alone uses";
      break;
    case Keeper::kNobody:
      return "nobody keeps the elements that are not used: the clauses do not hand them on";
  }
  if (keeping.own_results) text += "; behind the last write thread i has element i";
  return keeping.to_the_end ? text : text + ", until the array's last use";
}

/// Who may keep what is idle: of the first that explain an array wholly, the simplest is taken.
std::vector<std::vector<Keeping>> keepings_for(std::int64_t park) {
  const Keeping one{.keeper = Keeper::kOneThread,
                    .thread = static_cast<std::uint32_t>(std::max<std::int64_t>(park, 0))};
  Keeping one_whole = one, one_until = one, one_results = one;
  one_whole.whole = true;
  one_until.whole = true;
  one_until.to_the_end = false;
  one_results.own_results = true;
  const Keeping nobody{.keeper = Keeper::kNobody};
  if (park >= 0) return {{one}, {one_whole}, {one_until}, {nobody}};
  const Keeping own{.keeper = Keeper::kOwnThread};
  Keeping own_whole = own;
  own_whole.whole = true;
  Keeping own_until = own;
  own_until.whole = true;
  own_until.to_the_end = false;
  const Keeping only_user{.keeper = Keeper::kOnlyUser};
  return {{own, own_whole, one_results, one}, {only_user}, {own_until}, {one_until}, {nobody}};
}

/// What is found of one object with one keeping.
struct Found {
  std::size_t unexplained = 0;
  int cost = 0;
  std::vector<FittedArray> arrays{};
  std::string note{};
};
using ByObject = std::map<std::string, Found>;

/// All objects but those in `done`. With `rivals` only what is explained wholly, and simpler than there.
ByObject solve_with(const std::vector<detector::ScopeRecord>& runs, const Keeping& keeping, const ByObject& done,
                    const ByObject* rivals, Fits& fits) {
  const std::vector<HeldTables> tables = make_tables(runs, keeping);
  ByObject found;
  std::set<std::string> failed;
  const auto is_open = [&](const HeldTables& held) {
    return !done.contains(held.object) && !failed.contains(held.object);
  };
  for (const HeldTables& held : tables) {
    if (rivals != nullptr && !held.problem.empty()) failed.insert(held.object);
  }
  for (const HeldTables& held : tables) {
    if (!is_open(held)) continue;
    FittedArray fitted = solve(held, keeping.thread, fits);
    Found& of = found[held.object];
    of.unexplained += fitted.explained ? 0 : 1;
    of.cost += fitted.cost;
    if (rivals != nullptr) {
      const auto rival = rivals->find(held.object);
      if (of.unexplained > 0 || (rival != rivals->end() && of.cost >= rival->second.cost)) failed.insert(held.object);
    }
    of.note = held.only_read          ? held.object + " is only read"
              : held.is_always_lent() ? held.object + ": all threads may use it, by atomic operations"
                                      : held.object + ": " + words_for(keeping);
    of.arrays.push_back(std::move(fitted));
  }
  for (const std::string& object : failed) found.erase(object);
  return found;
}

/// A clause may read elements whose permission a clause before it gives: such arrays come later.
void order_by_reads(std::vector<FittedArray>& arrays) {
  const auto continues_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  const auto reads = [&](const FittedArray& from, const FittedArray& of) {
    return std::ranges::any_of(from.expressions, [&](const std::string& text) {
      for (std::size_t at = text.find(of.array + "["); at != std::string::npos;
           at = text.find(of.array + "[", at + 1)) {
        if (at == 0 || !continues_name(text[at - 1])) return true;
      }
      return false;
    });
  };
  for (auto first = arrays.begin(); first != arrays.end();) {
    const auto end = std::find_if(first, arrays.end(), [&](const FittedArray& a) { return a.point != first->point; });
    for (; first != end; ++first) {
      // The first of the rest that reads no other one of it; if they all do, the first.
      const auto next = std::find_if(first, end, [&](const FittedArray& a) {
        return std::none_of(first, end, [&](const FittedArray& b) { return &a != &b && reads(a, b); });
      });
      if (next != end) std::rotate(first, next, next + 1);
    }
  }
}

}  // namespace

Inference infer_clauses(const std::vector<detector::ScopeRecord>& runs, std::int64_t park, const HintsFor& hints) {
  Fits fits(hints);
  ByObject best;
  for (const std::vector<Keeping>& equals : keepings_for(park)) {
    ByObject simplest;
    for (const Keeping& keeping : equals) {
      for (auto& [object, found] : solve_with(runs, keeping, best, &simplest, fits))
        simplest[object] = std::move(found);
    }
    best.merge(simplest);
  }
  // What no keeping explains wholly: the one that explains most.
  const ByObject done = best;
  for (const std::vector<Keeping>& equals : keepings_for(park)) {
    for (const Keeping& keeping : equals) {
      for (auto& [object, found] : solve_with(runs, keeping, done, nullptr, fits)) {
        const auto known = best.find(object);
        if (known == best.end() || found.unexplained < known->second.unexplained) best[object] = std::move(found);
      }
    }
  }
  Inference inference;
  for (auto& [object, found] : best) {
    inference.notes.push_back(found.note);
    std::ranges::move(found.arrays, std::back_inserter(inference.arrays));
  }
  std::ranges::stable_sort(inference.arrays, {}, &FittedArray::point);
  order_by_reads(inference.arrays);
  add_givens(inference);
  add_prefix_sums(inference);
  return inference;
}

}  // namespace fencepost::cli::infer
