// What an operation of NCCL does: which bytes each rank reads and writes, what waits for what, and the results.
#include <algorithm>
#include <cstring>
#include <functional>

#include "sim/library/operand.h"
#include "sim/nccl/clique.h"
#include "sim/nccl/remote.h"
#include "sim/runtime/device.h"
#include "sim/runtime/devices/variables.h"
#include "sim/runtime/event.h"
#include "sim/runtime/launch.h"
#include "sim/runtime/memory/library_call.h"

namespace fencepost::sim {
namespace {

/// Elements that come from one rank's send buffer to another's receive buffer; indices are of Parts.
struct Movement {
  std::size_t from, to;
  std::size_t offset_from, offset_to, count;
};

/// Of `count` elements of the rank's own, or as many of each rank's.
std::size_t elements_read(const Part& part) {
  const auto size = static_cast<std::size_t>(part.clique->size());
  switch (part.kind) {
    case PartKind::kAllReduce:
    case PartKind::kReduce:
    case PartKind::kAllGather:
    case PartKind::kGather:
    case PartKind::kSend:
      return part.count;
    case PartKind::kBroadcast:
      return part.rank == part.root ? part.count : 0;
    case PartKind::kScatter:
      return part.rank == part.root ? part.count * size : 0;
    case PartKind::kReduceScatter:
    case PartKind::kAllToAll:
      return part.count * size;
    case PartKind::kReceive:
    case PartKind::kSplit:
      break;
  }
  return 0;
}

std::size_t elements_written(const Part& part) {
  const auto size = static_cast<std::size_t>(part.clique->size());
  switch (part.kind) {
    case PartKind::kAllReduce:
    case PartKind::kBroadcast:
    case PartKind::kReduceScatter:
    case PartKind::kScatter:
    case PartKind::kReceive:
      return part.count;
    case PartKind::kReduce:
      return part.rank == part.root ? part.count : 0;
    case PartKind::kGather:
      return part.rank == part.root ? part.count * size : 0;
    case PartKind::kAllGather:
    case PartKind::kAllToAll:
      return part.count * size;
    case PartKind::kSend:
    case PartKind::kSplit:
      break;
  }
  return 0;
}

/// Of an operation that does not reduce, to the part.
std::vector<Movement> movements_to(const Part& part) {
  if (part.kind == PartKind::kReceive) return {{0, 1, 0, 0, part.count}};
  const std::size_t count = part.count, size = static_cast<std::size_t>(part.clique->size());
  const auto root = static_cast<std::size_t>(part.root), own = static_cast<std::size_t>(part.rank);
  std::vector<Movement> all;
  switch (part.kind) {
    case PartKind::kBroadcast:
      return {{root, own, 0, 0, count}};
    case PartKind::kScatter:
      return {{root, own, own * count, 0, count}};
    case PartKind::kGather:
      for (std::size_t from = 0; from < size && own == root; ++from)
        all.push_back({from, root, 0, from * count, count});
      break;
    case PartKind::kAllGather:
      for (std::size_t from = 0; from < size; ++from) all.push_back({from, own, 0, from * count, count});
      break;
    case PartKind::kAllToAll:
      for (std::size_t from = 0; from < size; ++from) all.push_back({from, own, own * count, from * count, count});
      break;
    default:
      break;
  }
  return all;
}

const std::byte* sent(const Part& part, std::size_t offset) {
  return static_cast<const std::byte*>(part.send) + offset * element_bytes(part.type);
}
std::byte* received(const Part& part, std::size_t offset) {
  return static_cast<std::byte*>(part.receive) + offset * element_bytes(part.type);
}

DeviceNumber device_of(const Part& part) { return part.clique->devices[part.rank]; }

/// With the rank's device current, and its variables where they are looked for.
void on_device_of(const Part& part, const std::function<void()>& work) {
  const DeviceGuard guard(device_of(part));
  if (device_count() == 1) return work();
  between_launches([&] {
    show_variables_of(device_of(part));
    work();
  });
}

}  // namespace

/// The rank's side: its operands, and what of them is put aside; of a rank in another process that alone.
struct Side {
  explicit Side(const Part& its_part) : part(its_part), reads(part.call), writes(part.call) {
    if (part.is_remote || reduces(part.kind)) return;
    for (const Movement& one : movements_to(part)) {
      const bool is_own = one.from == one.to && part.kind != PartKind::kReceive;
      const bool stays = is_own && sent(part, one.offset_from) == received(part, one.offset_to);
      if (!stays && one.count != 0) incoming.push_back(one);
    }
  }

