// A texture reference that nothing was bound to.
// FINDING: invalid-address error none none read@r message="tex2D of a texture that is bound to nothing"
texture<float, 2> image;

__global__ void fetch(float* result) {
  *result = tex2D(image, 0.5f, 0.5f);  // @r
}

int main() {
  float* data;
  cudaMalloc(&data, 512);
  fetch<<<1, 1>>>(data);
  cudaDeviceSynchronize();
}
