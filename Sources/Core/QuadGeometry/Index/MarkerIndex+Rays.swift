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
        let quads = unsafe memory.quads
        defer { withExtendedLifetime(self) {} }
        var nearest: (index: Int, crossing: QuadCrossing)?
        walk(memory, caster, level) { index, crossing, view, limit in
            if let found = nearest {
                let order = unsafe quads[index].order(
                    crossing, against: found.crossing, of: quads[found.index], ray)
                if order > 0 || (order == 0 && index > found.index) { return limit }
            }
            nearest = (index, crossing)
            return view?.limit(crossing.crossing.distance) ?? limit
        }
        return nearest.map { nearest in
            RayHit(
                index: nearest.index,
                hit: unsafe caster.hit(quads + nearest.index, at: nearest.crossing))
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
        walk(memory, caster, level) { index, crossing, _, limit in
            found.append((index, slots[index], crossing))
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
        walk(memory, caster, level) { _, _, _, _ in
            met = true
            return -1
        }
        return met
    }

    /// Calls `look` with every crossing of the ray, those in the nearest boxes first. It is given the distance
    /// beyond which nothing matters and returns what it is from there on; below zero ends the walk.
    @inline(__always)
    private func walk(
        _ tree: TreeMemory, _ caster: RayCaster, _ level: KernelLevel,
        _ look: (Int, QuadCrossing, TreeRay?, Float) -> Float
    ) {
        let ray = caster.ray, origin = tree.frame.place(ray.origin), distance = TreeRay.most(origin)
        let quads = unsafe tree.quads, scale = tree.frame.scale
        defer { withExtendedLifetime(self) {} }
        guard distance < TreeRay.mostDistance else {
            for index in slots.indices where slots[index].isFinite {
                guard let crossing = unsafe caster.crossing(of: quads + index) else { continue }
                if look(index, crossing, nil, .infinity) < 0 { return }
            }
            return
        }
        let kernel = unsafe level.walkTree, blocks = unsafe tree.blocks
        unsafe TreeMemory.withRoom { numbers, stack in
            guard let view = unsafe TreeRay(ray, from: origin, distance, scale, tree.box, numbers) else {
                return
            }
            var farthest = view.farthest, top = 1, place = 0.0
            unsafe stack[0] = 0
            // A hit mostly leaves nothing to visit.
            while top > 0 {
                let found = unsafe caster.withNumbers(quads) {
                    unsafe kernel(blocks, $0, numbers, $1, farthest, stack, &top, &place)
                }
                if found < 0 { return }
                let index = found >> 3
                guard let crossing = unsafe caster.crossing(found & 7, place, of: quads + index)
                else { continue }
                farthest = look(index, crossing, view, farthest)
                if farthest < 0 { return }
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
    let ray: Ray
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
        return code == 0 ? nil : unsafe crossing(code & 7, distance, of: quad)
    }

    /// The crossing of a quad by what `walkTree` found.
    @inline(__always)
    func crossing(_ code: Int, _ distance: Double, of quad: UnsafePointer<Quad>) -> QuadCrossing? {
        guard code < 7 else { return unsafe quad.pointee.crossing(of: ray, only: face) }
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
    func withNumbers<Result>(
        _ quad: UnsafePointer<Quad>, _ work: (UnsafePointer<Double>, UnsafePointer<Double>) -> Result
    ) -> Result {
        unsafe withUnsafePointer(to: ray) { ray in
            unsafe work(
                UnsafeRawPointer(quad).assumingMemoryBound(to: Double.self),
                UnsafeRawPointer(ray).assumingMemoryBound(to: Double.self))
        }
    }
}
