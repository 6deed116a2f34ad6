// The scans of this folder, to be proved right for all types and operators: `fencepost prove` compiles and runs this.
//
// Usage: prove_scans [--slice S] [--list] [--scan NAME]... [--n N]... [--up-to M] [--every-n] [--times]
//   --slice S    elements per block, a power of two from 2 to 1024 (default); larger arrays take several blocks
// The other options: <fencepost/prove.h>. The theorem: docs/proofs.md.
#if __has_include(<fencepost/prove.h>)
#include <fencepost/prove.h>
#else
#include "../sim/include/fencepost/prove.h"
#endif

#include "scan/blelloch.cuh"
#include "scan/brent_kung.cuh"
#include "scan/kogge_stone.cuh"
#include "scan/multi_block.cuh"
#include "scan/sklansky.cuh"

template <class Algorithm>
static fencepost::GenericScan generic_scan(const char* name, int slice) {
  const auto run = [slice](fencepost::Interval* elements, long n) {
    std::string launches;
    scan<Algorithm>(elements, n, fencepost::IntervalSum(), slice, &launches);
    return launches;
  };
  const auto kind = Algorithm::kExclusive ? fencepost::ScanKind::kExclusive : fencepost::ScanKind::kInclusive;
  return {name, kind, run, {}};
}

int main(int argc, char** argv) {
  std::vector<char*> words(argv, argv + argc);
  int slice = 1024;
  for (size_t i = 1; i + 1 < words.size(); ++i) {
    if (strcmp(words[i], "--slice") == 0) {
      slice = atoi(words[i + 1]);
      if (slice < 2 || slice > 1024 || (slice & (slice - 1))) {
        fprintf(stderr, "prove: --slice %s: give a power of two from 2 to 1024\n", words[i + 1]);
        return 2;
      }
      words.erase(words.begin() + i, words.begin() + i + 2);
      break;
    }
  }
  return fencepost::prove_main((int)words.size(), words.data(),
                               {
                                   generic_scan<KoggeStone>("kogge-stone", slice),
                                   generic_scan<KoggeStoneExclusive>("kogge-stone-exclusive", slice),
                                   generic_scan<Blelloch>("blelloch", slice),
                                   generic_scan<Sklansky>("sklansky", slice),
                                   generic_scan<SklanskyExclusive>("sklansky-exclusive", slice),
                                   generic_scan<BrentKung>("brent-kung", slice),
                                   generic_scan<BrentKungExclusive>("brent-kung-exclusive", slice),
                               });
}
