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
        guard let transform = outline.transform, let range = outline.transformRange else {
            return MessageRebaser.copy(outline.document, of: bytes, to: &output)
        }
        let numbers = self(transform).slots
        let places = outline.numbers
        for place in 0..<places.count where !precision.holds(numbers[places.slot(place)]) {
            throw MessageRebaser.outOfRange(transform, places.slot(place))
        }
        MessageRebaser.copy(outline.document.lowerBound..<range.lowerBound, of: bytes, to: &output)
        // Put together in memory of its own, since an array is slow to take few bytes at a time.
        let most = range.count + places.count * NumberPrecision.mostBytes
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: most) { room in
            guard let start = room.baseAddress else { return }
            var end = start
            var copied = range.lowerBound
            for place in 0..<places.count {
                MessageRebaser.copy(copied..<places.start(place), of: bytes, to: &end)
                end += precision.write(numbers[places.slot(place)], to: end)
                copied = places.end(place)
            }
            MessageRebaser.copy(copied..<range.upperBound, of: bytes, to: &end)
            output.append(contentsOf: UnsafeBufferPointer(start: start, count: end - start))
        }
        MessageRebaser.copy(range.upperBound..<outline.document.upperBound, of: bytes, to: &output)
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

    /// Copies bytes, mostly few, and goes past them.
    @inline(__always)
    private static func copy(
        _ range: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>, to end: inout UnsafeMutablePointer<UInt8>
    ) {
        let source = UnsafeRawBufferPointer(bytes), target = UnsafeMutableRawPointer(end)
        var place = 0
        while place + 8 <= range.count {
            target.storeBytes(
                of: source.loadUnaligned(fromByteOffset: range.lowerBound + place, as: UInt64.self),
                toByteOffset: place, as: UInt64.self)
            place += 8
        }
        while place < range.count {
            end[place] = bytes[range.lowerBound + place]
            place += 1
        }
        end += range.count
    }

    private static func outOfRange(_ transform: MessageTransform, _ slot: Int) -> MessageError {
        switch transform {
        case .offset: .outOfRange(pointer: "/payload/offset/\(["x", "y", "z"][slot])")
        case .matrix: .outOfRange(pointer: "/payload/transform/c\(slot >> 2)/\(slot & 3)")
        }
    }
}
