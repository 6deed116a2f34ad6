"""Forms that are rarer: other loops and branches, other ways to compute an index or to name an array."""


def pointer_walk(k):
    p = k.new("p")
    step = k.names.pick("1", "2", "blockDim.x", "s")
    return [f"int* {p} = U + t;", f"for (int j = 0; j < {k.names.pick('n', '3')}; ++j) {{", f"  *{p} = x;", f"  {p} += {step};", "}", "__syncthreads();", "x += U[t];"]


def either_array(k):
    k.types["A"] = k.types["B"] = "int"
    test = k.names.pick("n > 2", "t % 2 == 0", "i < s")
    return [f"int* p = {test} ? A : B;", f"p[{k.names.pick('i', 't', 'i + 1')}] = x;", "x += A[i];", f"({k.names.pick('n > 2', 't % 2 == 0')} ? B : A)[i] = t;"]


def swapped_buffers(k):
    return ["int* from = U;", "int* to = U + 1024;", "U[t] = t;", "__syncthreads();", f"for (int j = 0; j < {k.names.pick('n', '3')}; ++j) {{",
            f"  to[t] = from[{k.names.pick('t ^ 1', 't', '(t + 1) & 1023')}];", "  int* r = to;", "  to = from;", "  from = r;", "  __syncthreads();", "}"]


def endless(k):
    j = k.new("j")
    leave = k.names.pick(f"{j} >= n", f"{j} * 2 > n", f"{j} + t > n", f"{j} == 3")
    return [f"int {j} = 0;", "while (true) {", f"  U[t] = {j};", "  __syncthreads();", f"  if ({leave}) break;", f"  ++{j};", "  x += U[t ^ 1];", "  __syncthreads();", "}"]


def bottom_tested(k):
    j = k.new("j")
    return [f"int {j} = {k.names.pick('t', '0', 'n')};", "do {", f"  U[{j} & 1023] = x;", f"  {j} += {k.names.pick('blockDim.x', '2')};", f"}} while ({j} < n);", "__syncthreads();", "x += U[0];"]


def cases(k):
    of = k.names.pick("t % 3", "n % 3", "t / 2", "s", "(t + n) & 3")
    return [f"switch ({of}) {{", "case 0:", "  U[t] = x;", "  break;", "case 1:", "  U[t + 1] = x;", k.names.pick("  break;", "  __syncthreads();", ""), "default:", "  x += U[t];", "}"]


def two_barriers(k):
    test = k.names.uniform_condition() if k.names.chance(0.6) else k.names.condition()
    return ["U[t] = t;", f"if ({test}) {{", "  __syncthreads();", "  x += U[t ^ 1];", "} else {", k.names.pick("  __syncthreads();", ""), "  x += U[t];", "}",
            k.names.pick("__syncthreads();", ""), "U[t] = x;"]


def barrier_that_counts(k):
    call = k.names.pick("__syncthreads_or(t < n)", "__syncthreads_count(x > 2)", "__syncthreads_and(t >= s)")
    return ["U[t] = x;", f"if ({call}) {{", "  x += U[t ^ 1];", k.names.pick("  __syncthreads();", ""), "  U[t] = x;", "}"]


def leaves_by_vote(k):
    j = k.new("j")
    return [f"for (int {j} = 0; {j} < 5; ++{j}) {{", f"  U[t] = {j};", f"  if (__syncthreads_or({j} > n)) break;", "  x += U[t ^ 1];", "  __syncthreads();", "}", "U[t] = x;"]


def returns_in_loop(k):
    j = k.new("j")
    return [f"for (int {j} = 0; {j} < n; ++{j}) {{", f"  if ({k.names.pick(f'{j} == s', f'{j} == t', f'{j} > 2')}) return;", f"  {k.put('B', k.names.pick('i', f'i + {j}', f'i * 8 + {j}'))}",
            *(["  __syncthreads();"] if k.names.chance(0.4) else []), "}", k.put("B", "i")]


def narrowed(k):
    kind = k.names.pick("unsigned char", "signed char", "short", "unsigned short")
    index = k.names.pick("t * 100", "t * 64 + n", "i - 1", "t << 6")
    return [f"{kind} c = {index};", f"{k.put('A', 'c')}", k.get("A", k.names.pick("c + 1", "c", "(c & 15)"))]


