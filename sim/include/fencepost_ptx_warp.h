// Shuffles and votes in asm statements (PTX ISA, "Data Movement: shfl.sync", "vote.sync", "match.sync").
// Included by fencepost_ptx.h.
#pragma once

namespace fencepost_ptx {

enum class shuffle { up, down, bfly, idx };

/// Where a lane's value comes from: `clamp` holds the bound of the lane numbers, and from bit 8 on the mask that
/// divides the warp into segments.
struct shuffle_source {
  u32 lane;
  bool valid;  ///< Else the lane gets its own value.
};
template <shuffle Mode>
FENCEPOST_PTX shuffle_source source_of(u32 own, u32 operand, u32 clamp) {
  const u32 segment = clamp >> 8 & 31;
  const u32 b = operand & 31;
  const u32 least = own & segment;
  const u32 bound = least | (clamp & 31 & ~segment);
  const u32 lane = Mode == shuffle::up     ? own - b
                   : Mode == shuffle::down ? own + b
                   : Mode == shuffle::bfly ? own ^ b
                                           : least | (b & ~segment);
  const bool valid = Mode == shuffle::up ? static_cast<s32>(lane) >= static_cast<s32>(bound) : lane <= bound;
  return {valid ? lane : own, valid};
}

template <shuffle Mode, class To, class TypeP, class From, class TypeB, class TypeC, class Mask>
FENCEPOST_PTX void exchange(To&& to, TypeP&& predicate, const From& from, const TypeB& b, const TypeC& c,
                            const Mask& mask) {
  const u32 own = laneid();
  const shuffle_source source = source_of<Mode>(own, get<u32>(b), get<u32>(c));
  // The engine's modes: 0 indexed, 1 up, 2 down, 3 xor.
  constexpr int kMode = Mode == shuffle::idx ? 0 : Mode == shuffle::up ? 1 : Mode == shuffle::down ? 2 : 3;
  const u32 lane_or_delta = Mode == shuffle::idx    ? source.lane
                            : Mode == shuffle::up   ? own - source.lane
                            : Mode == shuffle::down ? source.lane - own
                                                    : own ^ source.lane;
  const u64 bits = fencepost_shuffle(kMode, lanes_of(get<u32>(mask)), get<u32>(from), lane_or_delta, 32);
  put(to, static_cast<u32>(bits));
  put(predicate, source.valid);
}

#define FENCEPOST_PTX_SHUFFLE(mode)                                                                                   \
  template <class Form, class To, class From, class TypeB, class TypeC, class Mask>                                   \
  FENCEPOST_PTX void shfl_##mode(Form, To&& to, const From& from, const TypeB& b, const TypeC& c, const Mask& mask) { \
    exchange<shuffle::mode>(to, sink(), from, b, c, mask);                                                            \
  }                                                                                                                   \
  template <class Form, class To, class TypeP, class From, class TypeB, class TypeC, class Mask>                      \
  FENCEPOST_PTX void shfl_##mode(Form, To&& to, TypeP&& predicate, const From& from, const TypeB& b, const TypeC& c,  \
                                 const Mask& mask) {                                                                  \
    exchange<shuffle::mode>(to, predicate, from, b, c, mask);                                                         \
  }
FENCEPOST_PTX_SHUFFLE(up)
FENCEPOST_PTX_SHUFFLE(down)
FENCEPOST_PTX_SHUFFLE(bfly)
FENCEPOST_PTX_SHUFFLE(idx)
#undef FENCEPOST_PTX_SHUFFLE

template <class Form, class To, class TypeP, class Mask>
FENCEPOST_PTX void vote_ballot(Form, To&& to, const TypeP& predicate, const Mask& mask) {
  put(to, mask_of(fencepost_vote(2, lanes_of(get<u32>(mask)), predicate ? 1 : 0)));
}
template <class Form, class To, class TypeP, class Mask>
FENCEPOST_PTX void vote_all(Form, To&& to, const TypeP& predicate, const Mask& mask) {
  put(to, fencepost_vote(0, lanes_of(get<u32>(mask)), predicate ? 1 : 0) != 0);
}
template <class Form, class To, class TypeP, class Mask>
FENCEPOST_PTX void vote_any(Form, To&& to, const TypeP& predicate, const Mask& mask) {
  put(to, fencepost_vote(1, lanes_of(get<u32>(mask)), predicate ? 1 : 0) != 0);
}
template <class Form, class To, class From, class Mask>
FENCEPOST_PTX void match_any(Form, To&& to, const From& from, const Mask& mask) {
  put(to, mask_of(__match_any_sync(lanes_of(get<u32>(mask)), get<typename Form::type>(from))));
}

/// The floats of the lanes, one after the other, by `min` or `max` with their modifiers.
template <class Form, class Operation, class To, class From, class Mask>
FENCEPOST_PTX void redux_floats(To&& to, const From& from, const Mask& mask) {
  unsigned long long bits[warpSize];
  fencepost_rt::LaneMask lanes = fencepost_warp_gather(lanes_of(get<u32>(mask)), get<u32>(from), bits);
  const auto value = [&bits](u32 lane) {
    const float number = get<float>(static_cast<u32>(bits[lane]));
    return Form::has(modifiers::abs) ? __builtin_fabsf(number) : number;
  };
  const u32 first = fencepost_rt::lowest_lane(lanes);
  float result = operated<Form, Operation, float>(value(first), value(first));  // A NaN becomes the canonical one.
  for (lanes &= lanes - 1; lanes != 0; lanes &= lanes - 1) {
    result = operated<Form, Operation, float>(result, value(fencepost_rt::lowest_lane(lanes)));
  }
  put(to, result);
}
template <class Form, class To, class From, class Mask>
FENCEPOST_PTX void redux_min(Form form, To&& to, const From& from, const Mask& mask) {
  if constexpr (__is_same(typename Form::type, float)) {
    redux_floats<Form, lesser>(to, from, mask);
  } else {
    redux_least(form, to, from, mask);
  }
}
template <class Form, class To, class From, class Mask>
FENCEPOST_PTX void redux_max(Form form, To&& to, const From& from, const Mask& mask) {
  if constexpr (__is_same(typename Form::type, float)) {
    redux_floats<Form, greater>(to, from, mask);
  } else {
    redux_greatest(form, to, from, mask);
  }
}

}  // namespace fencepost_ptx
