// Driver API: arrays, copies in three dimensions, textures and surfaces. Included by cuda.h.
#pragma once

typedef struct CUsurfref_st* CUsurfref;
#define CU_PARAM_TR_DEFAULT -1

/// No channels: a format that there is not.
static inline __attribute__((unused)) struct cudaChannelFormatDesc fencepost_channels(CUarray_format format,
                                                                                      unsigned int channels) {
  struct cudaChannelFormatDesc result = {0, 0, 0, 0, cudaChannelFormatKindNone};
  int bits = 8;
  if (channels != 1 && channels != 2 && channels != 4) return result;
  switch (format) {
    case CU_AD_FORMAT_UNSIGNED_INT32:
      bits *= 2;
      // fall through
    case CU_AD_FORMAT_UNSIGNED_INT16:
      bits *= 2;
      // fall through
    case CU_AD_FORMAT_UNSIGNED_INT8:
      result.f = cudaChannelFormatKindUnsigned;
      break;
    case CU_AD_FORMAT_SIGNED_INT32:
      bits *= 2;
      // fall through
    case CU_AD_FORMAT_SIGNED_INT16:
      bits *= 2;
      // fall through
    case CU_AD_FORMAT_SIGNED_INT8:
      result.f = cudaChannelFormatKindSigned;
      break;
    case CU_AD_FORMAT_FLOAT:
      bits *= 2;
      // fall through
    case CU_AD_FORMAT_HALF:
      bits *= 2;
      result.f = cudaChannelFormatKindFloat;
      break;
    default:
      return result;
  }
  result.x = bits;
  result.y = channels > 1 ? bits : 0;
  result.z = result.w = channels > 2 ? bits : 0;
  return result;
}
static inline __attribute__((unused)) CUarray_format fencepost_array_format(struct cudaChannelFormatDesc channels) {
  const int size = channels.x == 8 ? 0 : (channels.x == 16 ? 1 : 2);
  if (channels.f == cudaChannelFormatKindFloat) return size == 1 ? CU_AD_FORMAT_HALF : CU_AD_FORMAT_FLOAT;
  return (CUarray_format)((channels.f == cudaChannelFormatKindSigned ? 0x08 : 0x01) + size);
}

