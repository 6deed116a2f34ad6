#include "detector/symbols/symboliser.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <libelf.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <span>
#include <string_view>
#include <utility>

#include "detector/symbols/demangle.h"
#include "detector/symbols/dwarf_lines.h"
#include "detector/symbols/dwarf_units.h"
#include "detector/symbols/dwarf_variables.h"
#include "detector/symbols/script_calls.h"
#include "detector/symbols/symbol_table.h"
#include "detector/text/source_lines.h"
#include "sim/code/kept_sources.h"
#include "sim/code/kernel_variables.h"
#include "sim/code/loaded_code.h"
#include "sim/interface/host_mutex.h"
#include "sim/os/image.h"

namespace fencepost::detector {
namespace {

constexpr std::string_view kStaticShared = ".shared";  // A suffix that fencepost-nvcc gives.
constexpr std::string_view kUnchecked = ".unchecked";  // One of the second code of a kernel.

/// An executable opened for reading; `elf` is null if that failed.
struct OpenExecutable {
  explicit OpenExecutable(const std::string& path) : descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (descriptor < 0 || elf_version(EV_CURRENT) == EV_NONE) return;
    elf = elf_begin(descriptor, ELF_C_READ_MMAP, nullptr);
    if (elf != nullptr && elf_kind(elf) != ELF_K_ELF) {
      elf_end(elf);
      elf = nullptr;
    }
  }
  /// One in memory, which outlives this.
  explicit OpenExecutable(std::span<const std::byte> file) {
    if (elf_version(EV_CURRENT) == EV_NONE) return;
    // libelf writes to such a file only when it is told to.
    elf = elf_memory(const_cast<char*>(reinterpret_cast<const char*>(file.data())), file.size());
  }
  ~OpenExecutable() {
    if (elf != nullptr) elf_end(elf);
    if (descriptor >= 0) ::close(descriptor);
  }
  OpenExecutable(const OpenExecutable&) = delete;
  OpenExecutable& operator=(const OpenExecutable&) = delete;

  int descriptor = -1;
  Elf* elf = nullptr;
};

}  // namespace

std::string member_text(const std::vector<Member>& members, std::size_t offset, std::size_t bytes) {
  const Member* best = nullptr;
  int best_fit = -1;
  for (const Member& member : members) {
    if (offset < member.offset || offset >= member.offset + member.bytes * std::max<std::size_t>(member.count, 1))
      continue;
    const bool at_begin = (offset - member.offset) % member.bytes == 0;
    const int fit = !at_begin ? 0 : member.bytes == bytes ? 2 : 1;
    if (fit <= best_fit) continue;
    best = &member;
    best_fit = fit;
  }
  if (best == nullptr) return {};
  std::string text = "." + best->name;
  if (best->count != 0) text += "[" + std::to_string((offset - best->offset) / best->bytes) + "]";
  const std::size_t inside = (offset - best->offset) % best->bytes;
  return inside == 0 ? text : text + "+" + std::to_string(inside);
}

struct Symboliser::Impl {
  /// Everything that is read from the executable, made at the first question.
  struct Reader {
    template <class Source>
    explicit Reader(const Source& source)
        : executable(source), symbols(executable.elf), units(executable.elf), lines(units), variables(units, lines) {}

    OpenExecutable executable;
    SymbolTable symbols;
    DwarfUnits units;
    DwarfLines lines;
    DwarfVariables variables;
  };

  /// Code that was loaded later: its addresses are those at which it lies.
  struct Loaded {
    explicit Loaded(const sim::LoadedCode& code)
        : begin(code.begin), end(code.end), kernel_variables(code.kernel_variables), reader(code.file) {}

    /// Where what the file has at the offset lies.
    [[nodiscard]] std::size_t lies_at(std::size_t in_file) const {
      const auto of = std::ranges::find_if(kernel_variables, [in_file](const sim::KernelVariables& variables) {
        return in_file - variables.in_file < variables.bytes;
      });
      return of != kernel_variables.end() ? in_file - of->in_file + of->begin : in_file;
    }

