internal import StrictJSON

extension FitDocument {
    /// A pair with its evidence; lengths in metres.
    public struct Pair: Hashable, Sendable {
        public var id = ""
        public var line = 0
        /// The marker it is a corner of; `nil` where it is alone.
        public var group: String?
        /// Each in its own frame.
        public var source = SIMD3<Double>.zero, target = SIMD3<Double>.zero
        public var weight = 1.0
        public var follows = true
        /// The target less the moved source, and its length.
        public var residual = SIMD3<Double>.zero
        public var length = 0.0
        /// The residual in units of its own expected deviation; `nil` where that is not known.
        public var standardised: Double?
        /// The share of its three coordinates that was spent on the motion.
        public var leverage = 0.0
        /// The residual under the motion of all others, and how far leaving it out moves the pairs.
        public var leaveOneOut, influence: Double?
        /// Of a fit that was straightened by time, when its marker was made, in seconds.
        public var time: Double?
        /// What its marker is shifted by on top of the motion, in the target frame, and the 95 % error of its middle then; `nil` without
        /// a straightening, or a time.
        public var shift: SIMD3<Double>?
        public var error95: Double?

        package init() {}

        /// What remains of the residual once its marker is shifted.
        public var left: SIMD3<Double> { residual - (shift ?? .zero) }

        /// The corner that its name tells, from 0; `nil` where it tells none.
        public var corner: Int? { CornerName(id)?.corner }
    }

    /// A point of interest.
    public struct Point: Hashable, Sendable {
        public var id = ""
        public var line = 0
        public var source = SIMD3<Double>.zero, moved = SIMD3<Double>.zero
        public var error95, motionError95: Double?
        /// Of a fit that was straightened: its time, and what it is shifted by on top of the motion, which is in ``moved``.
        public var time: Double?
        public var shift: SIMD3<Double>?
        /// How far past the reach of the markers it is, in metres or seconds, so that its shift fades; `nil` within.
        public var beyond: Double?

        package init() {}
    }

    /// A pair that took no part in the fit; lengths in metres.
    public struct Check: Hashable, Sendable {
        public var id = ""
        public var line = 0
        /// The marker it is a corner of; `nil` where no check pair names one, or if an earlier version wrote the document.
        public var group: String?
        public var residual = SIMD3<Double>.zero
        public var length = 0.0
        /// The length that the residual of this pair stays within so that those of all check pairs do, in 95 of 100 cases.
        public var bound: Double?
        public var misses = false
        /// The 95 % errors of this one pair and of the motion there, in metres; `nil` if the noise is not known, or if an earlier
        /// version wrote the document.
        public var error95, motionError95: Double?

        package init() {}
    }

    /// The pairs that a robust fit followed and rejected; lengths in metres.
    package struct Selection: Hashable, Sendable {
        package var bound = 0.0
        package var boundIsEstimated = false
        package var follow = 0, support = 0
        package var neededSupport = 0
        package var rivalSupport: Int?
        /// Other motions that many of the pairs follow; `nil` if there are none, or an earlier version wrote the document.
        package var rivals: [Rival]?
        package var rejected: [Rejected] = []

        package init() {}

        /// A pair that does not follow.
        package struct Rejected: Hashable, Sendable {
            package var id = ""
            package var line = 0
            package var distance = 0.0
            package var reason = "", sentence = ""

            package init() {}
        }
    }
}

/// A value with a name and a line in a file.
private protocol NamedRow: DocumentObject {
    var id: String { get set }
    var line: Int { get set }
}

extension NamedRow {
    static var named: [DocumentMember<Self>] {
        [
            .always("id", \.id, "What its row is called."),
            .always("line", \.line, "The line it begins in, from 1."),
        ]
    }
}

