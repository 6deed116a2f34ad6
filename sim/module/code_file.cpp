#include "sim/module/code_file.h"

#include <elf.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>

#include "sim/code/code_object.h"

namespace fencepost::sim {
namespace {

constexpr std::uint32_t kFatBinary = 0xBA55ED50;         // Of NVIDIA's fatbin files.
constexpr std::uint32_t kFatBinaryWrapper = 0x466243B1;  // Of what nvcc embeds in programs.
constexpr std::uint32_t kBitcode = 0xDEC04342;
constexpr Elf64_Half kCudaMachine = 190;  // EM_CUDA

CodeFile refused(CUresult error, std::string reason) { return {{}, error, std::move(reason)}; }

const char kRemedy[] = "make it with fencepost-nvcc -cubin, -fatbin or -ptx, or with NVRTC";

/// What is no code object of ours, by its first bytes. `text`: of what is text.
CodeFile foreign(std::uint32_t magic, std::string_view text) {
  if (magic == kFatBinary || magic == kFatBinaryWrapper) {
    return refused(CUDA_ERROR_INVALID_IMAGE, std::string("a fat binary of nvcc, which holds a GPU's code; ") + kRemedy);
  }
  if (magic == kBitcode) return refused(CUDA_ERROR_INVALID_IMAGE, std::string("LLVM bitcode; ") + kRemedy);
  if (text.find(".version") != std::string_view::npos && text.find(".target") != std::string_view::npos) {
    return refused(CUDA_ERROR_INVALID_IMAGE, std::string("PTX, which Fencepost does not read; ") + kRemedy);
  }
  return refused(CUDA_ERROR_INVALID_IMAGE, std::string("no code object; ") + kRemedy);
}

/// The bytes behind kTextPrefix; nullopt if a character is none of base64.
std::optional<std::vector<std::byte>> decoded(std::string_view text) {
  std::array<signed char, 256> values;
  values.fill(-1);
  for (std::size_t i = 0; i < kBase64.size(); ++i)
    values[static_cast<unsigned char>(kBase64[i])] = static_cast<signed char>(i);
  std::vector<std::byte> bytes;
  bytes.reserve(text.size() * 3 / 4);
  std::uint32_t four = 0;
  unsigned count = 0;
  bool ended = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!line.starts_with(kTextPrefix)) continue;
    line.remove_prefix(kTextPrefix.size());
    while (line.ends_with('\r') || line.ends_with(' ')) line.remove_suffix(1);
    for (const char c : line) {
      if (c == '=') {
        ended = true;
        continue;
      }
      const std::int8_t value = values[static_cast<unsigned char>(c)];
      if (value < 0 || ended) return std::nullopt;
      four = four << 6 | static_cast<std::uint32_t>(value);
      if (++count < 4) continue;
      for (int shift = 16; shift >= 0; shift -= 8) bytes.push_back(static_cast<std::byte>(four >> shift));
      four = 0;
      count = 0;
    }
  }
  if (count == 1) return std::nullopt;
  if (count == 2) bytes.push_back(static_cast<std::byte>(four >> 4));
  if (count == 3) {
    bytes.push_back(static_cast<std::byte>(four >> 10));
    bytes.push_back(static_cast<std::byte>(four >> 2));
  }
  return bytes;
}

