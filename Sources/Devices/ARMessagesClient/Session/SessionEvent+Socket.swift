internal import ARMessages
internal import MessageSockets
internal import WebSocket

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
