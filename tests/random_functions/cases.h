// What the functions are called with, and how what they did is told.
#pragma once

#include "functions.h"

constexpr int kInputs = 4;

HD inline unsigned long mixed_up(unsigned long x) {
  x ^= x >> 31;
  x *= 0x9e3779b97f4a7c15ul;
  x ^= x >> 29;
  return x;
}

HD inline void set_up(Memory* m, int input) {
  unsigned char* const bytes = reinterpret_cast<unsigned char*>(m);
  for (unsigned long i = 0; i < sizeof(Memory); ++i) {
    bytes[i] = static_cast<unsigned char>(mixed_up(i + 1000ul * static_cast<unsigned long>(input)));
  }
  for (int i = 0; i < 16; ++i) {
    m->of_bool[i] = (i + input) % 3 == 0;
    m->of_float[i] = static_cast<float>(i - input) / 4;
    m->of_double[i] = static_cast<double>(i * input) / 8;
    m->mixes[i].d = i / 2.0;
    m->mixes[i].f = static_cast<float>(input) / 2 - static_cast<float>(i);
    m->mixes[i].i = i * 77 + input;
  }
}

HD inline long argument(int input, int which) {
  return input == 0 ? which
                    : static_cast<long>(
                          mixed_up(17ul * static_cast<unsigned long>(input) + static_cast<unsigned long>(which))) >>
                          (8 * input);
}

// Which NaN comes of two is the compiler's choice.
template <class T>
HD T told(T value) {
  return value != value ? T(0) : value;
}

HD inline unsigned long summary(Memory* m) {
  for (int i = 0; i < 16; ++i) {
    m->of_float[i] = told(m->of_float[i]);
    m->of_double[i] = told(m->of_double[i]);
    m->mixes[i].d = told(m->mixes[i].d);
    m->mixes[i].f = told(m->mixes[i].f);
    m->pairs[i].b ^= m->pairs[i].a;
  }
  unsigned long sum = 0;
  const auto add = [&sum](const void* from, unsigned long bytes) {
    const unsigned char* const at = static_cast<const unsigned char*>(from);
    for (unsigned long i = 0; i < bytes; ++i) sum = mixed_up(sum + at[i]);
  };
  // Without padding, which nobody keeps.
  add(m, reinterpret_cast<unsigned char*>(m->pairs) - reinterpret_cast<unsigned char*>(m));
  for (const Pair& pair : m->pairs) add(&pair.b, sizeof pair.b);
  for (const Small& small : m->smalls) {
    add(&small.s, sizeof small.s);
    add(&small.c, sizeof small.c);
  }
  add(m->mixes, sizeof m->mixes);
  for (const Large& large : m->larges) {
    add(large.words, sizeof large.words);
    add(&large.pair.a, sizeof large.pair.a);
    add(&large.pair.b, sizeof large.pair.b);
  }
  add(m->bits, sizeof m->bits);
  return sum;
}
