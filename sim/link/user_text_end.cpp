// Linked after the user's objects and before the runtime, whose code sim/engine/fault.cpp tells from the user's by this
// label.
asm(".text\n.globl fencepost_user_text_end\nfencepost_user_text_end:\n");