  const Part& part;
  OperandList reads, writes;
  bool is_read = false, is_written = false;
  std::vector<Movement> incoming{};  ///< Those that move something.
  std::vector<std::byte> numbers{}, factor{};
  std::vector<MemoryRange> unwritten{};  ///< Of the numbers of another process, those that are none.
  std::uint64_t event = 0;               ///< It has come so far in its stream, and has read.
};

namespace {

/// False, and told, if an operand is wrong.
bool add_operands(Side& side) {
  const Part& part = side.part;
  const DeviceGuard guard(device_of(part));
  const std::size_t bytes = element_bytes(part.type);
  const bool computes = reduces(part.kind);
  if (const std::size_t count = elements_read(part); count != 0) {
    side.is_read = true;
    Operand operand{
        .role = "sendbuff", .reads = computes, .element_bytes = bytes, .ranges = {{part.send, count * bytes}}};
    if (!side.reads.add(std::move(operand))) return false;
    if (const void* const factor = part.reduction.factor_on_device; computes && factor != nullptr) {
      if (!side.reads.add({.role = "scalar", .reads = true, .element_bytes = bytes, .ranges = {{factor, bytes}}})) {
        return false;
      }
    }
  }
  // Copies bring what their source holds, nothing at all included: what they write is told when they are done.
  Operand operand{.role = "recvbuff", .writes = true, .scratch = !computes, .element_bytes = bytes};
  if (computes) {
    if (const std::size_t count = elements_written(part); count != 0) {
      operand.ranges.push_back({part.receive, count * bytes});
    }
  } else {
    for (const Movement& one : side.incoming) {
      operand.ranges.push_back({received(part, one.offset_to), one.count * bytes});
    }
  }
  side.is_written = !operand.ranges.empty();
  return side.writes.add(std::move(operand));
}

/// Tells that it is read, and how far the stream has come.
void tell_reads(Side& side) {
  if (!side.is_read) return;
  const DeviceGuard guard(device_of(side.part));
  side.reads.tell(side.part.stream, CallReturns::kAtOnce);
  side.event = new_event_number();
  observers().streams->on_event_record(side.event, side.part.stream, nullptr);
}

void copy_aside(Side& side) {
  const Part& part = side.part;
  on_device_of(part, [&] {
    if (side.is_read) side.numbers.assign(sent(part, 0), sent(part, elements_read(part)));
    if (!reduces(part.kind) || !part.reduction.has_factor) return;
    const auto* const factor = static_cast<const std::byte*>(part.reduction.factor_on_device);
    side.factor =
        factor == nullptr ? part.reduction.factor : std::vector<std::byte>(factor, factor + element_bytes(part.type));
  });
}

using Sides = std::vector<std::shared_ptr<Side>>;

/// What other processes say of what nobody has written.
void tell_copied(std::byte* to, const Side& from, std::size_t offset, std::size_t bytes) {
  observers().memory->on_memset(to, bytes);
  const std::byte* const first = from.numbers.data() + offset;
  for (const MemoryRange& range : from.unwritten) {
    const auto* const begin = std::max(static_cast<const std::byte*>(range.address), first);
    const auto* const end = std::min(static_cast<const std::byte*>(range.address) + range.bytes, first + bytes);
    if (begin < end) observers().memory->on_contents_lost(to + (begin - first), static_cast<std::size_t>(end - begin));
  }
}

void compute(const Side& to, const Sides& sides) {
  const Part& part = to.part;
  const std::size_t bytes = element_bytes(part.type);
  on_device_of(part, [&] {
    if (reduces(part.kind)) {
      const std::size_t offset = part.kind == PartKind::kReduceScatter ? part.rank * part.count : 0;
      std::vector<ReductionInput> inputs;
      inputs.reserve(sides.size());
      for (const auto& from : sides) {
        inputs.push_back({from->numbers.data() + offset * bytes, from->factor.empty() ? nullptr : from->factor.data()});
      }
      std::vector<std::byte> result(part.count * bytes);  // The receive buffer may not be aligned.
      reduce(part.type, part.reduction.operation, inputs, part.count, result.data());
      std::memcpy(received(part, 0), result.data(), result.size());
      return;
    }
    for (const Movement& one : to.incoming) {
      const Side& from = *sides[one.from];
      if (from.part.is_remote) {
        tell_copied(received(part, one.offset_to), from, one.offset_from * bytes, one.count * bytes);
      } else {
        observers().memory->on_copy(received(part, one.offset_to), sent(from.part, one.offset_from), one.count * bytes);
      }
      std::memcpy(received(part, one.offset_to), from.numbers.data() + one.offset_from * bytes, one.count * bytes);
    }
  });
}

/// The stream's later work comes after that of all ranks whose data came here.
void wait_for_sources(const Side& to, const Sides& sides) {
  const auto waits_for = [&](std::size_t index) {
    if (reduces(to.part.kind)) return true;
    return std::ranges::any_of(to.incoming, [&](const Movement& one) { return one.from == index; });
  };
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const Side& from = *sides[i];
    if (&from == &to || !waits_for(i)) continue;
    if (from.part.is_remote) {
      to.part.clique->line->order_behind(from.part, to.part.stream);
    } else if (from.event != 0) {
      observers().streams->on_stream_wait_event(to.part.stream, from.event, nullptr);
    }
  }
}

/// What ncclCommFinalize waits for.
void mark_end(const Part& part) {
  const auto [mark, is_new] = part.clique->marks[part.rank].try_emplace(part.stream, 0);
  if (is_new) mark->second = new_event_number();
  observers().streams->on_event_record(mark->second, part.stream, nullptr);
}

}  // namespace

