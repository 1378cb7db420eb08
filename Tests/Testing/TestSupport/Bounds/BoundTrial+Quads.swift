#if arch(x86_64)
import QuadGeometry

extension BoundTrial {
    /// The bounds of the measures of quads.
    public static let quadMeasures: [BoundTrial] = [
        BoundTrial("Quad.centerError", Quad.centerError, quads: { anyQuad(using: &$0) }) { quad in
            return (WideVector(quad.center) - WideQuad(quad).center).largestMagnitude
                / Float80(quad.largestMagnitude)
        },
        BoundTrial("Quad.areaError", Quad.areaError, quads: { anyQuad(using: &$0) }) { quad in
            let wide = WideQuad(quad)
            let vector = (WideVector(quad.vectorArea) - wide.vectorArea).length
            let area = (Float80(quad.area) - wide.vectorArea.length).magnitude
            return max(vector, area) / (wide.longestDiagonal * wide.longestDiagonal)
        },
        BoundTrial("Quad.normalError", Quad.normalError, quads: { anyQuad(using: &$0) }) { quad in
            let wide = WideQuad(quad)
            guard let normal = quad.normal else { return nil }
            return WideVector(normal).cross(wide.vectorArea.unit).length * wide.diagonalSine
        },
        BoundTrial("Quad.areaCentroidError", Quad.areaCentroidError, quads: narrowQuad) { quad in
            let wide = WideQuad(quad)
            guard wide.hasRoom, quad.shape == .convex, let centroid = quad.areaCentroid else { return nil }
            return (WideVector(centroid) - wide.areaCentroid).length / quad.reach
        },
        BoundTrial("Quad.lengthError", Quad.lengthError, quads: { anyQuad(using: &$0) }) { quad in
            let wide = WideQuad(quad)
            let lengths = quad.edgeLengths, diagonals = quad.diagonalLengths
            let pairs =
                (0..<4).map { (lengths[$0], wide.edgeLengths[$0]) } + [
                    (diagonals[0], wide.diagonals.0.length), (diagonals[1], wide.diagonals.1.length),
                    (quad.perimeter, wide.edgeLengths.reduce(0, +)),
                ]
            return pairs.map { (Float80($0) - $1).magnitude / $1 }.max()
        },
        BoundTrial("Quad.angleError", Quad.angleError, quads: { anyQuad(using: &$0) }) { quad in
            let wide = WideQuad(quad)
            guard let angles = quad.cornerAngles else { return nil }
            let corners = (0..<4).map { (Float80(angles[$0]) - wide.angles[$0]).magnitude }
            guard let fold = quad.foldAngle else { return corners.max() }
            let sines = [0, 2].map { wide.edge($0 + 3).unit.cross(wide.edge($0).unit).length }
            let folded = (Float80(fold) - wide.foldAngle).magnitude * min(sines[0], sines[1])
            return max(corners.max() ?? 0, folded)
        },
    ]

    /// The bounds of the measures at any size a double can have, and of all sizes in one quad.
    public static let anySize: [BoundTrial] = [
        BoundTrial("Quad.centerError, any size", Quad.centerError) { random in
            let quad = extremeQuad(using: &random), largest = Float80(quad.largestMagnitude)
            guard largest >= Float80(Double.leastNormalMagnitude) else { return nil }
            return (WideVector(quad.center) - WideQuad(quad).center).largestMagnitude / largest
        },
        BoundTrial("Quad.areaError, any size", Quad.areaError) { random in
            let quad = extremeQuad(using: &random), wide = WideQuad(quad)
            let scale = wide.longestDiagonal * wide.longestDiagonal
            guard isNormal(scale) else { return nil }
            return (Float80(quad.area) - wide.vectorArea.length).magnitude / scale
        },
        BoundTrial("Quad.lengthError, any size", Quad.lengthError) { random in
            let quad = extremeQuad(using: &random), wide = WideQuad(quad), lengths = quad.edgeLengths
            let errors = (0..<4).compactMap { index -> Float80? in
                let length = wide.edge(index).length
                return isNormal(length) ? (Float80(lengths[index]) - length).magnitude / length : nil
            }
            return errors.max()
        },
        BoundTrial("Quad.angleError, any size", Quad.angleError) { random in
            let quad = extremeQuad(using: &random), wide = WideQuad(quad)
            guard let angles = quad.cornerAngles else { return nil }
            return (0..<4).map { (Float80(angles[$0]) - wide.angles[$0]).magnitude }.max()
        },
    ]

    private static func isNormal(_ number: Float80) -> Bool {
        number >= Float80(Double.leastNormalMagnitude) && number <= Float80(Double.greatestFiniteMagnitude)
    }

