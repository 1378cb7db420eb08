/// The work of a connection that speaks another protocol.
extension Connection {
    /// Reads bytes for what follows an upgrade.
    func receive(
        into room: UnsafeMutableRawBufferPointer, for handler: any UpgradedHandler, _ line: UpgradedLine,
        at now: Double
    ) {
        switch socket.read(into: room) {
        case .later: return
        case .gone: end()
        case .some(let count):
            if !line.isEnding { handler.receive(UnsafeRawBufferPointer(rebasing: room[..<count]), at: now) }
        }
    }

    /// Has what follows an upgrade do its part of a turn, and sends what that has to say.
    func proceedUpgraded(at now: Double) {
        if case .upgraded(let handler, let line) = state, !line.isEnding { handler.proceed(at: now) }
    }

    /// Sends the bytes of this turn after an upgrade.
    func flush(at now: Double) {
        guard case .upgraded(let handler, let line) = state else { return }
        guard line.flush(to: socket, at: now) else { return end() }
        guard let ending = line.ending(at: now) else { return }
        handler.closed(at: now)
        switch ending {
        case .closes: linger(at: now)
        case .resets: reset()
        }
    }

    /// Lets what follows an upgrade say goodbye.
    func drain(at now: Double) {
        if isIdle { end() }
        if case .upgraded(let handler, _) = state { handler.drain(at: now) }
    }
}
