#include "sim/code/loaded_code.h"

namespace fencepost::sim {

CodeSpace code_space;

}  // namespace fencepost::sim
