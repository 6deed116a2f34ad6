"""Forms that kernels are made of: right, or nearly so, until they are mutated. Each gives the lines of a body."""


def guarded_copy(k):
    return ["if (i < n) {", f"  {k.put('A', 'i')}", "}"]


def tile_stencil(k):
    return [k.put("U", "t + 1"), "if (t == 0) {", "  U[0] = n;", "  U[blockDim.x + 1] = n;", "}", "__syncthreads();",
            "x += U[t];", "x += U[t + 2];", k.put("A", "i")]


def reduction(k):
    d = k.new("d")
    first = k.names.pick("blockDim.x / 2", "blockDim.x >> 1", "16", "8")
    step = k.names.pick(f"{d} /= 2", f"{d} >>= 1")
    kind = k.names.pick("int", "unsigned")
    return ["U[t] = x + t;", "__syncthreads();", f"for ({kind} {d} = {first}; {d} > 0; {step}) {{", f"  if (t < {d}) {{",
            f"    U[t] += U[t + {d}];", "  }", "  __syncthreads();", "}", "if (t == 0) {", f"  {k.put('A', 'blockIdx.x')}", "}"]


def interleaved(k):
    d = k.new("d")
    test = k.names.pick(f"t % (2 * {d}) == 0", f"(t & (2 * {d} - 1)) == 0")
    return ["U[t] = t;", "__syncthreads();", f"for (int {d} = 1; {d} < blockDim.x; {d} *= 2) {{", f"  if ({test}) {{",
            f"    U[t] += U[t + {d}];", "  }", "  __syncthreads();", "}", "x += U[0];"]


def strided_tree(k):
    d, j = k.new("d"), k.new("j")
    return ["U[t] = t;", "__syncthreads();", f"for (int {d} = 1; {d} < blockDim.x; {d} *= 2) {{", f"  int {j} = 2 * {d} * t;",
            f"  if ({j} + {d} < blockDim.x) {{", f"    U[{j}] += U[{j} + {d}];", "  }", "  __syncthreads();", "}"]


def hillis_steele(k):
    d = k.new("d")
    bound = k.names.pick("blockDim.x", "8", "16")
    return ["U[t] = t;", "__syncthreads();", f"for (int {d} = 1; {d} < {bound}; {d} {k.names.pick('*= 2', '<<= 1')}) {{",
            f"  if (t >= {d}) {{", f"    x += U[t - {d}];", "  }", "  __syncthreads();", "  U[t] = x;", "  __syncthreads();", "}"]


def ping_pong(k):
    d, b = k.new("d"), k.new("b")
    return [f"int {b} = 0;", "U[t] = t;", "__syncthreads();", f"for (int {d} = 1; {d} < {k.names.pick('n', '4', 'blockDim.x')}; ++{d}) {{",
            f"  x = U[{b} * 64 + ((t + 1) & 63)];", f"  {b} ^= 1;", f"  U[{b} * 64 + (t & 63)] = x;", "  __syncthreads();", "}"]


def blelloch(k):
    d, o = k.new("d"), k.new("o")
    return ["U[2 * t] = t;", "U[2 * t + 1] = t;", f"int {o} = 1;", f"for (int {d} = blockDim.x; {d} > 0; {d} >>= 1) {{", "  __syncthreads();",
            f"  if (t < {d}) {{", f"    U[{o} * (2 * t + 2) - 1] += U[{o} * (2 * t + 1) - 1];", "  }", f"  {o} *= 2;", "}"]


def transposed(k):
    k.two_dimensional = True
    size = k.names.pick("4", "5", "8", "9")
    return [f"if (t < 4 && y < 4) {{", f"  U[y * {size} + t] = x;", "}", "__syncthreads();", f"if (t < 4 && y < 4) {{", f"  x += U[t * {size} + y];", "}",
            k.put("A", "(y * (int)blockDim.x + t)")]


def grid_stride(k):
    j = k.new("j")
    kind = k.names.pick("int", "unsigned", "size_t")
    start = k.names.pick("blockIdx.x * blockDim.x + threadIdx.x", "i")
    return [f"for ({kind} {j} = {start}; {j} < {k.names.pick('n', 'm', '8')}; {j} += gridDim.x * blockDim.x) {{", f"  {k.put('A', j)}", f"  {k.get('B', j)}", "}"]


