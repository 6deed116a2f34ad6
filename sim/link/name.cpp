// Nothing. A library that brings libfencepost_cuda.so with it, under the names of CUDA's (docs/shared-libraries.md).
