internal import QuadGeometry

/// Finds the motions that most pairs follow, without chance: pairs that follow one motion keep their distances, so they
/// are all joined in the graph of consistent distances, and cliques of it are grown from every promising pair.
struct MotionSearch {
    /// The motion with most support, then the one with most among those that are clearly different.
    private(set) var best, rival: SupportedMotion?
    /// The mirrored motion with most support, where that is more than the best motion's when it is found.
    private(set) var mirror: SupportedMotion?

    /// The largest clique whose pairs fix no motion, as on a line.
    private(set) var loose: [Int32] = []

    private let scene: PairScene
    /// The pairs that take part, by their places in the scene; nodes of the graph count in this list.
    private let nodes: [Int32]
    private let graph: BitMatrix
    /// A clique smaller than this is of no interest.
    private let floor: Int
    /// The size from which a clique is asked for.
    private let least: Int
    private let seekingRival: Bool
    /// Whether pairs that follow one motion agree in more than their places, where that is known.
    private let agreeing: (([Int32]) -> Bool)?
    /// Nodes whose cliques have not been looked for.
    private var open: BitRow
    /// Words of bits that may still be compared.
    private var effort = MotionSearch.mostEffort

    /// About a third of a second, a hundred times what 1,000 pairs need.
    private static let mostEffort = 1 << 30
    /// The number of members of a clique that fix its motion well enough to find the others.
    private static let enough = 24
    /// The number of neighbors beyond which their order is not worked out again after each choice.
    private static let fewNeighbors = 96
    /// Cliques begun from one node of many neighbors.
    private static let startsWhereMany = 3

    // Room for the rows and lists of one search, so that none is made in its loops.
    private var around, clique: BitRow
    private var neighbors = RankedNodes(), choices = RankedNodes()

    /// Searches `nodes` for motions followed by at least `floor` of them.
    ///
    /// Those that fewer than `least` follow are not looked for, and without a rival none but the best is: that is far
    /// quicker, and finds the same best motion if it has as many.
    /// A motion that does not agree is none, so that it takes no place of a rival.
    init(
        _ scene: PairScene, nodes: [Int32], floor: Int, least: Int = 0, seekingRival: Bool = true,
        agreeing: (([Int32]) -> Bool)? = nil
    ) {
        self.scene = scene
        self.nodes = nodes
        self.floor = max(floor, 3)
        self.least = least
        self.seekingRival = seekingRival
        self.agreeing = agreeing
        graph = scene.consistency(of: nodes)
        open = BitRow(firstOf: nodes.count, words: graph.words)
        around = BitRow(words: graph.words)
        clique = around
        for root in roots() {
            guard effort > 0 else { break }
            guard open.contains(root) else { continue }
            look(around: root)
            open.remove(root)
        }
        if seekingRival { tryTwoGroups() }
    }

    /// Tries the motion of each two of a few groups. A clique grown by what leaves most may mix the corners of markers that follow two
    /// motions, and a motion of two markers is then in no clique that is looked for.
    private mutating func tryTwoGroups() {
        guard let groups = scene.groups, groups.sizes.count <= MotionSearch.fewGroups else { return }
        var members = [[Int32]](repeating: [], count: groups.sizes.count)
        for node in nodes { members[Int(groups.groups[Int(node)])].append(node) }
        for (place, first) in members.enumerated() {
            for second in members[..<place] {
                guard let motion = TrialMotion(scene, first + second) else { continue }
                collect(SupportedMotion(motion, scene, among: nodes))
            }
        }
    }

    /// Of so many groups all two take no longer than the cliques.
    private static let fewGroups = 24

    /// The nodes that could belong to a clique, those with most neighbors first.
    private mutating func roots() -> [Int] {
        neighbors.list(open)
        neighbors.count(in: open, of: graph)
        let degrees = neighbors.counts
        var starts = [Int](repeating: 0, count: nodes.count + 1)
        for degree in degrees { starts[nodes.count - Int(degree)] += 1 }
        var sum = 0
        for place in starts.indices { (starts[place], sum) = (sum, sum + starts[place]) }
        var order = [Int](repeating: 0, count: nodes.count)
        for (node, degree) in degrees.enumerated() {
            let place = nodes.count - Int(degree)
            order[starts[place]] = node
            starts[place] += 1
        }
        let wanted = wanted
        return Array(order.prefix { Int(degrees[$0]) + 1 >= wanted })
    }

    /// The size from which a clique may give the best motion, or a rival to be named.
    private var wanted: Int {
        let most = best?.inliers.count ?? 0
        return max(floor, least, seekingRival ? (most + 1) / 2 : most)
    }

