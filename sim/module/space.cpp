#include "sim/module/space.h"

#include <sys/mman.h>

#include "sim/code/loaded_code.h"
#include "sim/os/image.h"

// Without types and sizes: no variable is there, until one is loaded. In .bss, so that no file is longer for it.
asm(".bss\n.p2align 12\n.globl fencepost_code_space\nfencepost_code_space:\n.zero 33554432\n"
    ".section .tbss,\"awT\",@nobits\n.p2align 10\n.globl fencepost_module_shared\nfencepost_module_shared:\n"
    ".zero 655360\n.text\n");
static_assert(fencepost::sim::kCodeSpaceBytes == 33554432 && fencepost::sim::kModuleSharedBytes == 655360);

extern "C" std::byte fencepost_code_space[];
extern "C" __thread std::byte fencepost_module_shared[];

namespace fencepost::sim {
namespace {

std::size_t align_up(std::size_t value, std::size_t alignment) { return (value + alignment - 1) & ~(alignment - 1); }

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

std::int64_t kernel_shared() { return own_distance(fencepost_module_shared); }

std::optional<std::size_t> take_file_offsets(std::size_t bytes) {
  constexpr std::size_t kEnd = std::size_t{1} << 31;
  static std::size_t next = kEnd / 2;
  const std::size_t begin = align_up(next, kModuleSharedAlignment);
  if (bytes > kEnd - begin) return std::nullopt;
  next = begin + bytes;
  return begin;
}

std::optional<std::int64_t> take_module_shared(std::size_t bytes, std::size_t alignment) {
  static std::size_t used = kKernelSharedBytes;
  const std::size_t at = align_up(used, alignment);
  if (alignment > kModuleSharedAlignment || at > kModuleSharedBytes || bytes > kModuleSharedBytes - at)
    return std::nullopt;
  used = at + bytes;
  return own_distance(fencepost_module_shared + at);
}

std::int64_t tls_block_end() { return -own_image().tls_distance; }

}  // namespace fencepost::sim
