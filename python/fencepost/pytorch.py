"""PyTorch's own operators, computed by the processor, for scripts that check an extension of PyTorch.

PyTorch's wheel has its operators for CUDA as a GPU's machine code, which does not run here. After

    import fencepost.pytorch

each of them copies its tensors to the host, is computed there by PyTorch's operator for the CPU, and copies what it
made back: `torch.zeros(8, device="cuda") + 1` works. Kernels of extensions, which fencepost-nvcc compiled, run and are
checked as ever. The copies belong to the current stream, and each waits for it, so that two streams which the script
does not order race as they did.

Not checked: what PyTorch's own kernels would access, but for matrix products (`mm`, `addmm`, `bmm`), which stay cuBLAS's.
Random numbers are those of the CPU's generator.
"""

from __future__ import annotations

import ctypes
import warnings
from typing import Any, Callable, Iterator

import torch
from torch.utils._pytree import tree_map

# They launch nothing, or what Fencepost has: allocations, views, sizes, single values, cuBLAS.
_NATIVE = {
    "_local_scalar_dense", "_fused_sdp_choice", "empty", "empty_strided", "mm", "record_stream", "resize_", "set_",
    "is_set_to", "_pin_memory", "is_pinned", "_cudnn_init_dropout_state",
}  # fmt: skip
# Those that PyTorch composes of others for CUDA, and has as one for the CPU.
_COMPOSED = ("aten::copy_", "aten::convolution", "aten::convolution_backward", "aten::native_batch_norm")

_TO_DEVICE, _TO_HOST = 1, 2  # cudaMemcpyKind


def _call(name: str, *arguments: object) -> None:
    result = getattr(_runtime, name)(*arguments)
    if result != 0:
        raise RuntimeError(f"{name}: error {result}")


def _runs(tensor: torch.Tensor) -> Iterator[tuple[int, int]]:
    """(first element, elements) of the stretches of memory that the tensor's elements fill, without its offset."""
    length, outer = 1, []
    for stride, size in sorted((stride, size) for size, stride in zip(tensor.shape, tensor.stride()) if size > 1 and stride):
        if not outer and stride == length:
            length *= size
        else:
            outer.append((stride, size))
    starts = [0]
    for stride, size in outer:
        starts = [start + i * stride for start in starts for i in range(size)]
    for start in starts:
        yield start, length


def _extent(tensor: torch.Tensor) -> int:
    return 1 + sum((size - 1) * stride for size, stride in zip(tensor.shape, tensor.stride()))


def _transfer(on_host: torch.Tensor, on_device: torch.Tensor, kind: int) -> None:
    """Between tensors of one shape, strides and type; of the current stream, which is waited for."""
    if on_device.numel() == 0:
        return
    stream = ctypes.c_void_p(torch.cuda.current_stream(on_device.device).cuda_stream)
    bytes_each, host, device = on_device.element_size(), on_host.data_ptr(), on_device.data_ptr()
    with torch.cuda.device(on_device.device):
        for start, length in _runs(on_device):
            places = [ctypes.c_void_p(place + start * bytes_each) for place in (host, device)]
            target, source = places if kind == _TO_HOST else reversed(places)
            _call("cudaMemcpyAsync", target, source, ctypes.c_size_t(length * bytes_each), kind, stream)
        _call("cudaStreamSynchronize", stream)


def _host_like(tensor: torch.Tensor) -> torch.Tensor:
    if tensor.numel() == 0:
        return torch.empty_strided(tensor.shape, tensor.stride(), dtype=tensor.dtype)
    memory = torch.empty(_extent(tensor), dtype=tensor.dtype)
    return memory.as_strided(tensor.shape, tensor.stride())


def _to_host(tensor: torch.Tensor) -> torch.Tensor:
    on_host = _host_like(tensor)
    _transfer(on_host, tensor, _TO_HOST)
    return on_host


def _to_device(tensor: torch.Tensor, device: torch.device) -> torch.Tensor:
    if any(stride == 0 for size, stride in zip(tensor.shape, tensor.stride()) if size > 1):
        tensor = tensor.contiguous()
    on_device = torch.empty_strided(tensor.shape, tensor.stride(), dtype=tensor.dtype, device=device)
    _transfer(tensor, on_device, _TO_DEVICE)
    return on_device


