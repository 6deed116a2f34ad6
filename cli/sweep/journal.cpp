#include "cli/sweep/journal.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>
#include <vector>

namespace fencepost::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr char kExtension[] = ".jsonl";

}  // namespace

std::string journal_line(const SweepRecord& record) {
  Json json;
  json["configuration"] = record.configuration;
  json["label"] = record.label;
  json["status"] = record.status;
  json["signal"] = record.signal;
  if (!record.last_words.empty()) json["last_words"] = record.last_words;
  if (!record.report.empty()) {
    Json report = Json::parse(record.report, nullptr, false);
    if (!report.is_discarded()) json["report"] = std::move(report);
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<SweepRecord> parse_journal_line(const std::string& line) {
  try {
    const Json json = Json::parse(line);
    SweepRecord record;
    record.configuration = json.at("configuration").get<std::size_t>();
    record.label = json.at("label").get<std::string>();
    record.status = json.at("status").get<int>();
    record.signal = json.at("signal").get<int>();
    record.last_words = json.value("last_words", "");
    if (json.contains("report")) record.report = json["report"].dump();
    return record;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

SweepJournal::SweepJournal(std::string folder, std::string name)
    : folder_(std::move(folder)), path_(folder_ + "/" + std::move(name) + kExtension) {
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) throw std::runtime_error("cannot create " + folder_ + ": " + error.message());
}

SweepJournal::~SweepJournal() {
  if (file_ < 0) return;
  ::fdatasync(file_);
  ::close(file_);
}

void SweepJournal::add(const SweepRecord& record) {
  if (file_ < 0) file_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  const std::string line = journal_line(record) + "\n";
  ssize_t written = -1;
  while (file_ >= 0 && (written = ::write(file_, line.data(), line.size())) < 0 && errno == EINTR) {
  }
  if (written == static_cast<ssize_t>(line.size())) return;
  const std::string reason = written < 0 ? std::strerror(errno) : "the disk is full";
  throw std::runtime_error("cannot write " + path_ + ": " + reason);
}

void SweepJournal::read_new(const std::function<void(SweepRecord)>& take) {
  std::error_code error;
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder_, error)) {
    if (entry.path().extension() == kExtension) files.push_back(entry.path());
  }
  if (error) throw std::runtime_error("cannot read " + folder_ + ": " + error.message());
  for (const fs::path& path : files) {
    std::size_t& known = read_[path.filename().string()];
    std::ifstream in(path, std::ios::binary);
    in.seekg(static_cast<std::streamoff>(known));
    const std::string text(std::istreambuf_iterator<char>(in), {});
    for (std::size_t begin = 0, end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
      if (auto record = parse_journal_line(text.substr(begin, end - begin))) take(std::move(*record));
      known += end + 1 - begin;
    }
  }
}

}  // namespace fencepost::cli
