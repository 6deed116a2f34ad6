#include "cli/nvcc_members.h"

#include <algorithm>
#include <array>

namespace fencepost::cli {
namespace {

template <std::size_t kCount>
bool is_one_of(std::string_view word, const std::array<std::string_view, kCount>& words) {
  return std::ranges::find(words, word) != words.end();
}

// Keywords whose parenthesised operand is no parameter list.
bool takes_operand(std::string_view word) {
  static constexpr std::array<std::string_view, 9> kWords = {
      "__attribute__", "alignas", "decltype", "noexcept", "throw", "explicit", "requires", "__declspec", "__typeof__"};
  return is_one_of(word, kWords);
}

bool is_class_word(std::string_view word) { return word == "class" || word == "struct" || word == "union"; }

class MemberWalk {
 public:
  MemberWalk(const TokenStream& tokens, std::size_t end) : tokens_(tokens), end_(std::min(end, tokens.size())) {}

  // The declaration that starts at `first`.
  Member read(std::size_t first) {
    member_ = {};
    member_.first = first;
    class_head_ = enum_head_ = initialised_ = done_ = false;
    std::size_t i = first;
    for (; i < end_ && !done_; ++i) i = step(i);
    member_.last = std::max(first, i - 1);
    return member_;
  }

 private:
  // Handles the token at `i`; returns the last token that was consumed.
  std::size_t step(std::size_t i) {
    const std::string_view word = tokens_.spelling(i);
    if (tokens_.is_identifier(i)) return step_word(i, word);
    if (word == ";") done_ = true;
    if (word == "(" || word == "[") return step_parenthesis(i, word == "(");
    if (word == "=") initialised_ = true;
    if (word == "<" && !initialised_ && i > member_.first && tokens_.is_identifier(i - 1)) return skip_angles(i);
    if (word == ":") return step_colon(i);
    if (word == "{") return step_brace(i);
    return i;
  }

  std::size_t skip_angles(std::size_t open) const {
    const std::size_t close = matching_angle_close(tokens_, open, end_);
    return close == kNoToken ? open : close;
  }

  std::size_t close_of(std::size_t open) const {
    const std::size_t close = matching_close(tokens_, open);
    return close == kNoToken || close >= end_ ? end_ - 1 : close;
  }

  std::size_t step_word(std::size_t i, std::string_view word) {
    if (word == "template" && tokens_.is(i + 1, "<")) {
      member_.is_template = true;
      return skip_angles(i + 1);
    }
    if (word == "operator" && member_.parameters_open == kNoToken && !initialised_) return step_operator(i);
    if (word == "__global__") member_.global = true;
    if (word == "__device__") member_.device = true;
    if (word == "__host__") member_.host = true;
    if (word == "__constant__" || word == "__shared__") member_.device_variable = true;
    if (word == "constexpr" || word == "consteval") member_.is_constexpr = true;
    if (word == "const") member_.is_const = true;
    if (word == "typedef" || word == "using") member_.is_type = true;
    if (word == "enum") enum_head_ = true;
    if (is_class_word(word) && member_.parameters_open == kNoToken) class_head_ = true;
    if (word == "try" && member_.parameters_open != kNoToken) member_.try_block = true;
    return i;
  }

  // To the token before the `(` of its parameters: `operator()`, `operator+=`, `operator float`.
  std::size_t step_operator(std::size_t i) const {
    if (tokens_.is(i + 1, "(") && tokens_.is(i + 2, ")")) return i + 2;
    std::size_t k = i;
    while (k + 1 < end_ && !tokens_.is(k + 1, "(") && !tokens_.is(k + 1, ";")) ++k;
    return k;
  }

  std::size_t step_parenthesis(std::size_t i, bool round) {
    if (round && member_.parameters_open == kNoToken && !initialised_ && i > member_.first &&
        !takes_operand(tokens_.spelling(i - 1))) {
      member_.parameters_open = i;
    }
    return close_of(i);
  }

  std::size_t step_colon(std::size_t i) {
    const bool access = tokens_.is(i - 1, "public") || tokens_.is(i - 1, "private") || tokens_.is(i - 1, "protected");
    if (access && i == member_.first + 1) {
      member_.kind = MemberKind::kAccess;
      done_ = true;
    } else if (member_.parameters_open != kNoToken && !initialised_ && member_.initialisers == kNoToken) {
      member_.initialisers = i;
    }
    return i;
  }

  std::size_t step_brace(std::size_t i) {
    const std::size_t close = close_of(i);
    if (opens_namespace(i)) return end_with(MemberKind::kNamespace, i, close);
    const bool function = member_.parameters_open != kNoToken && !initialised_;
    if (function) {
      // `S() : a{1} {}`: a brace after a name initialises a member.
      const bool member_initialiser = member_.initialisers != kNoToken && !tokens_.is(i - 1, ")") &&
                                      (tokens_.is_identifier(i - 1) || tokens_.is(i - 1, ">")) &&
                                      !tokens_.is(i - 1, "try");
      if (member_initialiser) return close;
      std::size_t last = end_with(MemberKind::kFunction, i, close);
      while (member_.try_block && tokens_.is(last + 1, "catch")) last = close_of(close_of(last + 2) + 1);
      return last;
    }
    if (enum_head_ && !initialised_) {
      member_.open = i;
      member_.close = close;
    } else if (class_head_ && !initialised_ && member_.open == kNoToken) {
      member_.kind = MemberKind::kClass;
      member_.open = i;
      member_.close = close;
      initialised_ = true;  // What follows are declarators.
    }
    return close;
  }

