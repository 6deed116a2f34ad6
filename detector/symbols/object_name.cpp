#include "detector/symbols/object_name.h"

#include <algorithm>
#include <sstream>

#include "detector/symbols/allocation_name.h"
#include "detector/symbols/sites.h"
#include "sim/engine/arena.h"
#include "sim/interface/tensor/cells.h"

namespace fencepost::detector {
namespace {

/// "[3][17]" of an array with these bounds (outermost first; the first does not matter).
std::string index_text(std::uint64_t index, const std::vector<std::size_t>& dimensions) {
  std::string text;
  for (std::size_t d = dimensions.size(); d > 1; --d) {
    const std::size_t bound = std::max<std::size_t>(dimensions[d - 1], 1);
    text.insert(0, '[' + std::to_string(index % bound) + ']');
    index /= bound;
  }
  return '[' + std::to_string(index) + ']' + text;
}

/// A variable of the program's; the parameter that points to an allocation is chosen below.
std::optional<NamedObject> variable_at(Space space, std::uint64_t address, const sim::LaunchInfo& launch) {
  Symboliser& symboliser = Sites::instance().symboliser();
  std::optional<Variable> variable;
  if (space == Space::kShared) {
    variable = symboliser.shared(address, launch.entry_pc);
  } else if (const sim::Arena& arena = sim::Arena::instance(); address < arena.begin() || address >= arena.end()) {
    variable = symboliser.global(reinterpret_cast<const void*>(address));
  }
  if (!variable) return std::nullopt;
  if (variable->dynamic_shared) {
    variable->bytes = launch.dynamic_shared_bytes;
    if (variable->name.empty()) variable->name = "dynamic shared memory";
  }
  const std::uint64_t begin = variable->begin;
  return NamedObject{std::move(*variable), begin, begin};
}

/// The kernel's own name for an allocation: the parameter that points to it, best to its first byte.
const sim::PointerArgument* argument_for(const sim::Allocation& allocation, const sim::LaunchInfo& launch) {
  const sim::PointerArgument* best = nullptr;
  for (const sim::PointerArgument& candidate : launch.arguments) {
    const auto* value = static_cast<const std::byte*>(candidate.value);
    if (value < allocation.base || value >= allocation.base + allocation.bytes) continue;
    if (best == nullptr || value == allocation.base) best = &candidate;
    if (value == allocation.base) break;
  }
  return best;
}

/// Puts into `variable`, an array of what a parameter points to, what the compiler says of that (kernel_table.h).
void describe_pointee(Variable& variable, const char* pointee) {
  std::istringstream lines(pointee);
  std::vector<Member> members;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    char kind = 0;
    Member member;
    words >> kind >> member.offset >> member.bytes >> member.count;
    words.get();
    std::getline(words, member.name);
    member.number = kind == 'i'   ? NumberKind::kSigned
                    : kind == 'u' ? NumberKind::kUnsigned
                    : kind == 'f' ? NumberKind::kFloat
                    : kind == 'b' ? NumberKind::kBfloat16
                                  : NumberKind::kUnknown;
    members.push_back(std::move(member));
  }
  const bool is_array = members.size() == 1 && members[0].name.starts_with('[');
  const bool is_number = members.size() == 1 && (members[0].name.empty() || is_array);
  if (is_number) {
    variable.scalar_elements = members[0].number != NumberKind::kUnknown;
    variable.number = members[0].number;
  }
  if (is_array) {
    std::istringstream bounds(members[0].name);
    std::size_t bound = 0;
    for (char bracket = 0; bounds >> bracket >> bound >> bracket;) variable.dimensions.push_back(bound);
    variable.element_bytes = members[0].bytes;
  }
  std::erase_if(members, [](const Member& member) { return member.name.empty() || member.name.starts_with('['); });
  std::ranges::stable_sort(members, {}, &Member::offset);
  variable.members = std::move(members);
}

/// What the program knows nothing of: its tensor memory's cells (sim/interface/tensor/cells.h).
constexpr std::string_view kTensorCells = "fencepost_tensor_cells";

/// `offset`: of the cell.
void name_tensor_memory(Finding& finding, std::uint64_t offset) {
  constexpr std::uint64_t kBytes = sizeof(std::uint32_t);
  const std::uint64_t cell = offset / kBytes;
  const std::uint64_t column = cell % sim::kTensorColumns;
  const std::uint64_t lane = cell / sim::kTensorColumns * sim::kTensorCellLanes;
  finding.space = Space::kTensor;
  finding.size = kBytes;
  finding.offset = (lane * sim::kTensorColumns + column) * kBytes;
  finding.object = {.name = "tensor memory", .bytes = sim::kTensorLanes * sim::kTensorColumns * kBytes, .declared = {}};
  finding.element = "lanes " + std::to_string(lane) + " to " + std::to_string(lane + sim::kTensorCellLanes - 1) +
                    ", column " + std::to_string(column) + " of tensor memory";
}

}  // namespace

