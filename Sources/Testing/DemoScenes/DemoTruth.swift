internal import Markers
public import QuadGeometry

/// The right answers of a scene, which no run may see before.
public struct DemoTruth: Hashable, Sendable {
    /// The motion between the frames of the two scans.
    public let newFromOld: RigidTransform
    /// The labels of pairs that are two different markers.
    public internal(set) var mislabelled: [String] = []
    /// The labels of markers that were moved between the scans.
    public internal(set) var moved: [String] = []
    /// The labels of old markers that are not sound quads, and the codes of their errors.
    public internal(set) var broken: [Broken] = []
    /// The code that a run must report; `nil` if the motion is to be found.
    public let outcome: String?

    /// A marker that is not a sound quad.
    public struct Broken: Hashable, Sendable {
        public let label: String
        public let code: QuadIssue.Code
    }

    /// One JSON object, with the name of the scene and its seed.
    func json(of scene: String, seed: UInt64) -> [UInt8] {
        var json = JSONWriter(openDepth: 1)
        json.object { json in
            json.member("schema", "quadcal.truth/1")
            json.member("scene", scene)
            json.member("seed", String(seed))
            json.member("outcome", outcome)
            json.key("rotationRows")
            json.array { json in
                let rows = newFromOld.rotation.rows
                for row in [rows.0, rows.1, rows.2] { json.value(row) }
            }
            json.member("translation", newFromOld.translation)
            for (name, labels) in [("mislabelled", mislabelled), ("moved", moved)] {
                json.key(name)
                json.array { json in labels.sorted().forEach { json.value($0) } }
            }
            json.key("broken")
            json.array { json in
                for one in broken.sorted(by: { $0.label < $1.label }) {
                    json.object { json in
                        json.member("label", one.label)
                        json.member("code", one.code.rawValue)
                    }
                }
            }
        }
        json.endLine()
        return json.bytes
    }
}
