#include "cli/nvcc_annotate_scopes.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "cli/nvcc_contract_places.h"
#include "cli/nvcc_parameters.h"
#include "cli/nvcc_statements.h"
#include "sim/include/fencepost/scope.h"

namespace fencepost::cli {
namespace {

/// A local variable or parameter, visible from one token to another.
struct Local {
  std::string name;
  bool array = false;
  std::size_t from = 0, to = 0;
};

bool begins_other_statement(std::string_view word) {
  constexpr std::array<std::string_view, 18> kWords = {"return",  "goto",      "delete", "new",   "throw", "using",
                                                       "typedef", "case",      "else",   "break", "do",    "continue",
                                                       "default", "namespace", "struct", "class", "enum",  "union"};
  return std::ranges::find(kWords, word) != kWords.end();
}

/// The variables of a function's body, by the declarations in it.
class LocalWalk {
 public:
  LocalWalk(const TokenStream& tokens, const FunctionDeclaration& function) : tokens_(tokens), function_(function) {}

  std::vector<Local> run(const Statements& statements, std::size_t index) {
    for (const Statement& statement : statements.statements) {
      if (statement.function != index || statement.block_end) continue;
      if (statement.opens == kNoToken) {
        if (!tokens_.is(statement.first, "{")) declaration(statement.first, end_of_block(statement.first));
      } else if (tokens_.is(statement.first, "for")) {
        declaration(statement.first + 2, statement.last);
      }
    }
    return std::move(found_);
  }

 private:
  /// The `}` of the innermost block around token `i`.
  [[nodiscard]] std::size_t end_of_block(std::size_t i) const {
    for (; i < function_.body_close; ++i) {
      if (tokens_.is(i, "{") || tokens_.is(i, "(") || tokens_.is(i, "[")) {
        const std::size_t close = matching_close(tokens_, i);
        if (close == kNoToken) break;
        i = close;
      } else if (tokens_.is(i, "}")) {
        return i;
      }
    }
    return function_.body_close;
  }

  /// `static const unsigned int a = 1, *b;` or `ns::T<int> c(2);`
  void declaration(std::size_t i, std::size_t to) {
    if (!tokens_.is_identifier(i) || begins_other_statement(tokens_.spelling(i))) return;
    std::size_t words = 0;
    while (true) {
      if (tokens_.is_identifier(i)) {
        ++words;
        ++i;
        if (tokens_.is(i, "<")) {
          const std::size_t close = matching_angle_close(tokens_, i, to);
          if (close == kNoToken) return;
          i = close + 1;
        }
      } else if (tokens_.is(i, "::")) {
        --words;
        ++i;
      } else {
        break;
      }
    }
    // The last of several words is the name, unless `*` or `&` comes between.
    const bool pointer = tokens_.is(i, "*") || tokens_.is(i, "&");
    if (pointer ? words < 1 : words < 2) return;
    std::size_t name = pointer ? skip_stars(i) : i - 1;
    while (declarator(name, to)) {
      std::size_t comma = name;
      while (comma < to && !tokens_.is(comma, ",") && !tokens_.is(comma, ";")) {
        const bool opens = tokens_.is(comma, "(") || tokens_.is(comma, "[") || tokens_.is(comma, "{");
        comma = opens ? matching_close(tokens_, comma) : comma + 1;
        if (comma == kNoToken) return;
      }
      if (!tokens_.is(comma, ",")) return;
      name = skip_stars(comma + 1);
    }
  }

  [[nodiscard]] std::size_t skip_stars(std::size_t i) const {
    while (tokens_.is(i, "*") || tokens_.is(i, "&") || tokens_.is(i, "const") || tokens_.is(i, "__restrict__")) ++i;
    return i;
  }

