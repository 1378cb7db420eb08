public import StrictJSON

/// A message between devices: who sends it, where it goes, where its content lies, and the content.
public struct ARMessage: Hashable, Sendable {
    /// The connection that the message belongs to.
    public var token: SessionToken
    /// The name of what handles it, such as `draw`.
    public var endpoint: String
    /// The place in the sender's frame; `nil` where the message has none.
    public var transform: MessageTransform?
    /// The content, byte for byte; `nil` where the message has none.
    public var params: JSONValue?
    /// The members that this package adds; `nil` where there are none of its version.
    public var extended: MessageExtension?

    public init(
        token: SessionToken, endpoint: String, transform: MessageTransform? = nil, params: JSONValue? = nil,
        extended: MessageExtension? = nil
    ) {
        (self.token, self.endpoint, self.transform) = (token, endpoint, transform)
        (self.params, self.extended) = (params, extended)
    }

    /// A message whose content is a type of the app's own.
    ///
    /// Foundation is not needed: dates are what their type's own coding makes of them. Throws an `EncodingError` for NaN and infinities.
    public init<Object: Encodable>(
        token: SessionToken, endpoint: String, transform: MessageTransform? = nil, object: Object
    ) throws {
        self.init(
            token: token, endpoint: endpoint, transform: transform,
            params: try ParamsEncoder.value(of: object))
    }

    /// The prefix of endpoints that the protocol keeps for itself.
    public static let reservedPrefix = "carrot_"

    /// Whether the endpoint is one of the protocol's, known or not.
    public var isReserved: Bool { endpoint.utf8.starts(with: ARMessage.reservedPrefix.utf8) }

    /// The content as a type of the app's own.
    ///
    /// Foundation is not needed: dates are what their type's own coding makes of them.
    public func object<Object: Decodable>(as type: Object.Type = Object.self) throws -> Object {
        try Object(from: ParamsDecoder(params))
    }
}

/// Names of endpoints that the protocol keeps for itself.
public enum ReservedEndpoint: String, CaseIterable, Hashable, Sendable {
    /// Names the primary device, at once on joining.
    case beacon = "carrot_beacon"
    /// Carries the poses of the handshake.
    case transform = "carrot_transform"
    /// Answers what was refused.
    case error = "carrot_error"
    /// Tells a device that has asked for it that its frame is known.
    case joined = "carrot_joined"
}
