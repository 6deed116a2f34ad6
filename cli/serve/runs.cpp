#include "cli/serve/runs.h"

#include <sys/random.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <stdexcept>

#include "cli/sandbox/bounded_run.h"
#include "cli/sandbox/process_use.h"
#include "cli/serve/worker.h"
#include "cli/tools/limited_json.h"
#include "cli/tools/source.h"
#include "cli/tools/workshop.h"
#include "compiler/driver/temporary.h"

namespace fencepost::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostWaiting = 64;
constexpr std::size_t kMostOfAddress = 8;       // Under way.
constexpr std::chrono::seconds kForgotten(20);  // A page asks twice a second, one in the background once.
constexpr std::chrono::seconds kForTheEnd(5);   // Of a worker that was asked to end.
constexpr std::size_t kLargestAnswer = std::size_t{1} << 20;
constexpr const char* kAnswer = "/answer.json";

/// 128 random bits.
std::string new_id() {
  std::array<unsigned char, 16> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    throw std::runtime_error("the system has no random numbers");
  }
  std::string id;
  for (const unsigned char byte : bytes) {
    for (const int digit : {byte >> 4, byte & 15}) id += "0123456789abcdef"[digit];
  }
  return id;
}

double seconds_since(Runs::Clock::time_point begin) {
  return std::chrono::duration<double>(Runs::Clock::now() - begin).count();
}

}  // namespace

Runs::Runs(WorkPlace place, unsigned jobs) : place_(std::move(place)), jobs_(jobs) {
  std::string name = fs::canonical(compiler::temporary_root()).string() + "/fencepost-serve-XXXXXX";
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error(name + ": " + std::strerror(errno));
  folder_ = name;
  prepare();
}

Runs::~Runs() {
  for (const auto& [pid, worker] : workers_) end_worker(pid);
  const Clock::time_point begin = Clock::now();
  while (!workers_.empty() && Clock::now() - begin < kForTheEnd) {
    int status = 0;
    for (pid_t pid = 0; (pid = ::waitpid(-1, &status, WNOHANG)) > 0;) workers_.erase(pid);
    const timespec pause{0, 5'000'000};
    ::nanosleep(&pause, nullptr);
  }
  end_all_below_this();
  remove_tree(folder_);
}

/// So that the first run need not wait for the compiler's headers to be parsed.
void Runs::prepare() {
  const pid_t pid = start_worker(folder_, [this](const std::function<bool()>& goes_on) {
    Workshop(place_.sandbox, place_.bounds, "").prepare(goes_on);
  });
  is_prepared_ = pid == 0;
  if (pid != 0) workers_[pid] = {};
}

Runs::Added Runs::add(const Client& client, RunOrder order) {
  std::size_t of_address = 0;
  for (const auto& [id, run] : runs_) {
    if (run.state == State::kEnded) continue;
    if (run.client.token == client.token) return {{}, 409, "a run of yours is under way; cancel it, or wait"};
    of_address += !client.address.empty() && run.client.address == client.address ? 1 : 0;
  }
  if (of_address >= kMostOfAddress) {
    return {{}, 429, std::to_string(kMostOfAddress) + " runs of your address are under way; wait for one to end"};
  }
  if (waiting_.size() >= kMostWaiting) {
    return {{}, 503, std::to_string(kMostWaiting) + " runs wait already; try again in a minute"};
  }
  const std::string id = new_id();
  Run& run = runs_[id];
  run.client = client;
  run.order = std::move(order);
  run.asked = Clock::now();
  waiting_.push_back(id);
  tick();
  return {id, 0, {}};
}

std::optional<nlohmann::ordered_json> Runs::told(const std::string& id) {
  const auto found = runs_.find(id);
  if (found == runs_.end()) return std::nullopt;
  Run& run = found->second;
  run.asked = Clock::now();
  switch (run.state) {
    case State::kWaiting: {
      const auto place = std::ranges::find(waiting_, id) - waiting_.begin();
      return nlohmann::ordered_json{
          {"state", "waiting"}, {"position", place + 1}, {"waiting", waiting_.size()}, {"is_prepared", is_prepared_}};
    }
    case State::kRunning:
      return nlohmann::ordered_json{
          {"state", "running"}, {"seconds", seconds_since(run.begin)}, {"limit", place_.bounds.seconds}};
    case State::kEnded:
      break;
  }
  return run.told;
}

