#include "cli/nvcc_merge.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "cli/nvcc_alignment.h"
#include "cli/nvcc_counterparts.h"
#include "cli/nvcc_merge_bodies.h"
#include "cli/nvcc_parameters.h"
#include "cli/nvcc_pass_sources.h"

namespace fencepost::cli {
namespace {

using Names = std::set<std::string, std::less<>>;

constexpr std::size_t kNobody = static_cast<std::size_t>(-1);
constexpr std::string_view kArchitecture = "__CUDA_ARCH__";

// The inside of a namespace or a class, as tokens.
struct Scope {
  std::size_t begin, end;
};

// One attempt at the merge, with the names known so far that need a twin for the device.
class Merge {
 public:
  Merge(const TokenStream& host, const TokenStream& device, const MergeOptions& options, const Names& twins)
      : host_(host), device_(device), options_(options), pass_(device, twins), merge_{host_, pass_, edits_, errors_} {}

  void run() {
    merge_scope({0, host_.size()}, {0, device_.size()}, false);
    if (new_twins_.empty()) check_twins({0, host_.size()}, false);
  }

  [[nodiscard]] const Names& new_twins() const { return new_twins_; }
  [[nodiscard]] MergedPasses result() const { return {edits_.apply(host_.text()), errors_}; }

 private:
  // Where a declaration stands belongs to what it is: the same header may be read earlier in one pass.
  [[nodiscard]] static std::uint64_t key_of(const TokenStream& tokens, const Member& m, const DevicePass* pass) {
    const SourcePlace place = tokens.place(m.first);
    const std::uint64_t content = is_adapted(place.file) ? 0 : hash_of(tokens, m.first, m.last + 1, pass);
    return content ^ (std::hash<std::string>()(place.file) * 31 + place.line);
  }

  // False if the class that the scope is of needs a twin.
  bool merge_scope(Scope host, Scope device, bool in_class) {
    const std::vector<Member> ours = find_members(host_, host.begin, host.end);
    const std::vector<Member> theirs = find_members(device_, device.begin, device.end);
    std::vector<std::uint64_t> our_keys;
    std::vector<std::uint64_t> their_keys;
    for (const Member& m : ours) our_keys.push_back(key_of(host_, m, nullptr));
    for (const Member& m : theirs) their_keys.push_back(key_of(device_, m, &pass_));
    bool possible = true;
    const std::vector<Gap> gaps = find_gaps(our_keys, their_keys);
    if (gaps.empty()) return true;
    const std::unordered_set<std::uint64_t> all_ours(our_keys.begin(), our_keys.end());
    std::unordered_set<std::uint64_t> brought;  // Of the device's declarations that the host has elsewhere.
    for (const Gap& gap : gaps) {
      std::vector<Member> missing;
      for (std::size_t d = gap.b_begin; d < gap.b_end; ++d) {
        // Read already, or to be read later: then it is needed here.
        const bool moved = !in_class && all_ours.contains(their_keys[d]);
        const auto seen = our_keys.begin() + static_cast<std::ptrdiff_t>(gap.a_begin);
        if (moved && std::find(our_keys.begin(), seen, their_keys[d]) != seen) continue;
        if (moved) brought.insert(their_keys[d]);
        missing.push_back(theirs[d]);
      }
      std::vector<Member> present;
      for (std::size_t h = gap.a_begin; h < gap.a_end; ++h) {
        if (brought.contains(our_keys[h])) {
          edits_.replace(host_.begin_offset(ours[h].first),
                         host_.end_offset(ours[h].last) - host_.begin_offset(ours[h].first),
                         host_.resume(ours[h].last));
        } else {
          present.push_back(ours[h]);
        }
      }
      const std::size_t behind = gap.a_end < ours.size() ? ours[gap.a_end].first : host.end;
      possible = merge_gap(present, missing, behind, in_class) && possible;
    }
    return possible;
  }

