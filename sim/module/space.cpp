#include "sim/module/space.h"

#include <link.h>
#include <sys/mman.h>

#include <algorithm>

#include "sim/code/loaded_code.h"

// Without types and sizes: no variable is there, until one is loaded. In .bss, so that no file is longer for it.
asm(".bss\n.p2align 12\n.globl fencepost_code_space\nfencepost_code_space:\n.zero 33554432\n"
    ".section .tbss,\"awT\",@nobits\n.p2align 10\n.globl fencepost_module_shared\nfencepost_module_shared:\n"
    ".zero 196608\n.text\n");
static_assert(fencepost::sim::kCodeSpaceBytes == 33554432 && fencepost::sim::kModuleSharedBytes == 196608);

extern "C" std::byte fencepost_code_space[];
extern "C" __thread std::byte fencepost_module_shared[];

namespace fencepost::sim {
namespace {

std::size_t align_up(std::size_t value, std::size_t alignment) { return (value + alignment - 1) & ~(alignment - 1); }

std::uintptr_t thread_pointer() {
  std::uintptr_t pointer = 0;
  asm("movq %%fs:0, %0" : "=r"(pointer));
  return pointer;
}

bool open_code_space() {
  if (code_space.end != 0) return true;
  if (mprotect(fencepost_code_space, kCodeSpaceBytes, PROT_READ | PROT_WRITE | PROT_EXEC) != 0) return false;
  code_space.begin = reinterpret_cast<std::uintptr_t>(fencepost_code_space);
  code_space.end = code_space.begin + kCodeSpaceBytes;
  return true;
}

}  // namespace

std::optional<std::uintptr_t> take_code_space(std::size_t bytes, std::size_t alignment) {
  static std::size_t used = 0;
  const std::size_t at = align_up(used, alignment);
  if (!open_code_space() || at > kCodeSpaceBytes || bytes > kCodeSpaceBytes - at) return std::nullopt;
  used = at + bytes;
  return code_space.begin + at;
}

std::optional<std::int64_t> take_module_shared(std::size_t bytes, std::size_t alignment) {
  static std::size_t used = 0;
  const std::size_t at = align_up(used, alignment);
  if (alignment > 1024 || at > kModuleSharedBytes || bytes > kModuleSharedBytes - at) return std::nullopt;
  used = at + bytes;
  const auto begin = reinterpret_cast<std::uintptr_t>(fencepost_module_shared);
  return static_cast<std::int64_t>(begin + at) - static_cast<std::int64_t>(thread_pointer());
}

std::int64_t tls_block_end() {
  // x86-64 (TLS variant II): the executable's block ends at the thread pointer, rounded up to its alignment.
  static const std::int64_t end = [] {
    std::int64_t bytes = 0;
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* result) {
          for (int i = 0; i < info->dlpi_phnum; ++i) {
            const auto& header = info->dlpi_phdr[i];
            if (header.p_type != PT_TLS) continue;
            const std::size_t alignment = std::max<std::size_t>(header.p_align, 1);
            *static_cast<std::int64_t*>(result) = static_cast<std::int64_t>(align_up(header.p_memsz, alignment));
          }
          return 1;  // The first is the executable.
        },
        &bytes);
    return bytes;
  }();
  return end;
}

}  // namespace fencepost::sim