def wrapped_around(k):
    return [f"unsigned w = t - {k.names.pick('1u', 'n', 's')};", f"if (w < {k.names.pick('n', 'm', 'blockDim.x')}) {{", f"  {k.put('A', k.names.pick('w', 'w + 1', 'i'))}", "}"]


def shifted(k):
    by = k.names.pick("(n & 3)", "(m & 7)", "(t & 1)", "1")
    return [f"{k.put('A', k.names.pick(f'(i << {by})', f'(i >> {by})', f'((i >> {by}) << {by})', f'((n - t) >> {by})'))}", k.get("A", "i")]


def negative(k):
    return [k.put("A", k.names.pick("(t - 3) % 4", "(n - t) / 2", "-t", "(-t) >> 1", "n - 2 * t", "(t - 2) / 3", "abs(t - 2)", "~t", "-i - 1")), k.get("A", k.names.pick("-t", "t - 4", "0"))]


def clamped(k):
    return [k.put("A", k.names.pick("min(t, n)", "max(t - 1, 0)", "min(i, 5)", "max(t, s) - s", "min(t, (int)blockDim.x - 2)")), k.get("A", "t")]


def bits(k):
    return [k.put("A", k.names.pick("__popc(t)", "(t & -t)", "__ffs(t)", "(t & (t - 1))", "__clz(t)", "(t | 1)", "(t & ~1)", "(t ^ (t >> 1))", "(t * 5 & 7)", "__brev(t) >> 29")),
            k.get("A", k.names.pick("t", "t & 1"))]


def local_table(k):
    return ["int table[4] = {0, 1, 2, 3};", f"table[t & 3] = {k.names.pick('n & 3', 't', 's & 1')};", k.put("A", k.names.pick("table[1]", "i * 4 + table[0]", "table[t & 3]"))]


def module_variables(k):
    return [k.names.pick("total = x;", "atomicAdd(&total, 1);", "if (i == 0) total = x;"), f"x += {k.names.pick('total', 'constants[t & 7]')};",
            k.put("A", k.names.pick("i", "constants[t & 7]", "constants[3] + i"))]


def scalar_flag(k):
    return ["__shared__ int flag;", "if (t == 0) flag = 0;", k.names.pick("__syncthreads();", "__syncthreads();", ""), f"if ({k.names.condition()}) flag = {k.names.pick('1', 't')};",
            k.names.pick("__syncthreads();", "__syncthreads();", ""), "if (flag) {", k.names.pick("  __syncthreads();", "  x += 1;"), "  U[t] = x;", "}"]


def last_block(k):
    return [k.put("B", "i"), "__threadfence();", "if (t == 0) {", "  U[0] = atomicAdd(&total, 1);", "}", "__syncthreads();", "if (U[0] == gridDim.x - 1) {", "  x += (int)t;", "}"]


def rows_of_blocks(k):
    k.two_dimensional = True
    width = k.names.pick("n", "8", "(int)blockDim.x")
    return [f"int column = blockIdx.x * blockDim.x + t, row = blockIdx.y * blockDim.y + y;", f"if (column < {width}) {{", f"  {k.put('A', k.names.pick(f'row * {width} + column', f'column * {width} + row'))}", "}"]


def until_one_left(k):
    r = k.new("r")
    half = k.names.pick(f"({r} + 1) / 2", f"{r} / 2", f"{r} - {r} / 2")
    return ["U[t] = t;", "__syncthreads();", f"for (unsigned {r} = blockDim.x; {r} > 1; {r} = h) {{", f"  h = {half};", f"  if (t + h < {r}) {{", "    U[t] += U[t + h];", "  }", "  __syncthreads();", "}"]


def tripled(k):
    d = k.new("d")
    return ["U[t] = t;", "__syncthreads();", f"for (int {d} = 1; {d} < {k.names.pick('n', '9', 'blockDim.x')}; {d} {k.names.pick('*= 3', '*= 4', '= 2 * ' + d + ' + 1')}) {{", f"  if (t % (3 * {d}) == 0) {{",
            f"    U[t] += U[t + {d}];", "  }", "  __syncthreads();", "}"]


