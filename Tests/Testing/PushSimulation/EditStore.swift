internal import Markers
internal import MarkersClient
internal import MarkersOffline
internal import QuadGeometry

/// Markers with versions that a queue of edits is sent to, of which every state is kept.
struct EditStore: SimulatedStore {
    private struct State {
        var fields: MarkerFields
        /// The time when the client sent the request that made it, if the client made it.
        var sent: Int64?
    }

    private struct Item {
        let edits: FieldEdits
        var states: [State]
        /// The fields that the client has written.
        var written: Set<String> = []
        var isGone = false
    }

    private var items: [Item]
    private var names = 0
    private(set) var violations: [(violation: Violation, item: Int)] = []
    private(set) var effects = 0
    var runStart: Int64 = 0
    var isUndoing = false

    init(_ markers: [(base: MarkerFields, edits: FieldEdits)]) {
        items = markers.map { Item(edits: $0.edits, states: [State(fields: $0.base)]) }
    }

    var count: Int { items.count }

    func planned(_ item: Int) -> MarkerFields { items[item].states[0].fields }

    func edits(_ item: Int) -> FieldEdits { items[item].edits }

    func current(_ item: Int) -> MarkerFields? {
        items[item].isGone ? nil : items[item].states[items[item].states.count - 1].fields
    }

    mutating func execute(
        _ item: Int, _ request: PushRequest<EditWrite>, sent: Int64, now: Int64
    ) -> PushAnswer<MarkerFields> {
        guard let now = current(item) else { return .gone }
        guard case .write(.update(let version, let body)) = request else { return .found(now) }
        guard version == now.version, let write = try? FieldEdits(json: body) else { return .conflict }
        effects += 1
        let base = planned(item), wanted = items[item].edits
        if let label = write.label { judge(item, "label", label, wanted.label, now.label, base.label) }
        if let color = write.color { judge(item, "color", color, wanted.color, now.color, base.color) }
        if let corners = write.corners {
            judge(item, "corners", corners, wanted.corners, now.corners, base.corners)
        }
        var fields = now
        if !write.properties.isEmpty {
            // They are sent whole: what is left out is lost.
            for (name, value) in now.properties where write.properties[name] != value {
                judge(
                    item, name, write.properties[name], wanted.properties[name], value, base.properties[name])
            }
            for (name, value) in write.properties where now.properties[name] == nil {
                judge(item, name, value, wanted.properties[name], nil, base.properties[name])
            }
            fields.properties = write.properties
        }
        fields = fields.after(
            FieldEdits(label: write.label, color: write.color, corners: write.corners))
        fields.version += 1
        items[item].states.append(State(fields: fields, sent: sent))
        return .found(fields)
    }

    /// Checks one field of a write: the value is the wanted one, over nobody's work, and for the first time.
    private mutating func judge<Value: Equatable>(
        _ item: Int, _ name: String, _ value: Value, _ wanted: Value?, _ now: Value?, _ base: Value?
    ) {
        if value != wanted { note(wanted == nil && now != base ? .lost : .stale, item) }
        if now != base, now != wanted { note(.lost, item) }
        if !items[item].written.insert(name).inserted { note(.doubled, item) }
    }

    mutating func staleRead(
        _ item: Int, now: Int64, using random: inout SeededRandom
    ) -> PushAnswer<MarkerFields> {
        let states = items[item].states
        return .found(states[max(0, states.count - 1 - random.below(3))].fields)
    }

    mutating func edit(_ item: Int, now: Int64, using random: inout SeededRandom) -> String {
        guard var fields = current(item) else { return "nothing" }
        names += 1
        fields.version += 1 + Int64(random.below(2))
        let kind = random.below(21)
        let what: String
        switch kind {
        case 0..<5: (what, fields.label) = ("label", "theirs \(names)")
        case 5..<9: (what, fields.color) = ("color", "theirs \(names)")
        case 9..<13:
            what = "corners"
            fields.corners[corner: random.below(4)] += SIMD3(0, 0.05 + random.unit(), 0)
        case 13..<16: (what, fields.properties["own"]) = ("a property", Array("\(names)".utf8))
        case 16..<20: (what, fields.properties["other"]) = ("another property", Array("\(names)".utf8))
        default:
            items[item].isGone = true
            return "deletion"
        }
        items[item].states.append(State(fields: fields))
        return what
    }

    mutating func check(_ item: Int, _ outcome: PushOutcome<MarkerFields>) {
        let states = items[item].states, edits = items[item].edits
        switch outcome {
        case .done(let fields):
            guard states.contains(where: { $0.fields == fields }), edits.areShown(in: fields) else {
                return note(.disagreement, item)
            }
        case .conflict(_, let fields):
            guard states.contains(where: { $0.fields == fields }), isSomebodys(fields, item) else {
                return note(.disagreement, item)
            }
        case .gone: if !items[item].isGone { note(.disagreement, item) }
        case .unfinished(_, let mayBeWritten):
            if !mayBeWritten, !items[item].isGone, let sent = states.last?.sent, sent >= runStart {
                note(.disagreement, item)
            }
        }
    }

    /// Whether one of the fields that the client wants is neither as it was nor as wanted.
    private func isSomebodys(_ fields: MarkerFields, _ item: Int) -> Bool {
        let base = planned(item), edits = items[item].edits
        func differs<Value: Equatable>(_ wanted: Value?, _ now: Value?, _ before: Value?) -> Bool {
            wanted != nil && now != wanted && now != before
        }
        return differs(edits.label, fields.label, base.label)
            || differs(edits.color, fields.color, base.color)
            || differs(edits.corners, fields.corners, base.corners)
            || edits.properties.contains {
                differs($0.value, fields.properties[$0.key], base.properties[$0.key])
            }
    }

    func isSettled(_ outcome: PushOutcome<MarkerFields>) -> Bool {
        if case .unfinished = outcome { false } else { true }
    }

    private mutating func note(_ violation: Violation, _ item: Int) { violations.append((violation, item)) }
}
