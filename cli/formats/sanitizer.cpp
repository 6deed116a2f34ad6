#include "cli/formats/sanitizer.h"

#include <algorithm>
#include <cstdio>
#include <string_view>

#include "detector/model/names.h"
#include "detector/model/thread_groups.h"
#include "detector/text/text_layout.h"
#include "detector/wording/finding_text.h"

namespace fencepost::cli {
using namespace detector;  // Reports are its.
namespace {

constexpr char kPrefix[] = "=========";

class PrefixedLines {
 public:
  void add(const std::string& text) {
    text_ += text.empty() ? std::string(kPrefix) + "\n" : kPrefix + (" " + printable(text)) + "\n";
  }
  void add_detail(const std::string& text) { add("    " + text); }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

std::string count(std::uint64_t number, const std::string& word) {
  return std::to_string(number) + " " + word + (number == 1 ? "" : "s");
}

/// "scan(int const*, int*, int)+0x0 in scan.cu:13"
std::string site(const Finding& finding, const Location& at) {
  const std::string& function = at.function.empty() ? finding.kernel : at.function;
  const std::string name = function.empty() ? "host code" : function + "+0x0";
  return at.line == 0 ? name : name + " in " + place_text(at);
}

std::string index(const Index3& at) {
  return "(" + std::to_string(at[0]) + "," + std::to_string(at[1]) + "," + std::to_string(at[2]) + ")";
}

bool writes(AccessKind kind) { return kind == AccessKind::kWrite || kind == AccessKind::kVolatileWrite; }

std::string verb(AccessKind kind) { return kind == AccessKind::kAtomic ? "atomic" : writes(kind) ? "write" : "read"; }

void add_callers(PrefixedLines& lines, const Finding& finding, const FindingAccess& access) {
  for (std::size_t i = 1; i < access.stack.size(); ++i) {
    lines.add_detail("    Device Frame: " + site(finding, access.stack[i]));
  }
}

void add_race(PrefixedLines& lines, const Finding& finding) {
  const std::string level = finding.severity == Severity::kError ? "Error" : "Warning";
  for (std::size_t i = 0; i < finding.accesses.size(); ++i) {
    const FindingAccess& access = finding.accesses[i];
    std::string kind = verb(access.kind);
    kind[0] = static_cast<char>(kind[0] - 'a' + 'A');
    std::string who =
        access.by.empty() ? site(finding, access.location) : access.by + ", " + site(finding, access.location);
    if (i + 1 == finding.accesses.size()) who += " [" + count(finding.occurrences, "hazard") + "]";
    if (i == 0) {
      lines.add(level + ": Race reported between " + kind + " access at " + who);
    } else {
      lines.add_detail("and " + kind + " access at " + who);
    }
  }
}

/// Where a thread was, and which.
void add_place(PrefixedLines& lines, const Finding& finding) {
  if (finding.accesses.empty()) return;
  const FindingAccess& access = finding.accesses.front();
  lines.add_detail("at " + site(finding, access.location));
  if (!is_of_host(finding)) lines.add_detail("by thread " + index(access.thread) + " in block " + index(access.block));
  add_callers(lines, finding, access);
}

void add_memory(PrefixedLines& lines, const Finding& finding) {
  const std::string space =
      "__" + std::string(finding.space == Space::kNone ? "global" : name_of(finding.space)) + "__";
  const std::string size = " of size " + count(finding.size, "byte");
  const std::string kind = finding.accesses.empty() ? "read" : verb(finding.accesses.front().kind);
  if (finding.kind == Kind::kUninitializedRead) {
    lines.add("Uninitialized " + space + " memory read" + size);
  } else {
    lines.add("Invalid " + space + " " + kind + size);
  }
  add_place(lines, finding);
  char offset[32];
  std::snprintf(offset, sizeof offset, "0x%llx", static_cast<unsigned long long>(finding.offset));
  std::string address = "Address " + std::string(offset);
  if (finding.object) {
    address += " of " + (finding.object->name.empty() ? "an object" : finding.object->name) + ", " +
               count(finding.object->bytes, "byte") + ",";
  }
  const bool is_misaligned = finding.kind == Kind::kMisaligned;
  if (finding.kind != Kind::kUninitializedRead) address += is_misaligned ? " is misaligned" : " is out of bounds";
  lines.add_detail(address);
}

void add_report_of(PrefixedLines& lines, const Finding& finding) {
  switch (finding.kind) {
    case Kind::kRace:
      add_race(lines, finding);
      break;
    case Kind::kOutOfBounds:
    case Kind::kUseAfterFree:
    case Kind::kInvalidAddress:
    case Kind::kMisaligned:
    case Kind::kUninitializedRead:
      add_memory(lines, finding);
      break;
    case Kind::kBarrierDivergence:
    case Kind::kDeadlock: {
      if (finding.kernel.empty()) {  // Calls of the host.
        lines.add("Error: " + headline(finding));
        add_place(lines, finding);
        break;
      }
      const bool in_warp = finding.scope == Scope::kIntraWarp;
      lines.add(std::string("Barrier error detected. Divergent thread(s) in ") + (in_warp ? "warp." : "block."));
      add_place(lines, finding);
      break;
    }
    case Kind::kLeak:
      lines.add("Leaked " + with_commas(finding.object ? finding.object->bytes : 0) + " bytes at 0x0");
      if (finding.object) lines.add_detail("Host Frame: " + site(finding, finding.object->declared));
      break;
    case Kind::kApiError:
    case Kind::kPermission:
    case Kind::kCrash:
    case Kind::kTimeout:
    case Kind::kUnsupported:
      lines.add((finding.severity == Severity::kError ? "Error: " : "Warning: ") + headline(finding));
      add_place(lines, finding);
      break;
  }
  lines.add_detail(finding.message);
  lines.add("");
}

}  // namespace

std::string render_sanitizer(const Report& report) {
  PrefixedLines lines;
  lines.add("COMPUTE-SANITIZER");
  std::uint64_t races = 0, race_errors = 0, leaks = 0, leaked = 0;
  for (const Finding& finding : report.findings) {
    add_report_of(lines, finding);
    if (finding.kind == Kind::kRace) ++races, race_errors += finding.severity == Severity::kError ? 1 : 0;
    if (finding.kind == Kind::kLeak) ++leaks, leaked += finding.object ? finding.object->bytes : 0;
  }
  if (report.summary.left_out != 0) lines.add("WARNING: " + left_out_text(report.summary));
  if (leaks != 0)
    lines.add("LEAK SUMMARY: " + std::to_string(leaked) + " bytes leaked in " + std::to_string(leaks) + " allocations");
  lines.add("RACECHECK SUMMARY: " + count(races, "hazard") + " displayed (" + count(race_errors, "error") + ", " +
            count(races - race_errors, "warning") + ")");
  lines.add("ERROR SUMMARY: " + count(report.summary.errors + report.summary.warnings, "error"));
  return lines.text();
}

}  // namespace fencepost::cli
