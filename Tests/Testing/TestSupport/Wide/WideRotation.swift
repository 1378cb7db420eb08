#if arch(x86_64)
import Foundation
public import QuadGeometry

/// A rotation as a unit quaternion of 80-bit numbers.
public struct WideRotation: Sendable {
    public let w: Float80
    public let vector: WideVector

    /// The rotation of a quaternion of any length but zero.
    public init(w: Float80, vector: WideVector) {
        let length = (w * w + vector.dot(vector)).squareRoot()
        self.w = w / length
        self.vector = vector / length
    }

    public init(angle: Float80, axis: WideVector) {
        self.init(w: cos(angle / 2), vector: axis.unit * sin(angle / 2))
    }

    /// The columns of the matrix.
    public var columns: [WideVector] {
        [WideVector(1, 0, 0), WideVector(0, 1, 0), WideVector(0, 0, 1)].map(turned)
    }

    /// The matrix in doubles, each number rounded once.
    public var rounded: Rotation? {
        let numbers = columns.map { SIMD3(Double($0.x), Double($0.y), Double($0.z)) }
        return try? Rotation(columns: numbers[0], numbers[1], numbers[2])
    }

    public func turned(_ point: WideVector) -> WideVector {
        let once = vector.cross(point)
        return point + once * (2 * w) + vector.cross(once) * 2
    }

    /// The angle of the rotation that leads from another one here.
    public func angle(from other: WideRotation) -> Float80 {
        let v = vector * other.w - other.vector * w - vector.cross(other.vector)
        let c = w * other.w + vector.dot(other.vector)
        return 2 * atan2(v.length, c.magnitude)
    }

    /// The distance of nine doubles from the matrix, as an angle: the Frobenius norm over √2.
    public func distance(to rotation: Rotation) -> Float80 {
        let given = [rotation.x, rotation.y, rotation.z].map { WideVector($0) }
        let squares = zip(columns, given).reduce(Float80(0)) { $0 + ($1.0 - $1.1).dot($1.0 - $1.1) }
        return (squares / 2).squareRoot()
    }

    /// The angle, 0 to π, and its axis.
    public var angle: Float80 { 2 * atan2(vector.length, w.magnitude) }
    public var axis: WideVector { (w < 0 ? -vector : vector).unit }
}
#endif
