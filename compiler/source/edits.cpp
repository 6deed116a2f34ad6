#include "compiler/source/edits.h"

#include <algorithm>
#include <utility>

namespace fencepost::compiler {

void Edits::replace(std::size_t offset, std::size_t length, std::string text) {
  edits_.push_back({offset, length, std::move(text)});
}

std::string Edits::apply(std::string_view text) const {
  std::vector<const Edit*> order;
  for (const Edit& edit : edits_) order.push_back(&edit);
  std::ranges::stable_sort(order, [](const Edit* a, const Edit* b) {
    if (a->offset != b->offset) return a->offset < b->offset;
    if ((a->length == 0) != (b->length == 0)) return a->length == 0;
    return a->length > b->length;
  });
  std::string result;
  result.reserve(text.size() + text.size() / 16);
  std::size_t done = 0;
  for (const Edit* edit : order) {
    if (edit->offset < done) continue;
    result += text.substr(done, edit->offset - done);
    result += edit->text;
    done = edit->offset + edit->length;
  }
  result += text.substr(std::min(done, text.size()));
  return result;
}

}  // namespace fencepost::compiler
