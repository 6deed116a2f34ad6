"""Random kernels of barriers, branches, loops, warp operations and accesses, for two blocks of 64 threads or 24.

`source(seed, count)` is a program that runs kernel number argv[1] of `count`. Of a kernel's barriers all are met by all
threads, or some by some; its threads touch their own elements between barriers, or anyone's."""

import random

THREADS = 64
PRELUDE = """
#include <cstdio>
#include <cstdlib>
struct Parameters { int n; long wide[5]; signed char narrow; };
struct Three {  // Is copied as a whole.
  int v[3];
  Three() = default;
  __device__ Three(int a) : v{a, a + 1, a ^ 3} {}
  __device__ operator int() const { Three all = *this; return all.v[0] ^ all.v[1] ^ all.v[2]; }
  __device__ Three& operator+=(int a) { Three all = *this; all.v[1] += a; return *this = all; }
  __device__ Three& operator^=(int a) { Three all = *this; all.v[2] ^= a; return *this = all; }
};
__constant__ int fixed[8] = {3, 1, 4, 1, 5, 9, 2, 6};
__device__ int shared_by_all[8];
__device__ __noinline__ int apart(int* words, int value) {
  words[threadIdx.x + blockDim.x * threadIdx.y] = value;
  __syncthreads();
  return words[(threadIdx.x + blockDim.x * threadIdx.y) ^ 1] + 1;
}
__device__ inline int inlined(int* words, int value) {
  __syncthreads();
  words[threadIdx.x + blockDim.x * threadIdx.y] = value;
  __syncthreads();
  return words[63 - threadIdx.x - blockDim.x * threadIdx.y];
}
"""
MAIN = """
typedef void (*Kernel)(int*, Parameters, int*);
int main(int, char** argv) {
  const Kernel kernels[] = {%s};
  int* data;
  int* out;
  const int blocks = %d, rows = %d, threads = 64 * blocks;
  cudaMalloc(&data, 4 * threads * sizeof(int));
  cudaMalloc(&out, threads * sizeof(int));
  cudaMemset(data, 0, 4 * threads * sizeof(int));
  cudaMemset(out, 0, threads * sizeof(int));
  Parameters parameters = {3, {1, -2, 3, -4, 5}, -7};
  for (int launch = 0; launch < 3; ++launch) {
    kernels[atoi(argv[1])]<<<blocks, dim3(64 / rows, rows)>>>(data, parameters, out);
    printf("%%s\\n", cudaGetErrorName(cudaDeviceSynchronize()));
  }
  static int host[5 * threads];
  cudaMemcpy(host, data, 4 * threads * sizeof(int), cudaMemcpyDefault);
  cudaMemcpy(host + 4 * threads, out, threads * sizeof(int), cudaMemcpyDefault);
  for (int i = 0; i < 5 * threads; ++i) printf("%%d%%c", host[i], i %% 16 == 15 ? '\\n' : ' ');
}
"""


