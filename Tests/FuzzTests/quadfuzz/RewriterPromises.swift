import QuadGeometry

@testable import Markers

/// The promises about lists that are rewritten while they are read. The first byte determines the size of the
/// pieces and the changes.
enum RewriterPromises {
    static func check(_ input: [UInt8]) {
        guard let first = input.first else { return }
        let bytes = Array(input.dropFirst())
        let read = ListTexts(bytes)
        let (same, error) = rewrite(bytes, first) { _, _ in }
        promise(error == read.error, "what cannot be read cannot be rewritten: \(String(describing: error))")
        guard error == nil else { return promise(bytes.starts(with: same), "what is written was read") }
        promise(same == bytes, "what is not replaced is kept byte for byte")
        change(bytes, first, read)
    }

    /// Keeps, replaces and leaves out elements, and compares with what should be there then.
    private static func change(_ bytes: [UInt8], _ first: UInt8, _ read: ListTexts) {
        var choices = FuzzChoices(first), index = 0
        var expected: [ArraySlice<UInt8>] = []
        let (written, error) = rewrite(bytes, first) { rewriter, marker in
            let text = read.texts[index]
            index += 1
            switch choices.below(4) {
            case 0: rewriter.leaveOut()
            case 1:
                guard var moved = marker ?? replacement else { return expected.append(text) }
                try? moved.setQuad(Quad.square(index))
                rewriter.replace(with: moved)
                expected.append(moved.text[...])
            default: expected.append(text)
            }
        }
        promise(error == nil && index == read.texts.count, "each element is given once")
        // Without the first line the next may be an object that holds a list.
        if read.list == .lines, let first = expected.first, ListTexts(Array(first)).list != .lines { return }
        if read.list == .lines, expected.isEmpty {
            return promise(ListTexts.isBlank(written), "nothing is left of lines")
        }
        let after = ListTexts(written)
        promise(after.error == nil, "what is written is a list: \(String(describing: after.error))")
        promise(after.list == read.list && after.texts == expected, "what is written is what was meant")
        promise(around(written, read.list) == around(bytes, read.list), "what is around the list is kept")
    }

    /// A marker in the place of values that are none.
    private static let replacement = try? Marker(
        Array(
            """
            {"id":"00000000-0000-4000-8000-000000000009","work_session_id":"00000000-0000-4000-8000-000000000008"}
            """.utf8))

    /// The members around a list, in order.
    private static func around(_ bytes: [UInt8], _ list: MarkerPlace.List) -> [JSONValue]? {
        guard case .member(let name) = list else { return [] }
        return try? JSONValue(bytes, options: JSONOptions(depth: JSONOptions().depth + 2)).members
            .filter { $0.name != name }.map(\.value)
    }

    /// The output for bytes that come in pieces, and the error that ended it early.
    private static func rewrite(
        _ bytes: [UInt8], _ first: UInt8, _ change: (inout MarkerRewriter, Marker?) -> Void
    ) -> ([UInt8], JSONError?) {
        final class Sink { var bytes: [UInt8] = [] }
        let sink = Sink()
        var rewriter = MarkerRewriter(
            ByteSource(bytes, pieces: Int(first & 0x3f) + 1),
            to: ByteSink { bytes throws(JSONError) in sink.bytes.append(contentsOf: bytes) })
        do throws(JSONError) {
            while let next = try rewriter.next() { change(&rewriter, try? next.get()) }
            return (sink.bytes, nil)
        } catch {
            return (sink.bytes, error)
        }
    }
}
