#include "sim/os/image.h"

#include <link.h>

#include <algorithm>

namespace fencepost::sim {
namespace {

struct Search {
  Image image;
  bool is_first = true;  ///< The program is, to dl_iterate_phdr.
  std::size_t program_tls_alignment = 1;
};

int a_variable;  ///< In .bss.

std::uintptr_t thread_pointer() {
  std::uintptr_t pointer = 0;
  asm("movq %%fs:0, %0" : "=r"(pointer));
  return pointer;
}

int look_at(dl_phdr_info* object, std::size_t /*size*/, void* argument) {
  auto& search = *static_cast<Search*>(argument);
  Image image;
  image.bias = object->dlpi_addr;
  image.begin = ~std::uintptr_t{0};
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = object->dlpi_phdr[i];
    const std::uintptr_t begin = object->dlpi_addr + part.p_vaddr;
    if (part.p_type == PT_TLS) {
      image.tls_bytes = part.p_memsz;
      image.tls_alignment = std::max<std::size_t>(part.p_align, 1);
      image.tls_distance = own_distance(object->dlpi_tls_data);
    } else if (part.p_type == PT_LOAD) {
      image.begin = std::min(image.begin, begin);
      image.end = std::max(image.end, begin + part.p_memsz);
      // There may be others that are written to: lld's constants behind relocations, patchelf's tables.
      const std::uintptr_t of_variables = reinterpret_cast<std::uintptr_t>(&a_variable);
      if ((part.p_flags & PF_W) != 0 && of_variables >= begin && of_variables < begin + part.p_memsz) {
        image.data_begin = begin;
        image.data_end = begin + part.p_memsz;
      }
    }
  }
  const bool is_program = search.is_first;
  search.is_first = false;
  if (is_program) search.program_tls_alignment = image.tls_alignment;
  image.program_tls_alignment = search.program_tls_alignment;
  if (!image.contains(reinterpret_cast<std::uintptr_t>(&look_at))) return 0;
  if (!is_program) {
    image.path = object->dlpi_name;
    image.is_library = true;
  }
  search.image = image;
  return 1;
}

Image find_image() {
  Search search;
  dl_iterate_phdr(look_at, &search);
  return search.image;
}

__attribute__((constructor(101))) void find_early() { own_image(); }

}  // namespace

const Image& own_image() {
  static const Image image = find_image();
  return image;
}

std::int64_t own_distance(const void* variable) {
  return static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(variable) - thread_pointer());
}

std::uintptr_t own_thread_variables() {
  return thread_pointer() + static_cast<std::uintptr_t>(own_image().tls_distance);
}

}  // namespace fencepost::sim