  std::size_t end_with(MemberKind kind, std::size_t open, std::size_t close) {
    member_.kind = kind;
    member_.open = open;
    member_.close = close;
    done_ = true;
    return close;
  }

  [[nodiscard]] bool opens_namespace(std::size_t brace) const {
    const std::size_t k = member_.first;
    if (tokens_.is(k, "extern") && k + 2 == brace && tokens_[k + 1].kind == TokenKind::kString) return true;
    return tokens_.is(k, "namespace") || (tokens_.is(k, "inline") && tokens_.is(k + 1, "namespace"));
  }

  const TokenStream& tokens_;
  const std::size_t end_;
  Member member_;
  bool class_head_ = false;   // class, struct or union seen
  bool enum_head_ = false;    // enum seen
  bool initialised_ = false;  // = seen
  bool done_ = false;
};

std::vector<std::string_view> variable_names(const TokenStream& tokens, const Member& member) {
  std::vector<std::string_view> names;
  for (std::size_t i = member.first; i <= member.last; ++i) {
    const std::string_view after = tokens.spelling(i + 1);
    const bool ends_declarator = after == "[" || after == "=" || after == "{" || after == "," || after == ";";
    if (i > member.first && tokens.is_identifier(i) && ends_declarator && !tokens.is(i - 1, "::")) {
      names.push_back(tokens.spelling(i));
    }
    if (tokens.is(i, "=")) {  // To the next declarator.
      while (i < member.last && !tokens.is(i, ",") && !tokens.is(i, ";")) {
        const bool opens = tokens.is(i, "(") || tokens.is(i, "[") || tokens.is(i, "{");
        i = opens ? std::min(matching_close(tokens, i), member.last) : i + 1;
      }
      continue;
    }
    std::size_t close = kNoToken;
    if (tokens.is(i, "(") || tokens.is(i, "[") || tokens.is(i, "{")) close = matching_close(tokens, i);
    if (tokens.is(i, "<")) close = matching_angle_close(tokens, i, member.last);
    if (close != kNoToken) i = close;
  }
  return names;
}

std::vector<std::string_view> enumeration_names(const TokenStream& tokens, const Member& member) {
  std::vector<std::string_view> names;
  for (std::size_t i = member.first; i < member.open && !tokens.is(i, ":"); ++i) {
    const bool keyword = tokens.is(i, "enum") || is_class_word(tokens.spelling(i)) || tokens.is(i, "typedef");
    if (tokens.is_identifier(i) && !keyword) return {tokens.spelling(i)};
  }
  for (std::size_t i = member.open + 1; i < member.close; ++i) {
    if (tokens.is_identifier(i) && (tokens.is(i - 1, "{") || tokens.is(i - 1, ",")))
      names.push_back(tokens.spelling(i));
    if (tokens.is(i, "(")) i = std::min(matching_close(tokens, i), member.close);
  }
  return names;
}

std::vector<std::string_view> class_name(const TokenStream& tokens, const Member& member) {
  std::size_t keyword = kNoToken;
  for (std::size_t i = member.first; i < member.open; ++i) {
    if (tokens.is(i, "template") && tokens.is(i + 1, "<")) {
      i = std::min(matching_angle_close(tokens, i + 1, member.open), member.open);
    } else if (is_class_word(tokens.spelling(i))) {
      keyword = i;
      break;
    }
  }
  for (std::size_t i = keyword == kNoToken ? member.open : keyword + 1; i < member.open; ++i) {
    if (tokens.is(i + 1, "("))
      i = std::min(matching_close(tokens, i + 1), member.open);  // __attribute__((…))
    else if (tokens.is_identifier(i))
      return {tokens.spelling(i)};
  }
  return {};
}

}  // namespace

std::vector<Member> find_members(const TokenStream& tokens, std::size_t begin, std::size_t end) {
  std::vector<Member> members;
  MemberWalk walk(tokens, end);
  for (std::size_t i = begin; i < end; i = members.back().last + 1) members.push_back(walk.read(i));
  return members;
}

std::vector<std::string_view> declared_names(const TokenStream& tokens, const Member& member) {
  if (member.kind == MemberKind::kClass) return class_name(tokens, member);
  if (member.parameters_open != kNoToken) {
    if (tokens.is(member.first, "static_assert")) return {};
    const std::size_t name = member.parameters_open - 1;
    const bool plain = tokens.is_identifier(name) && !tokens.is(name, "operator") && !tokens.is(name - 1, "operator");
    if (!plain) return {};
    return {tokens.spelling(name)};
  }
  if (member.kind != MemberKind::kOther) return {};
  if (member.open != kNoToken) return enumeration_names(tokens, member);
  if (tokens.is(member.first, "using") && !tokens.is(member.first + 2, "=")) return {};
  if (tokens.is(member.first, "using") || tokens.is(member.first, "namespace")) {
    return {tokens.spelling(member.first + 1)};
  }
  return variable_names(tokens, member);
}

}  // namespace fencepost::cli
