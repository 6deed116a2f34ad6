"""The cases of functions.py: CUDA's functions and PTX instructions, each with the types of its operands and its result.

A type is a letter: f float, d double, i int, u unsigned, l long long, L unsigned long long, s short, t unsigned short,
c a number below 256, h __half, H __half2, b __nv_bfloat16, B __nv_bfloat162, p bool, n the bits of a float (a result). Operands are drawn by the prelude, from bits of all kinds,
numbers of ordinary size, whole numbers and special ones."""

import itertools
from collections import namedtuple

# `exact`: CUDA leaves no freedom; otherwise the distance counts. `result` is the letter of the result's type.
Case = namedtuple("Case", "name body result exact")

PRELUDE = r"""
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_fp6.h>
#include <cuda_fp4.h>
typedef unsigned long long Bits;
__device__ inline Bits mixed(Bits x) {  // splitmix64, S. Vigna
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ x >> 27) * 0x94d049bb133111ebULL;
  return x ^ x >> 31;
}
__device__ inline Bits drawn(unsigned i, unsigned operand) { return mixed(i * 8ULL + operand); }
__device__ inline unsigned kind(unsigned i, unsigned operand) { return (unsigned)(mixed(i * 8ULL + operand + 0x100000000ULL) >> 11) % 8; }
__device__ inline float whole(Bits x) { return (float)((int)(x >> 20 & 255) - 128) * 0.5f; }
__device__ inline float F(unsigned i, unsigned operand) {
  const Bits x = drawn(i, operand);
  const float special[] = {0.0f, -0.0f, 1.0f, -1.0f, __uint_as_float(0x7f800000U), __uint_as_float(0xff800000U), __uint_as_float(0x7fc00000U),
                           __uint_as_float(1U), __uint_as_float(0x807fffffU), __uint_as_float(0x7f7fffffU), __uint_as_float(0x00800000U), 0.5f, 65504.0f, 65520.0f, 448.0f, 2147483648.0f};
  switch (kind(i, operand)) {
    case 0: case 1: return __uint_as_float((unsigned)x);
    case 2: case 3: case 4: return __uint_as_float(((unsigned)x & 0x807fffffU) | (120U + (unsigned)(x >> 40) % 15U) << 23);
    case 5: return __uint_as_float(((unsigned)x & 0x807fffffU) | (97U + (unsigned)(x >> 40) % 60U) << 23);
    case 6: return whole(x);
    default: return special[x >> 33 & 15];
  }
}
__device__ inline double D(unsigned i, unsigned operand) {
  const Bits x = drawn(i, operand);
  const Bits special[] = {0, 0x8000000000000000ULL, 0x3ff0000000000000ULL, 0xbff0000000000000ULL, 0x7ff0000000000000ULL, 0xfff0000000000000ULL, 0x7ff8000000000000ULL, 1,
                          0x800fffffffffffffULL, 0x7fefffffffffffffULL, 0x0010000000000000ULL, 0x3fe0000000000000ULL, 0x41dfffffffc00000ULL, 0x41e0000000000000ULL, 0x43e0000000000000ULL, 0x47efffffe0000000ULL};
  switch (kind(i, operand)) {
    case 0: case 1: return __longlong_as_double((long long)x);
    case 2: case 3: case 4: return __longlong_as_double((long long)((x & 0x800fffffffffffffULL) | (1016ULL + (x >> 53) % 15ULL) << 52));
    case 5: return __longlong_as_double((long long)((x & 0x800fffffffffffffULL) | (960ULL + (x >> 53) % 120ULL) << 52));
    case 6: return whole(x);
    default: return __longlong_as_double((long long)special[x >> 33 & 15]);
  }
}
__device__ inline Bits L(unsigned i, unsigned operand) {
  const Bits x = drawn(i, operand);
  const Bits special[] = {0, 1, ~0ULL, 0x7fffffffffffffffULL, 0x8000000000000000ULL, 0x7fffffffULL, 0x80000000ULL, 0xffffffffULL};
  switch (kind(i, operand)) {
    case 6: return x >> 58;
    case 7: return special[x >> 33 & 7];
    case 5: return x >> (x & 63);
    default: return x;
  }
}
__device__ inline unsigned U(unsigned i, unsigned operand) {
  const Bits x = drawn(i, operand);
  const unsigned special[] = {0, 1, ~0U, 0x7fffffffU, 0x80000000U, 0xffffU, 0x80008000U, 0x7f7f7f7fU, 0x80808080U, 31, 32, 33, 64, 0x7fff7fffU, 0x8000U, 255};
  switch (kind(i, operand)) {
    case 6: return (unsigned)(x >> 58);
    case 7: return special[x >> 33 & 15];
    case 5: return (unsigned)x >> (x >> 40 & 31);
    default: return (unsigned)x;
  }
}
__device__ inline unsigned short T(unsigned i, unsigned operand) { return (unsigned short)(U(i, operand) >> (kind(i, operand) & 1 ? 16 : 0)); }
__device__ inline unsigned short half_bits(unsigned i, unsigned operand) {
  const Bits x = drawn(i, operand);
  const unsigned short special[] = {0, 0x8000, 0x3c00, 0xbc00, 0x7c00, 0xfc00, 0x7e00, 1, 0x83ff, 0x7bff, 0x0400, 0x3800, 0xfbff, 0x6400, 0x4200, 0x7800};
  switch (kind(i, operand)) {
    case 7: return special[x >> 33 & 15];
    case 6: case 5: case 4: return (unsigned short)((x & 0x83ffU) | (11U + (x >> 40) % 10U) << 10);
    default: return (unsigned short)(x >> 7);
  }
}
__device__ inline unsigned short bfloat_bits(unsigned i, unsigned operand) {
  const Bits x = drawn(i, operand);
  const unsigned short special[] = {0, 0x8000, 0x3f80, 0xbf80, 0x7f80, 0xff80, 0x7fc0, 1, 0x807f, 0x7f7f, 0x0080, 0x3f00, 0xff7f, 0x4300, 0x4040, 0x4f00};
  switch (kind(i, operand)) {
    case 7: return special[x >> 33 & 15];
    case 6: case 5: case 4: return (unsigned short)((x & 0x807fU) | (120U + (x >> 40) % 15U) << 7);
    default: return (unsigned short)(x >> 7);
  }
}
__device__ inline __half HF(unsigned i, unsigned operand) { return __ushort_as_half(half_bits(i, operand)); }
__device__ inline __half2 H2(unsigned i, unsigned operand) { return __halves2half2(HF(i, operand), HF(i + 70000, operand)); }
__device__ inline __nv_bfloat16 BF(unsigned i, unsigned operand) { return __ushort_as_bfloat16(bfloat_bits(i, operand)); }
__device__ inline __nv_bfloat162 B2(unsigned i, unsigned operand) { return __halves2bfloat162(BF(i, operand), BF(i + 70000, operand)); }
// Which NaN it is, is not compared.
__device__ inline Bits half_out(unsigned short x) { return (x & 0x7fff) > 0x7c00 ? 0x7fff : x; }
__device__ inline Bits bfloat_out(unsigned short x) { return (x & 0x7fff) > 0x7f80 ? 0x7fff : x; }
__device__ inline Bits out(float x) { return (__float_as_uint(x) & 0x7fffffffU) > 0x7f800000U ? 0x7fffffffU : __float_as_uint(x); }
__device__ inline Bits out(double x) { return ((Bits)__double_as_longlong(x) & ~0ULL >> 1) > 0x7ff0000000000000ULL ? ~0ULL >> 1 : (Bits)__double_as_longlong(x); }
__device__ inline Bits out(__half x) { return half_out(__half_as_ushort(x)); }
__device__ inline Bits out(__nv_bfloat16 x) { return bfloat_out(__bfloat16_as_ushort(x)); }
__device__ inline Bits out(__half2 x) { return out(__low2half(x)) | out(__high2half(x)) << 16; }
__device__ inline Bits out(__nv_bfloat162 x) { return out(__low2bfloat16(x)) | out(__high2bfloat16(x)) << 16; }
__device__ inline Bits out(bool x) { return x ? 1 : 0; }
__device__ inline Bits out(char x) { return (Bits)(long long)x; }
__device__ inline Bits out(signed char x) { return (Bits)(long long)x; }
__device__ inline Bits out(unsigned char x) { return x; }
__device__ inline Bits out(short x) { return (Bits)(long long)x; }
__device__ inline Bits out(unsigned short x) { return x; }
__device__ inline Bits out(int x) { return (Bits)(long long)x; }
__device__ inline Bits out(unsigned x) { return x; }
__device__ inline Bits out(long x) { return (Bits)x; }
__device__ inline Bits out(unsigned long x) { return x; }
__device__ inline Bits out(long long x) { return (Bits)x; }
__device__ inline Bits out(unsigned long long x) { return x; }
__device__ inline Bits out2(float x, float y) { return out(x) ^ out(y) << 32; }
"""

