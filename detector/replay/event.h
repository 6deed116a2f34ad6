// What one CUDA thread does, as a recording has it: basic blocks entered, memory accessed.
#pragma once

#include <cstdint>

namespace fencepost::detector {

/// In the order of the run.
struct ReplayEvent {
  static constexpr std::uint8_t kBlock = 0xFF;    ///< A `kind`: a basic block is entered.
  static constexpr std::uint32_t kNowhere = ~0U;  ///< An `array`: outside of every object that is known.

  std::uint64_t place = 0;  ///< Access: the first element. Block: its depth in calls, in bytes of stack.
  std::uint32_t pc = 0;     ///< In the executable's file, which keeps it below 4 GiB.
  std::uint32_t array = kNowhere;
  std::uint32_t count = 0;   ///< Elements accessed, as a whole or in part.
  std::uint32_t values = 0;  ///< Where what they held then begins among the interval's values.
  std::uint16_t thread = 0;
  std::uint8_t kind = 0;  ///< AccessBits, or kBlock.

  [[nodiscard]] bool is_access() const { return kind != kBlock; }
  [[nodiscard]] std::int64_t depth() const { return static_cast<std::int64_t>(place); }
};

/// What an element held, as bits; or that it is not known: nobody has written it.
struct ReplayValue {
  std::uint64_t bits = 0;
  bool known = false;
  friend bool operator==(const ReplayValue&, const ReplayValue&) = default;
};

}  // namespace fencepost::detector
