// The function declarations of a translation unit that carry a CUDA execution space.
#pragma once

#include <string>
#include <vector>

#include "cli/nvcc_brackets.h"

namespace fencepost::cli {

/// Token indices of a template header: `template` `<` ... `>`.
struct TemplateHeader {
  std::size_t open = 0, close = 0;
};

/// A function marked __global__ or __device__, at namespace or class scope; or a lambda so marked in host code.
struct FunctionDeclaration {
  bool global = false, device = false, host = false;
  std::size_t global_token = kNoToken;     ///< Of __global__.
  std::vector<TemplateHeader> templates;   ///< Outermost first.
  std::size_t parameters_open = kNoToken;  ///< `(` of the parameter list; kNoToken if none was recognised.
  std::size_t body_open = kNoToken;        ///< `{`; kNoToken for a prototype.
  std::size_t body_close = kNoToken;
  std::string scope;  ///< "::a::b", the named namespaces around it.
  bool lambda = false;
};

/// In source order; variables so marked come last.
std::vector<FunctionDeclaration> find_declarations(const TokenStream& tokens);

/// The one of `functions` whose body contains token `i`; null if none does.
const FunctionDeclaration* enclosing_function(const std::vector<FunctionDeclaration>& functions, std::size_t i);

}  // namespace fencepost::cli
