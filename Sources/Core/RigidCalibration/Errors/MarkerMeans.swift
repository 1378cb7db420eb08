internal import QuadGeometry

/// Pairs under an estimated motion, marker by marker: what the pairs of a marker have in common, and what each has of its own.
///
/// A pair that belongs to no marker is a marker of one pair. Where there are many markers, those near each other are put
/// together for the sake of time.
struct MarkerMeans {
    /// One marker, or some that are near each other.
    struct Mean {
        var weight = 0.0
        /// The place of its moved pairs, in metres.
        var center = SIMD3<Double>.zero
        /// The residual that its pairs share, in metres.
        var residual = SIMD3<Double>.zero
        /// The variance of its residual, in units of a typical marker's.
        var spread = 1.0
    }

    private(set) var means: [Mean] = []
    private(set) var pairCount = 0
    /// The weighted squares of the residuals about the mean of their marker, in square metres.
    private(set) var squares = 0.0
    /// The part of these squares that no turn of a marker explains, and its degrees of freedom.
    private(set) var scatter = (squares: 0.0, freedom: 0)

    /// The means of markers, or where the errors of their pairs are independent each pair for itself.
    init(_ pairs: Correspondences, _ estimate: MotionEstimate, areAlone: Bool = false) {
        let changes = estimate.changes
        var within = CompensatedSum(), unturned = within
        let members = areAlone ? PairMembers(each: pairs.count) : pairs.members
        means.reserveCapacity(members.count)
        for group in members {
            var mean = Mean()
            for pair in group {
                let weight = estimate.weights.number(of: pair)
                guard weight > 0 else { continue }
                let moved = estimate.motion.moved(pairs.sources[pair])
                mean.weight += weight
                mean.center += (moved - changes.anchor) * weight
                mean.residual += (pairs.targets[pair] - moved) * weight
                pairCount += 1
            }
            guard mean.weight > 0 else { continue }
            mean.center = changes.anchor + mean.center / mean.weight
            mean.residual /= mean.weight
            means.append(mean)
            guard group.count > 1 else { continue }
            var turn = OwnTurn()
            for pair in group {
                let weight = estimate.weights.number(of: pair)
                let moved = estimate.motion.moved(pairs.sources[pair])
                let own = pairs.targets[pair] - moved - mean.residual
                within.add(weight * own.dot(own))
                turn.add(arm: moved - mean.center, residual: own, weight: weight)
            }
            guard let rest = turn.rest else { continue }
            unturned.add(rest)
            scatter.freedom += turn.freedom
        }
        squares = within.value
        scatter.squares = unturned.value
    }

    /// Whether some marker has several pairs.
    var hasMarkers: Bool { pairCount > means.count }

    /// The variance of one coordinate of a typical marker's residual by noise of its corners alone, in square metres; zero where too few
    /// corners show it.
    var cornerVariance: Double {
        guard scatter.freedom > 0 else { return 0 }
        let shares = means.reduce(0) { $0 + 1 / $1.weight } / Double(means.count)
        return scatter.squares / Double(scatter.freedom) * shares
    }

    /// Sets the variance of each mean's residual to what a marker error and a corner noise make of it, in units of their
    /// mean; both are variances in square metres.
    mutating func spread(marker: Double, corner: Double) {
        let variances = means.map { marker + corner / $0.weight }
        let mean = variances.reduce(0, +) / Double(means.count)
        for (place, variance) in variances.enumerated() {
            means[place].spread = mean > 0 ? variance / mean : 1
        }
    }

