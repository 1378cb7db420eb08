/// The quick look that lets sound quads pass: no roots, no divisions, no trigonometry.
///
/// It is certain only where every limit is kept by more than ``margin``, which is far above the rounding of
/// squares and of the measures; everything else is for the full check to decide.
@usableFromInline
struct SoundnessScreen: Sendable {
    private let largestCoordinate: Double
    private let snapSquared: Double
    private let shortestSquared: Double
    private let longestSquared: Double
    private let aspectSquared: Double
    private let flatnessFactor: Double
    private let foldCosineSquared: Double
    private let straightSineSquared: Double
    private let skewCosineSquared: Double

    /// The numbers the quick look compares with, in the order the kernel takes them.
    func withNumbers<Result>(_ body: (UnsafePointer<Double>) -> Result) -> Result {
        let all = (
            largestCoordinate, snapSquared, shortestSquared, longestSquared, aspectSquared, flatnessFactor,
            foldCosineSquared, straightSineSquared, skewCosineSquared, SoundnessScreen.nearlyParallel,
            SoundnessScreen.leastDiagonalSineSquared
        )
        return unsafe withUnsafePointer(to: all) {
            unsafe body(UnsafeRawPointer($0).assumingMemoryBound(to: Double.self))
        }
    }

    /// Limits are narrowed by this before they are used here: squared lengths by this share, sines and cosines by
    /// this much.
    private static let margin = 0x1p-30

    /// The least sine of a corner, squared. Down to it, rounding turns a corner's normal by less than 1e-10.
    private static let leastCornerSineSquared = 1e-10

    /// The least sine between the diagonals, squared. Down to it, rounding turns the area's normal by less than
    /// a thousand times ``Quad/normalError``.
    private static let leastDiagonalSineSquared = 0x1p-20

    /// cos² 17°. Corner normals this near to the area's are within 34° of each other, and the axis nearest to one
    /// of them is within 55° of it: all four turn the same way seen along that axis, so the outline is convex.
    private static let nearlyParallel = 0.915

    init(_ limits: QuadLimits) {
        let below = 1 - SoundnessScreen.margin, above = 1 + SoundnessScreen.margin
        // Sizes between these bounds cannot overflow or underflow in any product used here.
        largestCoordinate = min(limits.largestCoordinate, 1e30)
        snapSquared = max(limits.snap * limits.snap * above, 1e-40)
        shortestSquared = max(limits.shortestEdge * limits.shortestEdge * above, 1e-40)
        longestSquared = min(limits.longestEdge, 1e30) * min(limits.longestEdge, 1e30) * below
        aspectSquared = min(limits.aspectRatio, 1e30) * min(limits.aspectRatio, 1e30) * below
        // spans.bend · A below 4 |A| times the lower flatness limit, squared.
        let rounding = 128 * Quad.flatnessError * min(limits.longestEdge, 1e30)
        let flat = max(min(limits.flatnessWarning, limits.flatnessError, 1e30) - rounding, 0)
        flatnessFactor = 16 * flat * flat * below
        let fold = sineAndCosine(min(limits.foldAngle, .pi / 2)).cosine + SoundnessScreen.margin
        foldCosineSquared = fold * fold
        let straight = sineAndCosine(min(limits.straightAngle, .pi / 2)).sine + SoundnessScreen.margin
        straightSineSquared = max(straight * straight, SoundnessScreen.leastCornerSineSquared)
        // Within this of a right angle the cosine is below the sine of the limit.
        let skew = max(sineAndCosine(min(limits.rectangleAngle, .pi / 2)).sine - SoundnessScreen.margin, 0)
        skewCosineSquared = skew * skew
    }

    /// The possible answers of the quick look.
    enum Answer {
        /// No finding at all.
        case sound
        /// At most a corner that is not right-angled.
        case skewed
        /// For the full check to decide.
        case unclear
    }

