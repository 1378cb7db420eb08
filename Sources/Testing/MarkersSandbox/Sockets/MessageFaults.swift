internal import HTTPServer
internal import WebSocket

/// The faults that messages of a WebSocket meet on their way to the client.
struct MessageFaults: Sendable {
    private let opening: SocketOpening
    private let injector: Guarded<FaultInjector>

    init(_ opening: SocketOpening, _ injector: Guarded<FaultInjector>) {
        (self.opening, self.injector) = (opening, injector)
    }

    /// Sends a text, or what a fault makes of it.
    func send(_ text: some Collection<UInt8>, on socket: ServedSocket, at now: Double) {
        let fault = injector.with { $0.fault(ofMessageFor: opening) }
        switch fault?.kind {
        case .socketDrop: return socket.reset(at: now)
        case .socketClose(let code):
            return socket.close(CloseCode(rawValue: code), reason: "a fault of the sandbox", at: now)
        default: break
        }
        var (time, isSplit) = (0.0, false)
        if case .socketLatency(let milliseconds) = fault?.kind { time = now + Double(milliseconds) / 1000 }
        if case .socketSplit = fault?.kind { isSplit = true }
        socket.send(text, from: time, isSplit: isSplit, at: now)
    }
}
