#include "cli/nvcc_declarations.h"

#include <algorithm>
#include <array>
#include <optional>

#include "cli/nvcc_lambdas.h"

namespace fencepost::cli {
namespace {

// Keywords whose parenthesised operand is no parameter list.
bool takes_operand(std::string_view word) {
  static constexpr std::array<std::string_view, 9> kWords = {
      "__attribute__", "alignas", "decltype", "noexcept", "throw", "explicit", "requires", "__declspec", "_Alignas"};
  return std::ranges::find(kWords, word) != kWords.end();
}

// Walks the declarations at namespace and class scope, stepping over function bodies and initialisers.
class DeclarationWalk {
 public:
  explicit DeclarationWalk(const TokenStream& tokens) : tokens_(tokens) {}

  std::vector<FunctionDeclaration> run() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) i = step(i);
    return std::move(found_);
  }

 private:
  void start_declaration(std::size_t next) {
    current_ = {};
    begin_ = next;
    class_head_ = initialised_ = member_initialisers_ = false;
  }

  // Handles the token at `i`; returns the last token that was consumed.
  std::size_t step(std::size_t i) {
    const std::string_view word = tokens_.spelling(i);
    if (tokens_.is_identifier(i)) return step_identifier(i, word);
    if (word == ";") {
      finish();
      start_declaration(i + 1);
    } else if (word == "(" || word == "[") {
      const std::size_t close = matching_close(tokens_, i);
      if (close == kNoToken) return i;
      if (word == "(" && current_.parameters_open == kNoToken && i > begin_ &&
          !takes_operand(tokens_.spelling(i - 1))) {
        current_.parameters_open = i;
      }
      return close;
    } else if (word == "=") {
      if (!names_operator(i)) initialised_ = true;
    } else if (word == ":") {
      if (i > begin_ && is_access_specifier(i - 1)) start_declaration(i + 1);
      member_initialisers_ = current_.parameters_open != kNoToken;
    } else if (word == "{") {
      return open_brace(i);
    } else if (word == "}") {
      if (!scopes_.empty()) scopes_.pop_back();
      start_declaration(i + 1);
    }
    return i;
  }

  // True for the `=` of `operator=`, `operator+=`, `operator<=>`, …: each sign is a token.
  [[nodiscard]] bool names_operator(std::size_t i) const {
    std::size_t k = i;
    while (k > begin_ && i - k < 3 && !tokens_.is_identifier(k - 1) && !tokens_.is(k - 1, ")")) --k;
    return k > begin_ && tokens_.is(k - 1, "operator");
  }

  std::size_t step_identifier(std::size_t i, std::string_view word) {
    if (word == "template" && tokens_.is(i + 1, "<")) {
      const std::size_t close = matching_angle_close(tokens_, i + 1, tokens_.size());
      if (close == kNoToken) return i;
      current_.templates.push_back({i + 1, close});
      return close;
    }
    if (word == "__global__") {
      current_.global = true;
      current_.global_token = i;
    } else if (word == "__device__") {
      current_.device = true;
    } else if (word == "__host__") {
      current_.host = true;
    } else if (word == "class" || word == "struct" || word == "union" || word == "enum") {
      class_head_ = true;
    }
    return i;
  }

  [[nodiscard]] bool is_access_specifier(std::size_t i) const {
    return tokens_.is(i, "public") || tokens_.is(i, "private") || tokens_.is(i, "protected");
  }

  std::size_t open_brace(std::size_t i) {
    if (const std::optional<std::string> name = namespace_name(i)) {
      scopes_.push_back(*name);
      start_declaration(i + 1);
      return i;
    }
    const bool function = current_.parameters_open != kNoToken && !initialised_;
    if (class_head_ && !function && !initialised_) {
      scopes_.emplace_back();
      start_declaration(i + 1);
      return i;
    }
    const std::size_t close = matching_close(tokens_, i);
    if (close == kNoToken) return i;
    // `S() : a{1} {}`: a brace after a name initialises a member.
    if (!function || (member_initialisers_ && (tokens_.is_identifier(i - 1) || tokens_.is(i - 1, ">")))) return close;
    current_.body_open = i;
    current_.body_close = close;
    finish();
    start_declaration(close + 1);
    return close;
  }

  // The name if the brace at `i` opens a namespace or a linkage block; "" for one without a name.
  [[nodiscard]] std::optional<std::string> namespace_name(std::size_t i) const {
    std::size_t k = begin_;
    if (tokens_.is(k, "extern") && k + 2 == i && tokens_[k + 1].kind == TokenKind::kString) return "";
    if (tokens_.is(k, "inline")) ++k;
    if (!tokens_.is(k, "namespace")) return std::nullopt;
    std::string name;
    for (++k; k < i && (tokens_.is_identifier(k) || tokens_.is(k, "::")); ++k) {
      if (tokens_.is(k, "__attribute__")) break;
      if (tokens_.is_identifier(k) && !tokens_.is(k, "inline")) name += "::" + std::string(tokens_.spelling(k));
    }
    return name;
  }

  void finish() {
    if (!current_.global && !current_.device) return;
    for (const std::string& scope : scopes_) current_.scope += scope;
    found_.push_back(std::move(current_));
  }

  const TokenStream& tokens_;
  std::vector<FunctionDeclaration> found_;
  std::vector<std::string> scopes_;
  FunctionDeclaration current_;
  std::size_t begin_ = 0;             // first token of the declaration
  bool class_head_ = false;           // class, struct, union or enum seen
  bool initialised_ = false;          // = seen
  bool member_initialisers_ = false;  // `:` after the parameter list seen
};

}  // namespace

std::vector<FunctionDeclaration> find_declarations(const TokenStream& tokens) {
  std::vector<FunctionDeclaration> found = DeclarationWalk(tokens).run();
  const std::size_t named = found.size();
  std::size_t around = 0;  // The named functions up to token i.
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].length < 8 || !annotates_lambda(tokens, i)) continue;
    const auto ends_before = [&](const FunctionDeclaration& f) { return f.body_open == kNoToken || f.body_close < i; };
    while (around < named && ends_before(found[around])) ++around;
    const bool inside = around < named && found[around].body_open < i;
    const std::optional<Lambda> lambda = inside ? std::nullopt : read_lambda(tokens, i, tokens.size());
    if (!lambda) continue;
    found.push_back({.device = lambda->device,
                     .host = lambda->host,
                     .parameters_open = lambda->parameters_open,
                     .body_open = lambda->open,
                     .body_close = lambda->close,
                     .lambda = true});
    i = lambda->close;
  }
  const auto position = [](const FunctionDeclaration& f) {
    return f.body_open != kNoToken ? f.body_open : f.parameters_open;
  };
  std::ranges::stable_sort(found, {}, position);
  return found;
}

const FunctionDeclaration* enclosing_function(const std::vector<FunctionDeclaration>& functions, std::size_t i) {
  for (const FunctionDeclaration& function : functions) {
    if (function.body_open != kNoToken && i > function.body_open && i < function.body_close) return &function;
  }
  return nullptr;
}

}  // namespace fencepost::cli