    /// Corners of any finite bits, or a quad of a strategy at any power of two.
    private static func extremeQuad(using random: inout SeededGenerator) -> Quad {
        guard Bool.random(using: &random) else {
            func corner() -> SIMD3<Double> {
                SIMD3(
                    .randomFinite(using: &random), .randomFinite(using: &random),
                    .randomFinite(using: &random))
            }
            return Quad(corner(), corner(), corner(), corner())
        }
        let exponent = Int.random(in: -1000...1000, using: &random)
        let size = Double(sign: .plus, exponent: exponent, significand: 1)
        return anyQuad(using: &random).map { $0 * size }
    }

    /// The bounds of planarity and of the fitted rectangle.
    public static let quadPlanarity: [BoundTrial] = [
        BoundTrial("Quad.flatnessError", Quad.flatnessError, quads: narrowQuad) { quad in
            let wide = WideQuad(quad)
            guard wide.vectorArea.length * 100 >= wide.longestEdge * wide.longestEdge,
                let flatness = quad.flatness
            else { return nil }
            return (Float80(flatness) - wide.flatness).magnitude / wide.longestEdge
        },
        BoundTrial("Quad.flatnessError, leaving one out", Quad.flatnessError, quads: straightened) { quad in
            let wide = WideQuad(quad)
            guard wide.smallestTriangle * 10 >= wide.longestEdge * wide.longestEdge,
                let distance = quad.leaveOneOutDistance
            else { return nil }
            let farthest = (0..<4).map { wide.leaveOneOut($0) }.max() ?? 0
            return (Float80(distance) - farthest).magnitude / wide.longestEdge
        },
        BoundTrial("Quad.leastSquaresError", Quad.leastSquaresError, quads: narrowQuad) { quad in
            let scatter = WideScatter(WideQuad(quad))
            let second = scatter.squares[1].squareRoot(), third = max(scatter.squares[2], 0).squareRoot()
            guard second >= 10 * third, let plane = quad.leastSquaresPlane else { return nil }
            let turned = WideVector(plane.normal).cross(scatter.directions[2]).length
            return turned * second / WideQuad(quad).longestDiagonal
        },
        BoundTrial("FittedRectangle.cornerError", FittedRectangle.cornerError, quads: narrowQuad) { quad in
            let wide = WideQuad(quad)
            guard wide.hasRoom, let rectangle = quad.fittedRectangle else { return nil }
            let best = WideRectangle(wide)
            let missed = zip(rectangle.quad.corners, best.corners).map { (WideVector($0) - $1).length }
            let residual = (Float80(rectangle.residual) - (best.squares / 4).squareRoot()).magnitude
            return max(missed.max() ?? 0, residual) / quad.reach
        },
    ]

    /// A quad of any kind, or one of the least area that conditions allow, where most of a bound is used.
    @Sendable
    private static func narrowQuad(using random: inout SeededGenerator) -> Quad {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return QuadStrategy.wedge.quad(using: &random)
        case 1: return scissors(using: &random)
        case 2: return QuadStrategy.rhombus.quad(using: &random)
        default: return anyQuad(using: &random)
        }
    }

    /// Diagonals that cross, or pass, at one to six degrees.
    private static func scissors(using random: inout SeededGenerator) -> Quad {
        let along = SIMD3<Double>.randomDirection(using: &random)
        let across = along.cross(.randomDirection(using: &random))
        let other =
            (along + across * Double.random(in: 0.02...0.1, using: &random))
            * Double.random(in: 0.3...1, using: &random)
        let lift = along.cross(across) * Double.random(in: -0.02...0.02, using: &random)
        let share = SIMD2<Double>.random(in: 0...1, using: &random)
        return Quad(
            along * -share.x, other * -share.y + lift, along * (1 - share.x), other * (1 - share.y) + lift)
    }

    /// Three corners nearly on a line and the fourth anywhere.
    @Sendable
    private static func straightened(using random: inout SeededGenerator) -> Quad {
        var quad = QuadStrategy.wild.quad(using: &random)
        let span = quad.p3 - quad.p1, off = Double.random(in: 0.1...0.4, using: &random) * span.length
        quad.p2 =
            quad.p1 + span * Double.random(in: 0.2...0.8, using: &random) + .randomDirection(using: &random)
            * off
        return quad
    }

    /// A quad of any of the strategies.
    static func anyQuad(
        of strategies: [QuadStrategy] = QuadStrategy.allCases, using random: inout SeededGenerator
    ) -> Quad {
        let strategy = strategies.randomElement(using: &random) ?? .ordinary
        return strategy.quad(using: &random)
    }
}

extension Quad {
    /// The longest diagonal or the largest coordinate, whichever is larger.
    fileprivate var reach: Float80 {
        max(Float80(diagonalLengths.max()), Float80(largestMagnitude))
    }
}

extension WideQuad {
    /// True if the area is at least a hundredth of the longest diagonal squared.
    var hasRoom: Bool { vectorArea.length * 100 >= longestDiagonal * longestDiagonal }
}
#endif
