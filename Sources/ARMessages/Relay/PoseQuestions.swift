/// The secondary devices that wait for the primary one's pose, and the one question for it that is open.
///
/// An answer does not say which question it belongs to, so nobody else is asked for while one may still come. A pose is paired only
/// with one of nearly the same time.
struct PoseQuestions: Sendable {
    /// A secondary device that has said its pose (T_L) while it was held to the primary one.
    struct Ping: Sendable {
        let token: SessionToken
        fileprivate(set) var pose: DevicePose
        /// The time of the pose.
        fileprivate(set) var time: Double
    }

    /// The meaning of the primary device's pose.
    enum Answer { case ping(Ping), late, unasked }

    /// The devices that wait, in the order of their first poses; while a question is open, it is for the first.
    private(set) var pings: [Ping] = []
    private var isOpen = false
    /// The time until which an answer to a question that was given up may come.
    private var lateUntil: Double?
    /// Seconds for which a pose may wait for its counterpart, and for which a late answer is awaited.
    private let patience: Double

    init(patience: Double) { self.patience = patience }

    /// Takes the pose of a device, and returns whether it has begun to wait. One that comes while its question is open is dropped, since the
    /// answer belongs to the pose before.
    mutating func take(_ pose: DevicePose, of token: SessionToken, at now: Double) -> Bool {
        guard let place = pings.firstIndex(where: { $0.token == token }) else {
            pings.append(Ping(token: token, pose: pose, time: now))
            return true
        }
        if place > 0 || !isOpen { pings[place] = Ping(token: token, pose: pose, time: now) }
        return false
    }

    func isWaiting(_ token: SessionToken) -> Bool { pings.contains { $0.token == token } }

    /// Opens the next question, if one is to be asked now, and returns the device that it is for.
    mutating func open(at now: Double) -> SessionToken? {
        guard !isOpen, let first = pings.first, now >= lateUntil ?? now else { return nil }
        (isOpen, lateUntil) = (true, nil)
        return first.token
    }

    /// Takes an answer, which closes the question that is open.
    mutating func takeAnswer() -> Answer {
        if lateUntil != nil {
            lateUntil = nil
            return .late
        }
        guard isOpen else { return .unasked }
        isOpen = false
        return .ping(pings.removeFirst())
    }

    /// Ends the waiting of devices whose poses are too old, and returns them.
    mutating func expire(at now: Double) -> [SessionToken] {
        let old = pings.filter { now >= $0.time + patience }.map(\.token)
        for token in old { remove(token, at: now) }
        return old
    }

    /// Ends the waiting of a device.
    mutating func remove(_ token: SessionToken, at now: Double) {
        guard let place = pings.firstIndex(where: { $0.token == token }) else { return }
        if place == 0, isOpen { (isOpen, lateUntil) = (false, now + patience) }
        pings.remove(at: place)
    }

    /// Ends all waiting, also for answers, and returns the devices that waited.
    mutating func removeAll() -> [SessionToken] {
        defer { (pings, isOpen, lateUntil) = ([], false, nil) }
        return pings.map(\.token)
    }

    /// The time when a pose becomes too old, or the next question may be asked.
    var due: Double {
        let old = pings.lazy.map { $0.time + patience }.min() ?? .infinity
        return pings.isEmpty || isOpen ? old : min(old, lateUntil ?? old)
    }
}
