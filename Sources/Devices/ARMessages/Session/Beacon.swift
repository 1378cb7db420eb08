internal import StrictJSON

/// The beacon by which devices find the primary one.
public struct Beacon: Hashable, Sendable {
    public var uuid: SessionToken
    public var identifier: String
    public var major, minor: UInt16?

    public init(
        uuid: SessionToken, identifier: String = Beacon.usualIdentifier, major: UInt16? = nil,
        minor: UInt16? = nil
    ) {
        (self.uuid, self.identifier, self.major, self.minor) = (uuid, identifier, major, minor)
    }

    /// The identifier of the published server.
    public static let usualIdentifier = "com.Carrot.Beacon"
}

extension Beacon {
    /// The beacon of a message; a minor number counts only with a major one.
    init?(_ message: ARMessage) {
        guard let params = message.params, let text = params["uuid"]?.string,
            let uuid = SessionToken(text)
        else { return nil }
        func number(_ name: String) -> (isSound: Bool, value: UInt16?) {
            guard let member = params[name], !member.isNull else { return (true, nil) }
            let value = member.integer.flatMap(UInt16.init(exactly:))
            return (value != nil, value)
        }
        let (major, minor) = (number("major"), number("minor"))
        guard major.isSound, minor.isSound else { return nil }
        self.init(
            uuid: uuid, identifier: params["identifier"]?.string ?? Beacon.usualIdentifier,
            major: major.value, minor: major.value == nil ? nil : minor.value)
    }
}
