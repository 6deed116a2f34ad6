// Code objects: what fencepost-nvcc writes for -cubin, -fatbin and -ptx, and cuModuleLoad and its kin read. Both
// include this.
//
// A code object is a relocatable ELF file with the checked device code of one source, as an object of a program has it:
// the same code, made by the same passes. What names its kernels and variables is the table kCodeObjectTable
// (sim/interface/kernel_table.h). The section kCodeObjectSection says, in words, what the file is, and the version that
// reads it. As text (-ptx) it is a comment, the words `.version`, `.target` and `.entry` for who looks for them, and
// the same file in base64, kTextColumns characters a line, each line behind kTextPrefix.
//
// Code objects that are linked with each other (cuLinkComplete) lie one behind the other, each from a multiple of
// kLinkedAlignment on: the first's e_flags, which x86-64 does not use, say how many follow it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace fencepost {

inline constexpr char kCodeObjectTable[] = "fencepost_code_object";
inline constexpr char kCodeObjectSection[] = ".fencepost";
/// The user's sources, as reports quote them: of each its path, absolute, and its text, each ended by a zero. Those who
/// compile at run time remove the files afterwards.
inline constexpr char kCodeObjectSources[] = ".fencepost_sources";

/// The whole content of the section: another version has another one. `FENCEPOST_VERSION` is a literal.
#define FENCEPOST_CODE_OBJECT_WORDS                                        \
  "Fencepost code object " FENCEPOST_VERSION                               \
  "/19\nChecked code for x86-64, which programs linked by Fencepost load " \
  "(cuModuleLoad). No GPU runs it: compile for one with nvcc.\n"
inline constexpr std::size_t kLinkedAlignment = 16;

/// Of all bytes of the ELF file but those of its e_entry, where it is kept, and of its e_flags: FNV-1a. Never 0, which
/// says that a file has none.
inline std::uint64_t code_object_sum(std::span<const std::byte> file) {
  constexpr std::size_t kEntry = 24, kEntryEnd = 32, kFlags = 48, kFlagsEnd = 52;
  std::uint64_t sum = 0xcbf29ce484222325;
  const auto add = [&](std::span<const std::byte> part) {
    for (const std::byte byte : part) sum = (sum ^ static_cast<std::uint64_t>(byte)) * 0x100000001b3;
  };
  add(file.first(kEntry));
  add(file.subspan(kEntryEnd, kFlags - kEntryEnd));
  add(file.subspan(kFlagsEnd));
  return sum | 1;
}
inline constexpr std::string_view kCodeObjectTitle = "Fencepost code object ";

inline constexpr std::string_view kTextTitle = "// Fencepost code object, as text.";
inline constexpr std::string_view kTextPrefix = "//@";
inline constexpr std::size_t kTextColumns = 120;
inline constexpr std::string_view kBase64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace fencepost
