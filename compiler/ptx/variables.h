// Variables that an asm statement declares.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost::compiler {

struct PtxVariable {
  std::string name;
  std::string type;           ///< The word that PTX has for its elements: "b8".
  std::size_t count = 1;      ///< Of elements, of all dimensions.
  std::size_t alignment = 0;  ///< In bytes; 0: that of its type.
};

/// What stands behind the state space: `.align 16 .b8 a[4], b[2][3]`. None: it is something else, or has an initial
/// value.
std::optional<std::vector<PtxVariable>> ptx_variables(std::string_view text);

/// The variable in shared memory, which is there although nothing may use it, as a statement of C++; it is `cpp_name`.
std::string shared_variable_definition(const PtxVariable& variable, const std::string& cpp_name);

/// Its address in the shared window, as PTX means it by the name.
std::string shared_variable_address(const std::string& cpp_name);

}  // namespace fencepost::compiler
