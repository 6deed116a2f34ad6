// Functions that kernels call and in which they may switch to another thread.
#pragma once

#define FENCEPOST_CALLER __builtin_return_address(0)

/// Defines `result name parameters`, which answers what `fencepost_at_<name>` answers: a function with the same
/// parameters and the caller's address as the last, which belongs into register `last`. `arguments`: those of the call.
///
/// It ends with a jump. Processors predict that a return goes where the last call came from, but after a switch that
/// was the call of another CUDA thread, often at another line: with two barriers in a loop every crossing of either was
/// mispredicted, 15 ns of 33. Jumps are predicted by where they went last, and all threads of a block come to the
/// same barrier one after the other.
#ifdef __x86_64__
#define FENCEPOST_ENTRY(last, result, name, parameters, arguments) \
  asm(".text\n"                                                    \
      ".globl " #name                                              \
      "\n"                                                         \
      ".type " #name ", @function\n" #name                         \
      ":\n"                                                        \
      ".cfi_startproc\n"                                           \
      "mov (%rsp), %" last                                         \
      "\n"                                                         \
      "sub $8, %rsp\n"                                             \
      ".cfi_adjust_cfa_offset 8\n"                                 \
      "call fencepost_at_" #name                                   \
      "@PLT\n"                                                     \
      "add $8, %rsp\n"                                             \
      ".cfi_adjust_cfa_offset -8\n"                                \
      "pop %rcx\n"                                                 \
      ".cfi_adjust_cfa_offset -8\n"                                \
      ".cfi_register %rip, %rcx\n"                                 \
      "jmp *%rcx\n"                                                \
      ".cfi_endproc\n"                                             \
      ".size " #name ", .-" #name "\n")
#else
#define FENCEPOST_ENTRY(last, result, name, parameters, arguments) \
  extern "C" result name parameters { return fencepost_at_##name arguments; }
#endif
