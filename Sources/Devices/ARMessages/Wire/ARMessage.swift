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
    package static let reservedPrefix = "carrot_"

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

extension ARMessage {
    /// The message as one text frame.
    ///
    /// - Parameters:
    ///   - isExtended: Whether the members that this package adds are written, too.
    ///   - precision: What the numbers of the transform read back as.
    public func encoded(
        extended isExtended: Bool = false, precision: NumberPrecision = .double
    ) throws(MessageError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(text: "{\"session_token\":\"\(token)\",\"endpoint\":")
        JSONText.append(endpoint, to: &bytes)
        bytes.append(text: ",\"payload\":{")
        if let transform { try ARMessage.append(transform, precision, to: &bytes) }
        if let params {
            bytes.append(text: transform == nil ? "\"params\":" : ",\"params\":")
            bytes.append(contentsOf: params.text)
        }
        if isExtended, let extended {
            if transform != nil || params != nil { bytes.append(text: ",") }
            try ARMessage.append(extended, to: &bytes)
        }
        bytes.append(text: "}}")
        return bytes
    }

    private static func append(
        _ transform: MessageTransform, _ precision: NumberPrecision, to bytes: inout [UInt8]
    ) throws(MessageError) {
        func append(_ value: Double, _ pointer: String) throws(MessageError) {
            guard value.isFinite, precision.append(value, to: &bytes) else {
                throw .outOfRange(pointer: pointer)
            }
        }
        switch transform {
        case .offset(let point):
            for (place, name) in ["x", "y", "z"].enumerated() {
                bytes.append(text: place == 0 ? "\"offset\":{\"x\":" : ",\"\(name)\":")
                try append(point[place], "/payload/offset/\(name)")
            }
            bytes.append(text: "}")
        case .matrix(let matrix):
            let (x, y, z, translation) = matrix.columns
            for (place, column) in [x, y, z, translation].enumerated() {
                bytes.append(text: place == 0 ? "\"transform\":{\"c0\":[" : ",\"c\(place)\":[")
                for row in 0..<4 {
                    if row > 0 { bytes.append(text: ",") }
                    try append(column[row], "/payload/transform/c\(place)/\(row)")
                }
                bytes.append(text: "]")
            }
            bytes.append(text: "}")
        }
    }

    /// Appends the members that this package adds, without a comma before them.
    static func append(_ extended: MessageExtension, to bytes: inout [UInt8]) throws(MessageError) {
        func append(_ value: Double, _ pointer: String) throws(MessageError) {
            guard value.isFinite, NumberPrecision.double.append(value, to: &bytes) else {
                throw .outOfRange(pointer: pointer)
            }
        }
        bytes.append(text: "\"v\":\(MessageExtension.version)")
        if let frame = extended.frame {
            bytes.append(text: ",\"frame\":")
            JSONText.append(frame, to: &bytes)
        }
        if let stamp = extended.stamp {
            bytes.append(text: ",\"stamp\":")
            try append(stamp, "/payload/stamp")
        }
        if let covariance = extended.covariance {
            guard covariance.count == MessageExtension.covarianceCount else {
                throw .covarianceCount(pointer: "/payload/cov", found: covariance.count)
            }
            for (place, number) in covariance.enumerated() {
                bytes.append(text: place == 0 ? ",\"cov\":[" : ",")
                try append(number, "/payload/cov/\(place)")
            }
            bytes.append(text: "]")
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(text: String) { append(contentsOf: text.utf8) }
}

extension JSONText {
    static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in JSONText.escape(utf8, into: &bytes) }
        bytes.append(UInt8(ascii: "\""))
    }
}

/// Members that messages of this package may have besides: parts of `payload` that others keep or ignore.
public struct MessageExtension: Hashable, Sendable {
    /// The version of these members.
    package static let version = 1

    /// The name of the frame that the sender measured in; a relay copies it.
    public var frame: String?
    /// The time of the measurement, in seconds of the sender's clock.
    public var stamp: Double?
    /// The 21 numbers on and above the diagonal of the transform's covariance, row by row, turn first, in radians and metres.
    ///
    /// Errors are along the axes of what is placed, as an `EdgeCovariance` has them, so that they are the same in every frame.
    public var covariance: [Double]?

    public init(frame: String? = nil, stamp: Double? = nil, covariance: [Double]? = nil) {
        (self.frame, self.stamp, self.covariance) = (frame, stamp, covariance)
    }

    /// The count of numbers of a covariance.
    package static let covarianceCount = 21
}
