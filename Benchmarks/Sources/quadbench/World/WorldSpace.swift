import Foundation
import Markers
import MarkersClient
import MarkersSandbox
import QuadGeometry
import SandboxTransport
import StrictJSON

/// A space of a server, and where each of its markers belongs.
final class WorldSpace {
    /// A marker as it hangs on its wall.
    struct Placed {
        let session: UUID
        let label: String
        /// The thing on the wall that it is a marker of; a rescan and a copy have markers of the same.
        let thing: Int
        /// Its corners in the first frame.
        var place: [SIMD3<Double>]
    }

    /// A marker as the server has it.
    struct Seen: Equatable {
        let session: UUID
        let label: String?, color: String?
        /// The custom properties, as JSON.
        let properties: [String: String]
        let corners: [SIMD3<Double>]
        let calibrated: [SIMD3<Double>]?
        let version: Int64
        /// The corners where it belonged then, in the first frame; none of a marker that nobody placed.
        let place: [SIMD3<Double>]?
    }

    static let key = "hall"
    /// The error of a corner that is placed, in metres.
    private static let noise = 0.002
    /// The fewest markers of a session that a rescan finds again.
    private static let leastSeenAgain = 5, leastNameless = 3
    /// The fewest things of one of two like rooms, and the distance of those in a row, in metres.
    private static let leastInRoom = 5, pitch = 0.3

    let clock: WorldClock
    let server: SandboxTransport
    private let api: MarkersAPI
    let space: WireID
    /// The sessions in the order in which they were made, those of rescans with the others.
    private(set) var sessions: [UUID] = []
    /// The session of the newest rescan.
    private(set) var scan: UUID?
    /// The session of a scan that leads nowhere.
    private(set) var badScan: UUID?
    /// The sessions that are copies of others.
    private(set) var copies: Set<UUID> = []
    /// The sessions of such scans, which nobody moves.
    private(set) var bad: Set<UUID> = []
    /// The parts that things of a session make, of which a scan may see one alone: like rooms, and rows.
    private var parts: [UUID: [[Int]]] = [:]
    /// All sessions that were begun as scans in the newest frame.
    private(set) var scans: Set<UUID> = []
    private(set) var frames = WorldFrames()
    var placed: [UUID: Placed] = [:]
    /// The places where the things hang now, by their numbers.
    private var hanging: [[SIMD3<Double>]] = []
    /// Whether nobody names markers, and whether all have one size.
    let isNameless: Bool, hasOneSize: Bool
    /// The data that the sessions have in their `meta`, beside marks.
    private var notes: [UUID: String] = [:]
    let vector: SIMD3<Double>?
    private let dice: WorldDice

