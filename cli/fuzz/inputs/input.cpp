#include "cli/fuzz/inputs/input.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <random>

namespace fencepost::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string list_text(const std::vector<std::uint32_t>& threads) {
  std::string text;
  for (const std::uint32_t thread : threads) text += (text.empty() ? "" : ",") + std::to_string(thread);
  return text;
}

/// Texts are any bytes, JSON's are UTF-8: each byte is a number.
Json bytes_json(const std::string& text) {
  Json bytes = Json::array();
  for (const char c : text) bytes.push_back(static_cast<unsigned char>(c));
  return bytes;
}

std::string text_of_bytes(const Json& bytes) {
  std::string text;
  for (const Json& byte : bytes) text += static_cast<char>(byte.get<unsigned char>());
  return text;
}

Json contents_json(const FuzzContents& contents) {
  Json changed = Json::array();
  for (const auto& [index, value] : contents.changed) changed.push_back({index, value});
  return {{"kind", static_cast<int>(contents.kind)},
          {"first", contents.first},
          {"second", contents.second},
          {"seed", contents.seed},
          {"grown", contents.grown},
          {"changed", changed}};
}

FuzzContents contents_of(const Json& json) {
  const int kind = json.at("kind").get<int>();
  FuzzContents contents;
  if (kind >= 0 && kind <= FuzzContents::kRandom) contents.kind = static_cast<FuzzContents::Kind>(kind);
  contents.first = json.at("first").get<double>();
  contents.second = json.at("second").get<double>();
  contents.seed = json.at("seed").get<std::uint32_t>();
  contents.grown = json.at("grown").get<std::uint32_t>();
  for (const Json& pair : json.at("changed")) {
    contents.changed[pair.at(0).get<std::uint64_t>()] = pair.at(1).get<double>();
  }
  return contents;
}

}  // namespace

std::vector<double> elements_of(const FuzzContents& contents, std::uint64_t count, bool whole) {
  constexpr double kRange = 4294967296.0;
  std::mt19937 generator(contents.seed);
  std::vector<double> elements;
  elements.reserve(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    double value = contents.first;
    if (contents.kind == FuzzContents::kIota) value += static_cast<double>(i) * contents.second;
    if (contents.kind == FuzzContents::kRandom) {
      const double part = generator() / kRange, width = contents.second - contents.first;
      value = whole ? std::floor(contents.first + part * (width + 1)) : contents.first + part * width;
    }
    elements.push_back(value);
  }
  for (const auto& [index, value] : contents.changed) {
    if (index < count) elements[index] = value;
  }
  return elements;
}

std::string text_of(const FuzzInput& input) {
  Json json = {{"numbers", input.numbers}, {"seed", input.seed}};
  Json arrays = Json::array(), texts = Json::array();
  for (const FuzzContents& contents : input.arrays) arrays.push_back(contents_json(contents));
  for (const std::string& text : input.texts) texts.push_back(bytes_json(text));
  json["arrays"] = arrays;
  json["texts"] = texts;
  if (!input.first.empty()) json["first"] = input.first;
  return json.dump();
}

std::optional<FuzzInput> parse_input(const std::string& text) {
  try {
    const Json json = Json::parse(text);
    FuzzInput input;
    input.numbers = json.at("numbers").get<std::vector<double>>();
    input.seed = json.at("seed").get<std::uint32_t>();
    input.first = json.value("first", std::vector<std::uint32_t>());
    for (const Json& array : json.at("arrays")) input.arrays.push_back(contents_of(array));
    for (const Json& bytes : json.at("texts")) input.texts.push_back(text_of_bytes(bytes));
    return input;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

std::string order_options(const FuzzInput& input) {
  if (input.seed != 0) return " --schedule random --seed " + std::to_string(input.seed);
  return input.first.empty() ? "" : " --first " + list_text(input.first);
}

std::string order_text(const FuzzInput& input) {
  if (input.seed != 0) return "seed=" + std::to_string(input.seed);
  return input.first.empty() ? "" : "first=" + list_text(input.first);
}

std::string number_text(double number) {
  constexpr double kExact = 9007199254740992.0;
  std::array<char, 64> text{};
  if (std::floor(number) == number && std::fabs(number) <= kExact) {
    std::snprintf(text.data(), text.size(), "%.0f", number);
    return text[0] == '-' && text[1] == '0' ? "0" : text.data();
  }
  for (const int digits : {6, 9, 17}) {
    std::snprintf(text.data(), text.size(), "%.*g", digits, number);
    if (std::strtod(text.data(), nullptr) == number) break;
  }
  return text.data();
}

}  // namespace fencepost::cli
