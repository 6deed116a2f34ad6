// Arrays that a kernel reaches through structs have the names of the host's variables; where they were allocated, and
// where the kernel was launched, is told with the calls that led there.
// FINDING: race error global intra-warp write@made read@made object=b.data element=b.data[1] launched=@launch,@run allocated=@alloc,@make
// FINDING: race error global intra-warp write@filled read@filled object=d_c launched=@launch2 allocated=@alloc2,@take
// FINDING: race error global intra-warp write@built read@built object=f.cells launched=@launch3,@lambda,@call allocated=@alloc3,@build
// FINDING: race error global intra-warp write@here read@here object=pair.first launched=@launch4 allocated=@alloc4
// FINDING-COUNT: 4
struct Matrix {
  int* data;
  int n;
};
struct Field {
  int* cells;
  explicit Field(int n) {
    cudaMalloc((void**)&cells, n * sizeof(int));  // @alloc3
    cudaMemset(cells, 0, n * sizeof(int));
  }
};
struct Pair {
  int *first, *second;
};

__global__ void shift(Matrix a) { a.data[threadIdx.x] = a.data[threadIdx.x + 1]; }          // @made
__global__ void shift_back(Matrix a) { a.data[threadIdx.x + 1] = a.data[threadIdx.x]; }     // @filled
__global__ void shift_field(Field f) { f.cells[threadIdx.x] += f.cells[threadIdx.x + 1]; }  // @built
__global__ void shift_pair(Pair p) { p.first[threadIdx.x] += p.first[threadIdx.x + 1]; }    // @here

Matrix make_matrix(int n) {
  Matrix m;
  m.n = n;
  cudaMalloc(&m.data, n * sizeof(int));  // @alloc
  cudaMemset(m.data, 0, n * sizeof(int));
  return m;
}

template <class T>
void take(T** memory, int n) {
  cudaMalloc(memory, n * sizeof(T));  // @alloc2
  cudaMemset(*memory, 0, n * sizeof(T));
}

void run(const Matrix& m) {
  shift<<<1, 32>>>(m);  // @launch
}

template <class F>
void call(F f) {
  f();  // @lambda
}

int main() {
  Matrix b = make_matrix(33);  // @make
  run(b);                      // @run

  int* d_c;
  take(&d_c, 33);  // @take
  const Matrix c{d_c, 33};
  shift_back<<<1, 32>>>(c);  // @launch2

  Field f(33);                  // @build
  call([&] {                    // @call
    shift_field<<<1, 32>>>(f);  // @launch3
  });

  Pair pair;
  cudaMalloc(&pair.first, 33 * sizeof(int));  // @alloc4
  cudaMemset(pair.first, 0, 33 * sizeof(int));
  shift_pair<<<1, 32>>>(pair);  // @launch4
  return cudaDeviceSynchronize();
}