  bool merge_gap(const std::vector<Member>& ours, const std::vector<Member>& theirs, std::size_t behind,
                 bool in_class) {
    std::multimap<std::string, std::size_t> open;  // The host's without a counterpart so far.
    for (std::size_t h = 0; h < ours.size(); ++h) open.emplace(counterpart_key(host_, ours[h]), h);
    std::vector<std::size_t> partner(theirs.size(), kNobody);
    for (std::size_t d = 0; d < theirs.size(); ++d) {
      const std::string key = counterpart_key(device_, theirs[d]);
      auto [at, end] = open.equal_range(key);
      if (key.empty()) {  // Such as static_assert: the one on its line.
        at = std::find_if(at, end, [&](const auto& entry) {
          return host_.place(ours[entry.second].first).line == device_.place(theirs[d].first).line;
        });
      }
      if (at == end) continue;
      partner[d] = at->second;
      open.erase(at);
    }
    bool possible = true;
    std::vector<std::size_t> anchor(theirs.size());
    for (std::size_t d = theirs.size(); d-- > 0;) {
      if (partner[d] != kNobody) behind = ours[partner[d]].first;
      anchor[d] = behind;
    }
    for (std::size_t d = 0; d < theirs.size(); ++d) {
      possible = (partner[d] == kNobody ? insert_device_only(ours, theirs[d], anchor[d], in_class)
                                        : merge_pair(ours[partner[d]], theirs[d], in_class)) &&
                 possible;
    }
    for (const auto& [key, h] : open) possible = keep_host_only(ours[h], theirs, in_class) && possible;
    return possible;
  }

  bool merge_pair(const Member& h, const Member& d, bool in_class) {
    if (hash_of(host_, h.first, h.last + 1) == hash_of(device_, d.first, d.last + 1, &pass_)) return true;
    if (h.kind != d.kind) return merge_defaulted(h, d);
    switch (h.kind) {
      case MemberKind::kNamespace:
        return merge_scope({h.open + 1, h.close}, {d.open + 1, d.close}, false);
      case MemberKind::kClass:
        return merge_class(h, d, in_class);
      case MemberKind::kFunction:
        merge_function(h, d, in_class);
        return true;
      case MemberKind::kAccess:
        return true;
      case MemberKind::kOther:
        return merge_other(h, d, in_class);
    }
    return true;
  }

  // `S() = default;` and `S() {}` do the same.
  bool merge_defaulted(const Member& h, const Member& d) {
    const Member& body = h.kind == MemberKind::kFunction ? h : d;
    if (body.open + 1 != body.close || body.initialisers != kNoToken) {
      merge_.error(h.first, "that this function is defaulted depends on __CUDA_ARCH__, which Fencepost cannot honour");
    }
    return true;
  }

  bool merge_class(const Member& h, const Member& d, bool in_class) {
    const std::vector<std::string_view> names = declared_names(host_, h);
    if (!in_class && !names.empty() && pass_.is_twin(names[0])) return add_twin(h, d);
    const bool same_head = hash_of(host_, h.first, h.open) == hash_of(device_, d.first, d.open, &pass_) &&
                           hash_of(host_, h.close, h.last) == hash_of(device_, d.close, d.last, &pass_);
    if (same_head && merge_scope({h.open + 1, h.close}, {d.open + 1, d.close}, true)) return true;
    if (in_class) return false;
    return want_twins(h, names);
  }

  bool merge_local_class(const Island& a, const Island& b) {
    return hash_of(host_, a.first, a.open) == hash_of(device_, b.first, b.open, &pass_) &&
           merge_scope({a.open + 1, a.close}, {b.open + 1, b.close}, true);
  }

  [[nodiscard]] MergeClass local_classes() {
    return [this](const Island& a, const Island& b) { return merge_local_class(a, b); };
  }

  void merge_function(const Member& h, const Member& d, bool in_class) {
    const bool head_renamed = pass_.any_renamed(d.first, d.head_end());
    const std::vector<std::string_view> names = declared_names(host_, h);
    if (!names.empty() && h.is_constexpr && pass_.is_twin(names[0])) return (void)add_twin(h, d);
    if (h.global || d.global) {
      if (head_renamed) return kernel_error(h);
      return merge_.replace(h.first, h.last, d.first, d.last);
    }
    const bool relaxed = options_.relaxed_constexpr && d.is_constexpr;
    if (!d.device && !relaxed) {
      return merge_host_code(merge_, h.open + 1, h.close, d.open + 1, d.close, local_classes());
    }
    if (h.device && !h.host) return merge_.replace(h.first, h.last, d.first, d.last);
    if (head_renamed) return merge_.insert_device(h.last + 1, d.first, d.last);
    if (h.is_constexpr && !in_class && names.size() == 1 && can_have_twin(h, names[0])) {
      new_twins_.emplace(names[0]);
      return;
    }
    merge_definitions(merge_, h, d, local_classes());
  }

