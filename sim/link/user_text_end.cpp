// Linked after the user's objects and before the runtime.
//
// sim/engine/fault.cpp tells the runtime's code from the user's by the label. The space lies between the user's
// `__shared__` variables and the runtime's thread-local ones: who writes behind the last array is told so, and does not
// destroy what the engine knows of the running thread. It has no name, so that findings name the array. More of it, and
// not all of dynamic shared memory would be within the 256 KiB that the addresses in matrix descriptors reach.
asm(".text\n.globl fencepost_user_text_end\nfencepost_user_text_end:\n"
    ".section .tbss,\"awT\",@nobits\n.p2align 4\n.zero 16384\n.text\n");