    std::uintptr_t begin, end;
    std::span<const sim::KernelVariables> kernel_variables;
    Reader reader;
  };

  /// Another image of the process that calls this one.
  struct Caller {
    Caller(const std::string& path, std::uintptr_t load_bias) : bias(load_bias), reader(path) {}

    std::uintptr_t bias;
    Reader reader;
  };

  /// Where something is told of an address: in which file, and at which of its addresses.
  struct Place {
    Reader& reader;
    std::uintptr_t address;
  };

  Impl(std::string executable, std::uintptr_t load_bias) : path(std::move(executable)), bias(load_bias) {}

  /// Null: this image's own, or nobody's.
  Caller* caller_at(const void* address) {
    if (!has_callers || sim::own_image().contains(reinterpret_cast<std::uintptr_t>(address))) return nullptr;
    Dl_info place{};
    void* found = nullptr;
    if (dladdr1(address, &place, &found, RTLD_DL_LINKMAP) == 0 || found == nullptr) return nullptr;
    const auto& image = *static_cast<const link_map*>(found);
    const std::string file = *image.l_name != '\0' ? image.l_name : "/proc/self/exe";
    std::unique_ptr<Caller>& caller = callers[{file, image.l_addr}];
    if (caller == nullptr) caller = std::make_unique<Caller>(file, image.l_addr);
    return caller.get();
  }

  Place place(const void* address) {
    if (Caller* const caller = caller_at(address)) {
      return {caller->reader, reinterpret_cast<std::uintptr_t>(address) - caller->bias};
    }
    return {reader_at(address), in_file(address)};
  }

  Loaded* loaded_at(const void* address) {
    const auto at = reinterpret_cast<std::uintptr_t>(address);
    if (!sim::in_loaded_code(at)) return nullptr;
    const auto found = std::ranges::find_if(
        loaded, [at](const std::unique_ptr<Loaded>& code) { return at >= code->begin && at < code->end; });
    return found != loaded.end() ? found->get() : nullptr;
  }
  /// What the names of the variables begin with that the kernel at `kernel_pc`, in `code`, has for itself.
  std::string prefix_of_variables(const Loaded& code, const void* kernel_pc) const {
    const Symbol* const kernel = code.reader.symbols.function(in_file(kernel_pc));
    if (kernel == nullptr) return "?";
    std::string_view name = kernel->name;
    if (name.ends_with(kUnchecked)) name.remove_suffix(kUnchecked.size());
    return sim::prefix_of_variables(name);
  }
  /// The loaded code's variable there, if it is the kernel's own, or no kernel's.
  std::optional<Variable> loaded_shared(std::size_t tls_offset, const void* kernel_pc) {
    if (Loaded* const mine = loaded_at(kernel_pc)) {
      const auto own = std::ranges::find(mine->kernel_variables, prefix_of_variables(*mine, kernel_pc),
                                         &sim::KernelVariables::prefix);
      if (own != mine->kernel_variables.end() && tls_offset - own->begin < own->bytes) {
        const Symbol* const symbol = mine->reader.symbols.thread_local_at(tls_offset - own->begin + own->in_file);
        std::optional<Variable> found = variable(mine->reader, symbol, true);
        if (found) found->begin = mine->lies_at(found->begin);
        return found;
      }
    }
    for (const std::unique_ptr<Loaded>& code : loaded) {
      if (const Symbol* const symbol = code->reader.symbols.thread_local_at(tls_offset))
        return variable(code->reader, symbol, true);
    }
    return std::nullopt;
  }
  /// What knows the address: the program's file, or that of loaded code.
  Reader& reader_at(const void* address) {
    Loaded* const code = loaded_at(address);
    return code != nullptr ? code->reader : reader();
  }
  /// The address in that file.
  [[nodiscard]] std::uintptr_t in_file(const void* address) const {
    const auto at = reinterpret_cast<std::uintptr_t>(address);
    return sim::in_loaded_code(at) ? at : at - bias;
  }
  Reader& reader() {
    if (!opened) opened.emplace(path);
    return *opened;
  }