    /// At most so many means, each of markers that are near each other, beginning with those farthest apart; and the squares
    /// of the markers' residuals about them, in units of a typical marker's variance.
    func together(_ most: Int) -> (means: [Mean], squares: Double) {
        guard means.count > most else { return (means, 0) }
        let centers = means.map { $0.center }
        var nearest = means.map { _ in (place: 0, distance: Double.infinity) }
        var next = 0
        for place in 0..<most {
            let center = centers[next]
            var farthest = -1.0
            for marker in centers.indices {
                let step = centers[marker] - center, distance = step.dot(step)
                if distance < nearest[marker].distance { nearest[marker] = (place, distance) }
                if nearest[marker].distance > farthest {
                    (next, farthest) = (marker, nearest[marker].distance)
                }
            }
        }
        var joined = [Mean](repeating: Mean(), count: most)
        for (mean, place) in zip(means, nearest) {
            joined[place.place].weight += mean.weight
            joined[place.place].center += (mean.center - means[0].center) * mean.weight
            joined[place.place].residual += mean.residual * mean.weight
        }
        var spreads = [Double](repeating: 0, count: most), squares = CompensatedSum()
        for place in joined.indices where joined[place].weight > 0 {
            joined[place].center = means[0].center + joined[place].center / joined[place].weight
            joined[place].residual /= joined[place].weight
        }
        for (mean, place) in zip(means, nearest) {
            let own = mean.residual - joined[place.place].residual
            squares.add(own.dot(own) / mean.spread)
            spreads[place.place] += mean.weight * mean.weight * mean.spread
        }
        for place in joined.indices where joined[place].weight > 0 {
            joined[place].spread = spreads[place] / (joined[place].weight * joined[place].weight)
        }
        return (joined.filter { $0.weight > 0 }, squares.value)
    }
}

/// The pairs of each group, in the order in which groups first appear; without groups each pair is one.
struct PairMembers: RandomAccessCollection {
    /// The places of all pairs, group after group.
    private var places: [Int]
    /// The ends of the groups among them; `nil` where each is of one pair.
    private var ends: [Int]?

    /// Each of so many pairs for itself.
    init(each count: Int) { places = Array(0..<count) }

    init(groups: [Int]) {
        var known: [Int: Int] = [:]
        var sizes: [Int] = []
        let numbers = groups.map { label in
            let number = known[label] ?? sizes.count
            if number == sizes.count {
                known[label] = number
                sizes.append(0)
            }
            sizes[number] += 1
            return number
        }
        var next = [Int](repeating: 0, count: sizes.count)
        for group in sizes.indices.dropFirst() { next[group] = next[group - 1] + sizes[group - 1] }
        places = [Int](repeating: 0, count: groups.count)
        for (pair, number) in numbers.enumerated() {
            places[next[number]] = pair
            next[number] += 1
        }
        ends = next
    }

    var startIndex: Int { 0 }
    var endIndex: Int { ends?.count ?? places.count }

    subscript(group: Int) -> ArraySlice<Int> {
        guard let ends else { return places[group..<(group + 1)] }
        return places[(group > 0 ? ends[group - 1] : 0)..<ends[group]]
    }
}

extension Correspondences {
    var members: PairMembers { groups.map { PairMembers(groups: $0) } ?? PairMembers(each: count) }
}

/// The turn of a marker about its middle that explains the residuals of its pairs best, as of a quad that was tapped askew.
struct OwnTurn {
    private var count = 0
    /// Σ w (y² - y yᵀ) over the arms y, Σ w y × r over the residuals r, and Σ w r².
    private var inertia = SymmetricMatrix.zero
    private var torque = SIMD3<Double>.zero
    private var squares = 0.0

    /// Adds a pair by its arm from the marker's middle and its residual there, both in metres.
    mutating func add(arm: SIMD3<Double>, residual: SIMD3<Double>, weight: Double) {
        guard weight > 0 else { return }
        count += 1
        inertia =
            inertia
            + (SymmetricMatrix(diagonal: arm.dot(arm)) + SymmetricMatrix(product: arm, arm) * -1) * weight
        torque += arm.cross(residual) * weight
        squares += weight * residual.dot(residual)
    }

    /// The degrees of freedom that a shift and a turn leave.
    var freedom: Int { 3 * count - 6 }

    /// The weighted squares that the turn leaves, in square metres; `nil` where pairs in a row leave one turn open.
    var rest: Double? {
        guard freedom > 0, let inverse = inertia.inverse else { return nil }
        return Double.maximum(squares - torque.dot(inverse * torque), 0)
    }

    /// The turn in radians, and the weighted squares that it explains; `nil` where pairs in a row leave one turn open.
    var turned: (turn: SIMD3<Double>, square: Double)? {
        guard let inverse = inertia.inverse else { return nil }
        let turn = inverse * torque
        return (turn, Double.maximum(torque.dot(turn), 0))
    }
}
