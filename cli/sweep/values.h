// Values of one axis of a sweep, as people write them: "1..64,100,1000".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost::cli {

/// Words and ranges between commas: "1..4" is 1 2 3 4, "0..64:16" is 0 16 32 48 64, "32..256*2" is 32 64 128 256, all
/// else is taken as it stands. nullopt, with a sentence in `error`, if there is no value, an empty one, one that is
/// there twice, a range that never ends or more than a million values.
std::optional<std::vector<std::string>> parse_values(std::string_view text, std::string& error);

/// The shortest such text that a greedy reader finds for `values`: parse_values() of it gives them again.
std::string joined_values(const std::vector<std::string>& values);

}  // namespace fencepost::cli
