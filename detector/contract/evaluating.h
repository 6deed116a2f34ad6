// The evaluation that runs on this OS thread.
#pragma once

#include <cstdint>
#include <optional>

#include "detector/contract/block.h"
#include "detector/include/fencepost/contract.h"
#include "sim/interface/observer.h"

namespace fencepost::detector {

struct GivenValue;

/// What clauses of the running thread are evaluated for. One per OS thread.
struct Evaluating {
  ContractBlock* block = nullptr;  ///< Null: nothing is evaluated.
  ThreadContract* thread = nullptr;
  contract::library::Occasion occasion{};
  const contract::Clause* clause = nullptr;  ///< Null: a ghost statement's.
  bool is_false = false;                     ///< A part of the clause does not hold.
  bool lacks = false;                        ///< The thread does not have what it says; a finding tells already.
  bool reads_old = false;
  const char* unset = nullptr;             ///< A ghost variable without a value in one of the clause's parts.
  GivenValue* gathered = nullptr;          ///< What all threads' clauses say is gathered …
  std::optional<sim::BlockRank> as_block;  ///< … as a thread of this block.
};
extern thread_local Evaluating evaluating;

/// A clause has been found wrong in a way of its own; its evaluation ends.
struct Told {};

/// How the body of a clause ended.
struct Outcome {
  enum class How : std::uint8_t { kDone, kNoValue, kTold } how = How::kDone;
  contract::NoValue no_value{};
};

/// Runs it on the large stack, if not there already. Exceptions and crashes end it, not the program.
Outcome run_body(void (*body)(void*), void* argument);

}  // namespace fencepost::detector
