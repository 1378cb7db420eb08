/// The name that a mistyped one most likely means; `nil` if none is near.
///
/// Near is at most one slip (a letter too many, too few, another, or two swapped) for every three letters, or
/// a name that begins as the mistyped one does. Of equally near names the first is taken.
package func nearest(to mistyped: String, among names: [String]) -> String? {
    let typed = Array(mistyped.prefix(100).lowercased().unicodeScalars)
    var best: (name: String, slips: Int)?
    for name in names {
        let slips = slips(from: typed, to: Array(name.lowercased().unicodeScalars))
        if slips < best?.slips ?? .max { best = (name, slips) }
    }
    if let best, best.slips <= max(1, typed.count / 3) { return best.name }
    let begun = names.filter { typed.count > 3 && $0.lowercased().hasPrefix(mistyped.lowercased()) }
    return begun.first
}

/// The least number of slips between two words (optimal string alignment).
private func slips(from first: [Unicode.Scalar], to second: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for i in first.indices {
        var row = [i + 1]
        for j in second.indices {
            var least = min(last[j + 1], row[j]) + 1
            least = min(least, last[j] + (first[i] == second[j] ? 0 : 1))
            if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
                least = min(least, beforeLast[j - 1] + 1)
            }
            row.append(least)
        }
        (beforeLast, last) = (last, row)
    }
    return last[second.count]
}
