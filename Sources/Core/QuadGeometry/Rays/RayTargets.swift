/// Many quads made ready for rays: a linear scan that answers exactly.
///
/// Beside the quads it keeps their corners as floats, from which a kernel marks the few that a ray's line may meet;
/// those are decided as single quads are. Up to about a hundred quads nothing is faster.
public struct RayTargets: Sendable {
    public let quads: [Quad]
    private let corners: ColumnStorage<Float>
    /// Floats count from here, in metres …
    private let middle: SIMD3<Double>
    /// … in units of 2 to this power, at which they are at most one.
    private let exponent: Int
    /// False when the coordinates are too large to subtract: then every quad is looked at.
    private let isScannable: Bool

    public init(_ quads: some Sequence<Quad>) {
        self.quads = Array(quads)
        corners = ColumnStorage(columns: 12, rows: self.quads.count)
        var low = SIMD3<Double>(repeating: .infinity), high = -low
        for quad in self.quads where quad.isFinite {
            low = pointwiseMin(
                low, pointwiseMin(pointwiseMin(quad.p1, quad.p2), pointwiseMin(quad.p3, quad.p4)))
            high = pointwiseMax(
                high, pointwiseMax(pointwiseMax(quad.p1, quad.p2), pointwiseMax(quad.p3, quad.p4)))
        }
        let reach = Double.maximum(low.largestMagnitude, high.largestMagnitude)
        isScannable = reach < 1e100
        middle = isScannable ? (low + high) * 0.5 : .zero
        let extent = (high - middle).largestMagnitude
        exponent = isScannable && extent > 1e-100 ? Int(extent.exponent) + 1 : 0
        for (row, quad) in self.quads.enumerated() where isScannable {
            for corner in 0..<4 {
                let place = (quad[corner: corner] - middle).scaled(byPowerOfTwo: -exponent)
                for axis in 0..<3 {
                    unsafe corners.base[(3 * corner + axis) * corners.stride + row] = Float(place[axis])
                }
            }
        }
    }

    /// The first quad the ray meets; where two are met at exactly the same distance, the earlier in order.
    public func nearestHit(by ray: Ray, only face: QuadFace? = nil, on level: KernelLevel = .best) -> RayHit?
    {
        var nearest: (index: Int, crossing: QuadCrossing)?
        scan(ray, level) { index, quad in
            guard let crossing = quad.crossing(of: ray, only: face) else { return true }
            if let found = nearest,
                quad.order(crossing, against: found.crossing, of: quads[found.index], ray) >= 0
            {
                return true
            }
            nearest = (index, crossing)
            return true
        }
        return nearest.map { RayHit(index: $0.index, hit: quads[$0.index].hit(by: ray, at: $0.crossing)) }
    }

    /// Every quad the ray meets, nearest first, each once; at exactly equal distance in their order.
    public func allHits(by ray: Ray, only face: QuadFace? = nil, on level: KernelLevel = .best) -> [RayHit] {
        var found: [(index: Int, quad: Quad, crossing: QuadCrossing)] = []
        scan(ray, level) { index, quad in
            if let crossing = quad.crossing(of: ray, only: face) { found.append((index, quad, crossing)) }
            return true
        }
        return ray.sorted(found)
    }

    /// Whether the ray meets any of the quads.
    public func isMet(by ray: Ray, only face: QuadFace? = nil, on level: KernelLevel = .best) -> Bool {
        var met = false
        scan(ray, level) { _, quad in
            met = quad.crossing(of: ray, only: face) != nil
            return !met
        }
        return met
    }

    /// Calls `look` with every quad that the ray may meet, in order, until it returns false.
    @inline(__always)
    private func scan(_ ray: Ray, _ level: KernelLevel, _ look: (Int, borrowing Quad) -> Bool) {
        unsafe quads.withUnsafeBufferPointer { quads in
            guard isScannable, let view = view(along: ray) else {
                for index in quads.indices where unsafe !look(index, quads[index]) { return }
                return
            }
            let kernel = unsafe level.kernels.markQuadsOnLine
            let block = 1024
            unsafe withUnsafeTemporaryAllocation(of: UInt16.self, capacity: block / 16) { marks in
                guard let marks = marks.baseAddress else { return }
                for start in stride(from: 0, to: quads.count, by: block) {
                    let rows = min(corners.paddedRows - start, block)
                    unsafe withUnsafePointer(to: view) {
                        let numbers = unsafe UnsafeRawPointer($0).assumingMemoryBound(to: Float.self)
                        unsafe kernel(corners.base + start, corners.stride, rows, numbers, marks)
                    }
                    for group in 0..<rows / 16 {
                        var bits = unsafe marks[group]
                        while bits != 0 {
                            let index = start + 16 * group + bits.trailingZeroBitCount
                            bits &= bits - 1
                            if index < quads.count, unsafe !look(index, quads[index]) { return }
                        }
                    }
                }
            }
        }
    }

