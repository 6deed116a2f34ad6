// Contracts of small kernels, run by the engine, against a definition that adds up whole numbers place by place.
//
// A kernel here grants each thread shares of a few words, lets it access some, and at each barrier hands in and gives
// shares. The definition knows nothing of ranges, sums or logs: a share is a number of parts of six million, of which
// `read` is one; `atomic` is counted beside.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <map>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "detector/contract/share.h"
#include "detector/include/fencepost/contract.h"
#include "detector/monitor/monitor.h"
#include "detector/shadow/access_state.h"
#include "sim/engine/arena.h"
#include "sim/engine/block_runner.h"
#include "sim/engine/engine.h"
#include "sim/interface/config.h"
#include "sim/interface/current.h"
#include "tests/oracle/small_program.h"
#include "tests/rounds.h"

namespace fencepost::detector {

namespace {

constexpr std::int64_t kAll = 6'000'000, kHalf = kAll / 2, kThird = kAll / 3, kRead = 1, kAtomic = 1LL << 40;
std::int64_t parts_of(std::int64_t share) { return share % kAtomic; }
bool is_atomic(std::int64_t share) { return share >= kAtomic; }
constexpr unsigned kWords = 3, kMostClauses = 400;

std::uint32_t* memory() {
  static auto* const words =
      static_cast<std::uint32_t*>(sim::Arena::instance().allocate(kWords * 4, sim::MemorySpace::kDevice, 4, nullptr));
  return words;
}

/// A clause that names one word.
struct Part {
  unsigned word = 0;
  std::int64_t share = 0;
  unsigned line = 0;
};
struct Access {
  unsigned word = 0;
  bool writes = false, atomic = false;
};
struct Phase {
  std::vector<Access> accesses;
  std::vector<Part> hands_in, given;  ///< At the barrier behind the accesses; of the last phase: what is ensured.
};
struct ThreadProgram {
  std::vector<Part> granted;
  std::vector<Phase> phases;
};
struct Kernel {
  unsigned blocks = 1, threads = 1;
  std::vector<ThreadProgram> programs;  ///< By thread of the grid.
};

contract::Clause& clause(unsigned line) {
  static auto* const all = [] {
    auto* clauses = new std::vector<contract::Clause>;
    for (unsigned i = 0; i < kMostClauses; ++i) clauses->push_back({"p", i, 1, "clause"});
    return clauses;
  }();
  return all->at(line);
}
constexpr unsigned kFirstLine = 10;  ///< Those before are barriers.

contract::Fraction fraction(std::int64_t share) {
  if (share == kAtomic) return contract::kAtomic;
  return share == kRead ? contract::kRead : contract::Fraction{share, kAll, false};
}

std::string share_text(std::int64_t units) {
  if (is_atomic(units)) return parts_of(units) == 0 ? "atomic" : share_text(parts_of(units)) + " and atomic";
  constexpr std::int64_t kSixth = kAll / 6;
  const std::int64_t sixths = (units + kAll + kSixth / 2) / kSixth - 6;
  Share share = *Share::of({sixths, 6, false});
  share.reads = units - sixths * kSixth;
  return share.text();
}

std::string word_name(unsigned word) {
  return "allocation " + std::to_string(sim::Arena::instance().find(memory())->number) + '[' + std::to_string(word) +
         ']';
}

/// One finding as text; its other members follow from these.
using Findings = std::map<std::string, std::uint64_t>;  ///< With the number of occurrences.

/// The definition.
class Definition {
 public:
  explicit Definition(const Kernel& kernel) : kernel_(kernel), held_(kernel.programs.size()) {}

  Findings findings() {
    enter();
    for (unsigned block = 0; block < kernel_.blocks; ++block) run(block);
    for (const TakenBack& back : taken_back_) compare_with_others(back);
    for (const auto& [key, least] : accesses_) result_[std::get<1>(least.first)] = least.second;
    for (const auto& [barrier, least] : leaks_) result_[std::get<1>(least.first)] = least.second;
    return result_;
  }

