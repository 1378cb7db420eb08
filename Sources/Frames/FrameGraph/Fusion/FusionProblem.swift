internal import QuadGeometry
internal import RigidCalibration

/// Sessions while they are fused: where each is, where the markers are, and what counts.
struct FusionProblem {
    struct Sighting {
        let marker: Int
        /// Its corners in the order of the marker's.
        var quad: Quad
        /// The order that made them so.
        var order = CornerOrder.identity
        var weights = SIMD4<Double>(repeating: 1)
    }

    let keys: [String]
    let names: [String]
    var sightings: [[Sighting]]
    var motions: [AnchoredMotion]
    var fused: [Quad]
    var sums: [SIMD4<Double>]
    let root: Int
    /// The prior on the tilt of sessions; `nil` without one.
    var gravity: FusionGravity?

    init(_ sessions: [FusionSession], root wanted: String?) throws(FusionError) {
        guard sessions.count > 1 else { throw .tooFewSessions(found: sessions.count) }
        let sorted = sessions.sorted { PoseGraph.precedes($0.name, $1.name) }
        for (one, next) in zip(sorted, sorted.dropFirst()) where one.name == next.name {
            throw .duplicateSession(one.name)
        }
        names = sorted.map { $0.name }
        let keys = Set(sessions.flatMap { Array($0.markers.keys) }).sorted { PoseGraph.precedes($0, $1) }
        self.keys = keys
        var places: [String: Int] = [:]
        for (place, key) in keys.enumerated() { places[key] = place }
        var all: [[Sighting]] = []
        for session in sorted {
            var own: [Sighting] = []
            for (key, quad) in session.markers {
                for corner in 0..<4 where !FusionProblem.isUsable(quad[corner: corner]) {
                    throw .badCorner(session: session.name, marker: key, corner: corner)
                }
                own.append(Sighting(marker: places[key] ?? 0, quad: quad))
            }
            all.append(own.sorted { $0.marker < $1.marker })
        }
        sightings = all
        var counts = [Int](repeating: 0, count: keys.count)
        for sighting in all.joined() { counts[sighting.marker] += 1 }
        if let wanted {
            guard let place = names.firstIndex(of: wanted) else { throw .noSuchSession(wanted) }
            root = place
        } else {
            let shared = all.map { $0.reduce(0) { $0 + counts[$1.marker] - 1 } }
            root = shared.indices.max { (shared[$0], $1) < (shared[$1], $0) } ?? 0
        }
        motions = [AnchoredMotion](repeating: .identity, count: names.count)
        fused = [Quad](repeating: Quad(.zero, .zero, .zero, .zero), count: keys.count)
        sums = [SIMD4<Double>](repeating: .zero, count: keys.count)
    }

    private static func isUsable(_ point: SIMD3<Double>) -> Bool {
        point.isFinite && point.largestMagnitude <= Correspondences.largestCoordinate
    }

    /// Moves every marker to the weighted mean of its sightings.
    mutating func average() {
        var totals = [Quad](repeating: Quad(.zero, .zero, .zero, .zero), count: keys.count)
        for marker in sums.indices { sums[marker] = .zero }
        for session in sightings.indices {
            for sighting in sightings[session] {
                for corner in 0..<4 {
                    let moved = motions[session] * sighting.quad[corner: corner]
                    totals[sighting.marker][corner: corner] += moved * sighting.weights[corner]
                }
                sums[sighting.marker] += sighting.weights
            }
        }
        for marker in fused.indices {
            // A corner that nothing counts for stays where it was.
            for corner in 0..<4 where sums[marker][corner] > 0 {
                fused[marker][corner: corner] = totals[marker][corner: corner] / sums[marker][corner]
            }
        }
    }

