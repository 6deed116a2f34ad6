#include "compiler/leniency/source_mends.h"

#include <clang/Basic/LangOptions.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <llvm/Support/MemoryBuffer.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <vector>

namespace fencepost::compiler {
namespace {

struct Word {
  clang::tok::TokenKind kind;
  std::size_t offset, length;
};

/// As a C++ lexer reads it, which does not know `<<<`.
std::vector<Word> words_of(std::string_view text) {
  clang::LangOptions language;
  language.CPlusPlus = language.CPlusPlus11 = language.LineComment = true;
  const std::string ended(text);  // A lexer wants a zero behind the end.
  clang::Lexer lexer(clang::SourceLocation(), language, ended.data(), ended.data(), ended.data() + ended.size());
  std::vector<Word> words;
  clang::Token token;
  while (!lexer.LexFromRawLexer(token)) {
    const auto end = static_cast<std::size_t>(lexer.getBufferLocation() - ended.data());
    words.push_back({token.getKind(), end - token.getLength(), token.getLength()});
  }
  return words;
}

/// Behind `f <` stands `…>(`.
bool calls_template(const std::vector<Word>& words, std::size_t i) {
  int depth = 0;
  for (; i + 1 < words.size(); ++i) {
    using namespace clang::tok;  // NOLINT(google-build-using-namespace)
    const TokenKind kind = words[i].kind;
    if (kind == l_paren || kind == l_square) ++depth;
    if (kind == r_paren || kind == r_square) --depth;
    if (depth < 0 || kind == semi || kind == l_brace || kind == r_brace) return false;
    if (depth == 0 && kind == greater) return words[i + 1].kind == l_paren;
  }
  return false;
}

/// Where `>> >` stands that closes what opens in front of word `i`.
std::optional<std::size_t> closing(const std::vector<Word>& words, std::size_t i) {
  int depth = 0;
  for (; i + 1 < words.size(); ++i) {
    using namespace clang::tok;  // NOLINT(google-build-using-namespace)
    const TokenKind kind = words[i].kind;
    if (kind == l_paren || kind == l_square || kind == l_brace) ++depth;
    if (kind == r_paren || kind == r_square || kind == r_brace) --depth;
    if (depth < 0 || kind == semi) return std::nullopt;
    if (depth == 0 && kind == greatergreater && words[i + 1].kind == greater) return i;
  }
  return std::nullopt;
}

constexpr std::string_view kOpenLaunch = "[&] __host__ __device__ () { ";
constexpr std::string_view kCloseLaunch = "; }()";

bool is_at(const std::vector<Word>& words, std::size_t i, clang::tok::TokenKind first, clang::tok::TokenKind second) {
  return i + 1 < words.size() && words[i].kind == first && words[i + 1].kind == second &&
         words[i].offset + words[i].length == words[i + 1].offset;
}

/// Words of the launch whose kernel is named at `name`: its first, and that behind its last.
struct LaunchWords {
  std::size_t begin = 0, end = 0;
};

/// `a::b<c>::name<d><<<…>>>(…)`.
std::optional<LaunchWords> launch_at(const std::vector<Word>& words, std::size_t name) {
  using namespace clang::tok;  // NOLINT(google-build-using-namespace)
  std::size_t i = name;
  while (!is_at(words, i, lessless, less)) {
    if (++i >= words.size() || words[i].kind == semi || words[i].kind == l_brace || words[i].kind == r_brace)
      return std::nullopt;
  }
  int depth = 0;
  for (i += 2; depth != 0 || !is_at(words, i, greatergreater, greater); ++i) {
    if (i >= words.size() || words[i].kind == semi) return std::nullopt;
    if (words[i].kind == l_paren || words[i].kind == l_square || words[i].kind == l_brace) ++depth;
    if (words[i].kind == r_paren || words[i].kind == r_square || words[i].kind == r_brace) --depth;
    if (depth < 0) return std::nullopt;
  }
  i += 2;
  if (i >= words.size() || words[i].kind != l_paren) return std::nullopt;
  for (depth = 0; i < words.size(); ++i) {
    if (words[i].kind == l_paren) ++depth;
    if (words[i].kind == r_paren && --depth == 0) break;
  }
  if (i >= words.size()) return std::nullopt;
  LaunchWords found{name, i + 1};
  while (found.begin != 0 && words[found.begin - 1].kind == coloncolon) {
    --found.begin;
    std::size_t before = found.begin;
    for (depth = 0; before != 0; --before) {
      const TokenKind kind = words[before - 1].kind;
      if (kind == greater) ++depth;
      if (kind == greatergreater) depth += 2;
      if (kind == less) --depth;
      if (depth == 0 && kind != less) break;
    }
    if (before != 0 && words[before - 1].kind == raw_identifier) found.begin = before - 1;
  }
  return found;
}

}  // namespace

bool SourceMends::add_launch(clang::SourceLocation place, const clang::SourceManager& sources) {
  const auto [file, offset] = sources.getDecomposedLoc(sources.getSpellingLoc(place));
  if (file.isInvalid() || !sources.getFileEntryRefForID(file)) return false;
  const llvm::StringRef text = sources.getBufferData(file);
  const std::vector<Word> words = words_of({text.data(), text.size()});
  const auto name = std::ranges::find(words, std::size_t{offset}, &Word::offset);
  if (name == words.end()) return false;
  const std::optional<LaunchWords> launch = launch_at(words, static_cast<std::size_t>(name - words.begin()));
  if (!launch) return false;
  const std::size_t begin = words[launch->begin].offset;
  if (text.take_front(begin).ends_with({kOpenLaunch.data(), kOpenLaunch.size()})) return false;
  put(file, {{begin, kOpenLaunch.data()}, {words[launch->end - 1].offset + 1, kCloseLaunch.data()}}, sources);
  return true;
}

std::string with_whole_launch_marks(std::string_view text) {
  // Nearly all sources have none.
  bool any = false;
  for (std::size_t at = text.find("<<"); at != std::string_view::npos && !any; at = text.find("<<", at + 2)) {
    const std::size_t next = text.find_first_not_of(" \t\r\n", at + 2);
    any = next != at + 2 && next != std::string_view::npos && text[next] == '<';
  }
  if (!any) return {};
  std::string mended(text);
  const std::vector<Word> words = words_of(text);
  // A line break or a comment between the two stays, and with it clang's refusal.
  const auto is_apart = [&](std::size_t word) {
    const char behind = text[words[word].offset + 2];
    return behind == ' ' || behind == '\t';
  };
  const auto join = [&](std::size_t word) {
    mended[words[word + 1].offset] = ' ';
    mended[words[word].offset + 2] = mended[words[word].offset];
  };
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i].kind != clang::tok::lessless || words[i + 1].kind != clang::tok::less) continue;
    const std::optional<std::size_t> close = is_apart(i) ? closing(words, i + 2) : std::nullopt;
    if (!close) continue;  // operator<< <int>(…)
    join(i);
    if (is_apart(*close)) join(*close);
  }
  return mended;
}

