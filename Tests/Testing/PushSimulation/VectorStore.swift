internal import Markers
internal import MarkersClient

/// The vectors of spaces, which have no versions.
struct VectorStore: SimulatedStore {
    private struct State {
        var vector: SIMD3<Double>
        /// The time in microseconds.
        var time: Int64
        /// The time when the client sent the request that made it, if the client made it.
        var sent: Int64?
    }

    private struct Item {
        var states: [State]
        let target: SIMD3<Double>
        /// The times when the client read the vector, and whether it got an old copy.
        var looks: [(time: Int64, isOld: Bool)] = []

        /// True if the last read before a time got an old copy.
        func isMisled(at time: Int64) -> Bool { looks.last { $0.time <= time }?.isOld ?? false }
    }

    private var items: [Item]
    private(set) var violations: [(violation: Violation, item: Int)] = []
    private(set) var effects = 0
    var isUndoing = false
    var runStart: Int64 = 0
    /// Edits that were overwritten in the moment between a client's last read and the arrival of its write,
    /// which no client can see.
    private(set) var unseen = 0
    /// The longest such moment, in microseconds: a read and a write directly after it.
    private let moment: Int64

    init(_ vectors: [SIMD3<Double>], shift: SIMD3<Double>, moment: Int64) {
        items = vectors.map { Item(states: [State(vector: $0, time: .min)], target: $0 + shift) }
        self.moment = moment
    }

    var count: Int { items.count }

    func planned(_ item: Int) -> VectorImage { image(items[item].states[0]) }

    func current(_ item: Int) -> VectorImage? { items[item].states.last.map(image) }

    func target(_ item: Int) -> VectorImage { VectorImage(CalibrationVector(items[item].target)) }

    private func wanted(_ item: Int) -> SIMD3<Double> {
        isUndoing ? items[item].states[0].vector : items[item].target
    }

    private func image(_ state: State) -> VectorImage { VectorImage(CalibrationVector(state.vector)) }

    mutating func execute(
        _ item: Int, _ request: PushRequest<VectorImage>, sent: Int64, now: Int64
    ) -> PushAnswer<VectorImage> {
        guard let last = items[item].states.last else { return .gone }
        guard case .write(let write) = request else {
            items[item].looks.append((now, false))
            return .found(image(last))
        }
        let value = write.vector?.numbers ?? .zero
        effects += 1
        if last.sent == nil, items[item].states.count > 1 {
            let isSeen = last.time < sent - moment && !items[item].isMisled(at: sent)
            if isSeen { note(.lost, item) } else { unseen += 1 }
        }
        // The same value again, as when a connection repeats a request, changes nothing.
        if value != wanted(item) { note(.doubled, item) }
        items[item].states.append(State(vector: value, time: now, sent: sent))
        return .found(write)
    }

    mutating func staleRead(
        _ item: Int, now: Int64, using random: inout SeededRandom
    ) -> PushAnswer<VectorImage> {
        items[item].looks.append((now, true))
        return .found(image(items[item].states[max(0, items[item].states.count - 1 - random.below(2))]))
    }

    mutating func edit(_ item: Int, now: Int64, using random: inout SeededRandom) -> String {
        let vector = SIMD3(random.between(10, 20), 0, random.between(10, 20))
        items[item].states.append(State(vector: vector, time: now))
        return "vector"
    }

    mutating func check(_ item: Int, _ outcome: PushOutcome<VectorImage>) {
        let states = items[item].states
        switch outcome {
        case .done:
            if !states.contains(where: { $0.vector == wanted(item) }) { note(.disagreement, item) }
        case .conflict(_, let found):
            if !states.contains(where: { image($0) == found && $0.sent == nil }) { note(.disagreement, item) }
        case .gone: note(.disagreement, item)
        case .unfinished(_, let mayBeWritten):
            let isWritten = states.contains { $0.sent.map { $0 >= runStart } ?? false }
            if !mayBeWritten, isWritten { note(.disagreement, item) }
        }
    }

    func isSettled(_ outcome: PushOutcome<VectorImage>) -> Bool {
        if case .done = outcome { true } else { outcome == .gone }
    }

    private mutating func note(_ violation: Violation, _ item: Int) { violations.append((violation, item)) }
}
