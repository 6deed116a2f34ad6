// The probes of instrumentation_test.cpp.
#pragma once

#if defined(__clang__)
extern "C" __attribute__((convergent, nomerge)) void barrier();
#else
extern "C" void barrier();  // To trace.cpp, which g++ compiles.
#endif

struct Quad {
  float x, y, z, w;
};

struct Triple {
  float x, y, z;
};
struct Large {
  double d[9];
};
struct Empty {};
struct Shape {
  virtual Triple scaled(Triple t) const { return {t.x * 2, t.y * 2, t.z * 2}; }
};

void store_twice(int*);
int load_twice(int*);
int store_load(int*);
int load_then_maybe_use(int*, int);
void dead_load(int*);
void dead_loads_in_loop(int*, int);
void conditional_store(int*, int);
int conditional_load(int*, int);
int ternary_load(int*, int);
void store_in_both_branches(int*, int);
void store_then_maybe_store(int*, int);
int guarded_invariant_load(int*, int, int);
int invariant_load(const int* __restrict__, int);
void invariant_store(int* __restrict__, int);
void accumulate(int*, int);
void spin(int*);
void self_assign(int*);
void store_if_different(int*);
void increment_twice(int*);
void plus_equal(int*, int);
void store_before_and_after_barrier(int*);
int load_before_and_after_barrier(int*);
void unrolled(int*);
void neighbours(int*);
void zero_loop(int*, int);
void copy_loop(int*, int);
int both(int*);
void bytes(unsigned char*);
unsigned byte_loads(unsigned char*);
void volatile_stores(volatile int*);
void struct_copy(Quad*);
void scan_step(int*, int, int);
int pure_calls(int*);
void one_barrier(int*, int);
void barrier_in_each_branch(int*, int);
void shared_write_only();
int shared_read_only();
float struct_argument(Triple*);
void struct_argument_unused(Triple*);
void struct_copy_unused(Triple*);
void struct_result(Triple*);
void struct_argument_and_result(Triple*);
void large_struct(Large*);
void struct_through_pointer(Triple*, Triple (*)(Triple, Triple));
Triple add_triples(Triple, Triple);
void struct_virtual(Triple*, const Shape*);
void struct_recursion(Triple*);
Triple struct_return(Triple*);
Large large_struct_return(Large*);
void struct_in_try(Triple*, int);
void struct_around_barrier(Triple*);
void struct_initialised(Triple*);
void struct_member(Triple (*)[2]);
void struct_not_copyable(int*);
void empty_struct(Empty*);
void struct_shared();
float local_struct_calls(float);
int local_array(int);
float local_struct(float);
int locals_by_reference(int, int);
int local_lambda(int, int);
