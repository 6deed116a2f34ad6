#include "cli/nvcc_parameters.h"

#include <algorithm>
#include <array>

namespace fencepost::cli {
namespace {

// Words that are never the name of a parameter.
bool is_type_word(std::string_view word) {
  static constexpr std::array<std::string_view, 36> kWords = {
      "void",         "bool",          "char",       "short",         "int",      "long",     "float",      "double",
      "signed",       "unsigned",      "auto",       "const",         "volatile", "wchar_t",  "char8_t",    "char16_t",
      "char32_t",     "typename",      "class",      "struct",        "union",    "enum",     "register",   "decltype",
      "template",     "__restrict__",  "__restrict", "__attribute__", "alignas",  "__int128", "__signed__", "__const",
      "__volatile__", "__extension__", "constexpr",  "__typeof__"};
  return std::ranges::find(kWords, word) != kWords.end();
}

// Words that may precede a type without being one: `const Foo` has no name, `const Foo x` has.
bool is_qualifier(std::string_view word) {
  static constexpr std::array<std::string_view, 12> kWords = {"const",  "volatile", "typename",     "class",
                                                              "struct", "union",    "enum",         "register",
                                                              "::",     "template", "__restrict__", "__restrict"};
  return std::ranges::find(kWords, word) != kWords.end();
}

// The end of the declarator: before a default argument.
std::size_t declarator_end(const TokenStream& tokens, TokenRange part) {
  for (std::size_t i = part.begin; i < part.end; ++i) {
    const std::string_view word = tokens.spelling(i);
    if (word == "=") return i;
    if (word == "(" || word == "[" || word == "{") i = std::min(matching_close(tokens, i), part.end);
    if (word == "<") {
      const std::size_t end = matching_angle_close(tokens, i, part.end);
      if (end != kNoToken) i = end;
    }
  }
  return part.end;
}

// Where a declarator's name stands, or where one has to be put.
struct NamePlace {
  std::size_t token = kNoToken;         // the name
  std::size_t insert_after = kNoToken;  // else the token to put a name after
  bool pack = false;
};

// `(*f)(int)`, `(&a)[4]`, `(*)(int)`: the declarator sits in the parentheses at `open`.
NamePlace name_in_parentheses(const TokenStream& tokens, std::size_t open) {
  const std::size_t close = matching_close(tokens, open);
  NamePlace place;
  for (std::size_t i = open + 1; i < close; ++i) {
    if (tokens.is(i, "(") || tokens.is(i, "[")) break;
    if (tokens.is_identifier(i) && !is_type_word(tokens.spelling(i)) && !tokens.is(i + 1, "::")) return {.token = i};
    place.insert_after = i;
  }
  return place;
}

NamePlace find_name(const TokenStream& tokens, TokenRange part) {
  NamePlace place;
  bool type_seen = false;  // something that can stand for the whole type
  std::size_t last = kNoToken;
  for (std::size_t i = part.begin; i < part.end; ++i) {
    const std::string_view word = tokens.spelling(i);
    if (word == "__attribute__" || word == "alignas" || word == "decltype" || word == "__typeof__") {
      const std::size_t close = matching_close(tokens, i + 1);
      if (word == "decltype" || word == "__typeof__") {
        type_seen = true;
        last = close;
      }
      i = close;
      continue;
    }
    if (word == "[") {
      if (tokens.is(i + 1, "[")) {  // [[attribute]]
        i = matching_close(tokens, i);
        continue;
      }
      break;  // array bounds end the declarator
    }
    if (word == "(" && type_seen) {
      NamePlace inner = name_in_parentheses(tokens, i);
      inner.pack = place.pack;
      if (inner.token != kNoToken || inner.insert_after != kNoToken) return inner;
      break;
    }
    if (word == "<") {
      const std::size_t close = matching_angle_close(tokens, i, part.end);
      i = close == kNoToken ? i : close;
      last = i;
      type_seen = true;
      continue;
    }
    if (word == "...") {
      place.pack = true;
      last = i;
      continue;
    }
    if (tokens.is_identifier(i) && !is_type_word(word)) {
      const bool qualified = i > part.begin && tokens.is(i - 1, "::");
      if (type_seen && !qualified && !tokens.is(i + 1, "::")) place.token = i;
      type_seen = true;
    } else if (!is_qualifier(word)) {
      type_seen = true;
    }
    last = i;
  }
  if (place.token == kNoToken) place.insert_after = last;
  return place;
}

Parameter name_or_insert(const TokenStream& tokens, const NamePlace& place, std::string generated, Edits& edits) {
  if (place.token != kNoToken) return {std::string(tokens.spelling(place.token)), place.pack};
  edits.insert(tokens.end_offset(place.insert_after), " " + generated);
  return {std::move(generated), place.pack};
}

}  // namespace

std::vector<TokenRange> split_at_commas(const TokenStream& tokens, std::size_t open, std::size_t close) {
  std::vector<TokenRange> parts;
  std::size_t begin = open + 1;
  for (std::size_t i = begin; i < close; ++i) {
    const std::string_view word = tokens.spelling(i);
    if (word == ",") {
      parts.push_back({begin, i});
      begin = i + 1;
    } else if (word == "(" || word == "[" || word == "{") {
      i = std::min(matching_close(tokens, i), close);
    } else if (word == "<") {
      const std::size_t end = matching_angle_close(tokens, i, close);
      if (end != kNoToken) i = end;
    }
  }
  if (begin < close) parts.push_back({begin, close});
  return parts;
}

std::vector<Parameter> function_parameters(const TokenStream& tokens, std::size_t open, std::size_t close,
                                           Edits& edits) {
  std::vector<Parameter> parameters;
  if (close == open + 2 && tokens.is(open + 1, "void")) return parameters;
  for (const TokenRange part : split_at_commas(tokens, open, close)) {
    const NamePlace place = find_name(tokens, {part.begin, declarator_end(tokens, part)});
    if (place.token == kNoToken && place.insert_after == kNoToken) continue;
    parameters.push_back(name_or_insert(tokens, place, "fencepost_p" + std::to_string(parameters.size()), edits));
  }
  return parameters;
}

}  // namespace fencepost::cli
