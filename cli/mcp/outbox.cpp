#include "cli/mcp/outbox.h"

#include <unistd.h>

#include <cerrno>
#include <string>
#include <string_view>

namespace fencepost::cli {

using nlohmann::ordered_json;

void Outbox::send(const ordered_json& message) {
  const std::string line = message.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
  const std::scoped_lock lock(mutex_);
  for (std::string_view rest = line; !rest.empty() && !is_closed_;) {
    const ssize_t written = ::write(file_, rest.data(), rest.size());
    if (written > 0) rest.remove_prefix(static_cast<std::size_t>(written));
    if (written < 0 && errno != EINTR) is_closed_ = true;
  }
}

bool Outbox::is_closed() const {
  const std::scoped_lock lock(mutex_);
  return is_closed_;
}

void ReplyTo::send(const ordered_json& response) const {
  batch_ != nullptr ? batch_->add(response) : outbox_->send(response);
}

void ReplyTo::drop() const {
  if (batch_ != nullptr) batch_->add(nullptr);
}

void ReplyTo::Batch::add(const ordered_json& response) {
  const std::scoped_lock lock(mutex_);
  if (!response.is_null()) responses_.push_back(response);
  if (--missing_ == 0 && !responses_.empty()) outbox_->send(responses_);
}

}  // namespace fencepost::cli