class Body:
    def __init__(self, rng):
        self.rng = rng
        self.uniform_only = rng.random() < 0.6
        self.own_only = rng.random() < 0.5
        self.warps = rng.random() < 0.5
        self.in_rows = rng.random() < 0.4  # Consecutive threads access places one step apart: told all at once.
        self.plane = self.in_rows and rng.random() < 0.6  # As in a block of two dimensions: neighbours, borders, kept indices.
        self.arrays = rng.random() < 0.3
        self.narrow = self.in_rows and rng.random() < 0.4  # Parts of words, several threads' in each.
        self.loops = 0

    def pick(self, *choices):
        return self.rng.choice(choices)

    def number(self):
        leaf = self.pick("a", "b", "c", "t", "p.n", "(int)p.wide[a & 3]", "p.narrow", "(t / p.n)", str(self.rng.randrange(9)))
        if self.rng.random() < 0.6:
            return leaf
        return f"({leaf} {self.pick('+', '-', '*', '^', '&')} {self.number()})"

    def condition(self, uniform):
        if uniform:
            return self.pick("p.n > 2", "p.n & 4", "blockIdx.x == 0", "p.narrow < 0", "u & 1", "u < 3")
        if self.plane and self.rng.random() < 0.4:
            return self.pick("x >= 1 && x < W - 1", "x > 0 && x < W - 1 && y > 0", "x - 1u < 13u", "x == 0", "x == W - 1 || x == 3", "y == 1",
                             "t >= 2 && t < 61", "at < 70", "at - 3u < 40u", "x >= u && x <= 11")
        if self.in_rows and self.rng.random() < 0.8:
            return f"t {self.pick('<', '>=', '==', '!=', '<=', '>')} {self.pick(self.rng.randrange(64), 'p.n', '2 * u - 1', '63 - t')}"
        return self.pick(f"t < {self.rng.randrange(1, 64)}", "a & 1", f"{self.number()} > {self.number()}", "t % 3 == 0")

    def place(self):
        if self.in_rows:
            own = ["s[t]", "hs[t]", "bs[t]", "data[64 * blockIdx.x + t]", "wide[64 * blockIdx.x + t]", "s[t]", "local[1]"]
            if self.narrow:
                own += ["half[64 * blockIdx.x + t]", "bytes[64 * blockIdx.x + t]"]
            others = ["hs[63 - t]", "hs[t + 1]", "hs[t / 2]", "bs[(unsigned)t / 4]", "bs[t + u]", "bs[5]", "bs[63 - t]", "s[t + 1]", "s[63 - t]", "s[5]", "s[u]", "data[t]", "data[2 * t]", "data[2 * t + 1]", "data[t + u]", "data[threadIdx.x]",
                      "data[2 * threadIdx.x + u]", "wide[threadIdx.x + 1]",
                      "wide[t]", "wide[127 - t]", "s[t + 2]"]
            if self.narrow:
                others += ["half[t]", "half[2 * t + u]", "half[127 - t]", "bytes[t]", "bytes[t + u]", "bytes[3 * t]", "bytes[5]", "bytes[127 - t]", "bytes[W * y + x + 1]"]
            return self.pick(*own) if self.own_only else self.pick(*own, *others)
        if self.own_only:
            return self.pick("s[t]", "hs[t]", "bs[t]", "data[64 * blockIdx.x + t]", "local[a & 3]", "local[t & 3]", "wide[64 * blockIdx.x + t]")
        return self.pick("s[t]", "bs[t]", f"hs[{self.number()} & 63]", "s[(t + 1) % 64]", f"s[{self.number()} & 63]", "data[t]", f"data[{self.number()} & 127]",
                         "s[5]", "data[64 * blockIdx.x + t]", "local[b & 3]", "wide[t]", f"wide[{self.number()} & 127]",
                         "((int*)wide)[t]", "((short*)wide)[2 * t + 1]")

    def barrier(self):
        return self.pick("__syncthreads();", "__syncthreads();", "__syncthreads();", "__syncthreads();",
                         f"c += __syncthreads_count({self.number()});", f"c ^= __syncthreads_or({self.number()} & 1);",
                         f"a += inlined(s, {self.number()});", f"b += apart(s, {self.number()});")

    def warp_operation(self):
        return self.pick("a += __shfl_xor_sync(~0u, b, 5);", f"b ^= __shfl_down_sync(~0u, {self.number()}, 3);",
                         "__syncwarp();", f"c += __ballot_sync(~0u, {self.number()} & 1) & 255;",
                         f"c += __any_sync(~0u, {self.condition(False)});")

    def wide_atomic(self):
        """Of 8 bytes: an element of one, of several or of all threads."""
        place = self.pick("wide[64 * blockIdx.x + t]") if self.own_only else self.pick("wide[3]", "wide[t]", f"wide[{self.number()} & 127]")
        value = f"(unsigned long long){self.number()}"
        operation = self.pick("Add", "Add", "Exch", "And", "Or", "Xor", "Min", "CAS", "Double")
        if operation == "CAS":
            call = f"(int)atomicCAS((unsigned long long*)&{place}, {value}, {value} + 1)"
        elif operation == "Double":
            call = f"(int)(atomicAdd((double*)&{place}, 1.5) > 2.0)"
        elif operation == "Min":
            call = f"(int)atomicMin(&{place}, (long long){self.number()})"
        else:
            call = f"(int)atomic{operation}((unsigned long long*)&{place}, {value})"
        return f"{self.pick('a ^= ', '', '')}{call};"

    def atomic(self):
        if self.rng.random() < 0.3:
            return self.wide_atomic()
        places = ["s[3]", "data[200]", "s[63]", f"s[{self.number()} & 63]", f"data[{self.number()} & 127]", "data[t]", "s[t]"]
        place = self.pick(*(places[:3] if self.own_only else places))
        operation = self.pick("Add", "Add", "Add", "Sub", "Exch", "Min", "Max", "And", "Or", "Xor", "CAS", "Inc", "Dec", "Float")
        value = self.number()
        if operation == "CAS":
            call = f"atomicCAS(&{place}, {self.number()}, {value})"
        elif operation == "Float":
            call = f"(int)atomicAdd((float*)&{place}, 1.5f)"
        elif operation in ("Inc", "Dec"):
            call = f"atomic{operation}((unsigned*)&{place}, {value})"
        else:
            call = f"atomic{operation}{self.pick('', '', '', '_block')}(&{place}, {value})"
        return f"{self.pick('a ^= ', '', '')}{call};"

    def strided(self):
        """Threads go through an array together, as many elements further in each turn."""
        kind = self.pick("int", "int", "unsigned", "long long", "short")
        start = self.pick("t", "t", "t + u", "63 - t", "2 * t", "t - 9", "64 * blockIdx.x + t")
        bound = self.pick("128", "100", "p.n * 50", "63 * u", "64 * gridDim.x", "t + 70", "-3")
        step = self.pick("64", "64", "blockDim.x * blockDim.y", "64 * gridDim.x", "u + 5", "7", "p.narrow")
        use = self.pick("b += data[k & 127];", "b ^= data[k + 9];", "c ^= (int)wide[k + 9];", "data[k + 9] = b;", "b += s[k & 63];",
                        "data[k + 9] += c;", "wide[k + 9] = k;", "atomicAdd(&data[200], data[k + 9]);", "s[t] += data[k + 9];")
        few = "int n = 0; "  # Whatever the step: a few turns, which are not known before, or those that the bound says.
        if step == "p.narrow" or kind == "unsigned" and ("- 9" in start or bound == "-3"):
            return f"{{ {few}for ({kind} k = {start}; k < ({kind})({bound}) && n < 4; k += {step}, ++n) b += data[k & 127]; }}"
        return f"for ({kind} k = {start}; k < ({kind})({bound}); k += {step}) {{ {use} }}"

    def in_plane(self, uniform):
        """What threads of two dimensions do with their neighbours' elements, at borders, and by an index that they keep."""
        own = ["s[t]", "data[64 * blockIdx.x + t]", "wide[64 * blockIdx.x + t]"]
        others = ["data[at]", "shared_by_all[1]", "shared_by_all[u & 7]", "data[64 * blockIdx.x + at]", "s[t + 1]", "data[t + W]", "data[32 * y + x]", "data[2 * W * y + x + 1]", "data[x]", "data[t + 64]",
                  "wide[at]", "s[W * (3 - (y & 3)) + x]", "data[64 + y]"]
        place = lambda: self.pick(*own) if self.own_only else self.pick(*own, *others)  # noqa: E731
        use = lambda: self.pick(f"b += {place()};", f"c ^= (int){place()};", f"{place()} = b;", f"{place()} += c;")  # noqa: E731
        roll = self.rng.random()
        if roll < 0.25:
            return self.pick("at += p.n;", "at += u & 3;", "at -= 2;", "at += W;") if uniform or self.rng.random() < 0.7 else "at += a & 1;"
        if roll < 0.45:
            return f"if (x == 0) {use()}\n    if (x == {self.pick('W - 1', '15', '31', '7')}) {use()}"
        if roll < 0.55:
            return f"switch (x) {{ case 0: {use()} break; case 3: {use()} case {self.rng.randrange(4, 16)}: {use()} break; default: {self.pick('', use())} }}"
        if roll < 0.65:
            return f"for (int k = 1; k < 3; ++k) {use()}"
        if roll < 0.75:
            return self.pick("for (int k = 0; k < 3; ++k) for (int j = 0; j < 3; ++j) b += data[64 * blockIdx.x + W * k + j] * fixed[2 * k + j];",
                             "for (int k = 0; k < 3; ++k) c += fixed[k] * data[t + k];", "for (int k = 0; k < u; ++k) for (int j = 0; j < 2; ++j) b ^= data[t + 9 * k + j] + fixed[j];",
                             "a += fixed[u & 7] - shared_by_all[3];", "if (t == 9) shared_by_all[u & 7] = a; else b += shared_by_all[2];")
        return f"{use()} {use()}"

    def statement(self, depth, uniform):
        """`uniform`: all threads of the block come here together."""
        together = uniform or not self.uniform_only
        roll = self.rng.random()
        if self.in_rows and 0.80 <= roll < 0.84:
            return self.strided()
        if self.arrays and 0.79 <= roll < 0.80:
            return self.pick("for (int k = 0; k < 4; ++k) local[k] += s[t];", "for (int k = 3; k > 0; --k) local[k] = local[k - 1];",
                             "for (int k = 0; k < u && k < 5; ++k) local[k & 3] ^= a;")
        if self.plane and self.rng.random() < 0.3:
            return self.in_plane(uniform)
        if self.in_rows and 0.68 <= roll < 0.80:
            return self.pick("v[t] = make_int4(a, b, c, t);", f"c ^= v[{self.pick('t', 't', 't + 1')}].y;", f"v[t] = v[{self.pick('t', '63 - t', '5')}];", "v[t].z = b;",
                             "for (int k = 0; k < 4; ++k) c += s[9 * k + 3];", "for (int k = 0; k < u; ++k) b += data[32 * k + t];",
                             "for (int k = 0; k < 3; ++k) s[t] += k;", "for (int k = 0; k < 3; ++k) b += data[64 * k + threadIdx.x];", f"for (int k = t; k < 64; k += {self.rng.randrange(1, 3)}) a += s[k];",
                             f"for (int k = 0; k < 3; ++k) if (k != {self.rng.randrange(3)}) c ^= s[t + k];",
                             f"for (int k = 0; k < {self.rng.randrange(1, 5)}; ++k) data[4 * (64 * blockIdx.x + t) + k] += a;",
                             f"for (int k = {self.rng.randrange(4)}; k >= 0; --k) b ^= data[3 * (64 * blockIdx.x + t) + k];",
                             f"for (int k = {self.rng.randrange(3)}; k < u; ++k) data[3 * t + k + 1] = data[3 * t + k] + b;",
                             "u = u > 5 ? 1 : u + 1;" if uniform else "b -= 3;")
        if roll < 0.22:
            return f"{self.pick('a', 'b', 'c')} {self.pick('=', '+=', '^=')} {self.number()};"
        if roll < 0.40:
            return f"{self.place()} {self.pick('=', '+=')} {self.number()};"
        if roll < 0.52:
            return f"{self.pick('a', 'b', 'c')} ^= {self.place()};"
        if roll < 0.68 and together:
            return self.barrier()
        if roll < 0.74 and together and self.warps:
            return self.warp_operation()
        if roll < 0.77:
            return self.atomic()
        if roll < 0.79:
            limit = self.rng.randrange(1, 4)
            return f"for (int i = 0; i < {limit} && atomicAdd(&data[201], 0) < {self.number()}; ++i) a += i;"
        if roll < 0.80:
            return 'if (t % 21 == 0) printf("%d: %d %d\\n", t, a, b);'
        if roll < 0.83 and not self.uniform_only:
            return f"if ({self.condition(False)}) return;"
        if depth == 0:
            return f"u += {self.pick('p.n', '1', 'blockDim.x')};" if uniform else f"a -= {self.number()};"
        inner_uniform = uniform and self.rng.random() < 0.6
        if roll < 0.92:
            other = f" else {{ {self.block(depth - 1, inner_uniform)} }}" if self.rng.random() < 0.4 else ""
            return f"if ({self.condition(inner_uniform)}) {{ {self.block(depth - 1, inner_uniform)} }}{other}"
        self.loops += 1
        i = f"i{self.loops}"
        limit = self.pick("p.n", "2", "(int)blockIdx.x + 2") if inner_uniform else "(t & 3)"
        stop = f"if ({self.condition(inner_uniform)} && {i} > 0) break; " if self.rng.random() < 0.3 else ""
        return f"for (int {i} = 0; {i} < {limit}; ++{i}) {{ {stop}{self.block(depth - 1, inner_uniform)} b += {i}; }}"

    def block(self, depth, uniform):
        return "\n    ".join(self.statement(depth, uniform) for _ in range(self.rng.randrange(1, 6)))