    init(
        _ options: SandboxOptions, vector: SIMD3<Double>?, _ dice: WorldDice, _ clock: WorldClock
    ) async throws {
        (self.dice, self.clock) = (dice, clock)
        isNameless = dice.chance(0.15)
        hasOneSize = isNameless && dice.chance(0.5)
        var options = options
        options.clock = clock.sandbox
        server = try SandboxTransport(options, clock: clock)
        api = MarkersAPI(WorldConnection(server, clock), clock: clock)
        self.vector = vector
        let part = vector.map { ",\"calibration_vector\":[\($0.x),\($0.y),\($0.z)]" } ?? ""
        space = try await api.createSpace(Array(#"{"key":"\#(WorldSpace.key)","name":"hall"\#(part)}"#.utf8))
            .id
    }

    // MARK: - What persons do in the app

    /// Makes a session with markers on the walls of a room, or of two, or in a row.
    func addSession(_ name: String, markers count: Int, _ layout: WorldLayout = .walls) async throws {
        let session = try await makeSession()
        var names: [Int: String] = [:]
        switch layout {
        case .walls:
            for number in 0..<count { names[hang()] = "\(name)\(number)" }
        case .likeRooms:
            let turn = WorldMotion(yaw: dice.one(of: [0, .pi]), shift: SIMD3(dice.one(of: [0.0, 14]), 0, 8))
            var rooms: [[Int]] = [[], []]
            for number in 0..<max(count / 2, WorldSpace.leastInRoom) {
                let first = hang()
                hanging.append(hanging[first].map { turn($0) })
                for (room, thing) in [first, first + 1].enumerated() {
                    names[thing] = "\(name)\(number)"
                    rooms[room].append(thing)
                }
            }
            parts[session] = rooms
        case .row:
            let first = SIMD3(dice.real(in: 0...6), dice.real(in: 0.3...1.5), 0)
            let things = (0..<count).map { number in
                let middle = first + SIMD3(WorldSpace.pitch * Double(number), 0, 0)
                return hang(at: middle, along: SIMD3(1, 0, 0), 0.1, 0.1)
            }
            for thing in things { names[thing] = name }
            parts[session] = [things, Array(things.dropFirst()), Array(things.dropLast(2))]
        }
        for (thing, name) in names.sorted(by: { $0.key < $1.key }) {
            try await add(isNameless ? "New Marker" : name, to: session, thing)
        }
    }

    /// Scans some of a session's things badly, in a frame of its own.
    func scanBadly(_ kind: WorldBadScan, of session: UUID) async throws {
        let place = WorldMotion(yaw: dice.real(in: -3...3), shift: dice.point(within: 10))
        let all = placed.values.filter { $0.session == session }.sorted { $0.thing < $1.thing }
        let made = try await makeSession()
        for truth in all {
            let corners: [SIMD3<Double>] =
                switch kind {
                case .mirrored: hanging[truth.thing].map { place(SIMD3(-$0.x, $0.y, $0.z)) }
                case .shrunk: hanging[truth.thing].map { place($0 * 0.5) }
                case .elsewhere: hanging[hang()].map { place($0) }
                }
            var creation = RequestBody.MarkerCreation(workSessionID: made, quad: quad(corners))
            creation.label = truth.label
            _ = try await api.createMarker(creation)
        }
        (badScan, bad) = (made, bad.union([made]))
    }

    /// Removes what a bad scan has shown.
    func clearBadScan() async throws {
        guard let session = badScan else { return }
        for marker in try await api.markers(of: session).elements { try await api.deleteMarker(marker.id) }
        badScan = nil
    }

    /// Whether things of sessions hang so that several motions may be right.
    func isAmbiguous(_ sessions: Set<UUID>) -> Bool { !sessions.isDisjoint(with: parts.keys) }

    /// Scans the place again: a new frame, or the newest one where there is no motion, in which some markers of each session are
    /// placed again.
    func rescan(_ motion: WorldMotion?) async throws {
        if let motion {
            frames.add(motion)
            scans = []
        }
        var seen: [Int: String] = [:]
        for session in sessions {
            var all = Dictionary(
                placed.values.filter { $0.session == session }.map { ($0.thing, $0.label) }
            ) { first, _ in first }
            if let parts = parts[session], dice.chance(0.7) {
                let part = dice.one(of: parts)
                all = all.filter { part.contains($0.key) }
            }
            let least = isNameless ? WorldSpace.leastNameless : WorldSpace.leastSeenAgain
            let count = dice.number(in: min(least, all.count)...all.count)
            for thing in dice.shuffled(all.keys.sorted()).prefix(count) { seen[thing] = all[thing] }
        }
        let session = try await makeSession()
        for (thing, label) in seen.sorted(by: { $0.key < $1.key }) {
            try await add(label, to: session, thing)
        }
        scan = session
        scans.insert(session)
    }

    /// Gives a marker another colour, and an app's own property beside those that it has.
    func paint(_ marker: UUID) async throws {
        let now = try await api.marker(marker)
        var update = RequestBody.MarkerUpdate(version: now.version ?? 1)
        update.color = "#00\(dice.number(in: 10...99))00"
        var members = ((now.customProperties?.members ?? nil) ?? []).filter { $0.name != WorldPhone.others }
            .map {
                "\"\($0.name)\":\(String(decoding: $0.value.text, as: UTF8.self))"
            }
        members.append("\"\(WorldPhone.others)\":\(dice.number(in: 0...999))")
        update.customProperties = try StrictJSON.JSONValue("{\(members.joined(separator: ","))}")
        _ = await api.updateMarker(marker, try update.json())
    }

    /// Puts a marker where it hangs, as the newest scan shows it.
    func drag(_ marker: UUID) async throws {
        guard let truth = placed[marker] else { return }
        var update = RequestBody.MarkerUpdate(version: try await api.marker(marker).version ?? 1)
        update.quad = quad(frames.corners(truth.place, in: frames.newest))
        _ = await api.updateMarker(marker, try update.json())
    }

    /// Hangs what a marker shows elsewhere, and puts the marker there, as the newest scan shows it.
    func rehang(_ marker: UUID, by way: SIMD3<Double>) async throws {
        guard var truth = placed[marker] else { return }
        truth.place = truth.place.map { $0 + way }
        hanging[truth.thing] = truth.place
        placed[marker] = truth
        try await drag(marker)
    }

    /// Adds a marker to a session, as the newest scan shows it.
    func addMarker(to session: UUID) async throws {
        try await add(isNameless ? "New Marker" : "new\(placed.count)", to: session, hang())
    }

    /// Hangs some things of a session elsewhere, all by the same way; a scan shows it, and nobody tells the server.
    func carry(_ share: Double, of session: UUID, by way: SIMD3<Double>) {
        let things = Set(placed.values.filter { $0.session == session }.map(\.thing)).sorted()
        for thing in dice.shuffled(things).prefix(Int(share * Double(things.count))) {
            hanging[thing] = hanging[thing].map { $0 + way }
        }
    }

    /// Gives a marker calibrated corners that somebody has measured.
    func survey(_ marker: UUID) async throws -> [SIMD3<Double>] {
        let now = try await api.marker(marker), offset = dice.point(within: 0.3)
        var update = RequestBody.MarkerUpdate(version: now.version ?? 1)
        let surveyed = try now.quad.map { $0 + offset }
        update.calibratedData = CalibratedData(surveyed)
        _ = await api.updateMarker(marker, try update.json())
        return surveyed.corners
    }

    /// Sets one corner of a marker right by a centimetre.
    func setRight(_ marker: UUID) async throws {
        let now = try await api.marker(marker)
        var update = RequestBody.MarkerUpdate(version: now.version ?? 1)
        var corners = try now.quad.corners
        corners[0].y += 0.01
        update.quad = Quad(corners[0], corners[1], corners[2], corners[3])
        _ = await api.updateMarker(marker, try update.json())
    }

    /// Sets the vector of the space to another one.
    func setVector() async throws -> SIMD3<Double> {
        let other = dice.point(within: 5)
        var changes = UpdateSpace()
        changes.calibrationVector = other
        _ = try await api.updateSpace(space, changes)
        return other
    }

    func remove(_ marker: UUID) async throws {
        try await api.deleteMarker(marker)
        placed[marker] = nil
    }

    /// Copies a session with its markers, wherever they are now.
    func copy(_ session: UUID) async throws {
        let copy = try await makeSession()
        copies.insert(copy)
        for marker in try await api.markers(of: session).elements {
            guard let truth = placed[marker.id] else { continue }
            var creation = RequestBody.MarkerCreation(workSessionID: copy, quad: try marker.quad)
            creation.label = truth.label
            let id = try await api.createMarker(creation).id
            placed[id] = Placed(session: copy, label: truth.label, thing: truth.thing, place: truth.place)
        }
    }

    private func makeSession() async throws -> UUID {
        var body = RequestBody.Session(in: space, type: "inspection")
        let note = "\(dice.number(in: 0...9999))"
        body.meta = try StrictJSON.JSONValue(#"{"spatial_environment":null,"note":\#(note)}"#)
        let id = try await api.createWorkSession(body.json).id
        notes[id] = note
        sessions.append(id)
        return id
    }

    private func add(
        _ label: String, to session: UUID, _ thing: Int
    ) async throws {
        let place = hanging[thing]
        let corners = frames.corners(place, in: frames.newest)
        var creation = RequestBody.MarkerCreation(
            workSessionID: session, quad: quad(corners))
        creation.label = label
        let id = try await api.createMarker(creation).id
        placed[id] = Placed(session: session, label: label, thing: thing, place: place)
    }

    func quad(_ corners: [SIMD3<Double>]) -> Quad {
        let offset = dice.point(within: WorldSpace.noise)
        let moved = corners.map { $0 + offset }
        return Quad(moved[0], moved[1], moved[2], moved[3])
    }

    /// Hangs a thing elsewhere; a scan shows it, and nobody tells the server yet.
    func hang(_ thing: Int, at place: [SIMD3<Double>]) { hanging[thing] = place }

    /// The place where a thing hangs, in the first frame.
    func place(of thing: Int) -> [SIMD3<Double>] { hanging[thing] }

    /// Hangs something on one of the four walls of a room of 12 by 6 by 3 m.
    func hang() -> Int {
        let (wide, tall) = hasOneSize ? (0.4, 0.3) : (dice.real(in: 0.2...0.8), dice.real(in: 0.2...0.5))
        let (along, up) = (dice.real(in: 0...1), dice.real(in: 0.4...2.2))
        let wall = dice.number(in: 0...3)
        let (middle, way): (SIMD3<Double>, SIMD3<Double>) =
            switch wall {
            case 0: (SIMD3(12 * along, up, 0), SIMD3(1, 0, 0))
            case 1: (SIMD3(12 * along, up, 6), SIMD3(-1, 0, 0))
            case 2: (SIMD3(0, up, 6 * along), SIMD3(0, 0, 1))
            default: (SIMD3(12, up, 6 * along), SIMD3(0, 0, -1))
            }
        return hang(at: middle, along: way, wide, tall)
    }

    private func hang(
        at middle: SIMD3<Double>, along way: SIMD3<Double>, _ width: Double, _ height: Double
    ) -> Int {
        let (right, above) = (way * (width / 2), SIMD3(0, height / 2, 0))
        hanging.append([
            middle - right - above, middle + right - above, middle + right + above, middle - right + above,
        ])
        return hanging.count - 1
    }

    // MARK: - What the judge reads

    /// All markers as the server has them.
    func seen() async throws -> [UUID: Seen] {
        var seen: [UUID: Seen] = [:]
        for session in sessions {
            for marker in try await api.markers(of: session).elements {
                let properties = (marker.customProperties?.members ?? nil) ?? []
                seen[marker.id] = Seen(
                    session: session, label: marker.label, color: marker.color,
                    properties: Dictionary(
                        properties.map { ($0.name, String(decoding: $0.value.text, as: UTF8.self)) }
                    ) { $1 },
                    corners: try marker.quad.corners,
                    calibrated: try marker.calibratedData?.quad.corners, version: marker.version ?? 0,
                    place: placed[marker.id]?.place)
            }
        }
        return seen
    }

    /// The frames in which a marker is.
    func frames(of seen: Seen) -> Set<Int> {
        seen.place.map { frames.frames(of: seen.corners, at: $0) } ?? []
    }

    /// Sessions that lack what they had in their `meta`.
    func sessionsWithoutNotes() async throws -> [UUID] {
        var bare: [UUID] = []
        for session in sessions
        where try await api.workSession(session).meta?["note"].map({
            String(decoding: $0.text, as: UTF8.self)
        }) != notes[session] {
            bare.append(session)
        }
        return bare
    }

    /// What sessions say of themselves: the job that has marked each, and whether that says all is moved.
    func marks(on marked: Set<UUID>) async throws -> [UUID: (job: String, isMoved: Bool)] {
        var marks: [UUID: (job: String, isMoved: Bool)] = [:]
        for session in marked {
            guard let mark = try await api.workSession(session).meta?["quadcal"],
                let job = mark["job"]?.string
            else { continue }
            marks[session] = (job, mark["state"]?.string == "moved")
        }
        return marks
    }

    /// The space's vector as the server has it.
    func presentVector() async throws -> SIMD3<Double>? {
        try await api.space(space).calibrationVector
    }
}
