import Foundation
import Markers
import MarkersClient
import MarkersOffline
import MarkersSandbox
import QuadGeometry
import SandboxTransport
import StrictJSON

/// The doings of persons in the app, with a network and without, and the judge of them: what was wanted comes true once, in the frame in
/// which its session is, or waits for a word, and nothing of others' changes.
extension WorldStory {
    private static let edits = 1...3
    /// With fewer markers that are kept, nothing tells whether a session was moved meanwhile.
    private static let fewestCompared = 3

    /// Somebody wants something of a session while there is no network; whether the session was ever read.
    func useApp(_ session: UUID, by person: Int) async throws -> Bool {
        let away = WorldConnection(space.server, space.clock, isAway: true)
        let queue = try persons[person].phone.queue(away, space.clock)
        guard let kept = await queue.kept(session, MarkersAPI(away, clock: space.clock)) else {
            return false
        }
        for _ in 0..<dice.number(in: WorldStory.edits) {
            let marker = kept.isEmpty || dice.chance(0.3) ? nil : dice.one(of: kept)
            if let marker {
                try await want(marker, queue, person)
            } else {
                try await wantNew(in: session, kept, queue, person)
            }
        }
        return true
    }

    private func want(_ marker: Marker, _ queue: OfflineQueue, _ person: Int) async throws {
        let words = "\(persons[person].name)'s phone, without a network: \(marker.id.uuidString.prefix(4))"
        var wish = WorldPhone.Wish(
            kind: .edit, session: marker.workSessionID, marker: marker.id, version: marker.version ?? 0)
        var changes = UpdateMarker()
        switch dice.number(in: 0...5) {
        case 0:
            note("\(words) is removed")
            wish = WorldPhone.Wish(
                kind: .remove, session: wish.session, marker: wish.marker, version: wish.version)
            let id = try await queue.delete(marker)
            // Changes of it that were not sent are withdrawn with it.
            let left = Set(try await queue.edits([.waiting, .sent, .parked]).map(\.id))
            persons[person].phone.wishes = persons[person].phone.wishes.filter { left.contains($0.key) }
            persons[person].phone.wishes[id] = wish
            return
        case 1, 2:
            wish.color = "#0000\(dice.number(in: 10...99))"
            changes.color = wish.color
        case 3:
            wish.property = dice.number(in: 0...999)
            changes.customProperties = try StrictJSON.JSONValue(
                "{\"\(WorldPhone.own)\":\(wish.property ?? 0)}")
        default:
            guard mode == .raw, let truth = space.placed[marker.id],
                let frame = space.frames.frames(of: try marker.quad.corners, at: truth.place).max()
            else { return }
            let way = dice.point(within: 1)
            wish.thing = truth.thing
            wish.place = truth.place.map { $0 + way }
            space.hang(truth.thing, at: truth.place.map { $0 + way })
            changes = UpdateMarker(space.quad(space.frames.corners(truth.place.map { $0 + way }, in: frame)))
        }
        let id = try await queue.update(marker, changes)
        let what = wish.place != nil ? "hung elsewhere" : wish.color != nil ? "painted" : "noted"
        note("\(words) is \(what)")
        if var earlier = persons[person].phone.wishes[id] {
            earlier.color = wish.color ?? earlier.color
            earlier.property = wish.property ?? earlier.property
            (earlier.place, earlier.thing) = (wish.place ?? earlier.place, wish.thing ?? earlier.thing)
            wish = earlier
        }
        persons[person].phone.wishes[id] = wish
    }

    private func wantNew(
        in session: UUID, _ kept: [Marker], _ queue: OfflineQueue, _ person: Int
    ) async throws {
        var frames: Set<Int>?
        for marker in kept {
            guard let truth = space.placed[marker.id] else { continue }
            let own = space.frames.frames(of: try marker.quad.corners, at: truth.place)
            frames = frames?.intersection(own) ?? own
        }
        guard mode == .raw, let frame = frames?.max() else { return }
        persons[person].phone.count += 1
        var wish = WorldPhone.Wish(kind: .make, session: session, marker: nil, version: 0)
        let label = "\(persons[person].name)'s \(persons[person].phone.count)", thing = space.hang()
        let place = space.place(of: thing)
        (wish.label, wish.thing, wish.place) = (label, thing, place)
        var creation = CreateMarker(
            workSessionID: session, quad: space.quad(space.frames.corners(place, in: frame)))
        creation.label = label
        let id = dice.id()
        try await queue.create([(id, creation)])
        note("\(persons[person].name)'s phone, without a network: a new marker \"\(label)\"")
        persons[person].phone.wishes[id] = wish
    }

