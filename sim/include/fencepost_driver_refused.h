// Driver API: what is refused. GPU code (PTX, cubin, fatbin) cannot be run here. Included by cuda.h.
#pragma once

#if defined(__GNUC__)
#ifdef __cplusplus
extern "C" {
#endif
// What is for GPU code (PTX or cubin), and the rest.
#define FENCEPOST_NO_GPU_CODE(name) FENCEPOST_REFUSED_FUNCTION(CUresult, name)
#define FENCEPOST_NO_ARRAY(name) FENCEPOST_REFUSED_FUNCTION(CUresult, name)

FENCEPOST_NO_GPU_CODE(cuModuleGetTexRef);
FENCEPOST_NO_GPU_CODE(cuLaunchCooperativeKernelMultiDevice);
FENCEPOST_NO_GPU_CODE(cuLaunch);
FENCEPOST_NO_GPU_CODE(cuLaunchGrid);
FENCEPOST_NO_GPU_CODE(cuLaunchGridAsync);
FENCEPOST_NO_GPU_CODE(cuParamSetSize);
FENCEPOST_NO_GPU_CODE(cuParamSeti);
FENCEPOST_NO_GPU_CODE(cuParamSetf);
FENCEPOST_NO_GPU_CODE(cuParamSetv);
FENCEPOST_NO_GPU_CODE(cuFuncSetBlockShape);
FENCEPOST_NO_GPU_CODE(cuFuncSetSharedSize);
FENCEPOST_NO_GPU_CODE(cuGraphAddKernelNode);
FENCEPOST_NO_GPU_CODE(cuGraphKernelNodeSetAttribute);
FENCEPOST_NO_GPU_CODE(cuGetExportTable);

FENCEPOST_NO_ARRAY(cuTensorMapEncodeIm2colWide);
FENCEPOST_NO_ARRAY(cuArrayCreate);
FENCEPOST_NO_ARRAY(cuArrayDestroy);
FENCEPOST_NO_ARRAY(cuArray3DCreate);
FENCEPOST_NO_ARRAY(cuMemcpy3D);
FENCEPOST_NO_ARRAY(cuMemcpyAtoD);
FENCEPOST_NO_ARRAY(cuMemcpyDtoA);
FENCEPOST_NO_ARRAY(cuMemcpyAtoH);
FENCEPOST_NO_ARRAY(cuMemcpyHtoA);
FENCEPOST_NO_ARRAY(cuMemcpyAtoA);
FENCEPOST_NO_ARRAY(cuMemcpyBatchAsync);
FENCEPOST_NO_ARRAY(cuTexObjectCreate);
FENCEPOST_NO_ARRAY(cuSurfObjectCreate);
FENCEPOST_NO_ARRAY(cuTexRefSetArray);
FENCEPOST_NO_ARRAY(cuIpcGetMemHandle);
FENCEPOST_NO_ARRAY(cuIpcOpenMemHandle);
FENCEPOST_NO_ARRAY(cuIpcCloseMemHandle);
FENCEPOST_NO_ARRAY(cuStreamWaitValue32);
FENCEPOST_NO_ARRAY(cuStreamWriteValue32);
FENCEPOST_NO_ARRAY(cuStreamWaitValue64);
FENCEPOST_NO_ARRAY(cuStreamWriteValue64);
FENCEPOST_NO_ARRAY(cuStreamBatchMemOp);
FENCEPOST_NO_ARRAY(cuDeviceGetDevResource);
FENCEPOST_NO_ARRAY(cuDevResourceGenerateDesc);
FENCEPOST_NO_ARRAY(cuDevSmResourceSplitByCount);
FENCEPOST_NO_ARRAY(cuGreenCtxCreate);
FENCEPOST_NO_ARRAY(cuGreenCtxDestroy);
FENCEPOST_NO_ARRAY(cuGreenCtxStreamCreate);
FENCEPOST_NO_ARRAY(cuCtxGetDevResource);
FENCEPOST_NO_ARRAY(cuCtxFromGreenCtx);
FENCEPOST_NO_ARRAY(cuMemRetainAllocationHandle);
FENCEPOST_NO_ARRAY(cuMulticastCreate);
FENCEPOST_NO_ARRAY(cuMulticastAddDevice);
FENCEPOST_NO_ARRAY(cuMulticastBindMem);
FENCEPOST_NO_ARRAY(cuMulticastBindAddr);
FENCEPOST_NO_ARRAY(cuMulticastUnbind);
FENCEPOST_NO_ARRAY(cuMulticastGetGranularity);

#ifdef __cplusplus
}
#endif
#undef FENCEPOST_NO_GPU_CODE
#undef FENCEPOST_NO_ARRAY
#endif
