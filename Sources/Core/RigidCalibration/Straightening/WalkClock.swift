/// The time that a scanner walked: that of the pins, less what their pauses last beyond ten times the usual gap between two of them.
///
/// A scan that goes on after lunch, or a marker whose date is that of an import, has not drifted meanwhile; its distance in time would be all
/// that the others are judged by.
struct WalkClock {
    /// Beginnings, ends, and how much time was left out until each end; in order.
    private var pauses: [(from: Double, to: Double, leftOut: Double)] = []
    /// The longest that a pause counts, in seconds.
    private var longest = 0.0

    /// Gaps between pins at random times are hardly ever more than ten times their median.
    private static let mostGaps = 10.0

    /// The clock of pins; by place, one that nobody reads.
    init(_ pins: [ScanPin], by kind: StraighteningKind) {
        guard kind == .time else { return }
        let times = pins.map { $0.time }.sorted()
        let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
        let usual = gaps.filter { $0 > 0 }.sorted()
        guard !usual.isEmpty else { return }
        longest = WalkClock.mostGaps * usual[(usual.count - 1) / 2]
        var leftOut = 0.0
        for (place, gap) in gaps.enumerated() where gap > longest {
            leftOut += gap - longest
            pauses.append((times[place], times[place + 1], leftOut))
        }
    }

    /// The time walked until a time, from the same zero; of one within a pause, in its proportion.
    func walked(_ time: Double) -> Double {
        var first = 0, end = pauses.count
        while first < end {
            let middle = first + (end - first) / 2
            if pauses[middle].to <= time { first = middle + 1 } else { end = middle }
        }
        let before = first > 0 ? pauses[first - 1].leftOut : 0
        guard first < pauses.count, time > pauses[first].from else { return time - before }
        let pause = pauses[first]
        return pause.from - before + (time - pause.from) / (pause.to - pause.from) * longest
    }

    func walked(_ pins: [ScanPin]) -> [ScanPin] {
        guard !pauses.isEmpty else { return pins }
        return pins.map {
            ScanPin(center: $0.center, time: walked($0.time), residual: $0.residual, spread: $0.spread)
        }
    }
}
