// The listing of contracts as text and as JSON.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "cli/contracts/listing.h"

namespace fencepost::cli {
namespace {

constexpr std::array<std::string_view, compiler::contract::kStatuses> kStatusWords = {"checked", "partly checked",
                                                                                      "assumed", "unsupported"};

std::string_view word_of(compiler::contract::Status status) { return kStatusWords[static_cast<std::size_t>(status)]; }

std::string counted(std::size_t number, const std::string& what) {
  return std::to_string(number) + ' ' + what + (number == 1 ? "" : "s");
}

std::string status_of(const ListedAnnotation& annotation) {
  const ClauseCounts counts = count(annotation);
  const auto single = std::ranges::find(counts.of_status, annotation.clauses.size());
  if (single != counts.of_status.end()) return std::string(kStatusWords[single - counts.of_status.begin()]);
  return counts.of(compiler::contract::Status::kChecked) + counts.of(compiler::contract::Status::kPartly) == 0
             ? "not checked"
             : "partly checked";
}

std::string place_text(compiler::contract::Place place) {
  return std::to_string(place.line) + ':' + std::to_string(place.column);
}

std::string target_text(const ListedAnnotation& annotation) {
  const bool named = annotation.target == "kernel" || annotation.target.ends_with("function");
  return annotation.name.empty() ? annotation.target : annotation.target + (named ? " " : " in ") + annotation.name;
}

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(width, text.size()), ' ');
  return text;
}

std::string total_text(const ClauseCounts& counts) {
  const std::size_t all = std::accumulate(counts.of_status.begin(), counts.of_status.end(), counts.not_parsed);
  std::string text = counted(all, "clause") + ':';
  for (std::size_t i = 0; i < counts.of_status.size(); ++i) {
    if (counts.of_status[i] == 0 && i == static_cast<std::size_t>(compiler::contract::Status::kPartly)) continue;
    text += (i == 0 ? " " : ", ") + std::to_string(counts.of_status[i]) + ' ' + std::string(kStatusWords[i]);
  }
  if (counts.not_parsed > 0) text += ", " + std::to_string(counts.not_parsed) + " not parsed";
  return text;
}

nlohmann::json total_json(const ClauseCounts& counts) {
  return {{"checked", counts.of(compiler::contract::Status::kChecked)},
          {"partly_checked", counts.of(compiler::contract::Status::kPartly)},
          {"assumed", counts.of(compiler::contract::Status::kAssumed)},
          {"unsupported", counts.of(compiler::contract::Status::kUnsupported)},
          {"not_parsed", counts.not_parsed}};
}

ClauseCounts count(const std::vector<ListedFile>& files) {
  ClauseCounts all;
  for (const ListedFile& file : files) {
    const ClauseCounts own = count(file);
    for (std::size_t i = 0; i < own.of_status.size(); ++i) all.of_status[i] += own.of_status[i];
    all.not_parsed += own.not_parsed;
  }
  return all;
}

std::string file_text(const ListedFile& file) {
  std::size_t targets = 0;
  std::size_t places = 0;
  for (const ListedAnnotation& annotation : file.annotations) {
    targets = std::max(targets, target_text(annotation).size());
    places = std::max(places, place_text(annotation.place).size());
  }
  std::string text = file.path + '\n';
  for (const ListedAnnotation& annotation : file.annotations) {
    text += "  " + padded(place_text(annotation.place), places) + "  " + padded(target_text(annotation), targets) +
            "  " + padded(counted(annotation.clauses.size(), "clause"), 11) + status_of(annotation) + '\n';
    for (const ListedClause& clause : annotation.clauses) {
      if (clause.status == compiler::contract::Status::kChecked) continue;
      text += "    " + place_text(clause.place) + "  " + std::string(word_of(clause.status));
      if (!clause.reason.empty()) text += ", " + clause.reason;
      text += ": " + clause.text + '\n';
    }
  }
  return text + "  " + total_text(count(file)) + '\n';
}

}  // namespace

std::string listing_text(const std::vector<ListedFile>& files) {
  std::string text;
  for (const ListedFile& file : files) text += file_text(file);
  if (files.size() > 1) text += total_text(count(files)) + '\n';
  return text;
}

std::string listing_json(const std::vector<ListedFile>& files) {
  nlohmann::json listed = nlohmann::json::array();
  for (const ListedFile& file : files) {
    nlohmann::json annotations = nlohmann::json::array();
    for (const ListedAnnotation& annotation : file.annotations) {
      nlohmann::json clauses = nlohmann::json::array();
      for (const ListedClause& clause : annotation.clauses) {
        clauses.push_back({{"line", clause.place.line},
                           {"column", clause.place.column},
                           {"kind", clause.kind},
                           {"text", clause.text},
                           {"status", word_of(clause.status)},
                           {"reason", clause.reason}});
      }
      annotations.push_back({{"line", annotation.place.line},
                             {"column", annotation.place.column},
                             {"target", annotation.target},
                             {"name", annotation.name},
                             {"status", status_of(annotation)},
                             {"clauses", std::move(clauses)}});
    }
    nlohmann::json errors = nlohmann::json::array();
    for (const compiler::contract::SyntaxError& error : file.errors) {
      errors.push_back({{"line", error.place.line}, {"column", error.place.column}, {"message", error.message}});
    }
    listed.push_back({{"file", file.path},
                      {"annotations", std::move(annotations)},
                      {"errors", std::move(errors)},
                      {"summary", total_json(count(file))}});
  }
  const nlohmann::json all = {{"fencepost", {{"version", FENCEPOST_VERSION}, {"schema", 1}}},
                              {"files", std::move(listed)},
                              {"summary", total_json(count(files))}};
  return all.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
}

}  // namespace fencepost::cli
