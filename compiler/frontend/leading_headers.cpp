#include "compiler/frontend/leading_headers.h"

#include <clang/Basic/LangOptions.h>
#include <clang/Basic/SourceLocation.h>
#include <clang/Lex/Lexer.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>

namespace fencepost::compiler {
namespace {

constexpr int kDeepest = 8;  ///< Headers in quotes may include each other.

/// C++23, [headers].
bool is_standard(llvm::StringRef name) {
  static const llvm::StringSet<> names = {
      "algorithm",
      "any",
      "array",
      "atomic",
      "barrier",
      "bit",
      "bitset",
      "charconv",
      "chrono",
      "codecvt",
      "compare",
      "complex",
      "concepts",
      "condition_variable",
      "coroutine",
      "deque",
      "exception",
      "execution",
      "expected",
      "filesystem",
      "format",
      "forward_list",
      "fstream",
      "functional",
      "future",
      "initializer_list",
      "iomanip",
      "ios",
      "iosfwd",
      "iostream",
      "istream",
      "iterator",
      "latch",
      "limits",
      "list",
      "locale",
      "map",
      "memory",
      "memory_resource",
      "mutex",
      "new",
      "numbers",
      "numeric",
      "optional",
      "ostream",
      "queue",
      "random",
      "ranges",
      "ratio",
      "regex",
      "scoped_allocator",
      "semaphore",
      "set",
      "shared_mutex",
      "source_location",
      "span",
      "spanstream",
      "sstream",
      "stack",
      "stdexcept",
      "stop_token",
      "streambuf",
      "string",
      "string_view",
      "syncstream",
      "system_error",
      "thread",
      "tuple",
      "type_traits",
      "typeindex",
      "typeinfo",
      "unordered_map",
      "unordered_set",
      "utility",
      "valarray",
      "variant",
      "vector",
      "version",
      "cctype",
      "cerrno",
      "cfenv",
      "cfloat",
      "cinttypes",
      "climits",
      "clocale",
      "cmath",
      "csetjmp",
      "csignal",
      "cstdarg",
      "cstddef",
      "cstdint",
      "cstdio",
      "cstdlib",
      "cstring",
      "ctime",
      "cuchar",
      "cwchar",
      "cwctype",
      "ctype.h",
      "errno.h",
      "float.h",
      "inttypes.h",
      "limits.h",
      "math.h",
      "stdint.h",
      "stdio.h",
      "stdlib.h",
      "string.h",
      "time.h",
  };
  return names.contains(name);
}

/// The directive that stands behind the '#' at `begin`, without spaces around it.
llvm::StringRef directive_at(llvm::StringRef text, std::size_t begin) {
  return text.substr(begin, text.find('\n', begin) - begin).trim();
}

clang::LangOptions language() {
  clang::LangOptions language;
  language.CPlusPlus = language.CPlusPlus11 = language.LineComment = true;
  return language;
}

class Reader {
 public:
  explicit Reader(const HeaderFolders& folders) : folders_(folders) {}

  std::vector<std::string> names;

  /// False if something follows that is no inclusion of a header.
  bool read(llvm::StringRef text, llvm::StringRef folder, int depth) {
    const clang::LangOptions options = language();
    // The lexer needs a 0 behind the text; MemoryBuffer's have it.
    clang::Lexer lexer({}, options, text.begin(), text.begin(), text.end());
    clang::Token token;
    while (true) {
      lexer.LexFromRawLexer(token);
      if (token.is(clang::tok::eof)) return true;
      if (token.isNot(clang::tok::hash) || !token.isAtStartOfLine()) return false;
      const std::size_t begin = lexer.getCurrentBufferOffset();
      const llvm::StringRef line = directive_at(text, begin);
      lexer.seek(text.find('\n', begin) == llvm::StringRef::npos ? text.size() : text.find('\n', begin),
                 /*IsAtStartOfLine=*/true);
      if (!follow(line, folder, depth)) return false;
    }
  }

 private:
  bool follow(llvm::StringRef directive, llvm::StringRef folder, int depth) {
    if (depth != 0 && directive == "pragma once") return true;
    if (!directive.consume_front("include")) return false;
    directive = directive.ltrim();
    const char end = directive.starts_with("<") ? '>' : '"';
    if (directive.size() < 2 || (directive.front() != '<' && directive.front() != '"')) return false;
    const std::size_t length = directive.find(end, 1);
    if (length == llvm::StringRef::npos) return false;
    const llvm::StringRef rest = directive.drop_front(length + 1).ltrim();
    if (!rest.empty() && !rest.starts_with("//")) return false;
    const llvm::StringRef name = directive.slice(1, length);
    if (end == '"') return depth < kDeepest && read_file(name, folder, depth + 1);
    if (name == "cassert" || name == "assert.h" || name == "cuda_runtime.h") return true;
    if (!is_standard(name) && !is_found(name)) return false;
    if (!llvm::is_contained(names, name)) names.push_back(name.str());
    return true;
  }

  bool is_found(llvm::StringRef name) const {
    if (name.starts_with("thrust/") || name.starts_with("cub/")) return false;
    return llvm::any_of(folders_.own, [&](const auto& folder) { return llvm::sys::fs::exists(folder + name); }) ||
           is_guarded_header(name.str(), folders_.libraries);
  }

  /// Where clang finds it.
  bool read_file(llvm::StringRef name, llvm::StringRef folder, int depth) {
    llvm::SmallString<256> path(folder);
    llvm::sys::path::append(path, name);
    for (const std::string& user : folders_.users) {
      if (llvm::sys::fs::exists(path)) break;
      path = user + name.str();
    }
    const auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
    return file && read((*file)->getBuffer(), llvm::sys::path::parent_path(path), depth);
  }

  const HeaderFolders& folders_;
};

}  // namespace

bool is_guarded_header(const std::string& name, const std::vector<std::string>& folders) {
  for (const std::string& folder : folders) {
    const auto file = llvm::MemoryBuffer::getFile(folder + name, /*IsText=*/true);
    if (!file) continue;
    const llvm::StringRef text = (*file)->getBuffer();
    const clang::LangOptions options = language();
    clang::Lexer lexer({}, options, text.begin(), text.begin(), text.end());
    clang::Token token;
    lexer.LexFromRawLexer(token);
    if (token.isNot(clang::tok::hash)) return false;
    const llvm::StringRef directive = directive_at(text, lexer.getCurrentBufferOffset());
    return directive == "pragma once" || directive.starts_with("ifndef");
  }
  return false;
}

std::vector<std::string> leading_headers(llvm::StringRef text, const std::string& path, const HeaderFolders& folders) {
  Reader reader(folders);
  reader.read(text, llvm::sys::path::parent_path(path), 0);
  return std::move(reader.names);
}

}  // namespace fencepost::compiler
