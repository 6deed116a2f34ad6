// Array bounds and struct members from DWARF. Thread safety: none for entries of one executable, as libdw has it.
#pragma once

#include <elfutils/libdw.h>

#include <cstddef>
#include <vector>

#include "detector/symbols/symboliser.h"

namespace fencepost::detector {

/// The type of a variable, member or array element, without typedefs and qualifiers. False if it has none.
bool dwarf_type_of(Dwarf_Die& die, Dwarf_Die& type);

/// Appends the bounds of a DW_TAG_array_type, outermost first; an unknown bound (`extern int t[]`) counts 0.
void append_array_bounds(Dwarf_Die& array, std::vector<std::size_t>& dimensions);

/// Of a base type, an enumeration, a pointer, `__half` or `__nv_bfloat16`; kUnknown of others.
NumberKind dwarf_number_kind(Dwarf_Die& type);

/// The members of a struct or union, flattened. Empty for other types, and for giants of more than some hundred
/// members.
std::vector<Member> dwarf_members(Dwarf_Die& type);

}  // namespace fencepost::detector
