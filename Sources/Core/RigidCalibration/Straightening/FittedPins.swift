internal import QuadGeometry

/// The markers of a fit as pins, and what is known of its motion beside their middles.
struct FittedPins {
    private(set) var pins: [ScanPin] = []
    private(set) var prior: TrendPrior
    /// The variance of one coordinate of a typical pin's residual by noise of its corners alone, and that of a corner; in square metres.
    private(set) var ofCorners = 0.0, corner = 0.0

    /// The length below which a residual is rounding, in metres.
    let rounding: Double

    /// The pins of the pairs that count.
    ///
    /// - Parameters:
    ///   - calibration: The fit.
    ///   - kind: What the drift goes by.
    ///   - times: The time of each pair, which counts only where the scan is straightened by it.
    ///   - most: Of more markers, so many that are far from each other are pins.
    init(
        _ calibration: Calibration, by kind: StraighteningKind, times: [Double?]?,
        most: Int = FittedPins.mostPins
    ) throws(StraighteningError) {
        let pairs = calibration.pairs, motion = calibration.targetFromSource
        let times = kind == .time ? times ?? [Double?](repeating: nil, count: pairs.count) : nil
        rounding = pairs.rounding
        guard pairs.sourceCovariances == nil, pairs.targetCovariances == nil else { throw .statedCovariances }
        switch calibration.model {
        case .yaw, .gravity, .rigid: break
        case .translation, .similarity: throw .model(calibration.model)
        }
        if let times, times.count != pairs.count {
            throw .unpairedTimes(count: times.count, pairs: pairs.count)
        }
        var markers: [(pin: ScanPin, weight: Double)] = []
        var turns: [(arm: SIMD3<Double>, residual: SIMD3<Double>, weight: Double)] = []
        var within = 0.0, freedom = 0.0, unturned = 0.0, scatterFreedom = 0
        for group in pairs.members {
            let counting = group.filter { pair in pairs.weights.map { $0[pair] > 0 } ?? true }
            guard let first = counting.first else { continue }
            var weight = 0.0, time = 0.0
            // From the first pair, so that no digit is lost to the distance from the origin, or to that of the clock's.
            let start = motion * pairs.sources[first], early = try FittedPins.time(times, first)
            var center = SIMD3<Double>.zero, residual = center
            for pair in counting {
                let own = pairs.weights?[pair] ?? 1, moved = motion * pairs.sources[pair]
                weight += own
                center += (moved - start) * own
                residual += (pairs.targets[pair] - moved) * own
                time += (try FittedPins.time(times, pair) - early) * own
            }
            center = start + center / weight
            residual /= weight
            let pin = ScanPin(center: center, time: early + time / weight, residual: residual, spread: 1)
            markers.append((pin, weight))
            guard counting.count > 1 else { continue }
            var turn = OwnTurn()
            for pair in counting {
                let own = pairs.weights?[pair] ?? 1, moved = motion * pairs.sources[pair]
                let arm = moved - center, rest = pairs.targets[pair] - moved - residual
                turns.append((arm, rest, own))
                within += own * rest.dot(rest)
                turn.add(arm: arm, residual: rest, weight: own)
            }
            freedom += Double(3 * (counting.count - 1))
            guard let rest = turn.rest else { continue }
            unturned += rest
            scatterFreedom += turn.freedom
        }
        let needed = FittedPins.leastPins
        guard markers.count >= needed else { throw .tooFewPins(found: markers.count, needed: needed) }
        let middle = markers[0].pin.center
        let anchor =
            middle
            + markers.reduce(SIMD3<Double>.zero) { $0 + ($1.pin.center - middle) } / Double(markers.count)
        prior = TrendPrior(changes: SmallChanges(free: calibration.model.freeChanges, anchor: anchor))
        // The corners of a marker that is askew are off together.
        let ofTurn = freedom > 0 ? within / freedom * FittedPins.cornersTogether : 0
        for turn in turns where ofTurn > 0 {
            let columns = prior.changes.free.map {
                $0 < 3 ? SmallChanges.column($0, turn.arm) : SIMD3<Double>.zero
            }
            prior.add(columns, turn.residual, weight: turn.weight / ofTurn)
        }
        if case .gravity(let tilt) = calibration.model {
            let image = motion.rotation * up
            prior.add(
                prior.changes.columns(ofVertical: image), up - image,
                weight: 1 / MotionModel.squareRadians(tilt)
            )
        }
        let shares = markers.reduce(0) { $0 + 1 / $1.weight } / Double(markers.count)
        if scatterFreedom > 0 {
            corner = unturned / Double(scatterFreedom)
            ofCorners = corner * shares
        }
        // Of what a typical marker is off by, noise of corners is the less the more corners it has.
        let own = calibration.evidence.errors.map { $0.marker * $0.marker } ?? 0
        let typical = own + ofCorners
        for (pin, weight) in markers {
            let spread = typical > 0 ? (own + corner / weight) / typical : 1
            pins.append(
                ScanPin(
                    center: pin.center, time: pin.time, residual: pin.residual,
                    spread: Double.maximum(spread, FittedPins.leastSpread)))
        }
        guard pins.contains(where: { $0.distance(pins[0], by: kind) > 0 }) else { throw .noExtent(kind) }
        if pins.count > most {
            var chosen = Set(DriftLaw.farApart(pins, kind, most: most))
            // Pins of one date are not far apart by it.
            if kind == .time, chosen.count < most {
                for pin in DriftLaw.farApart(pins, .place, most: most) where chosen.count < most {
                    chosen.insert(pin)
                }
            }
            pins = chosen.sorted().map { pins[$0] }
        }
    }

    /// Fewer markers show no drift that could be told from their own errors.
    static let leastPins = 4
    /// Of more markers, so many that are far from each other show the drift: between them little is left, and all would take the cube of
    /// their number in time.
    static let mostPins = 1024
    /// The pairs of a marker whose errors turn it count as one.
    private static let cornersTogether = 4.0
    /// No pin counts for more than this many typical ones.
    private static let leastSpread = 0.01

    private static func time(_ times: [Double?]?, _ pair: Int) throws(StraighteningError) -> Double {
        guard let times else { return 0 }
        guard let time = times[pair] else { throw .missingTime(pair: pair) }
        guard time.isFinite, time.magnitude <= ScanPin.mostTime else { throw .badTime(pair: pair) }
        return time
    }
}
