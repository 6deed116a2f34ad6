#include "sim/nccl/channel.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <map>

#include "sim/os/process.h"

namespace fencepost::sim {
namespace {

/// Of files that this process has made and not released.
std::map<std::uint64_t, int>& own_files() {
  static auto* const all = new std::map<std::uint64_t, int>;
  return *all;
}

/// The number makes sure that a file descriptor which is used again is not taken for the one before.
std::string name_of_file(std::uint64_t number) { return "fencepost_nccl:" + std::to_string(number); }

template <std::size_t kBytes>
void put(std::array<char, kBytes>& place, const std::string& text) {
  const std::size_t length = std::min(text.size(), kBytes - 1);
  std::memcpy(place.data(), text.data(), length);
  place[length] = '\0';
}

}  // namespace

/// The beginning of the file. What is not atomic is used with the lock.
struct Channel::Shared {
  struct Rank {
    bool has_come;
    int process;
    std::array<char, 64> device;
    std::array<char, 192> call;
  };
  struct Process {
    int number;
    std::uint64_t began;
    std::uint64_t passed;  ///< Of the log.
  };

  pthread_mutex_t mutex;
  std::atomic<Formation> formation;
  std::atomic<std::uint64_t> end;  ///< Of the log.
  std::uint64_t punched;           ///< Up to where the log takes no memory any more.
  int rank_count;                  ///< 0: none has come.
  int come_count;
  int process_count;
  std::array<Rank, kMostRanks> ranks;
  std::array<Process, kMostRanks> processes;
};

namespace {

constexpr std::uint64_t kPage = 4096;
constexpr std::uint64_t kPunchAt = std::uint64_t{1} << 20;

}  // namespace

/// A process that ends while it holds the lock leaves nothing half done that others see: see append().
class Channel::Lock {
 public:
  explicit Lock(Shared& shared) : mutex_(shared.mutex) {
    if (pthread_mutex_lock(&mutex_) == EOWNERDEAD) pthread_mutex_consistent(&mutex_);
  }
  ~Lock() { pthread_mutex_unlock(&mutex_); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  pthread_mutex_t& mutex_;
};

static constexpr std::uint64_t log_begin(std::size_t shared_bytes) {
  return (shared_bytes + kPage - 1) / kPage * kPage;
}

std::optional<ChannelId> Channel::make() {
  static std::uint64_t last = 0;
  const auto now = static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
  last = std::max(now, last + 1);
  const int file = memfd_create(name_of_file(last).c_str(), MFD_CLOEXEC);
  if (file < 0) return std::nullopt;
  void* const place = ftruncate(file, static_cast<off_t>(log_begin(sizeof(Shared)))) == 0
                          ? mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
                          : MAP_FAILED;
  if (place == MAP_FAILED) {
    close(file);
    return std::nullopt;
  }
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&static_cast<Shared*>(place)->mutex, &attributes);
  pthread_mutexattr_destroy(&attributes);
  munmap(place, sizeof(Shared));
  own_files()[last] = file;
  return ChannelId{last, ProcessFile::of_this_process(file)};
}

void Channel::release(const ChannelId& id) {
  const auto own = own_files().find(id.number);
  if (!id.file.is_of_this_process() || own == own_files().end()) return;
  close(own->second);
  own_files().erase(own);
}

std::shared_ptr<Channel> Channel::open(const ChannelId& id) {
  const int file = id.file.open(name_of_file(id.number).c_str());
  if (file < 0) return nullptr;
  void* const place = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (place == MAP_FAILED) {
    close(file);
    return nullptr;
  }
  std::shared_ptr<Channel> channel(new Channel(file, static_cast<Shared*>(place)));
  const Lock lock(*channel->shared_);
  // A child that was forked is a process of its own; else this one has opened it once.
  channel->own_ = channel->shared_->process_count;
  if (channel->own_ == kMostRanks) return nullptr;
  channel->shared_->processes[channel->own_] = {getpid(), beginning_of_process(getpid()), 0};
  ++channel->shared_->process_count;
  return channel;
}

Channel::~Channel() {
  {
    const Lock lock(*shared_);
    shared_->processes[own_].passed = UINT64_MAX;  // It reads no more.
  }
  munmap(shared_, sizeof(Shared));
  close(file_);
}

std::optional<Channel::Refusal> Channel::come(const Newcomer& newcomer) {
  const Lock lock(*shared_);
  Shared& all = *shared_;
  const auto refuse = [&](Refusal::Why why, int other) {
    all.formation = Formation::kFailed;
    return Refusal{why, other, all.rank_count, all.ranks[other].call.data()};
  };
  for (int other = 0; other < all.rank_count; ++other) {
    if (all.ranks[other].has_come && all.rank_count != newcomer.ranks) return refuse(Refusal::kOtherCount, other);
  }
  all.rank_count = newcomer.ranks;
  if (all.ranks[newcomer.rank].has_come) return refuse(Refusal::kTwice, newcomer.rank);
  for (int other = 0; other < all.rank_count; ++other) {
    if (all.ranks[other].has_come && newcomer.device == all.ranks[other].device.data()) {
      return refuse(Refusal::kSameDevice, other);
    }
  }
  Shared::Rank& own = all.ranks[newcomer.rank];
  own.has_come = true;
  own.process = own_;
  put(own.device, newcomer.device);
  put(own.call, newcomer.call);
  if (++all.come_count == all.rank_count && all.formation == Formation::kOpen) all.formation = Formation::kFormed;
  return std::nullopt;
}

Channel::Formation Channel::formation() const { return shared_->formation; }

void Channel::fail() {
  const Lock lock(*shared_);
  if (shared_->formation == Formation::kOpen) shared_->formation = Formation::kFailed;
}

bool Channel::has_come(int rank) const {
  const Lock lock(*shared_);
  return shared_->ranks[rank].has_come;
}

std::vector<int> Channel::processes_of_ranks() const {
  const Lock lock(*shared_);
  std::vector<int> processes;
  processes.reserve(static_cast<std::size_t>(shared_->rank_count));
  for (int rank = 0; rank < shared_->rank_count; ++rank) processes.push_back(shared_->ranks[rank].process);
  return processes;
}

int Channel::process_count() const {
  const Lock lock(*shared_);
  return shared_->process_count;
}

int Channel::process_number(int index) const {
  const Lock lock(*shared_);
  return shared_->processes[index].number;
}

bool Channel::has_ended(int index) const {
  const Lock lock(*shared_);
  const Shared::Process& process = shared_->processes[index];
  return beginning_of_process(process.number) != process.began;
}

std::optional<std::uint64_t> Channel::append(std::span<const std::span<const std::byte>> pieces) {
  const Lock lock(*shared_);
  const std::uint64_t begin = shared_->end;
  std::uint64_t position = begin;
  for (const std::span<const std::byte> piece : pieces) {
    for (std::size_t done = 0; done < piece.size();) {
      const ssize_t written = pwrite(file_, piece.data() + done, piece.size() - done,
                                     static_cast<off_t>(log_begin(sizeof(Shared)) + position));
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) return std::nullopt;
      done += static_cast<std::size_t>(written);
      position += static_cast<std::uint64_t>(written);
    }
  }
  shared_->end = position;  // Before this nobody reads it.
  return begin;
}

std::uint64_t Channel::end() const { return shared_->end; }

bool Channel::read(std::uint64_t position, void* to, std::size_t bytes) const {
  auto* const place = static_cast<std::byte*>(to);
  for (std::size_t done = 0; done < bytes;) {
    const ssize_t got =
        pread(file_, place + done, bytes - done, static_cast<off_t>(log_begin(sizeof(Shared)) + position + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    done += static_cast<std::size_t>(got);
  }
  return true;
}

void Channel::pass(std::uint64_t position) {
  const Lock lock(*shared_);
  Shared& all = *shared_;
  all.processes[own_].passed = position;
  if (position < all.punched + kPunchAt) return;
  std::uint64_t all_passed = position;
  for (int index = 0; index < all.process_count; ++index) {
    const Shared::Process& process = all.processes[index];
    if (process.passed < all_passed && beginning_of_process(process.number) == process.began) {
      all_passed = process.passed;
    }
  }
  all_passed = all_passed / kPage * kPage;
  if (all_passed <= all.punched) return;
  fallocate(file_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
            static_cast<off_t>(log_begin(sizeof(Shared)) + all.punched), static_cast<off_t>(all_passed - all.punched));
  all.punched = all_passed;
}

}  // namespace fencepost::sim
