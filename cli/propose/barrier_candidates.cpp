#include "cli/propose/barrier_candidates.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "compiler/source/source_edits.h"

namespace fencepost::cli {

using compiler::MappedStatement;

namespace {

std::string place_text(const compiler::SourcePlace& place) { return place.file + ":" + std::to_string(place.line); }

}  // namespace

bool takes_barrier(const compiler::TokenStream& tokens, const MappedStatement& statement) {
  if (!statement.in_block || statement.range.first == 0) return false;
  const compiler::SourcePlace at = tokens.place(statement.range.first);
  const compiler::SourcePlace before = tokens.place(statement.range.first - 1);
  return at.line != before.line || at.file != before.file;
}

/// Smaller is likelier.
struct KernelSource::Rank {
  std::size_t function = 0;  ///< The innermost one that holds both accesses is 0.
  bool rest = false;         ///< Neither between the accesses nor in a loop around them.
  bool inside = false;       ///< In a construct that is not around both accesses.
  int group = 0;
  std::size_t constructs = 0;  ///< How many of those.
  std::size_t distance = 0;    ///< In tokens.
  auto operator<=>(const Rank&) const = default;
};

KernelSource::KernelSource(const compiler::MappedSource& source)
    : tokens_(source.tokens), functions_(source.map.functions), found_(source.map) {
  for (const MappedStatement& statement : found_.statements) {
    begin_.push_back(tokens_.place(statement.range.first));
    end_.push_back(tokens_.place(statement.range.last));
  }
}

std::string KernelSource::construct_text(std::size_t construct) const {
  const std::size_t keyword = found_.constructs[construct].keyword;
  return "the " + std::string(tokens_.spelling(keyword)) + " at " + place_text(tokens_.place(keyword));
}

// The innermost statement that covers a line.
std::size_t KernelSource::statement_at(const CodeLine& line) const {
  std::size_t best = compiler::kNoToken;
  for (std::size_t s = 0; s < found_.statements.size(); ++s) {
    const MappedStatement& statement = found_.statements[s];
    if (statement.block_end || begin_[s].line > line.line || end_[s].line < line.line) continue;
    if (!compiler::same_file(begin_[s].file, line.file)) continue;
    const auto span = [&](std::size_t i) { return found_.statements[i].range.last - found_.statements[i].range.first; };
    if (best == compiler::kNoToken || span(s) < span(best)) best = s;
  }
  return best;
}

KernelSource::Site KernelSource::site(std::size_t statement, bool in_head) const {
  const MappedStatement& at = found_.statements[statement];
  Site site{statement, {}};
  if (in_head && at.opens != compiler::kNoToken && found_.constructs[at.opens].loop) site.around.push_back(at.opens);
  for (std::size_t c = at.around; c != compiler::kNoToken; c = found_.constructs[c].parent) site.around.push_back(c);
  return site;
}

void KernelSource::Sites::add(std::size_t function, Site site) {
  const auto [known, is_new] = in.try_emplace(function);
  if (is_new) functions.push_back(function);
  known->second.push_back(std::move(site));
}

// A stack ends with the function that the compiler kept: from there on, whoever calls it.
KernelSource::Sites KernelSource::sites_of(const std::vector<CodeLine>& lines) const {
  Sites sites;
  std::set<std::size_t> to_call;
  for (const CodeLine& line : lines) {
    const std::size_t statement = statement_at(line);
    if (statement == compiler::kNoToken) continue;
    const std::size_t function = found_.statements[statement].function;
    sites.add(function, site(statement, true));
    if (&line == &lines.back() && !functions_[function].kernel) to_call.insert(function);
  }
  for (std::set<std::size_t> called = to_call; !to_call.empty();) {
    const std::size_t callee = to_call.extract(to_call.begin()).value();
    for (const compiler::MappedCall& call : found_.calls) {
      if (call.callee != callee) continue;
      const compiler::SourcePlace at = tokens_.place(call.at);
      const std::size_t statement = statement_at({at.file, at.line, {}});
      if (statement == compiler::kNoToken) continue;
      const std::size_t function = found_.statements[statement].function;
      if (!is_on_device(function)) continue;
      sites.add(function, site(statement, true));
      if (!functions_[function].kernel && called.insert(function).second) to_call.insert(function);
    }
  }
  return sites;
}

bool KernelSource::is_on_device(std::size_t function) const {
  return functions_[function].kernel || functions_[function].device;
}

bool KernelSource::can_help(std::size_t statement) const {
  const MappedStatement& at = found_.statements[statement];
  if (!takes_barrier(tokens_, at) || at.barrier) return false;
  if (at.block_end && at.around == compiler::kNoToken && functions_[at.function].kernel) return false;
  return std::ranges::none_of(found_.statements, [&](const MappedStatement& before) {
    const bool adjacent = before.range.last + 1 == at.range.first && before.in_block && before.function == at.function;
    return adjacent && (before.barrier || (before.jump && at.block_end));
  });
}

/// Ranks the places of one function for one pair of sites.
class KernelSource::Search {
 public:
  Search(const KernelSource& source, std::size_t function_rank, const Site& first, const Site& second)
      : source_(source), function_rank_(function_rank) {
    for (const std::size_t construct : first.around) {
      if (std::ranges::find(second.around, construct) == second.around.end()) continue;
      common_.push_back(construct);
      if (source.found_.constructs[construct].loop) loops_.push_back(construct);
    }
    for (const Site* site : {&first, &second}) {
      for (const std::size_t construct : site->around) {
        if (source.found_.constructs[construct].loop) any_loop_.insert(construct);
      }
    }
    low_ = source.found_.statements[first.statement].range.first;
    high_ = source.found_.statements[second.statement].range.first;
    if (low_ > high_) std::swap(low_, high_);
  }

