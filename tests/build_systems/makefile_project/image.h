#pragma once

#include <vector>

#define EDGE 40

typedef std::vector<float> Image;  // EDGE * EDGE values.

Image checkerboard();

// The mean of each value and its four neighbours, where neighbours outside of the image are 0. In blur.cu.
void blur(const float* in, float* out);

// Sets the values at the border to 0. In border.cu.
void clear_border(float* image);

// table.cu, compiled once for each number: fills `out`, 32 numbers on the device, with multiples of `n`.
typedef void FillTable(int* out);
FillTable table0, table1, table2, table3, table4, table5, table6, table7;
