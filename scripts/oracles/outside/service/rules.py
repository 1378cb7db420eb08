"""What the server makes of a request: which bodies it takes, and what it computes from corners and vector."""

import math

CORNERS = ("p1", "p2", "p3", "p4")


class Refusal(Exception):
    """A request that is answered with a status and plain text, as Axum does it."""

    def __init__(self, status, text):
        super().__init__(text)
        self.status, self.text = status, text


def point(body, name):
    value = body[name]
    if not isinstance(value, list) or len(value) != 3:
        raise Refusal(422, f"Failed to deserialize the JSON body into the target type: {name}: expected an array of length 3")
    for number in value:
        if isinstance(number, bool) or not isinstance(number, (int, float)) or not math.isfinite(number):
            raise Refusal(422, f"Failed to deserialize the JSON body into the target type: {name}: expected f64")
    return [float(number) for number in value]


def expect(body, name, kind, required=False):
    """A member of a body, or None; of the wrong type it is refused."""
    value = body.get(name)
    if value is None:
        if required:
            raise Refusal(422, f"Failed to deserialize the JSON body into the target type: missing field `{name}`")
        return None
    if not isinstance(value, kind) or isinstance(value, bool) and kind is not bool:
        raise Refusal(422, f"Failed to deserialize the JSON body into the target type: {name}: invalid type")
    return value


def vector_of(space):
    vector = space.get("calibration_vector")
    return vector if vector else [0.0, 0.0, 0.0]


def mean(points):
    return [sum(point[axis] for point in points) / 4 for axis in range(3)]


def calibrated(marker, space):
    """What the server derives: the corners plus the vector of the space, and the mean of the four."""
    vector = vector_of(space)
    points = {name: [a + b for a, b in zip(marker[name], vector)] for name in CORNERS}
    return {**points, "center": mean(list(points.values()))}


def calibrated_body(value):
    """A body's calibrated_data, checked; the centre is the server's own where it lacks."""
    if not isinstance(value, dict):
        raise Refusal(422, "Failed to deserialize the JSON body into the target type: calibrated_data: expected a map")
    points = {}
    for name in CORNERS:
        if name not in value:
            raise Refusal(422, f"Failed to deserialize the JSON body into the target type: missing field `{name}`")
        points[name] = point(value, name)
    center = point(value, "center") if "center" in value else mean(list(points.values()))
    return {**points, "center": center}


def details(marker, now):
    """The measures of a marker: middle, extents, and the signed extremes of x and z."""
    xs = [marker[name][0] for name in CORNERS]
    zs = [marker[name][2] for name in CORNERS]
    return {
        "marker_id": marker["id"], "center_location_long": sum(zs) / 4, "center_location_cross": sum(xs) / 4,
        "x_negative": min(xs), "x_positive": max(xs), "z_negative": min(zs), "z_positive": max(zs),
        "long_size": max(zs) - min(zs), "cross_size": max(xs) - min(xs), "custom_props": {},
        "created_at": now, "updated_at": now,
    }


def patch_marker(marker, body, space, variant):
    """The marker after a PATCH, as the variant of its space has it."""
    changed = dict(marker)
    moved = False
    for name in CORNERS:
        if body.get(name) is not None:
            changed[name] = point(body, name)
            moved = True
    for name, kind in (("label", str), ("color", str), ("meta", dict), ("custom_props", dict), ("work_session_id", str)):
        value = expect(body, name, kind)
        if value is not None:
            changed[name] = value
    if moved:
        changed["calibrated_data"] = calibrated(changed, space)
        changed["details"] = None
    if "calibrated_data" in body:
        stance = variant.get("calibrated", "keeps")
        if stance == "refuses":
            raise Refusal(422, "Failed to deserialize the JSON body into the target type: unknown field `calibrated_data`")
        if stance == "keeps":
            if body["calibrated_data"] is not None:
                changed["calibrated_data"] = calibrated_body(body["calibrated_data"])
            elif variant.get("null", "ignored") == "clears":
                changed["calibrated_data"] = None
    return changed
