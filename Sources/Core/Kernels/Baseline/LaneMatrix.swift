/// A 3x3 matrix in each lane, by rows: `x`, `y` and `z` are its rows. In the modules above, matrices are by columns.
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
    init(outer a: LaneVector, _ b: LaneVector) { self.init(b * a.x, b * a.y, b * a.z) }

    @inline(__always)
    static var zero: LaneMatrix { LaneMatrix(.zero, .zero, .zero) }

    @inline(__always)
    static func + (a: Self, b: Self) -> Self { Self(a.x + b.x, a.y + b.y, a.z + b.z) }

    @inline(__always)
    static func - (a: Self, b: Self) -> Self { Self(a.x - b.x, a.y - b.y, a.z - b.z) }

    @inline(__always)
    static func * (a: Self, factor: Lanes) -> Self { Self(a.x * factor, a.y * factor, a.z * factor) }

    @inline(__always)
    static func * (a: Self, b: LaneSymmetric) -> Self { Self(b * a.x, b * a.y, b * a.z) }

    @inline(__always)
    func transposedTimes(_ v: LaneVector) -> LaneVector { x * v.x + y * v.y + z * v.z }

    /// The cofactors: the transpose of the inverse times the determinant.
    @inline(__always)
    var cofactors: Self { Self(y.cross(z), z.cross(x), x.cross(y)) }

    /// selfᵀ · self.
    @inline(__always)
    var gram: LaneSymmetric {
        LaneSymmetric(
            diagonal: x * x + y * y + z * z,
            across: x.next * x.last + y.next * y.last + z.next * z.last)
    }

    /// One step of Newton's method to the nearest orthogonal matrix.
    @inline(__always)
    var nearerOrthogonal: Self {
        let gram = gram, half = self * Lanes(repeating: 0.5)
        let stretch = LaneVector(repeating: Lanes(repeating: 3)) - gram.diagonal
        func nearer(_ row: LaneVector) -> LaneVector { stretch * row - gram.acrossTimes(row) }
        return Self(nearer(half.x), nearer(half.y), nearer(half.z))
    }

    /// The sum of the cross products of the rows: what is not symmetric in selfᵀ · other.
    @inline(__always)
    func torque(_ other: Self) -> LaneVector {
        let first = x * other.x.next + y * other.y.next + z * other.z.next
        let second = x.next * other.x + y.next * other.y + z.next * other.z
        return (first - second).next
    }

    /// The parts of the numbers on a grid, and the rest.
    @inline(__always)
    func split(_ grid: Lanes) -> (head: Self, tail: Self) {
        let (x, y, z) = (x.split(grid), y.split(grid), z.split(grid))
        return (Self(x.head, y.head, z.head), Self(x.tail, y.tail, z.tail))
    }
}

/// A symmetric 3x3 matrix in each lane.
struct LaneSymmetric {
    let diagonal: LaneVector
    /// The entries off the diagonal: yz, zx and xy.
    let across: LaneVector

    @inline(__always)
    static func * (a: Self, v: LaneVector) -> LaneVector {
        a.diagonal * v + a.acrossTimes(v)
    }

    @inline(__always)
    fileprivate func acrossTimes(_ v: LaneVector) -> LaneVector {
        across.last * v.next + across.next * v.last
    }

    /// The sum of the three principal minors.
    @inline(__always)
    var minors: Lanes { (diagonal.next * diagonal.last - across * across).sum }
}

extension LaneVector {
    @inline(__always)
    var sum: Lanes { x + y + z }

    /// The part of each number on a grid, given as 1.5 times 2⁵² of its steps, and the rest.
    @inline(__always)
    func split(_ grid: Lanes) -> (head: LaneVector, tail: LaneVector) {
        let grid = LaneVector(repeating: grid)
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

    /// The difference rounded, and exactly what rounding dropped of it.
    @inline(__always)
    func exactDifference(_ other: LaneVector) -> (difference: LaneVector, rest: LaneVector) {
        let difference = self - other
        let part = self - difference
        return (difference, (self - (difference + part)) + (part - other))
    }
}
