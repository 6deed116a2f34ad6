// `__shared__` variables of classes with constructors.
#pragma once

#include <clang/AST/DeclGroup.h>
#include <clang/Sema/Sema.h>

#include <set>

namespace fencepost::compiler {

/// nvcc warns of a variable whose constructor or destructor does something, and runs neither; clang refuses it. In
/// functions it is taken here as by nvcc: an attribute of our own, which `__shared__` brings (fencepost_keywords.h),
/// makes clang see no initialiser. One that is written (`__shared__ T x(3);`) stays an error, as with nvcc.
///
/// This tells of those in instances of templates; clang's parser tells of others.
class SharedVariables {
 public:
  /// Each variable is told once.
  void warn(clang::Sema& sema, clang::DeclGroupRef declarations);

 private:
  std::set<clang::SourceLocation> told_;
};

}  // namespace fencepost::compiler
