#include "detector/wording/advice.h"

#include <algorithm>
#include <tuple>

#include "detector/model/access.h"
#include "detector/model/names.h"

namespace fencepost::detector {
namespace {

bool is_write(AccessKind kind) {
  return kind == AccessKind::kWrite || kind == AccessKind::kAtomic || kind == AccessKind::kVolatileWrite;
}

bool is_volatile(AccessKind kind) { return kind == AccessKind::kVolatileRead || kind == AccessKind::kVolatileWrite; }

bool any_access(const Finding& finding, bool (*test)(AccessKind)) {
  return std::ranges::any_of(finding.accesses, test, &FindingAccess::kind);
}

bool all_accesses(const Finding& finding, bool (*test)(AccessKind)) {
  return std::ranges::all_of(finding.accesses, test, &FindingAccess::kind);
}

bool has_atomic(const Finding& finding) {
  return any_access(finding, [](AccessKind kind) { return kind == AccessKind::kAtomic; });
}

bool all_strong(const Finding& finding) {
  return all_accesses(finding, [](AccessKind kind) { return kind == AccessKind::kAtomic || is_volatile(kind); });
}

/// In the shared memory of one of them.
bool is_in_cluster(const Finding& finding) {
  return finding.scope == Scope::kInterBlock && finding.space == Space::kShared;
}

/// Two strong accesses that race all the same, because one reaches its own block, or cluster, only.
bool is_too_narrow(const Finding& finding) {
  return all_strong(finding) && finding.scope == Scope::kInterBlock &&
         std::ranges::any_of(finding.accesses,
                             [](const FindingAccess& a) { return a.of_block_scope || a.of_cluster_scope; });
}

/// "block", or "cluster": what the narrower one reaches.
std::string narrow_scope(const Finding& finding) {
  return std::ranges::any_of(finding.accesses, &FindingAccess::of_block_scope) ? "block" : "cluster";
}

/// Two strong accesses that race for the only other reason there is: their bytes are not the same.
bool overlaps_in_part(const Finding& finding) {
  return all_strong(finding) && finding.severity == Severity::kError && !is_too_narrow(finding);
}

std::string block_text(const Index3& block) {
  std::string text = std::to_string(block[0]);
  if (block[1] == 0 && block[2] == 0) return text;
  return '(' + text + ',' + std::to_string(block[1]) + ',' + std::to_string(block[2]) + ')';
}

std::string blocks_of(const Finding& finding) {
  const auto [low, high] = std::minmax(
      finding.accesses[0].block, finding.accesses[1].block,
      [](const Index3& a, const Index3& b) { return std::tie(a[2], a[1], a[0]) < std::tie(b[2], b[1], b[0]); });
  return "blocks " + block_text(low) + " and " + block_text(high);
}

bool same_line(const Finding& finding) {
  return finding.accesses.size() == 2 && finding.accesses[0].location == finding.accesses[1].location;
}

std::string object_name(const Finding& finding) {
  if (!finding.element.empty()) return finding.element;
  if (finding.object && !finding.object->name.empty()) return finding.object->name;
  return "the same " + std::string(name_of(finding.space)) + " memory";
}

std::string race_message(const Finding& finding) {
  if (finding.lacks_proxy_fence && finding.space == Space::kGlobal) {
    return "a bulk copy reads its tensor map " + object_name(finding) +
           " through the tensormap proxy, and between the write and it lies no fence.proxy.tensormap::generic.release "
           "with one of .acquire behind it: it may read what was there before";
  }
  if (finding.lacks_proxy_fence) {
    return "a bulk copy, wgmma or tcgen05 operation reads " + object_name(finding) +
           " through the async proxy, and no fence.proxy.async lies between the write and it: it may read what was "
           "there "
           "before";
  }
  if (finding.space == Space::kTensor) {
    const bool writes = all_accesses(finding, is_write);
    return std::string("two tcgen05 operations ") + (writes ? "write " : "access ") + object_name(finding) +
           ", and nothing orders them";
  }
  const bool across = finding.scope == Scope::kInterBlock;
  const bool in_cluster = is_in_cluster(finding);
  const std::string who = in_cluster ? "threads of two blocks of a cluster"
                          : across   ? "threads of two blocks"
                                     : "two threads of a block";
  const std::string what = all_accesses(finding, is_write) ? " write " : " access ";
  const std::string when = in_cluster ? " with no barrier of the cluster between them"
                           : across   ? " and nothing orders the blocks of a launch"
                                      : " with no barrier between them";
  std::string text = who + what + object_name(finding) + when;
  if (is_too_narrow(finding)) {
    const std::string scope = narrow_scope(finding);
    text += ", and the atomic operation of " + scope + " scope is atomic for its own " + scope + " only";
  } else if (overlaps_in_part(finding)) {
    text += ", and the accesses overlap in part: of different sizes, they are not atomic with each other";
  } else if (has_atomic(finding)) {
    text += ", and only one of the accesses is atomic";
  }
  if (finding.severity == Severity::kWarning) {
    text += any_access(finding, is_volatile)
                ? "; volatile does not order the threads of a warp"
                : "; both write the same value, so the result is the same by luck of the data";
  }
  return text;
}

/// Two accesses that a flag, a ticket or a lock may be meant to order, and a fence is missing or reaches too near.
std::string hand_over_hint(const Finding& finding) {
  if (finding.scope == Scope::kInterBlock) {
    return "if an atomic operation or a flag hands it over, put __threadfence() before it in one thread and after it "
           "in "
           "the other (__threadfence_block() reaches the own block only, and not " +
           blocks_of(finding) + "); else split the kernel in two launches between the two accesses";
  }
  return "if an atomic operation or a flag hands it over, put __threadfence_block() before it in one thread and after "
         "it "
         "in the other; else put __syncthreads(), which every thread of the block must reach, between the two lines";
}

/// Races within warps alone, though the block has several: what is missing orders the lanes of a warp.
bool wants_syncwarp(const Finding& finding) {
  const auto [x, y, z] = finding.block_dim;
  return finding.scope == Scope::kIntraWarp && std::uint64_t{x} * y * z > sim::warp_size;
}

std::string race_hint(const Finding& finding) {
  if (finding.lacks_proxy_fence && finding.space == Space::kGlobal) {
    return "let the thread that writes execute fence.proxy.tensormap::generic.release.gpu behind its writes (or copy "
           "the "
           "map by tensormap.cp_fenceproxy), and the one that copies fence.proxy.tensormap::generic.acquire.gpu [map], "
           "128 "
           "before the copy";
  }
  if (finding.lacks_proxy_fence) {
    return "let each thread that writes execute fence.proxy.async.shared::cta (cuda::ptx::fence_proxy_async, "
           "cutlass::arch::fence_view_async_shared) behind its writes, before the barrier in front of the copy or "
           "wgmma";
  }
  if (finding.space == Space::kTensor) {
    return "a tcgen05 operation goes on until somebody waits for it: tcgen05.mma, .cp and .shift until the phase of "
           "the "
           "mbarrier is over that a tcgen05.commit of their thread names, tcgen05.ld and .st until tcgen05.wait::ld "
           "and "
           "::st in their warp. Put that between the two, and behind it a barrier for the other threads";
  }
  if (is_too_narrow(finding)) {
    if (narrow_scope(finding) == "cluster") {
      return "cluster-scope atomic on an address used by " + blocks_of(finding) +
             ", which are of two clusters: use the form of device scope, .gpu instead of .cluster";
    }
    return "block-scope atomic on an address used by " + blocks_of(finding) +
           ": use the form of device scope, e.g. atomicAdd instead of atomicAdd_block";
  }
  if (overlaps_in_part(finding)) {
    return "access the same bytes with the same size in both places, e.g. the whole of the 64-bit word, or put a "
           "barrier "
           "between the two";
  }
  if (is_in_cluster(finding) && (has_atomic(finding) || !finding.with_async_copy)) {
    const std::string barrier =
        "put cluster.sync(), which every thread of the cluster must reach, between the two accesses";
    return has_atomic(finding) ? "use an atomic operation for the plain access too, or " + barrier : barrier;
  }
  if (finding.with_async_copy) {
    return "an asynchronous copy, or a wgmma or tcgen05 operation, goes on until somebody waits for it: put its own "
           "wait "
           "(cooperative_groups::wait(), the wait of the barrier or pipeline it was given, or that tcgen05.commit "
           "names, __pipeline_wait_prior(), wgmma.wait_group) between the two accesses, and behind that a barrier for "
           "the other threads";
  }
  const bool plain = !has_atomic(finding) && !any_access(finding, is_volatile);
  if (finding.handed_over && plain && finding.severity == Severity::kError) return hand_over_hint(finding);
  if (finding.scope == Scope::kInterBlock) {
    if (has_atomic(finding))
      return "use an atomic operation for the plain access too, or read the result in a second launch";
    if (all_accesses(finding, is_write) && same_line(finding)) {
      return "give each block its own element, or use an atomic operation such as atomicAdd";
    }
    return "split the kernel in two launches between the two accesses, or use atomics";
  }
  const std::string barrier = wants_syncwarp(finding) ? "__syncwarp()" : "__syncthreads()";
  if (has_atomic(finding))
    return "use an atomic operation for the plain access too, or put " + barrier + " between them";
  if (same_line(finding) && plain) {
    if (finding.both_write && !all_accesses(finding, is_write)) {
      return "threads update the same element: use an atomic operation such as atomicAdd, or give each its own";
    }
    return all_accesses(finding, is_write)
               ? "let one thread write it, give each thread its own element, or use an atomic operation"
               : "divide the line: read into a local variable, " + barrier + ", then write";
  }
  if (wants_syncwarp(finding) || any_access(finding, is_volatile)) {
    return "put __syncwarp() between the two accesses; since Volta the threads of a warp do not run in lockstep";
  }
  return "put __syncthreads(), which every thread of the block must reach, between the two lines";
}

std::string divergence_message(const Finding& finding) {
  const bool someone_left = any_access(finding, [](AccessKind kind) { return kind == AccessKind::kExit; });
  return someone_left ? "some threads of the block returned before a barrier that the others wait at"
                      : "threads of one block wait at different barriers";
}

}  // namespace

std::string message_for(const Finding& finding) {
  switch (finding.kind) {
    case Kind::kRace:
      return race_message(finding);
    case Kind::kBarrierDivergence:
      return divergence_message(finding);
    case Kind::kDeadlock:
      return "no thread of the block can go on: those that wait need others that will never come";
    case Kind::kOutOfBounds:
      return "the access is outside the object";
    case Kind::kUseAfterFree:
      return "the memory had been freed";
    case Kind::kInvalidAddress:
      return "the address belongs to no memory a kernel may use";
    case Kind::kMisaligned:
      return "the address is not a multiple of the size of the access";
    case Kind::kUninitializedRead:
      return "the memory is read before anything was written to it";
    case Kind::kLeak:
      return "the memory was never freed";
    case Kind::kApiError:
      return "a CUDA runtime call failed";
    case Kind::kPermission:
      return "a contract does not hold";
    case Kind::kCrash:
      return "a thread of the kernel crashed";
    case Kind::kTimeout:
      return "the kernel did not end within --timeout";
    case Kind::kUnsupported:
      return "a thread comes to something that Fencepost cannot do";
  }
  return {};
}

std::string hint_for(const Finding& finding) {
  switch (finding.kind) {
    case Kind::kRace:
      return race_hint(finding);
    case Kind::kBarrierDivergence:
      return "move the barrier out of the branch: guard the work with the condition, not the barrier, and do not "
             "return "
             "before it";
    case Kind::kDeadlock:
      return "let every thread that a barrier waits for reach it on every path";
    case Kind::kOutOfBounds:
      return "guard the access with the bound of the array";
    case Kind::kUseAfterFree:
      return "free the memory after the last kernel that uses it has ended";
    case Kind::kInvalidAddress:
      return "pass kernels pointers from cudaMalloc or cudaMallocManaged, never to host memory, and check for null";
    case Kind::kMisaligned:
      return "align the pointer to the size of the type it is cast to";
    case Kind::kUninitializedRead:
      return "write it first, e.g. with cudaMemset or from the kernel";
    case Kind::kLeak:
      return "call cudaFree";
    case Kind::kApiError:
      return "check the result of the call, and the arguments it was given";
    case Kind::kPermission:
      return "the annotation is wrong, or the kernel is: 'fencepost permissions' draws who accesses what";
    case Kind::kCrash:
      return "see the line above; a stack overflow goes away with --stack-size if the depth is meant";
    case Kind::kTimeout:
      return "look for a loop that waits for another thread or block; raise --timeout if it only is slow";
    case Kind::kUnsupported:
      return "use the CUDA intrinsic or plain C++ instead; what is supported is listed in docs/inline-ptx.md";
  }
  return {};
}

void advise(Finding& finding) {
  if (finding.message.empty()) finding.message = message_for(finding);
  if (finding.hint.empty()) finding.hint = hint_for(finding);
}

}  // namespace fencepost::detector
