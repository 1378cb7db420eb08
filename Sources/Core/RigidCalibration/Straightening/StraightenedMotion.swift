public import QuadGeometry

/// A motion between two scans for each marker: the fitted one, and a shift that follows the drift of the scan.
///
/// A scan that bends has no one motion. The residuals of the markers that both scans have tell of the drift between them: by place,
/// or by the time at which markers were made, since the scanner walked. The shift of a marker is the conditional mean of the drift given
/// these residuals (collocation, kriging with the motion as trend), and its bound comes from the conditional covariance. A marker keeps
/// its shape and its turn.
///
/// Past the outermost markers, farther than markers are from each other, the shift fades to none and the bound grows to that of the
/// one motion.
///
/// ```swift
/// let calibration = try Calibration(oldQuads, newQuads)
/// let straightened = try StraightenedMotion(calibration, by: .place)
/// let quad = try straightened.moved(oldQuad)
/// ```
public struct StraightenedMotion: Sendable {
    /// The motion that the shifts come on top of.
    public let motion: AnchoredMotion
    /// What is taken for alike, and by how much.
    public let law: DriftLaw
    /// The root mean square of what each marker is off by where the others straighten it, in metres; `nil` where some cannot be left out.
    public let leaveOneOut: Double?
    /// The same of the one motion, by the same markers.
    public let leaveOneOutOfMotion: Double?
    /// The largest distance from one marker to the nearest of the others, from which on shifts fade; in metres, or in seconds of which a
    /// pause between markers counts as no more than ten usual ones.
    public let reach: Double
    /// The number of markers that it rests on.
    public var pinCount: Int { pins.count }
    private let pins: [ScanPin]
    private let clock: WalkClock
    private let prior: TrendPrior
    /// By the time walked.
    private let field: PinField
    private let all: NearPins?
    /// Pins that are far from each other.
    private let spread: [Int]
    private let rigid: MotionCovariance?
    /// The variance of a corner beside that of its marker's middle, in square metres.
    private let corner: Double

    /// Learns the drift of a fit from its markers.
    ///
    /// - Parameters:
    ///   - calibration: A fit of yaw, gravity or rigid.
    ///   - kind: What the drift goes by.
    ///   - times: The time of each pair of the calibration in seconds, of any clock; needed for ``StraighteningKind/time``.
    public init(
        _ calibration: Calibration, by kind: StraighteningKind, times: [Double?]? = nil
    ) throws(StraighteningError) {
        let fitted = try FittedPins(calibration, by: kind, times: times)
        let least = Double.maximum(fitted.ofCorners, fitted.rounding * fitted.rounding)
        let walked = WalkClock(fitted.pins, by: kind).walked(fitted.pins)
        // Residuals of nothing but rounding show no drift.
        guard
            let law = DriftLaw(walked, kind, fitted.prior.changes, least: least)
                ?? DriftLaw(kind: kind, own: least, drift: 0, freedom: DriftLaw.mostFreedom)
        else { throw .notFixed }
        try self.init(calibration, fitted, law)
    }

    /// Straightens a fit by a law that is known from elsewhere.
    public init(
        _ calibration: Calibration, law: DriftLaw, times: [Double?]? = nil
    ) throws(StraighteningError) {
        try self.init(calibration, FittedPins(calibration, by: law.kind, times: times), law)
    }

    private init(
        _ calibration: Calibration, _ fitted: FittedPins, _ law: DriftLaw
    ) throws(StraighteningError) {
        try self.init(
            calibration.targetFromSource, calibration.evidence.covariance, fitted.pins, fitted.prior, law,
            corner: Double.maximum(fitted.corner - fitted.ofCorners, 0))
    }

    /// A straightening that was kept, with the same bits.
    ///
    /// - Parameters:
    ///   - record: What it rests on.
    ///   - motion: The motion that its shifts come on top of.
    ///   - covariance: That of the motion.
    public init(
        _ record: StraighteningRecord, of motion: AnchoredMotion, covariance: MotionCovariance?
    ) throws(StraighteningError) {
        let needed = FittedPins.leastPins, pins = record.pins
        guard pins.count >= needed else { throw .tooFewPins(found: pins.count, needed: needed) }
        for (place, pin) in pins.enumerated() where !pin.isUsable { throw .badMarker(marker: place) }
        let kind = record.law.kind
        guard pins.contains(where: { $0.distance(pins[0], by: kind) > 0 }) else { throw .noExtent(kind) }
        guard record.anchor.isUsable, record.corner >= 0, record.corner.isFinite,
            let prior = TrendPrior(
                changes: SmallChanges(
                    free: record.turns == .vertical ? [1, 3, 4, 5] : [0, 1, 2, 3, 4, 5],
                    anchor: record.anchor),
                information: record.information, pull: record.pull)
        else { throw .notFixed }
        try self.init(motion, covariance, pins, prior, record.law, corner: record.corner)
    }

