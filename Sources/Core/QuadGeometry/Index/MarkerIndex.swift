/// Many quads made ready for questions about place: which of them a ray hits, which are near a point, which collide.
///
/// Answers are exact, the same as those of a look at every quad. Up to ``scanLimit`` quads that is what is done; above,
/// a tree of boxes in single precision, rounded outwards, leaves a few quads that are decided as single ones are. Quads
/// keep the index they were given, a number from 0, for as long as they stay.
///
/// ```swift
/// let index = try MarkerIndex(quads)
/// if let hit = index.nearestHit(by: ray) { print(hit.index, hit.hit.distance) }
/// ```
public struct MarkerIndex: Sendable {
    /// The number of quads up to which they are looked at one after the other.
    public static let scanLimit = 64

    /// By index; a quad that was removed has only NaN left, which nothing meets.
    var slots: [Quad]
    /// The quads that are not removed.
    public internal(set) var count: Int
    /// `nil` where the quads are few, or their coordinates beyond what boxes hold; then there are ``targets``.
    var tree: QuadTree? {
        didSet { memory = tree?.memory }
    }
    /// The place of the tree, for walks that count no references to it: it stays as long as the index does.
    private(set) var memory: TreeMemory?
    var targets: RayTargets?
    /// Quads that came, went or moved since the tree was built.
    var changes = 0
    /// The indices of quads that were removed, which are given again, the last first.
    var free: [Int] = []

    /// An index of quads, each by its place among them.
    ///
    /// - Parameter quads: any number of quads of finite numbers.
    public init(_ quads: some Sequence<Quad>) throws(MarkerIndexError) {
        slots = Array(quads)
        count = slots.count
        for (index, quad) in slots.enumerated() where !quad.isFinite {
            throw .nonFinite(index: index)
        }
        rebuild()
    }

    /// An index of quads of which those that are not finite are never met, and leave their indices free.
    package init(skippingNonFinite quads: [Quad]) {
        slots = quads
        for (index, quad) in quads.enumerated() where !quad.isFinite {
            slots[index] = .nothing
            free.append(index)
        }
        count = slots.count - free.count
        rebuild()
    }

    /// The quad of an index, or `nil` when there is none or it was removed.
    ///
    /// - Parameter index: the place of the quad among those the index was made of, or as ``insert(_:)`` returned it.
    public subscript(index: Int) -> Quad? {
        guard slots.indices.contains(index), slots[index].isFinite else { return nil }
        return slots[index]
    }

    mutating func rebuild(room: Double = 1) {
        changes = 0
        if count > MarkerIndex.scanLimit, slots.count <= QuadTree.mostQuads,
            let frame = TreeFrame(around: slots, room: room)
        {
            tree = TreeBuilder.tree(of: slots, in: frame)
            targets = nil
        } else {
            tree = nil
            targets = RayTargets(slots)
        }
    }
}

/// The reason that an index cannot hold a quad.
public enum MarkerIndexError: Error, Hashable, Sendable {
    /// The quad at this index has a number that is not finite.
    case nonFinite(index: Int)
    /// No quad has this index, or it was removed.
    case noQuad(index: Int)
}

extension MarkerIndex {
    /// Markers in the place of others: duplicates, overlaps in one plane and stacks; in order of the markers.
    ///
    /// The search has a tree of its own, by place and direction, since markers that are not parallel do not overlap.
    ///
    /// - Parameter check: the check whose limits say what counts.
    /// - Complexity: that of ``QuadCheck/neighborIssues(among:)``.
    public func neighborIssues(_ check: QuadCheck = QuadCheck()) -> [NeighborIssue] {
        check.neighborIssues(among: slots)
    }
}

extension MarkerIndex {
    /// The quads of which something is in a camera's image or would be if nothing hid it, in order of their indices.
    ///
    /// - Parameters:
    ///   - camera: the camera, in the quads' world.
    public func quads(inViewOf camera: PinholeCamera) -> [QuadInView] {
        let view = CameraView(of: camera)
        var found: [QuadInView] = []
        unsafe forEachQuad(near: view) { index, quad in
            let verdict = unsafe view.verdict(on: quad.pointee)
            if verdict != .outside { found.append(QuadInView(index: index, verdict: verdict)) }
        }
        return found.sorted { $0.index < $1.index }
    }
}

extension PinholeCamera {
    /// The place of a quad by what the camera can see, exactly.
    ///
    /// What it can see is the pyramid, without an end, that the rays through the four corners of the image span, with
    /// its border. A quad that has a number that is not finite is outside.
    ///
    /// - Parameter quad: in the camera's world.
    public func verdict(on quad: Quad) -> ViewVerdict { CameraView(of: self).verdict(on: quad) }
}

extension MarkerIndex {
    /// Adds a quad and returns its index: that of the last quad that was removed, or else the next one.
    ///
    /// - Parameter quad: a quad of finite numbers.
    /// - Complexity: that of one way down the tree; now and then the tree is built again.
    @discardableResult
    public mutating func insert(_ quad: Quad) throws(MarkerIndexError) -> Int {
        let index = free.last ?? slots.count
        guard quad.isFinite else { throw .nonFinite(index: index) }
        if free.popLast() == nil { slots.append(quad) } else { slots[index] = quad }
        count += 1
        update(holding: quad) { $0.insert(quad, index: index) }
        return index
    }

    /// Removes a quad; its index is free for the next one.
    ///
    /// - Parameter index: that of a quad that is there.
    public mutating func remove(_ index: Int) throws(MarkerIndexError) {
        guard self[index] != nil else { throw .noQuad(index: index) }
        slots[index] = .nothing
        free.append(index)
        count -= 1
        update(holding: nil) {
            $0.remove(index)
            return true
        }
    }

