#include "detector/symbols/allocation_name.h"

#include <gtest/gtest.h>

namespace fencepost::detector {
namespace {

struct Call {
  std::string function;
  std::string text;
};

/// The name of what the calls, innermost first, led to.
std::string named(const std::vector<Call>& calls) {
  std::vector<Location> stack;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    stack.push_back({"main.cu", static_cast<std::uint32_t>(10 * (i + 1)), calls[i].function});
  }
  return allocated_variable(stack, [&](const Location& line) -> std::optional<std::string> {
    if (line.line % 10 != 0) return "    &next, n);";
    return calls.at(line.line / 10 - 1).text;
  });
}

TEST(AllocationName, IsTheVariableOfTheCall) {
  for (const char* text :
       {"cudaMalloc(&d_in, n);", "CHECK(cudaMalloc((void**)&d_in, n * sizeof(int)));",
        "if (cudaMallocManaged( & d_in , n) != cudaSuccess) return 1;",
        "err = cudaMallocHost(reinterpret_cast<void**>(&d_in), n);", "cuMemAlloc(&d_in, n);  // cudaMalloc"}) {
    EXPECT_EQ(named({{"main", text}}), "d_in") << text;
  }
  EXPECT_EQ(named({{"main", "cudaMalloc(&m.data, n);"}}), "m.data");
  EXPECT_EQ(named({{"main", "cudaMalloc(&(p->rows[i]), n);"}}), "p->rows[i]");
  EXPECT_EQ(named({{"Matrix::Matrix(int)", "cudaMalloc(&this->data, n);"}}), "data");
  EXPECT_EQ(named({{"main", "cudaMalloc("}}), "next") << "on the next line";
}

TEST(AllocationName, IsWhatTheCallerKeepsItIn) {
  const Call make{"make_matrix(int)", "cudaMalloc(&m.data, n);"};
  EXPECT_EQ(named({make, {"main", "Matrix b = make_matrix(4);"}}), "b.data");
  EXPECT_EQ(named({make, {"main", "layers[2].w = make_matrix(4);"}}), "layers[2].w.data");
  EXPECT_EQ(named({make, {"main", "use(make_matrix(4));"}}), "m.data");
  EXPECT_EQ(named({make, {"main", "equal = b == make_matrix(4);"}}), "m.data");
  const Call take{"float* device_alloc<float>(unsigned long)", "cudaMalloc(&p, n * sizeof(T));"};
  EXPECT_EQ(named({take, {"main", "float* d_in = device_alloc<float>(n);"}}), "d_in");
  EXPECT_EQ(named({take, {"main", "float *a = device_alloc<float>(n), *b = device_alloc<float>(n);"}}), "p");
  EXPECT_EQ(named({{"float* Pool::take<float>(int)", "cudaMalloc(&p, n);"}, {"main", "x = pool.take<float>(3);"}}),
            "x");
}

TEST(AllocationName, IsWhatTheCallerPasses) {
  const Call allocate{"allocate(float**, int)", "cudaMalloc(out, n);"};
  EXPECT_EQ(named({allocate, {"main", "allocate(&d_out, 4);"}}), "d_out");
  EXPECT_EQ(named({allocate, {"main", "allocate((float**)&s.out, 4);"}}), "s.out");
  EXPECT_EQ(named({allocate, {"run(float**)", "allocate(out, 4);"}}), "");
}

TEST(AllocationName, IsAMemberOfTheObject) {
  const Call constructor{"Matrix::Matrix(int)", "cudaMalloc(&data_, n);"};
  EXPECT_EQ(named({constructor, {"main", "Matrix b(4);"}}), "b.data_");
  EXPECT_EQ(named({constructor, {"main", "Matrix<float> b{4};"}}), "b.data_");
  EXPECT_EQ(named({constructor, {"main", "static Matrix<Pair<int>, 2> b(4);"}}), "data_");
  EXPECT_EQ(named({constructor, {"main", "Matrix<float> b(4);"}}), "b.data_");
  EXPECT_EQ(named({constructor, {"main", "run(Matrix(4));"}}), "data_");
  const Call method{"Matrix::resize(int)", "cudaMalloc(&data_, n);"};
  EXPECT_EQ(named({method, {"main", "b.resize(4);"}}), "b.data_");
  EXPECT_EQ(named({method, {"main", "all[i]->resize(4);"}}), "all[i].data_");
}

TEST(AllocationName, IsNotGuessed) {
  EXPECT_EQ(named({}), "");
  EXPECT_EQ(named({{"main", ""}}), "");
  EXPECT_EQ(named({{"main", "ALLOCATE(x, n);"}}), "");
  EXPECT_EQ(named({{"main", "cudaMalloc(&a, n); cudaMalloc(&b, n);"}}), "") << "one of two";
  EXPECT_EQ(named({{"main", "cudaMalloc(pointers + i, n);"}}), "");
  EXPECT_EQ(named({{"main", "cudaMalloc(&a"}}), "");
  EXPECT_EQ(named({{"main", "cudaMalloc((((("}}), "");
  EXPECT_EQ(named({{"main", "cudaMalloc(&a[, n);"}}), "");
}

}  // namespace
}  // namespace fencepost::detector
