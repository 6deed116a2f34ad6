#include "cli/replay/recording.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace fencepost::cli {
namespace {

std::string_view take_line(std::string_view& rest) {
  const std::size_t end = rest.find('\n');
  if (end == std::string_view::npos) throw std::runtime_error("the recording is not complete");
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(end + 1);
  return line;
}

/// The number behind `name` in the begin of a block's line: all of it is not to be parsed.
std::uint64_t number_in(std::string_view line, std::string_view name) {
  const std::size_t at = line.find("\"" + std::string(name) + "\":");
  if (at == std::string_view::npos) throw std::runtime_error("the recording has a block without " + std::string(name));
  return std::stoull(std::string(line.substr(at + name.size() + 3, 20)));
}

}  // namespace

bool Recording::has(std::uint64_t launch, std::uint64_t block) const {
  return std::ranges::any_of(blocks, [&](const BlockLines& b) { return b.launch == launch && b.block == block; });
}

const nlohmann::json* Recording::launch(std::uint64_t number) const {
  for (const nlohmann::json& launch : run.at("launches")) {
    if (launch.at("launch") == number) return &launch;
  }
  return nullptr;
}

void read_recording(std::string text, Recording& recording) {
  recording.text = std::move(text);
  recording.blocks.clear();
  std::string_view rest = recording.text;
  recording.run = nlohmann::json::parse(take_line(rest));
  while (!rest.empty()) {
    BlockLines block{.head = take_line(rest)};
    block.launch = number_in(block.head, "launch");
    block.block = number_in(block.head, "block");
    for (std::uint64_t i = number_in(block.head, "recorded"); i > 0; --i) block.intervals.push_back(take_line(rest));
    recording.blocks.push_back(std::move(block));
  }
}

std::vector<RacePlace> race_places(const nlohmann::json& report) {
  std::vector<RacePlace> places;
  if (!report.contains("findings")) return places;
  for (const nlohmann::json& finding : report.at("findings")) {
    if (finding.at("kind") != "race" || !finding.contains("launch") || !finding.contains("grid")) continue;
    if (finding.contains("timeline"))
      continue;  // Between streams, or with the host: each side has a launch of its own.
    const auto grid = finding.at("grid").get<std::vector<std::uint64_t>>();
    for (const nlohmann::json& access : finding.at("accesses")) {
      const auto block = access.at("block").get<std::vector<std::uint64_t>>();
      const RacePlace place{.launch = finding.at("launch").get<std::uint64_t>(),
                            .block = block.at(0) + grid.at(0) * (block.at(1) + grid.at(1) * block.at(2))};
      if (std::ranges::find(places, place) == places.end()) places.push_back(place);
    }
  }
  return places;
}

}  // namespace fencepost::cli
