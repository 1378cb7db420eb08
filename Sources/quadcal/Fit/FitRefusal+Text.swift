import MarkerTables
import RigidCalibration

extension FitRefusal {
    /// The error, the expected values, and the next thing to try; safe for a terminal.
    var text: String {
        let file = fileLabel(file)
        guard let row else { return "\(file): \(reason)" }
        return "\(file):\(lines[row]): \(quoted(ids[row])): \(reason)"
    }

    private var reason: String {
        switch error {
        case .nonFinitePoint(_, let side):
            "the \(side.word) is not finite, expected three numbers; remove the pair"
        case .outOfRange(_, let side):
            "the \(side.word) is more than \(Correspondences.largestCoordinate) m from the origin, expected a realistic "
                + "position; correct it or remove the pair"
        case .badInterest:
            "the point is more than \(Correspondences.largestCoordinate) m from the origin, expected a realistic "
                + "position; correct it or remove it"
        case .badWeight(_, let weight):
            "the weight is \(MeasureText.shortest(weight)), expected 0 or more; correct it, or give 0 to ignore the "
                + "pair"
        case .badCovariance(_, let side):
            "the noise of the \(side.word) is too large or negative in some direction, expected a covariance in m²; "
                + "check the order \(side.columns.joined(separator: ","))"
        case .noNoise:
            "the covariances leave no noise in some direction, so the pair would have unlimited weight; give it some"
        case .badOption(let option, let value):
            "the \(option.rawValue) cannot be \(MeasureText.shortest(value)); give a smaller one"
        case .tooFewPairs(0, _):
            "every pair has the weight 0; give those that should count a weight above 0"
        case .tooFewPairs(let found, let needed):
            "\(counted(found, "pair")) with a weight above 0, but the model needs at least \(needed); add pairs, or "
                + "omit --model to fit only what they determine"
        case .coincidentPoints(let side, let extent, _):
            "all \(side.word)s are in one place, at most \(MeasureText.length(extent)) from their mean: \(rows); "
                + "any turn fits equally well. Add a pair elsewhere, or ask for --model translation"
        case .pointsOnLine(let side, let axis, let thickness, _):
            "all \(side.word)s are on one line, at most \(MeasureText.length(thickness)) off it: \(rows); turns about "
                + "it, \(MeasureText.axis(axis)), fit equally well. Add a pair beside the line, the farther the better, or "
                + (MeasureText.isVertical(axis)
                    ? "ask for --model translation"
                    : "ask for --model gravity, which takes the tilt from the frames")
        case .turnNotDetermined(let axis, let gain, let rounding):
            "the best turn about \(MeasureText.axis(axis)) is not determined: it gains \(MeasureText.digits(3, gain)) "
                + "m², and rounding alone as much as \(MeasureText.digits(3, rounding)) m²: \(rows). "
                + (MeasureText.isVertical(axis)
                    ? "They are above each other, or their targets do not match them; add a pair beside them, or ask "
                        + "for --model translation"
                    : "The targets do not have the shape of the sources; check that the ids match")
        case .motionNotFixed(let model):
            "the pairs leave part of the model \(model.name) free: \(rows). "
                + (model == .yaw
                    ? "They are above each other, so a turn about the vertical fits equally well; add a pair beside them"
                    : "Add a pair away from the others")
                + ", or ask for --model translation"
        case .solverFailed(let status):
            "the solver found no motion (status \(status)); check the pairs for impossible numbers: \(rows)"
        case .badBound(_, let bound):
            "the bound cannot be \(MeasureText.shortest(bound)) m; give a length above 0"
        case .motionNotDetermined(let support, let needed):
            "no motion is supported by more than \(support) pairs or markers, which may be chance; \(needed) "
                + "are needed. Check the labels, add pairs, or give a tighter --bound-mm"
        case .ambiguousMotion(let motion, let rival):
            "two motions have nearly equal support, as in an evenly spaced row: \(MeasureText.rival(motion)), and "
                + "\(MeasureText.rival(rival)); add a pair that tells them apart, away from the row, or take the first with "
                + "--choose 1 or the second with --choose 2"
        case .noSuchMotion(let choice, let motions):
            "--choose \(choice): there \(motions == 1 ? "is only one motion" : "are only \(motions) motions") that many "
                + "pairs agree on; give a number up to \(motions)"
        case .scaleSlip(let factor, let spread):
            "the targets are \(MeasureText.digits(4, factor)) times as long as the sources "
                + "(± \(MeasureText.digits(2, 2 * spread))): "
                + SlipText.unit(factor: factor, pairs: ids.count)
        case .mirrored(let support):
            "a mirrored motion is supported by \(support) pairs or markers, and no proper one by as many: an axis was "
                + "negated, or two were swapped, on one side; correct the columns"
        case .noSuchPoint(let pair):
            "candidate \(pair) names a point that does not exist; this is a bug in quadcal, please report it"
        case .unpairedPoints(let sources, let targets):
            "\(sources) sources and \(targets) targets; this is a bug in quadcal, please report it"
        case .unpairedColumn(let column, let count, let pairs):
            "\(count) \(column.rawValue) for \(pairs) pairs; this is a bug in quadcal, please report it"
        }
    }

    /// The first rows by their ids and lines.
    private var rows: String {
        let shown = (0..<min(3, ids.count)).map { "\(quoted(ids[$0])) (line \(lines[$0]))" }
        return shown.joined(separator: ", ") + (ids.count > 3 ? " and \(ids.count - 3) more" : "")
    }
}

extension PairSide {
    var word: String {
        switch self {
        case .source: "source"
        case .target: "target"
        }
    }

    fileprivate var columns: [String] {
        switch self {
        case .source: TableKind.sourceNoise
        case .target: TableKind.targetNoise
        }
    }
}
