#include "sim/nccl/remote.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <mutex>
#include <type_traits>

#include "sim/interface/host_mutex.h"
#include "sim/runtime/event.h"

namespace fencepost::sim {
namespace {

enum class Kind : std::uint8_t { kPart, kLeave, kBreak };

/// The beginning of a record of the log. Behind it: the clique's name, that of the call and its place; what the process
/// knew; the bytes that nobody has written, each range as its first byte and its length; a factor; the numbers.
struct Head {
  std::uint64_t name_bytes, call_bytes, place_bytes, known_count, unwritten_count, factor_bytes, number_bytes;
  std::uint64_t count;
  int process, rank;
  int root, color, key;
  int type, operation;
  Kind kind;
  PartKind part_kind;
  bool is_wrong, has_factor;
};
static_assert(std::is_trivially_copyable_v<Head>);

struct Range {
  std::uint64_t offset, bytes;
};

/// All lines of the process that are in use. They may end where no Meeting lives.
struct Lines {
  HostMutex mutex;
  std::set<Line*> all;
};
Lines& lines() {
  static auto* const all = new Lines;
  return *all;
}

/// Who tells for long without hearing from others: the oldest are taken for the one behind them, which orders more.
constexpr std::size_t kMostTold = 4096;

template <class T>
std::span<const std::byte> bytes_of(const T& items) {
  return std::as_bytes(std::span(items));
}
std::span<const std::byte> bytes_of(const Head& head) { return std::as_bytes(std::span(&head, 1)); }

/// Names of calls live as long as the program.
const char* kept(const std::string& name) {
  static auto* const names = new std::set<std::string>;
  return names->insert(name).first->c_str();
}

/// Reads one record, piece by piece.
class Record {
 public:
  Record(const Channel& channel, std::uint64_t position) : channel_(channel), at_(position) {}

  template <class T>
  bool read(T& items) {
    const std::size_t bytes = items.size() * sizeof(*items.data());
    const bool done = channel_.read(at_, items.data(), bytes);
    at_ += bytes;
    return done;
  }
  bool read(Head& head) {
    const bool done = channel_.read(at_, &head, sizeof(head));
    at_ += sizeof(head);
    return done;
  }

