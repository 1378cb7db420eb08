@testable import QuadGeometry

extension FuzzQuestion {
    /// Every property of one quad.
    static let measures: [FuzzQuestion] = [
        FuzzQuestion(name: "center") { $0.quad.center.numbers },
        FuzzQuestion(name: "vectorArea") { $0.quad.vectorArea.numbers },
        FuzzQuestion(name: "area") { [$0.quad.area] },
        FuzzQuestion(name: "normal") { $0.quad.normal.numbers },
        FuzzQuestion(name: "normal(facing:)") { $0.quad.normal(facing: $0.origin).numbers },
        FuzzQuestion(name: "areaCentroid") { $0.quad.areaCentroid.numbers },
        FuzzQuestion(name: "edgeLengths") { (0..<4).map($0.quad.edgeLengths.number) },
        FuzzQuestion(name: "diagonalLengths") { [$0.quad.diagonalLengths.x, $0.quad.diagonalLengths.y] },
        FuzzQuestion(name: "perimeter") { [$0.quad.perimeter] },
        FuzzQuestion(name: "cornerAngles") { input in
            input.quad.cornerAngles.map { (0..<4).map($0.number) } ?? []
        },
        FuzzQuestion(name: "flatness") { $0.quad.flatness.numbers },
        FuzzQuestion(name: "plane") { $0.quad.plane.map { $0.point.numbers + $0.normal.numbers } ?? [] },
        FuzzQuestion(name: "flattened") { $0.quad.flattened?.corners.flatMap(\.numbers) ?? [] },
        FuzzQuestion(name: "leastSquaresPlane") {
            $0.quad.leastSquaresPlane.map { $0.point.numbers + $0.normal.numbers } ?? []
        },
        FuzzQuestion(name: "leastSquaresDistance") { $0.quad.leastSquaresDistance.numbers },
        FuzzQuestion(name: "foldAngle") { $0.quad.foldAngle.numbers },
        FuzzQuestion(name: "leaveOneOutDistance") { $0.quad.leaveOneOutDistance.numbers },
        FuzzQuestion(name: "fittedRectangle") {
            $0.quad.fittedRectangle.map {
                $0.center.numbers + $0.widthAxis.numbers + $0.heightAxis.numbers + [
                    $0.width, $0.height, $0.residual,
                ]
            } ?? []
        },
    ]

    /// Verdicts about one quad, about two, and about a ray.
    static let verdicts: [FuzzQuestion] = [
        FuzzQuestion(name: "shape") { $0.quad.shape == .collapsed ? [0] : [1] },
        FuzzQuestion(name: "simpleCycle") { $0.quad.simpleCycle == .collapsed ? [0] : [1] },
        FuzzQuestion(name: "winding") { $0.quad.winding(from: $0.origin) == .edgeOn ? [0] : [1] },
        FuzzQuestion(name: "correspondence") {
            let found = $0.quad.correspondence(to: $0.other)
            return [found.distance, found.margin]
        },
        FuzzQuestion(name: "issues") { input in
            checks.flatMap { $0.issues(input.quad).flatMap(\.numbers) }
        },
        FuzzQuestion(name: "issues(facing:)") { input in
            checks.flatMap { $0.issues(input.quad, facing: input.facing).flatMap(\.numbers) }
        },
        FuzzQuestion(name: "the screen agrees") { input in
            guard input.quad.isFinite else { return [] }
            return checks.map {
                $0.issues(input.quad) == $0.issues(input.quad, .unclear, facing: nil) ? 0 : .nan
            }
        },
        FuzzQuestion(name: "relation") { $0.quad.relation(to: $0.other).numbers },
        FuzzQuestion(name: "neighborIssues") { input in
            checks[0].neighborIssues(among: [input.quad, input.other, input.quad]).flatMap(\.issue.numbers)
        },
    ]

    /// Hits, one and many.
    static let rays: [FuzzQuestion] = [
        hit("triangles", .triangles), hit("bestPlane", .bestPlane), hit("infinitePlane", .infinitePlane),
        FuzzQuestion(name: "allHits") { input in
            input.ray?.allHits(among: [input.quad, input.other], only: .back).flatMap(\.hit.numbers) ?? []
        },
        FuzzQuestion(name: "RayTargets agree") { input in
            guard let ray = input.ray else { return [] }
            let quads = [input.quad, input.other]
            return [RayTargets(quads).allHits(by: ray) == ray.allHits(among: quads) ? 0 : .nan]
        },
    ]

    /// The results of a motion made of the numbers.
    static let motions: [FuzzQuestion] = [
        FuzzQuestion(name: "twist") { input in
            let twist = Twist(rotation: input.facing, translation: input.origin)
            guard let transform = RigidTransform(twist: twist) else { return [] }
            return transform.rotation.x.numbers + transform.translation.numbers
        },
        FuzzQuestion(name: "quaternion") { input in
            let quaternion = SIMD4(input.facing, input.start.isFinite ? input.start : 0)
            guard let rotation = try? Rotation(quaternionXYZW: quaternion) else { return [] }
            return rotation.rotationVector.numbers + rotation.axis.numbers + [rotation.angle]
        },
        FuzzQuestion(name: "vectors") { input in
            [input.origin.length] + input.origin.unit.numbers + input.origin.angle(to: input.facing).numbers
        },
        FuzzQuestion(name: "planes") { input in
            Plane(through: input.quad.p1, across: input.facing)?.normal.numbers ?? []
        },
    ]

    static let all = measures + verdicts + rays + motions

    private static func hit(_ name: String, _ surface: QuadSurface) -> FuzzQuestion {
        FuzzQuestion(name: "hit, \(name)") { input in
            guard let ray = input.ray else { return [] }
            return input.quad.hit(by: ray, on: surface)?.numbers ?? []
        }
    }

    private static let checks: [QuadCheck] = [QuadLimits.app, .strict].compactMap { try? QuadCheck($0) }
}

extension SIMD3<Double> {
    fileprivate var numbers: [Double] { [x, y, z] }
}

extension SIMD4<Double> {
    fileprivate func number(_ index: Int) -> Double { self[index] }
}

extension SIMD3<Double>? {
    fileprivate var numbers: [Double] { map(\.numbers) ?? [] }
}

extension Double? {
    fileprivate var numbers: [Double] { map { [$0] } ?? [] }
}

extension QuadIssue {
    fileprivate var numbers: [Double] { value.numbers + limit.numbers + location.numbers }
}

extension QuadHit {
    fileprivate var numbers: [Double] { [distance, u, v] }
}

extension QuadRelation {
    fileprivate var numbers: [Double] {
        switch self {
        case .overlap(let number), .stacked(let number): [number]
        default: []
        }
    }
}