 private:
  struct Held {
    std::int64_t share = 0;
    unsigned granted = 0;  ///< The line that did so last.
  };
  struct TakenBack {
    unsigned word = 0, thread = 0;
    std::string side;
  };
  using Instance = std::tuple<unsigned, unsigned, unsigned, unsigned>;  ///< Block, interval, thread, word.
  using Least = std::pair<std::pair<Instance, std::string>, std::uint64_t>;

  static void count(Least& least, bool is_new, const Instance& at, std::string text) {
    if (is_new || at < least.first.first) least.first = {at, std::move(text)};
    ++least.second;
  }

  [[nodiscard]] std::string name(unsigned thread) const {
    std::string text = "thread " + std::to_string(thread % kernel_.threads);
    if (kernel_.blocks > 1) text += " of block " + std::to_string(thread / kernel_.threads);
    return text;
  }

  void add(unsigned thread, const Part& part) {
    Held& held = held_[thread][part.word];
    held = {held.share + part.share, part.line};
  }

  void enter() {
    for (unsigned word = 0; word < kWords; ++word) {
      std::int64_t total = 0;
      std::vector<std::string> who;
      for (unsigned thread = 0; thread < kernel_.programs.size(); ++thread) {
        bool is_named = false;
        for (const Part& part : kernel_.programs[thread].granted) {
          if (part.word != word) continue;
          total += part.share;
          add(thread, part);
          if (!std::exchange(is_named, true) && who.size() < 2) who.push_back(side(thread, part));
        }
      }
      if (parts_of(total) > kAll || (is_atomic(total) && parts_of(total) > 0))
        result_["entry " + word_name(word) + sides(who)] = 1;
    }
  }

  [[nodiscard]] std::string side(unsigned thread, const Part& part) const {
    return " p:" + std::to_string(part.line) + " by " + name(thread);
  }
  static std::string sides(const std::vector<std::string>& who) {
    std::string text;
    for (const std::string& each : who) text += each;
    return text;
  }

  void run(unsigned block) {
    const std::size_t phases = kernel_.programs[0].phases.size();
    for (unsigned interval = 0; interval < phases; ++interval) {
      const bool is_last = interval + 1 == phases;
      std::array<std::int64_t, kWords> in{}, out{};
      std::array<std::vector<std::string>, kWords> givers, takers;
      for (unsigned t = 0; t < kernel_.threads; ++t) {
        const unsigned thread = block * kernel_.threads + t;
        const Phase& phase = kernel_.programs[thread].phases[interval];
        for (const Access& access : phase.accesses) check(thread, interval, access);
        std::array<bool, kWords> named{};
        for (const Part& part : phase.hands_in) {
          take(thread, part, is_last ? "ends" : "hands in");
          in[part.word] += part.share;
          if (!std::exchange(named[part.word], true)) givers[part.word].push_back(side(thread, part));
        }
      }
      if (is_last) continue;
      std::array<std::vector<std::string>, kWords> keepers;
      for (unsigned word = 0; word < kWords; ++word) {
        for (unsigned t = 0; t < kernel_.threads; ++t) {
          const unsigned thread = block * kernel_.threads + t;
          if (is_atomic(held_[thread][word].share)) keepers[word].push_back(name(thread));
        }
      }
      for (unsigned t = 0; t < kernel_.threads; ++t) {
        const unsigned thread = block * kernel_.threads + t;
        std::array<bool, kWords> named{};
        for (const Part& part : kernel_.programs[thread].phases[interval].given) {
          add(thread, part);
          out[part.word] += part.share;
          const bool takes_back = is_atomic(in[part.word]) && !is_atomic(part.share);
          if (takes_back) taken_back_.push_back({part.word, thread, side(thread, part)});
          if (!std::exchange(named[part.word], true)) takers[part.word].push_back(side(thread, part));
        }
      }
      for (unsigned word = 0; word < kWords; ++word) {
        const std::int64_t there = is_atomic(in[word]) ? kAll : in[word];
        const bool is_kept = is_atomic(in[word]) && !keepers[word].empty();
        const bool is_lent = is_atomic(out[word]);
        const bool is_invented =
            is_lent ? parts_of(out[word]) > 0 || there != kAll : out[word] > there || (is_kept && out[word] > 0);
        auto& who = is_invented ? takers[word] : givers[word];
        if (who.size() > 2) who.resize(2);
        if (is_invented && is_kept)
          ++result_["lent " + word_name(word) + sides(who) + " kept by " + keepers[word].front()];
        else if (is_invented)
          result_["invented " + word_name(word) + sides(who)] = 1;
        if (is_invented || is_lent || is_kept || out[word] == there) continue;
        unsigned lowest = 0;
        for (unsigned t = kernel_.threads; t-- > 0;) {
          for (const Part& part : kernel_.programs[block * kernel_.threads + t].phases[interval].hands_in) {
            if (part.word == word) lowest = t;
          }
        }
        const auto [at, is_new] = leaks_.try_emplace(interval);
        count(at->second, is_new, {block, interval, lowest, word}, "leaked " + word_name(word) + sides(who));
      }
    }
  }

