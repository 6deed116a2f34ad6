#include "cli/serve/page.h"

#include <nlohmann/json.hpp>

#include "cli/lesson/examples.h"

namespace fencepost::cli {
namespace {

/// Without what could end the element that it stands in.
std::string examples_json() {
  nlohmann::ordered_json all = nlohmann::ordered_json::object();
  for (const Example& example : examples()) all[std::string(example.path)] = example.text;
  std::string text;
  for (const char c : all.dump()) c == '<' ? text += "\\u003c" : text += c;
  return text;
}

}  // namespace

std::string playground_page() {
  std::string html =
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<link rel=\"icon\" href=\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E"
      "%3Cpath d='M4 2v12M12 2v12' stroke='%232f6fde' stroke-width='3'/%3E%3Cpath d='M0 6h16M0 11h16' "
      "stroke='%238fb0f1' stroke-width='2'/%3E%3C/svg%3E\">\n<title>Fencepost playground</title>\n<style>";
  html += kPlaygroundStyle;
  html += "</style>\n</head>\n<body>\n";
  html += kPlaygroundBody;
  html += "<noscript><p>This page needs JavaScript.</p></noscript>\n<script type=\"application/json\" id=\"examples\">";
  html += examples_json() + "</script>\n<script>";
  html += kPlaygroundScript;
  return html + "</script>\n</body>\n</html>\n";
}

std::string playground_policy() {
  std::string policy = "default-src 'none'; script-src '";
  policy += kPlaygroundScriptHash;
  policy += "'; style-src '";
  policy += kPlaygroundStyleHash;
  return policy +
         "'; connect-src 'self'; frame-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; "
         "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";
}

}  // namespace fencepost::cli