std::size_t bytes_read(const Part& part) { return elements_read(part) * element_bytes(part.type); }
std::size_t bytes_written(const Part& part) { return elements_written(part) * element_bytes(part.type); }

void put_aside(Part& part) {
  part.side = std::make_shared<Side>(part);
  part.is_wrong = !add_operands(*part.side);
  if (part.is_wrong) return;
  tell_reads(*part.side);
  copy_aside(*part.side);
}

std::pair<std::span<const std::byte>, std::span<const std::byte>> data_of(const Part& part) {
  return {part.side->numbers, part.side->factor};
}

void set_data(Part& part, std::vector<std::byte> numbers, std::vector<std::byte> factor,
              std::vector<MemoryRange> unwritten) {
  part.side = std::make_shared<Side>(part);
  part.side->numbers = std::move(numbers);
  part.side->factor = std::move(factor);
  part.side->unwritten = std::move(unwritten);
}

void perform(const Parts& parts) {
  Sides sides, now;
  bool right = true;
  for (const auto& part : parts) {
    if (part->side == nullptr) {
      part->side = std::make_shared<Side>(*part);
      if (!part->is_remote) {
        part->is_wrong = !add_operands(*part->side);
        now.push_back(part->side);
      }
    }
    right = right && !part->is_wrong;
    sides.push_back(part->side);
  }
  // First all is read, then all written: what a rank writes is ordered behind what the others have read, and had done
  // before, as far as their data comes to it. Nothing orders what they write themselves. What other processes are told
  // of has been read before.
  if (right) {
    for (const auto& side : now) tell_reads(*side);
    for (const auto& side : now) copy_aside(*side);
  }
  for (const auto& side : sides) {
    if (!right || side->part.is_remote) continue;
    wait_for_sources(*side, sides);
    if (side->is_written) {
      const DeviceGuard guard(device_of(side->part));
      side->writes.tell(side->part.stream, CallReturns::kAtOnce);
      compute(*side, sides);
    }
    mark_end(side->part);
  }
  for (const auto& side : sides) {
    if (side->event != 0) observers().streams->on_event_end(side->event);
  }
  for (const auto& part : parts) {
    part->complete(right ? ncclSuccess : ncclUnhandledCudaError);
    part->side = nullptr;
  }
}

void perform_split(const Parts& parts) {
  Clique& parent = *parts.front()->clique;
  ++parent.splits;
  std::map<int, Parts> of_color;
  for (const auto& part : parts) {
    if (part->color == NCCL_SPLIT_NOCOLOR) {
      if (!part->is_remote) *part->split = nullptr;
    } else {
      of_color[part->color].push_back(part);
    }
  }
  for (auto& entry : of_color) {
    Parts& members = entry.second;
    std::ranges::stable_sort(members, {}, [](const auto& part) { return part->key; });
    std::vector<DeviceNumber> devices;
    for (const auto& part : members) devices.push_back(device_of(*part));
    const auto clique = std::make_shared<Clique>(std::move(devices));
    if (std::ranges::any_of(members, [](const auto& part) { return part->is_remote; })) {
      clique->line = parent.line;
      clique->name = parent.name + "/" + std::to_string(parent.splits) + "." + std::to_string(entry.first);
      for (const auto& part : members) clique->processes.push_back(parent.processes[part->rank]);
    }
    add_handles(clique, [&](int rank) { return members[rank]->split; });
  }
  for (const auto& part : parts) part->complete(ncclSuccess);
}

}  // namespace fencepost::sim
