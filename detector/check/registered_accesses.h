// What the running launch accesses in host memory that was registered (cudaHostRegister), of which there is no shadow.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>

#include "detector/shadow/footprint.h"

namespace fencepost::detector {

/// A launch begins; what the one before it accessed is forgotten, if nobody took it: it was stopped. `wanted`: somebody
/// will take the accesses if the launch ends by itself.
void begin_registered_accesses(bool wanted);

/// An access by the running CUDA thread. Any thread.
void add_registered_access(std::uintptr_t address, std::size_t bytes, unsigned kind, const void* pc);

/// Moves the accesses of the launch, which has ended, to `result`.
void take_registered_accesses(Footprint& result);

/// Those of a launch, while others run in its middle. By word, site, kind and mask, the least rank.
struct RegisteredAccesses {
  bool are_wanted = false;
  std::map<std::tuple<std::uint64_t, SiteId, std::uint8_t, std::uint8_t>, std::uint64_t> least_ranks;
};
RegisteredAccesses take_registered_accesses();
/// It goes on.
void put_back_registered_accesses(RegisteredAccesses);

}  // namespace fencepost::detector
