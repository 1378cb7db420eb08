/// Sizes and directions of a quad. All come from differences of corners, so that they keep their digits far from the
/// origin, and are finite for every finite quad unless the true value is beyond the range of doubles.
extension Quad {
    /// The mean of the corners, in metres: what the app shows and `calibrated_data.center` holds.
    ///
    /// The same bits for every corner order. Off by at most ``centerError`` times ``largestMagnitude``.
    @inlinable
    public var center: SIMD3<Double> {
        let sum = (p1 + p3) + (p2 + p4)
        if sum.isFinite { return sum * 0.25 }
        return (p1 * 0.25 + p3 * 0.25) + (p2 * 0.25 + p4 * 0.25)
    }

    /// Half the cross product of the diagonals, in square metres: its length is the area, its direction the
    /// right-hand normal.
    ///
    /// Where the outline crosses itself, parts of it cancel: read ``shape`` first. Off by at most
    /// ``areaError`` times the longest diagonal squared.
    @inlinable
    public var vectorArea: SIMD3<Double> {
        let spans = QuadSpans(self)
        let half = spans.doubleArea * 0.5
        if spans.exponent == 0 { return half }
        return half.scaled(byPowerOfTwo: 2 * spans.exponent)
    }

    /// The length of ``vectorArea``, in square metres, with its error bound.
    @inlinable
    public var area: Double { QuadSpans(self).area }

    /// The right-hand normal of p1 p2 p3 p4, of length one, or `nil` when the diagonals are parallel.
    ///
    /// Off by at most ``normalError`` divided by the sine of the angle between the diagonals.
    @inlinable
    public var normal: SIMD3<Double>? {
        QuadSpans(self).doubleArea.unit
    }

    /// The normal turned to the side of `point`, or `nil` when there is none or the point is on neither side.
    public func normal(facing point: SIMD3<Double>) -> SIMD3<Double>? {
        guard let normal else { return nil }
        switch winding(from: point) {
        case .counterclockwise: return normal
        case .clockwise: return -normal
        case .edgeOn: return nil
        }
    }

    /// The balance point of the outlined area, in metres, or `nil` when the outline encloses none.
    ///
    /// The area is the four triangles between the center and the edges, weighed along the normal, so that the
    /// corner order does not matter. Off by at most ``areaCentroidError`` times the longest diagonal or the largest
    /// coordinate, whichever is larger, for convex quads whose area is at least a hundredth of that diagonal
    /// squared.
    public var areaCentroid: SIMD3<Double>? {
        let spans = QuadSpans(self)
        guard let n = spans.doubleArea.unit else { return nil }
        // Corners as seen from the center: p1 is r1, and so on; they add up to zero.
        let bend = spans.bend * -0.25
        let r1 = bend - spans.d13 * 0.5, r3 = bend + spans.d13 * 0.5
        let r2 = -bend - spans.d24 * 0.5, r4 = -bend + spans.d24 * 0.5
        let w1 = r1.cross(r2).dot(n), w2 = r2.cross(r3).dot(n)
        let w3 = r3.cross(r4).dot(n), w4 = r4.cross(r1).dot(n)
        let weight = (w1 + w3) + (w2 + w4)
        let moment = ((r1 + r2) * w1 + (r3 + r4) * w3) + ((r2 + r3) * w2 + (r4 + r1) * w4)
        let centroid = center + spans.metres(moment / (3 * weight))
        return centroid.isFinite ? centroid : nil
    }

    /// The lengths of the edges p1p2, p2p3, p3p4 and p4p1, in metres.
    ///
    /// Each is off by at most ``lengthError`` times itself, also where the others are larger by any power.
    public var edgeLengths: SIMD4<Double> {
        SIMD4((p2 - p1).length, (p3 - p2).length, (p4 - p3).length, (p1 - p4).length)
    }

    /// The lengths of the diagonals p1p3 and p2p4, in metres, with the error bound of ``edgeLengths``.
    public var diagonalLengths: SIMD2<Double> {
        SIMD2((p3 - p1).length, (p4 - p2).length)
    }

    /// The length of the outline, in metres, off by at most ``lengthError`` times itself.
    public var perimeter: Double {
        let lengths = edgeLengths
        return (lengths.x + lengths.z) + (lengths.y + lengths.w)
    }

