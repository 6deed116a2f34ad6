#include "sim/module/loader.h"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "sim/code/code_object.h"
#include "sim/code/kept_sources.h"
#include "sim/code/kernel_variables.h"
#include "sim/interface/warp_size.h"
#include "sim/module/code_file.h"
#include "sim/module/program_symbols.h"
#include "sim/module/space.h"
#include "sim/os/source_name.h"

/// Of the C++ runtime: how exceptions find their way through a function.
extern "C" void __register_frame(void* frames);

namespace fencepost::sim {
namespace {

static_assert((kKernelTableVersion & 0xff) == 19);  // As FENCEPOST_CODE_OBJECT_WORDS says.

// fencepost-nvcc gives each kernel such a section (compiler/threads/split_kernels.h).
constexpr std::string_view kThreadsSection = ".data.rel.ro..L";
constexpr std::string_view kThreadsSuffix = ".threads";
constexpr std::string_view kGap = "fencepost.gap";  // Behind each variable (compiler/passes/place_variables.cpp).

constexpr std::size_t kSlotBytes = 8;    // Of a word that holds an address, or a distance.
constexpr std::size_t kEndOfFrames = 8;  // A zero, which an object's do not end with.
constexpr std::size_t kStubBytes = 16;   // jmp *6(%rip), and the address behind it.

/// An address, or the distance of a thread-local variable from the thread pointer.
struct Target {
  std::uint64_t value = 0;
  bool is_thread_local = false;
  /// What is to be added for symbols and debug information; if it is not 0, no other object can name it.
  std::uint64_t told_off = 0;
};

/// What objects have for each other, by name.
using Names = std::map<std::string, Target, std::less<>>;

/// Of one object. System V ABI, AMD64 supplement: relocations.
class Linker {
 public:
  Linker(CodeImage& image, Names& names) : image_(image), names_(names) {}

  /// Finds a place, and tells the names that are defined here.
  bool place() {
    read_sections();
    if (symbols_ == nullptr) return fail(CUDA_ERROR_INVALID_IMAGE, "a damaged code object");
    return place_sections() && place_symbols();
  }
  /// When all objects have their places.
  bool link() { return find_others() && relocate() && finish(); }

 private:
  struct Section {
    Elf64_Shdr header;
    std::uint64_t address = 0;   ///< Thread-local: distance from the thread pointer.
    std::uint64_t told_off = 0;  ///< What is to be added for symbols and debug information.
  };

  bool fail(CUresult error, std::string reason) {
    image_.error = error;
    image_.reason = std::move(reason);
    return false;
  }
  bool damaged() { return fail(CUDA_ERROR_INVALID_IMAGE, "a damaged code object"); }

  template <class T>
  T at(std::size_t offset) const {
    T value;
    std::memcpy(&value, image_.file.data() + offset, sizeof value);
    return value;
  }
  template <class T>
  void put(std::size_t offset, T value) {
    std::memcpy(image_.file.data() + offset, &value, sizeof value);
  }
  [[nodiscard]] std::string_view text(const Elf64_Shdr& strings, std::size_t offset) const {
    if (offset >= strings.sh_size) return {};
    const char* const begin = reinterpret_cast<const char*>(image_.file.data()) + strings.sh_offset + offset;
    return {begin, strnlen(begin, strings.sh_size - offset)};
  }
  [[nodiscard]] std::string_view name(const Section& section) const {
    return text(sections_[header_.e_shstrndx].header, section.header.sh_name);
  }
  [[nodiscard]] bool is_thread_local(const Section& section) const { return (section.header.sh_flags & SHF_TLS) != 0; }

  void read_sections() {
    header_ = at<Elf64_Ehdr>(0);
    for (std::size_t i = 0; i < header_.e_shnum; ++i) {
      sections_.push_back({at<Elf64_Shdr>(header_.e_shoff + i * sizeof(Elf64_Shdr))});
    }
    for (Section& section : sections_) {
      if (section.header.sh_type == SHT_SYMTAB && section.header.sh_link < sections_.size()) symbols_ = &section;
    }
  }