  [[nodiscard]] bool has_common_loop() const { return !loops_.empty(); }

  /// A loop around both accesses, the innermost, whose body is one statement without braces; else kNoToken.
  [[nodiscard]] std::size_t loop_without_braces() const {
    return loops_.empty() || source_.found_.constructs[loops_.front()].braces ? compiler::kNoToken : loops_.front();
  }

  /// The innermost construct around `statement` that is not around both accesses; else the innermost branch; else
  /// kNoToken.
  [[nodiscard]] std::size_t suspect(const MappedStatement& statement) const {
    std::size_t c = statement.around;
    if (c != compiler::kNoToken && !is_common(c)) return c;
    while (c != compiler::kNoToken && source_.found_.constructs[c].loop) c = source_.found_.constructs[c].parent;
    return c;
  }

  [[nodiscard]] Rank rank(const MappedStatement& statement) const {
    Rank rank{.function = function_rank_};
    const std::size_t at = statement.range.first;
    for (std::size_t c = statement.around; c != compiler::kNoToken && !is_common(c);
         c = source_.found_.constructs[c].parent) {
      ++rank.constructs;
    }
    rank.inside = rank.constructs != 0;
    rank.distance = at > high_ ? at - high_ : high_ - at;
    if (at > low_ && at <= high_) return rank;
    const auto loop = std::ranges::find(loops_, statement.around);
    if (statement.block_end && at > high_ && loop != loops_.end()) {
      rank.group = 1;
    } else if (at <= low_ && !loops_.empty() && is_in(statement, loops_.front())) {
      rank.group = 2;
      rank.distance = low_ - at;
    } else {
      rank.group = 3;
      rank.rest = true;
    }
    return rank;
  }

  /// In a kernel, without jumps back: a thread passes `statement` before both accesses, or after both.
  [[nodiscard]] bool passes_outside(const MappedStatement& statement) const {
    const std::size_t at = statement.range.first;
    return (at <= low_ || at > high_) &&
           std::ranges::none_of(any_loop_, [&](std::size_t loop) { return is_in(statement, loop); });
  }

 private:
  [[nodiscard]] bool is_common(std::size_t construct) const {
    return std::ranges::find(common_, construct) != common_.end();
  }
  [[nodiscard]] bool is_in(const MappedStatement& statement, std::size_t construct) const {
    std::size_t c = statement.around;
    while (c != compiler::kNoToken && c != construct) c = source_.found_.constructs[c].parent;
    return c == construct;
  }

