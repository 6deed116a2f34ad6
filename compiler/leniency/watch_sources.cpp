#include "compiler/leniency/watch_sources.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Pragma.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/SemaCUDA.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/Path.h>

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <string>

namespace fencepost::compiler {
namespace {

class Leniency {
 public:
  explicit Leniency(clang::Preprocessor& preprocessor) : preprocessor_(preprocessor) {}

  void see(clang::Token& token) {
    if (token.is(clang::tok::kw_alignas) && behind_specifier_) change_alignas(token);
    if (token.is(clang::tok::identifier) && behind_type_) release(token);
    if (in_extern_ && behind_dimensions_) rename_builtin_variable(token);
    if (asm_depth_ >= 0) see_in_asm(token);
    if (token.is(clang::tok::kw_asm)) asm_depth_ = 0;
    follow_specifiers(token);
    behind_type_ = token.isOneOf(clang::tok::identifier, clang::tok::kw_inline, clang::tok::kw_long);
    if (token.is(clang::tok::kw_extern)) in_extern_ = true;
    // Our own are of each thread.
    if (token.isOneOf(clang::tok::semi, clang::tok::l_brace, clang::tok::l_paren, clang::tok::kw___thread)) {
      in_extern_ = false;
    }
    behind_dimensions_ = is_one_of(token, {"uint3", "dim3"});
  }

 private:
  static void change_alignas(clang::Token& token) { token.setKind(clang::tok::kw__Alignas); }

  /// clang knows `__rdtsc` before any header says so: `uint64_t __rdtsc() { … }` is a function of the program's.
  static void release(const clang::Token& token) {
    clang::IdentifierInfo* const name = token.getIdentifierInfo();
    if (name->getBuiltinID() != 0 && name->isStr("__rdtsc")) name->clearBuiltinID();
  }

  static bool is_one_of(const clang::Token& token, std::initializer_list<const char*> names) {
    if (token.isNot(clang::tok::identifier)) return false;
    const llvm::StringRef name = token.getIdentifierInfo()->getName();
    return std::any_of(names.begin(), names.end(), [&](const char* one) { return name == one; });
  }

  /// `extern const uint3 threadIdx;`, for the host's side, declares again what NVIDIA's headers declare like this. Here
  /// these variables have other types: the declaration is one of a variable that nobody uses.
  void rename_builtin_variable(clang::Token& token) {
    if (!is_one_of(token, {"threadIdx", "blockIdx", "blockDim", "gridDim"})) return;
    const std::string name = "fencepost_declared_" + token.getIdentifierInfo()->getName().str();
    token.setIdentifierInfo(preprocessor_.getIdentifierInfo(name));
  }

  /// Behind `static`, `extern` or `__attribute__((…))`, of which the closing brackets are counted. Not behind the
  /// attributes of a class, where `alignas` may stand.
  void follow_specifiers(const clang::Token& token) {
    if (token.is(clang::tok::kw___attribute)) {
      attribute_depth_ = 0;
      in_attribute_ = true;
      behind_specifier_ = false;
      return;
    }
    if (in_attribute_) {
      if (token.is(clang::tok::l_paren)) ++attribute_depth_;
      if (token.is(clang::tok::r_paren) && --attribute_depth_ == 0) {
        in_attribute_ = false;
        behind_specifier_ = !in_class_head_;
      }
      return;
    }
    in_class_head_ =
        token.isOneOf(clang::tok::kw_class, clang::tok::kw_struct, clang::tok::kw_union, clang::tok::kw_enum);
    behind_specifier_ = token.isOneOf(clang::tok::kw_static, clang::tok::kw_extern, clang::tok::kw_const,
                                      clang::tok::kw_volatile, clang::tok::kw_constexpr);
  }