std::string with_operand_commas(std::string_view text) {
  if (text.find("asm") == std::string_view::npos) return {};
  const std::vector<Word> words = words_of(text);
  const auto is_asm = [&](std::size_t i) {
    const std::string_view word = text.substr(words[i].offset, words[i].length);
    return word == "asm" || word == "__asm" || word == "__asm__";
  };
  std::string mended;
  std::size_t done = 0;
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (!is_asm(i)) continue;
    while (++i < words.size() && words[i].kind == clang::tok::raw_identifier) {
    }
    if (i >= words.size() || words[i].kind != clang::tok::l_paren) continue;
    int depth = 0;
    bool in_operands = false, in_operand = false;  // "r"(…): what a macro makes may bring its own comma.
    for (; i + 1 < words.size(); ++i) {
      if (words[i].kind == clang::tok::l_paren && ++depth == 2) {
        in_operand = in_operands && words[i - 1].kind == clang::tok::string_literal;
      }
      if (words[i].kind == clang::tok::r_paren && --depth == 0) break;
      if (depth == 1 && (words[i].kind == clang::tok::colon || words[i].kind == clang::tok::coloncolon))
        in_operands = true;
      const bool ends_operand = words[i].kind == clang::tok::r_paren && depth == 1 && in_operand;
      if (!ends_operand || words[i + 1].kind != clang::tok::string_literal) continue;
      const std::size_t behind = words[i].offset + 1;
      mended += std::string(text.substr(done, behind - done)) + ",";
      done = behind + (text[behind] == ' ' ? 1 : 0);
    }
  }
  return done == 0 ? std::string() : mended + std::string(text.substr(done));
}

