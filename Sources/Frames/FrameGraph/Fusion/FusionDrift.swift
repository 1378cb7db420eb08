internal import QuadGeometry
internal import RigidCalibration

/// A session whose markers are bent beside those of the others.
public struct FusedDrift: Hashable, Sendable {
    public let session: String
    /// The largest difference between the displacements of two of its markers, and their root mean square, in metres.
    public let bend, rms: Double
    /// The extent of its markers in the direction in which they are spread most, in metres.
    public let length: Double
    /// The probability of as much if there were none.
    public let probability: Double
}

/// The drift of sessions, as a ``Calibration`` of each to the fused markers tells it.
struct FusionDrift {
    private(set) var drifts: [FusedDrift] = []
    /// The errors of each session, and what makes up for the part of its drift that the fused markers follow; `nil` where
    /// its markers are too few, or no drift counts.
    private var sessions: [(covariance: MotionCovariance, share: Double)?] = []

    /// - Parameter isExpected: Whether a drift too small to be told from noise counts as well: as it does unless all noise is given.
    init(_ problem: FusionProblem, isExpected: Bool) {
        var evidences: [(evidence: DriftEvidence, share: Double)?] = []
        var found: [FusedDrift] = [], large: Set<String> = []
        var options = CalibrationOptions()
        if problem.gravity?.isExact == true { options.model = .yaw }
        for (session, name) in problem.names.enumerated() {
            var sources: [SIMD3<Double>] = [], targets: [SIMD3<Double>] = [], groups: [Int] = [],
                followed = 0.0
            let all = problem.sightings[session]
            // Calibrations take the square of the markers' number, and drift shows in some as well as in all.
            let step = (all.count + FusionDrift.mostMarkers - 1) / FusionDrift.mostMarkers
            for place in stride(from: 0, to: all.count, by: max(step, 1)) {
                let sighting = all[place]
                let sums = problem.sums[sighting.marker]
                for corner in 0..<4 where sighting.weights[corner] > 0 && sums[corner] > 1 {
                    sources.append(sighting.quad[corner: corner])
                    targets.append(problem.fused[sighting.marker][corner: corner])
                    groups.append(sighting.marker)
                    followed += 1 / sums[corner]
                }
            }
            guard let evidence = FusionDrift.evidence(sources, targets, groups, options) else {
                evidences.append(nil)
                continue
            }
            evidences.append((evidence, 1 / (1 - followed / Double(sources.count))))
            guard let trend = evidence.trend else { continue }
            found.append(
                FusedDrift(
                    session: name, bend: trend.peakToPeak, rms: trend.rms, length: trend.length,
                    probability: trend.probability))
            if trend.isLarge { large.insert(name) }
        }
        let chance = Double.minimum(
            FusionDrift.chance(of: found.map { $0.probability }),
            FusionDrift.chance(of: evidences.compactMap { $0?.evidence.ratio }))
        // Either may show it, so that chance has two tries.
        if 2 * chance < ResidualTrend.significance {
            let doubted = found.filter { large.contains($0.session) }
            drifts = doubted.filter { $0.probability < FusionDrift.leastOfOne }
            // Sessions that show it only together: the one that shows it most stands for them.
            if drifts.isEmpty { drifts = Array(doubted.sorted { $0.probability < $1.probability }.prefix(1)) }
        }
        guard isExpected || !drifts.isEmpty else {
            sessions = evidences.map { _ in nil }
            return
        }
        sessions = evidences.map { own in own.map { ($0.evidence.covariance, $0.share) } }
    }

    /// The most markers of a session that are asked about its drift, spread over all of them.
    private static let mostMarkers = 60
    /// The probability below which a session is named, where all together show a drift.
    private static let leastOfOne = 0.05

    /// The probability of as small probabilities of all sessions without any drift (Fisher 1932): best where few drift much.
    ///
    /// What sessions differ from their mean by adds up to nothing, so that one session fewer counts.
    private static func chance(of probabilities: [Double]) -> Double {
        let count = probabilities.count
        guard count > 1 else { return 1 }
        let sum = probabilities.reduce(0) { $0 - 2 * logarithm(Double.maximum($1, 1e-300)) }
        return chiSquareExceedance(sum * share(of: count), freedom: 2 * (count - 1))
    }

    /// The probability of as smooth residuals of all sessions together: best where all drift a little.
    private static func chance(of all: [DriftRatio]) -> Double {
        all.count > 1 ? DriftRatio.chance(of: all, share: share(of: all.count)) : 1
    }

    /// The share of sessions that is free, given their mean.
    private static func share(of count: Int) -> Double { Double(count - 1) / Double(count) }

    private static func evidence(
        _ sources: [SIMD3<Double>], _ targets: [SIMD3<Double>], _ groups: [Int], _ options: CalibrationOptions
    ) -> DriftEvidence? {
        var numbers: [Int: Int] = [:]
        for group in groups where numbers[group] == nil { numbers[group] = numbers.count }
        do throws(RigidFitError) {
            let pairs = try Correspondences(
                sources: sources, targets: targets, groups: groups.map { numbers[$0] ?? 0 })
            return try DriftEvidence(pairs, options)
        } catch { return nil }
    }

    /// The drift's part in the covariance of a session's motion, of perturbations from the left: that of its own, and the root's.
    func frame(_ session: Int, _ root: Int) -> Matrix6 { part(session) + part(root) }

    private func part(_ session: Int) -> Matrix6 {
        guard let own = sessions[session],
            let anchor = RigidTransform(rotation: .identity, translation: own.covariance.anchor)
        else { return .zero }
        return anchor.carried(Matrix6(rows: own.covariance.driftMatrix)) * own.share
    }

    /// The covariance of a marker's twelve coordinates with the drift of those who saw it, which all corners share.
    func widened(_ covariance: [Double], _ center: SIMD3<Double>, of seers: [Int]) -> [Double] {
        var drift = SymmetricMatrix.zero
        let count = Double(max(seers.count, 1))
        for case let own? in seers.map({ sessions[$0] }) {
            drift = drift + own.covariance.driftCovariance(ofMoved: center) * (own.share / (count * count))
        }
        guard drift.trace > 0 else { return covariance }
        let rows = [
            [drift.xx, drift.xy, drift.xz], [drift.xy, drift.yy, drift.yz], [drift.xz, drift.yz, drift.zz],
        ]
        var widened = covariance
        for row in 0..<12 {
            for column in 0..<12 { widened[12 * row + column] += rows[row % 3][column % 3] }
        }
        return widened
    }
}

extension ResidualTrend {
    /// Whether it is not small beside the noise.
    fileprivate var isLarge: Bool { rms > ResidualTrend.leastShare * rest }
}
