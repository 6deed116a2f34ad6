// JSON Schemas of the tools' arguments and results: the part of the language that they need.
#pragma once

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace fencepost::cli {

using Properties = std::vector<std::pair<std::string, nlohmann::ordered_json>>;

nlohmann::ordered_json string_schema(const std::string& description);
nlohmann::ordered_json integer_schema(const std::string& description);
/// Not below `least`, not above `most`.
nlohmann::ordered_json integer_schema(const std::string& description, int least, int most);
nlohmann::ordered_json number_schema(const std::string& description, double least, double most);
nlohmann::ordered_json flag_schema(const std::string& description);
nlohmann::ordered_json list_schema(const std::string& description, nlohmann::ordered_json items);
/// An object; it has no members but these if `is_closed`.
nlohmann::ordered_json object_schema(const Properties& properties, const std::vector<std::string>& required,
                                     bool is_closed);

/// What in `value` does not meet `schema`, made by the functions above: "source: a string is expected, not 1"; empty
/// if all does.
std::string schema_mistake(const nlohmann::json& value, const nlohmann::ordered_json& schema);

}  // namespace fencepost::cli
