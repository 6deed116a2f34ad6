#include "cli/sweep/work_leases.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <stdexcept>
#include <utility>

#include "detector/text/shell_words.h"

namespace fencepost::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds kBetweenBeats{1000};

std::string contents(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// What two processes have in common that see each other's process numbers.
std::string this_machine() {
  std::string boot = contents("/proc/sys/kernel/random/boot_id");
  boot = boot.substr(0, boot.find('\n'));
  std::error_code ignored;
  const std::string space = fs::read_symlink("/proc/self/ns/pid", ignored).string();
  return boot + "/" + space;
}

/// Number and start time of a process that runs, so that one which got an old one's number is not taken for it; empty
/// if there is none.
std::string life_of(const std::string& process) {
  const std::string text = contents("/proc/" + process + "/stat");
  const std::size_t name_end = text.rfind(')');
  if (name_end == std::string::npos) return {};
  // After the name: the state (field 3), …, the start time (field 22).
  const auto words = detector::split_words(text.substr(name_end + 1));
  if (!words || words->size() < 20 || words->front() == "Z" || words->front() == "X") return {};
  return process + "@" + (*words)[19];
}

std::optional<std::string> link_target(const std::string& path) {
  std::error_code error;
  const std::string target = fs::read_symlink(path, error).string();
  return error ? std::nullopt : std::optional(target);
}

std::runtime_error failure(const std::string& what) {
  return std::runtime_error("cannot write " + what + ": " + std::strerror(errno));
}

std::string random_word() {
  std::random_device device;
  std::array<char, 17> text{};
  std::snprintf(text.data(), text.size(), "%08x%08x", static_cast<unsigned>(device()), static_cast<unsigned>(device()));
  return text.data();
}

}  // namespace

WorkLeases::WorkLeases(std::string folder, std::chrono::milliseconds patience)
    : folder_(std::move(folder)),
      name_(random_word()),
      machine_(this_machine()),
      life_(life_of(std::to_string(::getpid()))),
      patience_(patience) {
  for (const char* sub : {"/leases", "/workers"}) {
    std::error_code error;
    fs::create_directories(folder_ + sub, error);
    if (error) throw std::runtime_error("cannot create " + folder_ + sub + ": " + error.message());
  }
  say("works");
}

WorkLeases::~WorkLeases() {
  try {
    leave();
  } catch (const std::exception&) {  // Then the others must wait for the end of this process.
  }
}

std::string WorkLeases::link_path(const std::string& piece, std::size_t generation) const {
  return folder_ + "/leases/" + piece + "." + std::to_string(generation);
}

std::optional<std::string> WorkLeases::holder(const std::string& piece, std::size_t& next_generation) const {
  std::optional<std::string> name;
  for (next_generation = 0;; ++next_generation) {
    auto found = link_target(link_path(piece, next_generation));
    if (!found) return name;
    name = std::move(found);
  }
}

WorkLeases::Claim WorkLeases::claim(const std::string& piece, const std::function<bool()>& is_done) {
  std::size_t generation = 0;
  const auto owner = holder(piece, generation);
  if (owner == name_ || (owner && !has_left(*owner))) return Claim::kHeld;
  if (owner && is_done()) return Claim::kHeld;
  if (::symlink(name_.c_str(), link_path(piece, generation).c_str()) != 0) {
    if (errno != EEXIST) throw failure(link_path(piece, generation));
    // Also what a server says to a request that came twice.
    if (link_target(link_path(piece, generation)) != name_) return Claim::kHeld;
  }
  generations_[piece] = generation;
  return Claim::kTaken;
}

bool WorkLeases::holds(const std::string& piece) const {
  const auto at = generations_.find(piece);
  return at != generations_.end() && !link_target(link_path(piece, at->second + 1));
}

void WorkLeases::leave_note(const std::string& name, const std::string& word) {
  const std::string path = folder_ + "/leases/" + name;
  if (::symlink(word.c_str(), path.c_str()) != 0 && errno != EEXIST) throw failure(path);
}

std::optional<std::string> WorkLeases::note(const std::string& name) const {
  return link_target(folder_ + "/leases/" + name);
}

bool WorkLeases::has_left(const std::string& worker) {
  const std::string words = contents(folder_ + "/workers/" + worker);
  // "MACHINE LIFE STATE", ended by a newline: what is being written is not complete.
  const std::size_t first = words.find(' '), second = words.find(' ', first + 1);
  const bool complete = second != std::string::npos && words.ends_with('\n');
  if (complete && words.compare(second + 1, 4, "left") == 0) return true;
  if (complete && words.substr(0, first) == machine_) {
    const std::string life = words.substr(first + 1, second - first - 1);
    return life_of(life.substr(0, life.find('@'))) != life;
  }
  const auto [at, is_new] = seen_.try_emplace(worker, Seen{words, Clock::now()});
  if (!is_new && at->second.words != words) at->second = {words, Clock::now()};
  return Clock::now() - at->second.since >= patience_;
}

void WorkLeases::say(const std::string& state) {
  const std::string path = folder_ + "/workers/" + name_;
  const std::string words = machine_ + " " + life_ + " " + state + "\n";
  // Opened and closed each time: that is what makes other machines see it.
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0) throw failure(path);
  const bool written = ::pwrite(file, words.data(), words.size(), 0) == static_cast<ssize_t>(words.size()) &&
                       ::ftruncate(file, static_cast<off_t>(words.size())) == 0;
  const int error = errno;
  ::close(file);
  errno = error;
  if (!written) throw failure(path);
  last_beat_ = Clock::now();
}

void WorkLeases::beat() {
  if (left_ || Clock::now() - last_beat_ < kBetweenBeats) return;
  say("works " + std::to_string(++beats_));
}

void WorkLeases::leave() {
  if (left_) return;
  left_ = true;
  say("left");
}

}  // namespace fencepost::cli
