internal import QuadGeometry

/// The search for markers that stay: from a first guess those that do not go with the others leave, one by one, and those that do join.
struct MovedSearch {
    let pairs: Correspondences
    let options: CalibrationOptions
    let members: [[Int]]
    /// The share of tests of a sound marker that call it moved.
    let share: Double

    /// Fewer markers do not check each other.
    static let leastStable = 3
    /// The part of the false alarms that is for shifts; the rest is for turns.
    static let shareOfShifts = 0.5

    init(_ pairs: Correspondences, _ options: CalibrationOptions, falseAlarm: Double) {
        (self.pairs, self.options) = (pairs, options)
        members = pairs.members.map { Array($0) }
        share = falseAlarm * MovedSearch.shareOfShifts / Double(Swift.max(members.count, 1))
    }

    /// A marker beside those that stay.
    struct Test {
        /// From where it would be to where it is, in metres, and what its error stays within in 95 of 100 cases.
        let shift: SIMD3<Double>
        let bound: Double
        /// The probability of as much without a movement, of this one marker.
        let probability: Double
        /// The covariance of the shift.
        let covariance: SymmetricMatrix
    }

    /// Markers that stay, and what they say of all.
    struct Found {
        let stable: Set<Int>
        let responses: MarkerResponses
        /// Of each marker; `nil` of those that nothing checks.
        let tests: [Test?]

        /// The worst of the shifts of markers that stay which may not be found.
        func hidden(_ search: MovedSearch) -> HiddenShift? {
            // Copies have no errors in which a shift could hide.
            if responses.isExact {
                return stable.min().map {
                    HiddenShift(marker: $0, size: MarkerResponses.roundings * search.pairs.rounding)
                }
            }
            guard
                let law = DetectionLaw(
                    directions: 3, freedom: responses.freedom - (responses.isOwnNoise ? 3 : 0),
                    falseAlarm: search.share)
            else { return nil }
            var worst: HiddenShift?
            for (marker, one) in zip(stable.sorted(), responses.all) {
                guard let size = MarkerReliability(one, responses, law).hidden?.size else { return nil }
                if size > worst?.size ?? 0 { worst = HiddenShift(marker: marker, size: size) }
            }
            return worst
        }
    }

    /// The markers that stay where no other one joins or leaves.
    func settled(from start: Set<Int>) throws(MovedMarkersError) -> Found {
        var stable = start, seen: Set<Set<Int>> = []
        while seen.insert(stable).inserted {
            guard stable.count >= MovedSearch.leastStable else {
                throw .fewStable(found: stable.count, needed: MovedSearch.leastStable)
            }
            let found = try self.found(stable)
            func chance(_ marker: Int) -> Double { found.tests[marker]?.probability ?? 1 }
            if let worst = stable.min(by: { (chance($0), $0) < (chance($1), $1) }), chance(worst) < share {
                stable.remove(worst)
                continue
            }
            let others = members.indices.filter { !stable.contains($0) }
            guard let best = others.max(by: { (chance($0), $1) < (chance($1), $0) }), chance(best) >= share
            else { return found }
            stable.insert(best)
        }
        throw .notSettled
    }

