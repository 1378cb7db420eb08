internal import Markers
internal import MarkersClient
internal import QuadGeometry

/// Markers with versions, of which every state is kept.
struct MarkerStore: SimulatedStore {
    /// The origin of the calibrated data.
    private enum Author { case server, client, editor }

    private struct State {
        var image: MarkerImage
        var author = Author.server
        /// The number of times the corners were moved; more than once is a fault.
        var motions = 0
        /// The time when the client sent the request that made it, if the client made it.
        var sent: Int64?
    }

    private struct Item {
        var states: [State]
        var isGone = false
    }

    private var items: [Item]
    private let rule: UpdateRule
    private let mode: PushMode
    private let move: @Sendable (Quad) -> Quad
    private let shift: SIMD3<Double>
    /// True if the server makes new calibrated data when corners change.
    private let derives: Bool
    private(set) var violations: [(violation: Violation, item: Int)] = []
    private(set) var effects = 0
    var runStart: Int64 = 0
    var isUndoing = false

    init(
        _ quads: [Quad], rule: UpdateRule, shift: SIMD3<Double>, derives: Bool,
        move: @escaping @Sendable (Quad) -> Quad
    ) {
        items = quads.enumerated().map { index, quad in
            let image = MarkerImage(
                version: Int64(1 + index % 5), corners: quad, calibrated: quad.map { $0 + shift })
            return Item(states: [State(image: image)])
        }
        (self.rule, mode, self.shift, self.derives, self.move) = (rule, rule.mode, shift, derives, move)
    }

    var count: Int { items.count }

    func planned(_ item: Int) -> MarkerImage { items[item].states[0].image }

    func current(_ item: Int) -> MarkerImage? {
        items[item].isGone ? nil : items[item].states[items[item].states.count - 1].image
    }

    mutating func execute(
        _ item: Int, _ request: PushRequest<MarkerWrite>, sent: Int64, now: Int64
    ) -> PushAnswer<MarkerImage> {
        guard let image = current(item) else { return .gone }
        guard case .write(let write) = request else { return .found(image) }
        guard write.version == image.version, let value = write.value else { return .conflict }
        effects += 1
        var state = items[item].states[items[item].states.count - 1]
        state.sent = sent
        state.image.version += 1
        if isUndoing { takeBack(item, &state, value) } else { carryOut(item, &state, value) }
        items[item].states.append(state)
        return .found(state.image)
    }

    /// Writes the value of a plan, and checks that it should.
    private mutating func carryOut(_ item: Int, _ state: inout State, _ value: Quad) {
        let (corners, calibrated) = (state.image.corners, state.image.calibrated)
        if state.author == .editor, mode == .raw || rule.policy != .recompute { note(.lost, item) }
        guard mode == .raw else {
            let wanted = rule.calibrated(from: corners)
            if let calibrated, same(calibrated, wanted) { note(.doubled, item) }
            if !same(value, wanted) { note(.stale, item) }
            (state.image.calibrated, state.author) = (value, .client)
            return
        }
        if same(value, move(corners)) {
            state.motions += 1
            if state.motions > 1 { note(.doubled, item) }
        } else {
            note(same(value, corners) ? .doubled : .lost, item)
        }
        set(value, &state)
    }

    /// Writes the former value, over nothing but the client's own writes.
    private mutating func takeBack(_ item: Int, _ state: inout State, _ value: Quad) {
        let before = items[item].states[0].image
        guard mode == .raw else {
            if state.author == .editor { note(.lost, item) }
            // The server's own may be of other corners, where it does not compute it again.
            if let data = state.image.calibrated, same(value, data) { note(.doubled, item) }
            if !same(value, state.image.corners.map { $0 + shift }) { note(.stale, item) }
            (state.image.calibrated, state.author) = (value, .server)
            return
        }
        state.motions -= 1
        if state.motions < 0 { note(.doubled, item) }
        if !same(state.image.corners, move(before.corners)) { note(.lost, item) }
        if !same(value, before.corners) { note(.stale, item) }
        set(value, &state)
    }

