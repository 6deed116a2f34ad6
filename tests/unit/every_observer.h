// For tests that look at what the engine tells: one object that hears of everything.
#pragma once

#include "sim/interface/observer.h"

namespace fencepost::sim {

class EveryObserver : public LaunchObserver,
                      public BarrierObserver,
                      public AccessObserver,
                      public MemoryObserver,
                      public CallObserver,
                      public StreamObserver,
                      public ProcessObserver,
                      public Guide {};

/// From now on `observer` hears of everything; null: nobody does.
inline void observe(EveryObserver* observer) {
  observers() = observer == nullptr ? silent_observers() : Observers{observer, observer, observer, observer,
                                                                     observer, observer, observer, observer};
}

}  // namespace fencepost::sim