  [[nodiscard]] std::string full_path(const std::string& file) const {
    for (const std::unique_ptr<Loaded>& code : loaded) {
      if (std::string path = code->reader.units.full_path(file); path != file) return path;
    }
    for (const auto& [image, caller] : callers) {
      if (std::string path = caller->reader.units.full_path(file); path != file) return path;
    }
    // Opening the executable only to map a path is not worth it: who asks has a Location from here, or a real path.
    if (opened) return opened->units.full_path(file);
    const auto known = given_paths.find(file);
    return known != given_paths.end() ? known->second : file;
  }

  /// With the text of its line, if the code brought that.
  void quote(Location& place) const {
    if (place.line == 0) return;
    if (std::optional<std::string> kept = sim::kept_line(full_path(place.file), place.line))
      place.text = *std::move(kept);
  }

  std::optional<Variable> variable(Reader& from, const Symbol* symbol, bool is_thread_local) {
    if (symbol == nullptr) return std::nullopt;
    Variable result;
    const std::string by_symbol = variable_name(symbol->name);
    if (by_symbol.empty()) return std::nullopt;
    if (auto described = from.variables.at({is_thread_local, symbol->begin})) result = std::move(*described);
    // The symbol has the namespaces, DWARF the name without the compiler's decorations.
    if (result.name.empty() || by_symbol.ends_with("::" + result.name)) result.name = by_symbol;
    result.begin = symbol->begin + (is_thread_local || (opened && &from != &*opened) ? 0 : bias);
    result.bytes = symbol->bytes;
    return result;
  }

  std::optional<Variable> dynamic_shared(const Symbol& buffer, const void* kernel_pc) {
    std::vector<std::string> names;
    Reader& from = reader_at(kernel_pc);
    if (&from != &reader()) names = from.symbols.dynamic_shared();
    for (const Symbol& symbol : reader().symbols.thread_locals()) {
      if (&from == &reader() && symbol.begin == buffer.begin && symbol.name != kDynamicShared)
        names.emplace_back(symbol.name);
    }
    Variable result;
    if (auto described = from.variables.external(in_file(kernel_pc), names)) result = std::move(*described);
    const bool is_one = !names.empty() && std::ranges::count(names, names.front()) == std::ssize(names);
    if (result.name.empty() && is_one) result.name = variable_name(names.front().c_str());
    result.begin = buffer.begin;
    result.bytes = buffer.bytes;
    result.dynamic_shared = true;
    return result;
  }

  std::string path;
  std::uintptr_t bias;
  sim::HostMutex mutex;
  std::optional<Reader> opened;
  std::vector<std::unique_ptr<Loaded>> loaded;
  bool has_callers = false;  ///< This image is a library: calls of CUDA's come from others.
  std::map<std::pair<std::string, std::uintptr_t>, std::unique_ptr<Caller>> callers;
  std::map<std::string, std::string> given_paths;
  SourceLines sources;
};

Symboliser::Symboliser() : impl_(std::make_unique<Impl>(sim::own_image().path, sim::own_image().bias)) {
  impl_->has_callers = sim::own_image().is_library;
}
Symboliser::Symboliser(const std::string& executable) : impl_(std::make_unique<Impl>(executable, 0)) {}
Symboliser::Symboliser(std::map<std::string, std::string> full_paths) : Symboliser(std::string("/dev/null")) {
  impl_->given_paths = std::move(full_paths);
}
Symboliser::~Symboliser() = default;

void Symboliser::add(const sim::LoadedCode& code) {
  const std::lock_guard lock(impl_->mutex);
  for (const std::unique_ptr<Impl::Loaded>& known : impl_->loaded) {
    if (known->begin == code.begin) return;
  }
  impl_->loaded.push_back(std::make_unique<Impl::Loaded>(code));
}

