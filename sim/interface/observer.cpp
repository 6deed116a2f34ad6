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

LaunchObserver launches;
BarrierObserver barriers;
AccessObserver accesses;
MemoryObserver memory;
CallObserver calls;
StreamObserver streams;
ProcessObserver process;
Guide guide;
constinit Observers the_observers{&launches, &barriers, &accesses, &memory, &calls, &streams, &process, &guide};

}  // namespace

Observers silent_observers() { return {&launches, &barriers, &accesses, &memory, &calls, &streams, &process, &guide}; }

Observers& observers() { return the_observers; }

}  // namespace fencepost::sim