    /// Somebody's phone has a network again.
    func sync(
        by person: Int, cut: WorldConnection.Cut? = nil, trouble: [Fault] = []
    ) async throws {
        let before = try await space.seen(), owner = persons[person]
        let connection = WorldConnection(space.server, space.clock, cut: cut) { owner.snapshot() }
        space.server.meet(trouble)
        let met = space.server.faults.count
        let user = dice.chance(0.5) ? owner.name : nil
        var report = SyncReport(), edits: [QueuedEdit] = [], lists: [UUID: [Marker]] = [:]
        let hasReport: Bool
        do {
            let queue = try owner.phone.queue(connection, space.clock)
            var work = StoreSync(queue, MarkersAPI(connection, clock: space.clock))
            work.user = user
            if variants.contains(.validateFlat) { work.form = .flat }
            report = await work.run(keeping: space.space)
            hasReport = !connection.hasEnded
        }
        space.server.meet([])
        if !trouble.isEmpty { space.clock.advance(by: WorldTrouble.longest) }
        if connection.hasEnded {
            totals[.cuts] += 1
            try owner.restore()
        }
        let troubles = space.server.faults.count - met
        totals[.faults] += [troubles > 0, connection.hasEnded].count { $0 }
        note(
            "\(owner.name)'s phone has a network\(cut == nil ? "" : ", ends at write \(cut?.write ?? 0)")"
                + "\(troubles > 0 ? ", with \(trouble.map(\.text))" : ""): \(report.flush.done.count) done, "
                + "\(report.flush.parked.values.map(\.rawValue).sorted()), \(report.flush.waiting.count) wait"
        )
        do {
            let away = WorldConnection(space.server, space.clock, isAway: true)
            let api = MarkersAPI(away, clock: space.clock), queue = try owner.phone.queue(away, space.clock)
            edits = try await queue.edits()
            for session in space.sessions { lists[session] = await queue.kept(session, api) }
        }
        let told = hasReport ? report.flush.uncompared : Set(space.sessions)
        try await judgePhone(person, before, edits, told)
        if hasReport, !trouble.contains(where: { $0.kind == .stale }) {
            try await judgeLists(report, lists, trouble.contains { $0.kind == .shortList })
        }
        try await decide(person)
    }

    /// The word of a person on what waits for one.
    private func decide(_ person: Int) async throws {
        let away = WorldConnection(space.server, space.clock, isAway: true)
        let queue = try persons[person].phone.queue(away, space.clock)
        var followed: Set<UUID> = []
        for edit in try await queue.edits([.parked]) where dice.chance(0.7) {
            switch edit.reason {
            case .sessionMoved:
                guard followed.insert(edit.session).inserted else { continue }
                note("\(persons[person].name) lets edits follow \(name(edit.session))")
                _ = try await queue.follow(edit.session)
            case .fieldEdited:
                note("\(persons[person].name) keeps to an edit")
                try await queue.retry(edit.id, mine: true)
            default:
                note("\(persons[person].name) withdraws an edit: \(edit.reason?.rawValue ?? "")")
                try await queue.discard(edit.id)
                persons[person].phone.wishes[edit.id] = nil
            }
        }
    }

    // MARK: - The judge

    private func judgePhone(
        _ person: Int, _ before: [UUID: WorldSpace.Seen], _ edits: [QueuedEdit], _ told: Set<UUID>
    ) async throws {
        let states = Dictionary(uniqueKeysWithValues: edits.map { ($0.id, $0.state) })
        let wishes = persons[person].phone.wishes.sorted { $0.value.order < $1.value.order }
        var after = try await space.seen()
        // What was made has its place from now on.
        for (_, wish) in wishes where wish.kind == .make {
            let made = after.filter { $0.value.label == wish.label }
            if made.count > 1 { find(.doubled, "\(wish.label ?? "") is made \(made.count) times") }
            guard let (id, now) = made.first, before[id] == nil, let place = wish.place,
                let thing = wish.thing
            else { continue }
            space.placed[id] = WorldSpace.Placed(
                session: wish.session, label: wish.label ?? "", thing: thing, place: place)
            touched.insert(wish.session)
            let others = before.values.filter { $0.session == wish.session }.map { space.frames(of: $0) }
            let own = space.frames.frames(of: now.corners, at: place)
            guard others.count >= WorldStory.fewestCompared, !told.contains(wish.session),
                let common = others.dropFirst().reduce(others.first, { $0?.intersection($1) }),
                !common.isEmpty
            else { continue }
            if common.isDisjoint(with: own) {
                find(
                    .astray,
                    "\(wish.label ?? "") is made in \(own.sorted()), its session is in \(common.sorted())")
            }
        }
        for (id, was) in before.sorted(by: { $0.key.uuidString < $1.key.uuidString }) {
            let mine = wishes.filter { $0.value.marker == id }.map(\.value)
            try judge(id, was, after[id], mine, &persons[person].phone)
        }
        after = try await space.seen()
        for (id, wish) in wishes {
            guard let state = states[id] else {
                find(.lost, "a queued edit of \(name(wish.session))")
                continue
            }
            if state == .dropped { find(.lost, "an edit of \(name(wish.session)), which nobody withdrew") }
            guard state == .done else { continue }
            if !isTrue(wish, after) { find(.untold, "an edit of \(name(wish.session)) is done, and is not") }
            persons[person].phone.wishes[id] = nil
        }
    }

