// The process behind a fencepost.Kernel: launches one kernel as often as Python asks for it, each time with arrays that it
// copies from shared memory and back, and tells what was found. Included by the program that _kernel.py writes, in front
// of the user's source.
//
// Messages go over a socket. A call is a Head, then a Place for each array and the bytes of each number, in the order of the
// parameters, in multiples of 8 bytes. An answer is an Answer, then of each finding its text and its JSON, each behind its
// length (8 bytes).
#pragma once

#include <fencepost/findings.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace fencepost_worker {

struct Head {
  std::uint64_t bytes;   ///< Of what follows.
  std::uint64_t memory;  ///< Bytes of the shared memory, which has grown if there are more than before.
  std::uint64_t shared;  ///< Dynamic shared memory of a block.
  std::uint32_t grid[3], block[3];
};

struct Place {
  enum : std::uint64_t { kNull, kOwn, kSame };
  std::uint64_t state;
  std::uint64_t bytes;
  std::uint64_t offset;  ///< In the shared memory; kSame: the number of the parameter that has the same array.
};

struct Answer {
  std::uint64_t bytes;  ///< Of what follows.
  std::uint64_t launches, blocks, threads, accesses;
  std::uint64_t error;  ///< CUDA's; then this process is of no more use.
  std::uint64_t findings;
  std::uint64_t printed;  ///< Bytes on standard output, a file, since this process began.
};

inline void read_all(int file, void* data, std::size_t bytes) {
  for (char* to = static_cast<char*>(data); bytes != 0;) {
    const ssize_t count = ::read(file, to, bytes);
    if (count <= 0) std::exit(0);  // Python is gone.
    to += count;
    bytes -= static_cast<std::size_t>(count);
  }
}

/// As read_all, but looks several times before it sleeps, as _worker.py does.
inline void wait_and_read(int file, void* data, std::size_t bytes) {
  constexpr int kTries = 100, kCallsWithout = 5;
  static int calls_without = 0;
  if (calls_without > 0) {
    --calls_without;
  } else {
    char first = 0;
    int tries = 0;
    while (::recv(file, &first, 1, MSG_PEEK | MSG_DONTWAIT) < 0 && ++tries < kTries) {
    }
    if (tries == kTries) calls_without = kCallsWithout;
  }
  read_all(file, data, bytes);
}

inline void write_all(int file, const void* data, std::size_t bytes) {
  for (const char* from = static_cast<const char*>(data); bytes != 0;) {
    const ssize_t count = ::write(file, from, bytes);
    if (count <= 0) std::exit(0);
    from += count;
    bytes -= static_cast<std::size_t>(count);
  }
}

/// One array of the device, as large as the one that Python passed last.
struct Array {
  void* device = nullptr;
  std::uint64_t bytes = 0;
};

class Call {
 public:
  /// `words`: main's; the numbers of the socket and of the memory.
  Call(char** words, std::size_t parameters)
      : socket_(std::atoi(words[1])), memory_file_(std::atoi(words[2])), arrays_(parameters), places_(parameters) {}

  /// Waits for the next one. The process ends when Python closes the socket.
  void begin() {
    receive();
    watch_ = fencepost_watch_open("", 0, nullptr, nullptr);
  }

  /// Tells what was found since.
  void end() {
    std::vector<std::string> texts;
    const fencepost_watched seen = fencepost_watch_close(
        watch_, /*synchronises=*/true, /*passes_on=*/false,
        [](void* context, const fencepost_finding* finding) {
          auto& list = *static_cast<std::vector<std::string>*>(context);
          list.emplace_back(finding->text);
          list.emplace_back(finding->json);
        },
        &texts);
    answer(seen, texts);
  }

  template <class T>
  T number() {
    alignas(T) char bytes[sizeof(T)];
    std::memcpy(bytes, next_, sizeof(T));
    next_ += (sizeof(T) + 7) / 8 * 8;
    return *reinterpret_cast<T*>(bytes);
  }

