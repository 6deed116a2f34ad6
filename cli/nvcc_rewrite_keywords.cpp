#include "cli/nvcc_rewrite_keywords.h"

#include <string_view>

namespace fencepost::cli {
namespace {

// The storage-class words of the declaration that a __shared__ belongs to.
struct StorageClass {
  std::size_t extern_token = kNoToken;
  std::size_t static_token = kNoToken;

  void note(const TokenStream& tokens, std::size_t i) {
    if (tokens.is(i, "extern")) extern_token = i;
    if (tokens.is(i, "static")) static_token = i;
  }
};

bool ends_declaration(std::string_view word) {
  return word.empty() || word == ";" || word == "{" || word == "}" || word == ":" || word == "=" || word == "[" ||
         word == ",";
}

StorageClass storage_class(const TokenStream& tokens, std::size_t shared) {
  StorageClass result;
  for (std::size_t i = shared; i-- > 0;) {
    if (tokens.is(i, ")")) {  // of an attribute, or of an `if (...)` before the declaration
      i = matching_open(tokens, i);
      if (i == kNoToken || i == 0 || !(tokens.is(i - 1, "__attribute__") || tokens.is(i - 1, "alignas"))) break;
    }
    if (ends_declaration(tokens.spelling(i))) break;
    result.note(tokens, i);
  }
  for (std::size_t i = shared + 1; !ends_declaration(tokens.spelling(i)); ++i) {
    if (tokens.is(i, "(")) i = matching_close(tokens, i);
    if (i == kNoToken) break;
    result.note(tokens, i);
  }
  return result;
}

bool names_template_parameter(const TokenStream& tokens, std::size_t i, const TemplateHeader& header) {
  for (std::size_t k = header.open; k < header.close; ++k) {
    if (tokens.is_identifier(k) && tokens.is(k, tokens.spelling(i)) && !tokens.is(k, "typename")) return true;
  }
  return false;
}

// Some token of `begin` … `end` depends on a template around it.
bool is_dependent(const TokenStream& tokens, std::size_t begin, std::size_t end,
                  const std::vector<TemplateBody>& templates) {
  for (const TemplateBody& body : templates) {
    if (begin < body.open || begin > body.close) continue;
    for (const TemplateHeader& header : body.templates) {
      for (std::size_t i = begin; i < end; ++i) {
        if (tokens.is_identifier(i) && names_template_parameter(tokens, i, header)) return true;
      }
    }
  }
  return false;
}

// `T x[][32];` becomes `T (*const x)[32] = ::fencepost_rt::DynamicShared{};`
void point_to_dynamic_shared(const TokenStream& tokens, std::size_t bracket, Edits& edits) {
  const std::size_t close = matching_close(tokens, bracket);
  std::size_t end = close;
  while (end < tokens.size() && !tokens.is(end, ";")) ++end;
  edits.insert(tokens.begin_offset(bracket - 1), "(*const ");
  edits.replace(tokens.begin_offset(bracket), tokens.end_offset(close) - tokens.begin_offset(bracket), ")");
  edits.insert(tokens.begin_offset(end), " = ::fencepost_rt::DynamicShared{}");
}

// The names that the declaration at `shared` declares: identifiers before an initialiser, bounds, a comma or the end.
void add_declared_names(const TokenStream& tokens, std::size_t shared, std::set<std::string>& names) {
  for (std::size_t i = shared + 1; i < tokens.size() && !tokens.is(i, ";") && !tokens.is(i, "}"); ++i) {
    const bool opens = tokens.is(i, "[") || tokens.is(i, "(") || tokens.is(i, "{");
    if (tokens.is_identifier(i - 1) && (opens || tokens.is(i, ",") || tokens.is(i, "="))) {
      names.emplace(tokens.spelling(i - 1));
    }
    std::size_t close = kNoToken;
    if (opens) close = matching_close(tokens, i);
    if (tokens.is(i, "<")) close = matching_angle_close(tokens, i, tokens.size());
    if (close != kNoToken) i = close;
    if (tokens.is_identifier(i) && tokens.is(i + 1, ";")) names.emplace(tokens.spelling(i));
  }
}

void rewrite_shared(const TokenStream& tokens, std::size_t shared, const std::vector<TemplateBody>& templates,
                    Edits& edits, std::set<std::string>& names) {
  const auto replace = [&](std::size_t i, std::string text) {
    edits.replace(tokens.begin_offset(i), tokens.spelling(i).size(), std::move(text));
  };
  const StorageClass storage = storage_class(tokens, shared);
  std::size_t bracket = shared;
  while (!ends_declaration(tokens.spelling(bracket))) {
    const std::size_t close = tokens.is(bracket, "<") ? matching_angle_close(tokens, bracket, tokens.size()) : kNoToken;
    bracket = close == kNoToken ? bracket + 1 : close + 1;
  }
  // `alignas` may stand here in CUDA; in C++ the storage class has to follow it.
  std::size_t alignas_close = kNoToken;
  if (tokens.is(shared + 1, "alignas") && tokens.is(shared + 2, "("))
    alignas_close = matching_close(tokens, shared + 2);
  const auto replace_storage = [&](const std::string& text) {
    if (alignas_close == kNoToken) return replace(shared, text);
    replace(shared, "");
    edits.insert(tokens.end_offset(alignas_close), ' ' + text);
  };
  if (storage.extern_token != kNoToken && tokens.is(bracket, "[") && is_dependent(tokens, shared, bracket, templates)) {
    replace(storage.extern_token, "");
    replace(shared, "");
    point_to_dynamic_shared(tokens, bracket, edits);
  } else if (storage.extern_token != kNoToken) {
    add_declared_names(tokens, shared, names);
    // __thread has to follow extern directly. (thread_local would call an initialiser through a wrapper.)
    replace(storage.extern_token, "");
    replace_storage("extern __thread");
  } else {
    add_declared_names(tokens, shared, names);
    const bool is_static = storage.static_token != kNoToken;
    if (is_static && alignas_close != kNoToken) replace(storage.static_token, "");
    replace_storage(is_static && alignas_close == kNoToken ? "thread_local" : "static thread_local");
  }
}

// The builtin's library function, where the compiler would expand it in place without telling of the access; else
// empty.
std::string_view library_function(std::string_view builtin) {
  for (const std::string_view name : {"__builtin_memcpy", "__builtin_memmove", "__builtin_memset"}) {
    if (builtin == name) return builtin.substr(std::string_view("__builtin_").size());
  }
  return {};
}

}  // namespace

std::set<std::string> rewrite_keywords(const TokenStream& tokens, const std::vector<TemplateBody>& templates,
                                       Edits& edits) {
  std::set<std::string> shared_names;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!tokens.is_identifier(i) || tokens[i].length < 8) continue;
    const std::string_view word = tokens.spelling(i);
    if (word == "__shared__") {
      rewrite_shared(tokens, i, templates, edits, shared_names);
    } else if (word == "__device__" || word == "__host__") {
      edits.replace(tokens.begin_offset(i), word.size(), std::string(word.size(), ' '));
    } else if (word == "__noinline__" && !tokens.is(i - 1, "(") && !tokens.is(i - 1, ",")) {
      edits.replace(tokens.begin_offset(i), word.size(), "__attribute__((noinline))");
    } else if (!library_function(word).empty() && tokens.is(i + 1, "(") && !tokens.in_system_header(i)) {
      edits.replace(tokens.begin_offset(i), word.size(), "::" + std::string(library_function(word)));
    }
  }
  return shared_names;
}

}  // namespace fencepost::cli
