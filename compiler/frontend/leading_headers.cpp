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

class Reader {
 public:
  explicit Reader(const std::vector<std::string>& own) : own_(own) {}

  std::vector<std::string> names;

  /// False if something follows that is no inclusion of a header.
  bool read(llvm::StringRef text, llvm::StringRef folder, int depth) {
    clang::LangOptions language;
    language.CPlusPlus = language.CPlusPlus11 = language.LineComment = true;
    // The lexer needs a 0 behind the text; MemoryBuffer's have it.
    clang::Lexer lexer({}, language, text.begin(), text.begin(), text.end());
    clang::Token token;
    while (true) {
      lexer.LexFromRawLexer(token);
      if (token.is(clang::tok::eof)) return true;
      if (token.isNot(clang::tok::hash) || !token.isAtStartOfLine()) return false;
      const std::size_t begin = lexer.getCurrentBufferOffset();
      const llvm::StringRef line = text.substr(begin, text.find('\n', begin) - begin).trim();
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
    if (!is_standard(name) && !is_own(name)) return false;
    if (!llvm::is_contained(names, name)) names.push_back(name.str());
    return true;
  }

  bool is_own(llvm::StringRef name) const {
    if (name.starts_with("thrust/") || name.starts_with("cub/")) return false;
    return llvm::any_of(own_, [&](const std::string& folder) { return llvm::sys::fs::exists(folder + name); });
  }

  bool read_file(llvm::StringRef name, llvm::StringRef folder, int depth) {
    llvm::SmallString<256> path(folder);
    llvm::sys::path::append(path, name);
    const auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
    return file && read((*file)->getBuffer(), llvm::sys::path::parent_path(path), depth);
  }

  const std::vector<std::string>& own_;
};

}  // namespace

std::vector<std::string> leading_headers(llvm::StringRef text, const std::string& path,
                                         const std::vector<std::string>& own) {
  Reader reader(own);
  reader.read(text, llvm::sys::path::parent_path(path), 0);
  return std::move(reader.names);
}

}  // namespace fencepost::compiler
