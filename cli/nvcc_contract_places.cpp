#include "cli/nvcc_contract_places.h"

#include <algorithm>

#include "cli/nvcc_members.h"

namespace fencepost::cli {
namespace {

// The `;` of `for (…; …; …)`.
std::vector<std::size_t> semicolons(const TokenStream& tokens, std::size_t open, std::size_t close) {
  std::vector<std::size_t> found;
  for (std::size_t i = open + 1; i < close; ++i) {
    if (tokens.is(i, ";")) found.push_back(i);
    if (tokens.is(i, "(") || tokens.is(i, "[") || tokens.is(i, "{")) i = std::min(matching_close(tokens, i), close);
  }
  return found;
}

// `int n = f()`: the name behind a type in front of `=` or `{`; kNoToken if there is none.
std::size_t declared_name(const TokenStream& tokens, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin + 1; i < end; ++i) {
    const std::string_view before = tokens.spelling(i - 1);
    if (!tokens.is_identifier(i - 1) && before != ">" && before != "*" && before != "&") return kNoToken;
    if (tokens.is_identifier(i) && (tokens.is(i + 1, "=") || tokens.is(i + 1, "{"))) return i;
    if (!tokens.is_identifier(i) && !tokens.is(i, "*") && !tokens.is(i, "&") && !tokens.is(i, "::")) return kNoToken;
  }
  return kNoToken;
}

bool is_loop_word(std::string_view word) { return word == "for" || word == "while" || word == "do"; }

}  // namespace

ContractPlaces::ContractPlaces(const TokenStream& tokens, const std::vector<FunctionDeclaration>& functions)
    : tokens_(tokens), functions_(functions), statements_(find_statements(tokens, functions)) {
  for (std::size_t s = 0; s < statements_.statements.size(); ++s) by_first_.emplace(statements_.statements[s].first, s);
  for (std::size_t f = 0; f < functions_.size(); ++f) {
    if (functions_[f].parameters_open != kNoToken && !functions_[f].lambda) {
      by_parameters_open_.emplace(functions_[f].parameters_open, f);
    }
  }
  add_members(0, tokens_.size());
}

void ContractPlaces::add_members(std::size_t begin, std::size_t end) {
  for (const Member& member : find_members(tokens_, begin, end)) {
    const bool scope = member.kind == MemberKind::kNamespace || member.kind == MemberKind::kClass;
    if (scope && member.open != kNoToken) {
      scopes_.emplace_back(member.open, member.close);
      if (member.kind == MemberKind::kClass) classes_.insert(member.open);
      add_members(member.open + 1, member.close);
    } else if (member.parameters_open != kNoToken) {
      const bool body = member.kind == MemberKind::kFunction;
      members_.push_back(
          {member.first, member.parameters_open, body ? member.open : kNoToken, body ? member.close : member.last});
    }
  }
}

std::size_t ContractPlaces::scope_around(std::size_t i) const {
  std::size_t found = kNoToken;
  for (const auto& [open, close] : scopes_) {
    if (open < i && i <= close) found = open;
  }
  return found;
}

std::string ContractPlaces::name_of(std::size_t function) const {
  const std::size_t open = functions_[function].parameters_open;
  if (open == kNoToken || open == 0 || !tokens_.is_identifier(open - 1)) return {};
  return functions_[function].scope + "::" + std::string(tokens_.spelling(open - 1));
}

ContractPlaces::Target ContractPlaces::target(std::size_t i) const {
  const auto ends_behind = [](const Function& f, std::size_t token) { return f.close < token; };
  const auto member = std::lower_bound(members_.begin(), members_.end(), i, ends_behind);
  if (member == members_.end() || i < member->first) return {Kind::kNamespace, kNoToken, kNoToken, true};
  const bool in_front = i == member->first;
  const auto known = by_parameters_open_.find(member->parameters_open);
  if (known == by_parameters_open_.end()) return {Kind::kHost, kNoToken, kNoToken, in_front};
  const std::size_t function = known->second;
  if (member->open == kNoToken || i <= member->open) return {Kind::kFunction, function, kNoToken, in_front};

  // Labels belong to the loop behind them.
  std::size_t labelled = i;
  while (tokens_.is_identifier(labelled) && tokens_.is(labelled + 1, ":") && !tokens_.is(labelled, "default")) {
    labelled += 2;
  }
  if (is_loop_word(tokens_.spelling(labelled))) {
    for (auto [at, end] = by_first_.equal_range(labelled); at != end; ++at) {
      const Statement& statement = statements()[at->second];
      if (statement.opens != kNoToken) return {Kind::kLoop, function, at->second, statement.in_block};
    }
  }
  // Of those that start here the innermost: of a label and what it labels, the latter stands in braces.
  Target found{Kind::kInside, function, kNoToken, false};
  for (auto [at, end] = by_first_.equal_range(i); at != end; ++at) {
    const Statement& statement = statements()[at->second];
    if (statement.function != function) continue;
    found = {Kind::kStatement, function, at->second, found.free || statement.in_block};
  }
  if (found.statement == kNoToken) return found;
  if (is_barrier(i, function)) found.kind = Kind::kBarrier;
  if (found.kind == Kind::kStatement && !found.free) found.kind = Kind::kInside;
  return found;
}

