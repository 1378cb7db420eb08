import MarkerTables
import Markers
import QuadGeometry
import RigidCalibration
import ToolTerminal

extension FitReport {
    /// The text of a remark, with its numbers, and what to do about it; safe for a terminal.
    package func sentence(_ remark: FitRemark) -> String {
        switch remark {
        case .judged(let judgement): sentence(judgement)
        case .checksMiss(let missed): sentence(missedBy: missed)
        case .toleranceExceeded(let error?, let tolerance, let point):
            "The error to expect at \(point.map(pointName) ?? "the worst pair") is \(MeasureText.length(error)), "
                + "above the tolerance of \(MeasureText.length(tolerance)). Add pairs near it, or allow more."
        case .toleranceExceeded(nil, let tolerance, _):
            "The error to expect is not known, so the tolerance of \(MeasureText.length(tolerance)) cannot be "
                + "verified. Add pairs, or state the noise with --noise-mm."
        case .unnamedMarker(let pair): sentence(unnamedMarker: pair)
        case .straightened(let own) where !StraighteningChoice.isWorthwhile(own):
            "Straightened by \(own.law.kind.rawValue), which is not worth it: \(FitStraightening.gain(own)). Take --straighten none, or "
                + "look for a marker that was moved: --robust leaves out what does not follow."
        case .straightened(let own):
            "Straightened by \(own.law.kind.rawValue): \(FitStraightening.gain(own)). Each marker is shifted on top of the "
                + "motion."
        case .straighteningHelps(let own):
            "The scan bends: \(FitStraightening.promise(own)): --straighten \(own.law.kind.rawValue)."
        case .notStraightened(let reason): "Not straightened: \(reason)."
        case .beyondMarkers(let names):
            "\(listed(names) { quoted($0) }) \(names.count == 1 ? "is" : "are") farther from the markers of the fit than these "
                + "are from each other: shifts fade there to none, and the error to expect grows to that of the one motion. "
                + "Add markers near by."
        }
    }

    /// Pairs that do not follow, with one reason where a swap explains them all.
    private func outlying(_ found: [Int]) -> String {
        let swaps = swaps(found), swapped = swaps.reduce(0) { $0 + $1.one.count + $1.other.count }
        return
            "\(found.count) of \(counted(pairs.count, "pair")) \(found.count == 1 ? "is" : "are") farther off than "
            + "the others explain: "
            + listed(pairsByMisfit.filter(Set(found).contains)) { pair in
                "\(pairName(pair)) by \(MeasureText.length(calibration.evidence.pairs[pair].length))"
            } + "."
            + swaps.map {
                " \(markerName($0.one)) and \(markerName($0.other)) look swapped: each lies where the other should."
            }.joined()
            + (swapped == found.count
                ? " Exchange their names on one side, or let --robust reject them."
                : " Look for wrong labels and moved markers, and correct or remove them, or let --robust reject them.")
    }

    /// Check pairs that miss, or the markers they are of, each by its worst corner.
    private func sentence(missedBy missed: [Int]) -> String {
        guard let checkPairs else { return "" }
        let groups = checkPairs.pairs.groups
        var seen: Set<Int> = []
        let worst = missed.filter { seen.insert(groups?[$0] ?? $0).inserted }
        let count = checkPairs.groupNames?.count ?? checks.count
        return "\(worst.count) of \(counted(count, groups == nil ? "check pair" : "check marker")) "
            + (worst.count == 1 ? "is" : "are") + " off by more than \(count == 1 ? "it" : "any") should be: "
            + listed(worst) { place in
                "\(checkName(place)) by \(MeasureText.length(checks[place].residual.length)), bound "
                    + "\(MeasureText.length(checks[place].bound ?? 0))"
            } + ". Find out whether the checks or the pairs are wrong before using the motion."
    }

    private func sentence(unnamedMarker pair: Int) -> String {
        let last = pair + 3
        return
            "Pairs \(quoted(pairs.ids[pair])) to \(quoted(pairs.ids[last])) (lines \(pairs.lines[pair]) to "
            + "\(pairs.lines[last])) lie as the corners of one marker do, but nothing says so, and all pairs were taken "
            + "as independent: with a column marker, the error that corners share counts once, and the errors to "
            + "expect become larger (--groups none if it is no marker)."
    }

