"""How answers are written: decimal texts of 40 digits, counted as Datasets/score.py does."""
from decimal import Decimal, localcontext

DIGITS = 40
MEMBERS = {"quads": ("center", "area", "normal", "flatness", "plane", "distance"),
           "graphs": ("rotations", "translations"), "hand-eyes": ("rotations", "translations"),
           "similarity": ("rotation", "scale", "image")}


def members(problem):
    return MEMBERS.get(problem["set"].split("/")[0], ("rotation", "image"))


def place(member, problem):
    """How many decimals a member has, fewer than none for large ones: 40 digits of what its errors are relative to."""
    with localcontext() as context:
        context.prec = 200
        if member == "image":
            size = max(abs(Decimal(c)) for p in problem["targets"] for c in p)
        elif member == "center":
            size = max(abs(Decimal(c)) for p in problem["corners"] for c in p)
        elif member in ("area", "flatness", "distance"):
            corners = [[Decimal(c) for c in p] for p in problem["corners"]]
            square = max(sum((x - y) ** 2 for x, y in zip(a, b)) for a in corners for b in corners)
            size = square if member == "area" else square.sqrt()
        elif member == "translations":
            poses = [e["pose"] for e in problem["edges"]] if "edges" in problem else [p["hand"] for p in problem["poses"]]
            size = max(abs(Decimal(c)) for pose in poses for c in pose[:3])
        else:
            # A scale may be small.
            size = Decimal("0.001" if member == "scale" else 1)
        # The least power of ten that is not below the size.
        power = size.adjusted() + (size != Decimal(1).scaleb(size.adjusted()))
    return DIGITS - power


def text(units, decimals):
    """A whole number of units of a decimal place."""
    sign, numerals = "-" * (units < 0), str(abs(units))
    if decimals <= 0:
        return sign + numerals + "0" * -decimals
    numerals = numerals.rjust(decimals + 1, "0")
    return f"{sign}{numerals[:-decimals]}.{numerals[-decimals:]}"
