#include "cli/fuzz/ways.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "cli/symbolic/invariants.h"
#include "cli/symbolic/launch.h"
#include "cli/symbolic/thread_state.h"

namespace fencepost::cli::symbolic {

using compiler::SymbolicAccess;
using compiler::SymbolicOp;
using compiler::SymbolicValue;

namespace {

constexpr unsigned kMilliseconds = 200;  ///< Of a question; those for invariants take less.
constexpr Wide kMostBytes = 4096;        ///< From an array's begin to what is read.

/// Smaller ones are easier to understand, and quicker to run.
std::vector<z3::expr> small_launches(Launch& launch, Arithmetic& arithmetic) {
  std::vector<z3::expr> conditions;
  for (const auto& [threads, blocks, most] : {std::tuple(64, 4, 256), std::tuple(256, 8, 4096)}) {
    z3::expr all = arithmetic.context().bool_val(true);
    for (int d = 0; d < 3; ++d) {
      all = all && launch.block_dim(d).e <= threads && launch.grid_dim(d).e <= blocks;
    }
    for (const auto& [value, term] : launch.parameters()) {
      if (term.bits > 1) all = all && term.e >= 0 && term.e <= most;
    }
    conditions.push_back(all);
  }
  return conditions;
}

std::string cell_name(int load, const char* what) { return "cell " + std::to_string(load) + " " + what; }

}  // namespace

Ways::Ways(const compiler::SymbolicKernel& kernel, FixedDimensions fixed)
    : kernel_(kernel),
      facts_(kernel, /*may_alias=*/false, {}, std::move(fixed)),
      whole_(interval_graph(kernel, -1, /*through=*/true)) {
  find_invariants(facts_, {.milliseconds = kMilliseconds / 4});
}

std::vector<Way> Ways::at(const std::set<std::uint32_t>& lines, std::size_t most) {
  std::vector<Way> ways;
  std::size_t asked = 0;
  for (std::size_t i = 0; i < whole_.edges.size() && asked < most; ++i) {
    const IntervalEdge& edge = whole_.edges[i];
    const int block = whole_.nodes[static_cast<std::size_t>(edge.from)].block;
    if (edge.condition < 0 || !lines.contains(kernel_.blocks[static_cast<std::size_t>(block)].line)) continue;
    if (!asked_.insert(static_cast<int>(i)).second) continue;
    ++asked;
    Way way;
    if (solve(static_cast<int>(i), way)) ways.push_back(std::move(way));
  }
  return ways;
}

/// Loads of integers from arrays that conditions on the way to the edge, and its own, are made of.
std::vector<int> Ways::loads_of(int edge) const {
  std::set<int> nodes = {whole_.edges[static_cast<std::size_t>(edge)].from}, values;
  std::vector<int> open(nodes.begin(), nodes.end()), open_values;
  const auto use = [&](int value) {
    if (value >= 0 && values.insert(value).second) open_values.push_back(value);
  };
  use(whole_.edges[static_cast<std::size_t>(edge)].condition);
  while (!open.empty()) {
    const int node = open.back();
    open.pop_back();
    for (const int number : whole_.nodes[static_cast<std::size_t>(node)].in) {
      const IntervalEdge& before = whole_.edges[static_cast<std::size_t>(number)];
      use(before.condition);
      if (nodes.insert(before.from).second) open.push_back(before.from);
    }
  }
  while (!open_values.empty()) {
    const SymbolicValue& value = kernel_.values[static_cast<std::size_t>(open_values.back())];
    open_values.pop_back();
    for (const int operand : value.operands) use(operand);
  }
  std::vector<int> loads;
  for (const int number : values) {
    const SymbolicValue& value = kernel_.values[static_cast<std::size_t>(number)];
    if (value.op != SymbolicOp::kLoad || value.bits < 8 || value.number < 0 || value.block < 0) continue;
    const SymbolicValue& object = kernel_.values[static_cast<std::size_t>(value.operands[0])];
    if (object.op != SymbolicOp::kObject || !kernel_.objects[static_cast<std::size_t>(object.number)].parameter)
      continue;
    const SymbolicAccess& access = kernel_.accesses[static_cast<std::size_t>(value.number)];
    if (access.bytes * 8 == value.bits && whole_.find(value.block, -1) >= 0) loads.push_back(number);
  }
  return loads;
}

bool Ways::solve(int edge, Way& way) {
  Arithmetic arithmetic(facts_.context, Wrapping::kAssumedNot);
  Launch launch(facts_, arithmetic);
  ThreadState state(facts_, arithmetic, launch, 1, /*one_block=*/true, whole_, whole_);
  z3::context& context = arithmetic.context();
  z3::expr goal = state.passed(edge);
  const std::vector<int> loads = loads_of(edge);
  for (const int number : loads) {
    const SymbolicValue& load = kernel_.values[static_cast<std::size_t>(number)];
    const int node = whole_.find(load.block, -1);
    const z3::expr offset = arithmetic.as_signed(state.value(load.operands[1], node)).e;
    const z3::expr value = arithmetic.as_signed(state.value(number, node)).e;
    const z3::expr read = state.reach(node);
    goal = goal && context.int_const(cell_name(number, "offset").c_str()) == offset &&
           context.int_const(cell_name(number, "value").c_str()) == value &&
           context.bool_const(cell_name(number, "read").c_str()) == read &&
           z3::implies(read, offset >= 0 && offset < arithmetic.literal(kMostBytes));
  }
  const std::vector<z3::expr> small = small_launches(launch, arithmetic);
  const Answer answer = ask(arithmetic, goal, small, {.milliseconds = kMilliseconds, .most_cases = 100});
  if (answer.kind != Answer::kPossible) return false;
  const auto told = [&](const std::string& name) {
    const auto found = answer.values.find(name);
    return found == answer.values.end() ? 0 : found->second;
  };
  for (const auto& [name, value] : answer.values) {
    if (name.starts_with("gridDim.") || name.starts_with("blockDim.") || name.starts_with("parameter ")) {
      way.values[name] = value;
    }
  }
  for (const int number : loads) {
    if (told(cell_name(number, "read")) == 0) continue;
    const SymbolicValue& load = kernel_.values[static_cast<std::size_t>(number)];
    const auto object = static_cast<std::size_t>(kernel_.values[static_cast<std::size_t>(load.operands[0])].number);
    const auto offset = static_cast<std::uint64_t>(told(cell_name(number, "offset")));
    const std::uint64_t bytes = load.bits / 8;
    if (offset % bytes != 0) return false;
    way.cells.push_back({kernel_.objects[object].name, offset / bytes, told(cell_name(number, "value")), load.bits});
  }
  return true;
}

}  // namespace fencepost::cli::symbolic
