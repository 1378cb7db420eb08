"""Sequences of WebSocket frames, sound and broken, and what wsproto and websockets make of them."""

import codecs
import struct
from dataclasses import dataclass, field, replace

from websockets.frames import Opcode
from websockets.protocol import Protocol, Side, State
from wsproto import frame_protocol

TEXTS = ["", "a", "Hello", "é", "€uro", "😀", "Ἀχαιοῖς ἄλγε᾽", "x" * 125, "y" * 126, "z" * 300, "ж" * 200]
LONG = ["x" * 65_535, "€" * 21_846]
CODES = [0, 999, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1015, 1016, 1100, 2000,
         2999, 3000, 4999, 5000, 65_535]
BROKEN_TEXTS = [b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"ok\xe2\x82", b"\xe2(\xa1", b"\x80", b"a\xf0\x9f\x98"]


@dataclass
class Frame:
    opcode: int
    payload: bytes = b""
    fin: bool = True
    rsv: int = 0
    mask: bytes | None = None
    # The bytes of the length: 1, 3 or 9; 0 for as few as possible.
    form: int = 0
    length: int | None = field(default=None)

    def bytes(self):
        length = len(self.payload) if self.length is None else self.length
        form = self.form or (1 if length < 126 else 3 if length < 1 << 16 else 9)
        hidden = 0x80 if self.mask is not None else 0
        head = bytes([self.fin << 7 | self.rsv << 4 | self.opcode])
        if form == 1:
            head += bytes([hidden | length & 0x7F])
        elif form == 3:
            head += bytes([hidden | 126]) + struct.pack("!H", length & 0xFFFF)
        else:
            head += bytes([hidden | 127]) + struct.pack("!Q", length)
        if self.mask is None:
            return head + self.payload
        return head + self.mask + bytes(byte ^ self.mask[place % 4] for place, byte in enumerate(self.payload))


def sound(chance, masked):
    """Frames of some messages, with pings and pongs between and inside them, perhaps with a closing."""
    frames = []

    def control():
        if chance.random() < 0.3:
            frames.append(Frame(chance.choice([9, 10]), bytes(chance.randrange(256) for _ in range(chance.choice([0, 1, 125])))))

    for _ in range(chance.randint(1, 5)):
        text = chance.choice(LONG if chance.random() < 0.02 else TEXTS).encode()
        opcode = chance.choice([1, 1, 2])
        pieces = chance.choice([1, 1, 2, 3, 5])
        cuts = sorted(chance.randint(0, len(text)) for _ in range(pieces - 1))
        ends = [0, *cuts, len(text)]
        for place in range(pieces):
            frames.append(Frame(opcode if place == 0 else 0, text[ends[place]:ends[place + 1]], fin=place == pieces - 1))
            control()
    if chance.random() < 0.4:
        code = chance.choice([1000, 1001, 3000, 4999])
        frames.append(Frame(8, chance.choice([b"", struct.pack("!H", code), struct.pack("!H", code) + "tschüß".encode()])))
    for frame in frames:
        frame.mask = bytes(chance.randrange(256) for _ in range(4)) if masked else None
    return frames


def broken(chance, frames):
    """The bytes of frames of which some have changed."""
    frames = list(frames)
    place = chance.randrange(len(frames))
    frame = frames[place]
    kind = chance.randrange(14)
    if kind == 0:
        frames[place] = replace(frame, rsv=chance.randint(1, 7))
    elif kind == 1:
        frames[place] = replace(frame, opcode=chance.randrange(16))
    elif kind == 2:
        frames[place] = replace(frame, fin=not frame.fin)
    elif kind == 3:
        frames[place] = replace(frame, mask=None if frame.mask else b"\1\2\3\4")
    elif kind == 4:
        frames[place] = replace(frame, form=chance.choice([3, 9]))
    elif kind == 5:
        frames[place] = replace(frame, form=9, length=chance.choice([1 << 63, 1 << 62, (1 << 64) - 1, len(frame.payload)]))
    elif kind == 6:
        text = chance.choice(BROKEN_TEXTS)
        cut = chance.randint(0, len(frame.payload))
        frames[place] = replace(frame, payload=frame.payload[:cut] + text + frame.payload[cut:])
    elif kind == 7:
        body = struct.pack("!H", chance.choice(CODES)) + chance.choice([b"", b"why", *BROKEN_TEXTS])
        frames.insert(place, Frame(8, chance.choice([body, body[:1], body[:2]]), mask=frame.mask))
    elif kind == 8:
        frames[place] = replace(frame, opcode=chance.choice([8, 9, 10]), payload=b"p" * chance.choice([125, 126, 200]))
    elif kind == 9:
        frames.insert(place, frame)
    elif kind == 10:
        del frames[place]
    data = b"".join(frame.bytes() for frame in frames)
    if kind == 11:
        data = data[:chance.randint(0, len(data))]
    elif kind >= 12 and data:
        cut = chance.randrange(len(data))
        data = data[:cut] + chance.choice([b"", bytes([chance.randrange(256)]), b"\0\0"]) + data[cut + chance.randint(0, 2):]
    return data


