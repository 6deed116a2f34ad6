// Parts of a recording as JSON.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "detector/replay/arrays.h"
#include "detector/replay/event.h"

namespace fencepost::detector {

/// "..." with what JSON, and a page that holds it, ask for; what is no UTF-8 becomes U+FFFD.
std::string replay_string(std::string_view text);

/// A number; a string if it is none of JSON's or not exact as one of JavaScript's; null if it is not known.
void append_value(std::string& text, const ReplayArray& array, const ReplayValue& value);

/// Of all of them: one value if they are alike, else a list.
void append_values(std::string& text, const ReplayArray& array, const std::vector<ReplayValue>& values);

/// What a page needs to know of the array, and what it held when the block first used it.
std::string array_json(const ReplayArray& array);

}  // namespace fencepost::detector
