// Of openmp_host_norace.cu.
extern "C" int omp_get_num_threads();

int plain_sum(const int* data, int count, int* threads) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < count; ++i) {
    sum += data[i];
    if (i == 0) *threads = omp_get_num_threads();
  }
  return sum;
}
