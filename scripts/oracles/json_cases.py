"""Texts derived from the productions of RFC 8259 and their mutations, and two oracles that decide which are JSON."""

import itertools
import json
import re
import sys

BOM = b"\xef\xbb\xbf"
DEPTH = 64

# Documents that have each production.
SEEDS = [text.encode() for text in [
    "null", "true", "false", "0", "-0", "12", "-1.5", "0.5e-3", "1E+2", '""', '"a"', r'"\"\\\/\b\f\n\r\t"', r'"\u0041"',
    r'"\ud83d\ude00"', '"é€😀"', "[]", "{}", "[1]", "[1,2]", "[[],{}]", '{"a":1}', '{"a":1,"b":2}', '{"":{"a":[null]}}',
    ' [ 1 , "b" ] ', '\t{\n"a"\r:\n{ } }\n', '[true,false,null]', '{"\\u0061":"b","b":-0.0}', '[0,[1,[2,{"c":[3]}]]]']]
ALPHABET = [bytes([byte]) for byte in b'{}[],:"\\/u0123d8ebtfnrlsa.-+eE \n\t\r\x00\x0b\x1f\x7f\x80\xbf\xc0\xc3\xed\xf4\xff\'x']
TOKENS = [b"{", b"}", b"[", b"]", b",", b":", b'"a"', b"1"]
LONGEST_SENTENCE = 6


def places(text):
    """A value at the top, in an array, as a member's value, and as a name."""
    for before, behind in [(b"", b""), (b"[", b"]"), (b"[0,", b",0]"), (b'{"k":', b"}"), (b'{"k":0,"l":', b',"m":0}'),
                           (b"{", b":0}")]:
        yield before + text + behind


def in_strings(content):
    for text in [b'"' + content + b'"', b'["12345678' + content + b'12345678"]', b'{"' + content + b'":0}']:
        yield text


def mutations():
    for seed in SEEDS:
        for i in range(len(seed) + 1):
            yield seed[:i]
            for letter in ALPHABET:
                yield seed[:i] + letter + seed[i:]
                yield seed[:i] + letter + seed[i + 1:]
            yield seed[:i] + seed[i + 1:]
            yield seed[:i] + seed[i:i + 1] + seed[i:]
            yield seed[:i] + seed[i + 1:i + 2] + seed[i:i + 1] + seed[i + 2:]
    for a, b in itertools.product(SEEDS, SEEDS):
        yield a + b


def sentences():
    """Every sequence of tokens up to a length."""
    for length in range(LONGEST_SENTENCE + 1):
        for tokens in itertools.product(TOKENS, repeat=length):
            yield b"".join(tokens)


def numbers():
    for parts in itertools.product(
            ["", "-", "+", "--", "\u2212"], ["", "0", "1", "00", "01", "12", "0x1", "1_0", "\u0661"],
            ["", ".", ".0", ".5", ".5.", "..1", ",5"], ["", "e", "E", "e1", "E+1", "e-", "e+-1", "e1.0", "e00", "e 1"]):
        yield from places("".join(parts).encode())
    for text in ["NaN", "-NaN", "Infinity", "-Infinity", "inf", "1" * 400, "1" * 5000, "0." + "0" * 400 + "1", "1e400",
                 "1e-400", "-1e99999", "1e" + "9" * 100, "1e-" + "9" * 100, "0" * 30, "1.", "9" * 19, "1" + "0" * 19]:
        yield from places(text.encode())


def literals():
    for word in ["true", "false", "null"]:
        for letters in itertools.product(*((letter, letter.upper()) for letter in word)):
            yield from places("".join(letters).encode())
        for i in range(len(word)):
            yield from places(word[:i].encode())
            yield from places((word[:i] + "_" + word[i + 1:]).encode())
        yield from places((word + word[-1]).encode())


def strings():
    for byte in range(256):
        letter = bytes([byte])
        yield from in_strings(letter)
        yield from in_strings(b"\\" + letter)
        for i in range(4):
            yield from in_strings(b"\\u" + b"00e9"[:i] + letter + b"00e9"[i + 1:])
    for i in range(5):
        yield from in_strings(b"\\u00e9"[:i + 2])
    units = ["0041", "d7ff", "d800", "DBFF", "dc00", "DFFF", "e000", "ffff", "0000"]
    for first, between, second in itertools.product(units, ["", "a", "\\n", "\\"], units + [""]):
        yield from in_strings(f"\\u{first}{between}{chr(92) + 'u' + second if second else ''}".encode())


def encodings():
    edges = [0x22, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0]
    for first in range(0x80, 0x100):
        for second in range(256):
            yield from in_strings(bytes([first, second]))
        for rest in itertools.product(edges, [0x22, 0x7f, 0x80, 0xbf, 0xc0], [0x61, 0x80, 0xbf]):
            yield b'"' + bytes([first, *rest]) + b'"'
            yield b'["' + bytes([first, *rest[:2]]) + b'"]'
    for encoding in ["utf-16-le", "utf-16-be", "utf-16", "utf-32-le", "utf-32-be", "utf-32", "utf-7", "latin-1"]:
        for text in ['[1]', '"é"', '{"a":1}']:
            yield text.encode(encoding)
    for seed in SEEDS:
        yield from [BOM + seed, BOM + BOM + seed, BOM[:2] + seed, BOM[:1] + seed, seed + BOM, b" " + BOM + seed]


