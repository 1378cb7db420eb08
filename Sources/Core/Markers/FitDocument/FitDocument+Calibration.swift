internal import Foundation
package import QuadGeometry
public import RigidCalibration

extension FitDocument {
    /// A fit as it is saved: the motion of a calibration, with its evidence and what it comes to.
    ///
    /// - Parameters:
    ///   - calibration: the fit.
    ///   - pairs: the pairs that were fitted, with their weights before a robust fit rejected some.
    public init(_ calibration: Calibration, of pairs: Correspondences) {
        self.init(calibration, of: pairs, names: PairNames(pairs))
    }

    /// The same with names for pairs and groups, which are numbers from 1 otherwise, and with the meaning of judgements in words.
    ///
    /// Set the files, the join, points and check pairs afterwards.
    package init(
        _ calibration: Calibration, of pairs: Correspondences, names: PairNames,
        options: Options.Fit = Options.Fit(), sentence: (FitJudgement) -> String = \.code
    ) {
        self.init(
            calibration, of: pairs, names, options,
            calibration.judgements.map { Judgement($0, names, pairs, sentence($0)) },
            worstErrorAtPairs: calibration.evidence.markerCovariance?.worstError(
                atMoved: pairs.sources.map { calibration.moved($0) }),
            Reliability(calibration, points: names.middles(of: pairs)) { names.name(ofGroupOf: $0, pairs) })
    }

    /// Takes judgements with their sentences, and the largest error to expect at a pair.
    package init(
        _ calibration: Calibration, of pairs: Correspondences, _ names: PairNames, _ options: Options.Fit,
        _ judgements: [Judgement], worstErrorAtPairs: Double?, _ reliability: Reliability?
    ) {
        self.init()
        self.options = .fit(options)
        self.judgements = judgements
        motion = Motion(calibration, of: pairs, isChosen: options.model == .auto)
        selection = calibration.selection.map { Selection($0, names) }
        let evidence = calibration.evidence
        var own = Evidence(evidence)
        own.error95.atWorstPair = worstErrorAtPairs
        self.evidence = own
        self.pairs = (0..<pairs.count).map { place in
            var pair = Pair(evidence.pairs[place])
            (pair.id, pair.line) = (names.ids[place], names.lines[place])
            pair.group = pairs.groups.map { names.name(ofGroup: $0[place]) }
            (pair.source, pair.target) = (pairs.sources[place], pairs.targets[place])
            pair.weight = pairs.weights?[place] ?? 1
            pair.follows = calibration.selection?.inliers[place] ?? true
            return pair
        }
        self.reliability = reliability
        decide()
    }

    /// Derives the verdict, its reason and the exit word from the judgements and the options.
    package mutating func decide() {
        let failOn =
            switch options {
            case .fit(let fit): fit.failOn
            case .matrices(let matrices): matrices.failOn
            }
        decidedBy = judgements.first { $0.severity != .info }?.code
        let isClean = judgements.allSatisfy { $0.severity == .info }
        verdict =
            isClean ? .pass : failOn == .warning || judgements.contains(where: \.fails) ? .fail : .warn
        exit = verdict == .fail && failOn != .never ? "findings" : "good"
    }

    /// The names of pairs, and their lines in a file.
    package struct PairNames: Sendable {
        /// The middles of the markers in the source frame, or pairs that are of none, with their names.
        package func middles(of pairs: Correspondences) -> [(name: String, place: SIMD3<Double>)] {
            let members = Dictionary(grouping: 0..<pairs.count) { pairs.groups?[$0] ?? $0 }
            return members.values.sorted { $0[0] < $1[0] }.map { group in
                (
                    name(ofGroupOf: group[0], pairs),
                    group.reduce(.zero) { $0 + pairs.sources[$1] } / Double(group.count)
                )
            }
        }

        /// No two alike.
        package let ids: [String]
        /// The line of each in its file.
        package let lines: [Int]
        /// The names of the groups, by their numbers; `nil` where pairs are not grouped.
        package let groups: [String]?

        /// The names of some pairs: by their ids where they have some, else by their numbers from 1.
        package init(
            _ pairs: Correspondences, ids: [String]? = nil, lines: [Int]? = nil, groups: [String]? = nil
        ) {
            self.ids = ids ?? pairs.ids ?? (0..<pairs.count).map { "\($0 + 1)" }
            self.lines = lines ?? Array(1..<(pairs.count + 1))
            self.groups = groups
        }

        func name(ofGroup group: Int) -> String { groups?[group] ?? ids[group] }

        /// The name of the group of a pair, or that of the pair where there are no groups.
        func name(ofGroupOf pair: Int, _ pairs: Correspondences) -> String {
            pairs.groups.map { name(ofGroup: $0[pair]) } ?? ids[pair]
        }
    }
}

extension FitDocument.Motion {
    fileprivate init(_ calibration: Calibration, of pairs: Correspondences, isChosen: Bool) {
        let motion = calibration.targetFromSource, evidence = calibration.evidence
        (model, scale) = (calibration.model.name, calibration.growth)
        modelReason = calibration.model.reason(isChosen: isChosen)
        (sourceCenter, targetCenter) = (motion.sourceCenter, motion.targetCenter)
        rest = motion.rest
        setViews(of: motion.rotation, digits: evidence.digits)
        setMatrix(of: motion, pairs)
        turn.bound95 = .some(calibration.turnBound.map { $0 / QuadLimits.degree })
        turn.tilt = evidence.tilt
        var shift = Shift()
        (shift.value, shift.bound95) = (calibration.shift, calibration.shiftBounds)
        self.shift = shift
    }