  /// The literals up to the first `:` or the end are the text.
  void see_in_asm(clang::Token& token) {
    if (token.is(clang::tok::l_paren)) {
      ++asm_depth_;
    } else if (token.is(clang::tok::colon) || token.is(clang::tok::coloncolon)) {
      asm_depth_ = -1;
    } else if (token.is(clang::tok::r_paren)) {
      asm_depth_ = -1;
    } else if (token.is(clang::tok::string_literal)) {
      double_percents(token);
    } else if (asm_depth_ == 0 && token.is(clang::tok::semi)) {
      asm_depth_ = -1;
    }
  }

  /// `%1`, `%[name]`, and with a letter of x86's assembly that says which part, `%q1`.
  static bool names_operand(llvm::StringRef text) {
    const auto begins = [](llvm::StringRef rest) {
      return !rest.empty() && (llvm::isDigit(rest[0]) || rest[0] == '[');
    };
    if (begins(text)) return true;
    const llvm::StringRef behind = text.drop_front();
    if (!llvm::isAlpha(text[0]) || !begins(behind)) return false;
    const llvm::StringRef rest = behind.drop_while(llvm::isDigit);
    return rest.empty() || (!llvm::isAlnum(rest[0]) && rest[0] != '_');
  }

  void double_percents(clang::Token& token) {
    const std::string text = preprocessor_.getSpelling(token);
    std::string doubled;
    for (std::size_t i = 0; i < text.size(); ++i) {
      doubled += text[i];
      if (text[i] != '%' || i + 1 == text.size()) continue;
      const char next = text[i + 1];
      if (next == '%') {
        doubled += text[++i];
      } else if (!names_operand(llvm::StringRef(text).substr(i + 1)) && next != '=') {
        doubled += '%';
      }
    }
    if (doubled == text) return;
    char* const kept = preprocessor_.getPreprocessorAllocator().Allocate<char>(doubled.size() + 1);
    std::copy(doubled.begin(), doubled.end(), kept);
    kept[doubled.size()] = '\0';
    token.setLiteralData(kept);
    token.setLength(static_cast<unsigned>(doubled.size()));
  }

  clang::Preprocessor& preprocessor_;
  bool behind_specifier_ = false;
  bool behind_type_ = false;  ///< Or behind another name.
  bool in_extern_ = false;
  bool behind_dimensions_ = false;  ///< Behind `uint3` or `dim3`.
  bool in_attribute_ = false;
  bool in_class_head_ = false;  ///< Behind `class` and its attributes.
  int attribute_depth_ = 0;
  int asm_depth_ = -1;  ///< Brackets open behind `asm`; -1 elsewhere.
};

/// Makes the functions of library headers __host__ __device__.
class LibrarySides {
 public:
  LibrarySides(clang::CompilerInstance& compiler, const std::vector<std::string>& folders)
      : compiler_(compiler), folders_(folders) {}

  void enter(clang::SourceLocation location) {
    if (!compiler_.hasSema()) return;
    const clang::PresumedLoc place = compiler_.getSourceManager().getPresumedLoc(location);
    in_library_ = place.isValid() && is_library(place.getFilename());
    in_virtual_ = false;
    force(in_library_);
  }

  /// A declaration with `virtual` or `override`, or of a member that a base has as a virtual one, lasts to its `;` or
  /// `{`, which is seen before clang takes the declaration.
  void see(const clang::Token& token) {
    if (!in_library_) return;
    if (in_virtual_) {
      follow_virtual(token);
    } else {
      force(true);
      const clang::IdentifierInfo* const word = token.isAnnotation() ? nullptr : token.getIdentifierInfo();
      const bool says_so = token.is(clang::tok::kw_virtual) || (word != nullptr && word->isStr("override"));
      const bool overrides = token.is(clang::tok::l_paren) && name_ != nullptr && is_virtual_in_base(*name_);
      if (says_so || overrides) {
        in_virtual_ = true;
        depth_ = overrides ? 1 : 0;
        force(false);
      }
    }
    // A qualified name is no declaration in a class.
    const bool is_name = token.is(clang::tok::identifier) && !behind_scope_;
    name_ = is_name ? token.getIdentifierInfo() : nullptr;
    behind_scope_ = token.is(clang::tok::coloncolon);
  }

