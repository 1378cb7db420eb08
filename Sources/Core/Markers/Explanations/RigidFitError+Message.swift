internal import Foundation
internal import MarkerTables
internal import QuadGeometry
public import RigidCalibration

extension RigidFitError: ExplainedError {
    /// The reason, with the pair that it is about, counted from 1.
    public var message: String {
        let pair: Int? =
            switch self {
            case .nonFinitePoint(let pair, _), .badWeight(let pair, _), .badCovariance(let pair, _),
                .noNoise(let pair), .outOfRange(let pair, _):
                pair
            default: nil
            }
        let (message, _) = explained(to: .program)
        return (pair.map { "pair \($0 + 1): " } ?? "") + message
    }

    public var remedy: String? { explained(to: .program).remedy }

    /// The reason and the next thing to try, without the pair that they are about.
    ///
    /// - Parameters:
    ///   - listener: the one whom it is for.
    ///   - rows: the pairs by name, where the reason is in all of them.
    ///   - count: the number of pairs.
    package func explained(
        to listener: Listener, rows: String? = nil, count: Int? = nil
    ) -> (message: String, remedy: String) {
        let rows = rows.map { ": " + $0 } ?? ""
        return switch self {
        case .nonFinitePoint(_, let side):
            ("the \(side.word) is not finite, expected three numbers", "remove the pair")
        case .outOfRange(_, let side):
            (RigidFitError.tooFar("the \(side.word)"), "correct it or remove the pair")
        case .badInterest: (RigidFitError.tooFar("the point"), "correct it or remove it")
        case .badWeight(_, let weight):
            (
                "the weight is \(MeasureText.shortest(weight)), expected 0 or more",
                "correct it, or give 0 to ignore the pair"
            )
        case .badCovariance(_, let side):
            (
                "the noise of the \(side.word) is too large or negative in some direction, expected a covariance in m²",
                "check the order \(side.columns.joined(separator: ","))"
            )
        case .noNoise:
            (
                "the covariance is singular, which would give the pair infinite weight",
                "state noise in every direction"
            )
        case .badOption(let option, let value):
            ("the \(option.rawValue) cannot be \(MeasureText.shortest(value))", "use a smaller value")
        case .tooFewPairs(0, _) where count == nil:
            (
                "there are no pairs, or every weight is 0",
                "check that both sides are of the same space and share the key that joins them, or give weights above 0"
            )
        case .tooFewPairs(0, _):
            ("every pair has the weight 0", "give those that should count a weight above 0")
        case .tooFewPairs(let found, let needed):
            (
                "\(counted(found, "pair")) with a weight above 0, but the model needs at least \(needed)",
                "add pairs, or omit \(listener.words(program: "the model", commandLine: "--model")) to fit only what they determine"
            )
        case .coincidentPoints(let side, let extent, _):
            (
                "all \(side.word)s are in one place, at most \(MeasureText.length(extent)) from their mean\(rows); "
                    + "any turn fits equally well",
                "Add a pair elsewhere, or ask for \(listener.choice("model", "translation"))"
            )
        case .pointsOnLine(let side, let axis, let thickness, _):
            (
                "all \(side.word)s are on one line, at most \(MeasureText.length(thickness)) off it\(rows); turns about "
                    + "it, \(MeasureText.axis(axis)), fit equally well",
                "Add a pair beside the line, the farther the better, or "
                    + (MeasureText.isVertical(axis)
                        ? "ask for \(listener.choice("model", "translation"))"
                        : "ask for \(listener.choice("model", "gravity")), which takes the tilt from the frames")
            )
        case .turnNotDetermined(let axis, let gain, let rounding):
            (
                "the best turn about \(MeasureText.axis(axis)) is not determined: it gains \(MeasureText.digits(3, gain)) "
                    + "m², and rounding alone as much as \(MeasureText.digits(3, rounding)) m²\(rows)",
                MeasureText.isVertical(axis)
                    ? "They are above each other, or their targets do not match them; add a pair beside them, or ask "
                        + "for \(listener.choice("model", "translation"))"
                    : "The targets do not have the shape of the sources; check that the ids match"
            )
        case .motionNotFixed(let model):
            (
                "the pairs leave part of the model \(model.name) free\(rows)",
                (model == .yaw
                    ? "They are above each other, so a turn about the vertical fits equally well; add a pair beside them"
                    : "Add a pair away from the others")
                    + ", or ask for \(listener.choice("model", "translation"))"
            )
        case .solverFailed(let status):
            (
                "the solver found no motion (status \(status))",
                "check the pairs for impossible numbers\(rows)"
            )
        case .badBound(_, let bound):
            ("the bound cannot be \(MeasureText.shortest(bound)) m", "give a length above 0")
        case .motionNotDetermined(let support, let needed):
            (
                (support == 0
                    ? "no motion is supported by any three pairs or markers; \(needed) "
                    : "no motion is supported by more than \(support) pairs or markers, which may be chance; \(needed) ")
                    + "are needed",
                "Check the labels, add pairs, or give a tighter \(listener.words(program: "bound", commandLine: "--bound-mm"))"
            )
        case .ambiguousMotion(let motion, let rival) where motion.isExact && !rival.isExact:
            (
                "some follow one motion to the last digit, as copies do that were not scanned again, and others follow another: "
                    + "\(MeasureText.rival(motion)), and \(MeasureText.rival(rival))",
                "leave out those that were not scanned again, or take the first motion with "
                    + "\(listener.choice("choose", "1")) or the second with \(listener.choice("choose", "2"))"
            )
        case .ambiguousMotion(let motion, let rival)
        where Double(rival.support) < CandidateFit.nearlyAsMany * Double(motion.support):
            (
                "some markers follow one motion, and others of the same labels another, so that either may be meant: "
                    + "\(MeasureText.rival(motion)), and \(MeasureText.rival(rival))",
                "give those their own labels, or leave out those that are not in both scans"
                    + listener.words(program: "", commandLine: " (--exclude, --from-session, --to-session)")
            )
        case .ambiguousMotion(let motion, let rival):
            (
                "two motions have nearly equal support, as in an evenly spaced row: \(MeasureText.rival(motion)), and "
                    + MeasureText.rival(rival),
                "add a pair that tells them apart, away from the row, or take the first with "
                    + "\(listener.choice("choose", "1")) or the second with \(listener.choice("choose", "2")); markers that "
                    + "share their label need labels of their own, or one session of each scan"
                    + listener.words(program: "", commandLine: " (--exclude, --from-session, --to-session)")
            )
        case .severalMotions(let motions):
            (
                "at least \(motions.count) motions have nearly equal support, as in a room that looks alike from several sides: "
                    + zip(1..., motions).prefix(RigidFitError.mostListed).map {
                        "(\($0)) \(MeasureText.rival($1))"
                    }
                    .joined(separator: "; ")
                    + (motions.count > RigidFitError.mostListed
                        ? "; and \(motions.count - RigidFitError.mostListed) more"
                            + listener.words(program: "", commandLine: ", which --json lists") : ""),
                "give a marker that both scans have a label of its own, or take one with "
                    + listener.choice("choose", "N")
                    + listener.words(program: "", commandLine: " or --near YAW,X,Y,Z")
            )
        case .noSuchMotion(let choice, let motions):
            (
                "\(listener.choice("choose", "\(choice)")): there "
                    + "\(motions == 1 ? "is only one motion" : "are only \(motions) motions") that many pairs agree on",
                "give a number up to \(motions)"
            )
        case .noMotionNear(let motion, let distance):
            (
                "the nearest motion that markers agree on is \(MeasureText.digits(3, distance)) m from the one given: "
                    + MeasureText.rival(motion),
                "give that one if it is meant; if not, the scans do not show the one given"
            )
        case .scaleSlip(let factor, let spread):
            (
                "the targets are \(MeasureText.digits(4, factor)) times as long as the sources "
                    + "(± \(MeasureText.digits(2, 2 * spread)))",
                SlipText.unit(factor: factor, deviation: spread, pairs: count ?? 0)
            )
        case .mirrored(let support):
            (
                "a mirrored motion is supported by \(support) pairs or markers, and no proper one by as many: an axis was "
                    + "negated, or two were swapped, on one side", "correct the columns"
            )
        case .noSuchPoint(let pair):
            ("candidate \(pair) names a point that does not exist", listener.mistake)
        case .unpairedPoints(let sources, let targets):
            ("\(sources) sources and \(targets) targets", listener.mistake)
        case .unpairedColumn(let column, let count, let pairs):
            ("\(count) \(column.rawValue) for \(pairs) pairs", listener.mistake)
        }
    }

