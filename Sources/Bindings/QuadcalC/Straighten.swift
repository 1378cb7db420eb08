public import CQuadcal
internal import QuadGeometry
internal import RigidCalibration

// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func quadcal_straighten(
    _ sources: UnsafePointer<Double>!, _ targets: UnsafePointer<Double>!,
    _ weights: UnsafePointer<Double>!, _ groups: UnsafePointer<Int64>!, _ times: UnsafePointer<Double>!,
    _ count: Int64, _ options: UnsafePointer<quadcal_options>!, _ by: Int32,
    _ markers: UnsafePointer<Double>!, _ markerTimes: UnsafePointer<Double>!, _ markerCount: Int64,
    _ result: UnsafeMutablePointer<quadcal_straightening>!, _ moved: UnsafeMutablePointer<Double>!,
    _ shifts: UnsafeMutablePointer<Double>!, _ inliers: UnsafeMutablePointer<UInt8>!,
    _ problem: UnsafeMutablePointer<quadcal_problem>!
) -> Int32 {
    FittingRefusal.status(problem) { () throws(FittingRefusal) in
        let given = options?.pointee ?? .usual
        let (place, p, q, quads, way, chosen) = try FittingRefusal.arguments { () throws(Refusal) in
            (
                try Arguments.place(result),
                try Arguments.numbers(sources, Arguments.numbered(count), each: 3),
                try Arguments.numbers(targets, count, each: 3),
                try Arguments.quads(markers, markerCount),
                try StraighteningWay(by), try given.checked
            )
        }
        var all = chosen
        all.interest = quads.map { $0.center }
        let pairs = try FittingRefusal.pairs { () throws(RigidFitError) in
            try CallerPairs.pairs(p, q, weights, groups)
        }
        let made = try FittingRefusal.pairs { () throws(RigidFitError) in
            try given.calibration(of: pairs, all)
        }
        let ofPairs = StraighteningWay.times(times, pairs.count)
        let ofMarkers = StraighteningWay.times(markerTimes, quads.count)
        let (taken, found) = try FittingRefusal.straightening { () throws(StraighteningError) in
            let hasTimes =
                quads.isEmpty || (ofMarkers.map { times in times.allSatisfy { $0 != nil } } ?? false)
            let taken = try way.straightened(made, ofPairs, triesTime: hasTimes)
            return (taken, try taken?.shifts(of: all.interest, times: ofMarkers))
        }
        place.pointee = quadcal_straightening(made, taken, found)
        for (marker, quad) in quads.enumerated() {
            let own = found?[marker], shift = own?.shift ?? .zero
            if let moved {
                for corner in 0..<4 {
                    let point = made.moved(quad.corners[corner])
                    let shifted = own == nil ? point : point + shift
                    for axis in 0..<3 { moved[12 * marker + 3 * corner + axis] = shifted[axis] }
                }
            }
            guard let shifts else { continue }
            for axis in 0..<3 { shifts[5 * marker + axis] = shift[axis] }
            let error = own?.predictedError ?? made.predictedError(at: all.interest[marker])
            shifts[5 * marker + 3] = error ?? .nan
            shifts[5 * marker + 4] = own?.beyond ?? 0
        }
        if let inliers { made.putInliers(inliers) }
    }
}

/// What a caller asks a scan to be straightened by.
private enum StraighteningWay {
    case none, place, time, auto

    init(_ by: Int32) throws(Refusal) {
        switch Int(by) {
        case QUADCAL_STRAIGHTEN_NONE: self = .none
        case QUADCAL_STRAIGHTEN_PLACE: self = .place
        case QUADCAL_STRAIGHTEN_TIME: self = .time
        case QUADCAL_STRAIGHTEN_AUTO: self = .auto
        default: throw Refusal(QUADCAL_BAD_CHOICE)
        }
    }

    /// The times of a column, of which NaN are unknown.
    static func times(_ column: UnsafePointer<Double>?, _ count: Int) -> [Double?]? {
        column.map { column in (0..<count).map { column[$0].isNaN ? nil : column[$0] } }
    }

    /// The shifts on top of a fit; `nil` where all markers have one motion.
    func straightened(
        _ fit: Calibration, _ times: [Double?]?, triesTime: Bool
    ) throws(StraighteningError) -> StraightenedMotion? {
        switch self {
        case .none: return nil
        case .place: return try StraightenedMotion(fit, by: .place)
        case .time: return try StraightenedMotion(fit, by: .time, times: times)
        case .auto: return StraighteningChoice(fit, times: triesTime ? times : nil).chosen
        }
    }
}

extension quadcal_straightening {
    fileprivate init(_ made: Calibration, _ taken: StraightenedMotion?, _ shifts: [MarkerShift]?) {
        var judgements = made.judgements
        if let shifts {
            let covariance = made.evidence.covariance
            let worst =
                shifts.map { $0.predictedError }.max()
                ?? covariance?.worstError(atMoved: made.pairs.sources.map { made.moved($0) })
            judgements = FitJudgement.left(of: judgements, byShiftsWith: worst)
        }
        let by =
            switch taken?.law.kind {
            case nil: QUADCAL_STRAIGHTEN_NONE
            case .place: QUADCAL_STRAIGHTEN_PLACE
            case .time: QUADCAL_STRAIGHTEN_TIME
            }
        self.init(
            fit: quadcal_calibration(made, judgements), leave_one_out: taken?.leaveOneOut ?? .nan,
            leave_one_out_of_motion: taken?.leaveOneOutOfMotion ?? .nan, reach: taken?.reach ?? .nan,
            pins: Int64(taken?.pinCount ?? 0), by: Int32(by), reserved: 0)
    }
}