    /// The certain answer about the quad. ``Answer/unclear`` for NaN: every comparison is one that NaN fails.
    @inline(__always)
    func look(_ quad: Quad) -> Answer {
        guard quad.p1.largestMagnitude <= largestCoordinate, quad.p2.largestMagnitude <= largestCoordinate,
            quad.p3.largestMagnitude <= largestCoordinate, quad.p4.largestMagnitude <= largestCoordinate
        else { return .unclear }
        let spans = QuadSpans(unscaled: quad)
        let (e1, e2, e3, e4) = (spans.e1, spans.e2, spans.e3, spans.e4)
        let l1 = e1.dot(e1), l2 = e2.dot(e2), l3 = e3.dot(e3), l4 = e4.dot(e4)
        let shortest = min(min(l1, l2), min(l3, l4)), longest = max(max(l1, l2), max(l3, l4))
        let l13 = spans.d13.dot(spans.d13), l24 = spans.d24.dot(spans.d24)
        guard shortest > shortestSquared, longest < longestSquared, longest < aspectSquared * shortest,
            shortest > snapSquared, l13 > snapSquared, l24 > snapSquared
        else { return .unclear }
        // Corner normals, each with the product of its edges' squared lengths.
        let n1 = e4.cross(e1), n2 = e1.cross(e2), n3 = e2.cross(e3), n4 = e3.cross(e4)
        let s1 = n1.dot(n1), s2 = n2.dot(n2), s3 = n3.dot(n3), s4 = n4.dot(n4)
        let w1 = l4 * l1, w2 = l1 * l2, w3 = l2 * l3, w4 = l3 * l4
        guard s1 > straightSineSquared * w1, s2 > straightSineSquared * w2, s3 > straightSineSquared * w3,
            s4 > straightSineSquared * w4
        else { return .unclear }
        let area = spans.doubleArea
        let size = area.dot(area), nearly = SoundnessScreen.nearlyParallel * size
        let a1 = n1.dot(area), a2 = n2.dot(area), a3 = n3.dot(area), a4 = n4.dot(area)
        guard size > SoundnessScreen.leastDiagonalSineSquared * (l13 * l24)
        else { return .unclear }
        guard a1 > 0, a2 > 0, a3 > 0, a4 > 0, a1 * a1 > nearly * s1, a2 * a2 > nearly * s2,
            a3 * a3 > nearly * s3, a4 * a4 > nearly * s4
        else { return .unclear }
        let bend = spans.bend.dot(area), fold = n1.dot(n3)
        guard bend * bend < flatnessFactor * size, fold > 0, fold * fold > foldCosineSquared * (s1 * s3)
        else { return .unclear }
        return isRectangular(spans, SIMD4(w1, w2, w3, w4)) ? .sound : .skewed
    }

    /// Whether all corners are certainly right angles, given the products of their edges' squared lengths.
    @inline(__always)
    private func isRectangular(_ spans: QuadSpans, _ w: SIMD4<Double>) -> Bool {
        let (e1, e2, e3, e4) = (spans.e1, spans.e2, spans.e3, spans.e4)
        let c1 = e4.dot(e1), c2 = e1.dot(e2), c3 = e2.dot(e3), c4 = e3.dot(e4)
        return c1 * c1 < skewCosineSquared * w.x && c2 * c2 < skewCosineSquared * w.y
            && c3 * c3 < skewCosineSquared * w.z && c4 * c4 < skewCosineSquared * w.w
    }

    /// Whether the quad is certainly within the flatness limit, so that the angle of its halves need not be computed.
    func isUnfolded(_ quad: Quad) -> Bool {
        let spans = QuadSpans(unscaled: quad)
        let n1 = spans.e4.cross(spans.e1), n3 = spans.e2.cross(spans.e3)
        let s1 = n1.dot(n1), s3 = n3.dot(n3), fold = n1.dot(n3)
        let w1 = spans.e4.dot(spans.e4) * spans.e1.dot(spans.e1)
        let w3 = spans.e2.dot(spans.e2) * spans.e3.dot(spans.e3)
        // As for all four corners: no corner so straight that rounding turns its normal, and no over- or underflow.
        guard s1 > straightSineSquared * w1, s3 > straightSineSquared * w3, w1 > 1e-120, w3 > 1e-120,
            w1 < 1e120,
            w3 < 1e120
        else { return false }
        return fold > 0 && fold * fold > foldCosineSquared * (s1 * s3)
    }

    /// Whether the angles of the corners are certainly no finding, so that they need not be computed; only a convex quad has to
    /// be right-angled.
    func hasClearCorners(_ quad: Quad, isConvex: Bool) -> Bool {
        let spans = QuadSpans(unscaled: quad)
        let (e1, e2, e3, e4) = (spans.e1, spans.e2, spans.e3, spans.e4)
        let l = SIMD4(e1.dot(e1), e2.dot(e2), e3.dot(e3), e4.dot(e4))
        let w = SIMD4(l.w, l.x, l.y, l.z) * l
        // Between these bounds no product has over- or underflowed.
        guard w.min() > 1e-120, w.max() < 1e120 else { return false }
        // A right corner is straight only by a limit that leaves almost no room between the two.
        if isConvex { return straightSineSquared < 1 - skewCosineSquared && isRectangular(spans, w) }
        let n1 = e4.cross(e1), n2 = e1.cross(e2), n3 = e2.cross(e3), n4 = e3.cross(e4)
        let s = SIMD4(n1.dot(n1), n2.dot(n2), n3.dot(n3), n4.dot(n4))
        return all(s .> straightSineSquared * w)
    }
}
