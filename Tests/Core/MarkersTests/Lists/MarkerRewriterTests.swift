import QuadGeometry
import TestSupport
import Testing

@testable import Markers

@Suite("Rewriting a list of markers")
struct MarkerRewriterTests {
    /// Lists in every shape, with blanks, members around the list and values that are not markers.
    private static let lists: [String] = {
        let (a, b, c) = (MarkerText.small(1), MarkerText.small(2), MarkerText.small(3))
        return [
            a, " \(a)\n", "\u{feff}\(a)", "[]", " [ ] \n", "", "\n", "[\(a)]",
            "[\n  \(a) ,\r\n\t\(b)\n, \(c) ]\n\n",
            "\(a)\n\(b)\n\(c)", "\(a)\n\n\(b)\r\n\(c)\n",
            "{\"markers\":[\(a),\(b)]}",
            "{ \"total\" : 1e2, \"data\" : [ \(a) , \(b) ] , \"x\":{\"data\":[1]} } ",
            "{\"next\":null,\"markers\":[],\"more\":[1, 2]}", "[\(a), 7, {\"id\":\"x\"}, \(b), null]",
            "[\(MarkerText.full),\(MarkerText.full)]",
        ]
    }()

    private struct Written {
        var bytes: [UInt8] = []
        var markers = 0
        var refused = 0
    }

    /// - Parameter piece: the number of bytes read at a time.
    private static func rewrite(
        _ text: [UInt8], piece: Int, _ change: (inout MarkerRewriter, Int, Marker?) -> Void = { _, _, _ in }
    ) throws(JSONError) -> Written {
        var given = 0
        let source = ByteSource { buffer throws(JSONError) in
            let count = min(buffer.count, piece, text.count - given)
            buffer.copyBytes(from: text[given..<(given + count)])
            given += count
            return count
        }
        final class Sink { var bytes: [UInt8] = [] }
        let sink = Sink()
        var rewriter = MarkerRewriter(
            source, to: ByteSink { bytes throws(JSONError) in sink.bytes.append(contentsOf: bytes) })
        var written = Written(), index = 0
        while let next = try rewriter.next() {
            switch next {
            case .success: written.markers += 1
            case .failure: written.refused += 1
            }
            change(&rewriter, index, try? next.get())
            index += 1
        }
        written.bytes = sink.bytes
        return written
    }

    @Test("keeps every byte where nothing is replaced", arguments: lists, [1, 7, 64, 1 << 20])
    func kept(text: String, piece: Int) throws {
        let bytes = Array(text.utf8)
        guard let list = try? MarkerList(bytes) else {
            #expect(throws: JSONError.self) { try Self.rewrite(bytes, piece: piece) }
            return
        }
        let written = try Self.rewrite(bytes, piece: piece)
        #expect(written.bytes == bytes)
        #expect(written.markers == list.markers.count && written.refused == list.refused.count)
    }

    @Test("changes nothing but the marker that is replaced", arguments: lists, [1, 64, 1 << 20])
    func replaced(text: String, piece: Int) throws {
        let bytes = Array(text.utf8)
        guard let list = try? MarkerList(bytes) else { return }
        let quad = Quad.rectangle(0.3, 0.1)
        let written = try Self.rewrite(bytes, piece: piece) { rewriter, _, marker in
            guard var marker else { return }
            try? marker.setQuad(quad)
            rewriter.replace(with: marker)
        }
        let after = try MarkerList(written.bytes)
        #expect(after.refused.map(\.code) == list.refused.map(\.code))
        #expect(try after.markers.map { try $0.quad } == list.markers.map { _ in quad })
        // Put back, all is as it was.
        var index = 0
        let back = try Self.rewrite(written.bytes, piece: piece) { rewriter, _, marker in
            guard marker != nil else { return }
            rewriter.replace(with: list.markers[index])
            index += 1
        }
        #expect(back.bytes == bytes)
    }

    @Test("leaves elements out with what parts them", arguments: 0..<8)
    func leftOut(pattern: Int) throws {
        let texts = (1...3).map { MarkerText.small($0) }
        let stays = (0..<3).filter { pattern >> $0 & 1 == 0 }
        for (open, part, close) in [
            ("[\n ", ",\n ", "\n]\n"), ("{\"n\":3,\"data\":[", ", ", "],\"x\":1}"), ("", "\n", "\n"),
        ] {
            let written = try Self.rewrite(
                Array((open + texts.joined(separator: part) + close).utf8), piece: 50
            ) { rewriter, index, _ in
                if !stays.contains(index) { rewriter.leaveOut() }
            }
            let expected = open + stays.map { texts[$0] }.joined(separator: part) + close
            #expect(String(decoding: written.bytes, as: UTF8.self) == expected)
        }
    }

    @Test("ends where the text is no longer JSON, and where nothing can be written")
    func stopped() throws {
        let text = Array("[\(MarkerText.small(1)), \(MarkerText.small(2))".utf8)
        #expect(throws: JSONError.self) { try Self.rewrite(text, piece: 9) }
        var rewriter = MarkerRewriter(
            ByteSource(text + [UInt8(ascii: "]")]),
            to: ByteSink { _ throws(JSONError) in throw .writeFailed(status: 32) })
        let error = #expect(throws: JSONError.self) { while try rewriter.next() != nil {} }
        #expect(error?.code == .writeFailed)
    }
}
