#include "cli/permissions/symbolic_column.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>

namespace fencepost::cli {
namespace {

using detector::PermissionInterval;
using detector::PermissionPattern;
using symbolic::AccessPattern;
using symbolic::IntervalPattern;
using symbolic::KernelPattern;

bool is_same_place(const IntervalPattern& pattern, const PermissionInterval& interval) {
  if (!interval.after) return pattern.line == 0;
  const auto base = [](const std::string& file) { return std::filesystem::path(file).filename(); };
  return pattern.line == interval.after->line && base(pattern.file) == base(interval.after->file);
}

/// What the kernel calls the array; empty if that is not known.
std::string name_in_kernel(const KernelPattern& kernel, const std::vector<PermissionPattern>& all,
                           const PermissionPattern& observed) {
  std::set<std::string> parameters, names;
  for (const IntervalPattern& interval : kernel.intervals) {
    for (const AccessPattern& access : interval.accesses) {
      names.insert(access.arrays.begin(), access.arrays.end());
      if (access.is_global) parameters.insert(access.arrays.begin(), access.arrays.end());
    }
  }
  if (names.contains(observed.array)) return observed.array;
  std::size_t unnamed = 0;
  for (const PermissionPattern& other : all) {
    if (other.launch != observed.launch) continue;
    parameters.erase(other.array);
    if (other.space == detector::Space::kGlobal && !names.contains(other.array)) ++unnamed;
  }
  const bool is_clear = observed.space == detector::Space::kGlobal && unnamed == 1 && parameters.size() == 1;
  return is_clear ? *parameters.begin() : std::string();
}

}  // namespace

void add_symbolic_column(const std::vector<KernelPattern>& kernels, const std::vector<PermissionPattern>& all,
                         const PermissionPattern& observed, Drawing& drawing) {
  const auto kernel = std::ranges::find(kernels, observed.kernel, &KernelPattern::signature);
  if (kernel == kernels.end()) return;
  const std::string name = name_in_kernel(*kernel, all, observed);
  if (name.empty()) return;
  for (DrawnInterval& drawn : drawing.intervals) {
    const auto interval = std::ranges::find(observed.intervals, drawn.index, &PermissionInterval::index);
    if (interval == observed.intervals.end()) continue;
    for (const IntervalPattern& pattern : kernel->intervals) {
      if (!is_same_place(pattern, *interval)) continue;
      for (const AccessPattern& access : pattern.accesses) {
        if (!access.arrays.empty() && !access.arrays.contains(name)) continue;
        const std::string text = symbolic::text_of(access);
        if (std::ranges::find(drawn.symbolic, text) == drawn.symbolic.end()) drawn.symbolic.push_back(text);
      }
    }
    drawing.has_symbolic = drawing.has_symbolic || !drawn.symbolic.empty();
  }
  if (!drawing.has_symbolic || kernel->variables.empty()) return;
  std::string variables;
  for (const std::string& each : kernel->variables) variables += (variables.empty() ? "" : "; ") + each;
  drawing.notes.push_back("From one iteration to the next: " + variables + ".");
}

}  // namespace fencepost::cli
