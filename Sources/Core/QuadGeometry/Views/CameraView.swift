/// The pyramid of what a camera can see, for exact verdicts.
struct CameraView {
    private let origin: SIMD3<Double>
    /// The directions of the image's corners, clockwise for the one who looks along them.
    private let edges: [SIMD3<Double>]

    init(of camera: PinholeCamera, rows: Range<Int>? = nil) {
        origin = camera.worldFromCamera.translation
        let x = Double(camera.width)
        let top = Double(rows?.lowerBound ?? 0), bottom = Double(rows?.upperBound ?? camera.height)
        edges = [(0.0, top), (x, top), (x, bottom), (0.0, bottom)].map { camera.ray(x: $0, y: $1).direction }
    }

    /// The place of a quad by the pyramid. Doubles decide where they are certain for all corners.
    func verdict(on quad: Quad) -> ViewVerdict {
        guard quad.isFinite else { return .outside }
        var isInside = true
        for i in 0..<4 {
            let (a, b) = (edges[i], edges[(i + 1) % 4])
            var outer = 0
            for corner in 0..<4 {
                let (value, bound) = ExactSign.volume(quad[corner: corner] - origin, a, b)
                if value < -bound { outer += 1 }
                // False for what is not a number, too.
                if !(value > bound) { isInside = false }
            }
            if outer == 4 { return .outside }
        }
        return isInside ? .inside : exactVerdict(on: quad)
    }

    /// A convex surface is inside with its corners; else it meets the pyramid where a side of a triangle does or
    /// where an edge of the pyramid does.
    private func exactVerdict(on quad: Quad) -> ViewVerdict {
        let apex = ExactVector(origin), directions = edges.map { ExactVector($0) }
        let planes = (0..<4).map { directions[$0].cross(directions[($0 + 1) % 4]) }
        // What is in the pyramid is not behind any of its four planes.
        let heights = quad.corners.map { corner in
            let place = ExactVector(corner) - apex
            return planes.map { $0.dot(place) }
        }
        let inside = heights.filter { $0.allSatisfy { $0.sign >= 0 } }.count
        if inside > 0 { return inside == 4 ? .inside : .crossing }
        for (one, other) in [(0, 1), (1, 2), (2, 3), (3, 0), (1, 3)]
        where CameraView.isMet(between: heights[one], heights[other]) {
            return .crossing
        }
        let isPierced = edges.contains { edge in
            quad.crossing(of: Ray(unchecked: origin, edge), only: nil) != nil
        }
        return isPierced ? .crossing : .outside
    }

    /// Whether the way between two points of these heights above the planes has a point that is below none.
    private static func isMet(between one: [ExactNumber], _ other: [ExactNumber]) -> Bool {
        // The part of the way from 0 to 1 that is above all planes so far, as fractions of positive divisors.
        var from = (number: ExactNumber.zero, divisor: ExactNumber(1))
        var to = (number: ExactNumber(1), divisor: ExactNumber(1))
        for (a, b) in zip(one, other) {
            if a.sign < 0, b.sign < 0 { return false }
            guard a.sign < 0 || b.sign < 0 else { continue }
            if a.sign < 0 {
                let entry = (number: -a, divisor: b - a)
                if (entry.number * from.divisor - from.number * entry.divisor).sign > 0 { from = entry }
            } else {
                let exit = (number: a, divisor: a - b)
                if (exit.number * to.divisor - to.number * exit.divisor).sign < 0 { to = exit }
            }
        }
        return (to.number * from.divisor - from.number * to.divisor).sign >= 0
    }

    /// The pyramid's sides in a tree's frame.
    func planes(in frame: TreeFrame) -> [ViewPlane] {
        let apex = frame.place(origin)
        return (0..<4).map { i in
            let normal = edges[i].cross(edges[(i + 1) % 4])
            return ViewPlane(normal, through: apex)
        }
    }
}

/// A side of what a camera can see, for boxes of a tree.
struct ViewPlane {
    private let normal: SIMD3<Double>
    /// The height of the plane along its normal, lowered by more than rounding can raise it.
    private let height: Double

    init(_ normal: SIMD3<Double>, through apex: SIMD3<Double>) {
        self.normal = normal
        let size = normal.x.magnitude + normal.y.magnitude + normal.z.magnitude
        height = normal.dot(apex) - 1e-12 * size * (apex.largestMagnitude + 2)
    }

    /// Whether a box is certainly on the outer side; false where numbers are too large to tell.
    @inline(__always)
    func isOutside(_ box: FloatBox) -> Bool {
        let low = SIMD3<Double>(Double(box.low.x), Double(box.low.y), Double(box.low.z))
        let high = SIMD3<Double>(Double(box.high.x), Double(box.high.y), Double(box.high.z))
        let farthest = low.replacing(with: high, where: normal .> 0)
        return normal.dot(farthest) < height
    }
}

/// The place of a quad by what a camera can see.
public enum ViewVerdict: Hashable, Sendable {
    /// All of the quad's surface, its two triangles, is in view.
    case inside
    /// Some of it is, and some is not.
    case crossing
    /// None of it is.
    case outside
}
