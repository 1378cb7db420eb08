import StrictJSON

/// Reads markers one after the other and rewrites their list, in the memory of one.
///
/// Everything that is not replaced is written byte for byte as it was read: blanks, the members around the
/// list, and values that are not markers.
///
///     var rewriter = MarkerRewriter(ByteSource(descriptor: input), to: ByteSink(descriptor: output))
///     while let next = try rewriter.next() {
///         guard case .success(var marker) = next else { continue }
///         try marker.setQuad(motion * marker.quad)
///         rewriter.replace(with: marker)
///     }
public struct MarkerRewriter {
    private var list: JSONList
    private let sink: ByteSink
    private var output: [UInt8] = []
    /// The number of the held bytes that are the element that was read last.
    private var elementSize = 0
    private var fate = Fate.none
    /// True if the separator before the next element is left out with the one before.
    private var isBehindGap = false

    private enum Fate { case none, kept, replaced(Marker), leftOut }

    /// The number of bytes collected before they are written.
    private static let pieceSize = 1 << 18

    public init(_ source: ByteSource, to sink: ByteSink, options: JSONOptions = JSONOptions()) {
        list = JSONList(source, options: options, holdsTaken: true)
        self.sink = sink
        output.reserveCapacity(MarkerRewriter.pieceSize + MarkerRewriter.pieceSize / 4)
    }

    /// Reads the next marker, or the reason why a valid JSON value is none; nil once all is written.
    ///
    /// A thrown error ends the rewriting, and the output is incomplete: the text is not valid JSON from there
    /// on, or bytes cannot be read or written.
    public mutating func next() throws(JSONError) -> Result<Marker, JSONError>? {
        finishElement()
        if output.count >= MarkerRewriter.pieceSize { try flush() }
        var size = 0
        let next = try list.next { (scanner, place) throws(JSONFault) in
            let start = scanner.place
            let result = try MarkerReader.read(&scanner, place)
            size = scanner.place - start
            return result
        }
        guard next != nil else {
            output.append(contentsOf: list.held)
            list.letGo()
            try flush()
            return nil
        }
        (elementSize, fate) = (size, .kept)
        return next
    }

    /// Writes another marker instead of the last one.
    public mutating func replace(with marker: Marker) { fate = .replaced(marker) }

    /// Leaves the last element out, with the separator before it or, for the first, the one after it.
    public mutating func leaveOut() { fate = .leftOut }

    private mutating func finishElement() {
        if case .none = fate { return }
        let held = list.held
        let element = UnsafeBufferPointer(rebasing: held[(held.count - elementSize)...])
        let before = UnsafeBufferPointer(rebasing: held[..<(held.count - elementSize)])
        let isFirst = list.count == 1
        if case .leftOut = fate {
            if isFirst {
                output.append(contentsOf: before)
                isBehindGap = true
            }
        } else {
            if !isBehindGap { output.append(contentsOf: before) }
            isBehindGap = false
            if case .replaced(let marker) = fate {
                output.append(contentsOf: marker.text)
            } else {
                output.append(contentsOf: element)
            }
        }
        fate = .none
        list.letGo()
    }

    private mutating func flush() throws(JSONError) {
        try output.withUnsafeBufferPointer { bytes throws(JSONError) in
            try sink.take(UnsafeRawBufferPointer(bytes))
        }
        output.removeAll(keepingCapacity: true)
    }
}
