// Small device-like functions, compiled as kernels are. trace.cpp says which accesses each has to make.
#include "probes/accesses.h"

#include <new>

void store_twice(int* p) {
  p[0] = 1;
  p[0] = 2;
}
int load_twice(int* p) {
  int a = p[0];
  int b = p[0];
  return a + b;
}
int store_load(int* p) {
  p[0] = 1;
  return p[0];
}
int load_then_maybe_use(int* p, int c) {
  int v = p[0];
  int r = 1;
  if (c) r = v;
  return r;
}
void dead_load(int* p) {
  int v = p[0];
  (void)v;
}
void dead_loads_in_loop(int* p, int n) {
  for (int i = 0; i < n; i++) {
    int v = p[i];
    (void)v;
  }
}
void conditional_store(int* p, int c) {
  if (c) p[0] = 1;
}
int conditional_load(int* p, int c) {
  int r = 0;
  if (c) r = p[0];
  return r;
}
int ternary_load(int* p, int c) { return c ? p[0] : p[1]; }
void store_in_both_branches(int* p, int c) {
  if (c)
    p[0] = 1;
  else
    p[0] = 2;
}
void store_then_maybe_store(int* p, int c) {
  p[0] = 1;
  if (c) p[0] = 2;
}
int guarded_invariant_load(int* p, int n, int k) {
  int r = 0;
  for (int i = 0; i < n; i++)
    if (i > k) r += p[0];
  return r;
}
int invariant_load(const int* __restrict__ p, int n) {
  int r = 0;
  for (int i = 0; i < n; i++) r += p[0];
  return r;
}
void invariant_store(int* __restrict__ p, int n) {
  for (int i = 0; i < n; i++) p[0] = i;
}
void accumulate(int* p, int n) {
  for (int i = 0; i < n; i++) p[0] += p[i + 1];
}
void spin(int* p) {
  while (p[0] == 0) {
    barrier();
    p[0] = 1;
  }
}
void self_assign(int* p) { p[0] = p[0]; }
void store_if_different(int* p) {
  if (p[0] != 3) p[0] = 3;
}
void increment_twice(int* p) {
  p[0]++;
  p[0]++;
}
void plus_equal(int* p, int i) { p[i] += 2; }
void store_before_and_after_barrier(int* p) {
  p[0] = 1;
  barrier();
  p[0] = 2;
}
int load_before_and_after_barrier(int* p) {
  int a = p[0];
  barrier();
  return a + p[0];
}
void unrolled(int* p) {
  for (int k = 0; k < 4; k++) p[8] += p[k];
}
void neighbours(int* p) {
  p[0] = 0;
  p[1] = 0;
  p[2] = 0;
  p[3] = 0;
}
void zero_loop(int* p, int n) {
  for (int i = 0; i < n; i++) p[i] = 0;
}
void copy_loop(int* p, int n) {
  for (int i = 0; i < n; i++) p[i] = p[i + 16];
}
int both(int* p) { return p[0] && p[1]; }
void bytes(unsigned char* p) {
  p[0] = 1;
  p[1] = 2;
  p[2] = 3;
  p[3] = 4;
}
unsigned byte_loads(unsigned char* p) { return p[0] | p[1] << 8 | p[2] << 16 | p[3] << 24; }
void volatile_stores(volatile int* p) {
  p[0] = 1;
  p[0] = 1;
}
void struct_copy(Quad* p) { p[0] = p[1]; }
void scan_step(int* p, int t, int n) {
  for (int o = 1; o < n; o *= 2) {
    int v = 0;
    if (t >= o) v = p[t - o];
    barrier();
    if (t >= o) p[t] += v;
    barrier();
  }
}

static __attribute__((noinline)) int read_it(int* p) { return p[0]; }
int pure_calls(int* p) {
  read_it(p);
  return read_it(p) + read_it(p);
}

// One call in the source is one address in the code, two are two.
void one_barrier(int* p, int c) {
  if (c) p[0] = 1;
  barrier();
  if (c) p[1] = 2;
}
void barrier_in_each_branch(int* p, int c) {
  if (c) {
    p[0] = 1;
    barrier();
  } else {
    p[0] = 2;
    barrier();
  }
}