DRAWN = {"f": "F(i, {0})", "d": "D(i, {0})", "i": "(int)U(i, {0})", "u": "U(i, {0})", "l": "(long long)L(i, {0})", "L": "L(i, {0})", "s": "(short)T(i, {0})", "t": "T(i, {0})",
         "c": "U(i, {0}) & 255", "h": "HF(i, {0})", "H": "H2(i, {0})", "b": "BF(i, {0})", "B": "B2(i, {0})", "p": "(bool)(U(i, {0}) >> 3 & 1)"}
C_TYPE = {"f": "float", "d": "double", "i": "int", "u": "unsigned", "l": "long long", "L": "unsigned long long", "s": "short", "t": "unsigned short", "c": "unsigned", "h": "__half",
          "H": "__half2", "b": "__nv_bfloat16", "B": "__nv_bfloat162", "p": "bool", "n": "unsigned"}
CASES = []
_names = set()


def add(name, body, result, exact):
    if name in _names:
        raise ValueError(f"two cases are called {name}")
    _names.add(name)
    CASES.append(Case(name, body, result, exact))


def operands(types):
    return "".join(f"  const {C_TYPE[t]} {'abcdef'[n]} = {DRAWN[t].format(n)};\n" for n, t in enumerate(types))


def function(names, types, result, exact=True):
    """Functions of CUDA C++: name(a, b, …). `name!` names an overload: what follows is not part of the function's name."""
    for name in names.split():
        words = ", ".join("abcdef"[:len(types)])
        add(f"{name} {types}", operands(types) + f"  results[i] = out({name}({words}));", result, exact)


def expression(name, text, types, result, exact=True):
    add(name, operands(types) + f"  results[i] = out({text});", result, exact)


REGISTER = {"f": "f", "d": "d", "i": "r", "u": "r", "l": "l", "L": "l", "s": "h", "t": "h", "c": "r", "n": "r"}
BITS_OF = {"h": "__half_as_ushort({0})", "b": "__bfloat16_as_ushort({0})", "H": "*(const unsigned*)&{0}", "B": "*(const unsigned*)&{0}"}


def ptx(instructions, types, result, exact=True):
    """Instructions with one result, each a mnemonic."""
    for instruction in instructions if isinstance(instructions, list) else instructions.split():
        read = []
        for n, t in enumerate(types):
            letter = "abcdef"[n]
            read.append(f"\"{'h' if t in 'hb' else 'r' if t in 'HB' else REGISTER[t]}\"({BITS_OF[t].format(letter) if t in BITS_OF else letter})")
        if result in "hb":
            declared, wrapped = "unsigned short r", ("half_out(r)" if result == "h" else "bfloat_out(r)")
        elif result in "HB":
            low = "half_out" if result == "H" else "bfloat_out"
            declared, wrapped = "unsigned r", f"{low}((unsigned short)r) | {low}((unsigned short)(r >> 16)) << 16"
        else:
            declared, wrapped = f"{C_TYPE[result]} r", {"s": "(unsigned short)r", "n": "out(__uint_as_float(r))"}.get(result, "out(r)")
        where = "h" if result in "hb" else "r" if result in "HB" else REGISTER[result]
        marks = ", ".join(f"%{n + 1}" for n in range(len(types)))
        add(instruction, operands(types) + f"  {declared};\n  asm(\"{instruction} %0, {marks};\" : \"={where}\"(r) : {', '.join(read)});\n  results[i] = {wrapped};", result, exact)


def ptx_predicate(instructions, types):
    """Instructions whose result is a predicate."""
    for instruction in instructions.split():
        read = ", ".join(f"\"{'h' if t in 'hb' else REGISTER[t]}\"({BITS_OF[t].format('abcdef'[n]) if t in BITS_OF else 'abcdef'[n]})" for n, t in enumerate(types))
        marks = ", ".join(f"%{n + 1}" for n in range(len(types)))
        add(instruction, operands(types) + f"  unsigned r;\n  asm(\"{{ .reg .pred p; {instruction} p, {marks}; selp.u32 %0, 1, 0, p; }}\" : \"=r\"(r) : {read});\n  results[i] = r;", "u", True)


def each(pattern, *lists):
    return [pattern.format(*values) for values in itertools.product(*(words.split() for words in lists))]


# --- The C++ library of floats and doubles -----------------------------------------------------------------------------

