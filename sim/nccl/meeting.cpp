#include "sim/nccl/meeting.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <set>

#include "sim/engine/fault.h"
#include "sim/nccl/remote.h"
#include "sim/os/own_threads.h"

namespace fencepost::sim {
namespace {

using namespace std::chrono_literals;

constexpr auto kLook = 100ms;
/// So often the same must be seen: a thread may be about to begin, or to end.
constexpr int kLooksToBeSure = 5;
constexpr auto kPatience = 10s;
/// Whoever waits for other processes looks so often, at first and at last: nobody wakes it.
constexpr std::chrono::microseconds kFirstPause = 50us, kLastPause = 2ms;

/// How long a call waits for ranks in other processes, which may have much to check. 0: for ever.
std::chrono::seconds longest_wait() {
  constexpr auto kDefault = 1800s;
  const char* const text = std::getenv("FENCEPOST_NCCL_TIMEOUT");
  char* end = nullptr;
  const long seconds = text == nullptr ? -1 : std::strtol(text, &end, 10);
  return text == nullptr || end == text || *end != '\0' || seconds < 0 ? kDefault : std::chrono::seconds(seconds);
}

/// What each thread waits for that waits.
std::set<const Arrivals*>& waiting_threads() {
  static auto* const all = new std::set<const Arrivals*>;
  return *all;
}

bool is_done(const Arrivals& arrivals) {
  return std::ranges::all_of(arrivals, [](const auto& arrival) { return arrival->done; });
}

Arrivals open_ones(const Arrivals& arrivals) {
  Arrivals open;
  std::ranges::copy_if(arrivals, std::back_inserter(open), [](const auto& arrival) { return !arrival->done; });
  return open;
}
bool waits_for_processes(const Arrivals& arrivals) {
  return std::ranges::any_of(arrivals,
                             [](const auto& arrival) { return !arrival->done && arrival->waits_for_processes(); });
}

/// Arrivals that are not done, of all threads, if these are all that the program has and no other process can help.
Arrivals all_if_stuck() {
  Arrivals open;
  for (const Arrivals* of_thread : waiting_threads()) {
    // It goes on as soon as it gets the lock, or when another process calls.
    if (is_done(*of_thread) || waits_for_processes(*of_thread)) return {};
    std::ranges::copy(open_ones(*of_thread), std::back_inserter(open));
  }
  return program_threads() == waiting_threads().size() ? open : Arrivals{};
}

/// "ncclAllReduce of rank 0 waits for rank 1, which has not come".
std::string text_of_wait(const Arrival& arrival) {
  return std::string(arrival.call.name) + " of rank " + std::to_string(arrival.rank) + " waits for " +
         arrival.awaited();
}

}  // namespace

std::string place_of(const NcclCall& call) {
  std::string place = observers().guide->place_of_call(call.pc);
  while (!place.empty() && (place.back() == ' ' || place.back() == ':')) place.pop_back();
  return place;
}

std::string text_of(const NcclCall& call, const std::string& details) {
  const std::string place = place_of(call);
  return call.name + details + (place.empty() ? "" : " at " + place);
}

std::string text_of(const Arrival& arrival, const std::string& details) {
  if (!arrival.is_remote) return text_of(arrival.call, details);
  return arrival.call.name + details + (arrival.place.empty() ? "" : " at " + arrival.place);
}

CallSite site_of(const Arrival& arrival) {
  return {.by = "rank " + std::to_string(arrival.rank) + ", in " + arrival.call.name, .pc = arrival.call.pc};
}

std::vector<CallSite> sites_of(const Arrivals& arrivals) {
  std::vector<CallSite> sites;
  for (const auto& arrival : arrivals) {
    if (!arrival->is_remote) sites.push_back(site_of(*arrival));
  }
  return sites;
}

HostMutex& Meeting::mutex() {
  static auto* const mutex = new HostMutex;
  return *mutex;
}

std::condition_variable_any& Meeting::changed() {
  static auto* const changed = new std::condition_variable_any;
  return *changed;
}

void Meeting::fail(const Arrivals& arrivals, const std::string& why, const std::string& hint, const CallSite* other,
                   ncclResult_t result) {
  Arrivals sorted;  // Those in other processes fail there.
  std::ranges::copy_if(arrivals, std::back_inserter(sorted), [](const auto& arrival) { return !arrival->is_remote; });
  if (sorted.empty()) return;
  std::ranges::stable_sort(sorted, {}, [](const auto& arrival) { return arrival->rank; });
  std::string what;
  for (const auto& arrival : sorted) what += (what.empty() ? "" : "; ") + text_of_wait(*arrival);
  std::vector<CallSite> sites = sites_of(sorted);
  if (other != nullptr) sites.push_back(*other);
  observers().calls->on_calls_stuck(what + why, hint, sites);
  for (const auto& arrival : sorted) {
    arrival->give_up();
    arrival->complete(result);
  }
  tell();
}

void Meeting::pause(const Arrivals& arrivals) {
  if (!waits_for_processes(arrivals)) {
    changed().wait_for(lock_, kLook);
    return;
  }
  const auto end = std::chrono::steady_clock::now() + kLook;
  std::chrono::microseconds pause = kFirstPause;
  while (!is_done(arrivals) && !others_have_called() && std::chrono::steady_clock::now() < end) {
    changed().wait_for(lock_, pause);
    pause = std::min<std::chrono::microseconds>(2 * pause, kLastPause);
  }
}

ncclResult_t Meeting::await(const Arrivals& arrivals) {
  const auto begin = std::chrono::steady_clock::now();
  const auto* const first_open = &arrivals;
  bool noted = false;
  int stuck = 0;
  hear_others();
  if (!is_done(arrivals)) {
    watch_for_timeout();  // Ctrl-C is to end it with a report, too.
    waiting_threads().insert(first_open);
  }
  while (!is_done(arrivals)) {
    const Arrival& open = **std::ranges::find_if(arrivals, [](const auto& arrival) { return !arrival->done; });
    const std::string wait = text_of_wait(open);
    const auto waited = std::chrono::steady_clock::now() - begin;
    observers().calls->on_call_waits(wait, site_of(open));
    if (!noted && waited > kPatience) {
      noted = true;
      std::fprintf(stderr, "fencepost: %s%s\n", observers().guide->place_of_call(open.call.pc).c_str(), wait.c_str());
    }
    pause(arrivals);
    const std::string loss = open.done ? "" : open.loss();
    hear_others();  // What was called before the process ended, too.
    if (is_done(arrivals)) break;
    if (!loss.empty() && !open.done) {
      Arrivals lost = open_ones(arrivals);
      std::erase_if(lost, [&](const auto& arrival) { return arrival->loss() != loss; });
      fail(lost, loss, "look at the report and the exit status of that process", nullptr, ncclRemoteError);
      continue;
    }
    if (waits_for_processes(arrivals)) {
      if (longest_wait() == 0s || waited < longest_wait()) continue;
      fail(open_ones(arrivals), " within " + std::to_string(longest_wait().count()) + " s",
           "let all ranks make the call; FENCEPOST_NCCL_TIMEOUT=SECONDS waits longer for other processes, 0 for ever",
           nullptr, ncclRemoteError);
      continue;
    }
    const Arrivals all = all_if_stuck();
    stuck = all.empty() ? 0 : stuck + 1;
    if (stuck >= kLooksToBeSure) {
      fail(all, ", and no thread of the program is left that could make the call",
           "one thread makes the calls of its ranks between ncclGroupStart() and ncclGroupEnd()", nullptr);
    }
  }
  if (waiting_threads().erase(first_open) != 0) observers().calls->on_call_goes_on();
  for (const auto& arrival : arrivals) {
    if (arrival->result != ncclSuccess) return arrival->result;
  }
  return ncclSuccess;
}

}  // namespace fencepost::sim
