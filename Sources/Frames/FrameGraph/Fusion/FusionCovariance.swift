internal import QuadGeometry
internal import RigidCalibration

/// The errors of fused sessions and markers: those of corners and of whole sightings, carried through all fits.
struct FusionCovariance {
    private let noise: FusionNoise
    private let problem: FusionProblem
    private let slots: [Int]
    private let inverse: BlockInverse?
    /// The sessions of each marker that count, and for which corners.
    private let seers: [[(session: Int, weights: SIMD4<Double>)]]
    private var sums: [[Int]: Matrix6] = [:]

    init(_ problem: FusionProblem, _ noise: FusionNoise) {
        (self.problem, self.noise) = (problem, noise)
        var seers = [[(session: Int, weights: SIMD4<Double>)]](repeating: [], count: problem.keys.count)
        for session in problem.sightings.indices {
            for sighting in problem.sightings[session] where sighting.weights.sum() > 0 {
                seers[sighting.marker].append((session, sighting.weights))
            }
        }
        self.seers = seers
        var slots = [Int](repeating: -1, count: problem.names.count)
        for (slot, session) in problem.names.indices.filter({ $0 != problem.root }).enumerated() {
            slots[session] = slot
        }
        self.slots = slots
        let free = slots.count - 1
        var groups = FusionCovariance.information(
            problem, seers, variance: noise.ofTurns * noise.ofTurns)
        if let gravity = problem.gravity {
            groups.append(
                FusionInformation(sessions: Array(problem.names.indices), each: gravity.information))
        }
        var isPair = [Bool](repeating: false, count: free * free)
        var groupsOfSessions = [[(number: Int, place: Int)]](repeating: [], count: slots.count)
        for (number, group) in groups.enumerated() {
            for (place, one) in group.sessions.enumerated() where slots[one] >= 0 {
                groupsOfSessions[one].append((number, place))
                for other in group.sessions[..<place] where slots[other] >= 0 {
                    isPair[free * slots[other] + slots[one]] = true
                }
            }
        }
        let pairs = isPair.indices.filter { isPair[$0] }.map { ($0 / free, $0 % free) }
        var matrix = BlockCholesky(count: free, pairs: pairs)
        for (one, numbers) in groupsOfSessions.enumerated() where slots[one] >= 0 {
            // Sums of a row before they go into the matrix, which is many times larger.
            var row = [Matrix6](repeating: .zero, count: one), sum = Matrix6.zero
            for (number, own) in numbers {
                let group = groups[number], common = group.common
                sum = sum + (group.each - common)
                for other in group.sessions[..<own] { row[other] = row[other] - common }
            }
            matrix.add(sum, toDiagonalOf: slots[one])
            for other in 0..<one where slots[other] >= 0 && isPair[free * slots[other] + slots[one]] {
                let (place, isTransposed) = matrix.place(slots[one], slots[other])
                matrix.add(isTransposed ? row[other].transposed : row[other], at: place)
            }
        }
        inverse = matrix.factor() ? BlockInverse(matrix) : nil
    }

    /// The information of all corners on the frames of the sessions that count for them, the same sessions together.
    ///
    /// Motions are fitted to corners that count alike, whatever part of their errors a marker shares.
    private static func information(
        _ problem: FusionProblem, _ seers: [[(session: Int, weights: SIMD4<Double>)]], variance: Double
    ) -> [FusionInformation] {
        var groups: [FusionInformation] = [], places: [[Int]: Int] = [:]
        for (marker, seen) in seers.enumerated() {
            for corner in 0..<4 {
                let sessions = seen.filter { $0.weights[corner] > 0 }.map { $0.session }
                guard sessions.count > 1 else { continue }
                let jacobian = jacobian(problem.fused[marker][corner: corner])
                let known = jacobian.transposeTimes(jacobian) * (1 / variance)
                if let place = places[sessions] {
                    groups[place].each = groups[place].each + known
                } else {
                    places[sessions] = groups.count
                    groups.append(FusionInformation(sessions: sessions, each: known))
                }
            }
        }
        return groups
    }

    /// The change of a point under a turn and a shift of its frame: three rows, the others empty.
    private static func jacobian(_ p: SIMD3<Double>) -> Matrix6 {
        Matrix6(
            SIMD8(0, -p.z, p.y, 0, 0, 0, 0, 0), SIMD8(p.z, 0, -p.x, 0, 0, 0, 0, 0),
            SIMD8(-p.y, p.x, 0, 0, 0, 0, 0, 0), SIMD8(1, 0, 0, 0, 0, 0, 0, 0), SIMD8(0, 1, 0, 0, 0, 0, 0, 0),
            SIMD8(0, 0, 1, 0, 0, 0, 0, 0))
    }

    /// The covariance of a session's motion, of perturbations from the left.
    func session(_ session: Int) -> Matrix6? {
        guard slots[session] >= 0 else { return nil }
        return inverse?.covariance(slots[session], slots[session])
    }

    mutating func marker(_ marker: Int) -> [Double] {
        let count = Double(max(seers[marker].count, 1))
        let frames = meanFrames(seers[marker])
        let jacobians = problem.fused[marker].corners.map { FusionCovariance.jacobian($0) }
        var numbers = [Double](repeating: 0, count: 144)
        let counts = problem.sums[marker]
        for one in 0..<4 {
            for other in 0..<4 {
                let block = (jacobians[one] * frames[one][other]).timesTranspose(jacobians[other])
                for i in 0..<3 {
                    for j in 0..<3 {
                        var value = block[i, j]
                        if i == j { value += noise.marker * noise.marker / count }
                        if i == j, one == other {
                            value += noise.corner * noise.corner / Double.maximum(counts[one], 1)
                        }
                        numbers[12 * (3 * one + i) + 3 * other + j] = value
                    }
                }
            }
        }
        return numbers
    }

