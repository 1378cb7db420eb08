internal import QuadGeometry
internal import RigidCalibration

/// The checks that a document passes before its motion is used.
extension FitDocument {
    /// Refuses points that no coordinate can be.
    func checkRange() throws(SavedFitFault) {
        func require(_ point: SIMD3<Double>?, _ pointer: @autoclosure () -> String) throws(SavedFitFault) {
            guard let point, !(point.largestMagnitude <= Correspondences.largestCoordinate) else { return }
            throw SavedFitFault(.outOfRange, at: pointer())
        }
        try require(motion.sourceCenter, "/motion/sourceCenter")
        try require(motion.targetCenter, "/motion/targetCenter")
        try require(motion.rest, "/motion/rest")
        try require(motion.shift?.value, "/motion/shift/value")
        try require(motion.shift?.bound95, "/motion/shift/bound95")
        try require(evidence?.covariance?.anchor, "/evidence/covariance/anchor")
        try require(evidence?.trend?.axis, "/evidence/trend/axis")
        for (place, one) in (evidence?.strength ?? []).enumerated() {
            try require(one.axis, "/evidence/strength/\(place)/axis")
        }
        for (place, pair) in pairs.enumerated() {
            try require(pair.source, "/pairs/\(place)/source")
            try require(pair.target, "/pairs/\(place)/target")
            try require(pair.residual, "/pairs/\(place)/residual")
        }
        for (place, point) in (points ?? []).enumerated() {
            try require(point.source, "/points/\(place)/source")
            try require(point.moved, "/points/\(place)/moved")
        }
        for (place, check) in (checks ?? []).enumerated() {
            try require(check.residual, "/checks/\(place)/residual")
        }
    }

    /// Refuses a verdict that does not go with the judgements.
    func checkVerdict() throws(SavedFitFault) {
        for (place, judgement) in judgements.enumerated()
        where judgement.code == FitCode.alreadyApplied.rawValue {
            let pointer = "/judgements/\(place)/probability"
            guard let share = judgement.probability else { throw SavedFitFault(.missingMember, at: pointer) }
            guard let share else { throw SavedFitFault(.wrongType, at: pointer) }
            guard 0...1 ~= share else { throw SavedFitFault(.outOfRange, at: pointer) }
        }
        // With its option --fail-on warning a fit calls warnings a failure.
        let isClean = judgements.allSatisfy { $0.severity == .info }
        let fits =
            switch verdict {
            case .pass: isClean
            case .warn: !isClean && !judgements.contains(where: \.fails)
            case .fail: !isClean
            }
        guard fits else { throw SavedFitFault(.contradicts("/judgements"), at: "/verdict") }
        guard decidedBy == judgements.first(where: { $0.severity != .info })?.code else {
            throw SavedFitFault(.contradicts("/judgements"), at: "/decidedBy")
        }
    }

    /// The largest difference between a stored residual and that of the stored motion, in roundings of the largest number
    /// involved; it is the same motion, but another processor may have computed it.
    static let residualTolerance = 16 * Double.ulpOfOne

    /// Refuses pairs that do not go with the motion.
    func checkPairs(of motion: AnchoredMotion) throws(SavedFitFault) {
        let growth = self.motion.scale
        for (place, pair) in pairs.enumerated() {
            func fault(_ reason: SavedFitError.Reason, _ member: String) -> SavedFitFault {
                SavedFitFault(reason, at: "/pairs/\(place)/\(member)")
            }
            let moved = motion.moved(pair.source, growth: growth), expected = pair.target - moved
            let size = [
                pair.target, moved, motion.targetCenter, motion.sourceCenter * growth, pair.source * growth,
            ].reduce(0) { Double.maximum($0, $1.largestMagnitude) }
            guard (pair.residual - expected).largestMagnitude <= FitDocument.residualTolerance * size else {
                throw fault(.contradicts("/motion"), "residual")
            }
            guard (pair.length - pair.residual.length).magnitude <= FitDocument.residualTolerance * size
            else { throw fault(.contradicts("/pairs/\(place)/residual"), "length") }
            guard pair.weight >= 0 else { throw fault(.outOfRange, "weight") }
        }
        guard (evidence == nil) == pairs.isEmpty else {
            throw SavedFitFault(.contradicts("/pairs"), at: "/evidence")
        }
    }
}

extension FitDocument.Motion {
    /// Growth beyond this, or below its inverse, is no growth of a scene.
    private static let largestGrowth = 1e6
    /// The largest difference between a view and the motion, as a share of the largest number involved.
    private static let viewTolerance = 1e-12
    /// The largest difference of an angle in degrees, of which 12 digits are written, and of its axis.
    private static let turnTolerance = 1e-9