  const KernelSource& source_;
  std::size_t function_rank_;
  std::vector<std::size_t> common_;  // constructs around both accesses, innermost first
  std::vector<std::size_t> loops_;   // the loops of these
  std::set<std::size_t> any_loop_;   // loops around either
  std::size_t low_, high_;           // tokens of the accesses' statements
};

// Its head ends a line, and so does its body.
std::optional<BarrierCandidate> KernelSource::with_braces(std::size_t loop) const {
  const auto opens_it = [&](const MappedStatement& statement) { return statement.opens == loop; };
  const auto statement = std::ranges::find_if(found_.statements, opens_it);
  const std::size_t close = found_.constructs[loop].head_close;
  if (statement == found_.statements.end() || tokens_.is(found_.constructs[loop].keyword, "do")) return std::nullopt;
  const std::size_t behind = statement->range.last + 1;
  if (behind >= tokens_.size()) return std::nullopt;
  const compiler::SourcePlace head = tokens_.place(close), next = tokens_.place(behind);
  if (tokens_.place(close + 1) == head || tokens_.place(behind - 1) == next) return std::nullopt;
  if (tokens_.place(close + 1).file != head.file || next.file != head.file) return std::nullopt;
  return BarrierCandidate{
      .place = next, .likely = true, .after_text = "}", .head = head, .loop = tokens_.place(statement->range.first)};
}

void KernelSource::rank_places(std::size_t function, const Search& search, bool once, Ranking& best) const {
  for (std::size_t s = 0; s < found_.statements.size(); ++s) {
    const MappedStatement& statement = found_.statements[s];
    if (statement.function != function || !can_help(s)) continue;
    if (once && !search.has_common_loop() && search.passes_outside(statement)) continue;
    const std::pair entry(search.rank(statement), search.suspect(statement));
    const auto [known, is_new] = best.emplace(s, entry);
    if (!is_new && entry.first < known->second.first) known->second = entry;
  }
}

BarrierCandidates KernelSource::candidates(const RaceLines& race) const {
  const Sites first = sites_of(race.first);
  const Sites second = sites_of(race.second);
  // Those that hold both accesses come first.
  std::vector<std::size_t> holders = first.functions;
  std::ranges::copy_if(second.functions, std::back_inserter(holders),
                       [&](std::size_t f) { return !first.in.contains(f); });
  const auto holds_both = [&](std::size_t f) { return first.in.contains(f) && second.in.contains(f); };
  std::stable_partition(holders.begin(), holders.end(), holds_both);
  BarrierCandidates result;
  Ranking best;
  for (std::size_t h = 0; h < holders.size(); ++h) {
    const std::size_t f = holders[h];
    const bool both = holds_both(f);
    const std::vector<Site>& ours = (first.in.contains(f) ? first : second).in.at(f);
    const std::vector<Site>& theirs = (second.in.contains(f) ? second : first).in.at(f);
    // Of a function that the kernel calls it is not known how often, and between what.
    const bool once = functions_[f].kernel && both && ours.size() == 1 && theirs.size() == 1 && !functions_[f].jumps;
    for (const Site& a : ours) {
      for (const Site& b : theirs) {
        const Search search(*this, h, a, b);
        const std::string line = place_text(begin_[a.statement]);
        const bool same = a.statement == b.statement || line == place_text(begin_[b.statement]);
        if (once && holders.size() == 1 && same && !search.has_common_loop()) {
          return {{}, "both accesses are made at " + line + ", which a thread runs once: nothing fits in between", {}};
        }
        if (const std::size_t loop = search.loop_without_braces(); loop != compiler::kNoToken && both) {
          if (auto candidate = with_braces(loop)) {
            const bool is_new =
                std::ranges::find(result.list, candidate->place, &BarrierCandidate::place) == result.list.end();
            if (is_new) result.list.push_back(std::move(*candidate));
          } else {
            result.no_braces = construct_text(loop) + " has no braces that a barrier could stand in";
          }
        }
        rank_places(f, search, once, best);
      }
    }
  }
  std::vector<std::pair<Rank, std::size_t>> order;
  for (const auto& [statement, entry] : best) order.emplace_back(entry.first, statement);
  std::ranges::sort(order);
  std::set<std::pair<std::string, std::uint32_t>> listed;
  for (const BarrierCandidate& candidate : result.list) listed.emplace(candidate.place.file, candidate.place.line);
  for (const auto& [rank, s] : order) {
    if (!listed.emplace(begin_[s].file, begin_[s].line).second) continue;
    const std::size_t around = best.at(s).second;
    result.list.push_back({.place = begin_[s],
                           .likely = rank.function == 0 && !rank.rest && !rank.inside,
                           .between = rank.group == 0,
                           .around = around == compiler::kNoToken ? std::string() : construct_text(around),
                           .after_text = std::string(tokens_.spelling(found_.statements[s].range.first))});
  }
  return result;
}

bool KernelSource::speaks_of_warps(const RaceLines& race) const {
  constexpr std::array<std::string_view, 6> kParts = {"lane", "warp", "Lane", "Warp", "__shfl", "__ballot"};
  for (const std::vector<CodeLine>* lines : {&race.first, &race.second}) {
    for (const std::size_t f : sites_of(*lines).functions) {
      for (std::size_t i = functions_[f].body_open; i < functions_[f].body_close; ++i) {
        const std::string_view word = tokens_.spelling(i);
        const auto has = [&](std::string_view part) { return word.find(part) != std::string_view::npos; };
        if (tokens_.is_identifier(i) && std::ranges::any_of(kParts, has)) return true;
      }
    }
  }
  return false;
}

}  // namespace fencepost::cli
