// The word that somebody meant who wrote another one.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost::detector {

/// The one of `words` that needs the fewest letters inserted, left out, replaced or swapped with their neighbour to
/// become `word`, case and leading dashes apart; of several the first. nullopt if that are more than a third of its
/// letters: then nobody meant it.
std::optional<std::string> nearest_word(std::string_view word, const std::vector<std::string>& words);

/// "; did you mean --report?", or nothing.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& words);

}  // namespace fencepost::detector
