extension MarkerIndex {
    /// The quad nearest to a point, with the point of it that is nearest; of equally near ones that of the lowest index.
    ///
    /// `nil` when there are no quads, or none within the limit, or the point has a number that is not finite.
    ///
    /// - Parameters:
    ///   - point: in metres.
    ///   - limit: the largest distance that counts, in metres.
    ///   - level: the kernels to take; all give the same answer.
    public func nearest(
        to point: SIMD3<Double>, within limit: Double = .infinity, on level: KernelLevel = .best
    ) -> NearQuad? {
        var nearest: NearQuad?
        approach(point, limit, level) { near in
            if let found = nearest, (near.distance, near.index) >= (found.distance, found.index) {
                return found.distance
            }
            nearest = near
            return near.distance
        }
        return nearest
    }

    /// Every quad within a distance of a point, nearest first; of equally near ones in order of their indices.
    ///
    /// - Parameters:
    ///   - limit: the largest distance that counts, in metres.
    ///   - point: in metres.
    ///   - level: the kernels to take; all give the same answer.
    public func quads(
        within limit: Double, of point: SIMD3<Double>, on level: KernelLevel = .best
    ) -> [NearQuad] {
        var found: [NearQuad] = []
        approach(point, limit, level) { near in
            found.append(near)
            return limit
        }
        return found.sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }
    }

    /// Calls `look` with every quad that is within the limit, the nearest boxes first. It returns the distance beyond which
    /// nothing matters any more.
    @inline(__always)
    private func approach(
        _ point: SIMD3<Double>, _ limit: Double, _ level: KernelLevel, _ look: (NearQuad) -> Double
    ) {
        guard point.isFinite, limit >= 0 else { return }
        var limit = limit
        func visit(_ index: Int, _ quad: borrowing Quad) {
            let nearest = quad.nearestPoint(to: point)
            let distance = (nearest - point).length
            // False for quads that were removed.
            guard distance <= limit else { return }
            limit = look(NearQuad(index: index, point: nearest, distance: distance))
        }
        slots.withUnsafeBufferPointer { quads in
            guard let tree = memory else {
                for index in quads.indices { visit(index, quads[index]) }
                return
            }
            let place = tree.frame.place(point)
            guard place.largestMagnitude < 1e15 else {
                for index in quads.indices { visit(index, quads[index]) }
                return
            }
            let approach = level.approachTree
            withUnsafeTemporaryAllocation(of: UInt64.self, capacity: QuadTree.stackSize) { stack in
                withUnsafeTemporaryAllocation(of: Float.self, capacity: 6) { numbers in
                    guard let numbers = numbers.baseAddress, let stack = stack.baseAddress else { return }
                    // What floats take from the point, and the doubles of distances.
                    let error = place.largestMagnitude * 0x1p-22 + 0x1p-40
                    for axis in 0..<3 {
                        numbers[axis] = Float(place[axis] + error)
                        numbers[3 + axis] = Float(place[axis] - error)
                    }
                    var top = 1
                    stack[0] = 0
                    while true {
                        let leaf = approach(
                            tree.nodes, numbers, MarkerIndex.square(limit * tree.frame.scale), stack, &top)
                        if leaf < 0 { return }
                        let index = tree.quadIndex(of: leaf)
                        visit(index, quads[index])
                    }
                }
            }
        }
    }

    /// The square of a distance, rounded up.
    @inline(__always)
    private static func square(_ distance: Double) -> Float {
        guard distance < 1e18 else { return .infinity }
        return Float(distance * distance * (1 + 0x1p-20) + 0x1p-100)
    }
}