 private:
  const Channel& channel_;
  std::uint64_t at_;
};

std::uint64_t size_of(const Head& head) {
  return sizeof(Head) + head.name_bytes + head.call_bytes + head.place_bytes +
         head.known_count * sizeof(std::uint64_t) + head.unwritten_count * sizeof(Range) + head.factor_bytes +
         head.number_bytes;
}

Head head_of(const Clique& clique, int process, int rank, Kind kind) {
  Head head{};
  head.name_bytes = clique.name.size();
  head.process = process;
  head.rank = rank;
  head.kind = kind;
  return head;
}

}  // namespace

Line::Line(std::shared_ptr<Channel> channel) : channel_(std::move(channel)) {
  const std::scoped_lock lock(lines().mutex);
  lines().all.insert(this);
}

Line::~Line() {
  {
    const std::scoped_lock lock(lines().mutex);
    lines().all.erase(this);
  }
  for (const auto& entry : told_) {
    for (const Told& told : entry.second) observers().streams->on_event_end(told.event);
  }
}

void Line::add(const std::shared_ptr<Clique>& clique) { cliques_[clique->name] = clique; }

bool Line::tell(Part& part) {
  Head head = head_of(*part.clique, channel_->own_index(), part.rank, Kind::kPart);
  const std::string call = part.call.name, place = place_of(part.call);
  const bool moves_data = part.kind != PartKind::kSplit && !part.is_wrong;
  const auto [numbers, factor] =
      moves_data ? data_of(part) : std::pair<std::span<const std::byte>, std::span<const std::byte>>();
  std::vector<Range> unwritten;
  if (!numbers.empty() && !reduces(part.kind)) {
    const auto* const begin = static_cast<const std::byte*>(part.send);
    for (const MemoryRange& range : observers().guide->unwritten(begin, numbers.size())) {
      unwritten.push_back(
          {static_cast<std::uint64_t>(static_cast<const std::byte*>(range.address) - begin), range.bytes});
    }
  }
  head.call_bytes = call.size();
  head.place_bytes = place.size();
  head.known_count = known_.size();
  head.unwritten_count = unwritten.size();
  head.factor_bytes = factor.size();
  head.number_bytes = numbers.size();
  head.count = part.count;
  head.root = part.root;
  head.color = part.color;
  head.key = part.key;
  head.type = part.type;
  head.operation = part.reduction.operation;
  head.part_kind = part.kind;
  head.is_wrong = part.is_wrong;
  head.has_factor = part.reduction.has_factor;
  const std::span<const std::byte> pieces[] = {
      bytes_of(head),   bytes_of(part.clique->name), bytes_of(call), bytes_of(place),
      bytes_of(known_), bytes_of(unwritten),         factor,         numbers};
  const auto position = channel_->append(pieces);
  if (!position) return false;
  if (!numbers.empty()) {
    std::vector<Told>& of_stream = told_[part.stream];
    of_stream.push_back({*position, new_event_number()});
    observers().streams->on_event_record(of_stream.back().event, part.stream, nullptr);
    if (of_stream.size() > kMostTold) {
      observers().streams->on_event_end(of_stream.front().event);
      of_stream.erase(of_stream.begin());
    }
  }
  return true;
}

void Line::tell_leave(const Clique& clique, int rank, const NcclCall& call) {
  Head head = head_of(clique, channel_->own_index(), rank, Kind::kLeave);
  const std::string name = call.name, place = place_of(call);
  head.call_bytes = name.size();
  head.place_bytes = place.size();
  const std::span<const std::byte> pieces[] = {bytes_of(head), bytes_of(clique.name), bytes_of(name), bytes_of(place)};
  channel_->append(pieces);
}

void Line::tell_break(const Clique& clique) {
  const Head head = head_of(clique, channel_->own_index(), 0, Kind::kBreak);
  const std::span<const std::byte> pieces[] = {bytes_of(head), bytes_of(clique.name)};
  channel_->append(pieces);
}

bool Line::hear() {
  const bool heard_some = has_news();
  const std::uint64_t end = channel_->end();
  while (heard_ < end) {
    if (hear_one()) continue;
    heard_ = end;  // The system cannot read it: nothing that is told can be relied on.
    for (const auto& [name, clique] : std::map(cliques_)) {
      if (const auto lives = clique.lock()) note_break(*lives);
    }
  }
  if (heard_some) channel_->pass(heard_);
  return heard_some;
}

bool Line::hear_one() {
  const std::uint64_t position = heard_;
  Record record(*channel_, position);
  Head head{};
  if (!record.read(head)) return false;
  heard_ = position + size_of(head);
  if (head.process == channel_->own_index()) return true;
  std::string name(head.name_bytes, ' '), call(head.call_bytes, ' '), place(head.place_bytes, ' ');
  if (!record.read(name) || !record.read(call) || !record.read(place)) return false;
  const auto found = cliques_.find(name);
  const std::shared_ptr<Clique> clique = found == cliques_.end() ? nullptr : found->second.lock();
  if (clique == nullptr) return true;  // No rank of this process's is in it.
  if (head.kind == Kind::kBreak) {
    note_break(*clique);
    return true;
  }
  if (head.kind == Kind::kLeave) {
    note_leave(*clique, head.rank, {kept(call), nullptr, place});
    return true;
  }
  const auto part = std::make_shared<Part>();
  part->call.name = kept(call);
  part->rank = head.rank;
  part->is_remote = true;
  part->place = std::move(place);
  part->kind = head.part_kind;
  part->clique = clique;
  part->count = head.count;
  part->type = static_cast<ncclDataType_t>(head.type);
  part->reduction.operation = static_cast<ncclRedOp_t>(head.operation);
  part->reduction.has_factor = head.has_factor;
  part->root = head.root;
  part->color = head.color;
  part->key = head.key;
  part->is_wrong = head.is_wrong;
  part->process = head.process;
  part->position = position;
  part->known.resize(head.known_count);
  std::vector<Range> ranges(head.unwritten_count);
  if (!record.read(part->known) || !record.read(ranges)) return false;
  if (!is_point_to_point(part->kind) || clique->is_local(part->root)) {
    std::vector<std::byte> factor(head.factor_bytes), numbers(head.number_bytes);
    if (!record.read(factor) || !record.read(numbers)) return false;
    std::vector<MemoryRange> unwritten;
    unwritten.reserve(ranges.size());
    for (const Range& range : ranges) unwritten.push_back({numbers.data() + range.offset, range.bytes});
    set_data(*part, std::move(numbers), std::move(factor), std::move(unwritten));
  }
  post(part);
  return true;
}

void Line::order_behind(const Part& remote, StreamNumber stream) {
  const auto own = static_cast<std::size_t>(channel_->own_index());
  if (const std::uint64_t until = own < remote.known.size() ? remote.known[own] : 0; until != 0) {
    for (const auto& [other, told] : told_) {
      const auto behind = std::ranges::find_if(told, [&](const Told& one) { return one.position >= until; });
      if (behind == told.begin() && told.size() < kMostTold) continue;  // It has told nothing before.
      const auto last = behind == told.begin() ? behind : std::prev(behind);
      if (other != stream) observers().streams->on_stream_wait_event(stream, last->event, nullptr);
    }
  }
  const auto know = [this](std::size_t process, std::uint64_t position) {
    if (known_.size() <= process) known_.resize(process + 1);
    known_[process] = std::max(known_[process], position);
  };
  for (std::size_t process = 0; process < remote.known.size(); ++process) know(process, remote.known[process]);
  know(static_cast<std::size_t>(remote.process), remote.position + 1);
}

bool others_have_called() {
  const std::scoped_lock lock(lines().mutex);
  return std::ranges::any_of(lines().all, [](const Line* line) { return line->has_news(); }) ||
         std::ranges::any_of(all_forming(), [](const Forming* forming) { return forming->has_news(); });
}

void hear_others() {
  const std::set<Forming*> forming = all_forming();
  for (Forming* const one : forming) {
    if (all_forming().contains(one)) one->look();
  }
  // What they do may end a line, or begin one.
  std::vector<std::shared_ptr<Line>> heard;
  {
    const std::scoped_lock lock(lines().mutex);
    for (Line* const line : lines().all) {
      if (auto one = line->weak_from_this().lock()) heard.push_back(std::move(one));
    }
  }
  for (const auto& line : heard) line->hear();
}

std::set<Forming*>& all_forming() {
  static auto* const all = new std::set<Forming*>;
  return *all;
}

}  // namespace fencepost::sim