for suffix, letter in (("f", "f"), ("", "d")):
    names = lambda words: " ".join(word + suffix for word in words.split())  # noqa: E731
    function(names("ceil fabs floor nearbyint rint round trunc logb"), letter, letter)
    function(names("sqrt"), letter, letter)
    function(names("copysign fdim fmax fmin fmod remainder nextafter"), letter * 2, letter)
    function(names("fma"), letter * 3, letter)
    function(names("ilogb"), letter, "i")
    function(names("lrint lround llrint llround"), letter, "l")
    function(names("acos acosh asin asinh atan atanh cbrt cos cosh cospi erfc erfcinv erfcx erf erfinv exp10 exp2 exp expm1 j0 j1 lgamma log10 log1p log2 log normcdf "
                   "normcdfinv rcbrt rsqrt sin sinh sinpi tan tanh tgamma y0 y1 cyl_bessel_i0 cyl_bessel_i1"), letter, letter, False)
    function(names("atan2 hypot pow rhypot"), letter * 2, letter, False)
    function("fdividef" if suffix else "fdivide", letter * 2, letter, not suffix == "f")
    function("norm3d" + suffix + " rnorm3d" + suffix, letter * 3, letter, False)
    function("norm4d" + suffix + " rnorm4d" + suffix, letter * 4, letter, False)
    expression("ldexp" + suffix, f"ldexp{suffix}(a, b % 300)", letter + "i", letter)
    expression("scalbn" + suffix, f"scalbn{suffix}(a, b)", letter + "i", letter)
    expression("jn" + suffix, f"jn{suffix}(b & 7, a)", letter + "i", letter, False)
    expression("yn" + suffix, f"yn{suffix}(b & 7, a)", letter + "i", letter, False)
    for test in ("isfinite", "isinf", "isnan", "signbit"):
        expression(f"{test} {letter}", f"(bool){test}(a)", letter, "p")
    add("frexp" + suffix, operands(letter) + f"  int e = 0;\n  const auto m = frexp{suffix}(a, &e);\n  results[i] = isfinite(a) ? out(m) ^ out(e) << 13 : out(m);", letter, True)
    add("modf" + suffix, operands(letter) + f"  {C_TYPE[letter]} w;\n  const auto m = modf{suffix}(a, &w);\n  results[i] = out(m) ^ out(w) << 5;", "L", True)
    add("remquo" + suffix, operands(letter * 2) + f"  int q = 0;\n  const auto m = remquo{suffix}(a, b, &q);\n  results[i] = out(m) ^ (isfinite(m) ? out(q & 7) << 3 : 0);", "L", True)
    add("sincos" + suffix + " sine", operands(letter) + f"  {C_TYPE[letter]} s, c;\n  sincos{suffix}(a, &s, &c);\n  results[i] = out(s);", letter, False)
    add("sincospi" + suffix + " cosine", operands(letter) + f"  {C_TYPE[letter]} s, c;\n  sincospi{suffix}(a, &s, &c);\n  results[i] = out(c);", letter, False)
function("__cosf __exp10f __expf __log10f __log2f __logf __sinf __tanf", "f", "f", False)
function("__powf __fdividef", "ff", "f", False)
function("__saturatef __frsqrt_rn", "f", "f")
for mode in ("rn", "rz", "ru", "rd"):
    function(" ".join(f"__f{n}_{mode}" for n in ("add", "sub", "mul", "div")), "ff", "f")
    function(f"__fmaf_{mode} __fmaf_ieee_{mode}", "fff", "f")
    function(f"__frcp_{mode} __fsqrt_{mode}", "f", "f")
    function(" ".join(f"__d{n}_{mode}" for n in ("add", "sub", "mul", "div")), "dd", "d")
    function(f"__fma_{mode}", "ddd", "d")
    function(f"__drcp_{mode} __dsqrt_{mode}", "d", "d")
    for source, short in (("f", "float"), ("d", "double")):
        for target, name in (("i", "int"), ("u", "uint"), ("l", "ll"), ("L", "ull")):
            function(f"__{short}2{name}_{mode}", source, target)
    function(f"__double2float_{mode}", "d", "f")
    for source, name in (("i", "int"), ("u", "uint"), ("l", "ll"), ("L", "ull")):
        function(f"__{name}2float_{mode}", source, "f")
        if source in "lL":
            function(f"__{name}2double_{mode}", source, "d")
function("__int2double_rn", "i", "d")
function("__uint2double_rn", "u", "d")
function("__double2hiint __double2loint", "d", "i")
function("__hiloint2double", "ii", "d")
for a, b in ("fi", "fu", "fl", "fL", "fs", "ft", "di", "du", "dl", "dL", "if", "uf", "lf", "Lf", "id", "ud", "ld", "Ld", "df", "fd"):
    expression(f"cast {a} to {b}", f"({C_TYPE[b]})a", a, b)
for letter in "fd":
    for sign in "+-*/":
        expression(f"{letter} {sign} {letter}", f"a {sign} b", letter * 2, letter)
    for sign in ("<", "<=", "==", "!="):
        expression(f"{letter} {sign} {letter}", f"a {sign} b", letter * 2, "p")
    expression(f"min {letter}", "min(a, b)", letter * 2, letter)
    expression(f"max {letter}", "max(a, b)", letter * 2, letter)

# --- Integers ----------------------------------------------------------------------------------------------------------

function("__brev __popc", "u", "u")
function("__clz __ffs", "i", "i")
function("__brevll", "L", "L")
function("__popcll", "L", "i")
function("__clzll __ffsll", "l", "i")
function("__byte_perm __funnelshift_l __funnelshift_lc __funnelshift_r __funnelshift_rc __usad", "uuu", "u")
function("__sad", "iiu", "u")
function("__mul24 __mulhi __hadd __rhadd", "ii", "i")
function("__umul24 __umulhi __uhadd __urhadd", "uu", "u")
function("__mul64hi", "ll", "l")
function("__umul64hi", "LL", "L")
function("__dp4a __dp2a_lo __dp2a_hi", "iii", "i")
function("__dp4a __dp2a_lo __dp2a_hi", "uuu", "u")
expression("__fns", "__fns(a, b & 31, (int)(c % 65) - 32)", "uuu", "u")
for letter in "iulL":
    for sign in ("/", "%"):
        expression(f"{letter} {sign} {letter}", f"a {sign} (b == 0 || b == ({C_TYPE[letter]})-1 ? 3 : b)", letter * 2, letter)
function("__vabs2 __vabs4 __vabsss2 __vabsss4 __vneg2 __vneg4 __vnegss2 __vnegss4", "u", "u")
for width in "24":
    function(" ".join(f"__v{name}{width}" for name in (
        "add addss addus sub subss subus maxs maxu mins minu absdiffs absdiffu avgs avgu haddu sads sadu seteq setne setges setgeu setgts setgtu setles setleu setlts setltu "
        "cmpeq cmpne cmpges cmpgeu cmpgts cmpgtu cmples cmpleu cmplts cmpltu").split()), "uu", "u")