static thread_local int write_only[4];
void shared_write_only() { write_only[1] = 1; }
static thread_local int read_only[4];
int shared_read_only() { return read_only[1]; }

// A call reads its struct arguments and writes its struct result itself.
#define NOT_INLINED __attribute__((noinline))
NOT_INLINED static float sum(Triple t) { return t.x + t.y + t.z; }
NOT_INLINED static Triple filled(float x) { return {x, x, x}; }
NOT_INLINED Triple add_triples(Triple a, Triple b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
NOT_INLINED static Large add_to_large(Large a, double x) {
  a.d[2] += x;
  return a;
}
NOT_INLINED static Triple halved(Triple t, int n) {
  if (n == 0) return t;
  t.x /= 2;
  return halved(t, n - 1);
}
NOT_INLINED static Triple thrown(Triple t, int c) {
  if (c) throw c;
  return t;
}
NOT_INLINED static Triple past_barrier(Triple t) {
  barrier();
  return t;
}
struct NotCopyable {
  int value;
  explicit NotCopyable(int v) : value(v) {}
  NotCopyable(const NotCopyable& other) : value(other.value) {}
  ~NotCopyable() {}
};
NOT_INLINED static NotCopyable next(NotCopyable n) { return NotCopyable(n.value + 1); }
NOT_INLINED static int nothing(Empty, int x) { return x; }

float struct_argument(Triple* p) { return sum(p[1]); }
void struct_argument_unused(Triple* p) { sum(p[1]); }
void struct_copy_unused(Triple* p) {
  Triple t = p[1];
  (void)t;
}
void struct_result(Triple* p) { p[1] = filled(1); }
void struct_argument_and_result(Triple* p) { p[0] = add_triples(p[1], p[2]); }
void large_struct(Large* p) { p[0] = add_to_large(p[1], 1); }
void struct_through_pointer(Triple* p, Triple (*f)(Triple, Triple)) { p[0] = f(p[0], p[1]); }
void struct_virtual(Triple* p, const Shape* shape) { p[0] = shape->scaled(p[1]); }
void struct_recursion(Triple* p) { p[0] = halved(p[1], 3); }
Triple struct_return(Triple* p) { return p[1]; }
Large large_struct_return(Large* p) { return p[1]; }
void struct_in_try(Triple* p, int c) {
  try {
    p[0] = thrown(p[1], c);
  } catch (int) {
    p[3].x = 1;
  }
}
void struct_around_barrier(Triple* p) { p[0] = past_barrier(p[1]); }
void struct_initialised(Triple* p) { new (p) Triple(filled(1)); }
void struct_member(Triple (*p)[2]) { p[1][0] = filled(sum(p[0][1])); }
void struct_not_copyable(int* p) {
  NotCopyable* const n = reinterpret_cast<NotCopyable*>(p);
  new (&n[0]) NotCopyable(next(n[1]));
}
void empty_struct(Empty* p) { nothing(*p, 1); }
static thread_local Triple shared_triples[2];
void struct_shared() { shared_triples[1] = filled(1); }

// No callbacks: locals whose address stays here.
int local_array(int n) {
  int a[8];
  for (int i = 0; i < 8; i++) a[i] = i * n;
  int r = 0;
  for (int i = 0; i < 8; i++) r += a[i] * a[7 - i];
  return r;
}
float local_struct_calls(float n) {
  const Triple a{n, 1, 2};
  const Triple b = add_triples(a, filled(n));
  return sum(add_triples(a, b));
}
float local_struct(float n) {
  Quad q{n, 1, 2, 3};
  q.x += n;
  q.y *= q.x;
  return q.x + q.y;
}
template <class T>
static inline T larger(const T& a, const T& b) {
  return a < b ? b : a;
}
int locals_by_reference(int a, int b) { return larger(a, b); }
int local_lambda(int a, int b) {
  auto f = [&](int i) { a += i * b; };
  for (int i = 0; i < 4; i++) f(i);
  return a;
}