def long_loop(rng):
    """More than is noted of a block in rows (RepeatedRows::kMostSteps); some threads do nothing in it."""
    if rng.random() > 0.1:
        return ""
    reads = rng.choice((f"if (t > {rng.randrange(3)})", f"if (t != {rng.randrange(64)})", "")) + f" a += s[{rng.choice(('t', '63 - t', '(t + 63) & 63'))}];"
    writes = rng.choice((f"if (t > {rng.randrange(3)})", f"if (t != {rng.randrange(64)})", "")) + " s[t] = a;"
    return f"for (int round = 0; round < 400; ++round) {{ {reads} __syncthreads(); {writes} __syncthreads(); }}"


def kernel(rng, number):
    body = Body(rng)
    statements = "\n  ".join(body.statement(2, True) for _ in range(rng.randrange(3, 12)))
    return f"""
__global__ void kernel{number}(int* data, Parameters p, int* out) {{
  __shared__ int s[66];
  __shared__ int4 v[66];
  __shared__ short hs[66];
  __shared__ unsigned char bs[68];
  int local[4] = {{1, 2, 3, 4}};
  long long* wide = (long long*)(data + 128 * gridDim.x);
  short* half = (short*)(wide + 16);
  unsigned char* bytes = (unsigned char*)(wide + 40);
  int t = threadIdx.x + blockDim.x * threadIdx.y, u = p.n, a = t, b = 7, c = p.narrow;
  int x = threadIdx.x, y = threadIdx.y, W = blockDim.x, at = t;
  s[t] = t;
  v[t] = make_int4(t, t, t, t);
  if (t < 2) s[64 + t] = t, v[64 + t] = v[t];
  {rng.choice(("hs[t] = t, bs[t] = t;", "hs[t] = t, bs[t] = t;", "hs[t] = t;", "bs[63 - t] = t;"))}
  if (t < 2) hs[64 + t] = t;
  if (t < 4) bs[64 + t] = t;
  __syncthreads();
  {long_loop(rng)}
  {statements}
  out[64 * blockIdx.x + t] = a ^ (b << 8) ^ (c << 16) ^ u ^ local[0] ^ local[3];
}}
"""


