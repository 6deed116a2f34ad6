#include "cli/permissions/permissions_command.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "cli/draw/barriers.h"
#include "cli/draw/html.h"
#include "cli/draw/svg.h"
#include "cli/draw/text.h"
#include "cli/options/output_file.h"
#include "cli/permissions/infer_command.h"
#include "cli/permissions/symbolic_column.h"
#include "cli/propose/proposal.h"
#include "compiler/driver/temporary.h"
#include "detector/model/permission_pattern.h"
#include "detector/text/shell_words.h"
#include "detector/text/text_layout.h"

namespace fencepost::cli {
namespace {

namespace fs = std::filesystem;
using detector::PermissionPattern;
using detector::PermissionRecord;

/// How a run ended, and what it has to tell.
struct RecordedRun {
  int status = 0;
  std::optional<PermissionRecord> record;  ///< nullopt: it came to no end that leaves one.
};

RecordedRun run_recorded(ProgramRequest program, const PermissionsRequest& request) {
  const compiler::TemporaryDirectory directory;
  const std::string record = directory.file("record.json");
  std::string& options = program.runtime_options;
  options += " --permissions-file " + detector::quoted_word(record);
  options += " --permissions-block " + detector::quoted_word(request.block);
  for (const std::string& array : request.arrays) options += " --permissions-array " + detector::quoted_word(array);
  if (request.launch != 0) options += " --permissions-launch " + std::to_string(request.launch);
  if (request.barriers) options += " --permissions-barriers";
  RecordedRun run{.status = run_program(program)};
  if (fs::exists(record)) run.record = detector::read_permissions(compiler::read_file(record));
  return run;
}

/// "block 0 of launch 2".
std::string place_asked_for(const PermissionsRequest& request) {
  return "block " + request.block + (request.launch == 0 ? "" : " of launch " + std::to_string(request.launch));
}

std::vector<std::string> names_of(const PermissionRecord& record) {
  std::vector<std::string> names;
  for (const PermissionPattern& pattern : record.patterns) names.push_back(pattern.array);
  return names;
}

/// The first array that was asked for and is not in the record; nullptr if none.
const std::string* missing_array(const PermissionsRequest& request, const PermissionRecord& record) {
  const std::vector<std::string> names = names_of(record);
  const auto missing = std::ranges::find_if(
      request.arrays, [&](const std::string& array) { return std::ranges::find(names, array) == names.end(); });
  return missing == request.arrays.end() ? nullptr : &*missing;
}

/// The record holds only what was asked for: what else there is, a second run tells.
std::string arrays_that_exist(const ProgramRequest& program, const PermissionsRequest& request) {
  ProgramRequest silent = program;
  silent.output = ChildOutput::kNowhere;
  PermissionsRequest all = request;
  all.arrays.clear();
  const RecordedRun run = run_recorded(silent, all);
  std::string list;
  if (run.record) {
    for (const std::string& name : names_of(*run.record)) list += (list.empty() ? "" : ", ") + name;
  }
  return list;
}

/// `status`: of the run, which may have failed before it came to the array.
int unknown_array(const std::string& array, int status, const ProgramRequest& program,
                  const PermissionsRequest& request) {
  const std::string list = arrays_that_exist(program, request);
  if (list.empty()) {
    const int usage = usage_error("--array " + array + ": " + place_asked_for(request) + " used no array" +
                                  (status == 0 ? "; give another --launch or --block" : ""));
    return status == 0 ? usage : status;
  }
  return usage_error("--array " + array + ": " + place_asked_for(request) + " used no array of this name; it used " +
                     list);
}

DrawingFormat format_of(const PermissionsRequest& request) {
  if (request.format) return *request.format;
  const std::string extension = fs::path(request.output).extension().string();
  if (extension == ".svg") return DrawingFormat::kSvg;
  if (extension == ".html" || extension == ".htm") return DrawingFormat::kHtml;
  return extension == ".json" ? DrawingFormat::kJson : DrawingFormat::kText;
}

TextDrawingStyle style_of(const PermissionsRequest& request) {
  TextDrawingStyle style = request.output.empty() ? drawing_style(STDOUT_FILENO) : TextDrawingStyle();
  if (request.width) style.width = *request.width;
  if (request.colour) style.colour = *request.colour;
  return style;
}

void check_parking(const PermissionPattern& pattern, const DrawingRequest& request) {
  const auto [x, y, z] = pattern.block_dim;
  const std::uint64_t threads = std::uint64_t{x} * y * z;
  if (request.park && *request.park >= threads) {
    throw std::runtime_error("--park " + std::to_string(*request.park) + ": the block has " +
                             detector::count_of(threads, "thread", "threads") + "; give a number from 0 to " +
                             std::to_string(threads - 1));
  }
}

std::vector<Drawing> drawings_of(const PermissionRecord& record, const PermissionsRequest& request,
                                 const DrawingLimits& limits) {
  std::vector<Drawing> drawings;
  for (const PermissionPattern& pattern : record.patterns) {
    check_parking(pattern, request.drawing);
    drawings.push_back(make_drawing(pattern, request.drawing, limits));
    add_symbolic_column(request.symbolic, record.patterns, pattern, drawings.back());
  }
  if (!record.incomplete.empty()) drawings.back().notes.push_back(record.incomplete);
  return drawings;
}

std::string patterns_as_json(const PermissionRecord& record, const DrawingRequest& request) {
  std::string list;
  for (const PermissionPattern& pattern : record.patterns) {
    list += (list.empty() ? "" : ",\n") + detector::pattern_json(clipped(pattern, request));
  }
  return record.patterns.size() == 1 ? list + "\n" : "{\"arrays\": [" + list + "]}\n";
}

std::string patterns_as_text(const PermissionRecord& record, const PermissionsRequest& request) {
  const TextDrawingStyle style = style_of(request);
  const std::vector<Drawing> drawings = drawings_of(record, request, kTextLimits);
  std::string text;
  for (const Drawing& drawing : drawings) text += draw_text(drawing, style) + "\n";
  return text + legend_text(drawings, style);
}

std::string rendered_patterns(const PermissionRecord& record, const PermissionsRequest& request) {
  switch (format_of(request)) {
    case DrawingFormat::kText:
      return patterns_as_text(record, request);
    case DrawingFormat::kSvg:
      return draw_svg(drawings_of(record, request, kSvgLimits));
    case DrawingFormat::kHtml:
      return draw_html(drawings_of(record, request, kHtmlLimits));
    case DrawingFormat::kJson:
      return patterns_as_json(record, request.drawing);
  }
  return {};
}

std::string rendered_barriers(const PermissionRecord& record, const PermissionsRequest& request) {
  if (format_of(request) == DrawingFormat::kText) return barriers_text(record.barriers, style_of(request));
  const auto whole = nlohmann::ordered_json::parse(detector::permissions_json(record));
  return nlohmann::ordered_json{{"barriers", whole.at("barriers")}}.dump() + "\n";
}

bool has_race(const std::string& report) {
  const auto findings = nlohmann::json::parse(compiler::read_file(report)).at("findings");
  return std::ranges::any_of(findings, [](const nlohmann::json& finding) {
    return finding.at("kind") == "race" && finding.at("severity") == "error";
  });
}

/// For a list that people read: which barriers would end the races, tried out. "" if there are none.
std::string proposals(const ProgramRequest& program, const std::string& report) {
  if (!fs::exists(report) || !has_race(report)) return {};
  return "\n" + proposal_text(propose_changes(program, report));
}

/// What is wrong before anything ran; empty if nothing is.
std::string request_error(const PermissionsRequest& request) {
  if (request.barriers) {
    const DrawingFormat format = format_of(request);
    if (format == DrawingFormat::kSvg || format == DrawingFormat::kHtml)
      return "--barriers gives a list: use --format text or json";
    if (!request.arrays.empty() || request.drawing.elements || request.drawing.intervals)
      return "--barriers lists every barrier of the run: leave out --array, --elements and --intervals";
  }
  return output_error(request.output);
}

/// What there is to write, and the exit status. Nothing to write: the reason was told.
struct Outcome {
  int status = 0;
  std::optional<std::string> text;
};

/// Leaves no temporary files behind, so that the result may be written to a pipe that nobody reads.
Outcome run_and_render(const ProgramRequest& program, const PermissionsRequest& request) {
  const compiler::TemporaryDirectory directory;
  const std::string report = directory.file("report.json");
  const bool proposes = request.barriers && format_of(request) == DrawingFormat::kText;
  ProgramRequest apart = program;
  apart.output = ChildOutput::kOnError;
  if (proposes) apart.runtime_options += " --report " + detector::quoted_word(report);
  const RecordedRun run = run_recorded(apart, request);
  if (!run.record) {
    if (run.status != 0) return {run.status};
    return {usage_error(
        program.file +
        " ended without a record of permissions; if it is an executable, build it again with fencepost-nvcc")};
  }
  const PermissionRecord& record = *run.record;
  if (!record.incomplete.empty()) std::fprintf(stderr, "fencepost: note: %s\n", record.incomplete.c_str());
  if (request.barriers) {
    return {run.status, rendered_barriers(record, request) + (proposes ? proposals(program, report) : std::string())};
  }
  if (const std::string* array = missing_array(request, record)) {
    return {unknown_array(*array, run.status, program, request)};
  }
  if (record.patterns.empty()) {
    const int usage = usage_error(place_asked_for(request) + " used no array; give another --launch or --block");
    return {run.status == 0 ? usage : run.status};
  }
  return {run.status, rendered_patterns(record, request)};
}

}  // namespace

int show_permissions(const ProgramRequest& program, const PermissionsRequest& request) {
  if (request.infer || request.prove) return infer_annotations(program, request);
  if (const std::string problem = request_error(request); !problem.empty()) return usage_error(problem);
  const Outcome outcome = run_and_render(program, request);
  if (!outcome.text) return outcome.status;
  if (const std::string problem = write_output(*outcome.text, request.output); !problem.empty())
    return usage_error(problem);
  return outcome.status;
}

}  // namespace fencepost::cli
