extension MarkerIndex {
    /// The first quad the ray meets; where two are met at exactly the same distance, the one of the lower index.
    ///
    /// - Parameters:
    ///   - ray: any ray.
    ///   - face: the only side that counts, or `nil` for both.
    ///   - level: the kernels to take; all give the same answer.
    public func nearestHit(by ray: Ray, only face: QuadFace? = nil, on level: KernelLevel = .best) -> RayHit?
    {
        guard let tree else { return targets?.nearestHit(by: ray, only: face, on: level) }
        var nearest: (index: Int, crossing: QuadCrossing)?
        walk(tree, ray, level) { index, quad, view, limit in
            guard let crossing = quad.crossing(of: ray, only: face) else { return limit }
            if let found = nearest {
                let order = quad.order(crossing, against: found.crossing, of: slots[found.index], ray)
                if order > 0 || (order == 0 && index > found.index) { return limit }
            }
            nearest = (index, crossing)
            return view?.limit(crossing.crossing.distance) ?? limit
        }
        return nearest.map { RayHit(index: $0.index, hit: slots[$0.index].hit(by: ray, at: $0.crossing)) }
    }

    /// Every quad the ray meets, nearest first, each once; at exactly equal distance in order of their indices.
    ///
    /// - Parameters:
    ///   - ray: any ray.
    ///   - face: the only side that counts, or `nil` for both.
    ///   - level: the kernels to take; all give the same answer.
    public func allHits(by ray: Ray, only face: QuadFace? = nil, on level: KernelLevel = .best) -> [RayHit] {
        guard let tree else { return targets?.allHits(by: ray, only: face, on: level) ?? [] }
        var found: [(index: Int, quad: Quad, crossing: QuadCrossing)] = []
        walk(tree, ray, level) { index, quad, _, limit in
            if let crossing = quad.crossing(of: ray, only: face) { found.append((index, quad, crossing)) }
            return limit
        }
        return ray.sorted(found)
    }

    /// Whether the ray meets any of the quads.
    ///
    /// - Parameters:
    ///   - ray: any ray.
    ///   - face: the only side that counts, or `nil` for both.
    ///   - level: the kernels to take; all give the same answer.
    public func isMet(by ray: Ray, only face: QuadFace? = nil, on level: KernelLevel = .best) -> Bool {
        guard let tree else { return targets?.isMet(by: ray, only: face, on: level) ?? false }
        var met = false
        walk(tree, ray, level) { _, quad, _, limit in
            met = quad.crossing(of: ray, only: face) != nil
            return met ? -1 : limit
        }
        return met
    }

    /// Calls `look` with every quad that the ray may meet, nearest boxes first. It is given the distance
    /// beyond which nothing matters and returns what it is from there on; below zero ends the walk.
    @inline(__always)
    private func walk(
        _ tree: QuadTree, _ ray: Ray, _ level: KernelLevel,
        _ look: (Int, borrowing Quad, TreeRay?, Float) -> Float
    ) {
        let origin = tree.frame.place(ray.origin)
        slots.withUnsafeBufferPointer { quads in
            guard origin.largestMagnitude < TreeRay.mostDistance else {
                for index in quads.indices where look(index, quads[index], nil, .infinity) < 0 { return }
                return
            }
            let kernel = level.walkTree
            withUnsafeTemporaryAllocation(of: UInt64.self, capacity: QuadTree.stackSize) { stack in
                withUnsafeTemporaryAllocation(of: Float.self, capacity: 24) { numbers in
                    guard let numbers = numbers.baseAddress, let stack = stack.baseAddress,
                        let view = TreeRay(ray, from: origin, tree.frame, tree.box, numbers)
                    else { return }
                    var farthest = view.farthest, top = 1
                    stack[0] = 0
                    while true {
                        let leaf = kernel(tree.nodes, tree.leaves, numbers, farthest, stack, &top)
                        if leaf < 0 { return }
                        let index = tree.quadIndex(of: leaf)
                        farthest = look(index, quads[index], view, farthest)
                        if farthest < 0 { return }
                    }
                }
            }
        }
    }
}

#if !hasFeature(Embedded)
extension MarkerIndex {
    /// The nearest hit of each ray, on as many threads as there are processors; the same for any number of them.
    ///
    /// - Parameters:
    ///   - rays: any rays.
    ///   - face: the only side that counts, or `nil` for both.
    public func nearestHits(by rays: [Ray], only face: QuadFace? = nil) async -> [RayHit?] {
        await rays.indices.concurrently(inPiecesOf: 1024) { piece in
            piece.map { nearestHit(by: rays[$0], only: face) }
        }
    }
}
#endif
