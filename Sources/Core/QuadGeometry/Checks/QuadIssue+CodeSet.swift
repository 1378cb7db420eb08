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
