#include "compiler/source/kernel_list_json.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace fencepost::compiler {

// They name each other.
void to_json(nlohmann::json& json, const ListedField& field);
void from_json(const nlohmann::json& json, ListedField& field);

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ListedType, name, kind, number, enumeration, constant, bytes, count, of, fields,
                                   obstacle)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ListedParameter, name, line, type)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ListedKernel, name, head, signature, file, line, defaults_only, parameters,
                                   instances, symbol)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(KernelList, kernels, instances, has_main, error, chosen)

void to_json(nlohmann::json& json, const ListedField& field) { json = {{"name", field.name}, {"type", field.type}}; }
void from_json(const nlohmann::json& json, ListedField& field) {
  json.at("name").get_to(field.name);
  json.at("type").get_to(field.type);
}

std::string kernel_list_json(const KernelList& list) { return nlohmann::json(list).dump(); }

KernelList parse_kernel_list(const std::string& json) {
  try {
    return nlohmann::json::parse(json).get<KernelList>();
  } catch (const nlohmann::json::exception& error) {
    throw std::runtime_error(std::string("the compiler's list of kernels cannot be read: ") + error.what());
  }
}

}  // namespace fencepost::compiler