    private func sentence(_ judgement: FitJudgement) -> String {
        switch judgement {
        case .scaleSlip(let factor, let deviation):
            "The targets are \(MeasureText.digits(4, factor)) times as long as the sources "
                + "(± \(MeasureText.digits(2, 2 * deviation))): "
                + SlipText.unit(factor: factor, deviation: deviation, pairs: pairs.count)
        case .scaleDiffers(let factor, let deviation, let effect, let error):
            "Lengths in the targets are \(MeasureText.digits(3, 100 * (factor - 1).magnitude)) % "
                + "\(factor > 1 ? "longer" : "shorter") than in the sources (± \(MeasureText.digits(2, 200 * deviation)) %), "
                + "as they often are between scans of one place. At the point farthest "
                + "from the pairs' middle that makes \(MeasureText.length(effect)), "
                + (effect > error
                    ? "more than the \(MeasureText.length(error)) expected there without it: measure a long distance in both "
                        + "places to learn which scan is right."
                    : "less than the \(MeasureText.length(error)) expected there without it.")
        case .mirrored(let rms, let mirroredRMS):
            "A mirrored motion would leave \(MeasureText.length(mirroredRMS)) rms instead of "
                + "\(MeasureText.length(rms)): an axis was negated, or two were swapped, on one side. "
                + SlipText.mirror(pairs.pairs)
        case .upsideDown(let tilt):
            tilt > Self.turnedOver
                ? "The best turn puts the vertical upside down (tilt \(MeasureText.digits(3, tilt))°), as a mirrored "
                    + "flat scene does: check the sign of x, y and z on one side, and whether two were swapped."
                : "The best turn lays the vertical over (tilt \(MeasureText.digits(3, tilt))°): a frame was not level, or axes were "
                    + "swapped on one side. If it was not level, ask for --model rigid."
        case .poorFit(let rms, let extent):
            betterModel(than: rms).map { better in
                "The residuals (\(MeasureText.length(rms)) rms) are large because \(calibration.model.name) is too "
                    + "restrictive: \(better.model.name) leaves \(MeasureText.length(better.rms)). \(remedy(better))"
            } ?? CornerOrderSlip(calibration.pairs) { calibration.moved($0) }.map { slip in
                "The residuals (\(MeasureText.length(rms)) rms) are as large as the markers themselves "
                    + "(\(MeasureText.length(slip.size)) rms), and another order of their corners leaves much less: on one side the "
                    + "corners begin at another place, or run the other way round."
            } ?? "The residuals (\(MeasureText.length(rms)) rms) are a large share of the scene itself "
                + "(\(MeasureText.length(extent)) rms): these are not the same points. Check that the ids match, "
                + "and which columns are which."
        case .outlyingPairs(let found, _): outlying(found)
        case .ambiguousMotion(let support, let second):
            "Another motion is supported by \(second) pairs or markers, this one by \(support)"
                + ((calibration.selection?.rival).map { ": \(MeasureText.rival($0))" } ?? "")
                + (2 * second < support
                    ? ". They were moved together, or are of another scan: leave them out of what is to move"
                    : ". Add a pair that tells the two apart, away from any evenly spaced row")
                + (calibration.model == .similarity
                    ? "." : ", or take the other with --choose \(options.choice == 2 ? 1 : 2).")
        case .scanDrift(let bend, let rms, let length):
            "The targets bend away from the sources smoothly, by \(MeasureText.length(bend)) from place to place "
                + "(\(MeasureText.length(rms)) rms) over the \(MeasureText.length(length)) of the scene: a scan has "
                + "drifted, and no marker need have moved. Scan again in shorter parts, or accept \(errorToAccept)."
        case .alreadyApplied(let probability):
            "\(capitalized(alreadyInPlace(probability))). Nothing to do"
                + (calibration.selection?.rival == nil ? "." : " for the pairs that follow this motion.")
        case .weakGeometry(let weakness, let reach): sentence(weakness, reach)
        case .tilted(let degrees, let expected):
            "The tilt is \(MeasureText.digits(3, degrees))°, where levelled frames differ by "
                + "\(MeasureText.digits(3, expected))°: a frame was not level, or a pair is wrong. Check the heights of "
                + "the pairs, or state the tilt you expect with --gravity-deg."
        case .noiseMisfit(let chiSquare, let freedom, _):
            "The residuals are \(MeasureText.digits(2, (chiSquare / freedom).squareRoot())) times as large as the stated "
                + "noise explains (chi-square \(MeasureText.digits(3, chiSquare)) with "
                + "\(MeasureText.digits(3, freedom)) degrees of freedom): "
                + (chiSquare > freedom
                    ? "state more noise, or look for wrong pairs."
                    : "state less noise, or none to estimate it.")
        case .noRedundancy:
            "The pairs determine the motion and nothing more, so no residual shows how good it is. Add a pair."
        }
    }

