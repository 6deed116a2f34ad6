// The profile for programs: the member "profile" of the JSON report (docs/profile.md).
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "detector/model/profile.h"

namespace fencepost::detector {

/// A list with one object for each kernel.
nlohmann::ordered_json profile_json(const Profile& profile);

/// Reads it back. Throws if it is none.
Profile profile_of_json(const nlohmann::ordered_json& json);

}  // namespace fencepost::detector
