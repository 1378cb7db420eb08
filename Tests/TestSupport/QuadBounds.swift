#if arch(x86_64)
import QuadGeometry

extension BoundTrial {
    /// The bounds of the measures of quads.
    public static let quadMeasures: [BoundTrial] = [
        BoundTrial("Quad.centerError", Quad.centerError) { random in
            let quad = anyQuad(using: &random)
            return (WideVector(quad.center) - WideQuad(quad).center).largestMagnitude
                / Float80(quad.largestMagnitude)
        },
        BoundTrial("Quad.areaError", Quad.areaError) { random in
            let quad = anyQuad(using: &random), wide = WideQuad(quad)
            let vector = (WideVector(quad.vectorArea) - wide.vectorArea).length
            let area = (Float80(quad.area) - wide.vectorArea.length).magnitude
            return max(vector, area) / (wide.longestDiagonal * wide.longestDiagonal)
        },
        BoundTrial("Quad.normalError", Quad.normalError) { random in
            let quad = anyQuad(using: &random), wide = WideQuad(quad)
            guard let normal = quad.normal else { return nil }
            return WideVector(normal).cross(wide.vectorArea.unit).length * wide.diagonalSine
        },
        BoundTrial("Quad.areaCentroidError", Quad.areaCentroidError) { random in
            let quad = anyQuad(of: QuadStrategy.convex, using: &random), wide = WideQuad(quad)
            guard wide.hasRoom, let centroid = quad.areaCentroid else { return nil }
            return (WideVector(centroid) - wide.areaCentroid).length / quad.reach
        },
        BoundTrial("Quad.lengthError", Quad.lengthError) { random in
            let quad = anyQuad(using: &random), wide = WideQuad(quad)
            let lengths = quad.edgeLengths, diagonals = quad.diagonalLengths
            let pairs =
                (0..<4).map { (lengths[$0], wide.edgeLengths[$0]) } + [
                    (diagonals[0], wide.diagonals.0.length), (diagonals[1], wide.diagonals.1.length),
                    (quad.perimeter, wide.edgeLengths.reduce(0, +)),
                ]
            return pairs.map { (Float80($0) - $1).magnitude / $1 }.max()
        },
        BoundTrial("Quad.angleError", Quad.angleError) { random in
            let quad = anyQuad(using: &random), wide = WideQuad(quad)
            guard let angles = quad.cornerAngles else { return nil }
            let corners = (0..<4).map { (Float80(angles[$0]) - wide.angles[$0]).magnitude }
            guard let fold = quad.foldAngle else { return corners.max() }
            let sines = [0, 2].map { wide.edge($0 + 3).unit.cross(wide.edge($0).unit).length }
            let folded = (Float80(fold) - wide.foldAngle).magnitude * min(sines[0], sines[1])
            return max(corners.max() ?? 0, folded)
        },
    ]

    /// The bounds of planarity and of the fitted rectangle.
    public static let quadPlanarity: [BoundTrial] = [
        BoundTrial("Quad.flatnessError", Quad.flatnessError) { random in
            let quad = anyQuad(using: &random), wide = WideQuad(quad)
            guard wide.vectorArea.length * 100 >= wide.longestEdge * wide.longestEdge,
                let flatness = quad.flatness
            else { return nil }
            var error = (Float80(flatness) - wide.flatness).magnitude
            if wide.smallestTriangle * 100 >= wide.longestEdge * wide.longestEdge,
                let distance = quad.leaveOneOutDistance
            {
                let others = (0..<4).map { wide.leaveOneOut($0) }.max() ?? 0
                error = max(error, (Float80(distance) - others).magnitude)
            }
            return error / wide.longestEdge
        },
        BoundTrial("Quad.leastSquaresError", Quad.leastSquaresError) { random in
            let quad = anyQuad(using: &random), scatter = WideScatter(WideQuad(quad))
            let second = scatter.squares[1].squareRoot(), third = max(scatter.squares[2], 0).squareRoot()
            guard second >= 10 * third, let plane = quad.leastSquaresPlane else { return nil }
            let turned = WideVector(plane.normal).cross(scatter.directions[2]).length
            return turned * second / WideQuad(quad).longestDiagonal
        },
        BoundTrial("FittedRectangle.cornerError", FittedRectangle.cornerError) { random in
            let quad = anyQuad(using: &random), wide = WideQuad(quad)
            guard wide.hasRoom, let rectangle = quad.fittedRectangle else { return nil }
            let best = WideRectangle(wide).corners
            let missed = zip(rectangle.quad.corners, best).map { (WideVector($0) - $1).length }
            return (missed.max() ?? 0) / quad.reach
        },
    ]

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
    /// Whether the area is at least a hundredth of the longest diagonal squared.
    var hasRoom: Bool { vectorArea.length * 100 >= longestDiagonal * longestDiagonal }
}
#endif