std::uint64_t object_begin(Space space, std::uint64_t address, const void* pc) {
  Symboliser& symboliser = Sites::instance().symboliser();
  if (space == Space::kShared) {
    const auto variable = symboliser.shared(address, pc);
    return variable ? variable->begin : 0;
  }
  const auto* at = reinterpret_cast<const void*>(address);
  if (const auto allocation = sim::Arena::instance().find(at)) {
    return reinterpret_cast<std::uintptr_t>(allocation->base);
  }
  const auto variable = symboliser.global(at);
  return variable ? variable->begin : 0;
}

Object object_of(const NamedObject& object) {
  const Variable& variable = object.variable;
  Object told{variable.name, variable.bytes, variable.declared, object.stack};
  if (variable.dimensions.size() > 1) told.dimensions.assign(variable.dimensions.begin(), variable.dimensions.end());
  return told;
}

Object object_of(const sim::Allocation& allocation) {
  return {allocation_name(allocation), allocation.bytes, line_of_call(allocation.pc), allocation_stack(allocation)};
}

Location line_of_call(const void* return_address) {
  const std::vector<Location> frames = Sites::instance().symboliser().frames(return_address);
  Location line = frames.empty() ? Location{} : frames[user_frame(frames)];
  line.function.clear();
  return line;
}

Location user_line(const Location& line, const sim::LaunchInfo& launch) {
  if (line.line == 0 || !is_system_file(line.file)) return line;
  if (!Sites::instance().symboliser().is_library_code(launch.entry_pc)) return line;
  const std::vector<Location> frames = Sites::instance().symboliser().frames(launch.pc);
  if (frames.empty()) return line;
  const Location& call = frames[user_frame(frames)];
  return call.line == 0 || is_system_file(call.file) ? line : call;
}

std::vector<Location> user_chain(const Site& site, const sim::LaunchInfo& launch) {
  std::vector<Location> chain = {user_line(site.location(), launch)};
  for (std::size_t i = site.user_frame + 1; i < site.stack.size(); ++i) {
    if (!is_system_file(site.stack[i].file)) chain.push_back(site.stack[i]);
  }
  return chain;
}

std::string chain_key(const std::vector<Location>& chain) {
  std::string key;
  for (const Location& line : chain) key += '\n' + line.file + ':' + std::to_string(line.line) + ':' + line.function;
  return key;
}

std::optional<NamedObject> object_at(Space space, std::uint64_t address, const sim::LaunchInfo& launch) {
  if (auto variable = variable_at(space, address, launch)) return variable;
  if (space == Space::kShared) return std::nullopt;
  const auto allocation = sim::Arena::instance().find(reinterpret_cast<const void*>(address));
  if (!allocation) return std::nullopt;
  NamedObject object{.variable = {.name = allocation_name(*allocation),
                                  .bytes = allocation->bytes,
                                  .declared = line_of_call(allocation->pc),
                                  .element_bytes = allocation->element_bytes,
                                  .dimensions = {0}},
                     .begin = reinterpret_cast<std::uintptr_t>(allocation->base),
                     .first_element = reinterpret_cast<std::uintptr_t>(allocation->base),
                     .stack = allocation_stack(*allocation)};
  if (allocation->space == sim::MemorySpace::kArray) {
    const sim::ArrayExtent& array = allocation->array;
    if (array.height > 1 || array.depth > 1) object.variable.dimensions = {array.height, array.width};
    if (array.depth > 1) object.variable.dimensions.insert(object.variable.dimensions.begin(), array.depth);
    return object;
  }
  if (const sim::PointerArgument* argument = argument_for(*allocation, launch)) {
    object.variable.name = argument->name;
    if (argument->element_bytes != 0) {
      object.variable.element_bytes = argument->element_bytes;
      describe_pointee(object.variable, argument->pointee);
    }
    object.first_element = reinterpret_cast<std::uintptr_t>(argument->value);
    object.variable.dimensions.front() =
        (object.begin + allocation->bytes - object.first_element) / std::max<std::size_t>(argument->element_bytes, 1);
  }
  return object;
}

void name_object(Finding& finding, const sim::LaunchInfo& launch, std::uint64_t address) {
  const std::optional<NamedObject> object = object_at(finding.space, address, launch);
  if (!object) return;
  if (object->variable.name == kTensorCells) return name_tensor_memory(finding, address - object->begin);
  finding.offset = address - object->begin;
  if (address >= object->first_element) {
    finding.element = element_text(object->variable, address - object->first_element, finding.size);
  }
  finding.object = object_of(*object);
}

std::string element_text(const Variable& variable, std::uint64_t offset, std::size_t access_bytes) {
  const std::size_t element_bytes = variable.element_bytes != 0 ? variable.element_bytes : access_bytes;
  if (element_bytes == 0) return {};
  const bool scalar = variable.dimensions.empty() && variable.element_bytes != 0 && variable.bytes <= element_bytes;
  std::string text = variable.name;
  if (!scalar) text += index_text(offset / element_bytes, variable.dimensions);
  const std::uint64_t rest = offset % element_bytes;
  const bool is_whole = rest == 0 && access_bytes >= element_bytes;
  const std::string member = is_whole ? std::string() : member_text(variable.members, rest, access_bytes);
  if (!member.empty()) return text + member;
  return rest == 0 ? text : text + '+' + std::to_string(rest);
}

}  // namespace fencepost::detector