 private:
  /// Inside of a declaration that is virtual.
  void follow_virtual(const clang::Token& token) {
    if (token.is(clang::tok::l_paren)) ++depth_;
    if (token.is(clang::tok::r_paren)) --depth_;
    if (depth_ <= 0 && token.isOneOf(clang::tok::l_brace, clang::tok::semi)) in_virtual_ = false;
  }

  /// In the class that is being declared.
  [[nodiscard]] bool is_virtual_in_base(const clang::IdentifierInfo& name) const {
    const auto* const record = llvm::dyn_cast_or_null<clang::CXXRecordDecl>(compiler_.getSema().CurContext);
    return record != nullptr && record->hasDefinition() && has_virtual_in_base(*record, name);
  }

  static bool has_virtual_in_base(const clang::CXXRecordDecl& record, const clang::IdentifierInfo& name) {
    return llvm::any_of(record.bases(), [&](const clang::CXXBaseSpecifier& specifier) {
      const clang::CXXRecordDecl* base = specifier.getType()->getAsCXXRecordDecl();
      const auto* const instance = specifier.getType()->getAs<clang::TemplateSpecializationType>();
      if (base == nullptr && instance != nullptr) {
        const clang::TemplateDecl* const pattern = instance->getTemplateName().getAsTemplateDecl();
        base = pattern == nullptr ? nullptr : llvm::dyn_cast_or_null<clang::CXXRecordDecl>(pattern->getTemplatedDecl());
      }
      base = base == nullptr ? nullptr : base->getDefinition();
      if (base == nullptr) return false;
      const auto is_it = [&](const clang::CXXMethodDecl* m) { return m->isVirtual() && m->getIdentifier() == &name; };
      return llvm::any_of(base->methods(), is_it) || has_virtual_in_base(*base, name);
    });
  }

  void force(bool on) {
    if (on == forced_) return;
    forced_ = on;
    if (on) {
      compiler_.getSema().CUDA().PushForceHostDevice();
    } else {
      compiler_.getSema().CUDA().PopForceHostDevice();
    }
  }

  bool is_library(llvm::StringRef file) const {
    // clang declares the ordinary operators new and delete itself, for either side.
    // Our headers for GoogleTest are host code.
    const llvm::StringRef name = llvm::sys::path::filename(file);
    if (name == "new" || name.starts_with("gtest")) return false;
    for (const std::string& folder : folders_) {
      if (folder.ends_with("/*") ? llvm::sys::path::parent_path(file) == llvm::StringRef(folder).drop_back(2)
                                 : file.starts_with(folder)) {
        return true;
      }
    }
    return false;
  }

  clang::CompilerInstance& compiler_;
  const std::vector<std::string>& folders_;
  bool in_library_ = false;
  bool forced_ = false;
  bool in_virtual_ = false;
  int depth_ = 0;
  const clang::IdentifierInfo* name_ = nullptr;  ///< The token before, if it may be the name that is declared.
  bool behind_scope_ = false;                    ///< The token before is `::`.
};

/// Makes deduction guides __host__ __device__: for nvcc they are no functions, and have no side.
class DeductionGuides {
 public:
  explicit DeductionGuides(clang::CompilerInstance& compiler) : compiler_(compiler) {}

  /// clang knows a declaration when its `;` has been read, or a few tokens later.
  void see(const clang::Token& token) {
    if (token.is(clang::tok::arrow)) behind_arrow_ = true;
    if (token.isOneOf(clang::tok::l_brace, clang::tok::r_brace)) behind_arrow_ = false;
    if (token.is(clang::tok::semi) && behind_arrow_) {
      behind_arrow_ = false;
      tokens_left_ = kFarthest;
    }
    if (tokens_left_ == 0) return;
    --tokens_left_;
    if (compiler_.hasSema() && take_last(compiler_.getSema())) tokens_left_ = 0;
  }

 private:
  static constexpr int kFarthest = 8;

