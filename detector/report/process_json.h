// Processes as JSON, in reports and in their journals.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "detector/model/finding.h"

namespace fencepost::detector {

nlohmann::ordered_json process_json(const ProcessRecord& process);

/// Reads it back. Throws std::exception if `json` is none.
ProcessRecord process_of_json(const nlohmann::ordered_json& json);

}  // namespace fencepost::detector