/// Whether the words in the file are this version's. The headers were looked at.
CodeFile of_this_version(std::vector<std::byte> bytes) {
  Elf64_Ehdr header;
  std::memcpy(&header, bytes.data(), sizeof header);
  const auto section = [&](std::size_t i) {
    Elf64_Shdr result;
    std::memcpy(&result, bytes.data() + header.e_shoff + i * sizeof result, sizeof result);
    return result;
  };
  const std::string_view whole(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const Elf64_Shdr names = section(header.e_shstrndx);
  if (names.sh_type == SHT_NOBITS) return refused(CUDA_ERROR_INVALID_IMAGE, "a damaged code object");
  for (std::size_t i = 0; i < header.e_shnum; ++i) {
    const Elf64_Shdr one = section(i);
    const std::string_view all_names = whole.substr(names.sh_offset, names.sh_size);
    if (one.sh_type != SHT_PROGBITS || one.sh_name >= all_names.size()) continue;
    const std::string_view rest = all_names.substr(one.sh_name);
    if (rest.substr(0, rest.find('\0')) != kCodeObjectSection) continue;
    const std::string_view words = whole.substr(one.sh_offset, one.sh_size);
    if (words == FENCEPOST_CODE_OBJECT_WORDS) return {std::move(bytes), CUDA_SUCCESS, {}};
    if (!words.starts_with(kCodeObjectTitle)) break;
    const auto version = [](std::string_view of) {
      return std::string(of.substr(kCodeObjectTitle.size(), of.find('\n') - kCodeObjectTitle.size()).substr(0, 40));
    };
    return refused(CUDA_ERROR_NO_BINARY_FOR_GPU, "a code object of another version of Fencepost (" + version(words) +
                                                     "; the program has " + version(FENCEPOST_CODE_OBJECT_WORDS) +
                                                     "): compile both with one");
  }
  const char* const what = header.e_type == ET_REL    ? "an object of another compiler, or of a whole program; "
                           : header.e_type == ET_DYN  ? "a shared library or a program; "
                           : header.e_type == ET_EXEC ? "a program; "
                                                      : "no code object; ";
  return refused(CUDA_ERROR_INVALID_IMAGE, std::string(what) + kRemedy);
}

/// The length of the ELF file that begins with `header`: 0 if it is none of ours.
std::size_t length_of(const Elf64_Ehdr& header) {
  return header.e_shoff + std::size_t{header.e_shnum} * header.e_shentsize;
}

/// Sections lie in the file, and between its header and the table of sections: an object as LLVM and `ld -r` write it.
bool is_whole(const std::vector<std::byte>& bytes) {
  Elf64_Ehdr header;
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.e_shentsize != sizeof(Elf64_Shdr) || header.e_shnum == 0 || header.e_shstrndx >= header.e_shnum)
    return false;
  if (header.e_shoff > bytes.size() || bytes.size() - header.e_shoff < header.e_shnum * sizeof(Elf64_Shdr))
    return false;
  for (std::size_t i = 0; i < header.e_shnum; ++i) {
    Elf64_Shdr section;
    std::memcpy(&section, bytes.data() + header.e_shoff + i * sizeof section, sizeof section);
    if (section.sh_type == SHT_NOBITS || section.sh_type == SHT_NULL) continue;
    if (section.sh_offset > bytes.size() || section.sh_size > bytes.size() - section.sh_offset) return false;
  }
  return true;
}

std::size_t aligned(std::size_t bytes) { return (bytes + kLinkedAlignment - 1) / kLinkedAlignment * kLinkedAlignment; }

/// Of the ELF file that begins there, and of those that follow it; 0 if there are none. Nothing is looked at beyond
/// `most` bytes.
std::size_t length_of_all(const void* image, std::size_t most) {
  constexpr std::size_t kMostObjects = 4096;
  std::size_t end = 0, more = 0;
  for (std::size_t i = 0; i <= more; ++i) {
    Elf64_Ehdr header;
    const std::size_t begin = aligned(end);
    if (begin > most || most - begin < sizeof header) return 0;
    std::memcpy(&header, static_cast<const std::byte*>(image) + begin, sizeof header);
    if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_shoff > std::size_t{1} << 32) return 0;
    if (i == 0) more = header.e_flags;
    if (more > kMostObjects) return 0;
    end = begin + length_of(header);
  }
  return end <= most ? end : 0;
}

CodeFile of_elf(const Elf64_Ehdr& header, const void* image, std::size_t bytes);

/// Each of those that are linked, as one by itself.
CodeFile of_linked(std::vector<std::byte> bytes) {
  const auto objects = objects_in(bytes);
  if (objects.empty()) return refused(CUDA_ERROR_INVALID_IMAGE, "linked code objects that are cut off, or damaged");
  for (const auto& object : objects) {
    Elf64_Ehdr header;
    std::memcpy(&header, object.data(), sizeof header);
    header.e_flags = 0;
    if (CodeFile one = of_elf(header, object.data(), object.size()); one.error != CUDA_SUCCESS) return one;
  }
  return {std::move(bytes), CUDA_SUCCESS, {}};
}

CodeFile of_elf(const Elf64_Ehdr& header, const void* image, std::size_t bytes) {
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB) {
    return refused(CUDA_ERROR_INVALID_IMAGE, std::string("an ELF file of another machine; ") + kRemedy);
  }
  if (header.e_machine == kCudaMachine) {
    return refused(CUDA_ERROR_INVALID_IMAGE, std::string("a cubin of nvcc, which is a GPU's code; ") + kRemedy);
  }
  if (header.e_machine != EM_X86_64) {
    return refused(CUDA_ERROR_INVALID_IMAGE, std::string("an ELF file of another machine; ") + kRemedy);
  }
  const auto* const first = static_cast<const std::byte*>(image);
  std::vector<std::byte> copy(first, first + bytes);
  if (header.e_flags != 0) return of_linked(std::move(copy));
  if (!is_whole(copy)) return refused(CUDA_ERROR_INVALID_IMAGE, "a code object that is cut off, or damaged");
  CodeFile file = of_this_version(std::move(copy));
  if (file.error == CUDA_SUCCESS && header.e_entry != 0 && header.e_entry != code_object_sum(file.bytes)) {
    return refused(CUDA_ERROR_INVALID_IMAGE,
                   "a code object that is damaged: its bytes are not those that were written");
  }
  return file;
}

