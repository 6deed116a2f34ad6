#include "cli/prove/questions.h"

#include "cli/prove/digits.h"

namespace fencepost::cli::symbolic {

std::unique_ptr<Scene> Questions::scene(Wrapping wrapping, bool one_block, const IntervalGraph& interval) const {
  auto made = std::make_unique<Scene>(facts, wrapping);
  made->one = std::make_unique<ThreadState>(facts, made->arithmetic, made->launch, 1, one_block, whole, interval);
  made->two = std::make_unique<ThreadState>(facts, made->arithmetic, made->launch, 2, one_block, whole, interval);
  return made;
}

std::vector<z3::expr> Questions::small_models(Scene& scene) {
  std::vector<z3::expr> conditions;
  // First without negative numbers: most programs have none, and offsets lead out of arrays.
  for (const auto& [threads, blocks, least, most] : {std::tuple(8, 3, 0, 16), std::tuple(8, 3, -16, 16),
                                                     std::tuple(64, 4, -100, 100), std::tuple(1024, 64, -4096, 4096)}) {
    z3::expr all = scene.arithmetic.context().bool_val(true);
    for (int d = 0; d < 3; ++d) {
      all = all && scene.launch.block_dim(d).e <= threads && scene.launch.grid_dim(d).e <= blocks;
    }
    for (const auto& [value, term] : scene.launch.parameters()) {
      if (term.bits > 1) all = all && term.e >= least && term.e <= most;
    }
    conditions.push_back(all);
  }
  return conditions;
}

z3::expr Questions::assumed(Scene& scene) const {
  if (options.condition < 0) return scene.arithmetic.context().bool_val(true);
  return scene.arithmetic.condition(scene.one->value(options.condition, 0));
}

z3::expr Questions::overlap(Scene& s, const Visit& a, const Visit& b) const {
  Arithmetic& m = s.arithmetic;
  const compiler::SymbolicAccess& of_a = kernel.accesses[static_cast<std::size_t>(a.access)];
  const compiler::SymbolicAccess& of_b = kernel.accesses[static_cast<std::size_t>(b.access)];
  const Term object_a = s.one->value(of_a.object, a.node), object_b = s.two->value(of_b.object, b.node);
  Term offset_a = s.one->value(of_a.offset, a.node), offset_b = s.two->value(of_b.offset, b.node);
  z3::expr same = object_a.e == object_b.e;
  for (std::size_t i = 0; i < kernel.objects.size(); ++i) {
    // A thread's own memory is nobody else's.
    const compiler::SymbolicSpace space = kernel.objects[i].space;
    if (space == compiler::SymbolicSpace::kLocal || space == compiler::SymbolicSpace::kConstant) {
      same = same && object_a.e != static_cast<int>(i);
    }
  }
  if (options.may_alias) {
    z3::expr both = m.context().bool_val(false);
    const auto located = [&](const Term& object_term, Term& offset) {
      z3::expr is_parameter = m.context().bool_val(false);
      z3::expr base = m.context().int_val(0);
      for (std::size_t i = 0; i < kernel.objects.size(); ++i) {
        if (!kernel.objects[i].parameter) continue;
        const z3::expr here = object_term.e == static_cast<int>(i);
        is_parameter = is_parameter || here;
        base = z3::ite(here, s.launch.address(static_cast<int>(i)).e, base);
      }
      offset.e = offset.e + base;
      offset.divisor = 1;
      return is_parameter;
    };
    const z3::expr first = located(object_a, offset_a), second = located(object_b, offset_b);
    same = same || (first && second);
  }
  const auto size_a = of_a.bytes, size_b = of_b.bytes;
  if (size_a == 0 || size_b == 0) return same;
  const bool whole = size_a == size_b && offset_a.divisor % size_a == 0 && offset_b.divisor % size_b == 0;
  const z3::expr meet = whole ? offset_a.e == offset_b.e
                              : offset_a.e < offset_b.e + m.literal(static_cast<Wide>(size_b)) &&
                                    offset_b.e < offset_a.e + m.literal(static_cast<Wide>(size_a));
  const Wide by_a = whole ? 0 : static_cast<Wide>(size_a), by_b = whole ? 0 : static_cast<Wide>(size_b);
  m.fact(z3::implies(meet, equal_digits(m, offset_a.e, by_a, offset_b.e, by_b)));
  return same && meet;
}

}  // namespace fencepost::cli::symbolic
