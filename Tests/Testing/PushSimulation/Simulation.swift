internal import MarkersClient

/// Runs pushes against a simulated server in virtual time, the same for the same seed to the last bit.
struct Simulation<Store: SimulatedStore, P: Push> where P.Image == Store.Image, P.Write == Store.Write {
    private struct Sent {
        let request: PushRequest<P.Write>
        let time: Int64
        let fate: Fate
        var answer: PushAnswer<P.Image>
    }

    /// In microseconds: the client's timeout, and the longest times of a request and of an answer.
    static var timeout: Int64 { 2_000_000 }
    static var slowest: Int64 { 30_000 }

    private(set) var store: Store
    private let settings: SimulationSettings
    private let makePush: (Int, P.Image) -> P
    /// Makes the push that takes an item back, from its final value; without one nothing is taken back.
    private let makeUndo: ((Int, P.Image) -> P)?
    private var random: SeededRandom
    private var queue = EventQueue()
    private var now: Int64 = 0
    private var sent: [Sent] = []
    private var tally = SimulationTally()
    private var faults = 0.0
    private let tracedItem: Int?
    private(set) var trace: [String] = []

    /// Of one run: pushes by item, those not begun yet, and the number of requests under way.
    private var pushes: [PacedPush<P>?]
    private var outcomes: [PushOutcome<P.Image>?]
    private var undone: [PushOutcome<P.Image>?] = []
    private var waiting: [Int] = []
    private var underWay = 0
    private var limit = AdaptiveLimit()
    private var budget = RetryBudget()

    init(
        _ store: Store, seed: UInt64, _ settings: SimulationSettings, tracing item: Int? = nil,
        makePush: @escaping (Int, P.Image) -> P, makeUndo: ((Int, P.Image) -> P)? = nil
    ) {
        (self.store, self.settings, self.makePush, self.makeUndo) = (store, settings, makePush, makeUndo)
        random = SeededRandom(seed: seed)
        pushes = Array(repeating: nil, count: store.count)
        outcomes = Array(repeating: nil, count: store.count)
        tracedItem = item
    }

    /// All runs: with faults, then one without that must finish everything, then one with nothing to write.
    mutating func run() -> SimulationTally {
        for round in 0..<settings.faultyRuns {
            runOnce(isFirst: round == 0, faults: settings.faults, dies: round == 0 && settings.dies)
        }
        runOnce(isFirst: settings.faultyRuns == 0, faults: 0, dies: false)
        let effects = store.effects
        for item in 0..<store.count {
            switch outcomes[item] {
            case .done: tally.done += 1
            case .conflict: tally.conflicts += 1
            case .gone: tally.gone += 1
            case .unfinished, nil: unsettled(item)
            }
        }
        runOnce(isFirst: false, faults: 0, dies: false)
        if store.effects != effects { unsettled(0) }
        if makeUndo != nil { undo() }
        tally.effects = store.effects
        for (violation, item) in store.violations {
            tally.violations[violation, default: 0] += 1
            if tally.firstItem == nil {
                (tally.firstItem, tally.firstViolation) = (item, violation.rawValue)
            }
        }
        return tally
    }

    /// Takes the changes back, in runs with faults and one without.
    private mutating func undo() {
        store.isUndoing = true
        undone = outcomes
        for item in outcomes.indices {
            if case .done = outcomes[item] { outcomes[item] = nil } else { outcomes[item] = .gone }
        }
        for _ in 0..<settings.faultyRuns { runOnce(isFirst: false, faults: settings.faults, dies: false) }
        runOnce(isFirst: false, faults: 0, dies: false)
        for item in outcomes.indices {
            if case .unfinished = outcomes[item] { unsettled(item) }
            if case .done = outcomes[item] { tally.undone += 1 }
        }
    }

    private mutating func unsettled(_ item: Int) {
        tally.violations[.unsettled, default: 0] += 1
        if tally.firstItem == nil { (tally.firstItem, tally.firstViolation) = (item, "unsettled") }
    }

    private mutating func runOnce(isFirst: Bool, faults: Double, dies: Bool) {
        self.faults = faults
        // To distinguish it from the last request of the run before.
        now += 1
        store.runStart = now
        limit = AdaptiveLimit()
        budget = RetryBudget(capacity: settings.isPatient ? Int.max / 2 : RetryBudget.capacity)
        waiting = (0..<store.count).reversed().filter { item in
            outcomes[item].map { !store.isSettled($0) } ?? true
        }
        for item in waiting { (pushes[item], outcomes[item]) = (nil, nil) }
        let items = waiting
        underWay = 0
        if faults > 0 {
            // Over about as long as the run takes.
            let span = Double(items.count) * 40_000
            for _ in 0..<Int(settings.edits * Double(items.count)) {
                let item = items[random.below(items.count)]
                add(.edit, after: Int64(random.between(0, span)), item)
            }
        }
        begin(isFirst: isFirst)
        var events = 0
        while let event = queue.next() {
            now = max(now, event.time)
            handle(event)
            begin(isFirst: isFirst)
            events += 1
            guard dies, events > 2 * items.count else { continue }
            die()
            return
        }
        for item in items {
            guard let outcome = outcomes[item] else { continue }
            if case .unfinished = outcome { tally.unfinished += 1 }
            store.check(item, outcome)
        }
    }

