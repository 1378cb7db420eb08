public import FrameGraph
public import QuadGeometry

/// A trajectory in the form of TUM: `t x y z qx qy qz qw` in each row, metres and a quaternion.
///
/// Each row is a frame with a pose and nothing more. Rows have no errors, so no edges are made of them: motions from one row to the next
/// that nobody measured would check each other in no loop, and be believed.
public struct TUMFile: Hashable, Sendable {
    /// A row of the file.
    public struct Row: Hashable, Sendable {
        /// The name of the frame, by its time: see ``TUMFile/name(of:)``.
        public let name: String
        /// The time as the file has it.
        public let stamp: String
        /// Position and quaternion: x y z qx qy qz qw.
        public let pose: [Double]
    }

    /// The rows in the order of the file.
    public private(set) var rows: [Row] = []
    /// The largest amount by which a quaternion's length was not one, and was divided away.
    public private(set) var normalized = 0.0
    private var lines: [String: Int] = [:]

    /// A file of which nothing is read yet.
    init() {}

    public static func == (a: TUMFile, b: TUMFile) -> Bool { a.rows == b.rows }

    public func hash(into hasher: inout Hasher) { hasher.combine(rows) }

    mutating func read(_ line: PoseLine) throws(PoseTextError) {
        let stamp = line.words[0]
        guard line.words.count == 8 else { throw line.error(.wrongRow(found: line.words.count)) }
        let pose = try line.numbers(0..<8)[1...]
        guard stamp.utf8.count <= TUMFile.longestStamp else {
            throw line.error(.longStamp(limit: TUMFile.longestStamp))
        }
        let correction = try line.correction(ofPose: pose)
        let name = TUMFile.name(of: stamp)
        if let first = lines.updateValue(line.number, forKey: name) {
            throw line.error(.duplicateStamp(stamp, line: first))
        }
        guard rows.count < PoseGraph.mostEdges else {
            throw line.error(.tooManyPoses(limit: PoseGraph.mostEdges))
        }
        normalized = Double.maximum(normalized, correction)
        rows.append(Row(name: name, stamp: stamp, pose: Array(pose)))
    }

    /// In characters.
    static let longestStamp = 64

    /// The name of the frame of a time: its decimal digits without zeros that say nothing.
    ///
    /// `12`, `12.0` and `1.2e+01` all are 12, which is also the frame that g2o calls 12. Digits are kept as they are written, since
    /// doubles do not tell nanoseconds of this century apart; only times with an exponent pass through a double.
    public static func name(of stamp: String) -> String {
        var text = stamp
        if text.utf8.contains(where: { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }) {
            guard let time = Double(text), time.isFinite else { return stamp }
            text = time.magnitude < largestWhole && time == time.rounded() ? "\(Int(time))" : "\(time)"
        }
        let isNegative = text.hasPrefix("-")
        if isNegative || text.hasPrefix("+") { text.removeFirst() }
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        var fraction = parts.count > 1 ? parts[1] : ""
        // A double of an extreme time keeps its exponent.
        if !fraction.contains("e") { while fraction.hasSuffix("0") { fraction.removeLast() } }
        let whole = parts[0].drop { $0 == "0" }
        let digits = (whole.isEmpty ? "0" : String(whole)) + (fraction.isEmpty ? "" : "." + fraction)
        return isNegative && digits != "0" ? "-" + digits : digits
    }

    /// Doubles beyond this are written with an exponent.
    private static let largestWhole = 9e15

    /// The poses of the frames, by name.
    public var poses: [String: RigidTransform] {
        var poses: [String: RigidTransform] = [:]
        for row in rows { poses[row.name] = G2OFile.motion(row.pose) }
        return poses
    }

    /// The graph of the frames, which nothing joins.
    public func graph() throws(PoseGraphError) -> PoseGraph {
        try PoseGraph(frames: rows.map(\.name))
    }

    /// The text of the file.
    public var bytes: [UInt8] {
        var text = ""
        for row in rows { text += row.stamp + G2OFile.text(row.pose) + "\n" }
        return Array(text.utf8)
    }
}

/// A reader of trajectories that arrive in pieces, so that text need not fit into memory at once.
public struct TUMReader: Sendable {
    private var file = TUMFile()
    private var buffer = LineBuffer(.tum)

    public init() {}

    /// Reads the next piece; whatever is wrong with a line is refused with the piece that ends it.
    public mutating func add(_ piece: [UInt8]) throws(PoseTextError) { try buffer.add(piece, to: &file) }

    /// The file, once all pieces are read.
    public mutating func finish() throws(PoseTextError) -> TUMFile {
        try buffer.finish(&file)
        return file
    }
}

extension TUMFile: LineFile {}

extension TUMFile {
    /// Reads the bytes of a file; ``TUMReader`` does so piece by piece.
    public init(reading bytes: some Collection<UInt8>) throws(PoseTextError) {
        var reader = TUMReader()
        try reader.add(Array(bytes))
        self = try reader.finish()
    }
}
