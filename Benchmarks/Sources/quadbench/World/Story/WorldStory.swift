import Foundation
import Markers
import MarkersClient
import MarkersSandbox
import QuadGeometry
import RigidCalibration
import SandboxTransport

/// Some weeks of one space: rescans, recalibrations by several persons, processes that end halfway, undoing, edits.
///
/// A story that is a whole week of an operator has three rescans, ten pushes of fifty markers and five faults at least.
/// Persons recalibrate what they believe to be in the old frame, and may be wrong; they answer a question by what they see in the
/// room, and that is true.
final class WorldStory: @unchecked Sendable {
    let number: Int
    private let folder: URL
    let dice: WorldDice
    let space: WorldSpace
    var persons: [WorldPerson] = []
    var totals = WorldTotals()
    /// Sessions in which somebody has done anything since the rescan.
    var touched: Set<UUID> = []
    /// Sessions of a run that has not come to its end, whose mark may stand until one has.
    var unsettled: Set<UUID> = []
    /// The calibrated corners that markers have had, to which an undo may lead back.
    var past: [UUID: [[SIMD3<Double>]]] = [:]
    /// Whether the last job said that the space is not as planned; what it counted, and its file.
    private var saysMore = false, counts: [JobState.Word: Int] = [:], lastJob: String?
    /// Whether anybody has moved anything without marks.
    var hasUnmarked = false
    /// The jobs that were begun, by their files.
    var deeds: [String: WorldDeed] = [:]
    /// The sessions of all markers that were ever there.
    var known: [UUID: UUID] = [:]
    /// The last edit by somebody while markers were moved.
    var lastEdit: WorldEdit?
    /// The calibrated corners that somebody has measured, and vectors that somebody has set.
    var surveyed: [UUID: [SIMD3<Double>]] = [:], vectors: [SIMD3<Double>] = []
    /// Whether the file of a job was damaged, after which nobody can be sure to get on.
    var hasDamage = false
    private let habit: WorldHabit
    /// Whether the network or the server is troubled now.
    var hasTrouble = false
    /// The connection of the last run.
    var lastConnection: WorldConnection?
    let mode: PushMode
    let variants: Set<Variant>
    private let isWeek: Bool
    private let left: WorldShortening

    /// More of them together would be the rest, and not those that were carried.
    private static let mostCarried = 0.25
    private static let acts = 4...12
    /// The numbers of what persons may do next.
    static let kinds = 0...31
    private static let markers = 6...10
    /// The same of a whole week, which ends when it has had enough.
    private static let weekActs = 120...150
    static let weekMarkers = 50...60
    private static let weekRescans = 3, weekPushes = 10, weekFaults = 5
    /// The acts of a week from one rescan to the next.
    private static let weekVisit = 9
    /// The steps of persons who do as they are advised.
    private static let patience = 6
    /// Motions that differ by less, in metres, may be one that was fitted twice.
    private static let alike = 2.0
    /// The codes of a refusal by what was moved before.
    private static let once: Set = [
        "ALREADY_APPLIED", "PARTLY_MOVED", "SESSION_MARKED", "MOVED_PERHAPS", "PARTLY_MOVED_PERHAPS",
        "SESSION_ASTRAY",
        "LOCKED", "NOTHING_TO_SEND",
    ]

    init(
        seed: UInt64, _ number: Int, in folder: URL, _ clock: WorldClock, _ left: WorldShortening = .init()
    ) async throws {
        self.left = left
        dice = WorldDice(seed: seed, number)
        (self.number, self.folder) = (number, folder)
        mode = dice.one(of: [.raw, .raw, .raw, .raw, .calibrated, .vector])
        let manners: [Set<Variant>] = [
            [], [], [.dropMeta], [.dropMeta], [.changeMeta], [.clearNull], [.newLocks], [.oldLocks],
            [.dropMeta, .keepCalibrated], [.pagedLists],
        ]
        let lists: [Set<Variant>] = [
            [], [.validateFlat], [.validateSparse], [.validateWhole], [.inlineNever], [.inlineBase64],
            [.noTags],
        ]
        variants = dice.one(of: manners).union(dice.one(of: lists))
        isWeek = mode == .raw && dice.chance(0.3) && left.hasWeeks
        habit = WorldHabit(dice)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let hasVector = mode != .raw || dice.chance(0.4)
        space = try await WorldSpace(
            SandboxOptions(seed: dice.next(), variants: variants),
            vector: hasVector ? SIMD3(0.25, 0, -0.5) : nil, dice, clock)
    }

