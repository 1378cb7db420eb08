internal import QuadGeometry
public import RigidCalibration
internal import StrictJSON

extension FitDocument {
    /// The straightening of a scan that bends: what shifts are computed from, and what they bring; lengths in metres, times in seconds.
    package struct Straightening: Hashable, Sendable {
        package var kind = StraighteningKind.place
        /// The root mean square of what each marker is off by where the others straighten it, and by the one motion; `nil` where some
        /// cannot be left out.
        package var leaveOneOut, leaveOneOutOfMotion: Double?
        /// The distance from the nearest pin from which on shifts fade, in metres or seconds.
        package var reach = 0.0
        package var law = Law()
        package var turns = StraighteningRecord.Turns.all
        package var anchor = SIMD3<Double>.zero
        package var information: [Double] = [], pull: [Double] = []
        package var corner = 0.0
        package var pins: [Pin] = []

        package init() {}

        /// The law of the drift: see `DriftLaw`.
        package struct Law: Hashable, Sendable {
            package var own = 0.0, drift = 0.0, freedom = 0.0

            package init() {}
        }

        /// A marker that both scans have: see `ScanPin`.
        package struct Pin: Hashable, Sendable {
            package var center = SIMD3<Double>.zero
            /// `nil` where the scan is straightened by place.
            package var time: Double?
            package var residual = SIMD3<Double>.zero
            package var spread = 1.0

            package init() {}
        }
    }

    /// Adds the straightening of the fit, and what it shifts each pair by.
    ///
    /// - Parameters:
    ///   - straightened: the motion of the document with the shifts of its markers.
    ///   - times: the time of each pair, of the clock that the straightening knows.
    public mutating func straighten(by straightened: StraightenedMotion, times: [Double?]? = nil) {
        straightening = Straightening(straightened)
        for place in pairs.indices {
            pairs[place].time = straightened.law.kind == .time ? times?[place] : nil
        }
        for (place, shift) in zip(pairs.indices, shifts(by: straightened)) {
            pairs[place].shift = shift.map { Self.rounded($0.shift) }
            pairs[place].error95 = shift.map { Self.rounded(SIMD3($0.predictedError, 0, 0)).x }
        }
    }

    /// To a tenth of a nanometre, as what follows from the pins needs no more digits.
    private static func rounded(_ lengths: SIMD3<Double>) -> SIMD3<Double> {
        (lengths * perMetre).rounded(.toNearestOrAwayFromZero) / perMetre
    }

    private static let perMetre = 1e10

    /// The shifts of all pairs, those of one marker alike; `nil` where the time of one is not known.
    private func shifts(by straightened: StraightenedMotion) -> [MarkerShift?] {
        let markers = Dictionary(grouping: pairs.indices) { pairs[$0].group ?? pairs[$0].id }
        var shifts = [MarkerShift?](repeating: nil, count: pairs.count)
        var known: [(middle: SIMD3<Double>, time: Double?, pairs: [Int])] = []
        for marker in markers.values.sorted(by: { $0[0] < $1[0] }) {
            let share = 1 / Double(marker.count)
            let middle = marker.reduce(SIMD3<Double>.zero) { $0 + pairs[$1].source * share }
            let times = marker.compactMap { pairs[$0].time }
            guard straightened.law.kind == .place || times.count == marker.count else { continue }
            let time = times.first.map { first in first + times.reduce(0) { $0 + ($1 - first) } * share }
            known.append((middle, time, marker))
        }
        guard let found = try? straightened.shifts(of: known.map(\.middle), times: known.map(\.time)) else {
            return shifts
        }
        for (marker, shift) in zip(known, found) { for pair in marker.pairs { shifts[pair] = shift } }
        return shifts
    }
}

extension FitDocument.Straightening {
    package init(_ straightened: StraightenedMotion) {
        let record = straightened.record
        kind = record.law.kind
        (leaveOneOut, leaveOneOutOfMotion) = (straightened.leaveOneOut, straightened.leaveOneOutOfMotion)
        reach = straightened.reach
        (law.own, law.drift, law.freedom) = (record.law.own, record.law.drift, record.law.freedom)
        (turns, anchor, corner) = (record.turns, record.anchor, record.corner)
        (information, pull) = (record.information, record.pull)
        pins = record.pins.map { one in
            var pin = Pin()
            (pin.center, pin.residual, pin.spread) = (one.center, one.residual, one.spread)
            pin.time = kind == .time ? one.time : nil
            return pin
        }
    }

    /// What shifts are computed from; `nil` where the numbers cannot be those of a law.
    private var record: StraighteningRecord? {
        guard let law = DriftLaw(kind: kind, own: law.own, drift: law.drift, freedom: law.freedom),
            pins.allSatisfy({ ($0.time == nil) == (kind == .place) })
        else { return nil }
        return StraighteningRecord(
            law: law,
            pins: pins.map {
                ScanPin(center: $0.center, time: $0.time ?? 0, residual: $0.residual, spread: $0.spread)
            },
            turns: turns, anchor: anchor, information: information, pull: pull, corner: corner)
    }

    /// The motion with its shifts; `nil` where the members contradict each other.
    package func straightened(_ motion: AnchoredMotion) -> StraightenedMotion? {
        try? checked(of: motion, nil)
    }

    /// The largest difference between what is written and what follows from the pins, as a share of it, and in metres: the same
    /// numbers, but another processor may have computed them.
    private static let share = 1e-9, length = 1e-9

