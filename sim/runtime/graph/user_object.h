// What graphs keep alive for the program (CUDA Driver API, "CUDA User Objects").
#pragma once

#include <memory>
#include <vector>

#include "sim/include/cuda_runtime_api.h"

/// Its destructor calls the program's, so it runs without locks: that may wait for another thread of the program.
struct CUuserObject_st {
  void* object;
  cudaHostFn_t destroy;

  CUuserObject_st(void* of_program, cudaHostFn_t function) : object(of_program), destroy(function) {}
  CUuserObject_st(const CUuserObject_st&) = delete;
  CUuserObject_st& operator=(const CUuserObject_st&) = delete;
  ~CUuserObject_st() { destroy(object); }
};

namespace fencepost::sim {

/// The references of a graph: one that is held twice is there twice. Copies of the graph hold them, too.
using HeldObjects = std::vector<std::shared_ptr<CUuserObject_st>>;

}  // namespace fencepost::sim
