// Of child_other_file_race.cu.
static __global__ void sum(const int* data, int* to) {
  *to = *data;  // @r
}

__global__ void through(const int* data, int* to, int depth) {
  if (depth > 0) {
    through<<<1, 1>>>(data, to, depth - 1);
  } else {
    sum<<<1, 1>>>(data, to);
  }
}
