// What is changed in the text of sources before clang reads them, because nvcc takes it as it is.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/Basic/SourceLocation.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/CompilerInstance.h>

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace fencepost::compiler {

/// The text with `<<<` for `<< <` and, behind it, `>>>` for `>> >`, which nvcc takes as the marks of a launch; as long
/// as before, so that all other tokens stay where they are. Empty if there is nothing to change.
std::string with_whole_launch_marks(std::string_view text);

/// The text with a comma between the operands of inline assembly that stand side by side, `"r"(a) "l"(b)`, in place of
/// a blank if there is one. Empty if there is nothing to change.
std::string with_operand_commas(std::string_view text);

/// The text with a blank in front of a keyword of CUDA's that stands behind a string, `extern "C"__global__`: g++, for
/// which it is a macro, does not take it for a suffix of the string. Empty if there is nothing to change.
std::string with_keywords_apart(std::string_view text);

/// The text with `_Pragma("unroll")` for `#pragma unroll` in the definition of a macro without parameters: nvcc finds
/// the line when the macro stands there. Empty if there is nothing to change.
std::string with_pragma_operators(std::string_view text);

/// Places that clang has found to need a word more. They are collected while a source is parsed, which is then parsed
/// again: `X<T>::f<2>(x)`, where `f` turns out to be a template only when T is known, and nobody wrote `template`, or
/// `f<T::Value>(x)`, and nobody wrote `typename`; launches in kernels; `this->` in constant expressions; `constexpr` in
/// front of what cannot be; names that std has, too; lists in launches' configurations; specializations for the device
/// of templates for both sides; members of bases that depend on a parameter; constexpr functions of the device's that
/// the host calls.
class SourceMends {
 public:
  /// Around `k<<<…>>>(…)` in device code, whose kernel is named at `place`, a lambda for both sides is missing: from
  /// one clang takes it. False if no launch stands there, if it has one already, or if it is not in a file.
  bool add_launch(clang::SourceLocation place, const clang::SourceManager& sources);
  /// In front of `name`, in the expression that begins at `place`, the word is missing. Without a name, in front of
  /// what that expression calls; if `first`, that is its first word. False if no arguments of a template and, unless
  /// `name` stands at `place`, of a call follow, or if that stands in a macro, where nothing can be put.
  bool add_missing_template(const std::string& name, bool first, clang::SourceLocation place,
                            const clang::SourceManager& sources);

  /// The name that begins at `place` is one of a type, and `typename` is missing. False if it stands in a macro.
  bool add_typename(clang::SourceLocation place, const clang::SourceManager& sources);

  /// The function that is declared with its name at `place` is the host's, too. False if that stands in a macro.
  bool add_host(clang::SourceLocation place, const clang::SourceManager& sources);

  /// The condition, or the variable with its value, that begins at `place` is no constant because of the `this->` in
  /// it, or of one of `references`, which ask for nothing but the class: `if constexpr (this->kWide)`, `map.cg_size()`.
  /// False if there is none, or if that stands in a macro.
  bool name_class(clang::SourceLocation place, const std::set<std::string>& references,
                  const clang::SourceManager& sources);

  /// The name at `place` means what stands outside of all namespaces. False if it is qualified, or is not in a file.
  bool name_global(clang::SourceLocation place, const clang::SourceManager& sources);

  /// The list at `place`, of a launch's configuration, `k<<<grid, {16, 16}>>>(…)`, is a dim3. False if it is not in
  /// one.
  bool name_dimensions(clang::SourceLocation place, const clang::SourceManager& sources);

  /// The name at `place`, without `this->`, means a member of a base class that depends on a template's parameter,
  /// which nvcc finds when it knows the class. False if it stands in a macro.
  bool name_member(clang::SourceLocation place, const clang::SourceManager& sources);

  /// The specialization of a function template that is named at `place` is of both sides, as nvcc has it if the
  /// template is, whatever it says itself. In a macro that makes it, too. False if it does already.
  bool add_sides(clang::SourceLocation place, const clang::SourceManager& sources);

  /// `function`, of a template, is none that could be constexpr, and says that it is: g++ and nvcc take the word for
  /// nothing there. False if it stands in a macro, or nowhere.
  bool drop_constexpr(const clang::FunctionDecl& function, const clang::SourceManager& sources);

  /// Something was added since the source was read; the next reading has it.
  [[nodiscard]] bool pending() const { return !missing_.empty(); }
  void apply();
  /// There are other errors, too, which were told: reading again would tell them twice.
  void forget() { missing_.clear(); }

  // Where the errors of a reading stand: another way of reading may have none.

  void begin_reading() { errors_of_templates_ = errors_ = 0; }
  /// `of_template`: in a template itself, not in an instance.
  void add_error(bool of_template) {
    ++errors_;
    if (of_template) ++errors_of_templates_;
  }
  [[nodiscard]] bool has_errors_of_templates_only() const { return errors_ != 0 && errors_of_templates_ == errors_; }

  /// What to read instead of a file's text as it is; empty: that.
  [[nodiscard]] std::string text_of(const std::string& file, std::string_view text) const;

 private:
  /// By offset in the file's text as it was read.
  void put(clang::FileID file, const std::map<std::size_t, std::string>& words, const clang::SourceManager& sources);
  /// False if `place` is in a macro.
  bool put_at(clang::SourceLocation place, const std::string& word, const clang::SourceManager& sources);

  std::map<std::string, std::map<std::size_t, std::string>> missing_;  // By offset in the text that was read.
  std::map<std::string, std::string> read_, mended_;
  std::size_t errors_ = 0, errors_of_templates_ = 0;
};

/// Has clang read files so, the main file and each that is included. Before the source is begun; `mends` must outlive
/// the compiler.
void mend_sources(clang::CompilerInstance& compiler, const SourceMends& mends);

}  // namespace fencepost::compiler
