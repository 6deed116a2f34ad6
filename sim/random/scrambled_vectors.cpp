#include "sim/random/scrambled_vectors.h"

#include <bit>
#include <random>

namespace fencepost::sim {
namespace {

template <class Word, int Bits>
struct Scrambled {
  Word vectors[kSobolDimensions][Bits];
  Word constants[kSobolDimensions];

  explicit Scrambled(const Word (*plain)[Bits]) {
    std::mt19937_64 random(Bits);
    for (unsigned int dimension = 0; dimension < kSobolDimensions; ++dimension) {
      constants[dimension] = static_cast<Word>(random());
      for (int i = 0; i < Bits; ++i) vectors[dimension][i] = 0;
      for (int digit = 0; digit < Bits; ++digit) {
        // The first digit is the highest bit. It depends on itself, and on those before it at random.
        const Word own = Word{1} << (Bits - 1 - digit);
        const Word row = own | (static_cast<Word>(random()) & ~(own - 1) & ~own);
        for (int i = 0; i < Bits; ++i) {
          if (std::popcount(static_cast<Word>(plain[dimension][i] & row)) % 2 != 0) vectors[dimension][i] |= own;
        }
      }
    }
  }
};

Scrambled<unsigned int, 32>& words_32() {
  static auto& made = *new Scrambled<unsigned int, 32>(direction_vectors_32());
  return made;
}
Scrambled<unsigned long long, 64>& words_64() {
  static auto& made = *new Scrambled<unsigned long long, 64>(direction_vectors_64());
  return made;
}

}  // namespace

curandDirectionVectors32_t* scrambled_vectors_32() { return words_32().vectors; }
curandDirectionVectors64_t* scrambled_vectors_64() { return words_64().vectors; }
unsigned int* scramble_constants_32() { return words_32().constants; }
unsigned long long* scramble_constants_64() { return words_64().constants; }

}  // namespace fencepost::sim
