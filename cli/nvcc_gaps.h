// Room between the variables of an object file.
#pragma once

#include <cstddef>
#include <string>

namespace fencepost::cli {

/// Bytes that belong to nobody behind each variable. A multiple of what 32 banks hold, so that arrays of shared memory
/// lie in the banks in which they would lie without.
inline constexpr std::size_t kGapBytes = 128;

/// `object`, a 64-bit ELF relocatable compiled with -fdata-sections, with a gap behind each zero-initialised variable:
/// each has a section of its own, which is made longer; the size of its symbol stays. An index past the end of one
/// array then does not end up in the next. Anything else is returned as it is.
std::string with_gaps(std::string object);

}  // namespace fencepost::cli