def two_counters(k):
    a, b = k.new("a"), k.new("b")
    return [f"for (int {a} = 0, {b} = n; {a} < {b}; ++{a}, --{b}) {{", f"  U[{a} * blockDim.x + t] = x;", f"  x += U[{k.names.pick(f'{b} * blockDim.x + t', f'{a} * blockDim.x + (t ^ 1)', f'{b} + 64')}];",
            *(["  __syncthreads();"] if k.names.chance(0.5) else []), "}"]


def whole_structs(k):
    k.types["A"] = "Cell"
    return [f"Cell c = A[{k.names.pick('i', 'i + 1')}];", f"A[i].{k.names.pick('a', 'b', 'c[1]')} = c.{k.names.pick('a', 'b', 'c[0]')};", f"A[{k.names.pick('i', 'i + 1', 't')}] = c;"]


def bit_fields(k):
    k.types["B"] = "Fields"
    return ["if (t & 1) {", f"  B[{k.names.pick('i / 2', 'i')}].low = t;", "} else {", f"  B[{k.names.pick('i / 2', 'i')}].high = t;", "}"]


def whole_vectors(k):
    k.types["A"] = "float4"
    return ["float4 v = A[i];", "v.x += 1;", f"A[{k.names.pick('i', 'i + 1', 'i ^ 1')}] = v;", f"x += (unsigned)((float*)A)[{k.names.pick('4 * i', 'i', '4 * i + 5')}];"]


def square_tile(k):
    k.two_dimensional = True
    return [f"__shared__ int W[8][{k.names.pick('8', '9')}];", "if (t < 8 && y < 8) {", "  W[y][t] = x;", "}", "__syncthreads();", "if (t < 8 && y < 8) {",
            f"  x += W[{k.names.pick('t][y', 'y][(t + 1) & 7', '(y + 1) & 7][t')}];", "}", k.names.pick("__syncthreads();", ""), "if (t < 8 && y < 8) {", "  W[y][t] = x;", "}"]


def sizes_of_atomics(k):
    k.types["A"] = "int"
    return [f"atomicAdd((unsigned long long*)A + {k.names.pick('t', '0', 'i / 2')}, 1ull);", f"atomicAdd(&A[{k.names.pick('2 * t', '1', 'i')}], 1);", k.names.pick("x += A[64 + t];", "A[2] = t;", "")]


def called_with_pointers(k):
    return [f"exchange(U, t, {k.names.pick('t ^ 1', 't', '(t + 1) % blockDim.x')});", k.names.pick("__syncthreads();", ""), "x += U[t];",
            f"exchange(U + {k.names.pick('64', '1', 'blockDim.x')}, t, t);"]


def unlocked(k):
    return ["if (atomicCAS(&U[0], 0, 1) == 0) {", f"  {k.put('A', k.names.pick('0', 't', 'blockIdx.x'))}", "}", k.names.pick("__syncthreads();", ""), k.get("A", k.names.pick("0", "t"))]


def one_decides(k):
    meets = k.names.pick("  __syncthreads();", "")
    return [f"if (t == 0) U[0] = {k.names.pick('x', 'n', '2', 'atomicAdd(&U[1], 1)')};", k.names.pick("__syncthreads();", "__syncthreads();", ""), "if (U[0] > 1) {",
            f"  {k.put('A', k.names.pick('U[0] + t', 'U[0] * blockDim.x + t', 'U[t]', 'i'))}", meets, "}", k.names.pick("__syncthreads();", ""), "x += U[0];"]


def rounds_of_one(k):
    r = k.new("r")
    return ["if (t == 0) U[0] = n;", "__syncthreads();", f"for (int {r} = 0; {r} < 3; ++{r}) {{", f"  if (U[0] {k.names.pick('<= 0', '> 2', '== x')}) break;",
            k.names.pick("  __syncthreads();", "  __syncthreads();", ""), f"  {k.put('A', k.names.pick('U[0] + t', 'i'))}", "  if (t == 0) U[0] -= 1;", k.names.pick("  __syncthreads();", "  __syncthreads();", ""), "}"]


def of_one_size(k):
    size = k.names.pick("2", "4", "3")
    return [k.names.pick(f"if (n != {size}) return;", f"if (blockDim.x != {size}) return;", f"if (n == {size}) x += n;"), k.put("A", k.names.pick("(i & (n - 1)) + i / n * n", "i % n * 8 + i / n", "i & (n - 1)"))]


