#include "detector/coverage/lcov.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace fencepost::detector {
namespace {

using Count = std::uint64_t;

/// Of one source file.
struct LcovFile {
  std::map<std::pair<Count, std::string>, Count> functions;  // By line and name.
  std::map<Count, Count> lines;
  std::map<std::tuple<Count, Count, Count>, Count> branches;  // Line, column, way.
};
using LcovFiles = std::map<std::string, LcovFile>;

std::vector<std::string_view> parts_of(std::string_view text, std::size_t most) {
  std::vector<std::string_view> parts;
  while (parts.size() + 1 < most && text.find(',') != std::string_view::npos) {
    parts.push_back(text.substr(0, text.find(',')));
    text.remove_prefix(text.find(',') + 1);
  }
  parts.push_back(text);
  return parts;
}

Count count_in(std::string_view word) {
  Count count = 0;  // "-" is a way that was never come to.
  std::from_chars(word.data(), word.data() + word.size(), count);
  return count;
}

/// How many runs the file has, 0 if it says nothing of it.
Count parse_lcov(std::string_view text, LcovFiles& files) {
  LcovFile* file = nullptr;
  std::map<std::string, Count> lines_of_functions;
  Count runs = 0;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    const std::size_t colon = line.find(':');
    const std::string_view word = line.substr(0, colon);
    const std::string_view rest = colon == std::string_view::npos ? "" : line.substr(colon + 1);
    if (word == "TN" && rest.starts_with("runs_")) runs = count_in(rest.substr(5));
    if (word == "SF") {
      file = &files[std::string(rest)];
      lines_of_functions.clear();
    }
    if (file == nullptr) continue;
    if (word == "FN") {
      const auto parts = parts_of(rest, 2);
      if (parts.size() == 2) lines_of_functions[std::string(parts[1])] = count_in(parts[0]);
    } else if (word == "FNDA") {
      const auto parts = parts_of(rest, 2);
      if (parts.size() == 2) {
        file->functions[{lines_of_functions[std::string(parts[1])], std::string(parts[1])}] += count_in(parts[0]);
      }
    } else if (word == "DA") {
      const auto parts = parts_of(rest, 2);
      if (parts.size() == 2) file->lines[count_in(parts[0])] += count_in(parts[1]);
    } else if (word == "BRDA") {
      const auto parts = parts_of(rest, 4);
      if (parts.size() == 4) {
        file->branches[{count_in(parts[0]), count_in(parts[1]), count_in(parts[2])}] += count_in(parts[3]);
      }
    }
  }
  return runs;
}

void add(const Coverage& coverage, LcovFiles& files) {
  // A line that two functions have, as of a macro, counts once.
  std::map<std::string, std::map<Count, bool>> lines;
  for (const CoveredFunction& function : coverage.functions) {
    LcovFile& file = files[function.path];
    file.functions[{function.line, function.name}] += function.ran ? 1 : 0;
    for (const CoveredLine& line : function.lines) {
      bool& ran = lines[function.path][line.line];
      ran = ran || line.ran;
    }
    for (const CoveredBranch& branch : function.branches) {
      for (std::size_t way = 0; way < branch.taken.size(); ++way) {
        file.branches[{branch.line, branch.column, way}] += branch.taken[way] ? 1 : 0;
      }
    }
  }
  for (const auto& [path, of_file] : lines) {
    for (const auto& [line, ran] : of_file) files[path].lines[line] += ran ? 1 : 0;
  }
}

/// What earlier runs had is had.
void take(const LcovFiles& files, Coverage& coverage) {
  for (CoveredFunction& function : coverage.functions) {
    const LcovFile& file = files.at(function.path);
    function.ran = file.functions.at({function.line, function.name}) != 0;
    for (CoveredLine& line : function.lines) line.ran = file.lines.at(line.line) != 0;
    for (CoveredBranch& branch : function.branches) {
      for (std::size_t way = 0; way < branch.taken.size(); ++way) {
        branch.taken[way] = file.branches.at({branch.line, branch.column, way}) != 0;
      }
    }
  }
}