  /// Code first, then constants, then variables that begin with values and those that begin as zeros, each kind in the
  /// file's order, in which gaps follow variables.
  static int order(const Elf64_Shdr& header) {
    if ((header.sh_flags & SHF_EXECINSTR) != 0) return 0;
    if ((header.sh_flags & SHF_WRITE) == 0) return 1;
    return header.sh_type == SHT_NOBITS ? 3 : 2;
  }

  bool place_sections() {
    std::vector<Section*> placed, shared;
    std::size_t most_aligned = 64, references = 0;
    for (Section& section : sections_) {
      const Elf64_Shdr& header = section.header;
      if (header.sh_type == SHT_RELA) references += header.sh_size / sizeof(Elf64_Rela);
      if ((header.sh_flags & SHF_ALLOC) == 0 || header.sh_size == 0) continue;
      if (header.sh_addralign > 4096 || (header.sh_addralign & (header.sh_addralign - 1)) != 0) return damaged();
      (is_thread_local(section) ? shared : placed).push_back(&section);
      if (!is_thread_local(section)) most_aligned = std::max<std::size_t>(most_aligned, header.sh_addralign);
    }
    std::ranges::stable_sort(placed, {}, [](const Section* section) { return order(section->header); });
    const std::size_t bytes = arrange(placed);
    // Each reference to what is not in the object may need a stub and a slot; most need neither.
    slots_ = (bytes + 15) / 16 * 16;
    const std::size_t slots_bytes = std::min(references, std::size_t{4096}) * (kSlotBytes + kStubBytes) + 16;
    const auto begin = take_code_space(slots_ + slots_bytes, most_aligned);
    if (!begin)
      return fail(CUDA_ERROR_OUT_OF_MEMORY, "more code than there is room for: 32 MiB in all, which is not given back");
    image_.begin = *begin;
    image_.end = *begin + slots_ + slots_bytes;
    slots_ += *begin;
    for (Section* section : placed) section->address += *begin;
    place_kernel_variables(shared);
    const std::size_t shared_bytes = arrange(shared);
    if (shared_bytes == 0) return true;
    std::size_t alignment = 16;
    for (const Section* section : shared) alignment = std::max<std::size_t>(alignment, section->header.sh_addralign);
    const auto distance = take_module_shared(shared_bytes, alignment);
    if (!distance) {
      return fail(CUDA_ERROR_OUT_OF_MEMORY, "more __shared__ variables, in functions that kernels call, than there is room for: 576 KiB in all modules");
    }
    for (Section* section : shared) section->address += static_cast<std::uint64_t>(*distance);
    return true;
  }

  /// The object's kernels, as what the names of their own variables begin with.
  [[nodiscard]] std::set<std::string, std::less<>> prefixes_of_kernels() const {
    std::set<std::string, std::less<>> prefixes;
    for (const Section& section : sections_) {
      std::string_view kernel = name(section);
      if (!kernel.starts_with(kThreadsSection) || !kernel.ends_with(kThreadsSuffix)) continue;
      kernel.remove_prefix(kThreadsSection.size());
      kernel.remove_suffix(kThreadsSuffix.size());
      prefixes.insert(prefix_of_variables(kernel));
    }
    return prefixes;
  }

  /// Gives variables that only one kernel can name a place that all kernels' have, and takes them out of `shared`.
  void place_kernel_variables(std::vector<Section*>& shared) {
    const std::set<std::string, std::less<>> prefixes = prefixes_of_kernels();
    std::map<std::string_view, std::vector<Section*>> own;
    std::vector<Section*>* before = nullptr;
    for (Section* const section : shared) {
      std::string_view variable = name(*section);  // ".tbss._ZZ4scanPiE4tile.shared": a section for each variable.
      if (variable.find(kGap) == std::string_view::npos) {
        variable.remove_prefix(std::min(variable.find('_'), variable.size()));
        const auto behind = prefixes.upper_bound(variable);
        const bool is_own = behind != prefixes.begin() && variable.starts_with(*std::prev(behind));
        before = is_own ? &own[*std::prev(behind)] : nullptr;
      }
      if (before != nullptr) before->push_back(section);  // Gaps go where the variable goes that they follow.
    }
    for (const auto& [prefix, variables] : own) {
      const std::size_t bytes = arrange(variables);
      const bool is_aligned = std::ranges::all_of(
          variables, [](const Section* section) { return section->header.sh_addralign <= kModuleSharedAlignment; });
      if (bytes > kKernelSharedBytes || !is_aligned) continue;
      const auto in_file = take_file_offsets(bytes);
      if (!in_file) return;
      const auto begin = static_cast<std::size_t>(kernel_shared() + tls_block_end());
      for (Section* const section : variables) {
        section->address += static_cast<std::uint64_t>(kernel_shared());
        section->told_off = *in_file - begin;
        std::erase(shared, section);
      }
      image_.kernel_variables.push_back({std::string(prefix), begin, bytes, *in_file});
    }
  }