for name in ("__vimax3", "__vimin3", "__viaddmax", "__viaddmin"):
    for form, letter in (("s32", "i"), ("u32", "u"), ("s16x2", "u"), ("u16x2", "u"), ("s32_relu", "i"), ("s16x2_relu", "u")):
        function(f"{name}_{form}", letter * 3, letter)
for name in ("__vimax", "__vimin"):
    function(f"{name}_s32_relu", "ii", "i")
    function(f"{name}_s16x2_relu", "uu", "u")
for name in ("__vibmax", "__vibmin"):
    for form, letter in (("s32", "i"), ("u32", "u")):
        add(f"{name}_{form}", operands(letter * 2) + f"  bool p;\n  const auto r = {name}_{form}(a, b, &p);\n  results[i] = out(r) ^ (p ? 1ULL << 40 : 0);", "L", True)
    for form in ("s16x2", "u16x2"):
        add(f"{name}_{form}", operands("uu") + f"  bool p, q;\n  const auto r = {name}_{form}(a, b, &p, &q);\n  results[i] = out(r) ^ (p ? 1ULL << 40 : 0) ^ (q ? 1ULL << 41 : 0);", "L", True)

# --- Numbers of 16 bits ------------------------------------------------------------------------------------------------

for letter, pair, name, pair_name in (("h", "H", "half", "half2"), ("b", "B", "bfloat16", "bfloat162")):
    function("__habs __hneg", letter, letter)
    expression(f"__habs2 {pair}", "__habs2(a)", pair, pair)
    expression(f"__hneg2 {pair}", "__hneg2(a)", pair, pair)
    function("__hadd __hsub __hmul __hdiv __hadd_sat __hsub_sat __hmul_sat __hmax __hmin __hmax_nan __hmin_nan __hadd_rn __hsub_rn __hmul_rn", letter * 2, letter)
    function("__hadd2 __hsub2 __hmul2 __h2div __hadd2_sat __hmul2_sat __hmax2 __hmin2 __hmax2_nan __hmin2_nan", pair * 2, pair)
    function("__hfma __hfma_sat __hfma_relu", letter * 3, letter)
    function("__hfma2 __hfma2_sat __hfma2_relu __hcmadd", pair * 3, pair)
    for relation in ("eq", "ne", "le", "ge", "lt", "gt"):
        function(f"__h{relation} __h{relation}u", letter * 2, "p")
        function(f"__h{relation}2 __h{relation}u2", pair * 2, pair)
        function(f"__hb{relation}2 __hb{relation}u2", pair * 2, "p")
        function(f"__h{relation}2_mask __h{relation}u2_mask", pair * 2, "u")
    function("__hisnan", letter, "p")
    function("__hisinf", letter, "i")
    function("htrunc hceil hfloor hrint", letter, letter)
    function("hsqrt hrsqrt hrcp hlog hlog2 hlog10 hexp hexp2 hexp10 hcos hsin htanh htanh_approx", letter, letter, False)
    function(f"__{name}2float", letter, "f")
    function(f"__float2{name} __float2{name}_rn __float2{name}_rz __float2{name}_rd __float2{name}_ru", "f", letter)
    function(f"__double2{name}", "d", letter)
    for target, short in (("i", "int"), ("u", "uint"), ("s", "short"), ("t", "ushort"), ("l", "ll"), ("L", "ull")):
        for mode in ("rn", "rz", "ru", "rd"):
            function(f"__{name}2{short}_{mode}", letter, target)
            function(f"__{short}2{name}_{mode}", target, letter)
    function(f"__{name}2char_rz", letter, "i")
    function(f"__{name}2uchar_rz", letter, "u")
for kind in ("__NV_E4M3", "__NV_E5M2"):
    for saturation in ("__NV_SATFINITE", "__NV_NOSAT"):
        for source in "fd":
            name = {"f": "float", "d": "double"}[source]
            expression(f"{name} to {kind} {saturation}", f"(unsigned)__nv_cvt_{name}_to_fp8(a, {saturation}, {kind})", source, "u")
        expression(f"half to {kind} {saturation}", f"(unsigned)__nv_cvt_halfraw_to_fp8(a, {saturation}, {kind})", "h", "u")
        expression(f"bfloat16 to {kind} {saturation}", f"(unsigned)__nv_cvt_bfloat16raw_to_fp8(a, {saturation}, {kind})", "b", "u")
    expression(f"{kind} to half", f"__half(__nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)a, {kind}))", "u", "h")
for kind, width in (("__NV_E2M3", 6), ("__NV_E3M2", 6), ("__NV_E2M1", 4)):
    for source in "fd":
        name = {"f": "float", "d": "double"}[source]
        for mode in ("cudaRoundNearest", "cudaRoundZero"):
            expression(f"{name} to {kind} {mode}", f"(unsigned)__nv_cvt_{name}_to_fp{width}(a, {kind}, {mode})", source, "u")
    expression(f"{kind} to half", f"__half(__nv_cvt_fp{width}_to_halfraw((__nv_fp{width}_storage_t)(a & {(1 << width) - 1}), {kind}))", "u", "h")

# --- PTX -----------------------------------------------------------------------------------------------------------------

def holds(target, source):
    """Whether each number of the one integer type is one of the other: there is nothing to saturate then."""
    more = int(target[1:]) - int(source[1:])
    return more > 0 if target[0] == "s" or source[0] == "u" else False


FLOAT_TO = [("s8", "i"), ("u8", "u"), ("s16", "s"), ("u16", "t"), ("s32", "i"), ("u32", "u"), ("s64", "l"), ("u64", "L")]
for name, letter in FLOAT_TO:
    for mode in ("rni", "rzi", "rmi", "rpi"):
        ptx([f"cvt.{mode}.{name}.f32", f"cvt.{mode}.ftz.{name}.f32", f"cvt.{mode}.sat.{name}.f32"], "f", letter)
        ptx([f"cvt.{mode}.{name}.f64"], "d", letter)
        ptx([f"cvt.{mode}.{name}.f16"], "h", letter)
    for mode in ("rn", "rz", "rm", "rp"):
        if name not in ("s8", "u8"):
            ptx([f"cvt.{mode}.f32.{name}"], letter, "f")
            ptx([f"cvt.{mode}.f64.{name}"], letter, "d")
            ptx([f"cvt.{mode}.f16.{name}"], letter, "h")
    for target, target_letter in FLOAT_TO:
        if target != name:
            ptx([f"cvt.{target}.{name}"], letter, target_letter)
            if not holds(target, name):
                ptx([f"cvt.sat.{target}.{name}"], letter, target_letter)
