internal import QuadGeometry

/// A turn about the vertical and a shift, as the votes of single quads are.
struct LevelMotion {
    let cosine, sine: Double
    /// A point, in metres, and where it is moved to.
    let from, to: SIMD3<Double>

    init(cosine: Double, sine: Double, from: SIMD3<Double>, to: SIMD3<Double>) {
        (self.cosine, self.sine, self.from, self.to) = (cosine, sine, from, to)
    }

    /// The motion that takes two points towards two others, their middle to theirs; `nil` where one is above the other.
    init?(_ a: SIMD3<Double>, _ b: SIMD3<Double>, to c: SIMD3<Double>, _ d: SIMD3<Double>) {
        let arm = b - a, other = d - c
        let real = arm.x * other.x + arm.z * other.z, imaginary = arm.x * other.z - arm.z * other.x
        let size = (real * real + imaginary * imaginary).squareRoot()
        guard size > 0 else { return nil }
        self.init(
            cosine: real / size, sine: imaginary / size, from: (a + b) / 2, to: (c + d) / 2)
    }

    func turned(_ arm: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(cosine * arm.x - sine * arm.z, arm.y, sine * arm.x + cosine * arm.z)
    }

    func moved(_ point: SIMD3<Double>) -> SIMD3<Double> { to + turned(point - from) }

    /// The same as other motions are written.
    var motion: AnchoredMotion {
        AnchoredMotion(
            rotation: Rotation(
                unchecked: SIMD3(cosine, 0, sine), SIMD3(0, 1, 0), SIMD3(-sine, 0, cosine)),
            sourceCenter: from, targetCenter: to, rest: .zero)
    }

    /// The angle about the vertical, from 0 to 4: it rises with the angle, a quarter of a circle being 1.
    var quarters: Double {
        let share = cosine / (cosine.magnitude + sine.magnitude)
        return sine >= 0 ? 1 - share : 3 + share
    }
}
