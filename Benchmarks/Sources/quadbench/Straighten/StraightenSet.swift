import QuadGeometry
import RigidCalibration

/// Markers of two scans with their times: some are pins, the others are predicted.
struct StraightenSet {
    let name: String
    let pairs: Correspondences
    /// The places of each marker's pairs.
    let markers: [[Int]]
    /// The time of each pair, in seconds.
    let times: [Double]
    let model: MotionModel?

    init(name: String, _ pairs: Correspondences, markers: [[Int]], times: [Double], model: MotionModel?) {
        (self.name, self.pairs, self.markers, self.times) = (name, pairs, markers, times)
        self.model = model
    }

    /// A measured set.
    init(_ set: CoverageSet) {
        self.init(
            name: set.name, set.pairs, markers: set.groups.map { Array($0.prefix(CoverageSet.groupSize)) },
            times: set.times, model: set.model)
    }
}

/// What markers are off by, under one motion and under those that follow the drift, where some markers are pins.
struct StraightenTrial {
    /// The mean squares of the corners, in square metres.
    var rigid = 0.0, byPlace = 0.0, byTime = 0.0, chosen = 0.0
    var choice = "none"
    /// Corners within their bound and all corners: by place, by time, and of the one chosen.
    var heldByPlace = HeldCorners(), heldByTime = HeldCorners(), heldChosen = HeldCorners()

    /// Fits and straightens by some markers of a set, and compares with others.
    init(_ set: StraightenSet, pins: [Int], others: [Int]) throws {
        let fitted = pins.flatMap { marker in set.markers[marker].map { (marker, $0) } }
        var options = CalibrationOptions()
        options.model = set.model
        let calibration = try Calibration(
            Correspondences(
                sources: fitted.map { set.pairs.sources[$0.1] },
                targets: fitted.map { set.pairs.targets[$0.1] },
                groups: fitted.map(\.0)), options: options)
        let choice = StraighteningChoice(calibration, times: fitted.map { set.times[$0.1] })
        let corners = others.flatMap { set.markers[$0] }
        func square(_ shift: (Int) -> SIMD3<Double>) -> Double {
            var sum = 0.0
            for (place, marker) in others.enumerated() {
                for pair in set.markers[marker] {
                    let rest =
                        set.pairs.targets[pair] - calibration.moved(set.pairs.sources[pair]) - shift(place)
                    sum += rest.dot(rest)
                }
            }
            return sum / Double(corners.count)
        }
        rigid = square { _ in .zero }
        (byPlace, byTime, chosen) = (rigid, rigid, rigid)
        for (kind, found) in [
            (StraighteningKind.place, choice.byPlace), (.time, choice.byTime),
        ] {
            guard case .success(let straightened) = found else { continue }
            let shifts = try straightened.shifts(
                of: others.map { marker in
                    set.markers[marker].reduce(SIMD3<Double>.zero) { $0 + set.pairs.sources[$1] }
                        / Double(set.markers[marker].count)
                }, times: others.map { set.times[set.markers[$0][0]] })
            let own = square { shifts[$0].shift }
            var held = HeldCorners()
            for (place, marker) in others.enumerated() {
                let bound = straightened.error(ofCornerBy: shifts[place])
                for pair in set.markers[marker] {
                    let moved = calibration.moved(set.pairs.sources[pair]) + shifts[place].shift
                    held.add((set.pairs.targets[pair] - moved).length, bound)
                    held.rigid += calibration.evidence.error(ofPairAtMoved: moved, noise: nil) ?? 0
                }
            }
            if kind == .place {
                (byPlace, heldByPlace) = (own, held)
            } else {
                (byTime, heldByTime) = (own, held)
            }
            if choice.chosen?.law.kind == kind {
                (chosen, heldChosen, self.choice) = (own, held, kind.rawValue)
            }
        }
    }
}

/// Corners beside the bounds that are to hold in 95 of 100 cases.
struct HeldCorners {
    private(set) var held = 0, all = 0
    /// The sums of the bounds and of those of the one motion, in metres.
    private(set) var bounds = 0.0
    var rigid = 0.0

    mutating func add(_ error: Double, _ bound: Double) {
        all += 1
        if error <= bound { held += 1 }
        bounds += bound
    }

    mutating func add(_ other: HeldCorners) {
        held += other.held
        all += other.all
        bounds += other.bounds
        rigid += other.rigid
    }

    var share: Double? { all > 0 ? 100 * Double(held) / Double(all) : nil }
    /// The mean bound beside that of the one motion.
    var width: Double? { rigid > 0 ? bounds / rigid : nil }
}
