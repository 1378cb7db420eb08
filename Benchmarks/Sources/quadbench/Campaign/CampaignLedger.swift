import Foundation
import KillSweep
import MarkersSandbox

/// The markers of a scene as the log of its server makes them, effect by effect, and what was wrong with each write of the tool.
///
/// It knows how the server handles a write and what the motions of the jobs are, and nothing of how the client decides.
struct CampaignLedger {
    /// A marker.
    struct Track {
        /// The state that a job finds when it is planned.
        var before: Corners
        var calibratedBefore: Corners?
        var corners: Corners
        var calibrated: Corners?
        var version: Int64 = 1
        var isThere = true
        /// The motions that the tool has applied and not undone, by their places.
        var applied: [Int] = []
        /// The number of writes by the tool.
        var writes = 0
        /// Whether the calibrated data is what an editor wrote.
        var hasOwnCalibrated = false
        /// The number of changes by editors.
        var edits = 0
        /// Whether an editor has ever changed the corners, or the calibrated data.
        var hasEditedPlace = false

        init(_ corners: Corners, _ calibrated: Corners?) {
            (before, self.corners, calibratedBefore, self.calibrated) = (
                corners, corners, calibrated, calibrated
            )
        }
    }

    private(set) var tracks: [String: Track]
    private(set) var vector: Point?
    /// The number of writes by the tool so far.
    private(set) var writes = 0
    private(set) var findings: [CampaignFinding] = []
    private let mode: CampaignMode
    private let motions: [CampaignMotion]
    private let scene: CampaignScene
    /// The ways in which the server differs.
    private let variants: Set<Variant>
    /// The place of the last effect that was taken.
    private(set) var last: Int64 = 0
    private var hasOwnVector = false

    /// The beginning of the names of people.
    static let editor = Exchange.agent

    init(
        _ scene: CampaignScene, _ mode: CampaignMode, _ motions: [CampaignMotion], _ variants: Set<Variant>
    ) {
        (self.scene, self.mode, self.motions, self.variants) = (scene, mode, motions, variants)
        vector = scene.vector
        tracks = Dictionary(
            uniqueKeysWithValues: scene.markers.map { made in
                (
                    made.id,
                    Track(made.corners, scene.vector.map { vector in made.corners.map { $0 + vector } })
                )
            })
    }

    /// Leaves out the effects so far.
    mutating func skip(_ effects: [Effect]) { last = effects.last?.number ?? last }

    /// Takes the present state for what the next job finds, with everybody's edits so far.
    mutating func rebase() {
        for (id, track) in tracks {
            var present = Track(track.corners, track.calibrated)
            (present.isThere, present.version) = (track.isThere, track.version)
            tracks[id] = present
        }
        hasOwnVector = false
    }

    /// Takes the effects that it has not taken yet.
    mutating func take(_ effects: [Effect]) {
        for effect in effects where effect.number > last {
            last = effect.number
            take(effect)
        }
    }

    private mutating func take(_ effect: Effect) {
        let isOurs = effect.agent?.hasPrefix(CampaignLedger.editor) != true
        let body = effect.body.flatMap {
            (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any]
        }
        switch (effect.action, effect.kind) {
        case (.update, "marker"): take(body ?? [:], of: effect.id, effect.version ?? 0, isOurs)
        case (.update, "space"): takeVector(body ?? [:], isOurs)
        case (.delete, "marker") where !isOurs: tracks[effect.id]?.isThere = false
        case (.details, _): break
        // A job's mark, beside which sessions here have nothing in their `meta`.
        case (.update, "work_session") where isOurs && CampaignLedger.isMark(body ?? [:]): break
        default: if isOurs { note(.lost, effect.id, "\(effect.action.rawValue) of a \(effect.kind)") }
        }
    }

    private static func isMark(_ body: [String: Any]) -> Bool {
        let meta = body["meta"] as? [String: Any] ?? [:]
        return Set(body.keys) == ["version", "meta"] && Set(meta.keys).isSubset(of: ["quadcal"])
    }

    private mutating func take(_ body: [String: Any], of id: String, _ version: Int64, _ isOurs: Bool) {
        guard var track = tracks[id] else {
            if isOurs { note(.lost, id, "a write to a marker that is no part of the job") }
            return
        }
        let (corners, calibrated) = (Corners(body), Corners(body["calibrated_data"]))
        if isOurs {
            writes += 1
            track.writes += 1
            judge(body, corners, calibrated, &track, id)
        } else {
            track.edits += 1
            track.hasEditedPlace =
                track.hasEditedPlace || Corners.names.contains { body[$0] != nil }
                || calibrated != nil
        }
        apply(body, corners, calibrated, to: &track, isOurs)
        track.version = version
        tracks[id] = track
    }

    /// Applies a write as the server does.
    private func apply(
        _ body: [String: Any], _ whole: Corners?, _ calibrated: Corners?, to track: inout Track,
        _ isOurs: Bool
    ) {
        let moved = whole ?? CampaignLedger.corners(track.corners, with: body)
        if moved != track.corners || whole != nil {
            track.corners = moved
            track.calibrated = vector.map { vector in moved.map { $0 + vector } }
            track.hasOwnCalibrated = false
            if mode == .calibrated { track.applied = [] }
        }
        guard !variants.contains(.ignoreCalibrated) else { return }
        if let calibrated {
            (track.calibrated, track.hasOwnCalibrated) = (calibrated, !isOurs)
            if !isOurs, mode == .calibrated { track.applied = [] }
        } else if variants.contains(.clearNull), body["calibrated_data"] is NSNull {
            track.calibrated = nil
        }
    }

