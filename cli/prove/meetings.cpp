#include <algorithm>
#include <optional>

#include "cli/prove/questions.h"
#include "cli/prove/reasons.h"
#include "cli/symbolic/solve.h"

namespace fencepost::cli::symbolic {

using compiler::SymbolicBlock;
using compiler::SymbolicKernel;
using compiler::SymbolicOp;
using compiler::SymbolicWait;

namespace {

class Meetings {
 public:
  Meetings(Questions& questions, const IntervalGraph& graph)
      : questions_(questions), kernel_(questions.kernel), graph_(graph) {}

  void prove_barriers() {
    std::vector<int> barriers, returns;
    for (std::size_t n = 0; n < graph_.nodes.size(); ++n) {
      const SymbolicBlock& block = block_of(static_cast<int>(n));
      if (block.end == SymbolicBlock::kBarrier) barriers.push_back(static_cast<int>(n));
      if (block.end == SymbolicBlock::kReturn) returns.push_back(static_cast<int>(n));
    }
    for (std::size_t i = 0; i < barriers.size(); ++i) {
      const std::uint32_t line = block_of(barriers[i]).line;
      Verdict& verdict = verdict_of(Verdict::kBarrier, line);
      for (std::size_t j = i + 1; j < barriers.size(); ++j) {
        // std::map keeps its elements where they are.
        const std::uint32_t other_line = block_of(barriers[j]).line;
        Verdict& other = verdict_of(Verdict::kBarrier, other_line);
        const Verdict::Kind before = verdict.kind;
        verdict.kind = Verdict::kProved;
        prove_end(barriers[i], barriers[j], verdict,
                  "another thread is at the barrier at line " + std::to_string(other_line));
        if (verdict.kind != Verdict::kProved) {
          other.kind = Verdict::kUnknown;
          if (other.reason.empty()) {
            other.reason = "another thread may be at the barrier at line " + std::to_string(line);
          }
        } else {
          verdict.kind = before;
        }
      }
      for (const int end : returns) prove_end(barriers[i], end, verdict, "another thread has left the kernel");
      prove_iterations(barriers[i], verdict);
    }
  }

  void prove_waits() {
    for (const SymbolicWait& wait : kernel_.waits) {
      for (std::size_t n = 0; n < graph_.nodes.size(); ++n) {
        if (graph_.nodes[n].block == wait.block) prove_wait(wait, static_cast<int>(n));
      }
    }
  }

 private:
  static constexpr int kLanes = 32;
  static constexpr const char* kTooLong = "not decided within the limits of time";

  const SymbolicBlock& block_of(int node) const {
    return kernel_.blocks[static_cast<std::size_t>(graph_.nodes[static_cast<std::size_t>(node)].block)];
  }

  Verdict& verdict_of(Verdict::About about, std::uint32_t line) {
    const Touch place_of = {about == Verdict::kBarrier ? "barrier" : "waits", line};
    const auto [place, is_new] = questions_.verdicts.try_emplace(Questions::Key{about, "", false, place_of, Touch{}});
    if (is_new) {
      place->second.kind = Verdict::kProved;
      place->second.about = about;
      place->second.first = place_of;
    }
    return place->second;
  }

