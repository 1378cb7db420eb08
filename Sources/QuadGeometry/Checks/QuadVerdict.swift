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
        }
    }
}

/// What the findings on a quad come to, without their numbers and places.
@frozen
public struct QuadVerdict: Hashable, Sendable {
    /// The codes of all findings; empty for a sound quad.
    public private(set) var codes: QuadIssue.CodeSet = []
    /// The gravest severity of them; `nil` for a sound quad.
    public private(set) var severity: Severity?

    /// The verdict on a sound quad.
    public init() {}

    /// Whether nothing was found.
    public var isSound: Bool { codes.isEmpty }
}

/// A receiver of findings, which decides whether their numbers are worked out.
protocol FindingSink {
    /// Takes a finding; `issue` must have this code and severity.
    mutating func add(
        _ code: QuadIssue.Code, _ severity: Severity, _ issue: @autoclosure () -> QuadIssue)
}

extension [QuadIssue]: FindingSink {
    @inline(__always)
    mutating func add(
        _ code: QuadIssue.Code, _ severity: Severity, _ issue: @autoclosure () -> QuadIssue
    ) {
        append(issue())
    }
}

extension QuadVerdict: FindingSink {
    @inline(__always)
    mutating func add(
        _ code: QuadIssue.Code, _ severity: Severity, _ issue: @autoclosure () -> QuadIssue
    ) {
        codes.insert(QuadIssue.CodeSet(code))
        if self.severity.map({ severity.rank > $0.rank }) ?? true { self.severity = severity }
    }
}

extension Severity {
    /// Hints are the least, errors the gravest.
    fileprivate var rank: Int {
        switch self {
        case .hint: 1
        case .info: 2
        case .warning: 3
        case .error: 4
        }
    }
}

extension QuadCheck {
    /// What the findings of ``issues(_:facing:)`` come to, without asking for memory.
    ///
    /// - Parameters:
    ///   - quad: the quad to check.
    ///   - facing: the direction that the right-hand normal should share; without one, winding is not checked.
    public func verdict(_ quad: Quad, facing: SIMD3<Double>? = nil) -> QuadVerdict {
        var verdict = QuadVerdict()
        switch screen.look(quad) {
        case .sound:
            if let facing { winding(quad, facing, &verdict) }
        case .skewed:
            angles(quad, isConvex: true, &verdict)
            if let facing { winding(quad, facing, &verdict) }
        case .unclear: examine(quad, facing: facing, &verdict)
        }
        return verdict
    }
}
