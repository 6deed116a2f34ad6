// The eight cases in OpenCL, statement by statement as in peers.cu.
#define BARRIER barrier(CLK_LOCAL_MEM_FENCE)

kernel void blelloch(global const int* in, global const int* b, global int* out, local int* s, int n) {
  const int t = get_local_id(0);
  s[2 * t] = in[2 * t];
  s[2 * t + 1] = in[2 * t + 1];
  int stride = 1;
  for (int d = n >> 1; d > 0; d >>= 1) {
    BARRIER;
    if (t < d) s[stride * (2 * t + 2) - 1] += s[stride * (2 * t + 1) - 1];
    stride <<= 1;
  }
  if (t == 0) s[n - 1] = 0;
  for (int d = 1; d < n; d <<= 1) {
    stride >>= 1;
    BARRIER;
    if (t < d) {
      const int left = stride * (2 * t + 1) - 1, right = stride * (2 * t + 2) - 1;
      const int v = s[left];
      s[left] = s[right];
      s[right] += v;
    }
  }
  BARRIER;
  out[2 * t] = s[2 * t];
  out[2 * t + 1] = s[2 * t + 1];
}

kernel void kogge_stone(global const int* in, global const int* b, global int* out, local int* s, int n) {
  const int t = get_local_id(0), i = get_global_id(0);
  s[t] = in[i];
  BARRIER;
  for (int offset = 1; offset < get_local_size(0); offset <<= 1) {
    int v = 0;
    if (t >= offset) v = s[t - offset];
    BARRIER;
    if (t >= offset) s[t] += v;
    BARRIER;
  }
  out[i] = s[t];
}

kernel void reduce(global const int* in, global const int* b, global int* out, local int* s, int n) {
  const int t = get_local_id(0);
  s[t] = in[get_global_id(0)];
  BARRIER;
  for (int half_size = get_local_size(0) >> 1; half_size > 0; half_size >>= 1) {
    if (t < half_size) s[t] += s[t + half_size];
    BARRIER;
  }
  if (t == 0) out[get_group_id(0)] = s[0];
}

#define TILE 16
kernel void matrix_multiply(global const float* A, global const float* B, global float* C, local int* s, int n) {
  local float a[TILE][TILE], b[TILE][TILE];
  const int tx = get_local_id(0), ty = get_local_id(1);
  const int column = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < n; k += TILE) {
    a[ty][tx] = A[row * n + k + tx];
    b[ty][tx] = B[(k + ty) * n + column];
    BARRIER;
    for (int i = 0; i < TILE; ++i) sum += a[ty][i] * b[i][tx];
    BARRIER;
  }
  C[row * n + column] = sum;
}

kernel void vector_add(global const int* a, global const int* b, global int* out, local int* s, int n) {
  const int i = get_global_id(0);
  if (i < n) out[i] = a[i] + b[i];
}

kernel void histogram(global const int* in, global const int* b, global int* out, local int* s, int n) {
  const int i = get_global_id(0);
  if (i < n) atomic_inc(&out[in[i] & 255]);
}

kernel void stencil(global const float* in, global const float* b, global float* out, local int* s, int n) {
  const int x = get_global_id(0), y = get_global_id(1);
  const int i = y * n + x;
  if (x > 0 && x < n - 1 && y > 0 && y < n - 1) {
    out[i] = 0.2f * (in[i] + in[i - 1] + in[i + 1] + in[i - n] + in[i + n]);
  } else {
    out[i] = in[i];
  }
}
