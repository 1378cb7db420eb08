/// The number by which a side says why it closes (RFC 6455, 7.4).
public struct CloseCode: RawRepresentable, Hashable, Sendable {
    public var rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The purpose of the connection is fulfilled.
    public static let normal = CloseCode(rawValue: 1000)
    /// The server stops, or the page is left.
    public static let goingAway = CloseCode(rawValue: 1001)
    /// Frames were sent that the standard forbids.
    public static let protocolError = CloseCode(rawValue: 1002)
    /// A message was of a type that is not taken, as binary ones.
    public static let unsupportedData = CloseCode(rawValue: 1003)
    /// A text was not UTF-8.
    public static let invalidText = CloseCode(rawValue: 1007)
    /// A rule of the application was broken, as by silence for too long.
    public static let policyViolation = CloseCode(rawValue: 1008)
    /// A message was longer than the limit.
    public static let messageTooBig = CloseCode(rawValue: 1009)
    /// The server met a condition that it did not expect.
    public static let internalError = CloseCode(rawValue: 1011)
    /// The server is overloaded, or the client reads too slowly; it may come back later.
    public static let tryAgainLater = CloseCode(rawValue: 1013)

    /// Whether it may stand in a frame: registered by IANA for that, or from 3000 to 4999.
    public var mayBeSent: Bool {
        switch rawValue {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}
