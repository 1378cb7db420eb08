internal import QuadGeometry

/// Newton's method on rotations, in 106 bits, about 32 digits: from a rotation near the best to the best, rounded once.
///
/// With S = Rᵀ H, the sum of squares falls with tr S. Turning R by exp[ω] changes tr S by ω·a - ½ ωᵀ M ω, where a is
/// the axial part of S and M = tr(S) 1 - sym(S). The step is ω = M⁻¹ a; each doubles the digits.
struct RotationPolish {
    private(set) var rotation: DoubleDoubleMatrix
    private(set) var steps = 0
    /// A number that is not above the least curvature of tr S, in square metres.
    private(set) var leastCurvature = 0.0

    private let cross: DoubleDoubleMatrix

    /// A refinement from a first guess with nearly all digits, as the closed form's.
    init?(from start: Rotation, cross: DoubleDoubleMatrix) {
        self.init(from: start, cross: cross, curvature: 1)
    }

    /// A refinement from a first guess; `curvature` is the least of tr S as a share of the largest. `nil` when no
    /// maximum is reached.
    ///
    /// Two guesses that differ in their last digits, as LAPACK's do between processors, end about 1e-32 over the
    /// curvature apart. On a thin line that could still round differently: there the refinement settles once, goes to the
    /// nearest point of a grid, which is the same for both, and settles again from there, by the same steps.
    init?(from start: Rotation, cross: DoubleDoubleMatrix, curvature: Double) {
        self.cross = cross
        rotation = RotationPolish.matrix(start.quaternionXYZW)
        if curvature < RotationPolish.thin {
            turnAboutStrongestAxis()
            guard settle(), let near = rounded?.quaternionXYZW else { return nil }
            let grid = RotationPolish.grid
            rotation = RotationPolish.matrix((near / grid).rounded(.toNearestOrEven) * grid)
        }
        guard settle() else { return nil }
    }

    /// The spacing to which quaternions are rounded between the two rounds.
    private static let grid = 0x1p-28

    /// Below this curvature the first guess lacks digits, and the last step leaves some.
    private static let thin = 1e-4

    /// Steps until the next would not show in a double.
    private mutating func settle() -> Bool {
        for _ in 0..<20 {
            guard let (step, curvature) = newtonStep() else { return false }
            steps += 1
            // What a step leaves is about its square over the curvature.
            let length = step.rounded.length
            guard length * length >= 1e-20 * curvature else {
                finish(step.rounded)
                return true
            }
            rotation = rotation * RotationPolish.matrix(step * DoubleDouble(0.5), one: 1)
        }
        return false
    }

    /// Turns by the last step, which is so small that its change of the matrix can be computed in doubles.
    private mutating func finish(_ step: SIMD3<Double>) {
        let half = step * 0.5, share = 2 / (1 + half.dot(half))
        let columns = (rotation.x.rounded, rotation.y.rounded, rotation.z.rounded)
        // The change of a column: the matrix times that column of exp[step] - 1, whose quaternion is (half, 1).
        func change(_ axis: SIMD3<Double>) -> DoubleDoubleVector {
            let across = half.cross(axis)
            let turned = (across + half.cross(across)) * share
            return DoubleDoubleVector(columns.0 * turned.x + columns.1 * turned.y + columns.2 * turned.z)
        }
        rotation = DoubleDoubleMatrix(
            rotation.x + change(SIMD3(1, 0, 0)), rotation.y + change(SIMD3(0, 1, 0)),
            rotation.z + change(SIMD3(0, 0, 1)))
    }

    /// The rotation, each number rounded once.
    var rounded: Rotation? { rotation.rotation }

    private static func matrix(_ quaternion: SIMD4<Double>) -> DoubleDoubleMatrix {
        matrix(DoubleDoubleVector(SIMD3(quaternion.x, quaternion.y, quaternion.z)), one: quaternion.w)
    }

