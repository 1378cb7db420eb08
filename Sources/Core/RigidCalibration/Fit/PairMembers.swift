/// The pairs of each group, in the order in which groups first appear; without groups each pair is one.
struct PairMembers: RandomAccessCollection {
    /// The places of all pairs, group after group.
    private var places: [Int]
    /// The ends of the groups among them; `nil` where each is of one pair.
    private var ends: [Int]?

    /// Each of so many pairs for itself.
    init(each count: Int) { places = Array(0..<count) }

    init(groups: [Int]) {
        var known: [Int: Int] = [:]
        var sizes: [Int] = []
        let numbers = groups.map { label in
            let number = known[label] ?? sizes.count
            if number == sizes.count {
                known[label] = number
                sizes.append(0)
            }
            sizes[number] += 1
            return number
        }
        var next = [Int](repeating: 0, count: sizes.count)
        for group in sizes.indices.dropFirst() { next[group] = next[group - 1] + sizes[group - 1] }
        places = [Int](repeating: 0, count: groups.count)
        for (pair, number) in numbers.enumerated() {
            places[next[number]] = pair
            next[number] += 1
        }
        ends = next
    }

    var startIndex: Int { 0 }
    var endIndex: Int { ends?.count ?? places.count }

    subscript(group: Int) -> ArraySlice<Int> {
        guard let ends else { return places[group..<(group + 1)] }
        return places[(group > 0 ? ends[group - 1] : 0)..<ends[group]]
    }
}

extension Correspondences {
    var members: PairMembers { groups.map { PairMembers(groups: $0) } ?? PairMembers(each: count) }
}