  /// One behind the other, from 0 on; what they take.
  std::size_t arrange(const std::vector<Section*>& sections) const {
    std::size_t end = 0;
    for (Section* section : sections) {
      const std::size_t alignment = std::max<std::size_t>(section->header.sh_addralign, 1);
      end = (end + alignment - 1) / alignment * alignment;
      section->address = end;
      end += section->header.sh_size;
      if (name(*section) == ".eh_frame") end += kEndOfFrames;
    }
    return end;
  }

  /// Gives symbols their addresses, in the file, too.
  bool place_symbols() {
    const Elf64_Shdr& header = symbols_->header;
    for (std::size_t i = 0; i < header.sh_size / sizeof(Elf64_Sym); ++i) {
      const std::size_t offset = header.sh_offset + i * sizeof(Elf64_Sym);
      auto symbol = at<Elf64_Sym>(offset);
      Target target;
      const std::string_view name = text(sections_[header.sh_link].header, symbol.st_name);
      if (symbol.st_shndx == SHN_UNDEF) {
        // Below.
      } else if (symbol.st_shndx == SHN_ABS || symbol.st_shndx >= SHN_LORESERVE) {
        target.value = symbol.st_value;
      } else {
        if (symbol.st_shndx >= sections_.size()) return damaged();
        const Section& section = sections_[symbol.st_shndx];
        target = {section.address + symbol.st_value, is_thread_local(section), section.told_off};
        if (ELF64_ST_TYPE(symbol.st_info) == STT_OBJECT && order(section.header) >= 2 &&
            !this->name(section).starts_with(".data.rel.ro")) {
          image_.objects.push_back({reinterpret_cast<const void*>(target.value), symbol.st_size});
        }
        if (name == kCodeObjectTable) image_.table = reinterpret_cast<const KernelTable*>(target.value);
        symbol.st_value = target.is_thread_local
                              ? target.value + target.told_off + static_cast<std::uint64_t>(tls_block_end())
                              : target.value;
        put(offset, symbol);
        // Of several equal ones, which are weak, the first is everybody's.
        if (is_seen_by_others(symbol, name) && target.told_off == 0) names_.try_emplace(std::string(name), target);
      }
      targets_.push_back(target);
    }
    return true;
  }

  static bool is_seen_by_others(const Elf64_Sym& symbol, std::string_view name) {
    return ELF64_ST_BIND(symbol.st_info) != STB_LOCAL && name != kCodeObjectTable;
  }

  /// What other objects, or the program, have.
  bool find_others() {
    const Elf64_Shdr& header = symbols_->header;
    for (std::size_t i = 0; i < targets_.size(); ++i) {
      const auto symbol = at<Elf64_Sym>(header.sh_offset + i * sizeof(Elf64_Sym));
      const std::string name(text(sections_[header.sh_link].header, symbol.st_name));
      if (name.empty() || !is_seen_by_others(symbol, name) || targets_[i].told_off != 0) continue;
      if (const auto known = names_.find(name); known != names_.end()) {
        targets_[i] = known->second;
      } else if (const auto found = find_program_symbol(name.c_str()); found && symbol.st_shndx == SHN_UNDEF) {
        targets_[i] = {found->address, found->is_thread_local};
      }
    }
    return true;
  }

