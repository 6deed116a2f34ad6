// The words that clauses, declarations and statements of VerCors begin with.
#pragma once

#include <string_view>

namespace fencepost::cli::contract {

/// Whether an item of an annotation may begin with `word`. All of these are reserved in VerCors, so that they never
/// stand in expressions.
bool begins_item(std::string_view word);

}  // namespace fencepost::cli::contract
