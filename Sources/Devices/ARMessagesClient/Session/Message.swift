public import ARMessages
internal import MessageSockets
internal import WebSocket

/// A message of an app: where something lies in the sender's frame, and what it is.
///
/// Its content lies behind a reference, so that asynchronous functions may keep messages while they wait.
public struct Message<Object>: Sendable where Object: Codable & Sendable {
    private final class Content: Sendable {
        let transform: MessageTransform?
        let object: Object

        init(_ transform: MessageTransform?, _ object: Object) {
            (self.transform, self.object) = (transform, object)
        }
    }

    private let content: Content

    public init(transform: MessageTransform? = nil, object: Object) {
        content = Content(transform, object)
    }

    /// The place in the frame of the device that reads it: the sender's before it is sent, the recipient's after it has come.
    public var transform: MessageTransform? { content.transform }
    /// The content.
    public var object: Object { content.object }
}

/// The name of what handles a message on the server.
public typealias Endpoint = String

/// A message that has come, in the frame of this device.
///
/// It is a reference, so that asynchronous functions may keep it while they wait.
public final class Received: Sendable {
    public let message: ARMessage

    init(_ message: ARMessage) { self.message = message }

    /// The name of what it is for, such as `draw`.
    public var endpoint: Endpoint { message.endpoint }
    /// The session of the device that sent it.
    public var sender: SessionToken { message.token }
    /// The place in this device's frame; `nil` where the message has none.
    public var transform: MessageTransform? { message.transform }

    /// The message with its content as a type of the app's own.
    public func message<Object>(of type: Object.Type = Object.self) throws -> Message<Object> {
        Message(transform: transform, object: try message.object(as: type))
    }
}

extension SessionEvent {
    /// The event of a socket; an end that another try would meet again becomes one that drivers do not retry.
    init(_ event: MessageSocketEvent) {
        switch event {
        case .opened: self = .opened
        case .received(let text): self = .received(text)
        case .closed(let code, let reason, let isClean):
            self = .closed(code: code.rawValue, reason: reason, isClean: isClean)
        case .failed(let error):
            let text = "\(error.code): \(error.message)"
            if let code = error.lastingCode {
                self = .closed(code: code.rawValue, reason: text, isClean: false)
            } else {
                self = .failed(text)
            }
        }
    }

    init(_ report: ProximityReport) {
        switch report {
        case .proximity(let proximity): self = .proximity(proximity)
        case .advertising(let hasStarted): self = .advertising(started: hasStarted)
        }
    }
}
