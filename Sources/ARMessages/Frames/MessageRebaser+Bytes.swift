extension MessageRebaser {
    /// Appends a message as the recipient reads it.
    ///
    /// - Parameters:
    ///   - outline: What a ``MessageReader`` read in `bytes`.
    ///   - bytes: The bytes that were read.
    ///   - output: Gets the message; unchanged if it is refused.
    ///   - precision: The precision to which written numbers read back.
    @inline(__always)
    public func append(
        _ outline: MessageOutline, in bytes: UnsafeBufferPointer<UInt8>, to output: inout [UInt8],
        precision: NumberPrecision = .double
    ) throws(MessageError) {
        guard let transform = outline.transform else {
            return MessageRebaser.copy(outline.document, of: bytes, to: &output)
        }
        let carried = self(transform)
        let start = output.count
        var copied = outline.document.lowerBound
        for place in 0..<outline.numbers.count {
            MessageRebaser.copy(copied..<outline.numbers.start(place), of: bytes, to: &output)
            let number = carried.number(outline.numbers.slot(place))
            guard number.isFinite, precision.append(number, to: &output) else {
                output.removeLast(output.count - start)
                throw MessageRebaser.outOfRange(transform, outline.numbers.slot(place))
            }
            copied = outline.numbers.end(place)
        }
        MessageRebaser.copy(copied..<outline.document.upperBound, of: bytes, to: &output)
    }

    /// A text frame of messages as the recipient reads it, with the bytes between the messages.
    public func rebased(
        _ frame: [UInt8], with reader: inout MessageReader, precision: NumberPrecision = .double
    ) throws(MessageError) -> [UInt8] {
        try frame.withUnsafeBufferPointer { bytes throws(MessageError) in
            var output: [UInt8] = []
            output.reserveCapacity(bytes.count + bytes.count / 2)
            var start = 0
            while let outline = try reader.next(in: bytes, from: start) {
                MessageRebaser.copy(start..<outline.document.lowerBound, of: bytes, to: &output)
                try append(outline, in: bytes, to: &output, precision: precision)
                start = outline.document.upperBound
            }
            MessageRebaser.copy(start..<bytes.count, of: bytes, to: &output)
            return output
        }
    }

    @inline(__always)
    private static func copy(
        _ range: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]
    ) {
        output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[range]))
    }

    private static func outOfRange(_ transform: MessageTransform, _ slot: Int) -> MessageError {
        switch transform {
        case .offset: .outOfRange(pointer: "/payload/offset/\(["x", "y", "z"][slot])")
        case .matrix: .outOfRange(pointer: "/payload/transform/c\(slot >> 2)/\(slot & 3)")
        }
    }
}