    /// The covariances of the mean motions of those who count for two corners, corner by corner.
    ///
    /// Few do not count for some corner, so that they are taken away from the sum of all.
    private mutating func meanFrames(
        _ seen: [(session: Int, weights: SIMD4<Double>)]
    ) -> [[Matrix6]] {
        let sessions = seen.map { $0.session }, all = sum(sessions)
        func mean(_ sum: Matrix6, _ a: Double, _ b: Double) -> Matrix6 {
            (sum * (1 / Double.maximum(a * b, 1))).symmetric
        }
        let count = Double(sessions.count), even = mean(all, count, count)
        let counts = seen.reduce(SIMD4<Double>.zero) { $0 + $1.weights }
        var means = [[Matrix6]](repeating: [Matrix6](repeating: even, count: 4), count: 4)
        let absent = (0..<4).map { corner in seen.filter { $0.weights[corner] == 0 }.map { $0.session } }
        guard absent.contains(where: { !$0.isEmpty }) else { return means }
        func between(_ some: [Int], _ others: [Int]) -> Matrix6 {
            var sum = Matrix6.zero
            for one in some { for other in others { sum = sum + covariance(one, other) } }
            return sum
        }
        let rows = absent.map { between($0, sessions) }
        for one in 0..<4 where counts[one] > 0 {
            for other in 0..<4 where counts[other] > 0 {
                let both = between(absent[one], absent[other])
                let sum = all - rows[one] - rows[other].transposed + both
                means[one][other] =
                    one == other
                    ? mean(sum, counts[one], counts[other])
                    : sum * (1 / (counts[one] * counts[other]))
            }
        }
        return means
    }

    /// The covariance of two sessions' motions; zero with the root.
    private func covariance(_ one: Int, _ other: Int) -> Matrix6 {
        guard slots[one] >= 0, slots[other] >= 0, let inverse else { return .zero }
        return inverse.covariance(slots[one], slots[other])
    }

    private mutating func sum(_ sessions: [Int]) -> Matrix6 {
        if let known = sums[sessions] { return known }
        var sum = Matrix6.zero
        for one in sessions { for other in sessions { sum = sum + covariance(one, other) } }
        sums[sessions] = sum
        return sum
    }
}

/// The information of sessions on the frames of each other that all know as much of something unknown, such as the place of a corner.
///
/// The unknown takes its share of what each knows, which they then have in common.
struct FusionInformation {
    let sessions: [Int]
    /// The information of a session on its frame if the unknown were known.
    var each: Matrix6

    /// The information that each two of them have in common: the block between them is its opposite.
    var common: Matrix6 { each * (1 / Double(sessions.count)) }
}

/// The noise of corners and the error that those of a sighting share, in metres a coordinate: given, or estimated from the scatter
/// within and between sightings.
struct FusionNoise {
    let corner, marker: Double
    /// The degrees of freedom of what was estimated; infinite where all was given.
    let freedom: Double

    /// The deviation of a corner's coordinate.
    var total: Double { (corner * corner + marker * marker).squareRoot() }

    /// The noise that one corner alone would have if it told of a turn of its session what it tells as one of four.
    var ofTurns: Double { (corner * corner + 4 * marker * marker).squareRoot() }

    init(_ problem: FusionProblem, _ options: FusionOptions) {
        var within = 0.0, withinCount = 0.0, between = 0.0, betweenCount = 0.0
        for session in problem.sightings.indices {
            for sighting in problem.sightings[session] where sighting.weights == SIMD4(repeating: 1) {
                let count = problem.sums[sighting.marker].min()
                guard count > 1 else { continue }
                let misses = (0..<4).map { (corner) -> SIMD3<Double> in
                    problem.motions[session] * sighting.quad[corner: corner]
                        - problem.fused[sighting.marker][corner: corner]
                }
                let mean = misses.reduce(SIMD3<Double>.zero, +) / 4
                // A mean of several sightings takes its share of each away.
                let share = 1 - 1 / count
                for miss in misses { within += (miss - mean).dot(miss - mean) }
                withinCount += 9 * share
                between += mean.dot(mean)
                betweenCount += 3 * share
            }
        }
        betweenCount -= (problem.gravity?.isExact == true ? 4 : 6) * Double(problem.names.count - 1)
        let seen = withinCount > 0 ? (within / withinCount).squareRoot() : 0
        corner = Double.maximum(options.cornerNoise ?? seen, FusionNoise.least)
        if let given = options.markerNoise {
            (marker, freedom) = (given, options.cornerNoise == nil ? withinCount : .infinity)
        } else if betweenCount > 1 {
            marker = Double.maximum(between / betweenCount - corner * corner / 4, 0).squareRoot()
            freedom = betweenCount
        } else {
            (marker, freedom) = (FusionNoise.usualMarkerError, .infinity)
        }
    }

    /// In metres: below it differences are rounding.
    static let least = 1e-9
    /// The deviation of one coordinate of a sighting's error where too few are shared to show it.
    private static let usualMarkerError = ErrorModel.usualMarkerError / 2.0.squareRoot()
}
