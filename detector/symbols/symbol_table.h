// The ELF symbols of an executable: functions, variables, thread-local variables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

struct Elf;

namespace fencepost::detector {

/// The one variable that all `extern __shared__` ones lie in; "fencepost_dynamic_shared.NAME" is where NAME lies.
inline constexpr std::string_view kDynamicShared = "fencepost_dynamic_shared";

struct Symbol {
  std::uintptr_t begin = 0;
  std::size_t bytes = 0;
  const char* name = nullptr;  ///< Mangled; lives as long as the executable is open.
};

/// Sorted by address. Built in one pass over .symtab. Not thread-safe while being built.
class SymbolTable {
 public:
  /// `elf` must outlive the table. A null or stripped one gives an empty table.
  explicit SymbolTable(Elf* elf);

  /// The symbol that contains `address`, or null. Of several at the same place the widest, then the first by name.
  [[nodiscard]] const Symbol* function(std::uintptr_t address) const { return find(functions_, address); }
  [[nodiscard]] const Symbol* global(std::uintptr_t address) const { return find(globals_, address); }
  [[nodiscard]] const Symbol* thread_local_at(std::size_t offset) const { return find(thread_locals_, offset); }

  /// Every variable, sorted by address.
  [[nodiscard]] std::span<const Symbol> globals() const { return globals_; }
  /// The names of `extern __shared__` arrays (mangled) in a file without the variable that they lie in.
  [[nodiscard]] const std::vector<std::string>& dynamic_shared() const { return dynamic_shared_; }
  /// Every thread-local symbol, sorted by offset into the TLS segment.
  [[nodiscard]] std::span<const Symbol> thread_locals() const { return thread_locals_; }

 private:
  static const Symbol* find(const std::vector<Symbol>& symbols, std::uintptr_t address);

  std::vector<Symbol> functions_, globals_, thread_locals_;
  std::vector<std::string> dynamic_shared_;
};

}  // namespace fencepost::detector
