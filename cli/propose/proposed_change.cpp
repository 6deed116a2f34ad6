#include "cli/propose/proposed_change.h"

#include <filesystem>

namespace fencepost::cli {
namespace {

/// "a", "a and b", "a, b and c".
std::string listed(const std::vector<std::string>& parts) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) text += i + 1 == parts.size() ? " and " : ", ";
    text += parts[i];
  }
  return text;
}

}  // namespace

std::vector<compiler::SourceEdit> edits_of(const ProposedChange& change) {
  std::vector<compiler::SourceEdit> edits = {change.edit};
  if (change.opening) edits.push_back(*change.opening);
  return edits;
}

std::vector<compiler::SourceEdit> trial_edits(const ProposedChange& change) {
  std::vector<compiler::SourceEdit> edits = edits_of(change);
  std::string& text = edits.front().text;
  if (!change.condition.empty()) text = "({ static_assert(" + change.condition + ", \"\"); " + text + "; })";
  return edits;
}

std::string_view name_of(ChangeKind kind) {
  constexpr std::array<std::string_view, kAllChangeKinds.size()> kNames = {"a barrier",
                                                                           "__syncwarp()",
                                                                           "an atomic operation",
                                                                           "an event",
                                                                           "cudaStreamSynchronize()",
                                                                           "cudaDeviceSynchronize()"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string_view name_of_several(ChangeKind kind) {
  if (kind == ChangeKind::kBarrier) return "barriers";
  if (kind == ChangeKind::kAtomic) return "atomic operations";
  return kind == ChangeKind::kEvent ? "events" : name_of(kind);
}

std::string changes_text(const std::vector<ProposedChange>& changes) {
  std::vector<std::string> parts;
  for (const ChangeKind kind : kAllChangeKinds) {
    std::vector<std::string> places;
    for (const ProposedChange& change : changes) {
      if (change.kind != kind) continue;
      const std::string place = shown_file(change.edit.file) + ":" + std::to_string(change.edit.line);
      if (places.empty() || places.back() != place) places.push_back(place);
    }
    if (places.empty()) continue;
    const std::string_view name = places.size() == 1 ? name_of(kind) : name_of_several(kind);
    parts.push_back(std::string(name) + (kind == ChangeKind::kAtomic ? " at " : " before ") + listed(places));
  }
  return listed(parts);
}

std::string shown_file(const std::string& file) {
  std::error_code error;
  const auto path = std::filesystem::path(file).lexically_normal();
  if (!path.is_absolute()) return path.string();
  const auto relative = path.lexically_relative(std::filesystem::current_path(error));
  return error || relative.empty() || relative.string().starts_with("..") ? path.string() : relative.string();
}

}  // namespace fencepost::cli
