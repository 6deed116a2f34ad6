// Where a barrier could come between the two accesses of a race, likeliest places first.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "compiler/source/mapped_source.h"

namespace fencepost::cli {

/// A line of a call stack, as a report gives it.
struct CodeLine {
  std::string file;
  std::uint32_t line = 0;
  std::string function;  ///< With parameter types; may be empty.
  auto operator<=>(const CodeLine&) const = default;
};

/// Both sides of a race: the line of the access first, then the calls around it as far as they are known.
struct RaceLines {
  std::vector<CodeLine> first, second;
};

struct BarrierCandidate {
  compiler::SourcePlace place;  ///< A barrier before this line; the file as the compiler names it.
  bool likely = false;          ///< Between the accesses or in a loop around both, and in no branch that is not.
  bool between = false;         ///< From the access that comes first in the source to the other one.
  std::string around;           ///< "the if at scan.cu:12", which may be why not all threads come here; may be empty.
  std::string after_text;       ///< Spelling of the first token behind the barrier: "}" at the end of a block.
  /// The line that ends a loop's head, if its body has no braces: they must be put around it, and the barrier is its
  /// last statement. Line 0: none.
  compiler::SourcePlace head;
  compiler::SourcePlace loop;  ///< The line that begins that loop.
};

struct BarrierCandidates {
  std::vector<BarrierCandidate> list;
  std::string impossible;  ///< Why no barrier can come between; else empty. The list is empty then.
  std::string no_braces;   ///< A loop that takes no barrier, as its head and its body are on one line; else empty.
};

/// A barrier may be put in front of `statement`: it stands in braces, is no `case`, `default` or label, and nothing
/// stands before it on its line. For the `}` of a block likewise: there the barrier is the block's last statement.
bool takes_barrier(const compiler::TokenStream& tokens, const compiler::MappedStatement& statement);

/// The kernels, device functions and lambdas of one preprocessed source.
class KernelSource {
 public:
  /// It must outlive this.
  explicit KernelSource(const compiler::MappedSource& source);

  /// In order: between the accesses (the nearest before the later one first), at the end of a loop around both, in that
  /// loop before the first; each first outside of branches that are not around both, then inside; then the rest of the
  /// functions that hold the accesses or call those. Left out is what cannot help: places beside a __syncthreads(),
  /// behind a jump, and in a kernel those that a thread always passes before both accesses or after both.
  [[nodiscard]] BarrierCandidates candidates(const RaceLines& race) const;

  /// A function that holds one of the accesses speaks of warps: of lanes, `warpSize`, shuffles.
  [[nodiscard]] bool speaks_of_warps(const RaceLines& race) const;

 private:
  /// What a statement is to one race in one function.
  struct Site {
    std::size_t statement = 0;
    std::vector<std::size_t> around;  ///< Constructs, innermost first; with its own one for an access in a loop's head.
  };
  struct Rank;
  class Search;
  using Ranking = std::map<std::size_t, std::pair<Rank, std::size_t>>;  ///< Statement → rank, construct to blame.

  /// The statements on the stack of an access, by function.
  struct Sites {
    std::map<std::size_t, std::vector<Site>> in;
    std::vector<std::size_t> functions;  ///< The innermost first.
    void add(std::size_t function, Site site);
  };
  [[nodiscard]] Sites sites_of(const std::vector<CodeLine>& lines) const;
  [[nodiscard]] std::size_t statement_at(const CodeLine& line) const;
  [[nodiscard]] Site site(std::size_t statement, bool in_head) const;
  [[nodiscard]] bool is_on_device(std::size_t function) const;
  [[nodiscard]] bool can_help(std::size_t statement) const;
  void rank_places(std::size_t function, const Search& search, bool once, Ranking& best) const;
  [[nodiscard]] std::string construct_text(std::size_t construct) const;
  [[nodiscard]] std::optional<BarrierCandidate> with_braces(std::size_t loop) const;

  const compiler::TokenStream& tokens_;
  const std::vector<compiler::MappedFunction>& functions_;
  const compiler::SourceMap& found_;
  std::vector<compiler::SourcePlace> begin_, end_;  ///< Of each statement.
};

}  // namespace fencepost::cli
