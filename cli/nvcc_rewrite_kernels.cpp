#include "cli/nvcc_rewrite_kernels.h"

#include <algorithm>

#include "cli/nvcc_parameters.h"

namespace fencepost::cli {
namespace {

// The name a kernel calls itself by, without template arguments of its own header.
struct KernelName {
  std::string text;         // "k", "ns::k", "k<float>"
  std::string unqualified;  // "k"
  bool has_arguments = false;
  bool qualified = false;
};

KernelName kernel_name(const TokenStream& tokens, std::size_t parameters_open) {
  KernelName name;
  std::size_t last = parameters_open - 1;
  std::size_t first = last;
  if (tokens.is(last, ">")) {
    first = matching_angle_open(tokens, last);
    if (first == kNoToken || first == 0) return name;
    --first;
    name.has_arguments = true;
  }
  if (!tokens.is_identifier(first)) return name;
  name.unqualified = tokens.spelling(first);
  while (first >= 2 && tokens.is(first - 1, "::") && tokens.is_identifier(first - 2)) {
    first -= 2;
    name.qualified = true;
  }
  for (std::size_t i = first; i <= last; ++i) name.text += tokens.spelling(i);
  return name;
}

std::string self_call(const TokenStream& tokens, const FunctionDeclaration& kernel,
                      const std::vector<Parameter>& parameters, Edits& edits) {
  KernelName name = kernel_name(tokens, kernel.parameters_open);
  if (!kernel.templates.empty()) {
    const TemplateHeader header = kernel.templates.back();
    const std::vector<Parameter> arguments = template_parameters(tokens, header.open, header.close, edits);
    if (!name.has_arguments) name.text += "<" + join_expansions(arguments) + ">";
  }
  const bool hidden = std::ranges::any_of(parameters, [&](const Parameter& p) { return p.name == name.unqualified; });
  if (hidden) name.text = kernel.scope + "::" + name.text;
  return name.text + "(" + join_expansions(parameters) + ");";
}

std::string prologue(const TokenStream& tokens, const FunctionDeclaration& kernel, Edits& edits) {
  const std::size_t close = matching_close(tokens, kernel.parameters_open);
  const std::vector<Parameter> parameters = function_parameters(tokens, kernel.parameters_open, close, edits);
  const std::string call = self_call(tokens, kernel, parameters, edits);
  std::string names;
  for (const Parameter& parameter : parameters) names += (names.empty() ? "" : ",") + parameter.expansion();
  const std::string arguments = join_expansions(parameters);
  const std::string trailing = arguments.empty() ? "" : ", " + arguments;
  return " if (__builtin_expect(::fencepost_rt::on_host(), 0)) { [=]() mutable { ::fencepost_rt::bind(" + arguments +
         "); ::fencepost_rt::launch(\"" + names + "\", [=]() __attribute__((no_sanitize(\"thread\"))) { " + call +
         " }" + trailing + "); }(); return; }";
}

// What follows an insertion behind token `i`: the next token's place if it is on the same line, else nothing.
std::string resume_after(const TokenStream& tokens, std::size_t i) {
  if (tokens.starts_line(i + 1)) return {};
  // resume() brings the white space between the two; leave the one that is there for a text without line markers.
  std::string text = tokens.resume(i + 1);
  if (!text.empty()) text.resize(text.size() - (tokens.begin_offset(i + 1) - tokens.end_offset(i)));
  return text;
}

}  // namespace

void rewrite_kernels(const TokenStream& tokens, const std::vector<FunctionDeclaration>& functions, bool gnu,
                     Edits& edits) {
  for (const FunctionDeclaration& function : functions) {
    if (!function.global || function.body_open == kNoToken || function.parameters_open == kNoToken) continue;
    const std::size_t global = function.global_token;
    const std::string attribute = gnu ? "__attribute__((noipa))" : "__attribute__((noinline))";
    edits.replace(tokens.begin_offset(global), tokens[global].length, attribute + resume_after(tokens, global));
    edits.insert(tokens.end_offset(function.body_open),
                 prologue(tokens, function, edits) + resume_after(tokens, function.body_open));
  }
  // Prototypes need no attribute, and a friend declaration may not have one. Of two equal replacements the first wins.
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens.is(i, "__global__"))
      edits.replace(tokens.begin_offset(i), tokens[i].length, std::string(tokens[i].length, ' '));
  }
}

}  // namespace fencepost::cli
