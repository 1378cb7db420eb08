import QuadGeometry

/// Makes a file of sound marker quads: rectangles of 5 to 50 cm in a room, with 1 mm of noise in every coordinate
/// and single precision, as the app stores them.
enum SceneCommand {
    static let usage = "scene --count N --out F [--rays R --rays-out F] [--seed S]"

    static func run(_ options: [String: String]) throws -> Any {
        let count = try options.count("count", default: 1000), seed = try options.count("seed", default: 1)
        let quads = quads(count, seed: UInt64(seed))
        try QuadFile.write(quads, to: options.required("out"))
        guard let file = options["rays-out"] else { return ["quads": count, "seed": seed] }
        let rays = try rays(
            options.count("rays", default: 1000), at: quads, seed: UInt64(seed))
        try QuadFile.write(rays, to: file)
        return ["quads": count, "rays": rays.count, "seed": seed]
    }

    static func quads(_ count: Int, seed: UInt64) -> [Quad] {
        var random = SeededGenerator(seed: seed)
        func direction() -> SIMD3<Double> {
            while true {
                let v = SIMD3<Double>.random(in: -1...1, using: &random)
                if v.length > 0.1, v.length <= 1, let unit = v.unit { return unit }
            }
        }
        return (0..<count).map { _ in
            let center = SIMD3(
                Double.random(in: -4.5...4.5, using: &random), .random(in: 0...2.5, using: &random),
                .random(in: -1.5...1.5, using: &random))
            let u = direction()
            let v = u.cross(direction()).unit ?? SIMD3(u.y, u.z, u.x)
            let across = u * Double.random(in: 0.025...0.25, using: &random)
            let along = v * Double.random(in: 0.025...0.25, using: &random)
            func corner(_ place: SIMD3<Double>) -> SIMD3<Float> {
                SIMD3<Float>(place + SIMD3<Double>.random(in: -0.001...0.001, using: &random))
            }
            return Quad(
                widening: corner(center - across - along), corner(center + across - along),
                corner(center + across + along), corner(center - across + along))
        }
    }

    /// Rays from inside the room: the even ones at random, the odd ones at a place on some quad.
    static func rays(_ count: Int, at quads: [Quad], seed: UInt64) throws -> [Ray] {
        var random = SeededGenerator(seed: ~seed)
        return try (0..<count).map { i in
            let origin = SIMD3<Double>.random(in: -1...1, using: &random)
            let quad = quads[Int.random(in: 0..<quads.count, using: &random)]
            let across = Double.random(in: 0...1, using: &random),
                along = Double.random(in: 0...1, using: &random)
            let place = quad.p1 + (quad.p2 - quad.p1) * across + (quad.p4 - quad.p1) * along
            let anywhere = SIMD3<Double>.random(in: -1...1, using: &random)
            return try Ray(from: origin, along: i % 2 == 0 ? anywhere : place - origin)
        }
    }
}
