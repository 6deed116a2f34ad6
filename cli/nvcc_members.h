// The members of a namespace or class: its declarations, each with what a merge of two texts has to know about it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/nvcc_brackets.h"

namespace fencepost::cli {

enum class MemberKind : std::uint8_t {
  kNamespace,  ///< Or a linkage block, `extern "C" { … }`.
  kClass,      ///< The definition of a class, struct or union, up to its `;`.
  kFunction,   ///< The definition of a function.
  kAccess,     ///< `public:`
  kOther,      ///< Variables, enumerations, types, prototypes ….
};

/// One declaration, as token indices.
struct Member {
  MemberKind kind = MemberKind::kOther;
  std::size_t first = 0, last = 0;
  std::size_t open = kNoToken, close = kNoToken;  ///< Braces of a namespace, a class, an enumeration or a body.
  std::size_t parameters_open = kNoToken;         ///< `(` of a function's parameters.
  std::size_t initialisers = kNoToken;            ///< `:` before a constructor's.
  bool global = false, device = false, host = false;
  bool device_variable = false;  ///< __constant__, __managed__ or __shared__ stands in it, or it is no function.
  bool is_template = false, is_constexpr = false, is_const = false, is_type = false;  ///< Of kOther: typedef, using ….
  bool try_block = false;                                                             ///< `f() try { … } catch …`

  /// One past the head: what stands before the body or the constructor's initialisers.
  [[nodiscard]] std::size_t head_end() const {
    if (initialisers != kNoToken) return initialisers;
    return open != kNoToken ? open : last + 1;
  }
};

/// A function that is declared, not defined; or deleted, or defaulted.
inline bool is_prototype(const Member& m) { return m.kind == MemberKind::kOther && m.parameters_open != kNoToken; }

/// The declarations of tokens `begin` … `end`, the inside of a namespace or class. Never fails.
std::vector<Member> find_members(const TokenStream& tokens, std::size_t begin, std::size_t end);

/// What `member` declares: the function, the class, the variables, the enumeration (of one without a name its
/// enumerators). Empty if it declares nothing (static_assert, using-directives), or for operators and the like.
std::vector<std::string_view> declared_names(const TokenStream& tokens, const Member& member);

}  // namespace fencepost::cli
