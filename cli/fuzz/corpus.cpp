#include "cli/fuzz/corpus.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "compiler/driver/temporary.h"

namespace fencepost::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

void replace_file(const std::string& path, const std::string& text) {
  const std::string unfinished = path + "." + std::to_string(::getpid());
  compiler::write_file(unfinished, text);
  fs::rename(unfinished, path);
}

std::string slots_of(const FuzzSpace& space) {
  std::string names;
  for (const FuzzNumber& number : space.numbers()) names += number.name + ",";
  names += "|";
  for (const FuzzArray& array : space.arrays()) names += array.name + ",";
  names += "|";
  for (const FuzzText& text : space.texts()) names += text.name + ",";
  return names;
}

}  // namespace

FuzzCorpus::FuzzCorpus(std::string folder, const FuzzSpace& space)
    : folder_(std::move(folder)), space_(space), slots_(slots_of(space)) {
  std::error_code error;
  fs::create_directories(folder_, error);
  if (::access(folder_.c_str(), W_OK) != 0) {
    throw std::runtime_error("cannot write to " + folder_ + "; give another folder with --corpus");
  }
  read();
}

void FuzzCorpus::read() {
  std::vector<fs::path> inputs, findings;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("input-") && name.ends_with(".json")) inputs.push_back(entry.path());
    if (name.starts_with("finding-")) findings.push_back(entry.path());
  }
  for (const fs::path& file : findings) fs::remove(file);
  std::ranges::sort(inputs);
  if (!inputs.empty()) {
    const std::string last = inputs.back().stem().string();
    next_ = static_cast<std::size_t>(std::strtoull(last.c_str() + last.find('-') + 1, nullptr, 10)) + 1;
  }
  for (const fs::path& file : inputs) {
    try {
      const Json json = Json::parse(compiler::read_file(file.string()));
      auto input = parse_input(json.at("input").dump());
      if (!input || json.at("slots") != slots_ || !space_.repair(*input) || !space_.allows(*input)) {
        ++foreign_;
      } else if (kept_.insert(text_of(*input)).second) {
        before_.push_back(std::move(*input));
      }
    } catch (const std::exception&) {
      ++foreign_;
    }
  }
  try {
    tried_before_ = Json::parse(compiler::read_file(folder_ + "/state.json")).at("tried").get<std::uint64_t>();
  } catch (const std::exception&) {
    tried_before_ = 0;
  }
}

std::string FuzzCorpus::text(const FuzzInput& input) const {
  const Json json = {{"slots", slots_}, {"label", space_.label(input)}, {"input", Json::parse(text_of(input))}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

void FuzzCorpus::keep(const FuzzInput& input) {
  if (!kept_.insert(text_of(input)).second) return;
  std::array<char, 32> name{};
  std::snprintf(name.data(), name.size(), "/input-%06zu.json", next_++);
  replace_file(folder_ + name.data(), text(input));
}

std::string FuzzCorpus::finding_prefix(std::size_t number) const {
  return folder_ + "/finding-" + std::to_string(number);
}

void FuzzCorpus::keep_finding(const FuzzInput& input, std::size_t number) {
  replace_file(finding_prefix(number) + ".json", text(input));
  keep(input);
}

void FuzzCorpus::write_state(std::uint64_t tried) const {
  replace_file(folder_ + "/state.json", Json({{"tried", tried}}).dump() + "\n");
}

void FuzzCorpus::write(const std::string& name, const std::string& text) const {
  replace_file(folder_ + "/" + name, text);
}

}  // namespace fencepost::cli
