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
            package var role = "pairs", file = "", sha256 = ""
            /// The separator of the fields: `tab`, `semicolon` or `comma`.
            package var separator = "comma"
            package var hasHeader = true
            package var columns: [String] = []
            package var rows = 0
            package var notes: [String] = []

            package init() {}
        }

        /// A file of markers.
        public struct Markers: Hashable, Sendable {
            package var role = "old", file = "", sha256 = ""
            package var markers = 0, otherSessions = 0
            package var refused: [Refused] = []

            package init() {}
        }

        /// A file of a matrix.
        public struct Matrix: Hashable, Sendable {
            package var role = "old", file = "", sha256 = ""
            package var layout = MatrixLayout.rows
            package var layoutIsStated = false
            package var defect = 0.0, correction = 0.0
            /// The format of another program; `nil` for 4x4 matrices.
            package var writtenAs: MotionFormat?

            package init() {}
        }

        /// A file of the poses of a sensor.
        public struct Poses: Hashable, Sendable {
            package var role = "old", file = "", sha256 = ""
            package var writtenAs = TrajectoryFormat.tum
            package var poses = 0, unmatched = 0
            /// The largest difference of the times of a pair that was allowed, in seconds.
            package var within = 0.0
            /// The largest difference of a quaternion's length from 1, and of a matrix from the nearest rotation.
            package var lengthDefect = 0.0, correction = 0.0

            package init() {}
        }

        /// A file of ids that go together.
        public struct Map: Hashable, Sendable {
            package var role = "map", file = "", sha256 = ""

            package init() {}
        }

        /// A file of the anchors of laser-guide rows.
        public struct Anchors: Hashable, Sendable {
            package var role = "old", file = "", sha256 = ""
            package var session = "", run = 0
            package var anchors = 0, otherRuns = 0
            package var refused: [Refused] = []

            package init() {}
        }

        /// A file of a laser guide.
        public struct Guide: Hashable, Sendable {
            package var role = "new", file = "", sha256 = ""
            package var space = ""
            package var rows = 0
            package var dots = GridRow.Dot.asDrawn
            package var dotsAreStated = false
            package var ignoredRows = 0

            package init() {}
        }

        /// A value of a file that cannot be used.
        package struct Refused: Hashable, Sendable {
            package var code = "", pointer = ""
            package var line = 0

            package init() {}
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
