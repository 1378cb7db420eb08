"""A proxy in front of the server that spoils requests and answers byte by byte, as Faults decides."""

import asyncio
import re
import socket
import time

from faults import LIST, RESTART, STATUSES
from world import Port

HTML = b"<!doctype html><html><head><title>Sign in</title></head><body><h1>Maintenance</h1></body></html>"
DRIPS, DRIP_SECONDS = 8, 0.05
SLOW_SECONDS = 1.2
# A late answer comes after so long, or in front of the answer to the next request.
LATE_SECONDS = 0.06
LONGEST_HEAD = 1 << 16
END_SECONDS = 5
# Long enough for a signal to be taken on a loaded machine, before another answer comes.
SIGNAL_SECONDS = 0.1


class Dropped(Exception):
    """The connection to the tool ends here, with a reset."""


class Proxy:
    """Listens on one port for as long as a job lives, since a job names its server."""

    def __init__(self, faults, service):
        self.faults, self.service = faults, service
        self.who = "tool"
        self.listener, self.held = None, Port()
        self.port = self.held.number
        self.open, self.tasks = set(), set()
        self.restart_seconds = 2.0
        self.restarting = None
        # When marker lists were answered, by run; which markers were asked to be changed.
        self.listed, self.patched = {}, []
        # What is called when so many have been, before that one is passed on.
        self.at_patch = None

    async def start(self):
        self.listener = await asyncio.start_server(self.serve, "127.0.0.1", self.port, limit=LONGEST_HEAD, reuse_port=True)

    async def stop(self):
        self.listener.close()
        for writer in list(self.open):
            writer.transport.abort()

    async def ended(self):
        """Waits until nothing serves any more, once both sides are gone."""
        if self.tasks:
            await asyncio.wait(self.tasks, timeout=END_SECONDS)

    async def restart(self):
        """The server is killed and comes back; meanwhile connections are refused."""
        await self.stop()
        await self.service.kill()
        await asyncio.sleep(self.restart_seconds)
        await self.service.start()
        await self.start()

    async def settled(self):
        if self.restarting:
            await self.restarting
            self.restarting = None

    async def serve(self, reader, writer):
        self.open.add(writer)
        self.tasks.add(asyncio.current_task())
        link = Link(self, reader, writer)
        try:
            while await link.once():
                pass
        except (Dropped, ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, OSError):
            writer.transport.abort()
        finally:
            self.open.discard(writer)
            self.tasks.discard(asyncio.current_task())
            link.close()


class Link:
    """One connection of the tool, and the one to the server behind it."""

    def __init__(self, proxy, reader, writer):
        self.proxy, self.reader, self.writer = proxy, reader, writer
        self.server = None
        self.held = b""
        writer.transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def close(self):
        if self.server:
            self.server[1].transport.abort()
        if not self.writer.transport.is_closing():
            self.writer.close()

    async def once(self):
        """One request and its answer; False once the tool has closed."""
        try:
            head = await self.reader.readuntil(b"\r\n\r\n")
        except asyncio.IncompleteReadError as error:
            if error.partial:
                raise
            return False
        method, target, _ = head.split(b"\r\n", 1)[0].decode("latin-1").split(" ", 2)
        length = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
        if re.search(rb"(?i)\r\nexpect: *100", head):
            self.writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        body = await self.reader.readexactly(int(length[1])) if length else b""
        if method == "PATCH":
            self.proxy.patched.append(target)
            if self.proxy.at_patch and len(self.proxy.patched) == self.proxy.at_patch[0]:
                self.proxy.at_patch[1]()
                await asyncio.sleep(SIGNAL_SECONDS)
        fault = self.proxy.faults.choose(method, target)
        if fault == RESTART:
            self.proxy.restarting = asyncio.create_task(self.proxy.restart())
            raise Dropped
        if fault == "reset-before":
            raise Dropped
        kind, _, when = (fault or "").partition("-")
        if when == "before" or fault and "-at-" in fault:
            self.send(page() if kind == "html" else status(kind))
            return "Connection: close" not in STATUSES.get(kind, "")
        first, rest = head.split(b"\r\n", 1)
        marks = f"x-judge-who: {self.proxy.who}\r\n".encode()
        if fault and fault.endswith("-list"):
            marks += f"x-judge-fault: {fault}\r\n".encode()
        answer = await self.forward(first + b"\r\n" + marks + rest + body)
        if LIST.match(f"{method} {target}"):
            self.proxy.listed.setdefault(self.proxy.who, []).append(time.time())
        return await self.reply(answer, fault)

    async def forward(self, request):
        """The server's whole answer, its head and its body."""
        if self.server is None:
            self.server = await asyncio.open_connection("127.0.0.1", self.proxy.service.port, limit=LONGEST_HEAD)
        reader, writer = self.server
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
        return head, await reader.readexactly(int(length[1])) if length else b""

    def send(self, data):
        """Bytes to the tool, behind an answer that is late."""
        if self.writer.transport.is_closing():
            raise Dropped
        self.writer.write(self.held + data)
        self.held = b""

    async def reply(self, answer, fault):
        head, body = answer
        whole = head + body
        kind = (fault or "").partition("-")[0]
        if fault == "reset-after":
            raise Dropped
        if fault == "truncated":
            self.send(whole[:max(len(head) + len(body) // 2, len(head) - 10 if not body else 0)])
            await self.writer.drain()
            self.writer.close()
            return False
        if fault == "length-long":
            self.send(with_length(head, len(body) + 7) + body)
            await self.writer.drain()
            self.writer.close()
            return False
        if fault == "length-short":
            self.send(with_length(head, max(len(body) - 5, 0)) + body)
        elif fault == "dripped":
            step = len(whole) // DRIPS + 1
            for start in range(0, len(whole), step):
                self.send(whole[start:start + step])
                await asyncio.sleep(DRIP_SECONDS)
        elif fault == "slow":
            await asyncio.sleep(SLOW_SECONDS)
            self.send(whole)
        elif fault == "twice":
            self.send(whole + whole)
        elif fault == "late":
            self.send(status("503"))
            self.held = whole
            if self.proxy.faults.chance.random() < 0.5:
                asyncio.get_running_loop().call_later(LATE_SECONDS, self.flush)
        elif kind == "html":
            self.send(page())
        elif kind in STATUSES:
            self.send(status(kind))
            return "Connection: close" not in STATUSES[kind]
        else:
            self.send(whole)
        return True

    def flush(self):
        if self.held and not self.writer.transport.is_closing():
            self.send(b"")


def status(code):
    """An answer of something between the tool and the server, in plain text."""
    text = f"upstream said {code}".encode()
    head = f"HTTP/1.1 {code} Fault\r\n{STATUSES[code]}Content-Type: text/plain\r\nContent-Length: {len(text)}\r\n\r\n"
    return head.encode() + text


def page():
    return f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(HTML)}\r\n\r\n".encode() + HTML


def with_length(head, length):
    return re.sub(rb"(?i)\r\ncontent-length: *\d+", b"\r\nContent-Length: %d" % length, head)
