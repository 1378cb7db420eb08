public import CQuadcal
internal import QuadGeometry
internal import RigidCalibration

// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func quadcal_fit(
    _ sources: UnsafePointer<Double>!, _ targets: UnsafePointer<Double>!,
    _ weights: UnsafePointer<Double>!, _ count: Int64, _ solver: Int32,
    _ result: UnsafeMutablePointer<quadcal_fit_result>!,
    _ problem: UnsafeMutablePointer<quadcal_problem>!
) -> Int32 {
    FittingRefusal.status(problem) { () throws(FittingRefusal) in
        let (place, solver, p, q) = try FittingRefusal.arguments { () throws(Refusal) in
            (
                try Arguments.place(result), try rigidSolver(solver),
                try Arguments.numbers(sources, count, each: 3),
                try Arguments.numbers(targets, count, each: 3)
            )
        }
        let fit = try FittingRefusal.pairs { () throws(RigidFitError) in
            guard weights != nil else { return try RigidFit(packed: p, targets: q, solver: solver) }
            return try RigidFit(CallerPairs.pairs(p, q, weights, nil), solver: solver)
        }
        place.pointee = quadcal_fit_result(fit)
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func quadcal_fit_many(
    _ sources: UnsafePointer<Double>!, _ targets: UnsafePointer<Double>!, _ problems: Int64,
    _ pairs: Int64, _ level: Int32, _ motions: UnsafeMutablePointer<quadcal_motion>!,
    _ statuses: UnsafeMutablePointer<Int32>!, _ refused: UnsafeMutablePointer<Int64>!
) -> Int32 {
    Arguments.status { () throws(Refusal) in
        let level = try Arguments.level(level), pairs = try Arguments.count(pairs, each: 3)
        guard pairs > 0 else { throw Refusal(QUADCAL_BAD_COUNT) }
        let p = try Arguments.numbers(sources, problems, each: 3 * pairs)
        let q = try Arguments.numbers(targets, problems, each: 3 * pairs)
        let places = try Arguments.places(motions, problems)
        statuses?.update(repeating: Int32(QUADCAL_OK), count: places.count)
        var lost: Int64 = 0
        // A vector of three takes the memory of four, so motions are made in a room of ours, some at a time.
        withUnsafeTemporaryAllocation(of: AnchoredMotion.self, capacity: motionsAtATime) { room in
            for first in stride(from: 0, to: places.count, by: motionsAtATime) {
                let count = min(motionsAtATime, places.count - first), size = 3 * pairs * count
                let start = 3 * pairs * first
                let made = UnsafeMutableBufferPointer(rebasing: room[..<count])
                let outcome = RigidFits.solve(
                    sources: UnsafeBufferPointer(rebasing: p[start..<start + size]),
                    targets: UnsafeBufferPointer(rebasing: q[start..<start + size]), pairs: pairs,
                    into: made, on: level)
                for index in 0..<count { places[first + index] = quadcal_motion(made[index]) }
                for refusal in outcome.refused {
                    places[first + refusal.problem] = .undefined
                    statuses?[first + refusal.problem] = quadcal_problem(refusal.reason).status
                    lost += 1
                }
            }
        }
        refused?.pointee = lost
    }
}

/// So many motions are made before they are copied: a multiple of what a kernel takes.
private let motionsAtATime = 256

private func rigidSolver(_ solver: Int32) throws(Refusal) -> RigidSolver {
    switch Int(solver) {
    case QUADCAL_SOLVER_DEFAULT: .default
    case QUADCAL_SOLVER_FAST: .fast
    case QUADCAL_SOLVER_EXACT: .exact
    default: throw Refusal(QUADCAL_BAD_CHOICE)
    }
}

extension quadcal_fit_result {
    init(_ fit: RigidFit) {
        let values = fit.singularValues
        let solver =
            switch fit.solver {
            case .fast: QUADCAL_SOLVER_FAST
            case .exact: QUADCAL_SOLVER_EXACT
            case .default, .svd: QUADCAL_SOLVER_DEFAULT
            }
        self.init(
            motion: quadcal_motion(fit.targetFromSource), rms: fit.rms, digits: fit.digits,
            singular_values: (values.x, values.y, values.z), solver: Int32(solver),
            steps: Int32(truncatingIfNeeded: fit.steps))
    }
}

/// Pairs in the caller's memory, copied and checked.
enum CallerPairs {
    static func pairs(
        _ sources: UnsafeBufferPointer<Double>, _ targets: UnsafeBufferPointer<Double>,
        _ weights: UnsafePointer<Double>?, _ groups: UnsafePointer<Int64>?
    ) throws(RigidFitError) -> Correspondences {
        let count = sources.count / 3
        return try Correspondences(
            sources: Arguments.points(sources), targets: Arguments.points(targets),
            weights: weights.map { weights in (0..<count).map { weights[$0] } },
            groups: groups.map { numbered($0, count) })
    }

    /// Groups counted in the order in which they begin, since 64 bits need not have room in an `Int`.
    private static func numbered(_ groups: UnsafePointer<Int64>, _ count: Int) -> [Int] {
        var places: [Int64: Int] = [:]
        return (0..<count).map { pair in
            if let place = places[groups[pair]] { return place }
            let place = places.count
            places[groups[pair]] = place
            return place
        }
    }
}