std::vector<Location> Symboliser::frames(const void* return_address) {
  if (const std::optional<Location> script = script_line(return_address)) return {*script};
  const std::lock_guard lock(impl_->mutex);
  auto [reader, pc] = impl_->place(return_address);
  --pc;  // A call belongs to the line of its last byte; the return address may already be another line's.
  const Symbol* symbol = reader.symbols.function(pc);
  std::vector<Location> result = reader.lines.frames(pc);
  for (Location& frame : result) impl_->quote(frame);
  if (symbol == nullptr) return result;
  if (result.empty()) result.emplace_back();
  result.back().function = function_name(symbol->name);
  return result;
}

Location Symboliser::line(const void* return_address) {
  if (const std::optional<Location> script = script_line(return_address)) return *script;
  const std::lock_guard lock(impl_->mutex);
  const auto [reader, pc] = impl_->place(return_address);
  Location result = reader.lines.line(pc - 1);
  impl_->quote(result);
  return result;
}

std::string Symboliser::function(const void* pc) {
  const std::lock_guard lock(impl_->mutex);
  const auto [reader, address] = impl_->place(pc);
  const Symbol* symbol = reader.symbols.function(address);
  return symbol != nullptr ? function_name(symbol->name) : std::string();
}

bool Symboliser::is_library_code(const void* pc) {
  const std::lock_guard lock(impl_->mutex);
  const Symbol* symbol = impl_->reader_at(pc).symbols.function(reinterpret_cast<std::uintptr_t>(pc) - 1);
  if (symbol == nullptr) return false;
  // Mangled: _ZN, then K for a const member, then the length of the outermost namespace's name and that name.
  std::string_view name = symbol->name;
  if (!name.starts_with("_Z")) return false;
  name.remove_prefix(2);
  if (name.starts_with('N')) name.remove_prefix(1);
  if (name.starts_with('K')) name.remove_prefix(1);
  static constexpr std::array<std::string_view, 5> kLibraries = {"6thrust", "3cub", "12fencepost_rt", "St",
                                                                 "9__gnu_cxx"};
  return std::ranges::any_of(kLibraries, [&](std::string_view space) { return name.starts_with(space); });
}

std::optional<Variable> Symboliser::global(const void* address) {
  const std::lock_guard lock(impl_->mutex);
  Impl::Reader& reader = impl_->reader_at(address);
  return impl_->variable(reader, reader.symbols.global(impl_->in_file(address)), false);
}

std::optional<Variable> Symboliser::shared(std::size_t tls_offset, const void* kernel_pc) {
  const std::lock_guard lock(impl_->mutex);
  if (auto loaded = impl_->loaded_shared(tls_offset, kernel_pc)) return loaded;
  const auto& symbols = impl_->reader().symbols;
  const auto locals = symbols.thread_locals();
  const auto buffer =
      std::ranges::find(locals, kDynamicShared, [](const Symbol& s) { return std::string_view(s.name); });
  if (buffer != locals.end() && tls_offset - buffer->begin < buffer->bytes) {
    return impl_->dynamic_shared(*buffer, kernel_pc);
  }
  return impl_->variable(impl_->reader(), symbols.thread_local_at(tls_offset), true);
}

std::optional<std::size_t> Symboliser::shared_named(const std::string& name, const void* kernel_pc) {
  const std::lock_guard lock(impl_->mutex);
  if (Impl::Loaded* const code = impl_->loaded_at(kernel_pc)) {
    const std::string own = impl_->prefix_of_variables(*code, kernel_pc);
    const Symbol* found = nullptr;
    for (const Symbol& symbol : code->reader.symbols.thread_locals()) {
      if (!std::string_view(symbol.name).ends_with(kStaticShared) || variable_name(symbol.name) != name) continue;
      if (found == nullptr || std::string_view(symbol.name).starts_with(own)) found = &symbol;
    }
    if (found != nullptr) return code->lies_at(found->begin);
  }
  const SymbolTable& symbols = impl_->reader().symbols;
  const auto locals = symbols.thread_locals();
  const auto buffer =
      std::ranges::find(locals, kDynamicShared, [](const Symbol& s) { return std::string_view(s.name); });
  const Symbol* kernel = symbols.function(impl_->in_file(kernel_pc));
  // A variable inside `_Z4scanPi` is called `_ZZ4scanPiE…`.
  const std::string inside = kernel != nullptr ? "_Z" + std::string(kernel->name).substr(1) + "E" : "?";
  const Symbol* found = nullptr;
  for (const Symbol& symbol : locals) {
    const std::string_view mangled = symbol.name;
    const bool is_extern = buffer != locals.end() && symbol.begin == buffer->begin && mangled != kDynamicShared;
    if ((!is_extern && !mangled.ends_with(kStaticShared)) || variable_name(symbol.name) != name) continue;
    if (found == nullptr || mangled.starts_with(inside)) found = &symbol;
  }
  return found != nullptr ? std::optional(found->begin) : std::nullopt;
}

