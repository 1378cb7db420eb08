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
    public static let largestID = G2OLimit.largestID
    /// Quaternions of a length farther from one are refused.
    public static let quaternionLimit = 1e-3

    /// The file of some records.
    public init(_ records: [Record]) {
        self.records = records
        lines = Array(1...max(records.count, 1))
    }

    /// A file of which nothing is read yet.
    init() {}

    mutating func read(_ text: ArraySlice<UInt8>, line: Int) throws(G2OError) {
        guard LineBuffer.isText(text) else { throw G2OError(line: line, fault: .binary) }
        let words = LineBuffer.words(of: text)
        guard let name = words.first, !name.hasPrefix("#") else { return }
        let rest = Array(words.dropFirst())
        func require(_ count: Int) throws(G2OError) {
            guard rest.count == count else {
                throw G2OError(line: line, fault: .wrongCount(record: name, found: rest.count, needed: count))
            }
        }
        switch name {
        case "VERTEX_SE3:QUAT":
            try require(8)
            records.append(.vertex(id: try id(rest[0], line), pose: try pose(rest[1...], line)))
        case "EDGE_SE3:QUAT":
            try require(30)
            let (from, to) = (try id(rest[0], line), try id(rest[1], line))
            guard from != to else { throw G2OError(line: line, fault: .selfEdge(from)) }
            records.append(
                .edge(
                    from: from, to: to, pose: try pose(rest[2..<9], line),
                    information: try numbers(rest[9...], line)))
        case "FIX":
            try require(1)
            records.append(.fixed(id: try id(rest[0], line)))
        default: throw G2OError(line: line, fault: .unknownRecord(name))
        }
        lines.append(line)
    }

    private func id(_ text: String, _ line: Int) throws(G2OError) -> Int {
        let isDigits = text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard isDigits, let id = Int(text), id <= G2OFile.largestID else {
            throw G2OError(line: line, fault: .badID(text))
        }
        return id
    }

    private func numbers(_ words: ArraySlice<String>, _ line: Int) throws(G2OError) -> [Double] {
        var numbers: [Double] = []
        for word in words {
            guard let number = LineBuffer.number(word) else {
                throw G2OError(line: line, fault: .badNumber(word))
            }
            numbers.append(number)
        }
        return numbers
    }

    private mutating func pose(_ words: ArraySlice<String>, _ line: Int) throws(G2OError) -> [Double] {
        let numbers = try numbers(words, line)
        let far = numbers[..<3].map(\.magnitude).max() ?? 0
        guard far <= PoseGraph.largestTranslation else {
            throw G2OError(line: line, fault: .outOfRange(metres: far))
        }
        let length = numbers[3...].reduce(0) { $0 + $1 * $1 }.squareRoot()
        guard length > 0 else { throw G2OError(line: line, fault: .zeroQuaternion) }
        guard (length - 1).magnitude <= G2OFile.quaternionLimit else {
            throw G2OError(line: line, fault: .notUnit(length: length))
        }
        normalized = Double.maximum(normalized, (length - 1).magnitude)
        return numbers
    }

    /// Refuses vertices that are there twice, and edges to vertices that are not there.
    func requireVertices() throws(G2OError) {
        var ids = Set<Int>()
        for (record, line) in zip(records, lines) {
            guard case .vertex(let id, _) = record else { continue }
            guard ids.insert(id).inserted else { throw G2OError(line: line, fault: .duplicateVertex(id)) }
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
                throw G2OError(line: line, fault: .noVertex(id))
            }
            guard edges <= PoseGraph.mostEdges else {
                throw G2OError(line: line, fault: .tooManyEdges(limit: PoseGraph.mostEdges))
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
    private var file = G2OFile()
    private var buffer = LineBuffer()
    private var edges = 0, vertices = 0

    /// Lines of more bytes are refused: records have at most 31 words.
    public static let longestLine = G2OLimit.longestLine

    public init() {}

    /// Reads the next piece.
    public mutating func add(_ piece: [UInt8]) throws(G2OError) {
        var buffer = self.buffer
        self.buffer = LineBuffer()
        defer { self.buffer = buffer }
        try buffer.add(piece, tooLong: G2OReader.tooLong) { (text, line) throws(G2OError) in
            try read(text, line)
        }
    }

    /// The file, once all pieces are read.
    public mutating func finish() throws(G2OError) -> G2OFile {
        var buffer = self.buffer
        try buffer.finish(tooLong: G2OReader.tooLong) { (text, line) throws(G2OError) in
            try read(text, line)
        }
        try file.requireVertices()
        return file
    }

    private mutating func read(_ text: ArraySlice<UInt8>, _ line: Int) throws(G2OError) {
        let count = file.records.count
        try file.read(text, line: line)
        guard file.records.count > count else { return }
        switch file.records[count] {
        case .edge:
            edges += 1
            guard edges <= PoseGraph.mostEdges else {
                throw G2OError(line: line, fault: .tooManyEdges(limit: PoseGraph.mostEdges))
            }
        case .vertex, .fixed:
            vertices += 1
            guard vertices <= PoseGraph.mostEdges else {
                throw G2OError(line: line, fault: .tooManyVertices(limit: PoseGraph.mostEdges))
            }
        }
    }

    private static func tooLong(_ line: Int) -> G2OError {
        G2OError(line: line, fault: .longLine(limit: G2OLimit.longestLine))
    }
}

extension G2OFile {
    /// Reads the bytes of a file; ``G2OReader`` does so piece by piece.
    public init(reading bytes: some Collection<UInt8>) throws(G2OError) {
        var reader = G2OReader()
        try reader.add(Array(bytes))
        self = try reader.finish()
    }
}