    /// The mark between the reason and the next thing to try.
    package var separator: String {
        switch self {
        case .coincidentPoints, .pointsOnLine, .turnNotDetermined, .motionNotFixed, .motionNotDetermined: ". "
        case .scaleSlip: ": "
        default: "; "
        }
    }

    /// So many motions are written out.
    private static let mostListed = 4

    private static func tooFar(_ what: String) -> String {
        "\(what) is more than \(Correspondences.largestCoordinate) m from the origin, expected a realistic position"
    }
}

extension Listener {
    /// The remedy of what the tool never does.
    fileprivate var mistake: String {
        words(program: "give as many of each", commandLine: "this is a bug in quadcal, please report it")
    }
}

extension PairSide {
    package var word: String {
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

/// Sentences on mistakes in units and axes that explain a fit which fails.
package enum SlipText {
    /// The unit that makes targets this many times as long as sources, and the next step.
    ///
    /// Of two pairs, which have one length in common, either may be wrong as well.
    package static func unit(factor: Double, deviation: Double, pairs: Int) -> String {
        guard let slip = UnitSlip(factor: factor, deviation: deviation) else {
            if pairs == 2 {
                return
                    "no unit is of this size, so a pair is wrong or a scan is stretched. Check both pairs, and "
                    + "add a third."
            }
            return "no unit is of this size, so one of the scans is stretched. Scan again, or measure a "
                + "known length in both."
        }
        let (wrong, other) = slip.side == .target ? ("targets", "sources") : ("sources", "targets")
        return "the \(wrong) look like \(slip.unit.rawValue) where the \(other) are metres. "
            + "Convert them and fit again."
    }

    /// The axes that look wrong where a mirrored motion fits best.
    package static func mirror(_ pairs: Correspondences) -> String {
        switch MirrorSlip(pairs) {
        case .horizontal: "The sign of x or z looks wrong, or these two are swapped."
        case .upsideDown: "The sign of y looks wrong."
        case .yAndZ: "y and z look swapped (+Z up on one side)."
        case .xAndY: "x and y look swapped."
        case nil: "Check the signs and the order of x, y, z."
        }
    }
}