  bool declarator(std::size_t name, std::size_t to) {
    constexpr std::array<std::string_view, 7> kBehind = {"=", ";", ",", "[", "(", "{", ":"};
    if (!tokens_.is_identifier(name)) return false;
    if (std::ranges::find(kBehind, tokens_.spelling(name + 1)) == kBehind.end()) return false;
    std::size_t from = name;
    while (from < to && !tokens_.is(from, ";") && !tokens_.is(from, ",")) ++from;
    found_.push_back({std::string(tokens_.spelling(name)), tokens_.is(name + 1, "["), from, to});
    return true;
  }

  const TokenStream& tokens_;
  const FunctionDeclaration& function_;
  std::vector<Local> found_;
};

std::vector<Local> parameters_of(const TokenStream& tokens, const FunctionDeclaration& function) {
  std::vector<Local> found;
  Edits names_given;  // To unnamed parameters: not ours to give.
  const std::size_t close = matching_close(tokens, function.parameters_open);
  if (close == kNoToken) return found;
  const auto add = [&](const Parameter& p) {
    if (!p.pack && !p.name.starts_with("fencepost_"))
      found.push_back({p.name, false, function.body_open, function.body_close});
  };
  for (const TemplateHeader& header : function.templates) {
    for (const TokenRange part : split_at_commas(tokens, header.open, header.close)) {
      if (tokens.is(part.begin, "class") || tokens.is(part.begin, "typename") || tokens.is(part.begin, "template"))
        continue;
      if (tokens.is_identifier(part.begin) && tokens.is_identifier(part.begin + 1))
        add({std::string(tokens.spelling(part.begin + 1)), false});
    }
  }
  for (const Parameter& p : function_parameters(tokens, function.parameters_open, close, names_given)) add(p);
  return found;
}

/// `::fencepost_rt::Scope(1, "a.cu", 12)("tid", tid)("a", &a[0]).done()`
/// What is visible at token `at`, told of the line of token `of`.
std::string scope_text(const TokenStream& tokens, unsigned kind, std::size_t of, std::size_t at,
                       const std::vector<Local>& locals) {
  const SourcePlace place = tokens.place(of);
  std::string text = "::fencepost_rt::Scope(" + std::to_string(kind) + ", R\"(" + place.file + ")\", " +
                     std::to_string(place.line) + ")";
  std::vector<std::string> named;
  for (auto local = locals.rbegin(); local != locals.rend(); ++local) {
    if (at <= local->from || at > local->to || std::ranges::find(named, local->name) != named.end()) continue;
    named.push_back(local->name);
    text += "(\"" + local->name + "\", " + (local->array ? "&" + local->name + "[0]" : local->name) + ")";
  }
  return text + ".done()";
}

class FunctionScopes {
 public:
  FunctionScopes(const TokenStream& tokens, const std::vector<FunctionDeclaration>& functions,
                 const Statements& statements, std::size_t index, Edits& edits)
      : tokens_(tokens), function_(functions[index]), statements_(statements), index_(index), edits_(edits) {
    const FunctionDeclaration& function = function_;
    locals_ = parameters_of(tokens, function);
    if (function.global) {
      const std::size_t first = function.body_open + 1;
      std::string text = scope_text(tokens, fencepost_rt::kScopeEntry, begin_of_declaration(), first, locals_);
      text.insert(text.rfind(".done()"), shared_elsewhere(functions));
      edits_.insert(tokens.begin_offset(first), text + "; " + tokens.resume(first));
    }
    for (Local& local : LocalWalk(tokens, function).run(statements, index)) locals_.push_back(std::move(local));
  }

  void barriers() {
    for (const Statement& statement : statements_.statements) {
      if (statement.function != index_) continue;
      const std::size_t i = statement.first;
      if (is_barrier(i) && statement.in_block) {
        edits_.insert(tokens_.begin_offset(i),
                      scope_text(tokens_, fencepost_rt::kScopeBarrier, i, i, locals_) + "; " + tokens_.resume(i));
      }
      if (statement.opens != kNoToken && has_barrier(statement)) loop(statement);
    }
  }

