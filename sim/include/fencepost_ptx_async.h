// Asynchronous copies, barrier objects and clusters in asm statements (PTX ISA, "Data Movement: cp.async,
// cp.async.bulk", "Parallel Synchronization: mbarrier, barrier.cluster"). Included by fencepost_ptx.h.
#pragma once

#include "fencepost_async.h"

namespace fencepost_ptx {

// --- Asynchronous copies and barrier objects -------------------------------------------------------------------------

/// Copies `bytes` of a target of `size`, and sets the rest to 0.
template <class Form, class Size, class Bytes>
FENCEPOST_PTX void cp_async(Form, char* to, char* from, const Size& size, const Bytes& bytes) {
  const unsigned long copied = get<u32>(bytes);
  const unsigned long all = get<u32>(size);
  fencepost_copy(to, from, copied < all ? copied : all);
  if (copied >= all) return;
  const char nothing[16] = {};
  fencepost_copy(to + copied, nothing, all - copied);
}
template <class Form, class Size>
FENCEPOST_PTX void cp_async(Form form, char* to, char* from, const Size& size) {
  cp_async(form, to, from, size, size);
}
template <class Form>
FENCEPOST_PTX void cp_async_commit_group(Form) {
  fencepost_commit_copies();
}
template <class Form, class Remaining>
FENCEPOST_PTX void cp_async_wait_group(Form, const Remaining& remaining) {
  fencepost_await_copies(get<u32>(remaining));
}
template <class Form>
FENCEPOST_PTX void cp_async_wait_all(Form) {
  fencepost_commit_copies();
  fencepost_await_copies(0);
}

FENCEPOST_PTX FencepostBarrier* barrier_at(char* address) { return reinterpret_cast<FencepostBarrier*>(address); }

template <class Form>
FENCEPOST_PTX void cp_async_mbarrier_arrive(Form, char* at) {
  fencepost_copies_arrive(barrier_at(at), true);
}
template <class Form>
FENCEPOST_PTX void cp_async_mbarrier_arrive_noinc(Form, char* at) {
  fencepost_copies_arrive_counted(barrier_at(at));
}
template <class Form, class Count>
FENCEPOST_PTX void mbarrier_init(Form, char* at, const Count& count) {
  fencepost_rt::init_barrier(barrier_at(at), get<s32>(count), true);
}
template <class Form>
FENCEPOST_PTX void mbarrier_inval(Form, char*) {}
/// Without `.relaxed` it releases.
template <class Form>
FENCEPOST_PTX u64 arrive_at(char* at, long count) {
  if constexpr (Form::kSemantics == semantics::relaxed) {
    constexpr bool kOfBlock = Form::scope_or(fencepost_rt::atomics::kBlock) == fencepost_rt::atomics::kBlock;
    return fencepost_barrier_arrive_relaxed(barrier_at(at), count, false, kOfBlock);
  } else {
    return fencepost_barrier_arrive(barrier_at(at), count, true);
  }
}
/// Without `.relaxed` it acquires.
template <class Form>
FENCEPOST_PTX bool test_at(char* at, unsigned phase) {
  if constexpr (Form::kSemantics == semantics::relaxed) {
    return fencepost_barrier_test_relaxed(barrier_at(at), phase);
  } else {
    return fencepost_barrier_test(barrier_at(at), phase, true);
  }
}
// A state is the phase, and behind it the arrivals that the phase lacked.
inline constexpr int kPendingShift = 3;

template <class State>
FENCEPOST_PTX u64 pending_at(char* at) {
  if constexpr (__is_same(State, sink)) {
    return 0;
  } else {
    const u64 lacks = __atomic_load_n(&barrier_at(at)->state, __ATOMIC_RELAXED) & fencepost_rt::kMostArrivals;
    return lacks << kPendingShift;
  }
}
template <class Form, class State, class Count>
FENCEPOST_PTX void mbarrier_arrive(Form, State&& state, char* at, const Count& count) {
  const u64 pending = pending_at<State>(at);
  put(state, pending | arrive_at<Form>(at, get<s32>(count)));
}
template <class Form, class State>
FENCEPOST_PTX void mbarrier_arrive(Form form, State&& state, char* at) {
  mbarrier_arrive(form, static_cast<State&&>(state), at, 1);
}
template <class Form>
FENCEPOST_PTX u64 drop_at(char* at) {
  if constexpr (Form::kSemantics == semantics::relaxed) {
    constexpr bool kOfBlock = Form::scope_or(fencepost_rt::atomics::kBlock) == fencepost_rt::atomics::kBlock;
    return fencepost_barrier_arrive_relaxed(barrier_at(at), 1, true, kOfBlock);
  } else {
    return fencepost_barrier_arrive_and_drop(barrier_at(at), true);
  }
}
/// The phases after this one expect `count` arrivals less, too.
template <class Form, class State, class Count>
FENCEPOST_PTX void mbarrier_arrive_drop(Form, State&& state, char* at, const Count& count) {
  const u64 pending = pending_at<State>(at);
  const u64 phase = drop_at<Form>(at);
  for (s32 more = get<s32>(count); more > 1; --more) drop_at<Form>(at);
  put(state, pending | phase);
}
template <class Form, class State>
FENCEPOST_PTX void mbarrier_arrive_drop(Form form, State&& state, char* at) {
  mbarrier_arrive_drop(form, static_cast<State&&>(state), at, 1);
}
template <class Form, class State, class Bytes>
FENCEPOST_PTX void mbarrier_arrive_drop_expect_tx(Form form, State&& state, char* at, const Bytes& bytes) {
  fencepost_barrier_expect(barrier_at(at), get<s32>(bytes));
  mbarrier_arrive_drop(form, static_cast<State&&>(state), at);
}
template <class Form, class To, class State>
FENCEPOST_PTX void mbarrier_pending_count(Form, To&& to, const State& state) {
  put(to, static_cast<u32>(get<u64>(state) >> kPendingShift & fencepost_rt::kMostArrivals));
}
template <class Form, class State, class Bytes>
FENCEPOST_PTX void mbarrier_arrive_expect_tx(Form form, State&& state, char* at, const Bytes& bytes) {
  fencepost_barrier_expect(barrier_at(at), get<s32>(bytes));
  mbarrier_arrive(form, static_cast<State&&>(state), at);
}
template <class Form, class Bytes>
FENCEPOST_PTX void mbarrier_expect_tx(Form, char* at, const Bytes& bytes) {
  fencepost_barrier_expect(barrier_at(at), get<s32>(bytes));
}
template <class Form, class Bytes>
FENCEPOST_PTX void mbarrier_complete_tx(Form, char* at, const Bytes& bytes) {
  fencepost_barrier_bring(barrier_at(at), get<s32>(bytes));
}
template <class Form, class TypeP, class State, class... Hint>
FENCEPOST_PTX void mbarrier_test_wait(Form, TypeP& complete, char* at, const State& state, const Hint&...) {
  complete = test_at<Form>(at, get<u64>(state) & fencepost_rt::kPhaseMask);
}
template <class Form, class TypeP, class Parity, class... Hint>
FENCEPOST_PTX void mbarrier_test_wait_parity(Form, TypeP& complete, char* at, const Parity& parity, const Hint&...) {
  const unsigned phase = fencepost_rt::phase_of_parity(barrier_at(at), (get<u32>(parity) & 1) != 0);
  complete = test_at<Form>(at, phase);
}

// --- Bulk copies -----------------------------------------------------------------------------------------------------

template <class Form, class Size>
FENCEPOST_PTX void cp_async_bulk_load(Form, char* to, char* from, const Size& size, char* barrier) {
  fencepost_bulk_copy(to, from, get<u32>(size), barrier_at(barrier));
}
/// To the same place in each block of the cluster that the mask names, and of the barrier there.
template <class Form, class Size, class Mask>
FENCEPOST_PTX void cp_async_bulk_multicast(Form, char* to, char* from, const Size& size, char* barrier,
                                           const Mask& mask) {
  fencepost_bulk_multicast(to, from, get<u32>(size), barrier_at(barrier), get<u16>(mask));
}
/// st.async: a store that is a bulk copy of its own.
template <class Form, class Value>
FENCEPOST_PTX void st_async(Form, char* to, const Value& value, char* barrier) {
  const auto stored = get<typename Form::type>(value);
  fencepost_async_store(to, __builtin_addressof(stored), sizeof stored, barrier_at(barrier));
}
template <class Form, class Value, class Second>
FENCEPOST_PTX void st_async(Form, char* to, const Value& value, const Second& second, char* barrier) {
  const typename Form::type stored[] = {get<typename Form::type>(value), get<typename Form::type>(second)};
  fencepost_async_store(to, stored, sizeof stored, barrier_at(barrier));
}
template <class Form, class Value, class Second, class Third, class Fourth>
FENCEPOST_PTX void st_async(Form, char* to, const Value& value, const Second& second, const Third& third,
                            const Fourth& fourth, char* barrier) {
  const typename Form::type stored[] = {get<typename Form::type>(value), get<typename Form::type>(second),
                                        get<typename Form::type>(third), get<typename Form::type>(fourth)};
  fencepost_async_store(to, stored, sizeof stored, barrier_at(barrier));
}
template <class Form, class Size>
FENCEPOST_PTX void cp_async_bulk_store(Form, char* to, char* from, const Size& size) {
  fencepost_bulk_copy(to, from, get<u32>(size), nullptr);
}
template <class T>
inline constexpr fencepost_rt::ReductionType kReductionType = fencepost_rt::ReductionType::kUnsigned32;
template <>
inline constexpr fencepost_rt::ReductionType kReductionType<s32> = fencepost_rt::ReductionType::kSigned32;
template <>
inline constexpr fencepost_rt::ReductionType kReductionType<u64> = fencepost_rt::ReductionType::kUnsigned64;
template <>
inline constexpr fencepost_rt::ReductionType kReductionType<s64> = fencepost_rt::ReductionType::kSigned64;
template <>
inline constexpr fencepost_rt::ReductionType kReductionType<f16> = fencepost_rt::ReductionType::kHalf;
template <>
inline constexpr fencepost_rt::ReductionType kReductionType<bf16> = fencepost_rt::ReductionType::kBrain;
template <>
inline constexpr fencepost_rt::ReductionType kReductionType<float> = fencepost_rt::ReductionType::kFloat;
template <>
inline constexpr fencepost_rt::ReductionType kReductionType<double> = fencepost_rt::ReductionType::kDouble;

template <class Form, class Size>
FENCEPOST_PTX void cp_reduce_async_bulk_load(Form, char* to, char* from, const Size& size, char* barrier,
                                             fencepost_rt::Reduction how) {
  fencepost_bulk_reduce(to, from, get<u32>(size), barrier_at(barrier), how, kReductionType<typename Form::type>);
}
template <class Form, class Size>
FENCEPOST_PTX void cp_reduce_async_bulk_store(Form, char* to, char* from, const Size& size,
                                              fencepost_rt::Reduction how) {
  fencepost_bulk_reduce(to, from, get<u32>(size), nullptr, how, kReductionType<typename Form::type>);
}
/// red.async: a bulk reduction of one value.
template <class Form, class Value>
FENCEPOST_PTX void red_async(Form, char* to, const Value& value, char* barrier, fencepost_rt::Reduction how) {
  using type = typename Form::type;
  const auto brought = get<type>(value);
  fencepost_bulk_reduce_value(to, __builtin_addressof(brought), sizeof brought, barrier_at(barrier), how,
                              kReductionType<type>);
}
/// `[map, {c0, c1, …}]`
template <unsigned Rank>
struct tensor_place {
  const void* map;
  int at[Rank];
};
template <class Map, class... Coordinates>
FENCEPOST_PTX tensor_place<sizeof...(Coordinates)> place_in_tensor(const Map& map, const Coordinates&... at) {
  return {reinterpret_cast<const void*>(get<u64>(map)), {get<s32>(at)...}};
}
/// Of im2col, of the inner dimensions but the first and the last: `{o0, o1, …}`
template <unsigned Count>
struct tensor_offsets {
  unsigned short at[Count];
};
template <class... Offsets>
FENCEPOST_PTX tensor_offsets<sizeof...(Offsets)> im2col_offsets(const Offsets&... at) {
  return {{get<u16>(at)...}};
}
template <class Form, unsigned Rank>
FENCEPOST_PTX void tensor_load(Form, char* to, const tensor_place<Rank>& place, char* barrier) {
  fencepost_tensor_load(to, place.map, place.at, nullptr, Rank, barrier_at(barrier));
}
template <class Form, unsigned Rank, class Mask>
FENCEPOST_PTX void tensor_multicast(Form, char* to, const tensor_place<Rank>& place, char* barrier, const Mask& mask) {
  fencepost_tensor_multicast(to, place.map, place.at, nullptr, Rank, barrier_at(barrier), get<u16>(mask));
}
template <class Form, unsigned Rank>
FENCEPOST_PTX void tensor_load(Form, char* to, const tensor_place<Rank>& place, char* barrier,
                               const tensor_offsets<Rank - 2>& offsets) {
  fencepost_tensor_load(to, place.map, place.at, offsets.at, Rank, barrier_at(barrier));
}
template <class Form, unsigned Rank, class Mask>
FENCEPOST_PTX void tensor_multicast(Form, char* to, const tensor_place<Rank>& place, char* barrier,
                                    const tensor_offsets<Rank - 2>& offsets, const Mask& mask) {
  fencepost_tensor_multicast(to, place.map, place.at, offsets.at, Rank, barrier_at(barrier), get<u16>(mask));
}
/// Each target's barrier is in the block of its pair that has the given barrier's place in its own.
FENCEPOST_PTX void multicast_to_pairs(char* to, const void* map, const int* at, const unsigned short* offsets, int rank,
                                      char* barrier, unsigned mask) {
  const auto parity = static_cast<unsigned>(fencepost_rank_of_shared(barrier)) & 1;
  for (; mask != 0; mask &= mask - 1) {
    const auto block = static_cast<unsigned>(__builtin_ctz(mask));
    fencepost_tensor_load(fencepost_cluster_map(to, block), map, at, offsets, rank,
                          static_cast<FencepostBarrier*>(fencepost_cluster_map(barrier, (block & ~1U) | parity)));
  }
}
template <class Form, unsigned Rank, class Mask>
FENCEPOST_PTX void tensor_multicast_of_pair(Form, char* to, const tensor_place<Rank>& place, char* barrier,
                                            const Mask& mask) {
  multicast_to_pairs(to, place.map, place.at, nullptr, Rank, barrier, get<u16>(mask));
}
template <class Form, unsigned Rank, class Mask>
FENCEPOST_PTX void tensor_multicast_of_pair(Form, char* to, const tensor_place<Rank>& place, char* barrier,
                                            const tensor_offsets<Rank - 2>& offsets, const Mask& mask) {
  multicast_to_pairs(to, place.map, place.at, offsets.at, Rank, barrier, get<u16>(mask));
}
template <class Form, unsigned Rank>
FENCEPOST_PTX void tensor_store(Form, const tensor_place<Rank>& place, char* from) {
  fencepost_tensor_store(place.map, place.at, Rank, from);
}
template <class Form, unsigned Rank>
FENCEPOST_PTX void tensor_reduce(Form, const tensor_place<Rank>& place, char* from, fencepost_rt::Reduction how) {
  fencepost_tensor_reduce(place.map, place.at, Rank, from, how);
}
template <fencepost_rt::MapField Field, class Form, class Value>
FENCEPOST_PTX void tensormap_replace(Form, char* map, const Value& value) {
  fencepost_tensor_map_replace(map, Field, 0, static_cast<unsigned long>(get<integer_of<typename Form::type>>(value)));
}
template <fencepost_rt::MapField Field, class Form, class Ordinal, class Value>
FENCEPOST_PTX void tensormap_replace(Form, char* map, const Ordinal& ordinal, const Value& value) {
  fencepost_tensor_map_replace(map, Field, get<u32>(ordinal),
                               static_cast<unsigned long>(get<integer_of<typename Form::type>>(value)));
}
/// Releases what was written to maps so far.
template <class Form>
FENCEPOST_PTX void fence_proxy_tensormap(Form) {
  static_assert(Form::kSemantics == semantics::release);
  fencepost_tensor_map_fence(false);
  fencepost_rt::atomics::fence(__ATOMIC_RELEASE, Form::scope_or(fencepost_rt::atomics::kSystem));
}
template <class Form, class Size>
FENCEPOST_PTX void fence_proxy_tensormap(Form, char*, const Size&) {
  static_assert(Form::kSemantics == semantics::acquire);
  fencepost_rt::atomics::fence(__ATOMIC_ACQUIRE, Form::scope_or(fencepost_rt::atomics::kSystem));
  fencepost_tensor_map_fence(true);
}
/// The warp copies the map once, for all of its lanes: they know of it. That they come together orders no memory.
template <class Form, class Size>
FENCEPOST_PTX void tensormap_cp_fenceproxy(Form form, char* to, char* from, const Size&) {
  const u32 behind = blockDim.x * blockDim.y * blockDim.z - (rank_in_block() - laneid());
  const u32 lanes = behind >= 32 ? ~0U : (1U << behind) - 1;
  fencepost_vote(0, lanes_of(lanes), 1);
  if (laneid() == 0) fencepost_tensor_map_copy(to, from);
  __syncwarp(lanes_of(lanes));
  fence_proxy_tensormap(form);
}
template <class Form>
FENCEPOST_PTX void cp_async_bulk_commit_group(Form) {
  fencepost_commit_bulk_copies();
}
template <class Form, class Remaining>
FENCEPOST_PTX void cp_async_bulk_wait_group(Form, const Remaining& remaining) {
  fencepost_await_bulk_copies(get<u32>(remaining), false);
}
template <class Form, class Remaining>
FENCEPOST_PTX void cp_async_bulk_wait_group_read(Form, const Remaining& remaining) {
  fencepost_await_bulk_copies(get<u32>(remaining), true);
}

/// `size` bytes of zeros.
template <class Form, class Size, class Value>
FENCEPOST_PTX void st_bulk(Form, char* to, const Size& size, const Value&) {
  __builtin_memset(to, 0, get<u64>(size));
}

// --- Clusters --------------------------------------------------------------------------------------------------------

template <class Form>
FENCEPOST_PTX void cluster_arrive(Form) {
  fencepost_cluster_arrive(Form::kSemantics != semantics::relaxed);
}
template <class Form>
FENCEPOST_PTX void cluster_wait(Form) {
  fencepost_cluster_wait();
}
/// The address of the same place in the shared memory of another block; in the window of the cluster, or generic.
template <class Form, class To, class From, class Rank>
FENCEPOST_PTX void mapa(Form, To& to, const From& from, const Rank& rank) {
  void* const there = fencepost_cluster_map(address<Form::kSpace>(from, 0), get<u32>(rank));
  if constexpr (Form::kSpace == space::shared_cluster) {
    put(to, u64{cluster_offset(there)});
  } else {
    put(to, reinterpret_cast<u64>(there));
  }
}
template <class Form, class To, class From>
FENCEPOST_PTX void getctarank(Form, To& to, const From& from) {
  put(to, static_cast<u32>(fencepost_rank_of_shared(address<Form::kSpace>(from, 0))));
}

// clusterlaunchcontrol: a launch of a cluster that has not begun may be cancelled, or not. Here none ever is: the
// answer is 0, and comes as a bulk copy does.

template <class Form>
FENCEPOST_PTX void try_cancel(Form, char* to, char* barrier) {
  const u64 no[2] = {};
  fencepost_async_store(to, no, sizeof no, barrier_at(barrier));
}
/// The answer is given to each block of the cluster.
template <class Form>
FENCEPOST_PTX void try_cancel_all(Form form, char* to, char* barrier) {
  for (u32 rank = 0; rank < cluster_nctarank(); ++rank) {
    try_cancel(form, static_cast<char*>(fencepost_cluster_map(to, rank)),
               static_cast<char*>(fencepost_cluster_map(barrier, rank)));
  }
}
template <class Form, class To, class Answer>
FENCEPOST_PTX void is_cancelled(Form, To&& to, const Answer& answer) {
  put(to, pred{get<b128>(answer) != 0});
}
/// Not defined where nothing was cancelled.
template <unsigned Dimension, class Form, class To, class Answer>
FENCEPOST_PTX void part_of_cancelled(Form, To&& to, const Answer& answer) {
  put(to, static_cast<u32>(get<b128>(answer) >> (32 * Dimension)));
}
template <class Form, class ToX, class ToY, class ToZ, class ToW, class Answer>
FENCEPOST_PTX void first_of_cancelled(Form form, ToX&& x, ToY&& y, ToZ&& z, ToW&&, const Answer& answer) {
  part_of_cancelled<0>(form, x, answer);
  part_of_cancelled<1>(form, y, answer);
  part_of_cancelled<2>(form, z, answer);
}

}  // namespace fencepost_ptx