  /// Of a thread of another block, which has had `atomic` of it since the entry.
  void compare_with_others(const TakenBack& back) {
    for (unsigned thread = 0; thread < kernel_.programs.size(); ++thread) {
      if (thread / kernel_.threads == back.thread / kernel_.threads) continue;
      for (const Part& part : kernel_.programs[thread].granted) {
        if (part.word != back.word || !is_atomic(part.share)) continue;
        // Told already if a thread of the same block goes on, too.
        const std::string what = "lent " + word_name(back.word) + back.side;
        const auto known = result_.lower_bound(what + " ");
        const bool is_known = known != result_.end() && known->first.starts_with(what + " ");
        ++result_[is_known ? known->first : what + " kept by " + name(thread)];
        return;
      }
    }
  }

  void take(unsigned thread, const Part& part, const std::string& how) {
    Held& held = held_[thread][part.word];
    const bool is_there =
        parts_of(held.share) >= parts_of(part.share) && (!is_atomic(part.share) || is_atomic(held.share));
    if (is_there) {
      held.share -= part.share;
      return;
    }
    const std::string had = held.share == 0 ? "none" : "only " + share_text(held.share);
    result_[how + ' ' + share_text(part.share) + ' ' + word_name(part.word) + " but " + had + side(thread, part)] = 1;
    held.share = 0;
  }

  void check(unsigned thread, unsigned interval, const Access& access) {
    const Held& held = held_[thread][access.word];
    if (access.atomic && is_atomic(held.share)) return;
    if (access.writes ? parts_of(held.share) >= kAll : parts_of(held.share) > 0) return;
    const unsigned line = held.share != 0 ? held.granted : 0;
    std::string text = access.atomic ? "updates " : access.writes ? "writes " : "reads ";
    text += word_name(access.word) + " but ";
    text += line == 0 ? "nothing" : "only " + share_text(held.share) + " p:" + std::to_string(line);
    const auto [at, is_new] = accesses_.try_emplace({line, access.writes});
    count(at->second, is_new, {thread / kernel_.threads, interval, thread % kernel_.threads, access.word},
          text + " by " + name(thread));
  }

