#if arch(x86_64)
import Foundation
import QuadGeometry

extension BoundTrial {
    /// The bounds of lengths, rotations and rigid transforms.
    public static let motions: [BoundTrial] = [
        BoundTrial("SIMD3.lengthError", SIMD3<Double>.lengthError) { random in
            let vector = anyVector(using: &random), wide = WideVector(vector).length
            guard wide <= Float80(Double.greatestFiniteMagnitude) else { return nil }
            return (Float80(vector.length) - wide).magnitude / max(wide, Float80(Double.leastNormalMagnitude))
        },
        BoundTrial("SIMD3.unitError", SIMD3<Double>.unitError) { random in
            let vector = anyVector(using: &random)
            return vector.unit.map { (WideVector($0) - WideVector(vector).unit).length }
        },
        BoundTrial("Rotation.viewError", Rotation.viewError, error: viewError),
        BoundTrial("RigidTransform.pointError", RigidTransform.pointError) { random in
            let transform = anyTransform(using: &random),
                point = SIMD3<Double>.random(in: -9...9, using: &random)
            let moved = transform.moved(point)
            let size = Float80(max(point.largestMagnitude, transform.translation.largestMagnitude))
            return (WideVector(transform * point) - moved).largestMagnitude / size
        },
        BoundTrial("RigidTransform.twistError", RigidTransform.twistError) { random in
            let transform = anyTransform(using: &random),
                point = SIMD3<Double>.random(in: -9...9, using: &random)
            guard let again = RigidTransform(twist: transform.twist) else { return nil }
            let size = Float80(max(point.largestMagnitude, transform.translation.largestMagnitude))
            return (again.moved(point) - transform.moved(point)).largestMagnitude / size
        },
    ]

    /// The worst of all views of one rotation, in radians.
    private static func viewError(using random: inout SeededGenerator) -> Float80? {
        let (angle, axis) = anyTurn(using: &random)
        let true3 = WideRotation(angle: Float80(angle), axis: WideVector(axis))
        var errors: [Float80] = []
        if let made = Rotation(angle: angle, axis: axis) { errors.append(true3.distance(to: made)) }
        let q = SIMD4(Double(true3.vector.x), Double(true3.vector.y), Double(true3.vector.z), Double(true3.w))
        let ofQ = WideRotation(w: Float80(q.w), vector: WideVector(SIMD3(q.x, q.y, q.z)))
        if let made = try? Rotation(quaternionXYZW: q) { errors.append(ofQ.distance(to: made)) }
        let vector = (axis.unit ?? axis) * angle
        let ofVector = WideRotation(angle: WideVector(vector).length, axis: WideVector(vector))
        if angle != 0, angle.magnitude <= .pi, let made = Rotation(rotationVector: vector) {
            errors.append(ofVector.distance(to: made))
        }
        guard let rotation = true3.rounded else { return nil }
        let seen = rotation.quaternionXYZW
        let back = WideRotation(w: Float80(seen.w), vector: WideVector(SIMD3(seen.x, seen.y, seen.z)))
        errors.append(back.angle(from: true3))
        errors.append((Float80(rotation.angle) - true3.angle).magnitude)
        let w = WideVector(rotation.rotationVector), trueW = true3.axis * true3.angle
        // At half a turn both directions are the same rotation.
        if true3.angle > 0 {
            errors.append(min((w - trueW).length, true3.angle > 3.14 ? (w + trueW).length : .infinity))
        }
        if let axis = rotation.axis, true3.angle > 0 {
            let off = axis.dot(SIMD3(Double(true3.axis.x), Double(true3.axis.y), Double(true3.axis.z)))
            errors.append(WideVector(axis).cross(true3.axis).length * sin(true3.angle / 2))
            if off < 0, true3.angle < 3.14 { errors.append(.infinity) }
        }
        return errors.max()
    }

    static func anyTurn(using random: inout SeededGenerator) -> (angle: Double, axis: SIMD3<Double>) {
        let axis = SIMD3<Double>.randomDirection(using: &random) * .randomSize(in: 1e-9...1e9, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return (.randomSize(in: 1e-12...1, using: &random), axis)
        case 1: return (.pi - .randomSize(in: 1e-12...1, using: &random), axis)
        case 2: return (.random(in: -0x1p20...0x1p20, using: &random), axis)
        default: return (.random(in: -Double.pi...Double.pi, using: &random), axis)
        }
    }

    static func anyTransform(using random: inout SeededGenerator) -> RigidTransform {
        (RigidStrategy.allCases.randomElement(using: &random) ?? .random).transform(using: &random)
    }

    static func anyVector(using random: inout SeededGenerator) -> SIMD3<Double> {
        Bool.random(using: &random)
            ? SIMD3(
                .randomFinite(using: &random), .randomFinite(using: &random), .randomFinite(using: &random))
            : SIMD3.random(in: -1...1, using: &random)
    }
}

extension RigidTransform {
    /// The point moved in 80-bit arithmetic.
    func moved(_ point: SIMD3<Double>) -> WideVector {
        let p = WideVector(point)
        return WideVector(rotation.x) * p.x + WideVector(rotation.y) * p.y + WideVector(rotation.z) * p.z
            + WideVector(translation)
    }
}
#endif
