"""The process in which a kernel runs."""
from __future__ import annotations

import mmap
import os
import select
import signal
import socket
import struct
import subprocess
import time
from typing import Any, Optional

from fencepost._report import FencepostError

HEAD = struct.Struct("=QQQ6I")  # Head of worker.h
ANSWER = struct.Struct("=8Q")  # Answer of worker.h
LENGTH = struct.Struct("=Q")


class LaunchError(FencepostError):
    """A launch that did not end: the process of the kernel has gone, or has not answered in time."""


# How often an answer is looked for before this process sleeps: less than 100 us. Falling asleep and waking costs more than a
# short launch. Where looking was in vain, the launch being long or the processors busy, the next launches do without.
_TRIES = 50
_CALLS_WITHOUT = 5


class Worker:
    """A running program of worker.h, and the memory that it shares with this process. Not thread-safe."""

    def __init__(self, program: str, environment: "dict[str, str]") -> None:
        self._connection, other = socket.socketpair()
        self._connection.setblocking(False)
        self._answers = select.poll()
        self._answers.register(self._connection, select.POLLIN)
        self._memory_file = os.memfd_create("fencepost-arrays")
        self._output = os.memfd_create("fencepost-output")
        self._errors = os.memfd_create("fencepost-errors")
        self._told = 0
        self._calls_without = 0
        self.owner = os.getpid()
        self.memory: Any = None
        self.memory_bytes = 0
        self._grow(1 << 16)
        try:
            # In a session of its own: Ctrl-C interrupts Python, which then ends it.
            self._process = subprocess.Popen(
                [program, str(other.fileno()), str(self._memory_file)], stdin=subprocess.DEVNULL, stdout=self._output,
                stderr=self._errors, env=environment, pass_fds=(other.fileno(), self._memory_file), start_new_session=True)
        finally:
            other.close()

    def _grow(self, size: int) -> None:
        os.ftruncate(self._memory_file, size)
        self.memory = mmap.mmap(self._memory_file, size)
        self.memory_bytes = size

    def reserve(self, size: int) -> bool:
        """Makes the shared memory at least so large. True if it is another one then."""
        if size <= self.memory_bytes:
            return False
        self._grow(max(size, 2 * self.memory_bytes))
        return True

    def _receive(self, count: int, deadline: Optional[float]) -> bytes:
        """Exactly so many bytes. Raises EOFError where there are none any more, TimeoutError behind the deadline."""
        data = b""
        tries = 0
        while True:
            try:
                more = self._connection.recv(count - len(data))
            except BlockingIOError:
                if self._calls_without == 0:
                    tries += 1
                    if tries < _TRIES:
                        continue
                    self._calls_without = _CALLS_WITHOUT
                left = None if deadline is None else max(0.0, deadline - time.monotonic())
                if not self._answers.poll(None if left is None else 1000 * left) and left == 0:
                    raise TimeoutError from None
                continue
            if not more:
                raise EOFError
            data += more
            if len(data) == count:
                return data

    def call(self, message: bytes, timeout: Optional[float]) -> "tuple[tuple[int, ...], bytes]":
        """Sends a call without its Head's first member; returns the Answer's members and what follows. When it raises,
        LaunchError or KeyboardInterrupt, the process is ended."""
        self._calls_without = max(0, self._calls_without - 1)
        deadline = None if timeout is None else time.monotonic() + timeout
        try:
            while message:  # All of it but for structs of many kilobytes.
                try:
                    message = message[self._connection.send(message):]
                except BlockingIOError:
                    os.sched_yield()
            answer = ANSWER.unpack(self._receive(ANSWER.size, deadline))
            rest = self._receive(answer[0], deadline) if answer[0] else b""
        except TimeoutError:
            self.close()
            raise LaunchError(f"the launch has not ended after {timeout} s") from None
        except (EOFError, ConnectionError):
            said = self._end_of(self._errors)
            status = self._process.wait()
            self.close()
            how = f"signal {-status}" if status < 0 else f"status {status}"
            raise LaunchError(f"the kernel's process ended with {how}" + (f":\n{said}" if said else "")) from None
        except BaseException:
            self.close()
            raise
        return answer, rest

    def new_output(self, size: int) -> str:
        """What was printed since the last call; `size` bytes are printed in all."""
        if size == self._told:
            return ""
        data = os.pread(self._output, size - self._told, self._told)
        self._told = size
        return data.decode(errors="replace")

    @staticmethod
    def _end_of(file: int) -> str:
        size = os.fstat(file).st_size
        return os.pread(file, 10000, max(0, size - 10000)).decode(errors="replace").strip()

    def close(self) -> None:
        """Ends the process. May be called again. In a child that fork() has made it is the parent's, and goes on."""
        if self.owner == os.getpid() and self._process.poll() is None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
        if self._connection.fileno() >= 0:
            self._connection.close()
            for file in (self._memory_file, self._output, self._errors):
                os.close(file)
