package import Foundation
internal import Markers
package import QuadGeometry

/// A made-up space that was scanned three times, to show a recalibration and to try it: the same bytes for the same seed, on
/// every machine.
///
/// Markers of two sessions are in the frame of the old scan; those of a third, some of the same markers seen
/// again, are in the new one, as is a reference set. Frames differ by a turn about the vertical, a shift and
/// a slight tilt.
package struct DemoScene: Sendable {
    /// The thing that is inspected.
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        /// 400 markers on the sides of a room of 9 m by 3 m.
        case room
        /// 5,000 markers on the blade of a wind turbine, 60 m long.
        case blade
    }

    /// The fault of the new scan.
    package enum Variant: String, CaseIterable, Hashable, Sendable {
        /// No fault but the mistakes that all scenes have.
        case plain
        /// It bends sideways along its length.
        case drifted
        /// An axis was negated.
        case mirrored
        /// All lengths are five hundredths too long.
        case scaled
        case millimetres
        /// It covers only half of the space.
        case overlapping
        /// None: the old markers were moved into its frame before.
        case recalibrated
    }

    package let kind: Kind
    package let variant: Variant
    package let seed: UInt64
    package let space: DemoRecord
    /// The two old ones, then the new one.
    package let sessions: [DemoRecord]
    /// Those of the old sessions, and of the new one.
    package let oldMarkers, newMarkers: [DemoRecord]
    /// The set in the frame of the new scan.
    package let referenceSet: DemoRecord
    /// Dots of the laser guide as the old and the new scan saw them.
    package let oldAnchors, newAnchors: [DemoRecord]
    package let laserGuide: DemoRecord
    package let truth: DemoTruth

    /// The scene of a name as ``names`` has it.
    package init?(named name: String, seed: UInt64 = 1) {
        let parts = name.split(separator: "-", maxSplits: 1).map(String.init)
        guard let kind = parts.first.flatMap(Kind.init),
            let variant = Variant(rawValue: parts.count > 1 ? parts[1] : "plain"),
            DemoScene.name(kind, variant) == name
        else { return nil }
        self.init(kind, variant, seed: seed)
    }

    /// The names of all scenes: `room`, `room-drifted` and so on.
    package static let names = Kind.allCases.flatMap { kind in Variant.allCases.map { name(kind, $0) } }

    private static func name(_ kind: Kind, _ variant: Variant) -> String {
        variant == .plain ? kind.rawValue : "\(kind.rawValue)-\(variant.rawValue)"
    }

    /// The name that ``init(named:seed:)`` takes.
    package var name: String { DemoScene.name(kind, variant) }

    /// All markers, the old ones first.
    package var markers: [DemoRecord] { oldMarkers + newMarkers }

    /// The files of the scene by their names, as the tool reads them; the true values are in `truth.json`.
    package var files: [(name: String, bytes: [UInt8])] {
        [
            ("space.json", DemoRecord.lines([space], isList: false)),
            ("sessions.json", DemoRecord.lines(sessions)),
            ("old.json", DemoRecord.lines(oldMarkers)), ("new.json", DemoRecord.lines(newMarkers)),
            ("reference-set.json", DemoRecord.lines([referenceSet], isList: false)),
            ("old-anchors.json", DemoRecord.lines(oldAnchors)),
            ("new-anchors.json", DemoRecord.lines(newAnchors)),
            ("laser-guide.json", DemoRecord.lines([laserGuide], isList: false)),
            ("truth.json", truth.json(of: name, seed: seed)),
        ]
    }
}

/// A thing of a scene as a server would return it.
package struct DemoRecord: Hashable, Sendable {
    package let id: UUID
    /// The space or the session that it belongs to; `nil` for a space.
    package let owner: UUID?
    /// One JSON object.
    package let json: [UInt8]

    /// Records line by line, in an array if they are a list.
    static func lines(_ records: [DemoRecord], isList: Bool = true) -> [UInt8] {
        let lines = Array(records.map(\.json).joined(separator: Array(",\n".utf8)))
        return isList ? Array("[\n".utf8) + lines + Array("\n]\n".utf8) : lines + Array("\n".utf8)
    }
}

/// The right answers of a scene, which no run may see before.
package struct DemoTruth: Hashable, Sendable {
    /// The motion between the frames of the two scans.
    package let newFromOld: RigidTransform
    /// The labels of pairs that are two different markers.
    package internal(set) var mislabelled: [String] = []
    /// The labels of markers that were moved between the scans.
    package internal(set) var moved: [String] = []
    /// The labels of old markers that are not sound quads, and the codes of their errors.
    package internal(set) var broken: [Broken] = []
    /// The code that a run must report; `nil` if the motion is to be found.
    package let outcome: String?

    /// A marker that is not a sound quad.
    package struct Broken: Hashable, Sendable {
        package let label: String
        package let code: QuadIssue.Code
    }

    /// One JSON object, with the name of the scene and its seed.
    func json(of scene: String, seed: UInt64) -> [UInt8] {
        JSONWriter.object(openDepth: 1, endsLine: true) { json in
            json.member("schema", "quadcal.truth/1")
            json.member("scene", scene)
            json.member("seed", String(seed))
            json.member("outcome", outcome)
            json.array("rotationRows") { json in
                let rows = newFromOld.rotation.rows
                for row in [rows.0, rows.1, rows.2] { json.value(row) }
            }
            json.member("translation", newFromOld.translation)
            for (name, labels) in [("mislabelled", mislabelled), ("moved", moved)] {
                json.array(name) { json in labels.sorted().forEach { json.value($0) } }
            }
            json.array("broken") { json in
                for one in broken.sorted(by: { $0.label < $1.label }) {
                    json.object { json in
                        json.member("label", one.label)
                        json.member("code", one.code.rawValue)
                    }
                }
            }
        }
    }
}
