public import FrameGraph
internal import QuadGeometry

/// The things that messages say of the frame they were carried into: its name, and with what certainty they are placed in it.
public struct FrameNote: Hashable, Sendable {
    /// The name of the frame; `nil` where it has none.
    public var frame: String?
    /// The covariance of the motion that carries messages, as a graph or a handshake has it; `nil` where it is not known.
    public var covariance: EdgeCovariance?

    /// - Parameters:
    ///   - frame: The name of the frame.
    ///   - covariance: That of the motion that carries messages.
    public init(frame: String? = nil, covariance: EdgeCovariance? = nil) {
        (self.frame, self.covariance) = (frame, covariance)
    }

    /// The members of a message that lies there in its sender's frame.
    ///
    /// A matrix that scales is no pose, and has no covariance of one.
    func members(at transform: MessageTransform) -> MessageExtension {
        // The true motion is W exp(ξ), and W exp(ξ) T = W T exp(Ad(T⁻¹) ξ).
        let pose = (try? DevicePose(transform))?.transform
        return MessageExtension(
            frame: frame,
            covariance: pose.flatMap { covariance?.inverted(of: $0.inverted()).upperTriangle })
    }
}
