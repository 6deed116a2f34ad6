// Calls of the program that come through a library of templates, such as Thrust, or through an interpreter.
#pragma once

namespace fencepost::sim {

/// The program includes such a library. Constant once main() runs.
extern bool calls_come_through_libraries;

/// They come from an interpreter: where in a script that is, is asked of the observers. Constant likewise.
extern bool calls_come_from_scripts;

/// The return address in the user's own code of a call that returns to `pc`, with `frame` the frame address of the
/// function called there; `pc` itself if there is none. Needs frame pointers, which all code in CUDA sources keeps.
/// Thread safety: full.
const void* find_user_pc(const void* pc, const void* frame);

inline const void* user_pc(const void* pc, const void* frame) {
  return calls_come_through_libraries || calls_come_from_scripts ? find_user_pc(pc, frame) : pc;
}

}  // namespace fencepost::sim

/// For a function that the program calls: where in the user's code it was called.
#define FENCEPOST_USER_PC ::fencepost::sim::user_pc(__builtin_return_address(0), __builtin_frame_address(0))
