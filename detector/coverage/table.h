// The tables of bytes in which device code that was compiled with --coverage keeps what ran.
//
// What the bytes of a table stand for is text, a line each of words divided by tabs (compiler/checks/coverage.cpp):
//   F line entry kernel name folder path   a function: the byte of its first block, whether it is a kernel (1), the
//                                          folder it was compiled in; what follows is of this function
//   L line byte…                           a line, and the bytes of the blocks that are on it
//   B line column byte…                    a branch, and a byte for each way
#pragma once

#include "detector/model/coverage.h"

namespace fencepost::detector {

/// What ran until now, of all objects of the program; no functions if none was compiled for it. Any thread.
Coverage coverage_so_far();

}  // namespace fencepost::detector

extern "C" {
/// Called by a constructor of each object that was compiled with --coverage. Both must outlive the process.
void fencepost_add_coverage(const char* text, const unsigned char* flags);
}
