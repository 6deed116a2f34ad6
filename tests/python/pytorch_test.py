"""fencepost.pytorch: PyTorch's operators on CUDA's tensors give what they give on the CPU's; under `fencepost run`, with PyTorch's
wheel that has CUDA."""

import importlib.util
import os
import subprocess
import sys
import tempfile
import unittest

from fencepost import _tools

SCRIPT = """\
import fencepost.pytorch
import torch

def check(what, of, *tensors):
    got, wanted = of(*[tensor.cuda() for tensor in tensors]), of(*tensors)
    assert got.is_cuda and got.dtype == wanted.dtype and got.shape == wanted.shape, (what, got)
    assert torch.allclose(got.cpu(), wanted, atol=1e-5), (what, got.cpu(), wanted)

def assigned(x):
    y = x.clone()
    y[:, 2], y[1::2, 3:9] = 5, 7
    y[1::2] += 1
    return y.mul_(2)

def resized(x):
    return torch.add(x, 1, out=torch.empty(0, device=x.device))

torch.manual_seed(0)
a, b = torch.randn(7, 13), torch.randn(7, 13)
check("sums", lambda x, y: (x + y).relu().softmax(-1).sum(0), a, b)
check("permuted", lambda x, y: (x.t() @ y).t().contiguous(), a, b)
check("slices", lambda x, y: x[:, 3:9] + y[:, 1:7], a, b)
check("expanded", lambda x: x[:1].expand(5, 13) + 1, a)
check("assignments", assigned, a)
check("types", lambda x: x.half().float(), a)
check("a list", lambda x, y: torch.cat([x, y]), a, b)
check("indices", lambda x: x[torch.tensor([3, 1, 2], device=x.device)], a)
check("none", lambda x: x[:0] * 2, a)
check("an empty result", resized, a)
check("a convolution", torch.nn.functional.conv2d, torch.randn(2, 3, 9, 9), torch.randn(4, 3, 3, 3))
check("attention", lambda q: torch.nn.functional.scaled_dot_product_attention(q, q, q), torch.randn(1, 2, 16, 8))
check("made", lambda x: torch.arange(9, device=x.device) + torch.full((9,), 2, device=x.device), a)

def trained(device):
    torch.manual_seed(1)
    layers = torch.nn.Sequential(torch.nn.Linear(13, 5), torch.nn.GELU(), torch.nn.Linear(5, 1)).to(device)
    optimizer = torch.optim.Adam(layers.parameters())
    for _ in range(2):
        layers(a.to(device)).square().mean().backward()
        optimizer.step()
    return torch.cat([parameter.detach().flatten() for parameter in layers.parameters()])

assert torch.allclose(trained("cuda").cpu(), trained("cpu"), atol=1e-5)
print("all right")
"""


class PyTorch(unittest.TestCase):
    def setUp(self) -> None:
        if importlib.util.find_spec("torch") is None:
            self.skipTest("PyTorch is not installed")

    def run_script(self, text: str) -> "subprocess.CompletedProcess[str]":
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "script.py")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            environment = {**os.environ, "PATH": os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"]}
            return subprocess.run([_tools.program("fencepost"), "run", "script.py"], cwd=folder, env=environment,
                                  capture_output=True, text=True, timeout=200, check=False)

    def test_operators_are_those_of_the_processor(self) -> None:
        result = self.run_script(SCRIPT)
        self.assertIn("all right", result.stdout, result.stderr)
        self.assertIn("no findings", result.stderr)

    def test_what_pytorch_launches_itself_is_told(self) -> None:
        result = self.run_script("import torch\ntorch.ones(8).cuda() + 1\n")
        self.assertIn("is there as a GPU's machine code alone", " ".join(result.stderr.split()))


if __name__ == "__main__":
    unittest.main()
