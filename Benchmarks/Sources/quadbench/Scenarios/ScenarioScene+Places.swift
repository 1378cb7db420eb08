import QuadGeometry

/// Markers that are elsewhere than a kind puts them.
extension ScenarioScene {
    /// Puts the first corners of the markers elsewhere.
    ///
    /// - Parameters:
    ///   - taps: The deviation of a coordinate in the old scan, in metres.
    ///   - noise: The same in the new scan; that of both where only `taps` are given.
    mutating func replacePoints(
        taps: Double = 0, noise: Double? = nil, _ place: (Int) -> SIMD3<Double>
    ) {
        let noise = noise ?? (taps > 0 ? taps : self.noise)
        for marker in seen.indices {
            let point = place(marker)
            old[marker].p1 = taps > 0 ? point + .normal(using: &random) * taps : point
            seen[marker].quad.p1 = newFromOld * point + SIMD3<Double>.normal(using: &random) * noise
        }
    }

    /// Puts the middles of all markers elsewhere, by their numbers.
    mutating func relocate(_ center: (Int) -> SIMD3<Double>) {
        for number in places.indices {
            let step = center(number) - places[number].center
            places[number] = places[number].map { $0 + step }
            old[number] = observed(places[number])
        }
        for place in seen.indices { seen[place].quad = image(places[seen[place].number]) }
    }

    /// Puts the markers along the walls of a room that the new scan is led round, drifting at random by a share of its path.
    mutating func lineRoom(wide: Double, long: Double, drift share: Double) {
        let path = 2 * (wide + long)
        var along: [Double] = []
        var heights = along
        for _ in places {
            along.append(.random(in: 0..<path, using: &random))
            heights.append(.random(in: 0.3...2.2, using: &random))
        }
        var now = SIMD3<Double>.zero
        var last = 0.0
        for number in places.indices.sorted(by: { along[$0] < along[$1] }) {
            let step = share * ((along[number] - last) * path / 3).squareRoot()
            now += SIMD3<Double>.normal(using: &random) * step
            (drifts[number], last) = (now, along[number])
        }
        relocate { number in
            let at = along[number]
            let height = heights[number]
            if at < long { return SIMD3(at, height, 0) }
            if at < long + wide { return SIMD3(long, height, at - long) }
            if at < 2 * long + wide { return SIMD3(2 * long + wide - at, height, wide) }
            return SIMD3(0, height, path - at)
        }
        for place in seen.indices {
            let drift = drifts[seen[place].number]
            seen[place].quad = seen[place].quad.map { $0 + drift }
        }
    }

    /// Moves a corner as far as a finger slips.
    mutating func mistap(_ marker: Int, _ corner: Int) {
        seen[marker].quad[corner: corner] += SIMD3<Double>.randomDirection(using: &random) * 0.1
        wrong.insert("\(seen[marker].label).p\(corner + 1)")
    }

    /// Leads some pairs by another motion, and those after them anywhere.
    mutating func moveOtherwise(from first: Int, to end: Int) {
        let turn =
            Rotation(angle: .random(in: 0.5...2.5, using: &random), axis: SIMD3(0, 1, 0)) ?? .identity
        let shift = SIMD3<Double>.random(in: -5...5, using: &random)
        for place in seen.indices.dropFirst(first) {
            let point =
                place < end
                ? turn * places[place].p1 + shift
                : SIMD3<Double>.random(in: -0.5...0.5, using: &random) * kind.extent
            seen[place].quad.p1 = newFromOld * point + SIMD3<Double>.normal(using: &random) * noise
            wrong.insert(seen[place].label)
        }
    }
}
