// Conditions: comparisons of candidates, and how few of them tell rows apart.
#include <algorithm>
#include <bit>
#include <unordered_set>
#include <utility>

#include "cli/solve/candidates.h"

namespace fencepost::cli::infer {
namespace {

constexpr int kCostOfSize = 4;       // Of what remainders are taken of: 2 * s, s / 2.
constexpr int kCheap = 3;            // Terms that sums in comparisons are made of.
constexpr std::size_t kPairs = 500;  // Of the simplest comparisons, pairs of these are tried …
constexpr std::size_t kTriples = 60;
constexpr std::size_t kMostInSums = 12;

constexpr Relation kRelations[] = {Relation::kLess,     Relation::kGreaterEqual, Relation::kEqual,
                                   Relation::kNotEqual, Relation::kGreater,      Relation::kLessEqual};

struct HashRows {
  std::size_t operator()(const RowSet& rows) const { return rows.hash(); }
};

const Candidates::Atom& as_atom(const Candidates::Atom& atom) { return atom; }
const Candidates::Atom& as_atom(const Candidates::Atom* atom) { return *atom; }

/// Of those that have the same rows the cheapest, and the cheapest that has a value everywhere; sorted by cost.
template <class Atoms, class Rows>
void keep_different(Atoms& atoms, const Rows& rows) {
  std::ranges::stable_sort(atoms, {}, [](const auto& atom) { return as_atom(atom).cost; });
  std::unordered_set<RowSet, HashRows> known, defined;
  std::erase_if(atoms, [&](const auto& atom) {
    const bool is_new = known.insert(rows(atom)).second;
    if (as_atom(atom).undefined.has_size()) return !is_new;
    return !defined.insert(rows(atom)).second;
  });
}
const RowSet& rows_of(const Candidates::Atom& atom) { return atom.rows; }

}  // namespace

bool RowSet::includes(const RowSet& other) const {
  for (std::size_t i = 0; i < words_.size(); ++i) {
    if ((other.words_[i] & ~words_[i]) != 0) return false;
  }
  return true;
}
bool RowSet::meets(const RowSet& other) const {
  for (std::size_t i = 0; i < words_.size(); ++i) {
    if ((other.words_[i] & words_[i]) != 0) return true;
  }
  return false;
}
RowSet RowSet::meet(const RowSet& other) const {
  RowSet result = *this;
  for (std::size_t i = 0; i < words_.size(); ++i) result.words_[i] &= other.words_[i];
  return result;
}
RowSet RowSet::without(const RowSet& other) const {
  RowSet result = *this;
  for (std::size_t i = 0; i < words_.size(); ++i) result.words_[i] &= ~other.words_[i];
  return result;
}
bool RowSet::empty() const {
  return std::ranges::all_of(words_, [](std::uint64_t word) { return word == 0; });
}
std::size_t RowSet::count() const {
  std::size_t sum = 0;
  for (const std::uint64_t word : words_) sum += static_cast<std::size_t>(std::popcount(word));
  return sum;
}
std::size_t RowSet::hash() const {
  std::uint64_t hash = 0x9e3779b97f4a7c15ULL;
  for (const std::uint64_t word : words_) hash = (hash ^ word) * 0xff51afd7ed558ccdULL + (hash >> 29);
  return hash;
}

void Candidates::add_atoms(const Term& left, bool only_plain, std::vector<Atom>& to) const {
  RowSet undefined(sample_.size());
  for (std::size_t i = 0; i < sample_.size(); ++i) {
    if (left.partial && left.column[i] == kNoValue) undefined.insert(i);
  }
  const auto add = [&](Relation relation, const Expression& right, int cost, bool uniform, const auto& value) {
    Atom atom{.comparison = {left.expression, relation, right},
              .cost = 1 + left.cost + cost + (left.uniform && !uniform ? 1 : 0),  // tid < n, not n > tid.
              .uniform = left.uniform && uniform,
              .rows = RowSet(sample_.size())};
    for (std::size_t i = 0; i < sample_.size(); ++i) {
      if (holds(relation, left.column[i], value(i)) && !undefined.contains(i)) atom.rows.insert(i);
    }
    if (!undefined.empty()) atom.undefined = undefined;
    to.push_back(std::move(atom));
  };
  // "== 1" says what a flag is; only then "!= 0", which is the same for zeros and ones.
  const bool flag = left.expression->op == Operator::kElement;
  if (flag) add(Relation::kEqual, number(1), 1, true, [](std::size_t) { return 1; });
  for (const std::int64_t constant : {0, 1, 2}) {
    for (const Relation relation : kRelations) {
      add(relation, number(constant), 1, true, [&](std::size_t) { return constant; });
    }
  }
  if (flag) return;  // Flags are compared with numbers.
  for (const Term& right : terms_) {
    if (&right == &left || right.partial || (!right.uniform && right.cost > 1)) continue;
    if (only_plain && right.cost > kCheap) continue;
    for (const Relation relation : kRelations) {
      add(relation, right.expression, right.cost, right.uniform, [&](std::size_t i) { return right.column[i]; });
    }
  }
}

void Candidates::add_remainders(std::vector<Atom>& to) const {
  for (const Term& x : terms_) {
    if (x.cost > 1) continue;
    std::vector<const Term*> sizes;
    for (const Term& size : terms_) {
      if (size.uniform && size.cost <= kCostOfSize && &size != &x) sizes.push_back(&size);
    }
    for (const Term* size : sizes) {
      RowSet undefined(sample_.size());
      for (std::size_t i = 0; i < sample_.size(); ++i) {
        if (size->column[i] <= 0) undefined.insert(i);
      }
      for (const std::int64_t plus : {0, 1}) {
        const Expression left = remainder(add(x.expression, number(plus)), size->expression);
        for (const Relation relation : {Relation::kEqual, Relation::kNotEqual}) {
          Atom atom{.comparison = {left, relation, number(0)},
                    .cost = cost_of(left) + 2,
                    .uniform = x.uniform,
                    .rows = RowSet(sample_.size())};
          for (std::size_t i = 0; i < sample_.size(); ++i) {
            if (size->column[i] > 0 && holds(relation, (x.column[i] + plus) % size->column[i], 0)) atom.rows.insert(i);
          }
          if (!undefined.empty()) atom.undefined = undefined;
          to.push_back(std::move(atom));
        }
      }
    }
  }
}

const std::vector<Candidates::Atom>& Candidates::atoms() {
  if (has_atoms_) return atoms_;
  has_atoms_ = true;
  for (const Term& term : terms_) {
    if (!term.only_index) add_atoms(term, false, atoms_);
  }
  for (const Term& term : terms_) {
    if (term.cost != 1 || term.uniform) continue;
    Term next{.expression = add(term.expression, number(1)), .cost = 3, .column = term.column};
    for (std::int64_t& value : next.column) ++value;
    add_atoms(next, true, atoms_);
  }
  add_remainders(atoms_);
  keep_different(atoms_, rows_of);
  return atoms_;
}

void Candidates::make_sums() {
  if (std::exchange(has_sums_, true)) return;
  const std::size_t end = std::min(terms_.size(), kMostInSums);
  for (std::size_t x = 0; x < end; ++x) {
    for (std::size_t y = x + 1; y < end; ++y) {
      if (terms_[x].cost > kCheap || terms_[y].cost > kCheap) continue;
      for (const std::int64_t b : {1, -1, 2}) {
        const Linear linear{.terms = {x, y}, .factors = {1, b}};
        Term sum{.expression = expression(linear), .uniform = terms_[x].uniform && terms_[y].uniform};
        sum.cost = cost_of(sum.expression) + (b < 0 ? 1 : 0);
        for (std::size_t i = 0; i < sample_.size(); ++i) sum.column.push_back(value(linear, i));
        add_atoms(sum, true, sums_);
      }
    }
  }
  keep_different(sums_, rows_of);
}

std::optional<Guard> Candidates::combine(const std::vector<const Atom*>& atoms, const RowSet& out) const {
  // Each that holds where it must leaves some of `out`; a few together must leave none.
  std::vector<RowSet> left;
  for (const Atom* atom : atoms) left.push_back(atom->rows.meet(out));
  // Where it has no value it must not be asked for one: what holds nowhere there comes before it.
  const auto may_begin = [&](std::size_t i) {
    return !atoms[i]->undefined.has_size() || !atoms[i]->undefined.meets(out);
  };
  const auto may_follow = [&](std::size_t first, std::size_t i) {
    return may_begin(first) && (may_begin(i) || !left[first].meets(atoms[i]->undefined));
  };
  std::optional<Guard> best;
  int cost = 0;
  for (std::size_t i = 0; i < atoms.size() && !best; ++i) {
    if (!left[i].empty() || !may_begin(i)) continue;
    best = Guard{atoms[i]->comparison};
    cost = atoms[i]->cost - 1;
  }
  const std::size_t pairs = std::min(atoms.size(), kPairs);
  for (std::size_t i = 0; i < pairs; ++i) {
    for (std::size_t j = i + 1; j < pairs; ++j) {
      const int both = atoms[i]->cost + atoms[j]->cost;
      if (best && both >= cost) break;  // They come by cost.
      if (left[i].meets(left[j])) continue;
      if (may_follow(i, j)) {
        best = Guard{atoms[i]->comparison, atoms[j]->comparison};
      } else if (may_follow(j, i)) {
        best = Guard{atoms[j]->comparison, atoms[i]->comparison};
      } else {
        continue;
      }
      cost = both;
    }
  }
  if (best) return best;
  const std::size_t triples = std::min(atoms.size(), kTriples);
  for (std::size_t i = 0; i < triples; ++i) {
    for (std::size_t j = i + 1; j < triples; ++j) {
      if (!may_follow(i, j)) continue;
      const RowSet both = left[i].meet(left[j]);
      for (std::size_t k = j + 1; k < triples; ++k) {
        const int sum = atoms[i]->cost + atoms[j]->cost + atoms[k]->cost;
        if ((best && sum >= cost) || both.meets(left[k]) || !may_follow(i, k)) continue;
        best = Guard{atoms[i]->comparison, atoms[j]->comparison, atoms[k]->comparison};
        cost = sum;
      }
    }
  }
  return best;
}

std::optional<Guard> Candidates::search(const std::vector<Atom>& more, const RowSet& in, const RowSet& out) const {
  std::vector<const Atom*> holding;
  for (const std::vector<Atom>* list : {&atoms_, &more}) {
    for (const Atom& atom : *list) {
      if (atom.rows.includes(in) && !atom.rows.includes(out)) holding.push_back(&atom);
    }
  }
  // Of those that rule out the same, the cheapest is enough.
  keep_different(holding, [&](const Atom* atom) { return atom->rows.meet(out); });
  return combine(holding, out);
}

std::optional<Guard> Candidates::find_guard(const RowSet& in, const RowSet& out, const Linear* own) {
  if (out.empty()) return Guard{};
  (void)atoms();
  std::vector<Atom> more;
  if (own != nullptr && own->factors[0] != 0) {
    Term term{.expression = expression(*own), .cost = own->cost};
    for (std::size_t i = 0; i < sample_.size(); ++i) {
      term.column.push_back(has_value(*own, i) ? value(*own, i) : kNoValue);
      term.partial = term.partial || term.column.back() == kNoValue;
    }
    add_atoms(term, false, more);
  }
  if (auto guard = search(more, in, out)) return guard;
  make_sums();
  more.insert(more.end(), sums_.begin(), sums_.end());
  return search(more, in, out);
}

}  // namespace fencepost::cli::infer
