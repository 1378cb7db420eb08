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

    /// The quad of an index, or `nil` when there is none or it was removed.
    ///
    /// - Parameter index: the place of the quad among those the index was made of, or as ``insert(_:)`` returned it.
    public subscript(index: Int) -> Quad? {
        guard slots.indices.contains(index), slots[index].isFinite else { return nil }
        return slots[index]
    }

    /// Builds what answers questions from the quads.
    mutating func rebuild(room: Double = 1) {
        changes = 0
        if count > MarkerIndex.scanLimit, let frame = TreeFrame(around: slots, room: room) {
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