extension FitDocument.Pair: NamedRow {
    package static let members: [DocumentMember<FitDocument.Pair>] =
        named + [
            .always("group", \.group, "The marker it is of."),
            .always("source", \.source, "The point in the source frame."),
            .always("target", \.target, "The point in the target frame."),
            .always("weight", \.weight, "Its weight."),
            .always("follows", \.follows, "Whether it took part in the fit."),
            .always("residual", \.residual, "What the motion misses the target by."),
            .always("length", \.length, "The length of that."),
            .always("standardised", \.standardised, "The same in deviations."),
            .always("leverage", \.leverage, "How much of its own fit it makes."),
            .always("leaveOneOut", \.leaveOneOut, "The length where the others predict it."),
            .always("influence", \.influence, "How far the motion goes without it."),
            .sometimes("time", \.time, "When its marker was made, in seconds, of a straightening by time."),
            .sometimes("shift", \.shift, "What its marker is shifted by on top of the motion."),
            .sometimes(
                "error95", \.error95,
                "What the middle of its shifted marker is off by at most in 95 of 100 cases."),
        ]
}

extension FitDocument.Point: NamedRow {
    package static let members: [DocumentMember<FitDocument.Point>] =
        named + [
            .always("source", \.source, "The point in the source frame."),
            .always("moved", \.moved, "Where it goes."),
            .usually(
                "error95", \.error95,
                "What a marker there is off by at most in 95 of 100 cases, by the motion and by itself; not for matrices."
            ),
            .sometimes("motionError95", \.motionError95, "The part of the motion and of the drift in that."),
            .sometimes("time", \.time, "When it was made, in seconds, of a straightening by time."),
            .sometimes("shift", \.shift, "What it is shifted by on top of the motion."),
            .sometimes(
                "beyond", \.beyond,
                "How far past the reach of the markers it is, in metres or seconds: its shift fades."),
        ]
}

extension FitDocument.Check: NamedRow {
    package static let members: [DocumentMember<FitDocument.Check>] =
        named + [
            .sometimes("group", \.group, "The marker it is of."),
            .always("residual", \.residual, "What the motion misses the target by."),
            .always("length", \.length, "The length of that."),
            .usually(
                "bound", \.bound,
                "What it should stay within, as all do together in 95 of 100 cases; not for matrices."),
            .usually("misses", \.misses, "Whether it does not; not for matrices."),
            .usually(
                "error95", \.error95,
                "What the residual of this one pair stays within in 95 of 100 cases; null where that is not known."
            ),
            .usually("motionError95", \.motionError95, "The part of the motion in that."),
        ]
}

extension FitDocument.Selection: DocumentObject {
    package static let members: [DocumentMember<FitDocument.Selection>] = [
        .always("bound", \.bound, "How far off a pair may be that is not wrong."),
        .always("boundIsEstimated", \.boundIsEstimated, "Whether that was found out from the pairs."),
        .always("follow", \.follow, "How many pairs follow the motion."),
        .always("support", \.support, "How many of them are independent."),
        .always("neededSupport", \.neededSupport, "How many chance alone would need to look like it."),
        .always("rivalSupport", \.rivalSupport, "How many follow another motion."),
        .sometimes("rivals", \.rivals, "The other motions that many pairs follow, which --choose can take."),
        .always("rejected", \.rejected, "The pairs that do not follow, the farthest first."),
    ]
}

extension FitDocument.Selection.Rejected: NamedRow {
    package static let members: [DocumentMember<FitDocument.Selection.Rejected>] =
        named + [
            .always("distance", \.distance, "How far it is from its place."),
            .always("reason", \.reason, "Why, in a word."),
            .always("sentence", \.sentence, "Why, in words."),
        ]
}

/// A name that a pair has where it is a corner of a marker: `NAME.p1` to `NAME.p4`, `NAME/p1` or `NAME#1`.
public struct CornerName: Hashable, Sendable {
    public let marker: String
    /// Counted from 0.
    public let corner: Int

    /// `nil` where the name is of another form.
    public init?(_ name: String) {
        let bytes = name.utf8
        guard let digit = bytes.last, (UInt8(ascii: "1")...UInt8(ascii: "4")).contains(digit) else {
            return nil
        }
        let ending = bytes.suffix(3)
        let length =
            bytes.dropLast().last == UInt8(ascii: "#")
            ? 2 : ending.starts(with: ".p".utf8) || ending.starts(with: "/p".utf8) ? 3 : bytes.count
        guard length < bytes.count else { return nil }
        marker = String(decoding: bytes.dropLast(length), as: UTF8.self)
        corner = Int(digit - UInt8(ascii: "1"))
    }
}
