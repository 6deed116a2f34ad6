#include "cli/symbolic/thread_state.h"

#include <algorithm>

namespace fencepost::cli::symbolic {

using compiler::SymbolicOp;
using compiler::SymbolicValue;

ThreadState::ThreadState(const KernelFacts& facts, Arithmetic& arithmetic, Launch& launch, int thread, bool one_block,
                         const IntervalGraph& before, const IntervalGraph& interval)
    : facts_(facts),
      arithmetic_(arithmetic),
      launch_(launch),
      thread_(thread),
      one_block_(one_block),
      before_(before),
      interval_(interval) {}

/// At the barrier: what was computed in `block` was computed in the same iterations by both threads.
bool ThreadState::is_shared(int block) const {
  if (!one_block_ || interval_.barrier < 0) return false;
  for (int loop = block < 0 ? -1 : facts_.inner_loop[static_cast<std::size_t>(block)]; loop >= 0;
       loop = facts_.kernel.loops[static_cast<std::size_t>(loop)].parent) {
    if (!is_in_loop(facts_.kernel, interval_.barrier, loop) && !facts_.uniform.loops[static_cast<std::size_t>(loop)]) {
      return false;
    }
  }
  return true;
}

/// Both threads are in the same iteration of it: they left it together, or the barrier is in each of its iterations.
bool ThreadState::loop_is_shared(int loop) const {
  const compiler::SymbolicLoop& l = facts_.kernel.loops[static_cast<std::size_t>(loop)];
  if (!is_shared(l.header)) return false;
  if (facts_.uniform.loops[static_cast<std::size_t>(loop)]) return true;
  return is_in_loop(facts_.kernel, interval_.barrier, loop) && facts_.dominates(interval_.barrier, l.latch);
}

std::string ThreadState::name(const std::string& what, int number, Place at, bool shared) const {
  return what + std::to_string(number) + (at.before ? ".b" : ".i") + std::to_string(at.node) + "." +
         (shared ? "both" : std::to_string(thread_));
}

/// Where the value was computed, of the way up to `from`.
Place ThreadState::defined(int value, Place from) const {
  const int block = facts_.kernel.values[static_cast<std::size_t>(value)].block;
  if (block < 0) return from;
  if (!from.before) {
    const int context = interval_.nodes[static_cast<std::size_t>(from.node)].context;
    if (const int node = interval_.find(block, context); node >= 0) return {false, node};
    if (interval_.barrier < 0) return from;  // The code in front of it is not there: never come to.
  }
  const int node = before_.find(block, -1);
  return {true, node < 0 ? 0 : node};
}

Term ThreadState::value(int value, Place from) {
  const Place at = defined(value, from);
  const bool is_fixed = facts_.kernel.values[static_cast<std::size_t>(value)].block < 0;
  const std::tuple<bool, int, int> key =
      is_fixed ? std::make_tuple(false, -1, value) : std::make_tuple(at.before, at.node, value);
  if (const auto found = terms_.find(key); found != terms_.end()) return found->second;
  Term term = compute(value, at);
  return terms_.emplace(key, std::move(term)).first->second;
}

z3::expr ThreadState::passed(const IntervalEdge& edge, bool before) {
  z3::expr from = reach({before, edge.from});
  if (edge.condition < 0) return from;
  const z3::expr condition = arithmetic_.condition(value(edge.condition, {before, edge.from}));
  return from && (edge.when ? condition : !condition);
}

z3::expr ThreadState::reach(int node) { return reach(Place{false, node}); }

z3::expr ThreadState::reach(Place place) {
  const std::pair<bool, int> key = {place.before, place.node};
  if (const auto found = reaches_.find(key); found != reaches_.end()) return found->second;
  const IntervalGraph& g = graph(place.before);
  z3::expr result = arithmetic_.context().bool_val(false);
  if (place.node == g.start) {
    result = arithmetic_.context().bool_val(true);
    if (!place.before && interval_.barrier >= 0) {
      const int node = before_.find(interval_.barrier, -1);
      if (node >= 0) result = reach(Place{true, node});
    }
  }
  for (const int number : g.nodes[static_cast<std::size_t>(place.node)].in) {
    const IntervalEdge& edge = g.edges[static_cast<std::size_t>(number)];
    if (!edge.cut) result = result || passed(edge, place.before);
  }
  result = result.simplify();
  return reaches_.emplace(key, result).first->second;
}

z3::expr ThreadState::iteration(int loop, Place header) {
  const bool shared = header.before && loop_is_shared(loop);
  z3::expr k = arithmetic_.context().int_const(name("iteration", loop, header, shared).c_str());
  arithmetic_.fact(k >= 0);
  return k;
}

Term ThreadState::entered_with(int value, Place at) {
  const IntervalGraph& g = graph(at.before);
  const SymbolicValue& v = facts_.kernel.values[static_cast<std::size_t>(value)];
  bool any = false;
  Term result = arithmetic_.number(0, v.bits);
  for (const int number : g.nodes[static_cast<std::size_t>(at.node)].in) {
    const IntervalEdge& edge = g.edges[static_cast<std::size_t>(number)];
    if (edge.cut) continue;
    const int from_block = g.nodes[static_cast<std::size_t>(edge.from)].block;
    const auto place = std::ranges::find(v.blocks, from_block);
    if (place == v.blocks.end()) continue;
    const Term incoming =
        this->value(v.operands[static_cast<std::size_t>(place - v.blocks.begin())], {at.before, edge.from});
    result = any ? arithmetic_.choose(passed(edge, at.before), incoming, result) : incoming;
    any = true;
  }
  if (!any) return arithmetic_.anything(name("value", value, at, false), v.bits);
  return result;
}

void ThreadState::add_invariants(int value, Place at, const Term& term, const LoopForm& form) {
  const auto found = facts_.invariants.find(value);
  if (found == facts_.invariants.end() || term.bits <= 1) return;
  const Invariants& proved = found->second;
  const bool compares = proved.not_below_first || proved.not_above_first || proved.below_bound;
  if (!proved.not_negative && !proved.positive && !compares) return;
  // They hold where the header was come to.
  const z3::expr here = reach(at);
  const z3::expr now = arithmetic_.as_signed(term).e;
  if (proved.not_negative) arithmetic_.fact(z3::implies(here, now >= 0));
  if (proved.positive) arithmetic_.fact(z3::implies(here, now >= 1));
  if (form.first < 0 || !compares) return;
  const z3::expr first = arithmetic_.as_signed(entered_with(value, at)).e;
  if (proved.not_below_first) arithmetic_.fact(z3::implies(here, now >= first));
  if (proved.not_above_first) arithmetic_.fact(z3::implies(here, now <= first));
  if (!proved.below_bound) return;
  const z3::expr bound = arithmetic_.as_signed(this->value(form.bound, at)).e;
  arithmetic_.fact(z3::implies(here, now < bound || now == first));
}

/// A phi at a header that stands for any iteration.
Term ThreadState::any_iteration(int value, Place at, const LoopForm* form) {
  const SymbolicValue& v = facts_.kernel.values[static_cast<std::size_t>(value)];
  const bool shared = at.before && is_shared(v.block) && facts_.uniform.values[static_cast<std::size_t>(value)];
  const std::string own_name = name("value", value, at, shared);
  if (form == nullptr) return arithmetic_.anything(own_name, v.bits);
  if (form->kind == LoopForm::kAffine) {
    const z3::expr k = iteration(form->loop, at);
    constexpr Wide kMostIterations = static_cast<Wide>(1) << 62;
    Term count{.e = k, .bits = v.bits, .low = 0, .high = kMostIterations, .table = {}};
    Term term = entered_with(value, at);
    if (form->no_signed_wrap) term = arithmetic_.as_signed(term);
    for (const auto& [sign, step] : form->steps) {
      Term change = this->value(step, at);
      if (form->no_signed_wrap) change = arithmetic_.as_signed(change);
      const Term moved = arithmetic_.multiply(count, change);
      term = sign > 0 ? arithmetic_.add(term, moved) : arithmetic_.subtract(term, moved);
    }
    if (form->no_signed_wrap) term = Arithmetic::believed(term, true);
    add_invariants(value, at, term, *form);
    return term;
  }
  if (form->kind == LoopForm::kPowers) {
    Term term = arithmetic_.one_of(own_name, v.bits, form->values);
    constexpr std::size_t kFlag = 2;
    if (form->values.size() <= kFlag) {
      const z3::expr first = arithmetic_.equal(term, entered_with(value, at));
      arithmetic_.fact(z3::implies(iteration(form->loop, at) == 0, first));
    }
    add_invariants(value, at, term, *form);
    return term;
  }
  Term term = arithmetic_.anything(own_name, v.bits);
  // In the first iteration it is what the loop began with.
  const z3::expr first = arithmetic_.equal(term, entered_with(value, at));
  arithmetic_.fact(z3::implies(iteration(form->loop, at) == 0, first));
  add_invariants(value, at, term, *form);
  const auto found = facts_.invariants.find(value);
  if (found != facts_.invariants.end() && v.bits > 1) {
    // Where the header is not come to, the range is only believed.
    if (found->second.positive || found->second.not_negative) {
      term.low = found->second.positive ? 1 : 0;
      term.believed = true;
    }
  }
  return term;
}

Term ThreadState::phi(int value, Place at) {
  const IntervalGraph& g = graph(at.before);
  const auto form = facts_.forms.find(value);
  const IntervalNode& node = g.nodes[static_cast<std::size_t>(at.node)];
  if (node.cut_loop >= 0) return any_iteration(value, at, form == facts_.forms.end() ? nullptr : &form->second);
  return entered_with(value, at);
}

Term ThreadState::load(int value, Place at) {
  const SymbolicValue& v = facts_.kernel.values[static_cast<std::size_t>(value)];
  const SymbolicValue& object = facts_.kernel.values[static_cast<std::size_t>(v.operands[0])];
  const bool is_object = object.op == SymbolicOp::kObject;
  const bool fixed = is_object && facts_.contents.objects[static_cast<std::size_t>(object.number)] && !facts_.may_alias;
  const bool is_held = is_object && v.number >= 0 && facts_.contents.reads[static_cast<std::size_t>(v.number)];
  // Of another interval: both threads read it in the same one.
  const bool is_told = fixed || (is_held && one_block_ && (!at.before || is_shared(v.block)));
  if (!is_told) return arithmetic_.anything(name("value", value, at, false), v.bits);
  std::string of = "contents " + std::to_string(object.number) + " " + std::to_string(v.bits);
  if (!fixed) of = at.before ? name("held", value, at, true) : "held " + of;
  return arithmetic_.function(of, v.bits, {this->value(v.operands[1], at)});
}

Term ThreadState::product(const SymbolicValue& v, const Term& a, const Term& b) {
  // The first thread's number of a block, and the threads of a grid.
  const SymbolicValue& x = facts_.kernel.values[static_cast<std::size_t>(v.operands[0])];
  const SymbolicValue& y = facts_.kernel.values[static_cast<std::size_t>(v.operands[1])];
  const bool same_dimension = x.number == y.number && v.bits >= 32;
  const auto is = [&](SymbolicOp op) { return x.op == op || y.op == op; };
  if (same_dimension && is(SymbolicOp::kBlockDim)) {
    Term term = a;
    if (is(SymbolicOp::kBlockIdx)) {
      term = launch_.first_of_block(static_cast<int>(x.number), one_block_ ? 0 : thread_);
    } else if (is(SymbolicOp::kGridDim)) {
      term = launch_.threads_of_grid(static_cast<int>(x.number));
    } else {
      return arithmetic_.multiply(a, b);
    }
    term.bits = v.bits;
    return term;
  }
  return arithmetic_.multiply(a, b);
}

/// A number that comes from elsewhere, or a product of such.
bool ThreadState::is_size(int value) const {
  const SymbolicValue& v = facts_.kernel.values[static_cast<std::size_t>(value)];
  if (v.op == SymbolicOp::kMultiply && v.no_signed_wrap)
    return std::ranges::all_of(v.operands, [this](int factor) { return is_size(factor); });
  return v.op == SymbolicOp::kParameter || v.op == SymbolicOp::kLoad;
}

Term ThreadState::operation(const SymbolicValue& v, Place at) {
  std::vector<Term> o;
  for (const int operand : v.operands) o.push_back(value(operand, at));
  Arithmetic& m = arithmetic_;
  const bool ring = v.op == SymbolicOp::kAdd || v.op == SymbolicOp::kSubtract || v.op == SymbolicOp::kMultiply ||
                    v.op == SymbolicOp::kShiftLeft;
  const bool exact = ring && v.bits > 1 && (v.no_signed_wrap || v.no_unsigned_wrap);
  m.computed_when([this, at] { return reach(at); });
  if (exact) {
    const bool shift = v.op == SymbolicOp::kShiftLeft;
    o[0] = v.no_signed_wrap ? m.as_signed(o[0]) : m.as_unsigned(o[0]);
    if (!shift) o[1] = v.no_signed_wrap ? m.as_signed(o[1]) : m.as_unsigned(o[1]);
  }
  // A number of whatever sign that is a factor in unsigned arithmetic is none with a sign.
  if (v.op == SymbolicOp::kMultiply && !exact && v.bits > 1 && m.wrapping() == Wrapping::kAssumedNot) {
    for (std::size_t i = 0; i < o.size(); ++i) {
      if (is_size(v.operands[i])) o[i] = m.as_unsigned(o[i]);
    }
  }
  const bool divides = v.op == SymbolicOp::kUnsignedDivide || v.op == SymbolicOp::kSignedDivide ||
                       v.op == SymbolicOp::kUnsignedRemainder || v.op == SymbolicOp::kSignedRemainder;
  if (divides && o[1].low <= 0 && o[1].high >= 0 && o[1].low < o[1].high && !o[1].e.is_bool())
    m.divisor(z3::implies(reach(at), !m.equal(o[1], m.number(0, v.bits))));
  Term result = [&] {
    switch (v.op) {
      case SymbolicOp::kAdd:
        return m.add(o[0], o[1]);
      case SymbolicOp::kSubtract:
        return m.subtract(o[0], o[1]);
      case SymbolicOp::kMultiply:
        return product(v, o[0], o[1]);
      case SymbolicOp::kShiftLeft:
        return m.shift_left(o[0], o[1]);
      case SymbolicOp::kUnsignedDivide:
        return m.divide(o[0], o[1], false);
      case SymbolicOp::kSignedDivide:
        return m.divide(o[0], o[1], true);
      case SymbolicOp::kUnsignedRemainder:
        return m.remainder(o[0], o[1], false);
      case SymbolicOp::kSignedRemainder:
        return m.remainder(o[0], o[1], true);
      case SymbolicOp::kLogicalShiftRight:
        return m.shift_right(o[0], o[1], false);
      case SymbolicOp::kArithmeticShiftRight:
        return m.shift_right(o[0], o[1], true);
      case SymbolicOp::kAnd:
        return m.bitwise(Arithmetic::Bitwise::kAnd, o[0], o[1]);
      case SymbolicOp::kOr:
        return m.bitwise(Arithmetic::Bitwise::kOr, o[0], o[1]);
      case SymbolicOp::kXor:
        return m.bitwise(Arithmetic::Bitwise::kXor, o[0], o[1]);
      case SymbolicOp::kEqual:
        return m.of_condition(m.equal(o[0], o[1]));
      case SymbolicOp::kNotEqual:
        return m.of_condition(!m.equal(o[0], o[1]));
      case SymbolicOp::kUnsignedLess:
        return m.of_condition(m.less(o[0], o[1], false, false));
      case SymbolicOp::kUnsignedLessEqual:
        return m.of_condition(m.less(o[0], o[1], false, true));
      case SymbolicOp::kSignedLess:
        return m.of_condition(m.less(o[0], o[1], true, false));
      case SymbolicOp::kSignedLessEqual:
        return m.of_condition(m.less(o[0], o[1], true, true));
      case SymbolicOp::kSelect:
        return m.choose(m.condition(o[0]), o[1], o[2]);
      case SymbolicOp::kTruncate:
        return m.cut(o[0], v.bits);
      case SymbolicOp::kZeroExtend:
        return Arithmetic::resized(o[0].e.is_bool() ? m.as_integer(o[0]) : m.as_unsigned(o[0]), v.bits);
      case SymbolicOp::kSignExtend:
        if (o[0].e.is_bool()) return m.subtract(m.number(0, v.bits), Arithmetic::resized(m.as_integer(o[0]), v.bits));
        return Arithmetic::resized(m.as_signed(o[0]), v.bits);
      default:
        return m.function(v.name, v.bits, o);
    }
  }();
  m.computed_when({});
  if (result.bits == 1 && !result.e.is_bool()) result = m.of_condition(m.condition(result));
  // threadIdx + blockIdx * blockDim is no more than there are threads.
  if (v.op == SymbolicOp::kAdd && result.bits >= 32) {
    for (int i = 0; i < 2; ++i) {
      const SymbolicValue& first =
          facts_.kernel.values[static_cast<std::size_t>(v.operands[static_cast<std::size_t>(i)])];
      const SymbolicValue& thread =
          facts_.kernel.values[static_cast<std::size_t>(v.operands[static_cast<std::size_t>(1 - i)])];
      if (thread.op != SymbolicOp::kThreadIdx || first.op != SymbolicOp::kMultiply) continue;
      const SymbolicValue& a = facts_.kernel.values[static_cast<std::size_t>(first.operands[0])];
      const SymbolicValue& b = facts_.kernel.values[static_cast<std::size_t>(first.operands[1])];
      const bool is_block = (a.op == SymbolicOp::kBlockIdx && b.op == SymbolicOp::kBlockDim) ||
                            (b.op == SymbolicOp::kBlockIdx && a.op == SymbolicOp::kBlockDim);
      if (is_block && a.number == b.number && a.number == thread.number) {
        result.high = std::min<Wide>(result.high, launch_.threads_of_grid(static_cast<int>(a.number)).high - 1);
      }
    }
  }
  if (!exact) return result;
  Term believed = Arithmetic::believed(result, v.no_signed_wrap);
  // Who comes there computes it, and the language's rules are kept.
  if (believed.low > result.low || believed.high < result.high)
    m.rule(z3::implies(reach(at), believed.e >= m.literal(believed.low) && believed.e <= m.literal(believed.high)));
  return believed;
}

Term ThreadState::compute(int value, Place at) {
  const SymbolicValue& v = facts_.kernel.values[static_cast<std::size_t>(value)];
  const int block_of = one_block_ ? 0 : thread_;
  switch (v.op) {
    case SymbolicOp::kConstant:
      return arithmetic_.number(v.number, v.bits);
    case SymbolicOp::kParameter:
      return launch_.parameter(value);
    case SymbolicOp::kThreadIdx:
      return launch_.thread_idx(static_cast<int>(v.number), thread_);
    case SymbolicOp::kBlockIdx:
      return launch_.block_idx(static_cast<int>(v.number), block_of);
    case SymbolicOp::kBlockDim:
      return launch_.block_dim(static_cast<int>(v.number));
    case SymbolicOp::kGridDim:
      return launch_.grid_dim(static_cast<int>(v.number));
    case SymbolicOp::kObject:
      return arithmetic_.number(v.number, 0);
    case SymbolicOp::kPhi:
      return phi(value, at);
    case SymbolicOp::kLoad:
      return load(value, at);
    case SymbolicOp::kOpaque: {
      const bool shared = at.before && v.number == 1 && is_shared(v.block);
      return arithmetic_.anything(name("value", value, at, shared), v.bits);
    }
    default:
      return operation(v, at);
  }
}

}  // namespace fencepost::cli::symbolic
