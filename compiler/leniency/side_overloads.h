// Members of class templates that are for one side, and what calls from the other one mean.
#pragma once

#include <clang/AST/Decl.h>

namespace fencepost::compiler {

/// `template <class G> __device__ void f(const G&)` and `__host__ void f(Stream)` of one class: which of them a call
/// means does not depend, for nvcc, on the sides that they are for. clang, in the device's pass, takes what the device
/// can call, and a constexpr function for the host, which says nothing of sides, then has the template made of a
/// stream. There the second is for both sides, so that the rules of C++ alone decide; its code is made if the device
/// calls it. Of instances of class templates, whose members nobody declares once more.
void decide_by_types(const clang::TagDecl& completed);

/// With --expt-relaxed-constexpr the host may call constexpr members of the device's: they are its, too. Of instances
/// of class templates, as above; clang tells other functions where they are called.
void share_constexpr(const clang::TagDecl& completed);

}  // namespace fencepost::compiler
