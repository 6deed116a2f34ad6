#include "compiler/frontend/precompiled.h"

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/Version.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Frontend/Utils.h>
#include <clang/Lex/HeaderSearchOptions.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <clang/Sema/ExternalSemaSource.h>
#include <clang/Sema/Sema.h>
#include <clang/Serialization/ASTWriter.h>
#include <clang/Serialization/PCHContainerOperations.h>
#include <llvm/Support/MD5.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/cache/file_stamp.h"
#include "compiler/frontend/invocation.h"
#include "compiler/frontend/leading_headers.h"

namespace fencepost::compiler {
namespace {

namespace fs = std::filesystem;

constexpr const char* kHeader = "cuda_runtime.h";

/// Of the folders that a translation searches, those that the user has named, in which a header could be that ours
/// include by its name; not those of the system and of clang.
class UserFolders {
 public:
  UserFolders(const clang::HeaderSearchOptions& search, const Translation& translation)
      : clangs_(search.ResourceDir), ours_(llvm::StringRef(translation.own_headers).rtrim('/')) {}

  [[nodiscard]] bool has(const clang::HeaderSearchOptions::Entry& entry) const {
    const llvm::StringRef path = entry.Path;
    const bool is_clangs = !clangs_.empty() && path.starts_with(clangs_);
    return !is_clangs && !path.starts_with(ours_) && !path.starts_with("/usr/") && path != "/include";
  }

 private:
  std::string clangs_, ours_;
};

/// Takes them out, but for libraries' (-isystem) if these are kept.
std::vector<std::string> take_user_folders(clang::HeaderSearchOptions& search, const Translation& translation,
                                           bool keeps_libraries) {
  const UserFolders users(search, translation);
  std::vector<std::string> folders;
  std::erase_if(search.UserEntries, [&](const clang::HeaderSearchOptions::Entry& entry) {
    if (!users.has(entry) || (keeps_libraries && entry.Group == clang::frontend::System)) return false;
    folders.push_back(entry.Path);
    return true;
  });
  return folders;
}

HeaderFolders header_folders(const clang::HeaderSearchOptions& search, const Translation& translation) {
  const UserFolders users(search, translation);
  HeaderFolders folders{.own = {translation.own_headers, translation.own_headers + "cccl/"}};
  const auto add = [&](clang::frontend::IncludeDirGroup group, std::vector<std::string>& to) {
    for (const clang::HeaderSearchOptions::Entry& entry : search.UserEntries)
      if (entry.Group == group && users.has(entry)) to.push_back(entry.Path + '/');
  };
  add(clang::frontend::Quoted, folders.users);
  add(clang::frontend::Angled, folders.users);
  add(clang::frontend::System, folders.libraries);
  return folders;
}

bool is_in(const std::string& name, const std::vector<std::string>& folders) {
  std::error_code ignored;
  return std::ranges::any_of(folders,
                             [&](const std::string& folder) { return fs::exists(fs::path(folder) / name, ignored); });
}

/// What is parsed: the headers by their name, or their preprocessed text.
struct HeaderSource {
  std::string name;
  std::string text;
  bool has_libraries = false;  ///< Headers of folders that the user has named with -isystem are among them.
};

/// Of the source that the invocation reads; empty if it cannot be read, or is none.
std::vector<std::string> leading_headers_of(const clang::CompilerInvocation& invocation, const HeaderFolders& folders) {
  const clang::FrontendInputFile& input = invocation.getFrontendOpts().Inputs.front();
  if (input.isBuffer()) {
    return leading_headers(input.getBuffer().getBuffer(), input.getBuffer().getBufferIdentifier().str(), folders);
  }
  const auto file = llvm::MemoryBuffer::getFile(input.getFile(), /*IsText=*/true);
  return file ? leading_headers((*file)->getBuffer(), input.getFile().str(), folders) : std::vector<std::string>();
}

/// Of what the invocation includes first; nullopt if that is something else.
std::optional<HeaderSource> header_source(const clang::CompilerInvocation& invocation, const Translation& translation,
                                          Side side) {
  const clang::PreprocessorOptions& preprocessor = invocation.getPreprocessorOpts();
  if (preprocessor.Includes.empty()) return std::nullopt;
  const std::string& first = preprocessor.Includes.front();
  if (first == kHeader) return HeaderSource{.name = kHeader, .text = {}};
  const std::string& file = translation.header_files[side == Side::kHost ? 0 : 1];
  if (file.empty() || first != file) return std::nullopt;
  std::ifstream in(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in || text.empty()) return std::nullopt;
  return HeaderSource{.name = {}, .text = std::move(text)};
}

/// What the headers' meaning depends on, and nothing of the source. Headers that are read parsed already stay so.
clang::CompilerInvocation without_source(const clang::CompilerInvocation& invocation, const HeaderSource& source) {
  clang::CompilerInvocation headers(invocation);
  headers.getFrontendOpts().Inputs.clear();
  headers.getFrontendOpts().OutputFile.clear();
  headers.getFrontendOpts().ProgramAction = clang::frontend::GeneratePCH;
  headers.getDependencyOutputOpts() = {};
  headers.getDiagnosticOpts().ShowColors = false;
  headers.getDiagnosticOpts().MessageLength = 0;
  headers.getCodeGenOpts().MainFileName.clear();
  headers.getCodeGenOpts().DebugCompilationDir.clear();
  headers.getCodeGenOpts().CoverageCompilationDir.clear();
  headers.getCodeGenOpts().CudaGpuBinaryFileName.clear();
  headers.getLangOpts().PCHInstantiateTemplates = true;  // Once, and not in each source that includes them.
  headers.getPreprocessorOpts().Includes.clear();
  if (!source.name.empty()) headers.getPreprocessorOpts().Includes = {source.name};
  return headers;
}

std::string key_of(const clang::CompilerInvocation& headers, const HeaderSource& source, Side side) {
  llvm::MD5 hash;
  const auto add = [&](const std::string& text) { hash.update(text + '\n'); };
  for (const std::string& word : headers.getCC1CommandLine()) add(word);
  add(source.text);
  const auto& folders = headers.getHeaderSearchOpts().UserEntries;
  if (std::ranges::any_of(folders, [](const auto& entry) { return fs::path(entry.Path).is_relative(); }))
    add(fs::current_path().string());
  add(side == Side::kHost ? "host" : "device");
  add(clang::getClangFullVersion());
  add(compiler::stamp_of("/proc/self/exe"));  // Leniency is compiled into it.
  return hash.final().digest().str().str();
}

class Files : public clang::DependencyCollector {
 public:
  bool needSystemDependencies() override { return true; }
};

/// What headers are included by, or asked for.
class Names : public clang::PPCallbacks {
 public:
  explicit Names(std::set<std::string>& names) : names_(names) {}
  void InclusionDirective(clang::SourceLocation /*hash*/, const clang::Token& /*directive*/, llvm::StringRef name,
                          bool /*angled*/, clang::CharSourceRange /*range*/, clang::OptionalFileEntryRef /*file*/,
                          llvm::StringRef /*search_path*/, llvm::StringRef /*relative_path*/,
                          const clang::Module* /*suggested*/, bool /*imported*/,
                          clang::SrcMgr::CharacteristicKind /*kind*/) override {
    names_.insert(name.str());
  }
  void HasInclude(clang::SourceLocation /*place*/, llvm::StringRef name, bool /*angled*/,
                  clang::OptionalFileEntryRef /*file*/, clang::SrcMgr::CharacteristicKind /*kind*/) override {
    names_.insert(name.str());
  }

