internal import Foundation
internal import Markers
internal import QuadGeometry

/// A survey as a server would return it: with ids, dates and all that users and apps keep with markers.
struct DemoWriter {
    private let kind: DemoScene.Kind
    private let survey: DemoSurvey
    private let spaceID: UUID
    private let sessionIDs: [UUID]
    private var random: SceneRandom

    init(_ kind: DemoScene.Kind, _ survey: DemoSurvey, seed: UInt64) {
        (self.kind, self.survey) = (kind, survey)
        // Scenes of one seed must not share ids.
        let part = UInt64(DemoScene.Kind.allCases.firstIndex(of: kind) ?? 0) + 2
        var random = SceneRandom(seed: seed, part: part)
        spaceID = random.identifier()
        sessionIDs = DemoWriter.visits.map { _ in random.identifier() }
        self.random = random
    }

    /// The sessions: two in the old frame and one in the new.
    private static let visits: [(type: String, status: String, day: String)] = [
        ("inspection", "done", "2025-03-02"), ("repair", "done", "2025-05-11"),
        ("inspection", "active", "2025-09-14"),
    ]

    func space() -> DemoRecord {
        let isRoom = kind == .room
        return record(spaceID, owner: nil) { json in
            json.member("key", "demo-\(kind.rawValue)")
            json.member("name", isRoom ? "Room 1.07" : "Blade B-60 of turbine 12")
            json.member("description", isRoom ? "9 m by 3 m, 2.5 m high" : "60 m, root at z = 0")
            for name in ["model_glb_url", "model_usdc_url", "preview_url", "scan_url", "ml_model_url"] {
                json.member(name, nil as String?)
            }
            json.member("calibration_vector", [])
            json.member("is_active", true)
            json.object("meta") { $0.member("building", "Demo") }
            dates("2025-03-01T08:00:00Z", "2025-03-01T08:00:00Z", &json)
        }
    }

    func sessions() -> [DemoRecord] {
        zip(sessionIDs, DemoWriter.visits).map { id, visit in
            record(id, owner: spaceID) { json in
                json.member("space_id", spaceID.wireText)
                json.member("session_type", visit.type)
                json.member("status", visit.status)
                json.member("started_at", "\(visit.day)T08:30:00Z")
                json.member("completed_at", visit.status == "done" ? "\(visit.day)T15:45:00Z" : nil)
                json.member("version", 2)
                json.object("meta") { $0.member("spatial_environment", "laserGuide") }
                dates("\(visit.day)T08:20:00Z", "\(visit.day)T16:00:00Z", &json)
            }
        }
    }

    /// The old markers; three of five are of the first session.
    mutating func oldMarkers() -> [DemoRecord] {
        survey.old.map { marker($0, ofSession: $0.number % 5 < 3 ? 0 : 1) }
    }

    mutating func newMarkers() -> [DemoRecord] { survey.new.map { marker($0, ofSession: 2) } }

    private mutating func marker(_ seen: DemoSurvey.SeenMarker, ofSession session: Int) -> DemoRecord {
        let (id, day) = (random.identifier(), DemoWriter.visits[session].day)
        let severity = DemoWriter.severities.randomElement(using: &random) ?? ("low", "#FFCC00")
        let damage = DemoWriter.damages.randomElement(using: &random) ?? ""
        let confidence = (random.number(0.7...1) * 1000).rounded() / 1000
        let version = Int.random(in: 1...4, using: &random), minute = 10 + seen.number % 50
        return record(id, owner: sessionIDs[session]) { json in
            json.member("work_session_id", sessionIDs[session].wireText)
            json.member("label", seen.label)
            for (field, corner) in zip(DemoWriter.corners, seen.quad.corners) {
                json.member(field, corner)
            }
            json.member("color", severity.color)
            json.member("version", version)
            json.object("meta") { $0.member("app", "2.4.1") }
            json.object("custom_props") { json in
                json.member("anchorId", "A\(seen.number + 1)")
                json.member("severity", severity.word)
                json.member("damageType", damage)
                json.member("confidence", confidence)
            }
            json.member("calibrated_data", nil as String?)
            // The server has not processed those of the new session yet.
            json.key("details")
            session < 2 ? details(seen.quad, of: id, day, &json) : json.null()
            dates("\(day)T09:\(minute):00Z", "\(day)T09:\(minute):41Z", &json)
        }
    }

