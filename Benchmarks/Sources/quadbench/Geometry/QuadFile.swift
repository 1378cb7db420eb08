import QuadGeometry

/// The binary files of quads (`QUADS1`: p1 to p4) and rays (`RAYS01`: origin, direction, tmin, tmax).
enum QuadFile {
    static func read(_ file: String) throws -> [Quad] {
        let numbers = try RecordFile.read(file, magic: "QUADS1", numbers: 12)
        func point(_ offset: Int) -> SIMD3<Double> {
            SIMD3(numbers[offset], numbers[offset + 1], numbers[offset + 2])
        }
        return stride(from: 0, to: numbers.count, by: 12).map {
            Quad(point($0), point($0 + 3), point($0 + 6), point($0 + 9))
        }
    }

    static func write(_ quads: [Quad], to file: String) throws {
        let words = quads.flatMap { quad in
            quad.corners.flatMap { [$0.x.bitPattern, $0.y.bitPattern, $0.z.bitPattern] }
        }
        try RecordFile.write(words, magic: "QUADS1", wordsPerRecord: 12, to: file)
    }

    /// The rays of a file; `nil` for one that cannot be cast.
    static func readRays(_ file: String) throws -> [Ray?] {
        let n = try RecordFile.read(file, magic: "RAYS01", numbers: 8)
        return stride(from: 0, to: n.count, by: 8).map {
            try? Ray(
                from: SIMD3(n[$0], n[$0 + 1], n[$0 + 2]), along: SIMD3(n[$0 + 3], n[$0 + 4], n[$0 + 5]),
                start: n[$0 + 6], end: n[$0 + 7])
        }
    }

    static func write(_ rays: [Ray], to file: String) throws {
        let words = rays.flatMap { ray in
            [ray.origin, ray.direction].flatMap { [$0.x, $0.y, $0.z] }.map(\.bitPattern)
                + [ray.start.bitPattern, ray.end.bitPattern]
        }
        try RecordFile.write(words, magic: "RAYS01", wordsPerRecord: 8, to: file)
    }
}
