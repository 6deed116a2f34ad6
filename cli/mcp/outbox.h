// What the server writes: nothing but messages, a line each.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>

namespace fencepost::cli {

/// Writes to a file descriptor. Thread safety: all may call it at once.
class Outbox {
 public:
  explicit Outbox(int file) : file_(file) {}

  /// One line. Bytes that are not UTF-8 are replaced. Waits while the reader does not read.
  void send(const nlohmann::ordered_json& message);

  /// The reader is gone: what is sent is lost.
  [[nodiscard]] bool is_closed() const;

 private:
  int file_;
  mutable std::mutex mutex_;
  bool is_closed_ = false;
};

/// Where the response to one request goes: out, or into the response to the batch that it is part of, which goes out
/// with its last one.
class ReplyTo {
 public:
  /// Of a request on its own.
  explicit ReplyTo(Outbox& outbox) : outbox_(&outbox) {}

  /// Of those of a batch.
  class Batch;
  explicit ReplyTo(std::shared_ptr<Batch> batch) : batch_(std::move(batch)) {}

  /// Once for each.
  void send(const nlohmann::ordered_json& response) const;
  /// There is none: the request was cancelled.
  void drop() const;

 private:
  Outbox* outbox_ = nullptr;
  std::shared_ptr<Batch> batch_;
};

class ReplyTo::Batch {
 public:
  /// Of `count` requests, at least one.
  Batch(Outbox& outbox, std::size_t count) : outbox_(&outbox), missing_(count) {}
  /// null: there is no response to one.
  void add(const nlohmann::ordered_json& response);

 private:
  Outbox* outbox_;
  std::mutex mutex_;
  std::size_t missing_;
  nlohmann::ordered_json responses_ = nlohmann::ordered_json::array();
};

}  // namespace fencepost::cli
