/// Reads markers one after the other and writes their list again, in the memory of one.
///
/// Whatever is not replaced is written byte for byte as it was read: blanks, the members around the list, and values that
/// are not markers.
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
    /// How many of the bytes that are held are the element that was read last.
    private var elementSize = 0
    private var fate = Fate.none
    /// Whether the separator before the next element is left out with the element before.
    private var isBehindGap = false

    private enum Fate { case none, kept, replaced(Marker), leftOut }

    /// How many bytes are collected before they are written.
    private static let pieceSize = 1 << 18

    public init(_ source: ByteSource, to sink: ByteSink, options: JSONOptions = JSONOptions()) {
        list = JSONList(source, options: options, holdsTaken: true)
        self.sink = sink
        output.reserveCapacity(MarkerRewriter.pieceSize + MarkerRewriter.pieceSize / 4)
    }

    /// The next marker, or the reason why a value of valid JSON is not one; nil at the end, when all is written.
    ///
    /// An error that is thrown ends the rewriting, and the output is incomplete: the text is not valid JSON from there on,
    /// or bytes cannot be read or written.
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

    /// Writes another marker in the place of the last one.
    public mutating func replace(with marker: Marker) { fate = .replaced(marker) }

    /// Leaves the last element out, with what parts it from the one before or, of the first, from the one behind.
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
