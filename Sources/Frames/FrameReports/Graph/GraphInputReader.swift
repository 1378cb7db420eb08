internal import FrameGraph
package import FrameGraphFiles
internal import StrictJSON

/// A reader of graphs that arrive in pieces, whichever format they have.
package struct GraphInputReader {
    private var digest = SHA256()
    private var format: GraphInput.Format?
    private var g2o = G2OReader()
    private var tum = TUMReader()
    private var json: [UInt8] = []
    private var count = 0
    /// Whether what comes next is in a comment.
    private var isComment = false

    /// Documents of more bytes are refused.
    private static let largestDocument = 1 << 30

    package init() {}

    /// Reads the next piece: JSON where the first character is that of an object, a trajectory where it is that of a number, and g2o
    /// otherwise; comments say nothing.
    package mutating func add(_ piece: [UInt8]) throws(GraphInputError) {
        piece.withUnsafeBufferPointer { digest.add($0) }
        var piece = piece
        if count == 0, piece.starts(with: GraphInputReader.byteOrderMark) { piece.removeFirst(3) }
        count += piece.count
        switch format ?? begun(by: piece) {
        case .g2o: try read(g2o: piece)
        case .tum: try read(tum: piece)
        case .json, .demo:
            guard count <= GraphInputReader.largestDocument else {
                throw .tooLarge(limit: GraphInputReader.largestDocument)
            }
            json += piece
        case nil:
            // Blanks and comments, of which lines are counted.
            try read(g2o: piece)
            try read(tum: piece)
            json += piece.filter { $0 == UInt8(ascii: "\n") }
        }
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The format that the first character outside of blanks and comments tells.
    private mutating func begun(by piece: [UInt8]) -> GraphInput.Format? {
        for byte in piece {
            switch byte {
            case UInt8(ascii: "\n"): isComment = false
            case _ where isComment: continue
            case 0x09, 0x0D, 0x20: continue
            case UInt8(ascii: "#"): isComment = true
            case UInt8(ascii: "{"): format = .json
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
                UInt8(ascii: "."):
                format = .tum
            default: format = .g2o
            }
            if format != nil { return format }
        }
        return nil
    }

    private mutating func read(g2o piece: [UInt8]) throws(GraphInputError) {
        do throws(G2OError) { try g2o.add(piece) } catch { throw .g2o(error) }
    }

    private mutating func read(tum piece: [UInt8]) throws(GraphInputError) {
        do throws(TUMError) { try tum.add(piece) } catch { throw .tum(error) }
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
        case .tum:
            let read: TUMFile
            do throws(TUMError) { read = try tum.finish() } catch { throw .tum(error) }
            do throws(PoseGraphError) {
                return try GraphInput(read, file: file, sha256: sha256)
            } catch { throw .graph(error) }
        case .demo, nil: throw .empty
        }
    }
}
