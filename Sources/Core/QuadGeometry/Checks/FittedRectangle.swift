/// The rectangle whose corners come nearest to a quad's, in the sense of least squares.
///
/// ```swift
/// if let rectangle = quad.fittedRectangle {
///     print(rectangle.width, rectangle.height, rectangle.residual)
/// }
/// ```
public struct FittedRectangle: Hashable, Sendable {
    /// The center, in metres; the mean of the quad's corners.
    public let center: SIMD3<Double>
    /// The direction from the p1p4 side to the p2p3 side, of length one.
    public let widthAxis: SIMD3<Double>
    /// The direction from the p1p2 side to the p4p3 side, of length one, across ``widthAxis``.
    public let heightAxis: SIMD3<Double>
    /// The extent along ``widthAxis``, in metres.
    public let width: Double
    /// The extent along ``heightAxis``, in metres.
    public let height: Double
    /// The root mean square distance between the quad's corners and the rectangle's, in metres.
    public let residual: Double

    /// The rectangle's corners, each near the quad's of the same name.
    public var quad: Quad {
        let across = widthAxis * (width / 2), along = heightAxis * (height / 2)
        return Quad(
            center - across - along, center + across - along, center + across + along,
            center - across + along)
    }

    /// The bound on the corners of ``quad``, relative to the longest diagonal or the largest coordinate of the fitted
    /// quad, when its area is at least a hundredth of that diagonal squared.
    ///
    /// Worst seen: 28.6 `ulpOfOne`, over 7,552,265 quads against a search over all angles in 80-bit arithmetic
    /// (`BoundTests`), as for ``Quad/centerError``: on narrow rhombuses, which two rectangles fit almost as well.
    public static let cornerError = 56 * Double.ulpOfOne
}

extension Quad {
    /// The rectangle that fits the corners best, or `nil` when their diagonals are parallel.
    ///
    /// The corners are center ± X ± Y and an out-of-parallelogram part. The best rectangle replaces X and Y by
    /// their shadows on two perpendicular axes u, v of their plane. With X along the first axis of the plane and
    /// Y = y·(cos φ, sin φ), the sum of the squared shadows is greatest when u points along the square root of
    /// x² - y² exp(2iφ), taken as a complex number.
    public var fittedRectangle: FittedRectangle? {
        let spans = QuadSpans(self)
        let across = (spans.e1 - spans.e3) * 0.25, along = (spans.e2 - spans.e4) * 0.25
        let plane = across.cross(along)
        guard let n = plane.unit, let first = across.unit else { return nil }
        let second = n.cross(first)
        let x = across.length
        let yCos = along.dot(first), ySin = along.dot(second)
        let real = x * x - (yCos - ySin) * (yCos + ySin), imaginary = -2 * yCos * ySin
        let size = SIMD3(real, imaginary, 0).length
        guard size > 0 else { return nil }
        // The half angle by the branch that adds magnitudes.
        let cosine: Double
        let sine: Double
        if real >= 0 {
            cosine = ((size + real) / (2 * size)).squareRoot()
            sine = imaginary / (2 * size * cosine)
        } else {
            let half = ((size - real) / (2 * size)).squareRoot()
            sine = imaginary < 0 ? -half : half
            cosine = imaginary / (2 * size * sine)
        }
        let u = first * cosine + second * sine, v = second * cosine - first * sine
        let width = across.dot(u), height = along.dot(v)
        let bend = spans.bend * 0.25
        let missed = [across - u * width, along - v * height, bend]
        let squares = missed.reduce(0) { $0 + $1.dot($1) }
        return FittedRectangle(
            center: center, widthAxis: u, heightAxis: v, width: spans.metres(2 * width),
            height: spans.metres(2 * height), residual: spans.metres(squares.squareRoot()))
    }
}
