public import FrameGraph
public import QuadGeometry

/// Carries messages from the frame of their sender into that of a recipient.
///
/// Only the numbers of the transform are written; every other byte is copied.
public struct MessageRebaser: Hashable, Sendable {
    /// The rule that transforms are carried by.
    public enum Method: String, CaseIterable, Hashable, Sendable {
        /// Rotation and shift.
        case rigid
        /// Shift alone, as the published server does it: 17 mm off at 1 m for each degree between the headings.
        case offset
    }

    @usableFromInline let way: Way

    @usableFromInline enum Way: Hashable, Sendable {
        case rigid(RigidTransform)
        case offset(from: SIMD3<Double>, to: SIMD3<Double>?)
    }

    /// Carries by a rigid motion.
    public init(rigid recipientFromSender: RigidTransform) { way = .rigid(recipientFromSender) }

    /// Carries by shifts: that of the sender is taken off, then that of the recipient is added.
    ///
    /// - Parameters:
    ///   - sender: T_L - T_P of the sender, in metres; zero of the primary device.
    ///   - recipient: The same of the recipient; `nil` if that is the primary device.
    public init(offset sender: SIMD3<Double>, to recipient: SIMD3<Double>? = nil) {
        way = .offset(from: sender, to: recipient)
    }

    /// Carries from the secondary device of a handshake to the primary one.
    public init(_ handshake: Handshake, method: Method = .rigid) {
        switch method {
        case .rigid: self.init(rigid: handshake.primaryFromSecondary)
        case .offset: self.init(offset: handshake.offset)
        }
    }

    /// The rule by which it carries messages.
    public var method: Method {
        switch way {
        case .rigid: .rigid
        case .offset: .offset
        }
    }

    /// The rebaser of the way back.
    public func inverted() -> MessageRebaser {
        switch way {
        case .rigid(let motion): MessageRebaser(rigid: motion.inverted())
        case .offset(let from, let to): MessageRebaser(offset: to ?? .zero, to: from)
        }
    }

    /// Whether nothing changes.
    public var isIdentity: Bool {
        switch way {
        case .rigid(let motion): motion == .identity
        case .offset(let from, let to): from == to ?? .zero
        }
    }

    /// The transform in the recipient's frame.
    @inlinable
    public func callAsFunction(_ transform: MessageTransform) -> MessageTransform {
        switch (way, transform) {
        case (.rigid(let motion), .offset(let point)): .offset(motion * point)
        case (.rigid(let motion), .matrix(let matrix)): .matrix(motion * matrix)
        case (.offset(let from, let to), .offset(let point)):
            .offset(MessageRebaser.shifted(point, from, to))
        case (.offset(let from, let to), .matrix(let matrix)):
            .matrix(
                AffineMatrix(
                    unchecked: matrix.x, matrix.y, matrix.z,
                    MessageRebaser.shifted(matrix.translation, from, to)))
        }
    }

    @inlinable
    static func shifted(
        _ point: SIMD3<Double>, _ from: SIMD3<Double>, _ to: SIMD3<Double>?
    ) -> SIMD3<Double> {
        guard let to else { return point - from }
        return point - from + to
    }
}

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

/// The poses of two devices held at the same place, and the transform between their frames.
public struct Handshake: Hashable, Sendable {
    /// The pose of the primary device in its frame (T_P), and of the secondary one in its own (T_L).
    public let primary, secondary: DevicePose
    /// The secondary's pose in the primary's camera while they were held (D).
    public let placement: DevicePlacement

    public init(primary: DevicePose, secondary: DevicePose, placement: DevicePlacement = .samePlace) {
        (self.primary, self.secondary, self.placement) = (primary, secondary, placement)
    }

    /// T_P D inverse(T_L): carries coordinates of the secondary device into the frame of the primary one.
    public var primaryFromSecondary: RigidTransform {
        primary.transform * placement.pose * secondary.transform.inverted()
    }

    /// T_L - T_P, in metres: what the rule of shifts takes off.
    public var offset: SIMD3<Double> { secondary.transform.translation - primary.transform.translation }

    /// The edge between the devices' frames.
    ///
    /// - Parameters:
    ///   - primaryFrame: The name of the primary device's frame.
    ///   - secondaryFrame: That of the secondary one.
    ///   - label: The source of the edge, in free text.
    ///   - time: The time of the handshake, in seconds; only shown.
    public func edge(
        from primaryFrame: String, to secondaryFrame: String, label: String = "handshake", time: Double? = nil
    ) throws(CovarianceError) -> PoseEdge {
        let held = try EdgeCovariance(
            turn: placement.turnDeviation * Double.pi / 180, shift: placement.shiftDeviation)
        // What is uncertain is D: T_P D exp(ξ) T_L⁻¹ = T_P D T_L⁻¹ exp(Ad(T_L) ξ), which is how the covariance of an
        // inverse changes, too.
        return PoseEdge(
            from: primaryFrame, to: secondaryFrame, motion: primaryFromSecondary,
            covariance: held.inverted(of: secondary.transform), label: label, time: time)
    }
}