bool ContractPlaces::is_block_group(std::string_view name, std::size_t function) const {
  const FunctionDeclaration& around = functions_[function];
  for (std::size_t i = around.parameters_open; i < around.body_close; ++i) {
    if (!tokens_.is(i, name)) continue;
    if (tokens_.is(i - 1, "thread_block") || (tokens_.is(i - 1, "&") && tokens_.is(i - 2, "thread_block"))) return true;
    std::size_t k = i + 1;  // auto block = cg::this_thread_block();
    if (tokens_.is(i - 1, "auto") && tokens_.is(k, "=")) {
      while (tokens_.is_identifier(k + 1) || tokens_.is(k + 1, "::")) ++k;
      if (tokens_.is(k, "this_thread_block")) return true;
    }
  }
  return false;
}

// `__syncthreads();`, `block.sync();` or `cg::sync(block);`, alone.
bool ContractPlaces::is_barrier(std::size_t i, std::size_t function) const {
  while (tokens_.is(i, "::") || (tokens_.is_identifier(i) && tokens_.is(i + 1, "::"))) ++i;
  const auto ends = [&](std::size_t open) {
    const std::size_t close = matching_close(tokens_, open);
    return close != kNoToken && tokens_.is(close + 1, ";");
  };
  if (tokens_.spelling(i).starts_with("__syncthreads") && tokens_.is(i + 1, "(")) return ends(i + 1);
  if (tokens_.is(i, "sync") && tokens_.is(i + 1, "(") && tokens_.is_identifier(i + 2) && tokens_.is(i + 3, ")")) {
    return ends(i + 1) && is_block_group(tokens_.spelling(i + 2), function);
  }
  const bool member = tokens_.is_identifier(i) && tokens_.is(i + 1, ".") && tokens_.is(i + 2, "sync");
  return member && tokens_.is(i + 3, "(") && ends(i + 3) && is_block_group(tokens_.spelling(i), function);
}

LoopCondition loop_condition(const TokenStream& tokens, std::size_t keyword, std::size_t last) {
  std::size_t open = keyword + 1;
  if (tokens.is(keyword, "do")) {
    open = last;
    while (open > keyword && !tokens.is(open, ")")) --open;
    open = matching_open(tokens, open);
  }
  const std::size_t close = open == kNoToken ? kNoToken : matching_close(tokens, open);
  if (close == kNoToken || !tokens.is(open, "(")) return {0, 0, "the loop's condition was not found"};
  LoopCondition found{open + 1, close, {}};
  if (tokens.is(keyword, "for")) {
    const std::vector<std::size_t> parts = semicolons(tokens, open, close);
    if (parts.size() != 2) return {0, 0, {}, true};
    found.begin = parts[0] + 1;
    found.end = parts[1];
  }
  if (const std::size_t name = declared_name(tokens, found.begin, found.end); name != kNoToken) {
    if (tokens.is(name + 1, "{")) return {0, 0, "the loop's condition is a declaration with braces"};
    found.declared = tokens.spelling(name);
    found.begin = name + 2;
  }
  return found;
}

std::vector<SharedDeclaration> shared_declarations(const TokenStream& tokens, std::size_t begin, std::size_t end) {
  std::vector<SharedDeclaration> found;
  for (std::size_t i = begin; i < end; ++i) {
    if (!tokens.is(i, "__shared__")) continue;
    SharedDeclaration declaration{{}, i};
    for (; i < end && !tokens.is(i, ";"); ++i) {
      const std::string_view after = tokens.spelling(i + 1);
      const bool ends_declarator = after == "[" || after == "," || after == ";" || after == "=" || after == "{";
      if (tokens.is_identifier(i) && ends_declarator) declaration.names.push_back(tokens.spelling(i));
      std::size_t close = kNoToken;
      if (tokens.is(i, "(") || tokens.is(i, "[") || tokens.is(i, "{")) close = matching_close(tokens, i);
      if (tokens.is(i, "<")) close = matching_angle_close(tokens, i, end);
      if (close != kNoToken) i = close;
    }
    declaration.end = i;
    if (i < end) found.push_back(std::move(declaration));
  }
  return found;
}

std::vector<std::string> references(const TokenStream& tokens, const FunctionDeclaration& function, std::size_t at,
                                    const std::set<std::string>& names) {
  std::set<std::string> found;
  const std::size_t parameters_close = matching_close(tokens, function.parameters_open);
  for (std::size_t i = function.parameters_open + 1; i < at; ++i) {
    if (!tokens.is_identifier(i) || !(tokens.is(i - 1, "&") || tokens.is(i - 1, "&&"))) continue;
    const std::string name(tokens.spelling(i));
    if (!names.contains(name)) continue;
    const bool typed = tokens.is_identifier(i - 2) || tokens.is(i - 2, ">");
    const bool initialised = tokens.is(i + 1, "=") || (tokens.is(i + 1, ":") && tokens.is(i - 2, "auto"));
    if (i < parameters_close || (typed && initialised)) found.insert(name);
  }
  return {found.begin(), found.end()};
}

}  // namespace fencepost::cli