    func play() async throws -> WorldTotals {
        totals[.stories] = 1
        note(
            "\(mode.rawValue), server \(variants.map(\.rawValue).sorted())\(isWeek ? ", a week" : "")"
                + "\(space.isNameless ? ", without names" : "")\(space.hasOneSize ? ", of one size" : "")")
        for name in ["a", "b", "c"].prefix(dice.number(in: isWeek ? 2...3 : 1...3)) {
            let layout = isWeek || chance(0.7) ? WorldLayout.walls : dice.one(of: WorldLayout.allCases)
            if layout != .walls { note("session \(name) hangs \(layout.rawValue)") }
            // More than a server gives at once.
            let isLong = variants.contains(.pagedLists) && !isWeek && name == "a" && chance(0.3)
            try await space.addSession(
                name,
                markers: dice.number(
                    in: isLong ? 101...110 : isWeek ? WorldStory.weekMarkers : WorldStory.markers), layout)
        }
        for name in ["ann", "bob"] {
            persons.append(try WorldPerson(name, in: folder, keepsRecords: chance(0.85)))
        }
        for person in persons.indices where chance(0.6) { try await sync(by: person) }
        try await rescan()
        let acts = dice.number(in: isWeek ? WorldStory.weekActs : WorldStory.acts)
        for number in 1...(left.acts ?? acts) {
            if left.acts == nil ? isWeek && isWholeWeek : !totals.found.isEmpty { break }
            totals[.acts] += 1
            dice.begin(number)
            wait()
            guard !left.without.contains(number) else { continue }
            if isWeek, number % WorldStory.weekVisit == 0 { try await rescan() } else { try await act() }
        }
        dice.begin(0)
        if left.acts == nil || totals.found.isEmpty {
            for person in persons.indices where !persons[person].phone.wishes.isEmpty {
                try await sync(by: person)
            }
            try await finish()
        }
        if isWholeWeek { totals[.weeks] += 1 }
        totals[.requests] += space.server.requestCount
        let seen = try await space.seen()
        for id in space.placed.keys.sorted(by: { $0.uuidString < $1.uuidString }) where seen[id] == nil {
            find(.lost, "marker \(id.uuidString.prefix(4)) is in no list")
        }
        for session in try await space.sessionsWithoutNotes() {
            find(.lost, "other data of session \(name(session))")
        }
        return totals
    }

    // MARK: - Acts

    private var isWholeWeek: Bool {
        totals[.rescans] >= WorldStory.weekRescans && totals[.pushes] >= WorldStory.weekPushes
            && totals[.faults] >= WorldStory.weekFaults
    }

