/// Points of two scans, and the pairs of them that may be the same point: many where labels repeat.
///
/// The pairs are never written out: a label that 1,000 points of both scans bear makes a million of them.
public struct CandidatePairs: Sendable {
    /// The points in the source frame, in metres.
    public let sources: [SIMD3<Double>]
    /// The points in the target frame, in metres.
    public let targets: [SIMD3<Double>]
    /// The places at which each source's candidates are listed.
    private let lists: [Range<Int>]
    private let listed: [Int32]

    /// Points that bear labels: those of the same label may be the same. An empty label is none.
    public init(
        sources: [SIMD3<Double>], labels: [String?], targets: [SIMD3<Double>], targetLabels: [String?]
    ) throws(RigidFitError) {
        try self.init(
            sources: sources, keys: labels.map { $0 == "" ? nil : $0 }, targets: targets,
            targetKeys: targetLabels)
    }

    /// Points that have keys: those of the same key may be the same.
    init<Key: Hashable>(
        sources: [SIMD3<Double>], keys: [Key?], targets: [SIMD3<Double>], targetKeys: [Key?]
    ) throws(RigidFitError) {
        for (keys, points) in [(keys, sources), (targetKeys, targets)] where keys.count != points.count {
            throw .unpairedColumn(.ids, count: keys.count, pairs: points.count)
        }
        var places: [Key: [Int32]] = [:]
        for (target, key) in targetKeys.enumerated() {
            if let key { places[key, default: []].append(Int32(target)) }
        }
        var listed: [Int32] = []
        var ranges: [Key: Range<Int>] = [:]
        let lists = keys.map { key -> Range<Int> in
            guard let key, let members = places[key] else { return 0..<0 }
            if let range = ranges[key] { return range }
            let range = listed.count..<(listed.count + members.count)
            listed += members
            ranges[key] = range
            return range
        }
        try self.init(sources, targets, lists: lists, listed: listed)
    }

    /// Points and pairs of their places, each a source's and a target's.
    public init(
        sources: [SIMD3<Double>], targets: [SIMD3<Double>], pairs: [CandidatePair]
    ) throws(RigidFitError) {
        var starts = [Int](repeating: 0, count: sources.count + 1)
        for (place, pair) in pairs.enumerated() {
            guard sources.indices.contains(Int(pair.source)), targets.indices.contains(Int(pair.target))
            else {
                throw .noSuchPoint(pair: place)
            }
            starts[Int(pair.source) + 1] += 1
        }
        for source in sources.indices { starts[source + 1] += starts[source] }
        var next = starts
        var listed = [Int32](repeating: 0, count: pairs.count)
        for pair in pairs {
            listed[next[Int(pair.source)]] = pair.target
            next[Int(pair.source)] += 1
        }
        try self.init(
            sources, targets, lists: sources.indices.map { starts[$0]..<starts[$0 + 1] }, listed: listed)
    }

    private init(
        _ sources: [SIMD3<Double>], _ targets: [SIMD3<Double>], lists: [Range<Int>], listed: [Int32]
    ) throws(RigidFitError) {
        try Correspondences.check(sources, .source)
        try Correspondences.check(targets, .target)
        self.sources = sources
        self.targets = targets
        self.lists = lists
        self.listed = listed
    }

    /// The number of pairs.
    public var count: Int { lists.reduce(0) { $0 + $1.count } }

    func candidates(of source: Int) -> ArraySlice<Int32> { listed[lists[source]] }

    /// The sources that have candidates, those that say most first: those with few candidates that are few's.
    var mostTelling: [Int32] {
        // Sources of one label share a list, which is gone through once for all of them.
        let bearers = lists.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        var claims = [Int](repeating: 0, count: targets.count)
        for (list, count) in bearers { for target in listed[list] { claims[Int(target)] += count } }
        let claimed = bearers.keys.reduce(into: [Range<Int>: Int]()) { most, list in
            most[list] = listed[list].lazy.map { claims[Int($0)] }.max() ?? 0
        }
        let doubts = lists.map { $0.count * (claimed[$0] ?? 0) }
        // Among equals a scattered order, so that the first few are from all over.
        func scattered(_ source: Int32) -> UInt32 { UInt32(bitPattern: source) &* 0x9e37_79b9 }
        return sources.indices.lazy.filter { !lists[$0].isEmpty }.map { Int32($0) }.sorted { a, b in
            let (one, other) = (doubts[Int(a)], doubts[Int(b)])
            return one != other ? one < other : scattered(a) < scattered(b)
        }
    }
}

/// A source and a target that may be the same, by their places from 0.
public struct CandidatePair: Hashable, Sendable {
    public let source, target: Int32

    public init(source: Int32, target: Int32) {
        self.source = source
        self.target = target
    }
}
