import QuadGeometry

/// The picture of a camera at one side of the quads, by maps and by single rays, in turn on one thread.
struct IndexPackets {
    let index: MarkerIndex
    let camera: PinholeCamera

    /// A picture of 60 degrees, of `side` times `side` pixels.
    init(_ index: MarkerIndex, side: Int) throws {
        self.index = index
        let alongX = try Rotation(columns: SIMD3(0, 0, 1), SIMD3(0, 1, 0), SIMD3(-1, 0, 0))
        let pose = RigidTransform(rotation: alongX, translation: SIMD3(-30, 0, 0)) ?? .identity
        let focal = Double(side) / 1.154
        camera = try PinholeCamera(
            width: side, height: side, fx: focal, fy: focal, cx: Double(side) / 2, cy: Double(side) / 2,
            worldFromCamera: pose)
    }

    private func single(_ row: Int, _ column: Int) -> RayHit? {
        index.nearestHit(by: camera.ray(column: column, row: row))
    }

    /// The times of a pixel, and how many pixels are not, to the bit, those of single rays.
    func measured(rounds: Int) -> (report: [String: Any], differences: Int) {
        let (width, height) = (camera.width, camera.height)
        let race = Race(items: width * height, rounds: rounds)
        race.add("maps") { race.found += index.maps(from: camera, rows: 0..<height).quads.count }
        race.add("single rays") {
            for row in 0..<height {
                for column in 0..<width { race.found += single(row, column)?.index ?? 0 }
            }
        }
        let times = race.medians(), maps = index.maps(from: camera, rows: 0..<height)
        var differences = 0
        for row in 0..<height {
            for column in 0..<width {
                let hit = single(row, column), place = maps.place(column: column, row: row)
                let isSame =
                    maps.indices[place] == Int32(hit?.index ?? -1)
                    && maps.depths[place] == hit?.hit.distance ?? .infinity
                differences += isSame ? 0 : 1
            }
        }
        let ratio = (times["single rays"] ?? .nan) / (times["maps"] ?? .nan)
        let report: [String: Any] = [
            "pixels": width * height, "ns_per_pixel": times, "ratio_to_single": ratio,
            "quads_in_picture": maps.quads.count, "differences": differences,
        ]
        return (report, differences)
    }
}
