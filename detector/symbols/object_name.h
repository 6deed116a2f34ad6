// What the user calls the memory at an address.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "detector/model/finding.h"
#include "detector/symbols/sites.h"
#include "detector/symbols/symboliser.h"
#include "sim/interface/observer.h"

namespace fencepost::detector {

/// A variable, or an allocation under the kernel's own name for it.
struct NamedObject {
  Variable variable;
  std::uint64_t begin = 0;          ///< Of the object, in the terms of object_at().
  std::uint64_t first_element = 0;  ///< Where element 0 lies: later than `begin` if the kernel got a pointer into it.
  std::vector<Location> stack{};    ///< Of an allocation: allocation_stack().
};

/// For a finding.
Object object_of(const NamedObject&);
Object object_of(const sim::Allocation&);

/// The object of a launch that contains `address` (for shared memory: the offset into the TLS block); nullopt if no
/// object is known there. Thread safety: any thread.
std::optional<NamedObject> object_at(Space space, std::uint64_t address, const sim::LaunchInfo& launch);

/// Where the variable or the allocation begins that contains `address`, in the terms of object_at(), for the kernel
/// that `pc` is in; 0 if it is unknown. Thread safety: any thread.
std::uint64_t object_begin(Space space, std::uint64_t address, const void* pc);

/// "tile[3][17]", "particles[4].x", "particles[4]+8" where the part has no name. `offset`: in bytes from element 0.
/// An access of a whole element is not of its first part. `access_bytes` stands in for an element size that is not
/// known.
std::string element_text(const Variable& variable, std::uint64_t offset, std::size_t access_bytes);

/// Fills in object, offset and element of a finding about `address`, in the terms of object_at(), from its space and
/// size.
void name_object(Finding&, const sim::LaunchInfo&, std::uint64_t address);

/// The line of a call, without its function.
Location line_of_call(const void* return_address);

/// The user's line for an access at `line`: in a kernel of a library (Thrust, CUB), if no code of the user's is
/// involved, that of the launch, or of the call that led to it; else `line`.
Location user_line(const Location& line, const sim::LaunchInfo&);

/// That line of an access, and the device calls around it, as far as they are made by the user's code.
std::vector<Location> user_chain(const Site& site, const sim::LaunchInfo&);

/// Names them: "\na.cu:12:put\na.cu:20:k".
std::string chain_key(const std::vector<Location>& chain);

}  // namespace fencepost::detector