    /// Gives a quad other corners; it keeps its index.
    ///
    /// - Parameters:
    ///   - index: that of a quad that is there.
    ///   - quad: the quad as it is now, of finite numbers.
    public mutating func move(_ index: Int, to quad: Quad) throws(MarkerIndexError) {
        guard self[index] != nil else { throw .noQuad(index: index) }
        guard quad.isFinite else { throw .nonFinite(index: index) }
        slots[index] = quad
        update(holding: quad) {
            $0.move(index, to: quad)
            return true
        }
    }

    /// Changes the tree in place where that is worth it, and builds it again where it is not: after as many changes as
    /// half the quads, for quads outside its frame, and where it would become too deep.
    private mutating func update(holding quad: Quad?, _ change: (QuadTree) -> Bool) {
        changes += 1
        guard var tree, count > MarkerIndex.scanLimit, changes < max(MarkerIndex.scanLimit, count / 2) else {
            rebuild()
            return
        }
        // Room for more, so that a row of quads that grows outwards builds few trees.
        if let quad, !tree.frame.holds(quad) {
            rebuild(room: 2)
            return
        }
        self.tree = nil
        if !isKnownUniquelyReferenced(&tree) { tree = QuadTree(copying: tree) }
        let isDone = change(tree)
        self.tree = tree
        if !isDone { rebuild() }
    }
}

extension Quad {
    /// What nothing meets.
    fileprivate static let nothing = Quad(
        SIMD3(repeating: .nan), SIMD3(repeating: .nan), SIMD3(repeating: .nan), SIMD3(repeating: .nan))
}

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
        unsafe slots.withUnsafeBufferPointer { quads in
            guard let tree = memory else {
                for index in quads.indices { unsafe visit(index, quads[index]) }
                return
            }
            let place = tree.frame.place(point)
            guard place.largestMagnitude < 1e15 else {
                for index in quads.indices { unsafe visit(index, quads[index]) }
                return
            }
            let approach = unsafe level.approachTree
            unsafe TreeMemory.withRoom { numbers, stack in
                // What floats take from the point, and the doubles of distances.
                let error = place.largestMagnitude * 0x1p-22 + 0x1p-40
                for axis in 0..<3 {
                    unsafe numbers[axis] = Float(place[axis] + error)
                    unsafe numbers[3 + axis] = Float(place[axis] - error)
                }
                var top = 1
                unsafe stack[0] = 0
                while true {
                    let index = unsafe approach(
                        tree.blocks, numbers, MarkerIndex.square(limit * tree.frame.scale), stack, &top)
                    if index < 0 { return }
                    unsafe visit(index, quads[index])
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

/// A quad near a point.
public struct NearQuad: Hashable, Sendable {
    /// The place of the quad in the index, from 0.
    public var index: Int
    /// The point of the quad's surface, its two triangles, that is nearest; in metres.
    public var point: SIMD3<Double>
    /// The distance from there, in metres.
    public var distance: Double

    public init(index: Int, point: SIMD3<Double>, distance: Double) {
        self.index = index
        self.point = point
        self.distance = distance
    }
}

extension Quad {
    /// The point of the triangles p1p2p4 and p3p4p2 that is nearest to another, both in metres.
    ///
    /// - Parameter point: any point; where a number here is not finite the answer is not, either.
    public func nearestPoint(to point: SIMD3<Double>) -> SIMD3<Double> {
        let one = firstTriangle.nearestPoint(to: point), other = secondTriangle.nearestPoint(to: point)
        let a = one - point, b = other - point
        return b.dot(b) < a.dot(a) ? other : one
    }
}

extension Triangle {
    /// The point of the triangle that is nearest to another (Ericson 2005, Real-Time Collision Detection, 5.1.5).
    func nearestPoint(to point: SIMD3<Double>) -> SIMD3<Double> {
        let ab = b - a, ac = c - a, ap = point - a
        let d1 = ab.dot(ap), d2 = ac.dot(ap)
        if d1 <= 0, d2 <= 0 { return a }
        let bp = point - b
        let d3 = ab.dot(bp), d4 = ac.dot(bp)
        if d3 >= 0, d4 <= d3 { return b }
        let sideC = d1 * d4 - d3 * d2
        if sideC <= 0, d1 >= 0, d3 <= 0, d1 > d3 { return a + ab * (d1 / (d1 - d3)) }
        let cp = point - c
        let d5 = ab.dot(cp), d6 = ac.dot(cp)
        if d6 >= 0, d5 <= d6 { return c }
        let sideB = d5 * d2 - d1 * d6
        if sideB <= 0, d2 >= 0, d6 <= 0, d2 > d6 { return a + ac * (d2 / (d2 - d6)) }
        let sideA = d3 * d6 - d5 * d4
        let fromB = d4 - d3, fromC = d5 - d6
        if sideA <= 0, fromB >= 0, fromC >= 0, fromB + fromC > 0 {
            return b + (c - b) * (fromB / (fromB + fromC))
        }
        let sum = sideA + sideB + sideC
        return sum > 0 ? a + ab * (sideB / sum) + ac * (sideC / sum) : a
    }
}

/// A quad that is in view of a camera.
public struct QuadInView: Hashable, Sendable {
    public var index: Int
    /// Whether all of it is in view; never `outside`.
    public var verdict: ViewVerdict

    public init(index: Int, verdict: ViewVerdict) {
        self.index = index
        self.verdict = verdict
    }
}
