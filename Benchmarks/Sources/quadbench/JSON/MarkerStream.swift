import Markers

/// Markers line by line, made as they are read and more than memory holds.
final class MarkerStream {
    private let piece: [UInt8]
    private let wanted: Int
    private(set) var given = 0

    /// At least this many megabytes of whole lines.
    init(megabytes: Int, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var made = JSONWriter()
        for (index, quad) in SceneCommand.quads(1000, seed: seed).enumerated() {
            MarkersCommand.write(quad, index, &random, &made)
            made.endLine()
        }
        piece = try made.take()
        wanted = megabytes << 20
    }

    var source: ByteSource {
        ByteSource { buffer throws(JSONError) in
            let start = self.given % self.piece.count
            guard self.given < self.wanted || start != 0 else { return 0 }
            let size = min(buffer.count, self.piece.count - start)
            buffer.copyBytes(from: self.piece[start..<(start + size)])
            self.given += size
            return size
        }
    }
}
