#include "bench/rules_bench.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>

#include "bench/bench_program.h"
#include "bench/measurements.h"

namespace fencepost::bench {
namespace {

struct Rule {
  const char* name;      ///< In the table.
  const char* program;   ///< Of bench/programs.
  const char* flags;     ///< Of fencepost-nvcc.
  const char* options;   ///< Of the run.
  const char* baseline;  ///< Name of the row it is compared with; null: it is one.
};

constexpr std::array kRules = {
    Rule{"shared memory, nothing is checked", "shared_reads", "--no-check", "", nullptr},
    Rule{"  races", "shared_reads", "", "--check race", "shared memory, nothing is checked"},
    Rule{"  races, bounds", "shared_reads", "", "--check race,memory", "shared memory, nothing is checked"},
    Rule{"  races, bounds, unwritten memory", "shared_reads", "", "--check race,memory,init",
         "shared memory, nothing is checked"},
    Rule{"global memory, nothing is checked", "vector_add", "--no-check", "", nullptr},
    Rule{"  races ", "vector_add", "", "--check race", "global memory, nothing is checked"},
    Rule{"  races, bounds ", "vector_add", "", "--check race,memory", "global memory, nothing is checked"},
    Rule{"  races, bounds, unwritten memory ", "vector_add", "", "--check race,memory,init",
         "global memory, nothing is checked"},
    Rule{"sum, block barriers", "block_sum", "", "", nullptr},
    Rule{"  each access kept (--exact)", "block_sum", "", "--exact", "sum, block barriers"},
    Rule{"  warp barriers", "block_sum", "-DWARP", "", "sum, block barriers"},
    Rule{"  fences and a ticket", "block_sum", "-DLAST", "", "sum, block barriers"},
};

std::string key(const Rule& rule) { return std::string("rules.") + rule.name + ".s"; }

void Measure(benchmark::State& state, const Rule& rule) {
  const std::string program = compile(rule.program, rule.flags);
  if (program.empty()) return state.SkipWithError("does not compile");
  double best = 1e300;
  for (auto _ : state) {
    const Result result = run(program, std::string("--jobs 1 ") + rule.options);
    if (!result.right) return state.SkipWithError("wrong result");
    state.SetIterationTime(result.seconds);
    best = std::min(best, result.seconds);
    measurements()[key(rule) + ".accesses"] = result.accesses;
  }
  measurements()[key(rule)] = best;
}

}  // namespace

void register_rules() {
  for (const Rule& rule : kRules) {
    benchmark::RegisterBenchmark((std::string("Rules/") + rule.name).c_str(), Measure, rule)
        ->UseManualTime()
        ->Iterations(3)
        ->Unit(benchmark::kMillisecond);
  }
}

void print_rules() {
  auto& all = measurements();
  if (!all.contains(key(kRules.front()))) return;
  std::printf("\nwhat the rules cost, one worker%31s %10s\n", "ns/access", "x");
  for (const Rule& rule : kRules) {
    if (!all.contains(key(rule))) continue;
    std::printf("%-50s %10.2f", rule.name, all[key(rule)] * 1e9 / all[key(rule) + ".accesses"]);
    const std::string baseline = rule.baseline == nullptr ? "" : std::string("rules.") + rule.baseline + ".s";
    if (all.contains(baseline)) std::printf(" %10.2f", all[key(rule)] / all[baseline]);
    std::printf("\n");
  }
}

}  // namespace fencepost::bench