 private:
  std::set<std::string>& names_;
};

/// Takes the functions of libraries, ours among them, from what is to be checked for calls between host and device.
class LibrariesAreRight : public clang::ExternalSemaSource {
 public:
  explicit LibrariesAreRight(const clang::SourceManager& sources) : sources_(sources) {}

  void ReadDeclsToCheckForDeferredDiags(llvm::SmallSetVector<clang::Decl*, 4>& declarations) override {
    declarations.remove_if([this](const clang::Decl* each) {
      return sources_.isInSystemHeader(sources_.getExpansionLoc(each->getLocation()));
    });
  }

 private:
  const clang::SourceManager& sources_;
};

/// Without what clang would check in each source again, for which it reads most of what the headers declare. What a
/// source calls of them is checked with its callers.
class HeaderWriter : public clang::PCHGenerator {
 public:
  using PCHGenerator::PCHGenerator;

  void InitializeSema(clang::Sema& sema) override {
    sema_ = &sema;
    PCHGenerator::InitializeSema(sema);
  }
  void HandleTranslationUnit(clang::ASTContext& context) override {
    sema_->addExternalSource(new LibrariesAreRight(context.getSourceManager()));
    sema_->emitDeferredDiags();  // Asks external sources first. Of headers that are parsed apart clang never calls it.
    PCHGenerator::HandleTranslationUnit(context);
  }

 private:
  clang::Sema* sema_ = nullptr;
};

class MakeHeaders : public SideAction<clang::GeneratePCHAction> {
 public:
  MakeHeaders(const Translation& translation, Side side, SourceMends& mends) : SideAction(translation, side, mends) {}

  std::set<std::string> names;
  std::shared_ptr<clang::PCHBuffer> made = std::make_shared<clang::PCHBuffer>();

