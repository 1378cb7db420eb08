internal import QuadGeometry
internal import RigidCalibration

/// The motion of a saved fit, with every view of it that is written beside it.
struct SavedMotion {
    let motion: AnchoredMotion
    let growth: Double
    let model: String

    /// Growth beyond this, or below its inverse, is no growth of a scene.
    static let largestGrowth = 1e6
    /// What views may differ by from what they are made of, as a share of the largest number that had a part.
    static let viewTolerance = 1e-12

    init(_ members: SavedMembers) throws(SavedFitError) {
        model = try members.text("model")
        growth = try members.number("scale")
        guard growth >= 1 / SavedMotion.largestGrowth, growth <= SavedMotion.largestGrowth else {
            throw SavedFitError(.outOfRange, at: try members.value("scale"))
        }
        let views = try members.object("rotation")
        let columns = try views.rows("columns", 3)
        let rotation: Rotation
        do throws(RotationError) {
            rotation = try Rotation(
                columns: SIMD3(columns[0], columns[1], columns[2]), SIMD3(columns[3], columns[4], columns[5]),
                SIMD3(columns[6], columns[7], columns[8]))
        } catch {
            throw SavedFitError(.noRotation(error), at: try views.value("columns"))
        }
        guard try views.rows("rows", 3) == (0..<9).map({ columns[$0 % 3 * 3 + $0 / 3] }) else {
            throw SavedFitError(.contradicts("/motion/rotation/columns"), at: try views.value("rows"))
        }
        let centers = (try members.point("sourceCenter"), try members.point("targetCenter"))
        guard
            let motion = AnchoredMotion(
                stored: rotation, sourceCenter: centers.0, targetCenter: centers.1,
                rest: try members.point("rest"))
        else { throw SavedFitError(.outOfRange, at: members.object) }
        self.motion = motion
        try checkViews(members)
    }

    /// Refuses a quaternion or a matrix that is of another motion, as when only they were changed.
    private func checkViews(_ members: SavedMembers) throws(SavedFitError) {
        let quaternion = try members.object("quaternion")
        let q = motion.rotation.quaternionXYZW
        try SavedMotion.require(quaternion, "xyzw", [q.x, q.y, q.z, q.w], size: 1)
        try SavedMotion.require(quaternion, "wxyz", [q.w, q.x, q.y, q.z], size: 1)
        guard let matrix = try members.optional("matrix") else { return }
        let (r, t) = (motion.rotation, motion.moved(.zero, growth: growth))
        let columns: [[Double]] = [r.x, r.y, r.z].map { [$0.x * growth, $0.y * growth, $0.z * growth, 0] }
        let numbers: [Double] = columns.flatMap { $0 } + [t.x, t.y, t.z, 1]
        let size =
            growth + motion.targetCenter.largestMagnitude + motion.sourceCenter.largestMagnitude * growth
        try SavedMotion.require(matrix, "columnMajor", numbers, size: size)
        try SavedMotion.require(
            matrix, "rowMajor", (0..<16).map { numbers[$0 % 4 * 4 + $0 / 4] }, size: size)
    }

    private static func require(
        _ members: SavedMembers, _ name: String, _ expected: [Double], size: Double
    ) throws(SavedFitError) {
        let found = try members.numbers(name, expected.count)
        guard zip(found, expected).allSatisfy({ ($0 - $1).magnitude <= viewTolerance * size }) else {
            throw SavedFitError(.contradicts("/motion/rotation/columns"), at: try members.value(name))
        }
    }
}

extension MotionCovariance {
    init(_ members: SavedMembers) throws(SavedFitError) {
        let common = try members.numbers("commonError", 6)
        let order = try members.elements("order").map(\.string)
        guard order == ["turnX", "turnY", "turnZ", "shiftX", "shiftY", "shiftZ"] else {
            throw SavedFitError(.outOfRange, at: try members.value("order"))
        }
        // No number stands for infinity: the noise was stated.
        let isStated = try members.value("freedom").isNull
        guard
            let covariance = MotionCovariance(
                stored: try members.rows("matrix", 6), estimated: try members.rows("estimated", 6),
                anchor: try members.point("anchor"),
                freedom: isStated ? .infinity : try members.number("freedom"),
                commonError: SymmetricMatrix(
                    xx: common[0], xy: common[1], xz: common[2], yy: common[3], yz: common[4], zz: common[5]))
        else { throw SavedFitError(.outOfRange, at: members.object) }
        self = covariance
    }
}