for mode in ("rn", "rz", "rm", "rp"):
    ptx([f"cvt.{mode}.f32.f64", f"cvt.{mode}.ftz.f32.f64", f"cvt.{mode}.sat.f32.f64"], "d", "f")
    ptx([f"cvt.{mode}.f16.f64"], "d", "h")
    ptx([f"cvt.{mode}.f16.f32", f"cvt.{mode}.sat.f16.f32"], "f", "h")
    for flags in ("", ".ftz", ".sat", ".ftz.sat"):
        ptx([f"add.{mode}{flags}.f32", f"sub.{mode}{flags}.f32", f"mul.{mode}{flags}.f32"], "ff", "f")
        ptx([f"fma.{mode}{flags}.f32"], "fff", "f")
    for flags in ("", ".ftz"):
        ptx([f"div.{mode}{flags}.f32"], "ff", "f")
        ptx([f"rcp.{mode}{flags}.f32", f"sqrt.{mode}{flags}.f32"], "f", "f")
    ptx([f"add.{mode}.f64", f"sub.{mode}.f64", f"mul.{mode}.f64", f"div.{mode}.f64"], "dd", "d")
    ptx([f"fma.{mode}.f64"], "ddd", "d")
    ptx([f"rcp.{mode}.f64", f"sqrt.{mode}.f64"], "d", "d")
for mode in ("rni", "rzi", "rmi", "rpi"):
    ptx([f"cvt.{mode}.f32.f32", f"cvt.{mode}.ftz.f32.f32", f"cvt.{mode}.sat.f32.f32"], "f", "f")
    ptx([f"cvt.{mode}.f64.f64"], "d", "d")
    ptx([f"cvt.{mode}.f16.f16"], "h", "h")
ptx(["cvt.f64.f32", "cvt.ftz.f64.f32"], "f", "d")
ptx(["cvt.f32.f16", "cvt.ftz.f32.f16"], "h", "f")
ptx(["cvt.f32.bf16"], "b", "f")
ptx(["cvt.rn.bf16.f32", "cvt.rz.bf16.f32", "cvt.rn.relu.bf16.f32", "cvt.rz.relu.bf16.f32"], "f", "b")
ptx(["cvt.rn.relu.f16.f32", "cvt.rz.relu.f16.f32"], "f", "h")
ptx(["cvt.rna.tf32.f32", "cvt.rn.tf32.f32", "cvt.rz.tf32.f32", "cvt.rn.relu.tf32.f32", "cvt.rz.relu.tf32.f32", "cvt.rna.satfinite.tf32.f32"], "f", "n")
ptx(["cvt.rn.f16x2.f32", "cvt.rz.f16x2.f32", "cvt.rn.relu.f16x2.f32"], "ff", "H")
ptx(["cvt.rn.bf16x2.f32", "cvt.rz.bf16x2.f32", "cvt.rn.relu.bf16x2.f32"], "ff", "B")
ptx(["cvt.rn.satfinite.e4m3x2.f32", "cvt.rn.satfinite.e5m2x2.f32", "cvt.rn.satfinite.relu.e4m3x2.f32", "cvt.rn.satfinite.relu.e5m2x2.f32"], "ff", "t")
ptx(["cvt.rn.satfinite.e4m3x2.f16x2", "cvt.rn.satfinite.e5m2x2.f16x2", "cvt.rn.satfinite.relu.e4m3x2.f16x2"], "H", "t")
ptx(["cvt.rn.f16x2.e4m3x2", "cvt.rn.f16x2.e5m2x2", "cvt.rn.relu.f16x2.e4m3x2"], "t", "H")
ptx(each("cvt.pack.sat.{0}.s32", "s16 u16"), "ii", "u")
ptx(each("cvt.pack.sat.{0}.s32.b32", "s8 u8"), "iiu", "u")
for flags in ("", ".ftz", ".NaN", ".ftz.NaN", ".xorsign.abs", ".ftz.NaN.xorsign.abs"):
    ptx([f"min{flags}.f32", f"max{flags}.f32"], "ff", "f")
ptx(["min.f64", "max.f64"], "dd", "d")
ptx(["copysign.f32"], "ff", "f")
ptx(["copysign.f64"], "dd", "d")
ptx(["abs.f32", "abs.ftz.f32", "neg.f32", "neg.ftz.f32"], "f", "f")
ptx(["abs.f64", "neg.f64"], "d", "d")
ptx(["rcp.approx.f32", "rcp.approx.ftz.f32", "sqrt.approx.f32", "sqrt.approx.ftz.f32", "rsqrt.approx.f32", "rsqrt.approx.ftz.f32", "sin.approx.f32", "sin.approx.ftz.f32", "cos.approx.f32",
     "lg2.approx.f32", "lg2.approx.ftz.f32", "ex2.approx.f32", "ex2.approx.ftz.f32", "tanh.approx.f32"], "f", "f", False)
ptx(["div.approx.f32", "div.approx.ftz.f32", "div.full.f32", "div.full.ftz.f32"], "ff", "f", False)
ptx(["rcp.approx.ftz.f64", "rsqrt.approx.f64", "rsqrt.approx.ftz.f64"], "d", "d", False)
ptx(["ex2.approx.f16", "tanh.approx.f16"], "h", "h", False)
ptx(["ex2.approx.ftz.bf16", "tanh.approx.bf16"], "b", "b", False)
ptx(["tanh.approx.f16x2", "ex2.approx.f16x2"], "H", "H", False)
for flags in ("", ".ftz", ".sat", ".ftz.sat"):
    ptx([f"add.rn{flags}.f16", f"sub.rn{flags}.f16", f"mul.rn{flags}.f16"], "hh", "h")
    ptx([f"add.rn{flags}.f16x2", f"sub.rn{flags}.f16x2", f"mul.rn{flags}.f16x2"], "HH", "H")
    ptx([f"fma.rn{flags}.f16"], "hhh", "h")
    ptx([f"fma.rn{flags}.f16x2"], "HHH", "H")
ptx(["fma.rn.relu.f16", "fma.rn.ftz.relu.f16"], "hhh", "h")
ptx(["add.rn.bf16", "sub.rn.bf16", "mul.rn.bf16"], "bb", "b")
ptx(["add.rn.bf16x2", "sub.rn.bf16x2", "mul.rn.bf16x2"], "BB", "B")
ptx(["fma.rn.bf16", "fma.rn.relu.bf16"], "bbb", "b")
ptx(["fma.rn.bf16x2"], "BBB", "B")
for flags in ("", ".ftz", ".NaN", ".xorsign.abs"):
    ptx([f"min{flags}.f16", f"max{flags}.f16"], "hh", "h")
    ptx([f"min{flags}.f16x2", f"max{flags}.f16x2"], "HH", "H")
for flags in ("", ".NaN", ".xorsign.abs"):
    ptx([f"min{flags}.bf16", f"max{flags}.bf16"], "bb", "b")
ptx(["abs.f16", "neg.f16", "abs.ftz.f16", "neg.ftz.f16"], "h", "h")
ptx(["abs.bf16", "neg.bf16"], "b", "b")
for relation in ("eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"):
    ptx_predicate(f"setp.{relation}.f32 setp.{relation}.ftz.f32", "ff")
    ptx_predicate(f"setp.{relation}.f64", "dd")
    ptx_predicate(f"setp.{relation}.f16", "hh")
    ptx_predicate(f"setp.{relation}.bf16", "bb")
