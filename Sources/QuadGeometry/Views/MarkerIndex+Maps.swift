extension MarkerIndex {
    /// Which quad each pixel of a camera shows, how deep in the picture, and how much of each quad is hidden; for some rows.
    ///
    /// - Parameters:
    ///   - camera: the camera, in the quads' world.
    ///   - rows: the rows to look at, or `nil` for all.
    ///   - face: the only side of quads that counts, or `nil` for both.
    ///   - level: the kernels to take; all give the same answer.
    public func maps(
        from camera: PinholeCamera, rows: Range<Int>? = nil, only face: QuadFace? = nil,
        on level: KernelLevel = .best
    ) -> MarkerMaps {
        let image = 0..<camera.height
        var maps = MarkerMaps(width: camera.width, rows: rows.map { $0.clamped(to: image) } ?? image)
        var views: [Int: QuadView] = [:]
        var place = 0
        for row in maps.rows {
            for column in 0..<camera.width {
                let hits = allHits(by: camera.ray(column: column, row: row), only: face, on: level)
                for hit in hits {
                    views[hit.index, default: QuadView(index: hit.index, seen: 0, covered: 0)].covered += 1
                }
                if let first = hits.first {
                    maps.indices[place] = Int32(first.index)
                    maps.depths[place] = first.hit.distance
                    views[first.index]?.seen += 1
                }
                place += 1
            }
        }
        maps.quads = views.values.sorted { $0.index < $1.index }
        return maps
    }
}

#if !hasFeature(Embedded)
extension MarkerIndex {
    /// The maps of a whole image, on as many threads as there are processors; the same for any number of them.
    ///
    /// - Parameters:
    ///   - camera: the camera, in the quads' world.
    ///   - face: the only side of quads that counts, or `nil` for both.
    public func maps(from camera: PinholeCamera, only face: QuadFace? = nil) async -> MarkerMaps {
        let bands = await (0..<camera.height).concurrently(inPiecesOf: 64) { rows in
            [maps(from: camera, rows: rows, only: face, on: .best)]
        }
        return MarkerMaps(of: bands, width: camera.width)
    }
}
#endif
