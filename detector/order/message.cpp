#include "detector/order/message.h"

#include <utility>

namespace fencepost::detector {

Released joined(const Released& a, const Released& b) {
  return {.to_all = joined(a.to_all, b.to_all),
          .to_cluster = joined(a.to_cluster, b.to_cluster),
          .to_block = joined(a.to_block, b.to_block)};
}

void Message::add(const Released& released, const FencePasts& fences) {
  if (content_ == nullptr) {
    if (released.to_block == Past{} && fences == FencePasts{}) return;  // It holds all of the others.
    content_ = std::make_unique<Content>();
  }
  content_->to_all = joined(content_->to_all, released.to_all);
  Past& to_cluster = content_->to_cluster[home_.cluster];
  to_cluster = joined(to_cluster, released.to_cluster);
  Past& to_block = content_->to_block[home_.block];
  to_block = joined(to_block, released.to_block);
  content_->fences = joined(content_->fences, fences);
}

Released Message::released_to(const Home& home) const {
  if (content_ == nullptr) return {};
  const auto of = [](const std::unordered_map<std::uint64_t, Past>& all, std::uint64_t number) {
    const auto own = all.find(number);
    return own == all.end() ? Past{} : own->second;
  };
  return {.to_all = content_->to_all,
          .to_cluster = of(content_->to_cluster, home.cluster),
          .to_block = of(content_->to_block, home.block)};
}

Message* Messages::find(std::uintptr_t address, std::size_t bytes) {
  const auto at = by_address_.find(address);
  return at == by_address_.end() || at->second.bytes() != bytes ? nullptr : &at->second;
}

Message& Messages::begin(std::uintptr_t address, Message message) {
  // Messages of one size overlap no other.
  if ((sizes_ & ~message.bytes()) != 0) end(address, message.bytes());
  sizes_ |= message.bytes();
  return by_address_.insert_or_assign(address, std::move(message)).first->second;
}

void Messages::end(std::uintptr_t address, std::size_t bytes) {
  if (by_address_.empty()) return;
  for (std::size_t size = 1; size <= kLargest; size *= 2) {
    if ((sizes_ & size) == 0) continue;
    for (std::uintptr_t begin = address / size * size; begin < address + bytes; begin += size) {
      const auto at = by_address_.find(begin);
      if (at != by_address_.end() && at->second.bytes() == size) by_address_.erase(at);
    }
  }
}

}  // namespace fencepost::detector