    /// Corners of which a body has some.
    private static func corners(_ corners: Corners, with body: [String: Any]) -> Corners {
        Corners(
            zip(Corners.names, corners.points).map { name, point in
                (body[name] as? [NSNumber]).flatMap { numbers in
                    numbers.count == 3
                        ? Point(numbers[0].doubleValue, numbers[1].doubleValue, numbers[2].doubleValue) : nil
                } ?? point
            })
    }

    /// Judges a write of the tool by the state that it meets.
    private mutating func judge(
        _ body: [String: Any], _ corners: Corners?, _ calibrated: Corners?, _ track: inout Track, _ id: String
    ) {
        let fields = Set(body.keys)
        switch mode {
        case .raw:
            // An undo restores what was calibrated before, too.
            guard fields.subtracting(["calibrated_data"]) == ["version", "p1", "p2", "p3", "p4"], let corners
            else { return note(.lost, id, "a write of \(fields.sorted())") }
            judge(corners, &track, id)
        case .calibrated:
            guard fields == ["version", "calibrated_data"] else {
                return note(.lost, id, "a write of \(fields.sorted())")
            }
            judge(calibrated: calibrated, &track, id)
        case .vector: note(.lost, id, "a write of a marker for a vector")
        }
    }

    /// Corners may only be those that were there, moved by a motion, or back by the last one.
    private mutating func judge(_ corners: Corners, _ track: inout Track, _ id: String) {
        if track.hasOwnCalibrated { note(.overwritten, id, "somebody's calibrated data") }
        if corners.isNear(track.corners) { return note(.rewritten, id, "corners that were there") }
        let present = track.corners
        if let place = motions.indices.first(where: {
            corners.isNear(present.map(motions[$0].callAsFunction))
        }) {
            if !track.applied.isEmpty { note(.doubled, id, "moved by \(place) after \(track.applied)") }
            return track.applied.append(place)
        }
        if let place = motions.indices.first(where: { corners.isNear(present.map(motions[$0].inverse)) }) {
            if track.applied.last != place {
                note(.doubled, id, "moved back by \(place), but \(track.applied)")
            }
            return track.applied = track.applied.dropLast()
        }
        note(track.hasEditedPlace ? .overwritten : .stale, id, "corners that are no motion of those there")
        track.applied = corners.isNear(track.before) ? [] : track.applied
    }

    /// Calibrated data may only be what a motion makes of the present corners, or what was there before for the same corners.
    private mutating func judge(calibrated: Corners?, _ track: inout Track, _ id: String) {
        if track.hasOwnCalibrated { note(.overwritten, id, "somebody's calibrated data") }
        if track.calibrated.map({ calibrated?.isNear($0) ?? false }) ?? (calibrated == nil) {
            return note(.rewritten, id, "calibrated data that was there")
        }
        let present = track.corners
        if let place = motions.indices.first(where: { wanted(present, $0).isNear(calibrated) }) {
            return track.applied = [place]
        }
        track.applied = []
        let isBefore = track.calibratedBefore.map { $0.isNear(calibrated) } ?? (calibrated == nil)
        if isBefore, calibrated == nil || present.isNear(track.before) { return }
        if present.map({ $0 + (vector ?? Point()) }).isNear(calibrated) { return }
        note(
            isBefore ? .overwritten : .stale, id,
            isBefore ? "what was there before somebody moved a corner" : "calibrated data of other corners")
    }

    /// The calibrated data that a motion makes of corners.
    func wanted(_ corners: Corners, _ place: Int) -> Corners {
        corners.map { motions[place]($0) + (vector ?? Point()) }
    }

    private mutating func takeVector(_ body: [String: Any], _ isOurs: Bool) {
        guard let member = body["calibration_vector"] else {
            if isOurs { note(.lost, "the space", "a write of \(body.keys.sorted())") }
            return
        }
        if isOurs { writes += 1 }
        // Null changes nothing, or clears.
        guard !(member is NSNull) || variants.contains(.clearNull) else { return }
        let value = (member as? [NSNumber]).flatMap { numbers in
            numbers.count == 3
                ? Point(numbers[0].doubleValue, numbers[1].doubleValue, numbers[2].doubleValue) : nil
        }
        if isOurs { judge(vector: value) }
        hasOwnVector = !isOurs
        vector = value
        for id in tracks.keys {
            guard let corners = tracks[id]?.corners else { continue }
            tracks[id]?.calibrated = value.map { value in corners.map { $0 + value } }
            tracks[id]?.hasOwnCalibrated = false
        }
    }

    /// The vector may only be that of a job, or the one that was there before; none counts as zero.
    private mutating func judge(vector value: Point?) {
        func isSame(_ a: Point?, _ b: Point?) -> Bool {
            Corners([a ?? Point()]).isNear(Corners([b ?? Point()]))
        }
        if mode != .vector { note(.lost, "the space", "a write of the vector") }
        if isSame(value, vector) {
            note(.rewritten, "the space", "the vector that was there")
        } else if hasOwnVector {
            note(.overwritten, "the space", "somebody's vector")
        }
        if !(motions.map { $0.shift } + [scene.vector ?? Point()]).contains(where: { isSame($0, value) }) {
            note(.stale, "the space", "a vector that no job wants")
        }
    }

    mutating func note(_ kind: CampaignFinding.Kind, _ place: String, _ text: String) {
        findings.append(CampaignFinding(kind, place, text))
    }
}
