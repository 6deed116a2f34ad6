#include "detector/contract/log.h"

#include <cstring>

namespace fencepost::detector {
namespace {

int order(const contract::Clause* a, const contract::Clause* b) {
  if (a == b) return 0;
  if (a == nullptr || b == nullptr) return a == nullptr ? -1 : 1;
  if (a->line != b->line) return a->line < b->line ? -1 : 1;
  if (a->column != b->column) return a->column < b->column ? -1 : 1;
  return std::strcmp(a->file, b->file);
}

}  // namespace

bool ClauseOrder::operator()(const contract::Clause* a, const contract::Clause* b) const { return order(a, b) < 0; }

bool ContractLog::KeyOrder::operator()(const Key& a, const Key& b) const {
  const auto rest = [](const Key& key) { return std::tuple(key.kind, key.occasion, key.site, key.writes); };
  if (rest(a) != rest(b)) return rest(a) < rest(b);
  if (const int by_clause = order(a.clause, b.clause); by_clause != 0) return by_clause < 0;
  return order(a.other, b.other) < 0;
}

void ContractLog::add(ContractLog&& other) {
  for (auto& [key, mistake] : other.mistakes_) {
    add(key, mistake.at, mistake.occurrences, [&facts = mistake.facts] { return std::move(facts); });
  }
  other.mistakes_.clear();
}

}  // namespace fencepost::detector
