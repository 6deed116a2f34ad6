// Which clusters CUDA lets a kernel have: no more than 8 blocks, 16 where that is allowed, the grid a multiple of it, and
// those that the kernel says itself. A launch may name larger ones that it would prefer, of several clusters each.
// CLEAN
// STDOUT: ^attribute 4: cudaSuccess, 3 of 7: cudaErrorInvalidClusterSize, 16: cudaErrorInvalidClusterSize, 16 allowed: cudaSuccess, 32: cudaErrorInvalidClusterSize$
// STDOUT: ^own 2: cudaSuccess, of 3 blocks: cudaErrorInvalidClusterSize, attribute 4: cudaErrorInvalidClusterSize, required 2 1 1$
// STDOUT: ^prefers 4 to 2: cudaSuccess, 3: cudaErrorInvalidClusterSize, 16 of 8 blocks: cudaErrorInvalidClusterSize$
// STDOUT: ^most 8, 16; device 1$
#include <cstdio>

__global__ void plain() {}
__global__ void __cluster_dims__(2) own() {}

const char* launch(void (*kernel)(), unsigned blocks, unsigned cluster) {
  cudaLaunchConfig_t config = {};
  config.gridDim = blocks;
  config.blockDim = 32;
  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = cluster;
  attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
  config.attrs = &attribute;
  config.numAttrs = cluster != 0;
  cudaLaunchKernelExC(&config, (const void*)kernel, nullptr);
  return cudaGetErrorName(cudaGetLastError());
}

const char* prefer(unsigned preferred) {
  cudaLaunchAttribute attributes[2];
  attributes[0].id = cudaLaunchAttributeClusterDimension;
  attributes[0].val.clusterDim.x = 2;
  attributes[0].val.clusterDim.y = attributes[0].val.clusterDim.z = 1;
  attributes[1].id = cudaLaunchAttributePreferredClusterDimension;
  attributes[1].val.preferredClusterDim.x = preferred;
  attributes[1].val.preferredClusterDim.y = attributes[1].val.preferredClusterDim.z = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = 8;
  config.blockDim = 32;
  config.attrs = attributes;
  config.numAttrs = 2;
  cudaLaunchKernelExC(&config, (const void*)plain, nullptr);
  return cudaGetErrorName(cudaGetLastError());
}

int main() {
  cudaLaunchConfig_t config = {};
  config.gridDim = 64;
  config.blockDim = 32;
  int most = 0, most_allowed = 0;
  cudaOccupancyMaxPotentialClusterSize(&most, plain, &config);
  printf("attribute 4: %s, ", launch(plain, 8, 4));
  printf("3 of 7: %s, ", launch(plain, 7, 3));
  printf("16: %s, ", launch(plain, 32, 16));
  cudaFuncSetAttribute(plain, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
  cudaOccupancyMaxPotentialClusterSize(&most_allowed, plain, &config);
  printf("16 allowed: %s, ", launch(plain, 32, 16));
  printf("32: %s\n", launch(plain, 32, 32));
  printf("own 2: %s, ", launch(own, 4, 0));
  printf("of 3 blocks: %s, ", launch(own, 3, 0));
  printf("attribute 4: %s, ", launch(own, 4, 4));
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, own);
  printf("required %d %d %d\n", attributes.requiredClusterWidth, attributes.requiredClusterHeight,
         attributes.requiredClusterDepth);
  printf("prefers 4 to 2: %s, ", prefer(4));
  printf("3: %s, ", prefer(3));
  printf("16 of 8 blocks: %s\n", prefer(16));
  int device = 0;
  cudaDeviceGetAttribute(&device, cudaDevAttrClusterLaunch, 0);
  printf("most %d, %d; device %d\n", most, most_allowed, device);
}
