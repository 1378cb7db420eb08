/// A direction from which a scene is seen, in parallel projection.
package struct ViewDirection {
    package let name: String
    /// A description of the view, for people who do not see it.
    package let description: String
    /// Unit vectors to the right and up on the paper; +Y is up in the scene.
    package let right, up: SIMD3<Double>
    /// The names of the two as axes; `nil` if they are not axes of the frame.
    let axes: (right: String, up: String, upIsReversed: Bool)?

    /// The four views of a scene: from above, two elevations, and oblique. The longer horizontal axis goes
    /// across.
    package static func all(isLongAlongZ: Bool) -> [ViewDirection] {
        isLongAlongZ
            ? [
                ViewDirection(
                    name: "Top view", description: "from above, z to the right, x up",
                    right: SIMD3(0, 0, 1), up: SIMD3(1, 0, 0), axes: ("z", "x", false)),
                ViewDirection(
                    name: "Elevation along x", description: "from the side, z to the right, y up",
                    right: SIMD3(0, 0, 1), up: SIMD3(0, 1, 0), axes: ("z", "y", false)),
                ViewDirection(
                    name: "Elevation along z", description: "from the end, x to the right, y up",
                    right: SIMD3(1, 0, 0), up: SIMD3(0, 1, 0), axes: ("x", "y", false)),
                oblique(cosine: 0.5, sine: -0.866_025_403_784_438_6),
            ]
            : [
                ViewDirection(
                    name: "Top view", description: "from above, x to the right, z down",
                    right: SIMD3(1, 0, 0), up: SIMD3(0, 0, -1), axes: ("x", "z", true)),
                ViewDirection(
                    name: "Elevation along z", description: "from the front, x to the right, y up",
                    right: SIMD3(1, 0, 0), up: SIMD3(0, 1, 0), axes: ("x", "y", false)),
                ViewDirection(
                    name: "Elevation along x", description: "from the side, z to the right, y up",
                    right: SIMD3(0, 0, 1), up: SIMD3(0, 1, 0), axes: ("z", "y", false)),
                oblique(cosine: 0.866_025_403_784_438_6, sine: 0.5),
            ]
    }

    /// An oblique view, by the angle of this cosine and sine about the vertical and 30° from above.
    private static func oblique(cosine a: Double, sine b: Double) -> ViewDirection {
        let (sine, cosine) = (0.5, 0.866_025_403_784_438_6)
        return ViewDirection(
            name: "Oblique view", description: "from aside and 30° from above, y up",
            right: SIMD3(a, 0, -b), up: SIMD3(-sine * b, cosine, -sine * a), axes: nil)
    }

    /// The place of a point on the paper, in metres to the right and up.
    package func projected(_ point: SIMD3<Double>) -> SIMD2<Double> {
        let (x, y) = (point * right, point * up)
        return SIMD2(x.x + x.y + x.z, y.x + y.y + y.z)
    }
}
