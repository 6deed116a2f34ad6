// Grids of several dimensions over arrays of fixed sizes: what is x + 400 * (y + 400 * z) is so for one x, y and z alone.

// PROVED
__global__ void fills(float out[][400][400]) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  unsigned z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < 400 && y < 400 && z < 400) out[z][y][x] = x + y + z;
}

// The same by hand, and of a row of 100 one more.
// PROVED
__global__ void fills_by_hand(float* out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < 100 && y < 200 && z < 300) out[x + 100 * (y + 200 * z)] = x + y + z;
}

// PROVE: false: out: line +5 writes, by two threads, in two blocks
__global__ void fills_one_more(float* out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < 101 && y < 200 && z < 300) out[x + 100 * (y + 200 * z)] = x + 1000 * y + z;
}

// Left and right of it nobody writes; one further there is the next thread's.
// PROVED
__global__ void updates_each_third(int* a) {
  int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 100 && y < 300) a[3 * x + 301 * y] = a[3 * x + 301 * y - 1] + a[3 * x + 301 * y + 1];
}

// PROVE: false: a: line +4 reads, line +4 writes, in two blocks
__global__ void reads_the_next_third(int* a) {
  int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 100 && y < 300) a[3 * x + 300 * y] = a[3 * x + 300 * y - 3] + 1;
}

struct Pair {
  float first;
  short second, third;
};

// Elements of several sizes.
// PROVED
__global__ void fills_members(Pair* out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= 100 || y >= 200) return;
  out[x + 100 * y].third = x;
  *(int*)&out[x + 100 * y].second = y;
}

// PROVE: false: out: line +5 writes, line +6 writes, in two blocks
__global__ void fills_beyond_members(Pair* out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= 100 || y >= 200) return;
  out[x + 100 * y].first = x;
  *(int*)&out[x + 100 * y].third = y;
}

// What is subtracted counts as well.
// PROVED
__global__ void fills_backwards(char* out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 64 && y < 512) out[64 * 512 - 1 - 64 * y - x] = 1;
}

// PROVE: false: out: line +4 writes, by two threads, in two blocks
__global__ void fills_to_and_fro(char* out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 66 && y < 512) out[64 * 512 + 64 - 64 * y - x] = y;
}

// Tiles of a matrix with 1024 columns: a grid that is wider comes to the next row.
// PROVE: false: c: line +4 writes, by two threads, in two blocks
__global__ void fills_tiles(int* c) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  c[row * 1024 + col] = col;
}

// ASSUME: blockDim.x * gridDim.x <= 1024
// PROVED
__global__ void fills_tiles_of_a_row(int* c) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  c[row * 1024 + col] = col;
}