    /// The rotation's matrix of a quaternion of any length.
    private static func matrix(_ v: DoubleDoubleVector, one w: Double) -> DoubleDoubleMatrix {
        let ww = DoubleDouble(w)
        let scale = DoubleDouble(2) / (v.dot(v) + ww * ww)
        let s = v * scale, one = DoubleDouble(1)
        let xx = s.x * v.x, yy = s.y * v.y, zz = s.z * v.z
        let xy = s.x * v.y, yz = s.y * v.z, zx = s.z * v.x
        let wx = s.x * ww, wy = s.y * ww, wz = s.z * ww
        return DoubleDoubleMatrix(
            DoubleDoubleVector(one - (yy + zz), xy + wz, zx - wy),
            DoubleDoubleVector(xy - wz, one - (zz + xx), yz + wx),
            DoubleDoubleVector(zx + wy, yz - wx, one - (xx + yy)))
    }

    /// S = Rᵀ H.
    private var product: DoubleDoubleMatrix { rotation.transposed * cross }

    private static func axial(_ s: DoubleDoubleMatrix) -> DoubleDoubleVector {
        DoubleDoubleVector(s.y.z - s.z.y, s.z.x - s.x.z, s.x.y - s.y.x)
    }

    /// The step, and the least curvature as a share of the largest; `nil` away from a maximum.
    private mutating func newtonStep() -> (step: DoubleDoubleVector, curvature: Double)? {
        let s = product
        let a = RotationPolish.axial(s)
        let half = DoubleDouble(0.5)
        let xy = -((s.x.y + s.y.x) * half), yz = -((s.y.z + s.z.y) * half), zx = -((s.z.x + s.x.z) * half)
        let m1 = DoubleDoubleVector(s.y.y + s.z.z, xy, zx)
        let m2 = DoubleDoubleVector(xy, s.z.z + s.x.x, yz)
        let m3 = DoubleDoubleVector(zx, yz, s.x.x + s.y.y)
        let c1 = m2.cross(m3)
        let determinant = m1.dot(c1)
        // A maximum has all leading minors positive.
        guard m1.x.rounded > 0, (m1.x * m2.y - m1.y * m2.x).rounded > 0, determinant.rounded > 0 else {
            return nil
        }
        let share = DoubleDouble(1) / determinant
        let step = DoubleDoubleVector(c1.dot(a), m3.cross(m1).dot(a), m1.cross(m2).dot(a)) * share
        // The product of the three curvatures over the cube of the largest, of which half the trace is an estimate.
        let largest = (m1.x + m2.y + m3.z).rounded / 2
        leastCurvature = determinant.rounded / (largest * largest)
        return (step, leastCurvature / largest)
    }

    /// On a thin line the first guess has few digits of the turn about the line: that one angle is found in closed
    /// form, from S in 106 bits.
    private mutating func turnAboutStrongestAxis() {
        let s = product
        let u = strongestAxis(s)
        guard let u = u.unit else { return }
        let exact = DoubleDoubleVector(u)
        let along = (RotationPolish.axial(s).dot(exact)).rounded
        let trace = s.x.x + s.y.y + s.z.z
        let across = (trace * exact.dot(exact) - exact.dot(s * exact)).rounded
        let size = SIMD3(across, along, 0).length
        guard size > 0 else { return }
        // The half angle's quaternion (u sin, cos), made without angles.
        let cosine = ((1 + across / size) / 2).squareRoot()
        let sine = cosine > 0 ? along / size / (2 * cosine) : 1
        rotation = rotation * RotationPolish.matrix(exact * DoubleDouble(sine), one: cosine)
    }

    /// The direction in which S is largest: that of the longest column of its eighth power.
    private func strongestAxis(_ s: DoubleDoubleMatrix) -> SIMD3<Double> {
        var (x, y, z) = (s.x.rounded, s.y.rounded, s.z.rounded)
        for _ in 0..<3 {
            let largest = Double.maximum(
                Double.maximum(x.largestMagnitude, y.largestMagnitude), z.largestMagnitude)
            guard largest > 0 else { return .zero }
            (x, y, z) = (x / largest, y / largest, z / largest)
            (x, y, z) = (
                x * x.x + y * x.y + z * x.z, x * y.x + y * y.y + z * y.z, x * z.x + y * z.y + z * z.z
            )
        }
        let (xx, yy, zz) = (x.dot(x), y.dot(y), z.dot(z))
        return xx >= yy && xx >= zz ? x : yy >= zz ? y : z
    }
}
