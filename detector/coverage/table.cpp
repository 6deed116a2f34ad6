#include "detector/coverage/table.h"

#include <charconv>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace fencepost::detector {
namespace {

struct CoverageTable {
  const char* text;
  const volatile unsigned char* flags;
};

std::mutex tables_mutex;
std::vector<CoverageTable>& coverage_tables() {
  static auto* const tables = new std::vector<CoverageTable>;  // Programs end while reports are written.
  return *tables;
}

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  while (true) {
    const std::size_t tab = line.find('\t');
    words.push_back(line.substr(0, tab));
    if (tab == std::string_view::npos) return words;
    line.remove_prefix(tab + 1);
  }
}

std::uint32_t number_of(std::string_view word) {
  std::uint32_t number = 0;
  std::from_chars(word.data(), word.data() + word.size(), number);
  return number;
}

std::string name_of_function(std::string_view name) {
  return std::string(name == "operator()" ? "lambda" : name.substr(0, name.find('<')));
}

/// A function while its instances are put together.
struct Gathered {
  CoveredFunction function;
  std::map<std::uint32_t, bool> lines;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<bool>> branches;
};

using Functions = std::map<std::tuple<std::string, std::uint32_t, std::string>, Gathered>;

void gather(const CoverageTable& table, Functions& functions) {
  Gathered* current = nullptr;
  std::string_view rest = table.text;
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    const std::vector<std::string_view> words = words_of(rest.substr(0, end));
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    if (words.front() == "F" && words.size() == 7) {
      const std::string path(words[6]);
      current = &functions[{path, number_of(words[1]), name_of_function(words[4])}];
      CoveredFunction& function = current->function;
      function.name = name_of_function(words[4]);
      function.path = path;
      const std::string folder = std::string(words[5]) + "/";
      function.file = path.starts_with(folder) ? path.substr(folder.size()) : path;
      function.line = number_of(words[1]);
      function.kernel = words[3] == "1";
      function.ran = function.ran || table.flags[number_of(words[2])] != 0;
    } else if (current != nullptr && words.front() == "L" && words.size() > 2) {
      bool& ran = current->lines[number_of(words[1])];
      for (std::size_t i = 2; i < words.size(); ++i) ran = ran || table.flags[number_of(words[i])] != 0;
    } else if (current != nullptr && words.front() == "B" && words.size() > 3) {
      std::vector<bool>& taken = current->branches[{number_of(words[1]), number_of(words[2])}];
      taken.resize(std::max(taken.size(), words.size() - 3));
      for (std::size_t i = 3; i < words.size(); ++i) {
        if (table.flags[number_of(words[i])] != 0) taken[i - 3] = true;
      }
    }
  }
}

}  // namespace

Coverage coverage_so_far() {
  Functions functions;
  {
    const std::scoped_lock lock(tables_mutex);
    for (const CoverageTable& table : coverage_tables()) gather(table, functions);
  }
  Coverage coverage;
  for (auto& [key, gathered] : functions) {
    CoveredFunction& function = gathered.function;
    for (const auto& [line, ran] : gathered.lines) function.lines.push_back({line, ran});
    for (auto& [place, taken] : gathered.branches) {
      function.branches.push_back({place.first, place.second, std::move(taken)});
    }
    coverage.functions.push_back(std::move(function));
  }
  return coverage;
}

}  // namespace fencepost::detector

extern "C" {

void fencepost_add_coverage(const char* text, const unsigned char* flags) {
  using namespace fencepost::detector;
  const std::scoped_lock lock(tables_mutex);
  coverage_tables().push_back({text, flags});
}
}
