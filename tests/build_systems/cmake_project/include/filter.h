#pragma once

#define TAPS 4

// out[i] = the sum of taps[k] * in[i - k], limited by clip(). `in` and `out` are device memory of `count` numbers.
void filter(const int* in, int* out, int count, const int (&taps)[TAPS]);
