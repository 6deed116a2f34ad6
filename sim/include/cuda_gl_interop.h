// OpenGL's interoperability: its functions are refused when they are called, so that programs which draw only if they
// are not told otherwise run. OpenGL's own types are those of <GL/gl.h>.
#pragma once

#include <GL/gl.h>

#include "cuda_runtime_api.h"

#ifdef __cplusplus
extern "C" {
#endif

enum cudaGLDeviceList { cudaGLDeviceListAll = 1, cudaGLDeviceListCurrentFrame = 2, cudaGLDeviceListNextFrame = 3 };
enum cudaGLMapFlags { cudaGLMapFlagsNone = 0, cudaGLMapFlagsReadOnly = 1, cudaGLMapFlagsWriteDiscard = 2 };

#define FENCEPOST_NO_OPENGL(name) FENCEPOST_REFUSED_FUNCTION(cudaError_t, name)
FENCEPOST_NO_OPENGL(cudaGLGetDevices);
FENCEPOST_NO_OPENGL(cudaGraphicsGLRegisterImage);
FENCEPOST_NO_OPENGL(cudaGraphicsGLRegisterBuffer);
FENCEPOST_NO_OPENGL(cudaGLSetGLDevice);
FENCEPOST_NO_OPENGL(cudaGLRegisterBufferObject);
FENCEPOST_NO_OPENGL(cudaGLMapBufferObject);
FENCEPOST_NO_OPENGL(cudaGLUnmapBufferObject);
FENCEPOST_NO_OPENGL(cudaGLUnregisterBufferObject);
FENCEPOST_NO_OPENGL(cudaGLSetBufferObjectMapFlags);
FENCEPOST_NO_OPENGL(cudaGLMapBufferObjectAsync);
FENCEPOST_NO_OPENGL(cudaGLUnmapBufferObjectAsync);
#undef FENCEPOST_NO_OPENGL

#ifdef __cplusplus
}
#endif
