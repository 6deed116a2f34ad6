// NPP's version and streams.
#pragma once

#include "nppdefs.h"

#ifdef __cplusplus
extern "C" {
#endif

const NppLibraryVersion* nppGetLibVersion(void);
/// The context of the current device and of the stream that nppSetStream named last.
NppStatus nppGetStreamContext(NppStreamContext* pNppStreamContext);
NppStatus nppSetStream(cudaStream_t hStream);
cudaStream_t nppGetStream(void);

#ifdef __cplusplus
}
#endif