def odd_even(k):
    d, j = k.new("d"), k.new("j")
    return ["U[t] = t;", "__syncthreads();", f"for (int {d} = 0; {d} < n; ++{d}) {{", f"  int {j} = 2 * t + ({d} & 1);", f"  if ({j} + 1 < blockDim.x) {{",
            f"    int r = U[{j}];", f"    U[{j}] = U[{j} + 1];", f"    U[{j} + 1] = r;", "  }", "  __syncthreads();", "}"]


def bitonic(k):
    d, j, p = k.new("d"), k.new("j"), k.new("p")
    return [f"for (int {d} = 2; {d} <= {k.names.pick('4', '8')}; {d} *= 2) {{", f"  for (int {j} = {d} / 2; {j} > 0; {j} /= 2) {{",
            f"    int {p} = t ^ {j};", f"    if ({p} > t) {{", f"      U[t] = U[{p}];", f"      U[{p}] = t;", "    }", "    __syncthreads();", "  }", "}"]


def rows(k):
    j = k.new("j")
    width = k.names.pick("n", "s", "4", "3")
    index = k.names.pick(f"i * {width} + {j}", f"{j} * {width} + i", f"t * {width} + {j}", f"i + {j} * (int)(gridDim.x * blockDim.x)")
    return [f"for (int {j} = 0; {j} < {width}; ++{j}) {{", f"  {k.put('A', index)}", "}"]


def leaves_in_the_middle(k):
    j = k.new("j")
    stop = k.names.uniform_condition() if k.names.chance(0.7) else k.names.condition()
    return [f"for (int {j} = 0; {j} < n; ++{j}) {{", f"  U[t] = {j};", "  __syncthreads();", f"  if ({stop}) break;", f"  x += U[(t + {j}) % blockDim.x];",
            "  __syncthreads();", "}", "U[t] = 0;"]


def histogram(k):
    j = k.new("j")
    return ["if (t < 8) {", "  U[t] = 0;", "}", "__syncthreads();", f"for (int {j} = t; {j} < n; {j} += blockDim.x) {{",
            f"  atomicAdd(&U[I[{j} & 63] & 7], 1);", "}", "__syncthreads();", f"if (t < 8) {{", "  x += U[t];", "}"]


def ticket(k):
    step, index = k.names.pick("1", "1", "2"), k.names.pick("1 + (x & 63)", "1 + x", "1 + x", "1 + x", "x", "1 + x / 2", "1 + x + (t & 1)")
    again = k.names.pick([], [], [], ["if (I[t & 63] > 9) {", "  U[0] = 0;", "}"], ["if (I[i & 63] > 5) {", "  x = atomicAdd(&U[0], 1);", "}"],
                         ["__syncthreads();", "if (t == 0) {", "  U[0] = 0;", "}", "__syncthreads();", "x = atomicAdd(&U[0], 1);"], ["x = atomicAdd(&U[t & 1], 1);"])
    return ["if (t == 0) {", "  U[0] = 0;", "}", "__syncthreads();", "if (I[i & 63] > 2) {", f"  x = atomicAdd(&U[0], {step});", "}", *again,
            k.names.pick("", "", "__syncthreads();"), "if (x > 0) {", f"  U[{index}] = t;", "}", "__syncthreads();", "x += U[0];"]


def reversed_in_place(k):
    return [f"U[t] = x;", "__syncthreads();", f"x = U[{k.names.pick('blockDim.x - 1 - t', 'blockDim.x - t - 1', '(int)blockDim.x - 1 - t')}];", k.put("B", "i")]


def rotated(k):
    return ["U[t] = t;", "__syncthreads();", f"x = U[{k.names.pick('(t + 1) % blockDim.x', 'wrapped(t + 1, blockDim.x)', '(t + n) % blockDim.x')}];",
            "__syncthreads();", "U[t] = x;"]


def pairs(k):
    return [f"{k.put('U', 't')}", "__syncthreads();", "x += U[t ^ 1];", "__syncthreads();", "if ((t & 1) == 0) {", "  U[t + 1] = t;", "}"]


def vector_view(k):
    k.types["A"] = "int"
    return ["((int4*)A)[i] = make_int4(t, t, t, t);", k.get("A", k.names.pick("4 * i", "4 * i + 3", "i", "4 * i + 4"))]