FIELD_MAIN = """
typedef void (*Kernel)(int*, Parameters, int*);
int main(int, char** argv) {
  const Kernel kernels[] = {%s};
  int* data;
  int* out;
  constexpr int kWords = 700 * P;  // For 230 lines of the widest elements, and 56 times 1,024.
  cudaMalloc(&data, kWords * sizeof(int));
  cudaMalloc(&out, kWords * sizeof(int));
  static int host[2 * kWords];
  for (int i = 0; i < kWords; ++i) host[i] = i * 7 %% 1000;
  cudaMemcpy(data, host, kWords * sizeof(int), cudaMemcpyDefault);
  cudaMemcpy(out, host, kWords * sizeof(int), cudaMemcpyDefault);
  Parameters parameters = {3, {1, -2, 3, -4, 5}, -7};
  for (int launch = 0; launch < 3; ++launch) {
    kernels[atoi(argv[1])]<<<dim3(%s), dim3(%s)>>>(data, parameters, out);
    printf("%%s\\n", cudaGetErrorName(cudaDeviceSynchronize()));
  }
  cudaMemcpy(host, data, kWords * sizeof(int), cudaMemcpyDefault);
  cudaMemcpy(host + kWords, out, kWords * sizeof(int), cudaMemcpyDefault);
  unsigned sum = 0;
  for (int i = 0; i < 2 * kWords; ++i) {
    sum = sum * 31 + host[i];
    if (i %% P == P - 1) printf("%%u%%c", sum, i / P %% 8 == 7 ? '\\n' : ' ');
  }
}
"""


