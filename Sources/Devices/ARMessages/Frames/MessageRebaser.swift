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
