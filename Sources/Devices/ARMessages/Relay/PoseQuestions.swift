/// The secondary devices that wait for the primary one's pose, and the questions for it that are open.
///
/// A question has a number, which devices of this package send back with their answer: they are asked for everyone at once. Others say
/// nothing of the question that they answer, so nobody else is asked for while an answer may still come. A pose is paired only with one
/// of nearly the same time.
struct PoseQuestions: Sendable {
    /// A secondary device that has said its pose (T_L) while it was held to the primary one.
    struct Ping: Sendable {
        let token: SessionToken
        fileprivate(set) var pose: DevicePose
        fileprivate(set) var time: Double
        /// The number of the question that was asked for it.
        fileprivate(set) var question: Int64?
    }

    /// The meaning of the primary device's pose.
    enum Answer { case ping(Ping), late, unasked }

    /// The devices that wait, in the order of their first poses.
    private(set) var pings: [Ping] = []
    private var asked: Int64 = 0
    /// Whether the primary device has sent the number of a question back.
    private var isNumbering = false
    /// The time until which an answer without a number to a question that was given up may come.
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
        if pings[place].question == nil { (pings[place].pose, pings[place].time) = (pose, now) }
        return false
    }

    func isWaiting(_ token: SessionToken) -> Bool { pings.contains { $0.token == token } }

    /// Opens the next question, if one is to be asked now, and returns the device that it is for, and the number.
    mutating func open(at now: Double) -> (token: SessionToken, number: Int64)? {
        guard let place = pings.firstIndex(where: { $0.question == nil }),
            isNumbering || place == 0 && now >= lateUntil ?? now
        else { return nil }
        (asked, lateUntil) = (asked + 1, nil)
        pings[place].question = asked
        return (pings[place].token, asked)
    }

    /// Takes an answer, which closes the question of its number; without one, the oldest that is open.
    mutating func takeAnswer(to number: Int64?) -> Answer {
        if let number {
            guard number >= 1, number <= asked else { return .unasked }
            isNumbering = true
            lateUntil = nil
            guard let place = pings.firstIndex(where: { $0.question == number }) else { return .late }
            return .ping(pings.remove(at: place))
        }
        if lateUntil != nil {
            lateUntil = nil
            return .late
        }
        guard let place = pings.firstIndex(where: { $0.question != nil }) else { return .unasked }
        return .ping(pings.remove(at: place))
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
        if pings[place].question != nil, !isNumbering { lateUntil = now + patience }
        pings.remove(at: place)
    }

    /// Ends all waiting, also for answers, and returns the devices that waited.
    mutating func removeAll() -> [SessionToken] {
        defer { (pings, isNumbering, lateUntil) = ([], false, nil) }
        return pings.map(\.token)
    }

    /// The time when a pose becomes too old, or the next question may be asked.
    var due: Double {
        let old = pings.lazy.map { $0.time + patience }.min() ?? .infinity
        guard let first = pings.first, first.question == nil else { return old }
        return min(old, lateUntil ?? old)
    }
}