    private func act() async throws {
        let old = space.sessions.filter { !space.scans.contains($0) && !space.bad.contains($0) }
        switch habit.act(dice) {
        case 0...9:
            let sessions = Set(old.filter { _ in chance(0.6) })
            try await recalibrate(sessions.isEmpty ? [dice.one(of: old)] : sessions, by: anybody())
        case 10, 11, 30: try await continueJob()
        case 12, 29: try await undo()
        case 13:
            try await someMarker {
                note("paints \($0.uuidString.prefix(4))")
                try await space.paint($0)
            }
        case 14:
            try await someMarker {
                note("drags \($0.uuidString.prefix(4))")
                try await space.drag($0)
            }
        case 15:
            let session = dice.one(of: old)
            note("adds a marker to \(name(session))")
            try await space.addMarker(to: session)
            touched.insert(session)
        case 16: try await someMarker { try await space.remove($0) }
        case 17:
            let session = dice.one(of: old)
            note("copies \(name(session))")
            try await space.copy(session)
            if let copy = space.sessions.last { touched.insert(copy) }
        case 18:
            note("a machine loses its records")
            totals[.faults] += 1
            let person = anybody()
            persons[person].loseRecords()
            for path in deeds.keys where deeds[path]?.person == person { deeds[path]?.isRecorded = false }
        case 19 where !space.isNameless:
            let session = dice.one(of: old), way = dice.point(within: dice.one(of: [0.05, 0.5, 2]))
            let share = dice.real(in: 0...WorldStory.mostCarried)
            note("carries \(share) of \(name(session)) by \(way)")
            space.carry(share, of: session, by: way)
        case 20...22:
            let person = anybody()
            if try await !useApp(dice.one(of: old), by: person) { try await sync(by: person) }
        case 23, 24:
            try await sync(
                by: anybody(), cut: chance(0.2) ? cut() : nil,
                trouble: habit.trouble(dice, at: WorldTrouble.phone))
        case 25: try await recalibrateBadly(dice.one(of: old), by: anybody())
        case 26: try await saveFit(of: dice.one(of: old), by: anybody())
        case 27: try await applyFit(by: anybody())
        case 28 where chance(0.5): try await damageJob(of: anybody())
        default:
            if chance(0.4) {
                note("another visit in the newest frame")
                try await space.rescan(nil)
            } else if mode == .raw {
                try await rescan()
            }
        }
    }

    /// Scans the place again, mostly after what was begun before has been finished.
    private func rescan() async throws {
        if space.scan != nil, chance(0.8) { try await finish() }
        wait()
        let motions = space.frames.motions
        let motion: WorldMotion
        if mode == .vector {
            motion = WorldMotion(yaw: 0, shift: SIMD3(dice.real(in: 0.5...3), 0, 1))
        } else if let last = motions.last, chance(0.1) {
            motion = chance(0.5) ? last : last.inverse
        } else {
            // A scan begins anywhere, or where the last one did.
            let far = dice.one(of: [0.4, 3.0, 20]), way = dice.point(within: 1)
            let length = (way.x * way.x + way.z * way.z).squareRoot()
            let turn = far < 1 ? 0.05 : Double.pi
            motion = WorldMotion(
                yaw: dice.real(in: -turn...turn),
                shift: SIMD3(far * way.x / length, 0.1 * way.y, far * way.z / length))
        }
        touched = []
        totals[.rescans] += 1
        note("rescan \(motions.count + 1): turn \(motion.yaw), shift \(motion.shift)")
        try await space.rescan(motion)
        wait()
    }

    private func someMarker(_ change: (UUID) async throws -> Void) async throws {
        guard let (id, truth) = marker(where: { $0 != space.scan }) else { return }
        touched.insert(truth.session)
        try await change(id)
    }

    /// A marker of some sessions, by chance.
    func marker(where isMeant: (UUID) -> Bool) -> (id: UUID, truth: WorldSpace.Placed)? {
        let all = space.placed.filter { isMeant($0.value.session) }.sorted {
            $0.key.uuidString < $1.key.uuidString
        }
        return all.isEmpty ? nil : dice.one(of: all.map { ($0.key, $0.value) })
    }

    private func continueJob() async throws {
        let person = anybody()
        let jobs = persons[person].jobs.filter { $0.frame == space.frames.newest }
        guard !jobs.isEmpty else { return }
        let job = dice.one(of: jobs)
        _ = try await run(
            .resume(file(of: job, person)), of: job.path, job.sessions, to: job.frame, by: person,
            cut: chance(0.2) ? cut() : nil, meanwhile: interruption(), trouble: trouble())
    }

    private func undo() async throws {
        let person = anybody()
        guard !persons[person].jobs.isEmpty else { return }
        let job = dice.one(of: persons[person].jobs)
        _ = try await run(
            .undo(file(of: job, person)), of: job.path, job.sessions, to: job.frame, by: person,
            cut: chance(0.2) ? cut() : nil, meanwhile: interruption(), trouble: trouble())
    }

