#include "cli/propose/change_candidates.h"

#include <algorithm>
#include <set>
#include <utility>

#include "cli/propose/atomic_updates.h"

namespace fencepost::cli {
namespace {

constexpr std::size_t kMostWarpBarriers = 4;
constexpr std::size_t kMostAtomics = 4;

RaceLines lines_of(const ReportedFinding& race) { return {race.stacks[0], race.stacks[1]}; }

bool known(const std::vector<CodeLine>& stack) { return !stack.empty() && stack.front().line != 0; }

std::string indentation(const std::string& line) {
  return line.substr(0, std::min(line.find_first_not_of(" \t"), line.size()));
}

/// Lines of their own in front of a line of this text.
compiler::SourceEdit lines_before(const compiler::SourcePlace& place, const std::string& line,
                                  const std::string& text) {
  const auto column = static_cast<std::uint32_t>(indentation(line).size() + 1);
  return {place.file, place.line, column, 0, text};
}

ProposedChange atomic_change(const CodeLine& line, const AtomicUpdate& update) {
  return {.kind = ChangeKind::kAtomic,
          .edit = {line.file, line.line, update.column, update.length, update.text},
          .condition = update.condition};
}

}  // namespace

std::vector<ChangeKind> ChangeCandidates::kinds(const ReportedFinding& race) {
  if (race.scope == "stream") return {ChangeKind::kEvent, ChangeKind::kStreamWait, ChangeKind::kDeviceWait};
  if (race.scope == "host-device") return {ChangeKind::kStreamWait, ChangeKind::kDeviceWait};
  const std::vector<std::vector<ProposedChange>> updates = atomics(race);
  if (!race.is_inside_block()) {
    return updates.empty() ? std::vector<ChangeKind>{} : std::vector<ChangeKind>{ChangeKind::kAtomic};
  }
  std::vector<ChangeKind> kinds;
  if (race.same_warp && (!race.one_warp || kernels_.speaks_of_warps(lines_of(race)))) {
    kinds = {ChangeKind::kWarpBarrier, ChangeKind::kBarrier};
  } else {
    kinds = {ChangeKind::kBarrier};
    if (race.same_warp) kinds.push_back(ChangeKind::kWarpBarrier);
  }
  if (!updates.empty()) {
    const bool one_value = updates.front().size() == 1;
    kinds.insert(one_value ? kinds.begin() : kinds.end(), ChangeKind::kAtomic);
  }
  return kinds;
}

BarrierChanges ChangeCandidates::barriers(const ReportedFinding& race, ChangeKind kind) {
  BarrierCandidates found = kernels_.candidates(lines_of(race));
  BarrierChanges changes{{}, {}, std::move(found.impossible), std::move(found.no_braces)};
  const bool of_warp = kind == ChangeKind::kWarpBarrier;
  for (BarrierCandidate& candidate : found.list) {
    if (of_warp && (!candidate.likely || changes.likely.size() == kMostWarpBarriers)) continue;
    const std::string line = line_text(candidate.place.file, candidate.place.line);
    if (candidate.head.line != 0) {
      if (auto change = with_braces(candidate, kind)) changes.likely.push_back(std::move(*change));
      continue;
    }
    // In front of a closing brace, a level deeper.
    const std::string text = indentation(line) + (candidate.after_text == "}" ? "  " : "") +
                             (of_warp ? "__syncwarp();\n" : "__syncthreads();\n");
    (candidate.likely ? changes.likely : changes.unlikely)
        .push_back({.kind = kind,
                    .edit = lines_before(candidate.place, line, text),
                    .between = candidate.between,
                    .around = std::move(candidate.around)});
  }
  return changes;
}

std::optional<ProposedChange> ChangeCandidates::with_braces(const BarrierCandidate& candidate, ChangeKind kind) {
  const std::string head = line_text(candidate.head.file, candidate.head.line);
  const compiler::TokenStream written(head);
  if (written.size() == 0 || !written.is(written.size() - 1, ")")) return std::nullopt;  // By a macro.
  const auto column = static_cast<std::uint32_t>(written.end_offset(written.size() - 1) + 1);
  const std::string indent = indentation(line_text(candidate.loop.file, candidate.loop.line));
  const std::string barrier = kind == ChangeKind::kWarpBarrier ? "__syncwarp();\n" : "__syncthreads();\n";
  return ProposedChange{
      .kind = kind,
      .edit = {candidate.place.file, candidate.place.line, 1, 0, indent + "  " + barrier + indent + "}\n"},
      .opening = compiler::SourceEdit{candidate.head.file, candidate.head.line, column, 0, " {"}};
}

std::vector<std::vector<ProposedChange>> ChangeCandidates::atomics(const ReportedFinding& race) {
  if (!known(race.stacks[0]) || !known(race.stacks[1])) return {};
  const CodeLine& first = race.stacks[0].front();
  const CodeLine& second = race.stacks[1].front();
  const std::vector<AtomicUpdate> ours = atomic_updates(line_text(first.file, first.line));
  std::vector<std::vector<ProposedChange>> attempts;
  if (first.file == second.file && first.line == second.line) {
    for (const AtomicUpdate& update : ours) attempts.push_back({atomic_change(first, update)});
    std::vector<ProposedChange> all;
    for (const AtomicUpdate& update : ours) {
      if (all.empty() || all.back().edit.column != update.column) all.push_back(atomic_change(first, update));
    }
    if (all.size() > 1) attempts.push_back(std::move(all));
  } else {
    // Of the same name in both lines first.
    const std::vector<AtomicUpdate> theirs = atomic_updates(line_text(second.file, second.line));
    for (const bool same_name : {true, false}) {
      for (const AtomicUpdate& a : ours) {
        for (const AtomicUpdate& b : theirs) {
          if ((a.updated == b.updated) != same_name) continue;
          attempts.push_back({atomic_change(first, a), atomic_change(second, b)});
        }
      }
    }
  }
  if (attempts.size() > kMostAtomics) attempts.resize(kMostAtomics);
  return attempts;
}

std::vector<ProposedChange> ChangeCandidates::waits(const ReportedFinding& race, ChangeKind kind) {
  const CodeLine& later = race.host_lines[1];
  const auto to = later.line == 0 ? std::nullopt : host_.statement_at(later.file, later.line);
  if (!to) return {};
  const CodeLine& earlier = race.host_lines[0];
  const auto from = earlier.line == 0 ? std::nullopt : host_.statement_at(earlier.file, earlier.line);
  const std::string stream = from ? from->stream : std::string();
  const std::string line = line_text(to->place.file, to->place.line);
  const std::string indent = indentation(line);
  std::string text;
  if (kind == ChangeKind::kEvent) {
    if (stream.empty() || to->stream.empty() || stream == to->stream) return {};
    for (const std::string& row :
         {std::string("{"), std::string("  cudaEvent_t earlier;"), std::string("  cudaEventCreate(&earlier);"),
          "  cudaEventRecord(earlier, " + stream + ");", "  cudaStreamWaitEvent(" + to->stream + ", earlier, 0);",
          std::string("  cudaEventDestroy(earlier);"), std::string("}")}) {
      text += indent + row + "\n";
    }
  } else if (kind == ChangeKind::kStreamWait) {
    if (stream.empty() || stream == "0") return {};
    text = indent + "cudaStreamSynchronize(" + stream + ");\n";
  } else {
    text = indent + "cudaDeviceSynchronize();\n";
  }
  return {{.kind = kind, .edit = lines_before(to->place, line, text)}};
}

}  // namespace fencepost::cli