    private mutating func look(around root: Int) {
        around.set(open, andRow: root, of: graph)
        // Twice: members of a clique have all its others in common with the root; what has not, is none.
        for _ in 0..<2 {
            neighbors.list(around)
            let wanted = wanted
            guard neighbors.count + 1 >= wanted else { return }
            effort -= neighbors.count * graph.words
            neighbors.count(in: around, of: graph)
            let before = neighbors.count
            neighbors.keep { node, count in
                if count + 2 < wanted { around.remove(node) }
                return count + 2 >= wanted
            }
            if neighbors.count == before { break }
        }
        let starts =
            neighbors.count > MotionSearch.fewNeighbors ? MotionSearch.startsWhereMany : neighbors.count
        for _ in 0..<starts {
            guard open.contains(root), neighbors.count + 1 >= wanted, let second = neighbors.strongest
            else { return }
            grow(from: root, second)
            // All cliques of both have been looked for.
            around.remove(second)
            neighbors.keep { node, _ in node != second }
        }
    }

    /// Adds to a pair of nodes the one that leaves most, until few are left.
    private mutating func grow(from root: Int, _ second: Int) {
        clique.set(around, andRow: second, of: graph)
        var chosen = [nodes[root], nodes[second]], left = clique.count
        var ranked: [Int32] = [], isCounted = false
        while left > MotionSearch.fewChoices, chosen.count < MotionSearch.enough {
            guard chosen.count + left >= wanted else { return }
            if !isCounted || left <= MotionSearch.fewNeighbors {
                choices.list(clique)
                effort -= left * graph.words
                choices.count(in: clique, of: graph)
                if choices.isClique {
                    chosen += choices.nodes.prefix(MotionSearch.enough - chosen.count).map { nodes[Int($0)] }
                    return tryMotion(of: chosen)
                }
                isCounted = true
                if left > MotionSearch.fewNeighbors { ranked = choices.weakestFirst }
            }
            while let last = ranked.last, !clique.contains(Int(last)) { ranked.removeLast() }
            let strongest = left > MotionSearch.fewNeighbors ? ranked.last.map { Int($0) } : choices.strongest
            guard let next = strongest else { break }
            chosen.append(nodes[next])
            clique.formIntersection(withRow: next, of: graph)
            left = clique.count
        }
        guard chosen.count < MotionSearch.enough else { return tryMotion(of: chosen) }
        branch(chosen, clique)
    }

    /// Tries the motions of all cliques that a few choices leave: where supports are small, the first choice may be
    /// one that keeps its distances by chance.
    private mutating func branch(_ chosen: [Int32], _ choices: BitRow) {
        var choices = choices
        var members: [Int32] = []
        choices.list(into: &members)
        if members.isEmpty, chosen.count >= max(3, wanted) { tryMotion(of: chosen) }
        for member in members {
            guard chosen.count + choices.count >= wanted else { return }
            var rest = choices
            rest.formIntersection(withRow: Int(member), of: graph)
            effort -= graph.words
            branch(chosen + [nodes[Int(member)]], rest)
            choices.remove(Int(member))
        }
    }

    /// The number of choices of which all are tried: 2⁵ cliques at most.
    private static let fewChoices = 5

    /// Collects those that follow a clique's motion, and keeps it if they are many.
    private mutating func tryMotion(of clique: [Int32]) {
        guard let motion = TrialMotion(scene, clique) else {
            if clique.count > loose.count { loose = clique }
            return
        }
        let trial = SupportedMotion(motion, scene, among: nodes)
        if 2 * trial.inliers.count < clique.count, let motion = TrialMotion(scene, clique, mirrored: true) {
            let found = SupportedMotion(motion, scene, among: nodes).settled(scene, among: nodes, rounds: 2)
            guard found.inliers.count > (mirror?.inliers.count ?? 0) else { return }
            mirror = found
            close(found)
        }
        collect(trial)
    }

    /// Collects those that follow a motion, and keeps it if they are many.
    private mutating func collect(_ trial: SupportedMotion) {
        guard trial.inliers.count >= 3, 2 * trial.inliers.count >= wanted else { return }
        let found = trial.settled(scene, among: nodes, rounds: MotionSearch.rounds)
        if let agreeing, found.inliers.count >= wanted, !agreeing(found.inliers) { return }
        if found.inliers.count >= wanted {
            keep(found)
            close(found)
        } else if !seekingRival {
            // Below the noise nearly all pairs keep their distances and no motion has as many followers as is wanted:
            // those it has need not be looked around again.
            close(found)
        }
    }

    /// Fits to what was collected, of which the last rarely change anything.
    private static let rounds = 5

