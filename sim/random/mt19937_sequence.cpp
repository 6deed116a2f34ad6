// MT19937: the C++ standard library's. cuRAND's jumps ahead in it for each of its threads, in an order that is not
// documented: the values are not NVIDIA's, the distribution is.
#include <random>

#include "sim/random/single_values.h"

namespace fencepost::sim {
namespace {

class Mt19937Sequence final : public SingleValues<Mt19937Sequence> {
 public:
  explicit Mt19937Sequence(unsigned long long seed) : generator_(static_cast<std::uint32_t>(seed ^ seed >> 32)) {}
  std::uint32_t next() { return static_cast<std::uint32_t>(generator_()); }

 private:
  std::mt19937 generator_;
};

}  // namespace

std::unique_ptr<Sequence> make_mt19937_sequence(const SequenceOptions& options) {
  return std::make_unique<Mt19937Sequence>(options.seed);
}

}  // namespace fencepost::sim