    /// Moves every session to where it fits the markers best; the largest move of a corner, in metres.
    ///
    /// The root moves, too: held, it would pull all others after it by its share of a mean in each round, slower the more there are.
    mutating func place() -> Double {
        var largest = 0.0
        for session in motions.indices {
            var sources: [SIMD3<Double>] = [], targets: [SIMD3<Double>] = [], weights: [Double] = []
            for sighting in sightings[session] {
                for corner in 0..<4 where sighting.weights[corner] > 0 {
                    // A corner that this session alone counts for pulls it nowhere.
                    guard sums[sighting.marker][corner] > sighting.weights[corner] else { continue }
                    sources.append(sighting.quad[corner: corner])
                    targets.append(fused[sighting.marker][corner: corner])
                    weights.append(sighting.weights[corner])
                }
            }
            let isEven = weights.allSatisfy { $0 == 1 }
            guard
                let motion = FusionProblem.fit(
                    sources, targets, isEven ? nil : weights, tiltWeight: gravity?.tiltWeight ?? 0)
            else { continue }
            for source in sources.prefix(4) {
                largest = Double.maximum(
                    largest, (motion * source - motions[session] * source).largestMagnitude)
            }
            motions[session] = motion
        }
        if gravity != nil { level() }
        return largest
    }

    static func fit(
        _ sources: [SIMD3<Double>], _ targets: [SIMD3<Double>], _ weights: [Double]?, tiltWeight: Double = 0
    ) -> AnchoredMotion? {
        do throws(RigidFitError) {
            let pairs = try Correspondences(sources: sources, targets: targets, weights: weights)
            guard tiltWeight == 0 else { return try AnchoredMotion(level: pairs, tiltWeight: tiltWeight) }
            return try RigidFit(pairs).targetFromSource
        } catch { return nil }
    }

    func distance(_ session: Int, _ sighting: Sighting, _ corner: Int) -> Double {
        let moved = motions[session] * sighting.quad[corner: corner]
        return (moved - fused[sighting.marker][corner: corner]).length
    }

    /// Rounds of means and fits until nothing moves.
    mutating func settle() {
        for _ in 0..<FusionProblem.mostRounds {
            average()
            guard place() > FusionProblem.leastMove else { break }
        }
        returnRoot()
        average()
    }

    /// Moves all sessions and markers together so that the root is where it began.
    private mutating func returnRoot() {
        guard let back = motions[root].transform?.inverted() else { return }
        for session in motions.indices {
            guard let motion = motions[session].transform else { continue }
            motions[session] = AnchoredMotion(back * motion)
        }
        motions[root] = .identity
        for marker in fused.indices { fused[marker] = back * fused[marker] }
    }

    private static let mostRounds = 200
    /// In metres.
    private static let leastMove = 1e-10
}

extension FusionProblem {
    /// Turns all sessions and markers together so that the sessions' verticals point up in the mean.
    ///
    /// Fits of single sessions hold to the markers, which all others hold, and would take thousands of rounds for this.
    mutating func level() {
        let up = SIMD3<Double>(0, 1, 0)
        var sum = SIMD3<Double>.zero
        for session in motions.indices { sum += motions[session].rotation * up }
        guard let angle = sum.angle(to: up), let turn = Rotation(angle: angle, axis: sum.cross(up)),
            let all = RigidTransform(rotation: turn, translation: .zero)
        else { return }
        for session in motions.indices {
            guard let motion = motions[session].transform else { continue }
            motions[session] = AnchoredMotion(all * motion)
        }
        for marker in fused.indices { fused[marker] = all * fused[marker] }
    }
}

/// The knowledge that each session is level, to a tilt.
///
/// The vertical of the markers is unknown, and the root's is no better than that of the others: all sessions tilt beside one vertical,
/// which is where their own ones point in the mean.
struct FusionGravity {
    /// The variance of a session's tilt, in square radians a direction.
    private let variance: Double
    /// The weight of an upright direction beside corners that count by one, in square metres.
    private(set) var tiltWeight: Double

    init(degrees: Double) {
        let radians = degrees * QuadLimits.degree
        variance = radians * radians
        tiltWeight = .infinity
        expect(noise: FusionGravity.usualNoise)
    }

    /// In metres a coordinate, before any is known.
    private static let usualNoise = 0.005

    /// Whether sessions do not tilt at all.
    var isExact: Bool { variance == 0 }

    /// Takes the noise that corners had if each told of a turn alone.
    mutating func expect(noise: Double) { tiltWeight = variance > 0 ? noise * noise / variance : .infinity }

    /// The information of one session's vertical on a small turn of its frame.
    var information: Matrix6 {
        let known = 1 / Double.maximum(variance, FusionGravity.leastVariance)
        return Matrix6(diagonal: SIMD8(known, 0, known, 0, 0, 0, 0, 0))
    }

    /// In square radians; less would be beyond what doubles tell beside corners.
    private static let leastVariance = 1e-16
}
