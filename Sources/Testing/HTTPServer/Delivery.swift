/// The bytes that answer a request, when they are sent, and what happens to the connection after them.
///
/// They may be anything: a server that imitates failures sends half an answer, or none and a reset.
package struct Delivery: Sendable {
    package var bytes: [UInt8]
    /// Seconds before the first byte.
    package var delay = 0.0
    /// Seconds between one byte and the next; 0 sends all at once.
    package var interval = 0.0
    package var surplus = Surplus.none
    package var ending: Ending

    /// The bytes that are sent without having been asked for.
    package enum Surplus: Sendable {
        case none
        /// All bytes once more, this many seconds after the last one.
        case copy(after: Double)
        /// All bytes once more, ahead of the next answer on the connection.
        case copyWithNext
        /// From now on each request on the connection gets the answer to the one before it; this one gets its own.
        case oneBehind
    }

    /// The state of the connection after the last byte.
    package enum Ending: Sendable {
        case keeps, closes, resets
        /// All connections end, and new ones are refused for so many seconds, as if the process started again.
        case restarts(after: Double)
        /// The connection speaks another protocol from now on.
        case upgrades(any UpgradedHandler)
    }

    package init(_ bytes: [UInt8] = [], ending: Ending) { (self.bytes, self.ending) = (bytes, ending) }
}

/// The part of a server that knows what requests mean.
package protocol RequestHandler: Sendable {
    /// Says how a request is answered. The listener's thread calls this, and serves nobody else meanwhile.
    func answer(to request: IncomingRequest) -> Answer

    /// Answers bytes that are no request; the connection must end with it.
    func delivery(refusing refusal: RequestRefusal) -> Delivery
}

/// The work that answers a request, and the time when it begins.
package struct Answer {
    /// Seconds before ``work`` is called, which happens even if the client is gone by then.
    package var delay: Double
    /// Does what the request asks for. Its parameter is whether the connection ends with the delivery.
    package var work: (_ endsConnection: Bool) -> Delivery

    package init(after delay: Double = 0, _ work: @escaping (_ endsConnection: Bool) -> Delivery) {
        (self.delay, self.work) = (delay, work)
    }
}
