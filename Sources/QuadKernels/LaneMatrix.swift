/// A 3x3 matrix in each lane, by columns.
struct LaneMatrix {
    var x, y, z: LaneVector

    @inline(__always)
    init(_ x: LaneVector, _ y: LaneVector, _ z: LaneVector) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// a bᵀ.
    @inline(__always)
    init(outer a: LaneVector, _ b: LaneVector) { self.init(a * b.x, a * b.y, a * b.z) }

    @inline(__always)
    static var zero: LaneMatrix { LaneMatrix(.zero, .zero, .zero) }

    @inline(__always)
    static func + (a: Self, b: Self) -> Self { Self(a.x + b.x, a.y + b.y, a.z + b.z) }

    @inline(__always)
    static func - (a: Self, b: Self) -> Self { Self(a.x - b.x, a.y - b.y, a.z - b.z) }

    @inline(__always)
    static func * (a: Self, factor: Lanes) -> Self { Self(a.x * factor, a.y * factor, a.z * factor) }

    @inline(__always)
    static func * (a: Self, v: LaneVector) -> LaneVector { a.x * v.x + a.y * v.y + a.z * v.z }

    @inline(__always)
    static func * (a: Self, b: Self) -> Self { Self(a * b.x, a * b.y, a * b.z) }

    /// The cofactors: the transpose of the inverse times the determinant.
    @inline(__always)
    var cofactors: Self { Self(y.cross(z), z.cross(x), x.cross(y)) }

    /// The sum of the squares of the nine numbers.
    @inline(__always)
    var squares: Lanes { (x * x + y * y + z * z).sum }
}

extension LaneVector {
    @inline(__always)
    var sum: Lanes { x + y + z }

    @inline(__always)
    var largest: Lanes { most(x, most(y, z)) }

    /// The part of each number on a grid, given as 1.5 times 2⁵² of its steps, and the rest.
    @inline(__always)
    func split(_ grid: Lanes) -> (head: LaneVector, tail: LaneVector) {
        let grid = LaneVector(grid, grid, grid)
        let head = (self + grid) - grid
        return (head, self - head)
    }

    /// The sum rounded, and exactly what rounding dropped of it.
    @inline(__always)
    func exactSum(_ other: LaneVector) -> (sum: LaneVector, rest: LaneVector) {
        let sum = self + other
        let part = sum - self
        return (sum, (self - (sum - part)) + (other - part))
    }
}