  std::uint64_t take_slot(std::size_t bytes) {
    const std::uint64_t slot = slots_;
    slots_ += bytes;
    return slot + 16 <= image_.end ? slot : 0;
  }
  /// A word that holds `value`.
  std::uint64_t slot_of(std::uint64_t value) {
    auto [known, is_new] = slot_addresses_.try_emplace(value, 0);
    if (is_new) {
      known->second = take_slot(kSlotBytes);
      if (known->second != 0) std::memcpy(reinterpret_cast<void*>(known->second), &value, sizeof value);
    }
    return known->second;
  }
  /// Code near by that goes on at `address`.
  std::uint64_t stub_of(std::uint64_t address) {
    auto [known, is_new] = stub_addresses_.try_emplace(address, 0);
    if (is_new) {
      known->second = take_slot(kStubBytes);
      if (known->second != 0) {
        static constexpr unsigned char kJump[8] = {0xff, 0x25, 0x02, 0, 0, 0, 0x90, 0x90};
        std::memcpy(reinterpret_cast<void*>(known->second), kJump, sizeof kJump);
        std::memcpy(reinterpret_cast<void*>(known->second + sizeof kJump), &address, sizeof address);
      }
    }
    return known->second;
  }

  bool relocate() {
    for (const Section& relocations : sections_) {
      if (relocations.header.sh_type != SHT_RELA) continue;
      if (relocations.header.sh_info >= sections_.size()) return damaged();
      const Section& section = sections_[relocations.header.sh_info];
      for (std::size_t i = 0; i < relocations.header.sh_size / sizeof(Elf64_Rela); ++i) {
        if (!relocate(section, at<Elf64_Rela>(relocations.header.sh_offset + i * sizeof(Elf64_Rela)))) return false;
      }
    }
    return true;
  }

  bool relocate(const Section& section, const Elf64_Rela& relocation) {
    const auto type = static_cast<unsigned>(ELF64_R_TYPE(relocation.r_info));
    const std::size_t number = ELF64_R_SYM(relocation.r_info);
    const bool is_word =
        type == R_X86_64_64 || type == R_X86_64_PC64 || type == R_X86_64_DTPOFF64 || type == R_X86_64_TPOFF64;
    const std::size_t bytes = is_word ? 8 : 4;
    if (number >= targets_.size() || section.header.sh_type == SHT_NOBITS ||
        relocation.r_offset > section.header.sh_size || section.header.sh_size - relocation.r_offset < bytes) {
      return damaged();
    }
    const std::size_t offset = section.header.sh_offset + relocation.r_offset;
    const Target& target = targets_[number];
    const auto addend = static_cast<std::uint64_t>(relocation.r_addend);
    const std::uint64_t place = section.address + relocation.r_offset;
    std::uint64_t value = target.value + addend;
    bool is_signed = true;
    switch (type) {
      case R_X86_64_NONE:
        return true;
      case R_X86_64_64:
        break;
      case R_X86_64_32:
        is_signed = false;
        break;
      case R_X86_64_32S:
        break;
      case R_X86_64_PC64:
        value -= place;
        break;
      case R_X86_64_PC32:
      case R_X86_64_PLT32:
        if (!fits(value - place, true)) value = stub_of(target.value) + addend;
        value -= place;
        break;
      case R_X86_64_GOTPCREL:
      case R_X86_64_GOTPCRELX:
      case R_X86_64_REX_GOTPCRELX:
      case R_X86_64_GOTTPOFF:
        value = slot_of(target.value) + addend - place;
        break;
      case R_X86_64_TPOFF32:
      case R_X86_64_TPOFF64:
        break;
      case R_X86_64_DTPOFF32:
      case R_X86_64_DTPOFF64:  // Debug information: an offset into the TLS block.
        value += target.told_off + static_cast<std::uint64_t>(tls_block_end());
        break;
      default:
        return fail(CUDA_ERROR_INVALID_IMAGE, "a code object with a relocation of type " + std::to_string(type));
    }
    if (bytes == 8) {
      put(offset, value);
    } else {
      // An offset into another section with debug information is not loaded anywhere.
      if (!fits(value, is_signed)) return fail(CUDA_ERROR_INVALID_IMAGE, "code that is too far from what it refers to");
      put(offset, static_cast<std::uint32_t>(value));
    }
    return true;
  }

