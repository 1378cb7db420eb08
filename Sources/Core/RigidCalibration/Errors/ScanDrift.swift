internal import QuadGeometry

/// The drift of a scan as a part of a motion's covariance: errors of two places are the more unlike the farther they are apart.
///
/// Its size is a generalised covariance, of which only differences between places mean anything (Matheron 1973): the motion takes
/// up what is alike everywhere. Where the residuals of the markers show none, it is near zero.
public struct ScanDrift: Hashable, Sendable {
    /// A place where the scan was compared, and how an error there moves the motion.
    public struct Place: Hashable, Sendable {
        /// In the target frame, in metres.
        public let center: SIMD3<Double>
        /// Six rows of three: turns in radians and shifts in metres, for each metre of error along x, y and z.
        public let share: [Double]

        public init(center: SIMD3<Double>, share: [Double]) { (self.center, self.share) = (center, share) }
    }

    /// A place, and the movement of the motion with an error there.
    struct Node: Hashable, Sendable {
        let center: SIMD3<Double>
        let pull: MotionPull
    }

    /// The growth of the mean square difference of two places' errors with their distance.
    ///
    /// A random walk of positions has 1 and one of directions 3. Public trajectories of devices lie between: with 1.5, bounds
    /// held there among the markers, but not as often beyond them. It is an assumption here.
    public static let exponent = 1.75
    /// Beyond its markers a scan is assumed to be off by this share of the distance, root mean square, whatever they show: the
    /// scales of two scans of one place differ by more in most cases.
    ///
    /// ``MotionCovariance/growth`` is that of the scales, too, but of markers with errors of a millimetre it leaves next to none. Without
    /// this share their bounds would be up to a quarter narrower past the markers, and as wide as now on measured pairs.
    public static let shareBeyond = 0.001
    /// A bend beyond the markers is assumed to be off by no more than this share of the distance, root mean square: one by 16 cm in the
    /// first 10 m is then just within the error of 95 of 100.
    public static let mostBend = 0.01
    /// A bend that is off by this many times a marker's error as far from the markers as they reach need not show among them.
    static let hidden = 2.0

    /// More places than this are put together: they tell no more of a drift.
    package static let mostPlaces = 32

    /// Half the mean square difference, along one axis, of the errors of places a metre apart; in square metres.
    public let variance: Double
    public let places: [Place]
    /// The place from which the extent of the markers is counted, and the extent, in metres.
    public let anchor: SIMD3<Double>
    public let reach: Double
    /// The bend that a scan may have without showing it among the markers: the error a metre beyond them, root mean square in metres,
    /// which grows with the square of the distance.
    ///
    /// In eight metres of a corridor a bend may be lost in the noise of their markers, and twenty metres farther be off by half a metre.
    public let bend: Double
    /// The places with what errors there do to the motion, ready to be summed.
    let nodes: [Node]
    /// The sum that makes the drift at the anchor none.
    private let atAnchor: MotionPull

    /// A drift; `nil` if the numbers cannot be one.
    public init?(
        variance: Double, places: [Place], anchor: SIMD3<Double>, reach: Double, bend: Double = 0
    ) {
        let numbers = places.flatMap { $0.share + [$0.center.x, $0.center.y, $0.center.z] }
        let nodes = places.compactMap { place in
            MotionPull(place.share).map { Node(center: place.center, pull: $0) }
        }
        guard places.count <= ScanDrift.mostPlaces, variance >= 0, variance.isFinite, reach >= 0,
            reach <= Correspondences.largestCoordinate, bend >= 0, bend.isFinite,
            nodes.count == places.count,
            numbers.allSatisfy({ $0.isFinite }),
            places.allSatisfy({ $0.center.largestMagnitude <= Correspondences.largestCoordinate })
        else { return nil }
        (self.variance, self.places, self.anchor) = (variance, places, anchor)
        (self.reach, self.bend) = (reach, bend)
        self.nodes = nodes
        atAnchor = nodes.reduce(into: MotionPull()) { sum, node in
            sum.add(node.pull, times: -ScanDrift.likeness(anchor, node.center))
        }
        // Numbers that are finite may still have products that are not.
        guard matrix.allSatisfy({ $0.isFinite }) else { return nil }
    }

    /// The generalised covariance of the errors of two places whose variance is one.
    static func likeness(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
        let distance = (a - b).length, root = distance.squareRoot()
        return -distance * root * root.squareRoot()
    }

    /// The part of the drift in the covariance of the motion, taking that at the anchor for none: six rows of six.
    var matrix: [Double] {
        var matrix = [Double](repeating: 0, count: 36)
        for a in places {
            var pull = [Double](repeating: 0, count: 18)
            for b in places {
                let likeness = ScanDrift.likeness(a.center, b.center) * variance
                for entry in 0..<18 { pull[entry] += b.share[entry] * likeness }
            }
            let atAnchor = ScanDrift.likeness(a.center, anchor) * variance
            for row in 0..<6 {
                for axis in 0..<3 {
                    for column in 0..<6 {
                        matrix[6 * row + column] += a.share[3 * row + axis] * pull[3 * column + axis]
                    }
                    let shared = a.share[3 * row + axis] * atAnchor
                    matrix[6 * row + 3 + axis] -= shared
                    matrix[6 * (3 + axis) + row] -= shared
                }
            }
        }
        return matrix
    }