 private:
  /// `.elsewhere("tile")`: the __shared__ variables of the device functions that the kernel has none of the same name
  /// as.
  [[nodiscard]] std::string shared_elsewhere(const std::vector<FunctionDeclaration>& functions) const {
    std::set<std::string_view> elsewhere, visible;
    for (const SharedDeclaration& d : shared_declarations(tokens_, 0, tokens_.size())) {
      const FunctionDeclaration* around = enclosing_function(functions, d.end);
      const bool hidden = around != nullptr && around->body_open != function_.body_open;
      (hidden ? elsewhere : visible).insert(d.names.begin(), d.names.end());
    }
    std::string text;
    for (const std::string_view name : elsewhere) {
      if (!visible.contains(name)) text += ".elsewhere(\"" + std::string(name) + "\")";
    }
    return text;
  }
  /// `template`, `static` or whatever comes first.
  [[nodiscard]] std::size_t begin_of_declaration() const {
    std::size_t first = function_.global_token;
    if (!function_.templates.empty()) first = std::min(first, function_.templates.front().open - 1);
    while (first > 0 && (tokens_.is_identifier(first - 1) || tokens_[first - 1].kind == TokenKind::kString)) --first;
    return first;
  }
  [[nodiscard]] bool is_barrier(std::size_t i) const {
    return tokens_.is(i, "__syncthreads") && tokens_.is(i + 1, "(");
  }
  [[nodiscard]] bool has_barrier(const Statement& statement) const {
    for (std::size_t i = statement.first; i < statement.last; ++i) {
      if (is_barrier(i)) return true;
    }
    return false;
  }

  void loop(const Statement& statement) {
    const std::size_t keyword = statement.first;
    const bool is_for = tokens_.is(keyword, "for");
    if ((!is_for && !tokens_.is(keyword, "while")) || !tokens_.is(keyword + 1, "(")) return;
    const std::size_t close = matching_close(tokens_, keyword + 1);
    if (close == kNoToken) return;
    std::size_t begin = keyword + 2, end = close;
    if (is_for) {
      begin = behind_semicolon(keyword + 2, close);
      end = behind_semicolon(begin, close) - 1;
      if (begin >= close || end >= close) return;  // for (auto x : xs)
    } else if (tokens_.is_identifier(begin) && tokens_.is_identifier(begin + 1)) {
      return;  // while (int x = …)
    }
    const std::string text = scope_text(tokens_, fencepost_rt::kScopeLoop, keyword, begin, locals_);
    if (begin == end) {
      edits_.insert(tokens_.begin_offset(begin), text + tokens_.resume(begin));
      return;
    }
    edits_.insert(tokens_.begin_offset(begin), text + " && (" + tokens_.resume(begin));
    edits_.insert(tokens_.begin_offset(end), ")" + tokens_.resume(end));
  }

  [[nodiscard]] std::size_t behind_semicolon(std::size_t i, std::size_t close) const {
    for (; i < close && !tokens_.is(i, ";"); ++i) {
      if (tokens_.is(i, "(") || tokens_.is(i, "[") || tokens_.is(i, "{")) i = matching_close(tokens_, i);
      if (i == kNoToken) return close;
    }
    return i + 1;
  }

  const TokenStream& tokens_;
  const FunctionDeclaration& function_;
  const Statements& statements_;
  std::size_t index_;
  Edits& edits_;
  std::vector<Local> locals_;
};

}  // namespace

void rewrite_scopes(const TokenStream& tokens, const std::vector<FunctionDeclaration>& functions, Edits& edits) {
  const Statements statements = find_statements(tokens, functions);
  for (std::size_t f = 0; f < functions.size(); ++f) {
    const FunctionDeclaration& function = functions[f];
    if (function.body_open == kNoToken || function.body_close == kNoToken || function.lambda) continue;
    if (function.parameters_open == kNoToken || tokens.in_system_header(function.body_open)) continue;
    FunctionScopes(tokens, functions, statements, f, edits).barriers();
  }
}

}  // namespace fencepost::cli