    private init(
        _ motion: AnchoredMotion, _ covariance: MotionCovariance?, _ pins: [ScanPin], _ prior: TrendPrior,
        _ law: DriftLaw, corner: Double
    ) throws(StraighteningError) {
        (self.pins, clock) = (pins, WalkClock(pins, by: law.kind))
        let pins = clock.walked(pins),
            square = pins.reduce(0) { $0 + $1.residual.dot($1.residual) } / Double(3 * pins.count)
        guard let field = PinField(pins, law, prior),
            let still = DriftLaw(
                kind: law.kind, own: square > 0 ? square : law.own, drift: 0, freedom: law.freedom),
            let rigid = PinField(pins, still, prior)
        else { throw .notFixed }
        self.motion = motion
        (self.law, self.field, self.prior) = (law, field, prior)
        (leaveOneOut, leaveOneOutOfMotion) = (field.leaveOneOut, rigid.leaveOneOut)
        reach = StraightenedMotion.reach(pins, law.kind)
        spread = DriftLaw.farApart(pins, .place, most: DriftLaw.mostTogether / 2)
        if pins.count <= DriftLaw.mostTogether {
            guard let all = NearPins(pins, law, prior) else { throw .notFixed }
            self.all = all
        } else {
            all = nil
        }
        (self.rigid, self.corner) = (covariance, corner)
    }

    /// What it rests on beside the motion, for a document.
    public var record: StraighteningRecord {
        StraighteningRecord(
            law: law, pins: pins, turns: prior.changes.free.count == 4 ? .vertical : .all,
            anchor: prior.changes.anchor, information: prior.information.entries, pull: prior.pull,
            corner: corner)
    }

    /// The longest of the shortest ways that join all pins.
    private static func reach(_ pins: [ScanPin], _ kind: StraighteningKind) -> Double {
        var nearest = pins.map { $0.distance(pins[0], by: kind) }
        var isJoined = [Bool](repeating: false, count: pins.count), longest = 0.0, next = 0
        for _ in pins {
            isJoined[next] = true
            longest = Double.maximum(longest, nearest[next])
            var closest = Double.infinity, candidate = next
            for pin in pins.indices where !isJoined[pin] {
                nearest[pin] = Double.minimum(nearest[pin], pins[pin].distance(pins[next], by: kind))
                if nearest[pin] < closest { (closest, candidate) = (nearest[pin], pin) }
            }
            next = candidate
        }
        return longest
    }
}

/// Equal where they shift alike.
extension StraightenedMotion: Hashable {
    public static func == (a: StraightenedMotion, b: StraightenedMotion) -> Bool {
        a.motion == b.motion && a.record == b.record
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(record) }
}

/// The shift of one marker by the drift of its scan, with what is known of it.
public struct MarkerShift: Hashable, Sendable {
    /// On top of the fitted motion, in the target frame, in metres.
    public let shift: SIMD3<Double>
    /// The covariance of the middle that has been moved and shifted, in square metres.
    public let covariance: SymmetricMatrix
    /// The variance of one coordinate of what the marker is off by itself, in square metres.
    public let ofMarker: Double
    /// The degrees of freedom by which the covariance is known.
    public let freedom: Double
    /// How much farther than ``StraightenedMotion/reach`` it is from the nearest pin, in metres or seconds; zero within, where nothing fades.
    public let beyond: Double

    /// The error to expect of the marker's middle, its own error with it, in metres, which is exceeded in 5 of 100 cases.
    public var predictedError: Double {
        (covariance + SymmetricMatrix(diagonal: ofMarker)).bound(freedom: freedom)
    }
}