  static bool fits(std::uint64_t value, bool is_signed) {
    return is_signed ? static_cast<std::int64_t>(value) == static_cast<std::int32_t>(value)
                     : value == static_cast<std::uint32_t>(value);
  }

  bool finish() {
    if (image_.table == nullptr) return damaged();
    for (std::size_t i = 0; i < sections_.size(); ++i) {
      Section& section = sections_[i];
      Elf64_Shdr& header = section.header;
      if ((header.sh_flags & SHF_ALLOC) == 0 || header.sh_size == 0) continue;
      header.sh_addr = section.address;
      put(header_.e_shoff + i * sizeof header, header);
      if (is_thread_local(section)) continue;
      const std::size_t bytes = header.sh_type == SHT_NOBITS ? 0 : header.sh_size;
      image_.parts.push_back({section.address, header.sh_offset, bytes, header.sh_size - bytes, order(header) >= 2});
      // Constants, and tables of the compiler's.
      if (order(header) == 1 || name(section).starts_with(".data.rel.ro")) {
        image_.objects.push_back({reinterpret_cast<const void*>(section.address), header.sh_size});
      }
    }
    Elf64_Ehdr header = header_;
    header.e_type = ET_EXEC;
    put(0, header);
    for (const CodeImage::Part& part : image_.parts) {
      std::memcpy(reinterpret_cast<void*>(part.address), image_.file.data() + part.offset, part.bytes);
    }
    if (image_.table->version != kKernelTableVersion) return damaged();
    if (!choose_warp_size(image_.table->warp_size)) {
      return fail(CUDA_ERROR_NO_BINARY_FOR_GPU,
                  "a code object for warps of " + std::to_string(image_.table->warp_size) +
                      " threads, in a program whose warps have " + std::to_string(warp_size));
    }
    reset_variables(image_);
    register_frames();
    keep_sources();
    return true;
  }