for relation in ("eq", "ne", "lt", "le", "gt", "ge"):
    ptx_predicate(f"setp.{relation}.s32", "ii")
    ptx_predicate(f"setp.{relation}.s64", "ll")
    ptx_predicate(f"setp.{relation}.s16", "ss")
    ptx([f"set.{relation}.u32.f32", f"set.{relation}.ftz.u32.f32"], "ff", "u")
    ptx([f"set.{relation}.f32.s32"], "ii", "f")
for relation in ("lo", "ls", "hi", "hs"):
    ptx_predicate(f"setp.{relation}.u32", "uu")
    ptx_predicate(f"setp.{relation}.u64", "LL")
ptx_predicate(" ".join(each("testp.{0}.f32", "finite infinite number notanumber normal subnormal")), "f")
ptx_predicate(" ".join(each("testp.{0}.f64", "finite infinite number notanumber normal subnormal")), "d")
ptx(["mul.lo.s16", "mul.hi.s16", "min.s16", "max.s16", "add.s16", "sub.s16"], "ss", "s")
ptx(["mul.lo.u16", "mul.hi.u16", "min.u16", "max.u16"], "tt", "t")
ptx(["mul.wide.s16"], "ss", "i")
ptx(["mul.wide.u16"], "tt", "u")
ptx(["mul.lo.s32", "mul.hi.s32", "min.s32", "max.s32", "add.s32", "sub.s32", "add.sat.s32", "sub.sat.s32", "mul24.lo.s32", "mul24.hi.s32"], "ii", "i")
ptx(["mul.lo.u32", "mul.hi.u32", "min.u32", "max.u32", "mul24.lo.u32", "mul24.hi.u32", "and.b32", "or.b32", "xor.b32", "min.u16x2", "max.u16x2", "min.s16x2", "max.s16x2",
     "add.u16x2", "add.s16x2", "shl.b32", "shr.u32", "shr.b32", "bmsk.clamp.b32", "bmsk.wrap.b32", "szext.clamp.u32", "szext.wrap.u32"], "uu", "u")
ptx(["shr.s32"], "iu", "i")
ptx(["szext.clamp.s32", "szext.wrap.s32"], "iu", "i")
ptx(["shl.b64", "shr.u64"], "Lu", "L")
ptx(["shr.s64"], "lu", "l")
ptx(["shl.b16", "shr.u16"], "tu", "t")
ptx(["shr.s16"], "su", "s")
ptx(["mul.lo.s64", "mul.hi.s64", "min.s64", "max.s64"], "ll", "l")
ptx(["mul.lo.u64", "mul.hi.u64", "min.u64", "max.u64"], "LL", "L")
ptx(["mul.wide.s32"], "ii", "l")
ptx(["mul.wide.u32"], "uu", "L")
ptx(["mad.lo.s32", "mad.hi.s32", "mad.hi.sat.s32", "mad24.lo.s32", "mad24.hi.s32", "mad24.hi.sat.s32", "sad.s32"], "iii", "i")
ptx(["mad.lo.u32", "mad.hi.u32", "mad24.lo.u32", "mad24.hi.u32", "sad.u32", "prmt.b32", "prmt.b32.f4e", "prmt.b32.b4e", "prmt.b32.rc8", "prmt.b32.ecl", "prmt.b32.ecr", "prmt.b32.rc16",
     "shf.l.clamp.b32", "shf.l.wrap.b32", "shf.r.clamp.b32", "shf.r.wrap.b32", "dp4a.u32.u32", "dp2a.lo.u32.u32", "dp2a.hi.u32.u32"], "uuu", "u")
ptx(["dp4a.s32.s32", "dp4a.u32.s32", "dp4a.s32.u32", "dp2a.lo.s32.s32", "dp2a.hi.s32.s32", "dp2a.lo.u32.s32", "dp2a.hi.s32.u32"], "iii", "i")
ptx(["bfe.u32"], "ucc", "u")
ptx(["bfe.s32"], "icc", "i")
ptx(["bfe.u64"], "Lcc", "L")
ptx(["bfe.s64"], "lcc", "l")
ptx(["bfi.b32"], "uucc", "u")
ptx(["bfi.b64"], "LLcc", "L")
ptx(["mad.wide.s32"], "iil", "l")
ptx(["mad.wide.u32"], "uuL", "L")
ptx(["mad.lo.s16"], "sss", "s")
ptx(["mad.wide.s16"], "ssi", "i")
ptx(["sad.s16"], "sss", "s")
ptx(["sad.u64"], "LLL", "L")
ptx(["not.b32", "cnot.b32", "popc.b32", "clz.b32", "brev.b32"], "u", "u")
ptx(["bfind.u32", "bfind.shiftamt.u32"], "u", "u")
ptx(["bfind.s32", "bfind.shiftamt.s32"], "i", "u")
ptx(["bfind.u64"], "L", "u")
ptx(["bfind.s64"], "l", "u")
ptx(["abs.s32", "neg.s32"], "i", "i")
ptx(["abs.s16", "neg.s16"], "s", "s")
ptx(["abs.s64", "neg.s64"], "l", "l")
ptx(["not.b64", "cnot.b64", "brev.b64"], "L", "L")
ptx(["popc.b64", "clz.b64"], "L", "u")
ptx(["slct.s32.s32", "slct.b32.s32"], "iii", "i")
ptx(["slct.u32.f32"], "uuf", "u")
ptx(["slct.f32.s32"], "ffi", "f")
ptx(["slct.f32.f32", "slct.ftz.f32.f32"], "fff", "f")
ptx(["slct.u64.s32"], "LLi", "L")
ptx(["vabsdiff.u32.u32.u32.add", "vadd.u32.u32.u32.add"], "uuu", "u")
ptx(["vabsdiff.s32.s32.s32.add"], "iii", "i")
ptx(["vabsdiff4.u32.u32.u32.add"], "uuu", "u")
for table in (0x01, 0x1e, 0x6a, 0x96, 0xb8, 0xca, 0xe8, 0xfe):
    add(f"lop3.b32 {table:#x}", operands("uuu") + f"  unsigned r;\n  asm(\"lop3.b32 %0, %1, %2, %3, {table};\" : \"=r\"(r) : \"r\"(a), \"r\"(b), \"r\"(c));\n  results[i] = r;", "u", True)
for second in ("addc.u32", "subc.u32"):
    first = second.replace("c.", ".cc.")
    add(f"{first} {second}", operands("uuuu") + f"  unsigned r, s;\n  asm(\"{first} %0, %2, %3;\\n\\t{second} %1, %4, %5;\" : \"=r\"(r), \"=r\"(s) : \"r\"(a), \"r\"(b), \"r\"(c), \"r\"(d));\n"
        "  results[i] = r | (Bits)s << 32;", "L", True)
