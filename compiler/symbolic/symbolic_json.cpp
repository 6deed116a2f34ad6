#include <nlohmann/json.hpp>
#include <stdexcept>

#include "compiler/symbolic/symbolic_kernel.h"

namespace fencepost::compiler {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SymbolicValue, op, bits, number, no_signed_wrap, no_unsigned_wrap, line, block, name,
                                   operands, blocks)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SymbolicObject, name, space, parameter, bytes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SymbolicBound, index, extent)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SymbolicAccess, kind, is_volatile, block, object, offset, bytes, element, line,
                                   stored, result, step, bounds)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SymbolicBlock, end, condition, targets, line, barrier_file, barrier_line, dominator)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SymbolicWait, of_warp, mask, block, line)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SymbolicLoop, header, latch, parent, line, blocks)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SymbolicParameter, name, type, pointer, value_bits)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SymbolicKernel, name, signature, file, line, obstacle, assumptions, parameters,
                                   objects, values, accesses, blocks, waits, loops, most_threads)

std::string symbolic_kernels_json(const std::vector<SymbolicKernel>& kernels) {
  return nlohmann::json(kernels).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::vector<SymbolicKernel> parse_symbolic_kernels(const std::string& json) {
  try {
    return nlohmann::json::parse(json).get<std::vector<SymbolicKernel>>();
  } catch (const nlohmann::json::exception& error) {
    throw std::runtime_error(std::string("the compiler's symbolic kernels cannot be read: ") + error.what());
  }
}

}  // namespace fencepost::compiler