std::string with_keywords_apart(std::string_view text) {
  constexpr std::string_view kKeywords[] = {"\"__global__", "\"__device__", "\"__host__"};
  if (std::none_of(std::begin(kKeywords), std::end(kKeywords),
                   [&](std::string_view keyword) { return text.find(keyword) != std::string_view::npos; }))
    return {};
  std::string mended(text);
  std::size_t longer = 0;
  for (const Word& word : words_of(text)) {
    if (word.kind != clang::tok::string_literal) continue;
    const std::string_view literal = text.substr(word.offset, word.length);
    for (const std::string_view keyword : kKeywords) {
      const std::size_t suffix = keyword.size() - 1;
      if (literal.size() <= keyword.size() || literal.substr(literal.size() - keyword.size()) != keyword) continue;
      mended.insert(word.offset + word.length - suffix + longer++, " ");
    }
  }
  return longer == 0 ? std::string() : mended;
}

namespace {

constexpr std::size_t kFarthest = 1000;  ///< Characters between a place that clang tells and what is to be mended.

struct Expression {
  clang::FileID file;
  std::size_t begin;
  llvm::StringRef text;  ///< From there on, with what follows it.
  std::vector<Word> words;
};

Expression expression_at(clang::SourceLocation place, const clang::SourceManager& sources) {
  const auto [file, begin] = sources.getDecomposedLoc(place);
  const llvm::StringRef text = sources.getBufferData(file).substr(begin, kFarthest);
  return {file, begin, text, words_of({text.data(), text.size()})};
}

}  // namespace

void SourceMends::put(clang::FileID file, const std::map<std::size_t, std::string>& words,
                      const clang::SourceManager& sources) {
  const std::string path = sources.getBufferOrFake(file).getBufferIdentifier().str();
  for (const auto& [at, word] : words) missing_[path][at] = word;
  read_[path] = sources.getBufferData(file).str();
}

bool SourceMends::put_at(clang::SourceLocation place, const std::string& word, const clang::SourceManager& sources) {
  if (!place.isFileID()) return false;
  const auto [file, at] = sources.getDecomposedLoc(place);
  put(file, {{at, word}}, sources);
  return true;
}

bool SourceMends::add_missing_template(const std::string& name, bool first, clang::SourceLocation place,
                                       const clang::SourceManager& sources) {
  if (!place.isFileID()) return false;
  const auto& [file, begin, expression, words] = expression_at(place, sources);
  const std::size_t end = first ? std::min<std::size_t>(words.size(), 2) : words.size();
  for (std::size_t i = 0; i + 1 < end; ++i) {
    if (words[i].kind == clang::tok::semi) return false;
    const bool begins = i == 0 && (first || !name.empty());
    const bool member = i == 0 ? begins
                               : words[i - 1].kind == clang::tok::coloncolon ||
                                     words[i - 1].kind == clang::tok::period || words[i - 1].kind == clang::tok::arrow;
    const std::size_t at = words[i].offset;
    const bool call = expression.substr(at, words[i].length) == "operator" && words[i + 1].kind == clang::tok::l_paren;
    const std::size_t less = i + (call ? 3 : 1);  // Behind `f` or `operator()`.
    if (!member || words[i].kind != clang::tok::raw_identifier || less + 1 >= words.size() ||
        words[less].kind != clang::tok::less)
      continue;
    const std::string_view word = call ? "operator()" : std::string_view(expression.data() + at, words[i].length);
    if (!name.empty() && word != name) continue;
    const bool is_place = i == 0 && !name.empty();  // `typename X<T>::f<>`
    if (!is_place && !calls_template(words, less + 1)) continue;
    put(file, {{begin + at, "template "}}, sources);
    return true;
  }
  return false;
}

bool SourceMends::add_typename(clang::SourceLocation place, const clang::SourceManager& sources) {
  return put_at(place, "typename ", sources);
}

bool SourceMends::add_host(clang::SourceLocation place, const clang::SourceManager& sources) {
  return put_at(place, "__host__ ", sources);
}

std::string with_pragma_operators(std::string_view text) {
  std::string mended;
  std::size_t done = 0;
  for (std::size_t at = text.find("#pragma"); at != std::string_view::npos; at = text.find("#pragma", at + 1)) {
    const std::size_t begin = text.rfind('\n', at) + 1;  // Of the line; 0 at the text's.
    const std::string_view before = text.substr(begin, at - begin);
    std::vector<Word> words = words_of(before);
    const bool defines = words.size() == 3 && words[0].kind == clang::tok::hash &&
                         before.substr(words[1].offset, words[1].length) == "define" &&
                         words[2].kind == clang::tok::raw_identifier;
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string_view pragma = text.substr(at + 7, end - at - 7);
    const std::size_t first = pragma.find_first_not_of(" \t");
    if (!defines || first == std::string_view::npos || pragma.find_first_of("\\\"/\r") != std::string_view::npos)
      continue;
    pragma.remove_prefix(first);
    mended += std::string(text.substr(done, at - done)) + "_Pragma(\"" + std::string(pragma) + "\")";
    done = end;
  }
  return done == 0 ? std::string() : mended + std::string(text.substr(done));
}