std::optional<std::string> Runs::page(const std::string& id, const std::string& name) const {
  const auto found = runs_.find(id);
  if (found == runs_.end() || found->second.state != State::kEnded || !found->second.told.contains("pages"))
    return std::nullopt;
  const nlohmann::ordered_json& pages = found->second.told.at("pages");
  if (std::ranges::find(pages, nlohmann::ordered_json(name)) == pages.end()) return std::nullopt;
  return compiler::read_file(folder_of(id) + "/" + name);
}

bool Runs::cancel(const std::string& id) {
  const auto found = runs_.find(id);
  if (found == runs_.end()) return false;
  if (found->second.state != State::kEnded) stop(id);
  return true;
}

void Runs::stop(const std::string& id) {
  std::erase(waiting_, id);
  for (auto& [pid, worker] : workers_) {
    if (worker.id != id) continue;
    worker.asked_to_end = Clock::now();
    end_worker(pid);
  }
  end(id, {{"state", "cancelled"}});
}

void Runs::tick() {
  int status = 0;
  for (pid_t pid = 0; (pid = ::waitpid(-1, &status, WNOHANG)) > 0;) have_ended(pid, status);
  for (const auto& [pid, worker] : workers_) {
    if (worker.asked_to_end && Clock::now() - *worker.asked_to_end > kForTheEnd) ::kill(pid, SIGKILL);
  }
  std::vector<std::string> forgotten;
  for (const auto& [id, run] : runs_) {
    if (run.state != State::kEnded && Clock::now() - run.asked > kForgotten) forgotten.push_back(id);
  }
  for (const std::string& id : forgotten) stop(id);
  while (is_prepared_ && workers_.size() < jobs_ && !waiting_.empty()) {
    const std::string id = waiting_.front();
    waiting_.pop_front();
    start(id);
  }
  drop_what_is_old();
}

void Runs::start(const std::string& id) {
  Run& run = runs_.at(id);
  const std::string folder = folder_of(id);
  fs::create_directory(folder);
  const pid_t pid = start_worker(folder_, [&](const std::function<bool()>& goes_on) {
    const nlohmann::ordered_json told = do_work(place_, run.order, folder, goes_on);
    constexpr auto kReplace = nlohmann::ordered_json::error_handler_t::replace;
    compiler::write_file(folder + kAnswer, told.dump(-1, ' ', false, kReplace));
  });
  if (pid == 0) {
    end(id, {{"state", "failed"}, {"message", "this machine has no process left for it; try again"}});
    return;
  }
  run.state = State::kRunning;
  run.begin = Clock::now();
  workers_[pid].id = id;
}

void Runs::have_ended(pid_t pid, int status) {
  const auto found = workers_.find(pid);
  if (found == workers_.end()) return;  // Of a program without a sandbox.
  const Worker worker = found->second;
  workers_.erase(found);
  if (worker.id.empty()) is_prepared_ = true;
  if (const auto run = runs_.find(worker.id); run == runs_.end() || run->second.state == State::kEnded) return;
  nlohmann::ordered_json told = {{"state", "failed"},
                                 {"message", "the process that was to run it has ended; try again"}};
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
    const std::string text = begin_of_file(folder_of(worker.id) + kAnswer, kLargestAnswer);
    nlohmann::ordered_json answer = nlohmann::ordered_json::parse(text, nullptr, false);
    if (answer.is_object()) told = std::move(answer);
  }
  end(worker.id, std::move(told));
}

void Runs::end(const std::string& id, nlohmann::ordered_json told) {
  Run& run = runs_.at(id);
  run.state = State::kEnded;
  run.told = std::move(told);
  run.order = {};
  kept_.add(id, bytes_below(folder_of(id), KeptRuns::kMostBytes), Clock::now());
}

void Runs::drop_what_is_old() {
  for (const std::string& id : kept_.take_old(Clock::now())) {
    std::error_code ignored;
    fs::remove_all(folder_of(id), ignored);
    runs_.erase(id);
  }
}

}  // namespace fencepost::cli
