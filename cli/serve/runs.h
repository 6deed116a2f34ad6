// Runs of all clients: who waits, what runs, what is kept.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <deque>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/serve/kept_runs.h"
#include "cli/serve/order.h"
#include "cli/serve/work.h"

namespace fencepost::cli {

/// Who has asked.
struct Client {
  std::string token;    ///< That its page has made up.
  std::string address;  ///< Empty: this machine's.
};

/// Runs orders in the order in which they came, one at a time of each client, a bounded number at once. What they leave
/// is kept (KeptRuns) under names that nobody can guess, in memory and in a temporary folder. Thread safety: none.
class Runs {
 public:
  using Clock = std::chrono::steady_clock;

  /// `jobs` at once. Makes the folder. Throws std::runtime_error if it cannot.
  Runs(WorkPlace place, unsigned jobs);
  /// Ends all that run, and removes the folder.
  ~Runs();
  Runs(const Runs&) = delete;
  Runs& operator=(const Runs&) = delete;

  struct Added {
    std::string id;       ///< Empty: refused.
    unsigned status = 0;  ///< Of HTTP, if it is refused.
    std::string problem;
  };
  /// Refuses one of a client that has another under way (409), of an address that has eight (429), and when 64 wait
  /// (503).
  Added add(const Client& client, RunOrder order);

  /// What the client is told: `state` "waiting" with `position` from 1 and `waiting`, "running" with `seconds`,
  /// "cancelled", or as do_work() has it. nullopt: there is no such run (any more).
  std::optional<nlohmann::ordered_json> told(const std::string& id);

  /// A page of a run that is done; nullopt if there is none of that name.
  [[nodiscard]] std::optional<std::string> page(const std::string& id, const std::string& name) const;

  /// Ends it, or takes it out. False: there is no such run.
  bool cancel(const std::string& id);

  /// Starts what can be started, and looks at what has ended. To be called often.
  void tick();

 private:
  enum class State : std::uint8_t { kWaiting, kRunning, kEnded };
  struct Run {
    Client client;
    RunOrder order;
    State state = State::kWaiting;
    Clock::time_point begin, asked;  ///< When it was started, when its client last asked for it.
    nlohmann::ordered_json told;
  };
  struct Worker {
    std::string id;
    std::optional<Clock::time_point> asked_to_end;
  };

  void prepare();
  void start(const std::string& id);
  void have_ended(pid_t pid, int status);
  void end(const std::string& id, nlohmann::ordered_json told);
  void stop(const std::string& id);
  void drop_what_is_old();
  [[nodiscard]] std::string folder_of(const std::string& id) const { return folder_ + "/" + id; }

  WorkPlace place_;
  unsigned jobs_;
  std::string folder_;
  std::map<std::string, Run> runs_;
  std::deque<std::string> waiting_;  ///< Ids, the oldest first.
  KeptRuns kept_;                    ///< Those that have ended.
  std::map<pid_t, Worker> workers_;  ///< The id is empty: it prepares.
  bool is_prepared_ = false;
};

}  // namespace fencepost::cli