std::vector<std::pair<std::uintptr_t, std::uintptr_t>> Symboliser::global_ranges() {
  const std::lock_guard lock(impl_->mutex);
  std::vector<std::pair<std::uintptr_t, std::uintptr_t>> ranges;
  for (const Symbol& symbol : impl_->reader().symbols.globals()) {
    ranges.emplace_back(symbol.begin + impl_->bias, symbol.begin + symbol.bytes + impl_->bias);
  }
  for (const std::unique_ptr<Impl::Loaded>& code : impl_->loaded) {
    for (const Symbol& symbol : code->reader.symbols.globals()) {
      ranges.emplace_back(symbol.begin, symbol.begin + symbol.bytes);
    }
  }
  return ranges;
}

std::vector<Symboliser::StaticShared> Symboliser::static_shared() {
  const std::lock_guard lock(impl_->mutex);
  std::vector<StaticShared> variables;
  const auto add_all = [&](const auto& symbols, const Impl::Loaded* code) {
    for (const Symbol& symbol : symbols.thread_locals()) {
      const std::string_view name = symbol.name;
      if (!name.ends_with(kStaticShared)) continue;
      const std::string_view mangled = name.substr(0, name.size() - kStaticShared.size());
      const std::size_t begin = code != nullptr ? code->lies_at(symbol.begin) : symbol.begin;
      const bool is_one_kernels = begin != symbol.begin;
      variables.push_back({begin, begin + symbol.bytes, std::string(mangled), is_one_kernels ? code->begin : 0});
    }
  };
  add_all(impl_->reader().symbols, nullptr);
  for (const std::unique_ptr<Impl::Loaded>& code : impl_->loaded) add_all(code->reader.symbols, code.get());
  return variables;
}

std::uintptr_t Symboliser::code_of(const void* pc) {
  const std::lock_guard lock(impl_->mutex);
  const Impl::Loaded* const code = impl_->loaded_at(pc);
  return code != nullptr ? code->begin : 0;
}

std::optional<std::size_t> Symboliser::dynamic_shared() {
  const std::lock_guard lock(impl_->mutex);
  for (const Symbol& symbol : impl_->reader().symbols.thread_locals()) {
    if (symbol.name == std::string_view(kDynamicShared)) return symbol.begin;
  }
  return std::nullopt;
}

std::string Symboliser::full_path(const std::string& file) {
  const std::lock_guard lock(impl_->mutex);
  return impl_->full_path(file);
}

std::map<std::string, std::string> Symboliser::full_paths() {
  const std::lock_guard lock(impl_->mutex);
  auto paths = impl_->opened ? impl_->opened->units.full_paths() : impl_->given_paths;
  for (const std::unique_ptr<Impl::Loaded>& code : impl_->loaded) {
    const auto& more = code->reader.units.full_paths();
    paths.insert(more.begin(), more.end());
  }
  for (const auto& [image, caller] : impl_->callers) {
    const auto& more = caller->reader.units.full_paths();
    paths.insert(more.begin(), more.end());
  }
  return paths;
}

std::optional<std::string> Symboliser::source_text(const std::string& file, std::uint32_t line) {
  const std::lock_guard lock(impl_->mutex);
  const std::string path = impl_->full_path(file);
  if (auto kept = sim::kept_line(path, line)) return kept;
  return impl_->sources.text(path, line);
}

}  // namespace fencepost::detector
