import Foundation
import Markers
import QuadGeometry
import RigidCalibration
import ToolTerminal

/// What straightening comes to for a fit: the shifts that were taken, what they would bring, or why there are none.
struct FitStraightening {
    /// The motion with its shifts; `nil` where all markers have one motion.
    private(set) var taken: StraightenedMotion?
    /// What is said of it; `nil` where there is nothing to say.
    private(set) var remark: FitRemark?
    /// The largest 95 % error at the middle of a marker of the fit, in metres; `nil` without shifts.
    private(set) var worstErrorAtPairs: Double?

    /// Without the option it is tried with no more markers than this, so that no fit takes noticeably longer for a hint.
    static let mostHinted = 256

    init(
        _ calibration: Calibration, _ pairs: FitPairs, _ points: PointFile?, _ options: FitOptions
    ) throws(Failure) {
        let members = Self.members(pairs), markers = members.count
        // Of pairs that nothing calls corners of a marker each would be checked by its neighbors, which share its error.
        let areApart = pairs.groupNames == nil && pairs.source.namesMarkers
        let unnamed = FitRemark(unnamedIn: pairs, options) != nil
        switch options.straightening {
        case .none:
            guard !areApart, !unnamed, markers <= Self.mostHinted else { return }
            let times = Self.times(pairs, points)
            remark = StraighteningChoice(calibration, times: times).chosen.map { .straighteningHelps($0) }
        case .place, .time, .auto:
            let option = "--straighten \(options.straightening.rawValue)"
            guard !areApart else {
                throw .contradiction(
                    option,
                    "--groups \(options.groups.rawValue), by which corners of one marker would check each other,"
                )
            }
            if options.straightening == .auto {
                let times = Self.times(pairs, points)
                let choice = StraighteningChoice(calibration, times: times)
                taken = unnamed ? nil : choice.chosen
                remark =
                    taken.map { .straightened($0) }
                    ?? .notStraightened(
                        unnamed
                            ? "four pairs look like a marker that nothing names, so that each would be checked by the others"
                            : Self.reason(choice, pairs, hasTimes: times != nil))
            } else {
                let kind: StraighteningKind = options.straightening == .time ? .time : .place
                let own = try Self.straightened(calibration, by: kind, pairs)
                (taken, remark) = (own, .straightened(own))
            }
        }
        guard let taken else { return }
        var middles: [SIMD3<Double>] = [], times: [Double?] = []
        let ofPairs = pairs.source.times
        for marker in members {
            let share = 1 / Double(marker.count), own = marker.map { ofPairs?[$0] ?? nil }
            if taken.law.kind == .time, own.contains(nil) { continue }
            middles.append(marker.reduce(.zero) { $0 + pairs.pairs.sources[$1] * share })
            let first = own.first.flatMap { $0 }
            times.append(
                first.map { first in first + own.reduce(0) { $0 + (($1 ?? first) - first) } * share })
        }
        worstErrorAtPairs = (try? taken.shifts(of: middles, times: times))?.map(\.predictedError).max()
    }

    /// The pairs of each marker, or each pair where nothing names markers.
    private static func members(_ pairs: FitPairs) -> [[Int]] {
        let groups = pairs.pairs.groups
        return Dictionary(grouping: 0..<pairs.count) { groups?[$0] ?? $0 }.values.sorted { $0[0] < $1[0] }
    }

    /// The times of pairs, unless a point that is to be moved has none.
    private static func times(_ pairs: FitPairs, _ points: PointFile?) -> [Double?]? {
        guard let points else { return pairs.source.times }
        guard let times = points.times, !times.contains(nil) else { return nil }
        return pairs.source.times
    }

    /// Where points go and how far off they may be there.
    func predictions(of points: PointFile?, _ calibration: Calibration) throws(Failure) -> [Prediction] {
        guard let points else { return [] }
        guard let taken else { return points.points.map { Prediction(calibration, $0) } }
        let shifts: [MarkerShift]
        do throws(StraighteningError) {
            shifts = try taken.shifts(of: points.points, times: points.times)
        } catch {
            guard case .markerWithoutTime(let point) = error else {
                throw Failure(
                    .unsolvable, code: error.code, file: points.file,
                    "\(fileLabel(points.file)): \(error.code)")
            }
            throw Failure(
                .unsolvable, code: error.code, file: points.file, line: points.lines[point],
                "\(fileLabel(points.file)):\(points.lines[point]): \(quoted(points.ids[point])): no usable time is known, and "
                    + "--straighten time moves each by its time: add created_at, or a column time in seconds, or take "
                    + "--straighten place")
        }
        return points.points.indices.map { place in
            Prediction(
                calibration, points.points[place], shifts[place],
                time: taken.law.kind == .time ? points.times?[place] : nil)
        }
    }

    /// The names of points, or else of markers of the first file that have no partner, whose shifts fade.
    func beyond(
        _ predictions: [Prediction], of points: PointFile?, _ pairs: FitPairs
    ) throws(Failure) -> [String] {
        guard let taken else { return [] }
        if let points {
            return predictions.indices.filter { predictions[$0].beyond != nil }.map { points.ids[$0] }
        }
        return ((pairs.source as? JoinedFiles)?.leftOut ?? []).filter { marker in
            let shift = try? taken.shift(
                of: marker.quad.center, time: marker.created?.timeIntervalSince1970)
            return shift.map { $0.beyond > 0 } ?? false
        }.map(\.name)
    }

    /// The judgements on a fit without those that shifts answer.
    func judgements(_ calibration: Calibration, worst: Double?) -> [FitJudgement] {
        guard taken != nil else { return calibration.judgements }
        return FitJudgement.left(of: calibration.judgements, byShiftsWith: worst)
    }
}

