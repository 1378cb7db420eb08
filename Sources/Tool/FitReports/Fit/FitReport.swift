import MarkerTables
package import Markers
import QuadGeometry
package import RigidCalibration
package import ToolTerminal

/// The complete result of a fit: the output for people and that for programs are both made from this value.
package final class FitReport {
    package let options: FitOptions
    package let pairs: FitPairs
    package let points: PointFile?
    let checkPairs: CheckPairs?
    package let calibration: Calibration
    /// The shifts of markers on top of the motion, or why there are none.
    let straightening: FitStraightening
    let predictions: [Prediction]
    /// The results for the pairs of `--check-points`.
    package let checks: [CheckedPair]
    /// The 95 % error at the pair where it is largest, in metres; `nil` if the noise is not known.
    let worstErrorAtPairs: Double?
    /// What could hide in the fit; `nil` where nothing tells.
    let reliability: FitDocument.Reliability?
    /// Where one more marker would help most, if that was asked for.
    package let advice: FitAdvice?
    /// All remarks on using the motion, most serious first.
    package let remarks: [FitRemark]

    package convenience init(reading files: [String], _ options: FitOptions) throws(Failure) {
        try self.init(FitPairs(reading: files, options), options)
    }

    package convenience init(_ pairs: FitPairs, _ options: FitOptions) throws(Failure) {
        if let noise = options.noise, let column = pairs.source.noiseColumns.first {
            throw .contradiction(
                "--noise-mm \(MeasureText.millimetres(noise))", "column \(column) of \(pairs.source.file)")
        }
        let points = try options.pointFile.map { (file) throws(Failure) in
            try PointFile(reading: file)
        }
        let checkPairs = try CheckPairs(options, beside: (pairs.source as? JoinedFiles)?.joined)
        var asked = options.calibration
        asked.interest = points?.points ?? []
        asked.checks = checkPairs?.pairs
        let calibration: Calibration
        do throws(RigidFitError) {
            calibration =
                try options.isRobust
                ? Calibration(
                    robust: pairs.pairs, bound: options.bound, options: asked,
                    choice: options.join == .geometry ? nil : options.choice)
                : Calibration(pairs.pairs, options: asked)
        } catch {
            if case .badInterest = error, let points { throw points.refusal(error) }
            throw pairs.refusal(error)
        }
        let straightening = try FitStraightening(calibration, pairs, points, options)
        let predictions = try straightening.predictions(of: points, calibration)
        let beyond = try straightening.beyond(predictions, of: points, pairs)
        let places = try FitAdvice.Places(options, pairs, points), advice: FitAdvice?
        do throws(RigidFitError) {
            advice = try FitAdvice(pairs, points, calibration, places, asked)
        } catch {
            throw pairs.refusal(error)
        }
        self.init(
            pairs, points, checkPairs, calibration, options, straightening, predictions, beyond: beyond,
            advice)
    }

    private init(
        _ pairs: FitPairs, _ points: PointFile?, _ checkPairs: CheckPairs?, _ calibration: Calibration,
        _ options: FitOptions, _ straightening: FitStraightening, _ predictions: [Prediction],
        beyond: [String], _ advice: FitAdvice?
    ) {
        (self.pairs, self.points, self.checkPairs) = (pairs, points, checkPairs)
        (self.calibration, self.options, self.straightening) = (calibration, options, straightening)
        self.advice = advice
        // What an error does to shifts is not told.
        reliability =
            straightening.taken == nil ? FitDocument.Reliability(of: calibration, pairs, points) : nil
        let covariance = calibration.evidence.markerCovariance
        let bounds = checkPairs.flatMap { calibration.bounds(ofChecks: $0.pairs) }
        let checks =
            checkPairs.map { checked in
                calibration.checks.indices.map {
                    CheckedPair(calibration, checked.pairs, $0, bound: bounds?[$0])
                }
            } ?? []
        let worstErrorAtPairs =
            straightening.worstErrorAtPairs
            ?? covariance?.worstError(atMoved: pairs.pairs.sources.map { calibration.moved($0) })
        let far =
            points == nil && straightening.taken == nil ? FitReport.farMarker(of: pairs, calibration) : nil
        let known = straightening.judgements(
            calibration, worst: predictions.compactMap(\.error).max() ?? worstErrorAtPairs)
        let judged = (known + [far].compactMap { $0 }).map { FitRemark.judged($0) }
        let own = [
            FitRemark(missedBy: checks),
            options.tolerance.flatMap { FitRemark(tolerance: $0, predictions, worstErrorAtPairs) },
        ].compactMap { $0 }
        (self.predictions, self.checks, self.worstErrorAtPairs) = (predictions, checks, worstErrorAtPairs)
        let infos = [
            FitRemark(unnamedIn: pairs, options), straightening.remark,
            beyond.isEmpty ? nil : .beyondMarkers(beyond),
        ].compactMap { $0 }
        let all = own + infos + judged
        let sorted = Severity.allCases.flatMap { severity in all.filter { $0.severity == severity } }
        remarks = FitReport.causeFirst(sorted, known)
    }

    /// The weakness that the fit alone could not judge: markers of the first file that have no partner are to be moved, too.
    private static func farMarker(of pairs: FitPairs, _ calibration: Calibration) -> FitJudgement? {
        let isKnown = calibration.judgements.contains { if case .weakGeometry = $0 { true } else { false } }
        guard !isKnown, let left = (pairs.source as? JoinedFiles)?.leftOut else { return nil }
        return calibration.weakness(far: left.flatMap(\.quad.corners)).map {
            .weakGeometry($0, reach: calibration.evidence.errorAtFiveMetres)
        }
    }

    /// The remark that decides; `nil` if none does.
    package var gravest: FitRemark? { remarks.first.flatMap { $0.severity == .info ? nil : $0 } }

    package var verdict: Verdict {
        guard gravest != nil else { return .pass }
        return remarks.contains { $0.severity == .error } || options.failsOn == .warning ? .fail : .warn
    }

    /// The remarks with a warning before the errors that follow from it, where the library names it before them.
    private static func causeFirst(_ remarks: [FitRemark], _ judgements: [FitJudgement]) -> [FitRemark] {
        guard let cause = judgements.first, cause.severity == .warning, judgements.contains(where: \.fails)
        else { return remarks }
        return [.judged(cause)] + remarks.filter { if case .judged(cause) = $0 { false } else { true } }
    }

    package var exitCode: ExitCode { verdict == .fail && options.failsOn != .never ? .findings : .good }

    /// The assumptions made in reading.
    package var notes: [String] {
        (pairs.source.notes + (checkPairs?.notes ?? [])).map { "\(fileLabel($0.file)): \($0.text)" }
    }

    var modelReason: String { calibration.model.reason(isChosen: options.model == .auto) }

    /// The pairs that a robust fit rejected, worst first.
    var rejectionsByDistance: [Rejection] {
        calibration.selection?.rejectedByDistance ?? []
    }

    /// The indices of the pairs that count, worst first: by standardised residual, or else by its length.
    var pairsByMisfit: [Int] {
        let evidence = calibration.evidence.pairs
        let follows = calibration.selection?.inliers
        return evidence.indices.filter { follows?[$0] ?? true }.sorted { first, second in
            let (a, b) = (evidence[first], evidence[second])
            return (-(a.standardised ?? -1), -a.length, first) < (-(b.standardised ?? -1), -b.length, second)
        }
    }
}

