internal import QuadGeometry

/// Places where markers stand.
enum SilentPlace {
    /// The sides of a room and its height, in metres.
    fileprivate static let room = SIMD3(6.0, 2.5, 5.0)
    private static let label = "New Marker"

    /// Squares anywhere on the walls of a room, all with one label.
    static func onWalls(
        _ count: Int, sizes: ClosedRange<Double> = 0.2...0.2, _ random: inout SeededGenerator
    ) -> [SilentScene.Stand] {
        (0..<count).map { _ in
            let side = Int.random(in: 0..<4, using: &random)
            let width = side % 2 == 0 ? room.x : room.z, depth = side % 2 == 0 ? room.z : room.x
            let along = Double.random(in: -0.45...0.45, using: &random) * width
            let height = Double.random(in: 0.3...2.2, using: &random)
            let size = Double.random(in: sizes, using: &random)
            return SilentScene.Stand(quad: square(size), label: label)
                .moved(by: SIMD3(along, height, depth / 2)).turned(quarters: side)
        }
    }

    /// Some on one wall and a few on the others, each with a label of its own.
    static func mostlyOnOne(
        _ count: Int, besides others: Int, sizes: ClosedRange<Double> = 0.15...0.6,
        _ random: inout SeededGenerator
    ) -> [SilentScene.Stand] {
        (0..<count + others).map { place in
            let side = place < count ? 0 : Int.random(in: 1..<4, using: &random)
            let width = side % 2 == 0 ? room.x : room.z, depth = side % 2 == 0 ? room.z : room.x
            let along = Double.random(in: -0.4...0.4, using: &random) * width
            let height = Double.random(in: 0.3...2.2, using: &random)
            let size = Double.random(in: sizes, using: &random)
            return SilentScene.Stand(quad: square(size), label: "M\(place)")
                .moved(by: SIMD3(along, height, depth / 2)).turned(quarters: side)
        }
    }

    /// The same in order round the room, each with a label of its own.
    static func labelled(_ count: Int, _ random: inout SeededGenerator) -> [SilentScene.Stand] {
        (0..<count).map { place in
            let side = 4 * place / count
            let width = side % 2 == 0 ? room.x : room.z, depth = side % 2 == 0 ? room.z : room.x
            let first = side * count / 4, share = Double(place - first) / Double(max(count / 4, 1))
            let along = (min(share, 1) - 0.5) * 0.8 * width + .random(in: -0.2...0.2, using: &random)
            let height = Double.random(in: 0.3...2.2, using: &random)
            return SilentScene.Stand(quad: square(0.2), label: "M\(place)")
                .moved(by: SIMD3(along, height, depth / 2)).turned(quarters: side)
        }
    }

    /// Signs on both sides of a corridor of so many metres, each with a label of its own.
    static func corridor(_ count: Int, length: Double, _ random: inout SeededGenerator) -> [SilentScene.Stand]
    {
        (0..<count).map { place in
            let along = (Double(place) + .random(in: -0.2...0.2, using: &random)) * length / Double(count)
            let height = Double.random(in: 0.8...2, using: &random), isNear = place % 2 == 0
            let stand = SilentScene.Stand(quad: square(0.3), label: "M\(place)")
            return (isNear ? stand : stand.turned(quarters: 2))
                .moved(by: SIMD3(along, height, isNear ? 2 : 0))
        }
    }

    /// Sockets and switches: at two heights, at places of a pitch, all with one label.
    static func sockets(_ count: Int, _ random: inout SeededGenerator) -> [SilentScene.Stand] {
        var taken: Set<[Int]> = []
        while taken.count < count {
            let side = Int.random(in: 0..<4, using: &random)
            taken.insert([
                side, Int.random(in: 0..<10, using: &random), Int.random(in: 0...1, using: &random),
            ])
        }
        return taken.sorted { $0.lexicographicallyPrecedes($1) }.map { socket in
            let depth = socket[0] % 2 == 0 ? room.z : room.x
            return SilentScene.Stand(quad: square(0.08), label: label)
                .moved(by: SIMD3(0.5 * Double(socket[1]) - 2.25, socket[2] == 0 ? 0.3 : 1.1, depth / 2))
                .turned(quarters: socket[0])
        }
    }

    /// Tiles on a wall, all with one label.
    static func tiles(
        _ columns: Int, by rows: Int, pitch: Double, size: Double = 0.2
    ) -> [SilentScene.Stand] {
        (0..<columns * rows).map { tile in
            SilentScene.Stand(quad: square(size), label: label)
                .moved(by: SIMD3(Double(tile % columns), Double(tile / columns), 0) * pitch)
        }
    }

    private static func square(_ size: Double) -> Quad {
        let half = size / 2
        return Quad(
            SIMD3(-half, half, 0), SIMD3(half, half, 0), SIMD3(half, -half, 0), SIMD3(-half, -half, 0))
    }
}

extension SilentScene.Stand {
    func moved(by step: SIMD3<Double>) -> SilentScene.Stand {
        SilentScene.Stand(quad: quad.map { $0 + step }, label: label, copiedBy: copiedBy)
    }

    /// Turned about the vertical at an end of the first wall, by an angle in radians.
    func opened(by angle: Double) -> SilentScene.Stand {
        let hinge = SIMD3(SilentPlace.room.x, 0, SilentPlace.room.z) / 2
        let turn = Rotation(rotationVector: SIMD3(0, angle, 0)) ?? .identity
        return SilentScene.Stand(
            quad: quad.map { hinge + turn * ($0 - hinge) }, label: label, copiedBy: copiedBy)
    }

    /// With one axis reversed.
    var mirrored: SilentScene.Stand {
        SilentScene.Stand(quad: quad.map { SIMD3(-$0.x, $0.y, $0.z) }, label: label, copiedBy: copiedBy)
    }

    /// Turned about the vertical by quarters of a circle.
    func turned(quarters: Int) -> SilentScene.Stand {
        func turned(_ point: SIMD3<Double>) -> SIMD3<Double> {
            switch quarters & 3 {
            case 0: point
            case 1: SIMD3(point.z, point.y, -point.x)
            case 2: SIMD3(-point.x, point.y, -point.z)
            default: SIMD3(-point.z, point.y, point.x)
            }
        }
        return SilentScene.Stand(quad: quad.map(turned), label: label, copiedBy: copiedBy)
    }
}
