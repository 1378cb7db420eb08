/// Messages that wait for clients, and what waits for the host of a relay.
extension Relay {
    /// Gives the text frames that wait for a client to `body`, one after the other, up to a number of bytes; returns how many.
    ///
    /// What the host cannot write yet stays, so that a slow client is noticed.
    @discardableResult
    public mutating func take(
        for client: Int, atMost bytes: Int = .max, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) -> Int {
        guard let place = places[client] else { return 0 }
        var count = 0, size = 0
        while size < bytes,
            members[place].queue.takeNext({
                size += $0.count; body($0)
            })
        { count += 1 }
        return count
    }

    /// Whether something waits for a client.
    public func isWaiting(_ client: Int) -> Bool {
        places[client].map { !members[$0].queue.isEmpty } ?? false
    }

    /// The clients for which something waits.
    public var waitingClients: [Int] { members.compactMap { $0.queue.isEmpty ? nil : $0.client } }

    /// The connections that the host is to close.
    public mutating func takeClosings() -> [RelayClosing] {
        defer { closings = [] }
        return closings
    }

    /// The entries of the log since the last call; of very many the latest.
    public mutating func takeLog() -> [RelayEntry] {
        defer { log = [] }
        return log
    }

    /// The most entries of the log that are kept until they are taken.
    public static let mostEntries = 4096

    mutating func note(_ code: String, _ token: SessionToken?, _ message: String = "") {
        if log.count >= Relay.mostEntries { log.removeFirst(Relay.mostEntries / 2) }
        log.append(RelayEntry(time: now, token: token, code: code, message: message))
    }

    mutating func note(_ fault: RelayFault, _ token: SessionToken?) {
        note(fault.code, token, fault.message)
    }

    /// Closes a client for which more waits than the limits.
    ///
    /// To be called once the client has been given what it takes: many messages of one moment do not make a slow reader.
    public mutating func closeIfSlow(_ client: Int) {
        guard let place = places[client], members[place].isOpen,
            members[place].queue.count > options.mostWaiting
                || members[place].queue.size > options.mostWaitingBytes
        else { return }
        close(place)
    }

    /// Closes a client for which more waits than any moment brings, whatever its host does.
    @inline(__always)
    mutating func checkQueue(_ place: Int) {
        if members[place].queue.size > RelayOptions.burst * options.mostWaitingBytes { close(place) }
    }

    @inline(never)
    private mutating func close(_ place: Int) {
        let (count, size) = (members[place].queue.count, members[place].queue.size)
        guard let client = members[place].client else { return }
        let fault = RelayFault.tooSlow(messages: count, bytes: size)
        members[place].queue.removeAll()
        members[place].isClosing = true
        note(fault, members[place].token)
        closings.append(RelayClosing(client: client, code: 1013, reason: fault.code))
    }
}
