import Markers

/// The reason why points of a file are no origin and direction.
enum OriginFault {
    case pointCount(Int)
    case otherName(found: String, expected: String)
    case frame(TwoPointError)

    /// The message: what was found, what was expected, and the next thing to try; safe for a terminal.
    var text: String {
        switch self {
        case .pointCount(let count):
            "\(counted(count, "point")), expected two: the origin, then a point that +Z runs to"
        case .otherName(let found, let expected):
            "the point is \(quoted(found)) where the other file has \(quoted(expected)); name both points alike and in "
                + "the same order"
        case .frame(.noDirection(let separation)):
            "the second point is \(MeasureText.length(separation)) beside the first, expected "
                + "\(MeasureText.length(TwoPointOrigin.leastSeparation)) on the level at least; take a point farther away"
        case .frame(.nonFinite): "a point is out of range, expected places that exist; correct it"
        }
    }
}