def case(chance):
    """The role that reads, 0 for a client, and the bytes."""
    role = chance.randrange(2)
    frames = sound(chance, masked=role == 1)
    if chance.randrange(5):
        return role, broken(chance, frames)
    return role, b"".join(frame.bytes() for frame in frames)


class Assembly:
    """Messages out of fragments, named as the judge of ours names them."""

    def __init__(self):
        self.events, self.kind, self.parts = [], None, b""

    def add(self, kind, payload, finished):
        self.kind = self.kind or kind
        self.parts += payload
        if finished:
            self.events.append([self.kind, self.parts.hex()])
            self.kind, self.parts = None, b""


def by_wsproto(role, data):
    """The events, and the code of the error; None without one."""
    reader, seen = frame_protocol.FrameProtocol(client=role == 0, extensions=[]), Assembly()
    pending = b""
    try:
        reader.receive_bytes(data)
        for frame in reader.received_frames():
            payload = frame.payload.encode() if isinstance(frame.payload, str) else frame.payload
            if frame.opcode is frame_protocol.Opcode.CLOSE:
                code, reason = frame.payload
                seen.events.append([f"close {int(code)}", (reason or "").encode().hex()])
                break
            if frame.opcode.iscontrol():
                pending += payload
                if frame.frame_finished:
                    seen.events.append([frame.opcode.name.lower(), pending.hex()])
                    pending = b""
            else:
                seen.add(frame.opcode.name.lower(), bytes(payload), frame.message_finished and frame.frame_finished)
    except frame_protocol.ParseFailed as error:
        return seen.events, int(error.code)
    return seen.events, None


def by_websockets(role, data, limit):
    """The events, and the code of the error; None without one."""
    reader, seen = Protocol(Side.CLIENT if role == 0 else Side.SERVER, state=State.OPEN, max_size=limit), Assembly()
    reader.receive_data(data)
    decoder = None
    for frame in reader.events_received():
        if frame.opcode is Opcode.CLOSE:
            code = struct.unpack("!H", frame.data[:2])[0] if frame.data else 1005
            seen.events.append([f"close {code}", bytes(frame.data[2:]).hex()])
        elif frame.opcode in (Opcode.PING, Opcode.PONG):
            seen.events.append([frame.opcode.name.lower(), bytes(frame.data).hex()])
        else:
            if frame.opcode is not Opcode.CONT:
                decoder = codecs.getincrementaldecoder("utf-8")() if frame.opcode is Opcode.TEXT else None
            try:
                if decoder:
                    decoder.decode(bytes(frame.data), final=frame.fin)
            except UnicodeDecodeError:
                return seen.events, 1007
            seen.add({Opcode.TEXT: "text", Opcode.BINARY: "binary"}.get(frame.opcode), bytes(frame.data), frame.fin)
    failed = reader.parser_exc is not None and reader.close_rcvd is None or reader.close_sent is not None and (
        reader.close_rcvd is None or reader.parser_exc is not None)
    return seen.events, int(reader.close_sent.code) if failed and reader.close_sent else None


def unfinished(data):
    """The opcode of the frame that the end of sound bytes cuts off behind its length; none if it cuts off none."""
    place = 0
    while place + 2 <= len(data):
        opcode, short, hidden = data[place] & 15, data[place + 1] & 0x7F, data[place + 1] & 0x80
        form = {126: 2, 127: 8}.get(short, 0)
        if place + 2 + form > len(data):
            return None
        length = int.from_bytes(data[place + 2:place + 2 + form], "big") if form else short
        place += 2 + form + (4 if hidden else 0) + length
        if place > len(data):
            return opcode
    return None