  // A free function without overloads, so that its name stands for nothing else.
  bool can_have_twin(const Member& h, std::string_view name) {
    if (host_.is(h.parameters_open - 2, "::")) return false;
    if (signatures_.empty()) collect_signatures({0, host_.size()});
    const auto [begin, end] = signatures_.equal_range(name);
    return std::distance(begin, end) == 1;
  }

  void collect_signatures(Scope scope) {
    for (const Member& m : find_members(host_, scope.begin, scope.end)) {
      if (m.kind == MemberKind::kNamespace) collect_signatures({m.open + 1, m.close});
      if (m.kind != MemberKind::kFunction && !is_prototype(m)) continue;
      for (const std::string_view name : declared_names(host_, m)) {
        std::string signature = function_signature(host_, m);
        if (is_prototype(m)) signature.resize(signature.size() - 2);  // "; "
        const auto [begin, end] = signatures_.equal_range(name);
        if (std::none_of(begin, end, [&](const auto& known) { return known.second == signature; })) {
          signatures_.emplace(name, std::move(signature));
        }
      }
    }
  }

  bool merge_other(const Member& h, const Member& d, bool in_class) {
    const bool unreplaced = mentions(host_, h, kArchitecture);
    if (is_prototype(h) && !is_static_assert(host_, h)) {
      if (pass_.any_renamed(d.first, d.last)) {
        if (h.global) kernel_error(h);
        merge_.insert_device(h.last + 1, d.first, d.last);
      }
      return true;
    }
    if (h.device || d.device || h.device_variable || d.device_variable || unreplaced) {
      merge_.replace(h.first, h.last, d.first, d.last);
      return true;
    }
    if (host_.is(h.first, "friend")) return merge_.insert_device(h.last + 1, d.first, d.last), true;
    if (differ_in_islands_only(h, d)) {
      merge_host_code(merge_, h.first, h.last, d.first, d.last, local_classes());
      return true;
    }
    const std::vector<std::string_view> names = declared_names(host_, h);
    if (in_class) return false;
    if (names.empty()) return merge_.insert_device(h.last + 1, d.first, d.last), true;
    if (std::ranges::any_of(names, [&](std::string_view name) { return pass_.is_twin(name); })) return add_twin(h, d);
    const bool constant = h.is_const || h.is_constexpr || h.is_type || h.open != kNoToken;
    const bool declaration =
        host_.is(h.first, "class") || host_.is(h.first, "struct") || host_.is(h.first, "namespace");
    return constant || declaration || h.is_template ? want_twins(h, names) : true;  // Else a variable of the host's.
  }

  [[nodiscard]] bool differ_in_islands_only(const Member& h, const Member& d) const {
    const auto outside = [](const TokenStream& tokens, const Member& m, const DevicePass* pass) {
      std::uint64_t hash = 0;
      std::size_t begin = m.first;
      for (const Island& island : find_islands(tokens, m.first, m.last)) {
        hash = hash * 31 + hash_of(tokens, begin, island.open, pass);
        begin = island.close;
      }
      return hash * 31 + hash_of(tokens, begin, m.last, pass);
    };
    return outside(host_, h, nullptr) == outside(device_, d, &pass_);
  }

  // Both stay, the device's under a name of its own.
  bool add_twin(const Member& h, const Member& d) {
    merge_.insert_device(h.last + 1, d.first, d.last);
    return true;
  }

  bool want_twins(const Member& h, const std::vector<std::string_view>& names) {
    if (names.empty()) {
      merge_.error(
          h.first,
          "a declaration without a name depends on __CUDA_ARCH__, which Fencepost cannot honour; give it a name");
    }
    for (const std::string_view name : names) new_twins_.emplace(name);
    return true;
  }

  void kernel_error(const Member& h) const {
    merge_.error(h.first,
                 "the parameters of this kernel depend on __CUDA_ARCH__, which CUDA forbids: the host passes "
                 "others than the device takes");
  }

  bool insert_device_only(const std::vector<Member>& ours, const Member& d, std::size_t anchor, bool in_class) {
    if (is_adapted(device_.place(d.first).file)) return true;
    if (in_class && is_data_member(device_, d)) return false;
    if (d.global && d.kind == MemberKind::kFunction) {
      for (const Member& h : ours) {
        if (h.global && declared_names(host_, h) == declared_names(device_, d)) {
          kernel_error(h);
          return true;
        }
      }
    }
    if (!in_class && d.device && is_ours(d)) return true;
    merge_.insert_device(anchor, d.first, d.last);
    return true;
  }