    /// The motion, with which every view that is written beside it goes.
    func checked() throws(SavedFitFault) -> AnchoredMotion {
        guard scale >= 1 / Self.largestGrowth, scale <= Self.largestGrowth else {
            throw SavedFitFault(.outOfRange, at: "/motion/scale")
        }
        let own: QuadGeometry.Rotation, columns = self.rotation.columns
        do throws(RotationError) {
            own = try QuadGeometry.Rotation(columns: columns[0], columns[1], columns[2])
        } catch {
            throw SavedFitFault(.noRotation(error), at: "/motion/rotation/columns")
        }
        let rows = (0..<3).map { row in SIMD3(columns[0][row], columns[1][row], columns[2][row]) }
        guard self.rotation.rows == rows else {
            throw SavedFitFault(.contradicts("/motion/rotation/columns"), at: "/motion/rotation/rows")
        }
        guard
            let motion = AnchoredMotion(
                stored: own, sourceCenter: sourceCenter, targetCenter: targetCenter, rest: rest)
        else { throw SavedFitFault(.outOfRange, at: "/motion") }
        try checkViews(of: motion)
        return motion
    }

    /// Refuses a quaternion or a matrix that is of another motion, as when only they were changed.
    private func checkViews(of motion: AnchoredMotion) throws(SavedFitFault) {
        func require(
            _ found: [Double], _ expected: [Double], size: Double, _ member: String,
            of source: String = "rotation/columns"
        ) throws(SavedFitFault) {
            let isSame = zip(found, expected).allSatisfy { ($0 - $1).magnitude <= Self.viewTolerance * size }
            guard isSame else {
                throw SavedFitFault(.contradicts("/motion/\(source)"), at: "/motion/\(member)")
            }
        }
        let q = motion.rotation.quaternionXYZW
        try require(quaternion.xyzw, [q.x, q.y, q.z, q.w], size: 1, "quaternion/xyzw")
        try require(quaternion.wxyz, [q.w, q.x, q.y, q.z], size: 1, "quaternion/wxyz")
        try checkTurn(of: motion.rotation)
        if let shift {
            let (from, to) = (motion.sourceCenter, motion.targetCenter)
            let value = to - from + motion.rest
            try require(
                [shift.value.x, shift.value.y, shift.value.z], [value.x, value.y, value.z],
                size: from.largestMagnitude + to.largestMagnitude, "shift/value", of: "targetCenter")
        }
        guard let matrix else { return }
        let (r, t) = (motion.rotation, motion.moved(.zero, growth: scale))
        let columns: [[Double]] = [r.x, r.y, r.z].map { [$0.x * scale, $0.y * scale, $0.z * scale, 0] }
        let numbers: [Double] = columns.flatMap { $0 } + [t.x, t.y, t.z, 1]
        let size =
            scale + motion.targetCenter.largestMagnitude + motion.sourceCenter.largestMagnitude * scale
        try require(matrix.columnMajor, numbers, size: size, "matrix/columnMajor")
        try require(
            matrix.rowMajor, (0..<16).map { numbers[$0 % 4 * 4 + $0 / 4] }, size: size, "matrix/rowMajor")
    }
}

extension FitDocument.Motion {
    /// Refuses an angle, an axis or a tilt of another rotation.
    private func checkTurn(of rotation: QuadGeometry.Rotation) throws(SavedFitFault) {
        let up = SIMD3(0.0, 1, 0), tilt = ((rotation * up).angle(to: up) ?? 0) / QuadLimits.degree
        let parts = [
            ("angle", turn.angle - rotation.angle / QuadLimits.degree), ("tilt", turn.tilt - tilt),
            ("axis", ((turn.axis ?? .zero) - (rotation.axis ?? .zero)).largestMagnitude),
        ]
        for (member, difference) in parts where !(difference.magnitude <= Self.turnTolerance) {
            throw SavedFitFault(
                .contradicts("/motion/rotation/columns"), at: "/motion/rotationDegrees/\(member)")
        }
    }
}

extension FitDocument.Evidence.Covariance {
    /// The covariance, where the numbers can be one.
    func checked() throws(SavedFitFault) -> MotionCovariance {
        guard order == Self.order else {
            throw SavedFitFault(.outOfRange, at: "/evidence/covariance/order")
        }
        for (name, rows) in [("matrix", matrix), ("estimated", estimated)] {
            guard rows.allSatisfy({ $0.count == 6 }) else {
                throw SavedFitFault(.wrongType, at: "/evidence/covariance/\(name)")
            }
        }
        let common = commonError
        var scanDrift: ScanDrift?
        if let drift {
            let isWhole = drift.centers.count == drift.shares.count
            let places = zip(drift.centers, drift.shares).map { ScanDrift.Place(center: $0, share: $1) }
            guard isWhole,
                let stored = ScanDrift(
                    variance: drift.variance, places: places, anchor: anchor, reach: drift.reach,
                    bend: drift.bend ?? 0)
            else { throw SavedFitFault(.outOfRange, at: "/evidence/covariance/drift") }
            guard stored.isPart(of: matrix.flatMap { $0 }) else {
                throw SavedFitFault(
                    .contradicts("/evidence/covariance/matrix"), at: "/evidence/covariance/drift")
            }
            scanDrift = stored
        }
        guard
            let covariance = MotionCovariance(
                stored: matrix.flatMap { $0 }, estimated: estimated.flatMap { $0 }, anchor: anchor,
                freedom: freedom ?? .infinity,
                commonError: SymmetricMatrix(
                    xx: common[0], xy: common[1], xz: common[2], yy: common[3], yz: common[4], zz: common[5]),
                drift: scanDrift, growth: growth ?? 0)
        else { throw SavedFitFault(.outOfRange, at: "/evidence/covariance") }
        return covariance
    }
}