add("mad.lo.cc.u32 madc.hi.u32", operands("uuu") + "  unsigned r, s;\n  asm(\"mad.lo.cc.u32 %0, %2, %3, %4;\\n\\tmadc.hi.u32 %1, %2, %3, %4;\" : \"=r\"(r), \"=r\"(s) : \"r\"(a), \"r\"(b), \"r\"(c));\n"
    "  results[i] = r | (Bits)s << 32;", "L", True)

# --- Warps ---------------------------------------------------------------------------------------------------------------

WARP = "  const unsigned lane = i % 32;\n"
for name, operand in (("idx", "U(i / 32, 3) % 64"), ("up", "U(i / 32, 3) % 40"), ("down", "U(i / 32, 3) % 40"), ("bfly", "U(i / 32, 3) % 40")):
    for width in (2, 8, 16, 32):
        segment = (32 - width) << 8 | (0 if name == "up" else 31)
        add(f"shfl.sync.{name}.b32 width {width}", WARP + operands("u") + f"  unsigned r, p;\n  const unsigned b = {operand};\n"
            f"  asm volatile(\"{{ .reg .pred p; shfl.sync.{name}.b32 %0|p, %2, %3, {segment:#x}, -1; selp.u32 %1, 1, 0, p; }}\" : \"=r\"(r), \"=r\"(p) : \"r\"(a), \"r\"(b));\n"
            "  results[i] = r | (Bits)p << 32;", "L", True)
for name in ("add", "min", "max"):
    add(f"redux.sync.{name}.s32", operands("i") + f"  int r;\n  asm volatile(\"redux.sync.{name}.s32 %0, %1, 0xffffffff;\" : \"=r\"(r) : \"r\"(a));\n  results[i] = out(r);", "i", True)
    add(f"redux.sync.{name}.u32", operands("u") + f"  unsigned r;\n  asm volatile(\"redux.sync.{name}.u32 %0, %1, 0xffffffff;\" : \"=r\"(r) : \"r\"(a));\n  results[i] = out(r);", "u", True)
for name in ("and", "or", "xor"):
    add(f"redux.sync.{name}.b32", operands("u") + f"  unsigned r;\n  asm volatile(\"redux.sync.{name}.b32 %0, %1, 0xffffffff;\" : \"=r\"(r) : \"r\"(a));\n  results[i] = out(r);", "u", True)
add("__match_any_sync", "  results[i] = __match_any_sync(0xffffffffU, U(i, 0) & 7);", "u", True)
add("__match_all_sync", "  int p;\n  const unsigned m = __match_all_sync(0xffffffffU, U(i / (i / 32 % 2 ? 32 : 16), 0) & 7, &p);\n  results[i] = m | (Bits)(p != 0) << 32;", "L", True)
add("votes", "  const int a = (int)(U(i, 0) & (i / 32 % 4 ? 1 : 255));\n  results[i] = __ballot_sync(0xffffffffU, a) | (Bits)(__all_sync(0xffffffffU, a) != 0) << 32 | (Bits)(__any_sync(0xffffffffU, a) != 0) << 33 | "
    "(Bits)(__uni_sync(0xffffffffU, a) != 0) << 34;", "L", True)
add("syncthreads votes", "  const int a = (int)(U(i, 0) & (i / 128 % 4 ? 1 : 255));\n  results[i] = (Bits)__syncthreads_count(a) | (Bits)(__syncthreads_and(a) != 0) << 32 | (Bits)(__syncthreads_or(a) != 0) << 33;", "L", True)

# --- Products of matrices --------------------------------------------------------------------------------------------------

PRELUDE += r"""
__device__ inline int few(unsigned i, unsigned operand) { return (int)(drawn(i, operand) >> 23) % 9; }
__device__ inline float plain(unsigned i, unsigned operand) {  // An ordinary number, 2^-4 to 2^4.
  const Bits x = drawn(i, operand);
  return __uint_as_float(((unsigned)x & 0x807fffffU) | (123U + (unsigned)(x >> 40) % 8U) << 23);
}
__device__ inline float wide(unsigned i, unsigned operand) {  // 2^-27 to 2^8: as a half it may be subnormal.
  const Bits x = drawn(i, operand);
  return __uint_as_float(((unsigned)x & 0x807fffffU) | (100U + (unsigned)(x >> 40) % 36U) << 23);
}
__device__ inline unsigned word_of(unsigned short low, unsigned short high) { return (unsigned)high << 16 | low; }
enum { kWhole, kOrdinary, kWide };
template <int Kind> __device__ inline float number(unsigned i, unsigned operand) {
  return Kind == kWhole ? (float)few(i, operand) : Kind == kWide ? wide(i, operand) : plain(i, operand);
}
template <int Kind> __device__ inline unsigned f16(unsigned i, unsigned o) {
  return word_of(__half_as_ushort(__float2half(number<Kind>(i, o))), __half_as_ushort(__float2half(number<Kind>(i + 90000, o))));
}
template <int Kind> __device__ inline unsigned bf16(unsigned i, unsigned o) {
  return word_of(__bfloat16_as_ushort(__float2bfloat16(number<Kind>(i, o))), __bfloat16_as_ushort(__float2bfloat16(number<Kind>(i + 90000, o))));
}
template <int Kind> __device__ inline unsigned tf32(unsigned i, unsigned o) { return __float_as_uint(number<Kind>(i, o)) & 0xffffe000U; }
template <int Kind> __device__ inline unsigned f32(unsigned i, unsigned o) { return __float_as_uint(number<Kind>(i, o)); }
template <int Kind> __device__ inline unsigned fp8(unsigned i, unsigned o, __nv_fp8_interpretation_t kind) {
  unsigned word = 0;
  for (unsigned k = 0; k < 4; ++k) word |= (unsigned)__nv_cvt_float_to_fp8(number<Kind>(i + 90000 * k, o), __NV_SATFINITE, kind) << 8 * k;
  return word;
}
template <int Kind> __device__ inline unsigned e4m3(unsigned i, unsigned o) { return fp8<Kind>(i, o, __NV_E4M3); }
template <int Kind> __device__ inline unsigned e5m2(unsigned i, unsigned o) { return fp8<Kind>(i, o, __NV_E5M2); }
template <int> __device__ inline unsigned bits(unsigned i, unsigned o) { return (unsigned)drawn(i, o); }
template <int Kind> __device__ inline double f64(unsigned i, unsigned o) {
  return Kind == kWhole ? (double)few(i, o) : __longlong_as_double((long long)((drawn(i, o) & 0x800fffffffffffffULL) | (1020ULL + (drawn(i, o) >> 53) % 7ULL) << 52));
}
"""


