/// The groups of pairs that move as one.
struct PairGrouping {
    /// The group of each pair; groups count from 0 in the order in which they appear.
    private(set) var groups: [Int] = []
    private(set) var names: [String] = []

    /// By a name for each pair; a pair without one is alone.
    init(names given: [String], _ ids: [String]) {
        var known: [String: Int] = [:]
        for (name, id) in zip(given, ids) {
            let group = (name.isEmpty ? nil : known[name]) ?? names.count
            if group == names.count { names.append(name.isEmpty ? id : name) }
            if !name.isEmpty { known[name] = group }
            groups.append(group)
        }
    }

    /// By ids that name a corner of a marker; `nil` where none does.
    init?(ids: [String]) {
        let names = ids.map { CornerName($0)?.marker ?? "" }
        guard names.contains(where: { !$0.isEmpty }) else { return nil }
        self.init(names: names, ids)
    }
}
