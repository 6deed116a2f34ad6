#pragma once

// Replaces each of n values by the mean of itself and its two neighbours (one, at the ends).
void smooth(float* values, int n);