/// What is said of it.
extension FitStraightening {
    /// What shifts bring, by leaving out each marker in turn.
    static func gain(_ own: StraightenedMotion) -> String {
        let count = counted(own.pinCount, "marker")
        guard let after = own.leaveOneOut, let before = own.leaveOneOutOfMotion else {
            return "by \(count), of which one cannot be left out to check it"
        }
        return
            "leave-one-out error \(MeasureText.length(after)), \(MeasureText.length(before)) by the one motion, of \(count)"
    }

    /// What shifts would bring.
    static func promise(_ own: StraightenedMotion) -> String {
        guard let after = own.leaveOneOut, let before = own.leaveOneOutOfMotion else { return "" }
        return "leave-one-out error \(MeasureText.length(before)), straightened \(MeasureText.length(after))"
    }

    /// The law by which markers are shifted, in a line.
    static func law(_ own: StraightenedMotion) -> String {
        let (unit, distance) = own.law.kind == .time ? ("s", 10.0) : ("m", 10.0)
        let exponent = DriftLaw.exponent(of: own.law.kind)
        let power =
            exponent == 1 ? distance : distance * distance.squareRoot() * distance.squareRoot().squareRoot()
        let drift = (2 * own.law.drift * power).squareRoot()
        let reach =
            own.law.kind == .place ? MeasureText.length(own.reach) : "\(MeasureText.digits(3, own.reach)) s"
        return "\(MeasureText.length(drift)) a coordinate between markers 10 \(unit) apart, and "
            + "\(MeasureText.length(own.law.own.squareRoot())) that a marker has by itself; shifts fade from \(reach) past "
            + "the markers on"
    }

    /// Why neither was taken.
    private static func reason(
        _ choice: StraighteningChoice, _ pairs: FitPairs, hasTimes: Bool
    ) -> String {
        let count = calibrationCount(choice)
        if let count, count < StraighteningChoice.leastPins {
            return
                "\(counted(count, "marker")), and what it brings is judged from \(StraighteningChoice.leastPins) on"
        }
        func tried(_ kind: StraighteningKind, _ result: Result<StraightenedMotion, StraighteningError>)
            -> String
        {
            switch result {
            case .success(let own):
                guard let after = own.leaveOneOut, let before = own.leaveOneOutOfMotion else {
                    return "by \(kind.rawValue) a marker cannot be left out"
                }
                return "leave-one-out error \(MeasureText.length(after)) by \(kind.rawValue), "
                    + "\(MeasureText.length(before)) by the one motion"
            case .failure(let error):
                guard kind == .place || hasTimes else {
                    return "by time not tried, since times are not known of all that is moved"
                }
                return "by \(kind.rawValue) not tried: \(words(error, pairs))"
            }
        }
        return tried(.time, choice.byTime) + "; " + tried(.place, choice.byPlace)
            + "; shifts have to leave at least 15 % less, and those by place 15 % less than by time"
    }

    private static func calibrationCount(_ choice: StraighteningChoice) -> Int? {
        for case .success(let own) in [choice.byPlace, choice.byTime] { return own.pinCount }
        return nil
    }

    private static func straightened(
        _ calibration: Calibration, by kind: StraighteningKind, _ pairs: FitPairs
    ) throws(Failure) -> StraightenedMotion {
        do throws(StraighteningError) {
            return try StraightenedMotion(calibration, by: kind, times: pairs.source.times)
        } catch {
            throw refusal(pairs, error.code, words(error, pairs), pair: error.pair)
        }
    }

    private static func refusal(_ pairs: FitPairs, _ code: String, _ words: String, pair: Int? = nil)
        -> Failure
    {
        let file = pairs.source.file, line = pair.map { pairs.lines[$0] }
        return Failure(
            .unsolvable, code: code, file: file, line: line,
            "\(fileLabel(file))\(line.map { ":\($0)" } ?? ""): not straightened: \(words)")
    }

    /// The reason in words, and what to do about it; safe for a terminal.
    private static func words(_ error: StraighteningError, _ pairs: FitPairs) -> String {
        func name(_ pair: Int) -> String {
            "\(quoted(pairs.name(ofGroupOf: pair))) (line \(pairs.lines[pair]))"
        }
        switch error {
        case .tooFewPins(let found, let needed):
            return "\(counted(found, "marker")) that the fit follows, and it takes \(needed) to see a drift"
        case .missingTime(let pair):
            return pairs.source.times == nil
                ? "no pair has a time, beginning with \(name(pair)): give old markers with created_at, or pairs with a column "
                    + "time in seconds, or take --straighten place"
                : "\(name(pair)) has no time: give it created_at, or a number in the column time, or take --straighten place"
        case .badTime(let pair):
            return "the time of \(name(pair)) is too large to tell a hundredth of a second apart"
        case .unpairedTimes(let count, let all): return "\(count) times for \(counted(all, "pair"))"
        case .noExtent(.place): return "all markers of the fit are in one place"
        case .noExtent(.time):
            return
                "all markers of the fit have one time, as where they were uploaded together; take --straighten place"
        case .model(let model):
            return
                "\(model.name) has \(model == .similarity ? "a scale, from which a drift is not told apart" : "no turn")"
        case .statedCovariances:
            return "columns state the noise of each pair, which leaves none to a drift; leave them out"
        case .notFixed:
            return "the middles of the markers do not fix the motion, as on one line; add a marker beside it"
        case .badMarker, .markerWithoutTime: return error.code
        }
    }
}
