#include "cli/prove/contents.h"

#include <set>

#include "cli/prove/questions.h"
#include "cli/prove/visits.h"

namespace fencepost::cli::symbolic {

using compiler::SymbolicKernel;
using compiler::SymbolicOp;
using compiler::SymbolicValue;

namespace {

/// One element that one thread reads.
struct Element {
  z3::expr index, value;
};

/// The array that `value` is read from, if no thread writes it; -1: it is read from none.
int array_of(const KernelFacts& facts, const SymbolicValue& value) {
  if (value.op != SymbolicOp::kLoad || value.bits <= 1 || facts.may_alias) return -1;
  const SymbolicValue& object = facts.kernel.values[static_cast<std::size_t>(value.operands[0])];
  const bool is_fixed =
      object.op == SymbolicOp::kObject && facts.contents.objects[static_cast<std::size_t>(object.number)];
  return is_fixed ? static_cast<int>(object.number) : -1;
}

/// Elements are as large as what is read; smaller ones than int are taken as unsigned.
std::vector<Element> elements_of(Scene& scene, ThreadState& state, const KernelFacts& facts, int array, int node) {
  constexpr unsigned kBitsOfInt = 32;
  std::vector<Element> elements;
  std::set<unsigned> sizes;
  for (std::size_t i = 0; i < facts.kernel.values.size(); ++i) {
    const SymbolicValue& v = facts.kernel.values[i];
    if (array_of(facts, v) != array) continue;
    const unsigned bytes = v.bits / 8;
    const Term offset = state.value(v.operands[1], node), value = state.value(static_cast<int>(i), node);
    if (bytes == 0 || offset.divisor % bytes != 0) continue;
    sizes.insert(bytes);
    const z3::expr index = offset.e / scene.arithmetic.literal(bytes);
    const Term number = v.bits < kBitsOfInt ? scene.arithmetic.as_unsigned(value) : scene.arithmetic.as_signed(value);
    elements.push_back({index, number.e});
  }
  // Of elements that are read in other pieces than they were written in it is not known what they are.
  return sizes.size() <= 1 ? elements : std::vector<Element>{};
}

/// Arrays that `value` is computed from, but for those that tell where in another one it is.
void collect_arrays(const KernelFacts& facts, int value, std::set<int>& seen, std::set<int>& arrays) {
  if (!seen.insert(value).second) return;
  const SymbolicValue& v = facts.kernel.values[static_cast<std::size_t>(value)];
  if (v.op == SymbolicOp::kLoad) {
    if (const int array = array_of(facts, v); array >= 0) arrays.insert(array);
    return;
  }
  for (const int operand : v.operands) collect_arrays(facts, operand, seen, arrays);
}

}  // namespace

std::string text_of(const AssumedContents& assumed, const SymbolicKernel& kernel) {
  const auto name = [&](int object) { return kernel.objects[static_cast<std::size_t>(object)].name; };
  if (assumed.kind == AssumedContents::kDistinct) return "distinct(" + name(assumed.array) + ")";
  const std::string sum = assumed.kind == AssumedContents::kExclusiveSum ? "exclusive_sum(" : "inclusive_sum(";
  return sum + name(assumed.array) + ", " + name(assumed.flags) + ")";
}

void add_contents(Scene& scene, const KernelFacts& facts, const std::vector<AssumedContents>& assumed, const Visit& a,
                  const Visit& b) {
  for (const AssumedContents& of : assumed) {
    const std::vector<Element> one = elements_of(scene, *scene.one, facts, of.array, a.node);
    const std::vector<Element> two = elements_of(scene, *scene.two, facts, of.array, b.node);
    if (of.kind == AssumedContents::kDistinct) {
      for (const Element& x : one) {
        for (const Element& y : two) scene.arithmetic.fact(z3::implies(x.index != y.index, x.value != y.value));
      }
      continue;
    }
    const std::vector<Element> flags_one = elements_of(scene, *scene.one, facts, of.flags, a.node);
    const std::vector<Element> flags_two = elements_of(scene, *scene.two, facts, of.flags, b.node);
    const bool is_exclusive = of.kind == AssumedContents::kExclusiveSum;
    const auto ascend = [&](const Element& x, const Element& y, const std::vector<Element>& flags_of_x,
                            const std::vector<Element>& flags_of_y) {
      scene.arithmetic.fact(z3::implies(x.index < y.index, x.value <= y.value));
      // The flag that is between the two sums for certain.
      const z3::expr between = is_exclusive ? x.index : y.index;
      for (const Element& flag : is_exclusive ? flags_of_x : flags_of_y) {
        scene.arithmetic.fact(flag.value >= 0);
        scene.arithmetic.fact(z3::implies(x.index < y.index && flag.index == between, x.value + flag.value <= y.value));
      }
    };
    for (const Element& x : one) {
      for (const Element& y : two) {
        ascend(x, y, flags_one, flags_two);
        ascend(y, x, flags_two, flags_one);
      }
    }
  }
}

std::vector<AssumedContents> contents_that_may_help(const KernelFacts& facts, const compiler::SymbolicAccess& access) {
  std::set<int> seen, arrays, flags;
  collect_arrays(facts, access.offset, seen, arrays);
  for (int b = access.block; b >= 0; b = facts.kernel.blocks[static_cast<std::size_t>(b)].dominator) {
    const int condition = facts.kernel.blocks[static_cast<std::size_t>(b)].condition;
    if (b != access.block && condition >= 0) collect_arrays(facts, condition, seen, flags);
  }
  std::vector<AssumedContents> all;
  for (const int array : arrays) {
    for (const int flag : flags) {
      if (flag == array) continue;
      for (const auto kind : {AssumedContents::kExclusiveSum, AssumedContents::kInclusiveSum})
        all.push_back({.kind = kind, .array = array, .flags = flag});
    }
  }
  for (const int array : arrays) all.push_back({.kind = AssumedContents::kDistinct, .array = array});
  return all;
}

}  // namespace fencepost::cli::symbolic