CodeFile of_text(std::string_view text) {
  if (!text.starts_with(kTextTitle)) return foreign(0, text);
  const std::optional<std::vector<std::byte>> bytes = decoded(text);
  Elf64_Ehdr header;
  if (!bytes || bytes->size() < sizeof header || std::memcmp(bytes->data(), ELFMAG, SELFMAG) != 0) {
    return refused(CUDA_ERROR_INVALID_IMAGE, "a code object that is cut off, or damaged");
  }
  std::memcpy(&header, bytes->data(), sizeof header);
  return of_elf(header, bytes->data(), bytes->size());
}

}  // namespace

std::vector<std::span<const std::byte>> objects_in(std::span<const std::byte> bytes) {
  std::vector<std::span<const std::byte>> objects;
  if (length_of_all(bytes.data(), bytes.size()) == 0) return objects;
  std::size_t begin = 0;
  for (std::size_t more = 1; more > 0; --more) {
    Elf64_Ehdr header;
    std::memcpy(&header, bytes.data() + begin, sizeof header);
    if (begin == 0) more += header.e_flags;
    objects.push_back(bytes.subspan(begin, length_of(header)));
    begin = aligned(begin + length_of(header));
  }
  return objects;
}

std::vector<std::byte> joined(const std::vector<std::vector<std::byte>>& code) {
  std::vector<std::byte> all;
  Elf64_Word count = 0;
  const auto put_count = [&](std::size_t at, Elf64_Word more) {
    std::memcpy(all.data() + at + offsetof(Elf64_Ehdr, e_flags), &more, sizeof more);
  };
  for (const std::vector<std::byte>& one : code) {
    for (const auto& object : objects_in(one)) {
      const std::size_t begin = aligned(all.size());
      all.resize(begin);
      all.insert(all.end(), object.begin(), object.end());
      put_count(begin, 0);
      ++count;
    }
  }
  if (count > 1) put_count(0, count - 1);
  return all;
}

CodeFile code_at(const void* image) {
  const char* const text = static_cast<const char*>(image);
  if (std::strncmp(text, ELFMAG, SELFMAG) == 0) {
    Elf64_Ehdr header;
    std::memcpy(&header, image, sizeof header);
    const bool known = header.e_ident[EI_CLASS] == ELFCLASS64 && header.e_machine == EM_X86_64 &&
                       header.e_shentsize == sizeof(Elf64_Shdr) && header.e_shoff <= std::size_t{1} << 32;
    const std::size_t all = header.e_flags != 0 ? length_of_all(image, ~std::size_t{0} / 2) : length_of(header);
    return of_elf(header, image, known ? std::max(all, sizeof header) : sizeof header);
  }
  std::uint32_t magic = 0;
  if (std::strlen(text) >= 4) std::memcpy(&magic, text, sizeof magic);
  // Text ends with a zero; of what is none, not more than a few bytes are looked at.
  const bool is_text =
      std::string_view(text, strnlen(text, 16))
          .find_first_not_of(
              "\t\n\r !\"#$%&'()*+,-./0123456789:;"
              "<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~") == std::string_view::npos;
  return is_text ? of_text(text) : foreign(magic, {});
}

CodeFile code_in(const void* image, std::size_t bytes) {
  const std::string_view text(static_cast<const char*>(image), bytes);
  Elf64_Ehdr header;
  if (text.starts_with(std::string_view(ELFMAG, SELFMAG)) && bytes >= sizeof header) {
    std::memcpy(&header, image, sizeof header);
    return of_elf(header, image, bytes);
  }
  std::uint32_t magic = 0;
  if (bytes >= sizeof magic) std::memcpy(&magic, image, sizeof magic);
  return magic == kFatBinary || magic == kFatBinaryWrapper || magic == kBitcode ? foreign(magic, {}) : of_text(text);
}

CodeFile code_in_file(const char* path) {
  std::ifstream in(path, std::ios::binary);
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) in.setstate(std::ios::failbit);
  if (!in.good()) return refused(CUDA_ERROR_FILE_NOT_FOUND, "no file that can be read ('" + std::string(path) + "')");
  const std::vector<char> content{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  if (!in.good() && !in.eof()) {
    return refused(CUDA_ERROR_FILE_NOT_FOUND, "no file that can be read ('" + std::string(path) + "')");
  }
  return code_in(content.data(), content.size());
}

}  // namespace fencepost::sim
