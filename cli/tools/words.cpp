#include "cli/tools/words.h"

namespace fencepost::cli {

void add(Words& words, const Words& more) { words.insert(words.end(), more.begin(), more.end()); }

void add_option(const Call& call, Words& words, const std::string& option, const char* name) {
  if (!call.has(name)) return;
  const nlohmann::json& value = call.arguments().at(name);
  add(words, {option, value.is_string() ? value.get<std::string>() : value.dump()});
}

void add_program(const Call& call, Words& words) {
  words.push_back(call.source_word());
  const Words arguments = call.texts("args");
  if (arguments.empty()) return;
  words.emplace_back("--");
  add(words, arguments);
}

}  // namespace fencepost::cli