    /// The arguments of the kernel: u, -u·o, v, -v·o, bound.
    private typealias View = (Float, Float, Float, Float, Float, Float, Float, Float, Float)

    /// Two directions across the ray, each with its negated value on the line, and the bound on all rounding; `nil`
    /// when the origin is too far away to be of use.
    private func view(along ray: Ray) -> View? {
        guard let d = ray.direction.unit else { return nil }
        let o = (ray.origin - middle).scaled(byPowerOfTwo: -exponent)
        guard o.largestMagnitude < 1e30 else { return nil }
        let size = SIMD3(d.x.magnitude, d.y.magnitude, d.z.magnitude)
        let axis: SIMD3<Double> =
            size.x <= size.y && size.x <= size.z
            ? SIMD3(1, 0, 0) : size.y <= size.z ? SIMD3(0, 1, 0) : SIMD3(0, 0, 1)
        guard let u = d.cross(axis).unit else { return nil }
        let v = d.cross(u)
        let uo = u.dot(o), vo = v.dot(o)
        // Corners are at most one, so no partial sum exceeds |u·o| + √3: six roundings of it, the rounding of the
        // corners, of u and v and of u·o, in floats; twice that for good measure. In doubles, what is left of u·d
        // and v·d counts over the whole way from the origin.
        let most = Double.maximum(uo.magnitude, vo.magnitude) + 2
        let bound = 2 * (10 * 0x1p-24 * most) + 0x1p-48 * (o.length + 4)
        return (
            Float(u.x), Float(u.y), Float(u.z), Float(-uo), Float(v.x), Float(v.y), Float(v.z), Float(-vo),
            Float(bound)
        )
    }
}

#if !hasFeature(Embedded)
extension RayTargets {
    /// The nearest hit of each ray, on as many threads as there are processors.
    public func nearestHits(by rays: [Ray], only face: QuadFace? = nil) async -> [RayHit?] {
        await rays.indices.concurrently(inPiecesOf: 256) { piece in
            piece.map { nearestHit(by: rays[$0], only: face) }
        }
    }
}
#endif

/// One hit among many quads.
public struct RayHit: Hashable, Sendable {
    /// The position of the quad in what was scanned, from 0.
    public var index: Int
    public var hit: QuadHit
}

extension Ray {
    /// The first quad this ray meets; where two are met at exactly the same distance, the earlier in order.
    ///
    /// - Complexity: one test a quad. Quads with a number that is not finite are missed.
    public func nearestHit(among quads: some Sequence<Quad>, only face: QuadFace? = nil) -> RayHit? {
        var nearest: (index: Int, quad: Quad, crossing: QuadCrossing)?
        for (index, quad) in quads.enumerated() {
            guard let crossing = quad.crossing(of: self, only: face) else { continue }
            if let found = nearest, quad.order(crossing, against: found.crossing, of: found.quad, self) >= 0 {
                continue
            }
            nearest = (index, quad, crossing)
        }
        return nearest.map { RayHit(index: $0.index, hit: $0.quad.hit(by: self, at: $0.crossing)) }
    }

    /// Every quad this ray meets, nearest first, each once; at exactly equal distance in the order given.
    public func allHits(among quads: some Sequence<Quad>, only face: QuadFace? = nil) -> [RayHit] {
        sorted(
            quads.enumerated().compactMap { index, quad in
                quad.crossing(of: self, only: face).map { (index, quad, $0) }
            })
    }

    /// Crossings of different quads as hits, nearest first; at exactly equal distance by place.
    func sorted(_ crossings: [(index: Int, quad: Quad, crossing: QuadCrossing)]) -> [RayHit] {
        crossings
            .sorted { one, other in
                let order = one.quad.order(one.crossing, against: other.crossing, of: other.quad, self)
                return order != 0 ? order < 0 : one.index < other.index
            }
            .map { RayHit(index: $0.index, hit: $0.quad.hit(by: self, at: $0.crossing)) }
    }

    /// Whether this ray meets any of the quads.
    public func meetsAny(of quads: some Sequence<Quad>, only face: QuadFace? = nil) -> Bool {
        quads.contains { $0.crossing(of: self, only: face) != nil }
    }
}