FENCEPOST_DRIVER cuArray3DCreate(CUarray* array, const CUDA_ARRAY3D_DESCRIPTOR* shape) {
  if (array == NULL || shape == NULL) return CUDA_ERROR_INVALID_VALUE;
  const struct cudaChannelFormatDesc channels = fencepost_channels(shape->Format, shape->NumChannels);
  const struct cudaExtent extent = {shape->Width, shape->Height, shape->Depth};
  if (channels.x == 0) return CUDA_ERROR_INVALID_VALUE;
  return fencepost_driver_result((cudaMalloc3DArray)((cudaArray_t*)(void*)array, &channels, extent, shape->Flags));
}
FENCEPOST_DRIVER cuArrayCreate(CUarray* array, const CUDA_ARRAY_DESCRIPTOR* shape) {
  if (shape == NULL) return CUDA_ERROR_INVALID_VALUE;
  const CUDA_ARRAY3D_DESCRIPTOR whole = {shape->Width, shape->Height, 0, shape->Format, shape->NumChannels, 0};
  return cuArray3DCreate(array, &whole);
}
FENCEPOST_DRIVER cuArrayDestroy(CUarray array) {
  return fencepost_driver_result(cudaFreeArray((cudaArray_t)(void*)array));
}
FENCEPOST_DRIVER cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR* shape, CUarray array) {
  struct cudaChannelFormatDesc channels;
  struct cudaExtent extent;
  unsigned int flags = 0;
  if (shape == NULL) return CUDA_ERROR_INVALID_VALUE;
  const CUresult result =
      fencepost_driver_result(cudaArrayGetInfo(&channels, &extent, &flags, (cudaArray_t)(void*)array));
  if (result != CUDA_SUCCESS) return result;
  shape->Width = extent.width;
  shape->Height = extent.height;
  shape->Depth = extent.depth;
  shape->Format = fencepost_array_format(channels);
  shape->NumChannels = (unsigned int)(1 + (channels.y != 0) + 2 * (channels.w != 0));
  shape->Flags = flags;
  return result;
}
FENCEPOST_DRIVER cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR* shape, CUarray array) {
  CUDA_ARRAY3D_DESCRIPTOR whole;
  const CUresult result = shape == NULL ? CUDA_ERROR_INVALID_VALUE : cuArray3DGetDescriptor(&whole, array);
  if (result != CUDA_SUCCESS) return result;
  shape->Width = whole.Width;
  shape->Height = whole.Height;
  shape->Format = whole.Format;
  shape->NumChannels = whole.NumChannels;
  return result;
}
FENCEPOST_DRIVER cuMipmappedArrayCreate(CUmipmappedArray* array, const CUDA_ARRAY3D_DESCRIPTOR* shape,
                                        unsigned int levels) {
  if (array == NULL || shape == NULL) return CUDA_ERROR_INVALID_VALUE;
  const struct cudaChannelFormatDesc channels = fencepost_channels(shape->Format, shape->NumChannels);
  const struct cudaExtent extent = {shape->Width, shape->Height, shape->Depth};
  if (channels.x == 0) return CUDA_ERROR_INVALID_VALUE;
  return fencepost_driver_result(
      (cudaMallocMipmappedArray)((cudaMipmappedArray_t*)(void*)array, &channels, extent, levels, shape->Flags));
}
FENCEPOST_DRIVER cuMipmappedArrayGetLevel(CUarray* array, CUmipmappedArray mipmapped, unsigned int level) {
  return fencepost_driver_result(cudaGetMipmappedArrayLevel((cudaArray_t*)(void*)array,
                                                            (cudaMipmappedArray_const_t)(const void*)mipmapped, level));
}
FENCEPOST_DRIVER cuMipmappedArrayDestroy(CUmipmappedArray array) {
  return fencepost_driver_result(cudaFreeMipmappedArray((cudaMipmappedArray_t)(void*)array));
}