    /// One marker that was there before a phone's edits were sent.
    private func judge(
        _ id: UUID, _ was: WorldSpace.Seen, _ now: WorldSpace.Seen?, _ mine: [WorldPhone.Wish],
        _ phone: inout WorldPhone
    ) throws {
        let short = id.uuidString.prefix(4)
        guard let now else {
            let removal = mine.first { $0.kind == .remove }
            if removal == nil || ![removal?.version, phone.made[id]].contains(was.version) {
                find(.lost, "\(short), removed by a phone that had not seen what it is now")
            }
            space.placed[id] = nil
            touched.insert(was.session)
            return
        }
        guard now != was else { return }
        phone.made[id] = now.version
        touched.insert(was.session)
        if now.color != was.color, !mine.contains(where: { $0.color == now.color }) {
            find(.lost, "the color of \(short)")
        }
        if now.label != was.label { find(.lost, "the label of \(short)") }
        let others = was.properties.filter { $0.key != WorldPhone.own }
        if now.properties.filter({ $0.key != WorldPhone.own }) != others {
            find(.lost, "properties of \(short)")
        }
        guard now.corners != was.corners else { return }
        guard let place = mine.compactMap(\.place).last else {
            return find(.astray, "corners of \(short), which no phone edited")
        }
        let past = space.frames(of: was), here = space.frames.frames(of: now.corners, at: place)
        space.placed[id]?.place = place
        if !past.isEmpty, past.isDisjoint(with: here) {
            find(.astray, "\(short) is hung elsewhere: \(past.sorted()) to \(here.sorted())")
        }
    }

    /// Whether the server has what an edit that is done wanted.
    private func isTrue(_ wish: WorldPhone.Wish, _ seen: [UUID: WorldSpace.Seen]) -> Bool {
        switch wish.kind {
        case .make: return seen.values.contains { $0.label == wish.label }
        case .remove: return wish.marker.map { seen[$0] == nil } ?? false
        case .edit:
            guard let now = wish.marker.flatMap({ seen[$0] }) else { return false }
            return (wish.color == nil || now.color == wish.color)
                && (wish.property == nil || now.properties[WorldPhone.own] == wish.property.map(String.init))
                && (wish.place == nil || !space.frames(of: now).isEmpty)
        }
    }

    /// Lists that are called fresh are those of the server, as far as its answers can tell.
    private func judgeLists(_ report: SyncReport, _ lists: [UUID: [Marker]], _ isShort: Bool) async throws {
        let seen = try await space.seen()
        for session in space.sessions {
            let isFresh = report.lists.contains { $0.category == .markers(session) && $0.staleness == .fresh }
            guard isFresh, let list = lists[session] else { continue }
            let kept = Set(list.map { "\($0.id.uuidString.prefix(4)) \($0.version ?? 0)" })
            let server = Set(
                seen.filter { $0.value.session == session }.map {
                    "\($0.key.uuidString.prefix(4)) \($0.value.version)"
                })
            if isShort ? !kept.isSubset(of: server) : kept != server {
                find(
                    .untold,
                    "the fresh list of \(name(session)): \(kept.symmetricDifference(server).sorted())")
            }
        }
    }
}

extension WorldPhone.Wish {
    /// Wishes in an order that no random id changes.
    fileprivate var order: String { "\(marker?.uuidString ?? "") \(label ?? "") \(kind)" }
}
