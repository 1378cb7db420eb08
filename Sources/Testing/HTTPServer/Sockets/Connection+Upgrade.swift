/// The work of a connection that speaks another protocol.
extension Connection {
    /// The most times that one turn asks what follows an upgrade for more to send, once all was sent.
    private static let mostRounds = 16

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

    /// Has what follows an upgrade do its part of a turn, and sends what that has to say, until it has no more or the client takes no more:
    /// only then is known whether the client keeps it waiting.
    func proceedUpgraded(at now: Double) {
        for _ in 0..<Connection.mostRounds {
            guard case .upgraded(let handler, let line) = state else { return }
            if !line.isEnding { handler.proceed(at: now) }
            flush(handler, line, at: now)
            guard line.unsentBytes == 0, !line.isEnding, handler.due <= now else { return }
        }
    }

    /// Sends the bytes of this turn after an upgrade.
    private func flush(_ handler: any UpgradedHandler, _ line: UpgradedLine, at now: Double) {
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