def blanks():
    for byte in range(256):
        blank = bytes([byte])
        for text in [b"%c1", b"1%c", b"[%c1]", b"[1%c]", b"[1%c,2]", b"[1,%c2]", b"{%c}", b'{%c"a":1}', b'{"a"%c:1}',
                     b'{"a":%c1}', b'{"a":1%c}', b"-%c1", b"tr%cue"]:
            yield text.replace(b"%c", blank)
    for blank in ["\u00a0", "\u2003", "\u2028", "\ufeff", "\u0085", "//\n", "/**/", "#\n"]:
        for text in ["%c1", "1%c", "[%c1]", "[1%c]", "{%c}"]:
            yield text.replace("%c", blank).encode()


def nesting():
    for depth in range(1, 2 * DEPTH + 3):
        for start, end in [("[", "]"), ('{"a":', "}"), ('[{"a":', "}]")]:
            for closed in [depth - 1, depth, depth + 1]:
                yield (start * depth + "0" + end * closed).encode()
        yield ("[" * depth + "]" * depth).encode()
        yield ("[" * depth + "}" * depth).encode()


def names():
    spellings = ["a", "b", r"\u0061", r"\u0062", "", "A", r"\u00e9", "é", "e\u0301", r"\/", "/", r"\ud83d\ude00", "😀"]
    for count in (2, 3):
        for chosen in itertools.product(spellings, repeat=count):
            text = "{" + ",".join(f'"{name}":{i}' for i, name in enumerate(chosen)) + "}"
            yield text.encode()
            if count == 2:
                yield f'[0,{{"k":{text}}}]'.encode()
    for count in [23, 24, 25, 26, 60]:
        for twice in range(count):
            many = [f"name {i}" for i in range(count)] + [f"n\\u0061me {twice}"]
            yield ("{" + ",".join(f'"{name}":0' for name in many) + "}").encode()


FAMILIES = [mutations, sentences, numbers, literals, strings, encodings, blanks, nesting, names]


def cases():
    """(family, text), none twice."""
    seen = set()
    for family in FAMILIES:
        for text in family():
            if text not in seen:
                seen.add(text)
                yield family.__name__, text


class Duplicate(ValueError):
    pass


def no_constant(word):
    raise ValueError(word)


def unique(members):
    if len({name for name, _ in members}) < len(members):
        raise Duplicate
    return dict(members)


def has_surrogates(value):
    if isinstance(value, str):
        return any("\ud800" <= letter <= "\udfff" for letter in value)
    if isinstance(value, dict):
        value = [*value, *value.values()]
    return isinstance(value, list) and any(map(has_surrogates, value))


def by_python(text):
    """The verdict of Python's json, corrected where it is more lenient than the RFC: accepted, duplicate or refused."""
    def loads(**options):
        value = json.loads(text.decode("utf-8"), parse_constant=no_constant, **options)
        if has_surrogates(value):
            raise ValueError("surrogate")

    if text.startswith(BOM):
        text = text[len(BOM):]
    try:
        # All values of repeated names, or a lone surrogate in the first would be lost.
        loads(object_pairs_hook=lambda members: [part for member in members for part in member])
    except (ValueError, RecursionError):
        return "refused"
    try:
        loads(object_pairs_hook=unique)
        return "accepted"
    except Duplicate:
        return "duplicate"


# Table 3-7 of Unicode, and escapes; surrogates in pairs only.
STRING = rb'''"(?:[\x20\x21\x23-\x5b\x5d-\x7f]|[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]
    |[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}
    |[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}|\\["\\/bfnrt]
    |\\u(?:[0-9abcefABCEF][0-9a-fA-F]{3}|[dD][0-7][0-9a-fA-F]{2})
    |\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})*"'''
TOKEN = re.compile(rb"(?P<s>" + STRING + rb")|(?P<v>-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?"
                   rb"|true|false|null)|(?P<p>[][{},:])|(?P<b>[ \t\n\r]+)", re.VERBOSE)
CONTAINER = re.compile(r"\[(?:[sv](?:,[sv])*)?\]|\{(?:s:[sv](?:,s:[sv])*)?\}")


def by_reduction(text):
    """Whether tokens reduce to one value, innermost containers first, and how deep they were; names may repeat."""
    place, sentence = len(BOM) if text.startswith(BOM) else 0, []
    while place < len(text):
        token = TOKEN.match(text, place)
        if not token:
            return False, 0
        if token.lastgroup != "b":
            sentence.append(token.lastgroup if token.lastgroup != "p" else token.group().decode())
        place = token.end()
    sentence, depth = "".join(sentence), 0
    # Two adjacent values, as in 1true, are two letters.
    while True:
        reduced = CONTAINER.sub("v", sentence)
        if reduced == sentence:
            return sentence in ("s", "v"), depth
        sentence, depth = reduced, depth + 1


class Disagreement(Exception):
    """The oracles disagree, so one of them is wrong."""


def verdict(text):
    python, (reduces, depth) = by_python(text), by_reduction(text)
    if (python != "refused") != reduces:
        raise Disagreement(f"{text!r}: Python says {python}, reduction {reduces}")
    return "deep" if reduces and depth > DEPTH else python


if hasattr(sys, "set_int_max_str_digits"):
    sys.set_int_max_str_digits(0)