class Field:
    """A plane in lines of P words, no multiple of a page, and a thread for each of its elements: what lines of a block have in
    common is told once, and what is read of a page is noted when somebody writes there."""

    def __init__(self, rng):
        self.rng = rng
        self.clean = rng.random() < 0.5  # Reads `data`, and writes own elements of `out`.
        self.turned = rng.random() < 0.3  # Threads that are neighbours in y have elements that are.

    def pick(self, *choices):
        return self.rng.choice(choices)

    def step(self, most):
        return self.pick("", "", f" + {self.rng.randrange(most)}", f" - {self.rng.randrange(most)}", " + p.n")

    def place(self, of):
        line, column = f"y{self.step(9)}", f"x{self.step(9)}"
        roll = self.rng.random()
        if roll < 0.55:
            return f"{of}[(x + {self.rng.randrange(3)}) * P + y{self.step(9)}]" if self.turned else f"{of}[({line}) * P + {column}]"
        return self.pick(f"{of}[at]", f"{of}[({line}) * P]", f"{of}[{column}]", f"{of}[2 * y * P + 2 * x]", f"{of}[2 * y * P + 2 * x + 1]",
                         f"{of}[(95 - y) * P + x]", f"{of}[x * P + y]", f"{of}[y * {self.rng.randrange(9, 40)} + x]", f"{of}[threadIdx.y * P + threadIdx.x]",
                         f"{of}[blockIdx.y * P + threadIdx.y * blockDim.x + threadIdx.x]", f"{of}[(y / 2) * P + x]",
                         f"{of}[(blockIdx.x * 8 + blockIdx.y) * 1024 + threadIdx.y * {self.pick(16, 20)} + threadIdx.x]")

    def condition(self):
        number = self.rng.randrange
        return self.pick("x > 9 && x < W - 9 && y > 9 && y < 90", f"x == {number(64)}", f"y == {number(64)}", f"x == {number(64)} && y == {number(64)}",
                         f"y < {number(96)}", f"x >= {number(64)}", f"blockIdx.x == {number(4)}", f"blockIdx.y == {number(4)} && blockIdx.x == {number(3)}",
                         f"threadIdx.y == {number(8)}", f"threadIdx.y > {number(4)} && threadIdx.x < 13", f"x - y < {number(60)}", "y - 3u < 40u", "p.n > 2",
                         f"x + y != {number(90)}", f"(x + y) % 2 == {number(2)}", f"blockIdx.y > {number(6)}")

    def statement(self, depth):
        roll = self.rng.random()
        if roll < 0.30:
            return f"a += {self.place('data')};"
        if roll < 0.36:
            return f"a ^= {self.place('data')} + {self.place('data')} - {self.place('data')};"
        if roll < 0.38:
            return self.pick("for (int k = 0; k < 3; ++k) for (int j = 0; j < 3; ++j) a += data[(y + k) * P + x + j] * fixed[2 * k + j];", "b ^= fixed[p.n];",
                             "for (int k = -1; k < p.n; ++k) for (int j = -1; j < 2; ++j) b += data[(y + k) * P + x + j] ^ fixed[j + 1];")
        if roll < 0.44:
            return self.pick(f"for (int k = 0; k < {self.rng.randrange(1, 9)}; ++k) a += data[y * P + k];", "for (int k = 0; k < p.n; ++k) a += data[k * P + x];",
                             "for (int k = 1; k < p.n + 2; ++k) b += data[(y + k) * P + x - k];", "s[row][threadIdx.x] = a;",
                             "b ^= s[row][threadIdx.x];", "b += s[7 - row][threadIdx.x + 1];" if not self.clean else "b -= s[row][threadIdx.x];")
        if roll < 0.60:
            if self.clean:
                return self.pick("out[at] = a + b;", "out[at] += a;", "out[at] ^= b;", "a -= out[at];")
            return self.pick(f"{self.place('out')} = a;", f"{self.place('data')} = b;", f"{self.place('data')} += 1;", f"b += {self.place('out')};", "out[at] = b;")
        if roll < 0.70 and depth == 2:
            return "__syncthreads();"
        if roll < 0.74:
            return self.pick("b += a;", "a *= 3;", "a -= x;")
        if depth == 0:
            return f"b ^= {self.place('data')};"
        return f"if ({self.condition()}) {{ {self.block(depth - 1)} }}" + (f" else {{ {self.block(depth - 1)} }}" if self.rng.random() < 0.2 else "")

    def block(self, depth):
        return "\n    ".join(self.statement(depth) for _ in range(self.rng.randrange(1, 4)))