    /// The file of a job, or its copy in the person's records.
    func file(of job: WorldPerson.KnownJob, _ person: Int) -> String {
        chance(0.3) ? persons[person].recorded(job) ?? job.path : job.path
    }

    private func recalibrate(_ sessions: Set<UUID>, by person: Int) async throws {
        let seen = try await space.seen()
        guard isJudged(sessions, seen) else { return note("left out: markers of older frames") }
        var action = WorldAction.recalibrate(
            MoveDecisions(), source(for: sessions), elsewhere: chance(0.3), locks: chance(0.9),
            marks: chance(0.9))
        var code = try await run(
            action, sessions, to: space.frames.newest, by: person, cut: chance(0.25) ? cut() : nil,
            meanwhile: interruption(besides: person), trouble: trouble())
        for _ in 0..<2 {
            guard let decisions = try await decisions(after: code, action.decisions, sessions) else { return }
            wait()
            action.decisions = decisions
            code = try await run(action, sessions, to: space.frames.newest, by: person)
        }
    }

    /// Somebody takes a scan that leads nowhere for the rescan.
    private func recalibrateBadly(_ session: UUID, by person: Int) async throws {
        guard mode == .raw else { return }
        let kind = dice.one(of: WorldBadScan.allCases)
        note("a bad scan: \(kind.rawValue), of \(name(session))")
        try await space.scanBadly(kind, of: session)
        wait()
        let action = WorldAction.recalibrate(
            MoveDecisions(notMovedYet: [session]), .badScan, elsewhere: true, locks: true, marks: true)
        _ = try await run(action, [session], to: space.frames.newest + 1, by: person)
        try await space.clearBadScan()
    }

    /// The decision of a person after a refusal, by a look at the markers; `nil` to leave it.
    private func decisions(
        after code: String, _ made: MoveDecisions, _ sessions: Set<UUID>
    ) async throws -> MoveDecisions? {
        let newest = space.frames.newest, seen = try await space.seen()
        if mode == .vector, let vector = space.vector, try await space.presentVector() != vector {
            return nil
        }
        let own = seen.filter { sessions.contains($0.value.session) }
        let open = own.filter { !space.frames(of: $0.value).contains(newest) }
        let hasMoved = mode == .raw && open.count < own.count
        switch code {
        case "MARK_NOT_KEPT", "LOCKED": return made
        case "MOVED_PERHAPS", "PARTLY_MOVED_PERHAPS", "ALREADY_APPLIED", "PARTLY_MOVED", "SESSION_MARKED":
            guard !open.isEmpty else { return nil }
            totals[.asked] += 1
            var decisions = made
            if hasMoved || code == "SESSION_MARKED" {
                guard !made.onlyUnmoved else { return nil }
                decisions.onlyUnmoved = true
            } else if code.hasSuffix("MOVED_PERHAPS") {
                totals[.words] += 1
                decisions.notMovedYet = mode == .vector ? Set(space.sessions) : sessions
            } else {
                guard !made.movesAgain else { return nil }
                totals[.words] += 1
                decisions.movesAgain = true
            }
            return decisions
        case "SESSION_ASTRAY":
            // Labels that begin anew in each session, of things in a row, may look like another frame: a look shows that it is not.
            guard own.values.allSatisfy({ space.frames(of: $0).contains(newest - 1) }) else { return nil }
            totals[.words] += 1
            var decisions = made
            decisions.notMovedYet.formUnion(sessions)
            return decisions
        default: return nil
        }
    }

