internal import CQuadcal

// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func quadcal_code_name(_ code: Int32) -> UnsafePointer<CChar>! { cString(codeWords(code).name) }

// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func quadcal_code_text(_ code: Int32) -> UnsafePointer<CChar>! { cString(codeWords(code).text) }

private func codeWords(_ code: Int32) -> Words {
    switch Int(code) {
    case QUADCAL_CODE_WRONG_SHAPE: words("WRONG_SHAPE", "the corners are not four points of three numbers")
    case QUADCAL_CODE_NON_FINITE: words("NON_FINITE", "a coordinate is not a finite number")
    case QUADCAL_CODE_OUT_OF_RANGE: words("OUT_OF_RANGE", "a coordinate is larger than the limit")
    case QUADCAL_CODE_DUPLICATE_CORNERS: words("DUPLICATE_CORNERS", "two corners are in one place")
    case QUADCAL_CODE_ZERO_AREA: words("ZERO_AREA", "the corners are on one line")
    case QUADCAL_CODE_SELF_INTERSECTING:
        words("SELF_INTERSECTING", "two edges cross: the corners are not in the order of the outline")
    case QUADCAL_CODE_CONCAVE: words("CONCAVE", "a corner points inwards")
    case QUADCAL_CODE_NON_PLANAR: words("NON_PLANAR", "the corners are not in one plane")
    case QUADCAL_CODE_FOLDED: words("FOLDED", "the two halves of the quad are at an angle")
    case QUADCAL_CODE_TOO_SMALL: words("TOO_SMALL", "an edge is shorter than the limit")
    case QUADCAL_CODE_TOO_LARGE: words("TOO_LARGE", "an edge is longer than the limit")
    case QUADCAL_CODE_STRAIGHT_CORNER:
        words("STRAIGHT_CORNER", "the angle of a corner is nearly 0 or 180 degrees")
    case QUADCAL_CODE_ASPECT_RATIO:
        words("ASPECT_RATIO", "the longest edge is too many times as long as the shortest")
    case QUADCAL_CODE_WINDING:
        words("WINDING", "the corners go round the other way than the direction to face asks for")
    case QUADCAL_CODE_NOT_RECTANGULAR: words("NOT_RECTANGULAR", "a corner is not a right angle")
    case QUADCAL_CODE_DUPLICATE_MARKER: words("DUPLICATE_MARKER", "another marker is in the same place")
    case QUADCAL_CODE_OVERLAPPING_MARKER: words("OVERLAPPING_MARKER", "another marker overlaps this one")
    case QUADCAL_CODE_STACKED_MARKER:
        words("STACKED_MARKER", "another marker is close in front of this one or behind it")
    case QUADCAL_CODE_UNIT_SLIP: words("UNIT_SLIP", "lengths are those of another unit")
    case QUADCAL_CODE_FAR_AWAY: words("FAR_AWAY", "the marker is far away from the others")
    case QUADCAL_CODE_UP_AXIS: words("UP_AXIS", "another axis than y is vertical")
    case QUADCAL_CODE_WARPED: words("WARPED", "the outline is warped")
    case QUADCAL_CODE_CROWDED: words("CROWDED", "too many markers are about this one to compare it with all")
    default: words("UNKNOWN", "no code of this library has this number")
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func quadcal_judgement_name(_ judgement: Int32) -> UnsafePointer<CChar>! {
    cString(judgementWords(judgement).name)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func quadcal_judgement_text(_ judgement: Int32) -> UnsafePointer<CChar>! {
    cString(judgementWords(judgement).text)
}

private func judgementWords(_ judgement: Int32) -> Words {
    switch Int(judgement) {
    case QUADCAL_JUDGED_SCALE_SLIP:
        words(
            "SCALE_SLIP",
            "the targets are longer or shorter than the sources, beyond chance: a unit was mistaken, or a scan is wrong"
        )
    case QUADCAL_JUDGED_SCALE_DIFFERS:
        words(
            "SCALE_DIFFERS", "the lengths of the two scans differ beyond chance, as those of scans often do")
    case QUADCAL_JUDGED_MIRRORED:
        words(
            "MIRRORED", "a mirrored motion would leave much less: an axis was swapped or negated on one side")
    case QUADCAL_JUDGED_UPSIDE_DOWN:
        words(
            "UPSIDE_DOWN", "the motion turns the vertical upside down, which a flat scene shows for a mirror")
    case QUADCAL_JUDGED_POOR_FIT:
        words("POOR_FIT", "the residuals are a large share of the scene: these are not the same points")
    case QUADCAL_JUDGED_OUTLYING_PAIRS:
        words("OUTLYING_PAIRS", "some pairs are farther off than the noise of the others explains")
    case QUADCAL_JUDGED_AMBIGUOUS_MOTION:
        words(
            "AMBIGUOUS_MOTION",
            "another motion is followed by at least half as many pairs, or a quarter as many groups")
    case QUADCAL_JUDGED_SCAN_DRIFT: words("SCAN_DRIFT", "the targets bend away from the sources smoothly")
    case QUADCAL_JUDGED_ALREADY_APPLIED:
        words("ALREADY_APPLIED", "no motion at all fits as well: the markers are already in the new frame")
    case QUADCAL_JUDGED_WEAK_GEOMETRY:
        words("WEAK_GEOMETRY", "the motion rests on too little: add markers away from the others")
    case QUADCAL_JUDGED_TILTED: words("TILTED", "the tilt is larger than the gravity prior allows")
    case QUADCAL_JUDGED_NOISE_MISFIT: words("NOISE_MISFIT", "the residuals do not match the stated noise")
    case QUADCAL_JUDGED_NO_REDUNDANCY:
        words(
            "NO_REDUNDANCY",
            "the pairs fix the motion and nothing more, so no residual can tell how good it is")
    default: words("UNKNOWN", "no judgement of this library has this number")
    }
}
