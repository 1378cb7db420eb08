/// Arrows between things that are numbered from 0.
struct Graph {
    var arrows: [Set<Int>]

    init(count: Int) { arrows = Array(repeating: [], count: count) }

    /// The largest sets of two or more in which each leads to every other, in order.
    func circles() -> [[Int]] {
        var search = Search(arrows: arrows)
        for start in arrows.indices where search.found[start] == nil { search.visit(start) }
        return search.circles.sorted { $0[0] < $1[0] }
    }

    /// Tarjan's search for strongly connected components.
    private struct Search {
        let arrows: [Set<Int>]
        /// The order in which each was found, and the earliest that it leads back to.
        var found: [Int: (order: Int, earliest: Int)] = [:]
        var open: [Int] = []
        var isOpen: Set<Int> = []
        var circles: [[Int]] = []

        mutating func visit(_ place: Int) {
            let order = found.count
            var earliest = order
            found[place] = (order, order)
            open.append(place)
            isOpen.insert(place)
            for next in arrows[place] {
                if found[next] == nil {
                    visit(next)
                    earliest = min(earliest, found[next]?.earliest ?? order)
                } else if isOpen.contains(next) {
                    earliest = min(earliest, found[next]?.order ?? order)
                }
            }
            found[place] = (order, earliest)
            guard earliest == order, let start = open.lastIndex(of: place) else { return }
            if open.count - start > 1 { circles.append(open[start...].sorted()) }
            isOpen.subtract(open[start...])
            open.removeSubrange(start...)
        }
    }
}
