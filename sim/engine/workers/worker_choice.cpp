#include "sim/engine/workers/worker_choice.h"

#include <algorithm>
#include <utility>

namespace fencepost::sim {

namespace {
constexpr std::size_t kMostShapes = 4096;
constexpr double kShareOfTrials = 0.02;
/// How much less than the other one must take to be chosen in its place.
constexpr double kFaster = 0.85;
/// The least time counts, but is forgotten by and by: data differ from launch to launch.
constexpr double kForgotten = 1.05;
/// So many launches in a row that take so much longer are no accident.
constexpr unsigned kSeveral = 3;
constexpr double kLonger = 2;

void learn(double& known, double seconds) { known = known == 0 ? seconds : std::min(seconds, known * kForgotten); }
}  // namespace

bool WorkerChoice::wants_one(const LaunchShape& shape, unsigned all) {
  if (known_.size() >= kMostShapes && !known_.contains(shape)) known_.clear();
  const Known& known = known_[shape];
  const double usual = known.one_is_faster ? known.one : known.all;
  if (usual == 0) return known.one_is_faster;
  const double other = known.one_is_faster ? known.all : known.one;
  const double dear = other != 0 ? std::max(usual, other) : usual * all;
  const bool tries = (known.tried ? known.saved_up : saved_up_) >= dear;
  return known.one_is_faster != tries;
}

void WorkerChoice::took(const LaunchShape& shape, bool by_one, double seconds) {
  Known& known = known_[shape];
  const bool first = !std::exchange(known.launched, true);
  const bool tries = by_one != known.one_is_faster;
  for (double* const saved_up : {&saved_up_, &known.saved_up}) {
    *saved_up = std::max(0.0, *saved_up + (tries ? -seconds : seconds * kShareOfTrials));
  }
  if (first) return;  // It was the first to come to its memory.
  double& usual = by_one ? known.one : known.all;
  if (!tries) known.longer = usual != 0 && seconds > kLonger * usual ? known.longer + 1 : 0;
  if (known.longer == kSeveral) {  // They are others now, of which all that is known is this.
    known.one = known.all = 0;
    known.one_is_faster = false;
  }
  if (!tries && kLonger * seconds < usual) (by_one ? known.all : known.one) = 0;
  learn(usual, seconds);
  if (!tries) return;
  known.tried = true;
  if ((by_one ? known.one : known.all) < kFaster * (by_one ? known.all : known.one)) {
    known.one_is_faster = by_one;
  }
}

}  // namespace fencepost::sim