    /// Has everybody's work done, session by session, as far as a person may.
    private func finish() async throws {
        guard mode == .raw else { return }
        for session in space.sessions where !space.scans.contains(session) && !space.bad.contains(session) {
            let newest = space.frames.newest
            guard isJudged([session], try await space.seen()) else { continue }
            var decisions = MoveDecisions(), codes: [String] = []
            for _ in 0..<WorldStory.patience {
                guard try await isOpen(session, below: newest) else { break }
                wait()
                if let last = codes.last, ["PARTLY_MOVED", "SESSION_MARKED", "open"].contains(last) {
                    try await resumeAll(of: session, to: newest)
                }
                let action = WorldAction.recalibrate(
                    decisions, .named, elsewhere: false, locks: true, marks: true)
                codes.append(try await run(action, [session], to: newest, by: 0))
                if let next = try await self.decisions(after: codes[codes.count - 1], decisions, [session]) {
                    decisions = next
                }
            }
            // What is left where a person saw that some are moved and nothing tells which is named, and moved by hand.
            let isLeft = decisions.onlyUnmoved && ["complete", "NOTHING_TO_SEND"].contains(codes.last)
            // Nor is a motion that is that of an earlier rescan told from it, and what somebody has measured stays.
            let isHidden =
                space.frames.isRepeated(newest, within: WorldStory.alike)
                || surveyed.keys.contains { known[$0] == session }
            if !isLeft, !hasDamage, !isHidden, try await isOpen(session, below: newest) {
                find(.stuck, "\(name(session)) after \(codes)")
            }
        }
    }

    /// Has everybody complete what they have begun in a session.
    private func resumeAll(of session: UUID, to frame: Int) async throws {
        for person in persons.indices {
            for job in persons[person].jobs where job.frame == frame && job.sessions.contains(session) {
                _ = try await run(.resume(job.path), of: job.path, job.sessions, to: frame, by: person)
            }
        }
    }

    /// Whether a session has markers that are not in a frame.
    private func isOpen(_ session: UUID, below frame: Int) async throws -> Bool {
        try await space.seen().contains {
            $0.value.session == session && !space.frames(of: $0.value).contains(frame)
        }
    }

    /// Whether all markers of sessions are in the newest frame or the one before, so that persons may mean this motion. What was left
    /// in an older frame is judged no more.
    private func isJudged(_ sessions: Set<UUID>, _ seen: [UUID: WorldSpace.Seen]) -> Bool {
        let newest = space.frames.newest
        return seen.allSatisfy {
            let frames = space.frames(of: $0.value)
            // A rescan may have the frame of an older one, in which some may have been left.
            return !sessions.contains($0.value.session) || frames.contains(newest - 1) || frames == [newest]
        }
    }

    // MARK: - Runs

    private func source(for sessions: Set<UUID>) -> WorldSource {
        guard mode != .vector else { return .motion }
        // A session that was begun after the rescan is named by those alone who leave it to the program to see that.
        // Copies are known by their corners.
        let known = space.copies.union(space.sessions.prefix { $0 != space.scan })
        guard sessions.isSubset(of: known) else { return .named }
        let labels = space.placed.values.filter { sessions.contains($0.session) }.map(\.label)
        let all: [WorldSource] =
            Set(labels).count == labels.count || space.isNameless || space.isAmbiguous(sessions)
            ? [.motion, .named, .pairs, .labels] : [.motion, .named, .pairs]
        return dice.one(of: all)
    }

