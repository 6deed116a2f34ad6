#include "sim/engine/ordering.h"

namespace fencepost::sim {

bool program_orders_threads = false;

}  // namespace fencepost::sim
