#include "detector/processes/process_journal.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <new>
#include <nlohmann/json.hpp>

#include "detector/model/process_identity.h"
#include "detector/report/json.h"
#include "detector/report/process_json.h"

namespace fencepost::detector {
namespace {

using Json = nlohmann::ordered_json;

std::string line_of(const char* member, Json value) {
  Json json;
  json[member] = std::move(value);
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// A new file, with room for the state: its descriptor, or -1. A process that became another one by exec() has left a
/// journal of the same name.
int create(const std::string& stem, std::string& path) {
  constexpr int kMostImages = 1000;
  for (int image = 0; image < kMostImages; ++image) {
    path = stem + (image == 0 ? "" : "-" + std::to_string(image)) + ".journal";
    const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file >= 0 || errno != EEXIST) return file;
  }
  return -1;
}

}  // namespace

ProcessJournal::ProcessJournal(const std::string& folder, const ProcessRecord& self) {
  const int file = create(folder + "/" + unique_name(self), path_);
  const auto fail = [&](int number) { error_ = "cannot write " + path_ + ": " + std::strerror(number); };
  if (file < 0) {
    fail(errno);
    return;
  }
  if (const int problem = ::posix_fallocate(file, 0, JournalState::kBytes); problem != 0) {
    fail(problem);
  } else if (void* page = ::mmap(nullptr, JournalState::kBytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
             page != MAP_FAILED) {
    state_ = new (page) JournalState{};
  } else {
    fail(errno);
  }
  ::close(file);
  if (ok()) add_line(line_of("process", process_json(self)));
}

ProcessJournal::~ProcessJournal() {
  if (ok()) ::munmap(state_, JournalState::kBytes);
}

void ProcessJournal::add_line(const std::string& line) {
  if (!error_.empty()) return;
  const int file = ::open(path_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  int problem = file < 0 ? errno : 0;
  for (std::size_t done = 0; problem == 0 && done < line.size();) {
    const ssize_t written = ::write(file, line.data() + done, line.size() - done);
    if (written >= 0) done += static_cast<std::size_t>(written);
    if (written < 0 && errno != EINTR) problem = errno;
  }
  if (file >= 0 && ::close(file) != 0 && problem == 0) problem = errno;
  if (problem == 0) return;
  error_ = "cannot write " + path_ + ": " + std::strerror(problem);
  state_->error = static_cast<std::uint32_t>(problem);
}

void ProcessJournal::add_kernel(const std::string& name, bool checked) {
  add_line(line_of("kernel", {{"name", name}, {"checked", checked}}));
}

void ProcessJournal::count_kernel(std::size_t number) {
  if (number < JournalState::kKernels) ++state_->launches_of_kernel[number];
}

void ProcessJournal::count_launch(const Summary& so_far) {
  state_->blocks = so_far.blocks;
  state_->threads = so_far.threads;
  state_->accesses = so_far.accesses;
  state_->launches = so_far.launches;
}

void ProcessJournal::add_finding(std::size_t number, const Finding& finding) {
  add_line(line_of("finding", {{"number", number}, {"is", finding_json(finding)}}));
}

void ProcessJournal::add_report(const Report& report) { add_line(line_of("report", report_json(report))); }

void ProcessJournal::set_ended(int status) {
  if (ok()) state_->ended = 1 + (static_cast<std::uint32_t>(status) & 0xFFU);
}

}  // namespace fencepost::detector
