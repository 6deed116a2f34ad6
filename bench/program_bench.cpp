// Whole programs (bench/programs), compiled by fencepost-nvcc with and without checks, side by side.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include "bench/bench_program.h"
#include "bench/measurements.h"
#include "bench/rules_bench.h"
#include "bench/tree_storage_bench.h"

namespace fencepost::bench {
namespace {

/// Where a program has a variant without the operation that is measured.
constexpr const char* kWithout = "-DWITHOUT";

void Program(benchmark::State& state, const std::string& name, const std::string& options, unsigned jobs) {
  const std::string program = compile(name, options);
  if (program.empty()) return state.SkipWithError("does not compile");
  double best = 1e300;
  Result result;
  for (auto _ : state) {
    result = run(program, "--jobs " + std::to_string(jobs));
    if (!result.right) return state.SkipWithError("wrong result");
    state.SetIterationTime(result.seconds);
    best = std::min(best, result.seconds);
  }
  state.counters["ns_per_access"] = best * 1e9 / result.accesses;
  const std::string kind = options.empty() ? ".checked" : options == kWithout ? ".without" : ".unchecked";
  measurements()[name + kind + (jobs == 1 ? "" : ".two") + ".s"] = best;
  if (options.empty()) measurements()[name + ".accesses"] = result.accesses;
}

void ShadowSize(benchmark::State& state) {
  const std::string program = compile("shadow_size");
  double bytes = 0;
  for (auto _ : state) {
    const std::string output = output_of(program, "--jobs 1");
    if (std::sscanf(output.c_str(), "shadow bytes per byte touched %lf", &bytes) != 1) {
      return state.SkipWithError("no result");
    }
  }
  state.counters["bytes_per_byte"] = bytes;
  measurements()["shadow.bytes"] = bytes;
}

void line(const char* what, double value, const char* unit, double goal) {
  std::printf("%-62s %9.2f %-3s goal %s %g\n", what, value, unit, goal < 0 ? ">=" : "<=", goal < 0 ? -goal : goal);
}

double ratio(const std::string& a, const std::string& b) {
  const auto& all = measurements();
  return all.contains(a) && all.contains(b) ? all.at(a) / all.at(b) : 0;
}

/// A checked access in excess of an unchecked one.
double check_ns(const std::string& name) {
  auto& all = measurements();
  if (!all.contains(name + ".checked.s") || !all.contains(name + ".unchecked.s")) return 0;
  return (all[name + ".checked.s"] - all[name + ".unchecked.s"]) * 1e9 / all[name + ".accesses"];
}

void print_table() {
  auto& all = measurements();
  std::printf("\nbest of all iterations, one worker unless said otherwise\n");
  for (const auto& [threads, goal] : {std::pair("32", 8), std::pair("256", 10), std::pair("1024", 12)}) {
    const std::string key = std::string("barrier.") + threads + ".ns";
    if (all.contains(key))
      line((std::string("crossing of a block barrier, blocks of ") + threads).c_str(), all[key], "ns", goal);
  }
  if (all.contains("launch.ns")) line("launch of one block", all["launch.ns"] / 1000, "us", 20);
  line("check of an access to shared memory (shared_reads)", check_ns("shared_reads"), "ns", 2);
  line("check of an access to global memory (vector_add)", check_ns("vector_add"), "ns", 3);
  line("check of an access to global memory (stencil)", check_ns("stencil"), "ns", 3);
  if (all.contains("atomic_histogram.checked.s") && all.contains("atomic_histogram.without.s")) {
    line("a checked atomic operation (atomic_histogram)",
         (all["atomic_histogram.checked.s"] - all["atomic_histogram.without.s"]) * 2e9 /
             all["atomic_histogram.accesses"],
         "ns", 8);
  }
  line("tiled matrix multiplication, checked / unchecked",
       ratio("matrix_multiply.checked.s", "matrix_multiply.unchecked.s"), "x", 2.5);
  line("Kogge-Stone, 2^20 elements in tiles of 256, checked", all["kogge_stone_tiles.checked.s"], "s", 0.5);
  line("the same, checked / unchecked", ratio("kogge_stone_tiles.checked.s", "kogge_stone_tiles.unchecked.s"), "x",
       2.5);
  line("two workers against one, Kogge-Stone, checked",
       ratio("kogge_stone_tiles.checked.s", "kogge_stone_tiles.checked.two.s"), "x", -1.9);
  line("shadow bytes per byte of device memory touched", all["shadow.bytes"], "B", 4);
}

}  // namespace
}  // namespace fencepost::bench

int main(int argc, char** argv) {
  using namespace fencepost::bench;
  const auto add = [](const std::string& name, const std::string& options, const char* label, unsigned jobs) {
    benchmark::RegisterBenchmark(("Program/" + name + label).c_str(), Program, name, options, jobs)
        ->UseManualTime()
        ->Iterations(3)
        ->Unit(benchmark::kMillisecond);
  };
  for (const char* name :
       {"shared_reads", "vector_add", "stencil", "atomic_histogram", "matrix_multiply", "kogge_stone_tiles"}) {
    add(name, "--no-check", "/unchecked", 1);
    add(name, "", "/checked", 1);
  }
  add("atomic_histogram", kWithout, "/without", 1);
  add("kogge_stone_tiles", "", "/checked/two_workers", 2);
  benchmark::RegisterBenchmark("ShadowSize", ShadowSize)->Iterations(1);
  register_rules();
  register_tree_storage();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  print_table();
  print_rules();
  print_tree_storage();
}
