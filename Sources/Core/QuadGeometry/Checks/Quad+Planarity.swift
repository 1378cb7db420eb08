/// The deviation of four corners from a common plane, in the four ways people measure it.
extension Quad {
    /// The distance of every corner from the plane through the center across the diagonals, in metres, or `nil` when the
    /// diagonals are parallel.
    ///
    /// All four corners are equally far from it, on alternating sides, and for a convex quad no other plane comes
    /// as close to its farthest corner:
    ///
    ///     flatness = |n · (p1 - p2 + p3 - p4)| / 4,   n = vectorArea / |vectorArea|
    ///
    /// Corner noise of s gives it a deviation of s/2. Off by at most ``flatnessError`` times the longest edge,
    /// as long as the area is at least a hundredth of that edge squared.
    @inlinable
    public var flatness: Double? { QuadSpans(self).flatness ?? exactFlatness }

    /// The same as ``flatness``, by the word of those who look for it: 0 in one plane, more the more it is bent.
    public var planarity: Double? { flatness }

    /// ``flatness`` off by no more than ``ExactNumber/quotientError`` of itself, whatever the corners.
    @usableFromInline
    var exactFlatness: Double? {
        guard isFinite else { return nil }
        let p1 = ExactVector(p1), p2 = ExactVector(p2), p3 = ExactVector(p3), p4 = ExactVector(p4)
        let area = (p3 - p1).cross(p4 - p2)
        let square = area.dot(area)
        guard square.sign != 0 else { return nil }
        return 0.25 * ExactNumber.quotient(((p1 + p3) - (p2 + p4)).dot(area), byRootOf: square)
    }

    /// The plane of ``flatness``: through the center, across the vector area.
    public var plane: Plane? {
        guard let normal else { return nil }
        return Plane(through: center, unitNormal: normal)
    }

    /// The quad with every corner moved by ``flatness`` into ``plane``, or `nil` when there is no plane.
    public var flattened: Quad? {
        let spans = QuadSpans(self)
        guard let n = spans.doubleArea.unit else { return nil }
        let step = n * spans.metres(spans.bend.dot(n) * 0.25)
        return Quad(p1 + step, p2 - step, p3 + step, p4 - step)
    }

    /// The plane that makes the sum of the corners' squared distances least, on the side of the right-hand
    /// normal where there is one; `nil` when the corners are on one line to within rounding.
    ///
    /// Its normal is off by at most ``leastSquaresError`` times the longest diagonal over the second singular
    /// value of the corners, when that is at least ten times the third.
    public var leastSquaresPlane: Plane? {
        let spans = QuadSpans(self)
        // The corners from the center are ± half a diagonal, ± the bend; their scatter is A Aᵀ with these columns.
        let bend = spans.bend * 0.5
        let columns = OrthogonalColumns(bend, spans.d13 * 0.5.squareRoot(), spans.d24 * 0.5.squareRoot())
        guard let normal = columns.leastDirection else { return nil }
        let agrees = normal.dot(spans.doubleArea) >= 0
        return Plane(through: center, unitNormal: agrees ? normal : -normal)
    }

    /// The largest distance of a corner from ``leastSquaresPlane``, in metres: val3dity's number for rule 203.
    ///
    /// Between 1 and 1.35 times ``flatness`` for convex quads.
    public var leastSquaresDistance: Double? {
        guard let normal = leastSquaresPlane?.normal else { return nil }
        let spans = QuadSpans(self)
        let bend = spans.bend.dot(normal) * 0.25
        let long = spans.d13.dot(normal) * 0.5, cross = spans.d24.dot(normal) * 0.5
        return spans.metres(bend.magnitude + Double.maximum(long.magnitude, cross.magnitude))
    }

    /// The angle between the triangles p1p2p4 and p3p4p2, 0 to π radians, or `nil` when one of them has no area.
    ///
    /// Off by at most ``angleError`` divided by the sine of the corners at p1 and p3, and by at most a millionth.
    public var foldAngle: Double? {
        let spans = QuadSpans(self)
        let atP1 = spans.e4.cross(spans.e1), atP3 = spans.e2.cross(spans.e3)
        // Where a corner is this straight, rounding would turn its triangle.
        let least1 = 0x1p-44 * (spans.e4.dot(spans.e4) * spans.e1.dot(spans.e1))
        let least3 = 0x1p-44 * (spans.e2.dot(spans.e2) * spans.e3.dot(spans.e3))
        if atP1.dot(atP1) > least1, atP3.dot(atP3) > least3 { return atP1.angle(to: atP3) }
        guard isFinite else { return nil }
        let p1 = ExactVector(p1), p2 = ExactVector(p2), p3 = ExactVector(p3), p4 = ExactVector(p4)
        return (p1 - p4).cross(p2 - p1).direction.angle(to: (p3 - p2).cross(p4 - p3).direction)
    }