/// One side of a copy, as the runtime API tells it. Of an array `x` becomes a number of elements, whose size is put
/// into `element`; of other memory the place is in the pointer.
static inline __attribute__((unused)) CUresult fencepost_copy_side(CUmemorytype type, const void* host,
                                                                   CUdeviceptr device, CUarray array, size_t x,
                                                                   size_t y, size_t z, size_t pitch, size_t height,
                                                                   const CUDA_MEMCPY3D* copy, cudaArray_t* its_array,
                                                                   struct cudaPos* position,
                                                                   struct cudaPitchedPtr* pointer, size_t* element) {
  struct cudaChannelFormatDesc channels;
  if (type == CU_MEMORYTYPE_ARRAY) {
    const CUresult result =
        fencepost_driver_result(cudaGetChannelDesc(&channels, (cudaArray_const_t)(const void*)array));
    if (result != CUDA_SUCCESS) return result;
    *element = (size_t)(channels.x + channels.y + channels.z + channels.w) / 8;
    if (x % *element != 0 || copy->WidthInBytes % *element != 0) return CUDA_ERROR_INVALID_VALUE;
    *its_array = (cudaArray_t)(void*)array;
    position->x = x / *element;
    position->y = y;
    position->z = z;
    return CUDA_SUCCESS;
  }
  const size_t row = pitch != 0 ? pitch : x + copy->WidthInBytes;
  const size_t rows = height != 0 ? height : y + copy->Height;
  char* const base = type == CU_MEMORYTYPE_HOST ? (char*)(uintptr_t)host : (char*)FENCEPOST_DEVICE_POINTER(device);
  if (base == NULL || row < x + copy->WidthInBytes) return CUDA_ERROR_INVALID_VALUE;
  pointer->ptr = base + (z * rows + y) * row + x;
  pointer->pitch = row;
  pointer->xsize = copy->WidthInBytes;
  pointer->ysize = rows;
  return CUDA_SUCCESS;
}
static inline __attribute__((unused)) CUresult fencepost_copy_parameters(const CUDA_MEMCPY3D* copy,
                                                                         struct cudaMemcpy3DParms* parameters) {
  const struct cudaMemcpy3DParms none = {0};
  size_t element = 1;
  if (copy == NULL || copy->srcLOD != 0 || copy->dstLOD != 0) return CUDA_ERROR_INVALID_VALUE;
  *parameters = none;
  CUresult result = fencepost_copy_side(
      copy->srcMemoryType, copy->srcHost, copy->srcDevice, copy->srcArray, copy->srcXInBytes, copy->srcY, copy->srcZ,
      copy->srcPitch, copy->srcHeight, copy, &parameters->srcArray, &parameters->srcPos, &parameters->srcPtr, &element);
  if (result != CUDA_SUCCESS) return result;
  result = fencepost_copy_side(copy->dstMemoryType, copy->dstHost, copy->dstDevice, copy->dstArray, copy->dstXInBytes,
                               copy->dstY, copy->dstZ, copy->dstPitch, copy->dstHeight, copy, &parameters->dstArray,
                               &parameters->dstPos, &parameters->dstPtr, &element);
  parameters->extent.width = copy->WidthInBytes / element;
  parameters->extent.height = copy->Height;
  parameters->extent.depth = copy->Depth;
  parameters->kind = cudaMemcpyDefault;
  return result;
}
FENCEPOST_DRIVER cuMemcpy3D(const CUDA_MEMCPY3D* copy) {
  struct cudaMemcpy3DParms parameters;
  const CUresult result = fencepost_copy_parameters(copy, &parameters);
  return result != CUDA_SUCCESS ? result : fencepost_driver_result(cudaMemcpy3D(&parameters));
}
FENCEPOST_DRIVER cuMemcpy3DAsync(const CUDA_MEMCPY3D* copy, CUstream stream) {
  struct cudaMemcpy3DParms parameters;
  const CUresult result = fencepost_copy_parameters(copy, &parameters);
  return result != CUDA_SUCCESS ? result : fencepost_driver_result(cudaMemcpy3DAsync(&parameters, stream));
}
/// The contexts of CUDA_MEMCPY3D_PEER stand where CUDA_MEMCPY3D has nothing: addresses tell their device.
static inline __attribute__((unused)) CUDA_MEMCPY3D fencepost_copy_without_contexts(const CUDA_MEMCPY3D_PEER* copy) {
  CUDA_MEMCPY3D result;
  __builtin_memcpy(&result, copy, sizeof(result));
  return result;
}
FENCEPOST_DRIVER cuMemcpy3DPeer(const CUDA_MEMCPY3D_PEER* copy) {
  if (copy == NULL) return CUDA_ERROR_INVALID_VALUE;
  const CUDA_MEMCPY3D same = fencepost_copy_without_contexts(copy);
  return cuMemcpy3D(&same);
}
FENCEPOST_DRIVER cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER* copy, CUstream stream) {
  if (copy == NULL) return CUDA_ERROR_INVALID_VALUE;
  const CUDA_MEMCPY3D same = fencepost_copy_without_contexts(copy);
  return cuMemcpy3DAsync(&same, stream);
}

