#include "cli/doctor/system.h"

#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <sstream>

#include "compiler/driver/process.h"

namespace fencepost::cli {
namespace {

std::string command_for(const std::string& installer, const std::vector<Package>& packages,
                        std::string Package::*name) {
  std::vector<std::string> names;
  for (const Package& package : packages) {
    const std::string& each = package.*name;
    if (!each.empty() && std::ranges::find(names, each) == names.end()) names.push_back(each);
  }
  if (names.empty()) return {};
  std::string command = installer;
  for (const std::string& each : names) command += " " + each;
  return command;
}

}  // namespace

Distribution distribution_of(const std::string& os_release) {
  std::ifstream file(os_release);
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("ID=") && !line.starts_with("ID_LIKE=")) continue;
    std::string value = line.substr(line.find('=') + 1);
    std::erase_if(value, [](char c) { return c == '"' || c == '\''; });
    std::istringstream words(value);
    for (std::string word; words >> word;) {
      if (word == "debian" || word == "ubuntu") return Distribution::kDebian;
      if (word == "fedora" || word == "rhel") return Distribution::kFedora;
    }
  }
  return Distribution::kOther;
}

std::vector<std::string> install_commands(Distribution distribution, const std::vector<Package>& packages) {
  const std::string apt = command_for("apt-get install -y --no-install-recommends", packages, &Package::debian);
  const std::string dnf = command_for("dnf install -y", packages, &Package::fedora);
  std::vector<std::string> commands;
  if (!apt.empty() && distribution != Distribution::kFedora) commands.push_back(apt);
  if (!dnf.empty() && distribution != Distribution::kDebian) commands.push_back(dnf);
  return commands;
}

CommandOutput output_of(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line += compiler::shell_quoted(word) + " ";
  CommandOutput output;
  std::FILE* pipe = ::popen((line + "</dev/null 2>&1").c_str(), "r");
  if (pipe == nullptr) return {.status = 127, .text = "no process can be started"};
  std::array<char, 4096> part{};
  for (std::size_t count = 0; (count = std::fread(part.data(), 1, part.size(), pipe)) != 0;) {
    output.text.append(part.data(), count);
  }
  const int status = ::pclose(pipe);
  output.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return output;
}

}  // namespace fencepost::cli