    /// The angles between the two edges at p1, p2, p3 and p4, 0 to π radians; `nil` when an edge has no length.
    ///
    /// The inner angle of a reflex corner is 2π minus its entry. Each is off by at most ``angleError``.
    public var cornerAngles: SIMD4<Double>? {
        // Not by spans, which share one scale: beside a long edge the direction of a short one would be lost.
        let e1 = p1.direction(to: p2), e2 = p2.direction(to: p3)
        let e3 = p3.direction(to: p4), e4 = p4.direction(to: p1)
        guard let a1 = (-e4).angle(to: e1), let a2 = (-e1).angle(to: e2), let a3 = (-e2).angle(to: e3),
            let a4 = (-e3).angle(to: e4)
        else { return nil }
        return SIMD4(a1, a2, a3, a4)
    }

    /// The entry of ``cornerAngles`` for one corner, 0 for p1; `nil` when one of its edges has no length.
    func cornerAngle(_ corner: Int) -> Double? {
        let here = self[corner: corner], before = self[corner: (corner + 3) & 3]
        return (-before.direction(to: here)).angle(to: here.direction(to: self[corner: (corner + 1) & 3]))
    }

    /// The corners of which one is farthest from a right angle, and with it nearest to a straight line: those whose squared
    /// cosine is the largest to within rounding. All of them where that cannot be told.
    var leastRightCorners: SIMDMask<SIMD4<Int64>> {
        let spans = QuadSpans(unscaled: self)
        let (e1, e2, e3, e4) = (spans.e1, spans.e2, spans.e3, spans.e4)
        let l = SIMD4(e1.dot(e1), e2.dot(e2), e3.dot(e3), e4.dot(e4))
        let w = SIMD4(l.w, l.x, l.y, l.z) * l
        // Between these bounds no product has over- or underflowed.
        guard w.min() > 1e-120, w.max() < 1e120 else { return .init(repeating: true) }
        let c = SIMD4(e4.dot(e1), e1.dot(e2), e2.dot(e3), e3.dot(e4))
        let squares = c * c / w
        return squares .>= squares.max() - Quad.squaredCosineError
    }

    /// Above twice the rounding of a squared cosine: two products of three terms, their product and a quotient.
    private static let squaredCosineError = 0x1p-47

    /// The bound on ``center``, relative to the largest coordinate: by three sums, each rounded once.
    ///
    /// Worst seen: 0.87 `ulpOfOne`, over 8,000,000 quads against 80-bit arithmetic (`BoundTests`): half of them random,
    /// half steps from the worst of those to worse ones.
    public static let centerError = 1 * Double.ulpOfOne
    /// The bound on ``area`` and ``vectorArea``, relative to the longest diagonal squared.
    ///
    /// Worst seen: 1.32 `ulpOfOne`, over 8,000,000 quads in the same way.
    public static let areaError = 2 * Double.ulpOfOne
    /// The bound on ``normal``, in radians, before the division by the sine between the diagonals.
    ///
    /// Worst seen: 1.46 `ulpOfOne`, over 8,000,000 quads in the same way.
    public static let normalError = 3 * Double.ulpOfOne
    /// The bound on ``areaCentroid``, relative to the longest diagonal or the largest coordinate.
    ///
    /// Worst seen: 14.02 `ulpOfOne`, over 7,127,021 quads in the same way.
    public static let areaCentroidError = 28 * Double.ulpOfOne
    /// The bound on ``edgeLengths``, ``diagonalLengths`` and ``perimeter``, relative to the value, down to the least
    /// normal double.
    ///
    /// Worst seen: 2.30 `ulpOfOne`, over 8,000,000 quads in the same way.
    public static let lengthError = 4 * Double.ulpOfOne
    /// The bound on ``cornerAngles`` and ``foldAngle``, in radians.
    ///
    /// Worst seen: 2.52 `ulpOfOne`, over 8,000,000 quads in the same way.
    public static let angleError = 5 * Double.ulpOfOne
}

extension SIMD3<Double> {
    /// The vector to another point, or half of it where it overflows.
    fileprivate func direction(to other: Self) -> Self {
        let way = other - self
        return way.isFinite ? way : other * 0.5 - self * 0.5
    }
}
