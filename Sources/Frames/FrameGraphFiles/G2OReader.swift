internal import FrameGraph

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