  void keep_sources() {
    for (const Section& section : sections_) {
      if (name(section) != kCodeObjectSources) continue;
      std::string_view rest(reinterpret_cast<const char*>(image_.file.data()) + section.header.sh_offset,
                            section.header.sh_size);
      const auto take = [&rest] {
        const std::size_t end = std::min(rest.find('\0'), rest.size());
        std::string word(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
        return word;
      };
      while (!rest.empty()) {
        const std::string path = take();
        keep_source(path, take());
      }
    }
  }

  void register_frames() {
    for (const Section& section : sections_) {
      if (name(section) == ".eh_frame" && section.header.sh_size != 0) {
        __register_frame(reinterpret_cast<void*>(section.address));
      }
    }
  }

  CodeImage& image_;
  Names& names_;
  Elf64_Ehdr header_{};
  std::vector<Section> sections_;
  Section* symbols_ = nullptr;
  std::vector<Target> targets_;
  std::uint64_t slots_ = 0;
  std::map<std::uint64_t, std::uint64_t> slot_addresses_, stub_addresses_;
};

/// The symbols of an object that others see, by name; none if it is damaged.
std::vector<std::pair<std::string_view, Elf64_Sym>> global_symbols(std::span<const std::byte> object) {
  const auto read = [&]<class T>(std::size_t offset, T& value) {
    if (offset > object.size() || object.size() - offset < sizeof value) return false;
    std::memcpy(&value, object.data() + offset, sizeof value);
    return true;
  };
  std::vector<std::pair<std::string_view, Elf64_Sym>> symbols;
  Elf64_Ehdr header;
  if (!read(0, header)) return symbols;
  for (std::size_t i = 0; i < header.e_shnum; ++i) {
    Elf64_Shdr section, strings;
    if (!read(header.e_shoff + i * sizeof section, section) || section.sh_type != SHT_SYMTAB) continue;
    if (!read(header.e_shoff + section.sh_link * sizeof strings, strings)) continue;
    const std::string_view whole(reinterpret_cast<const char*>(object.data()), object.size());
    const std::string_view texts = whole.substr(std::min(strings.sh_offset, object.size()), strings.sh_size);
    for (std::size_t k = 0; k < section.sh_size / sizeof(Elf64_Sym); ++k) {
      Elf64_Sym symbol;
      if (!read(section.sh_offset + k * sizeof symbol, symbol) || symbol.st_name >= texts.size()) continue;
      const std::string_view rest = texts.substr(symbol.st_name);
      const std::string_view name = rest.substr(0, rest.find('\0'));
      if (name.empty() || name == kCodeObjectTable || ELF64_ST_BIND(symbol.st_info) == STB_LOCAL) continue;
      symbols.emplace_back(name, symbol);
    }
  }
  return symbols;
}

}  // namespace

LinkMistake check_names(std::span<const std::byte> code) {
  std::map<std::string, bool, std::less<>> defined;  // Those that must be the only ones of their names.
  std::set<std::string> wanted;
  std::string twice, missing;
  const auto add = [](std::string& list, std::string_view name) {
    list += (list.empty() ? "" : ", ") + source_name(name);
  };
  for (const auto& object : objects_in(code)) {
    for (const auto& [name, symbol] : global_symbols(object)) {
      if (symbol.st_shndx == SHN_UNDEF) {
        if (ELF64_ST_BIND(symbol.st_info) != STB_WEAK) wanted.emplace(name);
        continue;
      }
      const bool is_single = ELF64_ST_BIND(symbol.st_info) == STB_GLOBAL;
      const auto [known, is_new] = defined.try_emplace(std::string(name), is_single);
      if (!is_new && is_single && known->second) add(twice, name);
      known->second = known->second || is_single;
    }
  }
  for (const std::string& name : wanted) {
    if (!defined.contains(name) && !find_program_symbol(name.c_str())) add(missing, name);
  }
  if (!twice.empty()) return {CUDA_ERROR_INVALID_IMAGE, "code objects that each define " + twice};
  if (!missing.empty()) {
    return {CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND,
            "code that refers to what neither it nor the program has: " + missing};
  }
  return {};
}

LinkedCode link_code(std::vector<std::byte> code) {
  LinkedCode linked;
  LinkMistake mistake = check_names(code);
  linked.error = mistake.error;
  linked.reason = std::move(mistake.reason);
  if (linked.error != CUDA_SUCCESS) return linked;
  linked.code = std::move(code);
  const auto objects = objects_in(linked.code);
  Names names;
  std::vector<Linker> linkers;
  linked.images.resize(objects.size());
  linkers.reserve(objects.size());
  const auto failed = [&](std::size_t i) {
    linked.error = linked.images[i].error;
    linked.reason = linked.images[i].reason;
  };
  for (std::size_t i = 0; i < objects.size(); ++i) {
    linked.images[i].file.assign(objects[i].begin(), objects[i].end());
    if (!linkers.emplace_back(linked.images[i], names).place()) {
      failed(i);
      return linked;
    }
  }
  for (std::size_t i = 0; i < objects.size(); ++i) {
    if (linkers[i].link()) continue;
    failed(i);
    return linked;
  }
  std::set<std::string_view> kernels;
  for (const CodeImage& image : linked.images) {
    for (std::uint64_t i = 0; i < image.table->kernel_count; ++i) {
      const char* const name = image.table->kernels[i].symbol;
      if (kernels.insert(name).second) continue;
      linked.error = CUDA_ERROR_INVALID_IMAGE;
      linked.reason = "code objects that each have a kernel " + source_name(name);
    }
  }
  return linked;
}

void reset_variables(const CodeImage& image) {
  for (const CodeImage::Part& part : image.parts) {
    if (!part.is_variable) continue;
    std::memcpy(reinterpret_cast<void*>(part.address), image.file.data() + part.offset, part.bytes);
    std::memset(reinterpret_cast<void*>(part.address + part.bytes), 0, part.zeros);
  }
}

}  // namespace fencepost::sim