    /// The tests of all markers by those that stay.
    func found(_ stable: Set<Int>) throws(MovedMarkersError) -> Found {
        let chosen = stable.sorted(), selected = pairs.selected(chosen.flatMap { members[$0] })
        let estimate: MotionEstimate
        do throws(RigidFitError) { estimate = try ModelEstimates.chosen(selected, options) } catch {
            throw .noMotion(error)
        }
        let responses = MarkerResponses(selected, estimate, options)
        if responses.isExact {
            let tests = members.map { group in
                responses.prediction(of: group, pairs).map {
                    Test(exact: $0, within: MarkerResponses.roundings * pairs.rounding)
                }
            }
            return Found(stable: stable, responses: responses, tests: tests)
        }
        guard responses.freedom > 0, responses.all.count == chosen.count else { throw .unknownNoise }
        let law = DetectionLaw(
            directions: 3, freedom: responses.freedom - (responses.isOwnNoise ? 3 : 0))
        var tests = [Test?](repeating: nil, count: members.count)
        for (marker, one) in zip(chosen, responses.all) {
            let own = MarkerReliability(one, responses, law)
            // One that stands out is judged as it will be once it has left: by the others alone.
            guard let probability = own.probability, probability >= mostSound,
                let square = own.square, let shift = own.shift, let covariance = one.information?.inverse
            else {
                guard own.square != nil, let beside = responses.beside(one) else { continue }
                tests[marker] = Test(beside.one, freedom: beside.freedom)
                continue
            }
            let noise = responses.noise(beside: square)
            tests[marker] = Test(
                shift: shift, bound: (covariance * noise).bound(freedom: responses.freedom),
                probability: probability, covariance: covariance * noise)
        }
        for marker in members.indices where !stable.contains(marker) {
            tests[marker] = responses.prediction(of: members[marker], pairs).flatMap {
                Test($0, freedom: responses.freedom)
            }
        }
        return Found(stable: stable, responses: responses, tests: tests)
    }

    /// The markers that stay of which one may have been moved instead of another: without it the other agrees with the rest.
    func alternatives(to moved: Int, _ stable: Set<Int>) -> [Int] {
        guard stable.count <= MovedSearch.mostSwapped else { return [] }
        return stable.sorted().filter { other in
            var rest = stable
            rest.remove(other)
            rest.insert(moved)
            guard let found = try? self.found(rest) else { return true }
            return rest.allSatisfy { (found.tests[$0]?.probability ?? 1) >= share }
        }
    }

    /// Tests of markers that stand out less need not be exact. Of many sound markers some ten are, each by a fit of all others, which then
    /// differs from a fit of all by next to nothing.
    private var mostSound: Double { Double.minimum(0.05, 10 / Double(members.count)) }
    /// More markers that agree are no accident.
    private static let mostSwapped = 6
}

extension MovedSearch.Test {
    /// A marker among copies, of which any difference is a movement.
    init(exact one: MarkerResponse, within rounding: Double) {
        (shift, bound, covariance) = (one.residual, rounding, .zero)
        probability = one.residual.length <= rounding ? 1 : 0
    }

    /// A marker by an estimate of others; `nil` where nothing is expected of it.
    init?(_ one: MarkerResponse, freedom: Double) {
        guard let square = one.square else { return nil }
        (shift, covariance) = (one.residual, one.expected)
        bound = one.expected.bound(freedom: freedom)
        probability = FDistribution(above: 3, below: freedom).exceedance(square / 3)
    }
}

/// A shift of a marker that might not be found.
public struct HiddenShift: Hashable, Sendable {
    public let marker: Int
    /// Its length, in metres: one that is longer is found in more than 80 of 100 cases, whatever its direction.
    public let size: Double
}

/// The reason that nothing can be said of which markers moved, with the numbers that show it.
public enum MovedMarkersError: Error, Hashable, Sendable {
    /// No motion joins the scans, or several do.
    case noMotion(RigidFitError)
    /// Fewer markers stay where they were than can check each other.
    case fewStable(found: Int, needed: Int)
    /// More markers move than may: which of them moved and which stayed is not known.
    case manyMoved(moved: Int, of: Int)
    /// The markers leave nothing to learn their errors from.
    case unknownNoise
    /// No marker stands out, but a shift of one, which is as long as this in metres, might not either; `nil` where no length would.
    case nothingSeen(hidden: Double?)
    /// The markers that stay where they were change with every look: no set of them agrees with itself.
    case notSettled

    /// The code of the reason: a word that never changes meaning.
    public var code: String {
        switch self {
        case .noMotion(let error): error.code
        case .fewStable: "FEW_STABLE"
        case .manyMoved: "MANY_MOVED"
        case .unknownNoise: "UNKNOWN_NOISE"
        case .nothingSeen: "NOTHING_SEEN"
        case .notSettled: "NOT_SETTLED"
        }
    }
}
