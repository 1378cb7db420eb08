/// Several ways of doing the same work, timed in turn, round after round, so that anything that slows the
/// machine slows all of them.
final class Race {
    private let items: Int
    private let rounds: Int
    private let prepare: () -> Void
    private var runners: [(name: String, work: () -> Void)] = []
    /// Results of the work are added here, so that the compiler cannot leave the work out.
    var found = 0

    /// Each run of each work handles this many items; before each, outside the time, `prepare` runs.
    init(items: Int, rounds: Int, prepare: @escaping () -> Void = {}) {
        self.items = items
        self.rounds = rounds
        self.prepare = prepare
    }

    func add(_ name: String, _ work: @escaping () -> Void) { runners.append((name, work)) }

    /// The median nanoseconds an item, by name, after one round that does not count.
    func medians() -> [String: Double] {
        var times = [[Double]](repeating: [], count: runners.count)
        for round in 0...rounds {
            for (i, runner) in runners.enumerated() {
                prepare()
                let time = ThreadClock.time(runner.work)
                if round > 0 { times[i].append(time / Double(items)) }
            }
        }
        return Dictionary(uniqueKeysWithValues: zip(runners.map(\.name), times.map(\.median)))
    }
}