def matrices(shape, types, registers, kinds, integers=False, operation="", layout=".row.col"):
    """mma.sync of a shape; `registers` of A, B, C and D, `kinds` what fills A, B and C."""
    wide = types.startswith("f64")
    for kind_of_numbers in ("whole",) if integers else ("whole", "ordinary") if wide else ("whole", "ordinary", "wide"):
        for pair in range(0, registers[3], 2):
            words, number = [], 0
            for count, kind in zip(registers, kinds):
                words.append([f"\"{'d' if kind == 'f64' else 'r'}\"({kind}<k{kind_of_numbers.capitalize()}>(i, {number + n}))" for n in range(count)])
                number += count
            marks = iter(range(registers[3] + sum(registers[:3])))
            braces = [", ".join(f"%{next(marks)}" for _ in range(count)) for count in (registers[3], *registers[:3])]
            a_type, b_type = types.split(".")[1:3]
            name = f"mma.sync.aligned.{shape}{layout}.{types}{operation}"
            results = ", ".join(f"\"={'d' if wide else 'r'}\"(r[{n}])" for n in range(registers[3]))
            taken = f"out(r[{pair}]) ^ out(r[{min(pair + 1, registers[3] - 1)}]) << 1" if wide else f"r[{pair}] | (Bits)r[{pair + 1}] << 32"
            add(f"{name} {kind_of_numbers} {pair}",
                f"  {'double' if wide else 'unsigned'} r[{registers[3]}];\n  asm volatile(\"{name} {{{braces[0]}}}, {{{braces[1]}}}, {{{braces[2]}}}, {{{braces[3]}}};\" : {results} : "
                f"{', '.join(words[0] + words[1] + words[2])});\n  results[i] = {taken};", "matrix", True)


for kind in ("f16", "bf16"):
    matrices("m16n8k16", f"f32.{kind}.{kind}.f32", (4, 2, 4, 4), (kind, kind, "f32"))
    matrices("m16n8k8", f"f32.{kind}.{kind}.f32", (2, 1, 4, 4), (kind, kind, "f32"))
matrices("m16n8k16", "f16.f16.f16.f16", (4, 2, 2, 2), ("f16", "f16", "f16"))
matrices("m16n8k8", "f16.f16.f16.f16", (2, 1, 2, 2), ("f16", "f16", "f16"))
matrices("m16n8k8", "f32.tf32.tf32.f32", (4, 2, 4, 4), ("tf32", "tf32", "f32"))
matrices("m16n8k4", "f32.tf32.tf32.f32", (2, 1, 4, 4), ("tf32", "tf32", "f32"))
for a_kind, b_kind in itertools.product(("e4m3", "e5m2"), repeat=2):
    matrices("m16n8k32", f"f32.{a_kind}.{b_kind}.f32", (4, 2, 4, 4), (a_kind, b_kind, "f32"))
matrices("m8n8k4", "f64.f64.f64.f64", (1, 1, 2, 2), ("f64", "f64", "f64"))
matrices("m16n8k16", "f64.f64.f64.f64", (8, 4, 4, 4), ("f64", "f64", "f64"))
for a_kind, b_kind in itertools.product(("s8", "u8"), repeat=2):
    matrices("m16n8k32", f"s32.{a_kind}.{b_kind}.s32", (4, 2, 4, 4), ("bits",) * 3, True)
    matrices("m16n8k16", f"s32.{a_kind}.{b_kind}.s32", (2, 1, 4, 4), ("bits",) * 3, True)
for a_kind, b_kind in itertools.product(("s4", "u4"), repeat=2):
    matrices("m16n8k64", f"s32.{a_kind}.{b_kind}.s32", (4, 2, 4, 4), ("bits",) * 3, True)
    matrices("m16n8k32", f"s32.{a_kind}.{b_kind}.s32", (2, 1, 4, 4), ("bits",) * 3, True)
for operation in (".xor.popc", ".and.popc"):
    matrices("m16n8k256", "s32.b1.b1.s32", (4, 2, 4, 4), ("bits",) * 3, True, operation)
    matrices("m16n8k128", "s32.b1.b1.s32", (2, 1, 4, 4), ("bits",) * 3, True, operation)


def warpgroup_products(shape, types, kinds):
    """wgmma.mma_async of 64 x 8 x 32 bytes: A in registers, B in shared memory without a swizzle, D = A * B + D."""
    integers = types.startswith("s32")
    for kind_of_numbers in ("whole",) if integers else ("whole", "ordinary", "wide"):
        flag = f"k{kind_of_numbers.capitalize()}"
        for pair in (0, 2):
            name = f"wgmma.mma_async.sync.aligned.{shape}.{types}"
            scales = "p, 1, 1, 0" if types in ("f32.f16.f16", "f32.bf16.bf16") else "p" if integers else "p, 1, 1"
            add(f"{name} {kind_of_numbers} {pair}",
                f"""  __shared__ alignas(128) unsigned tile[64];
  if (threadIdx.x < 64) tile[threadIdx.x] = {kinds[1]}<{flag}>(i, 4);
  asm volatile("fence.proxy.async;" ::: "memory");
  __syncthreads();
  const Bits at = (Bits)(__cvta_generic_to_shared(tile) >> 4 & 0x3fff) | 128ULL >> 4 << 16 | 256ULL >> 4 << 32;
  unsigned r[4];
  for (int n = 0; n < 4; ++n) r[n] = {kinds[2]}<{flag}>(i, 5 + n);
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  asm volatile("{{ .reg .pred p; setp.ne.b32 p, 1, 0; {name} {{%0, %1, %2, %3}}, {{%4, %5, %6, %7}}, %8, {scales}; }}"
               : "+r"(r[0]), "+r"(r[1]), "+r"(r[2]), "+r"(r[3])
               : "r"({kinds[0]}<{flag}>(i, 0)), "r"({kinds[0]}<{flag}>(i, 1)), "r"({kinds[0]}<{flag}>(i, 2)), "r"({kinds[0]}<{flag}>(i, 3)), "l"(at));
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  results[i] = r[{pair}] | (Bits)r[{pair + 1}] << 32;""", "matrix", True)


for kind in ("f16", "bf16"):
    warpgroup_products("m64n8k16", f"f32.{kind}.{kind}", (kind, kind, "f32"))
warpgroup_products("m64n8k8", "f32.tf32.tf32", ("tf32", "tf32", "f32"))
for a_kind, b_kind in itertools.product(("e4m3", "e5m2"), repeat=2):
    warpgroup_products("m64n8k32", f"f32.{a_kind}.{b_kind}", (a_kind, b_kind, "f32"))
for a_kind, b_kind in itertools.product(("s8", "u8"), repeat=2):
    warpgroup_products("m64n8k32", f"s32.{a_kind}.{b_kind}", ("bits", "bits", "bits"))