/// The same of a copy in two dimensions.
static inline __attribute__((unused)) CUDA_MEMCPY3D fencepost_copy_of_plane(const CUDA_MEMCPY2D* copy) {
  CUDA_MEMCPY3D result = {0};
  result.srcXInBytes = copy->srcXInBytes;
  result.srcY = copy->srcY;
  result.srcMemoryType = copy->srcMemoryType;
  result.srcHost = copy->srcHost;
  result.srcDevice = copy->srcDevice;
  result.srcArray = copy->srcArray;
  result.srcPitch = copy->srcPitch;
  result.dstXInBytes = copy->dstXInBytes;
  result.dstY = copy->dstY;
  result.dstMemoryType = copy->dstMemoryType;
  result.dstHost = copy->dstHost;
  result.dstDevice = copy->dstDevice;
  result.dstArray = copy->dstArray;
  result.dstPitch = copy->dstPitch;
  result.WidthInBytes = copy->WidthInBytes;
  result.Height = copy->Height;
  result.Depth = 1;
  return result;
}
FENCEPOST_DRIVER cuMemcpy2D(const CUDA_MEMCPY2D* copy) {
  struct cudaMemcpy3DParms parameters;
  if (copy == NULL) return CUDA_ERROR_INVALID_VALUE;
  const CUDA_MEMCPY3D whole = fencepost_copy_of_plane(copy);
  const CUresult result = fencepost_copy_parameters(&whole, &parameters);
  if (result != CUDA_SUCCESS) return result;
  if (parameters.srcArray != NULL || parameters.dstArray != NULL) {
    return fencepost_driver_result(cudaMemcpy3D(&parameters));
  }
  return fencepost_driver_result(cudaMemcpy2D(parameters.dstPtr.ptr, parameters.dstPtr.pitch, parameters.srcPtr.ptr,
                                              parameters.srcPtr.pitch, copy->WidthInBytes, copy->Height,
                                              cudaMemcpyDefault));
}
FENCEPOST_DRIVER cuMemcpy2DUnaligned(const CUDA_MEMCPY2D* copy) { return cuMemcpy2D(copy); }
FENCEPOST_DRIVER cuMemcpy2DAsync(const CUDA_MEMCPY2D* copy, CUstream stream) {
  struct cudaMemcpy3DParms parameters;
  if (copy == NULL) return CUDA_ERROR_INVALID_VALUE;
  const CUDA_MEMCPY3D whole = fencepost_copy_of_plane(copy);
  const CUresult result = fencepost_copy_parameters(&whole, &parameters);
  if (result != CUDA_SUCCESS) return result;
  if (parameters.srcArray != NULL || parameters.dstArray != NULL) {
    return fencepost_driver_result(cudaMemcpy3DAsync(&parameters, stream));
  }
  return fencepost_driver_result(cudaMemcpy2DAsync(parameters.dstPtr.ptr, parameters.dstPtr.pitch,
                                                   parameters.srcPtr.ptr, parameters.srcPtr.pitch, copy->WidthInBytes,
                                                   copy->Height, cudaMemcpyDefault, stream));
}

