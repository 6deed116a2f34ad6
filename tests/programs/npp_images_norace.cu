// What NPP's functions for images make, compared with loops over the same pixels; where NPP's documentation leaves something
// open, numbers that were seen on a GPU with NPP 13.0.
// CLEAN
// STDOUT: ^box 0 border 0 prewitt 0 angle 0 copy 0 difference 0 compare 0 histogram 0\nlevels 0 43 86 129 171 213 255\nuneven 15 15 240\ntable 19 250 7 200\nlengths 14 30\nedges 2 255\nversion 12$
// COMPILE: -lnppif -lnppist -lnppial -lnppidei -lnppitc -lnppicc -lnppisu -lnppc
#include <npp.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int kWidth = 37, kHeight = 23;

template <class T>
struct Picture {
  T* memory = nullptr;
  int step = 0, width, height;

  Picture(int width, int height) : width(width), height(height) {
    size_t pitch = 0;
    cudaMallocPitch(reinterpret_cast<void**>(&memory), &pitch, width * sizeof(T), height);
    step = static_cast<int>(pitch);
  }
  explicit Picture(const std::vector<T>& pixels) : Picture(kWidth, kHeight) {
    cudaMemcpy2D(memory, step, pixels.data(), width * sizeof(T), width * sizeof(T), height, cudaMemcpyHostToDevice);
  }
  std::vector<T> pixels() const {
    std::vector<T> result(width * height);
    cudaMemcpy2D(result.data(), width * sizeof(T), memory, step, width * sizeof(T), height, cudaMemcpyDeviceToHost);
    return result;
  }
};

// Counts the pixels that are not as `is` says.
template <class T, class Is>
int wrong(const Picture<T>& picture, Is is) {
  const std::vector<T> pixels = picture.pixels();
  int count = 0;
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x) count += pixels[y * picture.width + x] != static_cast<T>(is(x, y));
  }
  return count;
}

