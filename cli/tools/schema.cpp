#include "cli/tools/schema.h"

#include "detector/text/nearest_word.h"
#include "detector/text/text_layout.h"

namespace fencepost::cli {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::size_t kLongestString = std::size_t{1} << 20;
constexpr std::size_t kLongestList = 1000;

bool is_of(const json& value, const std::string& type) {
  if (type == "string") return value.is_string();
  if (type == "integer") return value.is_number_integer();
  if (type == "number") return value.is_number();
  if (type == "boolean") return value.is_boolean();
  if (type == "array") return value.is_array();
  return value.is_object();
}

std::string shown(const json& value) {
  constexpr std::size_t kColumns = 40;
  if (value.is_structured()) return value.is_array() ? "a list" : "an object";
  return detector::cut(value.dump(-1, ' ', false, json::error_handler_t::replace), kColumns);
}

std::string mistake(const json& value, const ordered_json& schema, const std::string& place);

std::string mistake_in_object(const json& value, const ordered_json& schema, const std::string& place) {
  const std::string prefix = place.empty() ? "" : place + ".";
  const ordered_json& properties = schema.at("properties");
  for (const auto& [name, member] : value.items()) {
    const auto property = properties.find(name);
    if (property != properties.end()) {
      if (std::string wrong = mistake(member, *property, prefix + name); !wrong.empty()) return wrong;
    } else if (!schema.value("additionalProperties", true)) {
      std::vector<std::string> names;
      for (const auto& [known, ignored] : properties.items()) names.push_back(known);
      return prefix + detector::cut(name, 40) + ": there is no such argument" + detector::did_you_mean(name, names);
    }
  }
  if (const auto required = schema.find("required"); required != schema.end()) {
    for (const std::string name : *required) {
      if (!value.contains(name)) return prefix + name + ": is missing";
    }
  }
  return {};
}

std::string mistake(const json& value, const ordered_json& schema, const std::string& place) {
  const std::string type = schema.at("type");
  const std::string begin = (place.empty() ? "arguments" : place) + ": ";
  if (!is_of(value, type)) {
    const bool has_vowel = type.find_first_of("aio") == 0;
    return begin + (has_vowel ? "an " : "a ") + type + " is expected, not " + shown(value);
  }
  if (const auto least = schema.find("minimum"); least != schema.end() && value < json(*least)) {
    return begin + "at least " + least->dump() + ", not " + shown(value);
  }
  if (const auto most = schema.find("maximum"); most != schema.end() && value > json(*most)) {
    return begin + "at most " + most->dump() + ", not " + shown(value);
  }
  if (type == "string") {
    const auto& text = value.get_ref<const std::string&>();
    if (text.size() > kLongestString) return begin + "longer than 1 MiB";
    if (text.find('\0') != std::string::npos) return begin + "it has a null character";
  }
  if (type == "array") {
    if (value.size() > kLongestList) return begin + "of more than 1000";
    for (std::size_t i = 0; i < value.size(); ++i) {
      const std::string element = place + "[" + std::to_string(i) + "]";
      if (std::string wrong = mistake(value[i], schema.at("items"), element); !wrong.empty()) return wrong;
    }
  }
  return type == "object" ? mistake_in_object(value, schema, place) : "";
}

ordered_json described(const char* type, const std::string& description) {
  ordered_json schema = {{"type", type}};
  if (!description.empty()) schema["description"] = description;
  return schema;
}

}  // namespace

ordered_json string_schema(const std::string& description) { return described("string", description); }

ordered_json integer_schema(const std::string& description) { return described("integer", description); }

ordered_json integer_schema(const std::string& description, int least, int most) {
  ordered_json schema = described("integer", description);
  schema["minimum"] = least;
  schema["maximum"] = most;
  return schema;
}

ordered_json number_schema(const std::string& description, double least, double most) {
  ordered_json schema = described("number", description);
  schema["minimum"] = least;
  schema["maximum"] = most;
  return schema;
}

ordered_json flag_schema(const std::string& description) { return described("boolean", description); }

ordered_json list_schema(const std::string& description, ordered_json items) {
  ordered_json schema = described("array", description);
  schema["items"] = std::move(items);
  return schema;
}

ordered_json object_schema(const Properties& properties, const std::vector<std::string>& required, bool is_closed) {
  ordered_json schema = {{"type", "object"}, {"properties", ordered_json::object()}};
  for (const auto& [name, property] : properties) schema["properties"][name] = property;
  if (!required.empty()) schema["required"] = required;
  if (is_closed) schema["additionalProperties"] = false;
  return schema;
}

std::string schema_mistake(const json& value, const ordered_json& schema) { return mistake(value, schema, ""); }

}  // namespace fencepost::cli