    private mutating func keep(_ found: SupportedMotion) {
        guard let known = best else {
            best = found
            return
        }
        if found.isSame(as: known, scene) {
            if found.isBetter(than: known) { best = found }
        } else if found.isBetter(than: known) {
            (best, rival) = (found, known)
        } else if rival.map({ found.isBetter(than: $0) }) ?? true {
            rival = found
        }
        if let first = best, let second = rival, second.isSame(as: first, scene) { rival = nil }
    }

    /// Pairs of a motion that far more than chance supports belong to no other: no cliques are grown from them.
    private mutating func close(_ found: SupportedMotion) {
        guard found.inliers.count >= 2 * floor else { return }
        var node = 0
        for pair in found.inliers {
            while nodes[node] < pair { node += 1 }
            open.remove(node)
        }
    }
}

/// Some nodes of a graph, rising, each with how many neighbors it has among others.
struct RankedNodes {
    private(set) var nodes: [Int32] = []
    private(set) var counts: [Int32] = []

    var count: Int { nodes.count }

    /// Becomes the nodes of a set, with counts that mean nothing yet.
    mutating func list(_ row: BitRow) {
        row.list(into: &nodes)
        counts.removeAll(keepingCapacity: true)
        for _ in nodes { counts.append(0) }
    }

    /// Counts the neighbors of each in a set.
    mutating func count(in row: BitRow, of graph: BitMatrix) {
        graph.countCommon(with: row.words, in: nodes, into: &counts)
    }

    /// Leaves those out that are not wanted.
    mutating func keep(where isWanted: (_ node: Int, _ count: Int) -> Bool) {
        var kept = 0
        for place in nodes.indices where isWanted(Int(nodes[place]), Int(counts[place])) {
            nodes[kept] = nodes[place]
            counts[kept] = counts[place]
            kept += 1
        }
        nodes.removeLast(nodes.count - kept)
        counts.removeLast(counts.count - kept)
    }

    /// Whether each has all others as neighbors, when they were counted among themselves.
    var isClique: Bool { counts.allSatisfy { Int($0) == nodes.count - 1 } }

    /// The nodes by their counts, so that the last is the ``strongest``, the one before it that of the others, and so on.
    var weakestFirst: [Int32] {
        var starts = [Int](repeating: 0, count: Int(counts.max() ?? 0) + 2)
        for count in counts { starts[Int(count) + 1] += 1 }
        for count in starts.indices.dropFirst() { starts[count] += starts[count - 1] }
        var order = nodes
        for place in nodes.indices.reversed() {
            order[starts[Int(counts[place])]] = nodes[place]
            starts[Int(counts[place])] += 1
        }
        return order
    }

    /// The node with the largest count, the first of equals.
    var strongest: Int? {
        guard var best = nodes.indices.first else { return nil }
        for place in nodes.indices where counts[place] > counts[best] { best = place }
        return Int(nodes[best])
    }
}

/// A set of small numbers as bits, 64 to a word, the first in the lowest bit of the first word.
struct BitRow: Hashable {
    var words: [UInt64]

    init(words: Int) { self.words = [UInt64](repeating: 0, count: words) }

    /// 0 up to `count`, without it.
    init(firstOf count: Int, words: Int) {
        self.words = (0..<words).map { word in
            let left = count - 64 * word
            return left >= 64 ? .max : left > 0 ? (1 << UInt64(left)) - 1 : 0
        }
    }

    func contains(_ number: Int) -> Bool { words[number / 64] >> UInt64(number % 64) & 1 == 1 }

    mutating func remove(_ number: Int) { words[number / 64] &= ~(1 << UInt64(number % 64)) }

    /// Becomes what `other` has in common with a row of a matrix.
    mutating func set(_ other: BitRow, andRow row: Int, of matrix: BitMatrix) {
        let start = row * words.count
        unsafe matrix.rows.withUnsafeBufferPointer { rows in
            for word in words.indices { words[word] = unsafe other.words[word] & rows[start + word] }
        }
    }

    /// Keeps what it has in common with a row of a matrix.
    mutating func formIntersection(withRow row: Int, of matrix: BitMatrix) {
        let start = row * words.count
        unsafe matrix.rows.withUnsafeBufferPointer { rows in
            for word in words.indices { unsafe words[word] &= rows[start + word] }
        }
    }

    var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// Writes the numbers in it, rising.
    func list(into members: inout [Int32]) {
        members.removeAll(keepingCapacity: true)
        for (place, word) in words.enumerated() {
            var left = word
            while left != 0 {
                members.append(Int32(64 * place + left.trailingZeroBitCount))
                left &= left - 1
            }
        }
    }
}
