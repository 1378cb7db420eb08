package import FrameGraphFiles
internal import StrictJSON

/// A reader of graphs that arrive in pieces, whichever format they have.
package struct GraphInputReader {
    private var digest = SHA256()
    private var format: GraphInput.Format?
    private var g2o = G2OReader()
    private var json: [UInt8] = []
    private var count = 0

    /// Documents of more bytes are refused.
    private static let largestDocument = 1 << 30

    package init() {}

    /// Reads the next piece: JSON where the first character is that of an object, and g2o otherwise.
    package mutating func add(_ piece: [UInt8]) throws(GraphInputError) {
        piece.withUnsafeBufferPointer { digest.add($0) }
        count += piece.count
        if format == nil {
            guard let first = piece.first(where: { !GraphInputReader.blanks.contains($0) }) else {
                json += piece
                return
            }
            format = first == UInt8(ascii: "{") ? .json : .g2o
            if format == .g2o, !json.isEmpty { try read(json) }
        }
        guard format == .json else { return try read(piece) }
        guard count <= GraphInputReader.largestDocument else {
            throw .tooLarge(limit: GraphInputReader.largestDocument)
        }
        json += piece
    }

    /// Blanks, ends of lines, and the bytes of a byte order mark.
    private static let blanks: Set<UInt8> = [0x09, 0x0A, 0x0D, 0x20, 0xEF, 0xBB, 0xBF]

    private mutating func read(_ piece: [UInt8]) throws(GraphInputError) {
        do throws(G2OError) { try g2o.add(piece) } catch { throw .g2o(error) }
    }

    /// The graph, once all pieces are read.
    package mutating func finish(file: String, turns: G2OFile.Turns) throws(GraphInputError) -> GraphInput {
        let sha256 = digest.hex
        switch format {
        case .json:
            do throws(GraphFileError) {
                return GraphInput(try GraphFile(reading: json), file: file, sha256: sha256)
            } catch { throw .json(error) }
        case .g2o:
            do throws(G2OError) {
                return try GraphInput(try g2o.finish(), turns, file: file, sha256: sha256)
            } catch { throw .g2o(error) }
        case .demo, nil: throw .empty
        }
    }
}