def field_kernel(rng, number):
    field = Field(rng)
    statements = "\n  ".join(field.statement(2) for _ in range(rng.randrange(2, 9)))
    guard = rng.choice(("if (x > 9 && x < W - 9 && y > 9 && y < 60) {", "{"))
    if "__syncthreads" in statements:
        guard = "{"
    element = rng.choice(("int", "int", "int", "short", "unsigned char", "long long", "Three"))
    return f"""
__global__ void kernel{number}(int* words, Parameters p, int* results) {{
  auto *data = ({element}*)words, *out = ({element}*)results;
  __shared__ int s[8][34];
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = 10 + (blockIdx.y * blockDim.z + threadIdx.z) * blockDim.y + threadIdx.y, at = {"x * P + y" if field.turned else "y * P + x"};
  const int W = blockDim.x * gridDim.x;
  int a = x, b = y;
  const int row = threadIdx.y + blockDim.y * threadIdx.z;
  data += 10;
  out += 10;
  s[row][threadIdx.x] = x;
  {guard}
  {statements}
  out[at] = a ^ (b << 8);
  }}
}}
"""


def field_source(seed, count):
    """As source(), of kernels on a plane."""
    rng = random.Random(seed)
    kernels = "".join(field_kernel(rng, number) for number in range(count))
    grid, block = rng.choice((("4, 6", "32, 8"), ("6, 10", "16, 8"), ("3, 8", "16, 4, 2"), ("7, 9", "20, 5"), ("4, 12", "32, 4")))
    pitch = rng.choice((300, 256, 333, 1024))
    return f"constexpr int P = {pitch};" + PRELUDE + kernels + FIELD_MAIN % (", ".join(f"kernel{number}" for number in range(count)), grid, block)


def source(seed, count):
    rng = random.Random(seed)
    kernels = "".join(kernel(rng, number) for number in range(count))
    return PRELUDE + kernels + MAIN % (", ".join(f"kernel{number}" for number in range(count)), rng.choice((2, 2, 24)), rng.choice((1, 1, 2, 4)))
