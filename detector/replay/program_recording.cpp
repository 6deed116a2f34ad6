#include "detector/replay/program_recording.h"

#include "detector/model/names.h"
#include "detector/replay/text.h"
#include "detector/symbols/object_name.h"
#include "detector/symbols/sites.h"

namespace fencepost::detector {

void ProgramRecording::on_lane(StreamHistory::Lane number, const std::string& name, const std::string& kind) {
  const std::scoped_lock lock(mutex_);
  const auto [at, is_new] = lanes_.try_emplace(number, Lane{.name = name, .kind = kind});
  if (is_new) order_.push_back(number);
}

/// Names are asked for at once: code may be unloaded later.
void ProgramRecording::on_step(const StreamHistory::Issued& issued, const std::vector<std::uint64_t>& after) {
  const std::scoped_lock lock(mutex_);
  if (++count_ > kMostSteps) return;
  const HistoryStep& step = issued.step;
  std::string text = "\"kind\":\"" + std::string(name_of(step.kind)) + "\",\"number\":" + std::to_string(issued.number);
  if (step.kernel_pc != nullptr) {
    text += ",\"call\":" + replay_string(Sites::instance().symboliser().function(step.kernel_pc));
  } else if (step.call != nullptr) {
    text += ",\"call\":" + replay_string(step.call);
  }
  if (const Location at = step.pc != nullptr ? line_of_call(step.pc) : Location(); at.line != 0) {
    text += ",\"file\":" + replay_string(at.file) + ",\"line\":" + std::to_string(at.line);
  }
  if (step.launch != 0) text += ",\"launch\":" + std::to_string(step.launch);
  if (step.bytes != 0) text += ",\"bytes\":" + std::to_string(step.bytes);
  if (step.event != 0) text += ",\"event\":" + std::to_string(step.event);
  if (step.host_waits) text += ",\"host_waits\":true";
  std::string list;
  for (const std::uint64_t sequence : after) {
    if (const auto at = index_.find(sequence); at != index_.end()) {
      list += (list.empty() ? "" : ",") + std::to_string(at->second);
    }
  }
  if (!list.empty()) text += ",\"after\":[" + list + ']';
  index_[issued.sequence] = steps_.size();
  lanes_[issued.lane].has_steps = true;
  if (step.awaited) lanes_[*step.awaited].has_steps = true;
  steps_.push_back({.lane = issued.lane, .awaited = step.awaited, .members = std::move(text)});
}

std::string ProgramRecording::text() const {
  const std::scoped_lock lock(mutex_);
  std::string text = "{\"count\":" + std::to_string(count_) + ",\"lanes\":[";
  std::map<StreamHistory::Lane, std::size_t> index;
  for (const StreamHistory::Lane number : order_) {
    const Lane& lane = lanes_.at(number);
    if (!lane.has_steps) continue;
    text += index.empty() ? "" : ",";
    text += "{\"name\":" + replay_string(lane.name) + ",\"kind\":" + replay_string(lane.kind) + '}';
    index.emplace(number, index.size());
  }
  text += "],\"steps\":[";
  const char* separator = "";
  for (const Step& step : steps_) {
    text += separator;
    text += "{\"lane\":" + std::to_string(index.at(step.lane)) + ',' + step.members;
    if (step.awaited) text += ",\"awaited\":" + std::to_string(index.at(*step.awaited));
    text += '}';
    separator = ",";
  }
  return text + "]}";
}

}  // namespace fencepost::detector
