// Driver API: what is refused. GPU code (PTX, cubin, fatbin) cannot be run here. Included by cuda.h.
#pragma once

#if defined(__GNUC__)
#ifdef __cplusplus
extern "C" {
#endif
// What is for GPU code (PTX or cubin), and the rest.
#define FENCEPOST_NO_GPU_CODE(name) FENCEPOST_REFUSED_FUNCTION(CUresult, name)
#define FENCEPOST_NOT_HERE(name) FENCEPOST_REFUSED_FUNCTION(CUresult, name)

FENCEPOST_NO_GPU_CODE(cuModuleGetTexRef);
FENCEPOST_NO_GPU_CODE(cuLaunchCooperativeKernelMultiDevice);
FENCEPOST_NO_GPU_CODE(cuGraphKernelNodeSetAttribute);
FENCEPOST_NO_GPU_CODE(cuGetExportTable);

FENCEPOST_NOT_HERE(cuTensorMapEncodeIm2colWide);
FENCEPOST_NOT_HERE(cuMemcpyBatchAsync);
FENCEPOST_NOT_HERE(cuTexRefSetArray);
FENCEPOST_NOT_HERE(cuTexRefCreate);
FENCEPOST_NOT_HERE(cuTexRefDestroy);
FENCEPOST_NOT_HERE(cuTexRefSetAddress);
FENCEPOST_NOT_HERE(cuTexRefSetAddress2D);
FENCEPOST_NOT_HERE(cuTexRefSetFormat);
FENCEPOST_NOT_HERE(cuTexRefSetAddressMode);
FENCEPOST_NOT_HERE(cuTexRefSetFilterMode);
FENCEPOST_NOT_HERE(cuTexRefSetFlags);
FENCEPOST_NOT_HERE(cuTexRefGetAddress);
FENCEPOST_NOT_HERE(cuTexRefGetArray);
FENCEPOST_NOT_HERE(cuTexRefGetAddressMode);
FENCEPOST_NOT_HERE(cuTexRefGetFilterMode);
FENCEPOST_NOT_HERE(cuTexRefGetFormat);
FENCEPOST_NOT_HERE(cuTexRefGetFlags);
FENCEPOST_NOT_HERE(cuSurfRefSetArray);
FENCEPOST_NOT_HERE(cuSurfRefGetArray);
FENCEPOST_NOT_HERE(cuModuleGetSurfRef);
FENCEPOST_NOT_HERE(cuParamSetTexRef);
FENCEPOST_NOT_HERE(cuMemcpy3DPeer);
FENCEPOST_NOT_HERE(cuMemcpy3DPeerAsync);
FENCEPOST_NOT_HERE(cuIpcGetEventHandle);
FENCEPOST_NOT_HERE(cuIpcOpenEventHandle);
FENCEPOST_NOT_HERE(cuIpcGetMemHandle);
FENCEPOST_NOT_HERE(cuIpcOpenMemHandle);
FENCEPOST_NOT_HERE(cuIpcCloseMemHandle);
FENCEPOST_NOT_HERE(cuStreamWaitValue32);
FENCEPOST_NOT_HERE(cuStreamWriteValue32);
FENCEPOST_NOT_HERE(cuStreamWaitValue64);
FENCEPOST_NOT_HERE(cuStreamWriteValue64);
FENCEPOST_NOT_HERE(cuStreamBatchMemOp);
FENCEPOST_NOT_HERE(cuDeviceGetDevResource);
FENCEPOST_NOT_HERE(cuDevResourceGenerateDesc);
FENCEPOST_NOT_HERE(cuDevSmResourceSplitByCount);
FENCEPOST_NOT_HERE(cuGreenCtxCreate);
FENCEPOST_NOT_HERE(cuGreenCtxDestroy);
FENCEPOST_NOT_HERE(cuGreenCtxStreamCreate);
FENCEPOST_NOT_HERE(cuCtxGetDevResource);
FENCEPOST_NOT_HERE(cuCtxFromGreenCtx);
FENCEPOST_NOT_HERE(cuMemRetainAllocationHandle);
FENCEPOST_NOT_HERE(cuMulticastCreate);
FENCEPOST_NOT_HERE(cuMulticastAddDevice);
FENCEPOST_NOT_HERE(cuMulticastBindMem);
FENCEPOST_NOT_HERE(cuMulticastBindAddr);
FENCEPOST_NOT_HERE(cuMulticastUnbind);
FENCEPOST_NOT_HERE(cuMulticastGetGranularity);

#ifdef __cplusplus
}
#endif
#undef FENCEPOST_NO_GPU_CODE
#undef FENCEPOST_NOT_HERE
#endif