    /// The motion with its shifts.
    fileprivate func checked(
        of motion: AnchoredMotion, _ covariance: MotionCovariance?
    ) throws(SavedFitFault) -> StraightenedMotion {
        guard let record,
            let straightened = try? StraightenedMotion(record, of: motion, covariance: covariance)
        else { throw SavedFitFault(.outOfRange, at: "/straightening") }
        func require(_ own: Double?, _ other: Double?, _ member: String) throws(SavedFitFault) {
            guard Self.agree(own, other) else {
                throw SavedFitFault(.contradicts("/straightening/pins"), at: "/straightening/\(member)")
            }
        }
        try require(leaveOneOut, straightened.leaveOneOut, "leaveOneOut")
        try require(leaveOneOutOfMotion, straightened.leaveOneOutOfMotion, "leaveOneOutOfMotion")
        try require(reach, straightened.reach, "reach")
        return straightened
    }

    fileprivate static func agree(_ own: Double?, _ other: Double?) -> Bool {
        guard let own, let other else { return (own == nil) == (other == nil) }
        return (own - other).magnitude <= length + share * Double.maximum(own.magnitude, other.magnitude)
    }

    fileprivate static func agree(_ own: SIMD3<Double>?, _ other: SIMD3<Double>?, within size: Double) -> Bool
    {
        guard let own, let other else { return (own == nil) == (other == nil) }
        return (own - other).largestMagnitude <= length + share * size
    }
}

extension FitDocument {
    /// The straightening of the document, with which its shifts agree; `nil` where it has none.
    func checkedStraightening(
        of motion: AnchoredMotion, _ covariance: MotionCovariance?
    ) throws(SavedFitFault) -> StraightenedMotion? {
        let all = points ?? []
        guard let straightening else {
            if let pair = pairs.firstIndex(where: { $0.shift != nil }) {
                throw SavedFitFault(.contradicts("/schema"), at: "/pairs/\(pair)/shift")
            }
            if let point = all.firstIndex(where: { $0.shift != nil }) {
                throw SavedFitFault(.contradicts("/schema"), at: "/points/\(point)/shift")
            }
            return nil
        }
        // A growth and a drift are not told apart.
        guard self.motion.scale == 1, evidence != nil else {
            throw SavedFitFault(.contradicts("/motion"), at: "/straightening")
        }
        let straightened = try straightening.checked(of: motion, covariance)
        for (place, shift) in shifts(by: straightened).enumerated() {
            let pair = pairs[place], size = pair.target.largestMagnitude
            guard Straightening.agree(pair.shift, shift?.shift, within: size) else {
                throw SavedFitFault(.contradicts("/straightening"), at: "/pairs/\(place)/shift")
            }
            guard Straightening.agree(pair.error95, shift?.predictedError) else {
                throw SavedFitFault(.contradicts("/straightening"), at: "/pairs/\(place)/error95")
            }
        }
        for (place, point) in all.enumerated() {
            let size = Double.maximum(point.source.largestMagnitude, point.moved.largestMagnitude)
            guard let shift = try? straightened.shift(of: point.source, time: point.time),
                Straightening.agree(point.shift, shift.shift, within: size),
                Straightening.agree(point.moved, motion * point.source + shift.shift, within: size)
            else { throw SavedFitFault(.contradicts("/straightening"), at: "/points/\(place)/moved") }
        }
        return straightened
    }
}

extension StraighteningKind: DocumentValue {}
extension StraighteningRecord.Turns: DocumentValue {}

extension FitDocument.Straightening: DocumentObject {
    package static let members: [DocumentMember<FitDocument.Straightening>] = [
        .always("kind", \.kind, "What the drift goes by: place or time."),
        .always(
            "leaveOneOut", \.leaveOneOut,
            "What each marker is off by where the others straighten it, root mean square; null where some cannot be left out."
        ),
        .always("leaveOneOutOfMotion", \.leaveOneOutOfMotion, "The same by the one motion."),
        .always(
            "reach", \.reach, "How far from the nearest marker shifts begin to fade, in metres or seconds."),
        .always("law", \.law, "How residuals are alike."),
        .always("turns", \.turns, "Whether the markers change all turns of the motion, or the vertical one."),
        .always("anchor", \.anchor, "The point, in the target frame, that turns are about."),
        .always("information", \.information, "What corners and gravity know of the motion, row by row."),
        .always("pull", \.pull, "What pulls on it."),
        .always("corner", \.corner, "The variance of a corner beside that of its marker's middle."),
        .always("pins", \.pins, "The markers that it rests on."),
    ]
}

extension FitDocument.Straightening.Law: DocumentObject {
    package static let members: [DocumentMember<FitDocument.Straightening.Law>] = [
        .always("own", \.own, "The variance of a coordinate that a typical marker has by itself."),
        .always(
            "drift", \.drift,
            "Half the mean square difference of the drift a metre or a second apart, along one axis."),
        .always("freedom", \.freedom, "The degrees of freedom by which the two are known."),
    ]
}

extension FitDocument.Straightening.Pin: DocumentObject {
    package static let members: [DocumentMember<FitDocument.Straightening.Pin>] = [
        .always("center", \.center, "The middle of its moved pairs, in the target frame."),
        .sometimes("time", \.time, "When it was made, in seconds."),
        .always("residual", \.residual, "How far its targets are from there."),
        .always("spread", \.spread, "The variance of its own error beside that of a typical marker."),
    ]
}