    private func sentence(_ weakness: Weakness, _ reach: Double?) -> String {
        let expected =
            reach.map { "expect an error of \(MeasureText.length($0)) 5 m away" }
            ?? "the error farther off is not known"
        switch weakness {
        case .onePlace:
            guard pairs.groupNames == nil else {
                return "All pairs are close together: \(expected). Add a marker farther off."
            }
            return
                "There are only \(counted(pairsByMisfit.count, "pair")), at most \(MeasureText.length(span)) apart: "
                + "\(expected). Add a pair away from the others."
        case .restsOn(let first):
            let names = listed(first) { quoted(pairs.name(ofGroupOf: $0)) }
            return
                "Without \(first.count == 1 ? names : "any of \(names)") no motion is determined, so nothing checks "
                + "\(first.count == 1 ? "it" : "them") (\(expected)). Add a marker away from the others."
        case .unchecked(let error):
            return
                "Each of the two markers alone puts the other \(MeasureText.length(error)) off: if one was moved as far "
                + "across the line between them, nothing shows it. Add a third marker."
        case .turn(let axis, let ratio):
            return
                "Turns about \(MeasureText.axis(axis)) are known \(MeasureText.digits(2, ratio)) times worse than "
                + "others: \(expected). Add a marker away from the line through the others, which runs that way."
        case .far(let point, let error, let atPairs):
            return
                "At \(pointName(point)) the error to expect is \(MeasureText.length(error)), at the pairs it is at most "
                + "\(MeasureText.length(atPairs)). Add a marker near it."
        case .large(let error):
            return
                "The error to expect is \(MeasureText.length(error)) "
                + "\(points == nil ? "5 m away" : "at the worst of the points and pairs"). "
                + "Add markers all round what is to move, or state the noise if it is known to be less."
        case .differing(let error):
            return
                "Each \(pairs.groupNames == nil ? "pair" : "marker") misses by an error of its own, up to "
                + "\(MeasureText.length(error)) in 95 of 100, which no motion reduces: the scans differ, or markers were "
                + "placed again. Look at the worst ones; --straighten follows a scan that bends."
        case .noTurn:
            return options.model == .auto
                ? "The pairs determine no turn, and the error of a shift alone grows with distance. Add a marker beside "
                    + "the others."
                : "A shift alone ignores turns, and its error grows with distance. Compare the other models."
        }
    }

    /// The error to expect where it is largest: of the points asked for, or else of the pairs.
    private var errorToAccept: String {
        let places =
            points?.points ?? pairs.pairs.sources
        let error = calibration.evidence.covariance?.worstError(atMoved: places.map { calibration.moved($0) })
        return error.map {
            "errors of up to \(MeasureText.length($0)), the error to expect at the worst of them"
        }
            ?? "errors that are not known"
    }

    /// Beyond this tilt, in degrees, a scene is turned over rather than laid on its side.
    private static let turnedOver = 135.0

    /// The way to a model that is wide enough: the usual one allows for levelled frames only.
    private func remedy(_ better: ModelComparison) -> String {
        guard better.model == .rigid, options.model == .auto else { return "Omit --model." }
        guard better.tilt < FitReport.turnedOver else {
            return
                "Without gravity the best motion turns the scene over: look for wrong pairs, or for a wrong axis."
        }
        return "A frame was not level, by \(MeasureText.digits(3, better.tilt))°: ask for --model rigid."
    }

    /// The largest distance between two of the few pairs that count, in metres.
    private var span: Double {
        let places = pairsByMisfit.map { pairs.pairs.targets[$0] }
        return places.reduce(0) { widest, place in
            places.reduce(widest) { Double.maximum($0, ($1 - place).length) }
        }
    }

    /// Another model, similarity excepted, that leaves at most a tenth of the residuals.
    private func betterModel(than rms: Double) -> ModelComparison? {
        calibration.evidence.comparison.first { $0.rms < rms / 10 && $0.model != .similarity }
    }

    private func pairName(_ pair: Int) -> String {
        "\(quoted(pairs.ids[pair])) (line \(pairs.lines[pair]))"
    }

    private func checkName(_ pair: Int) -> String {
        guard let checkPairs else { return "" }
        let name = checkPairs.groupName(of: pair) ?? checkPairs.ids[pair]
        return "\(quoted(name)) (line \(checkPairs.lines[pair]))"
    }

    /// The name of a point that was asked for, or else of the marker without a partner that it is a corner of.
    private func pointName(_ point: Int) -> String {
        quoted(points?.ids[point] ?? (pairs.source as? JoinedFiles)?.leftOut[point / 4].name ?? "")
    }
}
