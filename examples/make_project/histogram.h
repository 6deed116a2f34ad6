#pragma once

constexpr int kBins = 16;

// Counts how many of the n values, each below kBins, fall into each bin.
void histogram(const unsigned char* values, int n, int* bins);
