// Overloaded members of which one is the device's and the other the host's.
#pragma once

#include <clang/AST/Decl.h>

namespace fencepost::compiler {

/// `template <class G> __device__ void f(const G&)` and `__host__ void f(Stream)` of one class: which of them a call
/// means does not depend, for nvcc, on the sides that they are for. clang, in the device's pass, takes what the device
/// can call, and a constexpr function for the host, which says nothing of sides, then has the template made of a stream.
/// There the second is for both sides, so that the rules of C++ alone decide; its code is made if the device calls it.
/// Of instances of class templates, whose members nobody declares once more.
void decide_by_types(const clang::TagDecl& completed);

}  // namespace fencepost::compiler
