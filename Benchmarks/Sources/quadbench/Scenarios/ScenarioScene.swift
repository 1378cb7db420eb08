import Foundation
import Markers
import QuadGeometry
import RigidCalibration

/// Markers of a site in two scans, and the truth about them.
struct ScenarioScene {
    /// A marker that the new scan saw: its number among the old ones, its label, and its corners.
    struct Seen {
        let number: Int
        var label: String
        var quad: Quad
        /// The order in which its corners are written.
        var order = CornerOrder.identity
    }

    var random: SeededGenerator
    let kind: ScenarioKind
    /// The deviation of a coordinate of a corner in one scan, in metres.
    let noise: Double
    let newFromOld: RigidTransform
    /// The places of the markers in the old frame; the first were seen again.
    var places: [Quad] = []
    /// As the old scan stored them.
    var old: [Quad] = []
    var oldLabels: [String] = []
    var seen: [Seen] = []
    /// The drift of the new scan at each marker, in its frame and in metres.
    var drifts: [SIMD3<Double>] = []
    /// The wrong pairs, as the tool calls them.
    var wrong: Set<String> = []

    init(_ kind: ScenarioKind, seed: UInt64, job: Int) {
        self.kind = kind
        random = SeededGenerator(seed: seed, sample: job)
        noise = ScenarioScene.noises.randomElement(using: &random) ?? 0
        let lean =
            (SIMD3(Double.normal(using: &random), 0, .normal(using: &random)) * kind.tilt
                + SIMD3(kind.lean, 0, 0)) * QuadLimits.degree
        let yaw = kind.turns ? Double.random(in: -3...3, using: &random) : 0
        let turn = Rotation(angle: yaw, axis: SIMD3(0, 1, 0)) ?? .identity
        let tilt = Rotation(rotationVector: lean) ?? .identity
        let far = SIMD3(kind.distance, 0, -kind.distance / 2)
        let shift = SIMD3<Double>.random(in: -5...5, using: &random)
        let about = tilt * turn
        newFromOld = RigidTransform(rotation: about, translation: far + shift - about * far) ?? .identity
        for number in 0..<(kind.controls + kind.others) {
            var share = SIMD3<Double>.random(in: -0.5...0.5, using: &random)
            if number < kind.controls { share.z *= kind.overlap }
            let pose = Rotation(rotationVector: SIMD3<Double>.random(in: -2...2, using: &random)) ?? .identity
            let size = Double.random(in: 0.15...0.3, using: &random)
            let place = Quad(
                SIMD3(-size, size, 0), SIMD3(size, size, 0), SIMD3(size, -size, 0), SIMD3(-size, -size, 0)
            )
            .map { far + share * kind.extent + pose * ($0 / 2) }
            places.append(place)
            old.append(observed(place))
            oldLabels.append("M\(number)")
            drifts.append(.zero)
        }
        for number in 0..<kind.controls {
            seen.append(Seen(number: number, label: oldLabels[number], quad: image(places[number])))
        }
    }

    /// A quad as a scan stores it: with noise in every coordinate, in single precision as far as that reaches.
    mutating func observed(_ quad: Quad) -> Quad {
        quad.map { point in
            let noisy = point + SIMD3<Double>.normal(using: &random) * noise
            return kind.isSinglePrecision ? SIMD3<Double>(SIMD3<Float>(noisy)) : noisy
        }
    }

    /// A quad of the old frame as the new scan sees it.
    mutating func image(_ place: Quad) -> Quad { observed(newFromOld * place) }

    /// The noise of devices, from the best to the worst.
    private static let noises = [0.001, 0.002, 0.003, 0.005, 0.01]

    /// Changes every point as the new scan saw it.
    mutating func distort(_ change: (SIMD3<Double>) -> SIMD3<Double>) {
        for place in seen.indices { seen[place].quad = seen[place].quad.map(change) }
    }