  /// `goal`, made of a scene, must not be possible.
  template <class Goal>
  void ask_never(Verdict& verdict, int block, const std::string& otherwise, const Goal& goal) {
    if (questions_.options.limits.is_over()) {
      verdict.kind = Verdict::kUnknown;
      if (verdict.reason.empty()) verdict.reason = kTooLong;
      return;
    }
    for (const Wrapping wrapping : {Wrapping::kAssumedNot, Wrapping::kExact}) {
      const auto s = questions_.scene(wrapping, true, graph_);
      const z3::expr wanted = goal(*s) && questions_.assumed(*s);
      const std::vector<z3::expr> small = Questions::small_models(*s);
      const Limits& limits = wrapping == Wrapping::kExact ? questions_.refining : questions_.options.limits;
      const Answer answer = ask(s->arithmetic, wanted, small, limits);
      if (s->launch.assumed_grid()) questions_.general.insert("a dimension of the grid has fewer than 2^31 threads");
      if (answer.kind == Answer::kNever) {
        if (!s->arithmetic.assumed_no_wrap()) return;
        continue;
      }
      if (wrapping == Wrapping::kExact) {
        verdict.assumptions.insert(kNoWrap);
        if (answer.kind == Answer::kPossible) verdict.witnesses.push_back({answer.values, false});
        return;
      }
      verdict.kind = Verdict::kUnknown;
      if (answer.kind == Answer::kUndecided) {
        if (verdict.reason.empty()) verdict.reason = kTooLong;
      } else {
        std::string reason = reason_of_block(questions_.facts, block);
        if (reason.empty()) reason = otherwise;
        if (verdict.reason.empty()) verdict.reason = reason;
        if (verdict.witnesses.size() < 3) verdict.witnesses.push_back({answer.values, true});
      }
      return;
    }
  }

  // ---- the block's barriers
  void prove_end(int one, int other, Verdict& verdict, const std::string& what) {
    const int block = graph_.nodes[static_cast<std::size_t>(one)].block;
    ask_never(verdict, block, "when a thread is there, it may be that " + what,
              [&](Scene& s) { return s.launch.two_threads() && s.one->reach(one) && s.two->reach(other); });
  }

  /// In a loop that can be gone round without a barrier, the threads must meet in the same iteration.
  void prove_iterations(int node, Verdict& verdict) {
    const int block = graph_.nodes[static_cast<std::size_t>(node)].block;
    for (const IntervalNode& n : graph_.nodes) {
      const int loop = n.cut_loop;
      if (loop < 0 || !is_in_loop(kernel_, block, loop)) continue;
      verdict.kind = Verdict::kUnknown;
      if (verdict.reason.empty()) {
        verdict.reason = "the loop at line " + std::to_string(kernel_.loops[static_cast<std::size_t>(loop)].line) +
                         " may be gone round without it";
      }
    }
  }

  // ---- what waits for lanes
  void prove_wait(const SymbolicWait& wait, int node) {
    Verdict& verdict = verdict_of(Verdict::kWait, wait.line);
    const auto unknown = [&](const std::string& reason) {
      verdict.kind = Verdict::kUnknown;
      if (verdict.reason.empty()) verdict.reason = reason;
    };
    if (!wait.of_warp) return unknown("it is neither the block's barrier nor a warp's");
    int loop = -1;
    const int anchor = entered(node, loop);
    if (anchor < 0) {
      return unknown("the lanes of a warp may not go round the loop at line " +
                     std::to_string(kernel_.loops[static_cast<std::size_t>(loop)].line) + " together");
    }
    const std::optional<std::uint32_t> mask = mask_of(wait);
    ask_never(verdict, wait.block, "when a lane is there, it may be that another one does not come", [&](Scene& s) {
      z3::expr goal = s.launch.two_threads() && s.one->reach(anchor) && comes_to_an_end(*s.two) &&
                      !s.two->reach(anchor) && one_warp(s);
      if (mask) goal = goal && is_named(s, *mask, 2);
      return goal;
    });
    prove_named(wait, node, mask, verdict);
  }

  /// Of the interval: not on its way still, in some iteration of a loop that is cut. Loops are taken to end.
  z3::expr comes_to_an_end(ThreadState& state) const {
    z3::expr any = questions_.facts.context.bool_val(false);
    for (std::size_t n = 0; n < graph_.nodes.size(); ++n) {
      const SymbolicBlock::End end = block_of(static_cast<int>(n)).end;
      if (end == SymbolicBlock::kBarrier || end == SymbolicBlock::kReturn)
        any = any || state.reach(static_cast<int>(n));
    }
    return any;
  }