 protected:
  /// Into memory: clang gives up the whole compilation where its output does not fit on a disk.
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef /*file*/) override {
    const clang::FrontendOptions& options = compiler.getFrontendOpts();
    return std::make_unique<HeaderWriter>(compiler.getPreprocessor(), compiler.getModuleCache(), options.OutputFile, "",
                                          made, options.ModuleFileExtensions);
  }
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    compiler.getPreprocessor().addPPCallbacks(std::make_unique<Names>(names));
    return SideAction::BeginSourceFileAction(compiler);
  }
};

/// One precompiled header: `headers.pch`, and in `manifest` what it was made of.
class ParsedHeaders {
 public:
  explicit ParsedHeaders(const std::string& folder)
      : pch_(folder + "/headers.pch"),
        manifest_(folder + "/manifest"),
        asked_(folder + "/asked"),
        failed_(folder + "/failed"),
        unproved_(folder + "/unproved") {}

  [[nodiscard]] const std::string& pch() const { return pch_; }

  /// It is there, its files are as they were, and none of the names is in one of `folders`.
  [[nodiscard]] bool is_current(const std::vector<std::string>& folders) const { return is_true(manifest_, folders); }

  /// They could not be made of the files as they are.
  [[nodiscard]] bool has_failed() const { return is_true(failed_, {}); }

  bool make(clang::CompilerInvocation headers, const HeaderSource& source, const Translation& translation, Side side) {
    // Not a file: sources do not depend on it.
    headers.getFrontendOpts().Inputs = {
        clang::FrontendInputFile(llvm::MemoryBufferRef(source.text, "CUDA headers"),
                                 clang::InputKind(clang::Language::CUDA, clang::InputKind::Source))};
    headers.getFrontendOpts().OutputFile = pch_;
    const std::string parsed_before = headers.getPreprocessorOpts().ImplicitPCHInclude;
    clang::CompilerInstance compiler;
    compiler.setInvocation(std::make_shared<clang::CompilerInvocation>(std::move(headers)));
    compiler.createDiagnostics(new clang::IgnoringDiagConsumer);
    compiler.setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>());  // Counts errors, too.
    const auto files = std::make_shared<Files>();
    compiler.addDependencyCollector(files);
    SourceMends mends;
    MakeHeaders action(translation, side, mends);
    if (!compiler.ExecuteAction(action) || compiler.getDiagnostics().hasErrorOccurred() || mends.pending() ||
        !action.made->IsComplete) {
      write_manifest(failed_, files->getDependencies(), {});
      return false;
    }
    std::vector<std::string> read = {pch_};
    if (!parsed_before.empty()) read.push_back(parsed_before);
    llvm::append_range(read, files->getDependencies());
    return write_whole(unproved_, {}) && write_whole(pch_, {action.made->Data.data(), action.made->Data.size()}) &&
           write_manifest(manifest_, read, action.names);
  }

  /// Somebody has asked for it before. If not, it is taken note of.
  [[nodiscard]] bool was_asked_for() const {
    std::error_code ignored;
    if (fs::exists(asked_, ignored)) return true;
    std::ofstream out(asked_);
    return false;
  }

  [[nodiscard]] const std::string& unproved() const { return unproved_; }

  /// Nobody has read them to the end yet. Counts who tries to by bytes of the file.
  [[nodiscard]] bool is_unproved() const {
    std::error_code ignored;
    return fs::exists(unproved_, ignored);
  }

  /// False if those who tried so far have crashed, or may have.
  [[nodiscard]] bool may_try() const {
    constexpr std::streamoff kTries = 3;
    std::fstream tries(unproved_, std::ios::in | std::ios::out | std::ios::ate);  // Makes no file.
    if (!tries) return true;                                                      // Proved in the meantime.
    if (tries.tellp() >= kTries) return false;
    tries << '.';
    return true;
  }

  void mark_used() const {
    std::error_code ignored;
    fs::last_write_time(manifest_, fs::file_time_type::clock::now(), ignored);
  }

 private:
  static constexpr const char* kFormat = "fencepost parsed headers 1";
  static constexpr const char* kEnd = "end";

  /// The files that are named there are as they were, and none of the names is in one of `folders`.
  static bool is_true(const std::string& manifest, const std::vector<std::string>& folders) {
    std::ifstream in(manifest);
    std::string line;
    if (!in || !std::getline(in, line) || line != kFormat) return false;
    while (std::getline(in, line)) {
      if (line == kEnd) return true;
      const std::size_t tab = line.find('\t');
      if (tab == std::string::npos) return false;
      const std::string path = line.substr(tab + 1);
      if (tab != 0 && compiler::stamp_of(path) != line.substr(0, tab)) return false;
      if (tab == 0 && is_in(path, folders)) return false;
    }
    return false;
  }

  /// A line "STAMP<tab>PATH" for each file, "<tab>NAME" for each name.
  static bool write_manifest(const std::string& manifest, llvm::ArrayRef<std::string> files,
                             const std::set<std::string>& names) {
    std::ostringstream text;
    text << kFormat << '\n';
    for (const std::string& file : files) {
      const std::string stamp = compiler::stamp_of(file);
      if (file.find('\n') != std::string::npos) return false;
      text << stamp << '\t' << file << '\n';
    }
    for (const std::string& name : names) text << '\t' << name << '\n';
    text << kEnd << '\n';
    return write_whole(manifest, text.str());
  }

  /// Others see the file whole, or not at all.
  static bool write_whole(const std::string& path, std::string_view text) {
    const std::string written = path + '.' + std::to_string(::getpid());
    std::ofstream out(written, std::ios::binary);
    out << text;
    out.close();
    std::error_code error;
    if (out) fs::rename(written, path, error);
    if (out && !error) return true;
    fs::remove(written, error);
    return false;
  }

  std::string pch_, manifest_, asked_, failed_, unproved_;
};

