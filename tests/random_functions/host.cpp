// The functions on the host.
#include <cstdio>

#include "cases.h"

int main() {
  static Memory memory;
  for (int f = 0; f < kFunctions; ++f) {
    for (int input = 0; input < kInputs; ++input) {
      set_up(&memory, input);
      const long result = call(f, &memory, argument(input, 0), argument(input, 1));
      std::printf("f%d(%d) is %ld, leaves %lx\n", f, input, result, summary(&memory));
    }
  }
}