    /// Runs something, judges what became of every marker, and says in a word how it ended.
    func run(
        _ action: WorldAction, of job: String? = nil, _ sessions: Set<UUID>, to frame: Int, by person: Int,
        cut: WorldConnection.Cut? = nil,
        meanwhile: WorldInterruption? = nil, trouble: [Fault] = []
    ) async throws -> String {
        // Whether an edit that met trouble was made nobody knows.
        let trouble = meanwhile == nil || meanwhile?.isRival == true ? trouble : []
        let before = try await space.seen(), vector = try await space.presentVector()
        for (id, marker) in before { known[id] = marker.session }
        let isClean =
            sessions.isDisjoint(with: touched.union(unsettled)) && isAll(sessions, before, in: frame - 1)
        space.server.meet(trouble)
        lastEdit = nil
        hasTrouble = !trouble.isEmpty
        let met = space.server.faults.count
        let (asked, written) = (space.server.requestCount, totals[.writes])
        let code = try await perform(
            action, sessions, to: frame, by: person, cut: cut, meanwhile: meanwhile)
        let requests = space.server.requestCount - asked
        space.server.meet([])
        if !trouble.isEmpty { space.clock.advance(by: WorldTrouble.longest) }
        let troubles = space.server.faults.count - met
        totals[.faults] += [troubles > 0, code == "cut", meanwhile?.isRival == true].count { $0 }
        let hasWord = !action.decisions.notMovedYet.isEmpty || action.decisions.movesAgain
        totals.outcomes[code, default: 0] += 1
        note(
            "\(persons[person].name) \(action) of \(sessions.map(name).sorted()) to \(frame)"
                + "\(cut.map { ", ends at write \($0.write)\($0.hasEffect ? " that is done" : "")" } ?? "")"
                + "\(meanwhile.map { ", \($0) meanwhile" } ?? "")"
                + "\(troubles > 0 ? ", with \(trouble.map(\.text))" : ""): \(code)")
        if case .recalibrate(_, let source, _, _, _) = action, isClean, !hasWord, meanwhile == nil,
            troubles == 0, !hasDamage,
            WorldStory.once.contains(code), !isHidden(code, frame),
            source.saysWhen || before.values.allSatisfy({ !sessions.contains($0.session) || $0.version == 1 })
        {
            find(.refused, "\(sessions.map(name).sorted()): \(code)")
        }
        try await judgeTold(
            WorldRun(
                action: action, sessions: sessions, frame: frame, person: person, job: job ?? lastJob,
                code: code,
                before: before, vector: vector, counts: counts, saysMore: saysMore,
                isCalm: meanwhile == nil && troubles == 0 && cut == nil, edit: lastEdit,
                hasTrouble: troubles > 0 || meanwhile?.isRival == true, firstRequest: asked + 1))
        if ["cut", "open"].contains(code) { unsettled.formUnion(sessions) }
        if code == "complete" { unsettled.subtract(sessions) }
        // A vector moves every session.
        if code != "MARK_NOT_KEPT" { touched.formUnion(mode == .vector ? Set(space.sessions) : sessions) }
        if case .recalibrate(let decisions, let source, _, _, _) = action, source != .badScan,
            code == "complete", !saysMore || meanwhile == nil,
            meanwhile?.isRival != true, mode == .raw, !decisions.onlyUnmoved,
            // Of a list that is shortened each time nobody can know what it lacks.
            !trouble.contains(where: { $0.kind == .shortList })
        {
            try await judgeComplete(sessions, before, to: frame)
        }
        let isUndo = if case .undo = action { true } else { false }
        try await judge(before, vector, from: isUndo ? frame : frame - 1, to: isUndo ? frame - 1 : frame)
        if code == "complete", meanwhile == nil, totals[.writes] > written {
            totals[troubles > 0 ? .troubledRequests : .calmRequests] += requests
            totals[troubles > 0 ? .troubledWrites : .calmWrites] += totals[.writes] - written
        }
        return code
    }

    /// Whether the markers cannot tell: a server without marks shows versions and dates alone, which a move to an earlier scan in this
    /// frame would have left as well; and a motion like an earlier one is not told from that.
    func isHidden(_ code: String, _ frame: Int) -> Bool {
        let isUnmarked = !variants.isDisjoint(with: [.dropMeta, .changeMeta])
        // A vector has no version, and one that is not zero may be that of any scan.
        if mode == .vector, code == "MOVED_PERHAPS" { return true }
        // With one session and its rescan, dates tell.
        if isUnmarked || hasUnmarked, code.hasSuffix("MOVED_PERHAPS"), space.sessions.count > 2 {
            return true
        }
        return space.frames.isRepeated(frame, within: WorldStory.alike)
    }

    func isAll(_ sessions: Set<UUID>, _ seen: [UUID: WorldSpace.Seen], in frame: Int) -> Bool {
        let own = seen.filter { sessions.contains($0.value.session) }
        return !own.isEmpty && own.allSatisfy { space.frames(of: $0.value) == [frame] }
    }