def narrow(k):
    k.types["B"] = k.names.pick("char", "short")
    return [k.put("B", "i"), f"((int*)B)[{k.names.pick('i + 64', 'i', 'i / 4')}] = t;"]


def double_loop(k):
    a, b = k.new("a"), k.new("b")
    return [f"for (int {a} = {k.names.pick('0', 't')}; {a} < n; {a} += {k.names.pick('1', 'blockDim.x')}) {{",
            f"  for (int {b} = {k.names.pick('0', a)}; {b} < {k.names.pick('n', '3', 's')}; ++{b}) {{",
            f"    {k.put('A', k.names.pick(f'{a} * n + {b}', f'({a} * n + {b}) * blockDim.x + t', f'{a} * 3 + {b}'))}", "  }",
            *(["  __syncthreads();"] if k.names.chance(0.4) else []), "}"]


def sliding(k):
    j = k.new("j")
    return [f"for (int {j} = 0; {j} < n; {j} += blockDim.x) {{", "  __syncthreads();", f"  U[t] = {j};", "  __syncthreads();", f"  if ({j} + t < n) {{",
            f"    {k.put('B', k.names.pick(f'{j} + t', f'n - 1 - ({j} + t)'))}", "  }", "  x += U[0];", "}"]


def early_return(k):
    return [f"if (i >= n) return;", k.put("A", k.names.pick("i", "n - 1 - i", "i + n"))]


def rounded_loop(k):
    j = k.new("j")
    return [f"for (int {j} = t; {j} < rounded(n, blockDim.x); {j} += blockDim.x) {{", f"  if ({j} < n) {{", f"    U[t] = {j};", "  }", "  __syncthreads();",
            "  x += U[0];", "  __syncthreads();", "}"]


def wavefront(k):
    d = k.new("d")
    k.two_dimensional = True
    return [f"for (int {d} = 0; {d} < {k.names.pick('n', '6')}; ++{d}) {{", f"  if (t + y == {d}) {{", "    U[t * 16 + y] += U[(t + 1) * 16 + y];", "  }", "  __syncthreads();", "}"]


def flag_loop(k):
    c = k.new("c")
    return [f"int {c} = n;", f"while ({c} > 0) {{", "  U[t] = x;", "  __syncthreads();", f"  x += U[{k.names.pick('(t + 1) & 31', 't')}];", "  __syncthreads();",
            f"  {c} = {c} / 2;", "}"]


def warp_sum(k):
    return ["for (int o = 16; o > 0; o /= 2) {", "  x += __shfl_xor_sync(~0u, x, o);", "}", "if (t % 32 == 0) {", "  U[t / 32] = x;", "}",
            "__syncthreads();", "x += U[0];", k.put("A", "i")]


def warp_exchange(k):
    return ["U[t] = t;", k.names.pick("__syncwarp();", "__syncwarp();", "__syncthreads();"), "x += U[t ^ 1];", "__syncwarp();", "U[t] = x;"]


def warp_votes(k):
    return [f"if (__any_sync(~0u, {k.names.condition()})) {{", "  U[t] = 1;", "}", "__syncthreads();", f"unsigned b = __ballot_sync(~0u, {k.names.condition()});",
            "if (b & 1) {", "  x += U[t];", "}", "__syncwarp();"]


def tiles(k):
    return ["U[t] = t;", "tile.sync();", "x += U[t ^ 1];", "x += tile.shfl(x, 0);", "if (tile.thread_rank() == 0) {", "  U[t / 4 + 128] = x;", "}"]


def half_warp(k):
    return ["if (t % 32 < 16) {", "  x += __shfl_down_sync(0xFFFF, x, 1);", "  __syncwarp(0xFFFF);", "} else {", "  __syncwarp(0xFFFF0000);", "}", k.put("A", "i")]


WITHOUT_WARPS = [guarded_copy, tile_stencil, reduction, interleaved, strided_tree, hillis_steele, ping_pong, blelloch, transposed, grid_stride, odd_even, bitonic,
                 rows, leaves_in_the_middle, histogram, ticket, reversed_in_place, rotated, pairs, vector_view, narrow, double_loop, sliding, early_return,
                 rounded_loop, wavefront, flag_loop]
WITH_WARPS = [warp_sum, warp_exchange, warp_votes, tiles, half_warp]
ALL = WITH_WARPS * 3 + WITHOUT_WARPS
