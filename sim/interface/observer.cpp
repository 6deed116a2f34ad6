#include "sim/interface/observer.h"

#include "sim/interface/config.h"
#include "sim/interface/current.h"

namespace fencepost::sim {

__thread Current current;

Config& config() {
  static Config instance;
  return instance;
}

namespace {
Observer silent;
Observer* the_observer = &silent;
}  // namespace

Observer& observer() { return *the_observer; }

void set_observer(Observer& observer) { the_observer = &observer; }

}  // namespace fencepost::sim
