// How much an oracle, or a test of random cases, compares.
#pragma once

#include "sim/os/fiber.h"  // FENCEPOST_ASAN.

namespace fencepost::detector {

#ifdef FENCEPOST_ASAN
constexpr bool kUnderSanitizers = true;
#else
constexpr bool kUnderSanitizers = false;
#endif

/// `count`; under sanitizers, where each comparison takes several times as long, a quarter of it, at least one. Those
/// see the same code run with it; that all agree is for the everyday build to say.
constexpr unsigned rounds(unsigned count) { return kUnderSanitizers ? (count + 3) / 4 : count; }

}  // namespace fencepost::detector
