import RigidCalibration

/// The same problems repeated, with the time.
enum Rounds {
    /// The median nanoseconds a problem over rounds of all, for about as many seconds of processor time.
    static func nanoseconds(
        _ problems: [Result<Correspondences, RigidFitError>], seconds: Double,
        _ solve: (Correspondences) -> Bool
    ) -> Double {
        let posed = problems.compactMap { try? $0.get() }
        var rounds: [Double] = [], failures = 0
        let end = ThreadClock.nanoseconds + seconds * 1e9
        repeat {
            rounds.append(
                ThreadClock.time {
                    for pairs in posed where !solve(pairs) { failures += 1 }
                } / Double(max(posed.count, 1)))
        } while ThreadClock.nanoseconds < end
        return rounds.median
    }
}
