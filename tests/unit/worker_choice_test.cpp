// Which launches one worker runs, by how long they took before.
#include "sim/engine/workers/worker_choice.h"

#include <gtest/gtest.h>

namespace fencepost::sim {
namespace {

constexpr unsigned kAll = 4;

/// Launches of one shape that take `one` or `all` seconds, on a machine without a clock.
class Machine {
 public:
  explicit Machine(WorkerChoice& choice, std::uint64_t blocks = 100) : choice_(choice), shape_{this, blocks, 256} {}

  /// True if one worker ran it.
  bool launch(double one, double all) {
    const bool by_one = choice_.wants_one(shape_, kAll);
    const double seconds = by_one ? one : all;
    choice_.took(shape_, by_one, seconds);
    (by_one ? spent_by_one_ : spent_by_all_) += seconds;
    return by_one;
  }
  [[nodiscard]] double spent_by_one() const { return spent_by_one_; }
  [[nodiscard]] double spent_by_all() const { return spent_by_all_; }

 private:
  WorkerChoice& choice_;
  LaunchShape shape_;
  double spent_by_one_ = 0, spent_by_all_ = 0;
};

TEST(WorkerChoice, BeginsWithAll) {
  WorkerChoice choice;
  Machine machine(choice);
  EXPECT_FALSE(machine.launch(1e-6, 1));
  EXPECT_FALSE(machine.launch(1e-6, 1e-3)) << "the first launch, which comes to new memory, says nothing";
}

TEST(WorkerChoice, TakesOneWhereItIsFaster) {
  WorkerChoice choice;
  Machine machine(choice);
  for (int i = 0; i < 3; ++i) machine.launch(0.002, 0.01);
  int by_all = 0;
  for (int i = 0; i < 1000; ++i) by_all += machine.launch(0.002, 0.01) ? 0 : 1;
  EXPECT_GT(by_all, 0) << "all are never tried again";
  EXPECT_LT(by_all, 10);
}

TEST(WorkerChoice, TriesCostLittleWhereAllAreFaster) {
  for (const double all : {2e-6, 0.001, 0.02, 3.0}) {
    WorkerChoice choice;
    Machine machine(choice);
    for (int i = 0; i < 2000; ++i) machine.launch(3.5 * all, all);
    EXPECT_LE(machine.spent_by_one(), 0.2 + 0.03 * machine.spent_by_all()) << all;
  }
}

TEST(WorkerChoice, FirstTrialsOfManyShapesCostLittleTogether) {
  WorkerChoice choice;
  double by_one = 0, by_all = 0;
  for (std::uint64_t shape = 1; shape <= 300; ++shape) {
    Machine machine(choice, shape);
    for (int i = 0; i < 10; ++i) machine.launch(0.035, 0.01);
    by_one += machine.spent_by_one();
    by_all += machine.spent_by_all();
  }
  EXPECT_GT(by_one, 0);
  EXPECT_LE(by_one, 0.2 + 0.03 * by_all);
}

TEST(WorkerChoice, ReturnsToAllWhenTheMachineIsQuietAgain) {
  WorkerChoice choice;
  Machine machine(choice);
  for (int i = 0; i < 10; ++i) machine.launch(0.001, 0.004);
  EXPECT_TRUE(machine.launch(0.001, 0.004));
  for (int i = 0; i < 2000; ++i) machine.launch(0.001, 0.0005);
  EXPECT_FALSE(machine.launch(0.001, 0.0005));
}

TEST(WorkerChoice, ForgetsWhenLaunchesOfAShapeAreOthers) {
  WorkerChoice choice;
  Machine machine(choice);
  for (int i = 0; i < 10; ++i) machine.launch(1e-6, 1e-5);
  EXPECT_TRUE(machine.launch(1e-6, 1e-5));
  double before = machine.spent_by_one();
  for (int i = 0; i < 100; ++i) machine.launch(4, 1);
  EXPECT_LE(machine.spent_by_one() - before, 3 * 4 + 0.03 * machine.spent_by_all());
  // One that takes longer is none.
  for (int i = 0; i < 5000; ++i) machine.launch(0.001, 0.01);
  EXPECT_TRUE(machine.launch(0.05, 0.01));
  EXPECT_TRUE(machine.launch(0.001, 0.01));
}

TEST(WorkerChoice, KnowsManyShapes) {
  WorkerChoice choice;
  for (std::uint64_t shape = 0; shape < 20'000; ++shape) Machine(choice, shape).launch(1e-5, 1e-5);
  Machine last(choice, 7);
  for (int i = 0; i < 5; ++i) last.launch(1e-5, 1e-4);
  EXPECT_TRUE(last.launch(1e-5, 1e-4));
}

}  // namespace
}  // namespace fencepost::sim