/// Has clang read `source` parsed, behind what it reads parsed already; false if that cannot be. `at_once`: also if
/// nobody has asked for it before, which pays only if more sources will.
bool use(const HeaderSource& source, clang::CompilerInvocation& invocation, const Translation& translation, Side side,
         bool at_once, HeadersInUse& in_use) {
  clang::CompilerInvocation headers = without_source(invocation, source);
  const std::vector<std::string> folders =
      take_user_folders(headers.getHeaderSearchOpts(), translation, source.has_libraries);
  const std::string folder = translation.cache.headers() + '/' + key_of(headers, source, side);
  compiler::FolderLock lock = compiler::FolderLock::shared(folder);
  if (!lock.is_held()) return false;
  ParsedHeaders parsed(folder);
  if (!parsed.is_current(folders)) {
    if ((!at_once && !parsed.was_asked_for()) || parsed.has_failed()) return false;
    if (!parsed.make(std::move(headers), source, translation, side) || !parsed.is_current(folders)) return false;
    compiler::shrink_cache(translation.cache.path, translation.cache.limit);
  }
  const bool is_unproved = parsed.is_unproved();
  if (is_unproved && !parsed.may_try()) return false;
  parsed.mark_used();
  invocation.getPreprocessorOpts().ImplicitPCHInclude = parsed.pch();
  in_use.add(std::move(lock), is_unproved ? parsed.unproved() : "");
  return true;
}

/// Those of the standard library, of CUDA and of libraries with which the source goes on behind what the invocation
/// includes; without text if that is none.
HeaderSource headers_behind(const clang::CompilerInvocation& invocation, const Translation& translation) {
  HeaderSource behind;
  clang::HeaderSearchOptions search = invocation.getHeaderSearchOpts();
  const HeaderFolders all = header_folders(search, translation);
  std::vector<std::string> names = leading_headers_of(invocation, all);
  behind.has_libraries = std::ranges::any_of(names, [&](const auto& name) { return is_in(name, all.libraries); });
  const std::vector<std::string> folders = take_user_folders(search, translation, behind.has_libraries);
  names.erase(std::ranges::find_if(names, [&](const auto& name) { return is_in(name, folders); }), names.end());
  if (!behind.has_libraries) std::ranges::sort(names);  // Any order is right ([using.headers] in the C++ standard).
  for (const std::string& name : names) behind.text += "#include <" + name + ">\n";
  return behind;
}

}  // namespace

HeadersInUse::~HeadersInUse() {
  std::error_code ignored;
  for (const std::string& file : unproved_) fs::remove(file, ignored);
}

void HeadersInUse::add(compiler::FolderLock lock, const std::string& unproved) {
  locks_.push_back(std::move(lock));
  if (!unproved.empty()) unproved_.push_back(unproved);
}

HeadersInUse use_parsed_headers(clang::CompilerInvocation& invocation, const Translation& translation, Side side) {
  HeadersInUse in_use;
  if (translation.cache.path.empty()) return in_use;
  const auto first = header_source(invocation, translation, side);
  if (!first || !use(*first, invocation, translation, side, /*at_once=*/true, in_use)) return in_use;
  std::vector<std::string>& includes = invocation.getPreprocessorOpts().Includes;
  includes.erase(includes.begin());
  if (first->name != kHeader || !includes.empty()) return in_use;
  const HeaderSource behind = headers_behind(invocation, translation);
  if (!behind.text.empty()) use(behind, invocation, translation, side, /*at_once=*/false, in_use);
  return in_use;
}

}  // namespace fencepost::compiler
