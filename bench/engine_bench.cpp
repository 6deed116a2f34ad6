// What the engine alone costs: barrier crossings, threads, launches. Kernels here are plain functions.
#include <benchmark/benchmark.h>

#include <chrono>

#include "bench/measurements.h"
#include "sim/engine/engine.h"
#include "sim/interface/config.h"
#include "sim/interface/current.h"

extern "C" void __syncthreads();

namespace fencepost::bench {
namespace {

template <class Body>
void launch(unsigned blocks, unsigned threads, Body body) {
  sim::config().jobs = 1;
  sim::run_launch({.number = 1, .grid = {blocks}, .block = {threads}},
                  {.run = [](void* closure) { (*static_cast<Body*>(closure))(); }}, &body, sizeof(body));
}

/// Nanoseconds per unit of work of the best iteration, under `name`.
template <class Work>
void measure(benchmark::State& state, const std::string& name, double units, Work work) {
  double best = 1e300;
  for (auto _ : state) {
    const auto start = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - start;
    best = std::min(best, taken.count() / units);
  }
  state.counters["ns_each"] = best;
  measurements()[name] = best;
}

void BarrierCrossing(benchmark::State& state) {
  const auto threads = static_cast<unsigned>(state.range(0));
  const unsigned blocks = 4096 / threads, barriers = 200;
  measure(state, "barrier." + std::to_string(threads) + ".ns", double{1} * blocks * threads * barriers, [&] {
    launch(blocks, threads, [=] {
      for (unsigned i = 0; i < barriers; ++i) __syncthreads();
    });
  });
}
constexpr unsigned kCrossings = 200;

/// What the compiler makes of `for (unsigned i = 0; i < kCrossings; ++i) __syncthreads();`.
struct CrossingFrame {
  unsigned char begun;
  unsigned passed;
};
const void* cross(void* /*arguments*/, ThreadLoop* loop) {
  auto* const frames = reinterpret_cast<CrossingFrame*>(loop->frames);
  const bool begin = frames[loop->first].begun == 0;
  const unsigned passed = begin ? 0 : frames[loop->first].passed;
  loop->place = passed < kCrossings ? 1 : 0;
  for (std::uint32_t rank = loop->first; rank < loop->end; ++rank) {
    *const_cast<volatile std::uint32_t*>(&sim::current.thread) = rank;
    frames[rank] = {1, passed + 1};
  }
  return loop->place != 0 ? reinterpret_cast<const void*>(cross) : nullptr;
}

/// The same of a kernel that is split at its barriers.
void SplitBarrierCrossing(benchmark::State& state) {
  const auto threads = static_cast<unsigned>(state.range(0));
  const unsigned blocks = 4096 / threads;
  sim::config().jobs = 1;
  measure(state, "split." + std::to_string(threads) + ".ns", double{1} * blocks * threads * kCrossings, [&] {
    sim::run_launch({.number = 1, .grid = {blocks}, .block = {threads}},
                    {.threads = {cross, sizeof(CrossingFrame), alignof(CrossingFrame), 0, 1}}, nullptr, 0);
  });
}
BENCHMARK(SplitBarrierCrossing)->Arg(32)->Arg(256)->Arg(1024)->Unit(benchmark::kMillisecond);

BENCHMARK(BarrierCrossing)->Arg(32)->Arg(256)->Arg(1024)->Unit(benchmark::kMillisecond);

void ThreadWithoutBarrier(benchmark::State& state) {
  measure(state, "thread.ns", 1024.0 * 256, [] { launch(1024, 256, [] {}); });
}
BENCHMARK(ThreadWithoutBarrier)->Unit(benchmark::kMillisecond);

void Launch(benchmark::State& state) {
  measure(state, "launch.ns", 1, [] { launch(1, 32, [] {}); });
}
BENCHMARK(Launch)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace fencepost::bench