    func perform(
        _ action: WorldAction, _ sessions: Set<UUID>, to frame: Int, by number: Int,
        cut: WorldConnection.Cut?, meanwhile: WorldInterruption? = nil
    ) async throws -> String {
        var path: String?
        if case .recalibrate(_, _, let elsewhere, _, _) = action {
            path = try persons[number].newJob(of: sessions, to: frame, elsewhere: elsewhere)
        }
        let person = persons[number]
        let connection = WorldConnection(space.server, space.clock, cut: cut) { person.snapshot() }
        let concurrency = dice.one(of: [1...1, 1...4])
        if let meanwhile {
            connection.interlude = interlude(meanwhile, action, sessions, to: frame, beside: connection)
        }
        var recalibration = Recalibration(
            MarkersAPI(connection, clock: space.clock), on: connection.origin, as: person.name,
            options: RunOptions(
                concurrency: concurrency, random: SeededGenerator(seed: dice.next())))
        recalibration.records = person.records
        var code: String, status: JobStatus?
        do {
            switch action {
            case .recalibrate(let decisions, let source, _, let locks, let marks):
                if !marks { hasUnmarked = true }
                recalibration.takesLocks = locks
                recalibration.options.marks = marks
                var request = try request(source, sessions, to: frame, by: number)
                request.decisions = decisions
                status = try await recalibration.run(request, job: path ?? "")
            case .resume(let path): status = try await recalibration.resume(job: path)
            case .undo(let path): status = try await recalibration.undo(job: path)
            }
            code = status?.isComplete == true ? "complete" : "open"
        } catch {
            code = (error as? RecalibrationError)?.code ?? (error as? JobRunError)?.code ?? "\(error)"
        }
        // That markers appeared which the plan did not have is a word to the person, too.
        saysMore = if case .made(let report) = status?.comparison { !report.isSound } else { false }
        counts = status?.counts ?? [:]
        if code == "open" {
            let words = counts.map { "\($0.key.rawValue) \($0.value)" }.sorted()
            note("open: \(words), \(status?.run?.stop.map { "\($0)" } ?? "no stop")")
        }
        if let written = connection.writesWithLock, connection.markerWrites > written + concurrency.upperBound
        {
            find(.untold, "\(person.name) writes on, and somebody else has the lock")
        }
        lastConnection = connection
        if connection.hasEnded {
            code = "cut"
            totals[.cuts] += 1
            try person.restore()
        }
        let isMade = path.map { FileManager.default.fileExists(atPath: $0) } ?? false
        if path != nil, !isMade { persons[number].forgetLastJob() }
        lastJob = isMade ? path : nil
        if let path, isMade, case .recalibrate(_, _, _, _, let marks) = action {
            deeds[path] = WorldDeed(
                person: number, sessions: sessions, frame: frame,
                isMarked: marks && variants.isDisjoint(with: [.dropMeta, .changeMeta]),
                isRecorded: person.records != nil)
        }
        return code
    }

    // MARK: - Chance and notes

    func chance(_ share: Double) -> Bool { dice.chance(share) }

    private func anybody() -> Int { dice.number(in: 0...persons.count - 1) }

    func trouble() -> [Fault] { habit.trouble(dice) }

    func cut() -> WorldConnection.Cut {
        WorldConnection.Cut(write: dice.number(in: 1...20), hasEffect: chance(0.5))
    }

    /// Minutes to days, in which locks end.
    func wait() {
        space.clock.advance(by: dice.one(of: [600.0, 7200, 86_400, 604_800]))
    }

    func name(_ session: UUID) -> String {
        session == space.scan ? "the rescan" : "session \((space.sessions.firstIndex(of: session) ?? -1) + 1)"
    }

    func note(_ text: String) { totals.log.append(text) }

    func find(_ kind: WorldTotals.Found.Kind, _ text: String) {
        note("FOUND \(kind.rawValue): \(text)")
        totals.found.append(WorldTotals.Found(kind: kind, story: number, text: text))
    }
}
