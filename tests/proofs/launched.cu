// What a run has to make to confirm: structs, instances of templates, overloads, arrays of vectors. All kernels of this
// file are in one program.
struct Small {
  int first, step;
};

struct Large {
  float* data;
  long long count;
  int step;
  short part[2];
};

// PROVE: false: a: line +4 writes, by two threads
// Only the second number of what is passed in one register makes it race.
__global__ void small_step(int* a, Small s) {
  if (s.first != 3) return;
  a[threadIdx.x * s.step] = threadIdx.x;
}

// PROVED
__global__ void small_fix(int* a, Small s) {
  if (s.first != 3 || s.step < 1) return;
  a[threadIdx.x * s.step] = threadIdx.x;
}

// PROVE: false: p at byte 0: line +4 writes, by two threads
__global__ void large_step(Large p) {
  if (p.count < 7 || p.part[1] != 5) return;
  // Of step 0, in a launch that the two conditions let through.
  p.data[threadIdx.x * p.step] = threadIdx.x;
}

// PROVED
__global__ void large_fix(Large p) {
  if (p.count < 7 || p.step < 1) return;
  p.data[threadIdx.x * p.step] = threadIdx.x;
}

// PROVE: false: a: line +3 writes, by two threads
__global__ void taken_twice(int* a, int n) {
  if (threadIdx.x > n) return;
  a[threadIdx.x / 2] = threadIdx.x;
}

// The same name, with another type.
__global__ void taken_twice(float* a, float4* b) { a[threadIdx.x] = b[threadIdx.x].y; }

struct Pair {
  int* first;
  int* second;
};

// Arrays of members have no names in a report: which of the two it is has to be known.
// PROVE: false: p: line +3 writes, by two threads
// PROVE: proved: p, part 2: line +2 writes, by two threads
__global__ void one_of_two(Pair p) {
  p.first[threadIdx.x / 2] = p.second[threadIdx.x] = threadIdx.x;
}
