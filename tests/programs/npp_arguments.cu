// What is wrong with calls of NPP is told at their line: images that are too small, of the host, null or not written, sizes, and
// what is not there.
// FINDING: api-error error none none *@short message="nppiAbsDiff_8u_C1R_Ctx: its pDst \(512 bytes\) goes 64 bytes past the end of the 448 bytes allocated at .*npp_arguments.cu"
// FINDING: api-error error none none *@host message="nppiAbsDiff_8u_C1R_Ctx: its pSrc2 \(512 bytes\) is not device memory"
// FINDING: api-error error none none *@null message="nppiCompareC_8u_C1R: pSrc is null"
// FINDING: api-error error none none *@step message="nppiCompareC_16s_C1R_Ctx: the step of pSrc is no multiple of a pixel: 65"
// FINDING: api-error error none none *@size message="nppiLUT_Linear_8u_C1R_Ctx: nLevels is 1, less than 2"
// FINDING: api-error error none none *@negative message="nppiFilterBox_8u_C1R_Ctx: oSizeROI is -1 x 8"
// FINDING: api-error error none none *@anchor message="nppiFilterBox_8u_C1R_Ctx: oAnchor lies outside of the mask"
// FINDING: api-error error none none *@halo message="nppiFilterBox_8u_C1R_Ctx: its pSrc \(.*\) "
// FINDING: api-error error none none *@mode message="nppiFilterBoxBorder_8u_C1R_Ctx: NPP has no border but NPP_BORDER_REPLICATE here"
// FINDING: api-error error none none *@mask message="nppiGradientVectorPrewittBorder_8u16s_C1R_Ctx with a mask other than NPP_MASK_SIZE_3_X_3 is not supported by Fencepost; the call returned NPP_NOT_SUPPORTED_MODE_ERROR"
// FINDING: api-error error none none *@watershed message="nppiSegmentWatershed_8u_C1IR_Ctx is not supported by Fencepost; the call returned NPP_NOT_SUPPORTED_MODE_ERROR"
// FINDING: uninitialized-read error global none read@unwritten message="nppiAbsDiff_8u_C1R_Ctx reads its pSrc1"
// STDOUT: ^-1000 -1000 -8 -108 -106 -6 -34 -1000 -9999 -9999 -9999 0 $
// COMPILE: -lnppc -lnppif -lnppial
#include <npp.h>

#include <cstdio>

__global__ void nothing() {}

int main() {
  nothing<<<1, 1>>>();
  NppStreamContext context;
  nppGetStreamContext(&context);
  const NppiSize size = {64, 8};
  Npp8u host[512] = {}, *a, *b, *small;
  cudaMalloc(&a, 512);
  cudaMalloc(&b, 512);
  cudaMalloc(&small, 448);
  cudaMemset(a, 1, 512);
  int status[12];
  status[0] = nppiAbsDiff_8u_C1R_Ctx(a, 64, a, 64, small, 64, size, context);  // @short
  status[1] = nppiAbsDiff_8u_C1R_Ctx(a, 64, host, 64, a, 64, size, context);  // @host
  status[2] = nppiCompareC_8u_C1R(nullptr, 64, 1, a, 64, size, NPP_CMP_EQ);  // @null
  status[3] = nppiCompareC_16s_C1R_Ctx(reinterpret_cast<Npp16s*>(a), 65, 1, a, 64, size, NPP_CMP_EQ, context);  // @step
  Npp32s* table = reinterpret_cast<Npp32s*>(a);
  status[4] = nppiLUT_Linear_8u_C1R_Ctx(a, 64, b, 64, size, table, table, 1, context);  // @size
  status[5] = nppiFilterBox_8u_C1R_Ctx(a, 64, b, 64, {-1, 8}, {3, 3}, {1, 1}, context);  // @negative
  status[6] = nppiFilterBox_8u_C1R_Ctx(a, 64, b, 64, size, {3, 3}, {3, 1}, context);  // @anchor
  status[7] = nppiFilterBox_8u_C1R_Ctx(a, 64, b, 64, size, {3, 3}, {1, 1}, context);  // @halo
  status[8] = nppiFilterBoxBorder_8u_C1R_Ctx(a, 64, size, {0, 0}, b, 64, size, {3, 3}, {1, 1}, NPP_BORDER_WRAP, context);  // @mode
  status[9] = nppiGradientVectorPrewittBorder_8u16s_C1R_Ctx(a, 64, size, {0, 0}, nullptr, 0, nullptr, 0, nullptr, 0, nullptr, 0, size,  // @mask
                                                            NPP_MASK_SIZE_5_X_5, nppiNormL1, NPP_BORDER_REPLICATE, context);
  status[10] = nppiSegmentWatershed_8u_C1IR_Ctx(a, 64, nullptr, 0, nppiNormInf, NPP_WATERSHED_SEGMENT_BOUNDARIES_NONE, size, b, context);  // @watershed
  status[11] = nppiAbsDiff_8u_C1R_Ctx(b, 64, a, 64, a, 64, size, context);  // @unwritten
  for (const int s : status) printf("%d ", s);
  printf("\n");
}