  /// Only from a class derived from it does a context tell its last declaration.
  struct Context : clang::DeclContext {
    static clang::Decl* last(const clang::DeclContext& context) { return context.*(&Context::LastDecl); }
  };

  /// Whether the last declaration was a guide without a side.
  static bool take_last(const clang::Sema& sema) {
    clang::Decl* declaration = sema.CurContext == nullptr ? nullptr : Context::last(*sema.CurContext);
    if (auto* const made_of = llvm::dyn_cast_or_null<clang::FunctionTemplateDecl>(declaration)) {
      declaration = made_of->getTemplatedDecl();
    }
    auto* const guide = llvm::dyn_cast_or_null<clang::CXXDeductionGuideDecl>(declaration);
    if (guide == nullptr || guide->hasAttr<clang::CUDAHostAttr>() || guide->hasAttr<clang::CUDADeviceAttr>()) {
      return false;  // Or it is the one before.
    }
    guide->addAttr(clang::CUDAHostAttr::CreateImplicit(sema.getASTContext()));
    guide->addAttr(clang::CUDADeviceAttr::CreateImplicit(sema.getASTContext()));
    return true;
  }

  clang::CompilerInstance& compiler_;
  bool behind_arrow_ = false;
  int tokens_left_ = 0;
};

class FileWatcher : public clang::PPCallbacks {
 public:
  FileWatcher(clang::SourceManager& sources, const std::string& own_headers, std::shared_ptr<LibrarySides> sides)
      : sources_(sources), own_headers_(own_headers), sides_(std::move(sides)) {}
  void FileChanged(clang::SourceLocation location, FileChangeReason reason, clang::SrcMgr::CharacteristicKind /*kind*/,
                   clang::FileID /*previous*/) override {
    sides_->enter(location);
    if (reason == EnterFile) warn_of_nothing(location);
  }

 private:
  /// As `#pragma GCC system_header` behind the first line of each of our own headers would.
  void warn_of_nothing(clang::SourceLocation location) {
    const clang::PresumedLoc place = sources_.getPresumedLoc(location);
    if (place.isInvalid() || !llvm::StringRef(place.getFilename()).starts_with(own_headers_)) return;
    sources_.AddLineNote(location, place.getLine() + 1, sources_.getLineTableFilenameID(place.getFilename()), false,
                         false, clang::SrcMgr::C_System);
  }

  clang::SourceManager& sources_;
  const std::string& own_headers_;
  std::shared_ptr<LibrarySides> sides_;
};

/// nvcc's own pragmas, of which clang would say that it does not know them.
constexpr const char* kPragmas[] = {
    "diag_default",     "diag_error",      "diag_once",          "diag_remark",
    "diag_suppress",    "diag_warning",    "hd_warning_disable", "nv_abi",
    "nv_diag_default",  "nv_diag_error",   "nv_diag_once",       "nv_diag_remark",
    "nv_diag_suppress", "nv_diag_warning", "nv_diagnostic",      "nv_exec_check_disable"};

}  // namespace

void watch_sources(clang::CompilerInstance& compiler, const std::vector<std::string>& library_folders,
                   const std::string& own_headers) {
  clang::Preprocessor& preprocessor = compiler.getPreprocessor();
  const auto leniency = std::make_shared<Leniency>(preprocessor);
  const auto sides = std::make_shared<LibrarySides>(compiler, library_folders);
  const auto guides = std::make_shared<DeductionGuides>(compiler);
  // The preprocessor owns them.
  for (const char* const name : kPragmas) preprocessor.AddPragmaHandler(new clang::EmptyPragmaHandler(name));
  preprocessor.addPPCallbacks(std::make_unique<FileWatcher>(compiler.getSourceManager(), own_headers, sides));
  // The watcher sees the very token that the parser is about to be given, which is not const.
  preprocessor.setTokenWatcher([leniency, sides, guides](const clang::Token& token) {
    leniency->see(const_cast<clang::Token&>(token));
    sides->see(token);
    guides->see(token);
  });
}

}  // namespace fencepost::compiler
