/// Caps on what the other side may send, and on how long it may take.
public struct WebSocketLimits: Hashable, Sendable {
    /// Bytes of a message, all its fragments together.
    public var messageBytes: Int
    /// Whether binary messages are taken; if not, they close the connection with 1003.
    public var takesBinary: Bool
    /// Whether binary messages are taken as texts in another form; those that are not UTF-8 close the connection with 1003.
    public var binaryIsText: Bool
    /// Seconds that a message, or a single frame, may take to arrive.
    public var messageSeconds: Double
    /// Seconds of silence after which a ping is sent.
    public var pingSeconds: Double
    /// Seconds of silence after which the connection is closed; pongs count as a sign of life.
    public var silenceSeconds: Double
    /// Seconds for which the closing of the other side is awaited.
    public var closingSeconds: Double

    public init(
        messageBytes: Int = 65_536, takesBinary: Bool = false, binaryIsText: Bool = false,
        messageSeconds: Double = 30, pingSeconds: Double = 20, silenceSeconds: Double = 30,
        closingSeconds: Double = 5
    ) {
        (self.messageBytes, self.messageSeconds) = (messageBytes, messageSeconds)
        (self.takesBinary, self.binaryIsText) = (takesBinary || binaryIsText, binaryIsText)
        (self.pingSeconds, self.silenceSeconds) = (pingSeconds, silenceSeconds)
        self.closingSeconds = closingSeconds
    }
}