def _copy(target: torch.Tensor, source: torch.Tensor, non_blocking: bool = False) -> torch.Tensor:
    """aten::copy_, of which one tensor or both are of a device."""
    values = _to_host(source) if source.is_cuda else source
    if target.is_cuda:
        on_host = _host_like(target)
        on_host.copy_(values)
        _transfer(on_host, target, _TO_DEVICE)
    else:
        target.copy_(values)
    return target


def _by_processor(operator: Any) -> Callable[..., Any]:
    schema = operator._schema
    written = {argument.name for argument in schema.arguments if argument.alias_info is not None and argument.alias_info.is_write}

    def run(*positional: Any, **named: Any) -> Any:
        names = [argument.name for argument in schema.arguments]
        given = dict(zip(names, positional)) | named
        hosts: dict[int, tuple[torch.Tensor, torch.Tensor]] = {}
        devices: list[torch.device] = []

        def host_of(value: Any) -> Any:
            if isinstance(value, torch.device):
                devices.append(value)
                return torch.device("cpu")
            if isinstance(value, torch.Generator):
                return None
            if not isinstance(value, torch.Tensor) or not value.is_cuda:
                return value
            devices.append(value.device)
            return hosts.setdefault(id(value), (value, _to_host(value)))[1]

        results = operator(**{name: tree_map(host_of, value) for name, value in given.items()})
        back: dict[int, torch.Tensor] = {}
        for name in names:
            if name not in written or name not in given:
                continue
            for value in given[name] if isinstance(given[name], (list, tuple)) else [given[name]]:
                if not isinstance(value, torch.Tensor) or id(value) not in hosts:
                    continue
                on_host = hosts[id(value)][1]
                back[id(on_host)] = value
                if on_host.shape != value.shape:
                    value.resize_(on_host.shape)
                if on_host.stride() != value.stride():
                    on_host = _host_like(value).copy_(on_host)
                _transfer(on_host, value, _TO_DEVICE)
        device = next((one for one in devices if one.type == "cuda"), torch.device("cuda"))

        def device_of(value: Any) -> Any:
            if not isinstance(value, torch.Tensor) or value.is_cuda:
                return value
            return back[id(value)] if id(value) in back else _to_device(value, device)

        return tree_map(device_of, results)

    return run


def _operator(name: str) -> Any:
    base, _, overload = name.removeprefix("aten::").partition(".")
    return getattr(getattr(torch.ops.aten, base), overload or "default")


def _is_view(operator: Any) -> bool:
    return any(result.alias_info is not None and not result.alias_info.is_write for result in operator._schema.returns)


def _replace_all() -> torch.library.Library:
    library = torch.library.Library("aten", "IMPL")
    names = torch._C._dispatch_get_registrations_for_dispatch_key("CUDA")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PyTorch tells once that an operator is replaced.
        _replace(library, names)
    return library


def _replace(library: torch.library.Library, names: list[str]) -> None:
    for name in sorted({*(name for name in names if name.startswith("aten::")), *_COMPOSED}):
        operator = _operator(name)
        base = name.removeprefix("aten::").partition(".")[0]
        if base in _NATIVE or _is_view(operator):
            continue
        run = _copy if name == "aten::copy_" else _by_processor(operator)
        library.impl(name.removeprefix("aten::"), run, "CUDA", allow_override=True)


_runtime = ctypes.CDLL(None)  # libfencepost_cuda.so, which `fencepost run` loads first.
if not hasattr(_runtime, "cudaMemcpyAsync"):
    raise ImportError("fencepost.pytorch is for scripts that run under 'fencepost run'")
# Their operators for attention have no counterpart for the CPU; the composed one has.
torch.backends.cuda.enable_flash_sdp(False)
torch.backends.cuda.enable_mem_efficient_sdp(False)
torch.backends.cuda.enable_cudnn_sdp(False)
_library = _replace_all()