  /// Who calls it must be one of those that it names.
  void prove_named(const SymbolicWait& wait, int node, const std::optional<std::uint32_t>& mask, Verdict& verdict) {
    if (wait.mask < 0 || mask == UINT32_MAX) return;
    if (!mask) {
      verdict.assumptions.insert("the mask at line " + std::to_string(wait.line) + " names the lanes that come there");
      return;
    }
    ask_never(verdict, wait.block, "the mask may not name a lane that comes there", [&](Scene& s) {
      const z3::expr called = s.launch.two_threads() && s.one->reach(node) && one_warp(s);
      return in_row() ? called && !is_named(s, *mask, 1) : called;
    });
  }

  /// The node that all lanes come to if they all come to `node`, in each iteration of loops around: it is in no loop
  /// that is cut. -1: a loop of which that is not known, told in `loop`.
  int entered(int node, int& loop) const {
    const Uniformity& of_warp = questions_.facts.of_warp;
    const int block = graph_.nodes[static_cast<std::size_t>(node)].block;
    const int context = graph_.nodes[static_cast<std::size_t>(node)].context;
    int anchor = node;
    for (loop = questions_.facts.inner_loop[static_cast<std::size_t>(block)]; loop >= 0;
         loop = kernel_.loops[static_cast<std::size_t>(loop)].parent) {
      const auto header = std::ranges::find_if(
          graph_.nodes, [&](const IntervalNode& n) { return n.cut_loop == loop && n.context == context; });
      if (header == graph_.nodes.end()) continue;
      const auto number = static_cast<std::size_t>(loop);
      const int from = graph_.nodes[static_cast<std::size_t>(anchor)].block;
      if (!of_warp.loops[number] || !reached_together(kernel_, of_warp, from, kernel_.loops[number].header)) return -1;
      anchor = static_cast<int>(header - graph_.nodes.begin());
    }
    return anchor;
  }

  /// If it is known which lanes.
  std::optional<std::uint32_t> mask_of(const SymbolicWait& wait) const {
    if (wait.mask < 0) return std::nullopt;
    const compiler::SymbolicValue& mask = kernel_.values[static_cast<std::size_t>(wait.mask)];
    if (mask.op != SymbolicOp::kConstant) return std::nullopt;
    return static_cast<std::uint32_t>(mask.number);
  }

  /// Their numbers in the block, by 32, are the same.
  z3::expr one_warp(Scene& s) const {
    const z3::expr warp = s.arithmetic.context().int_const("warp");
    const auto is_in = [&](const Term& thread) { return thread.e >= warp * kLanes && thread.e < (warp + 1) * kLanes; };
    return is_in(number_in_block(s, 1)) && is_in(number_in_block(s, 2));
  }

  Term number_in_block(Scene& s, int thread) const {
    Arithmetic& m = s.arithmetic;
    Term number = s.launch.thread_idx(0, thread);
    if (questions_.facts.reads_block_dim[1]) {
      number = m.add(number, m.multiply(s.launch.thread_idx(1, thread), s.launch.block_dim(0)));
    }
    if (questions_.facts.reads_block_dim[2]) {
      const Term of_plane = m.multiply(s.launch.block_dim(0), s.launch.block_dim(1));
      number = m.add(number, m.multiply(s.launch.thread_idx(2, thread), of_plane));
    }
    return number;
  }

  z3::expr is_named(Scene& s, std::uint32_t mask, int thread) const {
    if (mask == UINT32_MAX || !in_row()) return s.arithmetic.context().bool_val(true);
    const z3::expr lane = s.launch.thread_idx(0, thread).e - s.arithmetic.context().int_const("warp") * kLanes;
    z3::expr any = s.arithmetic.context().bool_val(false);
    for (int i = 0; i < kLanes; ++i) {
      if ((mask >> i & 1U) != 0) any = any || lane == i;
    }
    return any;
  }

  [[nodiscard]] bool in_row() const {
    return !questions_.facts.reads_block_dim[1] && !questions_.facts.reads_block_dim[2];
  }

  Questions& questions_;
  const SymbolicKernel& kernel_;
  const IntervalGraph& graph_;
};

}  // namespace

void prove_meetings(Questions& questions, const IntervalGraph& interval) {
  Meetings meetings(questions, interval);
  meetings.prove_barriers();
  meetings.prove_waits();
}

}  // namespace fencepost::cli::symbolic
