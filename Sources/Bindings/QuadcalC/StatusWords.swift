internal import CQuadcal

/// A name and a sentence, as C strings that stay.
struct Words {
    let name, text: StaticString
}

func words(_ name: StaticString, _ text: StaticString) -> Words { Words(name: name, text: text) }

/// The text as a C string: a literal ends with a zero and stays as long as the library.
func cString(_ text: StaticString) -> UnsafePointer<CChar> {
    UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func quadcal_status_name(_ status: Int32) -> UnsafePointer<CChar>! {
    cString(statusWords(status).name)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func quadcal_status_text(_ status: Int32) -> UnsafePointer<CChar>! {
    cString(statusWords(status).text)
}

private func statusWords(_ status: Int32) -> Words {
    switch Int(status) {
    case QUADCAL_OK: words("OK", "nothing is wrong")
    case QUADCAL_NULL_POINTER: words("NULL_POINTER", "a pointer is null where there must be memory")
    case QUADCAL_BAD_COUNT:
        words("BAD_COUNT", "a count is negative, zero where there must be some, or too large")
    case QUADCAL_BAD_CHOICE: words("BAD_CHOICE", "a choice is none of those that the header lists")
    case QUADCAL_BAD_LIMIT: words("BAD_LIMIT", "a limit is NaN or negative, or reserved is not 0")
    case QUADCAL_BAD_MOMENTS:
        words(
            "BAD_MOMENTS", "these are not the moments of any pairs: they were damaged, or come from elsewhere"
        )
    case QUADCAL_BAD_MOTION: words("BAD_MOTION", "these are not the numbers of a rigid motion")
    case QUADCAL_BAD_DIRECTION: words("BAD_DIRECTION", "a direction to face is zero or not finite")
    case QUADCAL_BAD_GROWTH: words("BAD_GROWTH", "a growth is not a finite number above zero")
    case QUADCAL_UNPAIRED_POINTS:
        words("UNPAIRED_POINTS", "there are more points on one side than on the other")
    case QUADCAL_UNPAIRED_COLUMN:
        words("UNPAIRED_COLUMN", "a column has more or fewer entries than there are pairs")
    case QUADCAL_NON_FINITE_POINT: words("NON_FINITE", "a coordinate of a pair is not a finite number")
    case QUADCAL_BAD_WEIGHT: words("BAD_WEIGHT", "a weight is negative or not a finite number")
    case QUADCAL_BAD_COVARIANCE:
        words("BAD_COVARIANCE", "a covariance is not finite, or negative in some direction")
    case QUADCAL_NO_NOISE: words("NO_NOISE", "covariances leave a pair without any noise in some direction")
    case QUADCAL_POINT_OUT_OF_RANGE: words("OUT_OF_RANGE", "a coordinate of a pair is beyond 1e60 m")
    case QUADCAL_TOO_FEW_PAIRS:
        words("TOO_FEW_PAIRS", "there are fewer pairs of a weight above zero than the motion needs")
    case QUADCAL_COINCIDENT_POINTS: words("COINCIDENT_POINTS", "all points of a side are in one place")
    case QUADCAL_POINTS_ON_LINE:
        words(
            "POINTS_ON_LINE",
            "all points of a side are on one line; a pair farther from it would fix the turn")
    case QUADCAL_TURN_NOT_DETERMINED:
        words("TURN_NOT_DETERMINED", "the best turn about an axis is not determined by these pairs")
    case QUADCAL_MOTION_NOT_FIXED: words("MOTION_NOT_FIXED", "the pairs leave some change of the motion free")
    case QUADCAL_BAD_OPTION: words("BAD_OPTION", "an option is beyond its range")
    case QUADCAL_BAD_POINT:
        words("BAD_POINT", "a point or marker to be moved has no usable coordinates")
    case QUADCAL_SOLVER_FAILED:
        words("SOLVER_FAILED", "no decomposition was found, or its refinement did not settle")
    case QUADCAL_NO_SUCH_POINT: words("NO_SUCH_POINT", "a pair names a point beyond the last")
    case QUADCAL_BAD_BOUND: words("BAD_BOUND", "a bound is not a length above zero")
    case QUADCAL_NOT_DETERMINED:
        words("NOT_DETERMINED", "no motion is followed by more pairs than chance may bring")
    case QUADCAL_AMBIGUOUS_MOTION:
        words(
            "AMBIGUOUS_MOTION",
            "two clearly different motions are followed by nearly as many pairs; choose 1 or 2")
    case QUADCAL_NO_SUCH_MOTION:
        words("NO_SUCH_MOTION", "a motion was chosen by its number, and there are not so many")
    case QUADCAL_SCALE_SLIP:
        words("SCALE_SLIP", "targets are longer or shorter than sources throughout: a wrong unit or scale")
    case QUADCAL_MIRRORED:
        words(
            "MIRRORED",
            "a mirrored motion is followed by more pairs than any proper one: check the axes of both sides")
    case QUADCAL_TOO_FEW_PINS:
        words("TOO_FEW_PINS", "the fit follows fewer markers than it takes to see how a scan bends")
    case QUADCAL_NO_TIME: words("NO_TIME", "no time is known; give one, or straighten by place")
    case QUADCAL_BAD_TIME:
        words("BAD_TIME", "a time is infinite, or too large to tell hundredths of a second")
    case QUADCAL_ONE_PLACE: words("ONE_PLACE", "all markers of the fit are in one place")
    case QUADCAL_ONE_TIME: words("ONE_TIME", "all markers of the fit have one time; straighten by place")
    case QUADCAL_MODEL_NOT_STRAIGHTENED:
        words("MODEL_NOT_STRAIGHTENED", "translations and similarities are not straightened")
    case QUADCAL_NOT_FIXED:
        words("NOT_FIXED", "the middles of the markers do not fix the motion; one beside their line would")
    default: words("UNKNOWN", "no status of this library has this number")
    }
}
