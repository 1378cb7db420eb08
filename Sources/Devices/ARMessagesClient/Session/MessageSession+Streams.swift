public import ARMessages
internal import Foundation

extension MessageSession {
    /// The messages from now on, each in the frame of this device, and the frames that could not be read.
    ///
    /// An app that does not read loses messages after the first 4096; a `SessionFault` says so.
    public func messages() -> AsyncStream<Result<Received, MessageError>> { outlets.messageStream() }

    /// The refusals and troubles from now on, which leave the session in its state.
    public func faults() -> AsyncStream<SessionFault> { outlets.faultStream() }

    /// The present state, and every change of it from now on.
    public func states() -> AsyncStream<Driver.State> {
        lock.withLock { outlets.stateStream(from: driver.state) }
    }

    /// Waits for a state; `nil` if the task is cancelled, or the session ends before.
    public func state(where isWanted: @Sendable (Driver.State) -> Bool) async -> Driver.State? {
        for await state in states() where isWanted(state) { return state }
        return nil
    }

    /// Calls a handler with every message of an endpoint, in place of an earlier handler; `nil` takes it away.
    public func on(_ endpoint: Endpoint, _ handler: Handler?) { outlets.handle(endpoint, handler) }

    /// Calls a handler with every message of an endpoint whose content is of a type; others go to ``messages()`` alone.
    public func on<Object>(
        _ endpoint: Endpoint, of type: Object.Type, _ handler: @escaping @Sendable (Message<Object>) -> Void
    ) {
        outlets.handle(endpoint) { received in
            if let message = try? received.message(of: type) { handler(message) }
        }
    }
}