def turned_digits(k):
    return [k.put("A", k.names.pick("(i & 1) << 4 | (i & 30) >> 1", "(i & 3) << 3 | (i & 28) >> 2", "(i & 1) << 2 | (i & 30) >> 1", "(t & 6) | (t & 3) << 1", "(t & 1) << 3 ^ (t & 6)"))]


def by_pointer(k):
    return [f"kMoves[{k.names.pick('n & 1', 't & 1', '1', '0')}](U, t, {k.names.pick('t', 't ^ 1', '0')});", k.names.pick("__syncthreads();", ""), "x += U[t];"]


def by_lane(k):
    return ["unsigned lane;", 'asm("mov.u32 %0, %%laneid;" : "=r"(lane));', k.put("A", k.names.pick("t / 32 * 32 + lane", "lane", "blockIdx.x * blockDim.x + lane", "lane * 2 + (t & 1)"))]


def on_condition(k):
    y, size = k.new("y"), k.names.pick("2", "3", "4")
    most = 2147483648 - int(size)  # What is added to a larger n exceeds int.
    chosen = k.names.pick(f"n >= {size} ? {y} : t", f"n == {size} ? {y} : t", f"n >= {size} ? {y} + t : t")
    return [f"int {y} = 0;", f"if (n < {size}) {y} = n + {most};", k.put("A", chosen)] if k.names.chance(0.5) else [f"const int {y} = n < {size} ? n + {most} : 0;", k.put("A", chosen)]


def divided(k):
    return [k.put("A", k.names.pick("i / n * n + i % n", "i % n * 8 + i / n", "t / n * 2 + t % n", "t % n", "(t - n) / n + 8", "(t - n) % n + 8"))]


def masked(k):
    return [k.put("A", k.names.pick("((t - (t & (n - 1))) << 1) + (t & (n - 1))", "t & (n - 1)", "t & ~n", "(t | n)", "t ^ n", "(t & n) + (t ^ n)"))]


def volume(k):
    p, w, h = k.new("p"), k.names.pick("n", "s", "m"), k.names.pick("n", "s", "3", "m")
    index = k.names.pick(f"t + {p} * {w} + (int)blockIdx.x * {w} * {h}", f"((int)blockIdx.x * {h} + {p}) * {w} + t", f"blockIdx.x * ({h} * {w}) + {w} * {p} + t",
                         f"t + {p} * {h} + (int)blockIdx.x * {w} * {h}", f"t + {p} * {w} + (int)blockIdx.x * {w} * {w}", f"t * {h} + {p} + blockIdx.x * {w} * {h}")
    return [f"for (int {p} = 0; {p} < {h}; ++{p}) {{", f"  if (t {k.names.pick('<', '<', '<=')} {w}) {{", f"    {k.put('A', index)}", "  }", "}"]


def volumes_of_three(k):
    p = k.new("p")
    index = k.names.pick(f"(int)blockIdx.x * n * s * m + {p} * (m * s) + t", f"blockIdx.x * (n * (s * m)) + {p} * s * m + t", f"blockIdx.x * n * s * m + {p} * (n * s) + t")
    return [f"for (int {p} = 0; {p} < n; ++{p}) {{", f"  if (t < {k.names.pick('s * m', 's', 'm * n')}) {{", f"    {k.put('A', index)}", "  }", "}"]


def rows_of_products(k):
    j, row = k.new("j"), k.new("r")
    return [f"const int {row} = n * {k.names.pick('s', 'm', '(s - 1)')};", f"for (int {j} = t; {j} {k.names.pick('<', '<', '<=')} {row}; {j} += blockDim.x) {{", f"  {k.put('A', f'blockIdx.x * {row} + {j}')}", "}"]


def values_of_others(k):
    k.types["A"] = k.types["B"] = k.names.pick("float", "int")
    return [f"if (t {k.names.pick('<', '==')} n) {{", f"  A[{k.names.pick('i / 2', 's', 'i', 't / 2')}] = B[{k.names.pick('t', 's', 'i')}]{k.names.pick(' * 2', '')};", "}"]


