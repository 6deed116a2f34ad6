#include "cli/infer/sources.h"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "cli/base/compile_cache.h"
#include "compiler/driver/temporary.h"
#include "compiler/driver/toolchain.h"

namespace fencepost::cli::infer {

namespace fs = std::filesystem;

std::vector<std::string> files_of(const ProgramRequest& program) {
  const compiler::TemporaryDirectory directory;
  const std::string list = directory.file("dependencies");
  std::vector<std::string> words = {beside_this_program("fencepost-nvcc"), "-MM", program.file, "-o", list};
  words.insert(words.end(), program.compiler_arguments.begin(), program.compiler_arguments.end());
  if (const ChildEnd end = run_child(words); end.status != 0 || end.signal != 0 || !end.error.empty()) {
    throw std::runtime_error("the compiler cannot list the headers of " + program.file);
  }
  const std::string ours = compiler::find_toolchain({}).include_directory + "/";
  std::vector<std::string> files = {program.file};
  for (const std::string& file : parse_dependencies(compiler::read_file(list))) {
    const std::string path = fs::absolute(file).lexically_normal().string();
    const bool known = path.starts_with("/usr/") || path.starts_with(fs::absolute(ours).lexically_normal().string());
    if (!known && std::ranges::find(files, file) == files.end()) files.push_back(file);
  }
  return files;
}

std::string copy_annotated(const std::vector<std::string>& files, const std::vector<AnnotationText>& annotations,
                           const std::string& directory, AnnotationLines lines) {
  const auto absolute = [](const std::string& file) { return fs::absolute(file).lexically_normal(); };
  fs::path root = absolute(files.front()).parent_path();
  for (const std::string& file : files) {
    while (absolute(file).lexically_relative(root).string().starts_with("..")) root = root.parent_path();
  }
  for (const std::string& file : files) {
    std::vector<AnnotationText> own;
    std::ranges::copy_if(annotations, std::back_inserter(own),
                         [&](const AnnotationText& a) { return absolute(a.file) == absolute(file); });
    const fs::path to = fs::path(directory) / absolute(file).lexically_relative(root);
    fs::create_directories(to.parent_path());
    compiler::write_file(to.string(), annotated(file, compiler::read_file(file), own, lines));
  }
  return (fs::path(directory) / absolute(files.front()).lexically_relative(root)).string();
}

}  // namespace fencepost::cli::infer