    /// The largest distance of a corner from the plane of the other three, in metres: the app's measure, which
    /// refuses more than 0.10 m as an edge crossing. `nil` when no three corners span a plane.
    ///
    /// At least four times ``flatness`` times the cosine of half the ``foldAngle``. Off by at most
    /// ``flatnessError`` times the longest edge, as long as the smallest of the four triangles has at least a tenth
    /// of that edge squared.
    public var leaveOneOutDistance: Double? {
        let spans = QuadSpans(self)
        // Six times the volume of the corners is the same whichever is left out.
        let volume = spans.e1.dot(spans.doubleArea).magnitude
        let sizes = [
            spans.e4.cross(spans.e1).length, spans.e1.cross(spans.e2).length,
            spans.e2.cross(spans.e3).length, spans.e3.cross(spans.e4).length,
        ].filter { $0 > 0 }
        guard let smallest = sizes.min() else { return nil }
        return spans.metres(volume / smallest)
    }

    /// The bound on ``flatness`` and ``leaveOneOutDistance``, relative to the longest edge, under their conditions.
    ///
    /// Worst seen: 8.75 `ulpOfOne`, over 7,303,019 quads against 80-bit arithmetic (`BoundTests`), as for
    /// ``centerError``. It grows as the area falls: ten times at a tenth of the area.
    public static let flatnessError = 18 * Double.ulpOfOne
    /// The bound on the normal of ``leastSquaresPlane``, in radians.
    ///
    /// Worst seen: 3.39 `ulpOfOne`, over 6,916,618 quads against the 80-bit scatter matrix (`BoundTests`), as for
    /// ``centerError``.
    public static let leastSquaresError = 6 * Double.ulpOfOne
}

/// Three columns turned among themselves until each is across the other two: one-sided Jacobi (Hestenes 1958).
///
/// Their lengths are then the singular values, and their directions the left singular vectors, of the matrix.
/// Small singular values keep their digits, which squaring into a scatter matrix would lose.
struct OrthogonalColumns {
    /// The columns, longest first.
    private(set) var columns: [SIMD3<Double>]

    /// Columns are expected at magnitudes between 1e-60 and 1e60, or zero.
    init(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) {
        columns = [a, b, c]
        // Three or four sweeps settle any 3x3; the bound only makes the end certain.
        for _ in 0..<30 {
            var turned = false
            for (i, j) in [(0, 1), (0, 2), (1, 2)] where turn(i, j) { turned = true }
            if !turned { break }
        }
        columns.sort { $0.dot($0) > $1.dot($1) }
    }

    /// Turns two columns across each other; false when they already are, to within rounding.
    private mutating func turn(_ i: Int, _ j: Int) -> Bool {
        let a = columns[i], b = columns[j]
        let aa = a.dot(a), bb = b.dot(b), ab = a.dot(b)
        guard ab.magnitude > .ulpOfOne * (aa * bb).squareRoot() else { return false }
        let ratio = (bb - aa) / (2 * ab)
        // For a ratio whose square overflows, the tangent is 1 / (2 ratio), which this also gives.
        let tangent = (ratio < 0 ? -1 : 1) / (ratio.magnitude + (1 + ratio * ratio).squareRoot())
        let cosine = 1 / (1 + tangent * tangent).squareRoot()
        let sine = cosine * tangent
        guard sine != 0 else { return false }
        columns[i] = a * cosine - b * sine
        columns[j] = a * sine + b * cosine
        return true
    }

    /// The direction in which the columns reach least, or `nil` when two of them vanish to within rounding.
    var leastDirection: SIMD3<Double>? {
        guard let first = columns[0].unit else { return nil }
        let second = columns[1]
        guard second.length > OrthogonalColumns.vanishing * columns[0].length else { return nil }
        return first.cross(second).unit
    }

    /// The most that rounding can leave of a column that should be zero, relative to the longest.
    static let vanishing = 8 * Double.ulpOfOne
}