bool SourceMends::drop_constexpr(const clang::FunctionDecl& function, const clang::SourceManager& sources) {
  bool any = false;
  for (const clang::FunctionDecl* const declaration : function.redecls()) {
    const clang::SourceLocation name = declaration->getLocation();
    if (!name.isFileID()) return false;
    const auto [file, end] = sources.getDecomposedLoc(name);
    const llvm::StringRef text = sources.getBufferData(file);
    const std::size_t begin = end > kFarthest ? text.find('\n', end - kFarthest) : 0;
    if (begin >= end) continue;
    const llvm::StringRef head = text.slice(begin, end);
    std::size_t found = llvm::StringRef::npos;
    for (const Word& word : words_of({head.data(), head.size()})) {
      using namespace clang::tok;  // NOLINT(google-build-using-namespace)
      if (word.kind == semi || word.kind == l_brace || word.kind == r_brace) found = llvm::StringRef::npos;
      if (head.substr(word.offset, word.length) == "constexpr") found = begin + word.offset;
    }
    if (found == llvm::StringRef::npos) continue;
    put(file, {{found, "/*"}, {found + llvm::StringRef("constexpr").size(), "*/"}}, sources);
    any = true;
  }
  return any;
}

bool SourceMends::add_sides(clang::SourceLocation place, const clang::SourceManager& sources) {
  if (!place.isFileID() && !sources.isMacroBodyExpansion(place)) return false;
  const auto [file, end] = sources.getDecomposedLoc(sources.getSpellingLoc(place));
  const llvm::StringRef text = sources.getBufferData(file);
  const std::size_t begin = end > kFarthest ? text.find('\n', end - kFarthest) : 0;
  if (begin >= end) return false;
  const llvm::StringRef head = text.slice(begin, end);
  const std::vector<Word> words = words_of({head.data(), head.size()});
  constexpr llvm::StringRef kSides = " __host__ __device__ ";
  for (std::size_t i = words.size(); i-- > 2;) {
    using namespace clang::tok;  // NOLINT(google-build-using-namespace)
    if (words[i].kind == semi || words[i].kind == r_brace) return false;
    if (words[i].kind != greater || words[i - 1].kind != less) continue;
    if (head.substr(words[i - 2].offset, words[i - 2].length) != "template") continue;
    const std::size_t at = begin + words[i].offset + 1;
    if (text.substr(at).starts_with(kSides)) return false;
    put(file, {{at, kSides.str()}}, sources);
    return true;
  }
  return false;
}

bool SourceMends::name_global(clang::SourceLocation place, const clang::SourceManager& sources) {
  const auto [file, offset] = sources.getDecomposedLoc(sources.getSpellingLoc(place));
  if (file.isInvalid() || !sources.getFileEntryRefForID(file)) return false;
  const llvm::StringRef before = sources.getBufferData(file).take_front(offset).rtrim();
  if (before.ends_with("::") || before.ends_with(".") || before.ends_with("->")) return false;
  put(file, {{offset, " ::"}}, sources);
  return true;
}

bool SourceMends::name_member(clang::SourceLocation place, const clang::SourceManager& sources) {
  if (!place.isFileID()) return false;
  const auto [file, offset] = sources.getDecomposedLoc(place);
  put(file, {{offset, "this->"}}, sources);
  return true;
}

bool SourceMends::name_dimensions(clang::SourceLocation place, const clang::SourceManager& sources) {
  if (!place.isFileID()) return false;
  const auto [file, end] = sources.getDecomposedLoc(place);
  const llvm::StringRef text = sources.getBufferData(file);
  if (!text.substr(end).starts_with("{")) return false;
  const std::size_t begin = end > kFarthest ? text.find('\n', end - kFarthest) : 0;
  if (begin >= end) return false;
  const llvm::StringRef head = text.slice(begin, end);
  const std::vector<Word> words = words_of({head.data(), head.size()});
  using namespace clang::tok;  // NOLINT(google-build-using-namespace)
  const auto begins_with = [&](const Word& word, llvm::StringRef mark) {
    return head.substr(word.offset).starts_with(mark);
  };
  for (std::size_t i = words.size(); i-- > 0;) {
    const bool last = i + 1 == words.size();
    if (last && words[i].kind != comma && words[i].kind != less) return false;
    if (words[i].kind == semi || begins_with(words[i], ">>>")) return false;
    if (!begins_with(words[i], "<<<")) continue;
    put(file, {{end, " ::dim3"}}, sources);
    return true;
  }
  return false;
}

