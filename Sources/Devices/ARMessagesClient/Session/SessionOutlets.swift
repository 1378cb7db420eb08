internal import ARMessages
internal import Foundation

/// The outlets of a session to the app: streams, and handlers of endpoints.
final class SessionOutlets<State: DriverState>: @unchecked Sendable {
    typealias Messages = AsyncStream<Result<Received, MessageError>>

    private let lock = NSLock()
    private var messages: [Int: Messages.Continuation] = [:]
    private var faults: [Int: AsyncStream<SessionFault>.Continuation] = [:]
    private var states: [Int: AsyncStream<State>.Continuation] = [:]
    private var handlers: [String: @Sendable (Received) -> Void] = [:]
    private var count = 0

    /// Messages that a stream keeps for an app that does not read; those after them are lost, and a fault says so.
    static var mostUnread: Int { 4096 }
    /// Faults and states that a stream keeps; of more the latest.
    private static var mostKept: Int { 256 }

    func handle(_ endpoint: String, _ handler: (@Sendable (Received) -> Void)?) {
        lock.withLock { handlers[endpoint] = handler }
    }

    func handle(_ message: Received) {
        let handler = lock.withLock { handlers[message.endpoint] }
        handler?(message)
    }

    func messageStream() -> Messages {
        let (stream, outlet) = Messages.makeStream(bufferingPolicy: .bufferingOldest(Self.mostUnread))
        let number = lock.withLock { add(outlet, to: &messages) }
        outlet.onTermination = { [weak self] _ in
            self?.lock.withLock { _ = self?.messages.removeValue(forKey: number) }
        }
        return stream
    }

    func faultStream() -> AsyncStream<SessionFault> {
        let (stream, outlet) = AsyncStream<SessionFault>.makeStream(
            bufferingPolicy: .bufferingNewest(Self.mostKept))
        let number = lock.withLock { add(outlet, to: &faults) }
        outlet.onTermination = { [weak self] _ in
            self?.lock.withLock { _ = self?.faults.removeValue(forKey: number) }
        }
        return stream
    }

    /// The states from now on, `present` first.
    func stateStream(from present: State) -> AsyncStream<State> {
        let (stream, outlet) = AsyncStream<State>.makeStream(
            bufferingPolicy: .bufferingNewest(Self.mostKept))
        let number = lock.withLock { add(outlet, to: &states) }
        outlet.yield(present)
        outlet.onTermination = { [weak self] _ in
            self?.lock.withLock { _ = self?.states.removeValue(forKey: number) }
        }
        return stream
    }

    private func add<Outlet>(_ outlet: Outlet, to outlets: inout [Int: Outlet]) -> Int {
        count += 1
        outlets[count] = outlet
        return count
    }

    func give(_ message: Received) { give(.success(message)) }

    func give(_ fault: SessionFault) {
        if case .unreadable(let error) = fault { give(.failure(error)) }
        for outlet in lock.withLock({ Array(faults.values) }) { outlet.yield(fault) }
    }

    func give(_ state: State) {
        for outlet in lock.withLock({ Array(states.values) }) { outlet.yield(state) }
    }

    private func give(_ result: Result<Received, MessageError>) {
        var isLost = false
        for outlet in lock.withLock({ Array(messages.values) }) {
            if case .dropped = outlet.yield(result) { isLost = true }
        }
        if isLost { give(.unread(limit: Self.mostUnread)) }
    }

    func finish() {
        let all = lock.withLock { (Array(messages.values), Array(faults.values), Array(states.values)) }
        for outlet in all.0 { outlet.finish() }
        for outlet in all.1 { outlet.finish() }
        for outlet in all.2 { outlet.finish() }
    }
}
