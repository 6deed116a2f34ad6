#include "bench/tree_storage_bench.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "bench/bench_program.h"
#include "bench/measurements.h"

namespace fencepost::bench {
namespace {

constexpr int kLargest = 1024;

std::string key(const std::string& storage, int n) {
  return "tree_storage." + storage + "." + std::to_string(n) + ".s";
}

std::string arguments(int n, int runs) { return " " + std::to_string(n) + " " + std::to_string(runs); }

void TreeStorage(benchmark::State& state, const std::string& storage, int n) {
  static std::map<std::string, std::string> programs;
  auto [program, is_new] = programs.try_emplace(storage);
  if (is_new) program->second = compile("tree_storage_" + storage);
  if (program->second.empty()) return state.SkipWithError("does not compile");
  double best = 1e300;
  for (auto _ : state) {
    const Result result = run(program->second + arguments(n, 201), "--jobs 1");
    if (!result.right) return state.SkipWithError("wrong result");
    state.SetIterationTime(result.seconds);
    best = std::min(best, result.seconds);
  }
  measurements()[key(storage, n)] = best;
}

/// What a profiled launch on N elements says; null if that fails.
nlohmann::json profile(const std::string& storage, int n) {
  static std::map<std::string, std::string> programs;
  auto [program, is_new] = programs.try_emplace(storage);
  if (is_new) program->second = compile("tree_storage_" + storage, "--profile");
  if (program->second.empty()) return nullptr;
  const std::string report = program->second + ".json";
  std::filesystem::remove(report);
  if (!run(program->second + arguments(n, 1), "--jobs 1 --profile --report " + report).right) return nullptr;
  std::ifstream file(report);
  return nlohmann::json::parse(file).at("profile").at(0);
}

/// SIMT efficiency, warp steps of a launch, passes of shared memory of a launch and their degree of conflict, time.
void print_figures(const std::string& storage, int n) {
  const nlohmann::json figures = profile(storage, n);
  if (figures.is_null()) {
    std::printf("  %-40s", "failed");
    return;
  }
  const auto launches = figures.at("launches").get<double>();
  std::printf("  %6.1f %% %8.0f %8.0f %6.2f %7.1f", 100 * figures.at("lanes").at("efficiency").get<double>(),
              figures.at("lanes").at("steps").get<double>() / launches,
              figures.at("shared").at("passes").get<double>() / launches,
              figures.at("shared").at("conflict_degree").get<double>(), measurements().at(key(storage, n)) * 1e6);
}

}  // namespace

void register_tree_storage() {
  for (const char* storage : {"1d", "2d"}) {
    for (int n = 2; n <= kLargest; n *= 2) {
      const std::string label = std::string("TreeStorage/") + storage + "/" + std::to_string(n);
      benchmark::RegisterBenchmark(label.c_str(), TreeStorage, storage, n)
          ->UseManualTime()
          ->Iterations(3)
          ->Unit(benchmark::kMicrosecond);
    }
  }
}

void print_tree_storage() {
  bool has_header = false;
  for (int n = 2; n <= kLargest; n *= 2) {
    if (!measurements().contains(key("1d", n)) || !measurements().contains(key("2d", n))) continue;
    if (!has_header) {
      std::printf("\nscan by a tree in shared memory (Wiefferink's figure 8): 1-D with N/2 threads, 2-D with N\n");
      std::printf("      %-43s%s\n", "  1-D", "  2-D");
      const char* const columns = "    SIMT    steps   passes degree      us";
      std::printf("   N  %s   %s\n", columns, columns);
      has_header = true;
    }
    std::printf("%4d", n);
    print_figures("1d", n);
    print_figures("2d", n);
    std::printf("\n");
  }
}

}  // namespace fencepost::bench