extension FitReport {
    /// The pairs of each two markers, or pairs that name none, whose targets look swapped: the motion brings each to
    /// where the other should be.
    ///
    /// - Parameter wrong: pairs that do not follow the motion.
    func swaps(_ wrong: [Int]) -> [(one: [Int], other: [Int])] {
        let (sources, targets) = (pairs.pairs.sources, pairs.pairs.targets)
        let isWrong = Set(wrong)
        let misplaced = Dictionary(grouping: sources.indices) { pairs.pairs.groups?[$0] ?? $0 }
            .filter { $0.value.allSatisfy(isWrong.contains) }.sorted { $0.key < $1.key }.map(\.value)
        let things = misplaced.map { found in
            let share = 1 / Double(found.count)
            return MisplacedThing(
                moved: found.reduce(SIMD3.zero) { $0 + calibration.moved(sources[$1]) * share },
                target: found.reduce(SIMD3.zero) { $0 + targets[$1] * share })
        }
        return MisplacedThing.swaps(among: things).map { (misplaced[$0.one], misplaced[$0.other]) }
    }

    func markerName(_ pairs: [Int]) -> String { quoted(self.pairs.name(ofGroupOf: pairs[0])) }
}

/// The place of `--advise` where one more marker would help most.
package struct FitAdvice {
    /// The candidates of `--advise`.
    package struct Places {
        let candidates: [NamedPlace]

        /// The points or markers of a file, or else the markers that are to move; `nil` where no advice was asked for.
        init?(_ options: FitOptions, _ pairs: FitPairs, _ points: PointFile?) throws(Failure) {
            guard let source = options.advice else { return nil }
            switch source {
            case .file(let file):
                let points = try PointFile(reading: file)
                candidates = zip(points.ids, points.points).map { NamedPlace(name: $0, place: $1) }
            case .moving: candidates = pairs.places(points)
            }
        }
    }

    package let document: FitDocument.Advice
    /// What to do, in words.
    let sentence: String

    /// `nil` where no advice was asked for, or the noise is not known.
    init?(
        _ pairs: FitPairs, _ points: PointFile?, _ calibration: Calibration, _ places: Places?,
        _ options: CalibrationOptions
    ) throws(RigidFitError) {
        guard let places else { return nil }
        let moving = pairs.places(points), candidates = places.candidates
        guard
            let advice = try MarkerAdvice(
                calibration.pairs, candidates: candidates.map(\.place), moving: moving.map(\.place),
                options: options)
        else { return nil }
        var document = FitDocument.Advice()
        (document.best, document.place) = (candidates[advice.best].name, candidates[advice.best].place)
        (document.errorNow, document.errorThen) = (advice.errorNow, advice.errorThen)
        document.candidates = advice.compared.sorted { ($0.error, $0.candidate) < ($1.error, $1.candidate) }
            .map {
                var one = FitDocument.Advice.Candidate()
                (one.name, one.error) = (candidates[$0.candidate].name, $0.error)
                return one
            }
        self.document = document
        let gain =
            "the error to expect at the worst from \(MeasureText.length(advice.errorNow)) to \(MeasureText.length(advice.errorThen))"
        sentence =
            advice.errorThen < advice.errorNow
            ? "one more marker at \(quoted(document.best)) would bring \(gain)"
            : "one more marker at any of the candidates would not make the error to expect smaller"
    }
}

extension FitDocument.Reliability {
    /// What could hide in a fit, and what it would do to the points of `--at`, or else to the markers that are to move, or to those of
    /// the fit.
    init?(of calibration: Calibration, _ pairs: FitPairs, _ points: PointFile?) {
        self.init(
            calibration, points: pairs.places(points).map { ($0.name, $0.place) },
            name: { pairs.name(ofGroupOf: $0) })
    }
}

extension FitPairs {
    /// The points of a file with their names, or else the middles of markers that are to move, or else of those of the pairs.
    func places(_ points: PointFile?) -> [NamedPlace] {
        if let points {
            return zip(points.ids, points.points).map { NamedPlace(name: $0, place: $1) }
        }
        if let left = (source as? JoinedFiles)?.leftOut, !left.isEmpty {
            return left.map { NamedPlace(name: $0.name, place: $0.quad.center) }
        }
        let names = FitDocument.PairNames(pairs, ids: ids, lines: lines, groups: groupNames)
        return names.middles(of: pairs).map { NamedPlace(name: $0.name, place: $0.place) }
    }
}

/// A place in the source frame and its name.
struct NamedPlace {
    let name: String
    let place: SIMD3<Double>
}
