public import QuadGeometry

/// Named frames and measured motions between them.
///
/// Several edges may join the same two frames, and loops are wanted: only they show errors. Frames and edges are sorted before
/// anything is computed, so the order of insertion changes no result.
///
/// ```swift
/// let graph = try PoseGraph([
///     PoseEdge(from: "hall", to: "door", motion: hallFromDoor, covariance: noise),
///     PoseEdge(from: "door", to: "tablet", motion: doorFromTablet, covariance: noise),
/// ])
/// let view = try graph.transform(to: "hall", from: "tablet")
/// ```
public struct PoseGraph: Hashable, Sendable {
    /// The names of the frames, sorted.
    public private(set) var frames: [String] = []
    /// The edges, sorted by their frames, then label and numbers.
    public private(set) var edges: [PoseEdge] = []
    /// The places of the frames that each edge joins.
    private(set) var ends: [(from: Int, to: Int)] = []

    /// Translations beyond this, in metres, are refused: a graph has no anchored form.
    package static let largestTranslation = GraphLimit.largestTranslation
    /// Edges beyond this number are refused.
    package static let mostEdges = 1_000_000
    /// The longest name of a frame, in characters.
    package static let longestName = GraphLimit.longestName
    /// Graphs of more frames are solved, but this is not made for maps.
    package static let usualFrames = 5_000

    /// The graph of these edges, and of frames that no edge joins.
    public init(_ edges: [PoseEdge] = [], frames: [String] = []) throws(PoseGraphError) {
        guard edges.count <= PoseGraph.mostEdges else { throw .tooManyEdges(limit: PoseGraph.mostEdges) }
        for edge in edges { try PoseGraph.check(edge) }
        var names = Set(frames)
        for name in frames { try PoseGraph.check(name) }
        for edge in edges {
            names.insert(edge.from)
            names.insert(edge.to)
        }
        self.frames = names.sorted(by: PoseGraph.precedes)
        self.edges = edges.sorted(by: PoseGraph.precedes)
        var places: [String: Int] = [:]
        for (place, name) in self.frames.enumerated() { places[name] = place }
        ends = self.edges.map { (places[$0.from] ?? 0, places[$0.to] ?? 0) }
    }

    public static func == (a: PoseGraph, b: PoseGraph) -> Bool { a.frames == b.frames && a.edges == b.edges }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(frames)
        hasher.combine(edges)
    }

    private static func check(_ name: String) throws(PoseGraphError) {
        // Control characters and the like have no business in a name that messages repeat.
        let isVisible = name.unicodeScalars.allSatisfy {
            $0.value > 0x20 && !(0x7F...0xA0).contains($0.value)
        }
        guard !name.isEmpty, name.count <= longestName, isVisible else { throw .badName(name) }
    }

    private static func check(_ edge: PoseEdge) throws(PoseGraphError) {
        try check(edge.from)
        try check(edge.to)
        guard edge.from != edge.to else { throw .selfEdge(frame: edge.from) }
        let far = edge.motion.translation.largestMagnitude
        guard far <= largestTranslation else { throw .outOfRange(edge: edge.name, metres: far) }
        guard edge.time?.isFinite ?? true else { throw .nonFiniteTime(edge: edge.name) }
    }

    /// Names by their bytes, but whole numbers by their value.
    static func precedes(_ a: String, _ b: String) -> Bool {
        if a.utf8.count != b.utf8.count, isNumber(a), isNumber(b) { return a.utf8.count < b.utf8.count }
        return a.utf8.lexicographicallyPrecedes(b.utf8)
    }

    private static func isNumber(_ name: String) -> Bool {
        name.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            && (name == "0" || !name.utf8.starts(with: [UInt8(ascii: "0")]))
    }

    private static func precedes(_ a: PoseEdge, _ b: PoseEdge) -> Bool {
        if a.from != b.from { return precedes(a.from, b.from) }
        if a.to != b.to { return precedes(a.to, b.to) }
        if a.label != b.label { return a.label.utf8.lexicographicallyPrecedes(b.label.utf8) }
        return a.numbers.lexicographicallyPrecedes(b.numbers)
    }

    func place(of frame: String) throws(PoseGraphError) -> Int {
        var low = 0, high = frames.count
        while low < high {
            let middle = (low + high) / 2
            if PoseGraph.precedes(frames[middle], frame) { low = middle + 1 } else { high = middle }
        }
        guard low < frames.count, frames[low] == frame else { throw .noSuchFrame(frame) }
        return low
    }

    /// The edges at each frame, in order.
    var edgesAtFrames: [[Int]] {
        var lists = [[Int]](repeating: [], count: frames.count)
        for (place, end) in ends.enumerated() {
            lists[end.from].append(place)
            lists[end.to].append(place)
        }
        return lists
    }

    /// The number of each frame's component; components are numbered in the order of their first frames.
    var componentNumbers: [Int] {
        let lists = edgesAtFrames
        var numbers = [Int](repeating: -1, count: frames.count)
        var next = 0
        for start in frames.indices where numbers[start] < 0 {
            var waiting = [start]
            numbers[start] = next
            while let frame = waiting.popLast() {
                for edge in lists[frame] {
                    let other = ends[edge].from == frame ? ends[edge].to : ends[edge].from
                    guard numbers[other] < 0 else { continue }
                    numbers[other] = next
                    waiting.append(other)
                }
            }
            next += 1
        }
        return numbers
    }

    /// The names of the frames of each component, sorted.
    public var components: [[String]] {
        let numbers = componentNumbers
        var lists = [[String]](repeating: [], count: (numbers.max() ?? -1) + 1)
        for (frame, number) in numbers.enumerated() { lists[number].append(frames[frame]) }
        return lists
    }
}

extension PoseEdge {
    /// All numbers, by which edges are sorted where nothing else differs.
    fileprivate var numbers: [Double] {
        let r = motion.rotation, t = motion.translation
        let columns = [r.x, r.y, r.z, t].flatMap { [$0.x, $0.y, $0.z] }
        return columns + covariance.rows + [time ?? -.infinity]
    }
}

/// A measured motion between two frames.
public struct PoseEdge: Hashable, Sendable {
    /// The frame in which the motion is seen, and the frame whose pose it is.
    public let from, to: String
    /// The pose of `to` in `from`: it carries coordinates of `to` into `from`.
    public let motion: RigidTransform
    public let covariance: EdgeCovariance
    /// The source of the measurement, in free text.
    public let label: String
    /// The time of the measurement, in seconds; only shown.
    public let time: Double?

    public init(
        from: String, to: String, motion: RigidTransform, covariance: EdgeCovariance, label: String = "",
        time: Double? = nil
    ) {
        (self.from, self.to, self.motion, self.covariance) = (from, to, motion, covariance)
        (self.label, self.time) = (label, time)
    }

    /// The name of the edge in messages.
    public var name: String { label.isEmpty ? "\(from) to \(to)" : "\(from) to \(to) (\(label))" }

    /// The edge that says the same the other way around.
    public var reversed: PoseEdge {
        PoseEdge(
            from: to, to: from, motion: motion.inverted(), covariance: covariance.inverted(of: motion),
            label: label, time: time)
    }
}

/// Something known of the pose of a frame besides its edges.
public struct FramePrior: Hashable, Sendable {
    public let frame: String
    /// The pose in the frame of the component's root.
    public let pose: RigidTransform
    public let covariance: EdgeCovariance

    public init(frame: String, pose: RigidTransform, covariance: EdgeCovariance) {
        (self.frame, self.pose, self.covariance) = (frame, pose, covariance)
    }
}
