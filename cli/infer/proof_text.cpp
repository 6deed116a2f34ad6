// A proof for all sizes, for people.
#include <algorithm>
#include <filesystem>
#include <set>

#include "cli/infer/proof.h"

namespace fencepost::cli::infer {
namespace {

std::string joined(const std::vector<std::string>& parts, const char* between) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : between) + part;
  return text;
}

std::string place_of(const Point& point) {
  return std::filesystem::path(point.file).filename().string() + ":" + std::to_string(point.line);
}

/// "a[tid] if tid < n": elements that a thread is given.
std::string text_of(const IndexClause& clause, const std::string& array, const Table& table) {
  std::string text = array + "[" + text_of(clause.index, table) + "]";
  std::vector<std::string> conditions;
  if (clause.quantified) {
    text += " for " + text_of(clause.first, table) + " <= " + table.bound_name;
    for (const Expression& end : clause.ends) text += ", " + table.bound_name + " < " + text_of(end, table);
    if (!clause.filter.empty()) conditions.push_back(text_of(clause.filter, table));
  }
  if (!clause.guard.empty()) conditions.push_back(text_of(clause.guard, table));
  return conditions.empty() ? text : text + " if " + joined(conditions, " && ");
}

std::string pattern_text(const PlaceProof& place) {
  std::vector<std::string> parts;
  for (const auto& [word, clauses] :
       {std::pair(place.of_use ? "uses " : "writes ", &place.pattern.writes), {"reads ", &place.pattern.reads}}) {
    for (const IndexClause& clause : *clauses) {
      parts.push_back(word + text_of(clause, place.held.array, place.held.written));
    }
  }
  if (place.held.is_lent()) parts.emplace_back("uses all of it by atomic operations, and then by nothing else");
  return parts.empty() ? "no thread writes" : joined(parts, ", ");
}

std::string assumptions_text(const PlaceProof& place) {
  const Table& table = place.held.written;
  std::vector<std::string> parts, same;
  for (const std::size_t f : place.verdict.needed) {
    const Fact& fact = place.pattern.facts[f];
    if (fact.kind == FactKind::kSame) {
      same.push_back(table.names[fact.variable]);
    } else {
      parts.push_back(text_of(fact, table));
    }
  }
  if (!same.empty())
    parts.push_back(joined(same, ", ") + (same.size() == 1 ? " is" : " are") + " the same for all threads");
  return parts.empty() ? "assuming nothing else" : "assuming " + joined(parts, "; ");
}

std::string place_text(const PlaceProof& place) {
  std::string text = "    " + words_for_interval(place.held.point) + ": ";
  if (!place.explained) return text + "not told: " + place.why + "\n";
  text += pattern_text(place);
  if (place.pattern.writes.empty()) return text + "\n";
  text += "\n      ";
  if (place.verdict.conflict == Satisfiable::kNo) return text + assumptions_text(place) + "\n";
  if (place.verdict.conflict == Satisfiable::kUnknown) return text + "not decided: " + place.verdict.why + "\n";
  return text + "conflict: " + infer::text_of(*place.verdict.example, place.held.written) + ", on " + place.held.array +
         "[" + std::to_string(place.verdict.example->element) + "]\n";
}

}  // namespace

std::string words_for_interval(const Point& point) {
  switch (point.place) {
    case ClausePlace::kKernelRequires:
      return "from the entry at " + place_of(point);
    case ClausePlace::kKernelEnsures:
      return "up to the exit of " + place_of(point);
    case ClausePlace::kBarrierRequires:
      return "up to the barrier at " + place_of(point);
    default:
      return "from the barrier at " + place_of(point);
  }
}

std::string text_of(const Conflict& conflict, const Table& table) {
  std::vector<std::string> common;
  std::string threads;
  for (std::size_t v = 0; v < table.names.size(); ++v) {
    const std::string& name = table.names[v];
    if (!conflict.known[v]) continue;
    const std::string value = std::to_string(conflict.one[v]);
    if (conflict.one[v] == conflict.other[v]) {
      const bool is_dull = is_builtin(table, v) && (conflict.one[v] == (name.find("Dim") != std::string::npos ? 1 : 0));
      if (!is_dull) common.push_back(name + " = " + value);
    } else if (name == "threadIdx.x") {
      threads = "threads " + value + " and " + std::to_string(conflict.other[v]);
    } else {
      common.push_back(name + " = " + value + " and " + std::to_string(conflict.other[v]));
    }
  }
  if (threads.empty()) threads = "two threads";
  return threads + (conflict.both_write ? " both write" : ", of which the first writes and the second reads") +
         ", with " + joined(common, ", ");
}

std::string text_of(const SizesProof& proof) {
  std::string text;
  for (const ArrayProof& array : proof.arrays) {
    text += "  " + array.object + ": ";
    if (!array.is_written) {
      text += "is only read\n";
      continue;
    }
    if (!array.race.empty()) {
      text += array.race + "\n";
    } else if (!array.is_proved) {
      text += "not proved\n";
    } else {
      text += "no two threads of a block conflict, for any size";
      text += array.is_for_powers ? " that is a power of two\n" : "\n";
    }
    for (const std::size_t p : array.is_proved ? array.places : array.open) text += place_text(proof.places[p]);
    if (array.has_untold)
      text += "    some interval begins and ends where no place in the source tells all its threads\n";
    for (const std::string& note : array.notes) text += "    " + note + "\n";
  }
  if (!proof.not_varied.empty()) {
    text += "  the same in all runs, others are not covered: " + joined(proof.not_varied, ", ") + "\n";
  }
  for (const std::string& note : proof.notes) text += "  " + note + "\n";
  return text;
}

}  // namespace fencepost::cli::infer
