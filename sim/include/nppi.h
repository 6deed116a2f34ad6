// NPP for images. What is not there is declared where programs were seen to call it, and refused by the call.
#pragma once

#include "nppcore.h"

#ifdef __cplusplus
extern "C" {
#endif

#define FENCEPOST_NPP_MALLOC(type, suffix) \
  type* nppiMalloc_##suffix(int nWidthPixels, int nHeightPixels, int* pStepBytes);
#include "fencepost_npp_malloc.inc"
#undef FENCEPOST_NPP_MALLOC
void nppiFree(void* pData);

NppStatus nppiCopyConstBorder_8u_C1R_Ctx(const Npp8u* pSrc, int nSrcStep, NppiSize oSrcSizeROI, Npp8u* pDst,
                                         int nDstStep, NppiSize oDstSizeROI, int nTopBorderHeight, int nLeftBorderWidth,
                                         Npp8u nValue, NppStreamContext nppStreamCtx);
NppStatus nppiCopyConstBorder_8u_C1R(const Npp8u* pSrc, int nSrcStep, NppiSize oSrcSizeROI, Npp8u* pDst, int nDstStep,
                                     NppiSize oDstSizeROI, int nTopBorderHeight, int nLeftBorderWidth, Npp8u nValue);

NppStatus nppiAbsDiff_8u_C1R_Ctx(const Npp8u* pSrc1, int nSrc1Step, const Npp8u* pSrc2, int nSrc2Step, Npp8u* pDst,
                                 int nDstStep, NppiSize oSizeROI, NppStreamContext nppStreamCtx);
NppStatus nppiAbsDiff_8u_C1R(const Npp8u* pSrc1, int nSrc1Step, const Npp8u* pSrc2, int nSrc2Step, Npp8u* pDst,
                             int nDstStep, NppiSize oSizeROI);

NppStatus nppiCompareC_8u_C1R_Ctx(const Npp8u* pSrc, int nSrcStep, const Npp8u nConstant, Npp8u* pDst, int nDstStep,
                                  NppiSize oSizeROI, NppCmpOp eComparisonOperation, NppStreamContext nppStreamCtx);
NppStatus nppiCompareC_8u_C1R(const Npp8u* pSrc, int nSrcStep, const Npp8u nConstant, Npp8u* pDst, int nDstStep,
                              NppiSize oSizeROI, NppCmpOp eComparisonOperation);
NppStatus nppiCompareC_16s_C1R_Ctx(const Npp16s* pSrc, int nSrcStep, const Npp16s nConstant, Npp8u* pDst, int nDstStep,
                                   NppiSize oSizeROI, NppCmpOp eComparisonOperation, NppStreamContext nppStreamCtx);
NppStatus nppiCompareC_16s_C1R(const Npp16s* pSrc, int nSrcStep, const Npp16s nConstant, Npp8u* pDst, int nDstStep,
                               NppiSize oSizeROI, NppCmpOp eComparisonOperation);

NppStatus nppiLUT_Linear_8u_C1R_Ctx(const Npp8u* pSrc, int nSrcStep, Npp8u* pDst, int nDstStep, NppiSize oSizeROI,
                                    const Npp32s* pValues, const Npp32s* pLevels, int nLevels,
                                    NppStreamContext nppStreamCtx);
NppStatus nppiLUT_Linear_8u_C1R(const Npp8u* pSrc, int nSrcStep, Npp8u* pDst, int nDstStep, NppiSize oSizeROI,
                                const Npp32s* pValues, const Npp32s* pLevels, int nLevels);

NppStatus nppiEvenLevelsHost_32s(Npp32s* hpLevels, int nLevels, Npp32s nLowerLevel, Npp32s nUpperLevel);
NppStatus nppiHistogramEvenGetBufferSize_8u_C1R_Ctx(NppiSize oSizeROI, int nLevels, size_t* hpBufferSize,
                                                    NppStreamContext nppStreamCtx);
NppStatus nppiHistogramEvenGetBufferSize_8u_C1R(NppiSize oSizeROI, int nLevels, size_t* hpBufferSize);
NppStatus nppiHistogramEven_8u_C1R_Ctx(const Npp8u* pSrc, int nSrcStep, NppiSize oSizeROI, Npp32s* pHist, int nLevels,
                                       Npp32s nLowerLevel, Npp32s nUpperLevel, Npp8u* pDeviceBuffer,
                                       NppStreamContext nppStreamCtx);
NppStatus nppiHistogramEven_8u_C1R(const Npp8u* pSrc, int nSrcStep, NppiSize oSizeROI, Npp32s* pHist, int nLevels,
                                   Npp32s nLowerLevel, Npp32s nUpperLevel, Npp8u* pDeviceBuffer);

NppStatus nppiFilterBox_8u_C1R_Ctx(const Npp8u* pSrc, Npp32s nSrcStep, Npp8u* pDst, Npp32s nDstStep, NppiSize oSizeROI,
                                   NppiSize oMaskSize, NppiPoint oAnchor, NppStreamContext nppStreamCtx);
NppStatus nppiFilterBox_8u_C1R(const Npp8u* pSrc, Npp32s nSrcStep, Npp8u* pDst, Npp32s nDstStep, NppiSize oSizeROI,
                               NppiSize oMaskSize, NppiPoint oAnchor);
NppStatus nppiFilterBoxBorder_8u_C1R_Ctx(const Npp8u* pSrc, Npp32s nSrcStep, NppiSize oSrcSize, NppiPoint oSrcOffset,
                                         Npp8u* pDst, Npp32s nDstStep, NppiSize oSizeROI, NppiSize oMaskSize,
                                         NppiPoint oAnchor, NppiBorderType eBorderType, NppStreamContext nppStreamCtx);
NppStatus nppiFilterBoxBorder_8u_C1R(const Npp8u* pSrc, Npp32s nSrcStep, NppiSize oSrcSize, NppiPoint oSrcOffset,
                                     Npp8u* pDst, Npp32s nDstStep, NppiSize oSizeROI, NppiSize oMaskSize,
                                     NppiPoint oAnchor, NppiBorderType eBorderType);

NppStatus nppiGradientVectorPrewittBorder_8u16s_C1R_Ctx(const Npp8u* pSrc, int nSrcStep, NppiSize oSrcSize,
                                                        NppiPoint oSrcOffset, Npp16s* pDstX, int nDstXStep,
                                                        Npp16s* pDstY, int nDstYStep, Npp16s* pDstMag, int nDstMagStep,
                                                        Npp32f* pDstAngle, int nDstAngleStep, NppiSize oSizeROI,
                                                        NppiMaskSize eMaskSize, NppiNorm eNorm,
                                                        NppiBorderType eBorderType, NppStreamContext nppStreamCtx);
NppStatus nppiGradientVectorPrewittBorder_8u16s_C1R(const Npp8u* pSrc, int nSrcStep, NppiSize oSrcSize,
                                                    NppiPoint oSrcOffset, Npp16s* pDstX, int nDstXStep, Npp16s* pDstY,
                                                    int nDstYStep, Npp16s* pDstMag, int nDstMagStep, Npp32f* pDstAngle,
                                                    int nDstAngleStep, NppiSize oSizeROI, NppiMaskSize eMaskSize,
                                                    NppiNorm eNorm, NppiBorderType eBorderType);

NppStatus nppiFilterCannyBorderGetBufferSize(NppiSize oSizeROI, int* hpBufferSize);
NppStatus nppiFilterCannyBorder_8u_C1R_Ctx(const Npp8u* pSrc, int nSrcStep, NppiSize oSrcSize, NppiPoint oSrcOffset,
                                           Npp8u* pDst, int nDstStep, NppiSize oSizeROI,
                                           NppiDifferentialKernel eFilterType, NppiMaskSize eMaskSize,
                                           Npp16s nLowThreshold, Npp16s nHighThreshold, NppiNorm eNorm,
                                           NppiBorderType eBorderType, Npp8u* pDeviceBuffer,
                                           NppStreamContext nppStreamCtx);
NppStatus nppiFilterCannyBorder_8u_C1R(const Npp8u* pSrc, int nSrcStep, NppiSize oSrcSize, NppiPoint oSrcOffset,
                                       Npp8u* pDst, int nDstStep, NppiSize oSizeROI, NppiDifferentialKernel eFilterType,
                                       NppiMaskSize eMaskSize, Npp16s nLowThreshold, Npp16s nHighThreshold,
                                       NppiNorm eNorm, NppiBorderType eBorderType, Npp8u* pDeviceBuffer);

#ifdef __cplusplus
#define FENCEPOST_BLAS_REFUSED(name) NppStatus name(...);
#include "fencepost_refused/npp.inc"
#undef FENCEPOST_BLAS_REFUSED
}

// Before NPP 12.3 the size is an int.
inline NppStatus nppiHistogramEvenGetBufferSize_8u_C1R_Ctx(NppiSize oSizeROI, int nLevels, int* hpBufferSize,
                                                           NppStreamContext nppStreamCtx) {
  size_t size = 0;
  const NppStatus status = nppiHistogramEvenGetBufferSize_8u_C1R_Ctx(oSizeROI, nLevels, &size, nppStreamCtx);
  if (status == NPP_SUCCESS) *hpBufferSize = (int)size;
  return status;
}
inline NppStatus nppiHistogramEvenGetBufferSize_8u_C1R(NppiSize oSizeROI, int nLevels, int* hpBufferSize) {
  size_t size = 0;
  const NppStatus status = nppiHistogramEvenGetBufferSize_8u_C1R(oSizeROI, nLevels, &size);
  if (status == NPP_SUCCESS) *hpBufferSize = (int)size;
  return status;
}
#endif