extension StraightenedMotion {
    /// The shifts of markers by their middles in the source frame, in order.
    ///
    /// - Parameters:
    ///   - middles: The mean of each marker's corners, in the source frame.
    ///   - times: The time of each, of the same clock as the pairs'; needed for ``StraighteningKind/time``.
    public func shifts(
        of middles: [SIMD3<Double>], times: [Double?]? = nil
    ) throws(StraighteningError) -> [MarkerShift] {
        var markers: [ScanPin] = []
        markers.reserveCapacity(middles.count)
        for (number, middle) in middles.enumerated() {
            guard middle.isUsable else { throw .badMarker(marker: number) }
            var time = 0.0
            if law.kind == .time {
                guard let times, number < times.count, let own = times[number], own.isFinite,
                    own.magnitude <= ScanPin.mostTime
                else { throw .markerWithoutTime(marker: number) }
                time = clock.walked(own)
            }
            markers.append(ScanPin(center: motion * middle, time: time, residual: .zero, spread: 1))
        }
        let found = markers.map { field.displacement(of: $0) }
        var shifts: [MarkerShift] = []
        shifts.reserveCapacity(markers.count)
        if let all {
            for (marker, one) in zip(markers, found) { shifts.append(shift(marker, one, all)) }
            return shifts
        }
        // Many pins: markers of one nearest pin share the pins that their covariance is found by.
        let order = found.indices.sorted { (found[$0].nearest, $0) < (found[$1].nearest, $1) }
        var results = [MarkerShift?](repeating: nil, count: markers.count)
        var last = -1, near: NearPins?
        for number in order {
            if found[number].nearest != last {
                last = found[number].nearest
                near = self.near(last)
            }
            guard let near else { throw .notFixed }
            results[number] = shift(markers[number], found[number], near)
        }
        return results.compactMap { $0 }
    }

    /// The uncertainty by the pins near one of them, and by those that are far from each other.
    private func near(_ pin: Int) -> NearPins? {
        let pins = field.pins, distances = pins.map { $0.distance(pins[pin], by: law.kind) }
        let nearest = pins.indices.sorted { (distances[$0], $0) < (distances[$1], $1) }
        let chosen = Array(nearest.prefix(DriftLaw.mostTogether / 2))
        return NearPins((chosen + spread.filter { !chosen.contains($0) }).map { pins[$0] }, law, prior)
    }

    private func shift(
        _ marker: ScanPin, _ found: (shift: SIMD3<Double>, nearest: Int, distance: Double), _ near: NearPins
    ) -> MarkerShift {
        let covariance = near.covariance(of: marker)
        let (share, beyond) = fade(found.distance)
        guard beyond > 0 else {
            return MarkerShift(
                shift: found.shift, covariance: covariance, ofMarker: law.own, freedom: law.freedom,
                beyond: 0)
        }
        var wider = covariance
        // Both estimates are free of bias, and the error of the better one has nothing to do with their difference.
        if let whole = rigid?.covariance(ofMoved: marker.center), whole.trace > covariance.trace {
            let left = (1 - share) * (1 - share)
            wider = covariance * (1 - left) + whole * left
        }
        return MarkerShift(
            shift: found.shift * share, covariance: wider, ofMarker: law.own, freedom: law.freedom,
            beyond: beyond)
    }

    /// The share of a shift that is left at a distance from the nearest pin, and how much farther than the reach that is.
    private func fade(_ distance: Double) -> (share: Double, beyond: Double) {
        let beyond = distance - reach
        guard beyond > 0 else { return (1, 0) }
        return (reach > 0 ? 1 / (1 + (beyond / reach) * (beyond / reach)) : 0, beyond)
    }

    /// The shift of one marker by its middle in the source frame, without what is known of its error: with the same bits, in the time that
    /// one look at each pin takes; and whether it fades there. `nil` where the middle, or a time that is needed, is not usable.
    package func displacement(
        of middle: SIMD3<Double>, time: Double?
    ) -> (shift: SIMD3<Double>, fades: Bool)? {
        let time = law.kind == .time ? time : 0
        guard middle.isUsable, let time, time.isFinite, time.magnitude <= ScanPin.mostTime else { return nil }
        let found = field.displacement(
            of: ScanPin(center: motion * middle, time: clock.walked(time), residual: .zero, spread: 1))
        let (share, beyond) = fade(found.distance)
        return (beyond > 0 ? found.shift * share : found.shift, beyond > 0)
    }

    /// The shift of one marker by its middle in the source frame.
    public func shift(
        of middle: SIMD3<Double>, time: Double? = nil
    ) throws(StraighteningError) -> MarkerShift {
        try shifts(of: [middle], times: [time])[0]
    }

    /// The marker in the target frame: moved by the motion, and shifted whole.
    public func moved(_ source: Quad, time: Double? = nil) throws(StraighteningError) -> Quad {
        let shift = try shift(of: source.center, time: time).shift
        return source.map { motion * $0 + shift }
    }

    /// The length that a corner of a new marker is off by in no more than 5 of 100 cases, in metres: the error of its shift, of the marker and
    /// of the corner.
    public func error(ofCornerBy shift: MarkerShift) -> Double {
        (shift.covariance + SymmetricMatrix(diagonal: shift.ofMarker + corner)).bound(freedom: shift.freedom)
    }
}