    private static let severities: [(word: String, color: String)] = [
        ("low", "#FFCC00"), ("medium", "#FF9500"), ("high", "#FF3B30"),
    ]
    private static let corners = ["p1", "p2", "p3", "p4"]
    private static let damages = ["crack", "erosion", "delamination", "scratch"]

    private func details(_ quad: Quad, of marker: UUID, _ day: String, _ json: inout JSONWriter) {
        json.object { json in
            json.member("marker_id", marker.wireText)
            for (name, value) in MarkerMetrics(quad).details(of: marker).numbers() {
                json.member(name, value.map { Double(Float($0)) })
            }
            json.object("custom_props") { _ in }
            dates("\(day)T16:00:00Z", "\(day)T16:00:00Z", &json)
        }
    }

    mutating func referenceSet() -> DemoRecord {
        let members = survey.references.map { (id: random.identifier(), marker: survey.old[$0]) }
        return record(random.identifier(), owner: spaceID) { json in
            json.member("space_id", spaceID.wireText)
            json.member("name", "Survey of September")
            json.member("description", "Permanent marks, by total station")
            json.array("markers") { json in
                for (id, marker) in members {
                    json.object { json in
                        json.member("id", id.wireText)
                        json.member("label", survey.label(marker.number))
                        for (field, corner) in zip(DemoWriter.corners, marker.place.corners) {
                            json.member(field, survey.surveyed(corner))
                        }
                        json.member("color", "#0072B2")
                    }
                }
            }
            json.member("version", 1)
            dates("2025-09-14T07:00:00Z", "2025-09-14T07:00:00Z", &json)
        }
    }

    /// The dots of the laser guide, on the floor along the middle of the thing.
    private var rows: [Double] { Array(stride(from: 0.75, to: survey.thing.length, by: 1.65)) }

    mutating func anchors(isNew: Bool) -> [DemoRecord] {
        let session = sessionIDs[isNew ? 2 : 0], day = DemoWriter.visits[isNew ? 2 : 0].day
        return rows.map { z in
            let noise = random.noise(survey.thing.noise), dot = SIMD3(0, 0, z)
            let seen = isNew ? survey.inNewScan(dot, noise: noise) : survey.oldFromThing * dot + noise
            return record(random.identifier(), owner: session) { json in
                json.member("session_id", session.wireText)
                json.member("run", 1)
                json.member("local_z", z)
                json.member("world_position", rounded(seen))
                dates("\(day)T08:35:00Z", "\(day)T08:35:00Z", &json)
            }
        }
    }

    mutating func laserGuide() -> DemoRecord {
        record(random.identifier(), owner: spaceID) { json in
            json.member("space_id", spaceID.wireText)
            json.array("grid") { json in
                for (row, z) in rows.enumerated() {
                    json.object { json in
                        json.member("x", 0.0)
                        json.member("z", z)
                        json.member("segment_length", Double(150 + 5 * row) / 1000)
                    }
                }
            }
            json.object("meta") { _ in }
            dates("2025-03-01T08:10:00Z", "2025-03-01T08:10:00Z", &json)
        }
    }

    private func dates(_ created: String, _ updated: String, _ json: inout JSONWriter) {
        json.member("created_at", created)
        json.member("updated_at", updated)
    }

    private func record(_ id: UUID, owner: UUID?, _ members: (inout JSONWriter) -> Void) -> DemoRecord {
        var json = JSONWriter()
        json.object { json in
            json.member("id", id.wireText)
            members(&json)
        }
        return DemoRecord(id: id, owner: owner, json: json.bytes)
    }
}