def taken(k):
    return ["__shared__ int row;", "if (t == 0) row = atomicAdd(&total, 1);", *(["if (t == 0 && n > 2) row = 0;"] if k.names.chance(0.2) else []),
            k.names.pick("__syncthreads();", "__syncthreads();", ""), k.put("B", k.names.pick("row * blockDim.x + t", "row", "row + t", "row * 64 + t", "(row + blockIdx.x) * 64 + t")),
            *(["__syncthreads();", "if (t == 0) row = atomicAdd(&total, 1);", "__syncthreads();", k.put("B", "row * blockDim.x + t")] if k.names.chance(0.3) else [])]


def ghost_zone(k):
    """Of a block's elements those of its middle are its own; a flag says so, and the loop ends before its condition does."""
    j, c, width = k.new("j"), k.new("c"), k.names.pick("16", "12", "m")
    inside = k.names.pick(f"t > {j} && t < {width} - 1 - {j}", f"t >= {j} && t < {width} - {j}", f"t > {j} && t < {width} - {j}")
    middle = k.names.pick(f"({width} - 2 * n)", f"({width} - n)", f"({width} - 2 * s)")
    leave = k.names.pick(f"{j} == n - 1", f"{j} == n - 1", f"{j} >= n - 1", f"{j} == s")
    return [f"bool {c} = false;", f"for (int {j} = 0; {j} < n; ++{j}) {{", f"  {c} = {inside};", f"  U[t] = {j};", "  __syncthreads();",
            f"  if ({leave}) break;", f"  if ({c}) x += U[t ^ 1];", "  __syncthreads();", "}", f"if ({c}) {{", f"  {k.put('A', f'{middle} * blockIdx.x + t')}", "}"]


def ended_early(k):
    j = k.new("j")
    leave = k.names.pick(f"{j} == n - 1", f"{j} + 1 >= n", f"{j} == s")
    return [f"int {j} = {k.names.pick('0', '0', 's')};", f"for (; {j} < n; ++{j}) {{", f"  if ({leave}) break;", "}", k.put("A", f"{j} < n || n <= {k.names.pick('0', '0', 's')} ? i : 0")]


def digits(k):
    """An offset of several digits, each less than what is behind it, or not."""
    k.two_dimensional = True
    width, height = k.names.pick("3", "4", "5"), k.names.pick("2", "3")
    pitch = k.names.pick(width, width, "4", f"({width} + 1)", f"({width} - 1)", f"(2 * {width})")
    x = k.names.pick("i", "i", "i + 1", "i - 1", "2 * i", "2 - i")
    test = k.names.pick(f"i < {width} && y < {height}", f"i < {width}", f"i <= {width} && y < {height}", f"i < {width} && y < {height} && n < 2")
    index = k.names.pick(f"{x} + {pitch} * y", f"{x} + {pitch} * (y + {height} * n)", f"{x} + {pitch} * (n + {height} * y)", f"40 - ({x}) - {pitch} * y")
    return [f"if ({test}) {{", f"  {k.put('A', index)}", *([f"  {k.get('A', k.names.pick(index, f'{index} + 1', f'{index} - {pitch}'))}"] if k.names.chance(0.6) else []), "}"]


def packages(k):
    j, of = k.new("j"), k.names.pick("2", "4", "3")
    most = k.names.pick("<", "<", "<=")
    size = k.names.pick("n", "n", "s", "(n + 1)")
    part = k.names.pick(f"i % {of}", f"i % {of}", "t", f"(i + 1) % {of}")
    return [f"for (int {j} = 0; {j} {most} n; ++{j}) {{", f"  {k.put('A', f'(i / {of}) * {of} * {size} + {of} * {j} + {part}')}", "}"]


ALL = [digits, packages, ghost_zone, ended_early, taken, volume, volumes_of_three, rows_of_products, values_of_others, on_condition, divided, masked, one_decides, rounds_of_one, of_one_size, turned_digits, by_pointer, by_lane, whole_structs, bit_fields, whole_vectors, square_tile, sizes_of_atomics, called_with_pointers, unlocked, pointer_walk, either_array, swapped_buffers, endless, bottom_tested, cases, two_barriers, barrier_that_counts, leaves_by_vote, returns_in_loop, narrowed, wrapped_around,
       shifted, negative, clamped, bits, local_table, module_variables, scalar_flag, last_block, rows_of_blocks, until_one_left, tripled, two_counters]