  /// Reads where the array of parameter `i` is. True if memory of the device has to be allocated for it.
  bool place(std::size_t i) {
    std::memcpy(&places_[i], next_, sizeof(Place));
    next_ += sizeof(Place);
    if (places_[i].state != Place::kOwn || places_[i].bytes == 0) return false;
    if (arrays_[i].device != nullptr && arrays_[i].bytes == places_[i].bytes) return false;
    check(cudaFree(arrays_[i].device));
    arrays_[i] = {};
    arrays_[i].bytes = places_[i].bytes;
    return true;
  }

  [[nodiscard]] void** device(std::size_t i) { return &arrays_[i].device; }
  [[nodiscard]] std::size_t bytes(std::size_t i) const { return places_[i].bytes; }

  /// The array of parameter `i`, as Python has it.
  void* array(std::size_t i) {
    const Place& place = places_[i];
    if (place.state == Place::kSame) return array_of(place.offset);
    if (place.state == Place::kOwn && place.bytes != 0) {
      check(cudaMemcpy(arrays_[i].device, memory_ + place.offset, place.bytes, cudaMemcpyHostToDevice));
    }
    return array_of(i);
  }

  /// What the kernel has made of it.
  void take_back(std::size_t i) {
    const Place& place = places_[i];
    if (place.state != Place::kOwn || place.bytes == 0 || error_ != cudaSuccess) return;
    check(cudaMemcpy(memory_ + place.offset, arrays_[i].device, place.bytes, cudaMemcpyDeviceToHost));
  }

  void check(cudaError_t status) {
    if (error_ == cudaSuccess) error_ = status;
  }

  [[nodiscard]] dim3 grid() const { return {head_.grid[0], head_.grid[1], head_.grid[2]}; }
  [[nodiscard]] dim3 block() const { return {head_.block[0], head_.block[1], head_.block[2]}; }
  [[nodiscard]] std::size_t shared() const { return head_.shared; }

 private:
  void receive() {
    wait_and_read(socket_, &head_, sizeof head_);
    message_.resize(head_.bytes);
    read_all(socket_, message_.data(), message_.size());
    next_ = message_.data();
    error_ = cudaSuccess;
    if (head_.memory <= memory_bytes_) return;
    if (memory_ != nullptr) ::munmap(memory_, memory_bytes_);
    void* memory = ::mmap(nullptr, head_.memory, PROT_READ | PROT_WRITE, MAP_SHARED, memory_file_, 0);
    if (memory == MAP_FAILED) std::exit(1);
    memory_ = static_cast<char*>(memory);
    memory_bytes_ = head_.memory;
  }

  void answer(const fencepost_watched& seen, const std::vector<std::string>& texts) const {
    Answer answer = {};
    for (const std::string& text : texts) answer.bytes += sizeof(std::uint64_t) + text.size();
    answer.launches = seen.launches;
    answer.blocks = std::uint64_t{head_.grid[0]} * head_.grid[1] * head_.grid[2];
    answer.threads = seen.threads;
    answer.accesses = seen.accesses;
    answer.error = static_cast<std::uint64_t>(error_);
    answer.findings = texts.size() / 2;
    std::fflush(stdout);
    answer.printed = static_cast<std::uint64_t>(::lseek(STDOUT_FILENO, 0, SEEK_CUR));
    std::string message(reinterpret_cast<const char*>(&answer), sizeof answer);
    for (const std::string& text : texts) {
      const std::uint64_t bytes = text.size();
      message.append(reinterpret_cast<const char*>(&bytes), sizeof bytes);
      message += text;
    }
    write_all(socket_, message.data(), message.size());
  }

  [[nodiscard]] void* array_of(std::size_t i) const {
    return places_[i].state == Place::kNull || places_[i].bytes == 0 ? nullptr : arrays_[i].device;
  }

  int socket_, memory_file_;
  unsigned long long watch_ = 0;
  char* memory_ = nullptr;
  std::size_t memory_bytes_ = 0;
  Head head_ = {};
  std::vector<char> message_;
  const char* next_ = nullptr;
  std::vector<Array> arrays_;
  std::vector<Place> places_;
  cudaError_t error_ = cudaSuccess;
};

}  // namespace fencepost_worker