bool SourceMends::name_class(clang::SourceLocation place, const std::set<std::string>& references,
                             const clang::SourceManager& sources) {
  if (!place.isFileID()) return false;
  const auto& [file, begin, expression, words] = expression_at(place, sources);
  std::map<std::size_t, std::string> named;
  int depth = 0;
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    using namespace clang::tok;  // NOLINT(google-build-using-namespace)
    const TokenKind kind = words[i].kind;
    if (kind == l_paren) ++depth;
    if ((kind == r_paren && --depth < 0) || kind == semi || kind == l_brace) break;
    const auto word = std::string(expression.substr(words[i].offset, words[i].length));
    const bool own = words[i + 1].kind == arrow && word == "this";
    const bool part = i > 0 && (words[i - 1].kind == period || words[i - 1].kind == arrow);
    if (!own && (words[i + 1].kind != period || part || !references.contains(word))) continue;
    // What was there stays, as a comment: all that follows keeps its line.
    named[begin + words[i].offset] =
        own ? "::std::remove_pointer_t<decltype(this)>::/*" : "::std::remove_reference_t<decltype(" + word + ")>::/*";
    named[begin + words[i + 1].offset + words[i + 1].length] = "*/";
  }
  if (named.empty()) return false;
  put(file, named, sources);
  return true;
}

void SourceMends::apply() {
  for (const auto& [file, places] : missing_) {
    std::string text = read_[file];
    for (auto place = places.rbegin(); place != places.rend(); ++place) text.insert(place->first, place->second);
    mended_[file] = std::move(text);
  }
  missing_.clear();
  read_.clear();
}

std::string SourceMends::text_of(const std::string& file, std::string_view text) const {
  const auto known = mended_.find(file);
  if (known != mended_.end()) return known->second;
  const std::string marks = with_whole_launch_marks(text);
  const std::string commas = with_operand_commas(marks.empty() ? text : marks);
  const std::string& joined = commas.empty() ? marks : commas;
  const std::string apart = with_keywords_apart(joined.empty() ? text : joined);
  const std::string& words = apart.empty() ? joined : apart;
  std::string pragmas = with_pragma_operators(words.empty() ? text : words);
  return pragmas.empty() ? words : pragmas;
}

namespace {

class Inclusions : public clang::PPCallbacks {
 public:
  Inclusions(clang::SourceManager& sources, const SourceMends& mends) : sources_(sources), mends_(mends) {}

  void InclusionDirective(clang::SourceLocation, const clang::Token&, llvm::StringRef, bool, clang::CharSourceRange,
                          clang::OptionalFileEntryRef file, llvm::StringRef, llvm::StringRef, const clang::Module*,
                          bool, clang::SrcMgr::CharacteristicKind kind) override {
    if (file && kind == clang::SrcMgr::C_User) mend(*file);
  }

  void mend(clang::FileEntryRef file) {
    if (sources_.isFileOverridden(file)) return;
    const std::optional<llvm::MemoryBufferRef> buffer = sources_.getMemoryBufferForFileOrNone(file);
    if (!buffer) return;
    const std::string mended = mends_.text_of(buffer->getBufferIdentifier().str(), buffer->getBuffer());
    if (mended.empty()) return;
    sources_.overrideFileContents(file, llvm::MemoryBuffer::getMemBufferCopy(mended, buffer->getBufferIdentifier()));
  }

 private:
  clang::SourceManager& sources_;
  const SourceMends& mends_;
};

}  // namespace

void mend_sources(clang::CompilerInstance& compiler, const SourceMends& mends) {
  clang::SourceManager& sources = compiler.getSourceManager();
  auto inclusions = std::make_unique<Inclusions>(sources, mends);
  if (const auto file = sources.getFileEntryRefForID(sources.getMainFileID())) inclusions->mend(*file);
  compiler.getPreprocessor().addPPCallbacks(std::move(inclusions));
}

}  // namespace fencepost::compiler
