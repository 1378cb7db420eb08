extension MarkerIndex {
    /// The first quad the ray meets; where two are met at exactly the same distance, the one of the lower index.
    ///
    /// - Parameters:
    ///   - ray: any ray.
    ///   - face: the only side that counts, or `nil` for both.
    ///   - level: the kernels to take; all give the same answer.
    public func nearestHit(by ray: Ray, only face: QuadFace? = nil, on level: KernelLevel = .best) -> RayHit?
    {
        guard let memory else { return targets?.nearestHit(by: ray, only: face, on: level) }
        let caster = RayCaster(ray, only: face, on: level)
        var nearest: (index: Int, quad: UnsafePointer<Quad>, crossing: QuadCrossing)?
        unsafe walk(memory, ray, level) { index, quad, view, limit in
            guard let crossing = unsafe caster.crossing(of: quad) else { return limit }
            if let found = unsafe nearest {
                let order = unsafe quad.pointee.order(
                    crossing, against: found.crossing, of: found.quad.pointee, ray)
                if unsafe order > 0 || (order == 0 && index > found.index) { return limit }
            }
            unsafe nearest = unsafe (index, quad, crossing)
            return view?.limit(crossing.crossing.distance) ?? limit
        }
        return withExtendedLifetime(self) {
            unsafe nearest.map { unsafe RayHit(index: $0.index, hit: caster.hit($0.quad, at: $0.crossing)) }
        }
    }

    /// Every quad the ray meets, nearest first, each once; at exactly equal distance in order of their indices.
    ///
    /// - Parameters:
    ///   - ray: any ray.
    ///   - face: the only side that counts, or `nil` for both.
    ///   - level: the kernels to take; all give the same answer.
    public func allHits(by ray: Ray, only face: QuadFace? = nil, on level: KernelLevel = .best) -> [RayHit] {
        guard let memory else { return targets?.allHits(by: ray, only: face, on: level) ?? [] }
        let caster = RayCaster(ray, only: face, on: level)
        var found: [(index: Int, quad: Quad, crossing: QuadCrossing)] = []
        unsafe walk(memory, ray, level) { index, quad, _, limit in
            if let crossing = unsafe caster.crossing(of: quad) {
                unsafe found.append((index, quad.pointee, crossing))
            }
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
        guard let memory else { return targets?.isMet(by: ray, only: face, on: level) ?? false }
        let caster = RayCaster(ray, only: face, on: level)
        var met = false
        unsafe walk(memory, ray, level) { _, quad, _, limit in
            met = unsafe caster.crossing(of: quad) != nil
            return met ? -1 : limit
        }
        return met
    }

    /// Calls `look` with every quad that the ray may meet, nearest boxes first. It is given the distance
    /// beyond which nothing matters and returns what it is from there on; below zero ends the walk.
    @inline(__always)
    private func walk(
        _ tree: TreeMemory, _ ray: Ray, _ level: KernelLevel,
        _ look: (Int, UnsafePointer<Quad>, TreeRay?, Float) -> Float
    ) {
        let origin = tree.frame.place(ray.origin)
        guard origin.largestMagnitude < TreeRay.mostDistance else {
            for leaf in self.tree?.leafOfQuad ?? [] where leaf != TreeNode.none {
                let (index, quad) = unsafe (tree.quadIndex(of: Int(leaf)), tree.quad(in: Int(leaf)))
                if unsafe look(index, quad, nil, .infinity) < 0 { return }
            }
            return
        }
        defer { withExtendedLifetime(self) {} }
        let kernel = unsafe level.walkTree, nodes = unsafe tree.nodes, leaves = unsafe tree.leaves
        unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: QuadTree.stackSize) { stack in
            unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 24) { numbers in
                guard let numbers = numbers.baseAddress, let stack = stack.baseAddress,
                    let view = unsafe TreeRay(ray, from: origin, tree.frame, tree.box, numbers)
                else { return }
                var farthest = view.farthest, top = 1
                unsafe stack[0] = 0
                while true {
                    let leaf = unsafe kernel(nodes, leaves, numbers, farthest, stack, &top)
                    if leaf < 0 { return }
                    farthest = unsafe look(tree.quadIndex(of: leaf), tree.quad(in: leaf), view, farthest)
                    if farthest < 0 { return }
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

/// The crossings of one ray with many quads: by a kernel where doubles are certain, by exact arithmetic elsewhere.
@safe
struct RayCaster {
    private let ray: Ray
    private let face: QuadFace?
    private let cross: KernelLevel.CrossQuad
    private let place: KernelLevel.PlaceCrossing

    @inline(__always)
    init(_ ray: Ray, only face: QuadFace?, on level: KernelLevel) {
        self.ray = ray
        self.face = face
        unsafe (cross, place) = unsafe level.crossings
    }

    /// The same as `Quad.crossing(of:only:)`.
    @inline(__always)
    func crossing(of quad: UnsafePointer<Quad>) -> QuadCrossing? {
        var distance = 0.0
        let code = unsafe withNumbers(quad) { unsafe cross($0, $1, &distance) }
        if code == 0 { return nil }
        guard code > 0 else { return unsafe quad.pointee.crossing(of: ray, only: face) }
        let crossing = QuadCrossing(code: code, distance: distance)
        return face == nil || crossing.face == face ? crossing : nil
    }

    /// The same as `Quad.hit(by:at:)`.
    @inline(__always)
    func hit(_ quad: UnsafePointer<Quad>, at crossing: QuadCrossing) -> QuadHit {
        var numbers = (0.0, 0.0)
        let isCertain = unsafe withNumbers(quad) { corners, ray in
            unsafe withUnsafeMutableBytes(of: &numbers) { bytes in
                unsafe bytes.withMemoryRebound(to: Double.self) { found in
                    guard let found = found.baseAddress else { return false }
                    return unsafe place(corners, ray, crossing.isSecond, found)
                }
            }
        }
        guard isCertain else { return unsafe quad.pointee.hit(by: ray, at: crossing) }
        let b = min(max(numbers.0, 0), 1), c = min(max(numbers.1, 0), 1)
        return QuadHit(
            distance: crossing.crossing.distance, u: crossing.isSecond ? 1 - b : b,
            v: crossing.isSecond ? 1 - c : c, face: crossing.face)
    }

    /// Quads and rays are vectors of four doubles, of which the last is not used, and then numbers.
    @inline(__always)
    private func withNumbers<Result>(
        _ quad: UnsafePointer<Quad>, _ work: (UnsafePointer<Double>, UnsafePointer<Double>) -> Result
    ) -> Result {
        unsafe withUnsafePointer(to: ray) { ray in
            unsafe work(
                UnsafeRawPointer(quad).assumingMemoryBound(to: Double.self),
                UnsafeRawPointer(ray).assumingMemoryBound(to: Double.self))
        }
    }
}