  // A kernel that the device's pass lacks can be named, but not run.
  bool keep_host_only(const Member& h, const std::vector<Member>& theirs, bool in_class) {
    if (in_class && is_data_member(host_, h)) return false;
    if (!h.global || h.kind != MemberKind::kFunction) return true;
    const auto names = declared_names(host_, h);
    if (std::ranges::any_of(theirs, [&](const Member& d) { return d.global && declared_names(device_, d) == names; })) {
      return true;
    }
    edits_.replace(host_.end_offset(h.open), host_.begin_offset(h.close) - host_.end_offset(h.open),
                   " ::fencepost_rt::lacks_device_code(); " + host_.resume(h.close));
    return true;
  }

  // Our headers declare a function with these parameters: programs bring some for old devices, such as
  // atomicAdd(double*, double).
  [[nodiscard]] bool is_ours(const Member& d) {
    if (d.parameters_open == kNoToken || device_.in_system_header(d.first)) return false;
    const std::vector<std::string_view> name = declared_names(device_, d);
    if (name.empty()) return false;
    const std::string types = parameter_types(device_, d);
    if (members_.empty()) members_ = find_members(host_, 0, host_.size());
    return std::ranges::any_of(members_, [&](const Member& h) {
      return h.parameters_open != kNoToken && host_.in_system_header(h.first) &&
             host_.is(h.parameters_open - 1, name[0]) && parameter_types(host_, h) == types;
    });
  }

  static std::string parameter_types(const TokenStream& tokens, const Member& m) {
    const std::size_t close = matching_close(tokens, m.parameters_open);
    Edits unused;
    std::string types;
    Names names;
    for (const Parameter& p : function_parameters(tokens, m.parameters_open, close, unused)) names.insert(p.name);
    for (std::size_t i = m.parameters_open + 1; i < close; ++i) {
      if (!names.contains(tokens.spelling(i))) types.append(tokens.spelling(i)).append(" ");
    }
    return types;
  }

  // A name must mean the same thing wherever the device's code has it.
  void check_twins(Scope scope, bool in_class) {
    for (const Member& m : find_members(host_, scope.begin, scope.end)) {
      if (host_.in_system_header(m.first)) continue;
      if (in_class && !m.is_type) {
        for (const std::string_view name : declared_names(host_, m)) {
          if (!pass_.is_twin(name) || name == class_name_) continue;
          merge_.error(m.first, "'" + std::string(name) +
                                    "' is also the name of something that depends on __CUDA_ARCH__, which Fencepost "
                                    "cannot tell apart; rename one of them");
        }
      }
      if (m.kind == MemberKind::kNamespace) check_twins({m.open + 1, m.close}, false);
      if (m.kind != MemberKind::kClass) continue;
      const std::vector<std::string_view> names = declared_names(host_, m);
      if (names.empty() || pass_.is_twin(names[0])) continue;
      const std::string_view outer = std::exchange(class_name_, names[0]);
      check_twins({m.open + 1, m.close}, true);
      class_name_ = outer;
    }
  }

  const TokenStream& host_;
  const TokenStream& device_;
  const MergeOptions& options_;
  DevicePass pass_;
  Edits edits_;
  std::vector<RewriteError> errors_;
  PassMerge merge_;
  Names new_twins_;
  std::vector<Member> members_;                                           // Of the host's text, if asked for.
  std::multimap<std::string_view, std::string, std::less<>> signatures_;  // Of free functions, if asked for.
  std::string_view class_name_;
};

}  // namespace

MergedPasses merge_passes(std::string_view host, std::string_view device, const MergeOptions& options) {
  if (host == device) return {std::string(host), {}};
  const TokenStream host_tokens(host, options.system_directory);
  const TokenStream device_tokens(device, options.system_directory);
  Names twins;
  while (true) {  // Each round adds names of the source.
    Merge merge(host_tokens, device_tokens, options, twins);
    merge.run();
    const std::size_t known = twins.size();
    twins.insert(merge.new_twins().begin(), merge.new_twins().end());
    if (twins.size() == known) return merge.result();
  }
}

}  // namespace fencepost::cli