    /// The part of the drift in the covariance of a moved point besides that which the motion's covariance has.
    ///
    /// - Parameters:
    ///   - point: The point where it was moved to.
    ///   - arm: The distance of the point from the place that changes of the motion are about.
    func covariance(at point: SIMD3<Double>, arm: SIMD3<Double>) -> SymmetricMatrix {
        var pull = atAnchor
        unsafe nodes.withUnsafeBufferPointer { nodes in
            for place in nodes.indices {
                unsafe pull.add(nodes[place].pull, times: ScanDrift.likeness(point, nodes[place].center))
            }
        }
        return pull.stretch(atArm: arm) * (-2 * variance)
    }

    /// The covariance that is assumed of a point beyond the markers.
    func beyond(_ point: SIMD3<Double>) -> SymmetricMatrix {
        let distance = Double.maximum((point - anchor).length - reach, 0)
        let stretch = distance * ScanDrift.shareBeyond
        let bent = distance * Double.minimum(distance * bend, ScanDrift.mostBend)
        return SymmetricMatrix(diagonal: (stretch * stretch + bent * bent) / 3)
    }
}

extension ScanDrift {
    /// The rounding that sums over places and differences of matrices may show, as a share of the covariance.
    private static let rounding = 1e-6

    /// Whether it can be a part of the covariance of a motion, six rows of six: no point then has a negative variance.
    ///
    /// An error that all places have moves the motion by just that, so only differences between places count, whose variance is
    /// never negative; and what the covariance has besides the drift is a covariance.
    package func isPart(of matrix: [Double]) -> Bool {
        guard !places.isEmpty, variance > 0 else { return true }
        let farthest = places.max { ($0.center - anchor).length < ($1.center - anchor).length }
        let likeness = ScanDrift.likeness(farthest?.center ?? anchor, anchor).magnitude * variance
        for row in 0..<6 {
            for axis in 0..<3 {
                let sum = places.reduce(0) { $0 + $1.share[3 * row + axis] }
                let excess = sum - (row == 3 + axis ? 1 : 0)
                guard excess * excess * likeness <= Self.rounding * matrix[7 * row] else { return false }
            }
        }
        let free = (0..<6).filter { matrix[7 * $0] > 0 }, own = self.matrix
        guard (0..<6).allSatisfy({ free.contains($0) || own[7 * $0] == 0 }) else { return false }
        var rest = NormalMatrix(size: free.count)
        for (row, i) in free.enumerated() {
            for (column, j) in free.enumerated() {
                rest[row, column] = matrix[6 * i + j] - own[6 * i + j]
            }
            rest[row, row] += Self.rounding * matrix[7 * i]
        }
        return rest.choleskyFactor != nil
    }
}

/// The movement of a motion with an error at a place: its turns about x, y and z, in radians, and its shifts along them, in metres,
/// each for a metre of error along x, y and z.
struct MotionPull: Hashable, Sendable {
    private var turnX = SIMD3<Double>.zero, turnY = SIMD3<Double>.zero, turnZ = SIMD3<Double>.zero
    private var shiftX = SIMD3<Double>.zero, shiftY = SIMD3<Double>.zero, shiftZ = SIMD3<Double>.zero

    /// Of no error.
    init() {}

    /// From six rows of three; `nil` of other numbers.
    init?(_ rows: [Double]) {
        guard rows.count == 18 else { return nil }
        func row(_ row: Int) -> SIMD3<Double> { SIMD3(rows[3 * row], rows[3 * row + 1], rows[3 * row + 2]) }
        (turnX, turnY, turnZ) = (row(0), row(1), row(2))
        (shiftX, shiftY, shiftZ) = (row(3), row(4), row(5))
    }

    /// Adds that of another error, a number of times.
    mutating func add(_ other: MotionPull, times factor: Double) {
        turnX += other.turnX * factor
        turnY += other.turnY * factor
        turnZ += other.turnZ * factor
        shiftX += other.shiftX * factor
        shiftY += other.shiftY * factor
        shiftZ += other.shiftZ * factor
    }

    /// The symmetric half of the matrix that leads from the error to the movement of a point at an arm.
    func stretch(atArm arm: SIMD3<Double>) -> SymmetricMatrix {
        let still = SymmetricMatrix(
            xx: shiftX.x, xy: (shiftX.y + shiftY.x) / 2, xz: (shiftX.z + shiftZ.x) / 2, yy: shiftY.y,
            yz: (shiftY.z + shiftZ.y) / 2, zz: shiftZ.z)
        return still + SymmetricMatrix(product: SmallChanges.column(0, arm), turnX)
            + SymmetricMatrix(product: SmallChanges.column(1, arm), turnY)
            + SymmetricMatrix(product: SmallChanges.column(2, arm), turnZ)
    }

    /// The trace of that: its slope by the arm, and its value at none.
    var stretch: (slope: SIMD3<Double>, constant: Double) {
        let slope =
            turnX.cross(SIMD3(1, 0, 0)) + turnY.cross(SIMD3(0, 1, 0)) + turnZ.cross(SIMD3(0, 0, 1))
        return (slope, shiftX.x + shiftY.y + shiftZ.z)
    }
}
