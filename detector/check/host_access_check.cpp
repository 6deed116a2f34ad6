#include "detector/check/host_access_check.h"

#include "detector/model/names.h"
#include "detector/shadow/shadow_cell.h"
#include "detector/symbols/object_name.h"
#include "sim/engine/arena.h"

namespace fencepost::detector {

std::pair<Finding, std::string> host_dereference(const void* address, std::size_t bytes, unsigned kind,
                                                 const void* pc) {
  Finding finding;
  finding.kind = Kind::kInvalidAddress;
  finding.severity = Severity::kError;
  finding.space = Space::kGlobal;
  finding.scope = Scope::kHostDevice;
  finding.size = static_cast<std::uint32_t>(bytes);
  FindingAccess access;
  access.kind = access_kind(kind);
  access.location = line_of_call(pc);
  const std::string what = (kind & kWrites) != 0 ? "writes" : "reads";
  finding.message = "host code " + what + " device memory through a pointer from cudaMalloc";
  finding.hint = "copy it with cudaMemcpy, or allocate it with cudaMallocManaged";
  if (const auto allocation = sim::Arena::instance().find(address)) {
    finding.object = object_of(*allocation);
    finding.offset = static_cast<std::uint64_t>(static_cast<const std::byte*>(address) - allocation->base);
  }
  std::string key = "host|" + what + access.location.file + ':' + std::to_string(access.location.line);
  finding.accesses.push_back(std::move(access));
  return {std::move(finding), std::move(key)};
}

}  // namespace fencepost::detector