template <class Map>
Count hit(const Map& map) {
  Count count = 0;
  for (const auto& [key, times] : map) count += times != 0 ? 1 : 0;
  return count;
}

std::string lcov_text(const LcovFiles& files, Count runs) {
  std::string text;
  for (const auto& [path, file] : files) {
    text += "TN:runs_" + std::to_string(runs) + "\nSF:" + path + "\n";
    for (const auto& [key, times] : file.functions) text += "FN:" + std::to_string(key.first) + "," + key.second + "\n";
    for (const auto& [key, times] : file.functions) text += "FNDA:" + std::to_string(times) + "," + key.second + "\n";
    text += "FNF:" + std::to_string(file.functions.size()) + "\nFNH:" + std::to_string(hit(file.functions)) + "\n";
    for (const auto& [key, times] : file.branches) {
      const auto& [line, column, way] = key;
      const auto at = file.lines.find(line);
      const bool reached = at != file.lines.end() && at->second != 0;
      text += "BRDA:" + std::to_string(line) + "," + std::to_string(column) + "," + std::to_string(way) + "," +
              (reached ? std::to_string(times) : "-") + "\n";
    }
    text += "BRF:" + std::to_string(file.branches.size()) + "\nBRH:" + std::to_string(hit(file.branches)) + "\n";
    for (const auto& [line, times] : file.lines) {
      text += "DA:" + std::to_string(line) + "," + std::to_string(times) + "\n";
    }
    text += "LF:" + std::to_string(file.lines.size()) + "\nLH:" + std::to_string(hit(file.lines)) + "\nend_of_record\n";
  }
  return text;
}

/// An open file that nobody else has.
class LockedFile {
 public:
  explicit LockedFile(const std::string& path) : file_(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
    if (file_ < 0 || ::flock(file_, LOCK_EX) != 0) error_ = errno;
  }
  ~LockedFile() {
    if (file_ >= 0) ::close(file_);
  }
  LockedFile(const LockedFile&) = delete;
  LockedFile& operator=(const LockedFile&) = delete;

  [[nodiscard]] int error() const { return error_; }

  std::string read() {
    std::string text;
    std::array<char, 1 << 16> part{};
    for (ssize_t count = 0; (count = ::read(file_, part.data(), part.size())) > 0;) {
      text.append(part.data(), static_cast<std::size_t>(count));
    }
    return text;
  }

  bool write(std::string_view text) {
    if (::lseek(file_, 0, SEEK_SET) != 0 || ::ftruncate(file_, 0) != 0) return false;
    while (!text.empty()) {
      const ssize_t count = ::write(file_, text.data(), text.size());
      if (count <= 0) return false;
      text.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
  }

 private:
  int file_;
  int error_ = 0;
};

std::string cannot_write(const std::string& file, int error) {
  return "cannot write --coverage " + file + ": " + std::strerror(error);
}

std::optional<std::string> not_ours(const std::string& file, const std::string& text) {
  if (text.empty() || text.starts_with("TN:") || text.starts_with("SF:")) return std::nullopt;
  return "--coverage " + file + " is there, and is no file of lcov's format; give another name";
}

}  // namespace

std::optional<std::string> check_coverage_file(const std::string& file) {
  LockedFile opened(file);
  if (opened.error() != 0) return cannot_write(file, opened.error());
  return not_ours(file, opened.read());
}

std::optional<std::string> add_to_coverage_file(const std::string& file, Coverage& coverage) {
  LockedFile opened(file);
  if (opened.error() != 0) return cannot_write(file, opened.error());
  const std::string text = opened.read();
  if (auto problem = not_ours(file, text)) return problem;
  LcovFiles files;
  coverage.runs = parse_lcov(text, files) + 1;
  add(coverage, files);
  take(files, coverage);
  if (!opened.write(lcov_text(files, coverage.runs))) return cannot_write(file, errno);
  return std::nullopt;
}

}  // namespace fencepost::detector
