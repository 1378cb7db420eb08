package import RigidCalibration
internal import StrictJSON

extension FitDocument {
    /// One of two clearly different motions that many pairs follow.
    public struct Rival: Hashable, Sendable {
        /// The number of independent pairs that follow it.
        public var support = 0
        public var motion = Motion()

        public init() {}

        package init(_ rival: RivalMotion) {
            support = rival.support
            motion = Motion(rival)
        }
    }
}

extension FitDocument.Rival: DocumentObject {
    package static let members: [DocumentMember<FitDocument.Rival>] = [
        .always("support", \.support, "How many independent pairs follow it."),
        .always("motion", \.motion, "The motion."),
    ]
}