int main() {
  NppStreamContext context;
  if (nppGetStreamContext(&context) != NPP_SUCCESS) return 1;
  const NppiSize size = {kWidth, kHeight};
  std::vector<Npp8u> host(kWidth * kHeight), other(host.size());
  for (Npp8u& pixel : host) pixel = rand() % 256;
  for (Npp8u& pixel : other) pixel = rand() % 256;
  const Picture<Npp8u> from(host), second(other);
  const auto at = [&](int x, int y) { return int{host[y * kWidth + x]}; };
  const auto clamped = [&](int x, int y) { return at(std::clamp(x, 0, kWidth - 1), std::clamp(y, 0, kHeight - 1)); };

  const NppiSize part = {kWidth - 4, kHeight - 2};
  Picture<Npp8u> box(part.width, part.height);
  nppiFilterBox_8u_C1R_Ctx(from.memory + from.step + 3, from.step, box.memory, box.step, part, {5, 3}, {3, 1}, context);
  printf("box %d ", wrong(box, [&](int x, int y) {
    int sum = 0;
    for (int i = 0; i < 15; ++i) sum += at(x + i % 5, y + i / 5);
    return sum / 15;
  }));

  // Eight columns to the right and two rows down of an image.
  const NppiSize inner = {kWidth - 8, kHeight - 2};
  Picture<Npp8u> bordered(inner.width, inner.height);
  nppiFilterBoxBorder_8u_C1R_Ctx(from.memory + 2 * from.step + 8, from.step, size, {8, 2}, bordered.memory, bordered.step,
                                 inner, {5, 5}, {2, 2}, NPP_BORDER_REPLICATE, context);
  printf("border %d ", wrong(bordered, [&](int x, int y) {
    int sum = 0;
    for (int i = 0; i < 25; ++i) sum += clamped(x + 8 + i % 5 - 2, y + 2 + i / 5 - 2);
    return sum / 25;
  }));

  Picture<Npp16s> across(kWidth, kHeight), down(kWidth, kHeight), length(kWidth, kHeight);
  Picture<Npp32f> angle(kWidth, kHeight);
  const auto slope = [&](int x, int y, bool is_down) {
    int sum = 0;
    for (int i = -1; i <= 1; ++i) {
      sum += is_down ? clamped(x + i, y + 1) - clamped(x + i, y - 1) : clamped(x - 1, y + i) - clamped(x + 1, y + i);
    }
    return sum;
  };
  nppiGradientVectorPrewittBorder_8u16s_C1R_Ctx(from.memory, from.step, size, {0, 0}, across.memory, across.step, down.memory,
                                                down.step, length.memory, length.step, angle.memory, angle.step, size,
                                                NPP_MASK_SIZE_3_X_3, nppiNormL1, NPP_BORDER_REPLICATE, context);
  const auto x_slope = [&](int x, int y) { return slope(x, y, false); };
  const auto y_slope = [&](int x, int y) { return slope(x, y, true); };
  printf("prewitt %d angle %d ", wrong(across, x_slope) + wrong(down, y_slope) + wrong(length, [&](int x, int y) {
    return std::abs(x_slope(x, y)) + std::abs(y_slope(x, y));
  }), wrong(angle, [&](int x, int y) {
    return std::atan2(static_cast<double>(y_slope(x, y)), static_cast<double>(x_slope(x, y)));
  }));

  Picture<Npp8u> copy(kWidth + 5, kHeight + 3);
  nppiCopyConstBorder_8u_C1R_Ctx(from.memory, from.step, size, copy.memory, copy.step, {kWidth + 5, kHeight + 3}, 1, 2, 99,
                                 context);
  printf("copy %d ", wrong(copy, [&](int x, int y) {
    return x < 2 || y < 1 || x >= kWidth + 2 || y >= kHeight + 1 ? 99 : at(x - 2, y - 1);
  }));

  Picture<Npp8u> difference(kWidth, kHeight), compared(kWidth, kHeight);
  nppiAbsDiff_8u_C1R_Ctx(from.memory, from.step, second.memory, second.step, difference.memory, difference.step, size,
                         context);
  printf("difference %d ",
         wrong(difference, [&](int x, int y) { return std::abs(at(x, y) - int{other[y * kWidth + x]}); }));
  nppiCompareC_16s_C1R_Ctx(across.memory, across.step, 32, compared.memory, compared.step, size, NPP_CMP_GREATER_EQ, context);
  printf("compare %d ", wrong(compared, [&](int x, int y) { return x_slope(x, y) >= 32 ? 255 : 0; }));

  size_t bytes = 0;
  int old_bytes = 0;
  nppiHistogramEvenGetBufferSize_8u_C1R_Ctx(size, 257, &bytes, context);
  nppiHistogramEvenGetBufferSize_8u_C1R_Ctx(size, 257, &old_bytes, context);
  Npp8u* buffer;
  Npp32s* counts;
  cudaMalloc(&buffer, bytes);
  cudaMalloc(&counts, 256 * sizeof(Npp32s));
  nppiHistogramEven_8u_C1R_Ctx(from.memory, from.step, size, counts, 257, 0, 256, buffer, context);
  std::vector<Npp32s> counted(256);
  cudaMemcpy(counted.data(), counts, 256 * sizeof(Npp32s), cudaMemcpyDeviceToHost);
  int differ = static_cast<int>(bytes) != old_bytes;
  for (int i = 0; i < 256; ++i) differ += counted[i] != std::count(host.begin(), host.end(), i);
  printf("histogram %d\nlevels", differ);

  Npp32s levels[7];
  nppiEvenLevelsHost_32s(levels, 7, 0, 255);
  for (const Npp32s level : levels) printf(" %d", level);

  // All values once: 16 bins over 3 to 250.
  std::vector<Npp8u> all(256);
  for (int i = 0; i < 256; ++i) all[i] = i;
  Npp8u *values, *results;
  cudaMalloc(&values, 256);
  cudaMalloc(&results, 256);
  cudaMemcpy(values, all.data(), 256, cudaMemcpyHostToDevice);
  nppiHistogramEven_8u_C1R_Ctx(values, 256, {256, 1}, counts, 17, 3, 250, buffer, context);
  cudaMemcpy(counted.data(), counts, 16 * sizeof(Npp32s), cudaMemcpyDeviceToHost);
  int sum = 0;
  for (int i = 0; i < 16; ++i) sum += counted[i];
  printf("\nuneven %d %d %d\n", counted[0], counted[15], sum);

  const Npp32s table[] = {250, 5}, places[] = {20, 200};
  Npp32s *table_there, *places_there;
  cudaMalloc(&table_there, sizeof table);
  cudaMalloc(&places_there, sizeof places);
  cudaMemcpy(table_there, table, sizeof table, cudaMemcpyHostToDevice);
  cudaMemcpy(places_there, places, sizeof places, cudaMemcpyHostToDevice);
  nppiLUT_Linear_8u_C1R_Ctx(values, 256, results, 256, {256, 1}, table_there, places_there, 2, context);
  cudaMemcpy(all.data(), results, 256, cudaMemcpyDeviceToHost);
  printf("table %d %d %d %d\n", all[19], all[20], all[199], all[200]);

  // A single pixel of 10, and a step of 40: two columns of edges, whatever the upper threshold is.
  std::vector<Npp8u> simple(kWidth * kHeight, 0);
  simple[5 * kWidth + 5] = 10;
  const Picture<Npp8u> spot(simple);
  nppiGradientVectorPrewittBorder_8u16s_C1R_Ctx(spot.memory, spot.step, size, {0, 0}, nullptr, 0, nullptr, 0, length.memory,
                                                length.step, nullptr, 0, size, NPP_MASK_SIZE_3_X_3, nppiNormL2,
                                                NPP_BORDER_REPLICATE, context);
  printf("lengths %d ", length.pixels()[4 * kWidth + 4]);
  for (int i = 0; i < kWidth * kHeight; ++i) simple[i] = i % kWidth < 15 ? 0 : 10;
  const Picture<Npp8u> stair(simple);
  nppiGradientVectorPrewittBorder_8u16s_C1R_Ctx(stair.memory, stair.step, size, {0, 0}, nullptr, 0, nullptr, 0, length.memory,
                                                length.step, nullptr, 0, size, NPP_MASK_SIZE_3_X_3, nppiNormL2,
                                                NPP_BORDER_REPLICATE, context);
  printf("%d\n", length.pixels()[4 * kWidth + 14]);
  int canny_bytes = 0;
  nppiFilterCannyBorderGetBufferSize(size, &canny_bytes);
  Picture<Npp8u> edges(kWidth, kHeight);
  nppiFilterCannyBorder_8u_C1R_Ctx(stair.memory, stair.step, size, {0, 0}, edges.memory, edges.step, size, NPP_FILTER_SOBEL,
                                   NPP_MASK_SIZE_3_X_3, 30, 32767, nppiNormL2, NPP_BORDER_REPLICATE, buffer, context);
  const std::vector<Npp8u> found = edges.pixels();
  printf("edges %ld %d\n", std::count_if(found.begin(), found.begin() + kWidth, [](Npp8u p) { return p != 0; }), found[14]);
  printf("version %d\n", nppGetLibVersion()->major);
}
