#include "sim/nccl/meeting.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <set>

#include "sim/engine/fault.h"
#include "sim/os/own_threads.h"

namespace fencepost::sim {
namespace {

using namespace std::chrono_literals;

constexpr auto kLook = 100ms;
/// So often the same must be seen: a thread may be about to begin, or to end.
constexpr int kLooksToBeSure = 5;
constexpr auto kPatience = 10s;

/// What each thread waits for that waits.
std::set<const Arrivals*>& waiting_threads() {
  static auto* const all = new std::set<const Arrivals*>;
  return *all;
}

bool is_done(const Arrivals& arrivals) {
  return std::ranges::all_of(arrivals, [](const auto& arrival) { return arrival->done; });
}

/// Arrivals that are not done, of all threads, if these are all that the program has.
Arrivals all_if_stuck() {
  Arrivals open;
  for (const Arrivals* of_thread : waiting_threads()) {
    if (is_done(*of_thread)) return {};  // It goes on as soon as it gets the lock.
    std::ranges::copy_if(*of_thread, std::back_inserter(open), [](const auto& arrival) { return !arrival->done; });
  }
  return program_threads() == waiting_threads().size() ? open : Arrivals{};
}

/// "ncclAllReduce of rank 0 waits for rank 1, which has not come".
std::string text_of_wait(const Arrival& arrival) {
  return std::string(arrival.call.name) + " of rank " + std::to_string(arrival.rank) + " waits for " +
         arrival.awaited();
}

}  // namespace

std::string text_of(const NcclCall& call, const std::string& details) {
  std::string place = observers().guide->place_of_call(call.pc);
  while (!place.empty() && (place.back() == ' ' || place.back() == ':')) place.pop_back();
  return call.name + details + (place.empty() ? "" : " at " + place);
}

CallSite site_of(const Arrival& arrival) {
  return {.by = "rank " + std::to_string(arrival.rank) + ", in " + arrival.call.name, .pc = arrival.call.pc};
}

HostMutex& Meeting::mutex() {
  static auto* const mutex = new HostMutex;
  return *mutex;
}

std::condition_variable_any& Meeting::changed() {
  static auto* const changed = new std::condition_variable_any;
  return *changed;
}

void Meeting::fail(const Arrivals& arrivals, const std::string& why, const std::string& hint, const CallSite* other) {
  if (arrivals.empty()) return;
  Arrivals sorted = arrivals;
  std::ranges::stable_sort(sorted, {}, [](const auto& arrival) { return arrival->rank; });
  std::string what;
  std::vector<CallSite> sites;
  for (const auto& arrival : sorted) {
    what += (what.empty() ? "" : "; ") + text_of_wait(*arrival);
    sites.push_back(site_of(*arrival));
  }
  if (other != nullptr) sites.push_back(*other);
  observers().calls->on_calls_stuck(what + why, hint, sites);
  for (const auto& arrival : sorted) {
    arrival->give_up();
    arrival->complete(ncclInvalidUsage);
  }
  tell();
}

ncclResult_t Meeting::await(const Arrivals& arrivals) {
  const auto begin = std::chrono::steady_clock::now();
  const auto* const first_open = &arrivals;
  bool noted = false;
  int stuck = 0;
  if (!is_done(arrivals)) {
    watch_for_timeout();  // Ctrl-C is to end it with a report, too.
    waiting_threads().insert(first_open);
  }
  while (!is_done(arrivals)) {
    const Arrival& open = **std::ranges::find_if(arrivals, [](const auto& arrival) { return !arrival->done; });
    const std::string wait = text_of_wait(open);
    observers().calls->on_call_waits(wait, site_of(open));
    if (!noted && std::chrono::steady_clock::now() - begin > kPatience) {
      noted = true;
      std::fprintf(stderr, "fencepost: %s%s\n", observers().guide->place_of_call(open.call.pc).c_str(), wait.c_str());
    }
    changed().wait_for(lock_, kLook);
    const Arrivals all = all_if_stuck();
    stuck = all.empty() ? 0 : stuck + 1;
    if (stuck >= kLooksToBeSure) {
      fail(all, ", and no thread of the program is left that could make the call",
           "one thread makes the calls of its ranks between ncclGroupStart() and ncclGroupEnd(); ranks of other "
           "processes are not provided",
           nullptr);
    }
  }
  if (waiting_threads().erase(first_open) != 0) observers().calls->on_call_goes_on();
  for (const auto& arrival : arrivals) {
    if (arrival->result != ncclSuccess) return arrival->result;
  }
  return ncclSuccess;
}

}  // namespace fencepost::sim