    /// Gives some markers each other's labels in a circle.
    mutating func mislabel(_ count: Int) {
        let chosen = seen.indices.shuffled(using: &random).prefix(count)
        let labels = chosen.map { seen[$0].label }
        for (place, marker) in chosen.enumerated() { seen[marker].label = labels[(place + 1) % labels.count] }
        for label in labels { markWrong(label) }
    }

    /// Puts some markers up elsewhere.
    mutating func move(_ count: Int) {
        for marker in seen.indices.shuffled(using: &random).prefix(count) {
            let place = places[seen[marker].number], center = place.center
            let step =
                SIMD3<Double>.randomDirection(using: &random) * Double.random(in: 0.3...1, using: &random)
            let turn =
                Rotation(rotationVector: SIMD3<Double>.random(in: -0.5...0.5, using: &random)) ?? .identity
            seen[marker].quad = image(place.map { center + step + turn * ($0 - center) })
            markWrong(seen[marker].label)
        }
    }

    private mutating func markWrong(_ label: String) {
        for corner in 1...4 { wrong.insert("\(label).p\(corner)") }
    }

    /// The place in the new scan of a point of a marker that the old scan stored.
    func image(of point: SIMD3<Double>, on marker: Int) -> SIMD3<Double> {
        newFromOld * point + drifts[marker]
    }

    /// The correct pairs, by the truth.
    var soundPairs: Correspondences? {
        switch kind.form {
        case .origins: return firstCorners(groups: [0, 1])
        case .pairs: return firstCorners(groups: nil)
        default: break
        }
        var sources: [SIMD3<Double>] = [], targets = sources, groups: [Int] = []
        for marker in seen where oldLabels[marker.number] == marker.label {
            for corner in 0..<4 where !wrong.contains("\(marker.label).p\(corner + 1)") {
                sources.append(old[marker.number][corner: corner])
                targets.append(marker.quad[corner: corner])
                groups.append(marker.number)
            }
        }
        return try? Correspondences(sources: sources, targets: targets, groups: groups)
    }

    private func firstCorners(groups: [Int]?) -> Correspondences? {
        let sound = seen.filter { !wrong.contains($0.label) }
        return try? Correspondences(
            sources: sound.map { old[$0.number].p1 }, targets: sound.map(\.quad.p1), groups: groups)
    }
}

/// Files of a scene, as an app and a server would have written them.
struct ScenarioFiles {
    static let oldSession = UUID(uuid: (1, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 1))
    static let newSession = UUID(uuid: (1, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 2))

    /// - Parameter calibrated: the calibrated corners of a marker, if there are any.
    static func markers(
        _ markers: [(number: Int, label: String, quad: Quad)], of session: UUID, calibrated: (Quad) -> Quad?
    ) throws -> [UInt8] {
        var json = JSONWriter(openDepth: 1)
        json.array { json in
            for (number, label, quad) in markers {
                json.object { json in
                    json.member("id", id(number, session).uuidString.lowercased())
                    json.member("work_session_id", session.uuidString.lowercased())
                    json.member("label", label)
                    for (corner, point) in quad.corners.enumerated() { json.member("p\(corner + 1)", point) }
                    json.member("version", 1)
                    json.key("calibrated_data")
                    calibrated(quad).map { CalibratedData($0).write(to: &json) } ?? json.null()
                }
            }
        }
        return try json.take()
    }

    static func id(_ number: Int, _ session: UUID) -> UUID {
        var bytes = session.uuid
        (bytes.1, bytes.2) = (UInt8(number >> 8), UInt8(number & 255))
        return UUID(uuid: bytes)
    }

    /// Rows of numbers under a header.
    static func table(_ header: String, _ rows: [(id: String, points: [SIMD3<Double>])]) -> [UInt8] {
        let lines = rows.map { row in
            ([row.id] + row.points.flatMap { ["\($0.x)", "\($0.y)", "\($0.z)"] }).joined(separator: ",")
        }
        return Array(([header] + lines).joined(separator: "\n").utf8) + [UInt8(ascii: "\n")]
    }
}
