/// The weight of a finding.
public enum Severity: String, Hashable, Sendable, CaseIterable {
    case error, warning, info, hint
}

/// One thing wrong with a quad, where it is, and the number that shows it.
///
/// ```swift
/// var bowTie = Quad([0, 1, 0], [1, 1, 0], [0, 0, 0], [1, 0, 0])
/// if let fix = bowTie.issues().first?.fix, let sound = bowTie.applying(fix) { bowTie = sound }
/// ```
public struct QuadIssue: Hashable, Sendable {
    /// The kind of a finding. Codes are words and never change meaning.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        case wrongShape = "WRONG_SHAPE"
        case nonFinite = "NON_FINITE"
        case outOfRange = "OUT_OF_RANGE"
        case duplicateCorners = "DUPLICATE_CORNERS"
        case zeroArea = "ZERO_AREA"
        case selfIntersecting = "SELF_INTERSECTING"
        case concave = "CONCAVE"
        case nonPlanar = "NON_PLANAR"
        case folded = "FOLDED"
        case tooSmall = "TOO_SMALL"
        case tooLarge = "TOO_LARGE"
        case straightCorner = "STRAIGHT_CORNER"
        case aspectRatio = "ASPECT_RATIO"
        case winding = "WINDING"
        case notRectangular = "NOT_RECTANGULAR"
        case duplicateMarker = "DUPLICATE_MARKER"
        case overlappingMarker = "OVERLAPPING_MARKER"
        case stackedMarker = "STACKED_MARKER"
        case unitSlip = "UNIT_SLIP"
        case farAway = "FAR_AWAY"
        case upAxis = "UP_AXIS"
        case warped = "WARPED"
        case crowded = "CROWDED"
    }

    /// The unit of a finding's value and limit.
    public enum Unit: String, Hashable, Sendable {
        case metres, squareMetres, radians, ratio, numbers
    }

    public var code: Code
    public var severity: Severity
    /// The measured value, where the finding is about one.
    public var value: Double?
    /// The limit it was held against.
    public var limit: Double?
    public var unit: Unit?
    /// The corner it is about, 0 for p1; for an edge its first corner.
    public var corner: Int?
    /// The coordinate it is about, 0 for x; for `UP_AXIS` the vertical axis.
    public var coordinate: Int?
    /// The place of the finding: the crossing, or the worst corner, in metres.
    public var location: SIMD3<Double>?
    /// The change that would fix it, where there is one.
    public var fix: QuadFix?
    /// The evidence of another unit, where the finding is that.
    public var slip: LengthSlip?

    public init(
        _ code: Code, _ severity: Severity, value: Double? = nil, limit: Double? = nil, unit: Unit? = nil,
        corner: Int? = nil, coordinate: Int? = nil, location: SIMD3<Double>? = nil, fix: QuadFix? = nil
    ) {
        self.code = code
        self.severity = severity
        self.value = value
        self.limit = limit
        self.unit = unit
        self.corner = corner
        self.coordinate = coordinate
        self.location = location
        self.fix = fix
    }
}

/// A change that fixes a finding.
public enum QuadFix: Hashable, Sendable {
    /// Take the corners in this order.
    case reorder(SIMD4<Int>)
    /// Move the corners into their common plane.
    case flatten
    /// Leave this marker out, since another is in its place.
    case dropMarker
}

extension Quad {
    /// The corrected quad; `nil` when the fix is to leave it out, or cannot be made.
    public func applying(_ fix: QuadFix) -> Quad? {
        switch fix {
        case .reorder(let indices): reordered(indices)
        case .flatten: flattened
        case .dropMarker: nil
        }
    }
}

extension QuadIssue {
    /// A set of codes, one bit each.
    @frozen
    public struct CodeSet: OptionSet, Hashable, Sendable {
        /// The bits 1 << n of the codes, n their places in `QuadIssue.Code.allCases`.
        public let rawValue: UInt32

        /// The set of these bits.
        ///
        /// - Parameter rawValue: the bits 1 << n of the codes, n their places in `QuadIssue.Code.allCases`.
        @inlinable
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// The set of one code.
        ///
        /// - Parameter code: the code.
        public init(_ code: Code) { rawValue = 1 << code.place }
    }
}

extension QuadIssue.Code {
    /// The place in `allCases`, which no code that is added later changes.
    var place: UInt32 {
        switch self {
        case .wrongShape: 0
        case .nonFinite: 1
        case .outOfRange: 2
        case .duplicateCorners: 3
        case .zeroArea: 4
        case .selfIntersecting: 5
        case .concave: 6
        case .nonPlanar: 7
        case .folded: 8
        case .tooSmall: 9
        case .tooLarge: 10
        case .straightCorner: 11
        case .aspectRatio: 12
        case .winding: 13
        case .notRectangular: 14
        case .duplicateMarker: 15
        case .overlappingMarker: 16
        case .stackedMarker: 17
        case .unitSlip: 18
        case .farAway: 19
        case .upAxis: 20
        case .warped: 21
        case .crowded: 22
        }
    }
}

/// The sum of the findings on a quad, without their numbers and places.
@frozen
public struct QuadVerdict: Hashable, Sendable {
    /// The codes of all findings; empty for a sound quad.
    public internal(set) var codes: QuadIssue.CodeSet = []
    /// The gravest severity of them; `nil` for a sound quad.
    public internal(set) var severity: Severity?

    /// The verdict on a sound quad.
    public init() {}

    /// Whether nothing was found.
    public var isSound: Bool { codes.isEmpty }
}