    /// A motion beside another, by the pairs that follow it.
    init(_ rival: RivalMotion) {
        let motion = rival.targetFromSource, up = SIMD3<Double>(0, 1, 0)
        model = (rival.growth == 1 ? MotionModel.rigid : .similarity).name
        scale = rival.growth
        (sourceCenter, targetCenter, rest) = (motion.sourceCenter, motion.targetCenter, motion.rest)
        setViews(of: motion.rotation, digits: nil)
        setMatrix(of: motion)
        turn.tilt = (motion.rotation * up).angle(to: up).map { $0 / QuadLimits.degree } ?? 0
    }

    /// A motion from two matrices, with how far the vertical leans in degrees.
    package init(_ motion: RigidTransform, tilt: Double) {
        (model, targetCenter) = ("matrices", motion.translation)
        setViews(of: motion.rotation, digits: nil)
        var matrix = Matrix()
        (matrix.columnMajor, matrix.rowMajor) = (motion.columnMajor, motion.rowMajor)
        self.matrix = matrix
        turn.tilt = tilt
    }

    /// Sets every form of a rotation, with its digits if they are known.
    private mutating func setViews(of rotation: QuadGeometry.Rotation, digits: Double?) {
        let (first, second, third) = rotation.rows
        self.rotation.rows = [first, second, third]
        self.rotation.columns = [rotation.x, rotation.y, rotation.z]
        self.rotation.digits = digits
        let (q, r) = (rotation.quaternionXYZW, rotation.quaternionWXYZ)
        (quaternion.xyzw, quaternion.wxyz) = ([q.x, q.y, q.z, q.w], [r.x, r.y, r.z, r.w])
        quaternion.digits = digits.map { Double.minimum($0, Self.quaternionDigits) }
        (turn.angle, turn.axis) = ((rotation.angle / QuadLimits.degree).rounded12, rotation.axis)
    }

    /// The digits that ``Rotation/viewError`` leaves.
    private static let quaternionDigits = 14.7

    /// Sets the motion as 16 numbers, scale included, unless doubles cannot hold the translation.
    private mutating func setMatrix(of motion: AnchoredMotion, _ pairs: Correspondences? = nil) {
        let t = motion.targetCenter + (motion.rest - motion.rotation * motion.sourceCenter * scale)
        guard t.isFinite else { return }
        let columns = [motion.rotation.x * scale, motion.rotation.y * scale, motion.rotation.z * scale, t]
        let numbers = columns.enumerated().flatMap { (place, c) -> [Double] in
            [c.x, c.y, c.z, place == 3 ? 1 : 0]
        }
        var matrix = Matrix()
        (matrix.columnMajor, matrix.rowMajor) = (numbers, (0..<16).map { numbers[$0 % 4 * 4 + $0 / 4] })
        if let extent = pairs?.extent(from: motion.sourceCenter) {
            matrix.digits = .some(extent > 0 ? motion.transformDigits(extent: extent) : nil)
        }
        self.matrix = matrix
    }
}

extension Correspondences {
    /// The root mean square distance of the sources from a place, in metres.
    fileprivate func extent(from center: SIMD3<Double>) -> Double {
        let sum = sources.reduce(0) { $0 + ($1 - center).dot($1 - center) }
        return (sum / Double(sources.count)).squareRoot()
    }
}

extension Calibration {
    /// The displacement of the center of the pairs, in metres.
    package var shift: SIMD3<Double> {
        targetFromSource.targetCenter - targetFromSource.sourceCenter + targetFromSource.rest
    }

    /// The 95 % error of each component of the shift, in metres.
    package var shiftBounds: SIMD3<Double>? {
        evidence.covariance.map { covariance in
            let shift = covariance.shift
            return SIMD3(shift.xx.squareRoot(), shift.yy.squareRoot(), shift.zz.squareRoot())
                * covariance.ellipsoidFactor(directions: 1)
        }
    }

    /// The 95 % error of the turn, in radians.
    package var turnBound: Double? { model == .translation ? nil : evidence.covariance?.turnBound }
}

extension MotionModel {
    /// The model in words, with the reason for it if the pairs chose it.
    package func reason(isChosen: Bool) -> String {
        guard isChosen else { return meaning }
        switch self {
        case .gravity: return "\(meaning) (auto)"
        case .yaw: return "\(meaning) (auto: the pairs fix no tilt, even with gravity's help)"
        default: return "\(meaning) (auto: the pairs fix no turn)"
        }
    }

    private var meaning: String {
        switch self {
        case .translation: "a shift only"
        case .yaw: "a turn about the vertical and a shift"
        case .gravity(let tilt): "any turn and a shift, the tilt expected within \(tilt.shortestText)°"
        case .rigid: "any turn and a shift"
        case .similarity: "any turn, a shift and a scale"
        }
    }
}