  const Kernel& kernel_;
  std::vector<std::array<Held, kWords>> held_;
  std::map<std::pair<unsigned, bool>, Least> accesses_;
  std::vector<TakenBack> taken_back_;
  std::map<unsigned, Least> leaks_;
  Findings result_;
};

/// A read, and a write or atomic operation of its own each.
[[gnu::noinline]] const void* pc_of(bool writes) { return place_of(0, writes ? 1 : 0); }

void evaluate(contract::Evaluation& e, const std::vector<Part>& parts) {
  for (const Part& part : parts) {
    e.clause(clause(part.line), [&] { e.permission(memory() + part.word, fraction(part.share)); });
  }
}

void run_thread(const Kernel& kernel) {
  const auto rank = static_cast<unsigned>(contract::global_id());
  const ThreadProgram& program = kernel.programs[rank];
  const Phase& last = program.phases.back();
  const auto of_kernel = contract::kernel(
      true, [&](contract::Evaluation& e) { evaluate(e, program.granted); },
      [&](contract::Evaluation& e) { evaluate(e, last.hands_in); });
  for (const Phase& phase : program.phases) {
    for (const Access& access : phase.accesses) {
      check_range(reinterpret_cast<std::uintptr_t>(memory() + access.word), 4,
                  access.atomic   ? kWrites | kIsAtomic
                  : access.writes ? kWrites
                                  : kPlainRead,
                  pc_of(access.writes));
    }
    if (&phase == &last) break;
    const auto number = static_cast<unsigned>(&phase - program.phases.data());
    contract::Barrier barrier(clause(number + 1));
    barrier.arrive([&](contract::Evaluation& e) { evaluate(e, phase.hands_in); });
    sim::current.runner->barrier(place_of(0, 2 + number));
    barrier.leave([&](contract::Evaluation& e) { evaluate(e, phase.given); });
  }
}

std::string between(const std::string& text, const std::string& begin, const std::string& end) {
  const std::size_t at = text.find(begin) + begin.size();
  return text.substr(at, text.find(end, at) - at);
}

/// Of a thread that accesses what it has no permission for.
std::string verb_of(const std::string& message) {
  for (const std::string verb : {"writes ", "reads ", "updates "}) {
    if (message.find(" " + verb) != std::string::npos) return verb;
  }
  return "";
}

/// The findings of a run in the words of the definition.
Findings run(const Kernel& kernel) {
  Monitor monitor{Options{}};
  const sim::Observers before = std::exchange(sim::observers(), monitor.observers());
  const Kernel* closure = &kernel;
  sim::run_launch({.number = 1,
                   .grid = {kernel.blocks, 1, 1},
                   .block = {kernel.threads, 1, 1},
                   .entry_pc = reinterpret_cast<const void*>(&run_thread)},
                  {.run = [](void* k) { run_thread(**static_cast<const Kernel**>(k)); }}, &closure, sizeof closure);
  sim::observers() = before;
  Findings result;
  for (const Finding& finding : monitor.report().findings) {
    if (finding.kind != Kind::kPermission) continue;
    const std::string& message = finding.message;
    std::string sides;
    for (const FindingAccess& access : finding.accesses) {
      if (access.kind == AccessKind::kClause) sides += " p:" + std::to_string(access.location.line);
      sides += " by thread " + std::to_string(access.thread[0]);
      if (kernel.blocks > 1) sides += " of block " + std::to_string(access.block[0]);
    }
    std::string text;
    const std::string had = message.find("holds nothing") != std::string::npos ? "nothing"
                            : message.find("holds none") != std::string::npos  ? "none"
                                                                               : "only ";
    if (message.starts_with("at the kernel's entry")) {
      text = "entry " + finding.element;
    } else if (message.find(" may still change ") != std::string::npos) {
      result["lent " + finding.element + sides + " kept by " + between(message, "), which ", " may still")] +=
          finding.occurrences;
      continue;
    } else if (message.starts_with("the barrier")) {
      text = (message.find(" gives thread") != std::string::npos ? "invented " : "leaked ") + finding.element;
    } else if (const std::string does = verb_of(message); !does.empty()) {
      text = does + finding.element + " but " + had;
      if (had == "only ") {
        text += between(message, "only ", " (granted at ") + ' ' + between(message, "(granted at ", ")");
      }
    } else {
      const bool ends = message.find(" ends the kernel") != std::string::npos;
      text =
          ends ? "ends " + between(message, "which ensures ", " of ") : "hands in " + between(message, "in ", " of ");
      text += ' ' + finding.element + " but " + had;
      if (had == "only ") text += message.substr(message.find("only ") + 5);
    }
    result[text + sides] += finding.occurrences;
  }
  return result;
}

std::string described(const Findings& findings) {
  std::string text;
  for (const auto& [what, times] : findings) text += "  " + what + " x" + std::to_string(times) + '\n';
  return text;
}

bool agree(const Kernel& kernel, std::size_t& faulty) {
  const Findings expected = Definition(kernel).findings();
  faulty += expected.empty() ? 0 : 1;
  const Findings found = run(kernel);
  if (found == expected) return true;
  ADD_FAILURE() << "expected\n" << described(expected) << "found\n" << described(found);
  return false;
}

class Contracts : public testing::Test {
 protected:
  ~Contracts() override { sim::config() = {}; }
};

TEST_F(Contracts, OfTwoThreadsOneWordAndOneBarrier) {
  constexpr std::int64_t kShares[] = {0, kRead, kHalf, kAll, kAtomic};
  const std::size_t stride = step(397);
  std::size_t programs = 0, faulty = 0;
  sim::config().jobs = 1;
  for (std::size_t number = 0; number < std::size_t{5} * 5 * 5 * 5 * 5 * 5 * 3 * 3 * 3 * 2; number += stride) {
    std::size_t rest = number;
    const auto next = [&](std::size_t of) { return std::exchange(rest, rest / of) % of; };
    Kernel kernel{.threads = 2};
    const bool atomic = next(2) == 1;  // What writes.
    kernel.programs.resize(2);
    unsigned line = kFirstLine;
    const auto add = [&](std::vector<Part>& parts) {
      if (const std::int64_t share = kShares[next(5)]; share != 0) parts.push_back({0, share, line++});
    };
    const auto access = [&](std::vector<Access>& accesses) {
      if (const std::size_t kind = next(3); kind != 0) accesses.push_back({0, kind == 2, kind == 2 && atomic});
    };
    for (ThreadProgram& program : kernel.programs) {
      program.phases.resize(2);
      add(program.granted);
      add(program.phases[0].hands_in);
      add(program.phases[0].given);
      access(program.phases[1].accesses);
    }
    access(kernel.programs[0].phases[0].accesses);
    sim::config().schedule = number % 2 == 0 ? sim::Schedule::kForward : sim::Schedule::kReverse;
    ++programs;
    ASSERT_TRUE(agree(kernel, faulty)) << "program " << number;
  }
  EXPECT_GT(faulty, programs / 2);
  EXPECT_LT(faulty, programs);
}

TEST_F(Contracts, OfRandomKernels) {
  std::minstd_rand generator(11);
  const auto random = [&] { return static_cast<unsigned>(generator() / 16); };
  constexpr std::int64_t kShares[] = {kRead, kThird, kHalf, kAll, kAtomic, kAtomic};
  std::size_t faulty = 0, programs = 0;
  for (unsigned round = 0; round < rounds(1500); ++round) {
    Kernel kernel{.blocks = 1 + random() % 2, .threads = 1 + random() % 3};
    kernel.programs.resize(std::size_t{kernel.blocks} * kernel.threads);
    const std::size_t phases = 1 + random() % 3, most = 1 + random() % 3;
    const bool atomic = random() % 2 == 0;
    unsigned line = kFirstLine;
    const auto parts = [&] {
      std::vector<Part> result(random() % (most + 1));
      for (Part& part : result) part = {random() % kWords, kShares[random() % 6], line++};
      return result;
    };
    for (ThreadProgram& program : kernel.programs) {
      program.granted = parts();
      program.phases.resize(phases);
      for (Phase& phase : program.phases) {
        phase.hands_in = parts();
        phase.given = parts();
        phase.accesses.resize(random() % 3);
        for (Access& access : phase.accesses) {
          const bool writes = random() % 2 == 0;
          access = {random() % kWords, writes, writes && atomic};
        }
      }
    }
    for (const auto schedule : {sim::Schedule::kForward, sim::Schedule::kReverse, sim::Schedule::kRandom}) {
      sim::config().schedule = schedule;
      sim::config().seed = random();
      sim::config().jobs = 1 + random() % 2;
      ++programs;
      ASSERT_TRUE(agree(kernel, faulty)) << "round " << round;
    }
  }
  EXPECT_GT(faulty, programs / 2);
  EXPECT_LT(faulty, programs);
}

}  // namespace
}  // namespace fencepost::detector