/// A line of an array of one dimension, and other memory or such a line.
static inline __attribute__((unused)) CUDA_MEMCPY3D fencepost_copy_of_line(CUmemorytype dst_type, CUarray dst_array,
                                                                           size_t dst_x, CUmemorytype src_type,
                                                                           CUarray src_array, size_t src_x,
                                                                           size_t bytes) {
  CUDA_MEMCPY3D result = {0};
  result.dstMemoryType = dst_type;
  result.dstArray = dst_array;
  result.dstXInBytes = dst_x;
  result.srcMemoryType = src_type;
  result.srcArray = src_array;
  result.srcXInBytes = src_x;
  result.WidthInBytes = bytes;
  result.Height = result.Depth = 1;
  return result;
}
FENCEPOST_DRIVER cuMemcpyHtoA(CUarray dst, size_t offset, const void* src, size_t bytes) {
  CUDA_MEMCPY3D copy = fencepost_copy_of_line(CU_MEMORYTYPE_ARRAY, dst, offset, CU_MEMORYTYPE_HOST, NULL, 0, bytes);
  copy.srcHost = src;
  return cuMemcpy3D(&copy);
}
FENCEPOST_DRIVER cuMemcpyHtoAAsync(CUarray dst, size_t offset, const void* src, size_t bytes, CUstream stream) {
  CUDA_MEMCPY3D copy = fencepost_copy_of_line(CU_MEMORYTYPE_ARRAY, dst, offset, CU_MEMORYTYPE_HOST, NULL, 0, bytes);
  copy.srcHost = src;
  return cuMemcpy3DAsync(&copy, stream);
}
FENCEPOST_DRIVER cuMemcpyAtoH(void* dst, CUarray src, size_t offset, size_t bytes) {
  CUDA_MEMCPY3D copy = fencepost_copy_of_line(CU_MEMORYTYPE_HOST, NULL, 0, CU_MEMORYTYPE_ARRAY, src, offset, bytes);
  copy.dstHost = dst;
  return cuMemcpy3D(&copy);
}
FENCEPOST_DRIVER cuMemcpyAtoHAsync(void* dst, CUarray src, size_t offset, size_t bytes, CUstream stream) {
  CUDA_MEMCPY3D copy = fencepost_copy_of_line(CU_MEMORYTYPE_HOST, NULL, 0, CU_MEMORYTYPE_ARRAY, src, offset, bytes);
  copy.dstHost = dst;
  return cuMemcpy3DAsync(&copy, stream);
}
FENCEPOST_DRIVER cuMemcpyDtoA(CUarray dst, size_t offset, CUdeviceptr src, size_t bytes) {
  CUDA_MEMCPY3D copy = fencepost_copy_of_line(CU_MEMORYTYPE_ARRAY, dst, offset, CU_MEMORYTYPE_DEVICE, NULL, 0, bytes);
  copy.srcDevice = src;
  return cuMemcpy3D(&copy);
}
FENCEPOST_DRIVER cuMemcpyAtoD(CUdeviceptr dst, CUarray src, size_t offset, size_t bytes) {
  CUDA_MEMCPY3D copy = fencepost_copy_of_line(CU_MEMORYTYPE_DEVICE, NULL, 0, CU_MEMORYTYPE_ARRAY, src, offset, bytes);
  copy.dstDevice = dst;
  return cuMemcpy3D(&copy);
}
FENCEPOST_DRIVER cuMemcpyAtoA(CUarray dst, size_t dst_offset, CUarray src, size_t src_offset, size_t bytes) {
  const CUDA_MEMCPY3D copy =
      fencepost_copy_of_line(CU_MEMORYTYPE_ARRAY, dst, dst_offset, CU_MEMORYTYPE_ARRAY, src, src_offset, bytes);
  return cuMemcpy3D(&copy);
}

