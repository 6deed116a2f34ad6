#include "image.h"

Image checkerboard() {
  Image image(EDGE * EDGE);
  for (int i = 0; i < EDGE * EDGE; ++i) image[i] = (i / EDGE + i % EDGE) % 2 == 0 ? 1.0f : 5.0f;
  return image;
}
