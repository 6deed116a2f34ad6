#include "detector/symbols/module_layout.h"

#include <link.h>

#include <algorithm>

extern "C" char __executable_start;  // NOLINT: names given by the linker
extern "C" char _end;                // NOLINT

namespace fencepost::detector {

namespace {

struct Layout {
  std::size_t tls_bytes = 0;
  std::size_t tls_align = 1;
  std::uintptr_t data_begin = 0, data_end = 0;
  std::uintptr_t bias = 0;
};

/// dl_iterate_phdr reports the executable first.
int read_headers(dl_phdr_info* info, std::size_t /*size*/, void* result) {
  auto& layout = *static_cast<Layout*>(result);
  layout.bias = info->dlpi_addr;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& header = info->dlpi_phdr[i];
    if (header.p_type == PT_TLS) {
      layout.tls_bytes = header.p_memsz;
      layout.tls_align = std::max<std::size_t>(header.p_align, 1);
    } else if (header.p_type == PT_LOAD && (header.p_flags & PF_W) != 0) {
      layout.data_begin = info->dlpi_addr + header.p_vaddr;
      layout.data_end = layout.data_begin + header.p_memsz;
    }
  }
  return 1;
}

const Layout& layout() {
  static const Layout instance = [] {
    Layout l;
    dl_iterate_phdr(read_headers, &l);
    return l;
  }();
  return instance;
}

}  // namespace

TlsBlock tls_block_of_this_thread() {
  // x86-64 (TLS variant II): the executable's block ends at the thread pointer, rounded up to its alignment.
  std::uintptr_t thread_pointer = 0;
  asm("movq %%fs:0, %0" : "=r"(thread_pointer));
  const std::size_t rounded = (layout().tls_bytes + layout().tls_align - 1) / layout().tls_align * layout().tls_align;
  return {thread_pointer - rounded, layout().tls_bytes};
}

DataSegment data_segment() { return {layout().data_begin, layout().data_end - layout().data_begin}; }

std::uintptr_t load_bias() { return layout().bias; }

bool in_executable_image(std::uintptr_t address) {
  return address >= reinterpret_cast<std::uintptr_t>(&__executable_start) &&
         address < reinterpret_cast<std::uintptr_t>(&_end);
}

}  // namespace fencepost::detector
