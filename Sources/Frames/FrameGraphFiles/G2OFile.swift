internal import FrameGraph
internal import QuadGeometry

/// A graph of poses in the text format of g2o, each number as it stands in the file.
///
/// Vertices are frames named by their ids. Information is shift first, then turn. Numbers are written as short as they can be read
/// back, so that reading and writing give the same bytes again.
public struct G2OFile: Hashable, Sendable {
    /// The unit of the turn in the information.
    public enum Turns: String, Hashable, Sendable, CaseIterable {
        /// Radians of the rotation vector, as GTSAM has it.
        case vector
        /// The vector part of the quaternion, half of that, as g2o's own solver has it.
        case quaternion
    }

    /// A line of the file.
    public enum Record: Hashable, Sendable {
        /// Position and quaternion: x y z qx qy qz qw.
        case vertex(id: Int, pose: [Double])
        /// Position and quaternion of the second in the first, and the 21 numbers of the information.
        case edge(from: Int, to: Int, pose: [Double], information: [Double])
        case fixed(id: Int)
    }

    /// The records in the order of the file.
    public private(set) var records: [Record] = []
    /// The largest amount by which a quaternion's length was not one, and was divided away.
    public private(set) var normalized = 0.0
    private var lines: [Int] = []

    /// Ids beyond this are refused, as other programs keep them in 32 bits.
    package static let largestID = G2OLimit.largestID
    /// Quaternions of a length farther from one are refused.
    public static let quaternionLimit = G2OLimit.quaternionLength

    /// The file of some records.
    public init(_ records: [Record]) {
        self.records = records
        lines = Array(1...max(records.count, 1))
    }

    /// A file of which nothing is read yet.
    init() {}

    mutating func read(_ line: PoseLine) throws(PoseTextError) {
        let words = line.words, name = words[0]
        func require(_ count: Int) throws(PoseTextError) {
            guard words.count - 1 == count else {
                throw line.error(.wrongCount(record: name, found: words.count - 1, needed: count))
            }
        }
        switch name {
        case "VERTEX_SE3:QUAT":
            try require(8)
            records.append(.vertex(id: try id(1, line), pose: try pose(2..<9, line)))
        case "EDGE_SE3:QUAT":
            try require(30)
            let (from, to) = (try id(1, line), try id(2, line))
            guard from != to else { throw line.error(.selfEdge(from)) }
            records.append(
                .edge(
                    from: from, to: to, pose: try pose(3..<10, line), information: try line.numbers(10..<31)))
        case "FIX":
            try require(1)
            records.append(.fixed(id: try id(1, line)))
        default: throw line.error(.unknownRecord(name))
        }
        lines.append(line.number)
    }

    private func id(_ place: Int, _ line: PoseLine) throws(PoseTextError) -> Int {
        let text = line.words[place]
        let isDigits = text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard isDigits, let id = Int(text), id <= G2OFile.largestID else { throw line.error(.badID(text)) }
        return id
    }

    private mutating func pose(_ places: Range<Int>, _ line: PoseLine) throws(PoseTextError) -> [Double] {
        let numbers = try line.numbers(places)
        normalized = Double.maximum(normalized, try line.correction(ofPose: numbers[...]))
        return numbers
    }

    /// Refuses vertices that are there twice, and edges to vertices that are not there.
    func requireVertices() throws(PoseTextError) {
        var ids = Set<Int>()
        for (record, line) in zip(records, lines) {
            guard case .vertex(let id, _) = record else { continue }
            guard ids.insert(id).inserted else {
                throw PoseTextError(line: line, fault: .duplicateVertex(id), form: .g2o)
            }
        }
        var edges = 0
        for (record, line) in zip(records, lines) {
            let named: [Int]
            switch record {
            case .vertex: continue
            case .edge(let from, let to, _, _):
                edges += 1
                named = [from, to]
            case .fixed(let id): named = [id]
            }
            if let id = named.first(where: { !ids.contains($0) }) {
                throw PoseTextError(line: line, fault: .noVertex(id), form: .g2o)
            }
            guard edges <= PoseGraph.mostEdges else {
                throw PoseTextError(line: line, fault: .tooManyEdges(limit: PoseGraph.mostEdges), form: .g2o)
            }
        }
    }

    var recordLines: [Int] { lines }

    /// The text of the file.
    public var bytes: [UInt8] {
        var text = ""
        for record in records {
            switch record {
            case .vertex(let id, let pose): text += "VERTEX_SE3:QUAT \(id)" + G2OFile.text(pose)
            case .edge(let from, let to, let pose, let information):
                text += "EDGE_SE3:QUAT \(from) \(to)" + G2OFile.text(pose) + G2OFile.text(information)
            case .fixed(let id): text += "FIX \(id)"
            }
            text += "\n"
        }
        return Array(text.utf8)
    }

    static func text(_ numbers: [Double]) -> String {
        numbers.reduce(into: "") { text, number in
            let word = "\(number)"
            text += " " + (word.hasSuffix(".0") ? String(word.dropLast(2)) : word)
        }
    }
}

/// A reader of g2o files that arrive in pieces, so that text need not fit into memory at once.
///
/// Whatever is wrong with a line is refused with the piece that ends it; vertices and edges beyond a million, and lines that no
/// record has, end the reading there.
public struct G2OReader: Sendable {
    private var intake = Intake()
    private var buffer = LineBuffer(.g2o)

    /// Lines of more bytes are refused: records have at most 31 words.
    package static let longestLine = G2OLimit.longestLine

    public init() {}

    /// Reads the next piece.
    public mutating func add(_ piece: [UInt8]) throws(PoseTextError) {
        try buffer.add(piece, to: &intake)
    }

    /// The file, once all pieces are read.
    public mutating func finish() throws(PoseTextError) -> G2OFile {
        try buffer.finish(&intake)
        try intake.file.requireVertices()
        return intake.file
    }

    private struct Intake: LineFile {
        var file = G2OFile()
        private var edges = 0, vertices = 0

        mutating func read(_ line: PoseLine) throws(PoseTextError) {
            try file.read(line)
            switch file.records.last {
            case .edge: edges += 1
            default: vertices += 1
            }
            let most = PoseGraph.mostEdges
            guard edges <= most else { throw line.error(.tooManyEdges(limit: most)) }
            guard vertices <= most else { throw line.error(.tooManyVertices(limit: most)) }
        }
    }
}

extension G2OFile {
    /// Reads the bytes of a file; ``G2OReader`` does so piece by piece.
    public init(reading bytes: some Collection<UInt8>) throws(PoseTextError) {
        var reader = G2OReader()
        try reader.add(Array(bytes))
        self = try reader.finish()
    }
}
