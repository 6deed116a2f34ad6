#include "cli/base/read_source_map.h"

#include <filesystem>
#include <stdexcept>

#include "cli/base/checked_program.h"
#include "cli/base/child_process.h"
#include "compiler/driver/options.h"
#include "compiler/driver/temporary.h"

namespace fencepost::cli {

std::unique_ptr<compiler::MappedSource> read_source_map(const std::string& file,
                                                        const std::vector<std::string>& compiler_arguments) {
  const compiler::TemporaryDirectory directory;
  const std::string output = directory.file("map");
  std::vector<std::string> words = {
      beside_this_program("fencepost-nvcc"), "--source-map", "-x", compiler::device_language(file), file, "-o", output};
  words.insert(words.end(), compiler_arguments.begin(), compiler_arguments.end());
  const ChildEnd end = run_child(words, {{"FENCEPOST_CHECK", ""}}, ChildOutput::kNowhere);
  if (!end.error.empty() || end.signal != 0) {
    throw std::runtime_error("the compiler cannot map " + file + (end.error.empty() ? "" : ": " + end.error));
  }
  if (end.status != 0 || !std::filesystem::exists(output))
    return std::make_unique<compiler::MappedSource>("", compiler::SourceMap());
  return std::make_unique<compiler::MappedSource>(compiler::read_file(output + ".text"),
                                                  compiler::parse_source_map(compiler::read_file(output)));
}

}  // namespace fencepost::cli
