// What the merge of two passes asks about a declaration.
#pragma once

#include <string>

#include "cli/nvcc_members.h"

namespace fencepost::cli {

/// A function that is declared, not defined; or deleted, or defaulted.
bool is_prototype(const Member& member);
bool is_static_assert(const TokenStream& tokens, const Member& member);

/// It takes room in the objects of its class.
bool is_data_member(const TokenStream& tokens, const Member& member);

bool mentions(const TokenStream& tokens, const Member& member, std::string_view word);

/// What a declaration has in common with its counterpart in the other pass; empty if that is its place alone.
std::string counterpart_key(const TokenStream& tokens, const Member& member);

}  // namespace fencepost::cli
