internal import Markers
internal import QuadGeometry
internal import RigidCalibration

/// The scene of the view that can be turned, as JSON with whole numbers only.
///
/// Coordinates are multiples of a unit around the middle of the scene; residuals and errors are magnified already.
struct TurningScene {
    let json: [UInt8]
    /// The factor by which residuals and errors are enlarged; `nil` if there are none.
    let magnification: Double?

    /// The largest coordinate, in units: more than a screen has pixels, and few digits.
    private static let largest = 20_000.0
    /// Errors are told in coarser units.
    private static let coarse = 16.0
    /// Anything larger, in units, is so far outside that it need not be drawn where it is.
    private static let bound = 1e9

    /// `nil` if there is nothing to see.
    init?(_ scene: SceneDrawing) {
        let shapes = scene.shapes
        let points = shapes.flatMap { scene.showsBefore ? $0.after + $0.before : $0.after }
        guard let frame = scene.frames.first(where: { $0.direction.axes == nil }), let first = points.first
        else { return nil }
        let low = points.reduce(first) { pointwiseMin($0, $1) }
        let high = points.reduce(first) { pointwiseMax($0, $1) }
        let middle = (low + high) / 2, unit = max((high - low).max() / 2, 0.05) / TurningScene.largest
        guard middle.isFinite, unit.isFinite else { return nil }
        magnification = scene.magnification(frame)
        let factor = magnification ?? 0
        func vector(_ vector: SIMD3<Double>) -> [Int] {
            (0..<3).map { Int(min(max(vector[$0] / unit, -Self.bound), Self.bound).rounded()) }
        }
        func places(_ points: [SIMD3<Double>]) -> [Int] { points.flatMap { vector($0 - middle) } }
        // Corners after the first are told from it, and the third as what a parallelogram lacks: few digits.
        func outline(_ points: [SIMD3<Double>]) -> [Int] {
            guard points.count == 4 else { return places(points) }
            let all = points.map { places([$0]) }
            func difference(_ a: [Int], _ b: [Int]) -> [Int] { zip(a, b).map { $0 - $1 } }
            let (along, up) = (difference(all[1], all[0]), difference(all[3], all[0]))
            return all[0] + along + difference(difference(difference(all[2], all[0]), along), up) + up
        }
        let covariance = scene.content.covariance
        let numbers: [(name: String, list: [Int])] = [
            ("numbers", shapes.map(\.number)), ("counts", shapes.map(\.after.count)),
            ("tones", shapes.map(\.tone.number)), ("after", shapes.flatMap { outline($0.after) }),
            ("before", scene.showsBefore ? shapes.flatMap { outline($0.before) } : []),
            ("grid", scene.floorLines(frame.gridStep).flatMap { places([$0.start, $0.end]) }),
            ("arrows", scene.arrows.flatMap { places([$0.start]) + vector($0.residual * factor) }),
            (
                "errors",
                shapes.flatMap { shape in
                    (ErrorEllipsoid(covariance, at: shape.center)?.arms ?? []).flatMap {
                        vector($0 * factor / Self.coarse)
                    }
                }
            ),
        ]
        let texts: [(name: String, list: [String])] = [
            ("names", shapes.map { ReportText.name($0.name, atMost: 40) }),
            (
                "notes",
                shapes.map { shape in
                    let error = scene.content.error(of: shape).map {
                        "; error to expect \(ReportText.length($0))"
                    }
                    return ReportText.name(shape.note) + (error ?? "")
                }
            ),
        ]
        var json = JSONWriter()
        json.object { json in
            json.member("unit", unit)
            for (name, list) in numbers {
                json.array(name) { json in for number in list { json.value(number) } }
            }
            for (name, list) in texts {
                json.array(name) { json in for text in list { json.value(text) } }
            }
        }
        self.json = json.bytes
    }
}

/// The 95 % error of a moved marker in space: three arms, in metres, whose images of the unit sphere it is.
struct ErrorEllipsoid {
    let arms: [SIMD3<Double>]

    /// `nil` if the error is not known or zero.
    init?(_ covariance: MotionCovariance?, at point: SIMD3<Double>) {
        guard let covariance else { return nil }
        let spread = covariance.covariance(ofMoved: point)
        let factor = covariance.ellipsoidFactor(directions: 3)
        // The columns of a triangular root (Cholesky), where a direction without error has an arm of zero.
        func root(_ square: Double) -> Double { max(square, 0).squareRoot() }
        func share(_ number: Double, of arm: Double) -> Double { arm > 0 ? number / arm : 0 }
        let xx = root(spread.xx)
        let xy = share(spread.xy, of: xx), xz = share(spread.xz, of: xx)
        let yy = root(spread.yy - xy * xy), yz = share(spread.yz - xy * xz, of: yy)
        let zz = root(spread.zz - xz * xz - yz * yz)
        arms = [SIMD3(xx, xy, xz), SIMD3(0, yy, yz), SIMD3(0, 0, zz)].map { $0 * factor }
        guard arms.allSatisfy(\.isFinite), arms.contains(where: { $0 != .zero }) else { return nil }
    }
}
