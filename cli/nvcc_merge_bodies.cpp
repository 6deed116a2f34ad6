#include "cli/nvcc_merge_bodies.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include "cli/nvcc_lambdas.h"
#include "cli/nvcc_parameters.h"

namespace fencepost::cli {
namespace {

constexpr std::string_view kOnDevice = "::fencepost_rt::on_device()";

std::optional<Island> lambda_island(const TokenStream& tokens, std::size_t first, std::size_t end) {
  const std::optional<Lambda> lambda = read_lambda(tokens, first, end);
  if (!lambda) return std::nullopt;
  return Island{.device = lambda->device,
                .host = lambda->host,
                .first = lambda->first,
                .open = lambda->open,
                .close = lambda->close};
}

// `struct S : B {`
std::optional<Island> read_local_class(const TokenStream& tokens, std::size_t first, std::size_t end) {
  for (std::size_t i = first + 1; i < end; ++i) {
    const std::string_view word = tokens.spelling(i);
    if (word == "{") {
      const std::size_t close = matching_close(tokens, i);
      if (close == kNoToken) return std::nullopt;
      return Island{.is_class = true, .first = first, .open = i, .close = close};
    }
    const bool head =
        tokens.is_identifier(i) || word == ":" || word == "::" || word == "," || word == "<" || word == ">";
    if (!head) return std::nullopt;
  }
  return std::nullopt;
}

bool same_place(const TokenStream& a, std::size_t i, const TokenStream& b, std::size_t j) {
  const SourcePlace here = a.place(i);
  const SourcePlace there = b.place(j);
  return here.line == there.line && here.file == there.file;
}

// Both bodies may have the same labels.
std::string label_declarations(const TokenStream& tokens, std::size_t open, std::size_t close) {
  std::set<std::string_view> labels;
  for (std::size_t i = open + 1; i < close; ++i) {
    const bool starts =
        tokens.is(i - 1, ";") || tokens.is(i - 1, "{") || tokens.is(i - 1, "}") || tokens.is(i - 1, ":");
    if (starts && tokens.is_identifier(i) && tokens.is(i + 1, ":") && !tokens.is(i, "default") &&
        !tokens.is(i, "public") && !tokens.is(i, "private") && !tokens.is(i, "protected")) {
      labels.insert(tokens.spelling(i));
    }
  }
  std::string text;
  for (const std::string_view label : labels) text.append(text.empty() ? " __label__ " : ", ").append(label);
  return text.empty() ? text : text + ";";
}

// Inserts the device's body, under `condition`, into the host's.
void choose_body(const PassMerge& merge, std::size_t h_open, std::size_t h_close, std::size_t d_open,
                 std::size_t d_close, const std::string& condition) {
  const TokenStream& device = merge.device.tokens();
  std::string text = " if (" + condition + ") {" + label_declarations(device, d_open, d_close);
  text += device.resume(d_open) + merge.device.inside(d_open, d_close) + "\n} else {" +
          label_declarations(merge.host, h_open, h_close) + merge.host.resume(h_open);
  merge.edits.insert(merge.host.end_offset(h_open), text);
  merge.edits.insert(merge.host.begin_offset(h_close), "} ");
}

struct Initialiser {
  std::size_t name, open, close;  // `a` `(` … `)`
};

std::optional<std::vector<Initialiser>> read_initialisers(const TokenStream& tokens, const Member& member) {
  std::vector<Initialiser> found;
  if (member.initialisers == kNoToken) return found;
  for (std::size_t i = member.initialisers + 1; i < member.open;) {
    Initialiser one{.name = i, .open = kNoToken, .close = kNoToken};
    for (; i < member.open && !tokens.is(i, "(") && !tokens.is(i, "{"); ++i) {
      if (tokens.is(i, "<")) i = std::min(matching_angle_close(tokens, i, member.open), member.open);
    }
    if (i >= member.open) return std::nullopt;
    one.open = i;
    one.close = i = matching_close(tokens, i);
    found.push_back(one);
    if (tokens.is(i + 1, "...")) ++i;
    if (!tokens.is(i + 1, ",") && i + 1 != member.open) return std::nullopt;
    i += 2;
  }
  return found;
}

// The arguments of one initialiser; false if they differ in number, or one of two different ones is no expression.
bool merge_arguments(const PassMerge& merge, const Initialiser& a, const Initialiser& b, const std::string& condition) {
  const TokenStream& device = merge.device.tokens();
  const std::vector<TokenRange> ours = split_at_commas(merge.host, a.open, a.close);
  const std::vector<TokenRange> theirs = split_at_commas(device, b.open, b.close);
  if (ours.size() != theirs.size()) return false;
  for (std::size_t k = 0; k < ours.size(); ++k) {
    const auto [begin, end] = ours[k];
    const auto [device_begin, device_end] = theirs[k];
    if (hash_of(merge.host, begin, end) == hash_of(device, device_begin, device_end, &merge.device)) continue;
    const bool expressions = begin < end && device_begin < device_end && !merge.host.is(begin, "{") &&
                             !device.is(device_begin, "{") && !merge.host.is(end - 1, "...") &&
                             !device.is(device_end - 1, "...");
    if (!expressions) return false;
    merge.edits.insert(merge.host.begin_offset(begin), condition + " ? (" + device.resume(device_begin) +
                                                           merge.device.text(device_begin, device_end - 1) + ") : (" +
                                                           merge.host.resume(begin));
    merge.edits.insert(merge.host.end_offset(end - 1), ")");
  }
  return true;
}

// False if the lists differ in more than the values.
bool merge_initialisers(const PassMerge& merge, const Member& h, const Member& d, const std::string& condition) {
  const TokenStream& device = merge.device.tokens();
  const auto ours = read_initialisers(merge.host, h);
  const auto theirs = read_initialisers(device, d);
  if (!ours || !theirs || ours->size() != theirs->size()) return false;
  for (std::size_t k = 0; k < ours->size(); ++k) {
    const Initialiser& a = (*ours)[k];
    const Initialiser& b = (*theirs)[k];
    if (hash_of(merge.host, a.name, a.open + 1) != hash_of(device, b.name, b.open + 1, &merge.device)) return false;
    if (!merge_arguments(merge, a, b, condition)) return false;
  }
  return true;
}

// The bodies care for constant evaluation themselves.
bool asks_for_constant_evaluation(const TokenStream& tokens, const Member& member) {
  for (std::size_t i = member.open; i < member.close; ++i) {
    const std::string_view word = tokens.spelling(i);
    if (word.find("is_constant_evaluated") != std::string_view::npos || word == "consteval") return true;
  }
  return false;
}

void drop_constexpr(const PassMerge& merge, const Member& h) {
  bool is_inline = false;
  for (std::size_t i = h.first; i < h.head_end(); ++i) {
    const std::string_view word = merge.host.spelling(i);
    is_inline = is_inline || word == "inline" || word == "__inline__" || word == "__inline";
  }
  for (std::size_t i = h.first; i < h.head_end(); ++i) {
    if (merge.host.is(i, "constexpr")) {
      merge.edits.replace(merge.host.begin_offset(i), merge.host[i].length, is_inline ? "         " : "inline   ");
      is_inline = true;
    }
  }
}

void merge_lambda(const PassMerge& merge, const Island& a, const Island& b, const MergeClass& merge_class) {
  const TokenStream& device = merge.device.tokens();
  if (hash_of(merge.host, a.first, a.open) != hash_of(device, b.first, b.open, &merge.device)) {
    return merge.error(a.first, "the parameters of this lambda depend on __CUDA_ARCH__, which Fencepost cannot honour");
  }
  if (!a.host) return merge.replace(a.open, a.close, b.open, b.close);
  merge_host_code(merge, a.open + 1, a.close, b.open + 1, b.close, merge_class);
  choose_body(merge, a.open, a.close, b.open, b.close, std::string(kOnDevice));
}

}  // namespace

void PassMerge::insert_device(std::size_t at, std::size_t first, std::size_t last) const {
  const std::string text = device.tokens().resume(first) + device.text(first, last) + " ";
  if (at < host.size()) return edits.insert(host.begin_offset(at), text + host.resume(at));
  edits.insert(host.text().size(), text + "\n");
}

void PassMerge::replace(std::size_t host_first, std::size_t host_last, std::size_t device_first,
                        std::size_t device_last) const {
  const std::size_t begin = host.begin_offset(host_first);
  edits.replace(begin, host.end_offset(host_last) - begin,
                device.tokens().resume(device_first) + device.text(device_first, device_last) + host.resume(host_last));
}

std::vector<Island> find_islands(const TokenStream& tokens, std::size_t begin, std::size_t end) {
  std::vector<Island> islands;
  for (std::size_t i = begin; i < end; ++i) {
    const std::string_view word = tokens.spelling(i);
    std::optional<Island> island;
    if (is_annotation(word)) island = lambda_island(tokens, i, end);
    if ((word == "struct" || word == "class") && !tokens.is(i - 1, "enum")) island = read_local_class(tokens, i, end);
    if (!island) continue;
    islands.push_back(*island);
    i = island->close;
  }
  return islands;
}

void merge_host_code(const PassMerge& merge, std::size_t host_begin, std::size_t host_end, std::size_t device_begin,
                     std::size_t device_end, const MergeClass& merge_class) {
  const TokenStream& device = merge.device.tokens();
  const std::vector<Island> theirs = find_islands(device, device_begin, device_end);
  std::size_t next = 0;
  for (const Island& a : find_islands(merge.host, host_begin, host_end)) {
    // One that the device's pass lacks is host code's own.
    std::size_t k = next;
    while (k < theirs.size() && !same_place(merge.host, a.first, device, theirs[k].first)) ++k;
    if (k == theirs.size()) continue;
    const Island& b = theirs[k];
    next = k + 1;
    if (hash_of(merge.host, a.first, a.close) == hash_of(device, b.first, b.close, &merge.device)) continue;
    if (!a.is_class && !b.is_class) {
      merge_lambda(merge, a, b, merge_class);
    } else if (!a.is_class || !b.is_class || !merge_class(a, b)) {
      merge.error(a.first,
                  "the members of this local class depend on __CUDA_ARCH__, which Fencepost cannot honour; "
                  "define the class outside the function");
    }
  }
}

void merge_definitions(const PassMerge& merge, const Member& h, const Member& d, const MergeClass& merge_class) {
  const TokenStream& device = merge.device.tokens();
  std::string condition(kOnDevice);
  if (h.is_constexpr) {
    if (asks_for_constant_evaluation(merge.host, h) && asks_for_constant_evaluation(device, d)) {
      condition = "(!__builtin_is_constant_evaluated() && " + condition + ")";
    } else {
      drop_constexpr(merge, h);
    }
  }
  if (!h.device) merge.edits.insert(merge.host.begin_offset(h.first), "__host__ __device__ ");
  if (h.try_block || d.try_block || !merge_initialisers(merge, h, d, condition)) {
    return merge.error(h.first,
                       "what this function has for host and device differs by __CUDA_ARCH__ in a way that "
                       "Fencepost cannot honour: let only values and the body depend on it");
  }
  if (hash_of(merge.host, h.open, h.close) == hash_of(device, d.open, d.close, &merge.device)) return;
  merge_host_code(merge, h.open + 1, h.close, d.open + 1, d.close, merge_class);
  choose_body(merge, h.open, h.close, d.open, d.close, condition);
}

}  // namespace fencepost::cli
