// NVTX for C++: accepted, and does nothing.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "../nvToolsExt.h"

#define NVTX3_CPP_DEFINITIONS_V1_0  // Of version 1 of its interface there is all that follows.

namespace nvtx3 {
inline namespace v1 {

struct rgb {
  std::uint8_t red, green, blue;
  constexpr rgb(std::uint8_t r, std::uint8_t g, std::uint8_t b) noexcept : red(r), green(g), blue(b) {}
};
struct argb {
  std::uint8_t alpha, red, green, blue;
  constexpr argb(std::uint8_t a, std::uint8_t r, std::uint8_t g, std::uint8_t b) noexcept
      : alpha(a), red(r), green(g), blue(b) {}
};
struct color {
  explicit constexpr color(std::uint32_t) noexcept {}
  constexpr color(rgb) noexcept {}
  constexpr color(argb) noexcept {}
};

/// What a domain is named by: a type with a member `name`.
struct domain {
  struct global {
    static constexpr const char* name = "";
  };
  template <class Domain = global>
  static const domain& get() noexcept {
    static const domain instance;
    return instance;
  }
  operator nvtxDomainHandle_t() const noexcept { return nullptr; }
};

class category {
 public:
  using id_type = std::uint32_t;
  explicit constexpr category(id_type id) noexcept : id_(id) {}
  constexpr id_type get_id() const noexcept { return id_; }

 private:
  id_type id_;
};

template <class Domain = domain::global>
class named_category_in : public category {
 public:
  named_category_in(id_type id, const char*) noexcept : category(id) {}
  template <class Category>
  static const named_category_in& get() noexcept {
    static const named_category_in instance(Category::id, Category::name);
    return instance;
  }
};
using named_category = named_category_in<>;

template <class Domain = domain::global>
class registered_string_in {
 public:
  explicit registered_string_in(const char*) noexcept {}
  explicit registered_string_in(const wchar_t*) noexcept {}
  explicit registered_string_in(const std::string&) noexcept {}
  template <class Message>
  static const registered_string_in& get() noexcept {
    static const registered_string_in instance(Message::message);
    return instance;
  }
};
using registered_string = registered_string_in<>;

struct message {
  constexpr message(const char*) noexcept {}
  constexpr message(const wchar_t*) noexcept {}
  message(const std::string&) noexcept {}
  template <class Domain>
  message(const registered_string_in<Domain>&) noexcept {}
};

struct payload {
  template <class Number>
  explicit constexpr payload(Number) noexcept {}
};

class event_attributes {
 public:
  template <class... Parts>
  explicit constexpr event_attributes(const Parts&...) noexcept {}
};

template <class Domain = domain::global>
class scoped_range_in {
 public:
  template <class... Parts>
  explicit scoped_range_in(const Parts&...) noexcept {}
  ~scoped_range_in() {}
  scoped_range_in(const scoped_range_in&) = delete;
  scoped_range_in& operator=(const scoped_range_in&) = delete;
};
using scoped_range = scoped_range_in<>;
template <class Domain = domain::global>
using thread_range_in = scoped_range_in<Domain>;
using thread_range = scoped_range;

template <class Domain = domain::global>
class unique_range_in {
 public:
  template <class... Parts>
  explicit unique_range_in(const Parts&...) noexcept {}
  ~unique_range_in() {}
  unique_range_in(unique_range_in&&) noexcept {}
  unique_range_in& operator=(unique_range_in&&) noexcept { return *this; }
};
using unique_range = unique_range_in<>;

struct range_handle {
  nvtxRangeId_t value = 0;
};
template <class Domain = domain::global, class... Parts>
range_handle start_range_in(const Parts&...) noexcept {
  return {};
}
template <class... Parts>
range_handle start_range(const Parts&...) noexcept {
  return {};
}
template <class Domain = domain::global>
void end_range_in(range_handle) noexcept {}
inline void end_range(range_handle) noexcept {}
template <class Domain = domain::global, class... Parts>
void mark_in(const Parts&...) noexcept {}
template <class... Parts>
void mark(const Parts&...) noexcept {}

}  // namespace v1
}  // namespace nvtx3

#define NVTX3_FUNC_RANGE() static_cast<void>(0)
#define NVTX3_FUNC_RANGE_IN(domain) static_cast<void>(0)
#define NVTX3_FUNC_RANGE_IF(condition) static_cast<void>(condition)
