internal import StrictJSON

extension FitDocument {
    /// A file that the fit was made from.
    public enum Input: Hashable, Sendable {
        /// Pairs, points or check pairs as CSV.
        case table(Table)
        case markers(Markers)
        case matrix(Matrix)
        case poses(Poses)
        /// The ids that go together.
        case map(Map)
        /// Anchors of laser-guide rows.
        case anchors(Anchors)
        case guide(Guide)

        /// A file of pairs, points or check pairs.
        public struct Table: Hashable, Sendable {
            public var role = "pairs", file = "", sha256 = ""
            /// The separator of the fields: `tab`, `semicolon` or `comma`.
            public var separator = "comma"
            public var hasHeader = true
            public var columns: [String] = []
            public var rows = 0
            public var notes: [String] = []

            public init() {}
        }

        /// A file of markers.
        public struct Markers: Hashable, Sendable {
            public var role = "old", file = "", sha256 = ""
            public var markers = 0, otherSessions = 0
            public var refused: [Refused] = []

            public init() {}
        }

        /// A file of a matrix.
        public struct Matrix: Hashable, Sendable {
            public var role = "old", file = "", sha256 = ""
            public var layout = MatrixLayout.rows
            public var layoutIsStated = false
            public var defect = 0.0, correction = 0.0
            /// The format of another program; `nil` for 4x4 matrices.
            public var writtenAs: MotionFormat?

            public init() {}
        }

        /// A file of the poses of a sensor.
        public struct Poses: Hashable, Sendable {
            public var role = "old", file = "", sha256 = ""
            public var writtenAs = TrajectoryFormat.tum
            public var poses = 0, unmatched = 0
            /// The largest difference of the times of a pair that was allowed, in seconds.
            public var within = 0.0
            /// The largest difference of a quaternion's length from 1, and of a matrix from the nearest rotation.
            public var lengthDefect = 0.0, correction = 0.0

            public init() {}
        }

        /// A file of ids that go together.
        public struct Map: Hashable, Sendable {
            public var role = "map", file = "", sha256 = ""

            public init() {}
        }

        /// A file of the anchors of laser-guide rows.
        public struct Anchors: Hashable, Sendable {
            public var role = "old", file = "", sha256 = ""
            public var session = "", run = 0
            public var anchors = 0, otherRuns = 0
            public var refused: [Refused] = []

            public init() {}
        }

        /// A file of a laser guide.
        public struct Guide: Hashable, Sendable {
            public var role = "new", file = "", sha256 = ""
            public var space = ""
            public var rows = 0
            public var dots = GridRow.Dot.asDrawn
            public var dotsAreStated = false
            public var ignoredRows = 0

            public init() {}
        }

        /// A value of a file that cannot be used.
        public struct Refused: Hashable, Sendable {
            public var code = "", pointer = ""
            public var line = 0

            public init() {}
        }
    }
}

extension FitDocument.Input {
    /// The role of the file, such as `pairs`, `old` or `new`.
    public var role: String { source.role }
    /// Its name; `-` is standard input.
    public var file: String { source.file }
    /// The digest of its bytes.
    public var sha256: String { source.sha256 }

    var source: any FitSource {
        switch self {
        case .table(let table): table
        case .markers(let markers): markers
        case .matrix(let matrix): matrix
        case .poses(let poses): poses
        case .map(let map): map
        case .anchors(let anchors): anchors
        case .guide(let guide): guide
        }
    }
}