    private func set(_ corners: Quad, _ state: inout State) {
        state.image.corners = corners
        if derives { (state.image.calibrated, state.author) = (corners.map { $0 + shift }, .server) }
    }

    mutating func staleRead(
        _ item: Int, now: Int64, using random: inout SeededRandom
    ) -> PushAnswer<MarkerImage> {
        let states = items[item].states
        return .found(states[max(0, states.count - 1 - random.below(3))].image)
    }

    mutating func edit(_ item: Int, now: Int64, using random: inout SeededRandom) -> String {
        guard let image = current(item) else { return "nothing" }
        var state = items[item].states[items[item].states.count - 1]
        state.sent = nil
        state.image.version += 1 + Int64(random.below(2))
        let kind = random.below(20)
        switch kind {
        case 0..<9:
            let step = SIMD3(random.between(-0.1, 0.1), random.between(-0.1, 0.1), 0.05)
            state.image.corners[corner: random.below(4)] += step
            if derives {
                (state.image.calibrated, state.author) = (state.image.corners.map { $0 + shift }, .server)
            }
        case 9..<14:
            state.image.calibrated = image.corners.map { $0 + SIMD3(random.between(1, 2), 0, 0) }
            state.author = .editor
        case 14..<19: break
        default: items[item].isGone = true
        }
        items[item].states.append(state)
        return kind < 9 ? "corners" : kind < 14 ? "calibrated data" : kind < 19 ? "label" : "deletion"
    }

    mutating func check(_ item: Int, _ outcome: PushOutcome<MarkerImage>) {
        let states = items[item].states
        switch outcome {
        case .done(let image) where isUndoing:
            let isBack =
                mode == .raw
                ? same(image.corners, states[0].image.corners)
                : [image.corners.map { $0 + shift }, states[0].image.calibrated].contains { wanted in
                    wanted.flatMap { wanted in image.calibrated.map { same($0, wanted) } } ?? false
                }
            guard isBack, states.contains(where: { $0.image == image }) else {
                return note(.disagreement, item)
            }
        case .done(let image):
            guard let state = states.first(where: { $0.image == image }),
                mode == .raw ? state.motions == 1 : isCalibrated(image)
            else { return note(.disagreement, item) }
        case .conflict(_, let image) where isUndoing:
            let before = states[0].image.corners
            let isSomebodys =
                mode == .raw && !same(image.corners, before) && !same(image.corners, move(before))
            // What was written for corners that somebody has changed since is not known as the client's own.
            let isOfOthers = mode == .calibrated && !isCalibrated(image)
            guard
                states.contains(where: {
                    $0.image == image && (isSomebodys || isOfOthers || $0.author == .editor)
                })
            else {
                return note(.disagreement, item)
            }
        case .conflict(_, let image):
            guard let state = states.first(where: { $0.image == image }),
                mode == .raw
                    ? state.motions == 0 || !same(image.corners, move(states[0].image.corners))
                    : !isCalibrated(image)
            else { return note(.disagreement, item) }
        case .gone: if !items[item].isGone { note(.disagreement, item) }
        case .unfinished(_, let mayBeWritten):
            if !mayBeWritten, !items[item].isGone, let sent = states.last?.sent, sent >= runStart {
                note(.disagreement, item)
            }
        }
    }

    func isSettled(_ outcome: PushOutcome<MarkerImage>) -> Bool {
        if case .done = outcome { return mode == .raw || isUndoing }
        return outcome == .gone
    }

    private func isCalibrated(_ image: MarkerImage) -> Bool {
        image.calibrated.map { same($0, rule.calibrated(from: image.corners)) } ?? false
    }

    private func same(_ a: Quad, _ b: Quad) -> Bool {
        StoredTolerance(magnitude: Double.maximum(a.largestMagnitude, b.largestMagnitude)).allows(a, b)
    }

    private mutating func note(_ violation: Violation, _ item: Int) { violations.append((violation, item)) }
}