static inline __attribute__((unused)) CUresult fencepost_resource(struct cudaResourceDesc* result,
                                                                  const CUDA_RESOURCE_DESC* resource) {
  struct cudaChannelFormatDesc channels;
  const struct cudaResourceDesc none = {(enum cudaResourceType)resource->resType};
  *result = none;
  switch (resource->resType) {
    case CU_RESOURCE_TYPE_ARRAY:
      result->res.array.array = (cudaArray_t)(void*)resource->res.array.hArray;
      return CUDA_SUCCESS;
    case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
      result->res.mipmap.mipmap = (cudaMipmappedArray_t)(void*)resource->res.mipmap.hMipmappedArray;
      return CUDA_SUCCESS;
    case CU_RESOURCE_TYPE_LINEAR:
      channels = fencepost_channels(resource->res.linear.format, resource->res.linear.numChannels);
      result->res.linear.devPtr = FENCEPOST_DEVICE_POINTER(resource->res.linear.devPtr);
      result->res.linear.desc = channels;
      result->res.linear.sizeInBytes = resource->res.linear.sizeInBytes;
      break;
    case CU_RESOURCE_TYPE_PITCH2D:
      channels = fencepost_channels(resource->res.pitch2D.format, resource->res.pitch2D.numChannels);
      result->res.pitch2D.devPtr = FENCEPOST_DEVICE_POINTER(resource->res.pitch2D.devPtr);
      result->res.pitch2D.desc = channels;
      result->res.pitch2D.width = resource->res.pitch2D.width;
      result->res.pitch2D.height = resource->res.pitch2D.height;
      result->res.pitch2D.pitchInBytes = resource->res.pitch2D.pitchInBytes;
      break;
    default:
      return CUDA_ERROR_INVALID_VALUE;
  }
  return channels.x != 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
/// The bits of a channel, and whether it is an integer.
static inline __attribute__((unused)) CUresult fencepost_resource_channels(const struct cudaResourceDesc* resource,
                                                                           struct cudaChannelFormatDesc* channels) {
  cudaArray_t level = NULL;
  switch (resource->resType) {
    case cudaResourceTypeArray:
      return fencepost_driver_result(cudaGetChannelDesc(channels, resource->res.array.array));
    case cudaResourceTypeMipmappedArray:
      if (cudaGetMipmappedArrayLevel(&level, resource->res.mipmap.mipmap, 0) != cudaSuccess) {
        return CUDA_ERROR_INVALID_VALUE;
      }
      return fencepost_driver_result(cudaGetChannelDesc(channels, level));
    case cudaResourceTypeLinear:
      *channels = resource->res.linear.desc;
      return CUDA_SUCCESS;
    default:
      *channels = resource->res.pitch2D.desc;
      return CUDA_SUCCESS;
  }
}
FENCEPOST_DRIVER cuTexObjectCreate(CUtexObject* object, const CUDA_RESOURCE_DESC* resource,
                                   const CUDA_TEXTURE_DESC* texture, const CUDA_RESOURCE_VIEW_DESC* view) {
  struct cudaResourceDesc its_resource;
  struct cudaTextureDesc how = {{cudaAddressModeWrap, cudaAddressModeWrap, cudaAddressModeWrap}};
  struct cudaChannelFormatDesc channels;
  int i = 0;
  if (object == NULL || resource == NULL || texture == NULL) return CUDA_ERROR_INVALID_VALUE;
  CUresult result = fencepost_resource(&its_resource, resource);
  if (result == CUDA_SUCCESS) result = fencepost_resource_channels(&its_resource, &channels);
  if (result != CUDA_SUCCESS) return result;
  for (i = 0; i < 3; ++i) how.addressMode[i] = (enum cudaTextureAddressMode)texture->addressMode[i];
  for (i = 0; i < 4; ++i) how.borderColor[i] = texture->borderColor[i];
  how.filterMode = (enum cudaTextureFilterMode)texture->filterMode;
  // Integers of 32 bits are none that are turned into numbers from 0 to 1.
  how.readMode =
      (texture->flags & CU_TRSF_READ_AS_INTEGER) != 0 || channels.f == cudaChannelFormatKindFloat || channels.x == 32
          ? cudaReadModeElementType
          : cudaReadModeNormalizedFloat;
  how.normalizedCoords = (texture->flags & CU_TRSF_NORMALIZED_COORDINATES) != 0;
  how.sRGB = (texture->flags & CU_TRSF_SRGB) != 0;
  how.disableTrilinearOptimization = (texture->flags & CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION) != 0;
  how.seamlessCubemap = (texture->flags & CU_TRSF_SEAMLESS_CUBEMAP) != 0;
  how.maxAnisotropy = texture->maxAnisotropy;
  how.mipmapFilterMode = (enum cudaTextureFilterMode)texture->mipmapFilterMode;
  how.mipmapLevelBias = texture->mipmapLevelBias;
  how.minMipmapLevelClamp = texture->minMipmapLevelClamp;
  how.maxMipmapLevelClamp = texture->maxMipmapLevelClamp;
  // Views are laid out alike.
  return fencepost_driver_result(
      cudaCreateTextureObject(object, &its_resource, &how, (const struct cudaResourceViewDesc*)(const void*)view));
}
FENCEPOST_DRIVER cuTexObjectDestroy(CUtexObject object) {
  return fencepost_driver_result(cudaDestroyTextureObject(object));
}
FENCEPOST_DRIVER cuSurfObjectCreate(CUsurfObject* object, const CUDA_RESOURCE_DESC* resource) {
  struct cudaResourceDesc its_resource;
  if (object == NULL || resource == NULL) return CUDA_ERROR_INVALID_VALUE;
  const CUresult result = fencepost_resource(&its_resource, resource);
  return result != CUDA_SUCCESS ? result : fencepost_driver_result(cudaCreateSurfaceObject(object, &its_resource));
}
FENCEPOST_DRIVER cuSurfObjectDestroy(CUsurfObject object) {
  return fencepost_driver_result(cudaDestroySurfaceObject(object));
}
