#include "cli/prove/questions.h"

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

}  // namespace fencepost::cli::symbolic
