#include "detector/symbols/dwarf_types.h"

#include <dwarf.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "detector/symbols/dwarf_units.h"

namespace fencepost::detector {
namespace {

constexpr std::size_t kGreatestStruct = 256;  ///< Members; more are of no help in a report.

bool is_struct(Dwarf_Die& type) {
  const int tag = dwarf_tag(&type);
  return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type;
}

/// A class with a number's bits: cuda_fp16.h, cuda_bf16.h.
NumberKind narrow_number(Dwarf_Die& type) {
  const char* const name = dwarf_text(type, DW_AT_name);
  if (name == nullptr) return NumberKind::kUnknown;
  const std::string_view text = name;
  return text == "__half" ? NumberKind::kFloat : text == "__nv_bfloat16" ? NumberKind::kBfloat16 : NumberKind::kUnknown;
}

void flatten(Dwarf_Die& type, const std::string& prefix, std::size_t offset, std::vector<Member>& members);

void append_member(Dwarf_Die& die, const std::string& prefix, std::size_t offset, std::vector<Member>& members) {
  const auto place = dwarf_number(die, DW_AT_data_member_location);
  // Without a place it is the first of a union, a static member, or a bit-field: the last have no address.
  if (dwarf_number(die, DW_AT_external) || dwarf_number(die, DW_AT_data_bit_offset)) return;
  offset += place.value_or(0);
  const char* own = dwarf_text(die, DW_AT_name);
  // What an implementation calls its members is of no help: a half is one value.
  const bool unnamed = own == nullptr || std::string_view(own).starts_with("__");
  const std::string name = unnamed ? prefix : prefix.empty() ? own : prefix + "." + own;
  Dwarf_Die type;
  if (!dwarf_type_of(die, type)) return;
  std::vector<std::size_t> bounds;
  while (dwarf_tag(&type) == DW_TAG_array_type) {
    append_array_bounds(type, bounds);
    Dwarf_Die element;
    if (!dwarf_type_of(type, element)) return;
    type = element;
  }
  if (bounds.empty() && is_struct(type) && dwarf_number_kind(type) == NumberKind::kUnknown) {
    flatten(type, name, offset, members);
    return;
  }
  Dwarf_Word bytes = 0;
  if (name.empty() || dwarf_aggregate_size(&type, &bytes) != 0 || bytes == 0) return;
  std::size_t count = bounds.empty() ? 0 : 1;
  for (const std::size_t bound : bounds) count *= bound;
  if (!bounds.empty() && count == 0) return;  // Of no elements: what lies there is others'.
  members.push_back({name, offset, bytes, count, dwarf_number_kind(type)});
}

void flatten(Dwarf_Die& type, const std::string& prefix, std::size_t offset, std::vector<Member>& members) {
  Dwarf_Die child;
  if (!is_struct(type) || dwarf_child(&type, &child) != 0) return;
  do {
    const int tag = dwarf_tag(&child);
    if (tag == DW_TAG_member) append_member(child, prefix, offset, members);
    Dwarf_Die base;
    if (tag == DW_TAG_inheritance && dwarf_type_of(child, base)) {
      flatten(base, prefix, offset + dwarf_number(child, DW_AT_data_member_location).value_or(0), members);
    }
  } while (members.size() <= kGreatestStruct && dwarf_siblingof(&child, &child) == 0);
}

}  // namespace

bool dwarf_type_of(Dwarf_Die& die, Dwarf_Die& type) {
  Dwarf_Attribute attribute;
  Dwarf_Die declared;
  return dwarf_attr_integrate(&die, DW_AT_type, &attribute) != nullptr &&
         dwarf_formref_die(&attribute, &declared) != nullptr && dwarf_peel_type(&declared, &type) == 0;
}

void append_array_bounds(Dwarf_Die& array, std::vector<std::size_t>& dimensions) {
  Dwarf_Die child;
  if (dwarf_child(&array, &child) != 0) return;
  do {
    if (dwarf_tag(&child) != DW_TAG_subrange_type) continue;
    if (const auto count = dwarf_number(child, DW_AT_count)) {
      dimensions.push_back(*count);
    } else {
      const auto upper = dwarf_number(child, DW_AT_upper_bound);
      dimensions.push_back(upper ? *upper + 1 : 0);
    }
  } while (dwarf_siblingof(&child, &child) == 0);
}

NumberKind dwarf_number_kind(Dwarf_Die& type) {
  const int tag = dwarf_tag(&type);
  if (tag == DW_TAG_pointer_type) return NumberKind::kUnsigned;
  if (tag == DW_TAG_enumeration_type) return NumberKind::kSigned;
  if (is_struct(type)) return narrow_number(type);
  if (tag != DW_TAG_base_type) return NumberKind::kUnknown;
  switch (dwarf_number(type, DW_AT_encoding).value_or(0)) {
    case DW_ATE_float:
      return NumberKind::kFloat;
    case DW_ATE_signed:
    case DW_ATE_signed_char:
      return NumberKind::kSigned;
    default:
      return NumberKind::kUnsigned;
  }
}

std::vector<Member> dwarf_members(Dwarf_Die& type) {
  std::vector<Member> members;
  flatten(type, {}, 0, members);
  if (members.size() > kGreatestStruct) members.clear();
  std::ranges::stable_sort(members, {}, &Member::offset);
  return members;
}

}  // namespace fencepost::detector