    /// The client's process ends; requests that it sent continue, and nobody receives the answers.
    private mutating func die() {
        var left: [Event] = []
        while let event = queue.next() {
            if event.kind == .execution || event.kind == .edit { left.append(event) }
        }
        for event in left { queue.add(event) }
        for item in pushes.indices { pushes[item] = nil }
    }

    private mutating func begin(isFirst: Bool) {
        while underWay < limit.limit, let item = waiting.popLast() {
            var push = PacedPush(push(item))
            var fresh: P.Image?
            if !isFirst {
                // A list from the server, which may be an old copy, too.
                let isStale = random.unit() < faults / 10
                guard let current = store.current(item) else {
                    outcomes[item] = .gone
                    continue
                }
                fresh = current
                if isStale, case .found(let old) = store.staleRead(item, now: now, using: &random) {
                    fresh = old
                }
            }
            let action = push.start(fresh, now: .microseconds(now))
            pushes[item] = push
            carryOut(action, item)
        }
    }

    private func push(_ item: Int) -> P {
        guard let makeUndo, store.isUndoing, case .done(let image) = undone[item] else {
            return makePush(item, store.planned(item))
        }
        return makeUndo(item, image)
    }

    private mutating func carryOut(_ action: PacedPush<P>.Action, _ item: Int) {
        switch action {
        case .finish(let outcome):
            note(item) { "finished \(outcome)" }
            outcomes[item] = outcome
            pushes[item] = nil
        case .send(let request, let pause):
            if pause == .zero { return send(request, item) }
            sent.append(Sent(request: request, time: now, fate: .good, answer: .unknown))
            let (seconds, attoseconds) = pause.components
            let micros = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
            add(.sending, after: micros, item, sent.count - 1)
        }
    }

    private mutating func send(_ request: PushRequest<P.Write>, _ item: Int) {
        let fate = Fate.random(faults: faults, using: &random)
        let id = sent.count
        sent.append(Sent(request: request, time: now, fate: fate, answer: .unknown))
        tally.requests += 1
        if fate != .good { tally.faults += 1 }
        underWay += 1
        note(item) { "sends \(request), which is \(fate)" }
        let there = Int64(1000 + random.below(14_000)), back = Int64(1000 + random.below(14_000))
        let timeout = Self.timeout
        switch fate {
        case .requestLost: add(.answer, after: timeout, item, id)
        case .answerLost:
            add(.execution, after: there, item, id)
            add(.answer, after: timeout, item, id)
        case .late:
            add(.answer, after: timeout, item, id)
            add(.execution, after: timeout + Int64(random.below(5_000_000)), item, id)
        default:
            add(.execution, after: there, item, id)
            add(.answer, after: there + back, item, id)
        }
    }

    private mutating func add(_ kind: Event.Kind, after delay: Int64, _ item: Int, _ request: Int = -1) {
        queue.add(
            Event(time: now + max(delay, 0), kind: kind, item: Int32(item), request: Int32(request)))
    }

    private mutating func handle(_ event: Event) {
        let item = Int(event.item), id = Int(event.request)
        switch event.kind {
        case .edit:
            let what = store.edit(item, now: now, using: &random)
            tally.edits += 1
            note(item) { "somebody changes \(what)" }
        case .sending: if pushes[item] != nil { send(sent[id].request, item) }
        case .execution: execute(item, id)
        case .answer:
            underWay -= 1
            answer(item, id)
        }
    }

    private mutating func execute(_ item: Int, _ id: Int) {
        let request = sent[id].request
        let before = store.effects
        switch sent[id].fate {
        case .resetBefore: sent[id].answer = .unknown
        case .errorBefore: sent[id].answer = .unknown
        case .unreachable: sent[id].answer = .notSent
        case .throttledBefore: sent[id].answer = .deferred
        case .wrongConflict where request != .read: sent[id].answer = .conflict
        case .staleRead where request == .read:
            sent[id].answer = store.staleRead(item, now: now, using: &random)
        case .resent:
            _ = store.execute(item, request, sent: sent[id].time, now: now)
            sent[id].answer = store.execute(item, request, sent: sent[id].time, now: now)
        default:
            let answer = store.execute(item, request, sent: sent[id].time, now: now)
            switch sent[id].fate {
            case .answerLost, .late, .resetAfter, .errorAfter: sent[id].answer = .unknown
            case .throttledAfter: sent[id].answer = .deferred
            case .truncated: sent[id].answer = answer == .conflict ? .conflict : .nothingShown
            default: sent[id].answer = answer
            }
        }
        let shown = sent[id].answer
        note(item) { "server answers \(shown)" }
        guard store.effects > before, faults > 0, random.unit() < settings.editsAtOnce else { return }
        add(.edit, after: Int64(random.below(3000)), item)
    }

    private mutating func answer(_ item: Int, _ id: Int) {
        guard var push = pushes[item] else { return }
        pushes[item] = nil
        let fate = sent[id].fate
        let timedOut = fate == .requestLost || fate == .answerLost || fate == .late
        let isThrottled = fate == .throttledBefore || fate == .throttledAfter
        limit.note(overload: timedOut || isThrottled)
        let action = push.receive(
            timedOut ? .unknown : sent[id].answer, timedOut: timedOut,
            retryAfter: isThrottled ? .seconds(1) : nil, now: .microseconds(now), budget: &budget,
            using: &random)
        pushes[item] = push
        carryOut(action, item)
    }

    private mutating func note(_ item: Int, _ text: () -> String) {
        guard item == tracedItem else { return }
        trace.append("\(now) \(text())")
    }
}
